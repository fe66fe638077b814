"""What is counted for the verdict on a game of Valley of the Kings: `ai.analysis.facts`.

The weights were measured in games of two with the base cards; `ai/weights/facts` holds them for each edition and number of seats.
"""

from collections.abc import Sequence
from typing import Final, cast

from ai.countable import Counts, FactKind, GameFacts, SeatCompared, SeatFacts, steps_of
from engine.core.game import NOBODY
from engine.core.match import Match
from engine.core.wording import in_words, plural
from engine.valley import state as layout
from engine.valley.catalogue.declarations import BY_CHANCE, EXECUTES_CARD
from engine.valley.declared import events_with
from engine.valley.rules.scoring import SOLITAIRE_RANKS, solitaire_rank
from engine.valley.state import ValleyState

EXECUTING_VERBS: Final = events_with(EXECUTES_CARD) - events_with(BY_CHANCE)
END_VERB: Final = "end"
FEW_ENTOMBED: Final = 5  # with fewer cards in the tomb, it is no merit that few of them came late
LARGE_SET: Final = 3  # cards from which a set counts as one
ZONES_OUTSIDE: Final = (layout.HAND, layout.DECK, layout.DECK_TOP, layout.PLAYED, layout.DISCARD)


def count(match: Match, path: Sequence[int]) -> list[SeatFacts]:
    """What each seat did and has on this line."""
    seats = match.setup.player_count
    executed = [0] * seats
    gold_left: list[dict[int, float]] = [{} for _ in range(seats)]  # by turn: the gold in hand when the seat ended it
    tombs: list[dict[int, int]] = [{} for _ in range(seats)]  # by turn: the cards in the tomb at its end
    starters: list[dict[int, int]] = [{} for _ in range(seats)]
    last: ValleyState | None = None
    for step in steps_of(match, path):
        state = last = cast(ValleyState, step.state)
        turn, active = int(state.cells[layout.TURN_NUMBER]), int(state.active)
        if step.mover == active and step.action.verb == END_VERB:
            hand = state.kinds(layout.HAND + active)
            gold_left[active][turn] = float(sum([state.catalogue.gold[kind] for kind in hand]))
        for event in match.events_on_step_to(step.node):
            if event.verb in EXECUTING_VERBS and event.seat != NOBODY:
                executed[event.seat] += 1
        after = cast(ValleyState, match.at(step.node)) if match.mover(step.node) == NOBODY else None
        _note_tombs(state, turn, tombs, starters)
        if after is not None:
            last = after
            _note_tombs(after, turn, tombs, starters)
    assert last is not None, "a game has steps"
    return [
        _facts_of_seat(last, seat, executed[seat], gold_left[seat], tombs[seat], starters[seat])
        for seat in range(seats)
    ]


def _note_tombs(
    state: ValleyState, turn: int, tombs: Sequence[dict[int, int]], starters: Sequence[dict[int, int]]
) -> None:
    """Note how many cards, and how many starters, are in each tomb in this turn. Later calls in a turn replace earlier ones."""
    is_starter = state.catalogue.is_starter
    for seat in range(len(tombs)):
        tomb = state.kinds(layout.TOMB + seat)
        tombs[seat][turn] = len(tomb)
        starters[seat][turn] = sum([bool(is_starter[kind]) for kind in tomb])


