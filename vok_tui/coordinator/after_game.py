"""After a game: its score with what goes beside the points, a solitaire record, a tip, and the game that follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.analysis.facts import Verdict, change_since, count_facts, verdict
from ai.countable import Counts
from engine.core.game import HUMAN, NOBODY, Setup, human_seats
from engine.core.match import Match, seat_points_by_turn
from engine.games import GAMES
from saves import SaveError, SaveInfo, Shelf, load
from vok_tui.boards.keymap import key_labels_by_id
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.analyses import GameAnalyses
from vok_tui.coordinator.beginning import NewGames
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import AtScore, Frontend
from vok_tui.coordinator.player import Player
from vok_tui.game.sitting import Sitting
from vok_tui.learning.coach import Coach
from vok_tui.learning.tips import HINT_TIP, Tips
from vok_tui.records.daily import share_line_if_finished
from vok_tui.records.new_game import rematch_setup, setup_with_levels
from vok_tui.records.next_game import NEXT_LEVEL, SAME_SEED, NextGame, next_game
from vok_tui.records.solitaire import SolitaireRecord, add_record
from vok_tui.shared.levels import PlayerRating, rating_history

MAX_EARLIER_GAMES: Final = 3  # with which a game is compared

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
    goals that were reached with this game; it may replay saves, and asks between two of them whether to stop. `verdict` is what
    counted facts say about your game, or about that of the best loser; `is_helped` whether the game counts apart for good.
    `read_change` says in a sentence what has changed since your last games of this kind, or ""; it replays them."""

    your_seat: int = NOBODY
    points: tuple[tuple[int, ...], ...] = ()
    card_activity: tuple[tuple[str, str], ...] = ()
    read_rating_curve: Callable[[], RatingCurve | None] = lambda: None
    unit: str = "turn"
    score_word: str = "points"
    read_daily_line: Callable[[], str] = str
    read_next_game: Callable[[], NextGame | None] = lambda: None
    count_goals: Callable[[Callable[[], bool]], Sequence[PlayerGoal]] = lambda _: ()
    verdict: Verdict | None = None
    is_helped: bool = False
    read_change: Callable[[], str] = str


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
        verdict=verdict_on(match, your_seat, sitting.names),
        is_helped=match.log.is_helped,
        read_change=lambda: change_of(match, your_seat, shelf, save),
    )


def change_of(match: Match, your_seat: int, shelf: Shelf, save: Path | None) -> str:
    """What has changed in your game since your last ones of this kind, in a sentence, or "". Replays them. Raises SaveError."""
    return change_since(match, your_seat, earlier_counts(shelf, save, match.setup)) if your_seat != NOBODY else ""


def earlier_counts(shelf: Shelf, save: Path | None, setup: Setup) -> list[Counts]:
    """What is counted for the player in their last finished games of this kind before that of `save`; the latest last. Replays
    each of them. Raises SaveError."""
    saves = shelf.list_saves_and_bin(GAMES)
    until = next((info.last_played for info in saves if info.path == save), None)

    def is_like(info: SaveInfo) -> bool:
        kind = (info.game, info.edition, len(info.seats))
        is_sound = info.finished and not info.damage and not info.is_imported and info.path != save
        is_before = until is None or info.last_played < until
        is_alone = len(human_seats(info.seats)) == 1
        return is_sound and is_before and is_alone and kind == (setup.game, setup.edition, setup.player_count)

    last = [info for info in saves if is_like(info)]
    last = sorted(last, key=lambda info: info.last_played)[-MAX_EARLIER_GAMES:]
    found = []
    for info in last:
        match = load(info.path, GAMES).match
        seat = human_seats(match.setup.seats)[0]
        counted = count_facts(match, match.log.last_visited_leaf(match.log.head))  # empty in a game without facts
        found += [facts.counts for facts in counted[seat : seat + 1]]
    return found


def whole_verdict_on(
    match: Match, your_seat: int, names: Sequence[str], shelf: Shelf, save: Path | None
) -> Verdict | None:
    """The same as `verdict_on`, with what has changed since your last games. Replays them."""
    found = verdict_on(match, your_seat, names)
    with suppress(SaveError):  # then nothing is compared
        return found and replace(found, change=change_of(match, your_seat, shelf, save))
    return found


def verdict_on(match: Match, your_seat: int, names: Sequence[str]) -> Verdict | None:
    """What counted facts say about your game; with `your_seat` NOBODY, about the best of the losers. None if nothing is counted.
    Costs a replay or two."""
    if your_seat != NOBODY:
        return verdict(match, your_seat, names, your_seat)
    leaf = match.log.last_visited_leaf(match.log.head)
    rewards, scores = match.game.rewards(match.at(leaf)), match.scores(leaf)
    seats = range(len(rewards))
    best_loser = max(seats, key=lambda seat: (rewards[seat] == 0.0, scores[seat] if scores else 0, -seat))
    return verdict(match, best_loser, names, NOBODY)


