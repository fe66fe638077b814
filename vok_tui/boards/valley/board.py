"""The board of Valley of the Kings: paints the table and tells the screen which answers belong to which card."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.action import Action
from engine.valley.cards.card import Card
from engine.valley.rules.scoring import solitaire_rank
from engine.valley.view import View
from saves.clean_text import plural
from vok_tui.boards.valley import answers as valley_answers
from vok_tui.boards.valley import pages as valley_pages
from vok_tui.boards.valley import seats, tiles
from vok_tui.boards.valley.layout import Layout, make_layout
from vok_tui.boards.valley.names import FIRST_SEAT
from vok_tui.boards.valley.signs import edition_legend
from vok_tui.boards.valley.since_your_turn import short_text, turn_summary
from vok_tui.game.story import Choice, Sentence
from vok_tui.panes.arrangement import Arrangement
from vok_tui.panes.grid import Brush, Grid, Rect, Target
from vok_tui.panes.scene import Answer, Page, Scene
from vok_tui.panes.signs import legend


class ValleyBoard:
    """Holds the cards; immutable."""

    def __init__(self, title: str, cards: Mapping[int, Card]) -> None:
        self.title: Final = title
        self._cards: Final = cards

    # -- what the screen asks

    def targets(self, view: Any, action: Action) -> tuple[Target, ...]:
        return valley_answers.targets(view, action)

    def affected(self, view: Any, action: Action) -> tuple[Target, ...]:
        return valley_answers.affected(view, action)

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        return [
            self._with_tomb_gain(view, answer) for answer in valley_answers.list_answers(view, choices, selected, names)
        ]

    def is_about_both(self, view: Any, action: Action, selected: Target, other: Target) -> bool:
        return valley_answers.is_about_both(view, action, selected, other)

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        return valley_answers.answers_heading(view, selected, answers)

    def card_name(self, view: Any, target: Target) -> str:
        face = valley_pages.face_of(view, target, self._cards)
        return face.name if face is not None else ""

    def describe(self, view: Any, target: Target) -> str:
        face = valley_pages.face_of(view, target, self._cards)
        return f"{face.name}: {self._cards[face.kind].text}" if face is not None else ""

    def why_not(self, view: Any, target: Target) -> str:
        return valley_answers.why_not(view, target)

    def pages(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        return valley_pages.pages(view, target, names, levels, self._cards)

    def card_areas(self) -> tuple[str, ...]:
        return ("hand", "slot", "play", "looking", "revealed", "seat", "boneyard")

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (
            ("slot", "boneyard", "stock"),
            ("hand", "pile"),
            ("play",),
            ("answer", "looking", "revealed"),
            ("set",),
            ("seat",),
        )

    def _with_tomb_gain(self, view: View, answer: Answer) -> Answer:
        """Add the gained points to an answer that entombs a card."""
        if answer.action is None or answer.action.verb != "entomb":
            return answer
        kind = answer.action.arguments[0]
        return replace(answer, note=valley_answers.tomb_gain(view, kind, self._cards[kind].vp))

    # -- painting

    def arrange(self, width: int, height: int, view: View) -> Arrangement:
        return self._layout(width, height, view).panes

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        layout = self._layout(grid.width, grid.height, scene.view)
        self._paint_pyramid(grid, scene, layout)
        self._paint_hand(grid, scene, layout)
        self._paint_seats(grid, scene, layout)

    def paint_shown_cards(self, brush: Brush, scene: Scene) -> bool:
        view: View = scene.view
        for area, label, faces in (("looking", "You look at", view.looked_at), ("revealed", "Revealed", view.revealed)):
            if faces and not scene.covered_reason:
                tiles.paint_row(brush, scene, area, label, faces)
                return True
        return False

    def where_text(self, scene: Scene) -> str:
        return whose_turn(scene)

    def news(self, scene: Scene) -> list[str]:
        return news(scene)

    def short_text(self, sentence: Sentence) -> str:
        return short_text(sentence)

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        """The signs of the editions first if both are used."""
        return [*(edition_legend(scene.signs) if scene.view.mixed else ()), *legend(scene.signs)]

    def _layout(self, width: int, height: int, view: View) -> Layout:
        return make_layout(width, height, len(view.mine.hand), len(view.seats) - 1, len(view.seats[0].sets))

    def _paint_pyramid(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        for slot in view.pyramid:
            tiles.paint_pyramid_card(Brush(grid, layout.stones[slot.slot]), scene, slot)
        tiles.paint_boneyard(Brush(grid, layout.boneyard), scene)
        tiles.paint_stock(Brush(grid, layout.stock), scene)

    def _paint_hand(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        mine = view.mine
        tiles.paint_hand_heading(Brush(grid, layout.hand_head), scene)
        if scene.covered_reason:
            below = Rect(layout.hand_head.x, layout.hand_head.bottom, layout.hand_head.width, 1)
            Brush(grid, below).write(1, 0, scene.covered_reason, "dune")
        else:
            for i, card in enumerate(mine.hand):
                tiles.paint_hand_card(Brush(grid, layout.hand[i]), scene, Target("hand", i), card)
        active = view.seats[view.active]
        if active.in_play:
            whose = "In play" if active.seat == view.viewer else f"{scene.names[active.seat]} plays"
            tiles.paint_row(Brush(grid, layout.play), scene, "play", whose, active.in_play)

    def _paint_seats(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        seats.paint_tomb(Brush(grid, layout.tomb), scene)
        n = len(view.seats)
        for i, rect in enumerate(layout.seats):
            seats.paint_opponent(Brush(grid, rect), scene, view.seats[(view.mine.seat + 1 + i) % n])


def winner_text(scene: Scene) -> str:
    """Who has won."""
    view: View = scene.view
    if len(view.seats) == 1:
        return f"you rest as a {solitaire_rank(view.seats[0].score)}"
    if view.winners == (view.viewer,):
        return "you win"
    won = ["you" if seat == view.viewer else scene.names[seat] for seat in view.winners]
    return f"{won[0]} wins" if len(won) == 1 else f"{' and '.join(won)} share the victory"


def news(scene: Scene) -> list[str]:
    """The news above the answers: the final scores, or what the others did since your turn."""
    view: View = scene.view
    if scene.selected is not None:
        return []
    if view.mover < 0:
        best = sorted(view.seats, key=lambda seat: (-seat.score, seat.tomb_count))
        return [
            f"{scene.names[seat.seat]}: {plural(seat.score, 'point')}, {plural(seat.tomb_count, 'card')} in the tomb."
            for seat in best
        ]
    on_the_way = scene.answers and view.active == view.viewer and not scene.card_first
    texts = [] if on_the_way else [turn_summary(scene, turn) for turn in scene.turns_since]
    if not texts and scene.card_first and view.turn <= len(view.seats):
        texts = [
            f"{scene.signs.usable} marks what you can use: choose it by its key, with the arrows and Enter, or by a click."
        ]
    return texts


def whose_turn(scene: Scene) -> str:
    """ "Turn 12, yours"; when the game is over, who has won."""
    view: View = scene.view
    if view.mover < 0:
        return f"the game is over: {winner_text(scene)}"
    left = view.stock_ii + view.stock_iii
    last = "last " if not left and not any(slot.face for slot in view.pyramid) else ""
    whose = f"your {last}turn" if view.active == view.viewer else f"{scene.names[view.active]}'s {last}turn"
    if view.turn <= len(view.seats) > 1 and scene.progress is None:
        whose += f", {'you' if view.viewer == FIRST_SEAT else scene.names[FIRST_SEAT]} began"
    return f"turn {view.turn}, {whose}" + (f", {plural(left, 'card')} in the stock" if left <= 6 and not last else "")
