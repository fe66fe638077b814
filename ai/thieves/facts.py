"""What is counted for the verdict on a game of King of Thieves: `ai.analysis.facts`."""

from collections.abc import Sequence
from typing import Final, cast

from ai.countable import Counts, FactKind, GameFacts, SeatFacts, Told, steps_of
from engine.core.game import NOBODY
from engine.core.match import Match
from engine.core.wording import plural
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


def _n(told: Told, name: str) -> int:
    return round(told.own[name])


def _theirs(told: Told, name: str) -> int:
    return round(told.other[name])


def _stayed_blame(told: Told) -> str:
    beside = f", {told.name} from {_theirs(told, 'won')} of {_theirs(told, 'stayed')}" if told.name else ""
    got = f"got treasure from {_n(told, 'won')}"
    return f"{told.who} stayed for {plural(_n(told, 'stayed'), 'tomb')} and {got}{beside}."


def _treasure_blame(told: Told) -> str:
    own = _share("treasure", "won", told.own)
    theirs = _share("treasure", "won", told.other) if told.name else None
    beside = f", {told.name} {theirs:.1f}" if theirs is not None else ""
    return f"A tomb that {told.who if told.who != 'You' else 'you'} won brought {own or 0.0:.1f} treasure{beside}."


def _treasure_praise(told: Told) -> str:
    own = _share("treasure", "won", told.own)
    theirs = _share("treasure", "won", told.other) if told.name else None
    beside = f" ({told.name} {theirs:.1f})" if theirs is not None else ""
    return f"a tomb that was won brought {own or 0.0:.1f} treasure{beside}"


KINDS: Final = (
    FactKind(
        "stayed for treasure", "tombs", 1, 7.3, 0.8, lambda counts: _share("won", "stayed", counts),
        _stayed_blame,
        lambda told: f"treasure from {_n(told, 'won')} of {plural(_n(told, 'stayed'), 'tomb')} that were stayed for",
        "escape when another thief is clearly stronger", "tombs stayed for with treasure", is_share=True,
    ),
    FactKind(
        "treasure a tomb", "prizes", 1, 1.6, 2.0, lambda counts: _share("treasure", "won", counts),
        _treasure_blame, _treasure_praise,
        "stay for the tombs with much treasure", "treasure a tomb",
    ),
    FactKind(
        "poor tombs", "tokens", -1, 2.3, 0.0, lambda counts: _share("poor", "tombs", counts),
        lambda told: f"{told.who} began {_n(told, 'poor')} of {plural(_n(told, 'tombs'), 'tomb')} with three tokens or fewer"
        + (f", {told.name} {_theirs(told, 'poor')} of {_theirs(told, 'tombs')}" if told.name else "") + ".",
        lambda told: f"{_n(told, 'tombs') - _n(told, 'poor')} of {plural(_n(told, 'tombs'), 'tomb')} begun with more than "
        "three tokens",
        "escape, or hide, before tokens are low", "tombs begun with three tokens or fewer", is_share=True,
    ),
    FactKind(
        "dear tombs", "stakes", -1, 1.5, 0.1, lambda counts: _share("dear", "tombs", counts),
        lambda told: f"{plural(_n(told, 'dear'), 'tomb')} cost {told.who if told.who != 'You' else 'you'} three tokens and more"
        + (f", {told.name} {_theirs(told, 'dear')}" if told.name else "") + ".",
        lambda told: f"{_n(told, 'tombs') - _n(told, 'dear')} of {plural(_n(told, 'tombs'), 'tomb')} cost fewer than three "
        "tokens",
        "leave a tomb early when your cards are weak", "tombs that cost three tokens and more", is_share=True,
    ),
    FactKind(
        "tokens at half", "tokens", 1, 0.2, 9.0, lambda counts: counts["tokens at half"],
        lambda told: f"At half time {told.who if told.who != 'You' else 'you'} had {plural(_n(told, 'tokens at half'), 'token')}"
        + (f", {told.name} {_theirs(told, 'tokens at half')}" if told.name else "") + ".",
        lambda told: f"{plural(_n(told, 'tokens at half'), 'token')} at half time",
        "beat guardians for their tokens", "tokens at half time",
    ),
)  # fmt: skip

THIEVES_FACTS: Final = GameFacts(KINDS, count)
