"""Cards, painted; and the hand of the viewer."""

from collections.abc import Sequence
from typing import Final

from engine.core.wording import plural
from engine.thieves.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.view import LaidCardView
from vok_tui.boards.thieves.signs import FACE_DOWN, sign
from vok_tui.painting.grid import HEADING_INK, Brush, Target, fit
from vok_tui.panes.card_frame import CardState, paint_frame
from vok_tui.panes.scene import Scene


def known_symbol(laid_card: LaidCardView) -> str:
    """The symbol that a laid card counts as; "" if the viewer may not know the card."""
    if laid_card.card is None:
        return ""
    return laid_card.named_symbol or SYMBOLS[laid_card.card.half(laid_card.half).symbol]


def half_that_counts(card: DuellingCard, laid_card: LaidCardView) -> str:
    """The half of a laid card that counts, and what its rubies stand for: "2 ruby as key (not 1 lamp)"."""
    named = f" as {laid_card.named_symbol}" if laid_card.named_symbol else ""
    return f"{card.half(laid_card.half)}{named} (not {card.half(1 - laid_card.half)})"


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
    counts = [f"{count} more {mark}" for count, mark in ((before, scene.signs.up), (after, scene.signs.down)) if count]
    brush.write_right(0, "".join([f"{count} " for count in counts]), "dune")


def first_shown_line(cursor: Target | None, card_count: int, columns: int, visible_lines: int) -> int:
    """The first line of a hand to show if not all fit: the line above that of the cursor, so that the cursor can move to
    the lines on both sides."""
    if cursor is None or cursor.area != "hand":
        return 0
    return max(0, min(cursor.index // columns - 1, -(-card_count // columns) - visible_lines))
