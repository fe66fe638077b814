"""Learn a value of Tal der Koenige (`ai/tal/learned.py`): play games of the search with the handwritten evaluator, fit who won.

    VOK_COMPILED=FOLDER python -m lab.tal.fit_value ai/weights/tal/base-2.json --players 2 --games 4950 --seed 1000000

FOLDER is one that `hatch_build.py` has compiled into. Some seats are scribes, and some moves are random. One game of five is held
out first, and the log loss of its positions is printed: of the handwritten evaluator, on its own scale and with a scale that is
fitted for each phase, and of the learned one. Then all games are fitted. `--from` names a value for another number of players to
start from.
"""

import json
import os
import random
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

if "VOK_COMPILED" in os.environ:
    sys.path.insert(0, os.environ["VOK_COMPILED"])

import numpy as np

from ai.bots.bot import Bot
from ai.levels import HANDWRITTEN, SCRIBE, Budget
from ai.tal.handwritten import LEAD_SCALE, HandwrittenTalEvaluator
from ai.tal.learned import FEATURE_COUNT, FEATURE_NAMES, TalFeatures
from ai.value_file import format_value_file
from engine.core.game import NOBODY, Seat, Setup
from engine.core.setup import Variant
from engine.tal.game import BASE, SHORT, TAL
from engine.tal.state import PHASE, PHASES

SHORT_GAME_SHARE: Final = 0.1
SCRIBE_SHARE: Final = 0.15
RANDOM_MOVE_SHARES: Final = (0.0, 0.03, 0.08)  # one of them for each game
KEPT_SHARE: Final = 0.25  # of the positions; those after a random move are all kept
PHASE_SCALE: Final = 0.7  # below 1, so that the fit prefers the weights that all phases share
STEPS: Final = 2500
BATCH_POSITIONS: Final = 4096
LEARNING_RATE: Final = 0.02
GAMES_PRINTED: Final = 100
COUNT: Final = int(FEATURE_COUNT)


class TalPositions:
    """Positions: the features of each seat, the rewards of the game, the phase, how late it is (1 at the end of the game), the
    points that the handwritten evaluator expects, and the seed of the game."""

    def __init__(self) -> None:
        self.inputs: list[list[list[float]]] = []
        self.rewards: list[list[float]] = []
        self.phases: list[int] = []
        self.late: list[float] = []
        self.expected_points: list[list[float]] = []
        self.games: list[int] = []


def collect_positions(players: int, seed: int, simulations: int, positions: TalPositions) -> None:
    """Play a game, and add some of its positions to `positions`."""
    rng = random.Random(seed)
    choices = (SHORT,) if rng.random() < SHORT_GAME_SHARE else ()
    state = TAL.start(
        Setup("tal", tuple(Seat(f"seat {seat}") for seat in range(players)), seed, Variant(BASE, choices))
    )
    levels = [SCRIBE if rng.random() < SCRIBE_SHARE else HANDWRITTEN for _ in range(players)]
    bots = [Bot(TAL, seat, level, Budget(1 if level == SCRIBE else simulations)) for seat, level in enumerate(levels)]
    share = rng.choice(RANDOM_MOVE_SHARES)
    features, handwritten = TalFeatures(), HandwrittenTalEvaluator(TAL)
    kept_count = 0
    is_after_random = False
    while state.mover != NOBODY:
        move = state.menu[0]
        if state.move_count > 1:
            if is_after_random or rng.random() < KEPT_SHARE:
                features.prepare(state)
                positions.inputs.append([inputs_of(features, state, seat) for seat in range(players)])
                positions.phases.append(int(state.cells[PHASE]))
                positions.late.append(1.0 / (1.0 + features.rounds_left))
                positions.expected_points.append(handwritten.expected_points(state))
                kept_count += 1
            is_after_random = rng.random() < share
            if is_after_random:
                move = state.menu[rng.randrange(int(state.move_count))]
            else:
                pending = bots[state.mover].start_move(state, rng.getrandbits(60))
                while not pending.done:
                    pending.step()
                move = pending.move
        state.apply(move)
    positions.rewards += [TAL.rewards(state)] * kept_count
    positions.games += [seed] * kept_count


def inputs_of(features: TalFeatures, state: Any, seat: int) -> list[float]:
    features.fill_inputs(state, seat)
    return list(features.inputs)


def design_matrix(inputs: Any, phases: Any, late: Any) -> Any:
    """The inputs of the regression: the features, and the features times lateness, first for all phases, then for each phase."""
    late = late[:, None, None]
    design = np.zeros((*inputs.shape[:2], COUNT * 2 * (1 + len(PHASES))), np.float32)
    with_lateness = np.concatenate([inputs, inputs * late], axis=2)
    design[:, :, : 2 * COUNT] = with_lateness
    for phase in range(len(PHASES)):
        in_phase = phases == phase
        design[in_phase, :, 2 * COUNT * (1 + phase) : 2 * COUNT * (2 + phase)] = with_lateness[in_phase] * PHASE_SCALE
    return design


