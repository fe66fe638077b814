"""Book of the Dead: take the card with the lowest cost in the pyramid straight into your tomb; choose among equals."""

from tests.engine.valley.table import act, asked, discard, hand, may_execute, menu, pyramid, table, tomb

DEAD = "Book of the Dead"
ROWS = "Censer, Statue of Isis, Boat / Book of Gates, Statue of Sobek / Statue of Thoth"


def test_the_cheapest_card_of_the_pyramid_is_entombed_and_the_pyramid_crumbles() -> None:
    s = table(hands=DEAD, pyramid=ROWS)
    act(s, f"execute {DEAD}")
    assert menu(s) == ["take Book of Gates"]
    act(s, "take Book of Gates")
    assert tomb(s, 0) == "Book of Gates"
    assert discard(s, 0) == hand(s, 0) == ""
    assert pyramid(s) == "Censer, Statue of Isis, Boat / Statue of Thoth, Statue of Sobek / -"


def test_the_player_chooses_among_equal_costs() -> None:
    s = table(hands=DEAD, pyramid="Censer, Boat, Statue of Sobek / Statue of Isis, Tyet Amulet")
    act(s, f"execute {DEAD}")
    assert menu(s) == ["take Boat", "take Statue of Sobek", "take Tyet Amulet"]


def test_the_turns_entombment_is_still_available() -> None:
    s = table(hands=f"{DEAD}, Urn", pyramid=ROWS)
    act(s, f"execute {DEAD}", "take Book of Gates", "entomb Urn")
    assert tomb(s, 0) == "Book of Gates, Urn"


def test_it_entombs_after_the_turns_entombment_too() -> None:
    s = table(hands=f"{DEAD}, Urn", pyramid=ROWS)
    act(s, "entomb Urn", f"execute {DEAD}", "take Book of Gates")
    assert tomb(s, 0) == "Book of Gates, Urn"


def test_it_cannot_be_executed_while_the_pyramid_is_empty() -> None:
    assert not may_execute(table(hands=DEAD), DEAD)


def test_the_last_card_is_the_cheapest_whatever_it_costs() -> None:
    s = table(hands=DEAD, pyramid="Burial Mask")
    act(s, f"execute {DEAD}", "take Burial Mask")
    assert tomb(s, 0) == "Burial Mask"


def test_if_you_take_the_middle_of_the_base_you_choose_what_falls() -> None:
    s = table(hands=DEAD, pyramid="Censer, Book of Gates, Boat / Statue of Isis, Statue of Sobek")
    act(s, f"execute {DEAD}", "take Book of Gates")
    assert asked(s) == (0, DEAD)
    assert menu(s) == ["let Statue of Isis fall", "let Statue of Sobek fall"]
