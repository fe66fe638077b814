"""Questions, answers and the story of King of Thieves in words.

A card in play is written with the half that counts, and the other half after it: "2 sword (not 1 lamp)". A card of a hand or a
pile is named by its halves as printed: "1 lamp/2 sword".
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from engine.core.action import Action
from engine.core.game import NOBODY, NOTHING, Event, Question
from engine.core.wording import plural, seat_name
from engine.thieves import state as layout
from engine.thieves.pieces import RUBY, SYMBOLS, PieceSet
from engine.thieves.rules.showdown import AssignCards, NameRubySymbols
from engine.thieves.rules.turn import PlaySecondCard, TakeTurn
from engine.thieves.state import PackedLaidCard, ThievesState, laid_duel, laid_half, laid_kind

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
    kinds = state.kinds(layout.GUARDIANS)
    name = state.pieces.guardians[kinds[duel - 1]].name
    return f"the {name}" if kinds.count(kinds[duel - 1]) == 1 else f"the {name} (guardian {duel})"


def action_text(state: ThievesState, action: Action) -> str:
    verb, arguments = action.verb, action.arguments
    if verb in FIXED_ACTIONS:
        return FIXED_ACTIONS[verb]
    if verb == "name":
        return f"stand for {SYMBOLS[arguments[1]]}"
    if verb == "count":
        return f"count for {duel_name(state, arguments[1])}"
    if verb == "use":
        half = state.pieces.cards[state.cells[layout.COMMUNITY_CARD]].half(arguments[0])
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
        has_reputation = state.cells[layout.REPUTATION + seat] > 0
        return Question(seat, "Escape, hide, or play a card" if has_reputation else "Escape, or play a card")
    if isinstance(part, PlaySecondCard):
        return Question(seat, "Play a second card, or no more this round")
    if isinstance(part, NameRubySymbols):
        laid_card = asked_laid_card(state, seat, for_rubies=True)
        card = half_that_counts(state.pieces, laid_kind(laid_card), laid_half(laid_card))
        return Question(seat, f"What does {card} stand for?")
    if isinstance(part, AssignCards):
        laid_card = asked_laid_card(state, seat, for_rubies=False)
        half = f"{state.laid_symbol_count(laid_card)} {SYMBOLS[state.named_or_printed_symbol(laid_card)]}"
        return Question(seat, f"What does {half} count for?")
    return Question(seat, "What does the community card count for?")


def asked_laid_card(state: ThievesState, seat: int, *, for_rubies: bool) -> PackedLaidCard:
    """The laid card that a question is about. With `for_rubies`, the first card with rubies that are not named; else the first
    that fits several duels and is not assigned."""
    for index in range(int(state.laid_card_count(seat))):
        laid_card = state.cells[layout.LAID_CARDS + layout.MAX_LAID_CARDS * seat + index]
        symbol = state.named_or_printed_symbol(laid_card)
        fitting = [duel for duel in range(state.duel_count()) if state.duel_symbol(duel) == symbol]
        if symbol == RUBY if for_rubies else laid_duel(laid_card) < 0 and len(fitting) > 1:
            return laid_card
    return state.cells[layout.LAID_CARDS + layout.MAX_LAID_CARDS * seat]


Arguments = tuple[int, ...]


def event_sentence(state: ThievesState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    known = event.arguments_for(viewer)
    if event.verb in TABLE_SENTENCES:
        return TABLE_SENTENCES[event.verb](state, known)
    if event.seat == NOBODY:
        return end_sentence(event.verb, known, viewer, names)
    text = SEAT_SENTENCES[event.verb](state, known)
    if event.seat == viewer:
        return f"You {text.replace('{s}', '').replace('{are}', 'are').replace('{their}', 'your')}."
    words = text.replace("{s}", "s").replace("{are}", "is").replace("{their}", "their")
    return f"{seat_name(event.seat, names)} {words}."


def join_with_counts(names: Sequence[str]) -> str:
    """ "1 key/2 lamp, 2 x 2 sword/1 key and 1 ruby/2 key"."""
    counts = [f"{copies} x {name}" if copies > 1 else name for name, copies in Counter(names).items()]
    return " and ".join([", ".join(counts[:-1]), counts[-1]] if len(counts) > 1 else counts)


# -- about one seat; {s}, {are} and {their} become the second or third person


def drew_predicate(state: ThievesState, known: Arguments) -> str:
    if NOTHING in known:
        return f"draw{{s}} {'a card' if len(known) == 1 else f'{len(known)} cards'}"
    return f"draw{{s}} {join_with_counts([state.pieces.card_names[kind] for kind in known])}"


def staked_predicate(state: ThievesState, known: Arguments) -> str:
    del state
    return f"gamble{{s}} {plural(known[0], 'token')}" if known[0] else "play{s} without reputation"


def played_up_predicate(state: ThievesState, known: Arguments) -> str:
    named = f" as {SYMBOLS[known[2]]}" if len(known) > 2 else ""
    return f"play{{s}} {half_that_counts(state.pieces, known[0], known[1])}{named}"


def played_down_predicate(state: ThievesState, known: Arguments) -> str:
    card = "a card" if known[0] == NOTHING else half_that_counts(state.pieces, known[0], known[1])
    return f"play{{s}} {card} face down"


def turned_up_predicate(state: ThievesState, known: Arguments) -> str:
    cards = [half_that_counts(state.pieces, known[i], known[i + 1]) for i in range(0, len(known), 2)]
    return f"turn{{s}} up {join_with_counts(cards)}"


def ruby_named_predicate(state: ThievesState, known: Arguments) -> str:
    return f"name{{s}} {SYMBOLS[known[1]]} for {state.pieces.card_names[known[0]]}"


def guardian_or_tomb_name(state: ThievesState, guardian: int) -> str:
    return "the tomb" if guardian == NOTHING else f"the {state.pieces.guardians[guardian].name}"


def card_counted_predicate(state: ThievesState, known: Arguments) -> str:
    return f"count{{s}} {state.pieces.cards[known[0]].half(known[1])} for {guardian_or_tomb_name(state, known[2])}"


def community_used_predicate(state: ThievesState, known: Arguments) -> str:
    half = state.pieces.cards[known[0]].half(known[1])
    return f"use{{s}} {half} of the community card for {guardian_or_tomb_name(state, known[2])}"


def beat_predicate(state: ThievesState, known: Arguments) -> str:
    name = state.pieces.guardians[known[0]].name
    return f"beat{{s}} the {name} with {known[2]} and win{{s}} {plural(known[1], 'token')}"


def plundered_predicate(state: ThievesState, known: Arguments) -> str:
    del state
    return f"plunder{{s}} the tomb with {known[2]}, for {known[1]} treasure"


SEAT_SENTENCES: Final[dict[str, Callable[[ThievesState, Arguments], str]]] = {
    "drew": drew_predicate,
    "escaped": lambda _state, _known: "escape{s}",
    "hid": lambda _state, known: f"hide{{s}} for {plural(known[0], 'token')}",
    "staked": staked_predicate,
    "played_up": played_up_predicate,
    "played_down": played_down_predicate,
    "turned_up": turned_up_predicate,
    "named": ruby_named_predicate,
    "counted": card_counted_predicate,
    "used": community_used_predicate,
    "beat": beat_predicate,
    "plundered": plundered_predicate,
    "lost": lambda _state, _known: "{are} out: {their} reputation is gone",
}

# -- about the table


def opened_sentence(state: ThievesState, known: Arguments) -> str:
    tomb = state.pieces.tombs[known[0]]
    treasure = tomb.treasure * state.options.stakes
    guardian_text = "No new guardian comes."
    if known[1] != NOTHING:
        guardian = state.pieces.guardians[known[1]]
        guardian_text = f"The {guardian.name} guards it ({guardian.strength} {SYMBOLS[guardian.symbol]})."
    card = f"Community card: {state.pieces.card_names[known[2]]}." if known[2] != NOTHING else "No card is left."
    return f"A {SYMBOLS[tomb.symbol]} tomb with {treasure} treasure. {guardian_text} {card}"


def unbeaten_sentence(state: ThievesState, known: Arguments) -> str:
    stays = f"{plural(known[1], 'token')} stay{'s' if known[1] == 1 else ''} there"
    return f"Nobody beats the {state.pieces.guardians[known[0]].name}; {stays}."


TABLE_SENTENCES: Final[dict[str, Callable[[ThievesState, Arguments], str]]] = {
    "opened": opened_sentence,
    "shuffled": lambda _state, known: f"The discard pile is shuffled: {plural(known[0], 'card')}.",
    "unbeaten": unbeaten_sentence,
    "unplundered": lambda _state, _known: "Nobody plunders the tomb.",
}


def end_sentence(reason: str, winners: Arguments, viewer: int, names: tuple[str, ...]) -> str:
    """Why the game is over, and who has won."""
    words = ["You" if seat == viewer else seat_name(seat, names) for seat in winners]
    who = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    third_person = len(words) == 1 and words != ["You"]
    win = "wins" if third_person else "win"
    return {
        "reached_goal": f"{who} {'has' if third_person else 'have'} enough treasure to win.",
        "last_thief": f"{who} {'is' if third_person else 'are'} the last thief.",
        "all_ruined": f"Nobody has any reputation left: {who} {win}.",
        "no_tomb": f"No tomb is left: {who} {win}.",
    }[reason]
