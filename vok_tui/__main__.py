"""The way in, for the command `vok` and for `python -m vok_tui`."""

import signal
import sys
from contextlib import suppress


def main() -> int:
    """Carry out the command line; returns the exit code. Ctrl-C while Vok starts or ends is no reason for a traceback."""
    try:
        from vok_tui.library import open_houses

        open_houses()  # nothing of engine, ai and saves may be imported before
        from vok_tui.commands.door import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        from vok_tui.exits import Exit

        code = Exit.INTERRUPTED
    with suppress(ValueError):  # only the main thread may say so
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all that is left is to end
    return code


if __name__ == "__main__":
    sys.exit(main())
