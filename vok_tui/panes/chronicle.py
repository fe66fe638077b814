"""The chronicle: what was played, turn by turn, the latest at the bottom, and what is new since your turn marked."""

from collections.abc import Callable, Sequence

from vok_tui.panes.grid import Brush, Ink
from vok_tui.panes.scene import Scene
from vok_tui.panes.text import wrap
from vok_tui.session import Told, Turn

Words = Callable[[Told], str]
Line = tuple[str, Ink, bool]  # text, ink, whether it is new since the viewer's own turn


def plainly(told: Told) -> str:
    """A sentence as it is."""
    return told.text


def lines(scene: Scene, width: int, wanted: int, words: Words = plainly) -> list[Line]:
    """The latest lines, oldest first: as many as are wanted, and the rest of the turn in which they begin. A long game is not
    broken into lines from its first move for every step of the cursor."""
    new = {turn.number for turn in scene.since}
    made: list[Line] = []
    for turn in reversed(scene.turns):
        if len(made) >= wanted:
            break
        made = of_turn(scene, turn, width, turn.number in new, words) + made
    return made


def of_turn(scene: Scene, turn: Turn, width: int, fresh: bool, words: Words) -> list[Line]:
    """The lines of a turn: a heading, then what was done."""
    made: list[Line] = [(f"{turn.number} {player(scene, turn)}", ("lapis", "bold"), fresh)]
    for text in repeated(turn, scene, words):
        made += [(line, ("sand",) if fresh else ("dune",), fresh) for line in wrap(text, width - 1, 1)]
    return made


def player(scene: Scene, turn: Turn) -> str:
    """Whose turn it was, as the sentences say it."""
    return "You" if turn.active == scene.view.viewer else scene.names[turn.active]


def repeated(turn: Turn, scene: Scene, words: Words) -> list[str]:
    """The sentences of a turn, without its player's name at their head; one that comes again at once is counted."""
    name = player(scene, turn) + " "
    texts: list[str] = []
    counts: list[int] = []
    for told in turn.told:
        text = words(told)
        if told.who == turn.active and text.startswith(name):
            text = text[len(name) :]
        if texts and texts[-1] == text:
            counts[-1] += 1
        else:
            texts.append(text)
            counts.append(1)
    times = [f" {scene.signs.times}{n}." if n > 1 else "." for n in counts]
    return [text.removesuffix(".") + end for text, end in zip(texts, times, strict=True)]


def paint(brush: Brush, scene: Scene, up: int = 0, words: Words = plainly) -> int:
    """The latest lines that fit, or those `up` lines before them; but no further back than to the beginning. `words` tells a
    sentence, perhaps in short. Returns how many lines back that is."""
    brush.write(0, 0, "Log", "lapis", "bold")
    made, height = lines(scene, brush.width, brush.height + up, words), brush.height - 1
    up = min(up, max(0, len(made) - height))
    for y, (text, ink, fresh) in enumerate(window(made, height, up)):
        if fresh:
            brush.write(0, y + 1, scene.signs.bar, "gold")
        brush.write(1, y + 1, text, *ink)
    return up


def window(made: Sequence[Line], height: int, up: int) -> Sequence[Line]:
    """The last `height` lines, or those `up` lines earlier."""
    end = max(min(height, len(made)), len(made) - up)
    return made[max(0, end - height) : end]
