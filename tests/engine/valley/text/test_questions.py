"""Questions in words, if the position decides the words or the card that asks."""

import json

import pytest

from engine.valley.game import VALLEY
from tests.engine.valley.custom.catalogue_edits import changed
from tests.engine.valley.table import FULL, act, menu, table
from tests.engine.valley.walks import walk
from tests.tables import each_row

DEEP = "9 Urn"
A_CARD = "Entomb a card from your hand, or pass"
ANOTHER = "Entomb another card from your hand, or pass"


@each_row(
    ("zones", "answers", "text", "card"),
    [
        (
            {"hands": ("", ""), "pyramid": FULL},
            ["end turn"],
            "You left the pyramid unchanged: sacrifice one of its cards",
            "",
        ),
        (
            {"hands": ("Urn, Boat", "Statue of Osiris"), "deck": (DEEP, DEEP), "pyramid": FULL},
            ["end turn"],
            "These cards go to your discard pile. Statue of Osiris may use the top one: which one goes on top?",
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
        ({"hands": "Urn, Boat, Boat"}, ["execute Urn"], "Discard a card from your hand", "Urn"),
        (
            {"hands": "Urn, Boat, Boat"},
            ["execute Urn", "discard Boat"],
            "Discard another card, or pass and draw that many",
            "Urn",
        ),
        (
            {"hands": "Book of Gates", "deck": "Shabti", "pyramid": FULL},
            ["execute Book of Gates"],
            "Swap two cards of the pyramid, or sacrifice one",
            "Shabti",
        ),
    ],
)
def test_a_question_says_what_is_asked_and_by_which_card(
    zones: dict[str, str], answers: list[str], text: str, card: str
):
    zones = {"deck": ("", DEEP), **zones}
    s = table(**zones)
    act(s, *answers)
    question = VALLEY.question(s)
    assert (question.text, question.card) == (text, card)
    assert question.seat == s.mover


@pytest.mark.parametrize(
    ("action", "texts"),
    [
        (["Entomb(may=True)"], [A_CARD]),
        (["Entomb(may=True)", "Entomb(may=True)"], [A_CARD, A_CARD]),
        (["Entomb()", "Entomb(may=True)", "Entomb(may=True)"], ["Entomb a card from your hand", ANOTHER, ANOTHER]),
        (["Discard()", "Entomb(may=True)"], ["Discard a card from your hand", A_CARD]),
        (
            ["Entomb(Starters())", "Entomb(Starters(), may=True)"],
            ["Entomb a starter card from your hand", "Entomb another starter card from your hand, or pass"],
        ),
        (
            ["Entomb()", "Entomb(Starters(), may=True)"],
            ["Entomb a card from your hand", "Entomb a starter card from your hand, or pass"],
        ),
        (
            ["EntombMany(Starters())"],
            ["Entomb a starter card from your hand", *["Entomb another starter card from your hand, or pass"] * 2],
        ),
        (["EntombWith('Books')"], [A_CARD]),
        (["Entomb()", "EntombWith('Books')"], ["Entomb a card from your hand", ANOTHER]),
    ],
    ids=" ".join,
)
def test_entombing_asks_for_another_card_only_after_a_first_one(action: list[str], texts: list[str]):
    cards = changed("Ka Figurine", "action", json.dumps(action))
    seat = "[[seat]]\nhand = ['Ka Figurine', 'Urn', 'Urn', 'Shabti', 'Shabti']\ntomb = ['Book of Gates']\n"
    s = VALLEY.read_position(f"cards = {json.dumps(cards)}\n{seat}[[seat]]\n")
    act(s, "execute Ka Figurine")
    for text in texts:
        assert VALLEY.question(s).text == text
        act(s, menu(s)[0])


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("base", 3), ("base", 4), ("afterlife", 3), ("both", 5)])
def test_every_question_of_a_game_has_a_specific_text(edition: str, players: int):
    for s in walk(players, 32, edition):
        assert VALLEY.question(s).text != "Choose"
