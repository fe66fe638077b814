"""The machine of tasks: programs on one tape, frames on one stack, shown with three tasks that only note what they do."""

import pytest

from engine.core.rules import NOBODY, NOTHING, State
from engine.core.tasks import DEPTH, FREE, STACK, Task, TaskState, frame_address, frame_name, program


class Table(TaskState):
    """A position that remembers what was done."""

    def __init__(self) -> None:
        cells = State()
        for _ in range(FREE):
            cells.offer(0)
        super().__init__(cells.menu)  # the only row that both builds, compiled and interpreted, hand out
        self.done: list[tuple[str, int, int]] = []


class Note(Task[Table]):
    """Notes who and `it`, asks nothing, and hands on one more."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def words(self) -> str:
        return f"Note({self.name})"

    def perform(self, s: Table, who: int, it: int, move: int) -> int:
        s.done.append((self.name, who, it))
        return it + 1


class Ask(Task[Table]):
    """Asks for 1 or 2; the answer becomes `it`."""

    def options(self, s: Table, who: int, it: int) -> None:
        s.offer(1)
        s.offer(2)

    def perform(self, s: Table, who: int, it: int, move: int) -> int:
        s.done.append(("asked", who, move))
        return move


class CallBoth(Task[Table]):
    """Calls a program for seat 1 and seat 2; the frame of seat 1 is put on top."""

    def __init__(self, address: int) -> None:
        super().__init__()
        self.address = address

    def words(self) -> str:
        return f"CallBoth({frame_name(self.address)[0]})"

    def perform(self, s: Table, who: int, it: int, move: int) -> int:
        s.call(self.address, 2, it)
        s.call(self.address, 1, it)
        return it


class Never(Task[Table]):
    def possible(self, s: Table, who: int, it: int) -> bool:
        return False


def run(address: int, who: int = 0, it: int = 0) -> Table:
    s = Table()
    s.call(address, who, it)
    s.run()
    return s


def test_parts_are_done_in_order_and_each_hands_it_to_the_next():
    s = run(program("test: in order", Note("one"), Note("two"), Note("three")), who=3, it=7)
    assert s.done == [("one", 3, 7), ("two", 3, 8), ("three", 3, 9)]


def test_when_nothing_is_left_to_do_nobody_is_to_move():
    s = run(program("test: over", Note("one")))
    assert s.mover == NOBODY
    assert s.legal_moves() == []


def test_a_part_that_offers_something_waits_for_the_answer():
    s = run(program("test: ask", Note("one"), Ask(), Note("two")), who=2)
    assert s.mover == 2
    assert s.legal_moves() == [1, 2]
    assert s.done == [("one", 2, 0)]
    s.apply(2)
    assert s.done[1:] == [("asked", 2, 2), ("two", 2, 2)]
    assert s.mover == NOBODY


def test_a_part_that_offers_nothing_is_done_unasked():
    class Shy(Ask):
        def options(self, s: Table, who: int, it: int) -> None:
            pass

    s = run(program("test: shy", Shy()))
    assert s.done == [("asked", 0, NOTHING)]


def test_what_a_part_calls_is_done_before_the_next_part():
    inner = program("test: inner", Note("inner"))
    s = run(program("test: calls", CallBoth(inner), Note("outer")), it=5)
    assert s.done == [("inner", 1, 5), ("inner", 2, 5), ("outer", 0, 5)]


def test_a_question_in_a_called_program_is_asked_of_its_own_seat_and_the_caller_goes_on_afterwards():
    asking = program("test: asking", Ask())
    s = run(program("test: calls and waits", CallBoth(asking), Note("outer")))
    assert s.mover == 1
    s.apply(1)
    assert s.mover == 2
    s.apply(2)
    assert s.done == [("asked", 1, 1), ("asked", 2, 2), ("outer", 0, 0)]


def test_a_program_whose_last_part_calls_leaves_no_frame_behind():
    asking = program("test: asking", Ask())
    s = run(program("test: calls last", CallBoth(asking)))
    assert s.row[DEPTH] == 2


def test_a_copy_of_the_row_goes_on_from_the_same_question():
    s = run(program("test: ask", Note("one"), Ask(), Note("two")))
    t = Table()
    t.row[:] = s.row
    t.run()
    assert (t.mover, t.legal_moves()) == (s.mover, s.legal_moves())
    t.apply(1)
    assert t.done == [("asked", 0, 1), ("two", 0, 1)]
    assert s.mover == 0


def test_what_can_be_carried_out_is_asked_of_all_parts():
    assert Note("alone").possible(Table(), 0, 0)
    program("test: possible", fine := Note("fine"), also := Note("also"))
    assert fine.possible(Table(), 0, 0)
    program("test: impossible", first := Note("first"), second := Note("second"), Never())
    assert not first.possible(Table(), 0, 0)
    assert not second.possible(Table(), 0, 0)
    assert also.rest(Table(), 0, 0)


def test_the_same_program_is_laid_on_the_tape_once():
    address = program("test: once", Note("one"), Note("two"))
    assert program("test: once", Note("one"), Note("two")) == address
    assert program("test: once", Note("one")) != address
    assert program("test: twice", Note("one"), Note("two")) != address


def test_a_program_without_a_name_is_called_by_the_words_of_its_parts():
    address = program("", Note("left"), Note("right"))
    assert frame_name(address) == ("Note(left), Note(right)", 0)


def test_a_frame_is_named_by_program_and_part_both_ways():
    address = program("test: named", Note("one"), Note("two"))
    assert frame_name(address + 1) == ("test: named", 1)
    assert frame_address("test: named", 1) == address + 1
    assert frame_address("test: named", 2) == NOTHING
    assert frame_address("test: no such program", 0) == NOTHING


@pytest.mark.parametrize("cell", [STACK, STACK + 1, STACK + 2, DEPTH], ids=["address", "who", "it", "depth"])
def test_the_digest_of_the_stack_tells_every_difference(cell: int):
    program("test: digest", Ask(), Note("one"))
    s, t = Table(), Table()
    for table in (s, t):
        table.call(frame_address("test: digest", 0), 0, 0)
    assert s.stack_digest() == t.stack_digest()
    t.row[cell] += 1
    assert s.stack_digest() != t.stack_digest()
