"""The distillation of the values of Valley of the Kings (`lab.distillation`). Each decision is an example."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from ai.search.evaluator import Evaluator
from ai.search.mcts import Search
from ai.valley.features import Features
from ai.valley.learned import (
    KNOT_TURNS,
    LearnedEvaluator,
    Weights,
    end_proximity,
    knot_before,
    knot_fraction,
    scaled_turns,
    select_features,
)
from ai.valley.value_file import read_weights_unchecked, write_value
from ai.value_file import VALUES_FOLDER
from engine.core.game import Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.editions import AFTERLIFE, BASE, MIXED, shipped_catalogue
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from lab.distillation import DistillationSettings, FitSettings, TrainingGames, fit_with_adam

FloatArray = Any  # a numpy array of float32; numpy is an extra, so its types are not checked
IndexArray = Any  # a numpy array of int64
FIT: Final = FitSettings(epochs=4, batch=1024, learning_rate=0.0005)
GAME_STREAM: Final = 0x7EAC  # keeps the seeds of these games apart from others


class Examples(NamedTuple):
    """Examples as arrays. For n examples of s seats and f features: `inputs` (n, s, f); `turns` (n), the turns that each player
    still has; `movers` (n), the seat whose reward is known; `targets` (n), its mean reward from 0 to 1."""

    inputs: FloatArray
    turns: FloatArray
    movers: IndexArray
    targets: FloatArray


def full_catalogue(settings: DistillationSettings) -> Catalogue:
    """All cards that the value of these settings knows."""
    if settings.edition == MIXED:
        return shipped_catalogue(BASE, AFTERLIFE)
    return start_game(settings, 0).catalogue


def read_teacher(settings: DistillationSettings, value_file_text: str) -> Weights:
    """The weights in the text of a value file, for the cards of these settings. Raises BadValueFile."""
    return read_weights_unchecked(value_file_text, full_catalogue(settings))


def first_teacher(settings: DistillationSettings) -> Path:
    """The file of today's value."""
    return VALUES_FOLDER / f"valley-{settings.edition}-{settings.players}.json"


def write_student(path: Path, settings: DistillationSettings, weights: Weights, how_made: Mapping[str, Any]) -> None:
    """Write a value file. Raises OSError."""
    write_value(path, full_catalogue(settings), weights, how_made)


def start_game(settings: DistillationSettings, seed: int) -> ValleyState:
    """The first position of the training game with this seed."""
    seats = (Seat("self", "self"),) * settings.players
    return VALLEY.start(Setup(VALLEY.name(), seats, seeded_hash(seed, GAME_STREAM) >> 1, settings.edition))


class Recorder:
    """Collects the examples of games as rows of numbers."""

    def __init__(self, settings: DistillationSettings) -> None:
        self.names: Final = Features(full_catalogue(settings)).feature_names()
        self.rows: Final[list[list[float]]] = []
        self.turns: Final[list[float]] = []
        self.movers: Final[list[int]] = []
        self.targets: Final[list[float]] = []

    def add(self, features: Features, columns: list[int], state: ValleyState, mover: int, target: float) -> None:
        """Add the example of `state`: in it, the mean reward of `mover` is `target`."""
        features.prepare(state)
        row: list[float] = []
        for seat in range(state.seat_count):
            features.fill_inputs(state, seat)
            seat_row = [0.0] * len(self.names)
            for column, value in zip(columns, features.inputs, strict=True):
                seat_row[column] = value
            row += seat_row
        self.rows.append(row)
        self.turns.append(features.turns_left(state))
        self.movers.append(mover)
        self.targets.append(target)

    def arrays(self, players: int) -> Examples:
        """The examples so far."""
        import numpy as np

        return Examples(
            np.array(self.rows, dtype=np.float32).reshape(len(self.rows), players, len(self.names)),
            np.array(self.turns, dtype=np.float32),
            np.array(self.movers, dtype=np.int64),
            np.array(self.targets, dtype=np.float32),
        )


class ValleyGames(TrainingGames):
    """Games with the teacher of these weights."""

    def __init__(self, settings: DistillationSettings, teacher: Weights) -> None:
        super().__init__(VALLEY, settings)
        self.teacher: Final = teacher
        self.recorder: Final = Recorder(settings)
        self.features: Features | None = None  # for the cards of the latest game, which are some of the teacher's
        self.columns: list[int] = []  # where they are among the teacher's

    def start(self, seed: int) -> State:
        return start_game(self.settings, seed)

    def evaluator(self, state: State) -> Evaluator[Any]:
        catalogue = cast(ValleyState, state).catalogue
        self.features = Features(catalogue)
        self.columns = [self.recorder.names.index(name) for name in self.features.feature_names()]
        return LearnedEvaluator(VALLEY, catalogue, select_features(self.teacher, self.columns))

    def record(self, search: Search, state: State, mean: float) -> None:
        assert self.features is not None, "a game has started"
        self.recorder.add(self.features, self.columns, cast(ValleyState, state), int(search.viewer), mean)


