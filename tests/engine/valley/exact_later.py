"""What the words of Afterlife's parts allow to answer, for the slow and exact definition of "may be executed" (`exact.py`)."""

from engine.core.tasks import DEPTH, STACK
from engine.valley.card import PLAIN, TABLE
from engine.valley.parts.awaken import Awaken
from engine.valley.parts.boneyard import SacrificeAside, SetAside, SwapWithBoneyard
from engine.valley.parts.chosen import ChooseOpponent, GiveOrShow, PullFromHand, SacrificeAnother, SelectForRight
from engine.valley.parts.itself import EntombFromPlay, ReturnFromPlay
from engine.valley.parts.naming import NameSet
from engine.valley.parts.tombs import EntombMany, EntombNextAfter, EntombWith, MayEntombTopDiscard, SacrificeFromTomb
from engine.valley.reactions import Hew
from engine.valley.state import ASIDE, BONEYARD, DISCARD, HAND, PLAYED, REVEALED, TOMB, ValleyState
from engine.valley.verbs import (
    AWAKEN,
    CHOOSE,
    DISCARD_CARD,
    ENTOMB,
    EXCHANGE,
    GIVE,
    NAME,
    NEXT,
    PASS,
    PULL,
    RETURN,
    REVEAL,
    SACRIFICE,
    SELECT,
    SET_ASIDE,
    move1,
)
from tests.engine.valley.exact_moves import cards_in, or_not, slots


def about_tombs(part: object, s: ValleyState, who: int, it: int) -> list[int]:
    """Entombing from anywhere, sacrificing from the tomb, executing there."""
    if isinstance(part, EntombMany):
        return or_not(cards_in(s, HAND, who, ENTOMB, part.which), part.may)
    if isinstance(part, EntombWith):
        held = {s.cards.cards[kind].set for kind in s.kinds(TOMB + who)}
        return or_not(cards_in(s, HAND, who, ENTOMB)) if part.of_set in held else []
    if isinstance(part, EntombNextAfter):
        return [NEXT, PASS] if it >= 0 and part.which.fits(s, who, it) and s.drawable(who) else []
    if isinstance(part, MayEntombTopDiscard):
        return or_not([move1(ENTOMB, s.top(DISCARD + who))] if s.size(DISCARD + who) else [])
    if isinstance(part, SacrificeFromTomb):
        return cards_in(s, TOMB, who, SACRIFICE, part.which)
    if isinstance(part, Awaken):
        cards = s.cards
        kinds = [kind for kind in sorted(set(s.kinds(TOMB + who))) if cards.action[kind] >= 0]
        return [move1(AWAKEN, kind) for kind in kinds if cards.repeatable[kind] and cards.relays[kind] == PLAIN]
    return []


def about_hands(part: object, s: ValleyState, who: int, it: int) -> list[int]:
    """Giving, sacrificing, setting aside, and what an Axe demands."""
    if isinstance(part, GiveOrShow):
        return cards_in(s, HAND, who, GIVE, part.which)
    if isinstance(part, SacrificeAnother):
        return cards_in(s, HAND, who, SACRIFICE) if it >= 0 else []
    if isinstance(part, PullFromHand):
        return cards_in(s, HAND, it, PULL) if it >= 0 else []
    if isinstance(part, SetAside):
        return or_not(cards_in(s, HAND, who, SET_ASIDE), part.may) if s.size(BONEYARD) else []
    if isinstance(part, SacrificeAside):
        cards = cards_in(s, ASIDE, 0, SACRIFICE)
        return cards if len(cards) > 1 else []
    if isinstance(part, Hew):
        held = sorted(set(s.kinds(HAND + who)))
        dearest = max((s.cards.cost[kind] for kind in held), default=0)
        tables = [move1(REVEAL, kind) for kind in held if s.cards.answers[kind] == TABLE]
        return [move1(DISCARD_CARD, kind) for kind in held if s.cards.cost[kind] == dearest] + tables
    return []


def about_the_table(part: object, s: ValleyState, who: int, it: int) -> list[int]:
    """Players, pyramid, boneyard, sets, and what is in play."""
    if isinstance(part, ChooseOpponent):
        return [move1(CHOOSE, foe) for foe in range(s.n) if foe != who]
    if isinstance(part, SelectForRight):
        return [move1(SELECT, slot) for slot in slots(s)]
    if isinstance(part, SwapWithBoneyard):
        return [move1(EXCHANGE, slot) for slot in slots(s)] if s.size(BONEYARD) else []
    if isinstance(part, NameSet):
        return [move1(NAME, which) for which in range(len(s.cards.set_names))]
    if isinstance(part, (EntombFromPlay, ReturnFromPlay)):
        verb = ENTOMB if isinstance(part, EntombFromPlay) else RETURN
        return [move1(verb, kind) for kind in sorted(set(s.kinds(PLAYED + who))) if is_finished(s, who, kind)]
    return []


def is_finished(s: ValleyState, who: int, kind: int) -> bool:
    """Whether a card of the kind lies in play with no action of it under way."""
    frames = [STACK + 3 * frame for frame in range(s.row[DEPTH])]
    under_way = sum(s.tape.name(s.row[at])[0] == "Executed" and s.row[at + 2] == kind for at in frames)
    return s.count(PLAYED + who, kind) > max(0, under_way - s.count(REVEALED + who, kind))


def answers(part: object, s: ValleyState, who: int, it: int) -> list[int]:
    """Every answer that the words of a part allow."""
    return about_tombs(part, s, who, it) or about_hands(part, s, who, it) or about_the_table(part, s, who, it)
