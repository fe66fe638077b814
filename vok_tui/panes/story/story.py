"""The story pane: what was played, turn by turn, a line for each step, the latest at the bottom. A line marks where you left
off."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len

from engine.core.game import NOBODY
from vok_tui.game.story import StoryChapter
from vok_tui.painting.grid import Brush, Ink, NextColumn
from vok_tui.painting.text import InkedWord, wrap_inked
from vok_tui.panes.overlay import SCROLL_LABELS, Overlay, StandingPane
from vok_tui.panes.scene import Board, Scene, ScrollPosition
from vok_tui.panes.story.steps import Step, chapter_steps, player_name

SINCE: Final = "Since your last turn"
NUMBER_COLUMNS: Final = 3  # before the words of a step


@dataclass(frozen=True)
class StoryLine:
    """A line of the story: words from the column `indent` on, and a text at the right edge. `fresh` is new since the viewer's
    own turn; `rule` draws a line between the two; `pointed` is the step that is pointed at."""

    words: Sequence[InkedWord]
    indent: int = 0
    right: str = ""
    fresh: bool = False
    rule: bool = False
    pointed: bool = False


def latest_story_lines(scene: Scene, width: int, min_lines: int, *, short: bool = False) -> list[StoryLine]:
    """The latest lines, oldest first: at least `min_lines`, in whole turns. Earlier turns are not looked at, so the cost does not
    grow with the length of the game."""
    fresh = fresh_nodes(scene)
    made: list[StoryLine] = []
    for turn in reversed(scene.turns):
        if len(made) >= min_lines:
            break
        made = turn_lines(scene, turn, width, fresh, short=short) + made
    return made


def fresh_nodes(scene: Scene) -> frozenset[int]:
    """The steps that are new since the viewer's own turn."""
    return frozenset(sentence.node for turn in scene.turns_since for sentence in turn.sentences)


def turn_lines(
    scene: Scene, turn: StoryChapter, width: int, fresh: frozenset[int], *, short: bool = False
) -> list[StoryLine]:
    """The lines of a turn: a heading, then a line for each step; before the first new one, the mark of where you left off."""
    new = [sentence.node in fresh for sentence in turn.sentences]
    heading = StoryLine(
        [(chapter_heading(scene, turn), ("lapis", "bold"))],
        right=points_text(scene, turn),
        fresh=bool(new) and all(new),
        rule=True,
    )
    made = [heading]
    for step in steps_of(scene, turn, short=short):
        is_new = step.node in fresh
        if is_new and not heading.fresh and not made[-1].fresh:
            made.append(since_last_turn_line())
        made += step_lines(scene, step, width - 1, is_new)
    first = scene.turns_since[0].chapter if scene.turns_since and scene.viewer != NOBODY else None
    return [since_last_turn_line(), *made] if heading.fresh and turn.chapter == first else made


def since_last_turn_line() -> StoryLine:
    """The line that marks where you left off."""
    return StoryLine([(SINCE, ("gold",))], fresh=True)


def steps_of(scene: Scene, turn: StoryChapter, *, short: bool = False) -> list[Step]:
    """The steps of a turn; with `short`, without those that are routine, in short words."""
    steps = chapter_steps(turn, scene.notes(turn), scene.names, scene.viewer)
    return [replace(step, words=step.short_words) for step in steps if step.number] if short else steps


def step_lines(scene: Scene, step: Step, width: int, fresh: bool) -> list[StoryLine]:
    """The lines of a step: its number, its words, and at the right what it brought."""
    pointed = fresh and step.number > 0 and step.key == scene.pointed_step
    room = width - NUMBER_COLUMNS
    faded: Ink = () if fresh else ("dune",)
    words = [(word, faded if ink == ("sand",) else ink) for word, ink in counted_words(scene, step)]
    lines = wrap_inked(words, room)
    if step.gain and line_width(lines[-1]) + 1 + cell_len(step.gain) > room:
        lines = wrap_inked(words, room - cell_len(step.gain) - 1)
    number = f"{step.number:>2}" if step.number else "  "
    made = [
        StoryLine([(number, ("dune",)), *lines[0]] if step.number else lines[0], 0 if step.number else NUMBER_COLUMNS)
    ]
    made += [StoryLine(line, NUMBER_COLUMNS) for line in lines[1:]]
    last = len(made) - 1
    return [
        StoryLine(line.words, line.indent, step.gain if y == last else "", fresh, pointed=pointed)
        for y, line in enumerate(made)
    ]


