"""The board of Tal der Koenige."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.action import Action
from engine.core.game import NOTHING
from engine.core.wording import plural
from engine.tal.blocks import COLOUR_LETTERS
from engine.tal.board import PLACE_NAMES, GameBoard
from engine.tal.view import TalView
from vok_tui.boards.generic_board import GenericBoard
from vok_tui.boards.tal import movement, pages
from vok_tui.boards.tal.answer_order import sort_key, value_after_block
from vok_tui.boards.tal.builders import LOT, SEAT, paint_counts_and_builders, paint_lots
from vok_tui.boards.tal.combined import combined_answers
from vok_tui.boards.tal.layout import TalLayout, half_map_layout, make_layout
from vok_tui.boards.tal.map import paint_half_map, paint_map
from vok_tui.boards.tal.movement import PHARAOH_TARGET, PLACE, SITE, movement_costs
from vok_tui.boards.tal.signs import TAL_SIGNS
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Brush, Grid, Target
from vok_tui.painting.signs import shared_legend
from vok_tui.panes.scene import Answer, Page, PaneArrangement, Scene, SignNote
from vok_tui.panes.steps import SentenceDetails

GOOD_NEWS_VERBS: Final = ("completed", "took_over", "won", "pharaoh_complete", "all_complete", "bag_empty")
ROUTINE_VERBS: Final = ("laid", "wrote")
CONSEQUENCE_VERBS: Final = ("claimed", "missed_claim", "completed")
ORIGIN_PHRASE: Final = re.compile(r" from \S+(?= to )")
PLACE_VERBS: Final = ("stop", "take", "go")
SITE_VERBS: Final = ("claim", "take_over", "steal", "build")


class TalBoard(GenericBoard):
    """Shows sites, areas, builders and lots. `game_board` is the board of the rules: its places and distances."""

    role_by_verb: Mapping[str, str] = {"next": "end", "done": "end", "claim_none": "no"}

    def __init__(self, title: str, game_board: GameBoard) -> None:
        super().__init__(title)
        self.game_board: Final = game_board
        self._shows_lower_half = False

    def can_enlarge(self, width: int, height: int) -> bool:
        return not make_layout(width, height, 2).has_large_map

    def arrange_panes(self, width: int, height: int, view: Any) -> PaneArrangement:
        return self._layout(width, height, view).panes

    def _layout(self, width: int, height: int, view: TalView) -> TalLayout:
        if self.is_enlarged and self.can_enlarge(width, height):
            return half_map_layout(width, height, len(view.seats), is_bidding=view.phase == "bids")
        return make_layout(width, height, len(view.seats))

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        layout = self._layout(grid.width, grid.height, scene.view)
        if scene.covered_reason:
            scene = replace(scene, view=covered_view(scene.view))
        costs = movement_costs(scene.view, self.game_board, scene.usable)
        brush = Brush(grid, layout.board)
        if self.is_enlarged and self.can_enlarge(grid.width, grid.height):
            self._shows_lower_half = paint_half_map(
                brush, scene, self.game_board, costs, shows_lower=self._shows_lower_half
            )
        else:
            paint_map(brush, scene, self.game_board, costs)
        if layout.builders.height:
            paint_counts_and_builders(Brush(grid, layout.builders), scene)
        if layout.lots.height:
            paint_lots(Brush(grid, layout.lots), scene)

    def status_text(self, scene: Scene) -> str:
        view: TalView = scene.view
        if view.mover < 0:
            return "the game is over"
        is_anothers = view.viewer >= 0 and view.mover != view.viewer  # and would be read as one's own
        points_left = (
            ""
            if view.movement_left is None or scene.covered_reason or is_anothers
            else f", {plural(view.movement_left, 'point')} left"
        )
        starter = "you have" if view.disc_seat == view.viewer else f"{scene.names[view.disc_seat]} has"
        return f"round {view.round}, {view.phase}{points_left}, {starter} the disc"

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        game_legend = [(scene.signs.game_signs[name], meaning) for name, meaning in TAL_SIGNS.legend]
        return [*game_legend, *shared_legend(scene.signs, TAL_SIGNS)]

    # -- what the targets mean

    def cursor_home_areas(self) -> tuple[str, ...]:
        return (SITE, PLACE, LOT, SEAT)

    def areas_walked_in_lines(self) -> tuple[str, ...]:
        return (PLACE, SITE)

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (("answer",), (PLACE,), (SITE,), (SEAT,), (LOT,))

    def targets_of_action(self, view: Any, action: Action) -> tuple[Target, ...]:
        del view
        if action.verb in PLACE_VERBS:
            return (Target(PLACE, action.arguments[-1]),)
        if action.verb in SITE_VERBS:
            site = action.arguments[1] if action.verb == "claim" else action.arguments[0]
            return (Target(SITE, site),)
        return (Target(LOT, action.arguments[0]),) if action.verb == "lay" else ()

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """All answers, or those about the selected target, each with its typed name and its cost or gain. Those that lead to a
        space say whose site it is. Some give several actions at once. The likeliest come first."""
        answers = [
            replace(
                answer,
                text=answer.text + self.whose_site(view, answer.action, names),
                short_texts=(answer.text,),
                name=typed_name(answer.action),
                note=self.answer_note(view, answer.action),
            )
            for answer in super().answers(view, choices, selected, names)
            if answer.action is not None
        ]
        if selected is None and answers:
            combined = combined_answers(view, self.game_board, [choice.action for choice in choices])
            answers += [self.with_name(view, answer, names) for answer in combined]
        return sorted(answers, key=lambda answer: sort_key(view, self.game_board, answer, self.target_of(view, answer)))

    def with_name(self, view: TalView, answer: Answer, names: tuple[str, ...]) -> Answer:
        """A combined answer with the typed name of its last action, and whose site that leads to."""
        last = answer.steps[-1]
        return (
            answer
            if answer.role
            else replace(answer, text=answer.text + self.whose_site(view, last, names), name=typed_name(last))
        )

    def target_of(self, view: TalView, answer: Answer) -> Target | None:
        return next((target for step in answer.steps for target in self.targets_of_action(view, step)), None)

    def whose_site(self, view: TalView, action: Action, names: tuple[str, ...]) -> str:
        """What follows the text of an answer that leads to a space: ", your site"; "" for others."""
        site = self.game_board.site_of[action.arguments[-1]] if action.verb in ("stop", "go") else NOTHING
        if site < 0:
            return ""
        owner = view.sites[site].owner
        return f", {pages.whose(view, owner, names) if owner >= 0 else 'a free'} site"

    def answer_note(self, view: TalView, action: Action) -> str:
        """The cost or gain of an answer, for the right edge of its line; "" if it has none."""
        (target, *_) = self.targets_of_action(view, action) or (None,)
        costs = movement_costs(view, self.game_board, [target]) if target is not None else {}
        if target in costs:
            cost = costs[target]
            if action.verb == "claim" and not cost:
                return "on the way"
            return f"costs {cost}{' more' if action.verb == 'claim' else ''}"
        if action.verb == "take":
            count = view.seats[view.mover].workers.count(action.arguments[0])
            return f"{count} there" if count > 1 else ""
        if action.verb == "build":
            return f"for up to {value_after_block(view, action)}"
        return ""

    def sign_notes(self, scene: Scene, target: Target) -> Iterable[SignNote]:
        """One note, because a site has many signs."""
        signs = pages.signs_at(scene, self.game_board, target)
        return [SignNote((), ", ".join([f"{sign} {meaning}" for sign, meaning in signs]))] if signs else []

    def viewer_secrets(self, view: Any) -> Sequence[str]:
        return pages.viewer_secrets(view)

    def target_name(self, view: Any, target: Target) -> str:
        return pages.target_name(view, target)

    def target_description(self, view: Any, target: Target) -> str:
        return pages.target_description(view, self.game_board, target)

    def why_not(self, view: Any, target: Target) -> str:
        return movement.why_not(view, self.game_board, target)

    def pages_about(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        return pages.pages_about(view, self.game_board, target, names, levels)

    # -- what has happened

    def points(self, view: Any) -> Sequence[int]:
        return [builder.points for builder in view.seats]

    def sentence_details(self, sentence: Sentence) -> SentenceDetails:
        verb = sentence.verb
        return SentenceDetails(
            gain=f"+{sentence.arguments[2]}" if verb == "completed" else "",
            ink="gold" if verb in GOOD_NEWS_VERBS else "sand",
            short_text=ORIGIN_PHRASE.sub("", sentence.text) if verb in ("overseer", "moved") else "",
            is_consequence=verb in CONSEQUENCE_VERBS,
            is_routine=verb in ROUTINE_VERBS,
        )

    def changed_targets(self, before: Any, after: Any) -> frozenset[Target]:
        """The sites whose blocks or owner changed, the builders whose points changed, and the pharaoh's pyramid if it grew."""
        sites = [
            Target(SITE, site.number)
            for site, old_site in zip(after.sites, before.sites, strict=True)
            if (site.owner, site.layers) != (old_site.owner, old_site.layers)
        ]
        seats = [
            Target(SEAT, builder.seat)
            for builder, old_builder in zip(after.seats, before.seats, strict=True)
            if builder.points != old_builder.points
        ]
        pharaoh = [PHARAOH_TARGET] if after.pharaoh_blocks != before.pharaoh_blocks else []
        return frozenset([*sites, *seats, *pharaoh])


