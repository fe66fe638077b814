"""The yardstick: which of two answers, or of two ends of a turn, is better, by playing on from both.

Both are played in the same deals, and all seats go on to a place at rest. Pairs are added until it is clear which one is better,
or that they are equal. It shares as little as possible with what it is to test: other players go on, with other seeds, one turn
or round further, or to the end of the game.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.analysis.analyse import SeenDecision, mean_and_error
from ai.analysis.rest import Player, play_further, play_to_rest
from ai.bots.bot import choose
from ai.levels import Budget
from ai.search.mcts import Search
from engine.core.game import NOBODY, State
from engine.core.luck import nth_seed, seeded_hash

YARDSTICK: Final = 40  # the use of seeds, apart from those of the analysis
BETTER, WORSE, EQUAL, OPEN = "better", "worse", "equal", "open"  # verdicts on the first of the two
SAME_WITHIN: Final = 0.02  # in chance: answers that differ by less are equal
CLEAR_Z: Final = 2.6  # standard errors: the result is looked at again and again
PAIRS_EACH: Final = 8  # between two looks
MIN_PAIRS: Final = 16
MAX_PAIRS: Final = 160
SIMULATIONS: Final = 60  # of the usual player
FURTHER: Final = 1  # turns or rounds that are played after the first place at rest
TO_END: Final = -1


class PlayedOn(NamedTuple):
    """What the first of two answers is worth more than the second: in chance, with its standard error, and in points ahead of the
    best other seat. `verdict` is BETTER, WORSE, EQUAL (within SAME_WITHIN) or OPEN."""

    verdict: str
    difference: float
    error: float
    points: float
    pairs: int


def played_on(
    question: SeenDecision,
    first: Sequence[int],
    second: Sequence[int],
    *,
    player: Player | None = None,
    further: int = FURTHER,
    max_pairs: int = MAX_PAIRS,
) -> PlayedOn:
    """Compare two answers to a question, or two plans: moves of its seat, one after another, which are given up where a deal does
    not allow them. `player` goes on for all seats, by default with a tree for each; to the next place at rest and `further`
    ones, with TO_END to the end of the game. Costs up to `max_pairs` times two continuations."""
    player = player or with_a_tree_for_each(question, SIMULATIONS)
    chances: list[float] = []
    points: list[float] = []
    while True:
        for _ in range(PAIRS_EACH):
            pair = len(chances)
            deal = question.game.determinize(question.root, question.seat, nth_seed(question.seed(YARDSTICK), pair))
            seed = seeded_hash(question.seed(YARDSTICK), pair)
            better, other = (
                question.worth_of(continued(question, deal, moves, player, further, seed)) for moves in (first, second)
            )
            chances.append(better.chance - other.chance)
            points.append(better.margin - other.margin)
        difference, error = mean_and_error(chances)
        verdict = verdict_on(difference, error)
        if len(chances) >= max_pairs or (verdict != OPEN and len(chances) >= MIN_PAIRS):
            return PlayedOn(verdict, difference, error, mean_and_error(points)[0], len(chances))


def with_a_tree_for_each(question: SeenDecision, simulations: int) -> Player:
    """A player that searches with a tree for each seat, in which that seat chooses by what it sees; where others follow a policy
    instead, with one. The analysis searches with one tree."""
    evaluator, seats = question.evaluator, question.setup.player_count
    trees = 1 if evaluator.has_policy else seats

    def choose_move(state: State, seed: int) -> int:
        search = Search(question.game, state, state.mover, seed, evaluator, trees=trees)
        search.run(simulations)
        return search.best()

    return choose_move


def level_player(question: SeenDecision, level: str, simulations: int) -> Player:
    """A level with so many simulations as a player."""
    game = question.game
    return lambda state, seed: choose(game, state, int(state.mover), level, Budget(simulations), seed)


def continued(
    question: SeenDecision, deal: State, moves: Sequence[int], player: Player, further: int, seed: int
) -> State:
    """The position at rest to which all seats come from a deal after these moves of the seat."""
    game, state = question.game, deal.copy()
    for move in moves:
        if state.mover != question.seat or move not in state.legal_moves():
            break
        state.apply(move)
    play_to_rest(game, state, player, seeded_hash(seed, 0))
    places = 0
    while state.mover != NOBODY and places != further:
        places += 1
        play_further(game, state, player, seeded_hash(seed, places))
    return state


def verdict_on(difference: float, error: float) -> str:
    """What a mean difference with this standard error settles."""
    if abs(difference) + CLEAR_Z * error < SAME_WITHIN:
        return EQUAL
    if abs(difference) <= CLEAR_Z * error:
        return OPEN
    return BETTER if difference > 0.0 else WORSE
