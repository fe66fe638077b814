"""The `Game` of Valley of the Kings."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.arrays import i64
from engine.core.events import Chapter
from engine.core.game import NOTHING, Event, Game, Question, Setup
from engine.core.luck import seeded_hash
from engine.core.moves import VERB_MASK
from engine.core.setup import Edition
from engine.valley import editions, hidden, view, wording
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.catalogue.verbs import PASS
from engine.valley.declared import MOVE_CODEC
from engine.valley.editions import BASE, catalogue_of, check_playable, shipped_catalogue
from engine.valley.position_fields import position_fields, position_of_fields
from engine.valley.rules import reactions
from engine.valley.rules.discards import HAND_SIZE
from engine.valley.rules.pyramid import rebuild_pyramid
from engine.valley.rules.scoring import score_of, winners
from engine.valley.state import BONEYARD, TURN_NUMBER, ValleyState, initial_table
from engine.valley.turn import SOLITAIRE_TURN_PROGRAM, TURN_PROGRAM, begin_turn
from engine.valley.view import View


class Valley(Game[ValleyState]):
    """Valley of the Kings for one to six players, in all its editions."""

    def name(self) -> str:
        return "valley"

    def title(self) -> str:
        return "Valley of the Kings"

    def editions(self) -> Sequence[Edition]:
        return list(editions.EDITIONS.values())

    def check_setup(self, setup: Setup) -> Edition:
        return editions.check_setup(setup)

    def catalogue(self, setup: Setup) -> Catalogue:
        """The cards that a game with this setup uses. Raises BadSetup or BadCatalogue."""
        return catalogue_of(setup)

    def has_replaceable_data(self) -> bool:
        return True

    def fingerprint(self, setup: Setup) -> int:
        return self.catalogue(setup).fingerprint()

    def start(self, setup: Setup) -> ValleyState:
        """The position after the rulebook's "Setup". Seat 0 takes the first turn; the players decide who sits there (our
        rule). Custom cards are tried first, wherever they come from, so that they cannot break the game."""
        if setup.cards:
            check_playable(setup.cards)
        state = initial_table(self.catalogue(setup), setup.player_count)
        state.reseed(seeded_hash(setup.seed) >> 1)
        for seat in range(setup.player_count):
            state.draw_to_hand(seat, HAND_SIZE)
        rebuild_pyramid(state)
        state.push(BONEYARD, state.draw_stock())
        begin_turn(state, 0)
        state.run()
        return state

    def determinize(self, state: ValleyState, viewer: i64, seed: i64) -> ValleyState:
        return hidden.determinize(state, viewer, seed)

    def asks_secretly(self, state: ValleyState) -> bool:
        return reactions.asks_secretly(state)

    def may_have_asked_others(self, events: list[Event], viewer: int) -> bool:
        return reactions.may_have_asked_others(events, viewer)

    def is_secret_pass(self, state: ValleyState, move: int) -> bool:
        return move & VERB_MASK == PASS and reactions.asks_secretly(state)

    def action(self, state: ValleyState, move: int) -> Action:
        return MOVE_CODEC.decode(move)

    def move(self, state: ValleyState, action: Action) -> int:
        return MOVE_CODEC.encode(action)

    def question(self, state: ValleyState) -> Question:
        return wording.question(state)

    def view(self, state: ValleyState, viewer: int) -> View:
        return view.build_view(state, viewer)

    def say(self, state: ValleyState, action: Action) -> str:
        return wording.action_text(state, action)

    def describe_event(self, state: ValleyState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        return wording.event_sentence(state, event, viewer, names)

    def rewards(self, state: ValleyState) -> list[float]:
        winning_seats = winners(state)
        return [1 / len(winning_seats) if seat in winning_seats else 0.0 for seat in range(state.seat_count)]

    def scores(self, state: ValleyState) -> list[int]:
        return [int(score_of(state, seat)) for seat in range(state.seat_count)]

    def chapter(self, state: ValleyState) -> Chapter:
        return Chapter(int(state.cells[TURN_NUMBER]) + 1, int(state.active))

    def is_at_rest(self, state: ValleyState) -> bool:
        """Whether a turn begins."""
        address = state.top_address()
        return address in (NOTHING, TURN_PROGRAM, SOLITAIRE_TURN_PROGRAM)

    def position_fields(self, state: ValleyState) -> dict[str, Any]:
        return position_fields(state)

    def position_of_fields(self, fields: dict[str, Any]) -> ValleyState:
        return position_of_fields(shipped_catalogue(BASE), fields)


VALLEY: Final = Valley()
