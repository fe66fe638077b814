"""Duelling cards on the screen: in words, as an abbreviation, or as a box with both halves."""

from typing import Final

from engine.thieves.data.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.view import LaidCardView
from vok_tui.boards.thieves.duels import half_that_counts, known_symbol
from vok_tui.boards.thieves.signs import FACE_DOWN, sign
from vok_tui.painting.grid import Brush, Target
from vok_tui.panes.card_frame import CardState, paint_frame
from vok_tui.panes.scene import Scene

BOX_COLUMNS: Final = 10  # of a card as a box
NARROW_BOX_COLUMNS: Final = 5  # of a box with abbreviated words
BOX_LINES: Final = 4
SHORT_LETTERS: Final = 2  # of an abbreviated symbol


def target_ink(scene: Scene, target: Target, ink: str = "sand") -> tuple[str, ...]:
    """The ink of a target: under the cursor, else selected, else `ink`."""
    if target == scene.cursor:
        return ("ink", "on-gold")
    return ("gold",) if target == scene.selected else (ink,)


def target_mark(scene: Scene, target: Target) -> str:
    """The sign before a target: selected, under the cursor, usable now, or a blank."""
    if target == scene.selected:
        return scene.signs.selected
    return scene.signs.cursor if target == scene.cursor else scene.signs.usable if target in scene.usable else " "


def short_half(half: Half) -> str:
    """A half with the first two letters of its symbol: "2ke"."""
    return f"{half.symbol_count}{SYMBOLS[half.symbol][:SHORT_LETTERS]}"


def short_name(card: DuellingCard) -> str:
    """A card with the first two letters of its symbols: "1ke/2la"."""
    return f"{short_half(card.top)}/{short_half(card.bottom)}"


def box_width(card_count: int, row_columns: int) -> int:
    """The width of each box if this number of cards is in one row; 0 if they do not fit."""
    return next((columns for columns in (BOX_COLUMNS, NARROW_BOX_COLUMNS) if card_count * columns <= row_columns), 0)


def half_text(half: Half, box_columns: int) -> str:
    """A half of a card: in words in a box of full width, else abbreviated."""
    return str(half) if box_columns == BOX_COLUMNS else short_half(half)


def laid_card_text(scene: Scene, laid_card: LaidCardView, *, in_full: bool) -> str:
    """A laid card: the half that counts; with `in_full` also the other half. The viewer's own face-down cards are in brackets."""
    card = laid_card.card
    if card is None:
        return sign(scene.signs, FACE_DOWN)
    half = card.half(laid_card.half)
    text = f"{half.symbol_count} {known_symbol(laid_card)}"
    if in_full:
        text = half_that_counts(card, laid_card)
    return f"[{text}]" if laid_card.is_face_down else text


def paint_laid_card_box(brush: Brush, scene: Scene, laid_card: LaidCardView) -> None:
    """Paint a laid card as a box: the half that counts comes first. A face-down card has a dark upper edge; those of others show
    nothing else."""
    paint_frame(brush, scene, CardState())
    dark_line = sign(scene.signs, FACE_DOWN)[0] * (brush.width - 2)
    if laid_card.is_face_down:
        brush.write(1, 0, dark_line, "dune", "on-stone")
    card = laid_card.card
    if card is None:
        for y in range(1, brush.height - 1):
            brush.write(1, y, dark_line, "dune", "on-stone")
        return
    brush.write(1, 1, half_text(card.half(laid_card.half), brush.width), "gold", "on-stone")
    second_line = half_text(card.half(1 - laid_card.half), brush.width)
    if laid_card.named_symbol:
        second_line = (
            f"={laid_card.named_symbol if brush.width == BOX_COLUMNS else laid_card.named_symbol[:SHORT_LETTERS]}"
        )
    brush.write(1, 2, second_line, "sand" if laid_card.named_symbol else "dune", "on-stone")


def paint_hand_card_box(brush: Brush, scene: Scene, target: Target, card: DuellingCard) -> None:
    """Paint a card in hand as a box, with its key."""
    brush.add_target(target)
    state = CardState(target == scene.cursor, target in scene.usable, target == scene.selected)
    paint_frame(brush, scene, state)
    brush.write(1, 0, target_mark(scene, target) + scene.target_keys.get(target, ""), *state.title_ink)
    brush.write(1, 1, half_text(card.top, brush.width), "sand", "on-stone")
    brush.write(1, 2, half_text(card.bottom, brush.width), "sand", "on-stone")
