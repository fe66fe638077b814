"""How far the player is with each goal, from all finished games, the learning file and the daily games.

Games that count apart (helped, peeked, reshuffled) and games that statistics leave out do not count. Guided games and practice
are no games of the shelf.

What one game says is kept in `goal-counts.jsonl`, in the data folder, so each save is replayed once. That file may be thrown
away. A goal that is reached stays reached: it is in the learning file (`vok_tui.learning.history`).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.game import HUMAN
from engine.games import GAMES
from saves import SaveError, SaveInfo, Shelf
from vok_tui.boards.goals import FIRST, PlayedGame, PlayerGoal, Total
from vok_tui.boards.table_kit import all_table_kits
from vok_tui.game.daily_deal import BegunDeals, read_begun
from vok_tui.learning.history import GOAL_REACHED, HINTED, RIGHT, LearningHistory
from vok_tui.learning.practice import own_decisions, rows_of
from vok_tui.learning.schedule import TRIED
from vok_tui.records.daily import daily_streak, days_played
from vok_tui.records.game_stats import FinishedGame, counted_finished_games, opponent_level_text
from vok_tui.shared.paths import append_line, read_lines

FILE_NAME: Final = "goal-counts.jsonl"
COUNT_VERSION: Final = 1  # raise it whenever a measure of a game changes: all games are then counted again
MAX_READ_BYTES: Final = 8 << 20
MAX_LINE_BYTES: Final = 4000
MAX_VALUE: Final = 1 << 40
WEEK_SECONDS: Final = 7 * 24 * 60 * 60
COACH: Final = "coach"  # instead of a game
DAILY: Final = "daily"
TITLES: Final[Mapping[str, str]] = {FIRST: "First evening", COACH: "Coach", DAILY: "Daily game"}


class Deeds(NamedTuple):
    """What the player has done besides single games: all saves, the games that count, and the learning file."""

    saves: Sequence[SaveInfo]
    counted: Sequence[PlayedGame]
    history: LearningHistory
    begun: BegunDeals  # of daily games


class GoalState(NamedTuple):
    """A goal and how far it is. `reached_at` is the Unix time at which it was reached, 0 if it is not; `save` is the game with
    which it was reached, if that game is still there."""

    goal: PlayerGoal
    number: Total
    reached_at: int = 0
    save: Path | None = None

    @property
    def is_reached(self) -> bool:
        return self.reached_at > 0

    @property
    def share(self) -> float | None:
        """How much of it is done, from 0 to 1; None for a goal that is not counted in parts."""
        if self.goal.needed <= 1 or self.goal.best:
            return None
        return min(1.0, (self.number or 0) / self.goal.needed)

    def day_text(self, now: datetime) -> str:
        """When it was reached: "8 July", with the year if it is another one."""
        then = datetime.fromtimestamp(self.reached_at).astimezone()
        return f"{then.day} {then:%B}" if then.year == now.year else f"{then.day} {then:%b} {then.year}"

    def standing_text(self, now: datetime) -> str:
        """When it was reached, or how far it is."""
        return self.day_text(now) if self.is_reached else self.goal.progress_text(self.number)

    def to_dict(self) -> dict[str, Any]:
        """Its fields as JSON values."""
        goal = self.goal
        return {
            "id": goal.id,
            "group": goal.group,
            "title": goal.title,
            "text": goal.text,
            "reached": self.is_reached,
            "reached_at": self.reached_at or None,
            "number": self.number,
            "needed": goal.needed,
        }


def played_game(played: FinishedGame) -> PlayedGame:
    """A finished game as goals see it."""
    save = played.save
    opponents = [opponent_level_text(seat.level, seat.simulations) for seat in save.seats if seat.level != HUMAN]
    return PlayedGame(save, opponents, is_won=played.victory_share == 1, points=played.points, margin=played.margin)


# -- the goals of practice and of the daily game


def _right_answers(deeds: Deeds) -> int:
    return sum([record.done in TRIED and record.outcome in (RIGHT, HINTED) for record in deeds.history.records])


def _longest_row(deeds: Deeds) -> int:
    return rows_of(deeds.history.records)[1]


def _finished_lessons(deeds: Deeds) -> int:
    return sum([deeds.history.has_finished_lesson(game) for game in GAMES])


MIN_CLEAN_DECISIONS: Final = 10  # of a game without a mistake, so that a game of nothing but formalities is none


def _clean_games(deeds: Deeds) -> int:
    """The number of analysed games in which no decision of the player is marked."""
    counts = [own_decisions(game.save) for game in deeds.counted]
    return sum([len(own) >= MIN_CLEAN_DECISIONS and not any(each.is_marked for each in own) for own in counts])


def _longest_daily_streak(deeds: Deeds) -> int:
    return daily_streak(days_played(deeds.saves, deeds.begun), date.max).longest


def _days(deeds: Deeds) -> int:
    return len(days_played(deeds.saves, deeds.begun))


def _days_won(deeds: Deeds) -> int:
    return sum(days_played(deeds.saves, deeds.begun).values())


def _finished_games(deeds: Deeds) -> int:
    return len(deeds.counted)


def _looks_at_mistakes(deeds: Deeds) -> int:
    return sum([record.done in TRIED for record in deeds.history.records])


COACH_GOALS: Final = (
    PlayerGoal(
        COACH, "end", "To the end", "play a game to its end", measure_all=_finished_games, opens="new", is_first=True
    ),
    PlayerGoal(
        COACH,
        "look",
        "A second look",
        "try a mistake again",
        measure_all=_looks_at_mistakes,
        opens="practise",
        is_first=True,
    ),
    PlayerGoal(
        COACH, "right", "Right", "find what was better", measure_all=_right_answers, opens="practise", is_first=True
    ),
    PlayerGoal(
        COACH, "guided", "A guide", "finish all guided games", needed=3, measure_all=_finished_lessons, opens="learn"
    ),
    PlayerGoal(
        COACH, "better", "Better", "solve 10 of your positions", needed=10, measure_all=_right_answers, opens="practise"
    ),
    PlayerGoal(
        COACH, "steady", "Steady", "10 positions right in a row", needed=10, measure_all=_longest_row, opens="practise"
    ),
    PlayerGoal(
        COACH, "clean", "A clean game", "no mistake in an analysed game", measure_all=_clean_games, opens="open"
    ),
)
DAILY_GOALS: Final = (
    PlayerGoal(
        DAILY, "week", "A week", "play 7 days in a row", needed=7, measure_all=_longest_daily_streak, opens="daily"
    ),
    PlayerGoal(DAILY, "month", "Thirty days", "play on 30 days", needed=30, measure_all=_days, opens="daily"),
    PlayerGoal(DAILY, "won", "A good month", "win on 10 days", needed=10, measure_all=_days_won, opens="daily"),
)


def all_goals() -> tuple[PlayerGoal, ...]:
    """All goals, in the order of the list: those of a first evening, of each game, of practice, of the daily game."""
    goals = [*[goal for kit in all_table_kits().values() for goal in kit.goals], *COACH_GOALS, *DAILY_GOALS]
    return tuple(sorted(goals, key=lambda goal: not goal.is_first))


def group_title(group: str) -> str:
    """The heading of a group of goals."""
    return GAMES[group].title() if group in GAMES else TITLES.get(group, group)


# -- counting


class GoalCounter:
    """Counts the goals of a data folder. `count` reads all saves, and replays those that were never counted, so it belongs into a
    thread; it can be stopped between two games, and goes on from there the next time."""

    def __init__(self, shelf: Shelf, history: LearningHistory) -> None:
        self._shelf: Final = shelf
        self._history: Final = history

    def count(
        self,
        saves: Sequence[SaveInfo] | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
        report: Callable[[int, int], None] = lambda *_: None,
    ) -> list[GoalState]:
        """All goals. `report` is told how many of the games that have to be replayed are done. If it was stopped, the result is
        that of the games counted so far. Raises SaveError."""
        if saves is None:
            saves = self._shelf.list_saves_and_bin(GAMES)
        games = [
            played_game(played)
            for name in GAMES
            for played in counted_finished_games(saves, name)
            if not played.why_kept_apart
        ]
        known = self._counted(games, is_stopped, report)
        self._history.reload()
        deeds = Deeds(saves, games, self._history, read_begun(self._shelf.folder.parent))
        return [self._state(goal, games, known, deeds) for goal in all_goals()]

    def _counted(
        self, games: Sequence[PlayedGame], is_stopped: Callable[[], bool], report: Callable[[int, int], None]
    ) -> dict[str, dict[str, int | None]]:
        """What each game says, by the id of the game and of the goal."""
        home, known = self._shelf.folder.parent, read_counts(self._shelf.folder.parent)
        goals = {
            name: [goal for goal in all_goals() if goal.group == name and goal.measure is not None] for name in GAMES
        }
        missing = [
            game
            for game in games
            if any(goal.id not in known.get(game.save.game_id, {}) for goal in goals[game.save.game])
        ]
        for done, game in enumerate(missing):
            if is_stopped():
                break
            report(done, len(missing))
            values = known[game.save.game_id] = _values_of(game, goals[game.save.game])
            _append_counts(home, game.save.game_id, values)
        return known

    def _state(
        self,
        goal: PlayerGoal,
        games: Sequence[PlayedGame],
        known: Mapping[str, Mapping[str, int | None]],
        deeds: Deeds,
    ) -> GoalState:
        """How far a goal is. If it is reached and was not before, that is noted."""
        number, at, path = self._number_of(goal, games, known, deeds)
        before = [record.at for record in self._history.records if record[:3] == (goal.group, GOAL_REACHED, goal.id)]
        if before:
            return GoalState(goal, number, max(1, before[0]), path)
        if not goal.is_reached_by(number):
            return GoalState(goal, number)
        at = at or int(self._history.clock())
        self._history.add(goal.group, GOAL_REACHED, goal.id, at=at)
        return GoalState(goal, number, at, path)

    @staticmethod
    def _number_of(
        goal: PlayerGoal, games: Sequence[PlayedGame], known: Mapping[str, Mapping[str, int | None]], deeds: Deeds
    ) -> tuple[Total, int, Path | None]:
        """The total of a goal; and if a game has reached it, when and which."""
        if goal.measure_all is not None:
            return goal.measure_all(deeds), 0, None
        values: list[int] = []
        reached: tuple[int, Path | None] = (0, None)
        for game in games:
            value = known.get(game.save.game_id, {}).get(goal.id)
            if value is not None:
                values.append(value)
                if reached[1] is None and goal.is_reached_by(goal.total(values)):
                    reached = (max(1, int(game.save.last_played)), game.save.path)
        return goal.total(values), *reached


def summary_texts(states: Sequence[GoalState], now: float) -> tuple[str, str]:
    """What the start screen says: "11 of 37; close: win 3 games without undo", and "2 this week"."""
    reached = [state for state in states if state.is_reached]
    week = sum([now - WEEK_SECONDS < state.reached_at <= now for state in reached])
    open_states = [state for state in states if not state.is_reached]
    near = next((state for state in open_states if state.goal.is_first), None) or max(
        [state for state in open_states if state.share], key=_share_of, default=None
    )
    text = f"{len(reached)} of {len(states)} reached" + (f"; close: {near.goal.text}" if near is not None else "")
    return text, f"{week} this week" if week else ""


def _share_of(state: GoalState) -> float:
    return state.share or 0.0


def reached_with(states: Iterable[GoalState], save: Path | None) -> list[PlayerGoal]:
    """The goals that were reached with the game of this save."""
    return [state.goal for state in states if state.save is not None and state.save == save]


def _values_of(game: PlayedGame, goals: Iterable[PlayerGoal]) -> dict[str, int | None]:
    """What a game says to these goals. A game that cannot be read says nothing."""
    values: dict[str, int | None] = {}
    for goal in goals:
        assert goal.measure is not None
        try:
            values[goal.id] = goal.measure(game)
        except SaveError:
            values[goal.id] = None
    return values


def read_counts(home: Path) -> dict[str, dict[str, int | None]]:
    """What `goal-counts.jsonl` says, by the id of the game and of the goal; {} if it cannot be read. Bad lines are skipped."""
    return dict(_sound_counts(read_lines(home, FILE_NAME, MAX_READ_BYTES, MAX_LINE_BYTES)))


def _sound_counts(lines: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, int | None]]]:
    for fields in lines:
        game, values = fields.get("id"), fields.get("values")
        if fields.get("v") != COUNT_VERSION or not isinstance(game, str) or not isinstance(values, dict):
            continue
        if all(value is None or (type(value) is int and abs(value) <= MAX_VALUE) for value in values.values()):
            yield game, values


def _append_counts(home: Path, game_id: str, values: Mapping[str, int | None]) -> None:
    """Keep what a game says. If that cannot be written, the game is counted again the next time."""
    with suppress(OSError):
        append_line(home, FILE_NAME, json.dumps({"v": COUNT_VERSION, "id": game_id, "values": values}).encode())
