"""Statue of Sobek: sacrifice a card of the pyramid, which crumbles, then draw a card."""

from tests.engine.valley.table import FULL, act, asked, boneyard, hand, may_execute, menu, offers, pyramid, table

SOBEK = "Statue of Sobek"


def test_a_card_of_the_pyramid_goes_to_the_boneyard_and_a_card_is_drawn() -> None:
    s = table(hands=f"{SOBEK}, Urn", deck="Shabti", pyramid=FULL, boneyard="Censer")
    act(s, f"execute {SOBEK}")
    assert len(offers(s, "sacrifice")) == len(menu(s)) == 6
    act(s, "sacrifice Boat from the pyramid")
    assert boneyard(s) == "Censer, Boat"
    assert hand(s, 0) == "Shabti, Urn"
    assert pyramid(s) == "Statue of Sobek, Statue of Bastet, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"


def test_the_pyramid_crumbles_before_the_card_is_drawn() -> None:
    s = table(hands=SOBEK, deck="Shabti", pyramid=FULL)
    act(s, f"execute {SOBEK}", "sacrifice Statue of Bastet from the pyramid")
    assert menu(s) == ["let Statue of Sobek fall", "let Djed Pillar Amulet fall"]
    assert hand(s, 0) == ""
    act(s, "let Statue of Sobek fall")
    assert hand(s, 0) == "Shabti"


def test_it_cannot_be_executed_without_a_card_to_draw() -> None:
    assert not may_execute(table(hands=f"{SOBEK}, Urn", pyramid=FULL), SOBEK)


def test_it_cannot_be_executed_while_the_pyramid_is_empty() -> None:
    assert not may_execute(table(hands=f"{SOBEK}, Urn", deck="Shabti"), SOBEK)


def test_a_cat_may_react_to_the_sacrifice() -> None:
    s = table(hands=(SOBEK, "Mummified Cat"), deck="Shabti", pyramid=FULL)
    act(s, f"execute {SOBEK}", "sacrifice Boat from the pyramid")
    assert asked(s) == (1, "Mummified Cat")


def test_it_is_a_change_so_no_card_is_sacrificed_at_the_end_of_the_turn() -> None:
    s = table(hands=SOBEK, deck="Shabti", pyramid=FULL)
    act(s, f"execute {SOBEK}", "sacrifice Boat from the pyramid", "end turn")
    assert asked(s) == (1, "")