def _facts_of_seat(
    state: ValleyState,
    seat: int,
    executed: int,
    gold_left: dict[int, float],
    tombs: dict[int, int],
    starters: dict[int, int],
) -> SeatFacts:
    cards = state.catalogue
    tomb = state.kinds(layout.TOMB + seat)
    sizes: dict[int, int] = {}
    for kind in set(tomb):
        if cards.set[kind] >= 0:
            sizes[int(cards.set[kind])] = sizes.get(int(cards.set[kind]), 0) + 1
    largest = max(sizes.values(), default=0)
    largest_set = next((cards.set_names[place] for place in sorted(sizes) if sizes[place] == largest), "")
    outside = [kind for zone in ZONES_OUTSIDE for kind in state.kinds(zone + seat) if cards.set[kind] >= 0]
    own_turns = sorted(gold_left) or [0]
    # The tomb at the end of a turn is the one that is there in the last position of that turn.
    grown = [tombs.get(turn, 0) - tombs.get(turn - 1, 0) for turn in own_turns]
    new_starters = [starters.get(turn, 0) - starters.get(turn - 1, 0) for turn in own_turns]
    turns = len(own_turns)
    late, second = turns - max(1, turns // 3), turns // 2
    counts: Counts = {
        "turns": float(turns),
        "executed": float(executed),
        "gold left": sum(gold_left.values()),
        "entombed": float(len(tomb)),
        "entombed late": float(sum(grown[late:])),
        "idle turns": float(sum([growth <= 0 for growth in grown])),
        "late starters": float(sum([max(0, growth) for growth in new_starters[second:]])),
        "largest set": float(largest),
        "large sets": float(sum([size >= LARGE_SET for size in sizes.values()])),
        "alone": float(sum([size == 1 for size in sizes.values()])),
        "outside": float(len(outside)),
    }
    return SeatFacts(counts, {"largest set": largest_set})


def _in_brackets(seat: SeatCompared, text: str) -> str:
    return f" ({seat.name} {text})" if seat.name else ""


def _per_turn(counts: Counts, name: str) -> float:
    return counts[name] / max(1.0, counts["turns"])


def _set_text(counts: Counts) -> str:
    size = round(counts["largest set"])
    return f"{plural(size, 'card')}, {plural(size * size, 'point')}"


def _largest_blame(seat: SeatCompared) -> str:
    own = f"{seat.whose.capitalize() if seat.whose == 'your' else seat.whose} largest set had {_set_text(seat.own)}"
    if not seat.number("largest set"):
        own = f"{seat.who} entombed no card of a set"
    if not seat.name:
        return f"{own}."
    if not seat.number("largest set"):
        whose = "your" if seat.name == "you" else f"{seat.name}'s"
        return f"{own}; {whose} largest set had {_set_text(seat.other)}."
    theirs = "yours" if seat.name == "you" else f"{seat.name}'s"
    size = seat.theirs("largest set")
    return f"{own}; {theirs} {size}, {plural(size * size, 'point')}."


def _outside_blame(seat: SeatCompared) -> str:
    own = round(seat.own["outside"])
    theirs = "yours" if seat.name == "you" else f"{seat.name}'s"
    beside = f", {seat.theirs('outside')} of {theirs}" if seat.name else ""
    verb = "card" if own == 1 else "cards"
    return f"{own} of {seat.whose} set {verb} never reached the tomb{beside}."


def _outside_praise(seat: SeatCompared) -> str:
    if not seat.number("outside"):
        return f"every set card of {seat.whose} deck reached the tomb"
    return f"only {seat.counted('outside', 'set card')} never reached the tomb"


def _alone_blame(seat: SeatCompared) -> str:
    theirs = "yours" if seat.name == "you" else f"{seat.name}'s"
    beside = f", {seat.theirs('alone')} of {theirs}" if seat.name else ""
    own = seat.number("alone")
    verb, whose = ("was", "its") if own == 1 else ("were", "their")
    return f"{own} of {seat.whose} entombed cards {verb} alone in {whose} set{beside}."


def _gold_blame(seat: SeatCompared) -> str:
    own = _per_turn(seat.own, "gold left")
    beside = f", {seat.name} {_per_turn(seat.other, 'gold left'):.1f}" if seat.name else ""
    return f"{seat.who} left {own:.1f} gold unused per turn{beside}."


def _idle_blame(seat: SeatCompared) -> str:
    turns, own = seat.number("turns"), seat.number("idle turns")
    if not own:
        beside = f"; {seat.name} entombed nothing in {seat.theirs('idle turns')}" if seat.name else ""
        return f"{seat.who} entombed a card in each of {turns} turns{beside}."
    beside = f", {seat.name} in {seat.theirs('idle turns')}" if seat.name else ""
    return f"In {own} of {turns} turns {seat.you} entombed nothing{beside}."


def _entombed_praise(seat: SeatCompared) -> str:
    beside = _in_brackets(seat, f"{seat.other['entombed']:.0f}") if seat.name else ""
    return f"{seat.counted('entombed', 'card')} in the tomb{beside}"


def _gold_praise(seat: SeatCompared) -> str:
    beside = _in_brackets(seat, f"{_per_turn(seat.other, 'gold left'):.1f}") if seat.name else ""
    return f"only {_per_turn(seat.own, 'gold left'):.1f} gold per turn stayed unused{beside}"


def _largest_praise(seat: SeatCompared) -> str:
    size = seat.number("largest set")
    name = seat.words.get("largest set", "")
    return f"{plural(size, 'card')} of one set ({name}), {plural(size * size, 'point')}"


def _only(count: int, noun: str) -> str:
    """ "no starter", "only one starter"."""
    return f"{'only ' if count else ''}{in_words(count, noun)}"


def _sets_praise(seat: SeatCompared) -> str:
    own = seat.number("large sets")
    return f"{in_words(own, 'set')} of {LARGE_SET} cards and more"


KINDS: Final = (
    FactKind(
        "largest set", "sets", 1, 6.5, 6.0, lambda counts: counts["largest set"],
        _largest_blame, _largest_praise,
        "choose a set early, and buy what belongs to it", "the largest set",
    ),
    FactKind(
        "large sets", "sets", 1, 3.3, 3.0, lambda counts: counts["large sets"],
        lambda seat: f"{seat.who} had {in_words(seat.number('large sets'), 'set')} of {LARGE_SET} cards and more"
        f"{seat.beside('large sets')}.",
        _sets_praise,
        "add to the sets that you have begun before you begin another", "sets of three and more",
    ),
    FactKind(
        "alone", "sets", -1, 1.0, 0.0, lambda counts: counts["alone"] if counts["largest set"] else None,
        _alone_blame,
        lambda seat: _only(seat.number("alone"), "entombed card") + " alone in a set",
        "add to the sets that you have begun before you begin another", "cards alone in a set",
    ),
    FactKind(
        "outside", "outside", -1, 0.5, 3.0,
        lambda counts: counts["outside"] if counts["outside"] or counts["largest set"] else None,
        _outside_blame,
        _outside_praise,
        "entomb what scores before you buy more of it", "set cards left outside",
    ),
    FactKind(
        "idle turns", "tomb", -1, 1.6, 1.0, lambda counts: counts["idle turns"],
        _idle_blame,
        lambda seat: f"a card for the tomb in {seat.number('turns') - seat.number('idle turns')} of "
        f"{seat.number('turns')} turns",
        "entomb a card in each turn", "turns without entombing",
    ),
    FactKind(
        "entombed", "tomb", 1, 0.8, 20.0, lambda counts: counts["entombed"],
        lambda seat: f"{seat.who} entombed {seat.counted('entombed', 'card')}{seat.beside('entombed')}.",
        _entombed_praise,
        "entomb a card in each turn", "cards entombed",
    ),
    FactKind(
        "entombed late", "late", 1, 0.85, 8.0, lambda counts: counts["entombed late"],
        lambda seat: f"In the last third {seat.you} entombed "
        f"{seat.counted('entombed late', 'card')}{seat.beside('entombed late')}.",
        lambda seat: f"{seat.counted('entombed late', 'card')} entombed in the last third",
        "entomb the cards of your sets as soon as the stock runs low", "cards entombed in the last third",
    ),
    FactKind(
        "late starters", "early", -1, 0.8, 1.0,
        lambda counts: counts["late starters"] if counts["entombed"] >= FEW_ENTOMBED else None,
        lambda seat: f"{seat.who} entombed {seat.counted('late starters', 'starter')} only in the second half"
        f"{seat.beside('late starters')}.",
        lambda seat: _only(seat.number("late starters"), "starter") + " had to wait for the second half",
        "entomb starters in the first half, to draw better cards", "starters entombed late",
    ),
    FactKind(
        "gold left", "gold", -1, 2.5, 1.6, lambda counts: _per_turn(counts, "gold left"),
        _gold_blame, _gold_praise,
        "spend the gold of your hand, if only on a cheap card", "gold unused per turn",
    ),
    FactKind(
        "executed", "actions", 1, 0.0, 1.5, lambda counts: _per_turn(counts, "executed"),
        lambda seat: f"{seat.who} executed {seat.counted('executed', 'card')} in {seat.number('turns')} turns"
        f"{seat.beside('executed')}.",
        lambda seat: f"{seat.counted('executed', 'card')} executed in {seat.number('turns')} turns",
        "execute more cards before you pay with them", "cards executed per turn", range_unit=" per turn",
    ),
)  # fmt: skip


def _rank(points: int) -> str:
    """The rank of a solitaire game, and what is missing to the next one."""
    rank = solitaire_rank(points)
    above = [(least, name) for least, name in SOLITAIRE_RANKS if least > points]
    missing = f"; {plural(above[-1][0] - points, 'more point')} make a {above[-1][1]}" if above else ""
    return f"{plural(points, 'point')}: the rank of a {rank}{missing}."


VALLEY_FACTS: Final = GameFacts(KINDS, count, _rank)
