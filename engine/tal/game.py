"""Tal der Koenige as a `Game` of `engine.core.game`: options, setup, views, words."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.arrays import i64
from engine.core.events import Chapter
from engine.core.game import NOBODY, OMNISCIENT, Event, Game, Question, Setup
from engine.core.luck import seeded_hash
from engine.core.moves import VERB_MASK, first_argument, pack_move
from engine.core.setup import Edition, Option
from engine.tal import hidden, wording
from engine.tal import state as layout
from engine.tal.board import BoardPlan, board_of
from engine.tal.board_text import read_plan
from engine.tal.first_position import first_position
from engine.tal.position_fields import position_fields, position_of_fields
from engine.tal.rules.pyramids import seat_points
from engine.tal.state import TalState
from engine.tal.view import TalView, build_view

BASE: Final = "base"
NORMAL: Final = "normal"
SHORT: Final = "short"

LENGTH: Final = Option(
    "length", "Length", (NORMAL, SHORT), NORMAL, "in the shorter game unsold lots go to the pharaoh's pyramid"
)
EDITIONS: Final = (Edition(BASE, 2, int(layout.MAX_BUILDERS), "the game of the box", (LENGTH,)),)


class Tal(Game[TalState]):
    """The rules of Tal der Koenige."""

    def name(self) -> str:
        return "tal"

    def title(self) -> str:
        return "Tal der Koenige"

    def editions(self) -> Sequence[Edition]:
        return EDITIONS

    def plan(self, setup: Setup) -> BoardPlan:
        """The board that a game with this setup is played on. Raises BadCatalogue."""
        return read_plan(setup.cards)

    def has_replaceable_data(self) -> bool:
        return True

    def fingerprint(self, setup: Setup) -> int:
        return self.plan(setup).fingerprint()

    def start(self, setup: Setup) -> TalState:
        self.check_setup(setup)
        board = board_of(self.plan(setup), setup.player_count)
        (length,) = self.edition(setup.edition).all_choices(setup.choices)
        return first_position(board, length == SHORT, seeded_hash(setup.seed) >> 1)

    def determinize(self, state: TalState, viewer: i64, seed: i64) -> TalState:
        return hidden.determinize(state, viewer, seed)

    def move_as_seen(self, state: TalState, viewer: i64, move: i64) -> i64:
        """Other seats see where a tablet is laid but not its value, and that an order is written but not what it says."""
        if viewer == state.mover or viewer == OMNISCIENT:
            return move
        verb = move & VERB_MASK
        if verb == layout.LAY_TABLET:
            return pack_move(layout.LAY_TABLET, first_argument(move))
        if state.cells[layout.PHASE] == layout.WRITING_ORDERS:
            if verb == layout.STOP_AT:
                return pack_move(layout.STOP_AT, first_argument(move))
            if verb in (layout.CLAIM_SITE, layout.CLAIM_NO_SITE):
                return pack_move(layout.CLAIM_SITE, first_argument(move))
        return move

    def is_formality(self, state: TalState) -> bool:
        """True for menus with one move. Bids and orders are asked even then, so that the number of questions reveals nothing."""
        return state.move_count == 1 and state.mover != NOBODY

    def action(self, state: TalState, move: int) -> Action:
        return layout.MOVE_CODEC.decode(move)

    def move(self, state: TalState, action: Action) -> int:
        return layout.MOVE_CODEC.encode(action)

    def question(self, state: TalState) -> Question:
        return wording.question(state)

    def view(self, state: TalState, viewer: int) -> TalView:
        return build_view(state, viewer)

    def say(self, state: TalState, action: Action) -> str:
        return wording.action_text(state, action)

    def describe_event(self, state: TalState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        return wording.event_sentence(state, event, viewer, names)

    def rewards(self, state: TalState) -> list[float]:
        points = self.scores(state)
        best = max(points)
        return [1.0 / points.count(best) if own == best else 0.0 for own in points]

    def scores(self, state: TalState) -> list[int]:
        """The points of each seat for its complete pyramids."""
        return [int(seat_points(state, seat)) for seat in range(state.seat_count)]

    def chapter(self, state: TalState) -> Chapter:
        return Chapter(int(state.cells[layout.ROUND]) + 1, NOBODY, layout.PHASES[state.cells[layout.PHASE]], "round")

    def is_at_rest(self, state: TalState) -> bool:
        """Whether a round begins: the seat with the disc is asked for its first tablet."""
        cells = state.cells
        if state.mover == NOBODY:
            return True
        return (
            cells[layout.PHASE] == layout.BIDDING
            and state.mover == cells[layout.DISC]
            and state.top_subject() == 0
            and cells[layout.BIDS + layout.MAX_LOTS * state.mover] == 0
        )

    def position_fields(self, state: TalState) -> dict[str, Any]:
        return position_fields(state)

    def position_of_fields(self, fields: dict[str, Any]) -> TalState:
        return position_of_fields(fields)


TAL: Final = Tal()
