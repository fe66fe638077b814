"""Root parallelism: helper processes that search the same position, each with its own tree.

The visits of all trees are added up move by move, and the most visited move wins. (Chaslot, Winands and van den Herik, "Parallel
Monte-Carlo Tree Search", 2008.) Each process has an index, from which its seed is derived; index 0 is the leader, which asks the
others. Each process gets the full time budget. A budget of simulations is divided among them, so the result can be reproduced
only with the same number of processes.

Helpers are started when they are first needed. A helper that ends or stops reporting is left out of the result and replaced at
the next request. One that is late is left out as well, but replaced only if it is late again: it may just have been starting.
Helpers read the same messages as the process that starts them (`ai.bots.worker`), and end when it ends.
"""

from collections.abc import Callable, Iterable
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Final

from ai.levels import get_level
from ai.process.limits import thinking_process_count
from ai.process.pipes import HURRY_FIELD, WORKER_COMMAND, HelperProcess, Message
from ai.search.mcts import MoveStats

HELPER_GRACE_SECONDS: Final = 0.08  # how long the leader waits for helpers that it has told to answer
MAX_SILENCE_SECONDS: Final = 10.0  # a thinking helper reports twice a second
POLL_SECONDS: Final = 0.02  # pause between two checks
MAX_TIMES_LATE: Final = 2  # after this many late answers in a row a helper is replaced
MAX_UNANSWERED_MESSAGES: Final = 8  # with more of them a helper is replaced


def process_count(level: str) -> int:
    """The number of processes that a level uses at the table on this machine. Raises BadSetup."""
    max_processes = get_level(level).processes
    return 1 if max_processes == 1 else min(max_processes, thinking_process_count())


def merge_stats(results: Iterable[list[MoveStats]]) -> list[MoveStats]:
    """The statistics of all processes added up, one entry for each move."""
    visits: dict[int, int] = {}
    total_rewards: dict[int, float] = {}
    for stats in results:
        for move, move_visits, total_reward in stats:
            visits[move] = visits.get(move, 0) + move_visits
            total_rewards[move] = total_rewards.get(move, 0.0) + total_reward
    return [(move, visits[move], total_rewards[move]) for move in visits]


class SearchHelper:
    """One helper process. Raises OSError if it cannot be started."""

    def __init__(self, inbox: "SimpleQueue[tuple[SearchHelper, Message | None]]") -> None:
        self.process: Final = HelperProcess(WORKER_COMMAND, lambda message: inbox.put((self, message)))
        self.simulations = 0  # simulations of its latest search, as last reported
        self.stats: list[MoveStats] = []  # statistics of its latest search; empty until it has answered
        self.unanswered = 0  # messages that it has not answered yet
        self.times_late = 0  # late answers in a row

    def send(self, message: Message) -> None:
        """Send a message that the helper will answer."""
        self.unanswered += 1
        self.process.send(message)


class RootParallelHelpers:
    """The helpers of one process."""

    def __init__(self) -> None:
        # A helper keeps its index, so that its tree can be continued.
        self._by_index: Final[dict[int, SearchHelper]] = {}
        self._waiting: Final[set[SearchHelper]] = set()
        self._hurried: Final[set[SearchHelper]] = set()  # those that were told to answer the latest request now
        self._inbox: Final[SimpleQueue[tuple[SearchHelper, Message | None]]] = SimpleQueue()
        self._request_id = 0

    @property
    def simulations(self) -> int:
        """The sum of their simulations for the latest request, as last reported."""
        return sum(helper.simulations for helper in self._by_index.values())

    @property
    def pids(self) -> list[int]:
        """The process ids of the helpers."""
        return [helper.process.pid for helper in self._by_index.values()]

    def ask(self, request: dict[str, Any], processes: int) -> None:
        """Let helpers think about a request, and cancel the previous one. `processes` includes this process."""
        self._handle_waiting_messages()
        self._request_id += 1
        self._waiting.clear()
        self._hurried.clear()
        for index in range(1, processes):
            helper = self._get_or_start_helper(index)
            if helper is not None:
                helper.simulations, helper.stats = 0, []
                helper.send({**request, "id": self._request_id, "part": [index, processes]})
                self._waiting.add(helper)

    def gather_answers(
        self, max_silence_seconds: float, keep_waiting: Callable[[], bool], max_seconds: float = inf
    ) -> list[list[MoveStats]] | None:
        """The statistics of each helper, by index, as soon as all have answered.

        After `max_seconds` helpers are told to answer now. They are left out if they then have not answered within
        HELPER_GRACE_SECONDS, or if no helper has sent a message for `max_silence_seconds`. If `keep_waiting` returns False,
        waiting stops and the result is None.
        """
        hurry_time = monotonic() + max_seconds
        deadline = max(hurry_time, monotonic()) + HELPER_GRACE_SECONDS
        last_message_time = monotonic()
        while self._waiting:
            if not keep_waiting():
                self.cancel()
                return None
            now = monotonic()
            if now >= hurry_time:
                self.hurry()
            if now >= min(deadline, last_message_time + max_silence_seconds):
                for helper in self._waiting:
                    helper.times_late = helper.times_late + 1 if now >= deadline else MAX_TIMES_LATE
                    helper.simulations = 0  # they do not count for this decision
                self.cancel()
            elif self._handle_next_message(min(POLL_SECONDS, deadline - now)):
                last_message_time = monotonic()
        return [helper.stats for _, helper in sorted(self._by_index.items())]

    def hurry(self) -> None:
        """Tell the helpers that are still thinking to answer now."""
        for helper in self._waiting - self._hurried:
            helper.process.send({HURRY_FIELD: self._request_id})
        self._hurried.update(self._waiting)

    def cancel(self) -> None:
        """Tell the helpers that are still thinking to stop."""
        for helper in self._waiting:
            helper.send({"id": self._request_id, "drop": True})
        self._waiting.clear()

    def close(self) -> None:
        """End all helpers."""
        for helper in list(self._by_index.values()):
            self._stop_helper(helper)

    def _get_or_start_helper(self, index: int) -> SearchHelper | None:
        """The helper with this index; a new one if the old one was too often late. None if no process can be started."""
        helper = self._by_index.get(index)
        if helper is not None and (helper.times_late >= MAX_TIMES_LATE or helper.unanswered > MAX_UNANSWERED_MESSAGES):
            self._stop_helper(helper)
        if index not in self._by_index:
            try:
                self._by_index[index] = SearchHelper(self._inbox)
            except OSError:
                return None
        return self._by_index[index]

    def _handle_waiting_messages(self) -> None:
        while self._handle_next_message(0):
            pass

    def _handle_next_message(self, seconds: float) -> bool:
        """Handle the next message that arrives within `seconds`. Returns False if none does."""
        try:
            helper, message = self._inbox.get(timeout=seconds) if seconds else self._inbox.get_nowait()
        except Empty:
            return False
        if message is None:
            self._stop_helper(helper)
            return True
        if "thinking" not in message:
            helper.unanswered -= 1
            helper.times_late = 0
        if message.get("id") == self._request_id and helper in self._waiting:
            helper.simulations = message["thinking"] if "thinking" in message else message.get("simulations", 0)
            if "thinking" not in message:
                helper.stats = [(move, visits, total) for move, visits, total in message.get("tried", [])]
                self._waiting.discard(helper)
        return True

    def _stop_helper(self, helper: SearchHelper) -> None:
        helper.process.stop()
        self._waiting.discard(helper)
        for index, other in list(self._by_index.items()):
            if other is helper:
                del self._by_index[index]
