"""Pesesh-kef: take a card that the player to the left selects; the active player says how the pyramid crumbles."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, asked, discard, may_execute, menu, pyramid

PESESH = "Pesesh-kef"


def test_the_player_to_the_left_selects_and_the_active_player_takes() -> None:
    s = afterlife(hands=(PESESH, "", ""), pyramid=LATER_FULL)
    act(s, f"execute {PESESH}")
    assert asked(s) == (1, PESESH)
    assert len(menu(s)) == 6
    act(s, "select Serdab")
    assert asked(s) == (0, "")
    assert discard(s, 0) == "Serdab"
    assert discard(s, 1) == ""


def test_the_player_left_of_the_last_is_the_first() -> None:
    s = afterlife(hands=("", "", PESESH), pyramid=LATER_FULL, active=2)
    act(s, f"execute {PESESH}")
    assert asked(s)[0] == 0


def test_the_active_player_chooses_how_the_pyramid_crumbles() -> None:
    s = afterlife(hands=(PESESH, ""), pyramid=LATER_FULL)
    act(s, f"execute {PESESH}", "select Banquet")
    assert asked(s) == (0, PESESH)
    act(s, "let Sling fall")
    assert pyramid(s) == "Axe, Sling, Serdab / Dagger, Bracelet / -"
    assert discard(s, 0) == "Banquet"


def test_it_needs_a_card_in_the_pyramid_and_an_opponent() -> None:
    assert not may_execute(afterlife(hands=(PESESH, "")), PESESH)
    assert not may_execute(afterlife(hands=(PESESH,), pyramid=LATER_FULL), PESESH)
