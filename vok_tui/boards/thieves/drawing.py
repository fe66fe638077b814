"""The zones of the board as they are painted: duels, thieves and hand."""

from collections.abc import Sequence
from typing import Final

from engine.thieves.data.box import SYMBOLS, DuellingCard
from engine.thieves.view import LaidView, ThiefView, ThievesView
from vok_tui.boards.thieves.layout import CARD_COLUMNS, SHORT_CARD_COLUMNS
from vok_tui.boards.thieves.signs import FACE_DOWN, REPUTATION, TREASURE, sign
from vok_tui.boards.thieves.sums import Duel, duels_of, face_down_count, may_add, shown_in, symbol_of
from vok_tui.painting.grid import Brush, Target
from vok_tui.painting.text import fit
from vok_tui.panes.scene import Scene
from vok_tui.panes.told.marks import paint_touched

NAME_COLUMNS: Final = 15
SYMBOL_COLUMNS: Final = 9
PRIZE_COLUMNS: Final = 8
SEAT_NAME_COLUMNS: Final = 10
NAMED_RIVALS: Final = 3  # with more thieves only the best rival is named


def cursor_ink(scene: Scene, target: Target, ink: str = "sand") -> tuple[str, ...]:
    if target == scene.cursor:
        return ("ink", "on-gold")
    return ("gold",) if target == scene.selected else (ink,)


def paint_duels(brush: Brush, scene: Scene) -> None:
    """A line for the tomb and for each guardian: what is needed, what is won, and who shows how much."""
    view: ThievesView = scene.view
    duels = duels_of(view)
    community = view.community.name if view.community is not None else "none"
    brush.write(1, 0, "Duels", "gold")
    brush.write_right(0, f"community card: {community} ", "sand")
    room = brush.height - 1
    if not duels:
        brush.write(1, 1, "No tomb is open.", "dune")
    shown = duels if len(duels) <= room else [*duels[:1], *duels[len(duels) - room + 1 :]]
    for y, duel in enumerate(shown, 1):
        paint_duel(brush.sub_brush(0, y, brush.width, 1), scene, duel)
    if len(duels) > len(shown):
        brush.write(7, 0, f"{len(duels) - len(shown)} more: point at one", "dune")


def paint_duel(brush: Brush, scene: Scene, duel: Duel) -> None:
    target = Target("duel", duel.number)
    brush.add_target(target)
    ink = cursor_ink(scene, target)
    mark = scene.signs.cursor if target == scene.cursor else scene.signs.usable if target in scene.usable else " "
    brush.write(0, 0, mark, "gold")
    brush.write(1, 0, fit(duel.name, NAME_COLUMNS - 1).ljust(NAME_COLUMNS - 1), *ink)
    brush.write(NAME_COLUMNS + 1, 0, f"{duel.least} {duel.symbol}", "sand")
    at = NAME_COLUMNS + SYMBOL_COLUMNS + 1
    prize = TREASURE if duel.number == 0 else REPUTATION
    brush.write(at, 0, f"{duel.prize} {sign(scene.signs, prize)}", "gold")
    at += PRIZE_COLUMNS - 2
    brush.write(at, 0, fit(standing_text(scene, duel), brush.width - at), "dune")


def standing_text(scene: Scene, duel: Duel) -> str:
    """Who shows how much in a duel: "You 4+3, Merit 2, Khety 0+▒▒"."""
    view: ThievesView = scene.view
    inside = [thief for thief in view.seats if thief.status == "inside"]
    others = [thief for thief in inside if thief.seat != view.viewer]
    words = []
    own = next((thief for thief in inside if thief.seat == view.viewer), None)
    if own is not None:
        more = may_add(view, own, duel) if not scene.covered_reason else 0
        words.append(f"You {shown_in(own, duel, view.community)}" + (f"+{more}" if more else ""))
    down = sign(scene.signs, FACE_DOWN)
    rivals = sorted(others, key=lambda thief: -shown_in(thief, duel, view.community))
    few = len(rivals) <= NAMED_RIVALS
    for thief in rivals if few else rivals[:1]:
        hidden = f"+{down}" if few and face_down_count(thief) else ""
        words.append(
            f"{'' if few else 'best '}{scene.names[thief.seat]} {shown_in(thief, duel, view.community)}{hidden}"
        )
    hiding = sum(face_down_count(thief) > 0 for thief in rivals)
    if hiding and not few:
        words.append(f"{hiding} with {down}")
    return ", ".join(words) or "nobody is inside"


def laid_text(scene: Scene, laid: LaidView, in_full: bool) -> str:
    """A card on the table: what counts, in brackets if it is the viewer's own face down; in full also its other half."""
    if laid.card is None:
        return sign(scene.signs, FACE_DOWN)
    half = laid.card.half(laid.half)
    text = f"{half.number} {symbol_of(laid)}"
    if in_full:
        named = f" as {laid.named}" if laid.named else ""
        text = f"{half}{named}/{laid.card.half(1 - laid.half)}"
    return f"[{text}]" if laid.is_down else text