def goals_reached_with(
    save: Path | None, shelf: Shelf, history: LearningHistory, is_stopped: Callable[[], bool]
) -> Sequence[PlayerGoal]:
    """The goals that were reached with the game of this save. Raises SaveError."""
    from vok_tui.learning.goal_counts import GoalCounter, reached_with  # loads the analysis

    return reached_with(GoalCounter(shelf, history).count(is_stopped=is_stopped), save)


def goals_sentence(goals: Sequence[PlayerGoal]) -> str:
    """ "Goal reached: No statue (win without a statue)"."""
    if len(goals) == 1:
        return f"Goal reached: {goals[0].title} ({goals[0].text})"
    return f"{len(goals)} goals reached: {', '.join([goal.title for goal in goals])}"


def rating_curve_up_to(shelf: Shelf, game_name: str, save: Path | None) -> RatingCurve | None:
    """The ratings up to the game of a save; None if the game does not count. Raises SaveError."""
    history = rating_history(shelf.list_saves_and_bin(GAMES), game_name) if save is not None else []
    ratings: list[PlayerRating] = []
    for rating in history:
        ratings.append(rating)
        if rating.last_save == save:
            return RatingCurve(tuple([earlier.rating for earlier in ratings]))
    return None


class AfterGame:
    """Shows the score of the open game, which is over, and begins the game that follows it."""

    def __init__(
        self,
        frontend: Frontend,
        shelf: Shelf,
        player: Player,
        current: CurrentGame,
        new_games: NewGames,
        analyses: GameAnalyses,
    ) -> None:
        self._frontend: Final = frontend
        self._shelf: Final = shelf
        self._player: Final = player
        self._current: Final = current
        self._new_games: Final = new_games
        self._analyses: Final = analyses

    def show_score(self, *, is_new: bool = False) -> None:
        """Show the score over what is shown. A game that `is_new`ly over brings a tip, and its analysis if the player wants one
        of each game. The result of a solitaire game is added to the records."""
        open_game = self._current.open_game
        if open_game is None:
            return
        record = self._solitaire_record()
        records = add_record(self._shelf.folder.parent, record) if record is not None else []
        tip = self._tip(open_game.sitting) if is_new else ""
        self._frontend.show(AtScore(open_game, record, tuple(records), tip), over=True)
        if is_new and self._player.preferences.analyse_each_game:
            self._analyses.begin_after_game()

    def _tip(self, sitting: Sitting) -> str:
        """After a game that was lost without hints, that there are hints; "" if the player knows them or wants no tips, or if
        such a game has none."""
        match, player = sitting.match, self._player
        game = match.game.name()
        has_lost = len(sitting.humans) == 1 and not match.game.rewards(match.state)[sitting.viewer]
        if not has_lost or match.log.is_helped or Coach(sitting).why_no_help or not player.wants_tips(game):
            return ""
        if Tips((), game, player.history).knows_hints:
            return ""
        return HINT_TIP.format(key=key_labels_by_id("hint", player.preferences.keys)[0])

    def _solitaire_record(self) -> SolitaireRecord | None:
        """The open game as a solitaire record; None if it is no solitaire game, has no save, or was imported."""
        open_game, path = self._current.open_game, self._current.save_path
        if open_game is None or path is None:
            return None
        match = open_game.sitting.match
        setup = match.setup
        group = table_kit_of(match.game).solitaire_record_group(setup)
        if group is None or match.log.is_imported:
            return None
        return SolitaireRecord(path.name, setup.seed, group, match.game.scores(match.state)[0], match.counts_apart)

    def daily_line(self) -> str:
        """The line to share of the open game if it is a daily game, else ""; also if the saves cannot be read."""
        if self._current.open_game is None:
            return ""
        try:
            return share_line_if_finished(self._shelf, self._current.open_game.sitting.match.setup)
        except SaveError:
            return ""

    def again(self, choice: str, level: str = "") -> None:
        """Begin the game that follows: REMATCH, SAME_SEED, or NEXT_LEVEL against opponents of this `level`."""
        open_game = self._current.open_game
        if open_game is None:
            return
        match, allowed_bots = open_game.sitting.match, open_game.sitting.allowed_bots
        setup = match.setup
        if choice != SAME_SEED:
            setup = rematch_setup(setup)
        if choice == NEXT_LEVEL and level:
            levels = [HUMAN if seat.level == HUMAN else level for seat in setup.seats]
            setup = setup_with_levels(setup, setup.seats, levels)
        self._new_games.begin(setup, allowed_bots)
