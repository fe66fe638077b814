"""What is counted for the verdict on a game of King of Thieves: `ai.analysis.facts`."""

from collections.abc import Sequence
from typing import Final, cast

from ai.countable import Counts, FactKind, GameFacts, SeatCompared, SeatFacts, steps_of
from engine.core.game import NOBODY
from engine.core.match import Match
from engine.thieves import state as layout
from engine.thieves.state import ThievesState

FEW_TOKENS: Final = 3
DEAR_TOMB: Final = 3  # tokens that a tomb cost


def count(match: Match, path: Sequence[int]) -> list[SeatFacts]:
    """What each seat did on this line, tomb by tomb."""
    seats = range(match.setup.player_count)
    tokens: list[list[int]] = []  # at the start of each tomb, by seat
    escaped: list[set[int]] = []
    plundered: list[dict[int, int]] = []  # treasure by seat
    for step in steps_of(match, path):
        cells = cast(ThievesState, step.state).cells
        number = int(cells[layout.TOMB_NUMBER])
        while len(tokens) <= number:
            tokens.append([int(cells[layout.REPUTATION + seat]) for seat in seats])
            escaped.append(set())
            plundered.append({})
        for event in match.events_on_step_to(step.node):
            if event.verb == "escaped":
                escaped[number].add(event.seat)
            elif event.verb == "plundered" and event.seat != NOBODY:
                plundered[number][event.seat] = plundered[number].get(event.seat, 0) + event.arguments[1]
    last = cast(ThievesState, match.at(path[-1]))
    tokens.append([int(last.cells[layout.REPUTATION + seat]) for seat in seats])
    return [_facts_of_seat(seat, tokens, escaped, plundered) for seat in seats]


def _facts_of_seat(
    seat: int, tokens: Sequence[Sequence[int]], escaped: Sequence[set[int]], plundered: Sequence[dict[int, int]]
) -> SeatFacts:
    tombs = [tomb for tomb in range(len(escaped)) if tokens[tomb][seat] > 0]
    stayed = [tomb for tomb in tombs if seat not in escaped[tomb]]
    won = [tomb for tomb in stayed if plundered[tomb].get(seat, 0) > 0]
    counts: Counts = {
        "tombs": float(len(tombs)),
        "stayed": float(len(stayed)),
        "won": float(len(won)),
        "treasure": float(sum([plundered[tomb].get(seat, 0) for tomb in won])),
        "poor": float(sum([tokens[tomb][seat] <= FEW_TOKENS for tomb in tombs])),
        "dear": float(sum([tokens[tomb][seat] - tokens[tomb + 1][seat] >= DEAR_TOMB for tomb in tombs])),
        "tokens at half": float(tokens[len(escaped) // 2][seat]),
    }
    return SeatFacts(counts)


def _share(part: str, whole: str, counts: Counts) -> float | None:
    return counts[part] / counts[whole] if counts[whole] else None


def _stayed_blame(seat: SeatCompared) -> str:
    beside = f", {seat.name} from {seat.theirs('won')} of {seat.theirs('stayed')}" if seat.name else ""
    got = f"got treasure from {seat.number('won') or 'none'}"
    return f"{seat.who} stayed for {seat.counted('stayed', 'tomb')} and {got}{beside}."


def _treasure_blame(seat: SeatCompared) -> str:
    own = _share("treasure", "won", seat.own)
    theirs = _share("treasure", "won", seat.other) if seat.name else None
    beside = f", {seat.name} {theirs:.1f}" if theirs is not None else ""
    return f"A tomb that {seat.you} won brought {own or 0.0:.1f} treasure{beside}."


def _treasure_praise(seat: SeatCompared) -> str:
    own = _share("treasure", "won", seat.own)
    theirs = _share("treasure", "won", seat.other) if seat.name else None
    beside = f" ({seat.name} {theirs:.1f})" if theirs is not None else ""
    return f"a tomb that was won brought {own or 0.0:.1f} treasure{beside}"


KINDS: Final = (
    FactKind(
        "stayed for treasure", "tombs", 1, 7.3, 0.8, lambda counts: _share("won", "stayed", counts),
        _stayed_blame,
        lambda seat: f"treasure from {seat.number('won')} of {seat.counted('stayed', 'tomb')} that were stayed for",
        "escape when another thief is clearly stronger", "tombs stayed for with treasure", is_share=True,
    ),
    FactKind(
        "treasure a tomb", "prizes", 1, 1.6, 2.0, lambda counts: _share("treasure", "won", counts),
        _treasure_blame, _treasure_praise,
        "stay for the tombs with much treasure", "treasure a tomb",
    ),
    FactKind(
        "poor tombs", "tokens", -1, 2.3, 0.0, lambda counts: _share("poor", "tombs", counts),
        lambda seat: f"{seat.who} began {seat.number('poor')} of {seat.counted('tombs', 'tomb')} with three tokens or fewer"
        + (f", {seat.name} {seat.theirs('poor')} of {seat.theirs('tombs')}" if seat.name else "") + ".",
        lambda seat: f"{seat.number('tombs') - seat.number('poor')} of {seat.counted('tombs', 'tomb')} begun with more than "
        "three tokens",
        "escape, or hide, before tokens are low", "tombs begun with three tokens or fewer", is_share=True,
    ),
    FactKind(
        "dear tombs", "stakes", -1, 1.5, 0.1, lambda counts: _share("dear", "tombs", counts),
        lambda seat: f"{seat.counted('dear', 'tomb')} cost {seat.you} three tokens and more"
        + seat.beside("dear") + ".",
        lambda seat: f"{seat.number('tombs') - seat.number('dear')} of {seat.counted('tombs', 'tomb')} cost fewer than three "
        "tokens",
        "leave a tomb early when your cards are weak", "tombs that cost three tokens and more", is_share=True,
    ),
    FactKind(
        "tokens at half", "tokens", 1, 0.2, 9.0, lambda counts: counts["tokens at half"],
        lambda seat: f"At half time {seat.you} had {seat.counted('tokens at half', 'token')}"
        + seat.beside("tokens at half") + ".",
        lambda seat: f"{seat.counted('tokens at half', 'token')} at half time",
        "beat guardians for their tokens", "tokens at half time",
    ),
)  # fmt: skip

THIEVES_FACTS: Final = GameFacts(KINDS, count)
