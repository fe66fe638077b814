"""Paints cards: in the pyramid, in the hand, in a row of cards; also stock, boneyard and the heading of the hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from engine.valley.view import Face, HandCard, SlotView
from saves.clean_text import plural
from vok_tui.boards.valley.names import (
    brief_name,
    edition_ink,
    ink_of_set,
    name_on_two_lines,
    owner_text,
    short_name,
    word_of_set,
)
from vok_tui.boards.valley.signs import edition_sign, sign_of_set
from vok_tui.painting.grid import Brush, Ink, NextColumn, Target
from vok_tui.painting.signs import Signs
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.marks import paint_change_mark

NAME_COLUMN: Final = 3  # after a mark, a key and a blank
BASE_SLOTS: Final = 3  # slots below this number are the base of the pyramid
NARROW_TILE_COLUMNS: Final = 19  # up to this width no column can be spared
MIN_NAME_COLUMNS: Final = 4  # the shortest cut of a name
WIDE_LINE_COLUMNS: Final = 60  # from this width on, a card in hand is shown in words


def name_line_ink(scene: Scene, target: Target) -> Ink:
    """The ink of a card's name line: under the cursor, selected, usable, or none."""
    if target == scene.cursor:
        return ("ink", "on-gold", "bold")
    if target == scene.selected:
        return ("gold", "on-stone", "bold")
    if target in scene.usable:
        return ("ink", "on-block")
    return ("sand", "on-stone")


def card_mark(scene: Scene, target: Target) -> str:
    """The mark of a card: selected, cursor, goes with the answer, usable, or a blank. While a card is bought, laid out or not."""
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


def paint_pyramid_card(brush: Brush, scene: Scene, slot: SlotView) -> None:
    """Paint a card of the pyramid: the name, below it set, gold and cost, and if there is room why it cannot be bought. A long
    name goes on behind the sign of the set, in place of the set's own."""
    target = Target("slot", slot.slot)
    brush.add_target(target)
    face = slot.face
    if face is None:
        brush.fill("dune", "on-shade")
        brush.write(NAME_COLUMN, 0, "empty", "dune", "on-shade")
        paint_change_mark(brush, 0, 1, scene, target, "on-shade")
        return
    ink = name_line_ink(scene, target)
    brush.fill("sand", "on-stone")
    brush.sub_brush(0, 0, brush.width, 1).fill(*ink)
    paint_mark_and_key(brush, scene, target, *ink)
    room = brush.width - NAME_COLUMN
    first, rest = name_on_two_lines(face, room, room - scene.view.mixed)
    brush.write(NAME_COLUMN, 0, first or short_name(face, room, scene.signs.more), *ink)
    paint_set_line(brush, scene, face, "on-stone", text=rest)
    paint_change_mark(brush, 0, 1, scene, target, "on-stone")
    paint_gold_and_cost(brush, scene, slot, face)
    if brush.height > 3 and scene.needs_card_first and slot.slot < BASE_SLOTS and not slot.buyable:
        brush.write(NAME_COLUMN, 3, f"you can lay out {scene.view.gold_in_hand}", "dune", "on-stone")


def paint_set_sign(
    brush: Brush, x: int, y: int, scene: Scene, name: str, edition: str, *ink: str, plain: bool = False
) -> NextColumn:
    """Paint the sign of a set, followed by that of its edition if cards of two games are used, in their own inks, or all in
    `ink` if `plain`. Returns the next column."""
    x = brush.write(x, y, sign_of_set(scene.signs, name), *ink, *(() if plain else (ink_of_set(name),)))
    return brush.write(
        x, y, edition_sign(scene.signs, edition, scene.view.mixed), *ink, *(() if plain else (edition_ink(edition),))
    )


def paint_set_line(brush: Brush, scene: Scene, face: Face, *ink: str, text: str = "") -> None:
    """Paint the second line of a card: the sign of its set, and the name of the set or a `text` in its place."""
    paint_set_sign(brush, 1, 1, scene, face.set, face.edition, *ink)
    x, word = NAME_COLUMN + scene.view.mixed, text or word_of_set(face.set)
    points = plural(face.vp, "point") if face.vp else ""
    if points and x + cell_len(word) + 1 + cell_len(points) > brush.width:
        word = ""  # the sign says as much
    x = brush.write(x, 1, word, *ink, ink_of_set(face.set))
    brush.write(x + (1 if word else 0), 1, points, *ink, "sand")


