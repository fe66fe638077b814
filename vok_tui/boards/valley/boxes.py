"""Cards as boxes, in the pyramid and in the hand, with the emblems of their sets, which are our own drawings; and the stock and
the boneyard beside the pyramid."""

from typing import Final

from engine.core.wording import plural
from engine.valley.catalogue.card import STARTER
from engine.valley.view import Face, HandCard, SlotView
from vok_tui.boards.valley.names import fitted_name, ink_of_set, set_name_on_card
from vok_tui.boards.valley.short_texts import CardWordings
from vok_tui.boards.valley.tiles import (
    card_mark,
    paint_boneyard,
    paint_empty_slot,
    paint_set_line,
    paint_set_sign,
    paint_stock,
    payment_word,
)
from vok_tui.painting.grid import Brush, Ink, Target
from vok_tui.panes.card_frame import (
    PADDING,
    TITLE_COLUMN,
    CardPlan,
    CardState,
    Emblem,
    name_columns_in_title,
    paint_change_mark,
    paint_emblem,
    paint_frame,
    paint_title,
    wrap_first_that_fits,
)
from vok_tui.panes.scene import Scene

OTHER_SET: Final = "unique"  # an unknown set has the emblem of this one
DRAWINGS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "sarcophagi": (
        (" ⢀⡞⠍⠩⢳⡀ ", "⢰⢋⡳⠬⠥⢞⡙⡆", "⠸⡄⠨⢕⡪⠅⢠⠇", " ⠹⣄⣘⣃⣠⠏ "),
        (" /^\\ ", "|)X(|", " \\_/ "),
    ),
    "canopic jars": (
        ("  ⡷⢴⡦⢾  ", "  ⠙⠯⠽⠋  ", "⢰⣿⣿⡟⢻⣿⣿⡆", " ⠻⣿⣷⣾⣿⠟ "),
        (" ^_^ ", "(   )", " \\_/ "),
    ),
    "amulets": (
        (" ⢠⡾⠛⠛⢷⡄ ", " ⠘⠷⣄⣠⠾⠃ ", "⠘⠛⠛⣿⣿⠛⠛⠃", "  ⢠⣿⣿⡄  "),
        ("  O  ", "--+--", "  |  "),
    ),
    "books": (
        ("⠺⡿⠿⠿⠿⠿⢿⠗", " ⡇⠭⠌⠌⠭⢸ ", " ⡇⠥⠭⠨⠩⢸ ", "⠺⠿⠿⠿⠿⠿⠿⠗"),
        ("(===)", " |=| ", "(===)"),
    ),
    "statues": (
        ("⢀⣀⣼⡦⣷⡄  ", "⠉⠉⢳⣿⣿⣧⡀ ", "  ⢸⡟⣿⣿⣿ ", "⣤⣤⣾⣧⣿⣿⣿⣤"),
        (" ^^  ", "<_)  ", " |_\\_"),
    ),
    "mummification": (
        ("⢠⢶⣦⠠⣤⠤⣤⡀", "⠘⠿⠟⠬⠷⠬⠷⠃", "⢻⡟⠛⠛⠛⠛⢻⡟", "⠨⠿    ⠿⠅"),
        ("o/#/=", "=====", "|   |"),
    ),
    "jewelry": (
        ("⣟⡆    ⢰⣻", "⢱⣻⡄  ⢠⣟⡎", " ⠳⣻⢦⡴⣟⠞ ", "  ⠔⢽⡯⠢  "),
        ("(   )", " \\o/ ", "  V  "),
    ),
    "chambers": (
        ("⢻⡿⠿⠿⠿⠿⢿⡟", "⢸⡇⣿⠛⠛⣿⢸⡇", "⢸⡇⣿  ⣿⢸⡇", "⣼⣧⣿⣤⣤⣿⣼⣧"),
        ("=====", "|[ ]|", "|[_]|"),
    ),
    "weapons": (
        ("   ⡏⠙⠳⣄ ", "⢤⣀⣀⣇⣀⣀⣹⡆", "⠚⠉⠉⡏⠉⠉⣹⠇", "   ⣇⣠⡴⠋ "),
        (" |\\  ", "-|-)>", " |/  "),
    ),
    "tomb art": (
        ("⡏⠉⡉⣩⣍⢉⠉⢹", "⡇⢦⡻⣿⣿⢟⡴⢸", "⡇⣀⠉⢻⡟⠉⣀⢸", "⣇⣈⣙⣺⣗⣋⣁⣸"),
        ("+---+", "|\\|/|", "+---+"),
    ),
    "unique": (
        ("   ⣼⣧   ", "⠲⢶⣾⠟⠻⣷⡶⠖", " ⢠⣿⣦⣴⣿⡄ ", "⢠⠿⠋⠁⠈⠙⠿⡄"),
        ("  A  ", "<-*->", " / \\ "),
    ),
    "Shabti": (
        ("  ⣞⣻⣟⣳  ", " ⣠⠽⣾⣷⠯⣄ ", " ⠻⣾⠨⠅⣷⠟ ", " ⢀⣿⣭⣭⣿⡀ "),
        (" o ", "/X\\", " V "),
    ),
    "Urn": (
        ("⢀⣀⠙⣿⣿⠋⣀⡀", "⠸⣌⣷⣿⣿⣾⣡⠇", " ⢸⣯⣭⣭⣽⡇ ", "  ⣙⣿⣿⣋  "),
        (" _=_ ", "{   }", " \\_/ "),
    ),
    "Box of Food": (
        ("⢠⣶⣦⠰⠆⣴⣶⡄", "⣤⣭⣵⣿⣿⣮⣭⣤", "⢸⡇⣒⢐⡂⣒⢸⡇", "⠸⣷⠶⠶⠶⠶⣾⠇"),
        (" o0o ", "[###]", "[###]"),
    ),
    "Offering Table": (
        (" ⣴⣿⣦ ⢴⡦ ", "⣤⣿⣿⣿⣴⣿⣿⣦", "   ⣸⣇   ", " ⣀⣴⣿⣿⣦⣀ "),
        (" o n ", "=====", " /_\\ "),
    ),
}
"""Braille and ASCII lines by the name of a set, or of a starter: each starter has its own emblem."""


