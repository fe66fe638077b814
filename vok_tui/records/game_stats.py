"""Statistics of the player's finished games, computed from the labels of all saves.

Peeked, reshuffled and helped games are kept apart: they are in no other summary.

Games in the bin count until it is emptied. Of several copies of a game one counts. Imported games do not, because somebody else
may have played them. In a game with several humans, it is unknown which of them looks at the statistics.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isfinite, sqrt
from typing import Any, Final, NamedTuple

from ai.bots.player_spec import EQUAL, PlayerSpec, spec_from_seat_text
from ai.elo import Z_95, EloEstimate
from ai.levels import LEVELS
from engine.core.game import HUMAN, human_seats
from engine.core.wording import plural
from engine.games import GAMES
from saves.clean_text import visible
from saves.save_info import SaveInfo, each_game_once
from vok_tui.shared.levels import PlayerRating, human_victory_share, measure_rating, rated_games, rating_history

HELPED: Final = "helped"  # the player was shown a hint or an analysis during the game
PEEKED: Final = "peeked"  # a step that revealed something was taken back, or the game branches off a finished one
RESHUFFLED: Final = "redealt"  # hidden cards were drawn again
ALONE: Final = "alone"  # the group of games without opponents


class FinishedGame(NamedTuple):
    """A finished game, from the player's side.

    `victory_share` is 1 for a win, 1/n for a victory shared by n players, otherwise 0; None where nobody could win, as in a
    solitaire game. In a game without points, `points` is None and `other_points` is empty. `why_kept_apart` is HELPED,
    RESHUFFLED, PEEKED or "".
    """

    save: SaveInfo
    victory_share: float | None
    points: int | None
    other_points: tuple[int, ...]
    why_kept_apart: str

    @property
    def margin(self) -> int | None:
        """The points more than the best opponent, negative if less; None without opponents or points."""
        return self.points - max(self.other_points) if self.points is not None and self.other_points else None

    @property
    def opponent_levels_text(self) -> str:
        """The levels of the opponents, the weakest first: "scribe", "scribe + priest"."""
        specs = {opponent_level_text(seat.level, seat.simulations) for seat in self.save.seats if seat.level != HUMAN}
        return " + ".join(sorted(specs, key=level_sort_key)) or ALONE

    @property
    def player_count_text(self) -> str:
        """ "2 players"."""
        return plural(len(self.save.seats), "player")

    @property
    def edition(self) -> str:
        return visible(self.save.edition)

    @property
    def month(self) -> str:
        """The month in which the game ended, as "2026-11"."""
        return f"{datetime.fromtimestamp(self.save.last_played).astimezone():%Y-%m}"

    @property
    def day_text(self) -> str:
        """The day on which the game ended, as "2 Nov 2026"."""
        day = datetime.fromtimestamp(self.save.last_played).astimezone()
        return f"{day.day} {day:%b %Y}"


def counted_finished_games(saves: Iterable[SaveInfo], game: str) -> list[FinishedGame]:
    """The games of these saves that count, in the order in which they ended."""
    counted = [
        finished_game(save) for save in each_game_once(saves) if save.game == game and counts_in_statistics(save)
    ]
    return sorted(counted, key=lambda played: played.save.last_played)


def counts_in_statistics(save: SaveInfo) -> bool:
    """Whether statistics count a save."""
    is_alone = len(human_seats(save.seats)) == 1
    has_points_of_all = len(save.scores) in (0, len(save.seats))
    return save.finished and is_alone and has_points_of_all and not (save.damage or save.is_imported)


def opponent_level_text(level: str, simulations: int = 0) -> str:
    """An opponent as on the command line: "priest", "priest:400", "equal". The default simulations of a level are left out."""
    player = spec_from_seat_text(level, simulations)
    if player.adaptive:
        return EQUAL
    known = LEVELS.get(player.level)
    if known is not None and player.budget == known.budget:
        return player.level
    return visible(PlayerSpec(player.level, player.budget).text)


def level_sort_key(name: str) -> tuple[int, str]:
    """A sort key: levels by strength, then everything else by name."""
    level = name.partition(":")[0]
    return (list(LEVELS).index(level) if level in LEVELS else len(LEVELS), name)


def finished_game(save: SaveInfo) -> FinishedGame:
    """The finished game of a save. The save must count; see `counts_in_statistics`."""
    own = human_seats(save.seats)[0]
    return FinishedGame(
        save,
        human_victory_share(save) if len(save.seats) > 1 and save.winners else None,
        save.scores[own] if save.scores else None,
        tuple([points for place, points in enumerate(save.scores) if place != own]),
        next(iter(save.label.words_apart), PEEKED if save.origin else ""),
    )


MAX_RECENT: Final = 24  # games whose margins are kept for a small curve


@dataclass(frozen=True)
class Streak:
    """The number of games in a row with the same result: `now`, up to the latest game, and the `longest` ever."""

    now: int = 0
    longest: int = 0

    def after(self, continues: bool) -> "Streak":
        """The streak after one more game, which continues it or ends it."""
        now = self.now + 1 if continues else 0
        return Streak(now, max(self.longest, now))


@dataclass(frozen=True)
class Summary:
    """A summary of some finished games, in the order in which they ended. A solitaire game has points, but no result."""

    games: Sequence[FinishedGame]

    @property
    def results(self) -> list[float]:
        """The player's share of each victory, 0 to 1."""
        return [played.victory_share for played in self.games if played.victory_share is not None]

    @property
    def won(self) -> int:
        return sum([victory == 1 for victory in self.results])

    @property
    def shared(self) -> int:
        return sum([0 < victory < 1 for victory in self.results])

    @property
    def lost(self) -> int:
        return sum([victory == 0 for victory in self.results])

    @property
    def won_share(self) -> float | None:
        """The share of games won, 0 to 1, where a shared victory counts in part; None without results."""
        return sum(self.results) / len(self.results) if self.results else None

    @property
    def won_share_interval(self) -> tuple[float, float]:
        """The 95% interval of `won_share` (Agresti and Coull, 1998)."""
        number = len(self.results) + Z_95**2
        middle = (sum(self.results) + Z_95**2 / 2) / number
        half_width = Z_95 * sqrt(middle * (1 - middle) / number)
        return max(0.0, middle - half_width), min(1.0, middle + half_width)

    @property
    def points(self) -> list[int]:
        return [played.points for played in self.games if played.points is not None]

    @property
    def margins(self) -> list[int]:
        return [played.margin for played in self.games if played.margin is not None]

    @property
    def win_streak(self) -> Streak:
        """Games won in a row. A shared victory ends the streak."""
        return self._streak(1.0)

    @property
    def loss_streak(self) -> Streak:
        """Games lost in a row."""
        return self._streak(0.0)

    @property
    def recent_margins_or_points(self) -> Sequence[float]:
        """The margins of the latest games, otherwise their points, otherwise their results; for a small curve."""
        values: Sequence[float] = self.margins or self.points or self.results
        return values[-MAX_RECENT:]

    def to_dict(self) -> dict[str, Any]:
        """All columns as JSON values; None for a number that these games do not have."""
        return {column.json: _rounded(column.value(self)) for column in COLUMNS}

    def _streak(self, result: float) -> Streak:
        streak = Streak()
        for victory in self.results:
            streak = streak.after(victory == result)
        return streak


