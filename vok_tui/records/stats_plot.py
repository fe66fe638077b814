"""The plot of the statistics: how the player came along, game by game.

It shows the rating between those of the levels. Where nothing is rated it shows the points beside those of the best opponent, and
in a game without points the games that were won and lost so far.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ai.kit import kit_of
from engine.games import GAMES
from vok_tui.levels.equal_level import strengths_of
from vok_tui.painting.curve import SEAT_INKS, YOUR_INK, CurveLine
from vok_tui.records.game_stats import GameStats

LEVEL_MARGIN_ELO: Final = 200  # a level farther from all ratings of the player would only flatten the plot


class StatsPlot(NamedTuple):
    """A heading, and a line for each thing that is compared. Without lines there is nothing to compare yet."""

    heading: str
    lines: Sequence[CurveLine]


def stats_plot(stats: GameStats) -> StatsPlot:
    """The plot for the statistics of a game."""
    if stats.ratings:
        return StatsPlot("Rating that equal follows, by game", _rating_lines(stats))
    points, margins = stats.whole.points, stats.whole.margins
    heading = f"{stats.score_word.capitalize()} by game"
    if points and len(points) == len(margins):
        best = tuple([own - margin for own, margin in zip(points, margins, strict=True)])
        return StatsPlot(heading, [_own_line(points), CurveLine("Best other", SEAT_INKS[0], _from_start(best))])
    if points:
        return StatsPlot(heading, [_own_line(points)])
    results = stats.whole.results
    won = tuple(accumulate([int(victory == 1) for victory in results], initial=0))
    lost = tuple(accumulate([int(victory == 0) for victory in results], initial=0))
    lines = [CurveLine("Won", YOUR_INK, won), CurveLine("Lost", SEAT_INKS[0], lost)]
    return StatsPlot("Games won and lost so far", lines if results else [])


def _rating_lines(stats: GameStats) -> list[CurveLine]:
    """The player's rating, and the levels that are not far from it."""
    ratings = tuple([round(rating.rating) for rating in stats.ratings])
    scale = strengths_of(stats.game, 2)
    levels = [(scale.rating_of(name), name) for name in kit_of(GAMES[stats.game]).level_names()]
    low, high = min(ratings) - LEVEL_MARGIN_ELO, max(ratings) + LEVEL_MARGIN_ELO
    between = sorted([(rating, name) for rating, name in levels if rating and low <= rating <= high])
    inks = SEAT_INKS * len(between)
    marks = [CurveLine(name, ink, (rating,) * len(ratings)) for (rating, name), ink in zip(between, inks, strict=False)]
    return [CurveLine("You", YOUR_INK, ratings), *marks]


def _own_line(points: Sequence[int]) -> CurveLine:
    return CurveLine("You", YOUR_INK, _from_start(points))


def _from_start(values: Sequence[int]) -> tuple[int, ...]:
    """The values by game. A line has a value before the first game too: the same as after it."""
    return (values[0], *values)
