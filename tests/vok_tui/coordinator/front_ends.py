"""Runs both front ends, the screens and the lines, through the same gestures, and records what the coordinator shows, asks and
says through each."""

import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from engine.core.action import Action
from engine.core.match import Match
from engine.games import GAMES
from saves import SaveError, Shelf, load
from tests.vok_tui.screens.app_helpers import LARGE, run
from vok_tui.coordinator.frontend import ONLY_SCREENS, Location, Prompt, offered
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.analysis_job import AnalysisJob
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.learning.goal_counts import GoalCounter
from vok_tui.learning.history import LearningHistory
from vok_tui.painting.surface import GridSurface
from vok_tui.plain.frontend import LineFrontend
from vok_tui.plain.json_lines import JsonLines
from vok_tui.plain.messages import protocol_of
from vok_tui.plain.rooms import BACK
from vok_tui.plain.terminal import converse
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import ActionButton, Dialog
from vok_tui.screens.frontend import ScreenFrontend
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.table.screen import TableScreen

GESTURES = {
    "continue": ("c", "Continue"),
    "daily games": ("d", "Daily games of Valley of the Kings"),
    "lessons": ("l", "Guided games"),
    "practise": ("p", "Practise your mistakes"),
    "puzzle": ("z", "Puzzles"),
    "saved games": ("o", "Saved games"),
    "goals": ("g", "Goals"),
    "stats": ("s", "Statistics"),
    "choose it": ("enter", "1"),  # the first save of the list, or the day
    "the bin": ("b", "The bin"),
    "put it back": ("p", "1"),
    "empty it": ("e", "Empty the bin"),
    "review": ("v", "Review this game"),
    "rematch": ("r", "Rematch"),
}
"""What a player does on a screen, and in lines: a key, and the beginning of an answer."""
ANSWER = "answer"  # the last answer of the menu at the table
COMMANDS = {
    "menu": "m",
    "skip": "N",
    "delete 1": "d",
    "analyse": "A",
    "analyse so far": "v,A",
    "better": "F",
}  # the command in lines, and the key
CACHES = ("goal-counts.jsonl",)  # what a screen has counted, so that it need not count it again
SHORT_WAIT = 3
DRAWN = re.compile(rb'\b1[0-9]{9}(\.[0-9]+)?\b|"id": "[0-9a-f]{16}"')  # times, and the ids of saves


class Event(NamedTuple):
    """What the coordinator did: "show", "ask", "say", "refuse" or "analyse", what, and the options that the front end offers."""

    kind: str
    what: str
    options: tuple[str, ...] = ()


