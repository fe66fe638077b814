"""What a player can still do in a turn. Whole menus are compared with all that can be done in test_may_be_executed."""

from engine.valley.rules.discards import owns_any_outside_tomb, owns_or_can_unearth
from engine.valley.rules.prospects import HAND_ONLY, UNDRAWN, TurnResources
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import table

KINDS = {card.name: kind for kind, card in enumerate(BASE.cards)}

# Cards that fetch one, that redraw and that draw; how many they draw together; cards in the hand and in the deck; cards that are
# paid; and how many cards can then be fetched into the hand.
FETCHABLE = [
    (0, 0, 0, 0, 5, 10, 0, 0),
    (1, 0, 0, 0, 5, 10, 0, 1),
    (2, 0, 0, 0, 5, 10, 4, 2),
    (1, 0, 0, 0, 5, 10, 5, 0),
    (0, 1, 0, 0, 5, 2, 0, 2),
    (0, 1, 0, 0, 5, 10, 0, 0),
    (0, 2, 0, 0, 5, 2, 0, 5),
    (0, 2, 0, 0, 5, 2, 3, 2),
    (0, 0, 1, 2, 5, 1, 0, 1),
    (0, 0, 1, 2, 5, 2, 0, 0),
    (1, 0, 1, 2, 5, 2, 0, 1),
    (0, 0, 2, 3, 2, 0, 3, 0),
]


def test_cards_are_fetched_by_what_fetches_redraws_and_draws_until_the_hand_is_paid() -> None:
    state = table(hands=("5 Urn", "Urn"))
    for row in FETCHABLE:
        fetching, redrawing, drawing, drawn, hand, deck, paid, expected = row
        resources = TurnResources(state, 0, HAND_ONLY, UNDRAWN, hand, deck, 0, 0)
        resources.fetching_count, resources.redrawing_count = fetching, redrawing
        resources.drawing_count, resources.drawn_cards = drawing, drawn
        assert resources.fetchable_count(paid) == expected, row


def test_a_card_in_the_tomb_is_within_reach_only_of_a_card_that_reuses_it() -> None:
    card, (reuser, *_) = KINDS["Urn"], BASE.kinds_reusing_entombed
    name = BASE.cards[reuser].name
    for hand, is_owned, is_reached in (("Shabti", False, False), (f"Shabti, {name}", True, True)):
        state = table(hands=(hand, "Urn"), tomb="Urn")
        assert owns_any_outside_tomb(state, 0, BASE.kinds_reusing_entombed) == is_owned
        assert owns_or_can_unearth(state, 0, card) == is_reached
    assert owns_or_can_unearth(table(hands=("Urn", "Urn")), 0, card)
