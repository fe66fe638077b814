"""Book of Traversing Eternity: if you have bought a card this turn, take another one that costs less than a card you bought."""

from tests.engine.valley.table import act, asked, discard, may_execute, menu, table

TRAVERSING = "Book of Traversing Eternity"
BASE = "Statue of Isis, Boat, Book of Gates"


def test_a_cheaper_card_is_taken_from_any_row() -> None:
    row = "Statue of Isis, Censer, Boat / Statue of Sobek, Qebehsenuef Canopic Jar / Book of Gates"
    s = table(hands=f"{TRAVERSING}, 2 Box of Food", pyramid=row, discard="Urn")
    act(s, "buy Statue of Isis with Box of Food, Box of Food", f"execute {TRAVERSING}")
    assert menu(s) == ["take Statue of Sobek", "take Boat", "take Book of Gates"]
    act(s, "take Boat")
    assert discard(s, 0) == "Urn, Statue of Isis, Boat"


def test_it_cannot_be_executed_before_a_purchase() -> None:
    assert not may_execute(table(hands=f"{TRAVERSING}, 2 Box of Food", pyramid=BASE), TRAVERSING)


def test_a_card_of_the_same_cost_is_not_cheaper() -> None:
    s = table(hands=f"{TRAVERSING}, 2 Box of Food", pyramid="Statue of Isis, Statue of Bastet, Censer")
    act(s, "buy Statue of Isis with Box of Food, Box of Food")
    assert not may_execute(s, TRAVERSING)


def test_the_card_must_be_cheaper_than_one_of_the_cards_bought() -> None:
    s = table(hands=f"{TRAVERSING}, 3 Box of Food", pyramid="Statue of Isis, Boat, Book of Gates")
    act(s, "buy Statue of Isis with Box of Food, Box of Food", "buy Book of Gates with Box of Food")
    act(s, f"execute {TRAVERSING}")
    assert menu(s) == ["take Boat"]


def test_a_taken_card_does_not_count_as_bought() -> None:
    s = table(hands=f"{TRAVERSING}, Imsety Canopic Jar", pyramid=BASE)
    act(s, "execute Imsety Canopic Jar", "take Statue of Isis")
    assert not may_execute(s, TRAVERSING)


def test_the_printed_cost_counts_not_the_price_paid() -> None:
    s = table(hands=f"{TRAVERSING}, Box of Food", pyramid="Statue of Isis, Boat", rebate=2)
    act(s, "buy Statue of Isis with Box of Food", f"execute {TRAVERSING}")
    assert menu(s) == ["take Boat"]


def test_a_purchase_of_an_earlier_turn_does_not_count() -> None:
    s = table(hands=("2 Box of Food", TRAVERSING), pyramid=BASE)
    act(s, "buy Statue of Isis with Box of Food, Box of Food", "end turn")
    assert asked(s) == (1, "")
    assert not may_execute(s, TRAVERSING)


def test_it_cannot_be_executed_with_an_empty_pyramid() -> None:
    s = table(hands=f"{TRAVERSING}, 2 Box of Food", pyramid="Statue of Isis")
    act(s, "buy Statue of Isis with Box of Food, Box of Food")
    assert not may_execute(s, TRAVERSING)
