"""Ibex Statue: swap a card in the pyramid with the top card of the boneyard; nothing crumbles."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, asked, boneyard, may_execute, menu, pyramid, table

IBEX = "Ibex Statue"


def test_a_card_of_the_pyramid_and_the_top_of_the_boneyard_change_places() -> None:
    s = afterlife(hands=IBEX, pyramid=LATER_FULL, boneyard="Urn, Ring")
    act(s, f"execute {IBEX}")
    assert len(menu(s)) == 6
    act(s, "swap Banquet with the top card of the boneyard")
    assert pyramid(s) == "Axe, Ring, Serdab / Dagger, Sling / Bracelet"
    assert boneyard(s) == "Urn, Banquet"


def test_the_pyramid_has_been_changed_by_it() -> None:
    s = afterlife(hands=(IBEX, ""), pyramid="Axe", boneyard="Ring")
    act(s, f"execute {IBEX}", "swap Axe with the top card of the boneyard", "end turn")
    assert asked(s) == (1, "")


def test_it_needs_a_card_in_both_places() -> None:
    assert not may_execute(afterlife(hands=IBEX, pyramid="Axe"), IBEX)
    assert not may_execute(afterlife(hands=IBEX, boneyard="Axe"), IBEX)


def test_it_is_no_sacrifice_that_a_cat_could_answer() -> None:
    s = table(edition="both", hands=(IBEX, "Mummified Cat"), pyramid="Axe", boneyard="Ring")
    act(s, f"execute {IBEX}", "swap Axe with the top card of the boneyard")
    assert asked(s) == (0, "")
