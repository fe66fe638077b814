"""Book of the Earth: sacrifice a card from the hand, then take a card that costs at most twice as much."""

from tests.engine.valley.table import act, asked, boneyard, discard, may_execute, menu, table

EARTH = "Book of the Earth"


def test_a_card_is_sacrificed_and_a_costlier_one_taken() -> None:
    s = table(hands=f"{EARTH}, Boat", pyramid="Wedjat Eye Amulet", discard="Urn")
    act(s, f"execute {EARTH}", "sacrifice Boat", "take Wedjat Eye Amulet")
    assert boneyard(s) == "Boat"
    assert discard(s, 0) == "Urn, Wedjat Eye Amulet"


def test_a_taken_card_costs_at_most_twice_the_sacrificed_one() -> None:
    costly = "Wedjat Eye Amulet, Burial Mask, Statue of Isis / Censer, Canopic Chest / Book of Gates"
    s = table(hands=f"{EARTH}, Boat", pyramid=costly)
    act(s, f"execute {EARTH}", "sacrifice Boat")
    assert menu(s) == [
        "take Wedjat Eye Amulet",
        "take Statue of Isis",
        "take Censer",
        "take Canopic Chest",
        "take Book of Gates",
    ]


def test_only_cards_with_something_to_take_for_them_can_be_sacrificed() -> None:
    s = table(hands=f"{EARTH}, Urn, Book of Gates, Boat, Statue of Isis", pyramid="Wedjat Eye Amulet")
    act(s, f"execute {EARTH}")
    assert menu(s) == ["sacrifice Statue of Isis", "sacrifice Boat"]


def test_nothing_can_be_taken_for_a_starter() -> None:
    s = table(hands=f"{EARTH}, Shabti, Urn, Box of Food, Offering Table", pyramid="Book of Gates")
    assert not may_execute(s, EARTH)


def test_it_cannot_be_executed_without_another_card_in_hand() -> None:
    assert not may_execute(table(hands=EARTH, pyramid="Book of Gates"), EARTH)


def test_it_cannot_be_executed_while_the_pyramid_is_empty() -> None:
    assert not may_execute(table(hands=f"{EARTH}, Burial Mask"), EARTH)


def test_another_book_of_the_earth_may_be_sacrificed() -> None:
    s = table(hands=f"2 {EARTH}", pyramid="Wedjat Eye Amulet")
    act(s, f"execute {EARTH}", f"sacrifice {EARTH}", "take Wedjat Eye Amulet")
    assert boneyard(s) == EARTH


def test_a_cat_reacts_before_the_card_is_taken_and_does_not_change_the_choice() -> None:
    s = table(hands=(f"{EARTH}, Boat", "Mummified Cat"), pyramid="Wedjat Eye Amulet")
    act(s, f"execute {EARTH}", "sacrifice Boat")
    assert asked(s) == (1, "Mummified Cat")
    act(s, "react with Mummified Cat")
    assert discard(s, 1) == "Mummified Cat, Boat"
    assert menu(s) == ["take Wedjat Eye Amulet"]
