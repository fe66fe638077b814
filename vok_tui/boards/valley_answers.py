"""Which answers belong to which card, in which order and words they stand in the question pane.

In the ordinary run of a turn there are too many answers to read (each payment is one), so they are asked of a card: choose
it, and what may be done with it is listed. Any other question lists all its answers, and choosing a card narrows them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.core.action import Action
from engine.valley.view import Face, HandCard, View
from saves.names import plural
from vok_tui.boards.valley_names import brief_name, cut
from vok_tui.panes.grid import Thing
from vok_tui.panes.scene import Answer
from vok_tui.session import Choice

IN_HAND: Final = frozenset({"execute", "entomb", "sacrifice", "discard", "give", "reveal", "react", "aside"})
"""Verbs of cards in the hand, though a question may be about cards that lie elsewhere."""
SHOWN: Final = frozenset({"reveal", "react"})  # whatever the question is about, they are offered from the hand
IN_SLOT: Final = frozenset({"buy", "take", "crumble", "raze", "select", "exchange"})
UNSEEN: Final = frozenset({"recover", "unearth", "pull", "awaken", "entomb", "sacrifice", "top"})
"""Verbs of cards that may lie in a pile, a tomb or another's hand: where none of the kind lies open, the kind itself is meant."""
LETTERS: Final = {"end": "n", "pass": "p", "execute": "a", "entomb": "t", "reveal": "f"}
"""The letter that an answer of a verb would like best; the screen has the last word."""
FROM: Final = " from the pyramid"
WHOLE: Final = 0
BRIEF: Final = 99
CUTS: Final = (9, 7, 5)  # letters of a name, where many cards are to be named on one line


def is_ordinary(choices: Sequence[Choice]) -> bool:
    """Whether this is the question of the turn itself, and not one that came up on the way."""
    return any(choice.action.verb == "end" for choice in choices)


def things(view: View, action: Action) -> tuple[Thing, ...]:
    """What an answer is about. Equal cards in hand are equally meant."""
    verb, what = action.verb, action.what
    found: list[Thing] = []
    if verb in IN_HAND:
        found += lying(view, verb, what[0])
    if verb in IN_SLOT:
        found.append(Thing("slot", what[0]))
    if verb == "react" and len(what) > 1:
        found.append(Thing("slot", what[1]))
    if verb == "swap":
        found += [Thing("slot", slot) for slot in what]
    if verb == "exchange":
        found.append(Thing("boneyard", 0))
    if verb in ("plunder", "choose"):
        found.append(Thing("seat", what[0]))
    if verb == "name":
        found.append(Thing("set", what[0]))
    if verb == "keep":
        found += among("looking", view.looking, what[0])
    if verb in ("top", "repeat", "return"):
        found += among("play", view.mine.in_play, what[0])
        found += in_hand(view, what[0]) if verb == "top" else []
    if not found and verb in UNSEEN:
        found.append(Thing("kind", what[0]))
    return tuple(found)


def joins(view: View, action: Action, chosen: Thing, other: Thing) -> bool:
    """Whether an answer is about a chosen card together with another one: a swap, a reaction that takes from the pyramid.
    Equal cards in hand are one and the same."""
    about = things(view, action)
    return chosen != other and chosen in about and other in about and "slot" in (chosen.where, other.where)


def meant(view: View, action: Action) -> tuple[Thing, ...]:
    """All that an answer would move. Of equal cards in hand as many are meant as would go."""
    if action.verb != "buy":
        one = [thing for thing in things(view, action) if thing.where == "hand"][:1]
        return (*one, *(thing for thing in things(view, action) if thing.where != "hand"))
    laid: list[Thing] = []
    for kind in action.what[1:]:
        laid.append(next(thing for thing in in_hand(view, kind) if thing not in laid))
    return (Thing("slot", action.what[0]), *laid)


def lying(view: View, verb: str, kind: int) -> list[Thing]:
    """The places where the cards of a kind lie that may be chosen; none where they do not lie open."""
    if verb in SHOWN or view.asked_in == "hand":
        return in_hand(view, kind)
    if view.asked_in == "play":
        return among("play", view.mine.in_play, kind)
    return among("revealed", view.revealed, kind) if view.asked_in == "aside" else []


def among(where: str, row: Sequence[Face], kind: int) -> list[Thing]:
    """The places in a row where a kind lies."""
    return [Thing(where, i) for i, face in enumerate(row) if face.kind == kind]


def in_hand(view: View, kind: int) -> list[Thing]:
    """The places in hand where a kind lies."""
    return [Thing("hand", i) for i, card in enumerate(view.mine.hand) if card.face.kind == kind]


