"""King of Thieves as a `Game` of `engine.core.game`: options, setup, views, words."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.arrays import i64
from engine.core.errors import BadSetup
from engine.core.events import Chapter
from engine.core.game import NOBODY, OMNISCIENT, Event, Game, Question, Setup
from engine.core.luck import seeded_hash
from engine.core.moves import VERB_MASK
from engine.core.setup import Edition, Option
from engine.thieves import hidden, wording
from engine.thieves import state as layout
from engine.thieves.first_position import first_position
from engine.thieves.pieces import PLAY_DOWN, PieceSet
from engine.thieves.pieces_text import read_pieces
from engine.thieves.position_fields import position_fields, position_of_fields
from engine.thieves.rules.expedition import TURN_ADDRESS
from engine.thieves.state import Options, ThievesState, piece_set_count
from engine.thieves.view import ThievesView, build_view

ALL_TOMBS: Final = "all"
NORMAL: Final = "normal"
HIGH: Final = "high"
BASE: Final = "base"
DOUBLE: Final = "double"

GOAL: Final = Option("goal", "Goal", ("10", "15", "20"), "10", "how much treasure wins the game")
STAKES: Final = Option(
    "stakes", "Stakes", (NORMAL, HIGH), NORMAL, "high stakes double the treasure and the tokens for a round"
)


def tomb_limit_option(tomb_count: int) -> Option:
    """The option for the number of tombs in a game, of `tomb_count` at most."""
    words = (ALL_TOMBS, *[str(number) for number in range(1, tomb_count)])
    return Option("tombs", "Tombs", words, ALL_TOMBS, "the number of tombs in the game")


EDITIONS: Final = (
    Edition(BASE, 2, 4, "one set of cards", (GOAL, tomb_limit_option(12), STAKES)),
    Edition(DOUBLE, 5, 8, "two sets of cards, shuffled together", (GOAL, tomb_limit_option(24), STAKES)),
)


class Thieves(Game[ThievesState]):
    """The rules of King of Thieves."""

    def name(self) -> str:
        return "thieves"

    def title(self) -> str:
        return "King of Thieves"

    def editions(self) -> Sequence[Edition]:
        return EDITIONS

    def check_setup(self, setup: Setup) -> Edition:
        edition = super().check_setup(setup)
        tomb_limit = options_of(setup).tomb_limit
        available = piece_set_count(setup.player_count) * self.pieces(setup).tomb_count
        if tomb_limit > available:
            raise BadSetup(f"tombs is at most {available} with these pieces, not {tomb_limit}")
        return edition

    def pieces(self, setup: Setup) -> PieceSet:
        """The pieces that a game with this setup is played with. Raises BadCatalogue."""
        return read_pieces(setup.cards)

    def has_replaceable_data(self) -> bool:
        return True

    def fingerprint(self, setup: Setup) -> int:
        return self.pieces(setup).fingerprint()

    def start(self, setup: Setup) -> ThievesState:
        self.check_setup(setup)
        return first_position(self.pieces(setup), options_of(setup), setup.player_count, seeded_hash(setup.seed) >> 1)

    def determinize(self, state: ThievesState, viewer: i64, seed: i64) -> ThievesState:
        return hidden.determinize(state, viewer, seed)

    def move_as_seen(self, state: ThievesState, viewer: i64, move: i64) -> i64:
        """Other seats see that a card is played face down, but not which one."""
        if move & VERB_MASK == PLAY_DOWN and viewer != state.mover and viewer != OMNISCIENT:
            return PLAY_DOWN
        return move

    def action(self, state: ThievesState, move: int) -> Action:
        return layout.MOVE_CODEC.decode(move)

    def move(self, state: ThievesState, action: Action) -> int:
        return layout.MOVE_CODEC.encode(action)

    def question(self, state: ThievesState) -> Question:
        return wording.question(state)

    def view(self, state: ThievesState, viewer: int) -> ThievesView:
        return build_view(state, viewer)

    def say(self, state: ThievesState, action: Action) -> str:
        return wording.action_text(state, action)

    def describe_event(self, state: ThievesState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        return wording.event_sentence(state, event, viewer, names)

    def is_out(self, state: ThievesState, seat: int) -> bool:
        return state.cells[layout.STATUS + seat] == layout.OUT

    def rewards(self, state: ThievesState) -> list[float]:
        has_won = [int(state.cells[layout.WINNERS]) >> seat & 1 for seat in range(int(state.seat_count))]
        return [won / max(1, sum(has_won)) for won in has_won]

    def scores(self, state: ThievesState) -> list[int]:
        """The treasure of each seat."""
        return [int(state.cells[layout.TREASURE + seat]) for seat in range(state.seat_count)]

    def score_word(self) -> str:
        return "treasure"

    def chapter(self, state: ThievesState) -> Chapter:
        round_ = int(state.cells[layout.ROUND])
        phase = "showdown" if round_ == layout.SHOWDOWN else f"round {round_ + 1}"
        return Chapter(int(state.cells[layout.TOMB_NUMBER]) + 1, NOBODY, phase, "tomb")

    def is_at_rest(self, state: ThievesState) -> bool:
        """Whether a tomb begins. At other turns cards lie on the table, and what they will win is open."""
        cells = state.cells
        is_first_round = cells[layout.ROUND] == 0 and state.mover == cells[layout.STARTER]
        return state.mover == NOBODY or (is_first_round and state.top_address() == TURN_ADDRESS)

    def position_fields(self, state: ThievesState) -> dict[str, Any]:
        return position_fields(state)

    def position_of_fields(self, fields: dict[str, Any]) -> ThievesState:
        return position_of_fields(fields)


def options_of(setup: Setup) -> Options:
    goal, tombs, stakes = THIEVES.edition(setup.edition).all_choices(setup.choices)
    return Options(int(goal), 0 if tombs == ALL_TOMBS else int(tombs), 2 if stakes == HIGH else 1)


THIEVES: Final = Thieves()
