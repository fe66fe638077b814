"""How each level chooses its move. A decision depends only on what the seat may see, and on a seed.

The seed of a decision is derived from the setup's seed and the number of decisions before it. So a move can be reproduced from
the log, unless the budget is in milliseconds. If several processes chose it, the same number of processes is needed
(`ai.bots.root_parallel`). The seed of a decision is independent of the luck of the game.
"""

from time import perf_counter
from typing import Any, Final

from ai.kit import kit_of
from ai.levels import (
    HANDWRITTEN_EVALUATOR,
    MAX_SIMULATIONS,
    ONLY_RESULTS,
    PLAN,
    RANDOM,
    Budget,
    Level,
    get_level,
)
from ai.search import beliefs
from ai.search.evaluator import TO_GAME_END, Evaluator
from ai.search.last_turn import LastTurnSolver, best_answer
from ai.search.mcts import Search
from ai.search.playout import Rng
from ai.search.turn_planner import TurnPlanner
from engine.core.errors import BadSetup
from engine.core.game import NOTHING, Game, State
from engine.core.luck import seeded_hash

DECISION_STREAM: Final = 0xDEC1  # keeps the seeds of decisions apart from other seeds
SIMULATIONS_PER_STEP: Final = 25
MAX_SHARE_FOR_SECRETS: Final = 0.3  # of the time for a decision, to find the reasons of the others' secret moves
MAX_SOLVING_MOVES: Final = 4000  # that are applied to solve a last turn; nearly all that can be solved need far fewer
SOLVING_MOVES_PER_STEP: Final = 50
MAX_SHARE_FOR_SOLVING: Final = 0.2  # of the time for a decision
LONG_CHAPTER: Final = 80  # moves; a turn or a phase has up to 40, unless cards bring each other back again and again
TEXTBOOK_EXPLORATION: Final = 1.4  # the exploration constant of textbook UCT, for the gauge `plain`


def decision_seed(setup_seed: int, ply: int, seat: int) -> int:
    """The seed of the decision that `seat` makes after `ply` earlier decisions, in any game with this setup seed."""
    return seeded_hash(setup_seed, DECISION_STREAM, ply, seat) >> 1


def choose(game: Game[Any], state: State, viewer: int, level: str, budget: Budget, seed: int, values: str = "") -> int:
    """The move that `level` chooses in `state`, where `viewer` is to move. An empty budget means the level's own. Two positions
    that look the same to the viewer get the same move, unless the budget is in milliseconds.

    Raises BadSetup for an unknown level, or if `viewer` is not to move.
    """
    pending = start_decision(game, state, viewer, level, budget, seed, values=values)
    while not pending.done:
        pending.step()
    return pending.move


def start_decision(
    game: Game[Any],
    state: State,
    viewer: int,
    level: str,
    budget: Budget,
    seed: int,
    search: Search | None = None,
    values: str = "",
    chapter_moves: int = 0,
) -> "PendingMove":
    """Start to choose a move, as `choose` does. `search` is a tree to continue, whose root is this decision. After LONG_CHAPTER
    moves of a chapter any move is chosen: a search sees no harm in going round once more, so it might do so without end. Raises
    BadSetup as `choose` does."""
    known = get_level(level)
    if state.mover != viewer:
        raise BadSetup(f"seat {viewer + 1} is not asked now")
    if known.decides == RANDOM or chapter_moves >= LONG_CHAPTER or (known.decides == PLAN and state.move_count == 1):
        return RandomMove(state, seed)
    if known.decides == PLAN:
        planner = TurnPlanner(game, state, viewer, seed, handwritten_evaluator(game, state))
        return PlannedMove(budget or known.budget, planner, kit_of(game).temperature(known.name))
    return SearchedMove(game, state, viewer, known, budget or known.budget, seed, search, values)


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
        self,
        state: State,
        seed: int,
        last_own_move: int = NOTHING,
        spent_ms: int | None = None,
        chapter_moves: int = 0,
    ) -> "PendingMove":
        """Start a decision in `state`.

        `last_own_move` is this seat's last move if no other seat has moved since, otherwise NOTHING. `spent_ms` replaces the
        bot's own count of the milliseconds spent since another seat moved. `chapter_moves` is how many moves the turn or phase
        has so far. Raises BadSetup.
        """
        last = self._last
        self.spent_ms = 0 if last is None or last_own_move == NOTHING else self.spent_ms + last.elapsed_ms
        if spent_ms is not None:
            self.spent_ms = spent_ms
        budget = (self.budget or get_level(self.level).budget).for_next_decision(self.spent_ms)
        budget = budget.cap_if_turn_limited(kit_of(self.game).max_decision_ms(state))
        search = last.search if last is not None else None
        if last is None or search is None or last_own_move == NOTHING or not search.advance(last_own_move, state):
            search = None
        self._last = start_decision(
            self.game, state, self.viewer, self.level, budget, seed, search, self.values, chapter_moves
        )
        return self._last


