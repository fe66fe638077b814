"""One player: the robbers, and what happens without an opponent."""

from engine.valley.game import VALLEY
from engine.valley.state import BONEYARD, ValleyState
from tests.engine.valley.table import act, boneyard, menu, over, pyramid, table


def solitaire(pyramid: str, stock: str = "", hands: str = "Urn", **more: str) -> ValleyState:
    return table(hands=(hands,), pyramid=pyramid, stock=stock, deck=("9 Shabti",), **more)


def end_of_turn(s: ValleyState) -> None:
    """End the turn; the pyramid was left unchanged, so its top card is sacrificed first."""
    act(s, "end turn", "sacrifice Book of Gates from the pyramid")


def test_robbers_take_the_costliest_card_of_the_base_after_the_rebuild():
    s = solitaire(
        "Boat, Statue of Bastet, Book of the Earth / Statue of Sobek, Djed Pillar Amulet / Book of Gates",
        "3 Tyet Amulet",
    )
    end_of_turn(s)
    assert menu(s) == ["let Statue of Sobek fall", "let Djed Pillar Amulet fall"]
    act(s, "let Djed Pillar Amulet fall")
    assert boneyard(s) == "Book of Gates, Statue of Bastet"
    assert pyramid(s) == "Boat, Djed Pillar Amulet, Book of the Earth / Statue of Sobek, Tyet Amulet / Tyet Amulet"


def test_the_leftmost_of_equally_costly_cards_is_robbed():
    s = solitaire("Boat, Book of the Earth, Statue of Sobek / Djed Pillar Amulet, Tyet Amulet / Book of Gates")
    end_of_turn(s)
    assert boneyard(s) == "Book of Gates, Boat"


def test_the_game_ends_when_the_robbers_take_the_last_card():
    s = solitaire("Boat, Book of Gates")
    end_of_turn(s)
    assert boneyard(s) == "Book of Gates, Boat"
    assert over(s)
    assert VALLEY.rewards(s) == [1.0]


def test_a_robbery_does_not_count_as_a_change_of_the_pyramid():
    s = solitaire(
        "Boat, Statue of Bastet, Book of the Earth / Statue of Sobek, Djed Pillar Amulet / Book of Gates",
        "9 Tyet Amulet",
    )
    end_of_turn(s)
    act(s, "let Statue of Sobek fall", "end turn")
    assert all(text.endswith("from the pyramid") for text in menu(s))
    assert s.count(BONEYARD) == 2


def test_a_card_that_needs_an_opponent_cannot_be_executed_and_says_why():
    for card in ("Statue of Bastet", "Qebehsenuef Canopic Jar", "Duamutef Canopic Jar", "Statue of Osiris"):
        s = solitaire("Boat", hands=f"{card}, Urn")
        assert f"execute {card}" not in menu(s)
        held = next(held for held in VALLEY.view(s, 0).seats[0].hand if held.face.name == card)
        assert held.why_not_execute == "there is no opponent"
