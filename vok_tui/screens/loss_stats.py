"""The screen of losses: what the player's decisions have cost over many games, by month, kind and stage, beside the levels.

The analyses are read from disk in a thread, when the screen opens. Each group has games of one edition and number of players.
"""

from collections.abc import Sequence
from threading import Thread
from typing import Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from ai.kit import kind_words
from vok_tui.painting.grid import fit, pad, wrap
from vok_tui.records.game_stats import GameStats
from vok_tui.records.loss_stats import CostlyOne, LossOf, LossStats, loss_stats
from vok_tui.records.stats_text import (
    LOSS_UNIT_NOTE,
    TURN_UNIT_NOTE,
    costly_text,
    kind_rows,
    left_out_text,
    levels_text,
    loss_headline,
    month_name,
    sparkline,
)
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.messages import DrillWanted, OpenSave
from vok_tui.screens.why_lost import MARK_COLORS
from vok_tui.screens.widgets import KeyFooter, OptionRow
from vok_tui.shared.shortcuts import bindings

READING: Final = "Reading the analyses…"
NOTHING_NOTE: Final = (
    "No game that counts is analysed yet. {score_analyse} on the score sheet, in a review or on the shelf says what the "
    "decisions of a game have cost. This page adds up the games that are not counted apart."
)
OTHER_LINES: Final = 5  # of the screen: title, rows of options, footer
WIDE_COLUMNS: Final = 110
MAX_COLUMNS: Final = 120
MAX_BAR_COLUMNS: Final = 30
MAX_MONTHS: Final = 8
MAX_KINDS: Final = 99
MIN_KINDS: Final = 2  # on a low screen; the others come with the cursor
MARKED_KIND: Final = "marked kind"  # of the meta data of what can be clicked
KIND_HEAD_LINES: Final = 2
CELL_COLUMNS: Final = (11, 8, 10, 7, 9)  # of the table of kinds, after their names