class PendingMove:
    """A decision in progress, for callers that may cancel it. Call `step` until it is `done`; then `move` is the result.
    `search` is the tree that found it, if there is one; None for a move that was found otherwise."""

    def __init__(self, budget: Budget) -> None:
        self.budget: Final = budget
        self.done = False
        self.move: int = NOTHING
        self.simulations = 0
        self.elapsed_ms = 0  # milliseconds of the search, set when it is done
        self.search: Search | None = None
        self.is_short = (
            False  # whether the tree is smaller than the budget wants it at least, because the machine was busy
        )

    def step(self) -> None:
        """Think for a few milliseconds more."""
        raise NotImplementedError

    def finish_with_best(self) -> None:
        """End now: the best move so far is the result."""
        while not self.done:
            self.step()

    def finish(self, move: int) -> None:
        """End with this move."""
        self.move = move
        self.done = True


class RandomMove(PendingMove):
    """Any legal move."""

    def __init__(self, state: State, seed: int) -> None:
        super().__init__(Budget())
        self._menu: Final = state.legal_moves()
        self._seed: Final = seed

    def step(self) -> None:
        self.finish(self._menu[Rng(self._seed).below(len(self._menu))])


class PlannedMove(PendingMove):
    """The first move of the best plan for the own turn; with a `temperature` above 0, of a plan that is drawn
    (`TurnPlanner.draw`). Each step plans in one deal."""

    def __init__(self, budget: Budget, planner: TurnPlanner, temperature: float) -> None:
        super().__init__(budget)
        self._planner: Final = planner
        self._temperature: Final = temperature

    def step(self) -> None:
        planner = self._planner
        planner.plan_deal()
        if planner.deals >= self.budget.simulations:
            self.finish(planner.draw(self._temperature) if self._temperature > 0.0 else planner.best())


