"""The entry point of `vok-lab` and of `python -m lab`."""

import sys

sys.modules.pop("lab", None)  # `python -m` has imported the one beside this file; in a compiled copy is another one

from vok_tui.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main("lab.commands"))
