"""Dagger: if the boneyard holds at least as many cards as there are players, each player, the active one first, takes its top
card."""

from tests.engine.valley.table import act, afterlife, boneyard, discard, may_execute

DAGGER = "Dagger"


def test_each_player_takes_the_top_card_starting_with_the_active_one() -> None:
    s = afterlife(hands=("", DAGGER, ""), boneyard="Urn, Ring, Serdab, Axe", active=1)
    act(s, f"execute {DAGGER}")
    assert [discard(s, seat) for seat in range(3)] == ["Ring", "Axe", "Serdab"]
    assert boneyard(s) == "Urn"


def test_it_needs_as_many_cards_in_the_boneyard_as_players() -> None:
    assert may_execute(afterlife(hands=(DAGGER, "", ""), boneyard="3 Urn"), DAGGER)
    assert not may_execute(afterlife(hands=(DAGGER, "", ""), boneyard="2 Urn"), DAGGER)
