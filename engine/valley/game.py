"""The face of Valley of the Kings."""

from typing import Final

from engine.core.action import Action
from engine.core.luck import key
from engine.core.row import i64
from engine.core.rules import Event, Game, Question, Setup
from engine.valley import earlier, hidden, reactions, text, views, words
from engine.valley.card import Catalogue
from engine.valley.discards import HAND_SIZE
from engine.valley.editions import BASE, catalogue_of, shipped
from engine.valley.layout import unopened
from engine.valley.pyramid import rebuild
from engine.valley.scoring import score, winners
from engine.valley.state import BONEYARD, TURN_NUMBER, ValleyState
from engine.valley.turn import begin_turn
from engine.valley.verbs import PASS, VERB, VERBS
from engine.valley.view import View


class Valley(Game[ValleyState]):
    """Valley of the Kings for one to six players, in all its editions."""

    def name(self) -> str:
        return "valley"

    def catalogue(self, setup: Setup) -> Catalogue:
        """The cards that the setup is played with. Raises BadSetup, BadCatalogue."""
        return catalogue_of(setup)

    def fingerprint(self, setup: Setup) -> int:
        return self.catalogue(setup).fingerprint()

    def as_begun(self, setup: Setup, fingerprint: int) -> Setup:
        return earlier.as_begun(setup, fingerprint)

    def as_today(self, setup: Setup) -> Setup:
        return earlier.as_today(setup)

    def start(self, setup: Setup) -> ValleyState:
        """Rulebook, "Setup". Seat 0 takes the first turn: who that is, is the table's affair (ours)."""
        s = unopened(self.catalogue(setup), setup.players)
        s.reseed(key(setup.seed) >> 1)
        for who in range(setup.players):
            s.draw_to_hand(who, HAND_SIZE)
        rebuild(s)
        s.lay(BONEYARD, s.draw_stock())
        begin_turn(s, 0)
        s.run()
        return s

    def determinize(self, state: ValleyState, viewer: i64, seed: i64) -> ValleyState:
        return hidden.determinize(state, viewer, seed)

    def asks_secretly(self, state: ValleyState) -> bool:
        return reactions.asks_secretly(state)

    def gives_occasion(self, state: ValleyState, events: list[Event], viewer: int) -> bool:
        return reactions.gives_occasion(state, events, viewer)

    def is_silent(self, state: ValleyState, move: int) -> bool:
        return move & VERB == PASS and reactions.asks_secretly(state)

    def action(self, state: ValleyState, move: int) -> Action:
        return VERBS.action(move)

    def move(self, state: ValleyState, action: Action) -> int:
        return VERBS.move(action)

    def question(self, state: ValleyState) -> Question:
        return words.question(state)

    def view(self, state: ValleyState, viewer: int) -> View:
        return views.view(state, viewer)

    def say(self, state: ValleyState, action: Action) -> str:
        return words.say(state, action)

    def tell(self, state: ValleyState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        return words.tell(state, event, viewer, names)

    def rewards(self, state: ValleyState) -> list[float]:
        best = winners(state)
        return [1 / len(best) if who in best else 0.0 for who in range(state.n)]

    def scores(self, state: ValleyState) -> list[int]:
        return [int(score(state, who)) for who in range(state.n)]

    def turn(self, state: ValleyState) -> int:
        return int(state.row[TURN_NUMBER]) + 1

    def write(self, state: ValleyState) -> str:
        return text.write(state)

    def read(self, text_: str) -> ValleyState:
        return text.read(shipped(BASE), text_)


VALLEY: Final = Valley()
