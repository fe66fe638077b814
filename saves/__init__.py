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
from saves.resume import resume
from saves.save_file import SaveFile
from saves.save_info import SaveInfo
from saves.shelf import Shelf, vok_home
from saves.verify import Report, verify
from saves.watcher import Watcher

# Old names, kept for one version.
Changed = EntryChanged
Finished = GameFinished
Loaded = LoadedSave
NotSound = CannotAnnotate
Origin = BranchOrigin
Row = SaveInfo
TooLong = TooManyEntries
Unsealed = BadSeal
clean = clean_and_cut
clean_annotation = new_annotation

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
    "Changed",
    "CutOff",
    "Damaged",
    "EntryChanged",
    "Finished",
    "GameFinished",
    "GameTooLong",
    "Header",
    "Loaded",
    "LoadedSave",
    "NewerEntry",
    "NewerFormat",
    "NewerRules",
    "NotASave",
    "NotOnDisk",
    "NotSound",
    "Origin",
    "ReplayDiverged",
    "Report",
    "Row",
    "SaveError",
    "SaveFile",
    "SaveInfo",
    "SaveLabel",
    "SaveNotice",
    "SavedElsewhere",
    "Shelf",
    "TooLong",
    "TooManyEntries",
    "TooMuchWork",
    "Unsealed",
    "Watcher",
    "annotate_game",
    "clean",
    "clean_and_cut",
    "clean_annotation",
    "load",
    "new_annotation",
    "resume",
    "verify",
    "visible",
    "vok_home",
]
