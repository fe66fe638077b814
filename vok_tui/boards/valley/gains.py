"""The points that an answer adds to the viewer's tomb or takes from it."""

from collections.abc import Mapping
from typing import Final

from engine.core.action import Action
from engine.core.cells.wording import plural
from engine.valley.catalogue.card import Card
from engine.valley.catalogue.facts import ENTOMBS_CARD, ENTOMBS_DECK_TOP, EXECUTES_CARD, LEAVES_TOMB
from engine.valley.catalogue.verbs import SLOT
from engine.valley.declared import VERBS, verbs_with
from engine.valley.parts.tomb import EntombTop
from engine.valley.view import View

ENTOMBING_VERBS: Final = verbs_with(ENTOMBS_CARD)
ENTOMBING_TOP_VERBS: Final = verbs_with(ENTOMBS_DECK_TOP)
EXECUTING_VERBS: Final = verbs_with(EXECUTES_CARD)
LEAVING_VERBS: Final = verbs_with(LEAVES_TOMB)
"""Verbs that take a card out of the tomb if the question is about the tomb."""


def points_gained(view: View, kind: int, vp: int) -> int:
    """The points that a card adds to the viewer's tomb. `vp` is its printed points, which count only for cards of no set."""
    for tomb_set in view.mine.sets:
        if any(face.kind == kind for face in tomb_set.present):
            return 0
        if any(face.kind == kind for face in tomb_set.missing):
            return tomb_set.next_points - tomb_set.points
    return vp


def points_lost(view: View, kind: int, vp: int) -> int:
    """The points that the viewer's tomb loses with a card: 0 if a duplicate of the card stays. `vp`: see `points_gained`."""
    for tomb_set in view.mine.sets:
        if any(face.kind == kind for face in tomb_set.duplicates):
            return 0
        if any(face.kind == kind for face in tomb_set.present):
            return tomb_set.points - (tomb_set.distinct_kinds - 1) ** 2
    return vp


def answer_gain_text(view: View, action: Action, cards: Mapping[int, Card]) -> str:
    """The points of an answer: "+7 points", "-5 points"; a range ("+0 to +7 points") if they depend on an unknown card of the
    deck; "" if the answer moves no points."""
    if action.verb in ENTOMBING_VERBS:
        return entomb_gain_text(view, action.arguments[0], cards)
    if action.verb in LEAVING_VERBS and view.asked_zone == "tomb":
        return f"-{plural(points_lost(view, action.arguments[0], cards[action.arguments[0]].vp), 'point')}"
    if view.takes_to_tomb and VERBS[action.verb].argument_types == (SLOT,):
        face = view.pyramid[action.arguments[0]].face
        return entomb_gain_text(view, face.kind, cards) if face is not None else ""
    executed = cards[action.arguments[0]] if action.verb in EXECUTING_VERBS else None
    if action.verb in ENTOMBING_TOP_VERBS or (executed is not None and entombs_deck_top_first(executed)):
        return deck_top_gain_text(view, cards)
    return ""


def entomb_gain_text(view: View, kind: int, cards: Mapping[int, Card]) -> str:
    """The points that a card adds to the viewer's tomb, in words: "+1 point"."""
    return f"+{plural(points_gained(view, kind, cards[kind].vp), 'point')}"


def entombs_deck_top_first(card: Card) -> bool:
    """Whether the action of a card entombs the top card of the deck before anything is asked."""
    return isinstance(card.action[0], EntombTop) if card.action else False


def deck_top_gain_text(view: View, cards: Mapping[int, Card]) -> str:
    """The points that the top card of the viewer's deck adds to the tomb: a range if the card is unknown."""
    faces = view.mine.deck_top[-1:] or view.mine.deck or view.mine.sorted_discard
    gains = sorted([points_gained(view, face.kind, cards[face.kind].vp) for face in faces])
    if not gains:
        return ""
    maximum = plural(gains[-1], "point")
    return f"+{maximum}" if gains[0] == gains[-1] else f"+{gains[0]} to +{maximum}"
