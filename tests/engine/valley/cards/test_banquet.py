"""Banquet: draw two cards; each opponent draws one."""

from tests.engine.valley.table import act, afterlife, hand, may_execute

BANQUET = "Banquet"


def test_the_active_player_draws_two_cards_and_each_opponent_one() -> None:
    s = afterlife(hands=(BANQUET, "Axe", ""), deck=("3 Urn", "3 Urn", "3 Urn"))
    act(s, f"execute {BANQUET}")
    assert [hand(s, seat) for seat in range(3)] == ["Urn, Urn", "Axe, Urn", "Urn"]


def test_an_opponent_without_a_card_to_draw_draws_none() -> None:
    s = afterlife(hands=(BANQUET, "Axe"), deck="3 Urn")
    act(s, f"execute {BANQUET}")
    assert hand(s, 1) == "Axe"


def test_it_needs_two_cards_to_draw_and_an_opponent() -> None:
    assert not may_execute(afterlife(hands=(BANQUET, ""), deck="Urn"), BANQUET)
    assert not may_execute(afterlife(hands=(BANQUET,), deck=("3 Urn",)), BANQUET)
