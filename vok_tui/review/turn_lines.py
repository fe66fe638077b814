"""What the list of turns says of each turn: who did what, in short, and what it brought."""

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
    """A turn in one line, and its steps. `points` are those of its player behind it, "" in a game that shows none."""

    number: str
    who: str
    words: tuple[InkedWord, ...]
    gain: str
    points: str
    steps: tuple[Step, ...]


class TurnLineCache:
    """The lines of turns, made when they are shown and kept for one viewer."""

    def __init__(self, review: Review, board: Board) -> None:
        self._review: Final = review
        self._board: Final = board
        self._made: Final[dict[tuple[int, tuple[int, ...]], TurnLine]] = {}

    def line_of(self, row: TurnRow) -> TurnLine:
        """The line of a turn."""
        key = (self._review.viewer, row.nodes)
        if key not in self._made:
            self._made[key] = self._make(row)
        return self._made[key]

    def clear(self) -> None:
        """The game has gone on: what is told of the latest turns is no longer all."""
        self._made.clear()

    def _make(self, row: TurnRow) -> TurnLine:
        review = self._review
        story = review.story_of(row.nodes)
        before, after = review.views_around(row.nodes)
        is_over = bool(review.lines.main_child(row.nodes[-1])) or review.match.mover(row.nodes[-1]) == NOBODY
        notes = self._board.chapter_notes(before, after, story, is_over)
        steps = tuple(chapter_steps(story, notes, review.names, review.viewer))
        words: list[InkedWord] = []
        for step in steps:
            if step.number:
                if words:
                    words[-1] = (words[-1][0] + ",", words[-1][1])
                words += step.short_words
        chapter = row.chapter
        gain = notes.points[1] - notes.points[0] if notes.points else 0
        return TurnLine(
            number=str(chapter.number or ""),
            who=player_name(chapter.seat, review.names, review.viewer) or chapter.phase,
            words=tuple(words),
            gain=f"{gain:+}" if gain else "",
            points=str(notes.points[1]) if notes.points else "",
            steps=steps,
        )


def mark_or_comment_sign(review: Review, nodes: tuple[int, ...], signs: Signs) -> tuple[str, str]:
    """The sign of the first mark at these steps, else of a comment, and its ink; blank if there is nothing."""
    annotations = review.annotations
    own = {GOOD: "!", BAD: "?", TURNING_POINT: signs.star}
    for node in nodes:
        value = annotations.get(MARK, node).value
        if value in own:
            return own[value], MARK_INKS[value]
    if any(annotations.get(COMMENT, node).text for node in nodes):
        return signs.comment, "dune"
    return " ", "dune"


def current_step_index(review: Review, row: TurnRow, steps: tuple[Step, ...]) -> int:
    """The place of the step at which the review stands; -1 before the first one."""
    places = {node: place for place, node in enumerate(row.nodes)}
    here = places.get(review.node, -1)
    found = [i for i, step in enumerate(steps) if places.get(step.node, len(places)) <= here]
    return found[-1] if found else -1
