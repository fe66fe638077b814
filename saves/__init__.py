"""Games on disk. The public door: begin, load, play on, watch, verify, list; everything that can go wrong is a `SaveError`."""

from saves.errors import (
    AlreadyThere,
    BadHeader,
    Busy,
    CannotRead,
    CannotStart,
    CannotWrite,
    Changed,
    CutOff,
    Damaged,
    Finished,
    NewerFormat,
    NewerRules,
    NotASave,
    ReplayDiverged,
    SaveError,
    Unsealed,
)
from saves.file import SaveFile
from saves.names import clean, visible
from saves.records import Header, Origin
from saves.replay import Loaded, load
from saves.resume import resume
from saves.shelf import Row, Shelf, home
from saves.verify import Report, verify
from saves.watch import Watcher

__all__ = [
    "AlreadyThere",
    "BadHeader",
    "Busy",
    "CannotRead",
    "CannotStart",
    "CannotWrite",
    "Changed",
    "CutOff",
    "Damaged",
    "Finished",
    "Header",
    "Loaded",
    "NewerFormat",
    "NewerRules",
    "NotASave",
    "Origin",
    "ReplayDiverged",
    "Report",
    "Row",
    "SaveError",
    "SaveFile",
    "Shelf",
    "Unsealed",
    "Watcher",
    "clean",
    "home",
    "load",
    "resume",
    "verify",
    "visible",
]
