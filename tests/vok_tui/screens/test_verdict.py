"""What the score sheet says at once about a game, without an analysis."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.games import GAMES
from saves import Shelf, load
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, make_finished_save, run, until
from vok_tui.coordinator.after_game import earlier_counts, verdict_on, whole_verdict_on
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen


def test_the_verdict_says_what_has_changed_since_earlier_games_not_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    paths = []
    for day in (1, 2, 3):
        monkeypatch.setattr("saves.save_file.time_now", lambda day=day: 86_400 * day)
        paths.append(make_finished_save(tmp_path, "thieves", seed=day))
    shelf, setup = Shelf(tmp_path), load(paths[0], GAMES).match.setup
    assert [len(earlier_counts(shelf, path, setup)) for path in paths] == [0, 1, 2]
    changes = []
    for path in paths:
        said = whole_verdict_on(load(path, GAMES).match, 0, ("Ann", "Khety"), shelf, path)
        assert said is not None
        assert said.sentences()[-1] == (said.change or said.next_time or said.well_done)
        changes.append(said.change)
    assert changes[:2] == ["", ""]
    assert " than in your last 2 games: " in changes[2]


@pytest.mark.parametrize(("game", "size"), [("valley", SMALL), ("valley", LARGE), ("thieves", SMALL), ("tal", SMALL)])
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
