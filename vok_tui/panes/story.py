"""The story of the game as a pane, and what the others did since your turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len

from engine.core.game import NOBODY
from vok_tui.game.story import StoryChapter
from vok_tui.painting.grid import Brush, Ink, InkedWord, LineCount, NextColumn, wrap_inked
from vok_tui.panes.overlay import SCROLL_LABELS, FixedPane, Overlay
from vok_tui.panes.scene import Board, Scene, ScrollPosition
from vok_tui.panes.steps import Step, chapter_steps, player_name

SINCE: Final = "Since your last turn"
NUMBER_COLUMNS: Final = 3  # before the words of a step


@dataclass(frozen=True)
class StoryLine:
    """A line of the story: words from column `indent` on, and a text at the right edge. It `is_new` if it happened since the
    viewer's own turn. With `has_rule` a line is drawn between words and text. Lines of the highlighted step are
    `is_highlighted`."""

    words: Sequence[InkedWord]
    indent: int = 0
    right_text: str = ""
    is_new: bool = False
    has_rule: bool = False
    is_highlighted: bool = False


def latest_story_lines(scene: Scene, width: int, min_lines: int, *, abridged: bool = False) -> list[StoryLine]:
    """The latest lines, oldest first: at least `min_lines`, in whole turns. Does not look at earlier turns, so the cost does not
    grow with the length of the game."""
    new_nodes = nodes_since_your_turn(scene)
    lines: list[StoryLine] = []
    for turn in reversed(scene.turns):
        if len(lines) >= min_lines:
            break
        lines = turn_lines(scene, turn, width, new_nodes, abridged=abridged) + lines
    return lines


def nodes_since_your_turn(scene: Scene) -> frozenset[int]:
    """The nodes of the steps since the viewer's own turn."""
    return frozenset(sentence.node for turn in scene.turns_since for sentence in turn.sentences)


def turn_lines(
    scene: Scene, turn: StoryChapter, width: int, new_nodes: frozenset[int], *, abridged: bool = False
) -> list[StoryLine]:
    """The lines of a turn: a heading, then each step. The mark of your last turn comes before the first step with a node in
    `new_nodes`."""
    are_new = [sentence.node in new_nodes for sentence in turn.sentences]
    heading = StoryLine(
        [(chapter_heading(scene, turn), ("lapis", "bold"))],
        right_text=points_text(scene, turn),
        is_new=bool(are_new) and all(are_new),
        has_rule=True,
    )
    lines = [heading]
    for step in steps_of(scene, turn, abridged=abridged):
        is_new = step.node in new_nodes
        if is_new and not heading.is_new and not lines[-1].is_new:
            lines.append(since_last_turn_line())
        lines += step_lines(scene, step, width - 1, is_new)
    first = scene.turns_since[0].chapter if scene.turns_since and scene.viewer != NOBODY else None
    return [since_last_turn_line(), *lines] if heading.is_new and turn.chapter == first else lines


def since_last_turn_line() -> StoryLine:
    """The line that marks the end of your last turn."""
    return StoryLine([(SINCE, ("gold",))], is_new=True)


def steps_of(scene: Scene, turn: StoryChapter, *, abridged: bool = False) -> list[Step]:
    """The steps of a turn; with `abridged`, only those that are not routine, in short words."""
    steps = chapter_steps(turn, scene.chapter_details(turn), scene.names, scene.viewer)
    return [replace(step, words=step.short_words) for step in steps if step.number] if abridged else steps


def step_lines(scene: Scene, step: Step, width: int, is_new: bool) -> list[StoryLine]:
    """The lines of a step: its number, its words, and at the right what it gained."""
    is_highlighted = is_new and step.number > 0 and step.key == scene.step_marks.highlighted_step
    words_width = width - NUMBER_COLUMNS
    plain: Ink = () if is_new else ("dune",)
    words = [(word, plain if ink == ("sand",) else ink) for word, ink in words_with_count(scene, step)]
    wrapped = wrap_inked(words, words_width)
    if step.gain and line_width(wrapped[-1]) + 1 + cell_len(step.gain) > words_width:
        wrapped = wrap_inked(words, words_width - cell_len(step.gain) - 1)
    lines = [StoryLine(line, NUMBER_COLUMNS) for line in wrapped]
    if step.number:
        lines[0] = StoryLine([(f"{step.number:>2}", ("dune",)), *wrapped[0]])
    lines[-1] = replace(lines[-1], right_text=step.gain)
    return [replace(line, is_new=is_new, is_highlighted=is_highlighted) for line in lines]


def line_width(words: Sequence[InkedWord]) -> int:
    """The number of cells that words take with blanks between them."""
    return sum([cell_len(word) + 1 for word, _ in words]) - 1


def words_with_count(scene: Scene, step: Step) -> list[InkedWord]:
    """The words of a step, and how often it occurred if more than once."""
    return [*step.words, *([(f"{scene.signs.times}{step.count}", ("sand",))] if step.count > 1 else [])]


def chapter_heading(scene: Scene, turn: StoryChapter) -> str:
    """The heading of a turn: its number and player; or the title of a phase in which all players act."""
    chapter = turn.chapter
    if chapter.seat == NOBODY:
        return chapter.title
    return " ".join([str(chapter.number), player_name(chapter.seat, scene.names, scene.viewer), chapter.phase]).strip()


