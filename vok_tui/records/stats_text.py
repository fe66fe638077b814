"""Statistics as lines of text, for the command and for the screen: an overall summary, tables of groups, and rows of bars."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import isfinite
from typing import Final

from ai.elo import EloEstimate
from ai.kit import kind_words
from engine.core.wording import plural
from engine.games import GAMES
from vok_tui.painting.signs import MINUS, signed
from vok_tui.records.game_stats import COLUMNS, Column, GameStats, Summary, mean
from vok_tui.records.loss_stats import RECENT_GAMES, LossStats
from vok_tui.records.save_list import edition_of_game_text
from vok_tui.shared.levels import MIN_RATED_GAMES, too_early_text

BARS: Final = "▁▂▃▄▅▆▇█"
ASCII_BARS: Final = "01234567"


def sparkline(values: Sequence[float], *, ascii_only: bool) -> str:
    """Values as a row of bars. The scale runs from the lowest to the highest value."""
    bars = ASCII_BARS if ascii_only else BARS
    low, high = min(values, default=0.0), max(values, default=0.0)
    return "".join([bars[round((value - low) / (high - low or 1.0) * (len(bars) - 1))] for value in values])


MIN_NAME_COLUMNS: Final = 16  # of the name of a group
MAX_NAME_COLUMNS: Final = 24
SHORTEST_NAME_COLUMNS: Final = 4  # where nothing fits; the end of the line is then cut off
MIN_CELL_COLUMNS: Final = 4
MAX_CURVE_COLUMNS: Final = 24  # of the small curve at the end of a line
USUAL_WIDTH: Final = 100  # of a table, in columns of the terminal
MAX_GROUPS: Final = 12  # lines of a table
NOTHING: Final = "-"


def headline(stats: GameStats) -> str:
    """ "24 games: 13 won, 1 shared, 10 lost (56%)"."""
    overall = stats.overall
    if not overall.results:
        return plural(len(overall.games), "game")
    results = [f"{overall.won} won", *[f"{overall.shared} shared"] * bool(overall.shared), f"{overall.lost} lost"]
    without_result = len(overall.games) - len(overall.results)
    without_winner = f", and {plural(without_result, 'game')} without a winner" if without_result else ""
    return f"{plural(len(overall.results), 'game')}: {', '.join(results)} ({percent_text(overall.won_share)}%){without_winner}"


def rating_text(stats: GameStats) -> str:
    """ "rating 1,214 against the levels (95%: 1,090 to 1,340); your equal plays at 1,184"; "a rating comes from 5 games on, 2 so
    far"; "" without a rating."""
    rated = max(stats.rated_games, len(stats.equal_ratings) - 1)
    if 0 < rated < MIN_RATED_GAMES:
        return f"a rating comes {too_early_text(rated)}"
    parts = []
    if stats.measured_rating is not None and stats.rated_games >= MIN_RATED_GAMES:
        parts.append(f"rating {estimate_text(stats.measured_rating)}")
    if stats.equal_rating is not None:
        parts.append(f"your equal plays at {stats.equal_rating.rating:,.0f}")
    return "; ".join(parts)


def estimate_text(estimate: EloEstimate) -> str:
    """ "1,214 against the levels (95%: 1,090 to 1,340)", or the one end of the interval that the games bound."""
    elo, low, high = estimate
    if isfinite(low) and isfinite(high):
        return f"{elo:,.0f} against the levels (95%: {low:,.0f} to {high:,.0f})"
    if isfinite(low):
        return f"over {low:,.0f} against the levels (95%)"
    return f"under {high:,.0f} against the levels (95%)" if isfinite(high) else "not known yet"


def streaks_text(summary: Summary) -> str:
    """ "3 won in a row; longest 5 won, 4 lost"; "" without results."""
    won, lost = summary.win_streak, summary.loss_streak
    if not summary.results:
        return ""
    result, length = ("won", won.now) if won.now else ("lost", lost.now)
    now = f"{length} {result} in a row" if length > 1 else "no streak now"
    return f"{now}; longest {won.longest} won, {lost.longest} lost"


