"""What a seat cannot know, drawn anew."""

from engine.core.luck import key
from engine.core.row import i64
from engine.valley.state import DECK, HAND, LOOKED, SHOWN, ValleyState


def determinize(s: ValleyState, viewer: i64, seed: int) -> ValleyState:
    """A copy of the table as it may be, for all that `viewer` can know: hidden cards and all luck to come are drawn from
    `seed`.

    Taken as known, to everybody, because it happened in the open or follows from it:

    - every card on the table: pyramid, tombs, cards in play, cards revealed in mid-action, the top of each pile;
    - what each discard pile and the boneyard hold: every card went there face up;
    - what each level of the stock still holds: all cards not seen yet. Its order is nobody's knowledge;
    - for each player the cards of hand, deck and mid-action look together, as every card came to them in the open;
    - the part of a hand that was seen to go there (from the pyramid, a discard pile or a tomb, or an Offering Table that was
      shown), until a card of that kind leaves it or the hand is discarded;
    - what was put on top of a deck for all to see, until it is drawn.

    Known to the viewer alone: the own hand, and cards they are looking at. So the own deck's content is known, not its order.
    Not inferred: what an opponent's choices betray (a reaction not used, a card not played).
    """
    t = s.copy()
    t.reseed(key(seed))
    for who in range(s.n):
        if who != viewer:
            redraw(t, who)
    t.run()
    return t


def redraw(s: ValleyState, who: i64) -> None:
    """Deal the hidden part of a hand, and the cards that its owner is looking at, anew from all that is hidden there."""
    hand = HAND + who
    deck = DECK + who
    looked = s.size(LOOKED + who)
    hidden = s.size(hand) - s.size(SHOWN + who)
    s.pour(LOOKED + who, deck)
    s.pour(hand, deck)
    for i in range(s.size(SHOWN + who)):
        kind = s.card(SHOWN + who, i)
        s.take(deck, kind)
        s.put(hand, kind)
    for _ in range(hidden):
        s.put(hand, s.pull(deck, s.pick(who, s.size(deck))))
    for _ in range(looked):
        s.put(LOOKED + who, s.pull(deck, s.pick(who, s.size(deck))))