def points_text(scene: Scene, turn: StoryChapter) -> str:
    """The points before and after a turn: "8→13"; "" in a game that shows none."""
    points = scene.chapter_details(turn).points
    if points is None:
        return ""
    before, after = points
    return f"{before}{scene.signs.becomes}{after}" if after != before else str(after)


def paint_story(brush: Brush, scene: Scene, scroll: int = 0, *, abridged: bool = False) -> ScrollPosition:
    """Paint the latest lines that fit, scrolled back by `scroll` lines, but not beyond the beginning. With `abridged`, routine
    steps are left out, and the highlighted step stays visible. Returns the number of lines scrolled back."""
    brush.write(0, 0, "Log", "lapis", "bold")
    height = brush.height - 1
    lines = latest_story_lines(scene, brush.width, brush.height + scroll, abridged=abridged)
    if abridged and scene.step_marks.highlighted_step is not None:
        lines = latest_story_lines(
            scene, brush.width, len(nodes_since_your_turn(scene)) * 3 + brush.height, abridged=True
        )
        last_highlighted = max((y for y, line in enumerate(lines) if line.is_highlighted), default=len(lines) - 1)
        scroll = max(0, len(lines) - max(height, last_highlighted + 1))
    scroll = min(scroll, max(0, len(lines) - height))
    for y, line in enumerate(visible_lines(lines, height, scroll)):
        paint_line(brush.sub_brush(0, y + 1, brush.width, 1), scene, line)
    return scroll


def paint_line(brush: Brush, scene: Scene, line: StoryLine) -> None:
    highlight: Ink = ("ink", "on-gold", "bold") if line.is_highlighted else ()
    if line.is_new:
        brush.write(0, 0, scene.signs.cursor if line.is_highlighted else scene.signs.new_bar, "gold")
    body = brush.sub_brush(1, 0, brush.width - 1, 1)
    if line.is_highlighted:
        body.fill(*highlight)
    x = write_words(body, line.indent, 0, line.words, highlight)
    start = body.write_right(0, line.right_text, *(highlight or ("gold",)))
    if line.has_rule and line.right_text and start - x > 2:
        body.write(x + 1, 0, scene.signs.rule * (start - x - 2), "deep")


def write_words(brush: Brush, x: int, y: int, words: Iterable[InkedWord], highlight: Ink = ()) -> NextColumn:
    """Write words with blanks between them. A `highlight` replaces their inks. Returns the next column."""
    for i, (word, ink) in enumerate(words):
        x = brush.write(x + (i > 0), y, word, *(highlight or ink))
    return x


def visible_lines(lines: Sequence[StoryLine], height: int, scroll: int) -> Sequence[StoryLine]:
    """The last `height` of the lines, scrolled back by `scroll` lines."""
    end = max(min(height, len(lines)), len(lines) - scroll)
    return lines[max(0, end - height) : end]


def paint_fixed_story(brush: Brush, scene: Scene, board: Board) -> None:
    """Paint the end of the story in its fixed place."""
    del board
    paint_story(brush, scene, abridged=True)


def paint_story_overlay(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the story over the table. Returns the number of lines scrolled back."""
    del board
    return paint_story(brush, scene, scene.scroll)


def shown_in_story(scene: Scene) -> object:
    """All that the story shows. The view is a part of it, because the details of a chapter follow from it."""
    return (
        scene.view,
        scene.viewer,
        scene.names,
        scene.turns,
        scene.turns_since,
        scene.step_marks.highlighted_step,
        scene.signs,
    )


FIXED_STORY: Final = FixedPane("story", paint_fixed_story, shows=shown_in_story)
STORY: Final = Overlay(
    "chronicle",
    "l",
    "Log",
    "the log: all that was played",
    paint=paint_story_overlay,
    footer_labels=lambda _: {
        **SCROLL_LABELS,
        "log_page_up": "Earlier",
        "log_page_down": "Later",
        "log_last": "Latest",
    },
    starts_at_end=True,
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
    turns = [(turn, steps) for turn, steps in turns_since_with_steps(scene) if steps or turn.chapter.seat != NOBODY]
    if not turns:  # a phase in which nobody has done anything has no heading
        return 0
    for columns in (max(1, len(turns)), 1) if brush.width >= MIN_STEP_LINE_COLUMNS else ():
        width = min(MAX_TURN_COLUMNS, (brush.width + 1) // columns)
        if width < MIN_TURN_COLUMNS:
            continue
        blocks = [stepwise_turn_lines(scene, turn, steps, width - 1) for turn, steps in turns]
        heights = [len(block) for block in blocks]
        used = sum(heights) if columns == 1 else max(heights)
        if used > max_lines:
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
    cut = [
        [*block[: share - 1], with_hint(block[share - 1], scene.signs.more, brush.width)]
        if 0 < share < len(block)
        else block[:share]
        for block, share in zip(blocks, shares, strict=True)
    ]
    lines = [line for block in cut for line in block]
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
        highlight: Ink = ("ink", "on-gold", "bold") if step.key == scene.step_marks.highlighted_step else ()
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
