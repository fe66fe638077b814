"""Mummified Cat, a reaction: when an opponent sacrifices a card, discard it and take that card.

In your own turn or in another's, including the sacrifice of an unchanged pyramid; never for a card that you sacrificed.
"""

import pytest

from tests.engine.valley.table import FULL, act, asked, boneyard, discard, hand, menu, offers, table

CAT = "Mummified Cat"
JAR = "Qebehsenuef Canopic Jar"


def test_cat_and_card_go_to_the_discard_pile_with_the_card_on_top() -> None:
    s = table(hands=("Statue of Anubis, Boat", f"{CAT}, Urn"), deck="Shabti", discard=("", "Shabti"), boneyard="Censer")
    act(s, "execute Statue of Anubis", "sacrifice Boat")
    assert asked(s) == (1, CAT)
    assert menu(s) == [f"react with {CAT}", "pass"]
    act(s, f"react with {CAT}")
    assert discard(s, 1) == f"Shabti, {CAT}, Boat"
    assert hand(s, 1) == "Urn"
    assert boneyard(s) == "Censer"


def test_passing_keeps_the_cat_and_leaves_the_card() -> None:
    s = table(hands=("Statue of Anubis, Boat", CAT), deck="Shabti")
    act(s, "execute Statue of Anubis", "sacrifice Boat", "pass")
    assert hand(s, 1) == CAT
    assert boneyard(s) == "Boat"
    assert asked(s) == (0, "")


@pytest.mark.parametrize(
    ("action", "answer"),
    [
        ("Shabti", "sacrifice Book of Gates from the pyramid"),
        ("Statue of Sobek", "sacrifice Book of Gates from the pyramid"),
        ("Statue of Anubis", "sacrifice Boat"),
        ("Book of the Earth", "sacrifice Boat"),
    ],
)
def test_it_reacts_to_every_sacrifice_by_an_opponents_action(action: str, answer: str) -> None:
    s = table(hands=(f"{action}, Boat", CAT), deck="Urn", pyramid=FULL.replace("Boat", "Censer"))
    act(s, f"execute {action}", answer)
    assert asked(s) == (1, CAT)


def test_it_reacts_to_the_sacrifice_of_an_unchanged_pyramid() -> None:
    s = table(hands=("Urn", CAT), pyramid=FULL)
    act(s, "end turn", "sacrifice Boat from the pyramid")
    assert asked(s) == (1, CAT)
    act(s, f"react with {CAT}")
    assert discard(s, 1) == f"{CAT}, Boat"
    assert boneyard(s) == ""


def test_it_reacts_in_its_owners_turn_when_an_opponent_must_sacrifice() -> None:
    s = table(hands=(f"{JAR}, {CAT}", "Boat"), deck=("", "9 Urn"))
    act(s, f"execute {JAR}", "sacrifice Boat")
    assert asked(s) == (0, CAT)
    act(s, f"react with {CAT}")
    assert discard(s, 0) == f"{CAT}, Boat"


def test_it_does_not_react_to_its_owners_sacrifice() -> None:
    s = table(hands=f"Statue of Anubis, {CAT}, Boat", deck="Urn")
    act(s, "execute Statue of Anubis", "sacrifice Boat")
    assert asked(s) == (0, "")
    assert boneyard(s) == "Boat"


def test_it_does_not_react_to_its_owners_forced_sacrifice() -> None:
    s = table(hands=(JAR, f"{CAT}, Boat"), deck=("", "9 Urn"))
    act(s, f"execute {JAR}", "sacrifice Boat")
    assert asked(s) == (0, "")


def test_it_does_not_react_to_its_owners_unchanged_pyramid() -> None:
    s = table(hands=(CAT, "Urn"), pyramid=FULL)
    act(s, "end turn", "sacrifice Boat from the pyramid")
    assert asked(s) == (1, "")


def test_two_forced_sacrifices_offer_it_twice() -> None:
    s = table(hands=(f"{JAR}, {CAT}", "Boat", "Censer"), deck=("", "9 Urn", "9 Urn"))
    act(s, f"execute {JAR}", "sacrifice Boat")
    assert asked(s) == (0, CAT)
    act(s, "pass", "sacrifice Censer")
    assert asked(s) == (0, CAT)
    act(s, f"react with {CAT}")
    assert discard(s, 0) == f"{CAT}, Censer"
    assert boneyard(s) == "Boat"


def test_it_does_not_react_once_discarded() -> None:
    s = table(hands=(f"{JAR}, {CAT}", "Boat", "Censer"), deck=("", "9 Urn", "9 Urn"))
    act(s, f"execute {JAR}", "sacrifice Boat", f"react with {CAT}", "sacrifice Censer")
    assert asked(s) == (0, "")


def test_a_third_player_reacts_before_the_next_opponent_sacrifices() -> None:
    s = table(hands=(JAR, "Boat, Urn", f"{CAT}, Urn"), deck=("", "9 Shabti", "9 Shabti"))
    act(s, f"execute {JAR}", "sacrifice Boat")
    assert asked(s) == (2, CAT)
    act(s, f"react with {CAT}")
    assert discard(s, 2) == f"{CAT}, Boat"
    assert asked(s) == (2, JAR)
    assert menu(s) == ["sacrifice Urn"]


def test_a_player_who_has_sacrificed_can_react_to_the_next_sacrifice() -> None:
    s = table(hands=(JAR, f"{CAT}, Urn", "Boat"), deck=("", "9 Shabti", "9 Shabti"))
    act(s, f"execute {JAR}", "sacrifice Urn", "sacrifice Boat")
    assert asked(s) == (1, CAT)


def test_a_sacrificed_cat_does_not_react() -> None:
    s = table(hands=(JAR, CAT, "Boat"), deck=("", "9 Shabti", "9 Shabti"))
    act(s, f"execute {JAR}", f"sacrifice {CAT}", "sacrifice Boat")
    assert asked(s) == (0, "")
    assert boneyard(s) == f"{CAT}, Boat"


def test_the_pyramid_crumbles_before_the_cat_reacts() -> None:
    s = table(hands=("Shabti", CAT), pyramid=FULL)
    act(s, "execute Shabti", "sacrifice Statue of Bastet from the pyramid")
    assert asked(s) == (0, "Shabti")
    act(s, "let Statue of Sobek fall")
    assert asked(s) == (1, CAT)


def test_it_does_not_react_to_discards_entombments_or_purchases() -> None:
    s = table(hands=("Urn, 2 Box of Food, Shabti", CAT), deck="Boat", pyramid="Book of Gates")
    act(s, "execute Urn", "discard Box of Food", "pass")
    assert asked(s) == (0, "")
    act(s, "entomb Shabti", "buy Book of Gates with Box of Food")
    assert asked(s) == (0, "")


def test_it_has_no_action_but_pays_and_can_be_entombed() -> None:
    s = table(hands=f"{CAT}, Urn", deck="Urn", pyramid="Book of Gates")
    assert f"execute {CAT}" not in menu(s)
    assert f"entomb {CAT}" in menu(s)
    assert offers(s, "buy") == [f"Book of Gates with {CAT}"]