def emblem_of(face: Face) -> Emblem:
    """The emblem of a card: that of its set; for a starter, its own."""
    name = face.name if face.set == STARTER else face.set.casefold()
    return Emblem(*(DRAWINGS.get(name) or DRAWINGS[OTHER_SET]), ink_of_set(face.set))


EMBLEM_LINES: Final = 4
TEXT_COLUMN: Final = 12  # of a text beside an emblem
HAND_WORDS_COLUMN: Final = 10  # of gold and points beside the emblem of a card in hand
ROOMY_LINES: Final = 13  # from this height on, there is a blank line between the emblem and the text of a card in hand
MIN_GOLD_COLUMNS: Final = 10  # kept for the gold of a unique artifact, before its points are written
STOCK_LINES: Final = ("╭──────╮╮╮", "│▒▒▒▒▒▒│││", "│▒▒▒▒▒▒│││", "╰──────╯╯╯")
STOCK_COLUMNS: Final = 12  # of the picture of the stock


def card_state(scene: Scene, target: Target) -> CardState:
    """The state of the card at a target: under the cursor, usable, chosen."""
    return CardState(
        under_cursor=target == scene.cursor,
        usable=target in scene.usable,
        chosen=target == scene.selected or target in scene.affected,
    )


def price_text(scene: Scene, slot: SlotView, face: Face) -> str:
    """The cost of a card; with a rebate also its current price; and a sign if it can be bought."""
    cost = f"cost {face.cost}" + (f"{scene.signs.becomes}{slot.price}" if slot.price != face.cost else "")
    return f"{cost} {scene.signs.done}" if slot.buyable else cost