def typed_name(action: Action) -> str:
    """The text to type for an answer: "10b" for a place, "6k" for site 6 and a black block, "4" for a tablet; "" for others."""
    verb, arguments = action.verb, action.arguments
    if verb in PLACE_VERBS:
        return PLACE_NAMES[arguments[-1]].replace("/", "").lower()
    if verb == "lay":
        return str(arguments[1])
    if verb == "claim":
        return str(arguments[1] + 1)
    if verb == "take_over":
        return str(arguments[0] + 1)
    if verb in ("steal", "build"):
        return f"{arguments[0] + 1}{COLOUR_LETTERS[arguments[1]]}"
    return ""


def covered_view(view: TalView) -> TalView:
    """The view while others may see the screen: without the viewer's secret tablets and orders."""
    if view.viewer < 0 or view.phase not in ("bids", "orders"):
        return view
    viewer = view.viewer
    lots = tuple(
        [
            replace(lot, bids=tuple([replace(bid, tablets=None) if bid.seat == viewer else bid for bid in lot.bids]))
            for lot in view.lots
        ]
    )
    mine = replace(view.seats[viewer], orders=None, tablets_left=None)
    seats = (*view.seats[:viewer], mine, *view.seats[viewer + 1 :])
    movement_left = None if view.phase == "orders" else view.movement_left
    return replace(
        view,
        lots=lots if view.phase == "bids" else view.lots,
        seats=seats,
        movement_left=movement_left,
        asked_overseer=NOTHING,
    )
