"""Offering Table: a reaction against an opponent's action that would make you discard or sacrifice.

It is shown, you are not affected, and it goes back to your hand. It stops nothing else.
"""

import pytest

from tests.engine.valley.table import FULL, act, asked, boneyard, discard, hand, known, menu, table

JARS = [("Qebehsenuef Canopic Jar", "sacrifice"), ("Duamutef Canopic Jar", "discard")]


@pytest.mark.parametrize(("jar", "verb"), JARS)
def test_it_stops_a_sacrifice_and_a_discard_and_stays_in_hand(jar: str, verb: str) -> None:
    s = table(hands=(jar, "Offering Table, Urn"), deck=("", "6 Shabti"))
    act(s, f"execute {jar}")
    assert menu(s) == [f"{verb} Urn", f"{verb} Offering Table", "show Offering Table"]
    act(s, "show Offering Table")
    assert hand(s, 1) == "Offering Table, Urn"
    assert boneyard(s) == discard(s, 1) == ""
    assert s.mover == 0


@pytest.mark.parametrize(("jar", "verb"), JARS)
def test_showing_it_is_optional(jar: str, verb: str) -> None:
    s = table(hands=(jar, "Offering Table, Urn"), deck=("", "6 Shabti"))
    act(s, f"execute {jar}", f"{verb} Offering Table")
    assert hand(s, 1) == "Urn"


def test_only_a_player_who_holds_it_may_show_it() -> None:
    s = table(hands=("Qebehsenuef Canopic Jar, Offering Table", "Urn"), deck=("", "5 Shabti, Offering Table"))
    act(s, "execute Qebehsenuef Canopic Jar")
    assert menu(s) == ["sacrifice Urn"]


def test_it_protects_only_its_owner() -> None:
    hands = ("Qebehsenuef Canopic Jar", "Offering Table, Urn", "Boat, Urn")
    s = table(hands=hands, deck=("", "6 Shabti", "6 Shabti"))
    act(s, "execute Qebehsenuef Canopic Jar", "show Offering Table", "sacrifice Boat")
    assert boneyard(s) == "Boat"


def test_it_can_be_shown_again_in_the_same_turn() -> None:
    s = table(
        hands=("Qebehsenuef Canopic Jar, Duamutef Canopic Jar, Tyet Amulet", "Offering Table"), deck=("", "6 Shabti")
    )
    act(s, "execute Qebehsenuef Canopic Jar", "show Offering Table")
    act(s, "execute Duamutef Canopic Jar", "show Offering Table")
    act(s, "execute Tyet Amulet", "repeat Qebehsenuef Canopic Jar", "show Offering Table")
    assert hand(s, 1) == "Offering Table"
    assert boneyard(s) == discard(s, 1) == ""


def test_a_shown_table_is_known_once_until_it_leaves_the_hand() -> None:
    s = table(hands=(f"{JARS[0][0]}, {JARS[1][0]}, Statue of Bastet", "Offering Table"), deck=("", "6 Shabti"))
    for jar, _ in JARS:
        act(s, f"execute {jar}", "show Offering Table")
        assert known(s, 0, 1) == ["Offering Table"]
    act(s, "execute Statue of Bastet", "give Offering Table")
    assert known(s, 0, 1) == []


def test_it_stops_a_jar_that_book_of_gates_executes() -> None:
    s = table(hands=("Book of Gates", "Offering Table"), deck=("Qebehsenuef Canopic Jar", "6 Shabti"))
    act(s, "execute Book of Gates", "show Offering Table")
    assert hand(s, 1) == "Offering Table"


def test_it_does_not_stop_statue_of_bastet() -> None:
    s = table(hands=("Statue of Bastet", "Offering Table, Urn"), deck=("", "6 Shabti"))
    act(s, "execute Statue of Bastet")
    assert menu(s) == ["give Urn", "give Offering Table"]


@pytest.mark.parametrize("own", ["Statue of Anubis", "Book of the Earth", "Ka Figurine", "Urn"])
def test_it_does_not_stop_its_owners_action(own: str) -> None:
    s = table(hands=f"{own}, Offering Table, Book of Gates", deck="Shabti", pyramid="Book of Gates")
    act(s, f"execute {own}")
    assert "show Offering Table" not in menu(s)


def test_it_does_not_stop_the_sacrifice_of_an_unchanged_pyramid() -> None:
    s = table(hands="Offering Table", pyramid=FULL)
    act(s, "end turn")
    assert "show Offering Table" not in menu(s)


def test_no_cat_reacts_to_a_sacrifice_stopped_by_a_table() -> None:
    s = table(hands=("Qebehsenuef Canopic Jar, Mummified Cat", "Offering Table"), deck=("", "6 Shabti"))
    act(s, "execute Qebehsenuef Canopic Jar", "show Offering Table")
    assert asked(s) == (0, "")


def test_it_has_no_action() -> None:
    s = table(hands="Offering Table, Urn", deck="3 Urn", pyramid=FULL)
    assert "execute Offering Table" not in menu(s)
