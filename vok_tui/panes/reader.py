"""The reader pane: the full text about a card, a set or a player, beside the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rich.cells import cell_len

from vok_tui.painting.grid import Brush, Grid, LineCount, Rect, Target, fit, pad, wrap
from vok_tui.panes.card_frame import wrap_first_that_fits
from vok_tui.panes.overlay import FallbackSlot, FixedPane, Overlay
from vok_tui.panes.scene import (
    READER_LINES,
    WIDE_COLUMNS,
    Board,
    Page,
    PaneArrangement,
    Scene,
    ScrollPosition,
    SignNote,
)

READER_ID: Final = "read"
SIGN_COLUMNS: Final = 7  # width of the column of signs in the legend


class PageLine(NamedTuple):
    """A line of a page as it is painted. `name` is at the left; its width is already taken from the width of the text."""

    name: str
    text: str
    ink: str


def page_lines(page: Page, width: int) -> list[PageLine]:
    """The lines of a page, wrapped, without its notes."""
    name_width = max((cell_len(name) for name, _ in page.lines), default=0)
    lines = [PageLine("", text, "gold") for text in wrap(page.title, width)]
    lines += [PageLine("", text, page.ink) for text in wrap(page.subtitle, width)]
    for name, text in page.lines:
        indent = name_width + 1 if name else 0
        for i, wrapped in enumerate(wrap(text, width - indent, 0 if name else page.indent)):
            lines.append(PageLine(pad(name, indent) if i == 0 else " " * indent, wrapped, "sand"))
    return lines


def note_lines(page: Page, width: int, max_lines: int | None = None) -> list[PageLine]:
    """A blank line and the notes of a page, wrapped: all, or those that fit as a whole into `max_lines` lines."""
    lines: list[PageLine] = []
    for note in page.notes:
        wrapped = [PageLine("", text, "dune") for text in wrap(note, width, 2)]
        if max_lines is None or len(lines) + len(wrapped) < max_lines:
            lines += wrapped
    return [PageLine("", "", ""), *lines] if lines else []


def brief_lines(page: Page, width: int, max_lines: int, cut_sign: str) -> list[PageLine]:
    """The title of a page, its brief text, which ends with `cut_sign` if it is cut, and as many of the other texts as fit as a
    whole into `max_lines` lines."""
    lines = [PageLine("", text, "gold") for text in wrap(page.title, width)]
    lines += [
        PageLine("", text, "sand") for text in wrap_first_that_fits(page.brief, width, max_lines - len(lines), cut_sign)
    ]
    rest = [
        (page.ink, page.subtitle),
        *(
            ("dune", f"{name} {text}".strip())
            for name, text in page.lines
            if text and not any(text in wording for wording in page.brief)
        ),
    ]
    for ink, text in rest:
        wrapped = wrap(text, width)
        if len(lines) + len(wrapped) > max_lines:
            break
        lines += [PageLine("", line, ink) for line in wrapped]
    return lines


def with_sign_notes(grid: Grid, scene: Scene, board: Board) -> Scene:
    """The scene with the meanings of the signs that the grid shows at what the reader is about, as notes of its first page."""
    subject = scene.subject
    rect = grid.targets.get(subject) if subject is not None else None
    if subject is None or rect is None or not scene.pages:
        return scene
    shown = "\n".join(["".join([char for char, _ in row]) for row in grid.cells_in(rect)])
    notes = (*shared_sign_notes(scene, subject), *board.sign_notes(scene, subject))
    texts = tuple([text for text in [note_text(note, shown) for note in notes] if text])
    return replace(scene, pages=(replace(scene.pages[0], notes=texts), *scene.pages[1:]))


def note_text(note: SignNote, shown: str) -> str:
    """A note in a sentence: the signs that are on the screen, and what they mean; "" if none is there."""
    if not note.signs:
        return note.words
    signs = [sign for sign in note.signs if sign in shown]
    longest = [sign for sign in signs if not any(sign in other for other in signs if other != sign)]
    return (f"{', '.join(longest)}: " if note.has_signs_first else "") + note.words if longest else ""


def shared_sign_notes(scene: Scene, target: Target) -> Iterator[SignNote]:
    """The signs of every game that a target may have."""
    signs = scene.signs
    if target in scene.usable:
        yield SignNote((signs.usable,), "it can be used now")
    if target == scene.selected:
        yield SignNote((signs.selected,), "it is chosen")
    pays = scene.is_laid_out(target)
    if pays is not None:
        yield (
            SignNote((signs.selected,), "it is laid out to pay")
            if pays
            else SignNote((signs.affected,), "it stays in your hand")
        )
    elif target in scene.affected:
        yield SignNote((signs.affected,), "it goes with the answer under the cursor")
    if scene.step_marks.changed_since_answer:
        yield SignNote((signs.new_bar,), "others have changed this since your last answer")
    if scene.step_marks.changed_by_highlighted_step:
        yield SignNote((signs.changed_by_step,), "the step pointed at has changed this")
    yield SignNote((signs.more,), "something is cut off; this page has all of it")


def page_index(scene: Scene) -> int:
    """The index of the page that is shown, from 0."""
    return max(0, min(scene.scroll, len(scene.pages) - 1)) if scene.overlay == READER_ID else 0


def open_page_line_count(scene: Scene, width: int) -> LineCount:
    """The number of lines that the open page needs."""
    if not scene.pages:
        return 1
    page = scene.pages[page_index(scene)]
    return len(page_lines(page, width)) + len(note_lines(page, width)) + (1 if len(scene.pages) > 1 else 0)


def paint_reader(brush: Brush, scene: Scene, legend: Sequence[tuple[str, str]] = ()) -> None:
    """Paint the open page, or the legend if there is nothing to read. A page that is too long first loses its blank lines, then
    the meanings of signs, then everything but its brief text, then it is cut, with a sign."""
    if not scene.pages:
        paint_legend(brush, legend)
        return
    count, index = len(scene.pages), page_index(scene)
    page, max_lines = scene.pages[index], brush.height - (1 if count > 1 else 0)
    lines = page_lines(page, brush.width)
    blank = [y for y, line in enumerate(lines) if not line.text]
    for y in blank[::-1][: max(0, len(lines) - max_lines)]:
        del lines[y]
    if len(lines) > max_lines and page.brief:
        lines = brief_lines(page, brush.width, max_lines, scene.signs.more)
    lines += note_lines(page, brush.width, max_lines - len(lines))
    if len(lines) > max_lines > 0:
        name, text, ink = lines[max_lines - 1]
        rest = " ".join([text, *(line.text for line in lines[max_lines:])])
        lines[max_lines - 1] = PageLine(name, fit(rest, brush.width - len(name), scene.signs.more), ink)
    for y, (name, text, ink) in enumerate(lines[:max_lines]):
        x = brush.write(0, y, name, "dune")
        brush.write(x, y, text, ink, *(("bold",) if ink == "gold" else ()))
    if count > 1:
        brush.write_right(brush.height - 1, f"page {index + 1} of {count}", "dune")


def paint_legend(brush: Brush, legend: Sequence[tuple[str, str]]) -> None:
    """Paint as many signs with their meanings as fit; none if the pane is too narrow for the longest meaning."""
    lines = wrap("Point at something to read it here.", brush.width)
    for y, line in enumerate(lines):
        brush.write(0, y, line, "dune")
    if SIGN_COLUMNS + max((len(meaning) for _, meaning in legend), default=0) > brush.width:
        return
    top = len(lines) + 1
    for y, (sign, meaning) in enumerate(legend[: brush.height - top], top):
        brush.write(
            0, y, f"{sign:<{SIGN_COLUMNS}}{meaning}", "dune"
        )  # one ink: few bytes when the cursor shows or hides it


def reader_overlay_rect(grid: Grid, scene: Scene, arrangement: PaneArrangement) -> Rect:
    """The rectangle of the reader overlay: the place of the fixed reader, which may grow downwards, if the page fits there; else
    the bottom of the right side, or the left side if the page would cover what it is about or is too long."""
    fixed, side = arrangement.panes.get(FIXED_READER.id), arrangement.right_overlay
    if fixed is not None:
        rect = Rect(fixed.x - 1, fixed.y, min(fixed.width + 2, grid.width + 1 - fixed.x), fixed.height)
        lines = open_page_line_count(scene, rect.width - 2)
        if lines <= side.bottom - fixed.y:
            return Rect(rect.x, rect.y, rect.width, max(fixed.height, lines))
    lines = open_page_line_count(scene, side.width - 2)
    rect_below = Rect(side.x, max(side.y, side.bottom - lines), side.width, min(lines, side.height))
    subject = grid.targets.get(scene.cursor) if scene.cursor is not None else None
    if lines <= side.height and (subject is None or not rect_below.overlaps(subject)):
        return rect_below
    left = arrangement.left_overlay
    lines = open_page_line_count(scene, left.width - 2)
    return Rect(left.x, left.y, left.width, min(max(left.height, lines), arrangement.footer.y - left.y))


def paint_fixed_reader(brush: Brush, scene: Scene, board: Board) -> None:
    paint_reader(brush, scene, board.legend(scene))


def paint_reader_overlay(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the open page over the table. Returns its index."""
    del board
    paint_reader(brush, scene)
    return page_index(scene)


def reader_footer_labels(scene: Scene) -> Mapping[str, str]:
    """The labels of the footer while a page is open."""
    if len(scene.pages) < 2:
        return {READER_ID: "Close", "choose": "", "undo": "", "help": "", "chronicle": ""}
    return {
        READER_ID: "Close" if page_index(scene) + 1 == len(scene.pages) else "Next page",
        "log_page_up": "Previous page", "log_first": "First", "log_last": "Last", "let_go": "Close", "choose": "Choose",
        "help": "Help",
    }  # fmt: skip


FIXED_READER: Final = FixedPane(
    "reader",
    paint_fixed_reader,
    FallbackSlot("story", READER_LINES, min_columns=WIDE_COLUMNS, min_lines_left=READER_LINES),
)
READER: Final = Overlay(
    READER_ID,
    "space",
    "Read",
    "read in full what is under the cursor; again for its next page",
    paint=paint_reader_overlay,
    covered_rect=reader_overlay_rect,
    obstacle=lambda scene: "" if scene.pages else "There is nothing to read here.",
    page_count=lambda scene: len(scene.pages),
    footer_labels=reader_footer_labels,
    page_step=1,
    follows_cursor=True,
)
