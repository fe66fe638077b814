"""The sentences of the story. They reveal nothing that the viewer may not know."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from engine.core.cells.wording import plural, seat_name
from engine.core.game import NOBODY, NOTHING, Event
from engine.thieves.data.pieces import SYMBOLS
from engine.thieves.state import ThievesState
from engine.thieves.text.wording import half_that_counts

Arguments = tuple[int, ...]


def event_sentence(state: ThievesState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """The sentence for an event."""
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
