"""Urn: discard one or more cards from the hand, then draw as many."""

from tests.engine.valley.table import act, deck, discard, hand, in_play, may_execute, menu, table


def test_as_many_cards_are_drawn_as_were_discarded() -> None:
    s = table(hands="Urn, Shabti, Box of Food, Boat", deck="3 Censer")
    act(s, "execute Urn", "discard Shabti", "discard Boat", "pass")
    assert hand(s, 0) == "Box of Food, Censer, Censer"
    assert discard(s, 0) == "Shabti, Boat"
    assert deck(s, 0) == "Censer"


def test_at_least_one_card_is_discarded() -> None:
    s = table(hands="Urn, Shabti, Boat", deck="3 Censer")
    act(s, "execute Urn")
    assert menu(s) == ["discard Shabti", "discard Boat"]
    act(s, "discard Boat")
    assert menu(s) == ["discard Shabti", "pass"]


def test_nothing_is_drawn_before_all_are_discarded() -> None:
    s = table(hands="Urn, Shabti, Boat", deck="3 Censer")
    act(s, "execute Urn", "discard Boat")
    assert hand(s, 0) == "Shabti"


def test_the_whole_hand_may_be_discarded() -> None:
    s = table(hands="Urn, Shabti, Boat", deck="3 Censer")
    act(s, "execute Urn", "discard Shabti", "discard Boat")
    assert hand(s, 0) == "Censer, Censer"
    assert "end turn" in menu(s)


def test_the_discarded_cards_are_shuffled_in_when_the_deck_runs_out() -> None:
    s = table(hands="Urn, Shabti, Boat", deck="Censer")
    act(s, "execute Urn", "discard Shabti", "discard Boat")
    assert hand(s, 0) in ("Boat, Censer", "Censer, Shabti")
    assert discard(s, 0) == ""


def test_a_discarded_card_is_drawn_again_if_there_is_no_other() -> None:
    s = table(hands="Urn, Boat")
    act(s, "execute Urn", "discard Boat")
    assert hand(s, 0) == "Boat"


def test_it_cannot_be_executed_without_another_card_in_hand() -> None:
    assert not may_execute(table(hands="Urn", deck="3 Censer"), "Urn")
    assert may_execute(table(hands="Urn, Urn", deck="3 Censer"), "Urn")


def test_the_urn_itself_stays_in_play_and_is_not_shuffled() -> None:
    s = table(hands="Urn, Boat")
    act(s, "execute Urn", "discard Boat")
    assert in_play(s, 0) == "Urn"


def test_a_discard_is_not_a_sacrifice_so_no_cat_reacts() -> None:
    s = table(hands=("Urn, Boat", "Mummified Cat"), deck="Censer")
    act(s, "execute Urn", "discard Boat")
    assert s.mover == 0
