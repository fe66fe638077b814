"""Days of daily games, played by opponents that think in this process or not at all."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from itertools import islice
from pathlib import Path

from ai.analysis.game_analysis import JUDGING, new_analysis, run_analysis
from ai.bots.player_spec import spec_from_seat_text
from engine import GAMES
from engine.core.action import Action
from saves import load
from saves.analysis_file import write_analysis
from tests.vok_tui.learning.practised_games import TINY
from tests.vok_tui.records.finished_games import attempt
from tests.vok_tui.screens.table.table_helpers import LocalThinker, SilentThinker
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.records.daily import daily_setup

TODAY = date(2026, 11, 25)
FIRST_MISTAKE = 4  # of the decisions in yesterday's game, counted from 1


def at_noon(day: date) -> int:
    return int(datetime.combine(day, time(12), UTC).timestamp())


def play_days(home: Path, *days: int, moves: int = 2000) -> None:
    """Play the daily games of King of Thieves of these days of November, each on its day."""
    for day in days:
        attempt(home, daily_setup(TODAY.replace(day=day), "thieves"), at_noon(TODAY.replace(day=day)), moves)


def play_analysed_day(home: Path) -> Path:
    """Play yesterday's daily game of Valley of the Kings, and analyse its decisions up to the first mistake."""
    day = TODAY.replace(day=24)
    path = attempt(home, daily_setup(day, "valley"), at_noon(day))
    match = load(path, GAMES).match
    analysis = new_analysis(match, TINY)
    for _ in islice(run_analysis(match, analysis, 0, (JUDGING,)), FIRST_MISTAKE):
        pass
    write_analysis(path, analysis.pack())
    return path


class LocalLevels(LocalThinker):
    """Plays for all levels in this process, at random, which is fast."""

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        return await super().choose(replace(request, player=spec_from_seat_text("shabti")), report)

    def close(self) -> None: ...


class NoLevels(SilentThinker):
    def close(self) -> None: ...
