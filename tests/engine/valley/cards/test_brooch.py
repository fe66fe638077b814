"""Brooch: entomb a card from the pyramid, then sacrifice a set card in your tomb. Without one there, it cannot be executed."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, boneyard, may_execute, menu, tomb

BROOCH = "Brooch"


def test_a_card_of_the_pyramid_is_entombed_and_a_set_card_sacrificed() -> None:
    s = afterlife(hands=BROOCH, pyramid=LATER_FULL, tomb="Ring, Urn, Sphinx")
    act(s, f"execute {BROOCH}", "take Serdab")
    assert menu(s) == ["sacrifice Ring", "sacrifice Serdab"]
    act(s, "sacrifice Ring")
    assert tomb(s, 0) == "Serdab, Sphinx, Urn"
    assert boneyard(s) == "Ring"


def test_the_card_just_entombed_may_be_sacrificed() -> None:
    s = afterlife(hands=BROOCH, pyramid="Axe", tomb="Ring")
    act(s, f"execute {BROOCH}", "take Axe", "sacrifice Axe")
    assert tomb(s, 0) == "Ring"


def test_it_needs_a_card_in_the_pyramid_and_a_set_card_in_the_tomb() -> None:
    assert not may_execute(afterlife(hands=BROOCH, pyramid=LATER_FULL, tomb="2 Urn, Sphinx"), BROOCH)
    assert not may_execute(afterlife(hands=BROOCH, tomb="Ring"), BROOCH)


def test_another_players_tomb_does_not_count() -> None:
    assert not may_execute(afterlife(hands=(BROOCH, ""), pyramid=LATER_FULL, tomb=("", "Ring")), BROOCH)
