"""Cards without frames: in the pyramid, in the hand and in a row, and on one line each where lines are wide enough; also the
stock, the boneyard and the heading of the hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from engine.core.wording import plural
from engine.valley.view import Face, HandCard, SlotView
from vok_tui.boards.valley.names import brief_name, edition_ink, fitted_name, ink_of_set, owner_text, set_name_on_card
from vok_tui.boards.valley.short_texts import CardWordings
from vok_tui.boards.valley.signs import edition_sign, sign_of_set
from vok_tui.painting.grid import Brush, Ink, NextColumn, Target, fit
from vok_tui.painting.signs import Signs, signed
from vok_tui.panes.card_frame import paint_change_mark
from vok_tui.panes.scene import Scene

NAME_COLUMN: Final = 3  # after a mark, a key and a blank
BASE_SLOTS: Final = 3  # slots 0 to 2 are the base of the pyramid
TOP_SLOT: Final = 5
EMPTY_PYRAMID: Final = "no card is left"  # at the top of an empty pyramid
NARROW_TILE_COLUMNS: Final = 19  # up to this width, gold and cost need all columns
MIN_NAME_COLUMNS: Final = 4  # names are never cut shorter
WIDE_LINE_COLUMNS: Final = 60  # from this width on, the line of a card in hand is not abbreviated


def name_line_ink(scene: Scene, target: Target) -> Ink:
    """The ink of a card's name: under the cursor, selected, usable, or none of these."""
    if target == scene.cursor:
        return ("ink", "on-gold", "bold")
    if target == scene.selected:
        return ("gold", "on-stone", "bold")
    if target in scene.usable:
        return ("ink", "on-block")
    return ("sand", "on-stone")


def card_mark(scene: Scene, target: Target) -> str:
    """The mark of a card: selected, under the cursor, affected by the answer, usable, or a blank. During a payment, cards in
    hand are marked as laid out or not."""
    signs = scene.signs
    if target in (scene.cursor, scene.selected):
        return signs.selected if target == scene.selected else signs.cursor
    if (pays := scene.is_laid_out(target)) is not None:
        return signs.selected if pays else signs.affected
    return signs.affected if target in scene.affected else signs.usable if target in scene.usable else " "


def paint_mark_and_key(brush: Brush, scene: Scene, target: Target, *ink: str) -> None:
    """Paint the first two columns of a card: a mark and its key."""
    brush.write(0, 0, card_mark(scene, target), *ink, "bold")
    brush.write(1, 0, scene.target_keys.get(target, " "), *ink, "bold")


def paint_pyramid_card_tile(brush: Brush, scene: Scene, slot: SlotView) -> None:
    """Paint a card of the pyramid: its name, set, gold and cost, and on a fourth line the gold that the viewer can pay. The line
    below the name is always the set, so a long name loses the words that the set repeats."""
    target = Target("slot", slot.slot)
    brush.add_target(target)
    face = slot.face
    if face is None:
        paint_empty_slot(brush, scene, target, NAME_COLUMN)
        return
    ink = name_line_ink(scene, target)
    brush.fill("sand", "on-stone")
    brush.sub_brush(0, 0, brush.width, 1).fill(*ink)
    paint_mark_and_key(brush, scene, target, *ink)
    brush.write(NAME_COLUMN, 0, fitted_name(face, brush.width - NAME_COLUMN, scene.signs.more), *ink)
    paint_set_line(brush, scene, face, "on-stone")
    paint_change_mark(brush, 0, 1, scene, target, "on-stone")
    paint_gold_and_cost(brush, scene, slot, face)
    if brush.height > 3 and scene.needs_card_first and slot.slot < BASE_SLOTS and not slot.buyable:
        brush.write(NAME_COLUMN, 3, f"you can lay out {scene.view.gold_in_hand}", "dune", "on-stone")


