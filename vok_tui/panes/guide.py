"""The pane of a guided game: the current step above the question, and all steps beside it."""

from collections.abc import Mapping
from typing import Final

from vok_tui.painting.grid import Brush, LineCount, Rect, fit, wrap
from vok_tui.panes.question import shorten
from vok_tui.panes.scene import GuidePage, Scene

MAX_TEXT_LINES: Final = 3
MAX_CLOSING_LINES: Final = 5  # of the text after the last step
MIN_TEXT_LINES: Final = 2  # of a text that is shortened for a third answer
TEXT_INDENT: Final = 2
MIN_KEPT_ANSWERS: Final = 2  # below a text
MAX_KEPT_ANSWERS: Final = 3
MIN_STORY_LINES: Final = 6  # that the log keeps beside the list of steps


def guide_line_count(page: GuidePage, width: int) -> LineCount:
    """The number of lines of the current step."""
    return 1 + len(text_lines(page, width)) + len(page.goals)


def text_lines(page: GuidePage, width: int, cut_sign: str = "") -> list[str]:
    """The lines of the text of a step, or of the closing words. Where it is cut, it ends with `cut_sign`."""
    most = page.max_lines or (MAX_TEXT_LINES if page.goals else MAX_CLOSING_LINES)
    lines = shorten(wrap(page.text, width - TEXT_INDENT), most, width - TEXT_INDENT, cut_sign)
    return lines + [""] * (min(page.min_lines, most) - len(lines))


def shortened_for_answers(page: GuidePage, width: int, lines: LineCount, answer_count: int) -> GuidePage:
    """The page with a text so short that `lines` have room for it and for three of the answers below it, or at least for two."""
    text = len(text_lines(page, width))
    free = lines - 1 - len(page.goals)
    left = free - min(MAX_KEPT_ANSWERS, answer_count)
    if left < max(min(MIN_TEXT_LINES, text), page.min_lines):
        left = free - min(MIN_KEPT_ANSWERS, answer_count)
    if left >= text:
        return page
    return page._replace(max_lines=left) if left > 0 else page._replace(text="")


def paint_guide_step(brush: Brush, scene: Scene) -> None:
    """Paint the current step: heading, text and goals."""
    page, signs = scene.guide, scene.signs
    if page is None:
        return
    brush.write(0, 0, signs.rule * 2, "deep")
    x = brush.write(3, 0, fit(page.heading, brush.width - 6, signs.more), "gold", "bold") + 1
    brush.write(x, 0, signs.rule * (brush.width - x), "deep")
    y = 1
    for line in text_lines(page, brush.width, signs.more):
        brush.write(0, y, signs.new_bar, "gold")
        brush.write(TEXT_INDENT, y, line, "sand")
        y += 1
    for goal, is_reached in page.goals:
        brush.write(1, y, signs.done if is_reached else signs.hollow, "faience" if is_reached else "gold")
        brush.write(3, y, fit(goal, brush.width - 3, signs.more), "dune" if is_reached else "gold", "bold")
        y += 1


def paint_guide_way(brush: Brush, scene: Scene) -> None:
    """Paint the titles of all steps: those that are done, the current one and those to come. Of too many for the pane, the ones
    around the current step."""
    page, signs = scene.guide, scene.signs
    if page is None:
        return
    brush.write(0, 0, fit(page.list_heading, brush.width), "lapis", "bold")
    lines = brush.height - 1
    first = max(0, min(page.step - lines // 2, len(page.titles) - lines))
    for y, number in enumerate(range(first, min(first + lines, len(page.titles))), 1):
        is_current = number == page.step
        ink = ("gold", "bold") if is_current else ("dune",) if number < page.step else ("sand",)
        mark = signs.done if number < page.step else signs.cursor if is_current else " "
        if number in page.left_out:
            mark = signs.comment
        brush.write(0, y, mark, "faience" if number < page.step else "gold")
        brush.write(2, y, fit(f"{number + 1} {page.titles[number]}", brush.width - 2, signs.more), *ink)


def with_way(rects: Mapping[str, Rect], step_count: int) -> tuple[Mapping[str, Rect], Rect | None]:
    """The rectangles of the panes without the lines that the list of steps takes, and its own. It takes the end of the log if
    that stays large enough, otherwise the whole reader or log."""
    needed = step_count + 1
    story = rects.get("story")
    if story is not None and story.height - needed - 1 >= MIN_STORY_LINES:
        kept = Rect(story.x, story.y, story.width, story.height - needed - 1)
        return {**rects, "story": kept}, Rect(story.x, story.bottom - needed, story.width, needed)
    for name in ("reader", "story"):
        if name in rects:
            return {other: rect for other, rect in rects.items() if other != name}, rects[name]
    return rects, None
