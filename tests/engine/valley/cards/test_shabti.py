"""Shabti: either swap two cards of the pyramid, or sacrifice a card of the pyramid.

A swap needs two cards, never an empty slot, and nothing crumbles. After a sacrifice the pyramid crumbles as always.
"""

from tests.engine.valley.table import FULL, act, asked, boneyard, in_play, may_execute, menu, offers, pyramid, table


def test_any_two_cards_swap_and_nothing_crumbles() -> None:
    s = table(hands="Shabti", pyramid=FULL)
    act(s, "execute Shabti", "swap Boat and Book of Gates")
    assert pyramid(s) == "Book of Gates, Statue of Bastet, Statue of Isis / Statue of Sobek, Djed Pillar Amulet / Boat"
    assert boneyard(s) == ""


def test_every_pair_and_every_card_is_offered() -> None:
    s = table(hands="Shabti", pyramid=FULL)
    act(s, "execute Shabti")
    assert len(offers(s, "swap")) == 15
    assert len(offers(s, "sacrifice")) == 6
    assert len(menu(s)) == 21


def test_an_empty_space_cannot_be_swapped() -> None:
    s = table(hands="Shabti", pyramid="Boat, Statue of Bastet, Statue of Isis / -, Statue of Sobek")
    act(s, "execute Shabti")
    assert offers(s, "swap") == [
        "Boat and Statue of Bastet",
        "Boat and Statue of Isis",
        "Boat and Statue of Sobek",
        "Statue of Bastet and Statue of Isis",
        "Statue of Bastet and Statue of Sobek",
        "Statue of Isis and Statue of Sobek",
    ]


def test_nothing_crumbles_after_a_swap_next_to_an_empty_space() -> None:
    s = table(hands="Shabti", pyramid="Boat, -, Statue of Isis")
    act(s, "execute Shabti", "swap Boat and Statue of Isis")
    assert pyramid(s) == "Statue of Isis, -, Boat / -, - / -"


def test_a_single_card_can_only_be_sacrificed() -> None:
    s = table(hands="Shabti", pyramid="-, Boat")
    act(s, "execute Shabti")
    assert menu(s) == ["sacrifice Boat from the pyramid"]


def test_a_sacrificed_card_goes_on_top_of_the_boneyard_and_the_pyramid_crumbles() -> None:
    s = table(hands="Shabti", pyramid=FULL, boneyard="Urn")
    act(s, "execute Shabti", "sacrifice Boat from the pyramid")
    assert boneyard(s) == "Urn, Boat"
    assert pyramid(s) == "Statue of Sobek, Statue of Bastet, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"


def test_if_you_sacrifice_the_middle_of_the_base_you_choose_what_falls() -> None:
    s = table(hands="Shabti", pyramid=FULL)
    act(s, "execute Shabti", "sacrifice Statue of Bastet from the pyramid")
    assert asked(s) == (0, "Shabti")
    assert menu(s) == ["let Statue of Sobek fall", "let Djed Pillar Amulet fall"]
    act(s, "let Djed Pillar Amulet fall")
    assert pyramid(s) == "Boat, Djed Pillar Amulet, Statue of Isis / Statue of Sobek, Book of Gates / -"


def test_it_cannot_be_executed_while_the_pyramid_is_empty() -> None:
    assert not may_execute(table(hands="Shabti"), "Shabti")


def test_a_card_that_was_swapped_into_the_base_can_be_bought() -> None:
    s = table(hands="Shabti, Box of Food", pyramid=FULL)
    assert "buy Book of Gates with Box of Food" not in menu(s)
    act(s, "execute Shabti", "swap Boat and Book of Gates")
    assert "buy Book of Gates with Box of Food" in menu(s)


def test_a_swap_is_a_change_so_no_card_is_sacrificed_at_the_end_of_the_turn() -> None:
    s = table(hands="Shabti", pyramid=FULL)
    act(s, "execute Shabti", "swap Boat and Book of Gates", "end turn")
    assert asked(s) == (1, "")
    assert boneyard(s) == ""


def test_an_executed_shabti_stays_in_play_and_gives_no_gold() -> None:
    s = table(hands="Shabti, Shabti", pyramid="Book of Gates, Boat")
    assert offers(s, "buy") == ["Book of Gates with Shabti, Shabti"]
    act(s, "execute Shabti", "swap Book of Gates and Boat")
    assert in_play(s, 0) == "Shabti"
    assert offers(s, "buy") == []