def paint_empty_slot(brush: Brush, scene: Scene, target: Target, text_column: int) -> None:
    """Paint an empty slot of the pyramid: a word on the background of the table, so that it never looks like a card. In an empty
    pyramid only the top says so, for all slots."""
    is_pyramid_empty = not any(slot.face for slot in scene.view.pyramid)
    if target == scene.cursor:
        brush.sub_brush(0, 0, brush.width, 1).fill("ink", "on-gold")
        brush.write(0, 0, scene.signs.cursor, "ink", "on-gold", "bold")
    ink: Ink = ("ink", "on-gold") if target == scene.cursor else ("dune",)
    if not is_pyramid_empty or target == scene.cursor:
        brush.write(text_column, 0, "empty", *ink)
    elif target.index == TOP_SLOT:
        brush.write(0, 0, EMPTY_PYRAMID[: brush.width], *ink)
    if not is_pyramid_empty:
        paint_change_mark(brush, 0, 1, scene, target)


def paint_set_sign(
    brush: Brush, x: int, y: int, scene: Scene, set_name: str, edition: str, *ink: str, plain: bool = False
) -> NextColumn:
    """Paint the sign of a set, followed by that of its edition if cards of two games are used. The signs add their own inks to
    `ink` unless `plain`."""
    x = brush.write(x, y, sign_of_set(scene.signs, set_name), *ink, *(() if plain else (ink_of_set(set_name),)))
    return brush.write(
        x, y, edition_sign(scene.signs, edition, scene.view.mixed), *ink, *(() if plain else (edition_ink(edition),))
    )


def paint_set_line(brush: Brush, scene: Scene, face: Face, *ink: str) -> None:
    """Paint the second line of a card: the sign of its set, the name of the set, and the printed points."""
    paint_set_sign(brush, 1, 1, scene, face.set, face.edition, *ink)
    x, word = NAME_COLUMN + scene.view.mixed, set_name_on_card(face.set)
    points = plural(face.vp, "point") if face.vp else ""
    if points and x + cell_len(word) + 1 + cell_len(points) > brush.width:
        word = ""  # the sign is enough
    x = brush.write(x, 1, word, *ink, ink_of_set(face.set))
    brush.write(x + (1 if word else 0), 1, points, *ink, "sand")


def paint_gold_and_cost(brush: Brush, scene: Scene, slot: SlotView, face: Face) -> None:
    """Paint gold and cost; with a rebate also the current price."""
    brush.write(NAME_COLUMN if brush.width > NARROW_TILE_COLUMNS else 1, 2, f"gold {face.gold}", "dune", "on-stone")
    cost = f"cost {face.cost}"
    if slot.price != face.cost:
        cost += f"{scene.signs.becomes}{slot.price}"
    if slot.buyable:
        brush.write_right(2, f"{cost} {scene.signs.done}", "gold", "on-stone", "bold")
    else:
        brush.write_right(2, cost, "dune", "on-stone", end=brush.width - 2)


def paint_hand_card_line(brush: Brush, scene: Scene, target: Target, card: HandCard) -> None:
    """Paint a card in hand on one line: name, set, gold, and whether its action can be executed."""
    brush.add_target(target)
    under_cursor = target == scene.cursor
    chosen = target == scene.selected or target in scene.affected
    ink: Ink = ("ink", "on-gold", "bold") if under_cursor else ("on-stone", "gold" if chosen else "sand")
    brush.fill(*ink)
    paint_mark_and_key(brush, scene, target, *ink, *(("gold",) if target in scene.usable and not under_cursor else ()))
    paint_change_mark(brush, 2, 0, scene, target, "on-gold" if under_cursor else "on-stone")
    is_wide = brush.width >= WIDE_LINE_COLUMNS
    edition_column = int(scene.view.mixed)  # for the sign of the edition
    x = brush.width - (36 if is_wide else 8) - edition_column
    name = fitted_name(card.face, x - NAME_COLUMN - 1, scene.signs.more)
    brush.write(NAME_COLUMN, 0, name, *ink)
    tint = () if under_cursor else (ink_of_set(card.face.set),)
    paint_set_sign(brush, x, 0, scene, card.face.set, card.face.edition, *ink, plain=under_cursor)
    x += 2 + edition_column
    if is_wide:
        brush.write(x, 0, set_name_on_card(card.face.set), *ink, *tint)
        x += 14
    pays = scene.is_laid_out(target)
    if pays is not None:
        brush.write(
            x, 0, payment_word(scene, card, pays), *ink, *(() if under_cursor else ("gold" if pays else "dune",))
        )
        return
    if is_wide:
        brush.write(x, 0, f"{card.gold} gold", *ink)
    else:
        brush.write(x, 0, f"{card.gold}g", *ink, *(() if under_cursor else ("gold",)))
    if card.executable:
        word = "action" if is_wide else "act"
        brush.write_right(0, word, *ink, *(() if under_cursor else ("faience",)), end=brush.width - is_wide)


