"""Statue of Thoth: for the rest of the turn every card in the hand has a gold value of 4, whatever is printed."""

from tests.engine.valley.table import FULL, act, asked, may_execute, menu, offers, table

THOTH = "Statue of Thoth"


def test_every_card_in_hand_is_worth_4() -> None:
    s = table(hands=f"{THOTH}, Shabti, Box of Food", pyramid="Burial Mask, Statue of Isis")
    assert "buy Statue of Isis with Shabti" not in menu(s)
    act(s, f"execute {THOTH}")
    assert offers(s, "buy") == [
        "Burial Mask with Shabti, Box of Food",
        "Statue of Isis with Shabti",
        "Statue of Isis with Box of Food",
    ]


def test_a_higher_printed_value_counts_as_4_too() -> None:
    s = table(hands=f"{THOTH}, Burial Mask", pyramid="Censer")
    assert offers(s, "buy") == ["Censer with Burial Mask"]
    act(s, f"execute {THOTH}")
    assert offers(s, "buy") == []


def test_cards_that_come_to_the_hand_later_are_worth_4_too() -> None:
    s = table(hands=f"{THOTH}, Box of Food", deck="Urn", pyramid="Statue of Isis")
    act(s, f"execute {THOTH}", "execute Box of Food")
    assert offers(s, "buy") == ["Statue of Isis with Urn"]


def test_it_ends_with_the_turn() -> None:
    s = table(hands=(THOTH, "Urn"), pyramid=FULL)
    act(s, f"execute {THOTH}", "end turn", "sacrifice Book of Gates from the pyramid")
    assert asked(s) == (1, "")
    assert offers(s, "buy") == []


def test_it_can_always_be_executed() -> None:
    assert may_execute(table(hands=THOTH), THOTH)
