"""What is asked, in words."""

import pytest

from engine.valley.game import VALLEY
from tests.engine.valley.table import FULL, act, table
from tests.engine.valley.walks import walk

DEEP = "9 Urn"


@pytest.mark.parametrize(
    ("zones", "answers", "text", "card"),
    [
        ({"hands": ""}, [], "Buy, execute, entomb, or end your turn", ""),
        ({"hands": "Urn", "pyramid": FULL}, ["entomb Urn"], "Buy, execute, entomb, or end your turn", ""),
        (
            {"hands": ("", ""), "pyramid": FULL},
            ["end turn"],
            "You left the pyramid unchanged: sacrifice one of its cards",
            "",
        ),
        (
            {"hands": ("Urn, Boat", "Statue of Osiris"), "deck": (DEEP, DEEP), "pyramid": FULL},
            ["end turn"],
            "Which card goes on top of your pile, where this card can reach it?",
            "Statue of Osiris",
        ),
        (
            {"hands": "Burial Mask", "pyramid": FULL},
            ["buy Statue of Bastet with Burial Mask"],
            "Two cards could fall: which one does?",
            "",
        ),
        (
            {"hands": "Statue of Horus", "pyramid": FULL},
            ["execute Statue of Horus", "take Statue of Bastet"],
            "Two cards could fall: which one does?",
            "Statue of Horus",
        ),
        (
            {"hands": ("Burial Mask", "Boat"), "pyramid": FULL},
            ["buy Statue of Isis with Burial Mask"],
            "Take a card from the base with your Boat?",
            "Boat",
        ),
        (
            {"hands": ("Shabti", "Mummified Cat"), "pyramid": FULL},
            ["execute Shabti", "sacrifice Boat from the pyramid"],
            "Take the sacrificed Boat with your Mummified Cat?",
            "Mummified Cat",
        ),
        (
            {"hands": "Shabti", "pyramid": FULL},
            ["execute Shabti"],
            "Swap two cards of the pyramid, or sacrifice one",
            "Shabti",
        ),
        ({"hands": "Shabti", "pyramid": "Boat"}, ["execute Shabti"], "Sacrifice a card of the pyramid", "Shabti"),
        (
            {"hands": "Statue of Sobek", "pyramid": FULL, "deck": "Urn"},
            ["execute Statue of Sobek"],
            "Sacrifice a card of the pyramid",
            "Statue of Sobek",
        ),
        ({"hands": "Urn, Boat, Boat"}, ["execute Urn"], "Discard a card from your hand", "Urn"),
        (
            {"hands": "Urn, Boat, Boat"},
            ["execute Urn", "discard Boat"],
            "Discard another card, or pass and draw as many",
            "Urn",
        ),
        (
            {"hands": "Outer Sarcophagus, Urn"},
            ["execute Outer Sarcophagus"],
            "Entomb a starter card from your hand",
            "Outer Sarcophagus",
        ),
        (
            {"hands": "Inner Sarcophagus, Urn, Urn"},
            ["execute Inner Sarcophagus"],
            "Entomb a card from your hand",
            "Inner Sarcophagus",
        ),
        (
            {"hands": "Inner Sarcophagus, Urn, Urn"},
            ["execute Inner Sarcophagus", "entomb Urn"],
            "Entomb another card from your hand, or pass",
            "Inner Sarcophagus",
        ),
        (
            {"hands": ("Qebehsenuef Canopic Jar", "Urn"), "deck": ("", DEEP)},
            ["execute Qebehsenuef Canopic Jar"],
            "Sacrifice a card from your hand",
            "Qebehsenuef Canopic Jar",
        ),
        (
            {"hands": ("Duamutef Canopic Jar", "Urn, Offering Table"), "deck": ("", DEEP)},
            ["execute Duamutef Canopic Jar"],
            "Discard a card from your hand",
            "Duamutef Canopic Jar",
        ),
        (
            {"hands": ("Statue of Bastet", "Urn"), "deck": ("", DEEP)},
            ["execute Statue of Bastet"],
            "Put a card from your hand on the active player's discard pile",
            "Statue of Bastet",
        ),
        (
            {"hands": "Book of the Heavens", "discard": "5 Urn"},
            ["execute Book of the Heavens"],
            "Entomb a card from your discard pile",
            "Book of the Heavens",
        ),
        (
            {"hands": "Statue of Isis", "discard": "Urn"},
            ["execute Statue of Isis"],
            "Which card of your discard pile goes to your hand?",
            "Statue of Isis",
        ),
        (
            {"hands": "Ankh Amulet, Urn", "tomb": "Boat"},
            ["execute Ankh Amulet"],
            "Which card do you bring up from your tomb?",
            "Ankh Amulet",
        ),
        ({"hands": "Burial Mask", "pyramid": FULL}, ["execute Burial Mask"], "Take a card", "Burial Mask"),
        (
            {"hands": "Wedjat Eye Amulet", "pyramid": FULL},
            ["execute Wedjat Eye Amulet"],
            "Take a card into your hand",
            "Wedjat Eye Amulet",
        ),
        (
            {"hands": "Book of the Dead", "pyramid": FULL},
            ["execute Book of the Dead"],
            "Take a card straight into your tomb",
            "Book of the Dead",
        ),
        (
            {"hands": "Heart Scarab Amulet", "deck": "Urn, Boat"},
            ["execute Heart Scarab Amulet"],
            "Which card goes to your hand?",
            "Heart Scarab Amulet",
        ),
        (
            {"hands": "Box of Food, Tyet Amulet", "deck": "3 Urn"},
            ["execute Box of Food", "execute Tyet Amulet"],
            "Repeat which action?",
            "Tyet Amulet",
        ),
        (
            {"hands": ("Statue of Osiris", ""), "discard": ("", "Urn")},
            ["execute Statue of Osiris"],
            "Take the top card of whose discard pile?",
            "Statue of Osiris",
        ),
        (
            {"hands": "Book of Gates", "deck": "Shabti", "pyramid": FULL},
            ["execute Book of Gates"],
            "Swap two cards of the pyramid, or sacrifice one",
            "Shabti",
        ),
    ],
)
def test_a_question_says_what_is_asked_and_about_which_card(
    zones: dict[str, str], answers: list[str], text: str, card: str
):
    zones = {"deck": ("", DEEP), **zones}
    s = table(**zones)
    act(s, *answers)
    question = VALLEY.question(s)
    assert (question.text, question.card) == (text, card)
    assert question.seat == s.mover


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("base", 3), ("base", 4), ("afterlife", 3), ("both", 5)])
def test_every_question_of_a_game_has_words_of_its_own(edition: str, players: int):
    for s in walk(players, 32, edition):
        assert VALLEY.question(s).text != "Choose"
