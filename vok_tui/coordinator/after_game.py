"""What the score sheet shows in addition to the points: how they grew, what your cards did, and how your rating changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.game import NOBODY
from engine.core.match import seat_points_by_turn
from engine.games import GAMES
from saves import Shelf
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.records.daily import share_line_if_finished
from vok_tui.records.next_game import NextGame, next_game
from vok_tui.shared.levels import PlayerRating, rating_history

if TYPE_CHECKING:
    from vok_tui.boards.goals import PlayerGoal
    from vok_tui.learning.history import LearningHistory


@dataclass(frozen=True)
class RatingCurve:
    """The player's ratings: the one before the first game that counts, then one after each such game up to this one."""

    ratings: tuple[float, ...]

    @property
    def before(self) -> float:
        return self.ratings[-2]

    @property
    def after(self) -> float:
        return self.ratings[-1]

    @property
    def game_count(self) -> int:
        return len(self.ratings) - 1


@dataclass(frozen=True)
class GameSummary:
    """What the score sheet shows about a finished game. `your_seat` is NOBODY if several people played or none. `points` are the
    points of each seat by turn, or by another `unit` that the game counts; `score_word` is the game's word for them.
    `card_activity` says what your cards did. `read_rating_curve`, `read_daily_line` (the line to share of a daily game, else
    "") and `read_next_game` (what to play now, and why) read all saves, which is slow on a large shelf. `count_goals` returns the
    goals that were reached with this game; it may replay saves, and asks between two of them whether to stop."""

    your_seat: int = NOBODY
    points: tuple[tuple[int, ...], ...] = ()
    card_activity: tuple[tuple[str, str], ...] = ()
    read_rating_curve: Callable[[], RatingCurve | None] = lambda: None
    unit: str = "turn"
    score_word: str = "points"
    read_daily_line: Callable[[], str] = str
    read_next_game: Callable[[], NextGame | None] = lambda: None
    count_goals: Callable[[Callable[[], bool]], Sequence[PlayerGoal]] = lambda _: ()


def summarize_game(
    sitting: Sitting, your_seat: int, save: Path | None, shelf: Shelf, history: LearningHistory | None = None
) -> GameSummary:
    """The summary of the game of a sitting. `save` is its file, None if it has none. No goals are counted without a `history`."""
    match = sitting.match
    points = seat_points_by_turn(match, sitting.node)
    summary = table_kit_of(match.game).card_activity(match, your_seat) if your_seat != NOBODY else ()
    unit = match.game.chapter(match.state).unit
    return GameSummary(
        your_seat,
        points,
        tuple(summary),
        lambda: rating_curve_up_to(shelf, match.game.name(), save),
        unit,
        match.game.score_word(),
        lambda: share_line_if_finished(shelf, match.setup),
        lambda: next_game(shelf.list_saves_and_bin(GAMES), save),
        (lambda is_stopped: goals_reached_with(save, shelf, history, is_stopped))
        if history is not None
        else lambda _: (),
    )


def goals_reached_with(
    save: Path | None, shelf: Shelf, history: LearningHistory, is_stopped: Callable[[], bool]
) -> Sequence[PlayerGoal]:
    """The goals that were reached with the game of this save. Raises SaveError."""
    from vok_tui.learning.goal_counts import GoalCounter, reached_with  # loads the analysis

    return reached_with(GoalCounter(shelf, history).count(is_stopped=is_stopped), save)


def rating_curve_up_to(shelf: Shelf, game_name: str, save: Path | None) -> RatingCurve | None:
    """The ratings up to the game of a save; None if the game does not count. Raises SaveError."""
    history = rating_history(shelf.list_saves_and_bin(GAMES), game_name) if save is not None else []
    ratings: list[PlayerRating] = []
    for rating in history:
        ratings.append(rating)
        if rating.last_save == save:
            return RatingCurve(tuple([earlier.rating for earlier in ratings]))
    return None
