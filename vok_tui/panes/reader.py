"""The reader pane: the full text of a card, a set or a player, beside the table."""

from collections.abc import Sequence

from vok_tui.panes.grid import Brush
from vok_tui.panes.scene import Page, Scene
from vok_tui.panes.text import fit, wrap

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


def page_height(scene: Scene, width: int) -> int:
    """The number of lines that the open page needs."""
    if scene.open_page is None:
        return 1
    return len(page_lines(scene.open_page, width)) + (1 if scene.page_count > 1 else 0)


def paint_reader(brush: Brush, scene: Scene, signs: Sequence[tuple[str, str]] = ()) -> None:
    """Paint the open page, or a legend of `signs` if nothing is open. A page that is too long first loses blank lines, then it
    is cut, with a sign."""
    if scene.open_page is None:
        paint_legend(brush, signs)
        return
    room = brush.height - (1 if scene.page_count > 1 else 0)
    made = page_lines(scene.open_page, brush.width)
    blank = [y for y, line in enumerate(made) if not line[1]]
    for y in blank[::-1][: max(0, len(made) - room)]:
        del made[y]
    if len(made) > room > 0:
        name, text, ink = made[room - 1]
        rest = " ".join([text, *(line[1] for line in made[room:])])
        made[room - 1] = name, fit(rest, brush.width - len(name), scene.signs.more), ink
    for y, (name, text, ink) in enumerate(made[:room]):
        x = brush.write(0, y, name, "dune")
        brush.write(x, y, text, ink, *(("bold",) if ink == "gold" else ()))
    if scene.page_count > 1:
        brush.write_right(brush.height - 1, f"page {scene.page_index + 1} of {scene.page_count}", "dune")


def paint_legend(brush: Brush, signs: Sequence[tuple[str, str]]) -> None:
    """Paint the legend: as many signs as fit."""
    brush.write(0, 0, "Point at a card to read it here.", "dune")
    for y, (sign, meaning) in enumerate(signs[: brush.height - 2]):
        brush.write(0, y + 2, sign, "gold")
        brush.write(7, y + 2, meaning, "dune")
