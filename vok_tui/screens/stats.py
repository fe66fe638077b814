"""The screen of statistics: a summary of the finished games, tables of groups of them, and a plot of the progress, game by game.

The screen shows as many tables as fit. If some do not, a row of options chooses the first one. A wide screen shows the plot
beside the tables, others below them.

The plot shows the rating, with those of the nearest levels. Without a rating it shows the points, with those of the best
opponent, and in a game without points the games won and lost so far. A few games need no plot: the tables name each of them.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from ai.kit import kit_of
from engine.games import GAMES
from vok_tui.painting.curve import SEAT_INKS, YOUR_INK, CurveLine
from vok_tui.records.game_stats import GameStats
from vok_tui.records.stats_text import (
    MAX_GROUPS,
    group_table,
    groups_by_heading,
    longest_group_name,
    shown_columns,
    summary_lines,
)
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.loss_stats import LossStatsScreen
from vok_tui.screens.messages import MenuEntryChosen
from vok_tui.screens.widgets import CurveView, KeyFooter, OptionRow
from vok_tui.shared.levels import MIN_RATED_GAMES, level_strengths_of
from vok_tui.shared.shortcuts import bindings

MIN_GAMES: Final = 5  # of a plot
NOTHING_NOTE: Final = "No finished game yet: play one to its end, and come back."
SIDE_COLUMNS: Final = 4  # columns outside of the page
PLOT_BESIDE_COLUMNS: Final = 150  # columns of a screen with the plot beside the tables
TEXT_COLUMNS: Final = 94  # columns of the tables beside the plot
PAGE_COLUMNS: Final = 108  # columns of the page without a plot beside it
MIN_PLOT_LINES: Final = 10  # lines of the plot below the tables
OTHER_LINES: Final = 9  # lines of the screen other than the summary, the tables and the plot
MIN_GROUPS: Final = 5  # rows of the first table
LEVEL_MARGIN_ELO: Final = 200  # levels farther from all ratings of the player are left out: they would flatten the plot


class StatsPlot(NamedTuple):
    """A heading, and the lines of the plot; no lines if there is nothing to show yet."""

    heading: str
    lines: Sequence[CurveLine]


def stats_plot(stats: GameStats) -> StatsPlot:
    """The plot for the statistics of a game; without lines if there are too few games."""
    if len(stats.overall.games) < MIN_GAMES:
        return StatsPlot("", [])
    if len(stats.equal_ratings) > MIN_RATED_GAMES:
        return StatsPlot("Rating that your equal follows, by game", _rating_lines(stats))
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
    """The lines of the player's rating, and of the levels next above and below it now: those of all would cover the player's."""
    ratings = tuple([round(rating.rating) for rating in stats.equal_ratings])
    scale = level_strengths_of(stats.game, 2)
    names = kit_of(GAMES[stats.game]).level_names()
    levels = sorted([(rating, name) for name in names if (rating := scale.rating_of(name)) is not None])
    low, high = min(ratings) - LEVEL_MARGIN_ELO, max(ratings) + LEVEL_MARGIN_ELO
    place = sum(rating <= ratings[-1] for rating, _ in levels)
    near_levels = [level for level in levels[max(0, place - 1) : place + 1] if low <= level[0] <= high]
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


class StatsScreen(BaseScreen):
    """Shows the statistics of one game of `all_stats` at a time."""

    BINDINGS = bindings("stats")
    KEYS_SECTION = "stats"

    def __init__(self, all_stats: Sequence[GameStats]) -> None:
        super().__init__()
        self.all_stats: Final = all_stats

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static("S T A T I S T I C S", classes="title")
            with Horizontal(classes="field", id="games"):
                yield Static("Game", classes="label")
                yield OptionRow(
                    [stats.title for stats in self.all_stats] or [""], self.all_stats[0].title if self.all_stats else ""
                )
            with Horizontal(id="parts"):
                with Vertical(id="texts"):
                    yield Static("", id="whole", markup=False)
                    with Horizontal(classes="field", id="by"):
                        yield Static("Games", classes="label")
                        yield OptionRow(("",), "", id="heading")
                    yield Static("", id="tables", markup=False)
                with Vertical(id="plot"):
                    yield Static("", id="plot-heading", markup=False)
                    yield CurveView(from_zero=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#games").display = len(self.all_stats) > 1
        self._show_chosen_game()
        for row in self.query(
            OptionRow
        ):  # the last visible one keeps the focus: the table if it can be chosen, else the game
            row.focus()

    def on_resize(self) -> None:
        super().on_resize()
        self._show_tables()

    def action_show_losses(self) -> None:
        """Show what the decisions of the player have cost."""
        self.app.push_screen(LossStatsScreen(self.all_stats))

    @property
    def chosen_stats(self) -> GameStats | None:
        """The statistics of the chosen game; None without a finished game."""
        return self.all_stats[self.query_one("#games OptionRow", OptionRow).picked] if self.all_stats else None

    @property
    def game_shown(self) -> str:
        return self.chosen_stats.game if self.chosen_stats is not None else ""

    @property
    def _ascii_only(self) -> bool:
        return getattr(self.app, "ascii_only", False)

    def action_goals(self) -> None:
        self.post_message(MenuEntryChosen("goals"))

    @on(OptionRow.Picked)
    def _handle_picked(self, message: OptionRow.Picked) -> None:
        if message.row.id == "heading":
            self._show_tables()
        else:
            self._show_chosen_game()

    def _show_chosen_game(self) -> None:
        """Show the summary, the plot and the tables of the chosen game."""
        stats = self.chosen_stats
        if stats is None:
            self.query_one("#whole", Static).update(NOTHING_NOTE)
            self.query_one("#by").display = self.query_one("#plot").display = False
            return
        first, *rest = summary_lines(stats, ascii_only=self._ascii_only)
        self.query_one("#whole", Static).update(
            Content("\n").join([Content.styled(first, "bold"), *map(Content, rest)])
        )
        self.query_one("#heading", OptionRow).set_options(tuple(groups_by_heading(stats)))
        plot = stats_plot(stats)
        self.query_one("#plot").display = bool(plot.lines)
        self.query_one("#plot-heading", Static).update(Content.styled(plot.heading, "bold $lapis"))
        self.query_one(CurveView).show_lines(plot.lines)
        self._show_tables()

    def _show_tables(self) -> None:
        """Show the chosen table first, and as many of the others as fit. On a wide screen they are beside the plot."""
        stats = self.chosen_stats
        if stats is None:
            return
        width, height = self.app.size
        has_plot = bool(self.query_one("#plot").display)
        beside = has_plot and width >= PLOT_BESIDE_COLUMNS
        self.set_class(beside, "beside")
        columns = (TEXT_COLUMNS if beside else min(width, PAGE_COLUMNS)) - SIDE_COLUMNS
        summary_count = len(summary_lines(stats, ascii_only=self._ascii_only))
        other_lines = (
            OTHER_LINES
            + summary_count
            - 1
            + (len(self.all_stats) > 1)
            + (MIN_PLOT_LINES if has_plot and not beside else 0)
        )
        tables = self._tables_that_fit(stats, columns, height - other_lines)
        self.query_one("#by").display = len(tables) < len(groups_by_heading(stats))
        self.query_one("#tables", Static).update(Content("\n\n").join(tables))

    def _tables_that_fit(self, stats: GameStats, columns: int, free_lines: int) -> list[Content]:
        """The chosen table, and those after it that fit into `free_lines`; after the last one follows the first."""
        groups, columns_shown = groups_by_heading(stats), shown_columns(stats)
        chosen = self.query_one("#heading", OptionRow).picked
        tables: list[Content] = []
        for heading in [*list(groups)[chosen:], *list(groups)[:chosen]]:
            max_groups = MAX_GROUPS if tables else max(MIN_GROUPS, min(MAX_GROUPS, free_lines - 1))
            head, *lines = group_table(
                heading,
                groups[heading],
                columns_shown,
                score_word=stats.score_word,
                ascii_only=self._ascii_only,
                width=columns,
                max_groups=max_groups,
                longest_name=longest_group_name(groups),
            )
            if tables and len(lines) + 2 > free_lines:
                break
            free_lines -= len(lines) + 2
            tables.append(Content("\n").join([Content.styled(head, "$lapis"), *map(Content, lines)]))
        return tables
