"""What a seat sees of deck and discard pile: its own cards without their order, and nothing of those of others."""

from engine.core.game import NOBODY
from tests.engine.valley.table import act, afterlife, table
from tests.engine.valley.views import names, view


def test_a_players_discard_pile_is_listed_from_the_bottom_in_other_turns():
    s = table(hands=("", "Urn"), discard=("Boat, Urn", "Censer, Urn, Shabti"))
    assert names(view(s, 1).seats[1].discard) == ["Censer", "Urn", "Shabti"]
    assert view(s, 0).seats[1].discard == ()


def test_in_their_turn_a_player_sees_only_the_top_of_their_discard_pile():
    mine = view(table(hands=("Urn", ""), discard="Boat, Urn")).seats[0]
    assert (mine.discard, mine.discard_count) == ((), 2)
    assert mine.discard_top is not None
    assert mine.discard_top.name == "Urn"


def test_nobody_sees_the_deck_or_discard_pile_of_another():
    s = table(hands=("Urn", "Urn"), deck=("Boat, Urn", "Censer"), discard=("Urn, Boat", "Urn, Censer"))
    for viewer in (0, 1, NOBODY):
        counts = [(len(seat.deck), len(seat.deck_top), len(seat.sorted_discard)) for seat in view(s, viewer).seats]
        own = [(2, 0, 2), (0, 0, 0)] if viewer == 0 else [(0, 0, 0), (1, 0, 2)]
        assert counts == (own if viewer != NOBODY else [(0, 0, 0)] * 2)


def test_only_the_asked_seat_sees_that_a_card_goes_to_its_tomb():
    s = afterlife(hands=("Bow, Urn", "Urn"), pyramid="Axe, Banquet, Serdab / Dagger, Sling / Bracelet")
    assert not view(s).takes_to_tomb
    act(s, "execute Bow")
    assert (view(s).takes_to_tomb, view(s, 1).takes_to_tomb) == (True, False)