def paint_seats(brush: Brush, scene: Scene, seat_lines: int) -> None:
    """The thieves: tokens, cards in hand, and what lies before each."""
    view: ThievesView = scene.view
    heads = f"{'Thieves':<{SEAT_NAME_COLUMNS}} {sign(scene.signs, REPUTATION)}   {sign(scene.signs, TREASURE)}  hand"
    brush.write(1, 0, heads, "gold")
    for thief in view.seats:
        paint_seat(brush.sub_brush(0, 1 + thief.seat * seat_lines, brush.width, seat_lines), scene, thief)


def paint_seat(brush: Brush, scene: Scene, thief: ThiefView) -> None:
    view: ThievesView = scene.view
    target = Target("seat", thief.seat)
    brush.add_target(target)
    paint_touched(brush, 0, 0, scene, target)
    if thief.seat == view.mover:
        brush.write(0, 0, scene.signs.new_bar, "lapis")
    name = "You" if thief.seat == view.viewer else scene.names[thief.seat]
    ink = cursor_ink(scene, target, "dune" if thief.status != "inside" else "sand")
    brush.write(1, 0, fit(name, SEAT_NAME_COLUMNS - 1).ljust(SEAT_NAME_COLUMNS - 1), *ink)
    if thief.status == "out":
        brush.write(SEAT_NAME_COLUMNS + 1, 0, "out of the game", "dune")
        return
    numbers = f"{thief.reputation:>2}  {thief.treasure:>2}   {thief.hand_count:>2}"
    at = brush.write(SEAT_NAME_COLUMNS + 1, 0, numbers, "sand") + 2
    if thief.status == "escaped":
        brush.write(at, 0, "escaped", "dune")
        return
    in_full = brush.height > 1
    separator = "  "
    text = separator.join([laid_text(scene, laid, in_full) for laid in thief.laid])
    if thief.used_duel >= 0 and view.community is not None:
        text += f"{separator}and {view.community.half(thief.used_half)}"
    lines = split_line(text or "no card yet", brush.width - at, separator)
    for y, line in enumerate(lines[: brush.height]):
        last = y == brush.height - 1
        rest = separator.join(lines[y:]) if last else line
        brush.write(at, y, fit(rest, brush.width - at), "sand" if thief.laid else "dune")


def split_line(text: str, width: int, separator: str) -> list[str]:
    """A text in lines, broken between cards."""
    lines = [""]
    for part in text.split(separator):
        longer = f"{lines[-1]}{separator}{part}" if lines[-1] else part
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def paint_hand(brush: Brush, scene: Scene, hand: Sequence[DuellingCard]) -> None:
    """The cards of the viewer's hand in columns, each with its key."""
    if scene.covered_reason:
        brush.write(1, 0, fit(scene.covered_reason, brush.width - 1), "gold")
        return
    brush.write(1, 0, f"Your hand: {len(hand)}", "gold")
    lines = brush.height - 1
    is_long = len(hand) > brush.width // CARD_COLUMNS * lines
    card_columns = SHORT_CARD_COLUMNS if is_long else CARD_COLUMNS
    columns = brush.width // card_columns
    card_columns = brush.width // columns  # with what is left over between the cards
    first = columns * first_line(scene.cursor, len(hand), columns, lines)
    shown = hand[first : first + columns * lines]
    for place, card in enumerate(shown, first):
        target = Target("hand", place)
        column, line = place % columns, (place - first) // columns
        at = brush.sub_brush(column * card_columns, 1 + line, card_columns, 1)
        at.add_target(target)
        at.write(0, 0, scene.target_keys.get(target, " "), "dune")
        mark = scene.signs.cursor if target == scene.cursor else scene.signs.usable if target in scene.usable else " "
        at.write(1, 0, scene.signs.selected if target == scene.selected else mark, "gold")
        at.write(2, 0, short_name(card) if is_long else card.name, *cursor_ink(scene, target))
    before, after = first, len(hand) - first - len(shown)
    counts = [f"{count} more {sign}" for count, sign in ((before, scene.signs.up), (after, scene.signs.down)) if count]
    brush.write_right(0, "".join([f"{count} " for count in counts]), "dune")


def first_line(cursor: Target | None, cards: int, columns: int, lines: int) -> int:
    """The first line of a hand that is shown where not all lines find room: the line before the cursor's. So the lines above
    and below the cursor can be reached."""
    if cursor is None or cursor.area != "hand":
        return 0
    return max(0, min(cursor.index // columns - 1, -(-cards // columns) - lines))


def short_name(card: DuellingCard) -> str:
    """A card with the first two letters of its symbols: "1ke/2la"."""
    return "/".join([f"{half.number}{SYMBOLS[half.symbol][:2]}" for half in (card.top, card.bottom)])