def play_games(settings: DistillationSettings, teacher_text: str, first_game: int, games: int) -> Examples:
    """Play training games with the teacher in this value file; returns their examples."""
    training = ValleyGames(settings, read_teacher(settings, teacher_text))
    training.play(first_game, games)
    return training.recorder.arrays(settings.players)


class Network:
    """The weights of a value as matrices, and their gradient."""

    def __init__(self, weights: Weights) -> None:
        import numpy as np

        self.feature_count: Final = int(weights.feature_count)
        self.hidden: Final = int(weights.hidden_unit_count)
        self.params: Final = np.array(list(weights.params), dtype=np.float64)
        self.knots_end: Final = int(weights.hidden_start)
        self.inputs_end: Final = int(weights.bias_start)
        self.bias_end: Final = int(weights.output_start)

    def weights(self) -> Weights:
        return Weights(self.feature_count, self.hidden, [float(value) for value in self.params])

    def loss_and_gradient(self, x: Any, knots: Any, times: Any, movers: Any, targets: Any) -> tuple[float, Any]:
        """The mean cross entropy of the mover's chance against its target, and its gradient in `params`. `knots` (n, 4)
        holds the share of each knot, `times` (n, 2) the time inputs."""
        import numpy as np

        n, seats, size = x.shape
        flat = x.reshape(n * seats, size)
        knot_weights = self.params[: self.knots_end].reshape(len(KNOT_TURNS), size).astype(np.float32)
        by_knot = (flat @ knot_weights.T).reshape(n, seats, -1)
        logits = (by_knot * knots[:, None, :]).sum(axis=2)
        input_weights = self.params[self.knots_end : self.inputs_end].reshape(-1, self.hidden).astype(np.float32)
        bias = self.params[self.inputs_end : self.bias_end].astype(np.float32)
        output = self.params[self.bias_end :].astype(np.float32)
        units = (flat @ input_weights[:size]).reshape(n, seats, self.hidden)
        units += (times @ input_weights[size:] + bias)[:, None, :]
        np.maximum(units, 0.0, out=units)
        logits = logits + units @ output
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        rows = np.arange(n)
        own = np.clip(chances[rows, movers], 1e-6, 1.0 - 1e-6)
        loss = float(-(targets * np.log(own) + (1.0 - targets) * np.log(1.0 - own)).mean())
        # The gradient of this loss in the logits: the mover's error, taken from the others in proportion to their chances.
        error = (own - targets) / n
        logit_gradient = -(error / (1.0 - own))[:, None] * chances
        logit_gradient[rows, movers] = error
        logit_gradient = logit_gradient.astype(np.float32)
        gradient = np.zeros_like(self.params)
        knot_gradient = (logit_gradient[:, :, None] * knots[:, None, :]).reshape(n * seats, -1)
        gradient[: self.knots_end] = (knot_gradient.T @ flat).reshape(-1)
        unit_gradient = (logit_gradient[:, :, None] * output) * (units > 0.0)
        gradient[self.bias_end :] = np.einsum("ns,nsh->h", logit_gradient, units)
        summed = unit_gradient.sum(axis=1)
        gradient[self.inputs_end : self.bias_end] = summed.sum(axis=0)
        input_gradient = np.concatenate([flat.T @ unit_gradient.reshape(n * seats, -1), times.T @ summed])
        gradient[self.knots_end : self.inputs_end] = input_gradient.reshape(-1)
        return loss, gradient


def fit(teacher: Weights, examples: Examples, seed: int, epochs: int = FIT.epochs) -> tuple[Weights, float]:
    """The student: the teacher's weights, fitted to the examples. Returns it with the mean loss of the last epoch."""
    network = Network(teacher)
    knots, times = time_inputs(examples.turns)

    def loss_and_gradient(rows: Any) -> tuple[float, Any]:
        return network.loss_and_gradient(
            examples.inputs[rows], knots[rows], times[rows], examples.movers[rows], examples.targets[rows]
        )

    loss = fit_with_adam(network.params, loss_and_gradient, len(examples.turns), seed, FIT._replace(epochs=epochs))
    return network.weights(), loss


def time_inputs(turns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The share of each knot (n, 4), and the time inputs of the hidden units (n, 2)."""
    import numpy as np

    knots: FloatArray = np.zeros((len(turns), len(KNOT_TURNS)), dtype=np.float32)
    times: FloatArray = np.zeros((len(turns), 2), dtype=np.float32)
    for row, left in enumerate(turns.tolist()):
        knot = int(knot_before(left))
        share = knot_fraction(knot, left)
        knots[row, knot], knots[row, knot + 1] = 1.0 - share, share
        times[row] = scaled_turns(left), end_proximity(left)
    return knots, times
