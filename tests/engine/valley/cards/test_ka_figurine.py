"""Ka Figurine: discard a set card from your hand, then take a card of the same set.

Starters and unique artifacts belong to no set. Only a card with a match in the pyramid can be discarded for it.
"""

from tests.engine.valley.table import act, asked, discard, may_execute, menu, table

KA = "Ka Figurine"
ROWS = "Statue of Sobek, Boat, Censer / Book of Gates, Statue of Thoth / Inner Sarcophagus"


def test_a_card_of_the_same_set_is_taken_from_any_row() -> None:
    s = table(hands=f"{KA}, Statue of Isis", pyramid=ROWS, discard="Urn")
    act(s, f"execute {KA}", "discard Statue of Isis")
    assert menu(s) == ["take Statue of Sobek", "take Statue of Thoth"]
    act(s, "take Statue of Thoth")
    assert discard(s, 0) == "Urn, Statue of Isis, Statue of Thoth"


def test_only_set_cards_with_a_match_can_be_discarded() -> None:
    s = table(hands=f"{KA}, Shabti, Burial Mask, Hapy Canopic Jar, Statue of Isis, Book of the Dead", pyramid=ROWS)
    act(s, f"execute {KA}")
    assert menu(s) == ["discard Book of the Dead", "discard Statue of Isis"]


def test_it_cannot_be_executed_without_a_match() -> None:
    assert not may_execute(table(hands=f"{KA}, Hapy Canopic Jar", pyramid=ROWS), KA)
    assert not may_execute(table(hands=f"{KA}, Statue of Isis"), KA)


def test_unique_artifacts_and_starters_match_nothing() -> None:
    s = table(hands=f"{KA}, Burial Mask, Shabti", pyramid="Boat, Censer, Canopic Chest")
    assert not may_execute(s, KA)


def test_another_copy_in_the_pyramid_is_a_match() -> None:
    s = table(hands=f"{KA}, Statue of Isis", pyramid="Statue of Isis")
    act(s, f"execute {KA}", "discard Statue of Isis", "take Statue of Isis")
    assert discard(s, 0) == "Statue of Isis, Statue of Isis"


def test_a_discard_is_not_a_sacrifice_so_no_cat_reacts() -> None:
    s = table(hands=(f"{KA}, Statue of Isis", "Mummified Cat"), pyramid=ROWS)
    act(s, f"execute {KA}", "discard Statue of Isis")
    assert asked(s) == (0, KA)
