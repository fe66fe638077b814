"""Middle Sarcophagus: entomb a card from the hand, in addition to the turn's own entombment."""

from tests.engine.valley.table import act, hand, may_execute, menu, table, tomb


def test_any_card_of_the_hand_goes_into_the_tomb() -> None:
    s = table(hands="Middle Sarcophagus, Shabti, Boat, Book of Gates")
    act(s, "execute Middle Sarcophagus")
    assert menu(s) == ["entomb Shabti", "entomb Book of Gates", "entomb Boat"]
    act(s, "entomb Boat")
    assert tomb(s, 0) == "Boat"
    assert hand(s, 0) == "Book of Gates, Shabti"


def test_it_cannot_be_executed_without_another_card_in_hand() -> None:
    assert not may_execute(table(hands="Middle Sarcophagus", deck="Urn", in_play="Urn"), "Middle Sarcophagus")


def test_it_may_entomb_another_middle_sarcophagus() -> None:
    s = table(hands="2 Middle Sarcophagus")
    act(s, "execute Middle Sarcophagus", "entomb Middle Sarcophagus")
    assert tomb(s, 0) == "Middle Sarcophagus"


def test_it_does_not_use_up_the_turns_entombment() -> None:
    s = table(hands="Middle Sarcophagus, Shabti, Boat, Urn")
    act(s, "entomb Shabti", "execute Middle Sarcophagus", "entomb Boat")
    assert tomb(s, 0) == "Boat, Shabti"
    assert "entomb Urn" not in menu(s)
