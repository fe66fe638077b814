"""All statistics of one game: the overall summary, summaries of groups of games, and the rating.

Peeked and reshuffled games are kept apart: they are in no other summary.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from ai.contest.elo import EloEstimate
from engine.games import GAMES
from saves.save_info import SaveInfo
from vok_tui.levels.equal_level import PlayerRating, rated_games, rating_history
from vok_tui.levels.measured_rating import measure_rating
from vok_tui.records.finished_games import PEEKED, RESHUFFLED, FinishedGame, counted_finished_games, level_sort_key
from vok_tui.records.summary import Summary

REASONS_TO_KEEP_APART: Final = (PEEKED, RESHUFFLED)


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
    summaries of peeked and of reshuffled games. `equal_ratings` are those that `equal` follows, before the first rated game and
    after each (including peeked ones); empty without a rated game. `measured_rating` is the rating that fits best all games that
    are not kept apart; None if none of them is rated.
    """

    game: str
    overall: Summary
    groups: Mapping[str, Mapping[str, Summary]]
    kept_apart: Mapping[str, Summary]
    equal_ratings: Sequence[PlayerRating]
    measured_rating: EloEstimate | None

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
    """The statistics of one game."""
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
    )


def _summaries_by_group(games: Iterable[FinishedGame], grouping: Grouping) -> dict[str, Summary]:
    groups: dict[str, list[FinishedGame]] = {}
    for played in games:
        groups.setdefault(grouping.group_of(played), []).append(played)
    names = sorted(groups, key=grouping.sort_key, reverse=grouping.latest_first)
    return {name: Summary(groups[name]) for name in names}
