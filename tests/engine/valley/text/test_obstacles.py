"""Why an action cannot be executed now."""

import json

import pytest

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from engine.valley.parts.deck import Draw
from engine.valley.wording import why_not_executable
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.custom.catalogue_edits import changed
from tests.engine.valley.table import FULL, act, afterlife, table
from tests.engine.valley.walks import walk
from tests.tables import each_row

NO_OTHER = "no other card in hand"
EMPTY = "the pyramid is empty"
DEAR = "Statue of Thoth, Statue of Thoth, Statue of Thoth"


def why(card: str, **zones: str | int) -> str:
    """The reason that the holder of a card is shown."""
    also_in_hand = zones.pop("also_in_hand", "")
    s = table(hands=(f"{card}, {also_in_hand}", ""), **zones)
    seen = next(held for held in VALLEY.view(s, 0).seats[0].hand if held.face.name == card)
    assert not seen.executable
    return seen.why_not_execute


@each_row(
    ("card", "zones", "reason"),
    [
        ("Boat", {}, "it reacts to what opponents do"),
        ("Outer Sarcophagus", {}, NO_OTHER),
        ("Outer Sarcophagus", {"also_in_hand": "Boat"}, "no starter card in hand"),
        ("Imsety Canopic Jar", {"pyramid": DEAR}, "no card in the pyramid costs 4 or less"),
        ("Imsety Canopic Jar", {}, EMPTY),
        (
            "Djed Pillar Amulet",
            {"pyramid": FULL, "tomb": "Urn, Boat"},
            "no card in the pyramid is of a set in your tomb",
        ),
        ("Book of the Earth", {"pyramid": FULL}, NO_OTHER),
        ("Book of the Earth", {"also_in_hand": "Urn"}, EMPTY),
        (
            "Book of the Earth",
            {"also_in_hand": "Boat", "pyramid": DEAR},
            "all cards in the pyramid cost too much for the cards in hand",
        ),
        ("Book of Traversing Eternity", {"pyramid": FULL}, "you have bought no card this turn"),
        (
            "Book of Traversing Eternity",
            {"pyramid": DEAR, "bought": 3},
            "no card in the pyramid costs less than one you bought",
        ),
        ("Statue of Anubis", {"deck": "Urn"}, NO_OTHER),
        ("Statue of Anubis", {"also_in_hand": "Urn"}, "no card is left to draw"),
        ("Statue of Sobek", {"deck": "Urn"}, EMPTY),
        ("Statue of Sobek", {"pyramid": FULL}, "no card is left to draw"),
        ("Ka Figurine", {"pyramid": FULL}, NO_OTHER),
        ("Ka Figurine", {"also_in_hand": "Statue of Isis"}, EMPTY),
        ("Ka Figurine", {"also_in_hand": "Urn", "pyramid": FULL}, "no set card in hand matches one in the pyramid"),
    ],
)
def test_a_card_says_why_its_action_cannot_be_executed(card: str, zones: dict[str, str], reason: str):
    assert why(card, **zones) == reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("Draw(1)", "no card is left to draw"),
        ('LookAt(1)", "KeepOne()', "no card is left to look at"),
        ('NameSet()", "RevealForSet(1)', "no card is left to reveal"),
        ("EntombFromDiscard(1)", "your discard pile is empty"),
    ],
)
def test_a_custom_card_that_needs_one_card_says_none_is_left(action: str, reason: str):
    text = changed("Ka Figurine", "action", f'["{action}"]')
    s = VALLEY.read_position(f"cards = {json.dumps(text)}\n[[seat]]\nhand = ['Ka Figurine']\n[[seat]]\n")
    assert why_not_executable(s, 0, s.catalogue.kind_of["Ka Figurine"]) == reason


@pytest.mark.parametrize(
    "card", ["Pesesh-kef", "Brain Hook", "Spear", "Khopesh", "Goddess Nut", "Banquet", "Senet Game"]
)
def test_a_card_that_needs_an_opponent_says_so_in_solitaire(card: str):
    s = afterlife(hands=(f"{card}, Urn",), pyramid="Axe, Dagger, Sling", deck=("9 Urn",))
    assert why_not_executable(s, 0, s.catalogue.kind_of[card]) == "there is no opponent"


def test_a_card_played_for_its_gold_cannot_be_discarded():
    s = table(hands="Burial Mask, Urn", pyramid=FULL)
    act(s, "buy Boat with Burial Mask")
    assert why_not_executable(s, 0, BASE.kind_of["Urn"]) == NO_OTHER


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("base", 3), ("base", 4), ("afterlife", 3), ("both", 5)])
def test_every_card_has_a_specific_reason(edition: str, players: int):
    for s in walk(players, 51, edition):
        if s.mover != NOBODY:
            for card in VALLEY.view(s, s.mover).seats[s.mover].hand:
                assert "one of its parts" not in card.why_not_execute


def test_an_action_that_draws_one_card_says_that_none_is_left():
    state = table(hands=("Urn", "Urn"))
    assert Draw(1).obstacle(state, 0) == "no card is left to draw"
    assert Draw(2).obstacle(state, 0) != Draw(1).obstacle(state, 0)
