"""`vok` with a clock that a test moves: the first argument is a file with the days by which it is off.

python clocked_vok.py DAYS_FILE [ARGUMENT ...]
"""

import datetime as dt
import sys
import time
from pathlib import Path

real_time = time.time
days_file = Path(sys.argv.pop(1))
time.time = lambda: real_time() + 24 * 60 * 60 * float(days_file.read_text())


class ClockedDatetime(dt.datetime):
    """The same clock."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> "ClockedDatetime":
        return cls.fromtimestamp(time.time(), tz)


dt.datetime = ClockedDatetime  # type: ignore[misc]

from vok_tui.__main__ import main  # noqa: E402  imports the clock

if __name__ == "__main__":
    sys.exit(main())
