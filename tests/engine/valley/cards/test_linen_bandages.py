"""Linen Bandages: entomb one of your other cards in play."""

from tests.engine.valley.table import act, afterlife, discard, in_play, may_execute, menu, table, tomb

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


def test_it_cannot_entomb_itself_but_can_entomb_another_copy() -> None:
    assert not may_execute(afterlife(hands=f"{LINEN}, Urn"), LINEN)
    s = afterlife(hands=f"{LINEN}, Urn", in_play=LINEN)
    act(s, f"execute {LINEN}", f"entomb {LINEN}")
    assert tomb(s, 0) == LINEN
    assert in_play(s, 0) == LINEN


def test_it_does_not_count_as_the_turns_entombment() -> None:
    s = afterlife(hands=f"{LINEN}, Urn", in_play="Shabti")
    act(s, f"execute {LINEN}", "entomb Shabti", "entomb Urn")
    assert tomb(s, 0) == "Shabti, Urn"


def test_revealed_by_book_of_gates_it_may_entomb_another_copy_in_play() -> None:
    s = table(edition="both", hands="Book of Gates", in_play=LINEN, deck=LINEN)
    act(s, "execute Book of Gates")
    assert menu(s) == [f"entomb {LINEN}"]
    act(s, f"entomb {LINEN}")
    assert (tomb(s, 0), in_play(s, 0), discard(s, 0)) == (LINEN, "Book of Gates", LINEN)
