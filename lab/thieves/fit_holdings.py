"""Fit what thieves' holdings are worth: the weights of `ai/thieves/holdings.py`, by logistic regression on games of the policy.

python -m lab.thieves.fit_holdings --players 3 --games 1800 --seed 450000
"""

import os
import sys
from argparse import ArgumentParser
from math import exp

if "VOK_COMPILED" in os.environ:
    sys.path.insert(0, os.environ["VOK_COMPILED"])

from ai.thieves.guided import GuidedEvaluator
from ai.thieves.holdings import FEATURE_COUNT, tombs_gone_share
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Variant
from engine.thieves.game import THIEVES
from engine.thieves.state import OUT, STATUS

EPOCHS = 8
LEARNING_RATE = 0.02

Example = tuple[list[list[float]], list[float]]  # the inputs of each thief who is not out, and their rewards


def examples(players: int, games: int, first_seed: int) -> list[Example]:
    """The positions at the beginning of each tomb, with the rewards of their games."""
    found_examples: list[Example] = []
    edition = next(
        candidate for candidate in THIEVES.editions() if candidate.min_players <= players <= candidate.max_players
    )
    seats = tuple(Seat(f"seat {seat}") for seat in range(players))
    for seed in range(first_seed, first_seed + games):
        state = THIEVES.start(Setup("thieves", seats, seed, Variant(edition.name)))
        evaluator = GuidedEvaluator(THIEVES, state.pieces, players)
        tomb_starts: list[tuple[list[int], list[list[float]]]] = []
        ply = 0
        while state.mover != NOBODY:
            if evaluator.is_leaf(state):
                living = [seat for seat in range(players) if state.cells[STATUS + seat] != OUT]
                tomb_starts.append((living, [inputs(evaluator, state, seat) for seat in living]))
            state.apply(evaluator.policy_move(state, seeded_hash(seed, ply) >> 33))
            ply += 1
        rewards = THIEVES.rewards(state)
        found_examples += [(rows, [rewards[seat] for seat in living]) for living, rows in tomb_starts]
    return found_examples


def inputs(evaluator, state, seat: int) -> list[float]:
    evaluator.holdings.fill_inputs(state, seat)
    features = list(evaluator.holdings.inputs)
    return features + [tombs_gone_share(state) * feature for feature in features]


def fit(found_examples: list[Example]) -> list[float]:
    weights = [0.0] * (2 * FEATURE_COUNT)
    for epoch in range(EPOCHS):
        rate = LEARNING_RATE / (1 + epoch)
        for rows, rewards in found_examples:
            logits = [sum(map(float.__mul__, weights, row)) for row in rows]
            strengths = [exp(logit - max(logits)) for logit in logits]
            total = sum(strengths)
            for row, reward, strength in zip(rows, rewards, strengths, strict=True):
                error = reward - strength / total
                weights = [weight + rate * error * feature for weight, feature in zip(weights, row, strict=True)]
    return weights


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    for name, default in (("players", 2), ("games", 1800), ("seed", 450000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    print([round(weight, 2) for weight in fit(examples(args.players, args.games, args.seed))])


if __name__ == "__main__":
    main()
