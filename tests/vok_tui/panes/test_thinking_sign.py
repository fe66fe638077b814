"""The sign of a thinking opponent: the rest of its decision, always in the same form and place."""

import pytest
from textual.pilot import Pilot

from ai.levels import PRIEST, SHABTI, Budget
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import LARGE, SMALL, SilentThinker, TableApp, end_turn, new_game, run
from vok_tui.game.sitting import Sitting
from vok_tui.game.thinker import ReportProgress, Request, ThinkingProgress, ignore_progress


@pytest.mark.parametrize(
    ("size", "name", "limit", "words"),
    [
        (SMALL, "Neferneferuaten", Budget(0, 9000), "■■■■□ 5.9 s left"),
        (SMALL, "Nefertari", Budget(20_000), "■■□□□  7,600 sims left"),
        (LARGE, "Nefertari", Budget(20_000), "Nefertari thinks ■■□□□  7,600 simulations left"),
        (LARGE, "Nefertari", Budget(20_000, 4000), "Nefertari thinks ■■□□□ 0.9 s left"),
        (LARGE, "Nefertari", Budget(), "Nefertari thinks ■■■■■"),
    ],
)
def test_the_first_line_shows_the_rest_of_a_decision(size: tuple[int, int], name: str, limit: Budget, words: str):
    class ReportingThinker(SilentThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            report(ThinkingProgress(12400, 3.14, limit))
            return await super().choose(request, report)

    sitting = Sitting(Match(VALLEY, Setup("valley", (Seat("Ann"), Seat(name, SHABTI)), 1)), None, ReportingThinker())
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert text(app).splitlines()[0].endswith(words)
        await pilot.press("u")
        await pilot.pause()
        assert "■" not in text(app).splitlines()[0]

    run(sitting, test, size)


def test_the_thinking_sign_keeps_its_form_and_place():
    sitting = new_game(HUMAN, f"{PRIEST}:12345", thinker=SilentThinker())
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = [text(app).splitlines()[0]]
        for simulations in (0, 1, 2400, 12_000, 12_345, 99_999):
            app.table._show_progress(ThinkingProgress(simulations, 0.1, Budget(12_345)))
            await pilot.pause()
            lines.append(text(app).splitlines()[0])
        assert len({(line.replace("□", "■").find("■■■■■"), len(line), line[:50]) for line in lines}) == 1
        assert lines[0] == lines[1], "before the first report all of it is left"
        assert lines[-1].count("□") == 5

    for size in (SMALL, LARGE):
        run(sitting, test, size)
