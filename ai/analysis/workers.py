"""Processes that analyse: each has the line of a game, and gets one job after another.

A job is a table of JSON values, such as {"job": "judge", "index": 12, "budget": [...]}; `carry_out` says what each job
answers. With 0 processes the jobs are carried out in this process, one after another, with the same results.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from queue import SimpleQueue
from threading import Event
from typing import Any, Final, Self

from ai.analysis.analyse import analyse_decision, confirm_decision
from ai.analysis.calibrate import play_and_value
from ai.analysis.calibration import calibration_to_give, take_given_calibration
from ai.analysis.decision import AnalysisBudget, Decision
from ai.analysis.plans import judge_stretch
from ai.analysis.reasons import explain_decision
from ai.analysis.stretches import Stretch, stretches_on
from ai.process.limits import MAX_PROCESS_MEGABYTES
from ai.process.pipes import HelperProcess, Message, PipeHost, python_command, serve
from engine.core.errors import EngineError
from engine.core.game import Setup
from engine.core.log import unpack_step
from engine.core.match import Match
from engine.games import GAMES

WORKERS_COMMAND: Final = python_command("from ai.analysis.workers import serve_analysis; serve_analysis()")
BACKGROUND_NICENESS: Final = 10
BACKGROUND_COMMAND: Final = python_command(
    f"import os; os.nice({BACKGROUND_NICENESS}); from ai.analysis.workers import serve_analysis; serve_analysis()"
)
TURN_JOB: Final = "turn"
Job = dict[str, Any]


class AnalysisFailed(Exception):
    """A job could not be done; the text is one sentence."""


class AnalysisWorkers:
    """Carries out jobs until the end of the `with` block. The processes are started by the first jobs."""

    def __init__(
        self, processes: int, match: Match | None = None, leaf: int = 0, *, in_background: bool = False
    ) -> None:
        """`match` is the game of the jobs, on the line to the node `leaf`; the `index` of a job is a place on this line. With
        `processes` 0 there are no other processes. With `in_background` they leave the processor to others."""
        self._size: Final = processes
        self._command: Final = BACKGROUND_COMMAND if in_background else WORKERS_COMMAND
        self._stopped: Final = Event()
        self._opening: Final = opening_job(match, leaf) if match is not None else None
        self._idle: Final[list[HelperProcess]] = []
        self._busy: Final[dict[int, tuple[HelperProcess, Job]]] = {}  # by process id
        self._inbox: Final[SimpleQueue[tuple[int, Message | None]]] = SimpleQueue()
        self._bench: Final = Bench()
        if not processes and self._opening is not None:
            self._bench.carry_out(self._opening)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self._idle, *[process for process, _ in self._busy.values()]]:
            process.stop()

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [process.pid for process in [*self._idle, *[process for process, _ in self._busy.values()]]]

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Message]]:
        """Yields each job with its answer, in the order of completion, until `stop`. A caller may stop iterating. Raises
        AnalysisFailed."""
        if not self._size:
            for job in jobs:
                if self._stopped.is_set():
                    return
                yield job, _checked(self._bench.carry_out(job))
            return
        remaining = iter(jobs)
        next_job = next(remaining, None)
        while (next_job is not None or self._busy) and not self._stopped.is_set():
            while next_job is not None and len(self._busy) < self._size:
                self._start(next_job)
                next_job = next(remaining, None)
            pid, answer = self._inbox.get()
            if self._stopped.is_set():
                return
            if pid not in self._busy:
                continue
            process, job = self._busy.pop(pid)
            if answer is None:
                raise AnalysisFailed(f"a process that analyses has ended (exit code {process.exit_code}): try again")
            self._idle.append(process)
            yield job, _checked(answer)

    def stop(self) -> None:
        """Let `run` end at once, without the jobs that are not done. May be called in any thread."""
        self._stopped.set()
        self._inbox.put((0, None))

    def _start(self, job: Job) -> None:
        """Give a job to an idle process, or to a new one."""
        process = self._idle.pop() if self._idle else self._new_process()
        self._busy[process.pid] = (process, job)
        process.send(job)

    def _new_process(self) -> HelperProcess:
        started: list[HelperProcess] = []

        def deliver(message: Message | None) -> None:
            if message != {}:  # the answer to the opening job
                self._inbox.put((started[0].pid if started else 0, message))

        try:
            process = HelperProcess(self._command, deliver)
        except OSError as error:
            raise AnalysisFailed(f"no process can be started for the analysis: {error.strerror}") from None
        started.append(process)
        if self._opening is not None:
            process.send(self._opening)
        return process


def opening_job(match: Match, leaf: int) -> Job:
    """The job that gives a process the line of a game to a node."""
    steps = [match.log.step_to(node).pack() for node in match.log.path(leaf)[1:]]
    given = calibration_to_give(match.game, match.setup)
    return {"job": "open", "setup": match.setup.pack(), "steps": steps, "calibration": given}


def _checked(answer: Message) -> Message:
    if "error" in answer:
        raise AnalysisFailed(str(answer["error"]))
    return answer


class Bench:
    """Where jobs are carried out: the match of the latest opening job."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._stretches: dict[int, Stretch] = {}  # of that match, by their first nodes

    def carry_out(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a job: {} for "open"; {"decision": ...} for "turn", "judge", "confirm" and "explain"; for "calibrate"
        what `play_and_value` returns. {"error": "one sentence"} if it cannot be done."""
        try:
            if job["job"] == "open":
                self._match, self._stretches = opened_match(job), {}
                return {}
            if job["job"] == "calibrate":
                setup = Setup.from_packed(job["setup"])
                numbers = [int(job[name]) for name in ("tree sample", "deep")]
                return play_and_value(setup, str(job["player"]), *numbers)
            return {"decision": self._analysed(job).pack()}
        except EngineError as error:
            return {"error": str(error)}

    def _analysed(self, job: Mapping[str, Any]) -> Decision:
        match = self._match
        assert match is not None, "the first job opens a game"
        budget = AnalysisBudget(*job["budget"])
        if job["job"] == TURN_JOB:
            if not self._stretches:
                path = match.log.path(match.log.head)
                self._stretches = {stretch.start: stretch for stretch in stretches_on(match, path)}
            return judge_stretch(match, self._stretches[int(job["index"])], budget)
        if job["job"] == "judge":
            return analyse_decision(match, int(job["index"]), budget)
        decision = replace_node(Decision.from_packed(job["decision"]), int(job["index"]))
        return (
            confirm_decision(match, decision, budget)
            if job["job"] == "confirm"
            else explain_decision(match, decision, budget)
        )


def replace_node(decision: Decision, node: int) -> Decision:
    """The same decision at another node: processes number the nodes of a line from 0."""
    from dataclasses import replace

    return replace(decision, node=node)


def opened_match(job: Mapping[str, Any]) -> Match:
    """The match of an opening job. The calibration that comes with it is used from now on."""
    take_given_calibration(job["calibration"])
    setup = Setup.from_packed(job["setup"])
    match = Match(GAMES[setup.game], setup)
    for step in job["steps"]:
        match.play_step(unpack_step(step))
    return match


def serve_analysis() -> None:
    """The main loop of a process: carry out jobs until the input ends."""
    bench = Bench()
    serve(lambda message: bench.carry_out(json.loads(message)), PipeHost(MAX_PROCESS_MEGABYTES))
