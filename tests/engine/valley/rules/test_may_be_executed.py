"""The fast answer to "may this be executed?" compared with the slow and exact one of `exact.py`, on thousands of positions.

The fast one decides what menus offer: `can_be_completed` of each part looks ahead a little.
"""

from itertools import islice
from random import Random

import pytest

from engine.core.game import NOBODY
from engine.valley.editions import shipped_catalogue
from engine.valley.game import VALLEY
from tests.contract.census import valley_cards
from tests.engine.valley.catalogues import AFTERLIFE, BASE
from tests.engine.valley.exact import could_be_executed
from tests.engine.valley.rules.exact_menus import check, check_not_stuck, random_play, sparse_position
from tests.engine.valley.walks import start

"""Kinds whose action is checked at each position."""

EDITIONS = {"base": BASE, "afterlife": AFTERLIFE, "both": shipped_catalogue("base", "afterlife")}


# Checks of a position


# Positions


@pytest.mark.parametrize(
    ("edition", "players", "every"),
    [("base", 2, 5), ("base", 4, 7), ("afterlife", 3, 7), ("both", 5, 23)],
)
def test_menus_offer_exactly_the_completable_actions_in_random_games(edition: str, players: int, every: int) -> None:
    """Only some positions of a game are checked: with more cards and players, each check costs more."""
    rng = Random(players)
    game = random_play(start(players, players, edition), rng, 450)
    assert sum(check(s, rng) for s in islice(game, 0, None, every)) > 40


@pytest.mark.parametrize(("edition", "seed"), [("base", 0), ("afterlife", 1), ("both", 4)])
def test_menus_offer_exactly_the_completable_actions_with_few_cards_left(edition: str, seed: int) -> None:
    rng = Random(seed)
    compared = sum(
        check(s, rng) for _ in range(24) for s in random_play(sparse_position(rng, EDITIONS[edition]), rng, 8)
    )
    assert compared > 350


@pytest.mark.parametrize("edition", ["base", "afterlife"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_never_gets_stuck_and_loses_no_card(edition: str, players: int) -> None:
    for seed in range(5):
        cards = valley_cards(start(players, seed, edition))
        for s in random_play(start(players, seed, edition), Random(seed), 5000):
            check_not_stuck(s)
        assert s.mover == NOBODY
        assert valley_cards(s) == cards


def test_the_exact_definition_rejects_an_incompletable_action() -> None:
    s = VALLEY.read_position('[[seat]]\nhand = ["Book of the Earth", "Shabti"]\n[[seat]]\n')
    assert not could_be_executed(s, BASE.kind_of["Book of the Earth"])
    s = VALLEY.read_position('[[seat]]\nhand = ["Statue of Anubis", "Shabti"]\ndeck = ["Urn"]\n[[seat]]\n')
    assert could_be_executed(s, BASE.kind_of["Statue of Anubis"])
