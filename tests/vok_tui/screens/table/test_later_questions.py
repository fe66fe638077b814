"""Questions that only Afterlife asks: each can be answered in the question pane and by choosing the card that it is about."""

from typing import Any

import pytest

from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.table import LATER_FULL, act, afterlife
from vok_tui.boards.valley.answers import list_answers, targets_of_action
from vok_tui.game.story import Choice

NAMES = ("You", "Nefer", "Ani")


def choices(s: ValleyState) -> list[Choice]:
    actions = [VALLEY.action(s, move) for move in s.legal_moves()]
    return [Choice(action, VALLEY.say(s, action)) for action in actions]


@pytest.mark.parametrize(
    ("zones", "answers", "first", "area"),
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
def test_answers_are_listed_and_have_targets_in_the_right_area(
    zones: dict[str, Any], answers: list[str], first: str, area: str
) -> None:
    s = afterlife(pyramid=LATER_FULL, **zones)
    act(s, *answers)
    view = VALLEY.view(s, int(s.mover))
    answer_list = list_answers(view, choices(s), None, NAMES)
    assert answer_list[0].text.startswith(first)
    assert len({answer.text for answer in answer_list}) == s.move_count
    target_areas = {target.area for target in targets_of_action(view, choices(s)[0].action)}
    assert area in target_areas if area else not target_areas


@pytest.mark.parametrize(
    ("zones", "answers", "answer", "areas"),
    [
        ({"hands": "Linen Bandages, Urn", "in_play": "Urn"}, ["execute Linen Bandages"], "entomb Urn", {"play"}),
        ({"hands": "Judgment, Urn, 2 Axe", "boneyard": "Axe, Urn, Axe"},
         ["execute Judgment", "set aside Urn", "set aside Axe", "pass"], "sacrifice Axe", {"revealed"}),
        ({"hands": "Offering Chapel, Urn", "discard": "Urn"}, ["execute Offering Chapel"], "entomb Urn", {"kind"}),
        ({"hands": "Brooch, Axe, Ring", "tomb": "Axe, Ring"}, ["execute Brooch", "take Axe"], "sacrifice Ring", {"kind"}),
    ],
)  # fmt: skip
def test_only_the_card_in_its_zone_is_a_target_and_no_equal_one_in_hand(
    zones: dict[str, Any], answers: list[str], answer: str, areas: set[str]
) -> None:
    s = afterlife(pyramid=LATER_FULL, **zones)
    act(s, *answers)
    view = VALLEY.view(s, int(s.mover))
    card_targets = targets_of_action(view, VALLEY.parse(s, answer))
    assert {target.area for target in card_targets} == areas
