"""The coach at the table: a hint is shown on demand and makes the game helped, and a warning comes before a costly answer."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from ai.analysis.analyse import question_at
from ai.analysis.calibration import (
    FEATURE_COUNT,
    FORMAT_VERSION,
    OWN_FOLDER,
    calibration_for,
    own_calibration_name,
    take_given_calibration,
)
from ai.analysis.hint import Hint, plan_hint
from ai.analysis.plans import PlanSearch, Sizes
from ai.kit import kit_of
from ai.process import bounded_files
from ai.process.pipes import Message
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.journal import Helped
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from engine.tal.board_text import SHIPPED as SHIPPED_BOARD
from engine.tal.board_text import write_plan
from engine.valley.game import VALLEY
from saves import SaveFile, load
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    SMALL,
    QuickAdviser,
    SilentThinker,
    TableApp,
    dealt,
    new_game,
    setup,
)
from vok_tui.game.autosave import Autosave
from vok_tui.game.sitting import Sitting
from vok_tui.learning import coach as coach_module
from vok_tui.learning.coach import (
    GAME_OVER,
    HINT_HELPS,
    NO_HELP,
    NOT_ASKED,
    ONE_ANSWER,
    SECRET_HINT_HELPS,
    Coach,
    take_back_question,
)
from vok_tui.learning.history import FOLLOWED_TIP, LearningHistory
from vok_tui.learning.tips import HINT, TIMES_TO_LEARN, Tips
from vok_tui.painting.grid import Grid
from vok_tui.panes.scene import Advice
from vok_tui.records.daily import daily_setup, today_in_utc
from vok_tui.records.helped import NOT_IN_DAILY, NOT_IN_SERIOUS
from vok_tui.screens.table.paint_table import paint_table
from vok_tui.screens.table.screen import TableScreen

END = Action("end")


class CoachedApp(TableApp):
    """A table with a coach that asks a QuickAdviser."""

    def __init__(self, sitting: Sitting, warn_from: int = 0, losses: dict[Action, float] | None = None) -> None:
        super().__init__(sitting)
        self.adviser = QuickAdviser(sitting, losses)
        self._warn_from = warn_from

    def on_mount(self, event: events.Mount) -> None:
        event.prevent_default()  # the table of the base class has no such coach
        coach = Coach(self.sitting, self._warn_from, lambda: self.adviser)
        self.push_screen(TableScreen(self.sitting, coach=coach))


def run(app: CoachedApp, test: Callable[[CoachedApp, Pilot[None]], Any]) -> None:
    async def main() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await test(app, pilot)

    asyncio.run(main())


def saved_game(path: Path, *levels: str) -> Sitting:
    """A new game that is kept in a file."""
    game_setup = setup(levels or (HUMAN, "shabti"))
    file = SaveFile.create(path, game_setup, VALLEY, "tests", 0)
    return Sitting(Match(VALLEY, game_setup), Autosave(lambda: file, file), SilentThinker())


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def test_the_first_key_says_what_a_hint_costs_and_the_second_shows_it_once_the_disk_knows(tmp_path: Path) -> None:
    path = tmp_path / "a.vok"
    app = CoachedApp(saved_game(path))

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        await press(pilot, "H")
        assert HINT_HELPS.split(":")[0] in " ".join(text(app).split())
        assert not app.sitting.match.log.is_helped
        await press(pilot, "H")
        assert "The first hint comes" in text(app)
        assert not app.sitting.match.log.is_helped, "nothing was shown yet"
        app.adviser.may_answer.set()
        await pilot.pause()
        assert "Hint after 1 s" in text(app)
        assert "%" in text(app)
        assert " helped" in text(app).splitlines()[0]
        assert load(path, GAMES).match.log.is_helped, "on disk before it is shown"
        assert "H Hint off" in text(app).splitlines()[-1]
        await press(pilot, "H")
        assert "Hint after" not in text(app)
        await press(pilot, "H")
        assert "Hint after 1 s" in text(app), "no question the second time"
        assert len(app.adviser.asked) == 1, "the hint is remembered"

    run(app, test)
    assert app.adviser.closed
    assert load(path, GAMES).match.log.journal.count(Helped()) == 1


def test_a_hint_that_the_disk_does_not_know_of_is_not_shown(tmp_path: Path) -> None:
    app = CoachedApp(saved_game(tmp_path / "a.vok"))

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        def fail(_: Match) -> None:
            raise coach_error

        from saves import CannotWrite

        coach_error = CannotWrite(tmp_path / ("long " * 12) / "a.vok", OSError(28, "No space left on device"))
        app.sitting._writer.keep = fail  # type: ignore[union-attr,method-assign]
        app.adviser.may_answer.set()
        await press(pilot, "H", "H")
        assert "a.vok cannot be written (no space left on device)" in " ".join(text(app).split())
        assert "Hint after" not in text(app)
        del app.sitting._writer.keep  # type: ignore[union-attr]

    run(app, test)


def test_the_rows_of_a_hint_name_the_keys_that_give_the_answers() -> None:
    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        app.adviser.may_answer.set()
        await press(pilot, "H", "H")
        hint = app.table.coaching.coach.hint
        assert hint is not None
        advice = app.table._build_scene().advice
        assert advice is not None
        keys = advice.rows[0][0]
        assert keys, "the hinted answer of this position can be given by keys"
        await press(pilot, *keys.split())
        played = app.sitting.match.log.actions[1:2]
        assert [action.verb for action in played] in ([], [hint.answers[0].action.verb]), (
            "nothing else; or it is to be paid"
        )

    run(CoachedApp(dealt()), test)


def test_a_hint_cuts_no_line_while_another_one_is_blank() -> None:
    long = ("c b", "buy Book of Traversing Eternity with Shabti, Shabti, Shabti, Shabti", "43%", "+0.6")
    short = ("3 t", "entomb Urn", "54%", "+2.0")

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        scene = app.table._build_scene()
        for rows in ((short, short, short), (short, long), (short, short, long), (long, long), (long, long, long)):
            grid = Grid(*SMALL)
            hinted = replace(scene, advice=Advice("Hint after 3 s", rows), tip="")
            paint_table(grid, hinted, app.table.pointing.board)
            pane = app.table.pointing.board.arrange_panes(*SMALL, scene.view).question
            lines = ["".join([char for char, _ in row]).rstrip() for row in grid.cells_in(pane)]
            is_cut = any("…" in line for line in lines) or sum(line.count("Shabti") for line in lines) < 4 * rows.count(
                long
            )
            assert not (is_cut and "" in lines), lines

    run(CoachedApp(new_game()), test)


def test_an_answer_ends_the_hint_and_no_key_waits_for_it() -> None:
    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        await press(pilot, "H", "H")
        node = app.sitting.node
        await press(pilot, "n", "y")
        assert app.sitting.node != node, "the answer was played while the coach was thinking"
        app.adviser.may_answer.set()
        await pilot.pause()
        assert "Hint" not in text(app).splitlines()[-7]
        assert app.table.coaching.coach.hint is None
        assert not app.sitting.match.log.is_helped

    run(CoachedApp(dealt()), test)


@pytest.mark.parametrize(("cost", "asks"), [(0.12, True), (0.09, False)])
def test_a_warning_comes_before_a_costly_answer_and_the_game_is_helped_from_the_start(cost: float, asks: bool) -> None:
    app = CoachedApp(dealt(), warn_from=10, losses={END: cost})

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        assert app.sitting.match.log.is_helped, "silence is a hint too"
        assert "warnings on" in text(app).splitlines()[0]
        app.adviser.may_answer.set()
        await pilot.pause()
        assert app.adviser.asked[0]["least"] == 0.1
        node = app.sitting.node
        await press(pilot, "n")
        assert (app.sitting.node == node) == asks
        if asks:
            assert "It costs about 12 in 100" in " ".join(text(app).split())
            await press(pilot, "y")
            assert app.sitting.node == node
            assert "It costs" not in text(app)
            await press(pilot, "n", "escape")
            assert "It costs" not in text(app)
            await press(pilot, "n", "1")
            assert "take it back" not in text(app), "another choice takes it back too"
            await press(pilot, "escape")
            await press(pilot, "n", "o")
            assert app.sitting.node != node

    run(app, test)


def test_a_search_that_fails_says_so_and_the_game_is_not_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: QuickAdviser, fields: Message, report: Callable[[Message], None]) -> Message:
        return {"error": "no evaluator"}

    monkeypatch.setattr(QuickAdviser, "ask", fail)

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        await press(pilot, "H", "H")
        assert "The search for a hint has failed: no evaluator." in " ".join(text(app).split())
        assert not app.sitting.match.log.is_helped

    run(CoachedApp(dealt()), test)


def test_an_answer_that_is_not_checked_yet_is_played_without_a_question() -> None:
    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        node = app.sitting.node
        await press(pilot, "n")
        assert app.sitting.node != node

    run(CoachedApp(dealt(), warn_from=8, losses={END: 0.5}), test)


def daily_sitting() -> Sitting:
    match = Match(VALLEY, daily_setup(today_in_utc(), "valley"))
    while match.setup.seats[match.state.mover].level != HUMAN:
        match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    return Sitting(match)


def test_why_there_is_no_hint() -> None:
    serious = new_game()
    serious.may_peek = False
    waiting = new_game("shabti", HUMAN)
    finished = new_game(HUMAN, "shabti")
    while not finished.shows_end:
        finished.match.play(finished.match.game.action(finished.state, finished.state.legal_moves()[-1]))
    forced = dealt()
    while forced.state.move_count > 1:
        forced.match.play(forced.match.game.action(forced.state, forced.state.legal_moves()[0]))
    reasons = {
        daily_sitting(): NOT_IN_DAILY,
        serious: NOT_IN_SERIOUS,
        waiting: NOT_ASKED,
        finished: GAME_OVER,
        new_game(): "",
    }
    for sitting, reason in reasons.items():
        assert Coach(sitting).why_no_hint == reason
        assert Coach(sitting, warn_from=8).warns == (reason not in (NOT_IN_DAILY, NOT_IN_SERIOUS))
    assert forced.mover != 0 or Coach(forced).why_no_hint == ONE_ANSWER


def test_the_daily_game_shows_why_and_is_not_helped() -> None:
    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        await press(pilot, "H")
        assert NOT_IN_DAILY.split(":")[0] in " ".join(text(app).split())
        assert "H Hint" not in text(app).splitlines()[-1]
        assert not app.sitting.match.log.is_helped

    run(CoachedApp(daily_sitting(), warn_from=8), test)


def judged(chance: float | None, action: Action) -> Any:
    from ai.analysis.decision import JudgedAnswer

    return JudgedAnswer(action, 0.5, chance, None if chance is None else 1.0, 0.0, 0)


@pytest.mark.parametrize(
    ("game", "first"), [("valley", HINT_HELPS), ("thieves", SECRET_HINT_HELPS), ("tal", SECRET_HINT_HELPS)]
)
def test_before_a_hint_the_player_reads_how_little_it_says_about_a_secret_choice(game: str, first: str) -> None:
    coach = Coach(Sitting(Match(GAMES[game], Setup(game, (Seat("Ann", HUMAN), Seat("Bob", "shabti")), 7))))
    assert coach.hint_helps == first


def test_a_game_without_chances_and_a_secret_choice_say_so() -> None:
    sitting = dealt()
    action = sitting.choices()[0].action
    order = coach_module.hint_text(Hint((judged(None, action),), 0, False, False, 1), sitting)
    assert [row.chance for row in order.rows] == [None]
    assert any("Only an order" in note for note in order.notes)
    secret = coach_module.hint_text(Hint((judged(0.3, action),), 0, True, True, 1, 0.5), sitting)
    assert "no answer is the best" in secret.notes[0]
    assert "clearly bad; the best has 50%" in secret.notes[1]


def test_a_hint_that_says_nothing_about_a_secret_choice_is_no_help() -> None:
    match = Match(GAMES["thieves"], Setup("thieves", (Seat("Ann", HUMAN), Seat("Bob", "shabti")), 7))
    sitting = Sitting(match, None, SilentThinker())

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        app.adviser.may_answer.set()
        await press(pilot, "H", "H")
        while app.table.coaching.coach.is_thinking:
            await pilot.pause()
        assert NO_HELP[0] in text(app)
        assert not app.sitting.match.log.is_helped

    run(CoachedApp(sitting), test)


def test_each_question_about_which_a_hint_was_asked_for_counts_once_until_hints_are_known(tmp_path: Path):
    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        app.adviser.may_answer.set()
        history = LearningHistory(tmp_path)
        tips = app.table.pointing.tips = Tips((), "valley", history)
        await press(pilot, "H", "H", "H", "H")
        counts = [history.count("valley", FOLLOWED_TIP, HINT)]
        for _ in range(TIMES_TO_LEARN):
            app.table.coaching.begin_question()
            await press(pilot, "H")
            counts.append(history.count("valley", FOLLOWED_TIP, HINT))
        assert counts == [1, 2, 3, 3]
        assert tips.knows_hints

    run(CoachedApp(Sitting(Match(VALLEY, setup((HUMAN, "shabti"))), None, SilentThinker())), test)


def test_the_process_for_hints_is_given_the_player_s_own_calibration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not read the data folder itself."""
    game = GAMES["tal"]
    plan = SHIPPED_BOARD._replace(small_values=(9, 7, 3))
    game_setup = Setup("tal", (Seat("Ann", HUMAN), Seat("Bek", "shabti")), 3, Variant("base", (), write_plan(plan)))
    name, state = own_calibration_name(game, game_setup), game.start(game_setup)
    fields = {"vok calibration": FORMAT_VERSION, "value": kit_of(game).value_key(state), "players": 2, "report": "long"}
    fields |= {"chance": [0.0] * FEATURE_COUNT, "margin": [1.0] * FEATURE_COUNT, "errors": {"100": 0.1}}
    (tmp_path / OWN_FOLDER).mkdir()
    (tmp_path / OWN_FOLDER / name).write_text(json.dumps(fields))
    monkeypatch.setattr(bounded_files, "_data_folders", [lambda: tmp_path])
    sitting = Sitting(Match(game, game_setup), None, SilentThinker())
    adviser = QuickAdviser(sitting)
    adviser.may_answer.set()
    asyncio.run(Coach(sitting, make_adviser=lambda: adviser).think(lambda: None))
    monkeypatch.setattr(bounded_files, "_data_folders", [])
    assert calibration_for(game, game_setup, state) is None
    take_given_calibration(adviser.asked[0]["calibration"])
    try:
        calibration = calibration_for(game, game_setup, state)
        assert calibration is not None
        assert calibration.margin_weights == (1.0,) * FEATURE_COUNT
        assert "report" not in adviser.asked[0]["calibration"][1]
    finally:
        take_given_calibration(None)


