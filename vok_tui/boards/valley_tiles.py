"""Cards as they lie on the table: a stone of the pyramid, a line of the hand, a word among the cards in play."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from engine.valley.view import Face, HandCard, SlotView
from saves.names import plural
from vok_tui.boards.valley_names import brief_name, game_ink, set_ink, set_word, short_name, whose
from vok_tui.panes.grid import Brush, Ink, Thing
from vok_tui.panes.scene import Scene
from vok_tui.panes.signs import Signs
from vok_tui.panes.text import fit

NAME_AT: Final = 3  # columns of a card line: a mark, its key, a blank, then the name
BASE: Final = 3  # the slots below are the base
TIGHT: Final = 19  # a stone as narrow as this has no column to lose
SHORTEST: Final = 4  # a name is cut no further than this
WIDE_LINE: Final = 60  # from so many columns on a card in hand says everything in words


def strip_ink(scene: Scene, thing: Thing) -> Ink:
    """How the line with a card's name looks: under the cursor, chosen, with an answer, or none of it."""
    if thing == scene.cursor:
        return ("ink", "on-gold", "bold")
    if thing == scene.chosen:
        return ("gold", "on-stone", "bold")
    if thing in scene.live:
        return ("ink", "on-block")
    return ("sand", "on-stone")


def marks(brush: Brush, scene: Scene, thing: Thing, *ink: str) -> None:
    """The first two columns of a card: whether it is under the cursor, chosen, or has an answer; and its key."""
    signs = scene.signs
    mark = signs.meant if thing in scene.meant else signs.live if thing in scene.live else " "
    if thing in (scene.cursor, scene.chosen):
        mark = signs.chosen if thing == scene.chosen else signs.cursor
    brush.write(0, 0, mark, *ink, "bold")
    brush.write(1, 0, scene.keys.get(thing, " "), *ink, "bold")


def stone(brush: Brush, scene: Scene, slot: SlotView) -> None:
    """A card of the pyramid: its name on a strip, below it set, gold and cost, and where there is room why it cannot be
    had."""
    thing = Thing("slot", slot.slot)
    brush.spot(thing)
    face = slot.face
    if face is None:
        brush.fill("dune", "on-shade")
        brush.write(NAME_AT, 0, "empty", "dune", "on-shade")
        return
    ink = strip_ink(scene, thing)
    brush.fill("sand", "on-stone")
    brush.part(0, 0, brush.width, 1).fill(*ink)
    marks(brush, scene, thing, *ink)
    brush.write(NAME_AT, 0, short_name(face, brush.width - NAME_AT, scene.signs.more), *ink)
    of_set(brush, scene, face, "on-stone")
    worth(brush, scene, slot, face)
    if brush.height > 3 and scene.ordinary and slot.slot < BASE and not slot.buyable:
        brush.write(NAME_AT, 3, f"you can lay out {scene.view.gold_in_hand}", "dune", "on-stone")


def set_mark(
    brush: Brush, x: int, y: int, scene: Scene, name: str, edition: str, *ink: str, plain: bool = False
) -> int:
    """The sign of a set, and behind it that of its game, in an ink of its own, where cards of two games are played; all in
    `ink` where that shall be `plain`. Returns the column behind."""
    x = brush.write(x, y, scene.signs.of_set(name), *ink, *(() if plain else (set_ink(name),)))
    return brush.write(
        x, y, scene.signs.of_edition(edition, scene.view.mixed), *ink, *(() if plain else (game_ink(edition),))
    )


def of_set(brush: Brush, scene: Scene, face: Face, *ink: str) -> None:
    """The second line of a card: the sign and the word of its set."""
    set_mark(brush, 1, 1, scene, face.set, face.edition, *ink)
    x = brush.write(NAME_AT + scene.view.mixed, 1, set_word(face.set), *ink, set_ink(face.set))
    if face.vp:
        brush.write(x + 1, 1, f"{face.vp} VP", *ink, "sand")


def worth(brush: Brush, scene: Scene, slot: SlotView, face: Face) -> None:
    """Gold and cost, the printed cost going over into today's price where a rebate lies on it."""
    brush.write(NAME_AT if brush.width > TIGHT else 1, 2, f"gold {face.gold}", "dune", "on-stone")
    cost = f"cost {face.cost}"
    if slot.price != face.cost:
        cost += f"{scene.signs.to}{slot.price}"
    if slot.buyable:
        brush.right(2, f"{cost} {scene.signs.have}", "gold", "on-stone", "bold")
    else:
        brush.right(2, cost, "dune", "on-stone", end=brush.width - 2)


def line(brush: Brush, scene: Scene, thing: Thing, card: HandCard) -> None:
    """A card in hand on one line: name, set, gold, and whether its action can be carried out."""
    brush.spot(thing)
    here = thing == scene.cursor
    ink: Ink = (
        ("ink", "on-gold", "bold")
        if here
        else ("on-stone", "gold" if thing == scene.chosen or thing in scene.meant else "sand")
    )
    brush.fill(*ink)
    marks(brush, scene, thing, *ink, *(("gold",) if thing in scene.live and not here else ()))
    wide, apart = brush.width >= WIDE_LINE, int(scene.view.mixed)  # the sign of the game takes a column more
    x = brush.width - (36 if wide else 8) - apart
    name = short_name(card.face, x - NAME_AT - 1, scene.signs.more)
    brush.write(NAME_AT, 0, name, *ink)
    tint = () if here else (set_ink(card.face.set),)
    set_mark(brush, x, 0, scene, card.face.set, card.face.edition, *ink, plain=here)
    x += 2 + apart
    if wide:
        brush.write(x, 0, set_word(card.face.set), *ink, *tint)
        brush.write(x + 14, 0, f"{card.gold} gold", *ink)
    else:
        brush.write(x, 0, f"{card.gold}g", *ink, *(() if here else ("gold",)))
    if card.executable:
        word = "action" if wide else "act"
        brush.right(0, word, *ink, *(() if here else ("faience",)), end=brush.width - wide)


