"""What the others did since your last turn, above the answers: a line for each step where there is room, else the steps of a
turn joined in the order in which they happened."""

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
    counted_words,
    fresh_nodes,
    line_width,
    paint_line,
    points_text,
    step_lines,
    steps_of,
)

LINE_A_STEP_COLUMNS: Final = 70  # from this width on, each step has a line of its own if there are enough lines
MIN_TURN_COLUMNS: Final = 36  # of a turn that stands beside another one
MAX_TURN_COLUMNS: Final = 56  # wider, what a step brought would stand too far from it
INDENT: Final = 2  # of the later lines of a turn


def turns_with_fresh_steps(scene: Scene, *, short: bool = True) -> list[tuple[StoryChapter, list[Step]]]:
    """The turns since the viewer's own, each with its new steps, numbered as in the whole story."""
    fresh = fresh_nodes(scene)
    chapters = {turn.chapter for turn in scene.turns_since}
    return [
        (turn, [step for step in steps_of(scene, turn, short=short) if step.node in fresh])
        for turn in scene.turns
        if turn.chapter in chapters
    ]


def pointable_steps(scene: Scene) -> list[Step]:
    """The steps that `,` goes back through, oldest first."""
    return [step for _, steps in turns_with_fresh_steps(scene) for step in steps]


def paint_turns_since(brush: Brush, scene: Scene, y: int, line_count: int) -> LineCount:
    """Paint what happened since the viewer's last turn in at most `line_count` lines: a line for each step, the turns below or
    beside each other, where that fits, else the steps of a turn joined. Returns the number of lines, with a blank one if there
    is room."""
    turns = turns_with_fresh_steps(scene)
    for columns in (max(1, len(turns)), 1):
        width = min(MAX_TURN_COLUMNS, (brush.width + 1) // columns)
        pieces = [turn_with_step_lines(scene, turn, steps, width - 1) for turn, steps in turns]
        heights = [len(piece) for piece in pieces]
        used = sum(heights) if columns == 1 else max(heights)
        if used > line_count or brush.width < LINE_A_STEP_COLUMNS or width < MIN_TURN_COLUMNS:
            continue
        for i, piece in enumerate(pieces):
            x, top = (0, sum(heights[:i])) if columns == 1 else (i * width, 0)
            paint_lines(brush.sub_brush(x, y + top, width - 1, len(piece)), scene, piece)
        break
    else:
        used = paint_joined_turns(brush.sub_brush(0, y, brush.width, line_count), scene, turns)
    return used + (1 if 0 < used < line_count else 0)


def paint_joined_turns(brush: Brush, scene: Scene, turns: Sequence[tuple[StoryChapter, list[Step]]]) -> LineCount:
    """Paint the steps of each turn joined. Where there is too little room, the turns share it, the step that is pointed at stays
    in sight, and the key of the whole story stands at the end. Returns the number of lines."""
    pieces = [turn_as_one_text(scene, turn, steps, brush.width - 2) for turn, steps in turns]
    wanted = [len(piece) for piece in pieces]
    shares = share_lines(wanted, brush.height)
    for i, piece in enumerate(pieces):
        at = max((row for row, line in enumerate(piece) if is_pointed(line)), default=-1)
        if at >= shares[i]:
            shares = [0] * len(shares)
            shares[i] = min(len(piece), brush.height)
            pieces[i] = piece[max(0, at + 1 - shares[i]) :]
    made = [line for piece, share in zip(pieces, shares, strict=True) for line in piece[:share]]
    key = scene.footer_key("chronicle")
    if sum(wanted) > len(made) > 0 and key:
        made[-1] = with_hint(made[-1], f"{scene.signs.more} {key} for all", brush.width)
    paint_lines(brush, scene, made)
    return len(made)


def with_hint(line: StoryLine, hint: str, width: int) -> StoryLine:
    """A line with a hint at its end, in place of the words that leave no room for it."""
    words = list(line.words)
    while words and 1 + line.indent + line_width(words) + 1 + cell_len(hint) > width:
        words.pop()
    return replace(line, words=words, right=hint)


def paint_lines(brush: Brush, scene: Scene, lines: Sequence[StoryLine]) -> None:
    """Paint lines one below the other."""
    for y, line in enumerate(lines):
        paint_line(brush.sub_brush(0, y, brush.width, 1), scene, line)


def share_lines(wanted: Sequence[int], room: int) -> list[int]:
    """Distribute lines fairly: each text gets what it wants, as long as the others could have as many."""
    shares = [0] * len(wanted)
    while room > 0 and shares != list(wanted):
        for i, lines in enumerate(wanted):
            if room > 0 and shares[i] < lines:
                shares[i] += 1
                room -= 1
    return shares


def is_pointed(line: StoryLine) -> bool:
    """Whether a line shows the step that is pointed at."""
    return line.pointed or any("on-gold" in ink for _, ink in line.words)


def turn_with_step_lines(scene: Scene, turn: StoryChapter, steps: Sequence[Step], width: int) -> list[StoryLine]:
    """A turn with a line for each step."""
    heading = StoryLine(
        [(chapter_heading(scene, turn), ("lapis", "bold"))], right=points_text(scene, turn), fresh=True, rule=True
    )
    return [heading, *[line for step in steps for line in step_lines(scene, step, width - 1, True)]]


def turn_as_one_text(scene: Scene, turn: StoryChapter, steps: Sequence[Step], width: int) -> list[StoryLine]:
    """A turn as one text: its player, and the steps with a sign between them."""
    name = player_name(turn.chapter.seat, scene.names, scene.viewer) or chapter_heading(scene, turn)
    words: list[InkedWord] = [(word, ("lapis", "bold")) for word in name.split()]
    if turn.chapter.seat == NOBODY:
        words[-1] = (words[-1][0] + ":", words[-1][1])
    for i, step in enumerate(steps):
        over: Ink = ("ink", "on-gold", "bold") if step.key == scene.pointed_step else ()
        words += [(scene.signs.cursor, over)] if over else []
        words += [(word, over or ink) for word, ink in in_mid_sentence(counted_words(scene, step))]
        if step.gain.startswith(("+", "-")):
            words.append((step.gain, over or ("gold",)))
        if i + 1 < len(steps):
            words.append((scene.signs.then, ("dune",)))
    if not steps:
        words += [("plays", ("dune",)), ("nothing", ("dune",))] if turn.chapter.seat != NOBODY else []
    lines = wrap_inked(words, width, INDENT)
    return [StoryLine(line, 1 + INDENT * (y > 0), fresh=True) for y, line in enumerate(lines)]


def in_mid_sentence(words: Sequence[InkedWord]) -> list[InkedWord]:
    """Words for the middle of a line: "you sacrifice Urn"."""
    (first, ink), *rest = words
    return [(first.lower() if first in ("You", "Your") else first, ink), *rest]
