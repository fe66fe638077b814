"""Judgment: set aside a card from your hand and take the top card of the boneyard; repeat as often as you like; then sacrifice
the cards set aside in any order. The boneyard below its top card stays hidden."""

from engine.valley.game import VALLEY
from tests.engine.valley.table import act, afterlife, asked, boneyard, discard, hand, may_execute, menu, table

JUDGMENT = "Judgment"


def test_a_card_is_set_aside_for_the_top_of_the_boneyard_then_sacrificed() -> None:
    s = afterlife(hands=f"{JUDGMENT}, Urn, Shabti", boneyard="Ring, Axe")
    act(s, f"execute {JUDGMENT}", "set aside Urn", "pass")
    assert (discard(s, 0), boneyard(s), hand(s, 0)) == ("Axe", "Ring, Urn", "Shabti")


def test_it_can_be_repeated_and_never_returns_a_card_set_aside() -> None:
    s = afterlife(hands=f"{JUDGMENT}, Urn, Shabti, Box of Food", boneyard="Ring, Axe")
    act(s, f"execute {JUDGMENT}", "set aside Urn", "set aside Shabti")
    assert discard(s, 0) == "Axe, Ring"
    assert menu(s) == ["sacrifice Shabti", "sacrifice Urn"]  # the boneyard is empty


def test_the_cards_set_aside_are_sacrificed_in_any_order() -> None:
    s = afterlife(hands=f"{JUDGMENT}, Urn, Shabti, Box of Food", boneyard="3 Ring")
    act(s, f"execute {JUDGMENT}", "set aside Urn", "set aside Shabti", "set aside Box of Food")
    act(s, "sacrifice Box of Food", "sacrifice Shabti")
    assert boneyard(s) == "Box of Food, Shabti, Urn"


def test_it_must_be_done_at_least_once() -> None:
    s = afterlife(hands=f"{JUDGMENT}, Urn", boneyard="Ring")
    act(s, f"execute {JUDGMENT}")
    assert menu(s) == ["set aside Urn"]


def test_it_needs_a_card_in_hand_and_one_in_the_boneyard() -> None:
    assert not may_execute(afterlife(hands=JUDGMENT, boneyard="Ring"), JUDGMENT)
    assert not may_execute(afterlife(hands=f"{JUDGMENT}, Urn"), JUDGMENT)


def test_only_the_top_of_the_boneyard_is_seen_during_it() -> None:
    views = []
    for below in ("Ring, Dagger", "Dagger, Ring"):
        s = afterlife(hands=f"{JUDGMENT}, Urn, Shabti", boneyard=f"{below}, Serdab, Axe")
        act(s, f"execute {JUDGMENT}", "set aside Urn")
        views.append(VALLEY.view(s, 0))
    assert views[0] == views[1]
    assert views[0].boneyard_top is not None
    assert views[0].boneyard_top.name == "Serdab"
    assert [face.name for face in views[0].revealed] == ["Urn"]


def test_more_cards_can_be_set_aside_than_any_other_action_moves() -> None:
    s = afterlife(hands=f"{JUDGMENT}, 20 Urn", boneyard="20 Shabti")
    act(s, f"execute {JUDGMENT}", *["set aside Urn"] * 20)
    assert asked(s) == (0, "")
    assert boneyard(s).count("Urn") == 20


def test_a_cat_may_react_to_each_sacrificed_card() -> None:
    s = table(edition="both", hands=(f"{JUDGMENT}, Urn, Boat", "Mummified Cat"), boneyard="2 Shabti")
    act(s, f"execute {JUDGMENT}", "set aside Urn", "set aside Boat", "sacrifice Urn")
    assert asked(s) == (1, "Mummified Cat")
    act(s, "pass")
    assert asked(s) == (1, "Mummified Cat")
    act(s, "react with Mummified Cat")
    assert (boneyard(s), discard(s, 1)) == ("Urn", "Mummified Cat, Boat")
