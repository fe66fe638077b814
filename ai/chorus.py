"""Thinking on several cores: siblings of the process that thinks, each of which grows a tree of its own for the same question.

Root parallelism: what all of them tried is added up, move by move, and the most tried wins. (Chaslot, Winands and van den Herik,
"Parallel Monte-Carlo Tree Search", 2008.) Every part has its number and with it luck of its own; part 0 is thought by whoever
asks the others. A budget with time is given to each part whole. One of simulations alone is divided among them, so the answer
can be had again, number for number, with as many parts, and only with as many.

The siblings are started at the first question for which they are wanted. One that ends or falls silent is left out of the
answer, and another takes its place at the next question; one that is late is left out too, and replaced if it is late again,
for it may just have been starting. They read the same letters as the process that starts them
(`ai.worker`) and nothing beside, and end when it does.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final

from ai.levels import Budget, level_of
from ai.mcts import Tried
from ai.process import WORKER, Process, thinkers

GRACE: Final = 0.08  # seconds for which the others are awaited when the time is over
SILENCE: Final = 10.0  # seconds of silence where no clock runs: who thinks for longer says so twice a second
LOOK: Final = 0.02  # seconds from one look for a newer question to the next
LATE: Final = 2  # times in a row that a sibling may not be late
UNREAD: Final = 8  # letters that a sibling may leave unanswered


def parts_for(level: str) -> int:
    """On how many processes a level thinks at the table, here. Raises BadSetup."""
    wanted = level_of(level).parts
    return wanted if wanted == 1 else min(wanted, thinkers())


def share(budget: Budget, part: int, parts: int) -> Budget:
    """What a part spends, at least one simulation of those that are divided."""
    if budget.milliseconds:
        return budget
    return Budget(max(1, budget.simulations // parts + (part < budget.simulations % parts)))


def added_up(parts: Iterable[list[Tried]]) -> list[Tried]:
    """What all parts tried together, each move once."""
    visits: dict[int, int] = {}
    total: dict[int, float] = {}
    for tried in parts:
        for move, times, rewards in tried:
            visits[move] = visits.get(move, 0) + times
            total[move] = total.get(move, 0.0) + rewards
    return [(move, visits[move], total[move]) for move in visits]


class Sibling:
    """One of the others. One thread writes to it and one listens: a process that does not read keeps nobody waiting, however
    long the letters. Raises OSError if it cannot be started."""

    def __init__(self, heard: "SimpleQueue[tuple[Sibling, dict[str, Any] | None]]") -> None:
        self.process: Final = Process(WORKER)
        self.simulations = 0  # of its latest thought, as far as it told
        self.tried: list[Tried] = []  # in its latest thought, once it has answered
        self.unanswered = 0
        self.late = 0  # times in a row
        self._heard: Final = heard
        self._letters: Final[SimpleQueue[dict[str, Any] | None]] = SimpleQueue()
        for task in (self._write, self._listen):
            Thread(target=task, name="chorus", daemon=True).start()

    def give(self, letter: dict[str, Any]) -> None:
        """A letter, which it will answer."""
        self.unanswered += 1
        self._letters.put(letter)

    def stop(self) -> None:
        """End it, whatever it is doing."""
        self._letters.put(None)
        self.process.stop()

    def _write(self) -> None:
        with suppress(ValueError):  # the pipe was closed meanwhile: it is stopped
            while (letter := self._letters.get()) is not None:
                self.process.give(letter)

    def _listen(self) -> None:
        word: dict[str, Any] | None = {}
        while word is not None:
            word = self.process.take()
            self._heard.put((self, word))


class Chorus:
    """The siblings of one process."""

    def __init__(self) -> None:
        self._places: Final[dict[int, Sibling]] = {}  # by the number of the part: whose tree goes on keeps its number
        self._waiting: Final[set[Sibling]] = set()
        self._heard: Final[SimpleQueue[tuple[Sibling, dict[str, Any] | None]]] = SimpleQueue()
        self._number = 0

    @property
    def simulations(self) -> int:
        """What they have made for the latest question, as far as they told."""
        return sum(sibling.simulations for sibling in self._places.values())

    @property
    def pids(self) -> list[int]:
        """The siblings there are."""
        return [sibling.process.process.pid for sibling in self._places.values()]

    def ask(self, request: dict[str, Any], parts: int) -> None:
        """Have them think about a request, and no longer about the one before."""
        self._drain()
        self._number += 1
        self._waiting.clear()
        for part in range(1, parts):
            sibling = self._fit(part)
            if sibling is not None:
                sibling.simulations, sibling.tried = 0, []
                sibling.give({**request, "id": self._number, "part": [part, parts]})
                self._waiting.add(sibling)

    def gather(self, patience: float, go_on: Callable[[], bool], seconds: float = inf) -> list[list[Tried]] | None:
        """What each has tried, by the number of its part, as soon as all have answered; without those who have not when so many
        `seconds` are over, and when nobody was heard for `patience` seconds. None, and nothing is awaited any more, if `go_on`
        says no."""
        until = monotonic() + seconds
        since = monotonic()
        while self._waiting:
            if not go_on():
                self.drop()
                return None
            now = monotonic()
            if now >= min(until, since + patience):
                for sibling in self._waiting:
                    sibling.late = sibling.late + 1 if now >= until else LATE
                    sibling.simulations = 0  # they do not count for this answer
                self.drop()
            elif self._hear(min(LOOK, until - now)):
                since = monotonic()
        return [sibling.tried for _, sibling in sorted(self._places.items())]

    def drop(self) -> None:
        """Whoever still thinks may stop."""
        for sibling in self._waiting:
            sibling.give({"id": self._number, "drop": True})
        self._waiting.clear()

    def close(self) -> None:
        """End them all."""
        for sibling in list(self._places.values()):
            self._dismiss(sibling)

    def _fit(self, part: int) -> Sibling | None:
        """Who thinks that part: another, if the one that did does not answer. None if nobody can be started."""
        sibling = self._places.get(part)
        if sibling is not None and (sibling.late >= LATE or sibling.unanswered > UNREAD):
            self._dismiss(sibling)
        if part not in self._places:
            try:
                self._places[part] = Sibling(self._heard)
            except OSError:
                return None
        return self._places[part]

    def _drain(self) -> None:
        while self._hear(0):
            pass

    def _hear(self, seconds: float) -> bool:
        """Take in the next word that comes within that time; False if none does."""
        try:
            sibling, word = self._heard.get(timeout=seconds) if seconds else self._heard.get_nowait()
        except Empty:
            return False
        if word is None:
            self._dismiss(sibling)
            return True
        if "thinking" not in word:
            sibling.unanswered -= 1
            sibling.late = 0
        if word.get("id") == self._number and sibling in self._waiting:
            sibling.simulations = int(word.get("thinking", word.get("simulations", 0)))
            if "thinking" not in word:
                sibling.tried = [(move, visits, total) for move, visits, total in word.get("tried", [])]
                self._waiting.discard(sibling)
        return True

    def _dismiss(self, sibling: Sibling) -> None:
        sibling.stop()
        self._waiting.discard(sibling)
        for part, other in list(self._places.items()):
            if other is sibling:
                del self._places[part]
