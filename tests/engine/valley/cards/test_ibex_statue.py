"""Ibex Statue: swap a card in the pyramid with the top card of the boneyard; nothing crumbles."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, asked, boneyard, may_execute, menu, pyramid, table

IBEX = "Ibex Statue"


def test_a_card_of_the_pyramid_swaps_with_the_top_of_the_boneyard() -> None:
    s = afterlife(hands=IBEX, pyramid=LATER_FULL, boneyard="Urn, Ring")
    act(s, f"execute {IBEX}")
    assert len(menu(s)) == 6
    act(s, "swap Banquet with the top card of the boneyard")
    assert pyramid(s) == "Axe, Ring, Serdab / Dagger, Sling / Bracelet"
    assert boneyard(s) == "Urn, Banquet"


def test_it_counts_as_a_change_of_the_pyramid() -> None:
    s = afterlife(hands=(IBEX, ""), pyramid="Axe", boneyard="Ring")
    act(s, f"execute {IBEX}", "swap Axe with the top card of the boneyard", "end turn")
    assert asked(s) == (1, "")


def test_it_needs_a_card_in_pyramid_and_boneyard() -> None:
    assert not may_execute(afterlife(hands=IBEX, pyramid="Axe"), IBEX)
    assert not may_execute(afterlife(hands=IBEX, boneyard="Axe"), IBEX)


def test_it_is_not_a_sacrifice_so_no_cat_reacts() -> None:
    s = table(edition="both", hands=(IBEX, "Mummified Cat"), pyramid="Axe", boneyard="Ring")
    act(s, f"execute {IBEX}", "swap Axe with the top card of the boneyard")
    assert asked(s) == (0, "")
