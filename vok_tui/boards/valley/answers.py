"""Answers for the question pane: their targets, their order and their wording, the points that they gain, and buying a card.

A turn has too many answers to list (each payment is one), so the player first selects a card, and then sees its answers. Any
other question lists all its answers, and selecting a card filters them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_
from typing import Final

from engine.core.action import Action
from engine.core.wording import copies_of, plural
from engine.valley.catalogue.card import Card
from engine.valley.catalogue.declarations import ENTOMBS_CARD, ENTOMBS_DECK_TOP, EXECUTES_CARD, LEAVES_TOMB
from engine.valley.catalogue.verbs import CARD, SLOT
from engine.valley.declared import VERBS, verbs_with
from engine.valley.parts.tomb import EntombTop
from engine.valley.view import Face, HandCard, View
from vok_tui.boards.valley.names import abbreviate, brief_name, brief_name_with_article
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer, LaidOutPayment

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


ROLES: Final = {"end": "end", "pass": "no"}
CARD_ROLES: Final = {"execute": "act", "entomb": "entomb", "buy": "buy"}
"""`Answer.role` by verb. The card roles apply only to a card that is selected at the main question of a turn."""
NOT_NOW: Final = "not now"  # `HandCard.why_not_execute` if the viewer is not asked the main question of a turn
FROM_PYRAMID: Final = " from the pyramid"
FULL_NAMES: Final = 0  # `max_letters` of `counted_names` for full names
BRIEF_NAMES: Final = 99  # and for brief names that are not cut
CUT_NAME_LENGTHS: Final = (9, 7, 5)  # of names if many cards must fit on one line


def is_turn_question(choices: Sequence[Choice]) -> bool:
    """Whether this is the main question of a turn, or the purchase with more cards than needed that follows from it."""
    verbs = {choice.action.verb for choice in choices}
    return "end" in verbs or (verbs == {"buy"} and len(choices) > 1)


def targets_of_action(view: View, action: Action) -> tuple[Target, ...]:
    """The targets that an action is about. Equal cards in hand are all targets."""
    verb = VERBS[action.verb]
    about: list[Target] = []
    for argument_type, argument in zip(verb.argument_types, action.arguments, strict=False):
        if argument_type == CARD:
            about += asked_zone_targets(view, verb.zone or view.asked_zone, argument) or [Target("kind", argument)]
        else:
            about.append(Target(argument_type, argument))
    if verb.on_boneyard:
        about.append(Target("boneyard", 0))
    return tuple(about)


def is_about_both(view: View, action: Action, selected: Target, other: Target) -> bool:
    """Whether an action involves both the selected card and another one, in a swap or in a reaction that takes from the pyramid.
    Equal cards in hand count as the same card."""
    about = targets_of_action(view, action)
    return selected != other and selected in about and other in about and "slot" in (selected.area, other.area)


def affected_targets(view: View, action: Action) -> tuple[Target, ...]:
    """All targets that an action would move; of equal cards in hand, only those that it needs."""
    if action.verb != "buy":
        own_card = [target for target in targets_of_action(view, action) if target.area == "hand"][:1]
        return (*own_card, *(target for target in targets_of_action(view, action) if target.area != "hand"))
    paid: list[Target] = []
    for kind in action.arguments[1:]:
        paid.append(next(target for target in hand_targets_of_kind(view, kind) if target not in paid))
    return (Target("slot", action.arguments[0]), *paid)


def asked_zone_targets(view: View, zone: str, kind: int) -> list[Target]:
    """The visible cards of a kind in the zone that the question asks about; empty if none is visible."""
    faces_by_zone = {
        "play": view.mine.in_play,
        "aside": view.revealed,
        "looked": view.looked_at,
        "hand and play": view.mine.in_play,
    }
    areas = {"aside": "revealed", "looked": "looking"}
    in_row = targets_of_kind(areas.get(zone, "play"), faces_by_zone.get(zone, ()), kind)
    return in_row + hand_targets_of_kind(view, kind) if zone.startswith("hand") else in_row


def targets_of_kind(area: str, faces: Sequence[Face], kind: int) -> list[Target]:
    """The targets of the cards of a kind in an area."""
    return [Target(area, i) for i, face in enumerate(faces) if face.kind == kind]


def hand_targets_of_kind(view: View, kind: int) -> list[Target]:
    """The targets of the cards of a kind in the viewer's hand."""
    return [Target("hand", i) for i, card in enumerate(view.mine.hand) if card.face.kind == kind]


