"""Cards in hand on one line each, for lines that are wide enough for the text of a card."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.valley.view import HandCard
from vok_tui.boards.valley.drawing.short_texts import CardWordings
from vok_tui.boards.valley.drawing.tiles import NAME_COLUMN, paint_mark_and_key, paint_set_sign, payment_word
from vok_tui.boards.valley.names import brief_name, fitted_name
from vok_tui.painting.grid import Brush, Ink, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.marks import paint_change_mark

MIN_TEXT_COLUMNS: Final = 70  # from this width on, a line shows the short text of its card
MIN_NAME_COLUMNS: Final = 14
TOMB_WORD: Final = "tomb "  # before the points that a card adds
FACTS_COLUMNS: Final = 9  # the sign of a set, "2g", "act"


def name_columns(
    width: int, hand: Sequence[HandCard], gains: Sequence[str], wordings: CardWordings, edition_column: int
) -> int:
    """The columns for the names of a hand in lines of this width: enough for the full names, as the log writes them, if the text
    and the number of points of each card still fit."""
    room = [
        width - NAME_COLUMN - 1 - FACTS_COLUMNS - edition_column
        - len(wordings.shortest_wording(card.face.kind)) - 1 - len(gain.removeprefix(TOMB_WORD))
        for card, gain in zip(hand, gains, strict=True)
    ]  # fmt: skip
    longest = max([cell_len(card.face.name) for card in hand], default=0)
    return max(MIN_NAME_COLUMNS, min([longest, *room]))


def paint_hand_card_line_with_text(
    brush: Brush, scene: Scene, target: Target, card: HandCard, gain: str, wordings: CardWordings, name_columns: int
) -> None:
    """Paint a card in hand on one line: its name, set and gold, whether its action can be executed, its text, and `gain`, the
    points that it adds to the tomb. If a long text leaves too few columns, `gain` loses the word "tomb", or is left out."""
    brush.add_target(target)
    under_cursor = target == scene.cursor
    chosen = target == scene.selected or target in scene.affected
    ink: Ink = ("ink", "on-gold", "bold") if under_cursor else ("on-stone", "gold" if chosen else "sand")
    brush.fill(*ink)
    paint_mark_and_key(brush, scene, target, *ink, *(("gold",) if target in scene.usable and not under_cursor else ()))
    paint_change_mark(brush, 2, 0, scene, target, "on-gold" if under_cursor else "on-stone")
    edition_column = int(scene.view.mixed)
    card_text, cut_sign = wordings.shortest_wording(card.face.kind), scene.signs.more
    name = fitted_name(card.face, name_columns, cut_sign)
    if name.endswith(cut_sign):
        name = brief_name(card.face)
    x = NAME_COLUMN + max(name_columns, len(name)) + 1
    text_x = x + FACTS_COLUMNS + edition_column
    gain_columns = brush.width - text_x - len(card_text) - 1
    gain = next((text for text in (gain, gain.removeprefix(TOMB_WORD)) if len(text) <= gain_columns), "")
    brush.write_right(0, gain, *(ink if under_cursor else ("on-stone", "gold")), end=brush.width)
    brush.write(NAME_COLUMN, 0, name, *ink)
    paint_set_sign(brush, x, 0, scene, card.face.set, card.face.edition, *ink, plain=under_cursor)
    x += 2 + edition_column
    pays = scene.is_laid_out(target)
    if pays is not None:
        brush.write(
            x, 0, payment_word(scene, card, pays), *ink, *(() if under_cursor else ("gold" if pays else "dune",))
        )
    else:
        brush.write(x, 0, f"{card.gold}g", *ink, *(() if under_cursor else ("gold",)))
    if card.executable and pays is None:
        brush.write(x + 3, 0, "act", *ink, *(() if under_cursor else ("faience",)))
    brush.write(
        text_x, 0, fit(card_text, brush.width - text_x, cut_sign), *(ink if under_cursor else ("on-stone", "dune"))
    )
