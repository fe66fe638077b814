"""Games on disk. The public interface: create, load, resume, watch, verify and list saves. All errors derive from SaveError."""

from saves.annotate import annotate_game, new_annotation
from saves.clean_text import clean_and_cut, visible
from saves.errors import (
    AlreadyThere,
    BadHeader,
    BadSeal,
    Busy,
    CannotAnnotate,
    CannotRead,
    CannotStart,
    CannotWrite,
    CutOff,
    Damaged,
    EntryChanged,
    GameFinished,
    GameTooLong,
    MadeBeforeRelease,
    NewerEntry,
    NewerFormat,
    NewerRules,
    NotASave,
    NotOnDisk,
    ReplayDiverged,
    SavedElsewhere,
    SaveError,
    SaveNotice,
    TooManyEntries,
    TooMuchWork,
)
from saves.format.entries import SaveLabel
from saves.format.header import BranchOrigin, Header
from saves.match_reader import LoadedSave, load
from saves.save_file import SaveFile, resume
from saves.save_info import SaveInfo
from saves.shelf import Shelf, vok_home
from saves.verify import Report, verify
from saves.watcher import Watcher

__all__ = [
    "AlreadyThere",
    "BadHeader",
    "BadSeal",
    "BranchOrigin",
    "Busy",
    "CannotAnnotate",
    "CannotRead",
    "CannotStart",
    "CannotWrite",
    "CutOff",
    "Damaged",
    "EntryChanged",
    "GameFinished",
    "GameTooLong",
    "Header",
    "LoadedSave",
    "MadeBeforeRelease",
    "NewerEntry",
    "NewerFormat",
    "NewerRules",
    "NotASave",
    "NotOnDisk",
    "ReplayDiverged",
    "Report",
    "SaveError",
    "SaveFile",
    "SaveInfo",
    "SaveLabel",
    "SaveNotice",
    "SavedElsewhere",
    "Shelf",
    "TooManyEntries",
    "TooMuchWork",
    "Watcher",
    "annotate_game",
    "clean_and_cut",
    "load",
    "new_annotation",
    "resume",
    "verify",
    "visible",
    "vok_home",
]
