"""Turns, card texts and reactions on one stack.

A *task* is one part of a program; a *program* is a tuple of tasks that reads like the rulebook's sentence; a *frame* says how
far a program has come: the address of its next part, who carries it out, and *it*, what the part before has settled. All
programs lie on one tape, so a frame is three small numbers and a position at any question is a row of ints: it can be
copied, digested, written down and built by hand.
"""

import zlib
from typing import Any, Final, Generic, TypeVar

from engine.core.errors import BadCatalogue
from engine.core.luck import fold
from engine.core.row import i64, mypyc_attr, vec
from engine.core.rules import NOBODY, NOTHING, State

FRAMES: Final = 40
DEPTH: Final = 0  # the cell that says how many frames there are
STACK: Final = 1  # three cells a frame: address, who, it
TOP_FRAME: Final = STACK - 3  # and three cells for each frame: there lies the top one
FREE: Final = STACK + 3 * FRAMES  # the first cell that a game may call its own
LONGEST: Final = 4096


T = TypeVar("T", bound="TaskState")


@mypyc_attr(allow_interpreted_subclasses=True)
class Task(Generic[T]):
    """One part of one program. Once laid it holds nothing that changes: a frame knows who and it, all else lies in the row.

    `next` is the address of the part that follows in the program, NOTHING at its end.
    """

    def __init__(self) -> None:
        self.next: i64 = NOTHING
        self.laid = False

    def words(self) -> str:
        """Class and arguments: what tells this part from every other. Parts with arguments say them here."""
        return type(self).__name__

    def possible(self, s: T, who: i64, it: i64) -> bool:
        """Whether this part and all that follow it can be carried out. A part that asks nothing of the position leaves the
        answer to the rest."""
        return self.rest(s, who, it)

    def rest(self, s: T, who: i64, it: i64) -> bool:
        """Whether the parts behind this one can be carried out."""
        return self.next < 0 or TAPE[self.next].possible(s, who, it)

    def options(self, s: T, who: i64, it: i64) -> None:
        """Offer what `who` may answer; offering nothing means that nothing is asked."""

    def counted(self, s: T, who: i64, it: i64, i: i64) -> i64:
        """The i-th of the answers that `options` has counted and not offered, as it may for a position that wants its menus
        brief."""
        return NOTHING

    def perform(self, s: T, who: i64, it: i64, move: i64) -> i64:
        """Do this part, with the answer if one was asked (else NOTHING); returns `it` for the next part."""
        return it


TAPE: Final = vec[Task[Any]]([Task[Any]() for _ in range(LONGEST)])
_NAMES: Final[list[str]] = []  # for each address, the name of its program
_PARTS: Final[list[int]] = []  # for each address, its place in the program
_LABELS: Final[list[int]] = []  # for each address, a number that survives a new order of import
_LAID: Final[dict[str, int]] = {}


def program(name: str, *parts: Task[Any]) -> int:
    """Lay a program on the tape; returns its address. The same name with the same parts is laid once.

    Addresses follow the order of import: never save them. `name` is what a position text calls it; "" takes the words of
    the parts. Raises BadCatalogue for a part that already lies in a program: it knows what follows it, which is one thing.
    """
    text = ", ".join([part.words() for part in parts])
    name = name or text
    if f"{name}: {text}" in _LAID:
        return _LAID[f"{name}: {text}"]
    address = len(_NAMES)
    if address + len(parts) > LONGEST:
        raise BadCatalogue("too many different cards were played with in one sitting: begin anew")
    for place, part in enumerate(parts):
        if part.laid:
            raise BadCatalogue(f"{name}: {part.words()} stands in two places; make one for each")
        part.laid = True
        TAPE[address + place] = part
        part.next = address + place + 1 if place + 1 < len(parts) else NOTHING
        _NAMES.append(name)
        _PARTS.append(place)
        _LABELS.append(zlib.crc32(f"{name}/{place}".encode()))
    _LAID[f"{name}: {text}"] = address
    return address


def frame_name(address: int) -> tuple[str, int]:
    """The name of the program at an address, and which part of it lies there; ("", 0) where nothing lies."""
    if address >= len(_NAMES):
        return "", 0
    return _NAMES[address], _PARTS[address]


def frame_names() -> list[str]:
    """The names of all programs laid so far, each once."""
    return list(dict.fromkeys(_NAMES))


def frame_address(name: str, part: int) -> int:
    """The way back; NOTHING for a frame that no program has."""
    for address in range(len(_NAMES)):
        if _NAMES[address] == name and _PARTS[address] == part:
            return address
    return NOTHING


@mypyc_attr(allow_interpreted_subclasses=True)
class TaskState(State):
    """A position whose business lies on a stack of frames in its row."""

    def __init__(self, row: vec[i64]) -> None:
        super().__init__()
        self.row: Final = row
        self.broken = False  # a part found nothing to do that had to: no menu may ever lead here

    def call(self, address: i64, who: i64, it: i64) -> None:
        """Put a program on top: it is carried out before anything that lies below."""
        row = self.row
        depth = row[DEPTH]
        assert depth < FRAMES, "no place for another frame"
        at = STACK + 3 * depth
        row[at] = address
        row[at + 1] = who
        row[at + 2] = it
        row[DEPTH] = depth + 1

    def run(self) -> None:
        """Do all that asks nothing; stop at the first task that does. Nothing left: the game is over."""
        self.apply(NOTHING)

    def apply(self, move: i64) -> None:
        """Carry out frame after frame until one asks; `move` answers the top one's question, unless it is NOTHING."""
        row = self.row
        self.offered = 0
        self.counted = 0
        depth = row[DEPTH]
        while depth > 0:
            at = 3 * depth + TOP_FRAME
            task = TAPE[row[at]]
            who = row[at + 1]
            it = row[at + 2]
            if move < 0:  # not asked yet
                self.mover = who
                task.options(self, who, it)
                if self.offered > 0:
                    return
            following = task.next
            if following < 0:
                row[DEPTH] = depth - 1
                task.perform(self, who, it, move)
            else:  # what it calls lies above this frame, which waits with the next part
                row[at] = following
                row[at + 2] = task.perform(self, who, it, move)
            move = NOTHING
            depth = row[DEPTH]
        self.mover = NOBODY

    def answer(self, i: i64) -> i64:
        written = self.offered - self.counted
        if i < written:
            return self.menu[i]
        row = self.row
        at = 3 * row[DEPTH] + TOP_FRAME
        return TAPE[row[at]].counted(self, row[at + 1], row[at + 2], i - written)

    def stack_digest(self) -> int:
        """A number for the frames, by the names of their programs."""
        k = 0
        for frame in range(self.row[DEPTH]):
            at = STACK + 3 * frame
            k = fold(k, _LABELS[self.row[at]])
            k = fold(k, (self.row[at + 1] + 1) << 8 | self.row[at + 2] + 1)
        return k
