"""Answers for the question pane: which card each belongs to, their order and their wording.

A turn has too many answers to list (each payment is one), so the player selects a card first, and its answers are listed. Any
other question lists all its answers, and selecting a card filters them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.core.action import Action
from engine.valley.declared import VERBS
from engine.valley.state.verbs import CARD
from engine.valley.view import Face, HandCard, View
from saves.clean_text import plural
from vok_tui.boards.valley.gains import points_gained
from vok_tui.boards.valley.names import abbreviate, brief_name, brief_name_with_article
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer

ROLES: Final = {"end": "end", "pass": "no"}
CARD_ROLES: Final = {"execute": "act", "entomb": "entomb", "buy": "buy"}
"""The roles of answers by verb (`Answer.role`); those of a card only once it is chosen in the turn."""
NOT_NOW: Final = "not now"  # in `HandCard`: the viewer is not at the main question of a turn
FROM_PYRAMID: Final = " from the pyramid"
FULL_NAMES: Final = 0
BRIEF_NAMES: Final = 99
CUT_NAME_LENGTHS: Final = (9, 7, 5)  # lengths of names if many cards must fit on one line


def is_turn_question(choices: Sequence[Choice]) -> bool:
    """Whether this is the main question of a turn."""
    return any(choice.action.verb == "end" for choice in choices)


def targets(view: View, action: Action) -> tuple[Target, ...]:
    """The targets that an action is about. Equal cards in hand are all targets."""
    verb = VERBS[action.verb]
    found: list[Target] = []
    for on, argument in zip(verb.argument_types, action.arguments, strict=False):
        if on == CARD:
            found += asked_zone_targets(view, verb.zone or view.asked_zone, argument) or [Target("kind", argument)]
        else:
            found.append(Target(on, argument))
    if verb.on_boneyard:
        found.append(Target("boneyard", 0))
    return tuple(found)


def is_about_both(view: View, action: Action, selected: Target, other: Target) -> bool:
    """Whether an action involves both the selected card and another one: a swap, or a reaction that takes from the pyramid.
    Equal cards in hand count as the same."""
    about = targets(view, action)
    return selected != other and selected in about and other in about and "slot" in (selected.area, other.area)


def affected(view: View, action: Action) -> tuple[Target, ...]:
    """All targets that an action would move. Of equal cards in hand, only as many as would move."""
    if action.verb != "buy":
        own_card = [target for target in targets(view, action) if target.area == "hand"][:1]
        return (*own_card, *(target for target in targets(view, action) if target.area != "hand"))
    laid: list[Target] = []
    for kind in action.arguments[1:]:
        laid.append(next(target for target in hand_targets(view, kind) if target not in laid))
    return (Target("slot", action.arguments[0]), *laid)


def asked_zone_targets(view: View, zone: str, kind: int) -> list[Target]:
    """The visible cards of a kind in the zone that the question is about; empty if none is visible."""
    rows = {
        "play": view.mine.in_play,
        "aside": view.revealed,
        "looked": view.looked_at,
        "hand and play": view.mine.in_play,
    }
    areas = {"aside": "revealed", "looked": "looking"}
    found = matching_targets(areas.get(zone, "play"), rows.get(zone, ()), kind)
    return found + hand_targets(view, kind) if zone.startswith("hand") else found


def matching_targets(area: str, faces: Sequence[Face], kind: int) -> list[Target]:
    """The targets with this kind in a row of cards."""
    return [Target(area, i) for i, face in enumerate(faces) if face.kind == kind]


def hand_targets(view: View, kind: int) -> list[Target]:
    """The targets with this kind in the hand."""
    return [Target("hand", i) for i, card in enumerate(view.mine.hand) if card.face.kind == kind]


def list_answers(view: View, choices: Sequence[Choice], selected: Target | None, names: Sequence[str]) -> list[Answer]:
    """The answers of the question pane: for the selected target, or for the whole question."""
    if selected is not None:
        relevant = [choice for choice in choices if selected in targets(view, choice.action)]
    elif is_turn_question(choices):
        relevant = [choice for choice in choices if not targets(view, choice.action)]
    else:
        relevant = list(choices)
    payments = [choice for choice in relevant if choice.action.verb == "buy"]
    rest = [choice for choice in relevant if choice.action.verb != "buy"]
    payments.sort(key=lambda choice: _payment_order(view, choice.action))
    roles = ROLES | CARD_ROLES if selected is not None and is_turn_question(choices) else ROLES
    found = [_payment_answer(view, choice) for choice in payments]
    found += [_plain_answer(view, choice, names) for choice in rest]
    return [replace(answer, role=roles.get(answer.action.verb, "")) if answer.action else answer for answer in found]


def _plain_answer(view: View, choice: Choice, names: Sequence[str]) -> Answer:
    action = choice.action
    text = choice.text[:1].upper() + choice.text[1:]
    if action.verb == "plunder":
        text = f"From {names[action.arguments[0]]}'s discard pile"
    if action.verb == "choose":
        text = names[action.arguments[0]]
    without_place = brief = text.removesuffix(FROM_PYRAMID)  # the question has said it
    for face in filter(None, (slot.face for slot in view.pyramid)):
        brief = brief.replace(face.name, brief_name_with_article(face))
    return Answer(text, action, short_texts=(without_place, brief))


def _payment_cards(view: View, action: Action) -> list[HandCard]:
    """The cards that pay for a purchase."""
    by_kind = {card.face.kind: card for card in view.mine.hand}
    return [by_kind[kind] for kind in action.arguments[1:]]


def _payment_order(view: View, action: Action) -> tuple[int, int, int, int]:
    """Sort key of payments: gold first, then actions that cannot be executed any more, cards that are not starters, and cards."""
    cards = _payment_cards(view, action)
    actions, better = sum(card.executable for card in cards), sum(card.face.set != "starter" for card in cards)
    return payment_gold(view, cards), actions, better, len(cards)


def payment_gold(view: View, cards: Sequence[HandCard]) -> int:
    """What cards are worth together. The most valuable one may count twice."""
    golds = [card.gold for card in cards]
    return sum(golds) + (max(golds, default=0) if view.next_doubled else 0)


def _payment_answer(view: View, choice: Choice) -> Answer:
    cards = _payment_cards(view, choice.action)
    gold = payment_gold(view, cards)
    lost = gold - view.pyramid[choice.action.arguments[0]].price
    note = f"{gold} gold" + (f", {lost} lost" if lost else "")
    faces = [card.face for card in cards]
    full, *shorter = (
        f"Pay {counted_names(faces, most) or 'nothing'}" for most in (FULL_NAMES, BRIEF_NAMES, *CUT_NAME_LENGTHS)
    )
    return Answer(full, choice.action, note=note, short_texts=tuple(shorter))


def tomb_gain_text(view: View, kind: int, vp: int) -> str:
    """The points that a card adds to the viewer's tomb: "tomb +7", or "tomb +0" for a kind that is already there. `vp` counts for
    cards of no set."""
    return f"tomb +{points_gained(view, kind, vp)}"


def counted_names(faces: Sequence[Face], max_letters: int = FULL_NAMES) -> str:
    """ "2 Shabti, Urn": full names, short names, or short names cut to a length."""
    short = brief_name_with_article if max_letters == BRIEF_NAMES else brief_name
    names = [face.name if max_letters == FULL_NAMES else abbreviate(short(face), max_letters) for face in faces]
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())


def selected_card_heading(view: View, selected: Target, answers: Sequence[Answer]) -> str:
    """The heading for the answers of a selected card; "" if the question says enough."""
    face = face_at(view, selected)
    if face is None:
        return ""
    if selected.area == "slot" and view.pyramid[selected.index].buyable:
        return f"Buy {face.name} for {plural(view.pyramid[selected.index].price, 'gold', 'gold')}"
    verbs = {answer.action.verb for answer in answers if answer.action is not None}
    if "swap" in verbs:
        return f"Swap or sacrifice {face.name}?" if "raze" in verbs else f"Swap {face.name} with which card?"
    return face.name


def face_at(view: View, target: Target) -> Face | None:
    """The card at a target; None for an empty slot or a target that is not a card."""
    mine = view.mine
    if target.area == "slot":
        return view.pyramid[target.index].face
    if target.area == "boneyard":
        return view.boneyard_top
    if target.area == "hand":
        return mine.hand[target.index].face if target.index < len(mine.hand) else None
    rows = {"play": view.seats[view.active].in_play, "looking": view.looked_at, "revealed": view.revealed}
    faces = rows.get(target.area, ())
    return faces[target.index] if target.index < len(faces) else None


def why_hand_unusable_now(view: View, names: Sequence[str]) -> str:
    """Why no card of the hand can be used now."""
    if view.mover < 0:
        return "the game is over"
    if view.active != view.viewer:
        return f"it is {names[view.active]}'s turn" if names else "it is not your turn"
    if view.mover != view.viewer:
        return f"{names[view.mover]} is asked first" if names else "an opponent is asked first"
    return f"{view.question.card} asks first" if view.question.card else "answer the question first"


def why_not(view: View, target: Target, names: Sequence[str] = ()) -> str:
    """Why a card cannot be bought or executed ("Urn costs 4, you can lay out 3"); "" if it can. The reason why it cannot be
    entombed is added only if the card cannot be used at all. `names` name the player whose turn it is."""
    mine = view.mine
    if target.area == "slot":
        slot = view.pyramid[target.index]
        is_price = slot.why_not.startswith("costs ")
        return f"{slot.face.name} {slot.why_not}" if is_price and slot.face is not None else slot.why_not
    if target.area == "play":
        return "in play: it goes to the discard pile at the end of the turn"
    if target.area != "hand" or target.index >= len(mine.hand):
        return ""
    card = mine.hand[target.index]
    if card.executable:
        return ""
    if card.why_not_execute == NOT_NOW:
        return f"no action: not now, {why_hand_unusable_now(view, names)}"
    if card.entombable:
        return f"no action: {card.why_not_execute}"
    return f"no action: {card.why_not_execute}; {card.why_not_entomb}"
