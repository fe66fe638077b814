"""Judged turns on the screens: the score sheet and the review say what was done and what was better, and a key plays it again."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.analysis.decision import CONFIRMED, AnalysisBudget, Decision, Reason
from ai.analysis.game_analysis import new_analysis
from ai.analysis.plans import judge_stretch
from ai.analysis.stretches import stretches_on
from engine.games import GAMES
from saves import load
from saves.analysis_file import write_analysis
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, make_finished_save, run, until
from vok_tui.records.loss_report import LossReporter
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.expected_line import ExpectedLineScreen
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.table.retry import RetryScreen

BUDGET = AnalysisBudget(screening=1600, comparison=12, confirmation=8, pairs=2, continuation=2)


def judged_game(home: Path) -> tuple[Path, Decision]:
    """A finished game in which one turn of the player is marked, and its decision."""
    path = make_finished_save(home, "valley")
    match = load(path, GAMES).match
    analysis = new_analysis(match, BUDGET)
    own = [
        each for each in stretches_on(match, match.log.path(match.log.head)) if each.seat == 0 and len(each.nodes) > 1
    ]
    for stretch in own:
        decision = judge_stretch(match, stretch, BUDGET)
        if decision.turn is not None and decision.turn.played and len(decision.answers) > 1:
            break
    reasons = tuple([Reason("tomb", f"Statue {number}", 0, 12.0, 0.0, 12, 12.0) for number in range(4)])
    decision = replace(decision, loss=0.11, loss_points=4.0, state=CONFIRMED, reasons=reasons, is_explained=True)
    analysis.decisions[decision.node] = decision
    analysis.is_finished = True
    write_analysis(path, analysis.pack())
    return path, decision


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_costly_turn_is_said_played_again_and_found_in_the_review(tmp_path: Path, size: tuple[int, int]):
    path, decision = judged_game(tmp_path)
    match = load(path, GAMES).match
    words = LossReporter(match, 0).words_of(decision)
    assert words.cost == "costs 11 in 100, about 4 points"
    assert words.sentence == f"You: {words.you}. Better: {words.better}." or "good plans: " in words.sentence

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("home", "n")
        await pilot.pause()
        shown = " ".join(grids.text(app).split())
        assert "A blunder: the turn costs 11 in 100" in shown
        assert "Better" in shown or size == SMALL, "there W shows it"
        review = app.screen
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, ExpectedLineScreen))
        assert len(app.screen.steps) == len(decision.turn.best.steps), "the plan from the start of the turn"  # type: ignore[union-attr, attr-defined]
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is review)
        await pilot.press("left", "F")
        await until(pilot, lambda: isinstance(app.screen, RetryScreen))
        assert app.screen.retry.decision.node == decision.node, "also from another step of the turn"  # type: ignore[attr-defined]
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is review)
        await pilot.press("right")
        assert ("W: why" in grids.text(app)) == (size == SMALL), "there it needs room"
        await pilot.press(*(["W", "escape"] if size == SMALL else []))
        assert app.screen is review, "Escape closes what is open first"
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await until(pilot, lambda: "costliest turn" in grids.text(app))
        shown = " ".join(grids.text(app).split())
        assert f"{words.title[:1].upper()}{words.title[1:]} costs 11 in 100, about 4 points." in shown
        assert "You " in shown
        assert "Better 1 lets you find it, B tells it" in shown
        await pilot.press("B")
        await until(pilot, lambda: words.better[:20] in grids.text(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await until(pilot, lambda: f"Better {words.better[:20]}" in " ".join(grids.text(app).split()))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, RetryScreen))

    run(tmp_path, steps, size=size)
