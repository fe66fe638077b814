"""The games that a value is learned from: against itself, and in company.

Against itself it plays at a glance, by the value of the position after each move, or with few simulations; now and then it has a
whim, since who never strays never learns what would have come of it. The first games are played by the judge who knows the game
without having learned: whoever begins with nothing plays nothing worth learning from.

Who has only met themselves takes their own habits for the way of the world: at four players such values bought and entombed,
hardly ever executed a card, and did not see that others end the game early. In company scribes sit at about half of the seats.
"""

from typing import Any, Final, final

from ai.judge import Judge
from ai.learned import LearnedJudge, Weights, chosen, outcome
from ai.mcts import Search
from ai.playout import Dice
from ai.scribe import Scribe
from ai.training import Learner, Lesson
from ai.valley import ValleyJudge
from engine.core.luck import key
from engine.core.row import i64
from engine.core.rules import NOBODY, Game, Seat, Setup
from engine.valley.state import ValleyState

WHIMS: Final[i64] = 25  # one decision in so many is made at random,
MOODS: Final[i64] = 4  # one in so many by how often the search has tried a move
LENT: Final[i64] = 25  # one of a scribe's decisions in so many is the learner's
SIMULATIONS: Final = 30  # of a decision in company
NO_SCRIBES: Final = frozenset[int]()
PLAY: Final = 0x7EAC  # name of the luck of self-play


@final
class SelfPlay:
    """Plays a game against itself and takes its positions down."""

    def __init__(self, game: Game[ValleyState], edition: str, players: int, simulations: int) -> None:
        self.game: Final = game
        self.edition: Final = edition
        self.players: Final = players
        self.simulations: Final = simulations

    def start(self, seed: int) -> ValleyState:
        seats = tuple(Seat("self", "self") for _ in range(self.players))
        return self.game.start(Setup(self.game.name(), seats, key(seed, PLAY) >> 1, self.edition))

    def play(
        self, learner: Learner, weights: Weights | None, seed: int, company: bool = False
    ) -> tuple[list[Lesson], list[float]]:
        """The positions in which there was something to decide, and what the game came to. In `company` each seat but one may be
        a scribe's, by lot; now and then the learner decides in its place, and has whims and moods as ever."""
        state = self.start(seed)
        learner.sit_down(state.cards)
        judge = judge_for(self.game, learner, weights)
        scribes = self.scribes(seed) if company else NO_SCRIBES
        dice = Dice(key(seed, PLAY, 1))
        lessons: list[Lesson] = []
        while state.mover != NOBODY:
            if state.offered == 1:
                state.apply(state.menu[0])
                continue
            lessons.append(learner.lesson(state))
            lot = key(seed, PLAY, 2, len(lessons)) >> 1
            mover = int(state.mover)
            if mover in scribes and dice.below(LENT) > 0:
                state.apply(Scribe(self.game, state, mover, lot, ValleyJudge(self.game, state.cards)).best())
            else:
                state.apply(self.decide(state, judge, dice, lot, SIMULATIONS if company else self.simulations))
        return lessons, outcome(self.game, state)

    def scribes(self, seed: int) -> frozenset[int]:
        """The seats of a game in company that scribes have."""
        learner = key(seed, PLAY, 3) % self.players
        return frozenset(who for who in range(self.players) if who != learner and key(seed, PLAY, 4, who) % 2)

    def decide(self, state: ValleyState, judge: Judge[Any], dice: Dice, seed: int, simulations: int) -> int:
        """What the value or the search thinks best, but for whims and moods: who never strays never learns what would have
        come of it."""
        if dice.below(WHIMS) == 0:
            return state.menu[dice.below(state.offered)]
        if not simulations:
            return self.at_a_glance(state, judge, seed)
        search = Search(self.game, state, int(state.mover), seed, judge)
        search.run(simulations)
        if dice.below(MOODS) > 0:
            return search.best()
        lot = dice.below(simulations)
        for child in search.root.children.values():
            lot -= child.visits
            if lot < 0:
                return int(child.move)
        return search.best()

    def at_a_glance(self, state: ValleyState, judge: Judge[Any], seed: int) -> int:
        """The move after which the mover stands best, in one deal of the hidden cards."""
        who = state.mover
        world = self.game.determinize(state, who, seed)
        best: i64 = world.menu[0]
        highest = 0.0
        for i in range(world.offered):
            after = world.copy()
            after.apply(world.menu[i])
            hopes = judge.hopes(after, who)
            if after.mover != NOBODY and judge.clock(world) == judge.clock(after):
                hopes += judge.means(after, who)
            if i == 0 or hopes > highest:
                best, highest = world.menu[i], hopes
        return best


def judge_for(game: Game[Any], learner: Learner, weights: Weights | None) -> Judge[Any]:
    """Who plays the game that the learner sits at: these weights, or the one that needs no learning."""
    cards = learner.features.cards
    if weights is None:
        return ValleyJudge(game, cards)
    return LearnedJudge(game, cards, chosen(weights, learner.places))
