"""One coordinator, two front ends: in the same situation the same gestures lead to the same questions, options, locations,
sentences and files, on the screens and in lines."""

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from saves import Shelf, load, resume
from saves.format.entries import FIRST_NEUTRAL_KIND
from saves.format.frames import frame_record, pack
from saves.match_reader import WorkBudget
from tests.saves.disk import max_file_size
from tests.vok_tui.conftest import TODAY
from tests.vok_tui.coordinator.front_ends import ANSWER, Event, files, in_lines, on_screens
from tests.vok_tui.learning.practised_games import lost_game
from tests.vok_tui.records.analysed_games import TINY, nearly_analysed
from tests.vok_tui.screens.app_helpers import begin_save, make_finished_save, make_save
from vok_tui.boards.valley.lesson import VALLEY_LESSON
from vok_tui.coordinator.frontend import ONLY_SCREENS, AtStart, AtWatching
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.guided_games import GuidedGames
from vok_tui.learning.history import LearningHistory
from vok_tui.records.daily import daily_setup

NO_OPTIONS: Final = StartOptions()
SOLITAIRE: Final = Setup("valley", (Seat("Ann", HUMAN),), 5, Variant("solitaire"))
BOT: Final = "class Bot:\n    pass\n"


class Situation(NamedTuple):
    """A home, a command line, and what a player does then: gestures, or "?" and the id of an option. `sees` are events that must
    be among those of both front ends."""

    build: Callable[[Path], object]
    gestures: tuple[str, ...] = ()
    start: Callable[[Path], StartOptions] = lambda _: NO_OPTIONS
    sees: tuple[str, ...] = ()
    is_busy: bool = False  # whether another process plays the save
    max_file_bytes: int = 0  # of a full disk; 0 for none


def nothing(home: Path) -> None:
    """A home in which nothing was done."""


def damaged(home: Path) -> Path:
    path = make_save(home, 40)
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 0x10
    path.write_bytes(data)
    return path


def newer(home: Path) -> Path:
    path = make_save(home, 40)
    path.write_bytes(path.read_bytes() + frame_record(pack([FIRST_NEUTRAL_KIND - 1, ""]), load(path, GAMES).crc)[0])
    return path


def with_bot(home: Path) -> Path:
    (home / "stranger.py").write_text(BOT)
    return make_save(home, 0, HUMAN, "stranger:Bot")


def left_lesson(home: Path) -> None:
    """A save, and a guided game that was left later."""
    make_save(home, 3)
    guided = GuidedGames(Shelf(home), LearningHistory(home))
    lesson = VALLEY_LESSON
    open_game = guided.open(lesson, None, "")
    assert open_game.autosave is not None
    open_game.sitting.answer(open_game.sitting.node, open_game.sitting.choices()[0].action)
    open_game.autosave.close()


def nearly_over(setup: Setup) -> Callable[[Path], Path]:
    """A save in which one more answer, the last of the menu, ends the game."""

    def build(home: Path) -> Path:
        match = Match(GAMES[setup.game], setup)
        nodes = []
        while not match.is_over:
            nodes.append((match.log.head, match.state.mover))
            match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        last = next(node for node, mover in reversed(nodes) if setup.seats[mover].level == HUMAN)
        begun = Match(GAMES[setup.game], setup)
        for node in match.log.path(last):
            if node:
                begun.play_step(match.log.step_to(node))
        with Shelf(home).create(setup, begun.game, "0.1.0", 1_700_000_000) as file:
            file.keep(begun)
        return file.path

    return build


def finished_daily(home: Path) -> Path:
    """The daily game of today, played to its end."""
    setup = daily_setup(TODAY.date(), "valley")
    match = Match(GAMES["valley"], setup)
    while not match.is_over:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    with Shelf(home).create(setup, match.game, "0.1.0", int(TODAY.timestamp())) as file:
        file.keep(match)
    return file.path


def long_save(home: Path) -> Path:
    """A save without a label, which a list with little time does not read to its end."""
    with begin_save(home, 60) as file:
        data = file.path.read_bytes()
    file.path.write_bytes(data)
    return file.path


def long_and_damaged(home: Path) -> Path:
    path = long_save(home)
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 0x10
    path.write_bytes(data)
    return path


