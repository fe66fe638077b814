"""The showdown: cards are turned up, rubies are named, and cards are assigned to duels (rulebook, "The Showdown").

First all thieves name their rubies, in turn order. Then they assign their cards openly, in turn order (our rule).
"""

from typing import final

from engine.core.arrays import i64
from engine.core.events import ALL_SEATS, Event, only_seat
from engine.core.game import NOTHING
from engine.core.moves import first_argument, pack_move2, second_argument
from engine.core.tasks import Subject, Task
from engine.thieves.pieces import PLAIN_SYMBOLS, RUBY
from engine.thieves.rules.duels import half_fits
from engine.thieves.state import (
    ASSIGN_CARD,
    COMMUNITY_CARD,
    COMMUNITY_USE,
    DUEL_SHIFT,
    FACE_DOWN_BIT,
    GUARDIANS,
    LAID_CARDS,
    LEAVE_COMMUNITY_CARD,
    MAX_LAID_CARDS,
    NAME_RUBY,
    SYMBOL_SHIFT,
    TOMB_DUEL,
    USE_COMMUNITY_CARD,
    ThievesState,
    is_face_down,
    laid_duel,
    laid_half,
    laid_kind,
    pack_community_use,
)


@final
class TurnUpFaceDownCards(Task[ThievesState]):
    """Turn up the face-down cards of a seat."""

    def signature(self) -> str:
        return "TurnUp"  # the name of its program in positions

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        turned: list[int] = []
        for cell in range(LAID_CARDS + MAX_LAID_CARDS * seat, LAID_CARDS + MAX_LAID_CARDS * seat + MAX_LAID_CARDS):
            laid_card = cells[cell]
            if laid_card >= 0 and is_face_down(laid_card):
                cells[cell] = laid_card & ~FACE_DOWN_BIT
                turned.append(laid_kind(laid_card))
                turned.append(laid_half(laid_card))
        if turned and state.events is not None:
            shown_to = ALL_SEATS & ~only_seat(int(seat))
            state.emit_event(Event("turned_up", int(seat), tuple(turned), reveals_to=shown_to))
        return NOTHING


@final
class NameRubySymbols(Task[ThievesState]):
    """Say what the rubies of a card that lay face down stand for. Repeats until all are named. Two rubies on one card stand for
    the same symbol (rulebook, "Ruby Duelling Cards")."""

    def signature(self) -> str:
        return "NameRubies"  # the name of its program in positions

    def offer_options(self, state: ThievesState, seat: i64, subject: Subject) -> None:
        for index in range(MAX_LAID_CARDS):
            laid_card = state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + index]
            if laid_card < 0:
                return
            if state.named_or_printed_symbol(laid_card) == RUBY:
                for symbol in range(PLAIN_SYMBOLS):
                    state.offer(pack_move2(NAME_RUBY, index, symbol))
                return

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0:
            cell = LAID_CARDS + MAX_LAID_CARDS * seat + first_argument(move)
            symbol = second_argument(move)
            state.cells[cell] |= (symbol + 1) << SYMBOL_SHIFT
            if state.events is not None:
                state.emit("named", seat, (int(laid_kind(state.cells[cell])), int(symbol)))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING


@final
class AssignCards(Task[ThievesState]):
    """Assign each card to a duel: the tomb or one of the guardians. Asks only about cards that fit several duels; a card that
    fits none counts for nothing (our rule)."""

    def signature(self) -> str:
        return "CountCards"  # the name of its program in positions

    def offer_options(self, state: ThievesState, seat: i64, subject: Subject) -> None:
        for index in range(MAX_LAID_CARDS):
            laid_card = state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + index]
            if laid_card < 0:
                return
            if laid_duel(laid_card) < 0:
                symbol = state.named_or_printed_symbol(laid_card)
                fitting_duels: i64 = 0
                for duel in range(state.duel_count()):
                    if state.duel_symbol(duel) == symbol:
                        fitting_duels += 1
                if fitting_duels > 1:
                    for duel in range(state.duel_count()):
                        if state.duel_symbol(duel) == symbol:
                            state.offer(pack_move2(ASSIGN_CARD, index, duel))
                    return

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0:
            assign_card_to_duel(state, seat, first_argument(move), second_argument(move))
            state.call(state.programs.address(self), seat, NOTHING)
            return NOTHING
        for index in range(state.laid_card_count(seat)):
            laid_card = state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + index]
            if laid_duel(laid_card) < 0:
                symbol = state.named_or_printed_symbol(laid_card)
                for duel in range(state.duel_count()):
                    # No other duel has this symbol, or the seat would have been asked.
                    if state.duel_symbol(duel) == symbol:
                        assign_card_to_duel(state, seat, index, duel)
        return NOTHING


@final
class UseCommunityCard(Task[ThievesState]):
    """Choose a half of the community card and the duel that it counts for, or neither. A ruby stands for the symbol of that duel.
    Each thief inside may use the card, even one who only hid (our rule)."""

    def offer_options(self, state: ThievesState, seat: i64, subject: Subject) -> None:
        kind = state.cells[COMMUNITY_CARD]
        if kind < 0:
            return
        for half in range(2):
            for duel in range(state.duel_count()):
                if half_fits(state, 2 * kind + half, duel):
                    state.offer(pack_move2(USE_COMMUNITY_CARD, half, duel))
        if state.move_count > 0:
            state.offer(LEAVE_COMMUNITY_CARD)

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != LEAVE_COMMUNITY_CARD:
            half = first_argument(move)
            duel = second_argument(move)
            state.cells[COMMUNITY_USE + seat] = pack_community_use(half, duel)
            if state.events is not None:
                arguments = (int(state.cells[COMMUNITY_CARD]), int(half), duel_event_argument(state, duel))
                state.emit("used", seat, arguments)
        return NOTHING


def assign_card_to_duel(state: ThievesState, seat: i64, card_index: i64, duel: i64) -> None:
    """Let a laid card of a seat count for a duel."""
    cell = LAID_CARDS + MAX_LAID_CARDS * seat + card_index
    state.cells[cell] |= (duel + 1) << DUEL_SHIFT
    if state.events is not None:
        laid_card = state.cells[cell]
        state.emit(
            "counted", seat, (int(laid_kind(laid_card)), int(laid_half(laid_card)), duel_event_argument(state, duel))
        )


def duel_event_argument(state: ThievesState, duel: i64) -> int:
    """How events name a duel: NOTHING for the tomb, else the kind of the guardian."""
    return int(NOTHING) if duel == TOMB_DUEL else int(state.card_at(GUARDIANS, duel - 1))
