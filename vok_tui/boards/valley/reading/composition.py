"""What your deck is made of, on a key: the gold of the next hand, the cards that are still to come, and what lies in the pile.

Players know which cards their deck holds, because every card came there openly. They do not know the order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.valley.rules.discards import HAND_SIZE
from engine.valley.view import Face, SeatView, View
from saves.clean_text import plural
from vok_tui.boards.valley.names import ink_of_set
from vok_tui.boards.valley.signs import sign_of_set
from vok_tui.painting.grid import Brush, Ink
from vok_tui.panes.overlay import Overlay, paint_scrolled_lines
from vok_tui.panes.scene import Board, Scene, ScrollPosition

NAME_COLUMNS: Final = 28
Line = tuple[str, Ink]


def composition_obstacle(scene: Scene) -> str:
    """Why the deck cannot be shown."""
    view: View = scene.view
    return scene.covered_reason or ("" if view.viewer >= 0 else "Only a player knows what a deck holds.")


class HandGold(NamedTuple):
    """The least, the average and the most gold that a hand can have."""

    least: int
    average: float
    most: int


def gold_of_next_hand(seat: SeatView) -> HandGold:
    """The least, the average and the most gold of the next hand, as printed on the cards. The known cards on top of the deck come
    first. A deck that is too small is drawn whole, and the rest comes from all other cards, which are shuffled then."""
    sure = [face.gold for face in reversed(seat.deck_top)][:HAND_SIZE]
    hidden = sorted((Counter(seat.deck) - Counter(seat.deck_top)).elements(), key=lambda face: face.gold)
    drawn = [face.gold for face in hidden]
    if len(sure) + len(drawn) < HAND_SIZE:
        sure += drawn
        held = [card.face for card in seat.hand]
        drawn = sorted([face.gold for face in (*seat.sorted_discard, *held, *seat.in_play)])
    count = min(HAND_SIZE - len(sure), len(drawn))
    if count <= 0:
        return HandGold(sum(sure), float(sum(sure)), sum(sure))
    average = sum(sure) + count * sum(drawn) / len(drawn)
    return HandGold(sum(sure) + sum(drawn[:count]), average, sum(sure) + sum(drawn[len(drawn) - count :]))


def composition_lines(scene: Scene) -> list[Line]:
    """The gold of the next hand, then the cards of deck and pile, the dearest first."""
    view: View = scene.view
    mine = view.mine
    least, average, most = gold_of_next_hand(mine)
    heading: Ink = ("lapis", "bold")
    lines: list[Line] = [
        (f"Your next hand: {average:.1f} gold on average", heading),
        (f"worst {least}, best {most}", ("gold",)),
    ]
    if len(mine.deck) < HAND_SIZE:
        lines.append(("Then all that is not in the deck is shuffled.", ("sand",)))
    lines += [("", ()), (f"Still to come: {plural(len(mine.deck), 'card')} in your deck", heading)]
    if mine.deck_top:
        lines.append((f"next: {', '.join([face.name for face in reversed(mine.deck_top)])}", ("gold",)))
    lines += card_lines(scene, mine.deck)
    lines += [("", ()), (f"Your discard pile: {plural(len(mine.sorted_discard), 'card')}", heading)]
    return lines + card_lines(scene, mine.sorted_discard)


def card_lines(scene: Scene, faces: Sequence[Face]) -> list[Line]:
    """A line for each card: how many, its sign, its name and its gold."""
    counts = Counter(faces)
    return [
        (
            f"{counts[face]:>2} {sign_of_set(scene.signs, face.set)} {face.name:<{NAME_COLUMNS}}{face.gold} gold",
            (ink_of_set(face.set),),
        )
        for face in sorted(counts, key=lambda face: (-face.gold, face.kind))
    ]


def paint_composition(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint what the viewer's deck is made of."""
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
