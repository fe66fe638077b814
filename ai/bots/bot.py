"""How each level chooses its move. A decision depends only on what the seat may see, and on a seed.

The seed of a decision is derived from the setup's seed and the number of decisions before it. So a move can be reproduced from
the log, unless the budget is in milliseconds. If several processes chose it, the same number of processes is needed
(`ai.bots.root_parallel`). The seed of a decision is independent of the luck of the game.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, Final

from ai.kit import kit_of
from ai.levels import HANDWRITTEN, MAX_SIMULATIONS, PHARAOH, PLAIN, PROPHET, SCRIBE, SEER, SHABTI, Budget, get_level
from ai.search import beliefs
from ai.search.evaluator import TO_GAME_END, Evaluator
from ai.search.last_turn import best_answer, solve_last_turn
from ai.search.mcts import FAIR, KNOWS_CARDS, KNOWS_LUCK, Search
from ai.search.playout import Rng
from ai.search.turn_planner import TurnPlanner
from ai.value_file import FIRST_VALUES
from engine.core.errors import BadSetup
from engine.core.game import NOTHING, Game, State
from engine.core.luck import seeded_hash

DECISION_STREAM: Final = 0xDEC1  # keeps the seeds of decisions apart from other seeds
SIMULATIONS_PER_STEP: Final = 25
MAX_SHARE_FOR_SECRETS: Final = 0.3  # of the time for a decision, to find the reasons of the others' secret moves
KNOWLEDGE: Final = {SEER: KNOWS_CARDS, PROPHET: KNOWS_LUCK}
TEXTBOOK_EXPLORATION: Final = 1.4  # the exploration constant of textbook UCT, for the gauge `plain`


def decision_seed(setup_seed: int, ply: int, seat: int) -> int:
    """The seed of the decision that `seat` makes after `ply` earlier decisions, in any game with this setup seed."""
    return seeded_hash(setup_seed, DECISION_STREAM, ply, seat) >> 1


def choose(game: Game[Any], state: State, viewer: int, level: str, budget: Budget, seed: int, values: str = "") -> int:
    """The move that `level` chooses in `state`, where `viewer` is to move. An empty budget means the level's own. Two positions
    that look the same to the viewer get the same move, unless the budget is in milliseconds.

    Raises BadSetup for an unknown level, or if `viewer` is not to move.
    """
    pending = PendingMove(game, state, viewer, level, budget, seed, values=values)
    while not pending.done:
        pending.step()
    return pending.move


class Bot:
    """A level at one seat, for a whole game. If it moves twice in a row, the second search continues from the tree of the
    first. `values` is the set of learned values that it uses; "" for today's."""

    def __init__(self, game: Game[Any], viewer: int, level: str, budget: Budget, values: str = "") -> None:
        self.game: Final = game
        self.viewer: Final = viewer
        self.level: Final = level
        self.values: Final = values
        self.budget: Final = budget
        self.spent_ms = 0  # milliseconds of its decisions since another seat moved
        self._last: PendingMove | None = None

    def start_move(
        self, state: State, seed: int, last_own_move: int = NOTHING, spent_ms: int | None = None
    ) -> "PendingMove":
        """Start a decision in `state`.

        `last_own_move` is this seat's last move if no other seat has moved since, otherwise NOTHING. `spent_ms` replaces the
        bot's own count of the milliseconds spent since another seat moved. Raises BadSetup.
        """
        last = self._last
        self.spent_ms = 0 if last is None or last_own_move == NOTHING else self.spent_ms + last.elapsed_ms
        if spent_ms is not None:
            self.spent_ms = spent_ms
        budget = (self.budget or get_level(self.level).budget_with(self.values)).for_next_decision(self.spent_ms)
        budget = budget.cap_if_turn_limited(kit_of(self.game).max_decision_ms(state))
        search = last.search if last is not None else None
        if last is None or search is None or last_own_move == NOTHING or not search.advance(last_own_move, state):
            search = None
        self._last = PendingMove(self.game, state, self.viewer, self.level, budget, seed, search, self.values)
        return self._last


