"""What the others did since your last turn, above the answers: a line for each step if they fit, else the steps of each turn
joined to one text."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from engine.core.game import NOBODY
from vok_tui.game.story import StoryChapter
from vok_tui.painting.grid import Brush, Ink, LineCount
from vok_tui.painting.text import InkedWord, wrap_inked
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.steps import Step, player_name
from vok_tui.panes.story.story import (
    StoryLine,
    chapter_heading,
    line_width,
    nodes_since_your_turn,
    paint_line,
    points_text,
    step_lines,
    steps_of,
    words_with_count,
)

MIN_STEP_LINE_COLUMNS: Final = 70  # in a pane of this width or more, each step has its own line if they fit
MIN_TURN_COLUMNS: Final = 36  # of turns side by side
MAX_TURN_COLUMNS: Final = 56  # in wider ones, what a step gained would be too far from its text
INDENT: Final = 2  # of the lines of a turn after the first


def turns_since_with_steps(scene: Scene) -> list[tuple[StoryChapter, list[Step]]]:
    """The turns since the viewer's own last turn, each with its new steps, abridged and numbered as in the whole story. The list
    of steps may be empty."""
    new_nodes = nodes_since_your_turn(scene)
    chapters = {turn.chapter for turn in scene.turns_since}
    return [
        (turn, [step for step in steps_of(scene, turn, abridged=True) if step.node in new_nodes])
        for turn in scene.turns
        if turn.chapter in chapters
    ]


def steps_since_your_turn(scene: Scene) -> list[Step]:
    """The steps of the others since your turn, oldest first, without routine ones. The step pointer visits these."""
    return [step for _, steps in turns_since_with_steps(scene) for step in steps]


def paint_turns_since(brush: Brush, scene: Scene, y: int, max_lines: int) -> LineCount:
    """Paint what happened since the viewer's last turn in at most `max_lines` lines: if it fits, a line for each step, with the
    turns side by side or one below the other; else the steps of each turn joined. Returns the number of lines, including a blank
    one if it fits."""
    turns = turns_since_with_steps(scene)
    for columns in (max(1, len(turns)), 1):
        width = min(MAX_TURN_COLUMNS, (brush.width + 1) // columns)
        blocks = [stepwise_turn_lines(scene, turn, steps, width - 1) for turn, steps in turns]
        heights = [len(block) for block in blocks]
        used = sum(heights) if columns == 1 else max(heights)
        if used > max_lines or brush.width < MIN_STEP_LINE_COLUMNS or width < MIN_TURN_COLUMNS:
            continue
        for i, block in enumerate(blocks):
            x, top = (0, sum(heights[:i])) if columns == 1 else (i * width, 0)
            paint_lines(brush.sub_brush(x, y + top, width - 1, len(block)), scene, block)
        break
    else:
        used = paint_joined_turns(brush.sub_brush(0, y, brush.width, max_lines), scene, turns)
    return used + (1 if 0 < used < max_lines else 0)


def paint_joined_turns(brush: Brush, scene: Scene, turns: Sequence[tuple[StoryChapter, list[Step]]]) -> LineCount:
    """Paint the steps of each turn as one text. If there are too few lines, the turns share them, the highlighted step stays
    visible, and the key of the whole story is named at the end. Returns the number of lines."""
    blocks = [joined_turn_lines(scene, turn, steps, brush.width - 2) for turn, steps in turns]
    needed = [len(block) for block in blocks]
    shares = share_lines(needed, brush.height)
    for i, block in enumerate(blocks):
        highlighted = max((row for row, line in enumerate(block) if shows_highlighted_step(line)), default=-1)
        if highlighted >= shares[i]:
            shares = [0] * len(shares)
            shares[i] = min(len(block), brush.height)
            blocks[i] = block[max(0, highlighted + 1 - shares[i]) :]
    lines = [line for block, share in zip(blocks, shares, strict=True) for line in block[:share]]
    key = scene.footer_key("chronicle")
    if sum(needed) > len(lines) > 0 and key:
        lines[-1] = with_hint(lines[-1], f"{scene.signs.more} {key} for all", brush.width)
    paint_lines(brush, scene, lines)
    return len(lines)


def with_hint(line: StoryLine, hint: str, width: int) -> StoryLine:
    """A line with a hint at its end. Words that leave no room for the hint are dropped."""
    words = list(line.words)
    while words and 1 + line.indent + line_width(words) + 1 + cell_len(hint) > width:
        words.pop()
    return replace(line, words=words, right_text=hint)


def paint_lines(brush: Brush, scene: Scene, lines: Sequence[StoryLine]) -> None:
    """Paint lines one below the other."""
    for y, line in enumerate(lines):
        paint_line(brush.sub_brush(0, y, brush.width, 1), scene, line)


def share_lines(needed: Sequence[int], total: int) -> list[int]:
    """Distribute `total` lines fairly among texts that need `needed` lines: one line to each in turn, until each has enough."""
    shares = [0] * len(needed)
    while total > 0 and shares != list(needed):
        for i, lines in enumerate(needed):
            if total > 0 and shares[i] < lines:
                shares[i] += 1
                total -= 1
    return shares


def shows_highlighted_step(line: StoryLine) -> bool:
    """Whether a line shows the highlighted step, or a part of it."""
    return line.is_highlighted or any("on-gold" in ink for _, ink in line.words)


def stepwise_turn_lines(scene: Scene, turn: StoryChapter, steps: Sequence[Step], width: int) -> list[StoryLine]:
    """The lines of a turn: a heading, then each step on lines of its own."""
    heading = StoryLine(
        [(chapter_heading(scene, turn), ("lapis", "bold"))],
        right_text=points_text(scene, turn),
        is_new=True,
        has_rule=True,
    )
    return [heading, *[line for step in steps for line in step_lines(scene, step, width - 1, True)]]


def joined_turn_lines(scene: Scene, turn: StoryChapter, steps: Sequence[Step], width: int) -> list[StoryLine]:
    """The lines of a turn as one text: its player, and the steps with a sign between them."""
    name = player_name(turn.chapter.seat, scene.names, scene.viewer) or chapter_heading(scene, turn)
    words: list[InkedWord] = [(word, ("lapis", "bold")) for word in name.split()]
    if turn.chapter.seat == NOBODY:
        words[-1] = (words[-1][0] + ":", words[-1][1])
    for i, step in enumerate(steps):
        highlight: Ink = ("ink", "on-gold", "bold") if step.key == scene.highlighted_step else ()
        words += [(scene.signs.cursor, highlight)] if highlight else []
        words += [(word, highlight or ink) for word, ink in mid_sentence_words(words_with_count(scene, step))]
        if step.gain.startswith(("+", "-")):
            words.append((step.gain, highlight or ("gold",)))
        if i + 1 < len(steps):
            words.append((scene.signs.then, ("dune",)))
    if not steps:
        words += [("plays", ("dune",)), ("nothing", ("dune",))] if turn.chapter.seat != NOBODY else []
    lines = wrap_inked(words, width, INDENT)
    return [StoryLine(line, 1 + INDENT * (y > 0), is_new=True) for y, line in enumerate(lines)]


def mid_sentence_words(words: Sequence[InkedWord]) -> list[InkedWord]:
    """The words of a step without the initial capital of "You": "you sacrifice Urn"."""
    (first, ink), *rest = words
    return [(first.lower() if first in ("You", "Your") else first, ink), *rest]
