"""The verdict on a finished game, in words and without a search: which countable facts tell the winner from the others.

A game declares what can be counted (`GameFacts`). How much each fact is worth in points, and what winners usually reach, comes
from simulated games (`vok-lab facts`): `weights/facts` has a file for each game, edition and number of seats. Without one the
weights that the game declares are used, and nothing is said about winners.

Choosing what to say follows fixed rules. A fact that no winner shows comes first; then what cost most against the winner, from
different groups. What the simulated games contradict is never said. Something that was done well always is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ai.countable import Counts, FactKind, GameFacts, SeatCompared, SeatFacts
from ai.kit import kit_of
from ai.measured import FACTS, TableKey, measured, table_of
from engine.core.match import Match
from engine.core.setup import Setup
from engine.games import load_object

FORMAT_VERSION: Final = 1
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)  # of the winners, in a file
CLOSE: Final = "A close game: the single turns tell more than counts."
UNTOLD: Final = "No count tells why: the single turns do."  # where the other seat was better in nothing that costs
PLAYED_ON: Final = "Best of it: the game was played to its end."  # where nothing else is true
MAX_BLAMED: Final = 2
LEAST_COST: Final = 1 / 6  # of a narrow lead; a fact that cost less against the winner is said only if none cost more
TINY: Final = 1e-9
NEAR: Final = 2.0  # widths of the winners' middle half below their median: as near, a fact is the best of a poor game
MIN_CHANGE: Final = 0.5  # of the winners' middle half, from the mean of the last games, before a change is said
MIN_EARLIER_GAMES: Final = 2  # before changes are looked for


class MeasuredFact(NamedTuple):
    """What simulated games say about a fact: points for one more in the direction that is better; whether they agree with that
    direction; and the quantiles of winners and losers (QUANTILES)."""

    weight: float
    agrees: bool
    winners: tuple[float, ...]
    losers: tuple[float, ...]


@dataclass(frozen=True)
class Verdict:
    """What is said about one seat. `facts` are whole sentences, and so are `well_done`, `next_time` and `change` (since the last
    games); "" if there is nothing to say. `names` are the facts in the order in which they are said."""

    facts: tuple[str, ...]
    well_done: str
    next_time: str = ""
    names: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()  # for each of `facts`, what winners reach: "winners 1.2 to 2.0", or ""
    change: str = ""

    def sentences(self, *, with_ranges: bool = False) -> list[str]:
        """All of it, in the order in which it is read."""
        facts = list(self.facts)
        if with_ranges:
            facts = [
                f"{text[:-1]} ({winners})." if winners else text
                for text, winners in zip(facts, self.ranges, strict=True)
            ]
        return [text for text in (*facts, self.well_done, self.next_time, self.change) if text]


def facts_of(match: Match) -> GameFacts | None:
    """What can be counted in this game; None if it declares nothing."""
    place = kit_of(match.game).facts
    facts: GameFacts | None = load_object(place) if place else None
    return facts


def count_facts(match: Match, leaf: int) -> list[SeatFacts]:
    """What is counted for each seat on the line to the node `leaf`; [] in a game that declares nothing. Costs a replay or two."""
    facts = facts_of(match)
    return facts.count_seats(match, match.log.path(leaf)) if facts is not None else []


def measured_facts(setup: Setup) -> dict[str, MeasuredFact]:
    """What was measured in games like this one, by the name of the fact; {} if nothing was, and with cards of one's own."""
    return {} if setup.cards else shipped_facts(table_of(setup))


@lru_cache(16)
def shipped_facts(table: TableKey) -> dict[str, MeasuredFact]:
    """The facts that were measured for this table; {} if none were."""
    fields = measured(FACTS, table)
    if fields is None or fields.get("vok facts") != FORMAT_VERSION:
        return {}
    return {
        name: MeasuredFact(
            float(entry["weight"]), bool(entry["agrees"]), tuple(entry["winners"]), tuple(entry["losers"])
        )
        for name, entry in fields["facts"].items()
    }


class _Judged(NamedTuple):
    """A fact of one seat against another: its number, what it cost (below 0: gained) in points, how far it is outside of what
    winners reach, in widths of their middle half (0 if it is not outside), and whether three of four winners are better."""

    kind: FactKind
    value: float
    cost: float
    outside: float
    is_poor: bool = False


