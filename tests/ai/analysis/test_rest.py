"""Chances are read at positions at rest, and nowhere else."""

from collections.abc import Iterator

import pytest

from ai.analysis.analyse import question_at, settle
from ai.analysis.calibration import shipped_calibration
from ai.analysis.rest import NotAtRest, RestValue, play_to_rest, searching
from ai.kit import kit_of
from ai.measured import table_of
from ai.search.playout import Rng
from engine.core.game import NOBODY, Game, Seat, Setup, State
from engine.core.match import Match
from engine.games import GAMES
from engine.tal import state as tal_layout
from engine.thieves import state as thieves_layout
from engine.valley import state as valley_layout
from engine.valley.game import VALLEY

GAME_NAMES = ("valley", "thieves", "tal")


def positions_of(name: str, players: int) -> Iterator[tuple[Game, State]]:
    """All positions of a random game."""
    game, rng = GAMES[name], Rng(7)
    state = game.start(Setup(name, tuple([Seat(str(seat)) for seat in range(players)]), seed=5))
    while True:
        yield game, state
        if state.mover == NOBODY:
            return
        state.apply(state.menu[rng.below(state.move_count)])


def turn_of(name: str, state: State) -> int:
    """The number of the turn, round or tomb that a position is in."""
    cells = state.cells
    if name == "valley":
        return int(cells[valley_layout.TURN_NUMBER])
    if name == "tal":
        return int(cells[tal_layout.ROUND])
    return int(cells[thieves_layout.TOMB_NUMBER])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_position_is_at_rest_where_a_turn_a_round_or_a_tomb_begins_and_at_the_end(name: str, players: int):
    turn = -1
    found = 0
    for game, state in positions_of(name, players):
        if state.mover == NOBODY:
            assert game.is_at_rest(state)
            break
        begins = turn_of(name, state) != turn
        assert game.is_at_rest(state) == begins, game.chapter(state)
        turn = turn_of(name, state)
        found += begins
    assert found > 1


@pytest.mark.parametrize("name", GAME_NAMES)
def test_no_chance_is_made_in_the_middle_of_a_turn(name: str):
    for game, state in positions_of(name, 2):
        kit = kit_of(game)
        evaluator = kit.analysis_evaluator(state)
        if game.is_at_rest(state):
            value = RestValue(kit, evaluator, state, 0)
            assert 0.0 <= value.value <= 1.0
            assert value.is_over == (state.mover == NOBODY)
        else:
            with pytest.raises(NotAtRest, match="begins"):
                RestValue(kit, evaluator, state, 0)


def test_the_end_of_a_game_is_worth_its_result():
    for name in GAME_NAMES:
        *_, (game, state) = positions_of(name, 2)
        kit, shares, points = kit_of(game), game.rewards(state), game.scores(state)
        setup = Setup(name, (Seat("a"), Seat("b")), seed=5)
        calibration = shipped_calibration(table_of(setup), kit.value_key(game.start(setup)))
        assert calibration is not None
        for seat in range(2):
            value = RestValue(kit, kit.analysis_evaluator(state), state, seat)
            assert calibration.chance(value) == shares[seat]
            assert calibration.margin(value) == points[seat] - points[1 - seat]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_what_ends_within_a_turn_is_played_on(name: str):
    for number, (game, state) in enumerate(positions_of(name, 2)):
        if number % 7 != 3:
            continue
        player = searching(kit_of(game).analysis_evaluator(state), 4)
        world, again = state.copy(), state.copy()
        decisions = play_to_rest(game, world, player, 9)
        assert game.is_at_rest(world)
        assert (world.digest() == state.digest()) == game.is_at_rest(state)
        assert (play_to_rest(game, again, player, 9), again.digest()) == (decisions, world.digest())
        if number > 30:
            break


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_small_tree_is_settled_at_rest_too(name: str):
    """A tree of a few simulations ends in the middle of the turn in all three games."""
    match = Match(GAMES[name], Setup(name, (Seat("a"), Seat("b")), seed=3))
    match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    question = question_at(match, match.log.head)
    for move in question.moves[:2]:
        tree = question.tree(move, 1)
        tree.run(6)
        estimate = settle(question, tree)
        assert 0.0 < estimate.value < 1.0
        assert estimate.tree_size == 6
        assert estimate == settle(question, tree)


ENDLESS_TURN = """
sets = ["Mummification", "Canopic Jars", "Amulets", "Weapons", "Statues"]
uniques = ["Boat", "Burial Mask", "Hounds and Jackals Game", "Ibex Statue", "Mirror Case", "Chariot"]
executed = ["Tyet Amulet", "Hounds and Jackals Game"]
stack = [["Turn", 1, 0, -1], ["Playing", 0, 0, -1]]
pyramid = ["Duamutef Canopic Jar", "Imsety Canopic Jar", "Qebehsenuef Canopic Jar", "Bow", "Linen Bandages", "Statue of Osiris"]
stock_iii = ["Linen Bandages", "Brain Hook"]
[[seat]]
hand = ["Tyet Amulet"]
deck = ["Shabti", "Box of Food"]
in_play = ["Tyet Amulet", "Hounds and Jackals Game"]
[[seat]]
hand = ["Shabti"]
deck = ["Urn"]
"""


def test_a_turn_in_which_two_cards_bring_each_other_back_comes_to_an_end():
    """Two Tyet Amulets take turns in repeating Hounds and Jackals, which puts the other one into the hand."""

    def goes_round(state: State, seed: int) -> int:
        return max(state.legal_moves(), key=lambda move: (VALLEY.action(state, move).verb == "execute", -move))

    state = VALLEY.read_position(ENDLESS_TURN)
    assert play_to_rest(VALLEY, state, goes_round, 1) > 100
    assert VALLEY.chapter(state).seat == 1
