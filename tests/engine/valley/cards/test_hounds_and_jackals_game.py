"""Hounds and Jackals Game: return one of your other cards in play to your hand, played for its action or for its gold."""

from tests.engine.valley.table import act, afterlife, hand, in_play, known, may_execute, menu, table

HOUNDS = "Hounds and Jackals Game"


def test_a_card_played_for_its_action_or_its_gold_returns_to_the_hand() -> None:
    s = afterlife(hands=f"{HOUNDS}, Box of Food, Serdab, Urn", deck="5 Shabti", pyramid="Axe")
    act(s, "execute Box of Food", "buy Axe with Serdab, Urn", f"execute {HOUNDS}")
    assert menu(s) == ["return Urn", "return Box of Food", "return Serdab"]
    act(s, "return Box of Food", "execute Box of Food")
    assert hand(s, 0) == "Shabti, Shabti"
    assert in_play(s, 0) == f"Box of Food, {HOUNDS}, Serdab, Urn"


def test_it_does_not_return_itself() -> None:
    assert not may_execute(afterlife(hands=f"{HOUNDS}, Urn"), HOUNDS)


def test_everybody_knows_the_returned_card() -> None:
    s = afterlife(hands=(f"{HOUNDS}, Urn", "Urn"), in_play="Axe", deck="9 Shabti")
    act(s, f"execute {HOUNDS}", "return Axe")
    assert known(s, 1, 0) == ["Axe"]


def test_a_card_being_executed_stays_in_play() -> None:
    s = table(edition="both", hands=f"{HOUNDS}, Tyet Amulet, Urn", in_play="Boat")
    act(s, f"execute {HOUNDS}", "return Boat")
    assert not may_execute(s, "Tyet Amulet")
