"""The question pane: what is asked now, and the answers. Whatever is asked (the turn itself, crumbling, a reaction, a
forced choice) is asked here and in the same way."""

from collections.abc import Sequence

from rich.cells import cell_len

from vok_tui.panes.grid import Brush, Thing
from vok_tui.panes.scene import Answer, Scene
from vok_tui.panes.text import fit, wrap


def paint(brush: Brush, scene: Scene, news: Sequence[str] = (), skip: int = 0) -> None:
    """The heading, what is new, the answers that fit and a hint on the last line. `skip` lines below the heading are
    left to others."""
    y = head(brush, scene) + skip
    last = brush.height - hint(brush, scene)
    if scene.note:
        for text in wrap(scene.note, brush.width - 2)[:2]:
            brush.write(1, y, text, "carnelian")
            y += 1
    wanted = min(len(scene.answers), max(1, last - y))
    y += told(brush, news, y, last - y - wanted, scene)
    shown = max(0, last - y)
    answers(brush.part(0, y, brush.width, shown), scene, shown)


def hint(brush: Brush, scene: Scene) -> int:
    """At the bottom, what the thing under the cursor does, and why nothing can be done with it. Returns the lines kept for it:
    always as many, so that the answers do not move while the cursor does."""
    does, why = scene.hint
    kept = 2 if brush.height >= 8 else 1
    room = kept - (1 if why else 0)
    lines = wrap(does, brush.width - 2)
    for i, line in enumerate(lines[:room]):
        cut = i + 1 == room < len(lines)
        text = fit(f"{line} {lines[i + 1]}", brush.width - 2, scene.signs.more) if cut else line
        brush.write(1, brush.height - kept + i, text, "dune", "italic")
    if why:
        ink = "dune" if scene.cursor in scene.live else "carnelian"
        brush.write(1, brush.height - 1, fit(why, brush.width - 2, scene.signs.more), ink)
    return kept


def head(brush: Brush, scene: Scene) -> int:
    """The question on a line of its own, drawn out to the edge; on a second one if it is long. Where a card is chosen, at the
    right what its key does now. Returns the lines used."""
    texts, again = asked(brush, scene), pressed_again(scene)
    for y, text in enumerate(texts):
        x = brush.write(0, y, scene.signs.rule * 2, "deep") + 1
        x = brush.write(x, y, text, "gold" if scene.answers else "dune", "bold") + 1
        brush.write(x, y, scene.signs.rule * (brush.width - x), "deep")
        if again and y == len(texts) - 1 and x + cell_len(again) + 4 <= brush.width:
            brush.right(y, f" {again} ", "dune", end=brush.width - 1)
    return len(texts)


def asked(brush: Brush, scene: Scene) -> list[str]:
    """The lines of the question."""
    return wrap(scene.asked, brush.width - 6)[:2]


def pressed_again(scene: Scene) -> str:
    """That the key of the chosen card, or Enter, gives the answer under the cursor."""
    if scene.chosen is None or not scene.answers:
        return ""
    keys = [key for key in (scene.keys.get(scene.chosen, ""), scene.key_of("choose")) if key]
    return f"{' or '.join(keys)} gives {scene.signs.cursor}" if keys else ""


def told(brush: Brush, news: Sequence[str], y: int, room: int, scene: Scene) -> int:
    """What is new. If there is not room for all of it, the pieces share what there is, and the key of the chronicle, which has
    the rest, stands at the end. Returns the lines used, with one for air if there is more than enough room."""
    width = brush.width - 3
    pieces = [wrap(text, width, 2) for text in news]
    used = sum(map(len, pieces))
    if used > room:
        more, key = scene.signs.more, scene.key_of("chronicle")
        shares = shared([len(lines) for lines in pieces], room)
        pieces = [shortened(lines, most, width, more) for lines, most in zip(pieces, shares, strict=True)]
        shown = [lines for lines in pieces if lines]
        if shown and key:
            hint = f" {key} for all"
            shown[-1][-1] = fit(shown[-1][-1].rstrip(more), width - cell_len(hint) - 1, "").rstrip(" ,;:") + more + hint
    made = [line for lines in pieces for line in lines]
    for i, line in enumerate(made):
        brush.write(0, y + i, scene.signs.bar, "gold")
        brush.write(2, y + i, line, "sand")
    return len(made) + (1 if 0 < used < room else 0)


def shared(wanted: Sequence[int], room: int) -> list[int]:
    """So many lines for each piece: as many as it wants, as long as all others could have as many."""
    shares = [0] * len(wanted)
    while room > 0 and shares != list(wanted):
        for i, lines in enumerate(wanted):
            if room > 0 and shares[i] < lines:
                shares[i] += 1
                room -= 1
    return shares


def shortened(lines: list[str], most: int, width: int, more: str) -> list[str]:
    """So many lines at the most, with a sign where they break off."""
    if len(lines) <= most or most <= 0:
        return lines[: max(0, most)]
    return [*lines[: most - 1], fit(f"{lines[most - 1]} {lines[most].strip()}", width, more)]


def answers(brush: Brush, scene: Scene, shown: int) -> None:
    """The answers, a line each; where they do not all fit, those around the cursor."""
    count = len(scene.answers)
    at = scene.cursor.index if scene.cursor is not None and scene.cursor.where == "answer" else 0
    first = max(0, min(at - shown // 2, count - shown))
    texts = worded(scene.answers, brush.width)
    for y in range(min(shown, count - first)):
        answer(brush.part(0, y, brush.width, 1), scene, first + y, texts[first + y])
    if first > 0:
        brush.right(0, scene.signs.up, "lapis")
    if first + shown < count:
        brush.right(shown - 1, scene.signs.down, "lapis")


def worded(given: Sequence[Answer], width: int) -> list[str]:
    """The texts of the answers, all in the longest wording in which each finds room; else all in their shortest."""
    texts = [one.text for one in given]
    for step in range(max((len(one.shorter) for one in given), default=0)):
        if all(cell_len(text) <= room(one, width) for one, text in zip(given, texts, strict=True)):
            break
        texts = [one.shorter[min(step, len(one.shorter) - 1)] if one.shorter else one.text for one in given]
    return texts


def room(given: Answer, width: int) -> int:
    """The cells between the key of an answer and its note."""
    return width - 7 - (cell_len(given.note) + 1 if given.note else 0)


def answer(brush: Brush, scene: Scene, index: int, text: str) -> None:
    """One answer: the cursor, its key, its text, a note at the right."""
    thing, given = Thing("answer", index), scene.answers[index]
    brush.spot(thing)
    here = thing == scene.cursor
    ink = ("ink", "on-gold", "bold") if here else ()
    brush.fill(*ink)
    if here:
        brush.write(0, 0, scene.signs.cursor, *ink)
    brush.write(2, 0, given.key, *(ink or ("lapis", "bold")))
    brush.right(0, given.note, *(ink or ("gold",)), end=brush.width - 3)
    brush.write(4, 0, fit(text, room(given, brush.width), scene.signs.more), *(ink or ("sand",)))
