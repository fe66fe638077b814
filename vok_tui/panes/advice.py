"""The hint below the question: the best answers with their keys, chance and points, and sentences about them."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from vok_tui.painting.grid import Brush, LineCount, fit, wrap
from vok_tui.panes.question import shorten
from vok_tui.panes.scene import Advice, Scene
from vok_tui.panes.story import share_lines

MIN_QUESTION_LINES: Final = 4  # that stay for the question and its answers, if the pane is low
CHANCE_COLUMNS: Final = 8
POINTS_COLUMNS: Final = 9
MAX_NOTE_LINES: Final = 3
MAX_ROW_LINES: Final = 3  # of the text of an answer
CHANCE: Final = "chance"


class AdviceLines(NamedTuple):
    """A hint in lines of one width: the lines of the text of each row, the columns of the keys, and where the columns of chances
    and of texts end."""

    texts: tuple[tuple[str, ...], ...]
    key_columns: int
    chance_end: int
    text_end: int


def advice_lines(advice: Advice, width: int, cut_sign: str) -> AdviceLines:
    """How the rows of a hint are laid out. A text that is cut ends with `cut_sign`."""
    key_columns = max([cell_len(key) + 1 for key, _, _, _ in advice.rows if key], default=0)
    chance_end = width - (POINTS_COLUMNS if advice.has_points else 0)
    text_end = chance_end - (CHANCE_COLUMNS if advice.has_chances else 0)
    columns = max(1, text_end - key_columns - 2)
    texts = tuple(
        [tuple(shorten(wrap(text, columns, 2), MAX_ROW_LINES, columns, cut_sign)) for _, text, _, _ in advice.rows]
    )
    return AdviceLines(texts, key_columns, chance_end, text_end)


def advice_line_count(scene: Scene, width: int, height: int, needed: LineCount) -> LineCount:
    """The number of lines of the hint in a question pane of this size, whose question needs so many lines; 0 without a hint."""
    advice = scene.advice
    if advice is None:
        return 0
    texts = advice_lines(advice, width, scene.signs.more).texts
    wanted = 1 + sum(map(len, texts)) + len(note_lines(advice, width, scene.signs.more))
    return max(0, min(wanted, height - min(needed, MIN_QUESTION_LINES)))


def note_lines(advice: Advice, width: int, cut_sign: str) -> list[str]:
    """The lines of the sentences. One that is cut ends with `cut_sign`."""
    return [
        line for note in advice.notes for line in shorten(wrap(note, width - 2), MAX_NOTE_LINES, width - 2, cut_sign)
    ]


def paint_advice(brush: Brush, scene: Scene) -> None:
    """Paint the hint: a heading with the heads of the columns, the answers, and as many sentences as fit."""
    advice, signs = scene.advice, scene.signs
    if advice is None or not brush.height:
        return
    layout = advice_lines(advice, brush.width, signs.more)
    columns = layout.text_end - layout.key_columns - 1
    brush.write(0, 0, signs.rule * brush.width, "deep")
    brush.write(2, 0, f" {advice.heading} ", "gold", "bold")
    if advice.has_points:
        brush.write_right(0, f" {advice.score_word} ", "dune", end=brush.width)
    if advice.has_chances:
        brush.write_right(0, f" {CHANCE} ", "dune", end=layout.chance_end)

    def plain(text: str) -> str:
        return text.replace("−", "-") if signs.ascii_only else text

    y = 1
    shares = share_lines(list(map(len, layout.texts)), brush.height - 1)
    for (key, _, chance, points), lines, share in zip(advice.rows, layout.texts, shares, strict=True):
        if y >= brush.height:
            return
        brush.write(1, y, key, "lapis", "bold")
        brush.write_right(y, plain(points), "dune", end=brush.width - 1)
        brush.write_right(y, chance, "gold", end=layout.chance_end - 1)
        for line in shorten(list(lines), min(share, brush.height - y), columns - 1, signs.more):
            brush.write(1 + layout.key_columns, y, fit(line, columns, signs.more), "sand")
            y += 1
    notes = note_lines(advice, brush.width, signs.more)
    for line in shorten(notes, brush.height - y, brush.width - 2, signs.more):
        brush.write(1, y, plain(line), "dune")
        y += 1
