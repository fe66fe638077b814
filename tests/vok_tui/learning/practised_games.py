"""A game that was lost and analysed, for tests of practice."""

from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from time import time

from ai.analysis.decision import AnalysisBudget, Decision
from ai.analysis.game_analysis import JUDGING, GameAnalysis, new_analysis, run_analysis
from engine import GAMES
from saves import Shelf, load
from saves.analysis_file import read_analysis, write_analysis
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.learning.history import LearningHistory
from vok_tui.learning.practice import Practice, is_practisable

TINY = AnalysisBudget(screening=8, comparison=8, confirmation=8, pairs=2, continuation=2)
DAY = 86_400


class Clock:
    """A clock that a test sets. It begins at noon of tomorrow, after the games of the test have ended."""

    def __init__(self) -> None:
        self.now: float = (int(time()) // DAY + 1) * DAY + DAY / 2

    def __call__(self) -> float:
        return self.now

    def pass_days(self, days: float) -> None:
        """Move the clock, forward or back."""
        self.now += days * DAY


@cache
def make_lost_game() -> Path:
    """A home folder with a game of Ann that was lost, and its analysis with a tiny budget: three of her decisions are marked."""
    home = Path(mkdtemp(prefix="vok-practised-"))
    path = make_save(home, 10_000)
    match = load(path, GAMES).match
    analysis = new_analysis(match, TINY)
    for _ in run_analysis(match, analysis, 0, (JUDGING,)):
        if len([each for each in analysis.decisions.values() if each.seat == 0 and is_practisable(each)]) == 3:
            break
    write_analysis(path, analysis.pack())
    return path


def lost_game(home: Path) -> Path:
    """The same in another home folder. Returns the save."""
    source = make_lost_game()
    copytree(source.parent, home / "saves", dirs_exist_ok=True)
    return home / "saves" / source.name


def practice_in(home: Path, clock: Clock) -> Practice:
    """What can be practised in a home folder."""
    return Practice(Shelf(home), LearningHistory(home, clock), TINY).read()


def stored_analysis(save: Path) -> GameAnalysis:
    """The analysis beside a save."""
    fields = read_analysis(save)
    assert fields is not None
    return GameAnalysis.from_packed(fields)


def own_mistakes(save: Path) -> list[Decision]:
    """Ann's mistakes, the costliest first."""
    found = [each for each in stored_analysis(save).decisions.values() if each.seat == 0 and is_practisable(each)]
    return sorted(found, key=lambda each: -each.loss)
