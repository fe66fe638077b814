"""Distillation of values that are linear.

Each seat has one logit, linear in its features; softmax over the seats gives the chances. For each phase of the game, a feature
has a constant weight, and a late one that is multiplied by how late it is. A game with one kind of position has one phase.

What a search finds depends only on what its seat sees, but the features use all cards of a position, hidden ones too. So an
example holds the features of several worlds, in which everything hidden from the seat was dealt again, and the mean of their
chances is compared with the target. Fitted to the true position alone, a value would unlearn all that depends on hidden cards.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ai.search.mcts import Search
from engine.core.game import Game, State
from engine.core.luck import seeded_hash
from lab.distillation import DISTILLATION_STREAM, DistillationSettings, FitSettings, TrainingGames, fit_with_adam

FloatArray = Any  # a numpy array of float32; numpy is an extra, so its types are not checked
IndexArray = Any  # a numpy array of int64
WORLDS: Final = 4  # of each example
FIT: Final = FitSettings(epochs=6, batch=512, learning_rate=0.002)
RESULT_SHARE: Final = 0.5  # of the result of the game in the target; the rest is what the search found
OUT_LOGIT: Final = -1000.0  # of a seat that is out of the game


class Examples(NamedTuple):
    """Examples as arrays. For n examples with k worlds, s seats and f features: `inputs` (n, k, s, f); `late` (n, k), how late it
    is; `phases` (n); `in_game` (n, s), 1 for each seat that can still win; `movers` (n), the seat whose reward is known;
    `targets` (n), its mean reward from 0 to 1; `results` (n), its reward at the end of the game."""

    inputs: FloatArray
    late: FloatArray
    phases: IndexArray
    in_game: FloatArray
    movers: IndexArray
    targets: FloatArray
    results: FloatArray


class LinearGames(TrainingGames):
    """Training games of a game with a linear value. A subclass fills the features."""

    def __init__(self, game: Game[Any], settings: DistillationSettings) -> None:
        super().__init__(game, settings)
        self.columns: Final[tuple[list[Any], ...]] = tuple([] for _ in Examples._fields)
        self.decisions_before = 0  # decisions that were recorded in earlier games

    @abstractmethod
    def fill(self, world: State) -> tuple[list[list[float]], float]:
        """The features of each seat, and how late it is."""

    def phase(self, state: State) -> int:
        """The phase of the game."""
        del state
        return 0

    def in_game(self, state: State) -> list[bool]:
        """Whether each seat can still win."""
        del state
        return [True] * self.settings.players

    def record(self, search: Search, state: State, mean: float) -> None:
        worlds = [
            self.game.determinize(state, int(search.viewer), seeded_hash(search.seed, DISTILLATION_STREAM, world) >> 1)
            for world in range(WORLDS)
        ]
        filled = [self.fill(world) for world in worlds]
        example = (
            [inputs for inputs, _ in filled],
            [late for _, late in filled],
            self.phase(state),
            self.in_game(state),
            int(search.viewer),
            mean,
            0.0,
        )
        for column, value in zip(self.columns, example, strict=True):
            column.append(value)

    def end(self, state: State) -> None:
        rewards, movers, results = self.game.rewards(state), self.columns[4], self.columns[6]
        for index in range(self.decisions_before, len(movers)):
            results[index] = rewards[movers[index]]
        self.decisions_before = len(movers)

    def examples(self) -> Examples:
        """The examples so far."""
        import numpy as np

        inputs, late, phases, in_game, movers, targets, results = self.columns
        floats, whole = np.float32, np.int64
        return Examples(
            np.array(inputs, floats),
            np.array(late, floats),
            np.array(phases, whole),
            np.array(in_game, floats),
            np.array(movers, whole),
            np.array(targets, floats),
            np.array(results, floats),
        )


def chances(weights: Any, examples: Examples, mover_bias: Any) -> Any:
    """The chance of each seat in each world (n, k, s). `weights` (p, 2, f): for each phase, the constant weights, then the late
    ones. `mover_bias` (p) is added to the logit of the seat to move."""
    import numpy as np

    constant, late = weights[examples.phases, 0], weights[examples.phases, 1]
    inputs = examples.inputs
    logits = np.einsum("nksf,nf->nks", inputs, constant) + examples.late[:, :, None] * np.einsum(
        "nksf,nf->nks", inputs, late
    )
    logits[np.arange(len(logits)), :, examples.movers] += mover_bias[examples.phases][:, None]
    logits = np.where(examples.in_game[:, None, :] > 0.0, logits, OUT_LOGIT)
    strengths = np.exp(logits - logits.max(axis=2, keepdims=True))
    return strengths / strengths.sum(axis=2, keepdims=True)


def loss_and_gradients(weights: Any, mover_bias: Any, examples: Examples, targets: Any) -> tuple[float, Any, Any]:
    """The mean cross entropy of the mover's chance, the mean of its worlds, against `targets`; its gradients in the weights and
    in the bias."""
    import numpy as np

    found = chances(weights, examples, mover_bias)
    n, worlds, _ = found.shape
    rows = np.arange(n)
    own = found[rows, :, examples.movers]
    mean = np.clip(own.mean(axis=1), 1e-6, 1.0 - 1e-6)
    loss = float(-(targets * np.log(mean) + (1.0 - targets) * np.log(1.0 - mean)).mean())
    slope = (mean - targets) / (mean * (1.0 - mean)) / (n * worlds)
    logit_gradient = -slope[:, None, None] * own[:, :, None] * found
    logit_gradient[rows, :, examples.movers] += slope[:, None] * own
    gradient, bias_gradient = np.zeros_like(weights), np.zeros_like(mover_bias)
    for phase in range(len(weights)):
        chosen = examples.phases == phase
        part, inputs = logit_gradient[chosen], examples.inputs[chosen]
        gradient[phase, 0] = np.einsum("nks,nksf->f", part, inputs)
        gradient[phase, 1] = np.einsum("nks,nksf->f", part * examples.late[chosen][:, :, None], inputs)
        bias_gradient[phase] = part[np.arange(len(part)), :, examples.movers[chosen]].sum()
    return loss, gradient, bias_gradient


def fit(
    teacher: Sequence[float],
    phases: int,
    examples: Examples,
    seed: int,
    epochs: int = FIT.epochs,
    result_share: float = RESULT_SHARE,
) -> tuple[list[float], float]:
    """The student: the teacher's weights, fitted to the examples. Returns it with the mean loss of the last epoch.

    In its own tree a seat answers others that do not look as far ahead, so a search believes too well of the seat to move. A bias
    for each phase takes that up, and is dropped."""
    import numpy as np

    shape = (phases, 2, -1)
    size = len(teacher)
    params = np.concatenate([np.array(teacher, dtype=np.float64), np.zeros(phases)])
    targets = (1.0 - result_share) * examples.targets + result_share * examples.results

    def loss_and_gradient(rows: IndexArray) -> tuple[float, FloatArray]:
        batch = Examples(*[column[rows] for column in examples])
        loss, gradient, bias_gradient = loss_and_gradients(
            params[:size].reshape(shape), params[size:], batch, targets[rows]
        )
        return loss, np.concatenate([gradient.reshape(-1), bias_gradient])

    loss = fit_with_adam(params, loss_and_gradient, len(examples.movers), seed, FIT._replace(epochs=epochs))
    return [float(weight) for weight in params[:size]], loss
