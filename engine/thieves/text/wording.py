"""Sentences for menus and questions.

A card in play is written with the half that counts, and the other half after it: "2 sword (not 1 lamp)". A card of a hand or a
pile is named by its halves as printed: "1 lamp/2 sword".
"""

from typing import Final

from engine.core.action import Action
from engine.core.game import NOBODY, Question
from engine.thieves.data.pieces import RUBY, SYMBOLS, PieceSet
from engine.thieves.rules.showdown import AssignCards, NameRubySymbols
from engine.thieves.rules.turn import PlaySecondCard, TakeTurn
from engine.thieves.state import (
    COMMUNITY_CARD,
    GUARDIANS,
    LAID_CARDS,
    MAX_LAID_CARDS,
    REPUTATION,
    PackedLaidCard,
    ThievesState,
    laid_duel,
    laid_half,
    laid_kind,
)

GAME_OVER: Final = "The game is over"
FIXED_ACTIONS: Final = {
    "escape": "escape",
    "hide": "hide",
    "enough": "play no second card",
    "leave": "leave it unused",
}


def half_that_counts(pieces: PieceSet, kind: int, half: int) -> str:
    """A card in words, and which half counts: "2 sword (not 1 lamp)"."""
    card = pieces.cards[kind]
    return f"{card.half(half)} (not {card.half(1 - half)})"


def duel_name(state: ThievesState, duel: int) -> str:
    """A duel in a menu. If two guardians are of the same kind, their names end in their numbers."""
    if duel == 0:
        return "the tomb"
    kinds = state.kinds(GUARDIANS)
    name = state.pieces.guardians[kinds[duel - 1]].name
    return f"the {name}" if kinds.count(kinds[duel - 1]) == 1 else f"the {name} (guardian {duel})"


def action_text(state: ThievesState, action: Action) -> str:
    """The text of a legal action."""
    verb, arguments = action.verb, action.arguments
    if verb in FIXED_ACTIONS:
        return FIXED_ACTIONS[verb]
    if verb == "name":
        return f"stand for {SYMBOLS[arguments[1]]}"
    if verb == "count":
        return f"count for {duel_name(state, arguments[1])}"
    if verb == "use":
        half = state.pieces.cards[state.cells[COMMUNITY_CARD]].half(arguments[0])
        ruby = f" as {SYMBOLS[state.duel_symbol(arguments[1])]}" if half.symbol == RUBY else ""
        return f"use {half}{ruby} for {duel_name(state, arguments[1])}"
    card = half_that_counts(state.pieces, arguments[0], arguments[1])
    if verb == "play_down":
        return f"play {card} face down"
    named = f" as {SYMBOLS[arguments[2]]}" if verb == "play_up_as" else ""
    return f"play {card} face up{named}"


def question(state: ThievesState) -> Question:
    """The question of the part on top of the stack. It reveals nothing that is hidden."""
    if state.mover == NOBODY:
        return Question(NOBODY, GAME_OVER)
    seat = int(state.mover)
    part = state.programs.task(state.top_address())
    if isinstance(part, TakeTurn):
        has_reputation = state.cells[REPUTATION + seat] > 0
        return Question(seat, "Escape, hide, or play a card" if has_reputation else "Escape, or play a card")
    if isinstance(part, PlaySecondCard):
        return Question(seat, "Play a second card, or no more this round")
    if isinstance(part, NameRubySymbols):
        laid_card = asked_laid_card(state, seat, for_rubies=True)
        card = half_that_counts(state.pieces, laid_kind(laid_card), laid_half(laid_card))
        return Question(seat, f"What does {card} stand for")
    if isinstance(part, AssignCards):
        laid_card = asked_laid_card(state, seat, for_rubies=False)
        half = f"{state.laid_symbol_count(laid_card)} {SYMBOLS[state.named_or_printed_symbol(laid_card)]}"
        return Question(seat, f"What does {half} count for")
    return Question(seat, "What does the community card count for")


def asked_laid_card(state: ThievesState, seat: int, *, for_rubies: bool) -> PackedLaidCard:
    """The laid card that a question is about. With `for_rubies`, the first card with rubies that are not named; else the first
    that fits several duels and is not assigned."""
    for index in range(int(state.laid_card_count(seat))):
        laid_card = state.cells[LAID_CARDS + MAX_LAID_CARDS * seat + index]
        symbol = state.named_or_printed_symbol(laid_card)
        fitting = [duel for duel in range(state.duel_count()) if state.duel_symbol(duel) == symbol]
        if symbol == RUBY if for_rubies else laid_duel(laid_card) < 0 and len(fitting) > 1:
            return laid_card
    return state.cells[LAID_CARDS + MAX_LAID_CARDS * seat]
