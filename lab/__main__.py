"""The entry point of `vok-lab` and of `python -m lab`."""

import sys

from vok_tui.__main__ import main

if __name__ == "__main__":
    sys.exit(main("lab.commands"))