def list_answers(view: View, choices: Sequence[Choice], selected: Target | None, names: Sequence[str]) -> list[Answer]:
    """The answers about the selected target; without one, all answers, but at the main question of a turn only those about no
    card. Payments come first. If all answers about a card of the pyramid are payments, they have a `purchase`."""
    if selected is not None:
        relevant = [choice for choice in choices if selected in targets_of_action(view, choice.action)]
    elif is_turn_question(choices):
        relevant = [choice for choice in choices if not targets_of_action(view, choice.action)]
    else:
        relevant = list(choices)
    payments = [choice for choice in relevant if choice.action.verb == "buy"]
    others = [choice for choice in relevant if choice.action.verb != "buy"]
    payments.sort(key=lambda choice: _payment_sort_key(view, choice.action))
    roles = ROLES | CARD_ROLES if selected is not None and is_turn_question(choices) else ROLES
    kinds = [Counter(choice.action.arguments[1:]) for choice in payments]
    in_all_ways = reduce(and_, kinds) if len(kinds) > 1 else Counter[int]()
    answers = [_payment_answer(view, choice, in_all_ways) for choice in payments]
    answers += [_plain_answer(view, choice, names) for choice in others]
    answers = [
        replace(answer, role=roles.get(answer.action.verb, "")) for answer in answers if answer.action is not None
    ]
    if selected is None or selected.area != "slot" or others or not payments:
        return answers
    purchase = ValleyPurchase(view, selected.index, tuple(answers))
    return [replace(answer, purchase=purchase) for answer in answers]


def _plain_answer(view: View, choice: Choice, names: Sequence[str]) -> Answer:
    action = choice.action
    text = choice.text[:1].upper() + choice.text[1:]
    says_of_seat = VERBS[action.verb].says_of_seat
    if says_of_seat:
        text = says_of_seat.replace("{0}", names[action.arguments[0]])
    without_place = with_brief_names = text.removesuffix(FROM_PYRAMID)  # the question names the place already
    for face in filter(None, (slot.face for slot in view.pyramid)):
        with_brief_names = with_brief_names.replace(face.name, brief_name_with_article(face))
    return Answer(text, action, short_texts=(without_place, with_brief_names))


def _payment_cards(view: View, action: Action) -> list[HandCard]:
    """The cards that pay for a purchase."""
    by_kind = {card.face.kind: card for card in view.mine.hand}
    return [by_kind[kind] for kind in action.arguments[1:]]


def _payment_sort_key(view: View, action: Action) -> tuple[int, int, int, int]:
    """The sort key of payments: the gold, then the numbers of cards whose action could be executed, of cards that are not
    starters, and of all cards."""
    cards = _payment_cards(view, action)
    executable = sum(card.executable for card in cards)
    not_starters = sum(card.face.set != "starter" for card in cards)
    return payment_gold(view, cards), executable, not_starters, len(cards)


def payment_gold(view: View, cards: Sequence[HandCard]) -> int:
    """The gold that cards pay together. If the next card counts double, that is the most valuable one."""
    golds = [card.gold for card in cards]
    return sum(golds) + (max(golds, default=0) if view.next_doubled else 0)


def _payment_answer(view: View, choice: Choice, in_all_ways: Counter[int]) -> Answer:
    """The answer of a way to pay. What all ways pay comes last, and short wordings only count it."""
    cards = _payment_cards(view, choice.action)
    gold = payment_gold(view, cards)
    lost = gold - view.pyramid[choice.action.arguments[0]].price
    note = f"{gold} gold" + (f", {lost} lost" if lost else "")
    by_kind = {card.face.kind: card.face for card in cards}
    own = [by_kind[kind] for kind in (Counter(card.face.kind for card in cards) - in_all_ways).elements()]
    faces = [*own, *[by_kind[kind] for kind in in_all_ways.elements()]]
    full, brief, *shorter = (
        f"Pay {counted_names(faces, max_letters) or 'nothing'}"
        for max_letters in (FULL_NAMES, BRIEF_NAMES, *CUT_NAME_LENGTHS)
    )
    if own and len(own) < len(faces):
        ending = f" + {in_all_ways.total()} in all ways"
        shorter = [f"Pay {counted_names(own, letters)}{ending}" for letters in (BRIEF_NAMES, *CUT_NAME_LENGTHS)]
    return Answer(full, choice.action, note=note, short_texts=(brief, *shorter))


def tomb_gain_text(view: View, kind: int, printed_vp: int) -> str:
    """The points that a card in hand adds to the viewer's tomb if it is entombed: "tomb +7", or "tomb +0" for a kind that is
    already there. `printed_vp` counts only for cards of no set."""
    return f"tomb +{points_gained(view, kind, printed_vp)}"


def counted_names(faces: Sequence[Face], max_letters: int = FULL_NAMES) -> str:
    """The names of cards, equal ones counted: "2 Shabti, Urn". The names are full, brief, or cut to `max_letters`."""
    short = brief_name_with_article if max_letters == BRIEF_NAMES else brief_name
    names = [face.name if max_letters == FULL_NAMES else abbreviate(short(face), max_letters) for face in faces]
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())