def points_text(summary: Summary, score_word: str, *, ascii_only: bool) -> str:
    """ "points 43.1 on average, best 61; margin +3.2 on average"; "" in a game without points. `score_word` is the word for
    points."""
    points, margin = mean(summary.points), mean(summary.margins)
    if points is None:
        return ""
    text = f"{score_word} {points:.1f} on average, best {max(summary.points)}"
    return text if margin is None else f"{text}; margin {signed(margin, 1, ascii_only=ascii_only)} on average"


def recent_text(summary: Summary, score_word: str, *, ascii_only: bool) -> str:
    """ "margins of the last 24 games: ▂▅▁▇"; "" for fewer than two games."""
    values = summary.recent_margins_or_points
    if len(values) < 2:
        return ""
    noun = "margins" if summary.margins else score_word if summary.points else "results"
    return f"{noun} of the last {len(values)} games: {sparkline(values, ascii_only=ascii_only)}"


def percent_text(share: float | None) -> str:
    """A share from 0 to 1 in percent, without the sign: "56"; "-" for None."""
    return NOTHING if share is None else f"{100 * share:.0f}"


def group_table(
    heading: str,
    groups: Mapping[str, Summary],
    columns: Sequence[Column],
    *,
    score_word: str = "points",
    ascii_only: bool,
    width: int = USUAL_WIDTH,
    max_groups: int = MAX_GROUPS,
    longest_name: int = 0,
) -> list[str]:
    """A table: a line with the heads, then a line for each group. `score_word` is the head for
    points. If it fits, a small curve of the latest games ends each line. With more than `max_groups` groups, the last line
    says how many are missing. `longest_name` is that of tables above and below, so that their columns stand in line."""
    shown = list(groups.items())
    if len(shown) > max_groups:
        shown = shown[: max_groups - 1]
    labels = [score_word if column.head == "points" else column.head for column in columns]
    widths = [max(len(label), MIN_CELL_COLUMNS) for label in labels]
    wanted_columns = max([MIN_NAME_COLUMNS, longest_name, *(len(name) for name, _ in shown)])
    name_columns = max(SHORTEST_NAME_COLUMNS, min(wanted_columns, MAX_NAME_COLUMNS, width - sum(widths) - len(widths)))
    curve_columns = min(MAX_CURVE_COLUMNS, width - name_columns - sum(widths) - len(widths) - 2)
    lines = []
    for name, cells, curve in [
        (heading, labels, "latest"),
        *[
            (
                _short(name, name_columns),
                [_cell(summary, column, ascii_only=ascii_only) for column in columns],
                _curve(summary, curve_columns, ascii_only),
            )
            for name, summary in shown
        ],
    ]:
        row = [f"{cell:>{cell_width}}" for cell, cell_width in zip(cells, widths, strict=True)]
        curve_cell = f"  {curve}" if curve_columns >= len("latest") else ""
        lines.append(" ".join([f"{name:<{name_columns}}", *row]) + curve_cell)
    missing = len(groups) - len(shown)
    return [*lines, f"and {missing} more"] if missing else lines


def shown_columns(stats: GameStats) -> tuple[Column, ...]:
    """The columns of the tables that have a value in any summary of this game; shared victories only if there are any."""
    summaries = (stats.overall, *stats.kept_apart.values())
    shown = [column for column in COLUMNS if column.head and any(column.value(each) is not None for each in summaries)]
    return tuple([column for column in shown if column.json != "shared" or any(each.shared for each in summaries)])


def summary_lines(stats: GameStats, *, ascii_only: bool) -> list[str]:
    """The overall summary, in a few lines."""
    overall = stats.overall
    lines = (
        headline(stats),
        rating_text(stats),
        streaks_text(overall),
        points_text(overall, stats.score_word, ascii_only=ascii_only),
        recent_text(overall, stats.score_word, ascii_only=ascii_only),
    )
    return [line for line in lines if line]


