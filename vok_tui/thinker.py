"""Thinking in a process of its own: the table asks, the keys stay quick, and a process that dies is replaced.

`start` it before the screen is up, so that the first answer finds it warm. A thread listens to the process; whoever asked
awaits in the event loop. `ai.worker` tells what is said through the pipes.
"""

import asyncio
import errno
import json
import os
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, NamedTuple

from ai.contestants import split
from ai.guests import START, is_guest
from ai.limits import has_run_out
from ai.process import WORKER
from engine.core.action import Action
from vok_tui.thinking import GuestGone, Heard, Progress, Request, ThinkerFailed, unheard

ATTEMPTS: Final = 3
SILENCE_SECONDS: Final = 10.0  # without a word from the process; one that thinks says so twice a second
TICK_SECONDS: Final = 0.25
REPLACED: Final = "The process that thinks for the opponents has ended; another one takes over."
SILENT: Final = "The process that thinks for the opponents does not answer; another one takes over."


class Overtaken(ThinkerFailed):
    """Another request came before this one was answered."""


class WorkerDied(Exception):
    """The process has ended, or its pipe is broken."""


class Answer(NamedTuple):
    """What an opponent answers to the question at `node`, and what the thought cost."""

    node: int
    action: Action
    simulations: int
    seconds: float


class Worker:
    """One process, from its start to its end. One thread writes to it and one listens, so that whoever asks never waits."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises OSError if the system refuses."""
        self.process: Final = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._lock: Final = Lock()
        self._waiting: Final[dict[int, tuple[Future[dict[str, Any]], Heard]]] = {}
        self._letters: Final[SimpleQueue[bytes]] = SimpleQueue()
        self._dead = False
        self.words = 0  # lines that have come from it
        self.silent = False  # it was given up because no line came
        try:
            for task in (self._write, self._listen):
                Thread(target=task, name="thinker", daemon=True).start()
        except RuntimeError:  # no room for its stack
            self._letters.put(b"")
            self.stop()
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from None

    def ask(self, number: int, letter: bytes, heard: Heard) -> "Future[dict[str, Any]]":
        """Send a request, after all those before it; its answer, or WorkerDied, comes with the future. Of a long thought is
        `heard` before, in the thread that listens."""
        answer: Future[dict[str, Any]] = Future()
        answer.set_running_or_notify_cancel()  # who asked may go away, the answer comes all the same
        with self._lock:
            if self._dead:
                answer.set_exception(WorkerDied())
            else:
                self._waiting[number] = (answer, heard)
                self._letters.put(letter)
        return answer

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()

    def _write(self) -> None:
        pipe = self.process.stdin
        assert pipe is not None
        with suppress(OSError):  # a broken pipe: the listener meets the end of the process and tells
            for letter in iter(self._letters.get, b""):
                pipe.write(letter)
                pipe.flush()
        with suppress(OSError):
            pipe.close()
        self.process.kill()

    def _listen(self) -> None:
        pipe = self.process.stdout
        assert pipe is not None
        with pipe, suppress(ValueError, KeyError):  # nobody but a worker answers like this
            for letter in pipe:
                answer = json.loads(letter)
                self.words += 1
                with self._lock:
                    waiting, heard = self._waiting[answer["id"]]
                    if "thinking" not in answer:
                        del self._waiting[answer["id"]]
                if "thinking" in answer:
                    heard(Progress(answer["thinking"], answer["seconds"]))
                else:
                    waiting.set_result(answer)
        self.stop()
        with self._lock:
            self._dead = True
            self._letters.put(b"")
            left = list(self._waiting.values())
        for waiting, _ in left:
            waiting.set_exception(WorkerDied())