class LossStatsScreen(BaseScreen):
    """Shows the losses in one group of games at a time. A kind of decision can be marked, and drilled."""

    BINDINGS = bindings("losses")
    KEYS_SECTION = "losses"

    def __init__(self, all_stats: Sequence[GameStats]) -> None:
        super().__init__()
        self.all_stats: Final = all_stats
        self.groups: Sequence[tuple[str, LossStats]] = ()  # each with the title of its game
        self._is_read = False
        self._cursor = 0  # the marked kind

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static("L O S S E S", classes="title")
            with Horizontal(classes="field", id="groups"):
                yield Static("Games", classes="label")
                yield OptionRow(("",), "")
            yield Static(READING, id="losses", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#groups").display = False
        Thread(target=self._read, name="reads analyses", daemon=True).start()

    def _read(self) -> None:
        """Read the analyses of all games. Runs in a thread."""
        groups = [(stats.title, losses) for stats in self.all_stats for losses in loss_stats(stats.overall.games)]
        self.show_from_thread(self._show_groups, groups)

    def _show_groups(self, groups: Sequence[tuple[str, LossStats]]) -> None:
        self.groups, self._is_read = groups, True
        has_many_games = len({title for title, _ in groups}) > 1
        names = [f"{title}, {losses.name}" if has_many_games else losses.name for title, losses in groups]
        row = self.query_one(OptionRow)
        row.set_options(names or [""])
        self.query_one("#groups").display = len(groups) > 1
        if len(groups) > 1:
            row.focus()
        self._show()

    @property
    def shown(self) -> LossStats | None:
        """The losses that are shown; None if there are none."""
        return self.groups[self.query_one(OptionRow).picked][1] if self.groups else None

    @on(OptionRow.Picked)
    def _show_other_group(self) -> None:
        self._cursor = 0
        self._show()

    def _show(self) -> None:
        if not self._is_read:
            return
        width, height = min(MAX_COLUMNS, self.app.size.width - 4), self.app.size.height - OTHER_LINES
        losses = self.shown
        lines = (
            [Content(line) for line in wrap(self.with_keys(NOTHING_NOTE), width)]
            if losses is None
            else losses_lines(losses, width, height, self._cursor, ascii_only=getattr(self.app, "ascii_only", False))
        )
        self.query_one("#losses", Static).update(Content("\n").join(lines[:height]))
        self.refresh_bindings()

    def on_resize(self) -> None:
        super().on_resize()
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys of costly decisions that do not exist, and those of kinds without one."""
        if action in ("move", "drill"):
            return self.shown is not None
        if action == "see_decision":
            return self.shown is not None and int(str(parameters[0])) < len(self.shown.costliest())
        return super().check_action(action, parameters)

    def action_see_decision(self, place: int) -> None:
        """Show a costly decision in the review of its game."""
        losses = self.shown
        if losses is not None and place < len(losses.costliest()):
            game, decision = losses.costliest()[place]
            self.post_message(OpenSave(game.save, decision.node))

    def action_move(self, step: int) -> None:
        """Mark another kind."""
        if self.shown is not None:
            self._cursor = max(0, min(len(self.shown.kinds()) - 1, self._cursor + step))
            self._show()

    def action_drill(self) -> None:
        """Drill the marked kind."""
        if self.shown is not None:
            self.post_message(DrillWanted(self.shown.game, self.shown.kinds()[self._cursor].name))

    def on_click(self, event: events.Click) -> None:
        """Mark a kind, and drill it with a second click."""
        place = event.style.meta.get(MARKED_KIND)
        if place == self._cursor:
            self.action_drill()
        elif place is not None:
            self.action_move(place - self._cursor)

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        self.action_move(-1 if isinstance(event, events.MouseScrollUp) else 1)


def losses_lines(losses: LossStats, width: int, height: int, cursor: int, *, ascii_only: bool) -> list[Content]:
    """The losses of a group for a screen of this size. The kind at `cursor` is marked."""
    head = [Content.styled(line, "bold") for line in wrap(loss_headline(losses), width)]
    note = TURN_UNIT_NOTE if losses.by_turns else LOSS_UNIT_NOTE
    head += [Content.styled(line, "$dune") for line in wrap(f"{note}.", width)]
    levels = levels_text(losses)
    months, stages = losses.months()[-MAX_MONTHS:], losses.stages()
    kinds = _kind_lines(losses, width, cursor)
    costliest = _costly_lines(losses.costliest(), width)
    texts = [line for line in (costly_text(losses), left_out_text(losses)) if line]
    end = [Content.styled(line, "$sand") for text in texts for line in wrap(text, width)]
    marks = losses.marks_by_game()
    marks_text = f"Marked in each game: {sparkline(marks, ascii_only=ascii_only)}  last {marks[-1]}" if marks else ""
    if width >= WIDE_COLUMNS - 4 and height >= len(kinds) + len(costliest) + len(end) + MAX_MONTHS + 8:
        half = (width - 2) // 2
        own, unit = losses.loss, 1.0
        if losses.by_turns:  # bars are of shares of a game: points are shown as hundredths
            own, unit = losses.strength.points / 100 if losses.strength is not None else 0.0, 0.01
        level_rows = [LossOf(level.level, 0, level.decisions, unit * level.loss, 0.0) for level in losses.levels]
        level_rows = sorted([*level_rows, LossOf("You", 0, 0, own, 0.0)], key=lambda row: row.loss)
        most = max([row.loss for row in (*months, *level_rows, *stages)] + [1e-9])
        month_rows = [_bar_line(month_name(row.name), row.loss, most, half, f"{row.games}") for row in months]
        left = [_heading("Loss per decision by month, and the games", half), *month_rows]
        beside = "Beside the levels, in points" if losses.by_turns else "Beside the levels"
        beside = beside if losses.levels else "Beside the levels: not measured here"
        right = [
            _heading(beside, half),
            *[_bar_line(row.name, row.loss, most, half, "", is_you=row.name == "You") for row in level_rows],
        ]
        stage_rows = [_bar_line(row.name, row.loss, most, half, f"{row.decisions:,} decisions") for row in stages]
        middle = [*_beside(left, right, half), Content("")]
        low = _beside(
            [_heading("By stage", half), *stage_rows, Content.styled(f" {marks_text}", "$dune")],
            _costly_lines(losses.costliest(), half),
            half,
        )
        return [*head, Content(""), *middle, *kinds, *end, Content(""), *low]
    latest = reversed(months)
    labelled = [
        ("Levels   ", levels),
        ("By month ", "   ".join([f"{month_name(row.name)} {100 * row.loss:.2f} ({row.games})" for row in latest])),
        ("By stage ", "   ".join([f"{row.name} {100 * row.loss:.2f}" for row in stages])),
    ]
    rows = [
        Content.assemble((label, "$lapis"), (fit(text, width - len(label)), "$sand"))
        for label, text in labelled
        if text
    ]
    room = height - len(head) - len(rows) - len(end) - len(costliest)
    kinds = _kind_lines(losses, width, cursor, max(MIN_KINDS, room - KIND_HEAD_LINES))
    return [*head, *rows, *kinds, *end, *costliest]


def _heading(text: str, width: int) -> Content:
    title = f"── {text} "
    return Content.assemble((title, "bold $lapis"), ("─" * max(0, width - cell_len(title)), "$dune"))


def _bar_line(name: str, loss: float, most: float, width: int, end: str, *, is_you: bool = False) -> Content:
    text = f" {'▸' if is_you else ' '}{pad(name, 10)}{100 * loss:5.2f}  "
    room = max(4, min(MAX_BAR_COLUMNS, width - len(text) - len(end) - 2))
    bar = "▇" * max(1, round(room * loss / most)) if loss else ""
    return Content.assemble((text, "$sand"), (bar, "$gold" if is_you else "$faience"), (f"  {end}", "$dune"))


def _beside(left: Sequence[Content], right: Sequence[Content], half: int) -> list[Content]:
    """Two columns."""
    lines = []
    for row in range(max(len(left), len(right))):
        first = left[row] if row < len(left) else Content("")
        second = right[row] if row < len(right) else Content("")
        lines.append(Content.assemble(first, " " * max(2, half + 2 - first.cell_length), second))
    return lines


def _kind_lines(losses: LossStats, width: int, cursor: int, most: int = MAX_KINDS) -> list[Content]:
    """The table of at most so many kinds, among them the marked one, with the shares as bars if there is room. A click on a kind
    marks it."""
    heads, *rows = kind_rows(losses)
    name_columns = max([12, *[len(row[0]) + 2 for row in rows]])
    bar_columns = min(MAX_BAR_COLUMNS, width - name_columns - sum(CELL_COLUMNS) - 3)
    lines = [
        _heading("Where your loss goes, by kind of decision", width),
        Content.styled(f" {pad(heads[0], name_columns)}{_cells(heads)}", "$dune"),
    ]
    shares = [kind.share for kind in losses.kinds()]
    first = max(0, min(cursor - most // 2, len(rows) - most))
    for place in range(first, min(len(rows), first + most)):
        row, share, is_marked = rows[place], shares[place], place == cursor
        bar = "▇" * max(1, round(bar_columns * share / max(shares))) if share and bar_columns >= 4 else ""
        text = f"{'▸' if is_marked else ' '}{pad(row[0], name_columns)}{_cells(row)}  "
        line = Content.assemble((text, "bold $gold" if is_marked else "$sand"), (bar, "$faience"))
        lines.append(line.stylize(Style.from_meta({MARKED_KIND: place})))
    return lines


def _cells(row: Sequence[str]) -> str:
    return "".join([f"{cell:>{columns}}" for cell, columns in zip(row[1:], CELL_COLUMNS, strict=True)])


def _costly_lines(costliest: Sequence[CostlyOne], width: int) -> list[Content]:
    lines = []
    for place, (game, decision) in enumerate(costliest, start=1):
        kind = kind_words(game.save.game, decision.kind)
        lines.append(
            Content.assemble(
                (f" {place} ", "$lapis"),
                (f"{decision.mark:<3}", f"bold {MARK_COLORS[decision.mark]}"),
                (f"−{round(100 * decision.loss):<3}", "bold $sand"),
                (f" {kind}, {game.day_text}, against {game.opponent_levels_text}", "$sand"),
            )
        )
    nothing = Content.styled(" No decision of 3 in 100 or more was lost.", "$dune")
    return [_heading("Your costliest decisions", width), *(lines or [nothing])]