SITUATIONS: Final = {
    "nothing begun": Situation(
        nothing, start=lambda home: StartOptions(config_file=home / "config.toml"), sees=("show AtWelcome",)
    ),
    "nothing to continue": Situation(nothing, sees=("show AtStart",)),
    "one save goes on": Situation(make_save, sees=("show AtTable",)),
    "a save that goes on, left and continued": Situation(make_save, (ANSWER, "menu", "continue", ANSWER)),
    "a lesson that was left later than the save": Situation(left_lesson, sees=("show AtTable",)),
    "that lesson, left for the start and continued": Situation(left_lesson, ("menu", "continue")),
    "a lesson is chosen": Situation(nothing, ("lessons", "?valley"), sees=("ask LESSONS: Guided games",)),
    "no lesson is chosen": Situation(nothing, ("lessons", "?")),
    "vok learn": Situation(nothing, ("?",), lambda _: StartOptions(learn="")),
    "vok learn tal": Situation(nothing, start=lambda _: StartOptions(learn="tal", game="tal")),
    "damaged, played on": Situation(damaged, ("?play", ANSWER), sees=("ask DAMAGED: This save is damaged",)),
    "damaged, another game": Situation(damaged, ("?open", "choose it", "?"), sees=("show AtShelf over",)),
    "damaged, left": Situation(damaged, ("?",)),
    "damaged, from the command line": Situation(damaged, ("?play",), lambda home: StartOptions(path=only_save(home))),
    "newer": Situation(newer, ("?open",), sees=("ask NEWER: This game needs a newer Vok",)),
    "newer, left": Situation(newer, ("?",)),
    "no save at all": Situation(
        lambda home: (home / "odd.vok").write_bytes(b"odd"),
        ("?open",),
        lambda home: StartOptions(path=home / "odd.vok"),
        ("ask CANNOT_OPEN: This cannot be opened",),
    ),
    "somebody else's code runs": Situation(with_bot, ("?run",), sees=("ask BOTS: Somebody else's code",)),
    "somebody else's code does not run": Situation(with_bot, ("?without",)),
    "somebody else's code, another game": Situation(with_bot, ("?open",)),
    "trusted code": Situation(with_bot, start=lambda home: StartOptions(path=only_save(home), trust_bots=True)),
    "a long damaged save": Situation(long_and_damaged, ("?play",), sees=("ask DAMAGED: This save is damaged",)),
    "a long damaged save from the list": Situation(
        long_and_damaged, ("?", "saved games", "choose it", "?play"), sees=("show AtTable",)
    ),
    "somebody is playing": Situation(make_save, ("?open",), is_busy=True, sees=("ask BUSY: Somebody is playing",)),
    "somebody is playing the saved game": Situation(
        make_save, ("?", "saved games", "choose it", "?"), is_busy=True, sees=("ask BUSY: Somebody is playing",)
    ),
    "a full disk, stayed": Situation(
        nothing,
        (ANSWER, "menu", "?", ANSWER),
        lambda _: StartOptions(seed=5, first=1),
        ("ask UNSAVED: This game is not on disk",),
        max_file_bytes=10,
    ),
    "a full disk, left": Situation(
        nothing, (ANSWER, "menu", "?go"), lambda _: StartOptions(seed=5, first=1), ("show AtStart",), max_file_bytes=10
    ),
    "a long save": Situation(long_save, ("menu", "continue")),
    "a lesson skipped to its end": Situation(
        nothing,
        ("skip",) * len(VALLEY_LESSON.steps) + ("?first",),
        lambda _: StartOptions(learn="valley"),
        ("ask LESSON_END: You skipped the guided game of Valley of the Kings",),
    ),
    "a lesson skipped to its end, and the next one": Situation(
        nothing,
        ("skip",) * len(VALLEY_LESSON.steps) + ("?more", "?afterlife"),
        lambda _: StartOptions(learn="valley"),
        ("ask LESSONS: Guided games",),
    ),
    "a lesson skipped to its end, back from the others": Situation(
        nothing,
        ("skip",) * len(VALLEY_LESSON.steps) + ("?more", "?", "?first"),
        lambda _: StartOptions(learn="valley"),
    ),
    "a lesson skipped to its end, and looked at": Situation(
        nothing, ("skip",) * len(VALLEY_LESSON.steps) + ("?", "menu"), lambda _: StartOptions(learn="valley")
    ),
    "a finished game": Situation(
        lambda home: make_finished_save(home, "tal"), start=lambda home: StartOptions(path=only_save(home))
    ),
    "a finished game from the list": Situation(
        lambda home: make_finished_save(home, "tal"), ("saved games", "choose it"), sees=("show AtReview",)
    ),
    "bots alone play": Situation(
        lambda home: make_save(home, 100, "shabti", "shabti"), start=lambda home: StartOptions(path=only_save(home))
    ),
    "a new game": Situation(nothing, (ANSWER,), lambda _: StartOptions(seed=5, first=1)),
    "a new game against an equal": Situation(nothing, (), lambda _: StartOptions(seed=5, first=1, levels=("equal",))),
    "a new game beside another": Situation(make_save, (ANSWER,), lambda _: StartOptions(seed=5, first=1)),
    "a game without a save": Situation(make_save, (), lambda _: StartOptions(game="tal", named_game="tal")),
    "the daily game": Situation(nothing, (ANSWER, "menu"), lambda _: StartOptions(daily=TODAY.date())),
    "the daily game of a day before": Situation(
        nothing, (ANSWER,), lambda _: StartOptions(daily=TODAY.date() - timedelta(1), game="thieves")
    ),
    "the daily game that is over": Situation(finished_daily, (), lambda _: StartOptions(daily=TODAY.date())),
    "the daily games": Situation(nothing, ("daily games",), sees=("show AtDaily over",)),
    "a game ends": Situation(
        nearly_over(Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 3)),
        (ANSWER, "rematch"),
        sees=("show AtScore over", "show AtTable"),
    ),
    "a game ends and is reviewed": Situation(
        nearly_over(Setup("tal", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 3)), (ANSWER, "review")
    ),
    "a solitaire game ends": Situation(nearly_over(SOLITAIRE), (ANSWER,), sees=("show AtScore over",)),
    "vok practise": Situation(nothing, (), lambda _: StartOptions(practise=("", ""))),
    "practice": Situation(make_save, ("menu", "practise")),
    "vok learn win": Situation(nothing, (), lambda _: StartOptions(learn="win"), ("show AtRetry over",)),
    "vok puzzle": Situation(
        nothing, ("?try",), lambda _: StartOptions(puzzle=("", "", "", "")), ("show AtRetry over",)
    ),
    "a puzzle that does not exist": Situation(nothing, (), lambda _: StartOptions(puzzle=("none", "", "", ""))),
    "puzzles": Situation(make_save, ("menu", "puzzle", "?known")),
    "the saved games": Situation(make_save, ("menu", "saved games"), sees=("show AtShelf over",)),
    "a game is deleted and put back": Situation(
        make_save, ("menu", "saved games", "delete 1", "the bin", "put it back"), sees=("show AtShelf over",)
    ),
    "the bin is emptied": Situation(
        make_save,
        ("menu", "saved games", "delete 1", "the bin", "empty it", "?", "empty it", "?empty"),
        sees=("ask EMPTY_BIN: Empty the bin?",),
    ),
    "own decisions so far are not analysed": Situation(
        make_save, ("analyse so far", "?"), sees=("ask GOES_ON: This game goes on",)
    ),
    "own decisions so far are analysed": Situation(
        lambda home: make_save(home, 0), ("analyse so far", "?analyse"), sees=("analyse begun", "analyse done")
    ),
    "a daily game is not analysed before its end": Situation(
        nothing,
        ("analyse so far",),
        lambda _: StartOptions(daily=TODAY.date()),
        ("refuse The daily game is the same for all: no help yet.",),
    ),
    "a finished game is analysed": Situation(
        lambda home: nearly_analysed(make_finished_save(home, "tal")),
        ("analyse", "analyse"),
        lambda home: StartOptions(path=only_save(home)),
        ("analyse begun", "analyse done", "refuse This game is analysed."),
    ),
    "a mistake is tried again": Situation(
        lost_game, ("better",), lambda home: StartOptions(path=only_save(home)), ("show AtRetry over",)
    ),
    "the statistics": Situation(make_save, ("menu", "stats"), sees=("show AtStats over",)),
    "the goals": Situation(make_save, ("menu", "goals"), sees=("show AtGoals over",)),
}


