"""Questions that only Afterlife asks, at the table: each can be answered in the question pane, and at the card that it is
about."""

from typing import Any

import pytest

from engine.valley.game import VALLEY
from engine.valley.state.valley_state import ValleyState
from tests.engine.valley.table import LATER_FULL, act, afterlife
from vok_tui.boards.valley.answers import list_answers, targets
from vok_tui.game.story import Choice

NAMES = ("You", "Nefer", "Ani")


def choices(s: ValleyState) -> list[Choice]:
    actions = [VALLEY.action(s, move) for move in s.legal_moves()]
    return [Choice(action, VALLEY.say(s, action)) for action in actions]


@pytest.mark.parametrize(
    ("zones", "answers", "first", "where"),
    [
        ({"hands": ("Pesesh-kef", "")}, ["execute Pesesh-kef"], "Select Axe", "slot"),
        ({"hands": ("Brain Hook", "", "Urn")}, ["execute Brain Hook"], "Nefer", "seat"),
        (
            {"hands": "Ibex Statue", "boneyard": "Urn"},
            ["execute Ibex Statue"],
            "Swap Axe with the top card",
            "boneyard",
        ),
        ({"hands": "Sphinx", "deck": "3 Urn"}, ["execute Sphinx"], "Name Mummification", "set"),
        (
            {"hands": "Hounds and Jackals Game", "in_play": "Urn"},
            ["execute Hounds and Jackals Game"],
            "Return Urn",
            "play",
        ),
        ({"hands": "Linen Bandages", "in_play": "Urn"}, ["execute Linen Bandages"], "Entomb Urn", "play"),
        ({"hands": "Judgment, Urn", "boneyard": "Axe"}, ["execute Judgment"], "Set aside Urn", "hand"),
        ({"hands": "Opening of the Mouth", "tomb": "Ring"}, ["execute Opening of the Mouth"], "Execute Ring", "kind"),
        ({"hands": "Necklace", "deck": "2 Urn"}, ["execute Necklace"], "Entomb the next card", ""),
    ],
)
def test_the_answers_are_listed_and_belong_to_what_they_are_about(
    zones: dict[str, Any], answers: list[str], first: str, where: str
) -> None:
    s = afterlife(pyramid=LATER_FULL, **zones)
    act(s, *answers)
    view = VALLEY.view(s, int(s.mover))
    found = list_answers(view, choices(s), None, NAMES)
    assert found[0].text.startswith(first)
    assert len({answer.text for answer in found}) == s.move_count
    about = {thing.area for thing in targets(view, choices(s)[0].action)}
    assert where in about if where else not about


@pytest.mark.parametrize(
    ("zones", "answers", "answer", "where"),
    [
        ({"hands": "Linen Bandages, Urn", "in_play": "Urn"}, ["execute Linen Bandages"], "entomb Urn", {"play"}),
        ({"hands": "Judgment, Urn, 2 Axe", "boneyard": "Axe, Urn, Axe"},
         ["execute Judgment", "set aside Urn", "set aside Axe", "pass"], "sacrifice Axe", {"revealed"}),
        ({"hands": "Offering Chapel, Urn", "discard": "Urn"}, ["execute Offering Chapel"], "entomb Urn", {"kind"}),
        ({"hands": "Brooch, Axe, Ring", "tomb": "Axe, Ring"}, ["execute Brooch", "take Axe"], "sacrifice Ring", {"kind"}),
    ],
)  # fmt: skip
def test_a_card_that_lies_elsewhere_is_marked_there_and_no_equal_one_in_the_hand(
    zones: dict[str, Any], answers: list[str], answer: str, where: set[str]
) -> None:
    s = afterlife(pyramid=LATER_FULL, **zones)
    act(s, *answers)
    view = VALLEY.view(s, int(s.mover))
    found = targets(view, VALLEY.parse(s, answer))
    assert {thing.area for thing in found} == where
