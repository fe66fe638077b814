"""Small contests, how to play one in this process, and blocks that nobody played."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ai.arena import Contest, Job, Result, play
from ai.compete import compete
from ai.contestants import contestant
from ai.elo import Sprt
from ai.tally import Tally


def contest(*players: str, seed: int = 3) -> Contest:
    return Contest(tuple(contestant(text) for text in players), seed)


def here(jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
    """Plays in this process, one game after the other."""
    for job in jobs:
        yield job, play(job)


def finished(contest: Contest, blocks: int, run: Callable[..., Any] = here, sprt: Sprt | None = None) -> Tally:
    tally = Tally(contest, sprt)
    for _ in compete(tally, blocks, run):
        pass
    return tally


def made_up(*winners: int) -> list[Result]:
    """A block in which these seats won, thirty points to twenty."""
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


def timeless(facts: dict[str, Any]) -> dict[str, Any]:
    """Without what no two runs have in common."""
    return {name: value for name, value in facts.items() if name not in ("ms", "ms_per_decision")}
