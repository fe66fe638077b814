"""The board of King of Thieves."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.action import Action
from engine.core.game import NOTHING
from engine.thieves.pieces import DuellingCard
from engine.thieves.view import TURN, LaidCardView, ThievesView
from vok_tui.boards.generic_board import GenericBoard
from vok_tui.boards.thieves import pages
from vok_tui.boards.thieves.cards import paint_hand
from vok_tui.boards.thieves.duels import paint_duel_boxes, paint_duel_lines
from vok_tui.boards.thieves.layout import make_layout
from vok_tui.boards.thieves.seats import paint_seats
from vok_tui.boards.thieves.seen import paint_seen_and_left_zone
from vok_tui.boards.thieves.sign_notes import sign_notes
from vok_tui.boards.thieves.signs import THIEVES_SIGNS
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Brush, Grid, Target
from vok_tui.painting.signs import shared_legend
from vok_tui.panes.scene import Answer, Page, PaneArrangement, Scene, SignNote
from vok_tui.panes.steps import SentenceDetails

OTHER_HALF = re.compile(r" \(not [^)]*\)")  # in the text of an answer that plays a card
PLAY_VERBS = ("play_up", "play_up_as", "play_down")
ROUTINE_VERBS = ("drew", "shuffled", "staked")
GOOD_NEWS_VERBS = ("beat", "plundered", "reached_goal", "last_thief", "no_tomb", "all_ruined")


class ThievesBoard(GenericBoard):
    """Shows the duels, the thieves and the viewer's hand above the question."""

    role_by_verb: Mapping[str, str] = {
        "escape": "escape",
        "hide": "hide",
        "enough": "no",
        "leave": "no",
        "play_up": "face_up",
        "play_up_as": "face_up",
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
        if layout.seen_and_left is not None:
            paint_seen_and_left_zone(Brush(grid, layout.seen_and_left), scene)
        paint_duel_lines(Brush(grid, layout.duels), scene)
        paint_seats(Brush(grid, layout.seats), scene, layout.seat_lines, layout.seats_per_row)
        paint_hand(Brush(grid, layout.hand), scene, self.hand_cards(scene.view), boxed=layout.duel_boxes is not None)

    def status_text(self, scene: Scene) -> str:
        view: ThievesView = scene.view
        if view.mover < 0:
            return "the game is over"
        of_tombs = f" of {view.last_tomb_number}" if view.last_tomb_number else ""
        phase = "showdown" if view.round > 3 else f"round {view.round} of 3"
        starter = "you" if view.starter == view.viewer else scene.names[view.starter]
        return f"tomb {view.tomb_number}{of_tombs}, {phase}, {starter} first, {view.goal} wins"

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        game_legend = [(scene.signs.game_signs[name], meaning) for name, meaning in THIEVES_SIGNS.legend]
        return [*game_legend, *shared_legend(scene.signs, THIEVES_SIGNS)]

    # -- what the targets mean

    def hand_cards(self, view: Any) -> tuple[DuellingCard, ...]:
        return view.seats[view.viewer].hand or () if view.viewer >= 0 else ()

    def viewer_secrets(self, view: Any) -> Sequence[str]:
        face_down = [
            laid_card.card
            for laid_card in view.seats[view.viewer].laid_cards
            if laid_card.is_face_down and laid_card.card is not None
        ]
        return [
            *super().viewer_secrets(view),
            *[f"face down {card.name}" for card in face_down],
            *[f"discarded unseen {card.name}" for card in view.own_unseen_discards],
        ]

    def with_hand_order(self, view: Any, order: Sequence[int]) -> Any:
        if view.viewer < 0:
            return view
        mine = replace(view.seats[view.viewer], hand=tuple([self.hand_cards(view)[index] for index in order]))
        return replace(view, seats=(*view.seats[: view.viewer], mine, *view.seats[view.viewer + 1 :]))

    def cursor_home_areas(self) -> tuple[str, ...]:
        return ("hand", "seat", "duel")

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (("hand",), ("answer",), ("duel",), ("seat",), ("seen",))

    def targets_of_action(self, view: Any, action: Action) -> tuple[Target, ...]:
        if action.verb in PLAY_VERBS:
            played = view.all_cards[action.arguments[0]]
            return tuple([Target("hand", i) for i, card in enumerate(self.hand_cards(view)) if card == played])
        return ()

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """The answers about the selected card; if none is selected, those that play no card. Each shows its cost."""
        listed = choices
        if selected is None and any(choice.action.verb in PLAY_VERBS for choice in choices):
            listed = [choice for choice in choices if choice.action.verb not in PLAY_VERBS]
        answers = super().answers(view, listed, selected, names)
        return [
            replace(
                answer,
                name=half_and_symbol(answer.action),
                note=self.answer_note(view, answer.action),
                short_texts=(OTHER_HALF.sub("", answer.text),) if OTHER_HALF.search(answer.text) else (),
            )
            for answer in answers
        ]

    def answer_note(self, view: ThievesView, action: Action | None) -> str:
        """The tokens that an answer costs and the cards that it draws, for the right edge of its line; "" if it has no note."""
        if action is None or view.viewer < 0:
            return ""
        reputation = view.seats[view.viewer].reputation
        cost = min(view.stakes, reputation)
        if action.verb == "escape":
            return "draw 2" if reputation else "draw nothing"
        if action.verb == "hide":
            return f"pay {cost}, draw {cost}"
        if action.verb in PLAY_VERBS and view.step == TURN:
            return f"pay {cost}, draw {cost}" if cost else "free, draw nothing"
        return ""

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        name, halves = self.target_name(view, selected), {half_and_symbol(answer.action)[:1] for answer in answers}
        if not name or not answers:
            return name
        return f"{name}: {'which half counts?' if len(halves) > 1 else 'as which symbol?'}"

    def target_name(self, view: Any, target: Target) -> str:
        hand = self.hand_cards(view)
        return hand[target.index].name if target.area == "hand" and target.index < len(hand) else ""

    def target_description(self, view: Any, target: Target) -> str:
        return pages.target_description(view, target, self.hand_cards(view))

    def pages_about(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        return pages.pages_about(view, target, names, levels, self.hand_cards(view))

    def sign_notes(self, scene: Scene, target: Target) -> Iterable[SignNote]:
        return sign_notes(scene, target)

    # -- what has happened

    def points(self, view: Any) -> list[int]:
        return [thief.treasure for thief in view.seats]

    def sentence_details(self, sentence: Sentence) -> SentenceDetails:
        ink = "gold" if sentence.verb in GOOD_NEWS_VERBS else "sand"
        if sentence.verb == "plundered":
            return SentenceDetails(gain=f"+{sentence.arguments[1]}", ink=ink)
        return SentenceDetails(ink=ink, is_routine=sentence.verb in ROUTINE_VERBS)

    def changed_targets(self, before: Any, after: Any) -> frozenset[Target]:
        """The thieves whose laid cards, status or tokens changed."""
        changed = [
            thief.seat
            for thief, old_thief in zip(after.seats, before.seats, strict=True)
            if (thief.laid_cards, thief.status, thief.reputation, thief.treasure)
            != (old_thief.laid_cards, old_thief.status, old_thief.reputation, old_thief.treasure)
        ]
        return frozenset([Target("seat", seat) for seat in changed])


def half_and_symbol(action: Action | None) -> str:
    """The name of an answer that plays a card: the place of the half, and that of the symbol for a ruby face up; else ""."""
    return "".join([str(part + 1) for part in action.arguments[1:]]) if action and action.verb in PLAY_VERBS else ""


def covered_view(view: ThievesView) -> ThievesView:
    """The view while others may see the screen: without the viewer's hand and the viewer's face-down cards."""
    if view.viewer < 0:
        return view
    mine = view.seats[view.viewer]
    laid_cards = tuple(
        [
            LaidCardView(None, 0, True, "", NOTHING) if laid_card.is_face_down else laid_card
            for laid_card in mine.laid_cards
        ]
    )
    seats = (*view.seats[: view.viewer], replace(mine, hand=(), laid_cards=laid_cards), *view.seats[view.viewer + 1 :])
    return replace(view, seats=seats, own_unseen_discards=())
