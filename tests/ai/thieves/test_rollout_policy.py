"""How thieves move in playouts: always by the rules, and only by what they see."""

import pytest

from ai.thieves.habits import fitted_habits
from ai.thieves.rollout_policy import RolloutPolicy
from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.thieves.game import THIEVES
from engine.thieves.state import ESCAPE, ThievesState
from tests.contract.tables import HARDER_GUARDIANS
from tests.engine.thieves.table import new_game, setup, table

DECISIONS = 150


def chosen_answer(state: ThievesState, luck: int = 1) -> str:
    return THIEVES.say(state, THIEVES.action(state, RolloutPolicy(state.pieces).choose_move(state, luck)))


@pytest.mark.parametrize(
    ("players", "choices", "cards"),
    [(2, (), ""), (3, ("20", "all", "high"), HARDER_GUARDIANS), (8, (), "")],
)
def test_policy_moves_are_legal_and_independent_of_hidden_cards(players: int, choices: tuple[str, ...], cards: str):
    state = THIEVES.start(setup(players, 3, choices, cards))
    policy = RolloutPolicy(state.pieces)
    for step in range(DECISIONS):
        if state.mover == NOBODY:
            break
        luck = seeded_hash(players, step) >> 33
        move = policy.choose_move(state, luck)
        assert move in state.legal_moves()
        if step % 5 == 0:
            mover = int(state.mover)
            worlds = [THIEVES.determinize(state, mover, seed) for seed in range(4)]
            assert {policy.choose_move(world, luck) for world in worlds} == {move}
        state.apply(move)


def test_a_thief_whose_cards_help_nowhere_escapes():
    useless = "1 key/2 lamp, 2 key/1 lamp"
    state = table((useless, "3 shield/1 key"), tomb="1 shield", guardians={"Skeleton": 0}, laid=("", "2 shield/1 key"))
    assert {chosen_answer(state, luck) for luck in range(20)} == {"escape"}


def test_a_thief_lays_a_card_where_the_community_card_is_missing():
    state = table(("2 shield/2 sword", ""), round_=3, status=("inside", "escaped"), guardians={"Skeleton": 6})
    assert chosen_answer(state) == "play 2 sword (not 2 shield) face up"  # the community card wins the tomb


def test_in_the_showdown_a_card_goes_where_it_is_decisive():
    laid = ("2 shield/1 key, 1 sword/1 shield", "3 shield/1 lamp")
    state = table(("", ""), laid=laid, community="2 sword/1 key", is_showdown=True, guardians={"Skeleton": 4})
    assert chosen_answer(state) == "use 2 sword for the Skeleton"


@pytest.mark.parametrize("players", [3, 4, 8])
def test_a_thief_with_more_rivals_escapes_more_often(players: int):
    assert first_escapes(players) > 1.5 * first_escapes(2)


def first_escapes(players: int) -> int:
    """The number of games, of 100, in which the first thief escapes at once."""
    escapes = 0
    for seed in range(100):
        state = new_game(players, seed)
        escapes += (
            RolloutPolicy(state.pieces, fitted_habits(players)).choose_move(state, seeded_hash(seed) >> 33) == ESCAPE
        )
    return escapes
