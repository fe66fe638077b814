"""What the list of turns says about each turn: who did what, in short, and what it gained."""

from dataclasses import dataclass
from typing import Final

from engine.core.game import NOBODY
from engine.core.history.annotations import BAD, COMMENT, GOOD, MARK, TURNING_POINT
from vok_tui.painting.signs import Signs
from vok_tui.painting.text import InkedWord
from vok_tui.panes.scene import Board
from vok_tui.panes.story.steps import Step, chapter_steps, player_name
from vok_tui.replay.review import Review
from vok_tui.replay.review_tree import TurnRow

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
        """The line of a turn."""
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
            gain=f"{gain:+}" if gain else "",
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
