"""The question pane: the question and its answers. All questions (the turn itself, crumbling, a reaction, a forced choice) look
the same here."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from vok_tui.painting.grid import Brush, LineCount, Target
from vok_tui.painting.text import fit, wrap
from vok_tui.panes.payment import paint_payment
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.story.since import paint_turns_since, share_lines

FirstLine = int
MIN_TIP_LINES: Final = 8  # of a pane that shows a tip
MAX_TIP_LINES: Final = 2
RULE_COLUMNS: Final = 3  # of the rule in front of a heading
LINES_ABOVE_INDENT: Final = 3  # columns that the texts above the answers leave free
MIN_TOLD_LINES: Final = 2  # that tell what the others did, below the answers about a card
PAYMENT_LINES: Final = 2  # of coins and sentence, and of what stays in hand


def paint_question(
    brush: Brush, scene: Scene, lines_above: Sequence[str] = (), free_lines: int = 0, *, tells_since: bool = True
) -> None:
    """Paint the heading, the lines above the answers, the answers that fit, and a hint at the bottom. `free_lines` lines below
    the heading are left to the caller. `tells_since` tells whether what others have done stands here too."""
    y = paint_heading(brush, scene) + free_lines
    tip = tip_lines(brush, scene)
    last = brush.height - reserved_hint_line_count(brush, scene) - len(tip)
    for text, ink in note_and_message_lines(brush, scene):
        brush.write(1, y, text, ink)
        y += 1
    told_above = scene.laid is None and tells_since and scene.shows_turns_since
    if scene.laid is not None:
        y += paint_payment(brush.sub_brush(0, y, brush.width, max(1, last - y)), scene, scene.laid)
    else:
        wanted = min(len(scene.answers), max(1, last - y))
        if lines_above:
            y += paint_lines_above(brush, lines_above, y, last - y - wanted, scene)
        elif told_above:
            y += paint_turns_since(brush, scene, y, last - y - wanted)
        shown = max(0, last - y)
        paint_answers(brush.sub_brush(0, y, brush.width, shown), scene, shown)
        y += min(shown, len(scene.answers))
    if tells_since and scene.selected is not None and not told_above and last - y > MIN_TOLD_LINES:
        y += 1 + paint_turns_since(brush, scene, y + 1, last - y - 1)
    end = paint_hint(brush, scene, brush.height - y - len(tip))
    for i, line in enumerate(tip):
        brush.write(1, end - len(tip) + i, line, "faience")


def note_and_message_lines(brush: Brush, scene: Scene) -> list[tuple[str, str]]:
    """What went wrong and what the player is told, with their inks: two lines each at most."""
    told = ((scene.note, "carnelian"), (scene.message, "gold"))
    return [(line, ink) for text, ink in told if text for line in wrap(text, brush.width - 2)[:2]]


def wanted_line_count(brush: Brush, scene: Scene, lines_above: Sequence[str] = ()) -> LineCount:
    """The lines that `paint_question` needs to cut nothing, except of what others have done."""
    answers = len(scene.answers) if scene.laid is None else PAYMENT_LINES
    told = (
        sum(len(wrap(text, brush.width - LINES_ABOVE_INDENT, 2)) for text in lines_above) if scene.laid is None else 0
    )
    hint = sum(len(wrap(text, brush.width - 2)) for text in scene.hint if text) if scene.laid is None else 0
    lines = len(heading_lines(brush, scene)) + len(note_and_message_lines(brush, scene)) + answers + told + max(1, hint)
    return max(MIN_TIP_LINES, lines + MAX_TIP_LINES) if scene.tip else lines


def tip_lines(brush: Brush, scene: Scene) -> list[str]:
    """The lines of the tip, at most two; none in a pane that is too low for it."""
    return wrap(scene.tip, brush.width - 2)[:MAX_TIP_LINES] if scene.tip and brush.height >= MIN_TIP_LINES else []


def reserved_hint_line_count(brush: Brush, scene: Scene) -> LineCount:
    """The lines reserved for the hint. They do not depend on the cursor, so that the answers do not jump."""
    return 2 if brush.height >= MIN_TIP_LINES and not scene.has_reader else 1


def paint_hint(brush: Brush, scene: Scene, max_lines: int) -> FirstLine:
    """Paint the hint in the last `max_lines` lines, or as many of them as it needs: what the card under the cursor does, and
    why it cannot be used. Returns the first line that is reserved for it or that it needs."""
    does, why = scene.hint
    width, more = brush.width - 2, scene.signs.more
    kept = reserved_hint_line_count(brush, scene)
    reasons = shorten(wrap(why, width), max(1, max_lines - kept + 1), width, more) if why else []
    lines = shorten(wrap(does, width), max_lines - len(reasons), width, more) if does else []
    y = brush.height - max(len(lines) + len(reasons), kept)
    for i, line in enumerate(lines):
        brush.write(1, y + i, line, "dune", "italic")
    ink = "dune" if scene.cursor in scene.usable or not scene.usable else "carnelian"
    for i, line in enumerate(reasons):
        brush.write(1, brush.height - len(reasons) + i, line, ink)
    return y


def paint_heading(brush: Brush, scene: Scene) -> LineCount:
    """Paint the question as a heading with a rule, in as many lines as it needs; if a card is selected, also what its key does
    now. Returns the number of lines."""
    texts, again = heading_lines(brush, scene), enter_hint(scene)
    for y, text in enumerate(texts):
        if not y:
            brush.write(0, y, scene.signs.rule * 2, "deep")
        x = brush.write(RULE_COLUMNS, y, text, "gold" if scene.answers else "dune", "bold") + 1
        if not y:
            brush.write(x, y, scene.signs.rule * (brush.width - x), "deep")
        if again and y == len(texts) - 1 and x + cell_len(again) + 4 <= brush.width:
            brush.write_right(y, f" {again} ", "dune", end=brush.width - 1)
    return len(texts)


def heading_lines(brush: Brush, scene: Scene) -> list[str]:
    """The lines of the question. In a low pane its end is cut, with a sign."""
    width = brush.width - 6
    return shorten(wrap(scene.heading, width), max(2, brush.height // 2), width, scene.signs.more)


def enter_hint(scene: Scene) -> str:
    """The hint that Enter gives the answer under the cursor."""
    key = scene.footer_key("choose") if scene.selected is not None and scene.answers and scene.laid is None else ""
    return f"{key} gives {scene.signs.cursor}" if key else ""


def paint_lines_above(brush: Brush, lines_above: Sequence[str], y: int, line_count: int, scene: Scene) -> LineCount:
    """Paint the texts above the answers. If there is not enough room, the texts share it, with a sign where one is cut. Returns
    the number of lines, with a blank one if there is room."""
    width = brush.width - LINES_ABOVE_INDENT
    pieces = [wrap(text, width, 2) for text in lines_above]
    used = sum(map(len, pieces))
    if used > line_count:
        shares = share_lines([len(lines) for lines in pieces], line_count)
        pieces = [shorten(lines, most, width, scene.signs.more) for lines, most in zip(pieces, shares, strict=True)]
    made = [line for lines in pieces for line in lines]
    for i, line in enumerate(made):
        brush.write(0, y + i, scene.signs.new_bar, "gold")
        brush.write(2, y + i, line, "sand")
    return len(made) + (1 if 0 < used < line_count else 0)


def shorten(lines: list[str], max_lines: int, width: int, cut_sign: str) -> list[str]:
    """At most `max_lines` lines, with a sign at the cut."""
    if len(lines) <= max_lines or max_lines <= 0:
        return lines[: max(0, max_lines)]
    rest = f"{lines[max_lines - 1]} {lines[max_lines].strip()}"
    return [*lines[: max_lines - 1], fit(rest, width, cut_sign)]


def paint_answers(brush: Brush, scene: Scene, line_count: int) -> None:
    """Paint the answers, one per line; if they do not all fit, those around the cursor."""
    count = len(scene.answers)
    at = scene.cursor.index if scene.cursor is not None and scene.cursor.area == "answer" else 0
    first = max(0, min(at - line_count // 2, count - line_count))
    indent = max([len(answer.key) for answer in scene.answers], default=1)
    texts = equally_short_texts(scene.answers, brush.width - max(1, indent) + 1)
    for y in range(min(line_count, count - first)):
        paint_answer(brush.sub_brush(0, y, brush.width, 1), scene, first + y, texts[first + y], max(1, indent))
    if first > 0:
        brush.write_right(0, scene.signs.up, "lapis")
    if first + line_count < count:
        brush.write_right(line_count - 1, scene.signs.down, "lapis")


def equally_short_texts(answers: Sequence[Answer], width: int) -> list[str]:
    """The texts of the answers, all in the longest wording that fits for every answer, else all in the shortest."""
    texts = [answer.text for answer in answers]
    for step in range(max((len(answer.short_texts) for answer in answers), default=0)):
        if all(cell_len(text) <= answer_text_width(answer, width) for answer, text in zip(answers, texts, strict=True)):
            break
        texts = [
            answer.short_texts[min(step, len(answer.short_texts) - 1)] if answer.short_texts else answer.text
            for answer in answers
        ]
    return texts


def answer_text_width(answer: Answer, width: int) -> int:
    """The width between the key of an answer and its note."""
    return width - 7 - (cell_len(answer.note) + 1 if answer.note else 0)


def paint_answer(brush: Brush, scene: Scene, index: int, text: str, key_columns: int) -> None:
    """Paint one answer: cursor, key, text, and a note at the right."""
    target, item = Target("answer", index), scene.answers[index]
    brush.add_target(target)
    here = target == scene.cursor
    ink = ("ink", "on-gold", "bold") if here else ()
    brush.fill(*ink)
    if here:
        brush.write(0, 0, scene.signs.cursor, *ink)
    brush.write(2, 0, item.key, *(ink or ("lapis", "bold")))
    brush.write_right(0, item.note, *(ink or ("gold",)), end=brush.width - 3)
    room = answer_text_width(item, brush.width - key_columns + 1)
    brush.write(3 + key_columns, 0, fit(text, room, scene.signs.more), *(ink or ("sand",)))
