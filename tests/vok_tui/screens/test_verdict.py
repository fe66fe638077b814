"""What the score sheet says at once about a game, without an analysis."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.games import GAMES
from saves import load
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, make_finished_save, run, until
from vok_tui.coordinator.after_game import verdict_on
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", ["valley", "thieves", "tal"])
def test_the_score_sheet_says_in_words_what_decided_the_game(tmp_path: Path, game: str, size: tuple[int, int]):
    match = load(make_finished_save(tmp_path, game, is_helped=True), GAMES).match
    said = verdict_on(match, 0, ("Ann", "Khety"))
    assert said is not None

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        lines = [line.strip() for line in grids.text(app).splitlines()]
        shown = " ".join(lines)
        for sentence in said.sentences(with_ranges=size == LARGE):
            assert sentence in shown, grids.text(app)
        assert "helped, not rated" in shown
        assert "Review" in shown, "what comes next is still there"

    run(tmp_path, steps, size=size)
