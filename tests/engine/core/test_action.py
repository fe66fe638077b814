"""Action: a verb and a few small numbers, the same whether packed for a save or for the hot path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.action import ARGUMENT_BITS, MAX_ACTION_ARGUMENTS, MAX_MOVE_ARGUMENTS, Action, MoveCodec

LARGEST = (1 << ARGUMENT_BITS) - 2
VERBS = MoveCodec("pass", "swap", "", "buy", *[f"verb {number}" for number in range(4, 64)])
ACTIONS = st.builds(
    Action,
    st.sampled_from([name for name in VERBS.verb_names if name]),
    st.lists(st.integers(0, LARGEST), max_size=MAX_MOVE_ARGUMENTS).map(tuple),
)


def test_an_action_packs_as_its_verb_and_numbers():
    assert Action("swap", (1, 4)).pack() == ["swap", 1, 4]
    assert Action("pass").pack() == ["pass"]


@given(ACTIONS)
def test_a_packed_action_unpacks_as_the_same_action(action: Action):
    assert Action.from_packed(action.pack()) == action


@pytest.mark.parametrize(
    "packed",
    [
        [],
        [1],
        [None, 2],
        ["swap", "1"],
        ["swap", 1.0],
        ["swap", True],
        ["swap", None],
        ["swap", *range(MAX_ACTION_ARGUMENTS + 1)],
    ],
    ids=repr,
)
def test_a_malformed_packed_action_is_refused(packed: list[object]):
    with pytest.raises(ValueError, match="not an action"):
        Action.from_packed(packed)


def test_actions_are_equal_and_hashable_by_verb_and_numbers():
    assert Action("swap", (1, 4)) == Action("swap", (1, 4))
    assert Action("swap", (1, 4)) != Action("swap", (4, 1))
    assert Action("swap", (1, 4)) != Action("buy", (1, 4))
    assert Action("swap") != "swap"
    assert len({Action("swap", (1, 4)), Action("swap", (1, 4)), Action("pass")}) == 2


def test_an_action_shows_its_verb_and_numbers():
    assert repr(Action("swap", (1, 4))) == "Action(swap 1 4)"


@given(ACTIONS)
def test_an_action_encodes_as_a_move_and_decodes_again(action: Action):
    move = VERBS.encode(action)
    assert 0 <= move < 1 << 62
    assert VERBS.decode(move) == action


@given(ACTIONS, ACTIONS)
def test_different_actions_are_different_moves(one: Action, other: Action):
    assert (VERBS.encode(one) == VERBS.encode(other)) == (one == other)


@pytest.mark.parametrize(
    "action",
    [
        Action("sing"),
        Action(""),
        Action("swap", (-1,)),
        Action("swap", (0, LARGEST + 1)),
        Action("buy", tuple(range(MAX_MOVE_ARGUMENTS + 1))),
    ],
    ids=repr,
)
def test_an_unknown_verb_or_number_out_of_range_is_not_encoded(action: Action):
    with pytest.raises(ValueError, match="no such action"):
        VERBS.encode(action)


def test_a_verb_keeps_its_number_when_others_are_appended():
    shorter = MoveCodec(*VERBS.verb_names[:5])
    assert shorter.encode(Action("buy", (3,))) == VERBS.encode(Action("buy", (3,)))