def verdict(
    match: Match,
    seat: int,
    names: Sequence[str],
    you: int,
    counted: Sequence[SeatFacts] = (),
) -> Verdict | None:
    """The verdict on one seat of a game whose line that was visited last is over; None in a game that declares no facts. The seat
    `you` is "You". `counted` is what `count_facts` has found, if it is known already. Costs a replay or two, and no search."""
    facts = facts_of(match)
    if facts is None:
        return None
    leaf = match.log.last_visited_leaf(match.log.head)
    counted = counted or count_facts(match, leaf)
    measured = measured_facts(match.setup)
    own = counted[seat]
    who = "You" if seat == you else names[seat]
    if len(counted) == 1:
        return _verdict_alone(match, facts, measured, own, who, match.scores(leaf)[0])
    rewards, scores = match.game.rewards(match.at(leaf)), match.scores(leaf)
    rival, narrow = _rival(seat, rewards, scores), kit_of(match.game).narrow_lead()
    compared = SeatCompared(who, own.counts, counted[rival].counts, "you" if rival == you else names[rival], own.words)
    found = [_judge(kind, measured.get(kind.name), compared.own, compared.other) for kind in facts.kinds]
    judged = [fact for fact in found if fact is not None]
    has_won = rewards[seat] > 0.0
    is_close = not has_won and bool(scores) and abs(scores[seat] - scores[rival]) <= narrow
    least = narrow * LEAST_COST
    blamed = _blamed(judged, least) or ([] if is_close or has_won else _blamed(judged, TINY)[:1])
    chosen = (_gains(judged, least) or _gains(judged, TINY)[:1]) if has_won else blamed[:1] if is_close else blamed
    head = [CLOSE] if is_close else [] if chosen else [UNTOLD]
    return Verdict(
        (*head, *[kind.blame(compared) for kind in chosen]),
        _praise(judged, measured, compared, chosen),
        f"Next time: {blamed[0].advice}." if blamed and seat == you else "",
        tuple([kind.name for kind in chosen]),
        (*[""] * len(head), *[_range_text(kind, measured) for kind in chosen]),
    )


def _rival(seat: int, rewards: Sequence[float], scores: Sequence[int]) -> int:
    """The seat to compare with: the best of the winners, or of the others if this one has won."""
    others = [other for other in range(len(rewards)) if other != seat]
    return max(others, key=lambda other: (rewards[other], scores[other] if scores else 0, -other))


def _judge(kind: FactKind, measured: MeasuredFact | None, own: Counts, other: Counts) -> _Judged | None:
    """A fact of one seat against another; None if it cannot be said, or if the simulated games contradict it."""
    value, theirs = kind.measure(own), kind.measure(other)
    if value is None or (measured is not None and not measured.agrees):
        return None
    weight = kind.weight if measured is None else measured.weight
    cost = 0.0 if theirs is None else weight * kind.sign * (theirs - value)
    outside, is_poor = 0.0, False
    if measured is not None:
        low, first, _, third, high = measured.winners
        is_poor = value < first if kind.sign > 0 else value > third
        beyond = low - value if kind.sign > 0 else value - high
        width = max(0.1 * abs(first + third), third - first, TINY)
        if beyond > 0.0 and theirs is not None and kind.sign * (theirs - value) >= width:  # not as far out as the other
            outside = beyond / width
    return _Judged(kind, value, cost, outside, is_poor)


def _blamed(judged: Sequence[_Judged], least: float) -> list[FactKind]:
    """What cost most, at least so many points, at most two of different groups: first what three of four winners do better, and
    before it what no winner shows, the farthest outside first."""
    outside = sorted([fact for fact in judged if fact.outside > 0.0], key=lambda fact: (-fact.outside, -fact.cost))
    costly = sorted([fact for fact in judged if fact.cost >= least], key=lambda fact: (not fact.is_poor, -fact.cost))
    return _of_different_groups([*outside[:1], *costly, *outside[1:]])


def _gains(judged: Sequence[_Judged], least: float) -> list[FactKind]:
    """What gained most, at least so many points, at most two of different groups."""
    gained = sorted([fact for fact in judged if fact.cost <= -least], key=lambda fact: fact.cost)
    return _of_different_groups(gained)


def _of_different_groups(facts: Sequence[_Judged]) -> list[FactKind]:
    chosen: list[FactKind] = []
    for fact in facts:
        if len(chosen) < MAX_BLAMED and fact.kind.group not in [kind.group for kind in chosen]:
            chosen.append(fact.kind)
    return chosen


