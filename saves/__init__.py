"""Games on disk. The public interface: create, load, resume, watch, verify and list saves. All errors are `SaveError`s."""

from saves.annotate import annotate_game, clean_annotation
from saves.clean_text import clean, visible
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
    NewerEntry,
    NewerFormat,
    NewerRules,
    NotASave,
    NotSound,
    ReplayDiverged,
    SaveError,
    TooLong,
    Unsealed,
)
from saves.format.entries import SaveLabel
from saves.format.header import Header, Origin
from saves.match_reader import Loaded, load
from saves.resume import resume
from saves.save_file import SaveFile
from saves.save_info import SaveInfo
from saves.shelf import Shelf, vok_home
from saves.verify import Report, verify
from saves.watcher import Watcher

Row = SaveInfo  # its old name, kept for one version

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
    "NewerEntry",
    "NewerFormat",
    "NewerRules",
    "NotASave",
    "NotSound",
    "Origin",
    "ReplayDiverged",
    "Report",
    "Row",
    "SaveError",
    "SaveFile",
    "SaveInfo",
    "SaveLabel",
    "Shelf",
    "TooLong",
    "Unsealed",
    "Watcher",
    "annotate_game",
    "clean",
    "clean_annotation",
    "load",
    "resume",
    "verify",
    "visible",
    "vok_home",
]