class PendingMove:
    """A decision in progress, for callers that may cancel it. Call `step` until it is `done`; then `move` is the result.

    It ends early if there is only one legal move, or if no other move can still overtake the best one. The best level does not
    search a last turn that it can solve (except with the first set of values, which was rated without this). `search` is a
    search tree to continue, whose root is this decision. Raises BadSetup for an unknown level, or if `viewer` is not to move.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        viewer: int,
        level: str,
        budget: Budget,
        seed: int,
        search: Search | None = None,
        values: str = "",
    ) -> None:
        known = get_level(level)
        level = known.name
        self.budget: Final = budget or known.budget_with(values)
        if state.mover != viewer:
            raise BadSetup(f"seat {viewer + 1} is not asked now")
        self.simulations = 0
        self.elapsed_ms = 0  # milliseconds of the search, set when it is done
        self.done = True
        self.move: int = NOTHING
        self.search = search
        self._thinker: Search | None = (
            None  # searches for the reasons of the others' secret moves, before `search` begins
        )
        self._make_search: Callable[..., Search]
        self._draw_beliefs: Callable[[Search], list[State]]
        self._started: Final = perf_counter()
        if state.move_count == 1:
            self.move = state.menu[0]
        elif level == SHABTI:
            self.move = state.menu[Rng(seed).below(state.move_count)]
        elif level == SCRIBE:
            self.move = TurnPlanner(game, state, viewer, seed, handwritten_evaluator(game, state)).best(
                max(1, self.budget.simulations)
            )
        else:
            solved = solve_last_turn(game, state, viewer) if level == PHARAOH and values != FIRST_VALUES else None
            self.done = solved is not None
            if solved is not None:
                self.move = best_answer(solved)
            elif search is None:
                evaluator = evaluator_for(game, state, level, values)
                is_best_today = level == PHARAOH and values != FIRST_VALUES
                believes = is_best_today and evaluator.knows_secrets
                trees = len(game.scores(state)) if believes else 1
                self._make_search = partial(
                    Search,
                    game,
                    state,
                    viewer,
                    seed,
                    evaluator,
                    knowledge=KNOWLEDGE.get(level, FAIR),
                    missed_share=kit_of(game).missed_share(level),
                    trees=trees,
                    judges_untried=is_best_today and evaluator.moves_recur,
                )
                if believes:
                    self._thinker = beliefs.search_before_secrets(game, state, viewer, seed, evaluator, trees)
                    self._draw_beliefs = partial(beliefs.draw_beliefs, state=state, viewer=viewer, seed=seed)
                if self._thinker is None:
                    self.search = self._make_search()

    def step(self) -> None:
        """Search for a few milliseconds more."""
        if self._thinker is not None:
            self._think_of_secrets(self._thinker)
            return
        search = self.search
        if search is None or self.done:
            return
        max_simulations = self.budget.simulations
        batch = (
            min(SIMULATIONS_PER_STEP, max_simulations - self.simulations) if max_simulations else SIMULATIONS_PER_STEP
        )
        search.run(batch)
        self.simulations += batch
        if search.is_decided(self._simulations_left()):
            self.finish_with_best()

    def _think_of_secrets(self, thinker: Search) -> None:
        """Search a little more for the reasons of the others' secret moves; after enough of that, begin the other search."""
        wanted = min(beliefs.MAX_SIMULATIONS, 2 * (self.budget.simulations or MAX_SIMULATIONS))
        thinker.run(min(SIMULATIONS_PER_STEP, wanted - thinker.simulations))
        spent_ms = 1000 * (perf_counter() - self._started)
        is_late = self.budget.milliseconds and spent_ms >= MAX_SHARE_FOR_SECRETS * self.budget.milliseconds
        if thinker.simulations >= wanted or is_late:
            self._begin_after_secrets(thinker)

    def _begin_after_secrets(self, thinker: Search) -> None:
        self._thinker = None
        self.search = self._make_search(beliefs=self._draw_beliefs(thinker))

    def finish_with_best(self) -> None:
        """End the search after at least one `step`: the best move so far is the result."""
        if self._thinker is not None:
            self._begin_after_secrets(self._thinker)
            self.step()
        search = self.search
        if search is None or self.done:
            return
        self.move = search.best()
        self.elapsed_ms = int(1000 * (perf_counter() - self._started))
        self.done = True

    def _simulations_left(self) -> int:
        """The number of simulations that can still be made within the budget, estimated from the speed so far; -1 for none."""
        left = self.budget.simulations - self.simulations if self.budget.simulations else MAX_SIMULATIONS
        if self.budget.milliseconds:
            spent_ms = 1000 * (perf_counter() - self._started)
            if spent_ms >= self.budget.milliseconds:
                return -1
            left = min(left, int(self.simulations * (self.budget.milliseconds / spent_ms - 1)))
        return left or -1


def evaluator_for(game: Game[Any], state: State, level: str, values: str = "") -> Evaluator[Any]:
    """The evaluator that a searching level uses, with a set of learned values; "" for today's. Raises BadTraining."""
    if level == PLAIN:
        return Evaluator(game, TO_GAME_END, TEXTBOOK_EXPLORATION)
    return handwritten_evaluator(game, state) if level == HANDWRITTEN else kit_of(game).evaluator(state, values)


def best_evaluator(game: Game[Any], state: State) -> Evaluator[Any]:
    """The strongest evaluator for this game, its data and its number of seats: see `GameKit.evaluator`."""
    return kit_of(game).evaluator(state)


def handwritten_evaluator(game: Game[Any], state: State, horizon: int = 0) -> Evaluator[Any]:
    """The evaluator without learned weights. The scribe always uses it, so that its rating, the anchor of the ratings, does not
    change."""
    return kit_of(game).handwritten_evaluator(state, horizon)
