"""The turn of a thief in a round: escape, hide, or duel with one or two cards (rulebook, "Duelling Rounds").

The subject of these parts is the number of cards to draw at the end of the turn, plus DUELLING after a first card.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK, first_argument, second_argument
from engine.core.tasks import Subject, Task
from engine.thieves.pieces import PLAY_DOWN, PLAY_UP, PLAY_UP_AS, THIRD_SHIFT
from engine.thieves.rules.dealing import discard_laid_cards, draw_to_hand
from engine.thieves.state import (
    ESCAPE,
    ESCAPED,
    GUARDIANS,
    HAND,
    HIDE,
    NO_SECOND_CARD,
    POOLS,
    REPUTATION,
    STATUS,
    ThievesState,
    pack_laid_card,
)

DRAWN_AFTER_ESCAPE: Final[i64] = 2
DUELLING: Final[i64] = 8  # a bit of the subject
DRAWS_MASK: Final[i64] = 7
MAX_TURN_SUBJECT: Final = 10  # DUELLING, and two cards to draw
DrawCount = i64  # the number of cards to draw at the end of the turn


@final
class TakeTurn(Task[ThievesState]):
    """Escape, hide, or play a card. A thief without reputation cannot hide; one with neither reputation nor cards escapes without
    being asked."""

    def offer_options(self, state: ThievesState, seat: i64, subject: Subject) -> None:
        has_reputation = state.cells[REPUTATION + seat] > 0
        if not has_reputation and state.count(HAND + seat) == 0:
            return
        state.offer(ESCAPE)
        if has_reputation:
            state.offer(HIDE)
        offer_plays(state, seat)

    def unlisted_move(self, state: ThievesState, seat: i64, subject: Subject, index: i64) -> i64:
        return unlisted_play_at(state, seat, index)

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move < 0 or move == ESCAPE:
            return escape(state, seat)
        paid = pay_stake(state, seat)
        if move == HIDE:
            if state.events is not None:
                state.emit("hid", seat, (int(paid),))
            return paid
        if state.events is not None:
            state.emit("staked", seat, (int(paid),))
        play_card(state, seat, move)
        return paid | DUELLING


@final
class PlaySecondCard(Task[ThievesState]):
    """After the first card, play a second one or none."""

    def offer_options(self, state: ThievesState, seat: i64, subject: Subject) -> None:
        if subject & DUELLING != 0 and state.count(HAND + seat) > 0:
            state.offer(NO_SECOND_CARD)
            offer_plays(state, seat)

    def unlisted_move(self, state: ThievesState, seat: i64, subject: Subject, index: i64) -> i64:
        return unlisted_play_at(state, seat, index)

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != NO_SECOND_CARD:
            play_card(state, seat, move)
        return subject & DRAWS_MASK


@final
class DrawCards(Task[ThievesState]):
    """Draw a card for each token that was paid, or two after an escape."""

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        if subject > 0:
            draw_to_hand(state, seat, subject)
        return NOTHING


def offer_plays(state: ThievesState, seat: i64) -> None:
    """Offer all moves that play a card of the hand. A lazy menu only counts them."""
    cells = state.cells
    starts = state.pieces.play_starts
    start = state.zone_starts[HAND + seat] + 1
    if state.lazy_menu:
        count: i64 = 0
        last_kind: i64 = NOTHING
        for cell in range(start, start + cells[start - 1]):
            kind = cells[cell]
            if kind != last_kind:
                count += starts[kind + 1] - starts[kind]
                last_kind = kind
        state.unlisted = count
        state.move_count += count
        return
    moves = state.pieces.play_moves
    last_kind = NOTHING
    for cell in range(start, start + cells[start - 1]):
        kind = cells[cell]
        if kind != last_kind:
            last_kind = kind
            for i in range(starts[kind], starts[kind + 1]):
                state.offer(moves[i])


def unlisted_play_at(state: ThievesState, seat: i64, index: i64) -> i64:
    """The move at `index`, from 0, among those that `offer_plays` has counted; NOTHING beyond them."""
    cells = state.cells
    starts = state.pieces.play_starts
    start = state.zone_starts[HAND + seat] + 1
    last_kind: i64 = NOTHING
    for cell in range(start, start + cells[start - 1]):
        kind = cells[cell]
        if kind != last_kind:
            last_kind = kind
            count = starts[kind + 1] - starts[kind]
            if index < count:
                return state.pieces.play_moves[starts[kind] + index]
            index -= count
    return NOTHING


def escape(state: ThievesState, seat: i64) -> DrawCount:
    """Leave this tomb. The tokens paid stay in the pools, and the cards on the table are discarded. Returns the number of cards
    to draw: 0 for a thief without reputation (rulebook, "Running out of Reputation")."""
    state.cells[STATUS + seat] = ESCAPED
    if state.events is not None:
        state.emit("escaped", seat)
    discard_laid_cards(state, seat)
    return DRAWN_AFTER_ESCAPE if state.cells[REPUTATION + seat] > 0 else 0


def pay_stake(state: ThievesState, seat: i64) -> i64:
    """Pay the stake of a round into the pool of the newest guardian, or as much of it as the seat has. Returns the tokens
    paid."""
    cells = state.cells
    paid: i64 = min(state.options.stakes, cells[REPUTATION + seat])
    cells[REPUTATION + seat] -= paid
    cells[state.zone_starts[POOLS] + state.count(GUARDIANS)] += paid
    return paid


def play_card(state: ThievesState, seat: i64, move: i64) -> None:
    """Move a card from the hand to the table. The move fixes the half that counts, and names the rubies of a face-up card."""
    kind = first_argument(move)
    half = second_argument(move)
    verb = move & VERB_MASK
    state.remove_present(HAND + seat, kind)
    if verb == PLAY_DOWN:
        state.append_laid_card(seat, pack_laid_card(kind, half, True))
        if state.events is not None:
            state.emit("played_down", seat, (int(kind), int(half)), seat)
    elif verb == PLAY_UP_AS:
        named = (move >> THIRD_SHIFT) - 1
        state.append_laid_card(seat, pack_laid_card(kind, half, False, named))
        if state.events is not None:
            state.emit("played_up", seat, (int(kind), int(half), int(named)))
    else:
        assert verb == PLAY_UP
        state.append_laid_card(seat, pack_laid_card(kind, half, False))
        if state.events is not None:
            state.emit("played_up", seat, (int(kind), int(half)))
