"""Mirror Case: take a card; when the pyramid has crumbled, put Mirror Case into its top and let it crumble into place."""

from tests.engine.valley.table import LATER_FULL, act, afterlife, discard, in_play, may_execute, pyramid, table

MIRROR = "Mirror Case"


def test_it_goes_into_the_pyramid_after_it_crumbled() -> None:
    s = afterlife(hands=MIRROR, pyramid=LATER_FULL)
    act(s, f"execute {MIRROR}", "take Banquet", "let Sling fall")
    assert pyramid(s) == f"Axe, Sling, Serdab / Dagger, Bracelet / {MIRROR}"
    assert (discard(s, 0), in_play(s, 0)) == ("Banquet", "")


def test_it_falls_as_far_as_it_can() -> None:
    s = afterlife(hands=MIRROR, pyramid="Axe, Banquet, Serdab / Dagger")
    act(s, f"execute {MIRROR}", "take Axe")
    assert pyramid(s) == f"Dagger, Banquet, Serdab / {MIRROR}, - / -"
    s = afterlife(hands=MIRROR, pyramid="Axe")
    act(s, f"execute {MIRROR}", "take Axe")
    assert pyramid(s) == f"{MIRROR}, -, - / -, - / -"


def test_it_needs_a_card_to_take() -> None:
    assert not may_execute(afterlife(hands=MIRROR), MIRROR)


def test_it_cannot_be_repeated_once_it_is_in_the_pyramid() -> None:
    s = table(edition="both", hands=f"{MIRROR}, Tyet Amulet", pyramid=LATER_FULL)
    act(s, f"execute {MIRROR}", "take Bracelet")
    assert not may_execute(s, "Tyet Amulet")