def mean(values: Sequence[float]) -> float | None:
    """The mean; None without values."""
    return sum(values) / len(values) if values else None


def _rounded(value: Any) -> Any:
    """A number of a column, or its numbers, to three places."""
    if isinstance(value, tuple):
        return [_rounded(each) for each in value]
    return round(value, 3) if isinstance(value, float) else value


class Column(NamedTuple):
    """A number about the games of a group: its name in JSON, how it is computed (None if they have none), its head in tables
    ("" if it is not shown there), and how it is written."""

    json: str
    value: Callable[[Summary], Any]
    head: str = ""
    text: Callable[[Any], str] = str


def _of_results(count: Callable[[Summary], int]) -> Callable[[Summary], int | None]:
    """A count that only games with a result have."""
    return lambda summary: count(summary) if summary.results else None


COLUMNS: Final = (
    Column("games", lambda summary: len(summary.games), "games"),
    Column("won", _of_results(lambda summary: summary.won), "won"),
    Column("shared", _of_results(lambda summary: summary.shared), "shared"),
    Column("lost", _of_results(lambda summary: summary.lost), "lost"),
    Column("won_share", lambda summary: summary.won_share, "won %", lambda share: f"{100 * share:.0f}"),
    Column("won_share_95", lambda summary: summary.won_share_interval if summary.results else None),
    Column("mean_points", lambda summary: mean(summary.points), "points", "{:.1f}".format),
    Column("best_points", lambda summary: max(summary.points, default=None), "best"),
    Column("mean_margin", lambda summary: mean(summary.margins), "margin", "{:+.1f}".format),
    Column("streak_won", lambda summary: summary.win_streak.now),
    Column("streak_lost", lambda summary: summary.loss_streak.now),
    Column("longest_won", _of_results(lambda summary: summary.win_streak.longest), "streak"),
    Column("longest_lost", lambda summary: summary.loss_streak.longest),
)
"""The columns of the statistics, for tables and JSON, in their order."""


