"""Iterated distillation: a value learns from the search that uses it.

A round plays games in which every seat searches with the teacher, the value of the round before. The search finds how good a
decision is for the seat to move: the mean reward of its most visited answer. The student starts from the teacher's weights, has
the same shape, and is fitted to that. It becomes a teacher only if it wins matches (`lab.contest`): a lower error of prediction
alone has often meant weaker play. (Compare expert iteration: Anthony, Tian and Barber, "Thinking fast and slow with deep learning
and tree search", 2017.)

The module `distillation` of each game in `lab` has the rest: DistillationSettings, `play_games`, Examples, `read_teacher`, `fit`
and `write_student`.

Fitting needs numpy (the extra `vok-tui[train]`). Games and fitting depend only on the settings and the seed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from ai.kit import kit_of
from ai.search.evaluator import Evaluator
from ai.search.mcts import Search
from ai.search.playout import Rng
from ai.search.turn_planner import TurnPlanner
from engine.core.game import NOBODY, Game, State
from engine.core.luck import seeded_hash

GAMES_PER_JOB: Final = 10
SCRIBE_GAME_EVERY: Final = 6  # one game in this number has scribes, so that weak play is understood
RANDOM_MOVE_EVERY: Final = 25  # one decision in this number is random
SAMPLED_MOVE_EVERY: Final = 4  # one decision in this number is drawn by visits
DISTILLATION_STREAM: Final = 0xD157  # keeps these seeds apart from others


class DistillationSettings(NamedTuple):
    """What determines a round: edition, seats, simulations of the teacher for a decision, games, and the seed of the round."""

    edition: str
    players: int
    simulations: int
    games: int
    seed: int


class FitSettings(NamedTuple):
    """How long a value is fitted, with how many examples in a batch, and the first learning rate, which falls to 0 as a half
    cosine."""

    epochs: int
    batch: int
    learning_rate: float


class TrainingGames(ABC):
    """The games of a round, and what is recorded of them."""

    def __init__(self, game: Game[Any], settings: DistillationSettings) -> None:
        self.game: Final = game
        self.settings: Final = settings

    @abstractmethod
    def start(self, seed: int) -> State:
        """The first position of the training game with this seed."""

    @abstractmethod
    def evaluator(self, state: State) -> Evaluator[Any]:
        """The teacher, for the game that begins in this position."""

    @abstractmethod
    def record(self, search: Search, state: State, mean: float) -> None:
        """Record a decision. `mean` is the mean reward of the most visited answer."""

    def end(self, state: State) -> None:
        """Called at the end of each game."""
        del state

    def scribe_seats(self, seed: int) -> frozenset[int]:
        """The seats of the scribes in a game with scribes: about half of all but one."""
        players = self.settings.players
        teacher_seat = seeded_hash(seed, DISTILLATION_STREAM, 3) % players
        return frozenset(
            seat
            for seat in range(players)
            if seat != teacher_seat and seeded_hash(seed, DISTILLATION_STREAM, 4, seat) % 2
        )

    def play(self, first_game: int, games: int) -> None:
        """Play the games of the round with these numbers."""
        for number in range(first_game, first_game + games):
            self._play_game(seeded_hash(self.settings.seed, DISTILLATION_STREAM, number) >> 1, number)

    def _play_game(self, seed: int, number: int) -> None:
        state = self.start(seed)
        evaluator = self.evaluator(state)
        scribes: frozenset[int] = frozenset()
        if number % SCRIBE_GAME_EVERY == 0:
            scribes = self.scribe_seats(seed)
        rng = Rng(seeded_hash(seed, DISTILLATION_STREAM, 1))
        ply = 0
        while state.mover != NOBODY:
            ply += 1
            if state.move_count == 1:
                state.apply(state.menu[0])
                continue
            mover = int(state.mover)
            decision_seed = seeded_hash(seed, DISTILLATION_STREAM, 2, ply) >> 1
            if mover in scribes and rng.below(RANDOM_MOVE_EVERY) > 0:
                handwritten = kit_of(self.game).handwritten_evaluator(state)
                state.apply(TurnPlanner(self.game, state, mover, decision_seed, handwritten).best())
                continue
            search = Search(self.game, state, mover, decision_seed, evaluator)
            search.run(self.settings.simulations)
            self.record(search, state, best_mean(search))
            state.apply(chosen_move(search, state, rng, self.settings.simulations))
        self.end(state)


def best_mean(search: Search) -> float:
    """The mean reward of the most visited answer. The mean of all simulations would also count what was only tried, and so teach
    that it is bad to be to move."""
    _, count, total = max(search.move_stats(), key=lambda move: move[1])
    return total / count


def chosen_move(search: Search, state: State, rng: Rng, simulations: int) -> int:
    """The most visited move; now and then a random one, or one drawn by visits."""
    if rng.below(RANDOM_MOVE_EVERY) == 0:
        return int(state.menu[rng.below(state.move_count)])
    if rng.below(SAMPLED_MOVE_EVERY) == 0:
        visits_left = int(rng.below(simulations))
        for move, count, _ in search.move_stats():
            visits_left -= count
            if visits_left < 0:
                return move
    return search.best()


def generate(
    play_games: Callable[[DistillationSettings, str, int, int], Any],
    settings: DistillationSettings,
    teacher_text: str,
    processes: int,
    first_games: list[int],
) -> Iterator[tuple[int, Any]]:
    """Play games of a round in `processes` processes: GAMES_PER_JOB from each of `first_games` on, up to the number in the
    settings. Yields the first game of each job with its examples, in the order of `first_games`."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        jobs: list[tuple[int, Future[Any]]] = [
            (first, pool.submit(play_games, settings, teacher_text, first, min(GAMES_PER_JOB, settings.games - first)))
            for first in first_games
        ]
        try:
            for first, job in jobs:
                yield first, job.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def fit_with_adam(
    params: Any, loss_and_gradient: Callable[[Any], tuple[float, Any]], count: int, seed: int, settings: FitSettings
) -> float:
    """Fit `params`, a numpy array that `loss_and_gradient` reads, to `count` examples with Adam (Kingma and Ba, 2015). That
    function gets the rows of a batch. At the end `params` is its mean over the last quarter of the steps. Returns the mean loss
    of the last epoch."""
    import numpy as np

    mean, square, average = np.zeros_like(params), np.zeros_like(params), np.zeros_like(params)
    rng = np.random.default_rng(seed)
    averaged, step, loss = 0, 0, 0.0
    steps = settings.epochs * -(-count // settings.batch)
    for _ in range(settings.epochs):
        order, losses = rng.permutation(count), []
        for start in range(0, count, settings.batch):
            batch_loss, gradient = loss_and_gradient(order[start : start + settings.batch])
            losses.append(batch_loss)
            step += 1
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient * gradient
            rate = settings.learning_rate * 0.5 * (1.0 + np.cos(np.pi * step / steps))
            params -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            if 4 * step > 3 * steps:
                averaged += 1
                average += (params - average) / averaged
        loss = float(np.mean(losses))
    params[:] = average
    return loss
