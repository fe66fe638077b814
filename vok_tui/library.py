"""The door for programs: after `import vok_tui.library` the names `engine`, `ai` and `saves` can be imported.

These are short names. A checkout has them beside `vok_tui`; an installed copy carries them inside it, in `_houses`, so that they
claim nothing in an environment that others share. Who wants them asks for them by importing this module first: then that
folder comes before all others, and no stranger of the same name stands in the way. In a checkout, VOK_HOUSES may name a
folder with a compiled copy of them (`make play` has one made); without it the sources are run as they lie.
"""

import os
import sys
from pathlib import Path
from typing import Final

HOUSES: Final = Path(__file__).resolve().parent / "_houses"  # there in an installed copy only
NAMES: Final = ("engine", "ai", "saves")


def root() -> Path:
    """The folder that our houses are imported from."""
    return HOUSES if HOUSES.is_dir() else compiled_copy() or HOUSES.parent.parent


def compiled_copy() -> Path | None:
    """The folder that VOK_HOUSES names, if there is something in it and this is a checkout."""
    named = os.environ.get("VOK_HOUSES", "")
    used = named and not HOUSES.is_dir() and Path(named, "engine").is_dir()
    return Path(named).resolve() if used else None


def open_houses() -> None:
    """Put our houses before all else on the path. Raises ImportError where another package of one of the names is in use."""
    ours = root()
    for name in NAMES:
        file = getattr(sys.modules.get(name), "__file__", None)
        if name in sys.modules and (file is None or ours not in Path(file).resolve().parents):
            raise ImportError(
                f"another package called {name} is in use here ({file}); import vok_tui.library before it"
            )
    if sys.path[:1] != [str(ours)]:
        sys.path.insert(0, str(ours))


open_houses()
