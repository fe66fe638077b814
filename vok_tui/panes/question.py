"""The question pane: the question and its answers. It looks the same for all questions: the turn itself, crumbling, a reaction,
a forced choice."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from vok_tui.painting.cursor import MORE
from vok_tui.painting.grid import Brush, LineCount, Target, fit, fit_apart, wrap
from vok_tui.panes.scene import (
    CONFIRM_TARGET,
    MAX_COINS,
    NOTHING_ABOVE,
    AboveAnswers,
    Answer,
    LaidOutPayment,
    Scene,
    TableCommand,
)
from vok_tui.panes.story import paint_turns_since, share_lines


def paint_payment(brush: Brush, scene: Scene, payment: LaidOutPayment) -> LineCount:
    """Paint coins and sentence on a line that confirms the payment when it is chosen, and below it what stays in hand. Returns
    the number of lines."""
    signs = scene.signs
    line = brush.sub_brush(0, 0, brush.width, 1)
    line.add_target(CONFIRM_TARGET)
    is_under_cursor = scene.cursor == CONFIRM_TARGET
    ink = ("ink", "on-gold", "bold") if is_under_cursor else ()
    line.fill(*ink)
    line.write(0, 0, scene.signs.cursor if is_under_cursor else "", *ink)
    coins = (
        (signs.paid, payment.paid, "gold"),
        (signs.unpaid, payment.price - payment.paid, "dune"),
        (signs.lost, payment.lost, "carnelian"),
    )
    x, coins_left = 2, MAX_COINS
    for sign, count, tint in coins:
        x = line.write(x, 0, sign * min(count, coins_left), *(ink or (tint,)))
        coins_left -= min(count, coins_left)
    unneeded_key = scene.target_keys.get(payment.unneeded_card, "") if payment.unneeded_card is not None else ""
    sentence = f"{payment.sentence} ({unneeded_key})" if unneeded_key else payment.sentence
    hint_ids = ("choose", "other_payment") if payment.answer is not None else ("other_payment",)
    keys = [f"{hint.key} {hint.label}" for hint in scene.footer if hint.id in hint_ids]
    while keys and x + 2 + len(sentence) + 2 + len("  ".join(keys)) > brush.width:
        keys.pop()
    end = line.write_right(0, "  ".join(keys), *(ink or ("lapis",)), end=brush.width - 1) if keys else brush.width
    line.write(x + 2 if x > 2 else x, 0, fit(sentence, end - x - 3, signs.more), *(ink or ("sand",)))
    kept_lines = wrap(payment.kept_text, brush.width - 3)[: max(0, brush.height - 1)]
    for y, text in enumerate(kept_lines, 1):
        brush.write(2, y, text, "dune")
    return 1 + len(kept_lines)


FirstLine = int
MIN_TIP_LINES: Final = 8  # height of a pane that shows a tip
MAX_TIP_LINES: Final = 2
MIN_ANSWER_LINES: Final = 2  # without which there is no tip
NOTICE_LINES: Final = 2  # that a notification covers
MAX_SAID_LINES: Final = 2  # of a warning, and of a message
RULE_COLUMNS: Final = 3  # width of the rule before a heading
LINES_ABOVE_INDENT: Final = 3  # columns that the texts above the answers leave free
MIN_LINES_BELOW: Final = 2  # for what the others did, below the answers about a card
PAYMENT_LINES: Final = 2  # coins and sentence; what stays in hand
MORE_COLUMNS: Final = 2  # that a click on the sign of more answers may hit
ANSWER_MARGINS: Final = 7  # columns of a line that neither the text of an answer nor its note uses


def paint_question(
    brush: Brush, scene: Scene, above: AboveAnswers = NOTHING_ABOVE, *, shows_turns_since: bool = True
) -> None:
    """Paint the heading, what the board shows above the answers, the answers that fit, and a hint at the bottom. With
    `shows_turns_since`, what the others have done is painted too."""
    y = paint_heading(brush, scene)
    if above.paint_row is not None:
        above.paint_row(brush.sub_brush(1, y, brush.width - 1, 1))
        y += 1
    tip = tip_lines(brush, scene)
    last = brush.height - reserved_line_count(brush, scene)
    if last - len(tip) - y < min(MIN_ANSWER_LINES, len(scene.answers)):
        tip = []
    last -= len(tip)
    turns_above = scene.payment is None and shows_turns_since and scene.shows_turns_since
    if scene.payment is not None:
        y += paint_payment(brush.sub_brush(0, y, brush.width, max(1, last - y)), scene, scene.payment)
    else:
        needed = min(len(scene.answers), max(1, last - y))
        if above.lines and above.paint_row is None:
            y += paint_lines_above(brush, above.lines, y, last - y - needed, scene)
        elif turns_above:
            y += paint_turns_since(brush, scene, y, last - y - needed)
        lines_left = max(0, last - y)
        paint_answers(brush.sub_brush(0, y, brush.width, lines_left), scene, lines_left)
        y += min(lines_left, len(scene.answers))
    if shows_turns_since and scene.selected is not None and not turns_above and last - y > MIN_LINES_BELOW:
        y += 1 + paint_turns_since(brush, scene, y + 1, last - y - 1)
    end = paint_hint(brush, scene, brush.height - y - len(tip))
    for i, line in enumerate(tip):
        brush.write(1, end - len(tip) + i, line, "faience")


def said_lines(brush: Brush, scene: Scene) -> list[tuple[str, str]]:
    """The lines of the warning and of the message, at most two each, with their inks. They are below the answers, so that these
    stay where they are."""
    texts = ((scene.warning, "carnelian"), (scene.message, "gold"))
    return [(line, ink) for text, ink in texts if text for line in wrap(text, brush.width - 2)[:MAX_SAID_LINES]]


def reserved_line_count(brush: Brush, scene: Scene) -> LineCount:
    """The number of lines below the answers, without the tip."""
    reserved = max(reserved_hint_line_count(brush, scene), min(MAX_SAID_LINES, len(said_lines(brush, scene))))
    return max(reserved, NOTICE_LINES) if scene.has_notice else reserved


def lines_besides_answers(brush: Brush, scene: Scene, above: AboveAnswers) -> LineCount:
    """The number of lines that the question takes at least, without its answers."""
    row = 1 if above.paint_row is not None else 0
    return len(heading_lines(brush, scene)) + row + reserved_line_count(brush, scene)


def needed_line_count(brush: Brush, scene: Scene, lines_above: Sequence[str] = ()) -> LineCount:
    """The number of lines in which `paint_question` cuts nothing, except what the others have done."""
    answers = len(scene.answers) if scene.payment is None else PAYMENT_LINES
    above = (
        sum(len(wrap(text, brush.width - LINES_ABOVE_INDENT, 2)) for text in lines_above)
        if scene.payment is None
        else 0
    )
    hint = sum(len(wrap(text, brush.width - 2)) for text in scene.hint if text) if scene.payment is None else 0
    lines = (
        len(heading_lines(brush, scene))
        + answers
        + above
        + max(0 if scene.advice is not None else 1, hint, len(said_lines(brush, scene)))
    )
    return max(MIN_TIP_LINES, lines + MAX_TIP_LINES) if scene.tip else lines


def tip_lines(brush: Brush, scene: Scene) -> list[str]:
    """The lines of the tip, at most two; none in a pane that is too low."""
    return wrap(scene.tip, brush.width - 2)[:MAX_TIP_LINES] if scene.tip and brush.height >= MIN_TIP_LINES else []


def reserved_hint_line_count(brush: Brush, scene: Scene) -> LineCount:
    """The number of lines reserved for the hint. It does not depend on the cursor, so that the answers do not jump. None are
    reserved above a hint of the coach, which would be cut for blank lines, nor in a guided game, which would hide answers."""
    if scene.advice is not None:
        return 0
    if scene.guide is not None:
        return 1 if scene.hint.obstacle else 0
    return 2 if brush.height >= MIN_TIP_LINES and not scene.has_reader else 1


def paint_hint(brush: Brush, scene: Scene, max_lines: int) -> FirstLine:
    """Paint at the bottom, in at most `max_lines` lines, what is said to the player; otherwise the hint: the text of the card
    under the cursor, and why it cannot be used. Returns its first line; reserved lines count as used."""
    text, obstacle = scene.hint
    width, more = brush.width - 2, scene.signs.more
    if said := said_lines(brush, scene):
        said = said[: max(max_lines, MAX_SAID_LINES)]
        y = brush.height - max(len(said), reserved_hint_line_count(brush, scene))
        for i, (line, ink) in enumerate(said):
            brush.write(1, brush.height - len(said) + i, line, ink)
        return y
    reserved = reserved_hint_line_count(brush, scene)
    reasons = shorten(wrap(obstacle, width), max(1, max_lines - reserved + 1), width, more) if obstacle else []
    lines = shorten(wrap(text, width), max_lines - len(reasons), width, more) if text else []
    y = brush.height - max(len(lines) + len(reasons), reserved)
    for i, line in enumerate(lines):
        brush.write(1, y + i, line, "dune", "italic")
    ink = "dune" if scene.cursor in scene.usable or not scene.usable else "carnelian"
    for i, line in enumerate(reasons):
        brush.write(1, brush.height - len(reasons) + i, line, ink)
    return y


def paint_heading(brush: Brush, scene: Scene) -> LineCount:
    """Paint the question as a heading with a rule; if a card is selected, also what Enter does. Returns the number of lines."""
    texts, key_hint = heading_lines(brush, scene), enter_hint(scene)
    for y, text in enumerate(texts):
        if not y:
            brush.write(0, y, scene.signs.rule * 2, "deep")
        x = brush.write(RULE_COLUMNS, y, text, "gold" if scene.answers else "dune", "bold") + 1
        if not y:
            brush.write(x, y, scene.signs.rule * (brush.width - x), "deep")
        if key_hint and y == len(texts) - 1 and x + cell_len(key_hint) + 4 <= brush.width:
            brush.write_right(y, f" {key_hint} ", "dune", end=brush.width - 1)
    return len(texts)


def heading_lines(brush: Brush, scene: Scene) -> list[str]:
    """The lines of the question. In a low pane its end is cut."""
    width = brush.width - 6
    return shorten(wrap(scene.heading, width), max(2, brush.height // 2), width, scene.signs.more)


def enter_hint(scene: Scene) -> str:
    """The hint that Enter gives the answer under the cursor; "" unless a card with answers is selected."""
    key = scene.footer_key("choose") if scene.selected is not None and scene.answers and scene.payment is None else ""
    return f"{key} gives {scene.signs.cursor}" if key else ""


def paint_lines_above(brush: Brush, lines_above: Sequence[str], y: int, max_lines: int, scene: Scene) -> LineCount:
    """Paint the texts above the answers. If there are too few lines, the texts share them, with a sign where one is cut. Returns
    the number of lines, including a blank one if it fits."""
    width = brush.width - LINES_ABOVE_INDENT
    wrapped = [wrap(text, width, 2) for text in lines_above]
    used = sum(map(len, wrapped))
    if used > max_lines:
        shares = share_lines([len(lines) for lines in wrapped], max_lines)
        wrapped = [shorten(lines, share, width, scene.signs.more) for lines, share in zip(wrapped, shares, strict=True)]
    all_lines = [line for lines in wrapped for line in lines]
    for i, line in enumerate(all_lines):
        brush.write(0, y + i, scene.signs.new_bar, "gold")
        brush.write(2, y + i, line, "sand")
    return len(all_lines) + (1 if 0 < used < max_lines else 0)


def shorten(lines: list[str], max_lines: int, width: int, cut_sign: str) -> list[str]:
    """The first `max_lines` of the lines; the last of them ends with `cut_sign` if more follow."""
    if len(lines) <= max_lines or max_lines <= 0:
        return lines[: max(0, max_lines)]
    rest = f"{lines[max_lines - 1]} {lines[max_lines].strip()}"
    return [*lines[: max_lines - 1], fit(rest, width, cut_sign)]


def paint_answers(brush: Brush, scene: Scene, max_lines: int) -> None:
    """Paint the answers, one per line; if they do not all fit, those around the cursor."""
    count = len(scene.answers)
    current = scene.cursor.index if scene.cursor is not None and scene.cursor.area == "answer" else 0
    first = max(0, min(current - max_lines // 2, count - max_lines))
    key_columns = max([1, *[len(answer.key) for answer in scene.answers]])
    texts = fitting_answer_texts(scene.answers, brush.width - key_columns + 1, scene.signs.more)
    for y in range(min(max_lines, count - first)):
        paint_answer(brush.sub_brush(0, y, brush.width, 1), scene, first + y, texts[first + y], key_columns)
    if first > 0:
        paint_more_sign(brush, 0, scene.signs.up, 0)
    if first + max_lines < count:
        paint_more_sign(brush, max_lines - 1, scene.signs.down, 1)


def paint_more_sign(brush: Brush, y: int, sign: str, index: int) -> None:
    """Paint the sign that there are more answers. A click on it shows them: without a target of its own, it would give the answer
    of its line."""
    brush.write_right(y, sign, "lapis")
    brush.sub_brush(brush.width - MORE_COLUMNS, y, MORE_COLUMNS, 1).add_target(Target(MORE, index))


def fitting_answer_texts(answers: Sequence[Answer], line_width: int, cut_sign: str) -> list[str]:
    """The texts of the answers in lines of this width: for all the longest wording in which every text fits, else for all the
    shortest. Of those that are still too long, the part that differs is shown."""
    texts = [answer.text for answer in answers]
    for step in range(max((len(answer.short_texts) for answer in answers), default=0)):
        if all(
            cell_len(text) <= answer_text_width(answer, line_width) for answer, text in zip(answers, texts, strict=True)
        ):
            break
        texts = [
            answer.short_texts[min(step, len(answer.short_texts) - 1)] if answer.short_texts else answer.text
            for answer in answers
        ]
    widths = [answer_text_width(answer, line_width) for answer in answers]
    too_long = [i for i, text in enumerate(texts) if cell_len(text) > widths[i]]
    if too_long:
        narrowest = min([widths[i] for i in too_long])
        is_numbered = all(answers[i].command is TableCommand.RETRY and answers[i].key for i in too_long)
        apart = fit_apart([texts[i] for i in too_long], narrowest, cut_sign, numbers=not is_numbered)
        for i, text in zip(too_long, apart, strict=True):
            if text != fit(texts[i], narrowest, cut_sign):
                texts[i] = text
    return texts


def answer_text_width(answer: Answer, line_width: int) -> int:
    """The number of columns between the key of an answer and its note."""
    return line_width - ANSWER_MARGINS - (cell_len(answer.note) + 1 if answer.note else 0)


def paint_answer(brush: Brush, scene: Scene, index: int, text: str, key_columns: int) -> None:
    """Paint one answer: cursor, key, text, and a note at the right."""
    target, answer = Target("answer", index), scene.answers[index]
    brush.add_target(target)
    is_under_cursor = target == scene.cursor
    ink = ("ink", "on-gold", "bold") if is_under_cursor else ()
    brush.fill(*ink)
    if is_under_cursor:
        brush.write(0, 0, scene.signs.cursor, *ink)
    brush.write(2, 0, answer.key, *(ink or ("lapis", "bold")))
    brush.write_right(0, answer.note, *(ink or ("gold",)), end=brush.width - 3)
    text_width = answer_text_width(answer, brush.width - key_columns + 1)
    brush.write(3 + key_columns, 0, fit(text, text_width, scene.signs.more), *(ink or ("sand",)))
