"""Box of Food: draw a card."""

from tests.engine.valley.table import act, deck, discard, hand, in_play, may_execute, table


def test_its_player_draws_a_card_from_their_own_deck() -> None:
    s = table(hands=("Box of Food, Urn", ""), deck=("2 Censer", "2 Boat"))
    act(s, "execute Box of Food")
    assert hand(s, 0) == "Censer, Urn"
    assert deck(s, 0) == "Censer"
    assert deck(s, 1) == "Boat, Boat"


def test_an_empty_deck_is_refilled_from_the_discard_pile() -> None:
    s = table(hands="Box of Food", discard="3 Urn")
    act(s, "execute Box of Food")
    assert hand(s, 0) == "Urn"
    assert deck(s, 0) == "Urn, Urn"
    assert discard(s, 0) == ""


def test_it_cannot_be_executed_without_a_card_to_draw() -> None:
    assert not may_execute(table(hands="Box of Food, Urn", in_play="Urn", tomb="Urn"), "Box of Food")
    assert may_execute(table(hands="Box of Food", discard="Urn"), "Box of Food")


def test_it_is_not_shuffled_into_the_deck_it_draws_from() -> None:
    s = table(hands="Box of Food", discard="Urn")
    act(s, "execute Box of Food")
    assert in_play(s, 0) == "Box of Food"
    assert deck(s, 0) == ""