def payment_word(scene: Scene, card: HandCard, pays: bool) -> str:
    """What a card in hand does in a payment: "pays 2"; if it is not laid out, "2 gold", or "stays" if the price is paid."""
    if pays:
        return f"pays {card.gold}"
    return "stays" if scene.payment is not None and scene.payment.answer is not None else f"{card.gold} gold"


def paint_card_row(brush: Brush, scene: Scene, area: str, label: str, faces: Sequence[Face]) -> None:
    """Paint the names of cards side by side on one line. Equal cards are counted; their target is that of the first one."""
    x = brush.write(1, 0, label, "lapis") + 1
    counts = Counter(faces)
    names, gap = names_and_gap(counts, brush.width - x, scene.signs)
    for face, name in zip(counts, names, strict=True):
        target = Target(area, faces.index(face))
        card_brush = brush.sub_brush(x, 0, cell_len(name) + 2, 1, name_line_ink(scene, target))
        card_brush.add_target(target)
        card_brush.fill()
        mark = scene.signs.usable if target in scene.usable else " "
        if target in (scene.cursor, scene.selected):
            mark = scene.signs.selected if target == scene.selected else scene.signs.cursor
        card_brush.write(0, 0, mark)
        card_brush.write(1, 0, name)
        x += card_brush.width + gap


def names_and_gap(counts: Mapping[Face, int], width: int, signs: Signs) -> tuple[list[str], int]:
    """The names with their counts, and the gap between them, to fit into `width` cells. If necessary, the longest names become
    brief; then the gap is left out, and all names are cut as little as possible."""
    suffixes = [f" {signs.times}{count}" if count > 1 else "" for count in counts.values()]
    suffixes_width = sum(cell_len(suffix) + 2 for suffix in suffixes)
    brief_names = [brief_name(face) for face in counts]
    gap = int(sum(map(cell_len, brief_names)) + suffixes_width + len(brief_names) - 1 <= width)
    names_width = width - suffixes_width - gap * (len(brief_names) - 1)
    name_width = max([cell_len(face.name) for face in counts], default=0)
    names = [face.name for face in counts]
    while name_width > MIN_NAME_COLUMNS and sum(map(cell_len, names)) > names_width:
        name_width -= 1
        names = [fitted_name(face, name_width, signs.more) for face in counts]
    for i, face in enumerate(counts):  # the first names get the spare columns
        longer_name = fitted_name(face, name_width + 1, signs.more)
        if sum(map(cell_len, names)) - cell_len(names[i]) + cell_len(longer_name) <= names_width:
            names[i] = longer_name
    return [name + suffix for name, suffix in zip(names, suffixes, strict=True)], gap


def paint_stock(brush: Brush, scene: Scene, text_column: int = 1) -> None:
    """Paint the stock: the number of cards left at each level, from `text_column` on."""
    target = Target("stock", 0)
    brush.add_target(target)
    under_cursor = target == scene.cursor
    heading = brush.sub_brush(0, 0, brush.width, 1, ("ink", "on-gold") if under_cursor else ())
    heading.fill()
    heading.write(0, 0, scene.signs.cursor if under_cursor else " ")
    heading.write(1, 0, "Stock", *(() if under_cursor else ("lapis", "bold")))
    y = 1 if text_column == 1 else 2
    brush.write(text_column, y, f"{scene.view.stock_ii} of level II", "dune")
    brush.write(text_column, y + 1, f"{scene.view.stock_iii} of level III", "dune")


