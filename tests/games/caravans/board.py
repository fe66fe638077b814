"""The board of Caravans: the cards of the hand, and the caravan of each seat."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.core.action import Action
from tests.games.caravans.table_kit import CAMEL
from tests.games.caravans.view import CaravansView, CaravanView
from vok_tui.boards.generic_board import GenericBoard
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Brush, Grid, Target
from vok_tui.panes.card_frame import paint_change_mark
from vok_tui.panes.scene import Answer, Page, Scene
from vok_tui.panes.steps import SentenceDetails


class CaravansBoard(GenericBoard):
    def __init__(self, title: str, names: tuple[str, ...]) -> None:
        super().__init__(title)
        self.role_by_verb = {"wait": "no"}
        self.names = names

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        view: CaravansView = scene.view
        brush = Brush(grid, self.board_rect(grid))
        hand = self.hand(view)
        brush.write(0, 0, f"Your cards: {len(hand)}" if not scene.covered_reason else scene.covered_reason, "gold")
        for i, name in enumerate(hand if not scene.covered_reason else ()):
            self.paint_target(brush.sub_brush(1 + 14 * i, 1, 13, 1), scene, Target("hand", i), name)
        for seat in view.seats[: brush.height - 3]:
            caravan = f"{scene.names[seat.seat]}: {seat.points} {scene.signs.game_signs[CAMEL]} {self.caravan(seat)}"
            row = brush.sub_brush(0, 3 + seat.seat, brush.width, 1)
            self.paint_target(row, scene, Target("seat", seat.seat), caravan)

    def paint_target(self, brush: Brush, scene: Scene, target: Target, text: str) -> None:
        brush.add_target(target)
        ink = ("ink", "on-gold") if target == scene.cursor else ("gold",) if target == scene.selected else ("sand",)
        mark = scene.signs.usable if target in scene.usable else " "
        brush.write(0, 0, f"{mark}{scene.target_keys.get(target, ' ')} {text}", *ink)
        paint_change_mark(brush, 2, 0, scene, target)

    def hand(self, view: CaravansView) -> tuple[str, ...]:
        return view.seats[view.viewer].hand or () if view.viewer >= 0 else ()

    def caravan(self, seat: CaravanView) -> str:
        """What the viewer sees of a caravan: "" is not chosen yet, None is hidden."""
        load = {None: "a card face down", "": "no load"}.get(seat.load, str(seat.load))
        road = {None: "a secret road", "": "no road yet"}.get(seat.road, str(seat.road))
        return f"{load}, {road}"

    def hand_cards(self, view: Any) -> tuple[str, ...]:
        return self.hand(view)

    def with_hand_order(self, view: Any, order: Sequence[int]) -> Any:
        mine = replace(view.seats[view.viewer], hand=tuple([self.hand(view)[index] for index in order]))
        return replace(view, seats=(*view.seats[: view.viewer], mine, *view.seats[view.viewer + 1 :]))

    def status_text(self, scene: Scene) -> str:
        view: CaravansView = scene.view
        return "the game is over" if view.mover < 0 else f"{scene.chapter_title} of {view.rounds} rounds"

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (("hand",), ("seat",), ("answer",))

    def targets_of_action(self, view: Any, action: Action) -> tuple[Target, ...]:
        if action.verb == "spy":
            return (Target("seat", action.arguments[0]),)
        if action.verb != "load":
            return ()
        name = self.names[action.arguments[0]]
        return tuple([Target("hand", i) for i, card in enumerate(self.hand(view)) if card == name])

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """The answers as the game says them, with the names of the players."""
        answers = super().answers(view, choices, selected, names)
        return [
            replace(answer, text=f"Spy on {names[answer.action.arguments[0]]}")
            if answer.action is not None and answer.action.verb == "spy"
            else answer
            for answer in answers
        ]

    def sentence_details(self, sentence: Sentence) -> SentenceDetails:
        gained = sentence.arguments[2] if sentence.verb == "arrived" else 0
        return SentenceDetails(gain=f"{gained:+}" if gained else "", ink="gold" if gained else "sand")

    def points(self, view: Any) -> list[int]:
        return [seat.points for seat in view.seats]

    def changed_targets(self, before: Any, after: Any) -> frozenset[Target]:
        """The caravans with a different load, road or number of points."""
        shown = [(seat.load, seat.road, seat.points) for seat in before.seats]
        return frozenset(
            [
                Target("seat", seat.seat)
                for seat in after.seats
                if (seat.load, seat.road, seat.points) != shown[seat.seat]
            ]
        )

    def target_name(self, view: Any, target: Target) -> str:
        hand = self.hand(view)
        return hand[target.index] if target.area == "hand" and target.index < len(hand) else ""

    def target_description(self, view: Any, target: Target) -> str:
        name = self.target_name(view, target)
        return f"{name}: a load" if name else ""

    def pages_about(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        if target.area == "seat":
            seat = view.seats[target.index]
            lines = (("", self.caravan(seat)), ("hand", str(seat.hand_count)))
            return [Page(names[target.index], "lapis", levels[target.index], lines)]
        name = self.target_name(view, target)
        return [Page(name, "sand", "a load", (("", self.target_description(view, target)),))] if name else []
