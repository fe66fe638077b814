"""What one seat may see of a position, as plain values for painting."""

from dataclasses import dataclass

from engine.core.game import NOTHING, Question
from engine.thieves import state as layout
from engine.thieves.pieces import SYMBOLS, DuellingCard, PieceSet
from engine.thieves.rules.showdown import NameRubySymbols
from engine.thieves.rules.turn import PlaySecondCard, TakeTurn
from engine.thieves.state import (
    ThievesState,
    community_use_duel,
    community_use_half,
    is_face_down,
    laid_duel,
    laid_half,
    laid_kind,
    named_symbol,
    piece_set_count,
)
from engine.thieves.wording import question

TURN, SECOND_CARD, RUBIES, ASSIGNMENT = "turn", "second card", "rubies", "assignment"  # values of `ThievesView.step`
STATUS_WORDS = {int(layout.INSIDE): "inside", int(layout.ESCAPED): "escaped", int(layout.OUT): "out"}


@dataclass(frozen=True)
class LaidCardView:
    """A card on the table. If the viewer may not know it, `card` is None, and `half` and `named_symbol` have no meaning. `duel`
    is the number of the duel that it counts for: 0 for the tomb, NOTHING if it counts for none yet."""

    card: DuellingCard | None
    half: int
    is_face_down: bool
    named_symbol: str  # what its rubies stand for; "" if it has none, or they are not named yet
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
    """One seat. `hand` is None if the viewer may not see it. `community_half` is the half of the community card that the thief
    uses, `community_duel` the duel that it counts for. Both are NOTHING until the thief decides, or if it does not use the
    card."""

    seat: int
    hand: tuple[DuellingCard, ...] | None
    hand_count: int
    reputation: int
    treasure: int
    status: str  # "inside", "escaped" or "out"
    laid_cards: tuple[LaidCardView, ...]
    community_half: int
    community_duel: int


@dataclass(frozen=True)
class ThievesView:
    viewer: int
    mover: int
    question: Question
    tomb_number: int
    tombs_in_deck: int
    last_tomb_number: int  # the number of the last tomb of the game; 0 if the tombs are shuffled again and again
    round: int  # from 1; 4 in the showdown
    step: str  # what is asked: TURN, SECOND_CARD, RUBIES or ASSIGNMENT; "" at the end
    starter: int
    goal: int
    stakes: int
    tomb_symbol: str  # "" between two tombs, and at the end
    tomb_treasure: int
    guardians: tuple[GuardianView, ...]  # the oldest first
    guardians_in_deck: int
    community_card: DuellingCard | None
    deck_count: int
    discards: tuple[DuellingCard, ...]  # those that everybody knows
    own_unseen_discards: tuple[DuellingCard, ...]  # those that only the viewer knows
    unseen_discard_count: int  # the number of cards that all seats have discarded unseen
    all_cards: tuple[DuellingCard, ...]  # one card of each kind, indexed by kind
    piece_set_count: int  # the number of sets that are shuffled together
    seats: tuple[ThiefView, ...]


def build_view(state: ThievesState, viewer: int) -> ThievesView:
    """The view of a seat. For NOBODY, it holds what everybody may see."""
    pieces, cells = state.pieces, state.cells
    sets = piece_set_count(state.seat_count)
    tomb, community = int(cells[layout.TOMB]), int(cells[layout.COMMUNITY_CARD])
    own_unseen = state.kinds(layout.UNSEEN_DISCARDS + viewer) if viewer >= 0 else []
    options = state.options
    return ThievesView(
        viewer=viewer,
        mover=int(state.mover),
        question=question(state),
        tomb_number=int(cells[layout.TOMB_NUMBER]) + 1,
        tombs_in_deck=int(state.count(layout.TOMB_DECK)),
        last_tomb_number=0 if options.is_endless else options.tomb_limit or sets * pieces.tomb_count,
        round=int(cells[layout.ROUND]) + 1,
        step=step_of(state),
        starter=int(cells[layout.STARTER]),
        goal=options.goal,
        stakes=options.stakes,
        tomb_symbol=SYMBOLS[pieces.tombs[tomb].symbol] if tomb >= 0 else "",
        tomb_treasure=int(cells[layout.TOMB_TREASURE]),
        guardians=tuple(
            [
                guardian_view(pieces, kind, pool)
                for kind, pool in zip(state.kinds(layout.GUARDIANS), state.kinds(layout.POOLS), strict=True)
            ]
        ),
        guardians_in_deck=int(state.count(layout.GUARDIAN_DECK)),
        community_card=pieces.cards[community] if community >= 0 else None,
        deck_count=int(state.count(layout.DECK)),
        discards=tuple([pieces.cards[kind] for kind in state.kinds(layout.DISCARDS)]),
        own_unseen_discards=tuple([pieces.cards[kind] for kind in own_unseen]),
        unseen_discard_count=sum([int(state.count(layout.UNSEEN_DISCARDS + seat)) for seat in range(state.seat_count)]),
        all_cards=pieces.cards,
        piece_set_count=sets,
        seats=tuple([thief_view(state, seat, viewer) for seat in range(state.seat_count)]),
    )


def step_of(state: ThievesState) -> str:
    """What the question is about. ASSIGNMENT stands for the cards of a thief and for the community card."""
    if state.mover < 0:
        return ""
    part = state.programs.task(state.top_address())
    if isinstance(part, TakeTurn):
        return TURN
    if isinstance(part, PlaySecondCard):
        return SECOND_CARD
    return RUBIES if isinstance(part, NameRubySymbols) else ASSIGNMENT


def guardian_view(pieces: PieceSet, kind: int, pool: int) -> GuardianView:
    guardian = pieces.guardians[kind]
    return GuardianView(guardian.name, guardian.nature, SYMBOLS[guardian.symbol], guardian.strength, int(pool))


def thief_view(state: ThievesState, seat: int, viewer: int) -> ThiefView:
    cells = state.cells
    use = int(cells[layout.COMMUNITY_USE + seat])
    laid_cards = [
        int(cells[layout.LAID_CARDS + layout.MAX_LAID_CARDS * seat + index])
        for index in range(int(state.laid_card_count(seat)))
    ]
    hand = tuple([state.pieces.cards[kind] for kind in state.kinds(layout.HAND + seat)])
    return ThiefView(
        seat=seat,
        hand=hand if seat == viewer else None,
        hand_count=len(hand),
        reputation=int(cells[layout.REPUTATION + seat]),
        treasure=int(cells[layout.TREASURE + seat]),
        status=STATUS_WORDS[int(cells[layout.STATUS + seat])],
        laid_cards=tuple([laid_card_view(state.pieces, laid_card, seat == viewer) for laid_card in laid_cards]),
        community_half=int(community_use_half(use)) if use >= 0 else NOTHING,
        community_duel=int(community_use_duel(use)) if use >= 0 else NOTHING,
    )


def laid_card_view(pieces: PieceSet, laid_card: int, is_own: bool) -> LaidCardView:
    is_down = is_face_down(laid_card)
    if is_down and not is_own:
        return LaidCardView(None, 0, True, "", NOTHING)
    symbol = int(named_symbol(laid_card))
    return LaidCardView(
        card=pieces.cards[int(laid_kind(laid_card))],
        half=int(laid_half(laid_card)),
        is_face_down=is_down,
        named_symbol=SYMBOLS[symbol] if symbol >= 0 else "",
        duel=int(laid_duel(laid_card)),
    )