def paint_boneyard(brush: Brush, scene: Scene, text_column: int = 1) -> None:
    """Paint the boneyard: the number of cards, and from `text_column` on the top card, which everybody may see."""
    target = Target("boneyard", 0)
    brush.add_target(target)
    under_cursor = target == scene.cursor
    heading = brush.sub_brush(0, 0, brush.width, 1, ("ink", "on-gold") if under_cursor else ())
    heading.fill()
    heading.write(0, 0, scene.signs.cursor if under_cursor else " ")
    heading.write(1, 0, f"Boneyard {scene.view.boneyard_count}", *(() if under_cursor else ("lapis", "bold")))
    face = scene.view.boneyard_top
    y = 1 if text_column == 1 else 2
    paint_change_mark(brush, text_column - 1, y, scene, target)
    if face is None:
        brush.write(text_column, y, "empty", "dune")
        return
    brush.write(text_column, y, fitted_name(face, brush.width - text_column, scene.signs.more), "sand")
    paint_set_line(brush.sub_brush(text_column - 1, y, brush.width - text_column + 1, 2), scene, face)


def paint_hand_heading(brush: Brush, scene: Scene) -> Brush:
    """Paint the heading of the hand: gold, effects of this turn, deck and discard pile. Returns a brush for the free part between
    them."""
    view = scene.view
    mine = view.mine
    title = f"{owner_text(view, scene.names)} hand"
    x = brush.write(1, 0, fit(title, brush.width // 2, scene.signs.more), "lapis", "bold") + 1
    if scene.covered_reason:
        brush.write(x, 0, plural(mine.hand_count, "card"), "gold")
        end = brush.write_right(0, f"deck {mine.deck_count} pile {mine.discard_count} ", "dune")
        return brush.sub_brush(brush.width // 2, 0, end - brush.width // 2, 1)
    facts = [f"{view.gold_in_hand} gold"] if view.mover >= 0 else []
    if view.rebate and view.active == view.viewer:
        facts.append(f"costs {signed(-view.rebate, ascii_only=scene.signs.ascii_only)}")
    if view.has_entombed and view.active == view.viewer and view.mover >= 0:
        facts.append("entombed")
    if view.next_doubled and view.active == view.viewer:
        facts.append("next card twice")
    if view.any_row and view.active == view.viewer:
        facts.append("any row")
    x = brush.write(x, 0, ", ".join(facts), "gold") + 1
    pile = f"pile {mine.discard_count}"
    pile_brush = brush.sub_brush(brush.width - cell_len(pile) - 2, 0, cell_len(pile) + 2, 1)
    target = Target("pile", 0)
    pile_brush.add_target(target)
    if target == scene.cursor:
        pile_brush.fill("ink", "on-gold")
        pile_brush.write(0, 0, scene.signs.cursor, "ink", "on-gold")
    pile_brush.write(1, 0, pile, *(("ink", "on-gold") if target == scene.cursor else ("dune",)))
    end = brush.write_right(0, f"deck {mine.deck_count}", "dune", end=brush.width - pile_brush.width)
    return brush.sub_brush(x, 0, end - x - 1, 1)


MIN_TEXT_COLUMNS: Final = 70  # from this width on, a line shows the short text of its card
MIN_HAND_NAME_COLUMNS: Final = 14
FACTS_COLUMNS: Final = 9  # the sign of a set, "2g", "act"


def name_columns(
    width: int, hand: Sequence[HandCard], gains: Sequence[str], wordings: CardWordings, edition_column: int
) -> int:
    """The columns for the names of a hand in lines of this width: enough for the full names, as the log writes them, if the text
    and the number of points of each card still fit."""
    room = [
        width - NAME_COLUMN - 1 - FACTS_COLUMNS - edition_column
        - len(wordings.shortest_wording(card.face.kind)) - 1 - len(gain)
        for card, gain in zip(hand, gains, strict=True)
    ]  # fmt: skip
    longest = max([cell_len(card.face.name) for card in hand], default=0)
    return max(MIN_HAND_NAME_COLUMNS, min([longest, *room]))


def paint_hand_card_line_with_text(
    brush: Brush, scene: Scene, target: Target, card: HandCard, gain: str, wordings: CardWordings, name_columns: int
) -> None:
    """Paint a card in hand on one line: its name, set and gold, whether its action can be executed, its text, and `gain`, the
    points that it adds to the tomb. A text that leaves too few columns for `gain` is cut."""
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
    text_columns = brush.width - text_x - (len(gain) + 1 if gain else 0)
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
    brush.write(text_x, 0, fit(card_text, text_columns, cut_sign), *(ink if under_cursor else ("on-stone", "dune")))
