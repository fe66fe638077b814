"""The question pane: the question and its answers. All questions (the turn itself, crumbling, a reaction, a forced choice) look
the same here."""

from collections.abc import Sequence

from rich.cells import cell_len

from vok_tui.panes.grid import Brush, Target
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.text import fit, wrap


def paint_question(brush: Brush, scene: Scene, news: Sequence[str] = (), skip: int = 0) -> None:
    """Paint the heading, the news, the answers that fit, and a hint at the bottom. `skip` lines below the heading are left free
    for the caller."""
    y = paint_heading(brush, scene) + skip
    last = brush.height - paint_hint(brush, scene)
    if scene.note:
        for text in wrap(scene.note, brush.width - 2)[:2]:
            brush.write(1, y, text, "carnelian")
            y += 1
    wanted = min(len(scene.answers), max(1, last - y))
    y += paint_news(brush, news, y, last - y - wanted, scene)
    shown = max(0, last - y)
    paint_answers(brush.sub_brush(0, y, brush.width, shown), scene, shown)


def paint_hint(brush: Brush, scene: Scene) -> int:
    """Paint the hint at the bottom: what the card under the cursor does, and why it cannot be used. Returns the number of lines
    reserved, which does not depend on the cursor, so that the answers do not jump."""
    does, why = scene.hint
    kept = 2 if brush.height >= 8 else 1
    room = kept - (1 if why else 0)
    lines = wrap(does, brush.width - 2)
    for i, line in enumerate(lines[:room]):
        cut = i + 1 == room < len(lines)
        text = fit(f"{line} {lines[i + 1]}", brush.width - 2, scene.signs.more) if cut else line
        brush.write(1, brush.height - kept + i, text, "dune", "italic")
    if why:
        ink = "dune" if scene.cursor in scene.usable else "carnelian"
        brush.write(1, brush.height - 1, fit(why, brush.width - 2, scene.signs.more), ink)
    return kept


def paint_heading(brush: Brush, scene: Scene) -> int:
    """Paint the question as a heading with a rule, in at most two lines; if a card is selected, also what its key does now.
    Returns the number of lines."""
    texts, again = heading_lines(brush, scene), repeat_hint(scene)
    for y, text in enumerate(texts):
        x = brush.write(0, y, scene.signs.rule * 2, "deep") + 1
        x = brush.write(x, y, text, "gold" if scene.answers else "dune", "bold") + 1
        brush.write(x, y, scene.signs.rule * (brush.width - x), "deep")
        if again and y == len(texts) - 1 and x + cell_len(again) + 4 <= brush.width:
            brush.write_right(y, f" {again} ", "dune", end=brush.width - 1)
    return len(texts)


def heading_lines(brush: Brush, scene: Scene) -> list[str]:
    """The lines of the question."""
    return wrap(scene.heading, brush.width - 6)[:2]


def repeat_hint(scene: Scene) -> str:
    """The hint that the key of the selected card, or Enter, gives the answer under the cursor."""
    if scene.selected is None or not scene.answers:
        return ""
    keys = [key for key in (scene.target_keys.get(scene.selected, ""), scene.key_for("choose")) if key]
    return f"{' or '.join(keys)} gives {scene.signs.cursor}" if keys else ""


def paint_news(brush: Brush, news: Sequence[str], y: int, line_count: int, scene: Scene) -> int:
    """Paint the news. If there is not enough room, the texts share it, and the key of the full story is shown at the end.
    Returns the number of lines, with a blank one if there is room."""
    width = brush.width - 3
    pieces = [wrap(text, width, 2) for text in news]
    used = sum(map(len, pieces))
    if used > line_count:
        more, key = scene.signs.more, scene.key_for("story")
        shares = share_lines([len(lines) for lines in pieces], line_count)
        pieces = [shorten(lines, most, width, more) for lines, most in zip(pieces, shares, strict=True)]
        shown = [lines for lines in pieces if lines]
        if shown and key:
            hint = f" {key} for all"
            shown[-1][-1] = fit(shown[-1][-1].rstrip(more), width - cell_len(hint) - 1, "").rstrip(" ,;:") + more + hint
    made = [line for lines in pieces for line in lines]
    for i, line in enumerate(made):
        brush.write(0, y + i, scene.signs.new_bar, "gold")
        brush.write(2, y + i, line, "sand")
    return len(made) + (1 if 0 < used < line_count else 0)


def share_lines(wanted: Sequence[int], room: int) -> list[int]:
    """Distribute lines fairly: each text gets what it wants, as long as the others could have as many."""
    shares = [0] * len(wanted)
    while room > 0 and shares != list(wanted):
        for i, lines in enumerate(wanted):
            if room > 0 and shares[i] < lines:
                shares[i] += 1
                room -= 1
    return shares


def shorten(lines: list[str], most: int, width: int, more: str) -> list[str]:
    """At most `most` lines, with a sign at the cut."""
    if len(lines) <= most or most <= 0:
        return lines[: max(0, most)]
    return [*lines[: most - 1], fit(f"{lines[most - 1]} {lines[most].strip()}", width, more)]


def paint_answers(brush: Brush, scene: Scene, shown: int) -> None:
    """Paint the answers, one per line; if they do not all fit, those around the cursor."""
    count = len(scene.answers)
    at = scene.cursor.index if scene.cursor is not None and scene.cursor.area == "answer" else 0
    first = max(0, min(at - shown // 2, count - shown))
    texts = fitting_texts(scene.answers, brush.width)
    for y in range(min(shown, count - first)):
        paint_answer(brush.sub_brush(0, y, brush.width, 1), scene, first + y, texts[first + y])
    if first > 0:
        brush.write_right(0, scene.signs.up, "lapis")
    if first + shown < count:
        brush.write_right(shown - 1, scene.signs.down, "lapis")


def fitting_texts(answers: Sequence[Answer], width: int) -> list[str]:
    """The texts of the answers, all in the longest wording that fits for every answer, else all in the shortest."""
    texts = [answer.text for answer in answers]
    for step in range(max((len(answer.short_texts) for answer in answers), default=0)):
        if all(cell_len(text) <= text_width(answer, width) for answer, text in zip(answers, texts, strict=True)):
            break
        texts = [
            answer.short_texts[min(step, len(answer.short_texts) - 1)] if answer.short_texts else answer.text
            for answer in answers
        ]
    return texts


def text_width(given: Answer, width: int) -> int:
    """The width between the key of an answer and its note."""
    return width - 7 - (cell_len(given.note) + 1 if given.note else 0)


def paint_answer(brush: Brush, scene: Scene, index: int, text: str) -> None:
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
    brush.write(4, 0, fit(text, text_width(item, brush.width), scene.signs.more), *(ink or ("sand",)))