def row(brush: Brush, scene: Scene, where: str, label: str, faces: Sequence[Face]) -> None:
    """Cards side by side on one line, by name: what is in play, what is looked at. Equal ones are counted; what is pointed at
    is the first of them."""
    x = brush.write(1, 0, label, "lapis") + 1
    count = Counter(faces)
    names, gap = side_by_side(count, brush.width - x, scene.signs)
    for face, name in zip(count, names, strict=True):
        thing = Thing(where, faces.index(face))
        part = brush.part(x, 0, cell_len(name) + 2, 1, strip_ink(scene, thing))
        part.spot(thing)
        part.fill()
        mark = scene.signs.live if thing in scene.live else " "
        if thing in (scene.cursor, scene.chosen):
            mark = scene.signs.chosen if thing == scene.chosen else scene.signs.cursor
        part.write(0, 0, mark)
        part.write(1, 0, name)
        x += part.width + gap


def side_by_side(count: Mapping[Face, int], width: int, signs: Signs) -> tuple[list[str], int]:
    """The names, each with how many there are if more than one, and the columns between two of them. The longest lose what
    their set says anyway; where that is not enough they stand close together, and all are cut as little as will do."""
    behind = [f" {signs.times}{n}" if n > 1 else "" for n in count.values()]
    taken = sum(cell_len(text) + 2 for text in behind)
    briefs = [brief_name(face) for face in count]
    gap = int(sum(map(cell_len, briefs)) + taken + len(briefs) - 1 <= width)
    room = width - taken - gap * (len(briefs) - 1)
    most = max([cell_len(face.name) for face in count], default=0)
    names = [face.name for face in count]
    while most > SHORTEST and sum(map(cell_len, names)) > room:
        most -= 1
        names = [short_name(face, most, signs.more) for face in count]
    for i, face in enumerate(count):  # what is left over goes to the first
        longer = short_name(face, most + 1, signs.more)
        if sum(map(cell_len, names)) - cell_len(names[i]) + cell_len(longer) <= room:
            names[i] = longer
    return [name + text for name, text in zip(names, behind, strict=True)], gap


def stock(brush: Brush, scene: Scene) -> None:
    """How many cards are to come."""
    thing = Thing("stock", 0)
    brush.spot(thing)
    here = thing == scene.cursor
    part = brush.part(0, 0, brush.width, 1, ("ink", "on-gold") if here else ())
    part.fill()
    part.write(0, 0, scene.signs.cursor if here else " ")
    part.write(1, 0, "Stock", *(() if here else ("lapis", "bold")))
    brush.write(1, 1, f"{scene.view.stock_ii} of level II", "dune")
    brush.write(1, 2, f"{scene.view.stock_iii} of level III", "dune")


def boneyard(brush: Brush, scene: Scene) -> None:
    """How many cards lie on the boneyard, and the top one, which is all that may be seen of it."""
    thing = Thing("boneyard", 0)
    brush.spot(thing)
    here = thing == scene.cursor
    part = brush.part(0, 0, brush.width, 1, ("ink", "on-gold") if here else ())
    part.fill()
    part.write(0, 0, scene.signs.cursor if here else " ")
    part.write(1, 0, f"Boneyard {scene.view.boneyard_count}", *(() if here else ("lapis", "bold")))
    face = scene.view.boneyard_top
    if face is None:
        brush.write(1, 1, "empty", "dune")
        return
    brush.write(1, 1, short_name(face, brush.width - 1, scene.signs.more), "sand")
    of_set(brush.part(0, 1, brush.width, 2), scene, face)


def hand_head(brush: Brush, scene: Scene) -> None:
    """The line over the hand: what can be laid out, what holds for this turn, deck and discard pile."""
    view = scene.view
    mine = view.mine
    whole = f"{whose(view, scene.names)} hand"
    x = brush.write(1, 0, fit(whole, brush.width // 2, scene.signs.more), "lapis", "bold") + 1
    if scene.covered:
        brush.write(x, 0, plural(mine.hand_count, "card"), "gold")
        brush.right(0, f"deck {mine.deck_count} pile {mine.discard_count} ", "dune")
        return
    facts = [f"{view.gold_in_hand} gold"] if view.mover >= 0 else []
    if view.rebate and view.active == view.viewer:
        facts.append(f"costs -{view.rebate}")
    if view.entombed and view.active == view.viewer and view.mover >= 0:
        facts.append("entombed")
    if view.doubled and view.active == view.viewer:
        facts.append("next card twice")
    if view.any_row and view.active == view.viewer:
        facts.append("any row")
    brush.write(x, 0, ", ".join(facts), "gold")
    pile = f"pile {mine.discard_count}"
    part = brush.part(brush.width - cell_len(pile) - 2, 0, cell_len(pile) + 2, 1)
    thing = Thing("pile", 0)
    part.spot(thing)
    if thing == scene.cursor:
        part.fill("ink", "on-gold")
        part.write(0, 0, scene.signs.cursor, "ink", "on-gold")
    part.write(1, 0, pile, *(("ink", "on-gold") if thing == scene.cursor else ("dune",)))
    brush.right(0, f"deck {mine.deck_count}", "dune", end=brush.width - part.width)