class Recording:
    """The events of one front end, and the question that is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, front_end: type[Any]) -> None:
        self.events: list[Event] = []
        self.asked: Prompt | None = None
        ask, say, refuse, show = front_end.ask, front_end.say, front_end.refuse, front_end.show
        show_analysis, running = front_end.show_analysis, False

        def record_ask(front: Any, prompt: Prompt, then: Callable[[str], object]) -> None:
            self.asked = offered(front, prompt)
            kept = [option.id for option in prompt.options if option.leads_to not in ONLY_SCREENS]
            self.events.append(Event("ask", f"{prompt.id.name}: {prompt.title}", tuple(kept)))

            def answer(choice: str) -> None:
                self.asked = None
                then(choice)

            ask(front, prompt, answer)

        def record_say(front: Any, sentence: str) -> None:
            self.events.append(Event("say", sentence))
            say(front, sentence)

        def record_refuse(front: Any, sentence: str) -> None:
            self.events.append(Event("refuse", sentence))
            refuse(front, sentence)

        def record_show(front: Any, location: Location, *, over: bool = False) -> None:
            self.events.append(Event("show", f"{type(location).__name__}{' over' if over else ''}"))
            show(front, location, over=over)

        def record_analysis(front: Any, job: AnalysisJob) -> None:
            nonlocal running
            if job.is_busy != running:
                running = job.is_busy
                self.events.append(Event("analyse", "begun" if running else job.state.value))
            show_analysis(front, job)

        monkeypatch.setattr(front_end, "show_analysis", record_analysis)
        monkeypatch.setattr(front_end, "ask", record_ask)
        monkeypatch.setattr(front_end, "say", record_say)
        monkeypatch.setattr(front_end, "refuse", record_refuse)
        monkeypatch.setattr(front_end, "show", record_show)

    def label(self, choice: str) -> str:
        """The text of an option of the open question."""
        assert self.asked is not None, f"no question is open for {choice!r}: {self.events}"
        return next((option.text for option in self.asked.options if option.id == choice), BACK)


class QuickThinker:
    """Opponents that answer at once, always with the last move of the menu."""

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        del report
        match = Match(GAMES[request.setup.game], request.setup)
        for step in request.steps:
            match.play_step(step)
        return match.game.action(match.state, match.state.legal_moves()[-1])

    def hurry(self) -> None: ...


# -- the screens


def on_screens(
    home: Path, start: StartOptions, gestures: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> list[Event]:
    """What happens on the screens. Nothing is painted: cells are not compared here."""
    recording = Recording(monkeypatch, ScreenFrontend)
    monkeypatch.setattr(Screen, "_compositor_refresh", leave_unpainted)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        for gesture in gestures:
            if gesture.startswith("?"):
                await choose_option(app, pilot, gesture[1:])
            elif gesture == ANSWER:
                assert isinstance(app.screen, TableScreen), app.screen
                sitting = app.screen.sitting
                app.screen.play_action(sitting.node, sitting.choices()[-1].action)
                app.screen.show_and_continue()
                await settle(app, pilot)
                if sitting.shows_end:
                    await pilot.press("enter")  # to the score
            elif gesture in COMMANDS:
                await pilot.press(*COMMANDS[gesture].split(","))
            else:
                await pilot.press(GESTURES[gesture][0])
            await settle(app, pilot)

    run(home, steps, start, LARGE, thinker=QuickThinker())  # lines have no window whose size could be advised
    return recording.events


def leave_unpainted(screen: Screen[Any]) -> None:
    """Go on as if the screen were painted."""
    screen._dirty_widgets.clear()
    for surface in screen.query(GridSurface):
        surface.has_rendered_latest_grid = True


async def choose_option(app: VokApp, pilot: Pilot[None], choice: str) -> None:
    """Choose an option of the dialog; Esc chooses nothing."""
    assert isinstance(app.screen, Dialog), app.screen
    button = next((button for button in app.screen.query(ActionButton) if button.option.result == choice), None)
    if button is not None:
        button.focus()
    await pilot.pause()
    await pilot.press("enter" if button is not None else "escape")


async def settle(app: VokApp, pilot: Pilot[None]) -> None:
    """Wait until a person is asked."""
    for _ in range(SHORT_WAIT):
        await pilot.pause()
    while isinstance(app.screen, TableScreen) and app.screen.sitting.thinker_request() is not None:
        await pilot.pause()
    while isinstance(app.screen, ReviewScreen) and is_working(app.screen.page.analysis.job):
        await pilot.pause()


def is_working(job: AnalysisJob | None) -> bool:
    """Whether an analysis is read or runs."""
    return job is not None and (job.is_reading or job.is_busy)


# -- the lines


class Typist(io.StringIO):
    """A program at the other end of the lines: it reads the messages, and types a line for each gesture."""

    def __init__(self, recording: Recording, gestures: Sequence[str]) -> None:
        super().__init__()
        self.messages: list[dict[str, Any]] = []
        self._recording = recording
        self._gestures = list(gestures)

    def write(self, text: str) -> int:
        self.messages.append(json.loads(text))
        return len(text)

    def readline(self, size: int | None = -1) -> str:
        del size
        if not self._gestures:
            return ""
        wish = self._message(self._gestures.pop(0))
        question = next(message for message in reversed(self.messages) if message["type"] == "question")
        return json.dumps({"id": 1, "question": question["question"], **wish}) + "\n"

    def _message(self, gesture: str) -> dict[str, object]:
        answers = next(message for message in reversed(self.messages) if message["type"] == "question")["answers"]
        if gesture in COMMANDS:
            return {"command": gesture.removesuffix(" so far")}
        if gesture == ANSWER:
            view = next(message for message in reversed(self.messages) if message["type"] == "question")
            return {"answer": self.number_of_last_action(view)}
        words = self._recording.label(gesture[1:]) if gesture.startswith("?") else GESTURES[gesture][1]
        if words.isdecimal():
            return {"answer": int(words)}
        numbers = [answer["number"] for answer in answers if answer["text"].startswith(words)]
        assert numbers, f"{words} is not among {answers}"
        return {"answer": numbers[0]}

    def number_of_last_action(self, question: dict[str, Any]) -> int:
        """The number of the last answer of the menu."""
        raise NotImplementedError


class TableTypist(Typist):
    """Knows the table, because the order of the answers in lines is another one."""

    frontend: LineFrontend | None = None

    def number_of_last_action(self, question: dict[str, Any]) -> int:
        assert self.frontend is not None
        open_game = self.frontend.coordinator.current.open_game
        assert open_game is not None
        given = protocol_of(open_game.sitting.match).action(open_game.sitting.choices()[-1].action)
        return next(answer["number"] for answer in question["answers"] if answer.get("action") == given)


def in_lines(home: Path, start: StartOptions, gestures: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What happens in lines."""
    recording = Recording(monkeypatch, LineFrontend)
    typist = TableTypist(recording, gestures)
    make = LineFrontend.__init__

    def keep_frontend(front: LineFrontend, *arguments: Any) -> None:
        make(front, *arguments)
        typist.frontend = front

    monkeypatch.setattr(LineFrontend, "__init__", keep_frontend)
    converse(JsonLines(typist, typist), Shelf(home), start, QuickThinker(), 0.0)
    return recording.events


# -- files


def files(home: Path) -> dict[str, object]:
    """What is on the disk at the end: each save as its setup and journal, each other file without times and ids. No caches.
    Goals are counted before, because whoever counts notes them: the screens do at their start, lines with the next result."""
    GoalCounter(Shelf(home), LearningHistory(home)).count()
    found: dict[str, object] = {}
    for path in sorted(home.rglob("*")):
        if path.is_dir() or path.suffix == ".lock" or path.name in CACHES:
            continue
        name = str(path.relative_to(home))
        try:
            loaded = load(path, GAMES)
            found[name] = (loaded.header.setup, loaded.match.log.journal, loaded.finished, str(loaded.damage or ""))
        except SaveError:
            found[name] = DRAWN.sub(b"DRAWN", path.read_bytes()).replace(str(home).encode(), b"HOME")
    return found