class Ear:
    """Carries what the listening thread hears into the event loop, until it is closed."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._open = True
        self._loop: Final = asyncio.get_running_loop()

    def hear(self, progress: Progress) -> None:
        """From any thread."""
        with suppress(RuntimeError):  # the loop has ended, and who listened with it
            self._loop.call_soon_threadsafe(self._pass_on, progress)

    def close(self) -> None:
        """Nothing is passed on any more."""
        self._open = False

    def _pass_on(self, progress: Progress) -> None:
        if self._open:
            self._heard(progress)


class ProcessThinker:
    """Decides for the opponents in another process. `said` is told, in a sentence, when a process had to be replaced; it is
    called in the event loop."""

    def __init__(
        self,
        said: Callable[[str], None] | None = None,
        command: Sequence[str] = WORKER,
        silence: float = SILENCE_SECONDS,
    ) -> None:
        """`silence`: for how many seconds a process that is asked may say nothing."""
        self.said = said
        self._silence: Final = silence
        self._command: Final = command
        self._numbers: Final = count(1)
        self._worker: Worker | None = None

    @property
    def pid(self) -> int:
        """The process that thinks; 0 while there is none."""
        return self._worker.process.pid if self._worker else 0

    def start(self) -> None:
        """Start the process if there is none. Takes some milliseconds; raises ThinkerFailed if the system refuses."""
        if self._worker is None:
            try:
                self._worker = Worker(self._command)
            except OSError as error:
                raise ThinkerFailed(
                    f"No process can be started to think for the opponents: {error.strerror}."
                ) from None

    def close(self) -> None:
        """End the process. A later request would start another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()

    async def choose(self, request: Request, heard: Heard = unheard) -> Action:
        """The answer that the opponent gives; see `think`."""
        return (await self.think(request, heard)).action

    async def think(self, request: Request, heard: Heard = unheard) -> Answer:
        """Ask, and wait for the answer. Only the newest request is thought about; cancelling one is free. Of a thought that
        takes longer than half a second is `heard`, in the event loop, until it is answered or cancelled.

        A process that dies, or falls silent, is replaced and the next one is asked, a few times.

        Raises Overtaken if another request was quicker, and
        ThinkerFailed if no answer can be had.
        """
        ear = Ear(heard)
        try:
            return await self._ask(request, ear.hear)
        except asyncio.CancelledError:
            if self._worker is not None:
                number = next(self._numbers)
                self._worker.ask(number, json.dumps({"id": number, "drop": True}).encode() + b"\n", unheard)
            raise
        finally:
            ear.close()

    async def _ask(self, request: Request, heard: Heard) -> Answer:
        code, silent = 0, False
        for _ in range(ATTEMPTS):
            self.start()
            worker = self._worker
            assert worker is not None
            number = next(self._numbers)
            try:
                answer = await self._await_answer(worker, worker.ask(number, letter(number, request), heard), request)
            except WorkerDied:
                code, silent = worker.process.returncode, worker.silent
                if self._worker is worker:  # the first to notice
                    self._worker = None
                    if self.said is not None:
                        self.said(SILENT if silent else REPLACED)
                continue
            return read(request, answer)
        if silent:
            raise ThinkerFailed(
                f"The process that thinks for the opponents has not answered, {ATTEMPTS} times in a row."
            )
        how = "run out of memory" if has_run_out(code) else "ended"
        raise ThinkerFailed(f"The process that thinks for the opponents has {how} {ATTEMPTS} times in a row.")

    async def _await_answer(self, worker: Worker, coming: "Future[dict[str, Any]]", request: Request) -> dict[str, Any]:
        """The answer. A process that says nothing for too long, as one that was stopped, is ended. Silence is counted in ticks of
        our own, so that a game that was halted itself does not take its own absence for silence."""
        answer = asyncio.wrap_future(coming)
        patience = self._silence + (START if is_guest(split(request.level)[0]) else 0.0)
        silent, words = 0.0, worker.words
        try:
            while not (await asyncio.wait({answer}, timeout=TICK_SECONDS))[0]:
                silent = silent + TICK_SECONDS if worker.words == words else 0.0
                words = worker.words
                if silent >= patience:
                    worker.silent = True
                    worker.stop()
            return await answer
        except asyncio.CancelledError:
            answer.cancel()
            raise


def letter(number: int, request: Request) -> bytes:
    """A request as `ai.worker` reads it."""
    fields = {
        "id": number,
        **request.setup.pack(),
        "line": [action.pack() for action in request.line],
        "viewer": request.viewer,
        "level": request.level,
        "simulations": request.simulations,
        "allowed": request.allowed,
    }
    return json.dumps(fields).encode() + b"\n"


def read(request: Request, answer: dict[str, Any]) -> Answer:
    """The answer to a request. Raises Overtaken or ThinkerFailed."""
    if "overtaken" in answer:
        raise Overtaken("Another question came before this one was answered.")
    if "guest" in answer:
        raise GuestGone(f"{answer['guest']}.")
    if "error" in answer:
        raise ThinkerFailed(f"The opponent could not think: {answer['error']}.")
    return Answer(request.node, Action.unpack(answer["action"]), answer["simulations"], answer["seconds"])
