"""The way in, for the command `vok` and for `python -m vok_tui`."""

import sys


def main() -> int:
    """Carry out the command line; returns the exit code."""
    from vok_tui.library import open_houses

    open_houses()  # nothing of engine, ai and saves may be imported before
    from vok_tui.commands.door import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