def selected_card_heading(view: View, selected: Target, answers: Sequence[Answer]) -> str:
    """The heading for the answers about a selected card; "" if there is no card."""
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
    faces_by_area = {"play": view.seats[view.active].in_play, "looking": view.looked_at, "revealed": view.revealed}
    faces = faces_by_area.get(target.area, ())
    return faces[target.index] if target.index < len(faces) else None


def why_hand_unusable_now(view: View, names: Sequence[str]) -> str:
    """Why no card of the hand can be used now, at a moment when none can."""
    if view.mover < 0:
        return "the game is over"
    if view.active != view.viewer:
        return f"it is {names[view.active]}'s turn" if names else "it is not your turn"
    if view.mover != view.viewer:
        return f"{names[view.mover]} is asked first" if names else "an opponent is asked first"
    return f"{view.question.card} asks first" if view.question.card else "answer the question first"


def why_not(view: View, target: Target, names: Sequence[str] = ()) -> str:
    """Why a card cannot be bought or executed ("Urn costs 4, you can lay out 3"); "" if it can. If a card in hand cannot be
    entombed either, the reason for that follows. `names` are those of the players, to say whose turn it is."""
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


BUY_ROLE: Final = "buy"


class ValleyPurchase:
    """The purchase of one card of the pyramid. Its answers are the payments of the engine's menu."""

    def __init__(self, view: View, slot: int, answers: tuple[Answer, ...]) -> None:
        self.role: Final = BUY_ROLE
        self.answers: Final = answers
        self._view: Final = view
        self._hand: Final = view.mine.hand
        self._price: Final = max(0, view.pyramid[slot].price)
        self._min_cards: Final = min([len(self.cards_of(answer)) for answer in answers])
        self._answer_by_kinds: Final = {
            tuple(sorted(answer.action.arguments[1:])): answer for answer in answers if answer.action is not None
        }

    def cards_of(self, answer: Answer) -> frozenset[Target]:
        if answer.action is None:
            return frozenset()
        return frozenset([target for target in affected_targets(self._view, answer.action) if target.area == "hand"])

    def can_lay_out(self, target: Target) -> bool:
        return target.area == "hand" and target.index < len(self._hand)

    def payment_with(self, cards: frozenset[Target]) -> LaidOutPayment:
        laid_out = [card for i, card in enumerate(self._hand) if Target("hand", i) in cards]
        staying = [card for i, card in enumerate(self._hand) if Target("hand", i) not in cards]
        gold = payment_gold(self._view, laid_out)
        answer = self._answer_by_kinds.get(tuple(sorted([card.face.kind for card in laid_out])))
        lost = max(0, gold - self._price)
        is_no_payment = answer is None and gold >= self._price
        needs_more = is_no_payment and len(cards) < self._min_cards
        unneeded = self._unneeded_card(cards) if is_no_payment and not needs_more else None
        return LaidOutPayment(
            cards,
            answer,
            self._price,
            min(gold, self._price),
            lost,
            self._sentence(gold, unneeded, needs_more),
            f"{joined_brief_names(staying)} {'stay' if len(staying) > 1 else 'stays'} in your hand."
            if staying
            else "No card stays in your hand.",
            unneeded,
        )

    def _unneeded_card(self, cards: frozenset[Target]) -> Target | None:
        """The last of the cards whose removal still leaves enough gold for the price; None if all are needed."""
        for target in sorted(cards, key=lambda card: card.index, reverse=True):
            others = [card for i, card in enumerate(self._hand) if Target("hand", i) in cards - {target}]
            if payment_gold(self._view, others) >= self._price:
                return target
        return None

    def _sentence(self, gold: int, unneeded: Target | None, needs_more: bool) -> str:
        text = f"{gold} of {self._price} gold"
        if gold < self._price:
            return f"{text}, {self._price - gold} short"
        if unneeded is not None:
            return f"{text}: take {brief_name_with_article(self._hand[unneeded.index].face)} back"
        if needs_more:
            return f"{text}: lay out another card"
        return f"{text}, {gold - self._price} lost" if gold > self._price else f"{text}, nothing lost"


def joined_brief_names(cards: Sequence[HandCard]) -> str:
    """The brief names of cards in a list, equal ones counted: "Two Urns, Shabti and Boat"."""
    counts = Counter([card.face for card in cards])
    names = [
        copies_of(face.name, copies) if copies > 1 else brief_name_with_article(face) for face, copies in counts.items()
    ]
    joined = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
    return f"{joined[:1].upper()}{joined[1:]}"
