"""Book of the Heavens: if your discard pile holds 5 or more cards, entomb one of them."""

from tests.engine.valley.table import act, discard, may_execute, menu, table, tomb

HEAVENS = "Book of the Heavens"


def test_any_card_of_the_discard_pile_may_be_entombed() -> None:
    s = table(hands=HEAVENS, discard="Boat, Urn, Urn, Censer, Shabti")
    act(s, f"execute {HEAVENS}")
    assert sorted(menu(s)) == ["entomb Boat", "entomb Censer", "entomb Shabti", "entomb Urn"]
    act(s, "entomb Boat")
    assert tomb(s, 0) == "Boat"
    assert discard(s, 0) == "Urn, Urn, Censer, Shabti"


def test_it_needs_5_cards_in_the_discard_pile() -> None:
    assert may_execute(table(hands=HEAVENS, discard="5 Urn", deck="Urn"), HEAVENS)
    assert not may_execute(table(hands=HEAVENS, discard="4 Urn", deck="9 Urn", in_play="9 Shabti"), HEAVENS)


def test_a_second_book_cannot_be_executed_once_the_fifth_card_is_gone() -> None:
    s = table(hands=f"2 {HEAVENS}", discard="5 Urn")
    act(s, f"execute {HEAVENS}", "entomb Urn")
    assert not may_execute(s, HEAVENS)


def test_the_turns_entombment_is_still_available() -> None:
    s = table(hands=f"{HEAVENS}, Boat", discard="6 Urn")
    act(s, f"execute {HEAVENS}", "entomb Urn", "entomb Boat")
    assert tomb(s, 0) == "Boat, Urn"


def test_an_opponents_discard_pile_does_not_count() -> None:
    assert not may_execute(table(hands=(HEAVENS, ""), discard=("", "9 Urn")), HEAVENS)
