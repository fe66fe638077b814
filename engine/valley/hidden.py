"""What a seat cannot know, drawn anew."""

from typing import Final

from engine.core.row import i64
from engine.core.rules import EVERYBODY
from engine.core.tasks import DEPTH, STACK
from engine.valley.state import DECK, HAND, LOOKED, SEEN, SHOWN, VIEWER, ValleyState

TRIES: Final[i64] = 200
ORDERS: Final[i64] = 3  # in which hidden cards may come into a hand: see `rank`


def determinize(s: ValleyState, viewer: i64, seed: i64) -> ValleyState:
    """A copy of the table as it may be, for all that `viewer` can know: hidden cards and all luck to come are drawn from
    `seed`. EVERYBODY together know all cards: for them the luck alone is.

    Taken as known, to everybody, because it happened in the open or follows from it:

    - every card on the table: pyramid, tombs, cards in play, cards revealed in mid-action, the top of each pile;
    - what each discard pile and the boneyard hold: every card went there face up;
    - what each level of the stock still holds: all cards not seen yet. Its order is nobody's knowledge;
    - for each player the cards of hand, deck and mid-action look together, as every card came to them in the open;
    - the part of a hand that was seen to go there (from the pyramid, a discard pile or a tomb, or an Offering Table that was
      shown), until a card of that kind leaves it or the hand is discarded; at a reshuffle that is the whole hand, since no
      other hidden card is left;
    - what was put on top of a deck for all to see, until it is drawn;
    - the whole hand of a player who proved with it that a card was the costliest, or that no other fitted;
    - who is asked: a seat that is asked about its Boat holds one, a seat in mid-action can go on with it. A deal in which
      somebody else would be asked is dealt again.

    Known to the viewer alone: the own hand, cards they are looking at, and the hand of another into which an action let them
    look, until it changes as above. So the own deck's content is known, not its order. What others have seen of a hand that
    the viewer has not seen is left out.
    Not inferred: what an opponent's choices betray (a reaction not used, a card not played).
    """
    t = deal(s, viewer, seed)
    if s.mover == viewer or viewer == EVERYBODY:  # what may be answered never hangs on what is hidden from who answers
        return t
    t.run()
    tried: i64 = 1
    while not same_question(s, t) and tried < TRIES:
        t = deal(s, viewer, seed + tried)
        t.run()
        tried += 1
    return t


def same_question(s: ValleyState, t: ValleyState) -> bool:
    """Whether the deal `t` has stopped where `s` stands: no frame has come or gone."""
    for cell in range(DEPTH, STACK + 3 * s.row[DEPTH]):
        if s.row[cell] != t.row[cell]:
            return False
    return not t.broken


def deal(s: ValleyState, viewer: i64, seed: i64) -> ValleyState:
    """A copy with new luck and new cards in all hands but the viewer's, and the menu as it was."""
    t = s.copy()
    t.reseed(seed)
    if viewer != EVERYBODY:
        for who in range(s.n):
            if who != viewer:
                redraw(t, viewer, who)
    return t


def redraw(s: ValleyState, viewer: i64, who: i64) -> None:
    """Deal the part of a hand that is hidden from the viewer, and the cards that its owner is looking at, anew from all that is
    hidden there."""
    looked = s.size(LOOKED + who)
    hidden = gather(s, viewer, who)
    s.deal(who, DECK + who, HAND + who, hidden)
    s.deal(who, DECK + who, LOOKED + who, looked)


def gather(s: ValleyState, viewer: i64, who: i64) -> i64:
    """Put all cards of a hand that are hidden from the viewer, and those that its owner is looking at, back into the deck;
    returns how many of the hand these are."""
    hand = HAND + who
    deck = DECK + who
    s.pour(LOOKED + who, deck)
    hidden = s.size(hand)
    if s.size(SEEN + who) > 0:
        forget_others(s, viewer, who)
        s.pour(hand, deck)
        for kind in s.known_to(viewer, who):
            s.take(deck, kind)
            s.put(hand, kind)
            hidden -= 1
    else:
        hidden = put_back(s, who)
    return hidden


def as_may_be(s: ValleyState, viewer: i64, order: i64) -> ValleyState:
    """A copy of the table as it may be, for all that `viewer` can know: hidden cards come into the hands in this order. Two
    positions that look the same to the viewer give the same copy, but for the luck."""
    t = s.copy()
    for who in range(s.n):
        if who != viewer:
            looked = t.size(LOOKED + who)
            hidden = gather(t, viewer, who)
            move_first(t, who, HAND + who, hidden, order)
            move_first(t, who, LOOKED + who, looked, order)
    return t


def move_first(s: ValleyState, who: i64, bag: i64, cards: i64, order: i64) -> None:
    """Move so many cards from a deck into another bag, those of the highest rank."""
    for _nth in range(cards):
        best: i64 = 0
        highest: i64 = -1
        for i in range(s.size(DECK + who)):
            ranked = rank(s, s.card(DECK + who, i), order)
            if ranked > highest:
                highest = ranked
                best = i
        s.put(bag, s.pull(DECK + who, best))


def rank(s: ValleyState, kind: i64, order: i64) -> i64:
    """How early a card comes in an order: reactions first, then the costliest; set cards last; starters last, the cheapest
    first. So a player holds all that could get in another's way, or as little as may be of what another asks for."""
    cost = s.cards.cost[kind]
    if order == 0:
        return 20 * s.cards.answers[kind] + cost
    if order == 1:
        return 20 * s.cards.starter[kind] if s.cards.set[kind] < 0 else 19 - cost
    return 0 if s.cards.starter[kind] == 1 else 19 - cost


def put_back(s: ValleyState, who: i64) -> i64:
    """Put the cards of a hand that are not shown back into the deck; returns how many these are. Hand and shown cards lie in the
    same order, so one walk tells them apart."""
    shown = s.size(SHOWN + who) - 1
    hidden: i64 = 0
    for i in range(s.size(HAND + who) - 1, -1, -1):
        kind = s.card(HAND + who, i)
        if shown >= 0 and s.card(SHOWN + who, shown) == kind:
            shown -= 1
        else:
            s.put(DECK + who, s.pull(HAND + who, i))
            hidden += 1
    return hidden


def forget_others(s: ValleyState, viewer: i64, who: i64) -> None:
    """Leave out what others than the viewer have seen of a hand: it names cards that are hidden from the viewer."""
    for i in range(s.size(SEEN + who) - 1, -1, -1):
        if s.card(SEEN + who, i) // VIEWER != viewer:
            s.pull(SEEN + who, i)
