"""The duels: which symbols are known, and how they are painted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.game import NOTHING
from engine.core.wording import plural
from engine.thieves.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.state import CARDS_PER_ROUND, ROUND_COUNT
from engine.thieves.view import ASSIGNMENT, SECOND_CARD, ThiefView, ThievesView
from vok_tui.boards.thieves.cards import known_symbol, target_ink, target_mark
from vok_tui.boards.thieves.signs import FACE_DOWN, LEADS, REPUTATION, TREASURE, sign
from vok_tui.painting.grid import HEADING_INK, Brush, Target, fit
from vok_tui.panes.card_frame import CardState, paint_frame, paint_name_in_title
from vok_tui.panes.scene import Scene

RUBY = "ruby"


@dataclass(frozen=True)
class Duel:
    """A duel of the current tomb. Number 0 is for the tomb itself, the others for its guardians, oldest first."""

    number: int
    name: str
    symbol: str
    min_symbols: int  # without which nobody wins
    prize: int  # treasure for the tomb, tokens of reputation for a guardian
    is_newest: bool = False


def duels_of(view: ThievesView) -> list[Duel]:
    """All duels, that for the tomb first; empty between two tombs."""
    if not view.tomb_symbol:
        return []
    newest = len(view.guardians)
    return [
        Duel(0, "Tomb", view.tomb_symbol, 1, view.tomb_treasure),
        *[
            Duel(number, guardian.name, guardian.symbol, guardian.strength, guardian.pool, number == newest)
            for number, guardian in enumerate(view.guardians, 1)
        ],
    ]


def known_symbol_count(thief: ThiefView, duel: Duel, community_card: DuellingCard | None) -> int:
    """The number of a thief's symbols that the viewer knows and that may count in a duel, also on the viewer's own face-down
    cards. The community card is included once the thief has assigned it to this duel."""
    total = 0
    for laid_card in thief.laid_cards:
        may_count = laid_card.duel in (NOTHING, duel.number) and known_symbol(laid_card) in (duel.symbol, RUBY)
        if laid_card.card is not None and may_count:
            total += laid_card.card.half(laid_card.half).symbol_count
    if community_card is not None and thief.community_duel == duel.number:
        total += community_card.half(thief.community_half).symbol_count
    return total


def hidden_laid_card_count(thief: ThiefView) -> int:
    """The number of a thief's laid cards that the viewer does not know: 0 for the viewer's own, unless they are covered."""
    return sum(laid_card.card is None for laid_card in thief.laid_cards)


def max_symbols_of_half(halves: Sequence[Half], symbol: str) -> int:
    """The maximum number of symbols that one of the halves adds to a duel with this symbol."""
    return max([half.symbol_count for half in halves if SYMBOLS[half.symbol] in (symbol, RUBY)], default=0)


def has_acted(view: ThievesView, thief: ThiefView) -> bool:
    """Whether the turn of a thief has passed, in this round or in this step of the showdown."""
    seats = len(view.seats)
    return (thief.seat - view.starter) % seats < (view.mover - view.starter) % seats


def playable_card_count(view: ThievesView, thief: ThiefView) -> int:
    """The maximum number of cards that a thief inside may still play in this tomb: two in each round, less in a round in which
    the thief has acted or has played a card."""
    rounds_to_come = int(ROUND_COUNT) - view.round
    if rounds_to_come < 0 or view.mover < 0:
        return 0
    this_round = 0 if has_acted(view, thief) else int(CARDS_PER_ROUND)
    if thief.seat == view.mover and view.step == SECOND_CARD:
        this_round -= 1
    return this_round + int(CARDS_PER_ROUND) * rounds_to_come


def may_use_community_card(view: ThievesView, thief: ThiefView) -> bool:
    """Whether a thief inside has not decided yet about the community card."""
    if view.community_card is None or thief.community_duel != NOTHING or view.mover < 0:
        return False
    return view.step != ASSIGNMENT or not has_acted(view, thief)


def addable_symbol_count(view: ThievesView, thief: ThiefView, duel: Duel) -> int:
    """The maximum number of symbols that `thief`, the viewer, could still add to a duel: the best cards of the hand, as many as
    may still be played, and the community card."""
    from_community = 0
    if view.community_card is not None and may_use_community_card(view, thief):
        from_community = max_symbols_of_half((view.community_card.top, view.community_card.bottom), duel.symbol)
    from_hand = sorted(
        [max_symbols_of_half((card.top, card.bottom), duel.symbol) for card in thief.hand or ()], reverse=True
    )
    return from_community + sum(from_hand[: playable_card_count(view, thief)])


def missing_symbol_count(view: ThievesView, thief: ThiefView, duel: Duel) -> int:
    """The number of symbols that a thief still needs to win the duel without a tie, if the others add none."""
    others = [other for other in view.seats if other.seat != thief.seat and other.status == "inside"]
    best = max([known_symbol_count(other, duel, view.community_card) for other in others], default=0)
    return max(0, max(duel.min_symbols, best + 1) - known_symbol_count(thief, duel, view.community_card))


def is_hiding(view: ThievesView, thief: ThiefView) -> bool:
    """Whether a thief has hidden: is still inside and has laid no card, although their turn has passed."""
    if thief.laid_cards or thief.status != "inside" or not view.tomb_symbol:
        return False
    return view.round > 1 or has_acted(view, thief)


SYMBOLS_COLUMN: Final = 16  # after the name of a duel
PRIZE_COLUMN: Final = 25
FIRST_SHOWN_COLUMN: Final = 30  # of the symbols that the first thief shows
OWN_COLUMNS: Final = 8  # of the symbols that the viewer shows and needs
MIN_SHOWN_COLUMNS: Final = 6  # of the symbols that another thief shows
MAX_SHOWN_COLUMNS: Final = 12
LEADER_COLUMNS: Final = 8  # of the name of the thief who shows most
DUEL_BOX_COLUMNS: Final = 18  # fits the longest name of a guardian
DUEL_BOX_LINES: Final = 5
NOTHING_SHOWN: Final = "-"


def paint_duel_lines(brush: Brush, scene: Scene) -> None:
    """Paint a line for the tomb and for each guardian, the oldest first: the symbols needed, the prize, and what everybody shows.
    If there are too many, the older guardians are left out."""
    view: ThievesView = scene.view
    duels = duels_of(view)
    shown_duels = tomb_and_newest_guardians(duels, brush.height - 1)
    left_out = len(duels) - len(shown_duels)
    brush.write(1, 0, f"Duels, {left_out} more" if left_out else "Duels", *HEADING_INK)
    if not duels:
        brush.write(1, 1, "No tomb is open.", "dune")
        return
    others = [thief for thief in view.seats if thief.seat != view.viewer]
    start = FIRST_SHOWN_COLUMN + (OWN_COLUMNS if view.viewer >= 0 else 0)
    columns = min(MAX_SHOWN_COLUMNS, (brush.width - start) // len(others))
    brush.write(SYMBOLS_COLUMN, 0, "needed", "dune")
    brush.write(FIRST_SHOWN_COLUMN, 0, "You" if view.viewer >= 0 else "", "sand")
    for i, thief in enumerate(others if columns >= MIN_SHOWN_COLUMNS else ()):
        brush.write(start + i * columns, 0, fit(scene.names[thief.seat], columns - 1), "sand")
    for y, duel in enumerate(shown_duels, 1):
        line = brush.sub_brush(0, y, brush.width, 1)
        paint_duel_line(line, scene, duel)
        if columns >= MIN_SHOWN_COLUMNS:
            for i, thief in enumerate(others):
                line.write(start + i * columns, 0, opponent_duel_text(scene, thief, duel), "sand")
        else:
            line.write(start, 0, fit(leader_text(scene, others, duel), brush.width - start), "sand")


def tomb_and_newest_guardians(duels: Sequence[Duel], max_count: int) -> Sequence[Duel]:
    """At most `max_count` duels: that for the tomb, and those of the newest guardians."""
    return duels if len(duels) <= max_count else [*duels[:1], *duels[len(duels) - max_count + 1 :]]


def paint_duel_line(brush: Brush, scene: Scene, duel: Duel) -> None:
    """Paint a duel, its prize, and the symbols that the viewer shows, needs and could add."""
    view: ThievesView = scene.view
    target = Target("duel", duel.number)
    brush.add_target(target)
    brush.write(0, 0, target_mark(scene, target), "gold")
    brush.write(1, 0, fit(duel.name, SYMBOLS_COLUMN - 2), *target_ink(scene, target))
    brush.write(SYMBOLS_COLUMN, 0, f"{duel.min_symbols} {duel.symbol}", "sand")
    brush.write(PRIZE_COLUMN, 0, f"{duel.prize}{prize_sign(scene, duel)}", "gold")
    if view.viewer >= 0:
        brush.write(FIRST_SHOWN_COLUMN, 0, viewer_duel_text(scene, view.seats[view.viewer], duel), "gold")


def prize_sign(scene: Scene, duel: Duel) -> str:
    return sign(scene.signs, TREASURE if duel.number == 0 else REPUTATION)


def viewer_duel_text(scene: Scene, thief: ThiefView, duel: Duel) -> str:
    """The symbols that the viewer shows, needs to beat all that the others show, and could add: "4 +1/3". In the first games
    only those that the viewer shows."""
    view: ThievesView = scene.view
    if thief.status != "inside":
        return NOTHING_SHOWN
    shown = f"{known_symbol_count(thief, duel, view.community_card)}"
    if scene.is_newcomer:
        return shown
    addable = 0 if scene.covered_reason else addable_symbol_count(view, thief, duel)
    missing = missing_symbol_count(view, thief, duel)
    needed = f"+{missing}" if missing else sign(scene.signs, LEADS)
    return f"{shown} {needed}" + (f"/{addable}" if addable else "")


def viewer_duel_words(scene: Scene, thief: ThiefView, duel: Duel) -> str:
    """The same in words: "you show 4, 1 more would win, and your cards could add 3"."""
    view: ThievesView = scene.view
    missing = missing_symbol_count(view, thief, duel)
    addable = 0 if scene.covered_reason else addable_symbol_count(view, thief, duel)
    needed = f"{missing} more would win" if missing else "which beats what all show"
    could = f", and your cards could add {addable}" if addable else ""
    return f"you show {known_symbol_count(thief, duel, view.community_card)}, {needed}{could}"


def opponent_duel_text(scene: Scene, thief: ThiefView, duel: Duel) -> str:
    """The symbols that another thief shows: "2", or "2+▒▒" with cards face down."""
    if thief.status != "inside":
        return NOTHING_SHOWN
    hidden = f"+{sign(scene.signs, FACE_DOWN)}" if hidden_laid_card_count(thief) else ""
    return f"{known_symbol_count(thief, duel, scene.view.community_card)}{hidden}"


def leader_text(scene: Scene, others: Sequence[ThiefView], duel: Duel) -> str:
    """If there is no column for each thief: the one who shows most, and how many others have cards face down."""
    inside = [thief for thief in others if thief.status == "inside"]
    if not inside:
        return "nobody else is inside"
    leader = max(inside, key=lambda thief: known_symbol_count(thief, duel, scene.view.community_card))
    with_hidden = sum(hidden_laid_card_count(thief) > 0 for thief in inside if thief != leader)
    others_text = f", {with_hidden}{sign(scene.signs, FACE_DOWN)}" if with_hidden else ""
    return f"{fit(scene.names[leader.seat], LEADER_COLUMNS)} {opponent_duel_text(scene, leader, duel)}{others_text}"


def paint_duel_boxes(brush: Brush, scene: Scene) -> None:
    """Paint the tomb, its guardians and the community card as boxes. If too many, the older guardians are left out."""
    view: ThievesView = scene.view
    duels = tomb_and_newest_guardians(duels_of(view), brush.width // DUEL_BOX_COLUMNS - 1)
    boxes = [duel_box_title_and_lines(scene, duel) for duel in duels]
    if view.community_card is not None:
        boxes.append(("Community card", [str(view.community_card.top), "or", str(view.community_card.bottom)]))
    for i, (title, lines) in enumerate(boxes):
        box = brush.sub_brush(i * DUEL_BOX_COLUMNS, 0, DUEL_BOX_COLUMNS, DUEL_BOX_LINES)
        state = CardState(under_cursor=i < len(duels) and scene.cursor == Target("duel", duels[i].number))
        paint_frame(box, scene, state)
        paint_name_in_title(box, scene, state, title)
        for y, line in enumerate(lines, 1):
            box.write(2, y, line, "gold" if y == 1 else "sand", "on-stone")


def duel_box_title_and_lines(scene: Scene, duel: Duel) -> tuple[str, list[str]]:
    """The title and the lines of the box of a duel."""
    if duel.number == 0:
        treasure = min(duel.prize, DUEL_BOX_COLUMNS - 4)
        return duel.name, [f"most {duel.symbol}", f"{duel.prize} treasure", prize_sign(scene, duel) * treasure]
    nature = scene.view.guardians[duel.number - 1].nature
    pool = plural(duel.prize, "token")
    return duel.name, [f"{duel.min_symbols} {duel.symbol}", nature, pool if duel.is_newest else f"{pool}, old"]
