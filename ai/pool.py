"""Games played by several processes at once: one job goes to each, and the next one as soon as its result is here.

The processes are spawned, never forked, from the very copy of the houses that we run on, and talk in JSON lines: a job, then its
result or {"error": "one sentence"}. One that dies is replaced and its job played again. They ignore Ctrl-C and end when their
input does, so a pool that is killed leaves nobody behind. One that wants too much memory ends alone, like one that dies.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from queue import SimpleQueue
from selectors import EVENT_READ, DefaultSelector
from threading import Thread
from typing import Any, Final, Self

from ai.arena import Job, Result, play
from ai.limits import MEMORY, OUT_OF_MEMORY, has_run_out, limit_memory
from ai.process import Process, program
from ai.worker import Mail, listen, take_the_pipe
from engine.core.errors import EngineError

ATTEMPTS: Final = 3  # for one job
COMMAND: Final = program("from ai.pool import serve; serve(int(sys.argv.pop(1)))")


class PoolFailed(Exception):
    """A job could not be played; the text is one sentence."""


class Player(Process):
    """One of the pool, and the job it is at."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            super().__init__(command)
        except OSError as error:
            raise PoolFailed(f"no process can be started to play the games: {error.strerror}") from None
        self.job: Job | None = None

    def play(self, job: Job) -> None:
        """Hand over a job."""
        self.job = job
        self.give(job.pack())


class Pool:
    """So many processes, from the first job to the end of the `with`."""

    def __init__(self, processes: int, command: Sequence[str] = COMMAND, megabytes: int = MEMORY) -> None:
        """`megabytes` is what each process may have beyond what it starts with."""
        self._wanted: Final = processes
        self._command: Final = (*command, str(megabytes))
        self._processes: Final[list[Player]] = []
        self._selector: Final = DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.stop()
        self._processes.clear()
        self._selector.close()

    @property
    def pids(self) -> list[int]:
        """The processes at work."""
        return [process.process.pid for process in self._processes]

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Each job with its result, as they come. No job is asked for before a process is free for it, so whoever has
        seen enough simply stops. Raises PoolFailed."""
        source = iter(jobs)
        died: dict[Job, int] = {}
        for job in source:
            self._hire().play(job)
            if len(self._processes) == self._wanted:
                break
        while self._processes:
            for key, _ in self._selector.select():
                process: Player = key.data
                job, answer = self._job_of(process), process.take()
                if answer is None:
                    self._replace(process, job, died)
                    continue
                if "error" in answer:
                    raise PoolFailed(str(answer["error"]))
                following = next(source, None)
                if following is None:
                    self._dismiss(process)
                else:
                    process.play(following)
                yield job, answer

    def _hire(self) -> Player:
        process = Player(self._command)
        self._processes.append(process)
        assert process.process.stdout is not None
        self._selector.register(process.process.stdout, EVENT_READ, process)
        return process

    def _dismiss(self, process: Player) -> None:
        assert process.process.stdout is not None
        self._selector.unregister(process.process.stdout)
        self._processes.remove(process)
        process.stop()

    def _replace(self, process: Player, job: Job, died: dict[Job, int]) -> None:
        self._dismiss(process)
        died[job] = died.get(job, 0) + 1
        if died[job] == ATTEMPTS:
            how = "run out of memory" if has_run_out(process.process.returncode) else "ended"
            raise PoolFailed(
                f"the process that played game {job.turn + 1} of seed {job.setup.seed} has {how} {ATTEMPTS} times"
            )
        self._hire().play(job)

    def _job_of(self, process: Player) -> Job:
        assert process.job is not None
        return process.job


def serve(megabytes: int) -> None:
    """Be one of the processes: play what comes until the input ends."""
    answers = take_the_pipe()
    mail: Mail = SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, mail), daemon=True).start()
    limit_memory(megabytes)
    while True:
        try:
            answers.write(json.dumps(_answer(mail.get())).encode() + b"\n")
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        answers.flush()


def _answer(letter: bytes) -> dict[str, Any]:
    try:
        return play(Job.unpack(json.loads(letter)))
    except EngineError as error:
        return {"error": str(error)}
