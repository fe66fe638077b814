"""The daily game day by day: what you reached, what the levels reach on the same deal, and what the analysis says of your game.

Each level plays the deal once, in your seat and against the same opponents. None has a time limit then, not even the pharaoh, and
each thinks on one process, so the results are the same on every machine. They are kept in `daily-levels.jsonl`, in the data
folder.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.workers import BACKGROUND_NICENESS
from ai.bots.player_spec import spec_from_seat_text
from ai.levels import LEVELS
from ai.process.limits import PROCESSES_ENV
from ai.process.pipes import python_command
from engine.core.errors import is_whole_number
from engine.core.game import HUMAN, Seat, Setup, human_seats
from engine.core.match import Match
from engine.games import GAMES
from saves import SaveError, SaveInfo, load
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.analysis_job import read_stored_analysis
from vok_tui.game.daily_deal import BegunDeals
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.thinker import Request, Thinker, ThinkerFailed
from vok_tui.records.daily import (
    daily_levels,
    daily_setup,
    daily_streak,
    days_begun,
    days_played,
    first_attempts,
    share_line,
)
from vok_tui.records.game_stats import Streak, counts_in_statistics, finished_game
from vok_tui.records.loss_report import BestLine, LossReporter
from vok_tui.shared.levels import level_or_equal
from vok_tui.shared.paths import append_line, read_lines

FILE_NAME: Final = "daily-levels.jsonl"
VERSION: Final = 1
MAX_READ_BYTES: Final = 1 << 20
MAX_LINE_BYTES: Final = 1000
MAX_POINTS: Final = 10**6  # in a stored result
STOP_CHECK_SECONDS: Final = 0.1  # between two looks whether anybody still waits for a level
MAX_STEPS: Final = 20_000  # of a game between levels
TIMED_SIMULATIONS: Final = 1000  # for a decision, in place of its time limit
BACKGROUND_COMMAND: Final = python_command(
    f"import os; os.nice({BACKGROUND_NICENESS}); os.environ[{PROCESSES_ENV!r}] = '1'; "
    "from ai.bots.worker import serve_requests; serve_requests()"
)
NOT_ANALYSED: Final = "Not analysed yet"
NO_MISTAKE: Final = "No mistake was found."
WON: Final = "won"
LOST: Final = "lost"
FINISHED: Final = "finished"  # shared, or nobody could win
GOES_ON: Final = "goes on"
GONE: Final = "gone"  # it was begun, and its save is gone


class LevelResult(NamedTuple):
    """What a level reached in the player's seat. `level` is its text with a number of simulations, if it has no own one. `points`
    is None in a game without points."""

    level: str
    points: int | None
    is_won: bool


class DayResult(NamedTuple):
    """A line of the results on a deal: a player or a level, the points (None in a game without points), and a word about it."""

    name: str
    points: int | None
    note: str
    is_you: bool = False


class ClosableThinker(Thinker, Protocol):
    """A thinker that is closed when it is no longer needed."""

    def close(self) -> None: ...


class DayAnalysis(NamedTuple):
    """What the analysis says of a finished daily game, at least one costly decision."""

    reporter: LossReporter
    analysis: GameAnalysis

    @property
    def best_lines(self) -> list[BestLine]:
        """The costliest decisions, with the lines that were better."""
        return self.reporter.best_lines(self.analysis)


@dataclass(frozen=True)
class DailyDays:
    """The daily games of one game, from all saves: the first attempt of each day, and the streak."""

    game: str
    today: date
    attempts: Mapping[date, SaveInfo]
    streak: Streak
    own_days: Mapping[date, bool]  # those begun on their day and finished, and whether they were won
    gone: frozenset[date] = frozenset()  # the days whose first attempt has no save any more

    def state_of(self, day: date) -> str:
        """WON, LOST, FINISHED, GOES_ON or GONE; "" for a day that was not played."""
        save = self.attempts.get(day)
        if save is None:
            return GONE if day in self.gone else ""
        if not save.finished or not counts_in_statistics(save):
            return GOES_ON
        share = finished_game(save).victory_share
        return FINISHED if share is None or 0 < share < 1 else WON if share else LOST

    def finished(self, day: date) -> SaveInfo | None:
        """The finished first attempt of a day; None without one."""
        return self.attempts[day] if self.state_of(day) in (WON, LOST, FINISHED) else None

    def line(self, day: date) -> str:
        """The line to share; "" for a day whose game is not finished."""
        save = self.finished(day)
        return share_line(day, save) if save is not None else ""

    @property
    def streak_text(self) -> str:
        """ "streak 2, best 5"; "" before the first day."""
        return f"streak {self.streak.now}, best {self.streak.longest}" if self.streak.longest else ""

    def month_sentence(self, month: date) -> str:
        """How many days of the month of a date were played and won, and what is left for the streak."""
        in_month = [won for day, won in self.own_days.items() if (day.year, day.month) == (month.year, month.month)]
        is_this_month = (month.year, month.month) == (self.today.year, self.today.month)
        of_days = f" of {self.today.day}" if is_this_month else ""
        sentence = f"{len(in_month)}{of_days} days played this month, {sum(in_month)} won."
        if self.streak.now and self.today not in self.own_days:
            sentence += f" Finish today to keep the streak of {self.streak.now}."
        return sentence

    def setup_of(self, day: date) -> Setup:
        """The setup of the game that was finished on a day, else of the one that would be played now."""
        save = self.finished(day)
        return save.setup if save is not None and save.setup is not None else daily_setup(day, self.game)


def read_days(saves: Sequence[SaveInfo], begun: BegunDeals, game: str, today: date) -> DailyDays:
    """The daily games of a game from all saves, those of the bin included."""
    attempts = {day: save for (day, _), save in first_attempts(saves, begun, game).items()}
    played = days_played(saves, begun, game)
    begun_days = {day for day in days_begun(begun, game) if day not in attempts}
    return DailyDays(game, today, attempts, daily_streak(played, today), played, frozenset(begun_days))


def game_and_opponents(setup: Setup) -> str:
    """The title of a game, with its edition where there are several, and "against scribe and vizier"."""
    levels = [seat.level for seat in setup.seats if seat.level != HUMAN]
    edition = table_kit_of(GAMES[setup.game]).edition_in_save_list(setup.edition)
    against = " and ".join(filter(None, (", ".join(levels[:-1]), *levels[-1:]))) or "nobody"
    return f"{GAMES[setup.game].title()}{': ' + edition if edition else ''}, against {against}."


def players_results(save: SaveInfo) -> list[DayResult]:
    """What the player and the opponents reached in a finished game."""
    played = finished_game(save)
    word = "won" if played.victory_share == 1 else "lost" if played.victory_share == 0 else ""
    opponents = [seat for seat in save.seats if seat.level != HUMAN]
    points = played.other_points or (None,) * len(opponents)
    return [
        DayResult("You", played.points, word, is_you=True),
        *[DayResult(seat.name, own, level_or_equal(seat.level)) for seat, own in zip(opponents, points, strict=True)],
    ]


def levels_results(game: str, found: Mapping[str, LevelResult]) -> list[DayResult]:
    """What the levels reached that have played the deal, the strongest first."""
    results = [found[level] for level in reversed(levels_to_compare(game)) if level in found]
    return [
        DayResult(result.level.partition(":")[0], result.points, "won" if result.is_won else "") for result in results
    ]


def best_lines_of(save: SaveInfo) -> DayAnalysis | str:
    """The costliest decisions of the player in an analysed game, each with the line that was better; otherwise a sentence, or
    NOT_ANALYSED. Reads the save, which is slow."""
    own = human_seats(save.seats)[0]
    try:
        match = load(save.path, GAMES).match
        analysis = read_stored_analysis(match, save.path)
    except SaveError as error:
        return str(error)
    if analysis is None:
        return NOT_ANALYSED
    reporter = LossReporter(match, own)
    return DayAnalysis(reporter, analysis) if reporter.costliest(analysis) else NO_MISTAKE


# -- the levels on the same deal


def levels_to_compare(game: str) -> list[str]:
    """The levels as texts of players, the weakest first. One that is timed has a number of simulations."""
    return [f"{level}:{TIMED_SIMULATIONS}" if LEVELS[level].is_timed else level for level in daily_levels(game)]


def deal_key(setup: Setup) -> str:
    """Identifies a deal: equal for two games with the same cards, opponents and luck."""
    seats = ",".join([f"{seat.level}:{seat.simulations}" for seat in setup.seats])
    return f"{setup.game}.{setup.edition}.{setup.seed}.{GAMES[setup.game].fingerprint(setup)}.{seats}"


def read_level_results(home: Path, setup: Setup) -> dict[str, LevelResult]:
    """The results of the levels on the deal of a setup, by level; bad lines are skipped."""
    key = deal_key(setup)
    lines = read_lines(home, FILE_NAME, MAX_READ_BYTES, MAX_LINE_BYTES, latest=True)
    return {
        fields["level"]: LevelResult(fields["level"], fields.get("points"), fields["won"])
        for fields in lines
        if fields.get("deal") == key and _is_sound(fields)
    }


def _is_sound(fields: Mapping[str, Any]) -> bool:
    """Whether a line has the result of a level, in a form of this version."""
    points = fields.get("points")
    is_result = isinstance(fields.get("level"), str) and isinstance(fields.get("won"), bool)
    return (
        is_result
        and fields.get("v") == VERSION
        and (points is None or is_whole_number(points, -MAX_POINTS, MAX_POINTS))
    )


def _append_result(home: Path, setup: Setup, result: LevelResult) -> None:
    fields = {
        "v": VERSION,
        "deal": deal_key(setup),
        "level": result.level,
        "points": result.points,
        "won": result.is_won,
    }
    with suppress(OSError):
        append_line(home, FILE_NAME, json.dumps(fields).encode())


def make_background_thinker() -> ProcessThinker:
    """What plays for the levels: a process of its own, which yields to all others."""
    return ProcessThinker(command=BACKGROUND_COMMAND)


def play_levels(
    home: Path,
    setup: Setup,
    is_stopped: Callable[[], bool],
    report: Callable[[dict[str, LevelResult]], None],
    make_thinker: Callable[[], ClosableThinker] = make_background_thinker,
) -> dict[str, LevelResult]:
    """Let each level that has not played this deal yet play it, in the only human seat. `report` gets the results after each
    game. It stops if `is_stopped`, also while a level thinks; then that game is not kept. Belongs into a thread."""
    results = read_level_results(home, setup)
    missing = [level for level in levels_to_compare(setup.game) if level not in results]
    if not missing or is_stopped():
        return results
    thinker = make_thinker()

    async def play_missing() -> None:
        for level in missing:
            result = await play_deal(setup, level, thinker, is_stopped)
            if result is None:
                return
            results[level] = result
            _append_result(home, setup, result)
            report(dict(results))

    try:
        asyncio.run(play_missing())
    finally:
        thinker.close()
    return results


async def play_deal(setup: Setup, level: str, thinker: Thinker, is_stopped: Callable[[], bool]) -> LevelResult | None:
    """Play a deal with a level in the only human seat. Returns None if it was stopped or could not be played to its end."""
    own = human_seats(setup.seats)[0]
    player = spec_from_seat_text(level)
    simulations = (player.budget or LEVELS[player.level].budget).simulations
    seats = [
        Seat(seat.name, player.level, simulations) if place == own else seat for place, seat in enumerate(setup.seats)
    ]
    match = Match(GAMES[setup.game], setup.with_seats_and_seed(tuple(seats), setup.seed))
    everybody = set(range(len(seats)))
    match.answer_formalities(everybody)
    while not match.is_over:
        if is_stopped() or match.depth(match.log.head) > MAX_STEPS:
            return None
        seat, log = match.mover(match.log.head), match.log
        steps = tuple([log.step_to(node) for node in log.path(log.head)[1:]])
        asked = spec_from_seat_text(seats[seat].level, seats[seat].simulations)
        thinking = asyncio.ensure_future(thinker.choose(Request(log.head, match.setup, steps, seat, asked)))
        while not thinking.done():
            await asyncio.wait([thinking], timeout=STOP_CHECK_SECONDS)
            if is_stopped():
                thinking.cancel()
                return None
        try:
            match.play(thinking.result())
        except ThinkerFailed:
            return None
        match.answer_formalities(everybody)
    rewards, points = match.game.rewards(match.state), match.game.scores(match.state)
    is_won = rewards[own] == max(rewards) and sum([reward == max(rewards) for reward in rewards]) == 1
    return LevelResult(level, points[own] if points else None, is_won and len(seats) > 1)
