"""Editions: what may be chosen before a game begins, and what is refused."""

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Game, Seat, Setup, State
from engine.core.setup import Edition, Option, Variant, check_choices, choices_in_order

GOAL = Option("goal", "Treasure to win", ("10", "15", "20"), "10", "how much treasure wins the game")
STAKES = Option("stakes", "Stakes", ("normal", "high"), "normal", "how much a round costs")
EDITION = Edition("base", 2, 8, "the whole game", (GOAL, STAKES))


class Thieves(Game[State]):
    """A game that only declares its editions."""

    def title(self) -> str:
        return "Thieves"

    def editions(self) -> tuple[Edition, ...]:
        return EDITION, Edition("duel", 2, 2, "for two")


def setup(players: int, edition: str = "base", choices: tuple[str, ...] = ()) -> Setup:
    return Setup("thieves", tuple(Seat(f"seat {seat}") for seat in range(players)), 1, Variant(edition, choices))


def test_an_unchosen_option_keeps_its_default():
    assert choices_in_order(EDITION, {}) == ()
    assert choices_in_order(EDITION, {"stakes": "high"}) == ("10", "high")
    assert EDITION.default_choices == ("10", "normal")


@pytest.mark.parametrize(
    ("chosen", "refusal"),
    [
        ({"gaol": "10"}, "the edition base has no option 'gaol'; there are goal, stakes"),
        ({"goal": "11"}, "goal is one of 10, 15, 20, not '11'"),
    ],
)
def test_an_unknown_choice_is_refused_with_the_possible_ones(chosen: dict[str, str], refusal: str):
    with pytest.raises(BadSetup, match=f"^{refusal}$"):
        choices_in_order(EDITION, chosen)


def test_options_that_are_newer_than_a_setup_have_their_defaults():
    assert [EDITION.all_choices(words) for words in ((), ("15",), ("15", "high"))] == [
        ("10", "normal"),
        ("15", "normal"),
        ("15", "high"),
    ]
    for words in ((), ("15",), ("15", "high")):
        assert check_choices(EDITION, words) == words
    with pytest.raises(BadSetup, match="lets you choose goal, stakes; 3 choices"):
        check_choices(EDITION, ["15", "high", "high"])


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        (setup(9), "Thieves, base: for 2 to 8 players, not 9"),
        (setup(3, "duel"), "Thieves, duel: for 2 players, not 3"),
        (setup(2, "dual"), "no edition is called 'dual'; there are base, duel"),
        (setup(2, choices=("10", "higher")), "stakes is one of normal, high, not 'higher'"),
        (setup(2, "duel", ("10",)), "the edition duel lets you choose nothing"),
    ],
)
def test_an_impossible_setup_is_refused_with_the_reason(wrong: Setup, refusal: str):
    with pytest.raises(BadSetup, match=f"^{refusal}"):
        Thieves().check_setup(wrong)
