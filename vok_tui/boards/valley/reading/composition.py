"""An overlay with the composition of your deck: the gold of the next hand, the cards still to come, and the discard pile.

Players know which cards are in their deck, because every card came there openly. They do not know the order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.core.cells.wording import plural
from engine.valley.rules.discards import HAND_SIZE
from engine.valley.view import Face, SeatView, View
from vok_tui.boards.valley.names import ink_of_set
from vok_tui.boards.valley.signs import sign_of_set
from vok_tui.painting.grid import Brush, Ink
from vok_tui.panes.overlay import Overlay, paint_scrolled_lines
from vok_tui.panes.scene import Board, Scene, ScrollPosition

NAME_COLUMNS: Final = 28
InkedLine = tuple[str, Ink]


def composition_obstacle(scene: Scene) -> str:
    """Why the deck cannot be shown; "" if it can."""
    view: View = scene.view
    return scene.covered_reason or ("" if view.viewer >= 0 else "Only a player knows what a deck holds.")


class HandGold(NamedTuple):
    """The minimum, average and maximum gold that a hand can have."""

    minimum: int
    average: float
    maximum: int


def gold_of_next_hand(seat: SeatView) -> HandGold:
    """The minimum, average and maximum gold of the next hand, by the gold that is printed on the cards. The known top cards of
    the deck are drawn first. If the deck has too few cards, all of it is drawn, and the rest comes from all other cards,
    shuffled."""
    certain = [face.gold for face in reversed(seat.deck_top)][:HAND_SIZE]
    possible = sorted([face.gold for face in (Counter(seat.deck) - Counter(seat.deck_top)).elements()])
    if len(certain) + len(possible) < HAND_SIZE:
        certain += possible
        hand = [card.face for card in seat.hand]
        possible = sorted([face.gold for face in (*seat.sorted_discard, *hand, *seat.in_play)])
    certain_gold = sum(certain)
    count = min(HAND_SIZE - len(certain), len(possible))
    if count <= 0:
        return HandGold(certain_gold, float(certain_gold), certain_gold)
    average = certain_gold + count * sum(possible) / len(possible)
    return HandGold(
        certain_gold + sum(possible[:count]), average, certain_gold + sum(possible[len(possible) - count :])
    )


def composition_lines(scene: Scene) -> list[InkedLine]:
    """The gold of the next hand, then the cards of the deck and of the discard pile, those with the most gold first."""
    view: View = scene.view
    mine = view.mine
    gold = gold_of_next_hand(mine)
    heading: Ink = ("lapis", "bold")
    lines: list[InkedLine] = [
        (f"Your next hand: {gold.average:.1f} gold on average", heading),
        (f"worst {gold.minimum}, best {gold.maximum}", ("gold",)),
    ]
    if len(mine.deck) < HAND_SIZE:
        lines.append(("Then all that is not in the deck is shuffled.", ("sand",)))
    lines += [("", ()), (f"Still to come: {plural(len(mine.deck), 'card')} in your deck", heading)]
    if mine.deck_top:
        lines.append((f"next: {', '.join([face.name for face in reversed(mine.deck_top)])}", ("gold",)))
    lines += card_lines(scene, mine.deck)
    lines += [("", ()), (f"Your discard pile: {plural(len(mine.sorted_discard), 'card')}", heading)]
    return lines + card_lines(scene, mine.sorted_discard)


def card_lines(scene: Scene, faces: Sequence[Face]) -> list[InkedLine]:
    """A line for each card: its number of copies, the sign of its set, its name and its gold."""
    counts = Counter(faces)
    return [
        (
            f"{counts[face]:>2} {sign_of_set(scene.signs, face.set)} {face.name:<{NAME_COLUMNS}}{face.gold} gold",
            (ink_of_set(face.set),),
        )
        for face in sorted(counts, key=lambda face: (-face.gold, face.kind))
    ]


def paint_composition(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the composition of the viewer's deck."""
    del board
    return paint_scrolled_lines(brush, scene, composition_lines(scene))


COMPOSITION: Final = Overlay(
    "composition",
    "i",
    "Deck",
    "your deck: the gold of the next hand, the cards still to come, the discard pile",
    paint=paint_composition,
    obstacle=composition_obstacle,
)