def only_save(home: Path) -> Path:
    (path,) = Shelf(home).folder.glob("*.vok")
    return path


@pytest.mark.parametrize("name", SITUATIONS)
def test_both_front_ends_ask_say_show_and_write_the_same(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    situation = SITUATIONS[name]
    monkeypatch.setattr("vok_tui.records.new_game.random_seed", lambda: 7)
    monkeypatch.setattr("saves.shelf.budget_of_list", lambda: WorkBudget(20, per_node=0))
    monkeypatch.setattr("vok_tui.game.analysis_job.budget_of_this_copy", lambda: TINY)
    monkeypatch.setattr("vok_tui.game.analysis_job.core_count", lambda: 0)  # it analyses in this process
    built = tmp_path / "built"
    built.mkdir()
    situation.build(built)
    found = []
    for run_in in (on_screens, in_lines):
        home = tmp_path / "home"  # the same for both, because sentences name paths
        shutil.copytree(built, home)
        monkeypatch.chdir(home)
        start = situation.start(home)
        with monkeypatch.context() as patch, ExitStack() as stack:
            if situation.is_busy:
                stack.enter_context(resume(only_save(home), GAMES)[0])
            if situation.max_file_bytes:
                stack.enter_context(max_file_size(situation.max_file_bytes))
            found.append((run_in(home, start, situation.gestures, patch), files(home)))
        shutil.rmtree(home)
    (screen_events, screen_files), (line_events, line_files) = found
    assert in_words_of_lines(screen_events) == line_events
    if Event("show", AtWatching.__name__) not in screen_events:  # there the opponents play on
        assert screen_files == line_files
    seen = {f"{event.kind} {event.what}" for event in line_events}
    assert set(situation.sees) <= seen, line_events


def in_words_of_lines(events: list[Event]) -> list[Event]:
    """The events of the screens as lines have them: the start instead of a location that only screens have. Lines say why."""
    start, reason = Event("show", AtStart.__name__), Event("refuse", ONLY_SCREENS[AtWatching])
    instead = {AtWatching.__name__: [start, reason]}
    return [
        each for event in events for each in (instead.get(event.what, [event]) if event.kind == "show" else [event])
    ]


def test_at_most_three_locations_are_only_on_screens() -> None:
    assert len(ONLY_SCREENS) <= 3
    assert all(reason.endswith(".") for reason in ONLY_SCREENS.values())
