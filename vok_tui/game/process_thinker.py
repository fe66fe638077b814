"""The thinker of the table: it requests moves from a worker process, so that the keys stay responsive.

A process that dies or falls silent is replaced. Call `start` early, so that the process is ready for the first request. Callers
await the answer in the event loop. `ai.bots.worker` describes the protocol.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from threading import Lock
from typing import Final, NamedTuple

from ai.bots.external_bots import MAX_START_SECONDS
from ai.levels import Budget
from ai.process.pipes import HURRY_FIELD, WORKER_COMMAND, HelperProcess, Message
from engine.core.action import Action
from vok_tui.game.thinker import (
    ExternalBotGone,
    ReportProgress,
    Request,
    ThinkerFailed,
    ThinkingProgress,
    ignore_progress,
)

MAX_ATTEMPTS: Final = 3
MAX_SILENCE_SECONDS: Final = 10.0  # without a message; a process that thinks sends two per second
TICK_SECONDS: Final = 0.25
FOR_OPPONENTS: Final = "for the opponents"
REPLACED_NOTICE: Final = "The process that thinks for the opponents has ended; another one takes over."
SILENT_NOTICE: Final = "The process that thinks for the opponents does not answer; another one takes over."


class Superseded(ThinkerFailed):
    """A newer request arrived before this one was answered."""


class WorkerDied(Exception):
    """The process has ended, or the pipe is broken."""


class ThinkerAnswer(NamedTuple):
    """The move of an opponent at `node`, and what it cost."""

    node: int
    action: Action
    simulations: int
    seconds: float


class WorkerProcess:
    """One worker process, and the requests that it has not answered yet."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises OSError if the system refuses."""
        self._lock: Final = Lock()
        self._unanswered: Final[dict[int, tuple[Future[Message], Callable[[Message], None]]]] = {}
        self._has_ended = False
        self.message_count = 0  # messages received so far
        self.was_dismissed = False  # whether nobody needs its answers for now
        self.was_silent = False  # whether it was stopped because it sent nothing for too long
        self.process: Final = HelperProcess(command, self._receive)

    def send(self, request_id: int, message: Message, report: Callable[[Message], None]) -> "Future[Message]":
        """Queue a request. The future gets its answer or WorkerDied. The messages before the answer (`is_answer`) are passed to
        `report`, in the reading thread."""
        answer: Future[Message] = Future()
        answer.set_running_or_notify_cancel()  # it cannot be cancelled: the answer arrives even if the caller is cancelled
        with self._lock:
            if self._has_ended:
                answer.set_exception(WorkerDied())
            else:
                self._unanswered[request_id] = (answer, report)
                self.process.send(message)
        return answer

    def _receive(self, answer: Message | None) -> None:
        """Handle a message, or the end of the process (None). Runs in the reading thread. Raises KeyError if the message answers
        no request: then the process is not a worker."""
        if answer is None:
            with self._lock:
                self._has_ended = True
                unanswered = list(self._unanswered.values())
            for future, _ in unanswered:
                future.set_exception(WorkerDied())
            return
        self.message_count += 1
        with self._lock:
            future, report = self._unanswered[answer["id"]]
            if is_answer(answer):
                del self._unanswered[answer["id"]]
        if is_answer(answer):
            future.set_result(answer)
        else:
            report(answer)


def is_answer(message: Message) -> bool:
    """Whether a message answers its request; others come before the answer."""
    return "thinking" not in message and "hint" not in message


