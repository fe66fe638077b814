"""Inner Sarcophagus: entomb one or two cards from the hand."""

from tests.engine.valley.table import act, hand, may_execute, menu, table, tomb


def test_two_cards_may_be_entombed() -> None:
    s = table(hands="Inner Sarcophagus, Shabti, Boat, Urn")
    act(s, "execute Inner Sarcophagus", "entomb Boat", "entomb Shabti")
    assert tomb(s, 0) == "Boat, Shabti"
    assert hand(s, 0) == "Urn"


def test_one_card_is_enough() -> None:
    s = table(hands="Inner Sarcophagus, Shabti, Boat")
    act(s, "execute Inner Sarcophagus", "entomb Boat", "pass")
    assert tomb(s, 0) == "Boat"
    assert hand(s, 0) == "Shabti"


def test_the_first_card_is_mandatory() -> None:
    s = table(hands="Inner Sarcophagus, Shabti, Boat")
    act(s, "execute Inner Sarcophagus")
    assert menu(s) == ["entomb Shabti", "entomb Boat"]


def test_with_one_card_in_hand_no_second_is_asked_for() -> None:
    s = table(hands="Inner Sarcophagus, Boat")
    act(s, "execute Inner Sarcophagus", "entomb Boat")
    assert "end turn" in menu(s)


def test_it_cannot_be_executed_without_another_card_in_hand() -> None:
    assert not may_execute(table(hands="Inner Sarcophagus", deck="2 Urn"), "Inner Sarcophagus")


def test_the_turns_entombment_adds_a_third_card() -> None:
    s = table(hands="Inner Sarcophagus, Shabti, Boat, Urn")
    act(s, "execute Inner Sarcophagus", "entomb Boat", "entomb Shabti", "entomb Urn")
    assert tomb(s, 0) == "Boat, Shabti, Urn"
