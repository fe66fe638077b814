"""Paints the list of turns and lines: a line for each turn, which says who did what and what it gained; the variations below the
turn in which they branch off, and the steps of the current turn. Computes only the lines that are visible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from engine.core.game import NOBODY
from engine.core.journal import BAD, COMMENT, GOOD, MARK, TURNING_POINT
from engine.core.wording import plural
from vok_tui.learning.review import Review
from vok_tui.learning.tree import TurnRow
from vok_tui.painting.grid import Brush, InkedWord, Target, pad
from vok_tui.painting.signs import Signs, paint_more_signs, signed
from vok_tui.panes.scene import Board
from vok_tui.panes.steps import Step, chapter_steps, player_name
from vok_tui.screens.review.analysis_pane import (
    CHANCE_COLUMNS,
    LOSS_COLUMNS,
    LOSS_MARK_INKS,
    MARK_COLUMNS,
    AnalysisPane,
)

MARK_INKS: Final = {GOOD: "gold", BAD: "carnelian", TURNING_POINT: "gold"}


@dataclass(frozen=True)
class TurnLine:
    """A turn in one line, and its steps. `points` are the points of its player after it, "" in a game that shows none."""

    number: str
    who: str
    words: tuple[InkedWord, ...]
    gain: str
    points: str
    steps: tuple[Step, ...]


class TurnLineCache:
    """The lines of turns, computed when they are first shown to a viewer."""

    def __init__(self, review: Review, board: Board) -> None:
        self._review: Final = review
        self._board: Final = board
        self._lines: Final[dict[tuple[int, tuple[int, ...]], TurnLine]] = {}

    def line_of(self, row: TurnRow) -> TurnLine:
        key = (self._review.viewer, row.nodes)
        if key not in self._lines:
            self._lines[key] = self._line(row)
        return self._lines[key]

    def clear(self) -> None:
        """Forget all lines: the game has continued, and the latest turns may have more steps."""
        self._lines.clear()

    def _line(self, row: TurnRow) -> TurnLine:
        review = self._review
        story = review.story_of_steps(row.nodes)
        before, after = review.views_around(row.nodes)
        is_over = bool(review.line_tree.main_child(row.nodes[-1])) or review.match.mover(row.nodes[-1]) == NOBODY
        details = self._board.chapter_details(before, after, story, is_over)
        steps = tuple(chapter_steps(story, details, review.names, review.viewer))
        words: list[InkedWord] = []
        for step in steps:
            if step.number:
                if words:
                    words[-1] = (words[-1][0] + ",", words[-1][1])
                words += step.short_words
        chapter = row.chapter
        gain = details.points[1] - details.points[0] if details.points else 0
        return TurnLine(
            number=str(chapter.number or ""),
            who=player_name(chapter.seat, review.names, review.viewer) or chapter.phase,
            words=tuple(words),
            gain=signed(gain) if gain else "",
            points=str(details.points[1]) if details.points else "",
            steps=steps,
        )


def annotation_sign_and_ink(review: Review, nodes: tuple[int, ...], signs: Signs) -> tuple[str, str]:
    """The sign and ink of the first mark at these steps, else of a comment; a blank if there is neither."""
    annotations = review.annotations
    mark_signs = {GOOD: "!", BAD: "?", TURNING_POINT: signs.star}
    for node in nodes:
        value = annotations.get(MARK, node).value
        if value in mark_signs:
            return mark_signs[value], MARK_INKS[value]
    if any(annotations.get(COMMENT, node).text for node in nodes):
        return signs.comment, "dune"
    return " ", "dune"


def current_step_index(review: Review, row: TurnRow, steps: tuple[Step, ...]) -> int:
    """The index in `steps` of the current step of the review; -1 if it is before the first one."""
    indices = {node: index for index, node in enumerate(row.nodes)}
    current = indices.get(review.node, -1)
    reached = [i for i, step in enumerate(steps) if indices.get(step.node, len(indices)) <= current]
    return reached[-1] if reached else -1


NAME_COLUMNS: Final = 10
MIN_POINTS_COLUMNS: Final = 40  # width of a list that shows the points after each turn
MIN_WORDS_COLUMNS: Final = 8  # that the words of a turn keep, however deep its line is
LEADING_WORDS: Final = frozenset(("a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "with", "your"))
TURN, STEP = "turn", "step"  # areas of targets; their index is that of the row, or the node
START: Final = Target(STEP, 0)


class TreePane:
    """Paints the list, and remembers how far it is scrolled."""

    def __init__(self, review: Review, turn_lines: TurnLineCache, analysis: AnalysisPane) -> None:
        self._review: Final = review
        self._analysis: Final = analysis
        self._turn_lines: Final = turn_lines
        self.shows_variations = True
        self.top = 0
        self._name_columns = NAME_COLUMNS - 1  # that the listed names and phases need, with a blank

    def listed_row_indices(self) -> Sequence[int]:
        """The indices of the review's rows that are listed: without variations, those of the current line."""
        rows = self._review.turns.rows
        if self.shows_variations:
            return range(len(rows))
        on_line = set(self._review.current_line)
        return [index for index, row in enumerate(rows) if row.nodes[0] in on_line]

    def paint(self, brush: Brush, signs: Signs) -> None:
        """Paint the list with its heading."""
        review = self._review
        lines = plural(1 + review.turns.variation_count, "line")
        heading = f"Turns and lines  {lines}" if self.shows_variations else "Turns  without variations"
        text = f"{signs.rule * 2} {heading} "
        brush.write(0, 0, text + signs.rule * (brush.width - cell_len(text)), "deep")
        brush.write(3, 0, heading, "lapis", "bold")
        self._paint_rows(brush.sub_brush(0, 1, brush.width, brush.height - 1), signs)

    def _paint_rows(self, brush: Brush, signs: Signs) -> None:
        review, rows, listed = self._review, self._review.turns.rows, self.listed_row_indices()
        current_row = review.turns.index_of(review.node)
        position = listed.index(current_row) if current_row in listed else -1
        steps = self._turn_lines.line_of(rows[current_row]).steps if position >= 0 else ()
        current_step = current_step_index(review, rows[current_row], steps) if position >= 0 else -1
        total = 1 + len(listed) + len(steps)  # the start has a line too
        chapters = dict.fromkeys([rows[index].chapter for index in listed])
        names = [player_name(chapter.seat, review.names, review.viewer) or chapter.phase for chapter in chapters]
        self._name_columns = min(NAME_COLUMNS - 1, 1 + max(map(cell_len, names), default=0))
        turn_line = position + 1  # the line of the current turn
        cursor = turn_line + 1 + current_step if current_step >= 0 else turn_line
        self._scroll(turn_line, cursor, total, brush.height)
        for y in range(min(brush.height, total - self.top)):
            line = self.top + y
            line_brush = brush.sub_brush(0, y, brush.width, 1)
            if line == 0:
                line_brush.add_target(START)
                line_brush.write(
                    0,
                    0,
                    f"{signs.cursor if not review.node else ' '}    the start",
                    "gold" if not review.node else "dune",
                )
            elif line <= turn_line:
                self._paint_turn(line_brush, signs, listed[line - 1], is_current=line == turn_line and position >= 0)
            elif line <= turn_line + len(steps):
                index = line - turn_line - 1
                step = steps[index]
                line_brush.add_target(Target(STEP, step.node))
                self._paint_step(
                    line_brush,
                    signs,
                    step.number or "",
                    step.short_words,
                    step.gain,
                    node=step.node,
                    is_current=index == current_step,
                    depth=rows[current_row].depth,
                )
            else:
                self._paint_turn(line_brush, signs, listed[line - 1 - len(steps)], is_current=False)
        paint_more_signs(brush, signs, self.top, total)

    def _scroll(self, turn_line: int, cursor_line: int, line_count: int, height: int) -> None:
        """Scroll as little as possible, so that the cursor is visible, and the line of its turn too if both fit."""
        first = turn_line if cursor_line - turn_line < height else cursor_line - height + 1
        if first < self.top:
            self.top = max(0, first - 1)
        if cursor_line >= self.top + height:
            self.top = min(cursor_line - height + 1 + height // 3, first)
        self.top = max(0, min(self.top, line_count - height))

    def _paint_turn(self, brush: Brush, signs: Signs, row_index: int, *, is_current: bool) -> None:
        row = self._review.turns.rows[row_index]
        brush.add_target(Target(TURN, row_index))
        line = self._turn_lines.line_of(row)
        ink = "gold" if is_current else "sand"
        x = brush.write(0, 0, signs.cursor if is_current else " ", "gold")
        indent = min(2 * row.depth, max(0, brush.width - 2 * NAME_COLUMNS - MIN_WORDS_COLUMNS))
        if row.label:
            x = brush.write(x, 0, f"{'':{max(0, indent - 2)}} {signs.branch}{signs.rule}{row.label:<2}", "dune")
        else:
            x = brush.write(x, 0, f"{'':{indent}}{line.number:>3} ", ink)
        x = brush.write(x, 0, pad(line.who, self._name_columns), ink)
        sign, sign_ink = annotation_sign_and_ink(self._review, row.nodes, signs)
        x = brush.write(x, 0, f"{sign} ", sign_ink, "bold")
        if self._analysis.has_decisions:
            mark = self._analysis.verdict_of(row).mark
            x = brush.write(x, 0, pad(mark, MARK_COLUMNS), LOSS_MARK_INKS[mark], "bold")
        if row.is_hidden:
            brush.write(x, 0, "hidden line", "dune")
            return
        end = self._paint_right_end(brush, signs, row, line)
        name = self._review.line_tree.variation_name(row.nodes)
        words = ((f"{name}:", ("lapis", "bold")), *line.words) if name else line.words
        words_brush = brush.sub_brush(x, 0, end - x - 1, 1)
        if not self._analysis.has_decisions:
            paint_words(words_brush, words, signs)
        else:
            paint_whole_words(words_brush, words)

    def _paint_right_end(self, brush: Brush, signs: Signs, row: TurnRow, line: TurnLine) -> int:
        """Paint the right end of a turn: its gain, the points after it, and the number of folded variations. Returns the column
        where that begins."""
        end = brush.width - 1
        if self._analysis.has_decisions:
            verdict = self._analysis.verdict_of(row)
            if verdict.loss:
                brush.write_right(0, verdict.loss, "carnelian", end=end - CHANCE_COLUMNS)
            brush.write_right(0, verdict.chance, "dune", end=end)
            end -= CHANCE_COLUMNS + LOSS_COLUMNS if verdict.loss else CHANCE_COLUMNS if verdict.chance else 0
            if row.folded_count:
                end = brush.write_right(0, f"{signs.branch}{row.folded_count} folded", "lapis", end=end) - 1
            return end
        if brush.width >= MIN_POINTS_COLUMNS and line.points:
            end = brush.write_right(0, f"{line.points:>3}", "dune", end=end) - 1
        if line.gain:
            end = brush.write_right(0, line.gain, "faience" if line.gain[0] == "+" else "carnelian", end=end) - 1
        if row.folded_count:
            end = brush.write_right(0, f"{signs.branch}{row.folded_count} folded", "lapis", end=end) - 1
        return end

    def _paint_step(
        self,
        brush: Brush,
        signs: Signs,
        number: int | str,
        words: tuple[InkedWord, ...],
        gain: str,
        *,
        node: int,
        is_current: bool,
        depth: int,
    ) -> None:
        x = brush.write(
            0, 0, f"{'':{5 + min(2 * depth, brush.width // 4)}}{signs.cursor if is_current else ' '}", "gold"
        )
        x = brush.write(x, 0, f"{number:>2} ", "dune")
        decision = self._analysis.decision_at(node)
        if decision is not None and decision.mark:
            x = brush.write(x, 0, pad(decision.mark, MARK_COLUMNS), LOSS_MARK_INKS[decision.mark], "bold")
        end = brush.write_right(0, gain, "dune", end=brush.width - 1) - 1
        inked = tuple([(word, ("gold",) if is_current else ink) for word, ink in words])
        words_brush = brush.sub_brush(x, 0, end - x, 1)
        if not self._analysis.has_decisions:
            paint_words(words_brush, inked, signs)
        else:
            paint_whole_words(words_brush, inked)


def paint_whole_words(brush: Brush, words: tuple[InkedWord, ...]) -> None:
    """Paint the words that fit into one line, without a word that leads to one that does not."""
    fitting: list[InkedWord] = []
    columns = 0
    for word, ink in words:
        columns += cell_len(word) + bool(fitting)
        if columns > brush.width:
            while len(fitting) > 1 and fitting[-1][0] in LEADING_WORDS:
                fitting.pop()
            break
        fitting.append((word, ink))
    x = 0
    for place, (word, ink) in enumerate(fitting):
        text = word.rstrip(",:") if place == len(fitting) - 1 else word
        x = brush.write(x, 0, text, *ink) + 1


def paint_words(brush: Brush, words: tuple[InkedWord, ...], signs: Signs) -> None:
    """Paint the words that fit into one line; a sign after the last of them says that some are left out."""
    columns = [cell_len(word) for word, _ in words]
    if sum(columns) + len(columns) - 1 <= brush.width:
        shown, more = list(words), ""
    else:
        shown, more = list(words), signs.more
        while shown:
            word, ink = shown[-1]
            shown[-1] = (word.rstrip(",:"), ink)
            used = sum([cell_len(each) for each, _ in shown]) + len(shown) - 1
            if used + cell_len(more) <= brush.width:
                break
            shown.pop()
    x = 0
    for word, ink in shown:
        x = brush.write(x, 0, word, *ink) + 1
    brush.write(max(0, x - 1), 0, more, "dune")