def line_width(words: Sequence[InkedWord]) -> int:
    """The number of cells of words with blanks between them."""
    return sum([cell_len(word) + 1 for word, _ in words]) - 1


def counted_words(scene: Scene, step: Step) -> list[InkedWord]:
    """The words of a step, with the number of times it came."""
    return [*step.words, *([(f"{scene.signs.times}{step.count}", ("sand",))] if step.count > 1 else [])]


def chapter_heading(scene: Scene, turn: StoryChapter) -> str:
    """The heading of a turn or phase: its number and whose turn it was, or its title where it was everybody's."""
    chapter = turn.chapter
    if chapter.seat == NOBODY:
        return chapter.title
    return " ".join([str(chapter.number), player_name(chapter.seat, scene.names, scene.viewer), chapter.phase]).strip()


def points_text(scene: Scene, turn: StoryChapter) -> str:
    """The points before and behind a turn: "8→13"."""
    points = scene.notes(turn).points
    if points is None:
        return ""
    before, after = points
    return f"{before}{scene.signs.becomes}{after}" if after != before else str(after)


def paint_story(brush: Brush, scene: Scene, scroll: int = 0, *, short: bool = False) -> ScrollPosition:
    """Paint the latest lines that fit, scrolled back by `scroll` lines, but not beyond the beginning; with `short`, without what
    comes in every turn, and so that the step that is pointed at can be seen. Returns the number of lines scrolled back."""
    brush.write(0, 0, "Log", "lapis", "bold")
    height = brush.height - 1
    made = latest_story_lines(scene, brush.width, brush.height + scroll, short=short)
    if short and scene.pointed_step is not None:
        made = latest_story_lines(scene, brush.width, len(fresh_nodes(scene)) * 3 + brush.height, short=True)
        at = max((y for y, line in enumerate(made) if line.pointed), default=len(made) - 1)
        scroll = max(0, len(made) - max(height, at + 1))
    scroll = min(scroll, max(0, len(made) - height))
    for y, line in enumerate(visible_lines(made, height, scroll)):
        paint_line(brush.sub_brush(0, y + 1, brush.width, 1), scene, line)
    return scroll


def paint_line(brush: Brush, scene: Scene, line: StoryLine) -> None:
    """Paint a line of the story."""
    over: Ink = ("ink", "on-gold", "bold") if line.pointed else ()
    if line.fresh:
        brush.write(0, 0, scene.signs.cursor if line.pointed else scene.signs.new_bar, "gold")
    body = brush.sub_brush(1, 0, brush.width - 1, 1)
    if line.pointed:
        body.fill(*over)
    x = write_words(body, line.indent, 0, line.words, over)
    start = body.write_right(0, line.right, *(over or ("gold",)))
    if line.rule and line.right and start - x > 2:
        body.write(x + 1, 0, scene.signs.rule * (start - x - 2), "deep")


def write_words(brush: Brush, x: int, y: int, words: Iterable[InkedWord], over: Ink = ()) -> NextColumn:
    """Write words with blanks between them; `over` replaces their inks. Returns the next column."""
    for i, (word, ink) in enumerate(words):
        x = brush.write(x + (i > 0), y, word, *(over or ink))
    return x


def visible_lines(made: Sequence[StoryLine], height: int, scroll: int) -> Sequence[StoryLine]:
    """The last `height` lines, scrolled back by `scroll` lines."""
    end = max(min(height, len(made)), len(made) - scroll)
    return made[max(0, end - height) : end]


def paint_standing_story(brush: Brush, scene: Scene, board: Board) -> None:
    """Paint the latest of the story where it stands on the table."""
    del board
    paint_story(brush, scene, short=True)


def paint_story_overlay(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the story over the table. Returns the number of lines scrolled back."""
    del board
    return paint_story(brush, scene, scene.scroll)


STANDING_STORY: Final = StandingPane("story", paint_standing_story)
STORY: Final = Overlay(
    "chronicle",
    "l",
    "Log",
    "the log: all that was played",
    paint=paint_story_overlay,
    labels=lambda _: {
        **SCROLL_LABELS,
        "log_page_up": "Earlier",
        "log_page_down": "Later",
        "log_last": "Latest",
    },
    starts_at_end=True,
)
