"""Caravans: a small game for tests, with features that Valley of the Kings lacks.

A card lies face down, all choose in secret, there are rounds with phases and no turns, 2 to 8 seats, options, and replaceable
data. The engine, the search, the saves and the table contain nothing about it.
"""

from typing import Any, Final

from engine.core.action import Action
from engine.core.arrays import i64
from engine.core.events import Chapter
from engine.core.game import MAX_SEATS, NOBODY, OMNISCIENT, Event, Game, Question, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Edition, Option
from tests.games.caravans import text
from tests.games.caravans.goods import Goods, read_goods
from tests.games.caravans.hidden import determinize
from tests.games.caravans.position_fields import position_fields, position_of_fields
from tests.games.caravans.rules import HAND_SIZE, PROGRAMS, ROUND_PROGRAM, draw
from tests.games.caravans.state import DECK, LOAD, MOVE_CODEC, PHASE, PHASES, ROUND, TAKE, CaravansState
from tests.games.caravans.view import CaravansView, build_view

ROUNDS: Final = Option("rounds", "Rounds", ("2", "3", "4"), "3", "how many rounds are played")
SPIES: Final = Option("spies", "Spies", ("yes", "no"), "yes", "whether a load may be looked at")
VERB_MASK: Final = 63


class Caravans(Game[CaravansState]):
    def name(self) -> str:
        return "caravans"

    def title(self) -> str:
        return "Caravans"

    def editions(self) -> tuple[Edition, ...]:
        return (
            Edition("base", 2, MAX_SEATS, "with all options", (ROUNDS, SPIES)),
            Edition("quick", 2, 4, "one round, nobody spies"),
        )

    def goods(self, setup: Setup) -> Goods:
        """The goods of a setup. Raises BadCatalogue."""
        return read_goods(setup.cards)

    def has_replaceable_data(self) -> bool:
        return True

    def fingerprint(self, setup: Setup) -> int:
        return self.goods(setup).fingerprint()

    def start(self, setup: Setup) -> CaravansState:
        edition = self.check_setup(setup)
        rounds, spies = edition.all_choices(setup.choices) or ("1", "no")
        goods = self.goods(setup)
        state = CaravansState(goods, setup.player_count, int(rounds), spies == "yes", None, PROGRAMS)
        for kind, good in enumerate(goods.goods):
            for _ in range(good.copies):
                state.add(DECK, kind)
        state.reseed_streams(seeded_hash(setup.seed) >> 1, 1)
        for seat in range(setup.player_count):
            draw(state, seat, HAND_SIZE)
        state.call(ROUND_PROGRAM, 0, 0)
        state.run()
        return state

    def determinize(self, state: CaravansState, viewer: i64, seed: i64) -> CaravansState:
        return determinize(state, viewer, seed)

    def move_as_seen(self, state: CaravansState, viewer: i64, move: i64) -> i64:
        if viewer in (state.mover, OMNISCIENT):
            return move
        verb = move & VERB_MASK
        return verb if verb in (LOAD, TAKE) else move  # laid face down or chosen in secret

    def action(self, state: CaravansState, move: int) -> Action:
        return MOVE_CODEC.decode(move)

    def move(self, state: CaravansState, action: Action) -> int:
        return MOVE_CODEC.encode(action)

    def question(self, state: CaravansState) -> Question:
        return text.question(state)

    def view(self, state: CaravansState, viewer: int) -> CaravansView:
        return build_view(state, viewer)

    def say(self, state: CaravansState, action: Action) -> str:
        return text.action_text(state, action)

    def describe_event(self, state: CaravansState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        return text.event_sentence(state, event, viewer, names)

    def rewards(self, state: CaravansState) -> list[float]:
        points = state.points()
        winner_count = points.count(max(points))
        return [1 / winner_count if each == max(points) else 0.0 for each in points]

    def scores(self, state: CaravansState) -> list[int]:
        return state.points()

    def chapter(self, state: CaravansState) -> Chapter:
        return Chapter(int(state.cells[ROUND]) + 1, NOBODY, PHASES[state.cells[PHASE]], "round")

    def position_fields(self, state: CaravansState) -> dict[str, Any]:
        return position_fields(state)

    def position_of_fields(self, fields: dict[str, Any]) -> CaravansState:
        return position_of_fields(fields)


CARAVANS: Final = Caravans()
