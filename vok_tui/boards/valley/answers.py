"""Answers for the question pane: which card each belongs to, their order and their wording.

A turn has too many answers to list (each payment is one), so the player selects a card first, and its answers are listed. Any
other question lists all its answers, and selecting a card filters them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.core.action import Action
from engine.valley.declared import VERBS
from engine.valley.state.verbs import CARD
from engine.valley.view import Face, HandCard, View
from saves.clean_text import plural
from vok_tui.boards.valley.names import abbreviate, brief_name
from vok_tui.game.story import Choice
from vok_tui.panes.grid import Target
from vok_tui.panes.scene import Answer

PREFERRED_KEYS: Final = {"end": "n", "pass": "p", "execute": "a", "entomb": "t", "reveal": "f"}
"""The preferred key of an answer by verb; the screen assigns the keys."""
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
    for on, argument in zip(verb.on, action.arguments, strict=False):
        if on == CARD:
            found += lying_targets(view, verb.zone or view.asked_zone, argument) or [Target("kind", argument)]
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


def lying_targets(view: View, zone: str, kind: int) -> list[Target]:
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
    return [_payment_answer(view, choice) for choice in payments] + [
        _plain_answer(view, choice, names) for choice in rest
    ]


def _plain_answer(view: View, choice: Choice, names: Sequence[str]) -> Answer:
    action = choice.action
    text = choice.text[:1].upper() + choice.text[1:]
    if action.verb == "plunder":
        text = f"From {names[action.arguments[0]]}'s discard pile"
    if action.verb == "choose":
        text = names[action.arguments[0]]
    without_place = brief = text.removesuffix(FROM_PYRAMID)  # the question has said it
    for face in filter(None, (slot.face for slot in view.pyramid)):
        brief = brief.replace(face.name, brief_name(face))
    return Answer(text, action, PREFERRED_KEYS.get(action.verb, ""), short_texts=(without_place, brief))


def _payment_cards(view: View, action: Action) -> list[HandCard]:
    """The cards that pay for a purchase."""
    by_kind = {card.face.kind: card for card in view.mine.hand}
    return [by_kind[kind] for kind in action.arguments[1:]]


def _payment_order(view: View, action: Action) -> tuple[int, int, int]:
    """Sort key of payments: gold first, then cards that are not starters, then the number of cards."""
    cards = _payment_cards(view, action)
    return sum(card.gold for card in cards), sum(card.face.set != "starter" for card in cards), len(cards)


def _payment_answer(view: View, choice: Choice) -> Answer:
    cards = _payment_cards(view, choice.action)
    gold = sum(card.gold for card in cards)
    if view.next_doubled and cards:  # the most valuable card is doubled
        gold += max(card.gold for card in cards)
    lost = gold - view.pyramid[choice.action.arguments[0]].price
    note = f"{gold} gold" + (f", {lost} lost" if lost else "")
    faces = [card.face for card in cards]
    full, *shorter = (
        f"Pay {counted_names(faces, most) or 'nothing'}" for most in (FULL_NAMES, BRIEF_NAMES, *CUT_NAME_LENGTHS)
    )
    return Answer(full, choice.action, "", note, short_texts=tuple(shorter))


def tomb_gain(view: View, kind: int, vp: int) -> str:
    """The points that a card adds to the viewer's tomb: "+7 VP", or "+0 VP" for a kind that is already there. `vp` counts for
    cards of no set."""
    for set_row in view.mine.sets:
        if any(face.kind == kind for face in set_row.present):
            vp = 0
        elif any(face.kind == kind for face in set_row.missing):
            vp = set_row.next_points - set_row.points
    return f"+{vp} VP"


def counted_names(faces: Sequence[Face], letters: int = FULL_NAMES) -> str:
    """ "2 Shabti, Urn": full names, short names, or short names cut to a length."""
    names = [face.name if letters == FULL_NAMES else abbreviate(brief_name(face), letters) for face in faces]
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())


def answers_heading(view: View, selected: Target, answers: Sequence[Answer]) -> str:
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


def why_not(view: View, target: Target) -> str:
    """Why a card cannot be bought or executed ("costs 4, you can lay out 3"); "" if it can. The reason why it cannot be entombed
    is added only if the card cannot be used at all."""
    mine = view.mine
    if target.area == "slot":
        return view.pyramid[target.index].why_not
    if target.area == "play":
        return "in play: it goes to the discard pile at the end of the turn"
    if target.area != "hand" or target.index >= len(mine.hand):
        return ""
    card = mine.hand[target.index]
    if card.executable:
        return ""
    if card.entombable or card.why_not_entomb == card.why_not_execute:
        return f"no action: {card.why_not_execute}"
    return f"no action: {card.why_not_execute}; {card.why_not_entomb}"
