"""What one seat may see of a position, as plain values for painting."""

from dataclasses import dataclass

from engine.core.game import NOTHING, Question
from engine.thieves.data.pieces import SYMBOLS, DuellingCard, PieceSet
from engine.thieves.state import (
    COMMUNITY,
    COMMUNITY_USE,
    DECK,
    DISCARDS,
    ESCAPED,
    GUARDIAN_DECK,
    GUARDIANS,
    HAND,
    INSIDE,
    LAID,
    MAX_LAID,
    OUT,
    POOLS,
    REPUTATION,
    ROUND,
    STARTER,
    STATUS,
    TOMB,
    TOMB_DECK,
    TOMB_NUMBER,
    TOMB_TREASURE,
    TREASURE,
    UNSEEN,
    ThievesState,
    community_use_duel,
    community_use_half,
    is_face_down,
    laid_duel,
    laid_half,
    laid_kind,
    named_symbol,
    sets_for,
)
from engine.thieves.text.wording import question

STATUS_WORDS = {int(INSIDE): "inside", int(ESCAPED): "escaped", int(OUT): "out"}


@dataclass(frozen=True)
class LaidView:
    """A card on the table. `card` is None if the viewer may not know it; then `half` and `named` have no meaning. `duel` is the
    number of the duel that it counts for, 0 for the tomb, or NOTHING."""

    card: DuellingCard | None
    half: int
    is_down: bool
    named: str  # the symbol that its rubies stand for; "" if there are none, or it is not said yet
    duel: int


@dataclass(frozen=True)
class GuardianView:
    name: str
    nature: str
    symbol: str
    strength: int
    pool: int


@dataclass(frozen=True)
class ThiefView:
    """One seat. `hand` is None if the viewer does not see it. `used_half` and `used_duel` say what the community card counts for;
    NOTHING before that is said."""

    seat: int
    hand: tuple[DuellingCard, ...] | None
    hand_count: int
    reputation: int
    treasure: int
    status: str  # "inside", "escaped" or "out"
    laid: tuple[LaidView, ...]
    used_half: int
    used_duel: int


@dataclass(frozen=True)
class ThievesView:
    viewer: int
    mover: int
    question: Question
    tomb_number: int
    tombs_in_deck: int
    last_tomb: int  # the number of the last tomb; 0 if there is none
    round: int  # from 1; 4 in the showdown
    starter: int
    goal: int
    stakes: int
    tomb_symbol: str  # "" between two tombs, and at the end
    tomb_treasure: int
    guardians: tuple[GuardianView, ...]  # the oldest first
    guardians_in_deck: int
    community: DuellingCard | None
    deck_count: int
    discards: tuple[DuellingCard, ...]  # those that everybody knows
    own_unseen: tuple[DuellingCard, ...]  # those that the viewer alone knows
    unseen_count: int  # all that were discarded unseen
    all_cards: tuple[DuellingCard, ...]  # each kind of one set, by its number
    sets: int  # the number of sets that are shuffled together
    seats: tuple[ThiefView, ...]


def build_view(state: ThievesState, viewer: int) -> ThievesView:
    """The table as a viewer may see it; for NOBODY, what everybody may see."""
    pieces, cells = state.pieces, state.cells
    sets = sets_for(state.seat_count)
    tomb, community = int(cells[TOMB]), int(cells[COMMUNITY])
    own = state.kinds(UNSEEN + viewer) if viewer >= 0 else []
    options = state.options
    return ThievesView(
        viewer=viewer,
        mover=int(state.mover),
        question=question(state),
        tomb_number=int(cells[TOMB_NUMBER]) + 1,
        tombs_in_deck=int(state.count(TOMB_DECK)),
        last_tomb=0 if options.is_endless else options.tombs or sets * pieces.tomb_count,
        round=int(cells[ROUND]) + 1,
        starter=int(cells[STARTER]),
        goal=options.goal,
        stakes=options.stakes,
        tomb_symbol=SYMBOLS[pieces.tombs[tomb].symbol] if tomb >= 0 else "",
        tomb_treasure=int(cells[TOMB_TREASURE]),
        guardians=tuple(
            [
                guardian_view(pieces, kind, pool)
                for kind, pool in zip(state.kinds(GUARDIANS), state.kinds(POOLS), strict=True)
            ]
        ),
        guardians_in_deck=int(state.count(GUARDIAN_DECK)),
        community=pieces.cards[community] if community >= 0 else None,
        deck_count=int(state.count(DECK)),
        discards=tuple([pieces.cards[kind] for kind in state.kinds(DISCARDS)]),
        own_unseen=tuple([pieces.cards[kind] for kind in own]),
        unseen_count=sum([int(state.count(UNSEEN + seat)) for seat in range(state.seat_count)]),
        all_cards=pieces.cards,
        sets=sets,
        seats=tuple([thief_view(state, seat, viewer) for seat in range(state.seat_count)]),
    )


def guardian_view(pieces: PieceSet, kind: int, pool: int) -> GuardianView:
    guardian = pieces.guardians[kind]
    return GuardianView(guardian.name, guardian.nature, SYMBOLS[guardian.symbol], guardian.strength, int(pool))


def thief_view(state: ThievesState, seat: int, viewer: int) -> ThiefView:
    cells = state.cells
    use = int(cells[COMMUNITY_USE + seat])
    laid = [int(cells[LAID + MAX_LAID * seat + place]) for place in range(int(state.laid_count(seat)))]
    hand = tuple([state.pieces.cards[kind] for kind in state.kinds(HAND + seat)])
    return ThiefView(
        seat=seat,
        hand=hand if seat == viewer else None,
        hand_count=len(hand),
        reputation=int(cells[REPUTATION + seat]),
        treasure=int(cells[TREASURE + seat]),
        status=STATUS_WORDS[int(cells[STATUS + seat])],
        laid=tuple([laid_view(state.pieces, each, seat == viewer) for each in laid]),
        used_half=int(community_use_half(use)) if use >= 0 else NOTHING,
        used_duel=int(community_use_duel(use)) if use >= 0 else NOTHING,
    )


def laid_view(pieces: PieceSet, laid: int, is_own: bool) -> LaidView:
    is_down = is_face_down(laid)
    if is_down and not is_own:
        return LaidView(None, 0, True, "", NOTHING)
    named = int(named_symbol(laid))
    kind = int(laid_kind(laid))
    symbol = SYMBOLS[named] if named >= 0 else ""
    return LaidView(pieces.cards[kind], int(laid_half(laid)), is_down, symbol, int(laid_duel(laid)))