def paint_gold_and_cost(brush: Brush, scene: Scene, slot: SlotView, face: Face) -> None:
    """Paint gold and cost; with a rebate the printed cost and the current price."""
    brush.write(NAME_COLUMN if brush.width > NARROW_TILE_COLUMNS else 1, 2, f"gold {face.gold}", "dune", "on-stone")
    cost = f"cost {face.cost}"
    if slot.price != face.cost:
        cost += f"{scene.signs.becomes}{slot.price}"
    if slot.buyable:
        brush.write_right(2, f"{cost} {scene.signs.done}", "gold", "on-stone", "bold")
    else:
        brush.write_right(2, cost, "dune", "on-stone", end=brush.width - 2)


def paint_hand_card(brush: Brush, scene: Scene, target: Target, card: HandCard) -> None:
    """Paint a card in hand on one line: name, set, gold, and whether its action can be executed."""
    brush.add_target(target)
    here = target == scene.cursor
    ink: Ink = (
        ("ink", "on-gold", "bold")
        if here
        else ("on-stone", "gold" if target == scene.selected or target in scene.affected else "sand")
    )
    brush.fill(*ink)
    paint_mark_and_key(brush, scene, target, *ink, *(("gold",) if target in scene.usable and not here else ()))
    paint_change_mark(brush, 2, 0, scene, target, "on-gold" if here else "on-stone", *(("ink",) if here else ()))
    wide, edition_column = (
        brush.width >= WIDE_LINE_COLUMNS,
        int(scene.view.mixed),
    )  # the sign of the game takes a column more
    x = brush.width - (36 if wide else 8) - edition_column
    name = short_name(card.face, x - NAME_COLUMN - 1, scene.signs.more)
    brush.write(NAME_COLUMN, 0, name, *ink)
    tint = () if here else (ink_of_set(card.face.set),)
    paint_set_sign(brush, x, 0, scene, card.face.set, card.face.edition, *ink, plain=here)
    x += 2 + edition_column
    if wide:
        brush.write(x, 0, word_of_set(card.face.set), *ink, *tint)
        x += 14
    pays = scene.is_laid_out(target)
    if pays is not None:
        brush.write(x, 0, payment_word(scene, card, pays), *ink, *(() if here else ("gold" if pays else "dune",)))
        return
    if wide:
        brush.write(x, 0, f"{card.gold} gold", *ink)
    else:
        brush.write(x, 0, f"{card.gold}g", *ink, *(() if here else ("gold",)))
    if card.executable:
        word = "action" if wide else "act"
        brush.write_right(0, word, *ink, *(() if here else ("faience",)), end=brush.width - wide)


def payment_word(scene: Scene, card: HandCard, pays: bool) -> str:
    """What a card in hand does while a card is bought: "pays 2"; "2 gold" if it could, "stays" if no more is needed."""
    if pays:
        return f"pays {card.gold}"
    return "stays" if scene.payment is not None and scene.payment.answer is not None else f"{card.gold} gold"


def paint_card_row(brush: Brush, scene: Scene, area: str, label: str, faces: Sequence[Face]) -> None:
    """Paint cards side by side on one line, by name. Equal cards are counted, and the target is the first of them."""
    x = brush.write(1, 0, label, "lapis") + 1
    count = Counter(faces)
    names, gap = names_and_gap(count, brush.width - x, scene.signs)
    for face, name in zip(count, names, strict=True):
        target = Target(area, faces.index(face))
        part = brush.sub_brush(x, 0, cell_len(name) + 2, 1, name_line_ink(scene, target))
        part.add_target(target)
        part.fill()
        mark = scene.signs.usable if target in scene.usable else " "
        if target in (scene.cursor, scene.selected):
            mark = scene.signs.selected if target == scene.selected else scene.signs.cursor
        part.write(0, 0, mark)
        part.write(1, 0, name)
        x += part.width + gap


