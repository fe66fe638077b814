"""The kinds that the viewer's tomb lacks and that are still available, set by set: the fullest sets first."""

from collections.abc import Mapping
from typing import Final

from engine.valley.catalogue.card import Card
from engine.valley.view import SetView, View
from vok_tui.boards.valley.drawing.shelves import faces_of_set
from vok_tui.boards.valley.names import brief_name, ink_of_set
from vok_tui.boards.valley.reading.whereabouts import NOT_SEEN, OWN_PLACES, PYRAMID, copies_by_place
from vok_tui.boards.valley.signs import sign_of_set
from vok_tui.painting.grid import Brush
from vok_tui.painting.text import InkedWord, wrap_inked
from vok_tui.panes.scene import Scene

HEADING: Final = "Missing kinds still available"
LEGEND: Final = "a number: copies that you have not seen"
SIGN_COLUMNS: Final = 3  # of the signs of a set and its edition
MIN_LINES: Final = 4


def paint_missing_kinds(brush: Brush, scene: Scene, cards: Mapping[int, Card]) -> None:
    """Paint a heading, the sets that fit, and what the numbers mean. Nothing for a spectator or while the hand is covered."""
    view: View = scene.view
    if brush.height < MIN_LINES or view.viewer < 0 or scene.covered_reason:
        return
    x = brush.write(0, 0, scene.signs.rule * 2, "deep") + 1
    x = brush.write(x, 0, HEADING, "lapis", "bold") + 1
    brush.write(x, 0, scene.signs.rule * (brush.width - x), "deep")
    y, last = 1, brush.height - 1
    for tomb_set in sorted(view.mine.sets, key=lambda tomb_set: -tomb_set.distinct_kinds):
        lines = wrap_inked(missing_kind_words(scene, tomb_set, cards), brush.width - SIGN_COLUMNS)
        if not tomb_set.missing or y + len(lines) > last:
            continue
        brush.write(0, y, sign_of_set(scene.signs, tomb_set.name), ink_of_set(tomb_set.name))
        for line in lines:
            x = SIGN_COLUMNS
            for word, ink in line:
                x = brush.write(x, y, word, *ink) + 1
            y += 1
    brush.write(SIGN_COLUMNS, y, LEGEND, "dune")


def missing_kind_words(scene: Scene, tomb_set: SetView, cards: Mapping[int, Card]) -> list[InkedWord]:
    """The missing kinds of a set that are still available, and where: "Isis pyramid +1, Horus 2, Thoth yours"."""
    view: View = scene.view
    words: list[InkedWord] = []
    for face in faces_of_set(tomb_set):
        if face in tomb_set.present or face.kind in view.mine.unobtainable_kinds:
            continue
        if words:
            words[-1] = (f"{words[-1][0]},", words[-1][1])
        words += [(word, ("sand",)) for word in brief_name(face).split()]
        words += place_words(dict(copies_by_place(view, cards[face.kind], face.kind, scene.names)))
    return words or [("nothing", ("dune",))]


def place_words(places: Mapping[str, int]) -> list[InkedWord]:
    """Where a kind is available: among the viewer's own cards, else in the pyramid or among unseen cards, else elsewhere."""
    if OWN_PLACES & places.keys():
        return [("yours", ("gold",))]
    unseen: list[InkedWord] = [(str(places[NOT_SEEN]), ("dune",))] if NOT_SEEN in places else []
    if PYRAMID in places:
        return [(PYRAMID, ("faience",)), *[(f"+{count}", ink) for count, ink in unseen]]
    return unseen or [(word, ("dune",)) for word in next(iter(places), "").split()]