def fit(design: Any, rewards: Any, penalty: float, before: Any) -> Any:
    """Softmax regression with Adam; returns the coefficients, averaged over the last steps. `penalty` keeps them near those of
    `before`."""
    rng = np.random.default_rng(1)
    coefficients, mean, square, total = (
        before.copy(),
        np.zeros_like(before),
        np.zeros_like(before),
        np.zeros_like(before),
    )
    averaged = STEPS * 3 // 10
    for step in range(1, STEPS + 1):
        batch = rng.integers(0, len(design), BATCH_POSITIONS)
        chances = np.exp(log_softmax(design[batch] @ coefficients))
        gradient = ((chances - rewards[batch])[:, :, None] * design[batch]).sum((0, 1)) / BATCH_POSITIONS
        gradient += penalty * (coefficients - before)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient * gradient
        rate = LEARNING_RATE * (1 - step / STEPS * 0.95)
        coefficients -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        if step > STEPS - averaged:
            total += coefficients
    return total / averaged


def log_softmax(logits: Any) -> Any:
    logits = logits - logits.max(1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(1, keepdims=True))


def log_loss(logits: Any, rewards: Any) -> float:
    return float(-(rewards * log_softmax(logits)).sum(1).mean())


def weights_of(coefficients: Any) -> list[float]:
    """The weights of each phase, as `LearnedTalEvaluator` takes them."""
    parts = coefficients.reshape(1 + len(PHASES), 2 * COUNT)
    return [float(weight) for weight in (parts[0] + PHASE_SCALE * parts[1:]).ravel()]


def coefficients_from(value_file: Path) -> Any:
    """The coefficients from which a fit starts, from the weights in a value file."""
    rows = json.loads(value_file.read_text())["weights"]
    weights = np.array([rows[name] for name in FEATURE_NAMES]).T.ravel()
    return np.concatenate([np.zeros(2 * COUNT), weights / PHASE_SCALE])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    for name, default in (("players", 2), ("games", 4950), ("seed", 1000000), ("simulations", 150)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--penalty", type=float, default=5e-5)
    parser.add_argument("--from", dest="before", type=Path)
    args = parser.parse_args()
    positions = TalPositions()
    for game in range(args.games):
        collect_positions(args.players, args.seed + game, args.simulations, positions)
        if (game + 1) % GAMES_PRINTED == 0:
            print(f"{game + 1} games, {len(positions.games)} positions", flush=True)
    learn_and_write(positions, args)


def learn_and_write(positions: TalPositions, args: Any) -> None:
    """Fit the value, print the log losses, and write its file."""
    rewards, phases = np.array(positions.rewards, np.float32), np.array(positions.phases)
    late, worths = np.array(positions.late, np.float32), np.array(positions.expected_points, np.float32) / LEAD_SCALE
    design = design_matrix(np.array(positions.inputs, np.float32), phases, late)
    before = coefficients_from(args.before) if args.before else np.zeros(design.shape[2])
    held = np.array(positions.games) // 3 % 5 == 0
    worth = np.zeros((*worths.shape, COUNT), np.float32)
    worth[:, :, 0] = worths
    scales = design_matrix(worth, phases, late)[:, :, ::COUNT]
    fitted_scales = fit(scales[~held], rewards[~held], 1e-5, np.zeros(scales.shape[2]))
    print(f"positions: {len(held)}, held out: {held.sum()}; log loss of those held out:")
    print(f"  handwritten               {log_loss(worths[held], rewards[held]):.4f}")
    print(f"  handwritten, fitted scale {log_loss(scales[held] @ fitted_scales, rewards[held]):.4f}")
    if args.before:
        print(f"  learned before            {log_loss(design[held] @ before, rewards[held]):.4f}")
    coefficients = fit(design[~held], rewards[~held], args.penalty, before)
    print(f"  learned                   {log_loss(design[held] @ coefficients, rewards[held]):.4f}")
    names = ("players", "games", "seed", "simulations", "penalty")
    made = {"edition": BASE, **{name: getattr(args, name) for name in names}}
    if args.before:
        made["from"] = args.before.name
    coefficients = fit(design, rewards, args.penalty, before)
    board = TAL.fingerprint(Setup("tal", tuple(Seat("") for _ in range(args.players)), 0))
    args.file.parent.mkdir(exist_ok=True)
    args.file.write_text(format_value_file(weights_of(coefficients), FEATURE_NAMES, board, made))


if __name__ == "__main__":
    main()
