"""Small contests, and how to play one in this process."""

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


def timeless(facts: dict[str, Any]) -> dict[str, Any]:
    """Without what no two runs have in common."""
    return {name: value for name, value in facts.items() if name not in ("ms", "ms_per_decision")}
