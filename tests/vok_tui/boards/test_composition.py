"""The overlay that lists the cards of the viewer's deck."""

from itertools import combinations

import pytest
from textual.pilot import Pilot

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import LARGE, PYRAMID, SMALL, TableApp, run, sitting_at
from vok_tui.boards.valley.pages import gold_of_next_hand
from vok_tui.game.sitting import Sitting


def dealt_from(deck: str, discard: str = "", hand: str = "Urn") -> Sitting:
    return sitting_at(table(hands=(hand, "Urn"), pyramid=PYRAMID, deck=(deck, "3 Urn"), discard=(discard, "")))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_deck_overlay_shows_next_hand_deck_and_discard_pile(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await pilot.pause()
        shown = text(app)
        for part in ("Your next hand:", "worst ", "Still to come: 6 cards in your deck", " 1 ♜ Statue of Thoth "):
            assert part in shown
        assert "Your discard pile: 2 cards" in shown
        await pilot.press("i")
        await pilot.pause()
        assert "Your discard pile" not in text(app)

    run(dealt_from("Statue of Thoth, 2 Shabti, Box of Food, 2 Urn", "Boat, Urn"), test, size)


def test_the_gold_of_the_next_hand_covers_all_possible_hands():
    seat = VALLEY.view(dealt_from("Statue of Thoth, Boat, Shabti, 2 Box of Food, 2 Urn").match.state, 0).mine
    hands = [sum(face.gold for face in hand) for hand in combinations(seat.deck, 5)]
    assert gold_of_next_hand(seat) == (min(hands), pytest.approx(sum(hands) / len(hands)), max(hands))


def test_a_small_deck_is_drawn_and_then_the_reshuffled_pile():
    seat = VALLEY.view(dealt_from("Statue of Thoth, Boat", "Shabti, 2 Urn", "Box of Food").match.state, 0).mine
    reshuffled = [*seat.sorted_discard, *[card.face for card in seat.hand]]
    certain_gold = sum(face.gold for face in seat.deck)
    hands = [certain_gold + sum(face.gold for face in hand) for hand in combinations(reshuffled, 3)]
    assert gold_of_next_hand(seat) == (min(hands), pytest.approx(sum(hands) / len(hands)), max(hands))


def test_a_player_without_cards_has_no_gold_in_the_next_hand():
    seat = VALLEY.view(table(hands=("", "Urn")), 0).mine
    assert gold_of_next_hand(seat) == (0, 0.0, 0)


def test_a_spectator_sees_no_deck():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await pilot.pause()
        assert "Still to come" not in text(app)

    sitting = sitting_at(table(hands=("Urn", "Urn"), pyramid=PYRAMID, deck="2 Boat"), "shabti", "shabti")
    assert sitting.viewer == NOBODY
    run(sitting, test)