class SearchedMove(PendingMove):
    """The best move of a search tree. If the level does so, it first tries to solve the last turn, then looks for the reasons of
    the others' secret moves, and then searches. It ends early if only one move is legal, or if no other move can still overtake
    the best one.

    `search` continues the tree of an earlier decision, whose root is this decision.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        viewer: int,
        level: Level,
        budget: Budget,
        seed: int,
        search: Search | None = None,
        values: str = "",
    ) -> None:
        super().__init__(budget)
        self.search = search
        self._game: Final = game
        self._state: Final = state
        self._viewer: Final = viewer
        self._level: Final = level
        self._seed: Final = seed
        self._values: Final = values
        self._started: Final = perf_counter()
        self._solver: LastTurnSolver | None = None
        if level.solves_last_turn:
            self._solver = LastTurnSolver(game, state, viewer, max_moves=MAX_SOLVING_MOVES)
        self._thinker: Search | None = None  # searches for the reasons of the others' secret moves
        self._has_begun = search is not None  # whether there is a thinker, or a tree

    def step(self) -> None:
        if self._state.move_count == 1:
            self.finish(self._state.menu[0])
        elif self._solver is not None:
            self._solve(self._solver)
        elif not self._has_begun:
            self._begin()
        elif self._thinker is not None:
            self._think_of_secrets(self._thinker)
        elif not self.done:
            self._search_on()

    def finish_with_best(self) -> None:
        if self._state.move_count == 1:
            self.step()
            return
        self._solver = None
        if not self._has_begun:
            self._begin()
        if self._thinker is not None:
            self._begin_search(self._thinker)
        if self.search is not None and not self.done:
            if self.simulations == 0:
                self._search_on()
            self._finish_with_best_of(self.search)

    def _spent_ms(self) -> float:
        return 1000 * (perf_counter() - self._started)

    def _is_share_spent(self, share: float) -> bool:
        """Whether this share of the time for the decision is over; never without a limit of time."""
        return 0 < self.budget.milliseconds * share <= self._spent_ms()

    def _solve(self, solver: LastTurnSolver) -> None:
        """Try a little more to solve the last turn."""
        solver.step(SOLVING_MOVES_PER_STEP)
        if solver.solved is not None:
            self.search = None
            self.elapsed_ms = int(self._spent_ms())
            self.finish(best_answer(solver.solved))
        if solver.is_done or self._is_share_spent(MAX_SHARE_FOR_SOLVING):
            self._solver = None

    def _begin(self) -> None:
        """Begin with the others' secret moves if the level thinks of them and there are any, or else with the tree."""
        self._has_begun = True
        game, evaluator = self._game, evaluator_for(self._game, self._state, self._level, self._values)
        if self._level.believes and evaluator.knows_secrets:
            seats = len(game.scores(self._state))
            self._thinker = beliefs.search_before_secrets(game, self._state, self._viewer, self._seed, evaluator, seats)
        if self._thinker is None:
            self._begin_search(None)

    def _think_of_secrets(self, thinker: Search) -> None:
        """Search a little more for the reasons of the others' secret moves; after enough of that, begin the other search."""
        wanted = min(beliefs.MAX_SIMULATIONS, 2 * (self.budget.simulations or MAX_SIMULATIONS))
        thinker.run(min(SIMULATIONS_PER_STEP, wanted - thinker.simulations))
        if thinker.simulations >= wanted or self._is_share_spent(MAX_SHARE_FOR_SECRETS):
            self._begin_search(thinker)

    def _begin_search(self, thinker: Search | None) -> None:
        self._thinker = None
        game, state, level = self._game, self._state, self._level
        evaluator = evaluator_for(game, state, level, self._values)
        believes = level.believes and evaluator.knows_secrets
        self.search = Search(
            game,
            state,
            self._viewer,
            self._seed,
            evaluator,
            knowledge=level.knowledge,
            missed_share=kit_of(game).missed_share(level.name),
            trees=len(game.scores(state)) if believes else 1,
            beliefs=beliefs.draw_beliefs(thinker, state, self._viewer, self._seed) if thinker is not None else None,
            judges_untried=level.judges_untried and evaluator.moves_recur,
        )

    def _search_on(self) -> None:
        search = self.search
        assert search is not None
        max_simulations = self.budget.simulations
        batch = (
            min(SIMULATIONS_PER_STEP, max_simulations - self.simulations) if max_simulations else SIMULATIONS_PER_STEP
        )
        search.run(batch)
        self.simulations += batch
        simulations_left = self._simulations_left(search)
        if search.is_decided(simulations_left):
            self.is_short = simulations_left < 0 and search.root.visits < self.budget.min_simulations
            self._finish_with_best_of(search)

    def _finish_with_best_of(self, search: Search) -> None:
        self.elapsed_ms = int(self._spent_ms())
        self.finish(search.best())

    def _simulations_left(self, search: Search) -> int:
        """The number of simulations that can still be made within the budget, estimated from the speed so far; -1 for none."""
        left = self.budget.simulations - self.simulations if self.budget.simulations else MAX_SIMULATIONS
        if self.budget.milliseconds:
            spent_ms = self._spent_ms()
            missing = self.budget.min_simulations - int(search.root.visits)
            in_time = int(self.simulations * (self.budget.milliseconds / spent_ms - 1))
            if spent_ms >= self.budget.milliseconds * (2 if missing > 0 else 1):
                return -1
            left = min(left, max(in_time, missing))
        return left or -1


def evaluator_for(game: Game[Any], state: State, level: Level, values: str = "") -> Evaluator[Any]:
    """The evaluator that a searching level uses, with a set of learned values; "" for today's. Raises BadTraining."""
    if level.evaluator == ONLY_RESULTS:
        return Evaluator(game, TO_GAME_END, TEXTBOOK_EXPLORATION)
    is_handwritten = level.evaluator == HANDWRITTEN_EVALUATOR
    return handwritten_evaluator(game, state) if is_handwritten else kit_of(game).evaluator(state, values)


def best_evaluator(game: Game[Any], state: State) -> Evaluator[Any]:
    """The strongest evaluator for this game, its data and its number of seats: see `GameKit.evaluator`."""
    return kit_of(game).evaluator(state)


def handwritten_evaluator(game: Game[Any], state: State, horizon: int = 0) -> Evaluator[Any]:
    """The evaluator without learned weights. The scribe always uses it, so that its rating, the anchor of the ratings, does not
    change."""
    return kit_of(game).handwritten_evaluator(state, horizon)
