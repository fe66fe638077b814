"""Goddess Nut: choose an opponent, who may take the card with the lowest cost (among equals, they choose). Then take the card
with the highest cost (among equals, you choose), whether or not the opponent took one."""

from tests.engine.valley.table import act, afterlife, asked, discard, may_execute, menu

NUT = "Goddess Nut"
CARDS = "Axe, Banquet, Brooch / Sling, Spear / Ring"  # costs 3 2 5, 2 5, 3


def test_the_opponent_takes_the_cheapest_and_the_active_player_the_costliest_card() -> None:
    s = afterlife(hands=(NUT, "", ""), pyramid=CARDS)
    act(s, f"execute {NUT}", "choose player 3")
    assert asked(s) == (2, NUT)
    assert menu(s) == ["take Banquet", "take Sling", "pass"]
    act(s, "take Sling")
    assert asked(s) == (0, NUT)
    assert menu(s) == ["take Brooch", "take Spear"]
    act(s, "take Spear")
    assert [discard(s, seat) for seat in range(3)] == ["Spear", "", "Sling"]


def test_the_opponent_chooses_how_the_pyramid_crumbles() -> None:
    s = afterlife(hands=(NUT, ""), pyramid=CARDS)
    act(s, f"execute {NUT}", "take Banquet")
    assert asked(s) == (1, NUT)
    act(s, "let Spear fall")
    assert asked(s) == (0, NUT)


def test_if_the_opponent_passes_you_take_the_costliest_card() -> None:
    s = afterlife(hands=(NUT, ""), pyramid="Axe, Brooch")
    act(s, f"execute {NUT}", "pass", "take Brooch")
    assert [discard(s, seat) for seat in range(2)] == ["Brooch", ""]


def test_it_needs_two_cards_in_the_pyramid_and_an_opponent() -> None:
    assert not may_execute(afterlife(hands=(NUT, ""), pyramid="Axe"), NUT)
    assert may_execute(afterlife(hands=(NUT, ""), pyramid="Axe, Axe"), NUT)
    assert not may_execute(afterlife(hands=(NUT,), pyramid=CARDS), NUT)
