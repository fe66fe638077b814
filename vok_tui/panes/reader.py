"""The reader: a card, a set or a player in full, beside the table and without leaving the move."""

from collections.abc import Sequence

from vok_tui.panes.grid import Brush
from vok_tui.panes.scene import Page, Scene
from vok_tui.panes.text import fit, wrap

Line = tuple[str, str, str]  # a name at the left, text, ink


def lines(page: Page, width: int, set_ink: str) -> list[Line]:
    """The page, wrapped."""
    names = max((len(name) for name, _ in page.lines), default=0)
    made = [("", text, "gold") for text in wrap(page.title, width)]
    made += [("", text, set_ink) for text in wrap(page.subtitle, width)]
    for name, text in page.lines:
        at = names + 1 if name else 0
        for i, part in enumerate(wrap(text, width - at)):
            made.append((name.ljust(at) if i == 0 else " " * at, part, "sand"))
    return made


def height(scene: Scene, width: int) -> int:
    """How many lines the open page wants."""
    if scene.reading is None:
        return 1
    return len(lines(scene.reading, width, "")) + (1 if scene.pages > 1 else 0)


def paint(brush: Brush, scene: Scene, set_ink: str, signs: Sequence[tuple[str, str]] = ()) -> None:
    """The page that lies open; where nothing is read, what some `signs` say. Of a page that is too long the last blank lines
    go first, and where that is not enough, a sign stands where it breaks off."""
    if scene.reading is None:
        legend(brush, signs)
        return
    room = brush.height - (1 if scene.pages > 1 else 0)
    made = lines(scene.reading, brush.width, set_ink)
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
    if scene.pages > 1:
        brush.right(brush.height - 1, f"page {scene.page + 1} of {scene.pages}", "dune")


def legend(brush: Brush, signs: Sequence[tuple[str, str]]) -> None:
    """What stands there while nothing is read: as many of the signs as there is room for."""
    brush.write(0, 0, "Point at a card to read it here.", "dune")
    for y, (sign, meaning) in enumerate(signs[: brush.height - 2]):
        brush.write(0, y + 2, sign, "gold")
        brush.write(7, y + 2, meaning, "dune")