def groups_by_heading(stats: GameStats) -> dict[str, Mapping[str, Summary]]:
    """The groups of each table, by its heading. Tables without groups are left out."""
    groups = {f"by {name}": summaries for name, summaries in stats.groups.items()}
    if by_edition := stats.groups.get("edition"):
        groups["by edition"] = {edition_of_game_text(stats.game, name): each for name, each in by_edition.items()}
    groups["counted apart"] = {reason: summary for reason, summary in stats.kept_apart.items() if summary.games}
    return {heading: summaries for heading, summaries in groups.items() if summaries}


def longest_group_name(groups: Mapping[str, Mapping[str, Summary]]) -> int:
    """The length of the longest name in these tables."""
    return max([len(name) for summaries in groups.values() for name in summaries], default=0)


def stats_lines(
    all_stats: Sequence[GameStats], losses: Mapping[str, Sequence[LossStats]], *, ascii_only: bool
) -> list[str]:
    """All statistics, one game after the other; `losses` are those of each game."""
    lines: list[str] = []
    for stats in all_stats:
        lines += ["", stats.title, *_indented(summary_lines(stats, ascii_only=ascii_only))]
        tables = groups_by_heading(stats)
        for heading, groups in tables.items():
            table = group_table(
                heading,
                groups,
                shown_columns(stats),
                score_word=stats.score_word,
                ascii_only=ascii_only,
                longest_name=longest_group_name(tables),
            )
            lines += ["", *_indented(table)]
        for group in losses.get(stats.game, ()):
            text = loss_lines(group)
            lines += ["", *_indented([line.replace("±", "+-") for line in text] if ascii_only else text)]
    return lines[1:]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}".rstrip() for line in lines]


def _short(name: str, columns: int) -> str:
    return name if len(name) <= columns else f"{name[: columns - 3]}..."


def _curve(summary: Summary, columns: int, ascii_only: bool) -> str:
    return sparkline(summary.recent_margins_or_points[-columns:], ascii_only=ascii_only) if columns > 0 else ""


def _cell(summary: Summary, column: Column, *, ascii_only: bool) -> str:
    value = column.value(summary)
    if value is None:
        return NOTHING
    text = column.text(value)
    return text if ascii_only else text.replace("-", MINUS)


# -- losses

KIND_COLUMNS: Final = 21
LOSS_UNIT_NOTE: Final = "in 100: wins fewer in 100 games between equals, by one decision"
TURN_UNIT_NOTE: Final = (
    "open: a best chance of 20 to 80 in 100. Kinds are those of the step at which it went wrong; "
    "in 100: wins fewer by it"
)


def loss_headline(losses: LossStats) -> str:
    """ "14 games, 1,642 decisions: 0.93 in 100 per decision, like a scribe", or what the points lost in open turns say."""
    if losses.by_turns:
        return strength_line(losses)
    counts = f"{plural(len(losses.games), 'game')}, {len(losses.decisions):,} decisions"
    error = f" ± {100 * losses.error:.2f}" if losses.error else ""
    like = f", {losses.like}" if losses.like else ""
    return f"{counts}: {100 * losses.loss:.2f}{error} in 100 per decision{like}"


def strength_line(losses: LossStats) -> str:
    """ "Between a shabti and a scribe: 3.5 ± 0.5 points lost per open turn, in your last 5 games, 30 open turns. Perhaps falling,
    by 0.5 ± 0.3 a game."."""
    strength = losses.strength
    if strength is None:
        return f"Strength: unknown, with so few open {losses.turn_word}s."
    word = GAMES[losses.game].score_word()
    error = f" ± {strength.error:.1f}" if strength.error else ""
    games = f"your last {strength.games} games" if strength.games > 1 else "your only game"
    text = f"{strength.points:.1f}{error} {word} lost per open {losses.turn_word}, in {games}, "
    text += f"{plural(strength.open_turns, f'open {losses.turn_word}')}."
    trend = f" {strength.trend_words[:1].upper()}{strength.trend_words[1:]}." if strength.trend_words else ""
    return f"{losses.like[:1].upper()}{losses.like[1:]}: {text}{trend}" if losses.like else f"{text}{trend}"


