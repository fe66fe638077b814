"""Book of the Netherworld: take the top card of the stock."""

from tests.engine.valley.table import FULL, act, discard, may_execute, menu, pyramid, stock, table

NETHERWORLD = "Book of the Netherworld"


def test_the_top_card_of_the_stock_goes_on_top_of_the_discard_pile() -> None:
    s = table(hands=NETHERWORLD, stock="2 Boat", discard="Urn")
    act(s, f"execute {NETHERWORLD}")
    assert discard(s, 0) == "Urn, Boat"
    assert stock(s) == "Boat"


def test_level_2_cards_come_before_level_3() -> None:
    s = table(hands=NETHERWORLD, stock="Censer, Burial Mask, Boat, Statue of Thoth")
    act(s, f"execute {NETHERWORLD}")
    assert discard(s, 0) == "Boat"


def test_it_cannot_be_executed_while_the_stock_is_empty() -> None:
    assert not may_execute(table(hands=NETHERWORLD, pyramid=FULL, deck="Urn"), NETHERWORLD)
    assert may_execute(table(hands=NETHERWORLD, stock="Censer"), NETHERWORLD)


def test_it_does_not_change_the_pyramid_so_a_card_is_sacrificed_at_turn_end() -> None:
    s = table(hands=NETHERWORLD, pyramid=FULL, stock="Boat, Censer")
    before = pyramid(s)
    act(s, f"execute {NETHERWORLD}")
    assert pyramid(s) == before
    act(s, "end turn")
    assert menu(s)[0] == "sacrifice Boat from the pyramid"
