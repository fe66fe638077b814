"""The viewer's hand: boxes in a row if they fit, else names in columns."""

from collections.abc import Sequence
from typing import Final

from engine.core.cells.wording import plural
from engine.thieves.data.pieces import DuellingCard
from vok_tui.boards.thieves.drawing.cards import (
    BOX_LINES,
    box_width,
    paint_hand_card_box,
    short_name,
    target_ink,
    target_mark,
)
from vok_tui.painting.grid import HEADING_INK, Brush, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene

CARD_COLUMNS: Final = 19  # a key, a mark and the longest name of a card, and a blank
SHORT_CARD_COLUMNS: Final = 10  # the same with an abbreviated name, for a long hand


def paint_hand(brush: Brush, scene: Scene, hand: Sequence[DuellingCard], *, boxed: bool) -> None:
    """Paint the cards of the viewer's hand, each with its key: as boxes if `boxed` and all fit, else by name."""
    if scene.covered_reason:
        brush.write(1, 0, fit(scene.covered_reason, brush.width - 1), "gold")
        return
    x = brush.write(1, 0, "Your hand", *HEADING_INK)
    brush.write(x + 1, 0, plural(len(hand), "card"), "gold")
    columns = box_width(len(hand), brush.width) if boxed and brush.height > BOX_LINES else 0
    if columns:
        for i, card in enumerate(hand):
            box = brush.sub_brush(i * columns, 1, columns, BOX_LINES)
            paint_hand_card_box(box, scene, Target("hand", i), card)
    else:
        paint_hand_names(brush, scene, hand)


def paint_hand_names(brush: Brush, scene: Scene, hand: Sequence[DuellingCard]) -> None:
    """Paint the names of the cards in columns. If the hand does not fit, only the lines around the cursor."""
    lines = brush.height - 1
    is_long = len(hand) > brush.width // CARD_COLUMNS * lines
    columns = brush.width // (SHORT_CARD_COLUMNS if is_long else CARD_COLUMNS)
    card_columns = brush.width // columns  # with the spare columns between the cards
    first = columns * first_shown_line(scene.cursor, len(hand), columns, lines)
    shown_cards = hand[first : first + columns * lines]
    for i, card in enumerate(shown_cards, first):
        target = Target("hand", i)
        column, line = i % columns, (i - first) // columns
        cell = brush.sub_brush(column * card_columns, 1 + line, card_columns, 1)
        cell.add_target(target)
        cell.write(0, 0, scene.target_keys.get(target, " "), "dune")
        cell.write(1, 0, target_mark(scene, target), "gold")
        cell.write(2, 0, short_name(card) if is_long else card.name, *target_ink(scene, target))
    before, after = first, len(hand) - first - len(shown_cards)
    counts = [f"{count} more {sign}" for count, sign in ((before, scene.signs.up), (after, scene.signs.down)) if count]
    brush.write_right(0, "".join([f"{count} " for count in counts]), "dune")


def first_shown_line(cursor: Target | None, card_count: int, columns: int, visible_lines: int) -> int:
    """The first line of a hand to show if not all fit: the line above that of the cursor, so that the cursor can move to
    the lines on both sides."""
    if cursor is None or cursor.area != "hand":
        return 0
    return max(0, min(cursor.index // columns - 1, -(-card_count // columns) - visible_lines))
