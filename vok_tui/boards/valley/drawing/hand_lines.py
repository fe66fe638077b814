"""Cards in hand, a line each, where a line has room for what a card does."""

from typing import Final

from engine.valley.view import HandCard
from vok_tui.boards.valley.drawing.short_texts import CardWordings
from vok_tui.boards.valley.drawing.tiles import NAME_COLUMN, paint_mark_and_key, paint_set_sign, payment_word
from vok_tui.boards.valley.names import brief_name, short_name
from vok_tui.painting.grid import Brush, Ink, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.marks import paint_change_mark

MIN_TOLD_COLUMNS: Final = 70  # from this width on, a line tells what its card does
NAME_COLUMNS: Final = 14  # kept for a name
WORDS_COLUMNS: Final = 9  # the sign of a set, "2g", "act"


def paint_hand_card_with_text(
    brush: Brush, scene: Scene, target: Target, card: HandCard, gain: str, texts: CardWordings
) -> None:
    """Paint a card in hand on one line: name, set, gold, whether its action can be executed, what it does, and `gain`, the points
    that it brings to the tomb. Where a long text needs the room, the word for the tomb gives way, then the points."""
    brush.add_target(target)
    here = target == scene.cursor
    chosen = target == scene.selected or target in scene.affected
    ink: Ink = ("ink", "on-gold", "bold") if here else ("on-stone", "gold" if chosen else "sand")
    brush.fill(*ink)
    paint_mark_and_key(brush, scene, target, *ink, *(("gold",) if target in scene.usable and not here else ()))
    paint_change_mark(brush, 2, 0, scene, target, "on-gold" if here else "on-stone", *(("ink",) if here else ()))
    edition_column = int(scene.view.mixed)
    short, more = texts.shortest_wording(card.face.kind), scene.signs.more
    name = short_name(card.face, NAME_COLUMNS, more)
    if name.endswith(more):
        name = brief_name(card.face)
    words = max(NAME_COLUMN + NAME_COLUMNS, NAME_COLUMN + len(name)) + 1
    at = words + WORDS_COLUMNS + edition_column
    gain = next(
        (text for text in (gain, gain.removeprefix("tomb ")) if len(short) + 1 + len(text) <= brush.width - at), ""
    )
    brush.write_right(0, gain, *(ink if here else ("on-stone", "gold")), end=brush.width)
    brush.write(NAME_COLUMN, 0, name, *ink)
    paint_set_sign(brush, words, 0, scene, card.face.set, card.face.edition, *ink, plain=here)
    words += 2 + edition_column
    pays = scene.is_laid_out(target)
    if pays is not None:
        brush.write(words, 0, payment_word(scene, card, pays), *ink, *(() if here else ("gold" if pays else "dune",)))
    else:
        brush.write(words, 0, f"{card.gold}g", *ink, *(() if here else ("gold",)))
    if card.executable and pays is None:
        brush.write(words + 3, 0, "act", *ink, *(() if here else ("faience",)))
    brush.write(at, 0, fit(short, brush.width - at, more), *(ink if here else ("on-stone", "dune")))
