"""Linen Bandages: entomb one of the own cards in play, this one excepted."""

from tests.engine.valley.table import act, afterlife, in_play, may_execute, menu, tomb

LINEN = "Linen Bandages"


def test_a_card_in_play_goes_into_the_tomb() -> None:
    s = afterlife(hands=f"{LINEN}, Urn", in_play="Axe, Shabti")
    act(s, f"execute {LINEN}")
    assert menu(s) == ["entomb Shabti", "entomb Axe"]
    act(s, "entomb Axe")
    assert tomb(s, 0) == "Axe"
    assert in_play(s, 0) == f"{LINEN}, Shabti"


def test_a_card_played_for_its_gold_is_in_play_too() -> None:
    s = afterlife(hands=f"{LINEN}, Serdab, Urn", pyramid="Axe")
    act(s, "buy Axe with Serdab, Urn", f"execute {LINEN}")
    assert menu(s) == ["entomb Urn", "entomb Serdab"]


def test_it_cannot_entomb_itself_but_another_one_like_it() -> None:
    assert not may_execute(afterlife(hands=f"{LINEN}, Urn"), LINEN)
    s = afterlife(hands=f"{LINEN}, Urn", in_play=LINEN)
    act(s, f"execute {LINEN}", f"entomb {LINEN}")
    assert tomb(s, 0) == LINEN
    assert in_play(s, 0) == LINEN


def test_it_does_not_count_as_the_turns_entombment() -> None:
    s = afterlife(hands=f"{LINEN}, Urn", in_play="Shabti")
    act(s, f"execute {LINEN}", "entomb Shabti", "entomb Urn")
    assert tomb(s, 0) == "Shabti, Urn"
