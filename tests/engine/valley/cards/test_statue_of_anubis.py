"""Statue of Anubis: sacrifice a card from the hand, then draw a card."""

from tests.engine.valley.table import FULL, act, asked, boneyard, deck, hand, may_execute, menu, table

ANUBIS = "Statue of Anubis"


def test_a_card_goes_to_the_boneyard_and_another_is_drawn() -> None:
    s = table(hands=f"{ANUBIS}, Urn, Shabti", deck="Boat", boneyard="Censer")
    act(s, f"execute {ANUBIS}")
    assert menu(s) == ["sacrifice Shabti", "sacrifice Urn"]
    act(s, "sacrifice Urn")
    assert boneyard(s) == "Censer, Urn"
    assert hand(s, 0) == "Boat, Shabti"


def test_it_cannot_be_executed_without_another_card_in_hand() -> None:
    assert not may_execute(table(hands=ANUBIS, deck="Boat"), ANUBIS)


def test_it_cannot_be_executed_without_a_card_to_draw() -> None:
    assert not may_execute(table(hands=f"{ANUBIS}, Urn"), ANUBIS)
    assert may_execute(table(hands=f"{ANUBIS}, Urn", discard="Urn"), ANUBIS)


def test_a_cat_reacts_before_the_card_is_drawn() -> None:
    s = table(hands=(f"{ANUBIS}, Urn", "Mummified Cat"), deck="Boat")
    act(s, f"execute {ANUBIS}", "sacrifice Urn")
    assert asked(s) == (1, "Mummified Cat")
    assert deck(s, 0) == "Boat"
    act(s, "react with Mummified Cat")
    assert hand(s, 0) == "Boat"


def test_a_sacrifice_from_the_hand_leaves_the_pyramid_unchanged() -> None:
    s = table(hands=f"{ANUBIS}, Urn", deck="Boat", pyramid=FULL)
    act(s, f"execute {ANUBIS}", "sacrifice Urn", "end turn")
    assert menu(s)[0] == "sacrifice Boat from the pyramid"
