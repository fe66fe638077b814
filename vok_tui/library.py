"""`import vok_tui.library` puts the packages `engine`, `ai`, `saves` and `lab` first on the path.

`vok` does this when it starts. A program that uses Vok as a library needs it only beside another package with one of these names,
or to use a compiled copy.

In a checkout the packages are beside `vok_tui`, and VOK_COMPILED may name a folder with a compiled copy (`make play` makes one).
An installed copy contains them inside `vok_tui`, in `_bundled`, because such short names must not be claimed in a shared
environment. The file vok_tui.pth puts that folder last on the path, so there they can be imported without this module.
"""

import os
import sys
from pathlib import Path
from typing import Final

BUNDLED_FOLDER: Final = Path(__file__).resolve().parent / "_bundled"  # only in an installed copy
COPY_ENV: Final = "VOK_COPY"  # set by `make play`: where the compiled copy for these sources is, or will be
PACKAGES: Final = ("engine", "ai", "saves", "lab")


def packages_folder() -> Path:
    """The folder from which our packages are imported."""
    return BUNDLED_FOLDER if BUNDLED_FOLDER.is_dir() else compiled_folder() or BUNDLED_FOLDER.parent.parent


def compiled_folder() -> Path | None:
    """The folder in VOK_COMPILED, if it contains the packages and this is a checkout."""
    folder = os.environ.get("VOK_COMPILED", "")
    is_used = folder and not BUNDLED_FOLDER.is_dir() and Path(folder, "engine").is_dir()
    return Path(folder).resolve() if is_used else None


def add_packages_to_path() -> None:
    """Put our packages first on the path. Raises ImportError if another package of one of these names is already imported."""
    our_folder = packages_folder()
    for name in PACKAGES:
        file = getattr(sys.modules.get(name), "__file__", None)
        if name in sys.modules and (file is None or our_folder not in Path(file).resolve().parents):
            raise ImportError(
                f"another package called {name} is in use here ({file}); import vok_tui.library before it"
            )
    if sys.path[:1] != [str(our_folder)]:
        sys.path.insert(0, str(our_folder))


add_packages_to_path()