def listed(view: View, choices: Sequence[Choice], chosen: Thing | None, names: Sequence[str]) -> list[Answer]:
    """The lines of the question pane: of the thing chosen, or of the whole question."""
    if chosen is not None:
        mine = [choice for choice in choices if chosen in things(view, choice.action)]
    elif is_ordinary(choices):
        mine = [choice for choice in choices if not things(view, choice.action)]
    else:
        mine = list(choices)
    payments = [choice for choice in mine if choice.action.verb == "buy"]
    rest = [choice for choice in mine if choice.action.verb != "buy"]
    payments.sort(key=lambda choice: _dearness(view, choice.action))
    return [_payment(view, choice) for choice in payments] + [_plain(view, choice, names) for choice in rest]


def _plain(view: View, choice: Choice, names: Sequence[str]) -> Answer:
    action = choice.action
    text = choice.text[:1].upper() + choice.text[1:]
    if action.verb == "plunder":
        text = f"From {names[action.what[0]]}'s discard pile"
    if action.verb == "choose":
        text = names[action.what[0]]
    bare = brief = text.removesuffix(FROM)  # the question has said it
    for face in filter(None, (slot.face for slot in view.pyramid)):
        brief = brief.replace(face.name, brief_name(face))
    return Answer(text, action, LETTERS.get(action.verb, ""), shorter=(bare, brief))


def _laid_out(view: View, action: Action) -> list[HandCard]:
    """The cards that a purchase is paid with."""
    by_kind = {card.face.kind: card for card in view.mine.hand}
    return [by_kind[kind] for kind in action.what[1:]]


def _dearness(view: View, action: Action) -> tuple[int, int, int]:
    """What a payment costs its owner: the gold first, then cards that are more than starters, then cards."""
    cards = _laid_out(view, action)
    return sum(card.gold for card in cards), sum(card.face.set != "starter" for card in cards), len(cards)


def _payment(view: View, choice: Choice) -> Answer:
    cards = _laid_out(view, choice.action)
    gold = sum(card.gold for card in cards)
    if view.doubled and cards:  # whoever may double one doubles the costliest
        gold += max(card.gold for card in cards)
    lost = gold - view.pyramid[choice.action.what[0]].price
    note = f"{gold} gold" + (f", {lost} lost" if lost else "")
    faces = [card.face for card in cards]
    full, *shorter = (f"Pay {counted(faces, most) or 'nothing'}" for most in (WHOLE, BRIEF, *CUTS))
    return Answer(full, choice.action, "", note, shorter=tuple(shorter))


def gain(view: View, kind: int, vp: int) -> str:
    """What the viewer's tomb gains by a card: "+7 VP", for a card of a set that lies there already "+0 VP". `vp` counts for
    cards of no set."""
    for row in view.mine.sets:
        if any(face.kind == kind for face in row.present):
            vp = 0
        elif any(face.kind == kind for face in row.missing):
            vp = row.next_points - row.points
    return f"+{vp} VP"


def counted(faces: Sequence[Face], most: int = WHOLE) -> str:
    """ "2 Shabti, Urn": the names whole, brief, or brief and cut to so many letters."""
    names = [face.name if most == WHOLE else cut(brief_name(face), most) for face in faces]
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())


def heading(view: View, chosen: Thing, answers: Sequence[Answer]) -> str:
    """What the answers to a chosen card are about; "" if the question says it all."""
    face = face_at(view, chosen)
    if face is None:
        return ""
    if chosen.where == "slot" and view.pyramid[chosen.index].buyable:
        return f"Buy {face.name} for {plural(view.pyramid[chosen.index].price, 'gold', 'gold')}"
    verbs = {answer.action.verb for answer in answers if answer.action is not None}
    if "swap" in verbs:
        return f"Swap or sacrifice {face.name}?" if "raze" in verbs else f"Swap {face.name} with which card?"
    return face.name


def face_at(view: View, thing: Thing) -> Face | None:
    """The card that a thing is; None for an empty slot and for what is no card."""
    mine = view.mine
    if thing.where == "slot":
        return view.pyramid[thing.index].face
    if thing.where == "boneyard":
        return view.boneyard_top
    if thing.where == "hand":
        return mine.hand[thing.index].face if thing.index < len(mine.hand) else None
    rows = {"play": view.seats[view.active].in_play, "looking": view.looking, "revealed": view.revealed}
    row = rows.get(thing.where, ())
    return row[thing.index] if thing.index < len(row) else None


def why_not(view: View, thing: Thing) -> str:
    """Why a card cannot be had or executed ("costs 4, you can lay out 3"); "" if it can. That nothing more can be entombed this
    turn is said only of a card with which nothing can be done at all."""
    mine = view.mine
    if thing.where == "slot":
        return view.pyramid[thing.index].why_not
    if thing.where == "play":
        return "in play: it goes to the discard pile at the end of the turn"
    if thing.where != "hand" or thing.index >= len(mine.hand):
        return ""
    card = mine.hand[thing.index]
    if card.executable:
        return ""
    if card.entombable or card.why_not_entomb == card.why_not_execute:
        return f"no action: {card.why_not_execute}"
    return f"no action: {card.why_not_execute}; {card.why_not_entomb}"