class PlanAdviser(QuickAdviser):
    """Looks for plans instead of answers."""

    async def ask(self, fields: Message, report: Callable[[Message], None]) -> Message:
        self.asked.append(fields)
        match = self._sitting.match
        search = PlanSearch(question_at(match, match.log.head), Sizes(60, 4, 8, 4))
        for _ in search.begin():
            pass
        report({"hint": plan_hint(search, 1).pack(), "losses": []})
        return {"hinted": True}


def test_a_plan_goes_on_after_its_first_step_and_ends_with_another_answer() -> None:
    game_setup = setup((HUMAN, "shabti"))
    sitting = Sitting(Match(GAMES["valley"], game_setup), thinker=SilentThinker())
    app = CoachedApp(sitting)
    app.adviser = PlanAdviser(sitting)

    async def test(app: CoachedApp, pilot: Pilot[None]) -> None:
        await press(pilot, "H", "H")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        hint = screen.coaching.coach.hint
        assert hint is not None
        plan = next(plan for plan in hint.plans if len(plan.steps) > 2)
        shown = " ".join(text(app).split())
        assert "Hint after 1 s" in shown
        assert plan.words[0].split()[-1] in shown
        screen.play_action(app.sitting.node, plan.steps[0])
        await pilot.pause()
        assert "The plan goes on" in text(app)
        assert len(app.adviser.asked) == 1, "nothing is thought about again"
        left = screen.coaching.coach.hint
        assert left is not None
        assert plan.steps[1:] in [each.steps for each in left.plans]
        planned = {each.steps[0] for each in left.plans}
        other = next(choice.action for choice in app.sitting.choices() if choice.action not in planned)
        screen.play_action(app.sitting.node, other)
        await pilot.pause()
        assert "The plan goes on" not in text(app)
        assert "Hint after" not in text(app)

    run(app, test)


def test_a_warning_speaks_of_the_turn_if_turns_are_judged() -> None:
    _, about_answer, _ = take_back_question("Buy Hapy", 7, END)
    _, about_turn, _ = take_back_question("Buy Hapy", 7, END, is_about_turn=True)
    assert about_answer.startswith("It costs about 7 in 100")
    assert about_turn.startswith("After this no good plan for the turn is left: it costs about 7 in 100")
