"""The way in, for the command `vok` and for `python -m vok_tui`.

`engine`, `ai` and `saves` are short names. A checkout has them beside `vok_tui`; an installed copy carries them inside it, in
`_houses`, so that they claim nothing in an environment that others share. There this module puts that folder first, before
anything of it is imported, so that no stranger of the same name, in the current folder or elsewhere, stands in the way.

In a checkout, VOK_HOUSES may name a folder with a compiled copy of them (`make play` has one made); without it the sources are
run as they lie.
"""

import os
import sys
from pathlib import Path
from typing import Final

HOUSES: Final = Path(__file__).parent / "_houses"  # there in an installed copy only


def main() -> int:
    """Carry out the command line; returns the exit code."""
    compiled = os.environ.get("VOK_HOUSES", "")
    if HOUSES.is_dir():
        sys.path.insert(0, str(HOUSES))
    elif compiled and Path(compiled, "engine").is_dir():
        sys.path.insert(0, str(Path(compiled).resolve()))
    from vok_tui.commands.door import run  # not before the houses are in place

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
