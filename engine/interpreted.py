"""Lets a process use the sources of our packages although compiled modules are beside them: those may be damaged, made for
another librt, or in a folder that forbids execution. `vok` sets VOK_INTERPRETED when they cannot be loaded, and all its
processes inherit that."""

import os
import sys
from importlib.abc import PathEntryFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
from typing import Final

INTERPRETED_ENV: Final = "VOK_INTERPRETED"  # why the compiled modules cannot be loaded
FOLDER: Final = Path(__file__).resolve().parent.parent


def use_sources_if_asked() -> None:
    """From now on import only sources from the folder of our packages, if the environment asks for it."""
    if os.environ.get(INTERPRETED_ENV) and find_sources not in sys.path_hooks:
        sys.path_hooks.insert(0, find_sources)
        sys.path_importer_cache.clear()


def find_sources(entry: str) -> PathEntryFinder:
    """The finder of a folder of our packages. Raises ImportError for any other place."""
    if FOLDER not in (path := Path(entry).resolve(), *path.parents):
        raise ImportError
    return FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES))
