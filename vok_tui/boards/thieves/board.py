"""The board of King of Thieves."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.action import Action
from engine.core.game import NOTHING
from engine.thieves.data.pieces import DuellingCard
from engine.thieves.view import LaidCardView, ThievesView
from vok_tui.boards.plain_board import PlainBoard
from vok_tui.boards.thieves import pages
from vok_tui.boards.thieves.drawing.duels import paint_duel_boxes, paint_duels
from vok_tui.boards.thieves.drawing.hand import paint_hand
from vok_tui.boards.thieves.drawing.seats import paint_seats
from vok_tui.boards.thieves.drawing.seen import paint_seen_and_left
from vok_tui.boards.thieves.layout import make_layout
from vok_tui.boards.thieves.signs import THIEVES_SIGNS
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Brush, Grid, Target
from vok_tui.painting.signs import shared_legend
from vok_tui.panes.arrangement import PaneArrangement
from vok_tui.panes.scene import Answer, Page, Scene
from vok_tui.panes.story.steps import StepNote

PLAYS = ("play_up", "play_up_as", "play_down")
ROUTINE = ("drew", "shuffled", "staked")
GOOD_NEWS = ("beat", "plundered", "reached_goal", "last_thief", "no_tomb", "all_ruined")


class ThievesBoard(PlainBoard):
    """Duels, thieves and hand above the question."""

    role_by_verb: Mapping[str, str] = {
        "escape": "escape",
        "hide": "hide",
        "enough": "no",
        "leave": "no",
        "play_up": "face_up",
        "play_down": "face_down",
    }

    def arrange_panes(self, width: int, height: int, view: Any) -> PaneArrangement:
        return make_layout(width, height, len(view.seats)).panes

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        layout = make_layout(grid.width, grid.height, len(scene.view.seats))
        if scene.covered_reason:
            scene = replace(scene, view=covered_view(scene.view))
        if layout.duel_boxes is not None:
            paint_duel_boxes(Brush(grid, layout.duel_boxes), scene)
        if layout.seen is not None:
            paint_seen_and_left(Brush(grid, layout.seen), scene)
        paint_duels(Brush(grid, layout.duels), scene)
        paint_seats(Brush(grid, layout.seats), scene, layout.seat_lines, layout.seat_columns)
        paint_hand(Brush(grid, layout.hand), scene, self.hand(scene.view), boxed=layout.duel_boxes is not None)

    def status_text(self, scene: Scene) -> str:
        view: ThievesView = scene.view
        if view.mover < 0:
            return "the game is over"
        of_tombs = f" of {view.last_tomb}" if view.last_tomb else ""
        phase = "showdown" if view.round > 3 else f"round {view.round} of 3"
        starter = "you" if view.starter == view.viewer else scene.names[view.starter]
        return f"tomb {view.tomb_number}{of_tombs}, {phase}, {starter} first, {view.goal} wins"

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        own = [(scene.signs.game_signs[name], meaning) for name, meaning in THIEVES_SIGNS.legend]
        return [*own, *shared_legend(scene.signs, THIEVES_SIGNS)]

    # -- what the targets mean

    def hand(self, view: ThievesView) -> tuple[DuellingCard, ...]:
        return view.seats[view.viewer].hand or () if view.viewer >= 0 else ()

    def hand_cards(self, view: Any) -> Sequence[Hashable]:
        return self.hand(view)

    def viewer_secrets(self, view: Any) -> Sequence[str]:
        down = [laid.card for laid in view.seats[view.viewer].laid_cards if laid.is_face_down and laid.card is not None]
        return [
            *super().viewer_secrets(view),
            *[f"face down {card.name}" for card in down],
            *[f"discarded unseen {card.name}" for card in view.own_unseen],
        ]

    def with_hand_order(self, view: Any, order: Sequence[int]) -> Any:
        if view.viewer < 0:
            return view
        mine = replace(view.seats[view.viewer], hand=tuple([self.hand(view)[place] for place in order]))
        return replace(view, seats=(*view.seats[: view.viewer], mine, *view.seats[view.viewer + 1 :]))

    def cursor_return_areas(self) -> tuple[str, ...]:
        return ("hand", "seat", "duel")

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (("hand",), ("answer",), ("duel",), ("seat",))

    def targets(self, view: Any, action: Action) -> tuple[Target, ...]:
        if action.verb in PLAYS:
            played = view.all_cards[action.arguments[0]]
            return tuple([Target("hand", place) for place, card in enumerate(self.hand(view)) if card == played])
        return ()

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """Those about the selected card; without one only those about no card. Each says what it costs."""
        wanted = choices
        if selected is None and any(choice.action.verb in PLAYS for choice in choices):
            wanted = [choice for choice in choices if choice.action.verb not in PLAYS]
        found = super().answers(view, wanted, selected, names)
        return [replace(answer, note=self.cost_note(view, answer.action)) for answer in found]

    def cost_note(self, view: ThievesView, action: Action | None) -> str:
        """What an answer costs and brings, for the right edge of its line."""
        if action is None or view.viewer < 0:
            return ""
        reputation = view.seats[view.viewer].reputation
        paid = min(view.stakes, reputation)
        if action.verb == "escape":
            return "draw 2" if reputation else "draw nothing"
        if action.verb == "hide":
            return f"pay {paid}, draw {paid}"
        if action.verb in PLAYS and view.question.text.startswith("Escape"):
            return f"pay {paid}, draw {paid}" if paid else "free, draw nothing"
        return ""

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        name = self.card_name(view, selected)
        return f"Play {name}" if name and answers else name

    def card_name(self, view: Any, target: Target) -> str:
        hand = self.hand(view)
        return hand[target.index].name if target.area == "hand" and target.index < len(hand) else ""

    def describe(self, view: Any, target: Target) -> str:
        return pages.describe(view, target, self.hand(view))

    def pages(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        return pages.pages_about(view, target, names, levels, self.hand(view))

    # -- what has happened

    def points(self, view: Any) -> list[int]:
        return [thief.treasure for thief in view.seats]

    def step_note(self, sentence: Sentence) -> StepNote:
        ink = "gold" if sentence.verb in GOOD_NEWS else "sand"
        if sentence.verb == "plundered":
            return StepNote(gain=f"+{sentence.arguments[1]}", ink=ink)
        return StepNote(ink=ink, routine=sentence.verb in ROUTINE)

    def changed_targets(self, before: Any, after: Any) -> frozenset[Target]:
        """The thieves before whom other cards lie, or who have other tokens."""
        changed = [
            one.seat
            for one, other in zip(after.seats, before.seats, strict=True)
            if (one.laid_cards, one.status, one.reputation, one.treasure)
            != (other.laid_cards, other.status, other.reputation, other.treasure)
        ]
        return frozenset([Target("seat", seat) for seat in changed])


def covered_view(view: ThievesView) -> ThievesView:
    """The view while somebody else may look: without the hand, and without the viewer's own cards that lie face down."""
    if view.viewer < 0:
        return view
    mine = view.seats[view.viewer]
    laid = tuple([LaidCardView(None, 0, True, "", NOTHING) if each.is_face_down else each for each in mine.laid_cards])
    seats = (*view.seats[: view.viewer], replace(mine, hand=(), laid_cards=laid), *view.seats[view.viewer + 1 :])
    return replace(view, seats=seats, own_unseen=())
