"""How much the best level loses with few simulations, in the eyes of a search with many.

    VOK_COMPILED=build/compiled python lab/bench/best_move_regret.py --positions 200 --seed 99000000

takes questions from games of Valley of the Kings, two players, the best level against itself, and answers each with FEW
simulations. A search with MANY and another seed says how much less the chance of winning is after this answer than after its own.
It judges in two ways: by the means of its one tree, and by a tree of MANY for each of the two answers, with the same deals. The
second is the surer one: in one tree, a move with few visits has few of its answers tried. Both the values of today and those of
the first version answer and judge. Errors are 95% intervals, by position.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.bots.bot import choose, decision_seed
from ai.kit import kit_of
from ai.levels import PHARAOH, Budget
from ai.search.mcts import Search
from ai.value_file import FIRST_VALUES
from engine.core.game import NOBODY, NOTHING, Game, Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.games import GAMES

FEW: Final = 400
MANY: Final = 8_000
PLAY: Final = Budget(100)  # with which the games are played
TAKEN_ONE_IN: Final = 20  # of the questions with a choice
GREAT_LOSS: Final = 0.05
VALUES: Final = ("", FIRST_VALUES)  # today's and the first


def questions(game: Game[Any], edition: str, first_seed: int) -> Iterator[tuple[State, int]]:
    """Questions with a choice that the search is asked, each with a seed; without end."""
    seed = first_seed
    while True:
        state = game.start(Setup(game.name(), (Seat("a"), Seat("b")), seed, edition))
        ply = 0
        while state.mover != NOBODY:
            ply_seed = decision_seed(seed, ply, int(state.mover))
            if state.move_count > 1 and seeded_hash(ply_seed) % TAKEN_ONE_IN == 0:
                yield state.copy(), ply_seed
            state.apply(choose(game, state, int(state.mover), PHARAOH, PLAY, ply_seed))
            ply += 1
        seed += 1


def searched(game: Game[Any], state: State, seed: int, values: str, answer: int = NOTHING) -> Search:
    """A tree of MANY simulations, of all answers or of one."""
    search = Search(game, state, int(state.mover), seed, kit_of(game).evaluator(state, values), first_move=answer)
    search.run(MANY)
    return search


def losses(game: Game[Any], state: State, seed: int, judge: str) -> list[tuple[float, float]]:
    """For the answers with each of VALUES: the loss by the means of one tree, and by a tree for each answer."""
    judging = searched(game, state, seed + 1, judge)
    best = judging.best()
    means = {move: reward / visits for move, visits, reward in judging.move_stats()}
    found = []
    for values in VALUES:
        move = choose(game, state, int(state.mover), PHARAOH, Budget(FEW), seed, values)
        after = [0.0, 0.0]
        if move != best:
            trees = [searched(game, state, seed + 2, judge, answer) for answer in (best, move)]
            after = [tree.first.mean() for tree in trees if tree.first is not None]
        found.append((means[best] - means[move], after[0] - after[1]))
    return found


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=99_000_000)
    args = parser.parse_args()
    game = GAMES["valley"]
    asked = [found for found, _ in zip(questions(game, args.edition, args.seed), range(args.positions), strict=False)]
    for judge in VALUES:
        by_question = [losses(game, state, seed, judge) for state, seed in asked]
        for place, values in enumerate(VALUES):
            for way in (0, 1):
                lost = [found[place][way] for found in by_question]
                mean = sum(lost) / len(lost)
                error = 1.96 * sqrt(sum((one - mean) ** 2 for one in lost)) / len(lost)
                great = sum(one > GREAT_LOSS for one in lost)
                print(
                    f"answers of {values or 'today'}, judged by {judge or 'today'}, {('one tree', 'a tree each')[way]}: "
                    f"{mean:.4f} ± {error:.4f}, {great} of {len(lost)} above {GREAT_LOSS}, "
                    f"{sum(one != 0.0 for one in lost)} differ",
                    flush=True,
                )


if __name__ == "__main__":
    main()
