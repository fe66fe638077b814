"""A duelling card as it is painted: in words, short, or as a box with both halves."""

from typing import Final

from engine.thieves.data.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.view import LaidCardView
from vok_tui.boards.thieves.duels import shown_symbol
from vok_tui.boards.thieves.signs import FACE_DOWN, sign
from vok_tui.painting.grid import Brush, Target
from vok_tui.panes.card_frame import CardState, paint_frame
from vok_tui.panes.scene import Scene

BOX_COLUMNS: Final = 10  # of a card as a box
NARROW_COLUMNS: Final = 5  # of one with short words, where several lie side by side
BOX_LINES: Final = 4
SHORT_LETTERS: Final = 2  # of a symbol


def cursor_ink(scene: Scene, target: Target, ink: str = "sand") -> tuple[str, ...]:
    """The ink of a target: under the cursor, selected, else `ink`."""
    if target == scene.cursor:
        return ("ink", "on-gold")
    return ("gold",) if target == scene.selected else (ink,)


def target_mark(scene: Scene, target: Target) -> str:
    """The sign before a target: chosen, under the cursor, or of use now."""
    if target == scene.selected:
        return scene.signs.selected
    return scene.signs.cursor if target == scene.cursor else scene.signs.usable if target in scene.usable else " "


def short_half(half: Half) -> str:
    """ "2ke"."""
    return f"{half.symbol_count}{SYMBOLS[half.symbol][:SHORT_LETTERS]}"


def short_name(card: DuellingCard) -> str:
    """A card with the first two letters of its symbols: "1ke/2la"."""
    return f"{short_half(card.top)}/{short_half(card.bottom)}"


def box_width(card_count: int, room: int) -> int:
    """The width of each box if this number of cards lies in a row; 0 if they do not fit."""
    return next((columns for columns in (BOX_COLUMNS, NARROW_COLUMNS) if card_count * columns <= room), 0)


def half_text(half: Half, columns: int) -> str:
    """A half of a card: in words in a box of full width, else short."""
    return str(half) if columns == BOX_COLUMNS else short_half(half)


def laid_text(scene: Scene, laid: LaidCardView, in_full: bool) -> str:
    """A card on the table: what counts, in brackets if it is the viewer's own face down; and with `in_full` its other half
    too."""
    if laid.card is None:
        return sign(scene.signs, FACE_DOWN)
    half = laid.card.half(laid.half)
    text = f"{half.symbol_count} {shown_symbol(laid)}"
    if in_full:
        named = f" as {laid.named_symbol}" if laid.named_symbol else ""
        text = f"{half}{named}/{laid.card.half(1 - laid.half)}"
    return f"[{text}]" if laid.is_face_down else text


def paint_laid_box(brush: Brush, scene: Scene, laid: LaidCardView) -> None:
    """A card on the table as a box: the half that counts stands first. The upper edge of a face-down card is dark. Nothing else
    is shown of the face-down cards of others."""
    paint_frame(brush, scene, CardState())
    dark = sign(scene.signs, FACE_DOWN)[0] * (brush.width - 2)
    if laid.is_face_down:
        brush.write(1, 0, dark, "dune", "on-stone")
    if laid.card is None:
        for y in range(1, brush.height - 1):
            brush.write(1, y, dark, "dune", "on-stone")
        return
    brush.write(1, 1, half_text(laid.card.half(laid.half), brush.width), "gold", "on-stone")
    other = half_text(laid.card.half(1 - laid.half), brush.width)
    if laid.named_symbol:
        other = f"={laid.named_symbol if brush.width == BOX_COLUMNS else laid.named_symbol[:SHORT_LETTERS]}"
    brush.write(1, 2, other, "sand" if laid.named_symbol else "dune", "on-stone")


def paint_hand_box(brush: Brush, scene: Scene, target: Target, card: DuellingCard) -> None:
    """A card of the hand as a box, with its key."""
    brush.add_target(target)
    state = CardState(target == scene.cursor, target in scene.usable, target == scene.selected)
    paint_frame(brush, scene, state)
    brush.write(1, 0, target_mark(scene, target) + scene.target_keys.get(target, ""), *state.title_ink)
    brush.write(1, 1, half_text(card.top, brush.width), "sand", "on-stone")
    brush.write(1, 2, half_text(card.bottom, brush.width), "sand", "on-stone")
