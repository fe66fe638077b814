"""Small contests, played in this process, and made-up blocks."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ai.bots.player_spec import parse_player_spec
from ai.elo import Sprt
from lab.contest import Contest, ContestResult, GameJob, play_game
from lab.game_runner import GameResultDict
from lab.pool import run_contest


def contest(*players: str, seed: int = 3) -> Contest:
    return Contest(tuple(parse_player_spec(text) for text in players), seed)


def play_here(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
    """Play the jobs in this process, one after the other."""
    for job in jobs:
        yield job, play_game(job)


def play_contest(
    contest: Contest, blocks: int, run: Callable[..., Any] = play_here, sprt: Sprt | None = None
) -> ContestResult:
    result = ContestResult(contest, sprt)
    for _ in run_contest(result, blocks, run):
        pass
    return result


def made_up_block(*winners: int) -> list[GameResultDict]:
    """A block with these winners, one seat for each game. The winner has 30 points, the others 20."""
    n = len(winners)
    return [
        {
            "rewards": [float(seat == winner) for seat in range(n)],
            "points": [30 if seat == winner else 20 for seat in range(n)],
            "decisions": [10] * n,
            "ms": [10.0 * (seat + 1) for seat in range(n)],
            "forfeits": [""] * n,
            "digest": "0" * 16,
        }
        for winner in winners
    ]


def without_times(fields: dict[str, Any]) -> dict[str, Any]:
    """A result without the times, which differ in every run."""
    return {name: value for name, value in fields.items() if name not in ("ms", "ms_per_decision")}