def paint_pyramid_card_box(brush: Brush, scene: Scene, slot: SlotView, plan: CardPlan, wordings: CardWordings) -> None:
    """Paint a card of the pyramid: its name, cost, set, gold and text."""
    target = Target("slot", slot.slot)
    brush.add_target(target)
    face, state = slot.face, card_state(scene, target)
    if face is None:
        paint_empty_slot(brush, scene, target, TITLE_COLUMN)
        return
    paint_frame(brush, scene, state)
    price = price_text(scene, slot, face)
    mark, key = card_mark(scene, target), scene.target_keys.get(target, " ")
    title_price = price if plan.has_emblem else ""  # otherwise the price is at the bottom
    name = fitted_name(face, name_columns_in_title(brush, title_price), scene.signs.more)
    paint_title(brush, state, mark, key, name, title_price)
    paint_change_mark(brush, 1, 1, scene, target, "on-stone")
    if not plan.has_emblem:
        paint_set_line(brush.sub_brush(1, 0, brush.width - 2, 2), scene, face, "on-stone")
        paint_card_text(brush, wordings.wordings(face.kind), PADDING, 2, brush.height - 3, scene)
    else:
        paint_emblem(brush, scene, PADDING, 1 + (brush.height - 2 - EMBLEM_LINES + 1) // 2, emblem_of(face), "on-stone")
        paint_card_text(brush, wordings.wordings(face.kind), TEXT_COLUMN, 1, brush.height - 2, scene)
    bottom = brush.height - 1
    price_ink: Ink = ("on-stone", "gold") if slot.buyable else ("on-stone", "dune")
    if not plan.has_emblem:
        brush.write(2, bottom, f" {face.gold} gold ", "dune", "on-stone")
        brush.write_right(bottom, f" {price} ", *price_ink, end=brush.width - 2)
    else:
        paint_set_at_bottom(brush, scene, face)
        brush.write_right(bottom, f" {face.gold} gold ", "dune", "on-stone", end=brush.width - 2)


def paint_set_at_bottom(brush: Brush, scene: Scene, face: Face) -> None:
    """Paint the set of a card on the lower edge of its frame; of a unique artifact also its points if they fit."""
    y = brush.height - 1
    brush.write(2, y, " ", "on-stone")
    x = paint_set_sign(brush, 3, y, scene, face.set, face.edition, "on-stone") + 1
    brush.write(x - 1, y, " ", "on-stone")
    set_name = set_name_on_card(face.set)
    text = f"{set_name}, {plural(face.vp, 'point')}" if face.vp and face.set == "unique" else set_name
    if x + len(text) + MIN_GOLD_COLUMNS > brush.width:
        text = set_name
    brush.write(x, y, f"{text} ", "on-stone", ink_of_set(face.set))


def paint_card_text(brush: Brush, wordings: tuple[str, ...], x: int, y: int, height: int, scene: Scene) -> None:
    """Paint the first wording that fits. Beside an emblem, a short text is centred vertically."""
    lines = wrap_first_that_fits(wordings, brush.width - x - PADDING, height, scene.signs.more)
    if x > PADDING:
        y += (height - len(lines)) // 2
    for row, line in enumerate(lines):
        brush.write(x, y + row, line, "sand", "on-stone")


def paint_hand_card_box(
    brush: Brush, scene: Scene, target: Target, card: HandCard, gain: str, wordings: CardWordings
) -> None:
    """Paint a card in hand as a box. `gain` says how many points it adds to the tomb."""
    brush.add_target(target)
    face, state = card.face, card_state(scene, target)
    paint_frame(brush, scene, state)
    name = fitted_name(face, name_columns_in_title(brush), scene.signs.more)
    paint_title(brush, state, card_mark(scene, target), scene.target_keys.get(target, " "), name)
    paint_change_mark(brush, 1, 1, scene, target, "on-stone")
    paint_emblem(brush, scene, 1, 1, emblem_of(face), "on-stone")
    words = brush.sub_brush(HAND_WORDS_COLUMN, 1, brush.width - HAND_WORDS_COLUMN - 1, EMBLEM_LINES, ("on-stone",))
    words.write(0, 0, f"{card.gold} gold", "gold")
    pays = scene.is_laid_out(target)
    if pays is None:
        words.write(0, 1, "action" if card.executable else "", "faience")
    elif (word := payment_word(scene, card, pays)) != f"{card.gold} gold":
        words.write(0, 1, word, *(("gold", "bold") if pays else ("dune",)))
    words.write(0, 3, gain, "dune")
    top = 1 + EMBLEM_LINES + (1 if brush.height >= ROOMY_LINES else 0)
    lines = wrap_first_that_fits(
        wordings.wordings(face.kind), brush.width - PADDING - 1, brush.height - 1 - top, scene.signs.more
    )
    for row, line in enumerate(lines):
        brush.write(PADDING, top + row, line, "sand", "on-stone")
    paint_set_at_bottom(brush, scene, face)


def paint_stock_picture(brush: Brush, scene: Scene) -> None:
    """Paint the stock, with a picture if it fits."""
    if brush.width < STOCK_COLUMNS + 16 or brush.height < EMBLEM_LINES + 2:
        paint_stock(brush, scene)
        return
    for y, line in enumerate(STOCK_LINES):
        brush.write(1, 1 + y, line, "block")
    paint_stock(brush, scene, STOCK_COLUMNS)


def paint_boneyard_picture(brush: Brush, scene: Scene) -> None:
    """Paint the boneyard, with the emblem of the top card if it fits."""
    face = scene.view.boneyard_top
    if face is None or brush.width < TEXT_COLUMN + 16 or brush.height < EMBLEM_LINES + 2:
        paint_boneyard(brush, scene)
        return
    paint_emblem(brush, scene, 2, 1, emblem_of(face))
    paint_boneyard(brush, scene, TEXT_COLUMN)
