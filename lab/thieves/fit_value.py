"""Learn the value of King of Thieves (`ai/thieves/learned.py`): softmax over the thieves, log loss, fitted first to games of the
policy, then to games that a search plays against itself. Every fifth of these is held out.

    python -m lab.thieves.fit_value --players 2 --games 2172 --out ai/weights/thieves/base-2.json

VOK_COMPILED may name a compiled copy, with which 2,000 games take a few minutes.
"""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import NamedTuple

if "VOK_COMPILED" in os.environ:
    sys.path.insert(0, os.environ["VOK_COMPILED"])

import numpy as np

from ai.search.mcts import Search
from ai.thieves.guided import GuidedEvaluator
from ai.thieves.learned import FEATURE_COUNT, FEATURE_NAMES, TombFeatures, is_in_game
from ai.value_file import format_value_file
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Variant
from engine.thieves.game import THIEVES
from engine.thieves.shipped import SHIPPED

HELD_OUT_EVERY = 5  # games
BATCH_POSITIONS = 512
POLICY_EPOCHS, EPOCHS = 8, 15
LEARNING_RATE = 0.01
L2 = 10.0  # towards the weights from which the fit starts
BETA_1, BETA_2 = 0.9, 0.999  # of Adam


class TombPositions(NamedTuple):
    """The positions at the beginning of each tomb: features, who is in the game, rewards, the number of the game, and the
    chances to win by the holdings alone."""

    features: np.ndarray
    in_game: np.ndarray
    rewards: np.ndarray
    game: np.ndarray
    handwritten: np.ndarray

    def at(self, chosen: np.ndarray) -> "TombPositions":
        return TombPositions(*[array[chosen] for array in self])


def collect_positions(players: int, games: int, simulations: int, first_seed: int) -> TombPositions:
    """The positions of games that the search plays against itself; without simulations, the policy alone plays."""
    edition = next(
        candidate for candidate in THIEVES.editions() if candidate.min_players <= players <= candidate.max_players
    )
    seats = tuple(Seat(f"seat {seat}") for seat in range(players))
    rows: list[tuple] = []
    for game in range(games):
        seed = first_seed + game
        state = THIEVES.start(Setup("thieves", seats, seed, Variant(edition.name)))
        evaluator = GuidedEvaluator(THIEVES, state.pieces, players)
        features = TombFeatures(evaluator.holdings)
        first_row, ply = len(rows), 0
        while state.mover != NOBODY:
            if evaluator.is_leaf(state):
                rows.append((*inputs_and_seats(features, state), None, game, features.holdings.win_chances(state)))
            state.apply(choose_move(state, evaluator, simulations, seed, ply))
            ply += 1
        rewards = list(THIEVES.rewards(state))
        rows[first_row:] = [(row[0], row[1], rewards, *row[3:]) for row in rows[first_row:]]
    return TombPositions(*map(np.array, zip(*rows, strict=True)))


def inputs_and_seats(features: TombFeatures, state) -> tuple[np.ndarray, list[bool]]:
    players = int(state.seat_count)
    features.fill_inputs(state)
    numbers = np.array(list(features.inputs)[: players * int(FEATURE_COUNT)]).reshape(players, int(FEATURE_COUNT))
    return np.concatenate([numbers, features.tombs_gone_share * numbers], 1), [
        is_in_game(state, seat) for seat in range(players)
    ]


def choose_move(state, evaluator: GuidedEvaluator, simulations: int, seed: int, ply: int) -> int:
    if state.move_count == 1:
        return state.menu[0]
    if not simulations:
        return evaluator.policy_move(state, seeded_hash(seed, ply) >> 33)
    search = Search(THIEVES, state, state.mover, seeded_hash(seed, 5, ply) >> 1, evaluator)
    search.run(simulations)
    return search.best()


def win_chances(weights: np.ndarray, of: TombPositions) -> np.ndarray:
    logits = np.where(of.in_game, of.features @ weights, -1e9)
    strengths = np.exp(logits - logits.max(1, keepdims=True))
    return strengths / strengths.sum(1, keepdims=True)


def log_losses(found: np.ndarray, of: TombPositions) -> np.ndarray:
    return -np.sum(of.rewards * np.log(np.maximum(found, 1e-9)), 1)


def fit(start_weights: np.ndarray, of: TombPositions, epochs: int, rng: np.random.Generator) -> np.ndarray:
    """Fit with Adam, with a learning rate that falls to 0. Returns the weights."""
    weights, mean, square, step = start_weights.copy(), np.zeros_like(start_weights), np.zeros_like(start_weights), 0
    count = len(of.game)
    for epoch in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count, BATCH_POSITIONS):
            part = of.at(order[start : start + BATCH_POSITIONS])
            errors = (win_chances(weights, part) - part.rewards) / len(part.game)
            gradient = np.einsum("ns,nsk->k", errors, part.features) + L2 / count * (weights - start_weights)
            step += 1
            mean = BETA_1 * mean + (1 - BETA_1) * gradient
            square = BETA_2 * square + (1 - BETA_2) * gradient**2
            corrected = np.sqrt(square / (1 - BETA_2**step)) + 1e-8
            weights = weights - LEARNING_RATE * (1 - epoch / epochs) * mean / (1 - BETA_1**step) / corrected
    return weights


def loss_report(weights: np.ndarray, held_out: TombPositions) -> str:
    """The log loss of both values, and the interval of the difference, for which each game is one sample."""
    learned, handwritten = (
        log_losses(win_chances(weights, held_out), held_out),
        log_losses(held_out.handwritten, held_out),
    )
    gain = learned - handwritten
    _, game = np.unique(held_out.game, return_inverse=True)
    sums = np.bincount(game, gain) - np.bincount(game) * gain.mean()
    half_width = 1.96 * np.sqrt(np.sum(sums**2)) / len(gain)
    return (
        f"{game.max() + 1} games held out, {len(gain)} positions: learned {learned.mean():.4f}, handwritten "
        f"{handwritten.mean():.4f}, difference {gain.mean():+.4f} +- {half_width:.4f}"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    numbers = (("players", 2), ("games", 2172), ("simulations", 80), ("seed", 210_000_000))
    for name, default in (*numbers, ("policy-games", 20_000), ("policy-seed", 200_000_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    weights = np.zeros(2 * int(FEATURE_COUNT))
    weights[0] = 1.0  # the logit of the holdings
    if args.policy_games:
        weights = fit(
            weights, collect_positions(args.players, args.policy_games, 0, args.policy_seed), POLICY_EPOCHS, rng
        )
    found = collect_positions(args.players, args.games, args.simulations, args.seed)
    held_out = found.game % HELD_OUT_EVERY == 0
    weights = fit(weights, found.at(~held_out), EPOCHS, rng)
    print(loss_report(weights, found.at(held_out)))
    if args.out:
        made = {"edition": "base"} | {name: value for name, value in vars(args).items() if name != "out"}
        args.out.write_text(
            format_value_file(weights.tolist(), FEATURE_NAMES, SHIPPED.fingerprint(), made), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
