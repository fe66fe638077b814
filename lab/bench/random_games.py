"""Plays random games with every number of players and every option, and counts all pieces after every move.

    python -m lab.bench.random_games --game tal --games 10000

Only one option at a time differs from its default. Stops at the first game that loses or gains a piece, or does not end. With
VOK_COMPILED the compiled copy plays.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Final

if "VOK_COMPILED" in os.environ:
    sys.path.insert(0, os.environ["VOK_COMPILED"])

from ai.kit import kit_of
from ai.search.playout import Rng
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Edition, Variant
from engine.games import GAMES

MAX_DECISIONS: Final = 100_000  # a game with more does not end


def variants(edition: Edition) -> Iterator[Variant]:
    """The edition with its default choices, and with each other word of each option."""
    yield Variant(edition.name, edition.default_choices)
    for index, option in enumerate(edition.options):
        for word in option.words:
            if word != option.default:
                choices = list(edition.default_choices)
                choices[index] = word
                yield Variant(edition.name, tuple(choices))


def play(setup: Setup, number: int) -> tuple[int, int, int]:
    """Play one game. Returns its number of decisions, its number of turns or rounds, and the length of its longest menu. Raises
    ValueError if it loses or gains pieces, or does not end."""
    game = GAMES[setup.game]
    kit = kit_of(game)
    state, rng = game.start(setup), Rng(setup.seed)
    pieces = kit.count_pieces_by_kind(state)
    longest_menu = 0
    for decision in range(MAX_DECISIONS):
        if state.mover == NOBODY:
            return decision, game.turn(state), longest_menu
        menu = state.legal_moves()
        longest_menu = max(longest_menu, len(menu))
        state.apply(menu[rng.below(len(menu))])
        if kit.count_pieces_by_kind(state) != pieces:
            raise ValueError(f"game {number}: pieces were lost or gained in decision {decision + 1}")
    raise ValueError(f"game {number} does not end")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"{'players, variant':<32} {'games':>6}   {'decisions':>17}   {'turns':>17}   answers")
    for edition in GAMES[args.game].editions():
        for players in edition.player_counts:
            seats = tuple(Seat(f"seat {seat}") for seat in range(players))
            for variant in variants(edition):
                games = [
                    play(Setup(args.game, seats, seeded_hash(args.seed, n) >> 1, variant), n) for n in range(args.games)
                ]
                decisions, turns, answers = zip(*games, strict=True)
                name = " ".join([str(players), edition.name, *variant.choices])
                print(
                    f"{name:<32} {args.games:>6}   {spread_text(decisions)}   {spread_text(turns)}   {max(answers)}",
                    flush=True,
                )


def spread_text(numbers: tuple[int, ...]) -> str:
    return f"{min(numbers):>4} {sum(numbers) / len(numbers):>6.1f} {max(numbers):>5}"


if __name__ == "__main__":
    main()