def levels_text(losses: LossStats) -> str:
    """ "pharaoh 0.25   vizier 0.33"; "" if the levels were not measured in such games."""
    factor = 1 if losses.by_turns else 100
    return "  ".join([f"{level.level} {factor * level.loss:.2f}" for level in losses.levels])


def costly_text(losses: LossStats) -> str:
    """ "2 kinds cost you 58% of all: what to execute, what to entomb."; "" without a loss."""
    costly = losses.costly_kinds()
    if not costly:
        return ""
    names = ", ".join([kind_words(losses.game, kind.name) for kind in costly])
    verb = "costs" if len(costly) == 1 else "cost"
    return f"{plural(len(costly), 'kind')} {verb} you {sum([kind.share for kind in costly]):.0%} of all: {names}."


def left_out_text(losses: LossStats) -> str:
    """Which games the numbers leave out, and why; "" if none."""
    parts = []
    if losses.other_engines:
        verb = "was" if losses.other_engines == 1 else "were"
        parts.append(f"{plural(losses.other_engines, 'game')} {verb} analysed by another engine")
    if losses.not_analysed:
        verb = "is" if losses.not_analysed == 1 else "are"
        parts.append(f"{plural(losses.not_analysed, 'game')} {verb} not analysed")
    return f"Left out: {', '.join(parts)}." if parts else ""


def month_name(month: str) -> str:
    """ "2026-11" as "Nov 2026"."""
    return f"{datetime.fromisoformat(f'{month}-01T00:00+00:00'):%b %Y}"


def kind_rows(losses: LossStats) -> list[tuple[str, ...]]:
    """The table of kinds: a row of heads, then for each kind its decisions, loss, that of the nearest level, share, and trend."""
    level = None if losses.by_turns else losses.nearest_level
    beside_head = level.level if level is not None else ""
    judged = f"{losses.turn_word}s" if losses.by_turns else "decisions"
    rows: list[tuple[str, ...]] = [
        ("kind", judged, "in 100", beside_head, "share", f"last {RECENT_GAMES}"),
    ]
    for kind in losses.kinds():
        beside = level.kinds.get(kind.name) if level is not None else None
        rows.append(
            (
                kind_words(losses.game, kind.name),
                f"{kind.decisions:,}",
                f"{100 * kind.loss:.2f}",
                f"{100 * beside.loss:.2f}" if beside is not None else "",
                f"{kind.share:.0%}",
                losses.trend(kind.name),
            )
        )
    return rows


def loss_lines(losses: LossStats) -> list[str]:
    head = f"points lost per open {losses.turn_word}" if losses.by_turns else "loss per decision"
    lines = [f"{head}, {losses.name}", loss_headline(losses)]
    levels = levels_text(losses)
    lines += [f"beside: {levels}"] if levels else []
    for name, *cells in kind_rows(losses):
        lines.append(f"{name:<{KIND_COLUMNS}}{''.join([f'{cell:>10}' for cell in cells])}".rstrip())
    lines += [costly_text(losses)] if costly_text(losses) else []
    months = [
        f"{month_name(month.name)} {100 * month.loss:.2f} ({month.games})" for month in losses.months()[-MAX_GROUPS:]
    ]
    stages = [f"{stage.name} {100 * stage.loss:.2f}" for stage in losses.stages()]
    lines += [f"by month (games): {'   '.join(months)}", f"by stage: {'   '.join(stages)}"]
    left_out = left_out_text(losses)
    return [
        *lines,
        *([left_out] if left_out else []),
        f"{TURN_UNIT_NOTE if losses.by_turns else LOSS_UNIT_NOTE}; docs/analysis.md says more",
    ]