def names_and_gap(count: Mapping[Face, int], width: int, signs: Signs) -> tuple[list[str], int]:
    """The names with counts, and the gap between them. If there is little room, the longest lose the words of their set; then
    the gap goes, and all are cut as little as possible."""
    suffixes = [f" {signs.times}{n}" if n > 1 else "" for n in count.values()]
    taken = sum(cell_len(text) + 2 for text in suffixes)
    briefs = [brief_name(face) for face in count]
    gap = int(sum(map(cell_len, briefs)) + taken + len(briefs) - 1 <= width)
    names_width = width - taken - gap * (len(briefs) - 1)
    name_width = max([cell_len(face.name) for face in count], default=0)
    names = [face.name for face in count]
    while name_width > MIN_NAME_COLUMNS and sum(map(cell_len, names)) > names_width:
        name_width -= 1
        names = [short_name(face, name_width, signs.more) for face in count]
    for i, face in enumerate(count):  # what is left over goes to the first
        longer = short_name(face, name_width + 1, signs.more)
        if sum(map(cell_len, names)) - cell_len(names[i]) + cell_len(longer) <= names_width:
            names[i] = longer
    return [name + text for name, text in zip(names, suffixes, strict=True)], gap


def paint_stock(brush: Brush, scene: Scene, column: int = 1) -> None:
    """Paint the stock: the number of cards left, from a column on."""
    target = Target("stock", 0)
    brush.add_target(target)
    here = target == scene.cursor
    part = brush.sub_brush(0, 0, brush.width, 1, ("ink", "on-gold") if here else ())
    part.fill()
    part.write(0, 0, scene.signs.cursor if here else " ")
    part.write(1, 0, "Stock", *(() if here else ("lapis", "bold")))
    y = 1 if column == 1 else 2
    brush.write(column, y, f"{scene.view.stock_ii} of level II", "dune")
    brush.write(column, y + 1, f"{scene.view.stock_iii} of level III", "dune")


def paint_boneyard(brush: Brush, scene: Scene, column: int = 1) -> None:
    """Paint the boneyard: the number of cards, and the top card, which is public, from a column on."""
    target = Target("boneyard", 0)
    brush.add_target(target)
    here = target == scene.cursor
    part = brush.sub_brush(0, 0, brush.width, 1, ("ink", "on-gold") if here else ())
    part.fill()
    part.write(0, 0, scene.signs.cursor if here else " ")
    part.write(1, 0, f"Boneyard {scene.view.boneyard_count}", *(() if here else ("lapis", "bold")))
    face = scene.view.boneyard_top
    y = 1 if column == 1 else 2
    paint_change_mark(brush, column - 1, y, scene, target)
    if face is None:
        brush.write(column, y, "empty", "dune")
        return
    brush.write(column, y, short_name(face, brush.width - column, scene.signs.more), "sand")
    paint_set_line(brush.sub_brush(column - 1, y, brush.width - column + 1, 2), scene, face)


def paint_hand_heading(brush: Brush, scene: Scene) -> Brush:
    """Paint the heading of the hand: gold, effects in this turn, deck and discard pile. Returns what is left free between
    them."""
    view = scene.view
    mine = view.mine
    whole = f"{owner_text(view, scene.names)} hand"
    x = brush.write(1, 0, fit(whole, brush.width // 2, scene.signs.more), "lapis", "bold") + 1
    if scene.covered_reason:
        brush.write(x, 0, plural(mine.hand_count, "card"), "gold")
        end = brush.write_right(0, f"deck {mine.deck_count} pile {mine.discard_count} ", "dune")
        return brush.sub_brush(brush.width // 2, 0, end - brush.width // 2, 1)
    facts = [f"{view.gold_in_hand} gold"] if view.mover >= 0 else []
    if view.rebate and view.active == view.viewer:
        facts.append(f"costs -{view.rebate}")
    if view.has_entombed and view.active == view.viewer and view.mover >= 0:
        facts.append("entombed")
    if view.next_doubled and view.active == view.viewer:
        facts.append("next card twice")
    if view.any_row and view.active == view.viewer:
        facts.append("any row")
    x = brush.write(x, 0, ", ".join(facts), "gold") + 1
    pile = f"pile {mine.discard_count}"
    part = brush.sub_brush(brush.width - cell_len(pile) - 2, 0, cell_len(pile) + 2, 1)
    target = Target("pile", 0)
    part.add_target(target)
    if target == scene.cursor:
        part.fill("ink", "on-gold")
        part.write(0, 0, scene.signs.cursor, "ink", "on-gold")
    part.write(1, 0, pile, *(("ink", "on-gold") if target == scene.cursor else ("dune",)))
    end = brush.write_right(0, f"deck {mine.deck_count}", "dune", end=brush.width - part.width)
    return brush.sub_brush(x, 0, end - x - 1, 1)