REASONS_TO_KEEP_APART: Final = (PEEKED, RESHUFFLED, HELPED)


@dataclass(frozen=True)
class Grouping:
    """A way to group games: its name, the group of a game, and the order of the groups."""

    name: str
    group_of: Callable[[FinishedGame], str]
    sort_key: Callable[[str], Any] = str
    latest_first: bool = False


GROUPINGS: Final = (
    Grouping("level", lambda played: played.opponent_levels_text, level_sort_key),
    Grouping("players", lambda played: played.player_count_text),
    Grouping("edition", lambda played: played.edition),
    Grouping("month", lambda played: played.month, latest_first=True),
)
"""All ways in which games are grouped."""


@dataclass(frozen=True)
class GameStats:
    """The statistics of one game.

    `groups` holds a summary of each group, by the name of the grouping and the name of the group. `kept_apart` holds the
    summaries of peeked, of reshuffled and of helped games. `equal_ratings` are those that `equal` follows, before the first rated
    game and after each (including peeked ones); empty without a rated game. `measured_rating` is the rating that fits best all
    games that are not kept apart, `rated_games` in number; None if none of them is rated.
    """

    game: str
    overall: Summary
    groups: Mapping[str, Mapping[str, Summary]]
    kept_apart: Mapping[str, Summary]
    equal_ratings: Sequence[PlayerRating]
    measured_rating: EloEstimate | None
    rated_games: int = 0

    @property
    def equal_rating(self) -> PlayerRating | None:
        """The latest of `equal_ratings`."""
        return self.equal_ratings[-1] if self.equal_ratings else None

    @property
    def title(self) -> str:
        return GAMES[self.game].title()

    @property
    def score_word(self) -> str:
        return GAMES[self.game].score_word()

    def to_dict(self) -> dict[str, Any]:
        """All numbers as JSON values. An end of the interval is None if the games do not bound it."""
        groups = {
            f"by_{name}": [{name: group, **summary.to_dict()} for group, summary in summaries.items()]
            for name, summaries in self.groups.items()
        }
        names = ("rating", "rating_low", "rating_high")
        measured = self.measured_rating or (None, None, None)
        return {
            "game": self.game,
            **self.overall.to_dict(),
            **{
                name: round(end, 1) if end is not None and isfinite(end) else None
                for name, end in zip(names, measured, strict=True)
            },
            "rated_games": self.rated_games,
            "equal_rating": round(self.equal_rating.rating, 1) if self.equal_rating is not None else None,
            **groups,
            **{reason: summary.to_dict() for reason, summary in self.kept_apart.items()},
        }


def stats_of_games(saves: Sequence[SaveInfo], only_game: str = "") -> list[GameStats]:
    """The statistics of each game with a finished save, or of `only_game` alone."""
    all_stats = [stats_of_game(saves, name) for name in ([only_game] if only_game else GAMES)]
    return [
        stats
        for stats in all_stats
        if stats.overall.games or any(summary.games for summary in stats.kept_apart.values())
    ]


def stats_of_game(saves: Sequence[SaveInfo], game: str) -> GameStats:
    finished = counted_finished_games(saves, game)
    unspoiled = [played for played in finished if not played.why_kept_apart]
    ratings = rating_history(saves, game)
    rated = rated_games([played.save for played in unspoiled], game)
    return GameStats(
        game,
        Summary(unspoiled),
        {grouping.name: _summaries_by_group(unspoiled, grouping) for grouping in GROUPINGS},
        {
            reason: Summary([played for played in finished if played.why_kept_apart == reason])
            for reason in REASONS_TO_KEEP_APART
        },
        ratings if len(ratings) > 1 else (),
        measure_rating(rated) if rated else None,
        len(rated),
    )


def _summaries_by_group(games: Iterable[FinishedGame], grouping: Grouping) -> dict[str, Summary]:
    groups: dict[str, list[FinishedGame]] = {}
    for played in games:
        groups.setdefault(grouping.group_of(played), []).append(played)
    names = sorted(groups, key=grouping.sort_key, reverse=grouping.latest_first)
    return {name: Summary(groups[name]) for name in names}
