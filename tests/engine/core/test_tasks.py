"""Tasks: programs in one table and frames on one stack, shown with three tasks that only record what they do."""

import pytest

from engine.core.errors import BadCatalogue
from engine.core.game import NOBODY, NOTHING, State
from engine.core.tasks import DEPTH_CELL, FIRST_GAME_CELL, STACK_START, ProgramTable, Task, TaskState, link_tasks


class Table(TaskState):
    """A position that records what was done."""

    def __init__(self, programs: ProgramTable) -> None:
        cells = State()
        for _ in range(FIRST_GAME_CELL):
            cells.offer(0)
        super().__init__(cells.menu, programs)  # the only array that both builds, compiled and interpreted, give out
        self.done: list[tuple[str, int, int]] = []


class Note(Task[Table]):
    """Records the seat and the subject, asks nothing, and passes on one more."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def signature(self) -> str:
        return f"Note({self.name})"

    def perform(self, s: Table, seat: int, subject: int, move: int) -> int:
        s.done.append((self.name, seat, subject))
        return subject + 1


class Ask(Task[Table]):
    """Asks for 1 or 2. The answer becomes the subject."""

    def offer_options(self, s: Table, seat: int, subject: int) -> None:
        s.offer(1)
        s.offer(2)

    def perform(self, s: Table, seat: int, subject: int, move: int) -> int:
        s.done.append(("asked", seat, move))
        return move


class CallBoth(Task[Table]):
    """Calls a program for seat 1 and seat 2. The frame of seat 1 is on top."""

    def __init__(self, inner: Task[Table]) -> None:
        super().__init__()
        self.inner = inner

    def signature(self) -> str:
        return f"CallBoth({self.inner.program_signature})"

    def first_parts_called(self) -> list[Task[Table]]:
        return [self.inner]

    def perform(self, s: Table, seat: int, subject: int, move: int) -> int:
        s.call(s.programs.address(self.inner), 2, subject)
        s.call(s.programs.address(self.inner), 1, subject)
        return subject


class Never(Task[Table]):
    def can_be_completed(self, s: Table, seat: int, subject: int) -> bool:
        return False


def program(*parts: Task[Table]) -> Task[Table]:
    """One program made of these parts; returns the first."""
    link_tasks(parts)
    return parts[0]


def run(*parts: Task[Table], seat: int = 0, subject: int = 0) -> Table:
    programs = ProgramTable()
    address = programs.add_program("test", program(*parts))
    s = Table(programs)
    s.call(address, seat, subject)
    s.run()
    return s


def test_parts_run_in_order_and_each_passes_on_the_subject():
    s = run(Note("one"), Note("two"), Note("three"), seat=3, subject=7)
    assert s.done == [("one", 3, 7), ("two", 3, 8), ("three", 3, 9)]


def test_nobody_is_to_move_when_the_stack_is_empty():
    s = run(Note("one"))
    assert s.mover == NOBODY
    assert s.legal_moves() == []


def test_a_part_with_options_waits_for_the_answer():
    s = run(Note("one"), Ask(), Note("two"), seat=2)
    assert s.mover == 2
    assert s.legal_moves() == [1, 2]
    assert s.done == [("one", 2, 0)]
    s.apply(2)
    assert s.done[1:] == [("asked", 2, 2), ("two", 2, 2)]
    assert s.mover == NOBODY


def test_a_part_without_options_runs_unasked():
    class Shy(Ask):
        def offer_options(self, s: Table, seat: int, subject: int) -> None:
            pass

    s = run(Shy())
    assert s.done == [("asked", 0, NOTHING)]


def test_a_called_program_runs_before_the_next_part():
    inner = program(Note("inner"))
    s = run(CallBoth(inner), Note("outer"), subject=5)
    assert s.done == [("inner", 1, 5), ("inner", 2, 5), ("outer", 0, 5)]


def test_a_called_program_asks_its_own_seat_before_the_caller_continues():
    asking = program(Ask())
    s = run(CallBoth(asking), Note("outer"))
    assert s.mover == 1
    s.apply(1)
    assert s.mover == 2
    s.apply(2)
    assert s.done == [("asked", 1, 1), ("asked", 2, 2), ("outer", 0, 0)]


def test_a_call_in_the_last_part_leaves_no_frame_of_the_caller():
    asking = program(Ask())
    s = run(CallBoth(asking))
    assert s.cells[DEPTH_CELL] == 2


def test_a_copy_of_the_cells_continues_from_the_same_question():
    s = run(Note("one"), Ask(), Note("two"))
    t = Table(s.programs)
    t.cells[:] = s.cells
    t.run()
    assert (t.mover, t.legal_moves()) == (s.mover, s.legal_moves())
    t.apply(1)
    assert t.done == [("asked", 0, 1), ("two", 0, 1)]
    assert s.mover == 0


def test_a_program_can_be_completed_only_if_all_its_parts_can():
    s = Table(ProgramTable())
    assert Note("alone").can_be_completed(s, 0, 0)
    program(fine := Note("fine"), also := Note("also"))
    assert fine.can_be_completed(s, 0, 0)
    program(first := Note("first"), second := Note("second"), Never())
    assert not first.can_be_completed(s, 0, 0)
    assert not second.can_be_completed(s, 0, 0)
    assert also.rest_can_be_completed(s, 0, 0)


def test_a_part_belongs_to_only_one_program():
    one, other = Note("one"), Note("other")
    program(one, other)
    program(one, other)
    for parts in ([one], [other, one], [one, Note("other")], [one, one]):
        with pytest.raises(BadCatalogue, match="is used in two places"):
            link_tasks(parts)


def test_the_same_program_is_added_once():
    programs = ProgramTable()
    address = programs.add_program("once", program(Note("one"), Note("two")))
    assert programs.add_program("once", program(Note("one"), Note("two"))) == address
    assert programs.add_program("once", program(Note("one"))) != address
    assert programs.add_program("twice", program(Note("one"), Note("two"))) != address


def test_a_program_runs_the_same_in_every_table():
    first = program(CallBoth(program(Ask())), Note("outer"))
    for before in range(3):
        programs = ProgramTable()
        for number in range(before):
            programs.add_program(f"before {number}", program(Note("before")))
        address = programs.add_program("shared", first)
        s = Table(programs)
        s.call(address, 0, 5)
        s.run()
        assert (s.mover, programs.address(first)) == (1, before)
        s.apply(1)
        s.apply(2)
        assert s.done == [("asked", 1, 1), ("asked", 2, 2), ("outer", 0, 5)]


def test_an_extended_program_table_accepts_no_more_programs():
    common = ProgramTable()
    address = common.add_program("common", program(Note("common")))
    programs = ProgramTable(common)
    assert programs.program_and_part_at(address) == ("common", 0)
    assert programs.add_program("own", program(Note("own"))) == address + 1
    with pytest.raises(AssertionError, match="come before"):
        common.add_program("late", program(Note("late")))


def test_an_unnamed_program_is_named_after_its_parts():
    programs = ProgramTable()
    address = programs.add_program("", program(Note("left"), Note("right")))
    assert programs.program_and_part_at(address) == ("Note(left), Note(right)", 0)


def test_an_address_and_its_program_and_part_convert_both_ways():
    programs = ProgramTable()
    address = programs.add_program("named", program(Note("one"), Note("two")))
    assert programs.program_and_part_at(address + 1) == ("named", 1)
    assert programs.find_address("named", 1) == address + 1
    assert programs.find_address("named", 2) == NOTHING
    assert programs.find_address("no such program", 0) == NOTHING
    assert programs.program_and_part_at(address + 2) == ("", 0)


@pytest.mark.parametrize(
    "cell", [STACK_START, STACK_START + 1, STACK_START + 2, DEPTH_CELL], ids=["address", "seat", "subject", "depth"]
)
def test_the_stack_digest_depends_on_every_cell_of_the_stack(cell: int):
    programs = ProgramTable()
    address = programs.add_program("digest", program(Ask(), Note("one")))
    s, t = Table(programs), Table(programs)
    for table in (s, t):
        table.call(address, 0, 0)
    assert s.stack_digest() == t.stack_digest()
    t.cells[cell] += 1
    assert s.stack_digest() != t.stack_digest()
