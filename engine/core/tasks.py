"""Turns, card texts and reactions as programs on one stack.

A *task* is one part of a program. A *program* is a tuple of tasks that reads like the sentence in the rulebook. A *frame* says
how far a program has come: the address of its next part, the seat that carries it out, and the *subject*, which the previous
part has settled. All programs of a game are in one table, so a frame is three small numbers. A position is therefore an array of
ints, even while a question is open: it can be copied, digested, written as text and built by hand.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar, final

from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.errors import MAX_QUOTED_CHARS, BadCatalogue, BadText, quoted
from engine.core.game import NOBODY, NOTHING, State
from engine.core.luck import hash_combine
from engine.core.toml_text import check_number, read_list

MAX_FRAMES: Final = 40
DEPTH_CELL: Final = 0  # the cell with the number of frames
STACK_START: Final = 1  # each frame has three cells: address, seat, subject
TOP_FRAME_OFFSET: Final = STACK_START - 3  # plus three cells for each frame: the first cell of the top frame
FIRST_GAME_CELL: Final = STACK_START + 3 * MAX_FRAMES  # the first cell for the game's own use


Subject = i64  # what a part has settled for the next part: a card, a seat, a set or a number; or NOTHING

T = TypeVar("T", bound="TaskState")


@mypyc_attr(allow_interpreted_subclasses=True)
class Task(Generic[T]):
    """One part of one program.

    It has no state: seat and subject are in the frame, everything else in the cells. So one part serves all games at once.
    `next_part` is the part that follows in its program; None for the last. `program_signature` joins the signatures of all parts
    of that program, and `part_index` is the index of this one. `link_tasks` sets these once.
    """

    def __init__(self) -> None:
        self.next_part: Task[T] | None = None
        self.is_last = True
        self.program_signature = ""
        self.part_index: i64 = 0

    def signature(self) -> str:
        """Class and arguments, which distinguish this part from every other. A part with arguments overrides this."""
        return type(self).__name__

    def can_be_completed(self, state: T, seat: i64, subject: Subject) -> bool:
        """Whether this part and all that follow can be carried out. This default is for a part that needs nothing."""
        return self.rest_can_be_completed(state, seat, subject)

    def rest_can_be_completed(self, state: T, seat: i64, subject: Subject) -> bool:
        """Whether the parts after this one can be carried out."""
        next_part = self.next_part
        return next_part is None or next_part.can_be_completed(state, seat, subject)

    def offer_options(self, state: T, seat: i64, subject: Subject) -> None:
        """Offer the possible answers of `seat`. If nothing is offered, nothing is asked."""

    def unlisted_move(self, state: T, seat: i64, subject: Subject, index: i64) -> i64:
        """One of the answers that `offer_options` only counted (`State.unlisted`), by its index from 0."""
        return NOTHING

    def perform(self, state: T, seat: i64, subject: Subject, move: i64) -> Subject:
        """Carry out this part. `move` is the answer; NOTHING if nothing was asked. Returns the `subject` for the next part."""
        return subject

    def first_parts_called(self) -> "list[Task[Any]]":
        """The first part of each program that this part puts on the stack."""
        return []


def link_tasks(parts: Sequence[Task[Any]]) -> None:
    """Link parts to one program. Raises BadCatalogue for a part that already belongs to another program, because each part has
    one successor."""
    program_signature = ", ".join([part.signature() for part in parts])
    for index, part in enumerate(parts):
        next_part = parts[index + 1] if index + 1 < len(parts) else None
        if part.program_signature == "":
            part.next_part = next_part
            part.is_last = next_part is None
            part.program_signature = program_signature
            part.part_index = index
        elif part.program_signature != program_signature or part.part_index != index or part.next_part is not next_part:
            raise BadCatalogue(f"{part.signature()} is used in two places; make a new one for each")


@final
class ProgramTable:
    """The programs of one game, one after another.

    It begins with the programs of `continued_table`, which is closed from then on. So an address means the same in both.
    Addresses depend on the order in which programs are added, so never save them.
    """

    def __init__(self, continued_table: "ProgramTable | None" = None) -> None:
        self.tasks: vec[Task[Any]] = vec[Task[Any]]([])
        self.names: list[str] = []  # the name of the program at each address
        # A number for each address that does not depend on the order of programs; NOTHING until it is needed.
        self.part_digests: list[int] = []
        self.addresses: dict[str, int] = {}
        self.address_of_signature: dict[str, int] = {}  # where the program with this signature begins
        self.is_closed = False
        if continued_table is not None:
            continued_table.is_closed = True
            self.tasks = extend(self.tasks, continued_table.tasks)
            self.names += continued_table.names
            self.part_digests += continued_table.part_digests
            self.addresses.update(continued_table.addresses)
            self.address_of_signature.update(continued_table.address_of_signature)

    def add_program(self, name: str, first_part: Task[Any]) -> int:
        """Add the program that begins with `first_part`, and all programs that its parts call. Returns its address.

        The same name with the same parts is added only once. Position texts use the name; "" means its signature.
        """
        signature = first_part.program_signature
        name = name or signature
        full_name = f"{name}: {signature}"
        if full_name in self.addresses:
            return self.addresses[full_name]
        assert not self.is_closed, "the programs of the rules must come before those of the cards"
        address = len(self.names)
        parts: list[Task[Any]] = []
        part: Task[Any] | None = first_part
        while part is not None:
            parts.append(part)
            part = part.next_part
        self.tasks = extend(self.tasks, vec[Task[Any]](parts))
        self.names += [name] * len(parts)
        self.part_digests += [NOTHING] * len(parts)
        self.addresses[full_name] = address
        self.address_of_signature.setdefault(signature, address)
        for part in parts:
            for inner in part.first_parts_called():
                self.add_program("", inner)
        return address

    def address(self, part: Task[Any]) -> i64:
        """The address of a part, or of an equal one. Raises KeyError if its program was never added."""
        program_address: i64 = self.address_of_signature[part.program_signature]
        return program_address + part.part_index

    def task(self, address: int) -> Task[Any]:
        """The part at an address."""
        return self.tasks[address]

    def program_and_part_at(self, address: int) -> tuple[str, int]:
        """The name of the program at an address, and the index of the part there; ("", 0) if the address is unused."""
        if not 0 <= address < len(self.names):
            return "", 0
        return self.names[address], int(self.tasks[address].part_index)

    def find_address(self, program_name: str, part_index: int) -> int:
        """The address of a part of a program; NOTHING if there is none. O(number of parts)."""
        for address in range(len(self.names)):
            if self.names[address] == program_name and self.tasks[address].part_index == part_index:
                return address
        return NOTHING

    def part_digest(self, address: int) -> int:
        """A number for the part at an address, for digests: made from the name of its program and its index."""
        if self.part_digests[address] < 0:
            name, part_index = self.program_and_part_at(address)
            self.part_digests[address] = zlib.crc32(f"{name}/{part_index}".encode())
        return self.part_digests[address]


@mypyc_attr(allow_interpreted_subclasses=True)
class TaskState(State):
    """A position with a stack of frames in its cells. It can use the programs that were in the table when it was made."""

    def __init__(self, cells: vec[i64], programs: ProgramTable) -> None:
        super().__init__()
        self.cells: Final = cells
        self.programs: Final = programs
        self.tasks: Final = programs.tasks  # looked up in each step, so kept here
        self.broken = False  # a part that had to act could not: a bug, because no menu may lead here

    def call(self, address: i64, seat: i64, subject: Subject) -> None:
        """Put a program on the stack. It is carried out before everything below it."""
        cells = self.cells
        depth = cells[DEPTH_CELL]
        assert depth < MAX_FRAMES, "too many frames"
        top = STACK_START + 3 * depth
        cells[top] = address
        cells[top + 1] = seat
        cells[top + 2] = subject
        cells[DEPTH_CELL] = depth + 1

    def top_address(self) -> i64:
        """The address of the next part of the top frame; NOTHING if the stack is empty."""
        depth = self.cells[DEPTH_CELL]
        return self.cells[3 * depth + TOP_FRAME_OFFSET] if depth > 0 else NOTHING

    def top_subject(self) -> Subject:
        """The subject of the top frame; NOTHING if the stack is empty."""
        depth = self.cells[DEPTH_CELL]
        return self.cells[3 * depth + TOP_FRAME_OFFSET + 2] if depth > 0 else NOTHING

    def run(self) -> None:
        """Carry out parts until one asks a question. If the stack becomes empty, the game is over."""
        self.apply(NOTHING)

    def apply(self, move: i64) -> None:
        """Carry out parts until one asks a question. `move` answers the question of the top frame, unless it is NOTHING."""
        cells = self.cells
        self.move_count = 0
        self.unlisted = 0
        depth = cells[DEPTH_CELL]
        while depth > 0:
            top = 3 * depth + TOP_FRAME_OFFSET
            address = cells[top]
            task = self.tasks[address]
            seat = cells[top + 1]
            subject = cells[top + 2]
            if move < 0:  # not asked yet
                self.mover = seat
                task.offer_options(self, seat, subject)
                if self.move_count > 0:
                    return
            if task.is_last:
                cells[DEPTH_CELL] = depth - 1
                task.perform(self, seat, subject, move)
            else:  # if the part calls a program, this frame waits below it with its next part
                cells[top] = address + 1
                cells[top + 2] = task.perform(self, seat, subject, move)
            move = NOTHING
            depth = cells[DEPTH_CELL]
        self.mover = NOBODY

    def move_at(self, index: i64) -> i64:
        listed = self.move_count - self.unlisted
        if index < listed:
            return self.menu[index]
        cells = self.cells
        top = 3 * cells[DEPTH_CELL] + TOP_FRAME_OFFSET
        return self.tasks[cells[top]].unlisted_move(self, cells[top + 1], cells[top + 2], index - listed)

    def stack_digest(self) -> int:
        """A digest of the frames. It depends on the names of programs, not on their addresses."""
        k = 0
        for frame in range(self.cells[DEPTH_CELL]):
            start = STACK_START + 3 * frame
            k = hash_combine(k, self.programs.part_digest(self.cells[start]))
            k = hash_combine(k, (self.cells[start + 1] + 1) << 8 | self.cells[start + 2] + 1)
        return k


FRAME_SHAPE: Final = 'a frame of the stack is ["program", part, seat, subject]'

SubjectBounds = Callable[[str, int], tuple[int, int]]  # program and seat -> minimum and maximum of the subject


def stack_fields(state: TaskState) -> list[list[str | int]]:
    """The frames of the stack, from the bottom up: the program, the index of its next part, the seat, the subject."""
    fields: list[list[str | int]] = []
    for frame in range(state.cells[DEPTH_CELL]):
        start = STACK_START + 3 * frame
        program, part = state.programs.program_and_part_at(state.cells[start])
        fields.append([program, part, int(state.cells[start + 1]), int(state.cells[start + 2])])
    return fields


def read_stack(state: TaskState, fields: Mapping[str, Any], seat_count: int, subject_bounds: SubjectBounds) -> None:
    """Replace the stack with the frames under "stack", as `stack_fields` gives them. Runs nothing. Raises BadText."""
    state.cells[DEPTH_CELL] = 0
    for frame in read_list(fields, "stack", "", MAX_FRAMES):
        if not (isinstance(frame, list) and len(frame) == 4 and isinstance(frame[0], str)):
            raise BadText(f"{FRAME_SHAPE}, not {quoted(frame)}")
        name = frame[0][:MAX_QUOTED_CHARS]
        address = state.programs.find_address(frame[0], check_number(frame[1], f"stack: {name}: part", 0, MAX_FRAMES))
        if address < 0:
            raise BadText(f"stack: no program {name!r} has a part {frame[1]}")
        seat = check_number(frame[2], f"stack: {name}: seat", 0, seat_count - 1)
        low, high = subject_bounds(frame[0], seat)
        state.call(address, seat, check_number(frame[3], f"stack: {name}: subject", low, high))


def resume(state: TaskState) -> None:
    """Carry out the stack that was read, until something is asked. Raises BadText if it calls too much."""
    try:
        state.run()
    except AssertionError:
        raise BadText("stack: there is no place for what these programs call") from None
