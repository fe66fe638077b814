"""The plot of the statistics: the progress of the player, game by game.

It shows the rating, with those of the nearest levels. Without a rating it shows the points, with those of the best opponent. In a
game without points it shows the number of games won and lost so far. A few games need no plot: the tables name each of them.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ai.kit import kit_of
from engine.games import GAMES
from vok_tui.levels.equal_level import level_strengths_of
from vok_tui.painting.curve import SEAT_INKS, YOUR_INK, CurveLine
from vok_tui.records.game_stats import GameStats

MIN_GAMES: Final = 5  # of a plot
LEVEL_MARGIN_ELO: Final = 200  # levels farther from all ratings of the player are left out: they would flatten the plot


class StatsPlot(NamedTuple):
    """A heading, and the lines of the plot; no lines if there is nothing to show yet."""

    heading: str
    lines: Sequence[CurveLine]


def stats_plot(stats: GameStats) -> StatsPlot:
    """The plot for the statistics of a game; without lines if there are too few games."""
    if len(stats.overall.games) < MIN_GAMES:
        return StatsPlot("", [])
    if stats.equal_ratings:
        return StatsPlot("Rating that equal follows, by game", _rating_lines(stats))
    points, margins = stats.overall.points, stats.overall.margins
    heading = f"{stats.score_word.capitalize()} by game"
    if points and len(points) == len(margins):
        best = tuple([own - margin for own, margin in zip(points, margins, strict=True)])
        return StatsPlot(
            heading, [_own_line(points), CurveLine("Best other", SEAT_INKS[0], _with_first_value_repeated(best))]
        )
    if points:
        return StatsPlot(heading, [_own_line(points)])
    results = stats.overall.results
    won_so_far = tuple(accumulate([int(victory == 1) for victory in results], initial=0))
    lost_so_far = tuple(accumulate([int(victory == 0) for victory in results], initial=0))
    lines = [CurveLine("Won", YOUR_INK, won_so_far), CurveLine("Lost", SEAT_INKS[0], lost_so_far)]
    return StatsPlot("Games won and lost so far", lines if results else [])


def _rating_lines(stats: GameStats) -> list[CurveLine]:
    """The lines of the player's rating, and of the levels near it."""
    ratings = tuple([round(rating.rating) for rating in stats.equal_ratings])
    scale = level_strengths_of(stats.game, 2)
    levels = [(scale.rating_of(name), name) for name in kit_of(GAMES[stats.game]).level_names()]
    low, high = min(ratings) - LEVEL_MARGIN_ELO, max(ratings) + LEVEL_MARGIN_ELO
    near_levels = sorted([(rating, name) for rating, name in levels if rating and low <= rating <= high])
    inks = SEAT_INKS * len(near_levels)
    level_lines = [
        CurveLine(name, ink, (rating,) * len(ratings)) for (rating, name), ink in zip(near_levels, inks, strict=False)
    ]
    return [CurveLine("You", YOUR_INK, ratings), *level_lines]


def _own_line(points: Sequence[int]) -> CurveLine:
    return CurveLine("You", YOUR_INK, _with_first_value_repeated(points))


def _with_first_value_repeated(values: Sequence[int]) -> tuple[int, ...]:
    """The values after each game. A line also has a value before the first game: the same as after it."""
    return (values[0], *values)
