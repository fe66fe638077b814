"""Turns, card texts and reactions on one stack.

A *task* is one part of a program; a *program* is a tuple of tasks that reads like the rulebook's sentence; a *frame* says how
far a program has come: the address of its next part, who carries it out, and the *subject*, which the part before has settled.
All programs of a game lie on its tape, so a frame is three small numbers and a position at any question is a array of ints: it
can be copied, digested, written down and built by hand.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar, final

from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.errors import BadCatalogue
from engine.core.game import NOBODY, NOTHING, State
from engine.core.luck import hash_combine

MAX_FRAMES: Final = 40
DEPTH_CELL: Final = 0  # the cell that says how many frames there are
STACK_START: Final = 1  # three cells a frame: address, seat, subject
TOP_FRAME_OFFSET: Final = STACK_START - 3  # and three cells for each frame: there lies the top one
FIRST_GAME_CELL: Final = STACK_START + 3 * MAX_FRAMES  # the first cell that a game may call its own


T = TypeVar("T", bound="TaskState")


@mypyc_attr(allow_interpreted_subclasses=True)
class Task(Generic[T]):
    """One part of one program. It holds nothing that changes: a frame knows the seat and the subject, all else lies in the
    cells. So one part may serve any number of games at once.

    `next_part` is the part that follows it in its program, None for the `last`. `within` are the words of that program and
    `place_in_program` its place there. `link_tasks` tells them once and for all.
    """

    def __init__(self) -> None:
        self.next_part: Task[T] | None = None
        self.last = True
        self.program_signature = ""
        self.place_in_program: i64 = 0

    def signature(self) -> str:
        """Class and arguments: what tells this part from every other. Parts with arguments say them here."""
        return type(self).__name__

    def is_possible(self, state: T, seat: i64, subject: i64) -> bool:
        """Whether this part and all that follow it can be carried out. A part that asks nothing of the position leaves the
        answer to the rest."""
        return self.rest_is_possible(state, seat, subject)

    def rest_is_possible(self, state: T, seat: i64, subject: i64) -> bool:
        """Whether the parts behind this one can be carried out."""
        behind = self.next_part
        return behind is None or behind.is_possible(state, seat, subject)

    def offer_options(self, state: T, seat: i64, subject: i64) -> None:
        """Offer what `seat` may answer; offering nothing means that nothing is asked."""

    def unlisted_move(self, state: T, seat: i64, subject: i64, i: i64) -> i64:
        """The i-th of the answers that `offer_options` has counted and not offered, as it may for a position that wants its menus
        brief."""
        return NOTHING

    def perform(self, state: T, seat: i64, subject: i64, move: i64) -> i64:
        """Do this part, with the answer if one was asked (else NOTHING); returns `subject` for the next part."""
        return subject

    def called_parts(self) -> "list[Task[Any]]":
        """The first part of each program of its own that it puts on the stack."""
        return []


def link_tasks(parts: Sequence[Task[Any]]) -> None:
    """Make one program of these parts. Raises BadCatalogue for a part that stands in another program already: what follows it
    is one thing."""
    within = ", ".join([part.signature() for part in parts])
    for place, part in enumerate(parts):
        behind = parts[place + 1] if place + 1 < len(parts) else None
        if part.program_signature == "":
            part.next_part = behind
            part.last = behind is None
            part.program_signature = within
            part.place_in_program = place
        elif part.program_signature != within or part.place_in_program != place or part.next_part is not behind:
            raise BadCatalogue(f"{part.signature()} stands in two places; make one for each")


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
        self.addresses: dict[str, int] = {}
        self.address_of_signature: dict[str, int] = {}  # where a program of these words begins
        self.is_closed = False
        if before is not None:
            before.is_closed = True
            self.tasks = extend(self.tasks, before.tasks)
            self.names += before.names
            self.labels += before.labels
            self.addresses.update(before.addresses)
            self.address_of_signature.update(before.address_of_signature)

    def add_program(self, name: str, first: Task[Any]) -> int:
        """Lay the program that begins with a part, and all that its parts call; returns its address. The same name with the same
        parts is laid once. `program_at` is what a position text calls it; "" takes the words of the parts."""
        signature = first.program_signature
        name = name or signature
        full_name = f"{name}: {signature}"
        if full_name in self.addresses:
            return self.addresses[full_name]
        assert not self.is_closed, "the programs of the rules come before those of the cards"
        address = len(self.names)
        parts: list[Task[Any]] = []
        part: Task[Any] | None = first
        while part is not None:
            parts.append(part)
            part = part.next_part
        self.tasks = extend(self.tasks, vec[Task[Any]](parts))
        self.names += [name] * len(parts)
        self.labels += [NOTHING] * len(parts)
        self.addresses[full_name] = address
        self.address_of_signature.setdefault(signature, address)
        for part in parts:
            for inner in part.called_parts():
                self.add_program("", inner)
        return address

    def address(self, part: Task[Any]) -> i64:
        """Where a part lies, or one that is its equal. Raises KeyError if its program was never laid here."""
        begins: i64 = self.address_of_signature[part.program_signature]
        return begins + part.place_in_program

    def task(self, address: int) -> Task[Any]:
        """The part at an address."""
        return self.tasks[address]

    def program_at(self, address: int) -> tuple[str, int]:
        """The name of the program at an address, and which part of it lies there; ("", 0) where nothing lies."""
        if not 0 <= address < len(self.names):
            return "", 0
        return self.names[address], int(self.tasks[address].place_in_program)

    def find_address(self, name: str, part: int) -> int:
        """The address of a part of a program; NOTHING for one that is not here."""
        for address in range(len(self.names)):
            if self.names[address] == name and self.tasks[address].place_in_program == part:
                return address
        return NOTHING

    def digest_label(self, address: int) -> int:
        """A number for what lies at an address, by the name of its program."""
        if self.labels[address] < 0:
            name, place = self.program_at(address)
            self.labels[address] = zlib.crc32(f"{name}/{place}".encode())
        return self.labels[address]


@mypyc_attr(allow_interpreted_subclasses=True)
class TaskState(State):
    """A position whose business lies on a stack of frames in its cells. It knows what lay on the tape when it was made."""

    def __init__(self, cells: vec[i64], tape: Tape) -> None:
        super().__init__()
        self.cells: Final = cells
        self.tape: Final = tape
        self.tasks: Final = tape.tasks  # at hand, as each step asks for one
        self.broken = False  # a part found nothing to do that had to: no menu may ever lead here

    def call(self, address: i64, seat: i64, subject: i64) -> None:
        """Put a program on top: it is carried out before anything that lies below."""
        cells = self.cells
        depth = cells[DEPTH_CELL]
        assert depth < MAX_FRAMES, "no place for another frame"
        at = STACK_START + 3 * depth
        cells[at] = address
        cells[at + 1] = seat
        cells[at + 2] = subject
        cells[DEPTH_CELL] = depth + 1

    def run(self) -> None:
        """Do all that asks nothing; stop at the first task that does. Nothing left: the game is over."""
        self.apply(NOTHING)

    def apply(self, move: i64) -> None:
        """Carry out frame after frame until one asks; `move` answers the top one's question, unless it is NOTHING."""
        cells = self.cells
        self.move_count = 0
        self.unlisted = 0
        depth = cells[DEPTH_CELL]
        while depth > 0:
            at = 3 * depth + TOP_FRAME_OFFSET
            address = cells[at]
            task = self.tasks[address]
            seat = cells[at + 1]
            subject = cells[at + 2]
            if move < 0:  # not asked yet
                self.mover = seat
                task.offer_options(self, seat, subject)
                if self.move_count > 0:
                    return
            if task.last:
                cells[DEPTH_CELL] = depth - 1
                task.perform(self, seat, subject, move)
            else:  # what it calls lies above this frame, which waits with the next part
                cells[at] = address + 1
                cells[at + 2] = task.perform(self, seat, subject, move)
            move = NOTHING
            depth = cells[DEPTH_CELL]
        self.mover = NOBODY

    def move_at(self, i: i64) -> i64:
        listed = self.move_count - self.unlisted
        if i < listed:
            return self.menu[i]
        cells = self.cells
        at = 3 * cells[DEPTH_CELL] + TOP_FRAME_OFFSET
        return self.tasks[cells[at]].unlisted_move(self, cells[at + 1], cells[at + 2], i - listed)

    def stack_digest(self) -> int:
        """A number for the frames, by the names of their programs."""
        k = 0
        for frame in range(self.cells[DEPTH_CELL]):
            at = STACK_START + 3 * frame
            k = hash_combine(k, self.tape.digest_label(self.cells[at]))
            k = hash_combine(k, (self.cells[at + 1] + 1) << 8 | self.cells[at + 2] + 1)
        return k
