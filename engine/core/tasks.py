"""Turns, card texts and reactions on one stack.

A *task* is one part of a program; a *program* is a tuple of tasks that reads like the rulebook's sentence; a *frame* says how
far a program has come: the address of its next part, who carries it out, and *it*, what the part before has settled. All
programs of a game lie on its tape, so a frame is three small numbers and a position at any question is a row of ints: it can
be copied, digested, written down and built by hand.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar, final

from engine.core.errors import BadCatalogue
from engine.core.luck import fold
from engine.core.row import extend, i64, mypyc_attr, vec
from engine.core.rules import NOBODY, NOTHING, State

FRAMES: Final = 40
DEPTH: Final = 0  # the cell that says how many frames there are
STACK: Final = 1  # three cells a frame: address, who, it
TOP_FRAME: Final = STACK - 3  # and three cells for each frame: there lies the top one
FREE: Final = STACK + 3 * FRAMES  # the first cell that a game may call its own


T = TypeVar("T", bound="TaskState")


@mypyc_attr(allow_interpreted_subclasses=True)
class Task(Generic[T]):
    """One part of one program. It holds nothing that changes: a frame knows who and it, all else lies in the row. So one part
    may serve any number of games at once.

    `behind` is the part that follows it in its program, None at the end; `within` are the words of that program and `step` its
    place there. `chain` tells them once and for all.
    """

    def __init__(self) -> None:
        self.behind: Task[T] | None = None
        self.within = ""
        self.step: i64 = 0

    def words(self) -> str:
        """Class and arguments: what tells this part from every other. Parts with arguments say them here."""
        return type(self).__name__

    def possible(self, s: T, who: i64, it: i64) -> bool:
        """Whether this part and all that follow it can be carried out. A part that asks nothing of the position leaves the
        answer to the rest."""
        return self.rest(s, who, it)

    def rest(self, s: T, who: i64, it: i64) -> bool:
        """Whether the parts behind this one can be carried out."""
        behind = self.behind
        return behind is None or behind.possible(s, who, it)

    def options(self, s: T, who: i64, it: i64) -> None:
        """Offer what `who` may answer; offering nothing means that nothing is asked."""

    def counted(self, s: T, who: i64, it: i64, i: i64) -> i64:
        """The i-th of the answers that `options` has counted and not offered, as it may for a position that wants its menus
        brief."""
        return NOTHING

    def perform(self, s: T, who: i64, it: i64, move: i64) -> i64:
        """Do this part, with the answer if one was asked (else NOTHING); returns `it` for the next part."""
        return it

    def calls(self) -> "list[Task[Any]]":
        """The first part of each program of its own that it puts on the stack."""
        return []


def chain(parts: Sequence[Task[Any]]) -> None:
    """Make one program of these parts. Raises BadCatalogue for a part that stands in another program already: what follows it
    is one thing."""
    within = ", ".join([part.words() for part in parts])
    for place, part in enumerate(parts):
        behind = parts[place + 1] if place + 1 < len(parts) else None
        if part.within == "":
            part.behind = behind
            part.within = within
            part.step = place
        elif part.within != within or part.step != place or part.behind is not behind:
            raise BadCatalogue(f"{part.words()} stands in two places; make one for each")


@final
class Tape:
    """The programs that one game is played with, one behind the other. It begins with those of another tape, which takes no more
    from then on: addresses mean the same on both.

    Addresses follow the order of laying: never save them.
    """

    def __init__(self, before: "Tape | None" = None) -> None:
        self.tasks: vec[Task[Any]] = vec[Task[Any]]([])
        self.names: list[str] = []  # for each address, the name of its program
        self.labels: list[
            int
        ] = []  # for each address, a number that survives another order of laying; NOTHING until asked
        self.laid: dict[str, int] = {}
        self.begins: dict[str, int] = {}  # where a program of these words begins
        self.closed = False
        if before is not None:
            before.closed = True
            self.tasks = extend(self.tasks, before.tasks)
            self.names += before.names
            self.labels += before.labels
            self.laid.update(before.laid)
            self.begins.update(before.begins)

    def lay(self, name: str, first: Task[Any]) -> int:
        """Lay the program that begins with a part, and all that its parts call; returns its address. The same name with the same
        parts is laid once. `name` is what a position text calls it; "" takes the words of the parts."""
        within = first.within
        name = name or within
        known = f"{name}: {within}"
        if known in self.laid:
            return self.laid[known]
        assert not self.closed, "the programs of the rules come before those of the cards"
        address = len(self.names)
        parts: list[Task[Any]] = []
        part: Task[Any] | None = first
        while part is not None:
            parts.append(part)
            part = part.behind
        self.tasks = extend(self.tasks, vec[Task[Any]](parts))
        self.names += [name] * len(parts)
        self.labels += [NOTHING] * len(parts)
        self.laid[known] = address
        self.begins.setdefault(within, address)
        for part in parts:
            for inner in part.calls():
                self.lay("", inner)
        return address

    def address(self, part: Task[Any]) -> i64:
        """Where a part lies, or one that is its equal. Raises KeyError if its program was never laid here."""
        begins: i64 = self.begins[part.within]
        return begins + part.step

    def task(self, address: int) -> Task[Any]:
        """The part at an address."""
        return self.tasks[address]

    def name(self, address: int) -> tuple[str, int]:
        """The name of the program at an address, and which part of it lies there; ("", 0) where nothing lies."""
        if not 0 <= address < len(self.names):
            return "", 0
        return self.names[address], int(self.tasks[address].step)

    def find(self, name: str, part: int) -> int:
        """The address of a part of a program; NOTHING for one that is not here."""
        for address in range(len(self.names)):
            if self.names[address] == name and self.tasks[address].step == part:
                return address
        return NOTHING

    def label(self, address: int) -> int:
        """A number for what lies at an address, by the name of its program."""
        if self.labels[address] < 0:
            name, place = self.name(address)
            self.labels[address] = zlib.crc32(f"{name}/{place}".encode())
        return self.labels[address]


@mypyc_attr(allow_interpreted_subclasses=True)
class TaskState(State):
    """A position whose business lies on a stack of frames in its row."""

    def __init__(self, row: vec[i64], tape: Tape) -> None:
        super().__init__()
        self.row: Final = row
        self.tape: Final = tape
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
        tasks = self.tape.tasks
        self.offered = 0
        self.counted = 0
        depth = row[DEPTH]
        while depth > 0:
            at = 3 * depth + TOP_FRAME
            address = row[at]
            task = tasks[address]
            who = row[at + 1]
            it = row[at + 2]
            if move < 0:  # not asked yet
                self.mover = who
                task.options(self, who, it)
                if self.offered > 0:
                    return
            if task.behind is None:
                row[DEPTH] = depth - 1
                task.perform(self, who, it, move)
            else:  # what it calls lies above this frame, which waits with the next part
                row[at] = address + 1
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
        return self.tape.tasks[row[at]].counted(self, row[at + 1], row[at + 2], i - written)

    def stack_digest(self) -> int:
        """A number for the frames, by the names of their programs."""
        k = 0
        for frame in range(self.row[DEPTH]):
            at = STACK + 3 * frame
            k = fold(k, self.tape.label(self.row[at]))
            k = fold(k, (self.row[at + 1] + 1) << 8 | self.row[at + 2] + 1)
        return k
