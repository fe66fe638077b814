"""The reader pane: the full text of a card, a set or a player, beside the table."""

from collections.abc import Mapping, Sequence
from typing import Final

from vok_tui.painting.grid import Brush, Grid, Rect
from vok_tui.painting.text import fit, wrap
from vok_tui.panes.arrangement import READER_LINES, WIDE_COLUMNS, PaneArrangement
from vok_tui.panes.card_frame import wrap_first_that_fits
from vok_tui.panes.overlay import FallbackSlot, Overlay, StandingPane
from vok_tui.panes.scene import Board, Page, Scene, ScrollPosition

SHORTCUT: Final = "read"
SIGN_COLUMNS: Final = 7  # of a sign of the legend
PageLine = tuple[str, str, str]  # a name at the left, text, ink


def page_lines(page: Page, width: int) -> list[PageLine]:
    """The lines of a page, wrapped."""
    names = max((len(name) for name, _ in page.lines), default=0)
    made = [("", text, "gold") for text in wrap(page.title, width)]
    made += [("", text, page.ink) for text in wrap(page.subtitle, width)]
    for name, text in page.lines:
        at = names + 1 if name else 0
        for i, part in enumerate(wrap(text, width - at)):
            made.append((name.ljust(at) if i == 0 else " " * at, part, "sand"))
    return made


def brief_lines(page: Page, width: int, max_lines: int, brief_cut_sign: str) -> list[PageLine]:
    """The title of a page, its brief text, which ends with the sign if it is cut, and as many whole lines of the rest as there
    is room for."""
    made = [("", text, "gold") for text in wrap(page.title, width)]
    made += [
        ("", text, "sand") for text in wrap_first_that_fits(page.brief, width, max_lines - len(made), brief_cut_sign)
    ]
    rest = [
        (page.ink, page.subtitle),
        *(("dune", text) for name, text in page.lines if text and text not in page.brief),
    ]
    for ink, text in rest:
        lines = wrap(text, width)
        if len(made) + len(lines) > max_lines:
            break
        made += [("", line, ink) for line in lines]
    return made


def page_index(scene: Scene) -> int:
    """Which of the pages is shown, from 0."""
    return max(0, min(scene.scroll, len(scene.pages) - 1)) if scene.overlay == SHORTCUT else 0


def open_page_height(scene: Scene, width: int) -> int:
    """The number of lines that the open page needs."""
    if not scene.pages:
        return 1
    return len(page_lines(scene.pages[page_index(scene)], width)) + (1 if len(scene.pages) > 1 else 0)


def paint_reader(brush: Brush, scene: Scene, signs: Sequence[tuple[str, str]] = ()) -> None:
    """Paint the open page, or a legend of `signs` if there is nothing to read. A page that is too long first loses blank lines,
    then all but what matters most, then it is cut, with a sign."""
    if not scene.pages:
        paint_legend(brush, signs)
        return
    count, number = len(scene.pages), page_index(scene)
    room = brush.height - (1 if count > 1 else 0)
    made = page_lines(scene.pages[number], brush.width)
    blank = [y for y, line in enumerate(made) if not line[1]]
    for y in blank[::-1][: max(0, len(made) - room)]:
        del made[y]
    if len(made) > room and scene.pages[number].brief:
        made = brief_lines(scene.pages[number], brush.width, room, scene.signs.more)
    if len(made) > room > 0:
        name, text, ink = made[room - 1]
        rest = " ".join([text, *(line[1] for line in made[room:])])
        made[room - 1] = name, fit(rest, brush.width - len(name), scene.signs.more), ink
    for y, (name, text, ink) in enumerate(made[:room]):
        x = brush.write(0, y, name, "dune")
        brush.write(x, y, text, ink, *(("bold",) if ink == "gold" else ()))
    if count > 1:
        brush.write_right(brush.height - 1, f"page {number + 1} of {count}", "dune")


def paint_legend(brush: Brush, signs: Sequence[tuple[str, str]]) -> None:
    """Paint the legend: as many signs as fit, none where their meanings would be cut."""
    lines = wrap("Point at something to read it here.", brush.width)
    for y, line in enumerate(lines):
        brush.write(0, y, line, "dune")
    if SIGN_COLUMNS + max((len(meaning) for _, meaning in signs), default=0) > brush.width:
        return
    top = len(lines) + 1
    for y, (sign, meaning) in enumerate(signs[: brush.height - top], top):
        brush.write(0, y, f"{sign:<{SIGN_COLUMNS}}{meaning}", "dune")  # one ink: the cursor lets it come and go


def open_page_rect(grid: Grid, scene: Scene, places: PaneArrangement) -> Rect:
    """The rectangle of an open page: the reader's own place, which may grow over the story, if it fits there; else the bottom of
    the right side; or the left side if the page would cover its own subject or is too long."""
    own, side = places.panes.get(STANDING_READER.id), places.right_overlay
    if own is not None:
        rect = Rect(own.x - 1, own.y, min(own.width + 2, grid.width + 1 - own.x), own.height)
        lines = open_page_height(scene, rect.width - 2)
        if lines <= side.bottom - own.y:
            return Rect(rect.x, rect.y, rect.width, max(own.height, lines))
    lines = open_page_height(scene, side.width - 2)
    place = Rect(side.x, max(side.y, side.bottom - lines), side.width, min(lines, side.height))
    subject = grid.targets.get(scene.cursor) if scene.cursor is not None else None
    if lines <= side.height and (subject is None or not place.overlaps(subject)):
        return place
    left = places.left_overlay
    lines = open_page_height(scene, left.width - 2)
    return Rect(left.x, left.y, left.width, min(max(left.height, lines), places.footer.y - left.y))


def paint_standing_reader(brush: Brush, scene: Scene, board: Board) -> None:
    """Paint the reader where it stands on the table."""
    paint_reader(brush, scene, board.legend(scene))


def paint_page_overlay(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the open page over the table. Returns its place among the pages."""
    del board
    paint_reader(brush, scene)
    return page_index(scene)


def reader_footer_labels(scene: Scene) -> Mapping[str, str]:
    """The footer while a page is open."""
    if len(scene.pages) < 2:
        return {SHORTCUT: "Close", "choose": "", "undo": "", "help": "", "chronicle": ""}
    return {
        SHORTCUT: "Close" if page_index(scene) + 1 == len(scene.pages) else "Next page",
        "log_page_up": "Page before", "log_first": "First", "log_last": "Last", "let_go": "Close", "choose": "Choose",
        "help": "Help",
    }  # fmt: skip


STANDING_READER: Final = StandingPane(
    "reader",
    paint_standing_reader,
    FallbackSlot("story", READER_LINES, min_columns=WIDE_COLUMNS, min_lines_left=READER_LINES),
)
READER: Final = Overlay(
    SHORTCUT,
    "space",
    "Read",
    "read what lies under the cursor in full; again for its next page",
    paint=paint_page_overlay,
    covers=open_page_rect,
    obstacle=lambda scene: "" if scene.pages else "There is nothing to read here.",
    pages=lambda scene: len(scene.pages),
    labels=reader_footer_labels,
    page_step=1,
    follows_cursor=True,
)
