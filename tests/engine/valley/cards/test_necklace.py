"""Necklace: entomb the top card of your deck; if it is a starter, you may entomb the next one too, but never a third."""

from tests.engine.valley.table import act, afterlife, asked, deck, discard, may_execute, menu, tomb

NECKLACE = "Necklace"


def test_the_top_card_of_the_deck_is_entombed() -> None:
    s = afterlife(hands=NECKLACE, deck="2 Axe")
    act(s, f"execute {NECKLACE}")
    assert asked(s) == (0, "")
    assert (tomb(s, 0), deck(s, 0)) == ("Axe", "Axe")


def test_after_a_starter_the_next_card_may_be_entombed_but_no_third() -> None:
    s = afterlife(hands=NECKLACE, deck="4 Urn")
    act(s, f"execute {NECKLACE}")
    assert menu(s) == ["entomb the next card", "pass"]
    act(s, "entomb the next card")
    assert asked(s) == (0, "")
    assert tomb(s, 0) == "Urn, Urn"


def test_the_next_card_is_optional() -> None:
    s = afterlife(hands=NECKLACE, deck="4 Urn")
    act(s, f"execute {NECKLACE}", "pass")
    assert tomb(s, 0) == "Urn"


def test_the_discard_pile_is_shuffled_when_the_deck_runs_out() -> None:
    s = afterlife(hands=NECKLACE, deck="Urn", discard="Axe")
    act(s, f"execute {NECKLACE}", "entomb the next card")
    assert (tomb(s, 0), discard(s, 0)) == ("Axe, Urn", "")


def test_nothing_is_asked_without_a_further_card() -> None:
    s = afterlife(hands=NECKLACE, deck="Urn")
    act(s, f"execute {NECKLACE}")
    assert asked(s) == (0, "")


def test_it_cannot_be_executed_with_deck_and_discard_pile_empty() -> None:
    assert not may_execute(afterlife(hands=f"{NECKLACE}, Urn"), NECKLACE)
