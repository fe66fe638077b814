"""Learn a value of Tal der Koenige (`ai/tal/learned.py`): play games of the search with the handwritten evaluator, fit who won.

    VOK_COMPILED=FOLDER python -m bench.tal_value ai/weights/tal/base-2.json --players 2 --games 4950 --seed 1000000

FOLDER is one that `hatch_build.py` has compiled into. Some seats are scribes, and some moves are random. One game of five is held
out first, and the log loss of its positions printed: of the handwritten evaluator, on its scale and with a scale fitted for each
phase, and of the learned one. Then all games are fitted. `--from` names a value of another number of players to begin with.
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
from ai.bots.levels import HANDWRITTEN, SCRIBE, Budget
from ai.tal.features import FEATURE_COUNT, FEATURE_NAMES, TalFeatures
from ai.tal.handwritten import LEAD_SCALE, HandwrittenTalEvaluator
from ai.value_file import format_value_file
from engine.core.game import NOBODY, Seat, Setup
from engine.core.variant import Variant
from engine.tal.game import BASE, SHORT, TAL
from engine.tal.state import PHASE, PHASES

SHORT_GAMES: Final = 0.1
SCRIBES: Final = 0.15
RANDOM_MOVES: Final = (0.0, 0.03, 0.08)  # one of these shares for each game
KEPT: Final = 0.25  # of the positions, and all those after a random move
PHASE_SCALE: Final = 0.7  # less than 1, so that what the phases share is learned as such
STEPS: Final = 2500
BATCH: Final = 4096
LEARNING_RATE: Final = 0.02
GAMES_PRINTED: Final = 100
COUNT: Final = int(FEATURE_COUNT)


class Positions:
    """Positions: the features of each seat, who won, the phase, how late it is, what the handwritten evaluator says, and which
    game it was."""

    def __init__(self) -> None:
        self.inputs: list[list[list[float]]] = []
        self.rewards: list[list[float]] = []
        self.phases: list[int] = []
        self.late: list[float] = []
        self.expected_points: list[list[float]] = []
        self.games: list[int] = []


def collect_positions(players: int, seed: int, simulations: int, found: Positions) -> None:
    """Play a game, and add some of its positions to `found`."""
    rng = random.Random(seed)
    choices = (SHORT,) if rng.random() < SHORT_GAMES else ()
    state = TAL.start(
        Setup("tal", tuple(Seat(f"seat {seat}") for seat in range(players)), seed, Variant(BASE, choices))
    )
    levels = [SCRIBE if rng.random() < SCRIBES else HANDWRITTEN for _ in range(players)]
    bots = [Bot(TAL, seat, level, Budget(1 if level == SCRIBE else simulations)) for seat, level in enumerate(levels)]
    share = rng.choice(RANDOM_MOVES)
    features, handwritten = TalFeatures(), HandwrittenTalEvaluator(TAL)
    kept = 0
    is_after_random = False
    while state.mover != NOBODY:
        move = state.menu[0]
        if state.move_count > 1:
            if is_after_random or rng.random() < KEPT:
                features.prepare(state)
                found.inputs.append([inputs_of(features, state, seat) for seat in range(players)])
                found.phases.append(int(state.cells[PHASE]))
                found.late.append(1.0 / (1.0 + features.rounds))
                found.expected_points.append(handwritten.expected_points(state))
                kept += 1
            is_after_random = rng.random() < share
            if is_after_random:
                move = state.menu[rng.randrange(int(state.move_count))]
            else:
                pending = bots[state.mover].start_move(state, rng.getrandbits(60))
                while not pending.done:
                    pending.step()
                move = pending.move
        state.apply(move)
    found.rewards += [TAL.rewards(state)] * kept
    found.games += [seed] * kept


def inputs_of(features: TalFeatures, state: Any, seat: int) -> list[float]:
    features.fill_inputs(state, seat)
    return list(features.inputs)


def design_matrix(inputs: Any, phases: Any, late: Any) -> Any:
    """What the fitted numbers are multiplied with: features of any phase, as such and by lateness; then those of each phase."""
    late = late[:, None, None]
    whole = np.zeros((*inputs.shape[:2], COUNT * 2 * (1 + len(PHASES))), np.float32)
    both = np.concatenate([inputs, inputs * late], axis=2)
    whole[:, :, : 2 * COUNT] = both
    for phase in range(len(PHASES)):
        there = phases == phase
        whole[there, :, 2 * COUNT * (1 + phase) : 2 * COUNT * (2 + phase)] = both[there] * PHASE_SCALE
    return whole


def fit(whole: Any, rewards: Any, penalty: float, before: Any) -> Any:
    """Softmax regression by Adam, averaged over the last steps. `penalty` holds the numbers near those of `before`."""
    rng = np.random.default_rng(1)
    numbers, first, second, total = before.copy(), np.zeros_like(before), np.zeros_like(before), np.zeros_like(before)
    averaged = STEPS * 3 // 10
    for step in range(1, STEPS + 1):
        some = rng.integers(0, len(whole), BATCH)
        chances = np.exp(log_softmax(whole[some] @ numbers))
        slope = ((chances - rewards[some])[:, :, None] * whole[some]).sum((0, 1)) / BATCH + penalty * (numbers - before)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope * slope
        rate = LEARNING_RATE * (1 - step / STEPS * 0.95)
        numbers -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        if step > STEPS - averaged:
            total += numbers
    return total / averaged


def log_softmax(logits: Any) -> Any:
    logits = logits - logits.max(1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(1, keepdims=True))


def log_loss(logits: Any, rewards: Any) -> float:
    return float(-(rewards * log_softmax(logits)).sum(1).mean())


def weights_of(numbers: Any) -> list[float]:
    """The weights of each phase, as `LearnedTalEvaluator` takes them."""
    parts = numbers.reshape(1 + len(PHASES), 2 * COUNT)
    return [float(weight) for weight in (parts[0] + PHASE_SCALE * parts[1:]).ravel()]


def numbers_from(value_file: Path) -> Any:
    """The numbers with which a fit begins: the weights in a file of a learned value."""
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
    found = Positions()
    for game in range(args.games):
        collect_positions(args.players, args.seed + game, args.simulations, found)
        if (game + 1) % GAMES_PRINTED == 0:
            print(f"{game + 1} games, {len(found.games)} positions", flush=True)
    learn_and_write(found, args)


def learn_and_write(found: Positions, args: Any) -> None:
    """Fit the value, print the log losses, and write its file."""
    rewards, phases = np.array(found.rewards, np.float32), np.array(found.phases)
    late, worths = np.array(found.late, np.float32), np.array(found.expected_points, np.float32) / LEAD_SCALE
    whole = design_matrix(np.array(found.inputs, np.float32), phases, late)
    before = numbers_from(args.before) if args.before else np.zeros(whole.shape[2])
    held = np.array(found.games) // 3 % 5 == 0
    worth = np.zeros((*worths.shape, COUNT), np.float32)
    worth[:, :, 0] = worths
    scales = design_matrix(worth, phases, late)[:, :, ::COUNT]
    fitted_scales = fit(scales[~held], rewards[~held], 1e-5, np.zeros(scales.shape[2]))
    print(f"positions: {len(held)}, held out: {held.sum()}; log loss of those held out:")
    print(f"  handwritten               {log_loss(worths[held], rewards[held]):.4f}")
    print(f"  handwritten, fitted scale {log_loss(scales[held] @ fitted_scales, rewards[held]):.4f}")
    if args.before:
        print(f"  learned before            {log_loss(whole[held] @ before, rewards[held]):.4f}")
    numbers = fit(whole[~held], rewards[~held], args.penalty, before)
    print(f"  learned                   {log_loss(whole[held] @ numbers, rewards[held]):.4f}")
    names = ("players", "games", "seed", "simulations", "penalty")
    made = {"edition": BASE, **{name: getattr(args, name) for name in names}}
    if args.before:
        made["from"] = args.before.name
    numbers = fit(whole, rewards, args.penalty, before)
    board = TAL.fingerprint(Setup("tal", tuple(Seat("") for _ in range(args.players)), 0))
    args.file.parent.mkdir(exist_ok=True)
    args.file.write_text(format_value_file(weights_of(numbers), FEATURE_NAMES, board, made))


if __name__ == "__main__":
    main()
