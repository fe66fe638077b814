"""The screen of goals: what can be reached in each game, in practice and in the daily game, and how far the player is."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from textual import work

from engine.games import GAMES
from saves import SaveError
from vok_tui.learning.goal_counts import GoalCounter, GoalState, group_title
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, pad
from vok_tui.painting.signs import Signs, paint_more_signs
from vok_tui.screens.messages import GameChosen, MenuEntryChosen
from vok_tui.screens.painted import PaintedScreen, paint_head, paint_heading
from vok_tui.shared.shortcuts import bindings

GOAL: Final = "goal"  # the areas of the targets
GROUP: Final = "group"
ALL: Final = "All"
TITLE_COLUMNS: Final = 17
TEXT_COLUMNS: Final = 37
STANDING_COLUMNS: Final = 19
BAR_CELLS: Final = 9
HEAD_LINES: Final = 3
NOTE: Final = "All your saves count, old ones too; helped and peeked ones do not."
READING: Final = "Reading your saves…"


class GoalsScreen(PaintedScreen):
    """Lists all goals. `counter` counts them in a thread, which stops when the screen is closed; what was counted until then is
    kept. `now` returns the local time."""

    BINDINGS = bindings("goals")
    KEYS_SECTION = "goals"

    def __init__(self, counter: GoalCounter, now: Callable[[], datetime] = lambda: datetime.now().astimezone()) -> None:
        super().__init__()
        self._counter: Final = counter
        self._now: Final = now
        self._states: Sequence[GoalState] = ()
        self._group = 0  # 0 is all of them
        self._cursor = 0
        self._top = 0  # the first line of the list that is shown
        self._note = READING
        self._is_closed = False

    def on_mount(self) -> None:
        self._count()

    @property
    def game_shown(self) -> str:
        group = self._listed[self._cursor].goal.group if self._cursor < len(self._listed) else ""
        return group if group in GAMES else ""

    def on_unmount(self) -> None:
        self._is_closed = True

    @work(thread=True, exclusive=True, group="count")
    def _count(self) -> None:
        """Count. In a thread, because it replays games."""
        try:
            states = self._counter.count(None, lambda: self._is_closed, self._report)
        except SaveError as error:
            self.show_from_thread(self._show, (), str(error))
        else:
            self.show_from_thread(self._show, states, NOTE)

    def _report(self, done: int, total: int) -> None:
        self.show_from_thread(
            self._show_note, f"Counting: game {done + 1} of {total}. You need not wait; it goes on next time."
        )

    def _show(self, states: Sequence[GoalState], note: str) -> None:
        self._states = states
        self.ask_anew()
        self._show_note(note)

    def _show_note(self, note: str) -> None:
        self._note = note
        self.repaint()

    # -- what is listed

    @property
    def _groups(self) -> list[str]:
        """The groups, after `ALL`."""
        return [ALL, *dict.fromkeys([state.goal.section for state in self._states])]

    @property
    def _listed(self) -> list[GoalState]:
        group = self._groups[self._group]
        return [state for state in self._states if group in (ALL, state.goal.section)]

    # -- painting

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint the groups, the list and the note."""
        reached = sum([state.is_reached for state in self._states])
        paint_head(grid, "Goals", right=f"{reached} of {len(self._states)} reached" if self._states else "")
        self._paint_groups(Brush(grid, Rect(0, 1, grid.width, 1)), signs, reached)
        lines = grid.height - HEAD_LINES - 1
        self._paint_list(Brush(grid, Rect(0, HEAD_LINES, grid.width, lines)), signs)
        Brush(grid, Rect(0, grid.height - 1, grid.width, 1)).write(1, 0, fit(self._note, grid.width - 2), "dune")

    def _paint_groups(self, brush: Brush, signs: Signs, reached: int) -> None:
        x = 1
        for number, group in enumerate(self._groups):
            word = group if group == ALL else group.title()
            is_current = number == self._group
            text = f"{signs.before}{word}{signs.cursor}" if is_current else f" {word} "
            brush.sub_brush(x, 0, len(text), 1).add_target(Target(GROUP, number))
            x = brush.write(x, 0, text, *(("gold", "bold") if is_current else ("sand",))) + 1
        if self._states:
            brush.write_right(
                0,
                f"{signs.hollow} open {len(self._states) - reached}   {signs.done} reached {reached}",
                "dune",
                end=brush.width - 1,
            )

    def _paint_list(self, brush: Brush, signs: Signs) -> None:
        """Paint the goals below the headings of their groups, so that the cursor is visible."""
        listed = self._listed
        lines: list[int | str] = []  # the number of a goal, or a heading
        for number, state in enumerate(listed):
            if not number or state.goal.section != listed[number - 1].goal.section:
                lines.append(group_title(state.goal.section))
            lines.append(number)
        place = lines.index(self._cursor) if self._cursor in lines else 0
        first = place - 1 if place and isinstance(lines[place - 1], str) else place
        self._top = max(0, min(self._top, first), place - brush.height + 1)
        self._top = min(self._top, max(0, len(lines) - brush.height))
        now, is_short = self._now(), getattr(self.app, "low_bandwidth", False)
        for y, line in enumerate(lines[self._top : self._top + brush.height]):
            row = brush.sub_brush(0, y, brush.width, 1)
            if isinstance(line, str):
                paint_heading(row, signs, line)
            else:
                row.add_target(Target(GOAL, line))
                paint_goal(row, signs, listed[line], now, is_current=line == self._cursor, is_short=is_short)
        paint_more_signs(brush, signs, self._top, len(lines))

    # -- keys

    def action_move(self, step: int) -> None:
        """Move the cursor; it stops at the ends."""
        self._cursor = max(0, min(len(self._listed) - 1, self._cursor + step))
        self.repaint()

    def action_turn(self, step: int) -> None:
        """Show the next group, or the one before."""
        self._show_group((self._group + step) % len(self._groups))

    def _show_group(self, number: int) -> None:
        self._group, self._cursor, self._top = number, 0, 0
        self.repaint()

    def action_choose(self) -> None:
        """Go where the marked goal can be reached: to a form for a game that allows it, or to an entry of the menu."""
        if self._cursor < len(self._listed):
            goal = self._listed[self._cursor].goal
            if goal.opens:
                self.post_message(MenuEntryChosen(goal.opens))
            else:
                self.post_message(GameChosen(goal.group, goal.opponents, goal.edition))

    # -- the mouse

    def press(self, target: Target, x: int) -> None:
        """Mark a goal, and go there with a second click; choose a group."""
        del x
        if target.area == GROUP:
            self._show_group(target.index)
        elif target.index == self._cursor:
            self.action_choose()
        else:
            self._cursor = target.index
            self.repaint()


def paint_goal(
    row: Brush, signs: Signs, state: GoalState, now: datetime, *, is_current: bool, is_short: bool = False
) -> None:
    """Paint the line of a goal; with `is_short` in characters of one byte."""
    ink = "gold" if is_current else "sand"
    row.write(0, 0, signs.cursor if is_current else " ", "gold")
    row.write(1, 0, signs.done if state.is_reached else signs.hollow, "faience" if state.is_reached else "dune")
    row.write(3, 0, pad(state.goal.title, TITLE_COLUMNS - 1), ink, "bold")
    x = row.write(3 + TITLE_COLUMNS, 0, pad(state.goal.text, TEXT_COLUMNS), ink)
    x = row.write(x + 1, 0, pad(state.standing_text(now), STANDING_COLUMNS - 1), "dune" if state.is_reached else ink)
    if not state.is_reached and state.share is not None:
        filled = round(BAR_CELLS * state.share)
        full, empty = ("=", "-") if signs.ascii_only or is_short else ("▇", "▁")
        end = row.width - 2
        x = x if x + BAR_CELLS <= end else end - BAR_CELLS
        row.write(x, 0, full * filled, "faience")
        row.write(x + filled, 0, empty * (BAR_CELLS - filled), "deep")
