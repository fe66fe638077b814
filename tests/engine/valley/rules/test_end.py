"""Rulebook, "End of Game": stock and pyramid are empty, and all players have had the same number of turns."""

import pytest

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from engine.valley.rules.pyramid import pyramid_is_empty
from engine.valley.state import TURN_NUMBER
from tests.engine.valley.table import act, asked, menu, over, table
from tests.engine.valley.walks import walk

NUMBERS = pytest.mark.parametrize("players", [2, 3, 4])


def after_buying_boat(players: int, active: int, pyramid: str = "Boat", stock: str = "") -> str:
    """Who is asked after a turn in which `active` bought a Boat, or that the game is over."""
    hands = tuple("Burial Mask" if seat == active else "" for seat in range(players))
    s = table(hands=hands, pyramid=pyramid, stock=stock, active=active)
    act(s, next(text for text in menu(s) if text.startswith("buy")), "end turn")
    return "over" if over(s) else f"player {asked(s)[0]}"


@NUMBERS
def test_the_game_ends_after_the_last_players_turn_when_stock_and_pyramid_are_empty(players: int):
    assert after_buying_boat(players, active=players - 1) == "over"


@NUMBERS
def test_all_players_have_the_same_number_of_turns(players: int):
    for active in range(players - 1):
        assert after_buying_boat(players, active) == f"player {active + 1}"


@NUMBERS
def test_the_round_is_finished_with_an_empty_pyramid(players: int):
    s = table(hands=("Burial Mask",) + ("Urn",) * (players - 1), pyramid="Boat")
    act(s, "buy Boat with Burial Mask", "end turn")
    for seat in range(1, players):
        assert (asked(s), menu(s)) == ((seat, ""), ["entomb Urn", "end turn"])
        act(s, "entomb Urn", "end turn")
    assert over(s)
    assert VALLEY.scores(s) == [0] + [1] * (players - 1)


def test_the_game_continues_while_a_card_is_in_the_stock():
    assert after_buying_boat(2, active=1, stock="Censer") == "player 0"


def test_the_game_continues_while_a_card_is_in_the_pyramid():
    assert after_buying_boat(2, active=1, pyramid="Boat, Boat") == "player 0"


def test_the_game_ends_when_the_last_card_of_the_pyramid_was_sacrificed():
    s = table(hands=("", ""), pyramid="Boat, Boat")
    act(s, "end turn", "sacrifice Boat (left) from the pyramid")
    assert asked(s) == (1, "")
    act(s, "end turn", "sacrifice Boat from the pyramid")
    assert over(s)


def test_nobody_is_asked_after_the_end():
    s = table(hands=("", ""), active=1)
    act(s, "end turn")
    question = VALLEY.question(s)
    assert (question.seat, question.text, question.card) == (NOBODY, "The game is over", "")
    assert menu(s) == []


@NUMBERS
@pytest.mark.parametrize("seed", range(10))
def test_every_game_ends_after_whole_rounds(players: int, seed: int):
    for s in walk(players, seed):
        assert not s.broken
    assert over(s)
    assert s.stock_count() == 0
    assert pyramid_is_empty(s)
    assert (s.cells[TURN_NUMBER] + 1) % players == 0
    assert VALLEY.rewards(s).count(0.0) < players
