"""Offering Chapel: each player may entomb the top card of their discard pile. A player with an empty pile is skipped."""

import pytest

from tests.engine.valley.table import act, afterlife, asked, discard, may_execute, menu, tomb

CHAPEL = "Offering Chapel"


def test_each_player_may_entomb_a_top_card_starting_with_the_active_one() -> None:
    s = afterlife(hands=("", CHAPEL, ""), discard=("Axe, Ring", "Urn", "Serdab"), active=1)
    act(s, f"execute {CHAPEL}")
    assert asked(s) == (1, CHAPEL)
    assert menu(s) == ["entomb Urn", "pass"]
    act(s, "entomb Urn")
    assert asked(s) == (2, CHAPEL)
    act(s, "pass")
    assert asked(s) == (0, CHAPEL)
    act(s, "entomb Ring")
    assert [tomb(s, seat) for seat in range(3)] == ["Ring", "Urn", ""]
    assert [discard(s, seat) for seat in range(3)] == ["Axe", "", "Serdab"]


def test_a_player_with_an_empty_pile_is_skipped() -> None:
    s = afterlife(hands=(CHAPEL, "", ""), discard=("", "", "Serdab"))
    act(s, f"execute {CHAPEL}")
    assert asked(s) == (2, CHAPEL)


def test_it_may_be_executed_without_opponents() -> None:
    assert may_execute(afterlife(hands=(CHAPEL,), discard=("Urn",)), CHAPEL)


@pytest.mark.parametrize("deck", [(f"{CHAPEL}, 9 Urn", ""), ("9 Urn", CHAPEL)], ids=["the player", "an opponent"])
def test_the_top_discard_is_asked_for_while_anybody_owns_a_chapel(deck: tuple[str, str]) -> None:
    s = afterlife(hands=("Urn, Axe", "Urn"), deck=deck, pyramid="Ring", changed=1)
    act(s, "end turn")
    assert asked(s) == (0, CHAPEL)
    assert menu(s) == ["the usual order", "put Axe on top"]


@pytest.mark.parametrize("deck", ["Antechamber, 9 Urn", "9 Urn", "Antechamber"])
def test_the_top_discard_is_asked_for_if_a_played_chapel_can_return_in_time(deck: str) -> None:
    s = afterlife(hands=("Urn, Axe", "Sling"), deck=(deck, "9 Sling"), in_play=CHAPEL, pyramid="Ring", changed=1)
    act(s, "end turn")
    asked_for = ["the usual order", "put Axe on top", f"put {CHAPEL} on top"]
    assert (menu(s) == asked_for) == (deck == "Antechamber, 9 Urn")


def test_the_top_discard_is_asked_for_while_a_chapel_in_a_tomb_can_be_executed() -> None:
    s = afterlife(
        hands=("Urn, Axe", "Urn"), deck=("9 Urn", "Opening of the Mouth"), tomb=("", CHAPEL), pyramid="Ring", changed=1
    )
    act(s, "end turn")
    assert asked(s) == (0, CHAPEL)
