"""Chariot: the next card bought this turn may come from any row of the pyramid."""

from tests.engine.valley.table import act, afterlife, asked, offers, pyramid

CHARIOT = "Chariot"
CARDS = "Axe, Axe, Axe / Banquet, Sling / Offering Chapel"


def test_the_next_purchase_may_be_made_in_any_row() -> None:
    s = afterlife(hands=f"{CHARIOT}, 4 Box of Food", pyramid=CARDS)
    act(s, f"execute {CHARIOT}")
    assert offers(s, "buy")[3:] == [f"{name} with Box of Food" for name in ("Banquet", "Sling", "Offering Chapel")]
    act(s, "buy Banquet with Box of Food")
    assert pyramid(s) == "Axe, Axe, Axe / Offering Chapel, Sling / -"


def test_the_purchase_after_that_is_made_in_the_base() -> None:
    s = afterlife(hands=f"{CHARIOT}, 4 Box of Food", pyramid=CARDS)
    act(s, f"execute {CHARIOT}", "buy Axe (left) with Box of Food, Box of Food")
    assert all(text.startswith(("Axe", "Banquet")) for text in offers(s, "buy"))
    assert len(offers(s, "buy")) == 3


def test_without_it_only_the_base_can_be_bought() -> None:
    s = afterlife(hands=f"{CHARIOT}, 4 Box of Food", pyramid=CARDS)
    assert all(text.startswith("Axe") for text in offers(s, "buy"))


def test_it_is_lost_at_the_end_of_the_turn() -> None:
    s = afterlife(hands=(CHARIOT, "4 Box of Food"), deck=("9 Urn", "9 Urn"), pyramid=CARDS, changed=1)
    act(s, f"execute {CHARIOT}", "end turn")
    assert asked(s) == (1, "")
    assert all(text.startswith("Axe") for text in offers(s, "buy"))
