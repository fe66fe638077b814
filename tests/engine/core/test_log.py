"""The log: a tree of all actions that were ever played, with a head. It only grows."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.action import Action
from engine.core.errors import UnknownNode
from engine.core.journal import Entry, MovedHead, Played, Seated
from engine.core.log import Log

A, B, C = Action("a"), Action("b"), Action("c")
ENTRIES = st.lists(st.sampled_from([A, B, C]) | st.integers(0, 30), max_size=40)


def played(*entries: Action | int) -> Log:
    """A log after actions and gotos; a goto is the number of a node. A goto to a node that does not exist is left out."""
    log = Log()
    for entry in entries:
        if isinstance(entry, Action):
            log.play(entry)
        elif entry < len(log):
            log.goto(entry)
    return log


def facts(log: Log) -> tuple[object, ...]:
    redo = [log.last_visited_child(node) for node in range(len(log))]
    return log.parents, log.actions, log.children, log.journal, log.heads, log.head, redo


def enter(log: Log, entry: Entry) -> None:
    """Repeat an entry of the journal of another log."""
    match entry:
        case Played(action):
            log.play(action)
        case MovedHead(node):
            log.goto(node)
        case Seated(seat, level, simulations):
            log.change_seat(seat, level, simulations)


def test_a_new_log_starts_at_the_root():
    log = Log()
    assert len(log) == 1
    assert log.head == 0
    assert log.path(0) == [0]
    assert log.journal == []


def test_each_action_steps_to_a_new_node():
    log = Log()
    assert [log.play(A), log.play(B)] == [1, 2]
    assert log.head == 2
    assert log.path(2) == [0, 1, 2]
    assert log.actions[1:] == [A, B]


def test_repeating_an_action_returns_to_the_existing_node():
    log = played(A, B, 1)
    assert log.play(B) == 2
    assert len(log) == 3
    assert log.children[1] == [2]


def test_a_different_action_adds_a_variation():
    log = played(A, B, 1, C)
    assert log.head == 3
    assert log.path(3) == [0, 1, 3]
    assert log.path(2) == [0, 1, 2]
    assert log.children[1] == [2, 3]


def test_the_same_action_in_another_position_adds_a_node():
    log = played(A, B, 0, B)
    assert log.head == 3
    assert log.path(3) == [0, 3]


def test_redo_follows_the_last_visited_child():
    log = played(A, 0, B, 0, C, 0)
    assert log.redo_node() == 3
    log.goto(1)
    log.goto(0)
    assert log.redo_node() == 1


def test_redo_follows_the_whole_path_of_the_last_jump():
    log = played(A, B, C, 0, B, 0)
    assert log.redo_node() == 4
    log.goto(3)
    log.goto(0)
    assert log.redo_node() == 1
    log.goto(1)
    assert log.redo_node() == 2


def test_redo_at_the_end_of_a_line_does_nothing():
    log = played(A, B)
    assert log.redo_node() == log.head == 2


def test_the_journal_records_jumps():
    log = played(A, B, 1, C)
    assert log.journal == [Played(A), Played(B), MovedHead(1), Played(C)]
    assert log.heads == [1, 2, 1, 3]


@pytest.mark.parametrize("node", [-1, 2, 99])
def test_a_jump_to_an_unknown_node_changes_nothing(node: int):
    log = played(A)
    with pytest.raises(UnknownNode) as refused:
        log.goto(node)
    assert refused.value.node == node
    assert str(refused.value) == f"the game has no node {node}"
    assert facts(log) == facts(played(A))


@given(ENTRIES)
def test_replaying_the_journal_gives_the_same_log(entries: list[Action | int]):
    log = played(*entries)
    again = Log()
    for entry in log.journal:
        enter(again, entry)
    assert facts(again) == facts(log)


@given(ENTRIES)
def test_the_log_is_a_tree(entries: list[Action | int]):
    log = played(*entries)
    for node in range(1, len(log)):
        assert log.parents[node] < node
        assert log.children[log.parents[node]].count(node) == 1
    assert sum(len(children) for children in log.children) == len(log) - 1
    for children in log.children:
        assert len({log.actions[child] for child in children}) == len(children)


@given(ENTRIES)
def test_a_path_leads_from_the_root_parent_by_parent(entries: list[Action | int]):
    log = played(*entries)
    for node in range(len(log)):
        line = log.path(node)
        assert line[0] == 0
        assert line[-1] == node
        assert all(log.parents[below] == above for above, below in pairwise(line))


@given(ENTRIES, ENTRIES)
def test_later_entries_never_move_or_remove_a_node(entries: list[Action | int], more: list[Action | int]):
    before, after = played(*entries), played(*entries, *more)
    assert after.parents[: len(before)] == before.parents
    assert after.actions[: len(before)] == before.actions
    assert after.journal[: len(before.journal)] == before.journal
    for node in range(len(before)):
        assert after.children[node][: len(before.children[node])] == before.children[node]


@given(ENTRIES)
def test_undoing_and_redoing_everything_passes_the_old_head(entries: list[Action | int]):
    log = played(*entries)
    head = log.head
    log.goto(0)
    while log.redo_node() != log.head:
        log.goto(log.redo_node())
    assert head in log.path(log.head)
