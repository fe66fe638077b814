"""Making a `View` of a position for one seat: nothing goes in that the seat may not know."""

from engine.core.rules import NOBODY
from engine.core.tasks import DEPTH, STACK
from engine.valley.buying import price, purse_worth, within_reach, worth
from engine.valley.card import Part
from engine.valley.hitches import hitch
from engine.valley.scoring import score, winners
from engine.valley.state import (
    ANY_ROW,
    ASIDE,
    BONEYARD,
    DECK,
    DISCARD,
    DOUBLED,
    ENTOMBED,
    HAND,
    LOOKED,
    PLAYED,
    PYRAMID,
    REBATE,
    REVEALED,
    SLOTS,
    STOCK_II,
    STOCK_III,
    TOMB,
    TOP,
    TURN_NUMBER,
    ValleyState,
)
from engine.valley.verbs import EXECUTE, VERBS, move1
from engine.valley.view import Face, HandCard, SeatView, SetRow, SlotView, View
from engine.valley.words import actions_under_way, question


def face(s: ValleyState, kind: int) -> Face:
    """A card, face up."""
    card = s.cards.cards[kind]
    size = s.cards.set_sizes[s.cards.set[kind]] if card.is_set_card else 0
    return Face(
        kind, card.name, card.set, size, card.level, card.gold, card.cost, int(s.cards.vp[kind]), s.cards.editions[kind]
    )


def faces(s: ValleyState, zone: int) -> tuple[Face, ...]:
    return tuple(face(s, kind) for kind in s.kinds(zone))


def view(s: ValleyState, viewer: int) -> View:
    """The table as `viewer` may see it; for NOBODY, as all may see it."""
    asked = question(s)
    seated = viewer != NOBODY
    playing = seated and s.mover == viewer and VERBS.action(s.menu[s.offered - 1]).verb == "end"
    purse = sum(worth_to(s, viewer, kind) for kind in s.kinds(HAND + viewer)) if seated else 0
    if s.active == viewer:
        purse = int(purse_worth(s, viewer))
    boneyard_top = s.top(BONEYARD)
    return View(
        viewer=viewer,
        seats=tuple(seat_view(s, who, viewer, playing) for who in range(s.n)),
        pyramid=tuple(slot_view(s, slot, viewer, playing, purse) for slot in range(SLOTS)),
        boneyard_top=face(s, boneyard_top) if boneyard_top >= 0 else None,
        boneyard_count=int(s.size(BONEYARD)),
        stock_ii=int(s.size(STOCK_II)),
        stock_iii=int(s.size(STOCK_III)),
        turn=int(s.row[TURN_NUMBER]) + 1,
        active=int(s.active),
        mover=int(s.mover),
        question=asked,
        stack=actions_under_way(s),
        looking=faces(s, LOOKED + viewer) if seated else (),
        revealed=faces(s, ASIDE) + tuple(face(s, kind) for who in range(s.n) for kind in s.kinds(REVEALED + who)),
        gold_in_hand=purse,
        rebate=int(s.row[REBATE]),
        doubled=s.row[DOUBLED] == 1,
        any_row=s.row[ANY_ROW] == 1,
        entombed=s.row[ENTOMBED] == 1,
        winners=tuple(winners(s)) if s.mover == NOBODY else (),
        mixed=len({edition for edition in s.cards.editions if edition}) > 1,
        asked_in=asked_in(s),
    )


def asked_in(s: ValleyState) -> str:
    """Where the cards lie that the question is about: in the hand, unless the part on top of the stack looks elsewhere."""
    part = s.tape.task(s.row[STACK + 3 * s.row[DEPTH] - 3]) if s.row[DEPTH] else None
    return part.asks_in() or "hand" if isinstance(part, Part) else "hand"


def worth_to(s: ValleyState, viewer: int, kind: int) -> int:
    """The gold value of a card in the viewer's hand: what was done to gold values holds for the active player alone."""
    return int(worth(s, kind) if s.active == viewer else s.cards.gold[kind])


def slot_view(s: ValleyState, slot: int, viewer: int, playing: bool, purse: int) -> SlotView:
    """A place in the pyramid. Any purse that is rich enough can pay, so the sum decides."""
    kind = s.row[PYRAMID + slot]
    if kind < 0:
        return SlotView(slot, None, 0, False, "nothing lies here")
    cost = int(price(s, kind) if s.active == viewer else s.cards.cost[kind])
    why = ""
    if not playing:
        why = "nothing can be bought now"
    elif slot >= within_reach(s):
        why = "only the base can be bought"
    elif cost > purse:
        why = f"costs {cost}, you can lay out {purse}"
    return SlotView(slot, face(s, kind), cost, why == "", why)


def hand_card(s: ValleyState, viewer: int, kind: int, playing: bool, menu: set[int]) -> HandCard:
    """A card of one's own hand with what can be done with it and why not."""
    execute = why_entomb = ""
    if not playing:
        execute = why_entomb = "not now"
    else:
        if move1(EXECUTE, kind) not in menu:
            execute = hitch(s, viewer, kind)
        if s.row[ENTOMBED] == 1:
            why_entomb = "you have entombed a card this turn"
    return HandCard(face(s, kind), worth_to(s, viewer, kind), execute == "", execute, why_entomb == "", why_entomb)


def seat_view(s: ValleyState, who: int, viewer: int, playing: bool) -> SeatView:
    """One player; of one's own discard pile the content may be looked at when it is not one's turn (rulebook)."""
    mine = who == viewer
    menu = set(s.legal_moves()) if mine and playing else set()
    hand = tuple(hand_card(s, who, kind, playing, menu) for kind in s.kinds(HAND + who)) if mine else ()
    top = s.top(DISCARD + who)
    return SeatView(
        seat=who,
        hand=hand,
        known=() if mine else tuple(face(s, kind) for kind in s.known_to(viewer, who)),
        hand_count=int(s.size(HAND + who)),
        deck_count=int(s.size(DECK + who) + s.size(TOP + who)),
        discard_count=int(s.size(DISCARD + who)),
        discard_top=face(s, top) if top >= 0 else None,
        discard=faces(s, DISCARD + who) if mine and s.active != who else (),
        in_play=faces(s, PLAYED + who),
        sets=tuple(set_row(s, who, which) for which in range(len(s.cards.set_names))),
        others=tuple(face(s, kind) for kind in s.kinds(TOMB + who) if s.cards.set[kind] < 0),
        tomb_count=int(s.size(TOMB + who)),
        score=int(score(s, who)),
    )


def set_row(s: ValleyState, who: int, which: int) -> SetRow:
    """One set in a tomb."""
    there = [kind for kind in s.kinds(TOMB + who) if s.cards.set[kind] == which]
    present = sorted(set(there))
    kinds = [kind for kind in range(len(s.cards)) if s.cards.set[kind] == which]
    missing = [kind for kind in kinds if kind not in present]
    have, size = len(present), len(kinds)
    return SetRow(
        name=s.cards.set_names[which],
        have=have,
        size=size,
        points=have * have,
        next_points=min(have + 1, size) ** 2,
        present=tuple(face(s, kind) for kind in present),
        missing=tuple(face(s, kind) for kind in missing),
        spare=len(there) - have,
        edition=s.cards.editions[kinds[0]],
    )
