"""The answers that the parts of Afterlife allow, for the slow and exact definition of "may be executed" (`exact.py`)."""

from engine.core.moves import pack_move
from engine.core.tasks import DEPTH_CELL, STACK_START
from engine.valley.catalogue.card import EXECUTES_NOTHING, OFFERING_TABLE
from engine.valley.catalogue.verbs import PASS
from engine.valley.parts.boneyard import EXCHANGE, SET_ASIDE, SacrificeAside, SetAside, SwapWithBoneyard
from engine.valley.parts.choosing import ENTOMB, SACRIFICE
from engine.valley.parts.deck import NAME, NameSet
from engine.valley.parts.hand import GIVE
from engine.valley.parts.in_play import RETURN, EntombFromPlay, ReturnFromPlay
from engine.valley.parts.opponents import (
    CHOOSE,
    PULL,
    SELECT,
    ChooseOpponent,
    GiveOrShow,
    PullFromHand,
    SacrificeAnother,
    SelectForActivePlayer,
)
from engine.valley.parts.tomb import (
    AWAKEN,
    NEXT,
    Awaken,
    EntombMany,
    MayEntombIfSetInTomb,
    MayEntombNextDeckCard,
    MayEntombTopDiscard,
    SacrificeFromTomb,
)
from engine.valley.rules.reactions import DISCARD_CARD, REVEAL, AxeReaction
from engine.valley.state import ASIDE, BONEYARD, DISCARD, HAND, PLAYED, REVEALED, TOMB, ValleyState
from tests.engine.valley.exact_moves import cards_in, or_not, slots


def about_tombs(part: object, s: ValleyState, seat: int, subject: int) -> list[int]:
    """Entombing from anywhere, sacrificing from the tomb, executing there."""
    if isinstance(part, EntombMany):
        return or_not(cards_in(s, HAND, seat, ENTOMB, part.which), part.may)
    if isinstance(part, MayEntombIfSetInTomb):
        sets = {s.catalogue.cards[kind].set for kind in s.kinds(TOMB + seat)}
        return or_not(cards_in(s, HAND, seat, ENTOMB)) if part.of_set in sets else []
    if isinstance(part, MayEntombNextDeckCard):
        return [NEXT, PASS] if subject >= 0 and part.which.fits(s, seat, subject) and s.drawable_count(seat) else []
    if isinstance(part, MayEntombTopDiscard):
        return or_not([pack_move(ENTOMB, s.top(DISCARD + seat))] if s.count(DISCARD + seat) else [])
    if isinstance(part, SacrificeFromTomb):
        return cards_in(s, TOMB, seat, SACRIFICE, part.which)
    if isinstance(part, Awaken):
        cards = s.catalogue
        kinds = [kind for kind in sorted(set(s.kinds(TOMB + seat))) if cards.action_address[kind] >= 0]
        return [
            pack_move(AWAKEN, kind)
            for kind in kinds
            if cards.repeatable[kind] and cards.execution_source[kind] == EXECUTES_NOTHING
        ]
    return []


def about_hands(part: object, s: ValleyState, seat: int, subject: int) -> list[int]:
    """Giving, sacrificing, setting aside, and the demands of an Axe."""
    if isinstance(part, GiveOrShow):
        return cards_in(s, HAND, seat, GIVE, part.which)
    if isinstance(part, SacrificeAnother):
        return cards_in(s, HAND, seat, SACRIFICE) if subject >= 0 else []
    if isinstance(part, PullFromHand):
        return cards_in(s, HAND, subject, PULL) if subject >= 0 else []
    if isinstance(part, SetAside):
        return or_not(cards_in(s, HAND, seat, SET_ASIDE), part.may) if s.count(BONEYARD) else []
    if isinstance(part, SacrificeAside):
        cards = cards_in(s, ASIDE, 0, SACRIFICE)
        return cards if len(cards) > 1 else []
    if isinstance(part, AxeReaction):
        kinds = sorted(set(s.kinds(HAND + seat)))
        highest_cost = max((s.catalogue.cost[kind] for kind in kinds), default=0)
        tables = [
            pack_move(REVEAL, kind)
            for kind in kinds
            if s.catalogue.reactions[kind] == OFFERING_TABLE and seat != s.active
        ]
        return [pack_move(DISCARD_CARD, kind) for kind in kinds if s.catalogue.cost[kind] == highest_cost] + tables
    return []


def about_the_table(part: object, s: ValleyState, seat: int, subject: int) -> list[int]:
    """Players, pyramid, boneyard, sets, and cards in play."""
    if isinstance(part, ChooseOpponent):
        return [pack_move(CHOOSE, foe) for foe in range(s.seat_count) if foe != seat]
    if isinstance(part, SelectForActivePlayer):
        return [pack_move(SELECT, slot) for slot in slots(s)]
    if isinstance(part, SwapWithBoneyard):
        return [pack_move(EXCHANGE, slot) for slot in slots(s)] if s.count(BONEYARD) else []
    if isinstance(part, NameSet):
        return [pack_move(NAME, index) for index in range(len(s.catalogue.set_names))]
    if isinstance(part, (EntombFromPlay, ReturnFromPlay)):
        verb = ENTOMB if isinstance(part, EntombFromPlay) else RETURN
        return [pack_move(verb, kind) for kind in sorted(set(s.kinds(PLAYED + seat))) if is_finished(s, seat, kind)]
    return []


def is_finished(s: ValleyState, seat: int, kind: int) -> bool:
    """Whether a card of the kind is in play, and its action is not being executed."""
    frames = [STACK_START + 3 * depth for depth in range(s.cells[DEPTH_CELL])]
    under_way = sum(
        s.programs.program_and_part_at(s.cells[frame])[0] == "Executed" and s.cells[frame + 2] == kind
        for frame in frames
    )
    return s.count_of(PLAYED + seat, kind) > max(0, under_way - s.count_of(REVEALED + seat, kind))


def answers(part: object, s: ValleyState, seat: int, subject: int) -> list[int]:
    """Every answer that the words of a part allow."""
    return (
        about_tombs(part, s, seat, subject)
        or about_hands(part, s, seat, subject)
        or about_the_table(part, s, seat, subject)
    )