class MessageRelay:
    """Passes the messages before an answer from the reading thread to the event loop, until it is closed."""

    def __init__(self, report: Callable[[Message], None]) -> None:
        self._report = report
        self._is_open = True
        self._loop: Final = asyncio.get_running_loop()

    def relay(self, message: Message) -> None:
        """Pass one message on. May be called in any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._deliver, message)

    def close(self) -> None:
        """Stop passing messages on."""
        self._is_open = False

    def _deliver(self, message: Message) -> None:
        if self._is_open:
            self._report(message)


class AskedProcess:
    """A process that is replaced when it dies or falls silent, and processes only the newest request. Then `notify` is called in
    the event loop with a sentence. `purpose` says what it thinks for, in the sentences about a failure."""

    def __init__(
        self,
        notify: Callable[[str], None] | None = None,
        command: Sequence[str] = WORKER_COMMAND,
        max_silence_seconds: float = MAX_SILENCE_SECONDS,
        purpose: str = FOR_OPPONENTS,
    ) -> None:
        """A process that has a request and sends no message for `max_silence_seconds` counts as dead."""
        self.notify = notify
        self._purpose: Final = purpose
        self._max_silence_seconds: Final = max_silence_seconds
        self._command: Final = command
        self._request_ids: Final = count(1)
        self._worker: WorkerProcess | None = None
        self._latest_request_id = 0
        self.idle_seconds: float | None = None  # without a request, until the process ends; None for never
        self._idle_timer: asyncio.TimerHandle | None = None
        self._requests = 0  # that wait for an answer
        self._is_awake: Final = asyncio.Event()
        self._is_awake.set()

    @property
    def pid(self) -> int:
        """The process id of the worker; 0 while there is none."""
        return self._worker.process.pid if self._worker else 0

    def start(self) -> None:
        """Start the process if there is none. Takes some milliseconds. Raises ThinkerFailed if the system refuses."""
        if self._worker is None:
            try:
                self._worker = WorkerProcess(self._command)
            except OSError as error:
                raise ThinkerFailed(f"No process can be started to think {self._purpose}: {error.strerror}.") from None

    def close(self) -> None:
        """End the process. A later request starts another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.was_dismissed = True
            worker.process.stop()

    def rest(self) -> None:
        """Think nothing until `wake`. Requests stay open, and are thought about from the beginning then."""
        self._is_awake.clear()
        self.close()

    def wake(self) -> None:
        """Think again."""
        self._is_awake.set()

    async def ask(self, fields: Message, report: Callable[[Message], None], extra_silence: float = 0.0) -> Message:
        """Send a request with these fields, and return the answer. `report` gets the messages before it, in the event loop.

        Only the newest request is processed; cancelling is cheap. If the process dies or falls silent (for `extra_silence`
        seconds more than usual), another one is asked, up to `MAX_ATTEMPTS` in all. Raises Superseded if a newer request was
        made, and ThinkerFailed if there is no answer.
        """
        relay = MessageRelay(report)
        self._requests += 1
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        try:
            answer = await self._ask(fields, relay.relay, extra_silence)
            await self._is_awake.wait()
        except asyncio.CancelledError:
            if self._worker is not None:
                request_id = next(self._request_ids)
                self._worker.send(request_id, {"id": request_id, "drop": True}, ignore_message)
            raise
        finally:
            relay.close()
            self._requests -= 1
            if not self._requests and self.idle_seconds is not None:
                self._idle_timer = asyncio.get_running_loop().call_later(self.idle_seconds, self.close)
        if "overtaken" in answer:
            raise Superseded("Another question came before this one was answered.")
        return answer

    async def _ask(self, fields: Message, report: Callable[[Message], None], extra_silence: float) -> Message:
        failure, why, was_silent, attempts = "ended", "", False, 0
        while attempts < MAX_ATTEMPTS:
            await self._is_awake.wait()
            self.start()
            worker = self._worker
            assert worker is not None
            request_id = self._latest_request_id = next(self._request_ids)
            try:
                future = worker.send(request_id, {"id": request_id, **fields}, report)
                return await self._await_answer(worker, future, extra_silence)
            except WorkerDied:
                if worker.was_dismissed:
                    continue
                attempts += 1
                was_silent, why = worker.was_silent, worker.process.last_words
                failure = "run out of memory" if worker.process.ran_out_of_memory else "ended"
                if self._worker is worker:  # this caller is the first to notice
                    self._worker = None
                    if self.notify is not None:
                        self.notify(SILENT_NOTICE if was_silent else REPLACED_NOTICE)
                continue
        if was_silent:
            raise ThinkerFailed(
                f"The process that thinks {self._purpose} has not answered, {MAX_ATTEMPTS} times in a row."
            )
        why = f": {why}" if why and failure == "ended" else ""
        raise ThinkerFailed(
            f"The process that thinks {self._purpose} has {failure} {MAX_ATTEMPTS} times in a row{why}."
        )

    async def _await_answer(self, worker: WorkerProcess, future: "Future[Message]", extra_silence: float) -> Message:
        """Wait for the answer, and stop a worker that sends nothing for too long.

        Silence is counted in ticks of this process, so the time during which the game itself is suspended does not count.
        """
        answer = asyncio.wrap_future(future)
        max_silence = self._max_silence_seconds + extra_silence
        silence, message_count = 0.0, worker.message_count
        try:
            while not (await asyncio.wait({answer}, timeout=TICK_SECONDS))[0]:
                silence = silence + TICK_SECONDS if worker.message_count == message_count else 0.0
                message_count = worker.message_count
                if silence >= max_silence:
                    worker.was_silent = True
                    worker.process.stop()
            return await answer
        except asyncio.CancelledError:
            answer.cancel()
            raise


def ignore_message(_: Message) -> None:
    """Ignores a message."""


class ProcessThinker(AskedProcess):
    """Chooses moves for the opponents in another process."""

    def hurry(self) -> None:
        """Ask for the best move so far as the answer to the latest request. Only a search can be ended early."""
        if self._worker is not None:
            self._worker.process.send({HURRY_FIELD: self._latest_request_id})

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        """The move of the opponent; see `choose_with_cost`."""
        return (await self.choose_with_cost(request, report)).action

    async def choose_with_cost(self, request: Request, report: ReportProgress = ignore_progress) -> ThinkerAnswer:
        """Send a request and wait for the answer. If the search takes longer than half a second, its progress is reported in the
        event loop. Raises what `ask` raises."""

        def report_progress(message: Message) -> None:
            report(ThinkingProgress(message["thinking"], message["seconds"], Budget(*message["limit"])))

        extra_silence = MAX_START_SECONDS if request.player.is_external else 0.0
        message = await self.ask(encode_request(request), report_progress, extra_silence)
        answer = decode_answer(request, message)
        if message.get("short"):
            report(ThinkingProgress(answer.simulations, answer.seconds, is_short=True))
        return answer


def encode_request(request: Request) -> Message:
    """The request as a message of the protocol in `ai.bots.worker`, without its id."""
    return {
        **request.setup.pack(),
        "line": [step.pack() for step in request.steps],
        "viewer": request.viewer,
        "player": request.player.text,
        "allowed": request.allowed_digest,
    }


def decode_answer(request: Request, answer: Message) -> ThinkerAnswer:
    """The answer to a request. Raises ThinkerFailed."""
    if "guest" in answer:
        raise ExternalBotGone(f"{answer['guest']}.")
    if "error" in answer:
        raise ThinkerFailed(f"The opponent could not think: {answer['error']}.")
    return ThinkerAnswer(request.node, Action.from_packed(answer["action"]), answer["simulations"], answer["seconds"])