def _praise(
    judged: Sequence[_Judged], measured: Mapping[str, MeasuredFact], compared: SeatCompared, said: Sequence[FactKind]
) -> str:
    """What was done well, in a sentence: as good as the median of the winners, and if possible no worse than the other seat's;
    else, as "best of it", what was better than that, or what comes nearest to the winners; without ranges of winners that the
    game was played to its end."""
    done = [fact for fact in judged if fact.kind.sign < 0 or fact.value > 0.0]  # nothing is no merit
    free = [fact for fact in done if fact.kind not in said] or done
    if not free:
        return PLAYED_ON

    def place(fact: _Judged) -> float:
        """How far beyond the median of the winners, in widths of their middle half."""
        found = measured.get(fact.kind.name)
        middle, width = (found.winners[2], found.winners[3] - found.winners[1]) if found else (fact.kind.good, 0.0)
        return fact.kind.sign * (fact.value - middle) / max(0.1 * abs(middle), width, TINY)

    def merit(fact: _Judged) -> tuple[bool, bool, float]:
        is_good = place(fact) >= 0.0
        return is_good, is_good and fact.cost <= 0.0, place(fact) if is_good else -fact.cost

    best = max(free, key=merit)
    if place(best) < 0.0 <= best.cost:
        known = [fact for fact in free if fact.kind.name in measured and place(fact) >= -NEAR]
        return _nearest_text(max(known, key=place), measured) if known else PLAYED_ON
    return f"{'Well done' if place(best) >= 0.0 else 'Best of it'}: {best.kind.praise(compared)}."


def _nearest_text(fact: _Judged, measured: Mapping[str, MeasuredFact]) -> str:
    """ "Best of it: gold unused per turn 1.9, nearest to the winners (1 to 1.7)."."""
    kind = fact.kind
    winners = _range_text(kind, measured).removeprefix("winners ")
    return f"Best of it: {kind.short} {number_text(kind, fact.value)}, nearest to the winners ({winners})."


def change_since(match: Match, seat: int, earlier: Sequence[Counts]) -> str:
    """What has changed most since the last games of the same player, in a sentence for that player; "" with too few games, or if
    nothing has. `earlier` are the counts of those games. Costs a replay or two."""
    facts, measured = facts_of(match), measured_facts(match.setup)
    if facts is None or len(earlier) < MIN_EARLIER_GAMES:
        return ""
    own = count_facts(match, match.log.last_visited_leaf(match.log.head))[seat].counts
    best, best_size = "", MIN_CHANGE
    for kind in facts.kinds:
        found = measured.get(kind.name)
        value = kind.measure(own)
        before = [number for counts in earlier if (number := kind.measure(counts)) is not None]
        if found is None or not found.agrees or value is None or len(before) < MIN_EARLIER_GAMES:
            continue
        mean = sum(before) / len(before)
        width = max(found.winners[3] - found.winners[1], 0.1 * abs(found.winners[2]), TINY)
        size = abs(value - mean) / width
        if size > best_size:
            word = "Better" if kind.sign * (value - mean) > 0.0 else "Worse"
            best = (
                f"{word} than in your last {len(before)} games: {kind.short} {number_text(kind, value)}, "
                f"then {number_text(kind, mean)}."
            )
            best_size = size
    return best


def _verdict_alone(
    match: Match, facts: GameFacts, measured: Mapping[str, MeasuredFact], own: SeatFacts, who: str, points: int
) -> Verdict:
    """The verdict on a game that one seat plays alone: its rank, what is missing to the next, and the farthest from good."""
    compared = SeatCompared(who, own.counts, {}, "", own.words)
    found = [_judge(kind, None, own.counts, own.counts) for kind in facts.kinds]
    judged = [fact for fact in found if fact is not None]
    least = kit_of(match.game).narrow_lead() * LEAST_COST
    missing = [fact._replace(cost=fact.kind.weight * fact.kind.sign * (fact.kind.good - fact.value)) for fact in judged]
    weak = _blamed(missing, least)[:1]
    rank = facts.rank(points) if facts.rank is not None else ""
    sentences = [rank, *[kind.blame(compared) for kind in weak]]
    return Verdict(
        tuple(filter(None, sentences)),
        _praise(judged, measured, compared, weak),
        f"Next time: {weak[0].advice}." if weak and who == "You" else "",
        names=tuple([kind.name for kind in weak]),
        ranges=("",) * len([text for text in sentences if text]),
    )


def number_text(kind: FactKind, value: float) -> str:
    """A number of a fact: "7", "1.2" or "44%"."""
    if kind.is_share:
        return f"{round(100 * value)}%"
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"


def _range_text(kind: FactKind, measured: Mapping[str, MeasuredFact]) -> str:
    """What the middle half of winners reach: "winners 1.2 to 2.0"; "" if it was not measured."""
    found = measured.get(kind.name)
    if found is None:
        return ""
    low, high = number_text(kind, found.winners[1]), number_text(kind, found.winners[3])
    return f"winners {low if low == high else f'{low} to {high}'}{kind.range_unit}"
