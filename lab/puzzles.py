"""Puzzles from simulated games: open decisions with one answer that is clearly best, and that the scribe misses.

A decision becomes a puzzle if

1. the quick pass of the analysis finds that the best answer is worth MIN_GAP more than any other, and the scribe chooses another
   one, in nearly all of its tries;
2. the same holds in trees of 16,000 simulations, while the quick pass of an analysis has 400 and confirms its marks with 6,400;
3. in whole games from there, played in pairs with the same luck, the best answer wins clearly more than the second best.

One decision in a thousand is a puzzle, so the cheapest looks come first, and each drops most of what it sees: the scribe's answer
against the one that was played, a glance, a screening, the quick pass, a race with a quarter of the work, the large trees, and
whole games, which end as soon as they are clear either way. The first two looks ask for less than a puzzle must prove in the end.

Everything is computed from what the seat can know, so a puzzle is the same whatever is hidden. Equal settings give equal
puzzles, on every machine and with any number of processes.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import (
    COMPARISON,
    CONFIRMATION,
    Estimate,
    Screened,
    SeenDecision,
    compare_answers,
    judged_answer,
    loss_between,
    mean_and_error,
    question_at,
    screen_answers,
)
from ai.analysis.decision import COMPILED_BUDGET, CONFIRMED, STAGES, UNIT, AnalysisBudget, Decision
from ai.analysis.reasons import explain_decision
from ai.analysis.rest import lead_of
from ai.analysis.yardstick import EQUAL, WORSE, PlayedOn, played_on
from ai.bots.bot import choose, decision_seed
from ai.bots.player_spec import spec_from_seat_text
from ai.kit import kit_of
from ai.levels import PHARAOH, PRIEST, SCRIBE, SHABTI, VIZIER, Budget
from ai.search.mcts import Search
from engine.core.game import NOBODY, NOTHING, Game, Seat, Setup, State
from engine.core.luck import nth_seed, seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from lab.game_runner import LevelSeatPlayer
from lab.turn_puzzles import TurnPuzzle, mine_turns, searches

MIN_GAP: Final = 0.08  # between the best and the second best answer, in winning chance
QUICK_GAP: Final = 0.09  # the same in the quick pass: more, because whole games seldom confirm what is just enough
MIN_CHANCE: Final = 0.15  # of the best answer: what is lost anyway is no puzzle
GLANCED_LOSS: Final = 0.04  # of the scribe's answer; below it at the first glance, a decision is not looked at again
GLANCED_GAP: Final = 0.03  # below it at the first glance
SCREENED_GAP: Final = 0.06  # below it after the screening
RACED_GAP: Final = 0.08  # below it after a quarter of the deeper pass
FAR_FROM_END: Final = 160  # moves; from there whole games take longest, so only some games are searched so early
GAMES_FOR_EARLY_LOOK: Final = 3  # one of so many
MAX_STEPS: Final = 3  # answers that are made, if there are two equal ones, to find one that is clearly best
FEW_ANSWERS: Final = 4  # up to which the deeper pass compares all of them, and needs no screening
COMPARED: Final = 2  # the best answers that are compared
MAX_SCRIBE_SHARE: Final = 0.3  # of its tries in which the scribe may find the answer
PAIRS_EACH: Final = 20  # pairs of whole games between looks at the result
MIN_PAIRS: Final = 40
CLEAR_Z: Final = 2.75  # at which the pairs end early
LAST_Z: Final = 2.0  # after the last pair
HOPELESS_Z: Final = 1.25
MIN_WON: Final = 0.05  # of whole games, more than with the second best answer


class MiningBudget(NamedTuple):
    """How much work a decision gets, in simulations: `glance`, `screening` and `deep_screening` for all answers together,
    `comparison`, `race` and `deep_comparison` for each of the best, `game` for each decision in whole games. At most `pairs` of
    these games are played. A glance spends at least `each` on each answer, a screening 2 and 40 times as much."""

    glance: int = 240
    screening: int = 1600
    deep_screening: int = 32_000
    comparison: int = 1600
    race: int = 4000
    deep_comparison: int = 16_000
    game: int = 24
    pairs: int = 240
    each: int = 4

    def scaled(self, share: float) -> "MiningBudget":
        """The same budget with this share of the work, for a trial."""
        scaled = MiningBudget(*[max(1, round(share * part)) for part in self])
        return scaled._replace(pairs=max(PAIRS_EACH, scaled.pairs)) if share < 1 else self


FULL_BUDGET: Final = MiningBudget()

PLAYERS_OF_GAMES: Final = (PRIEST, VIZIER)  # who plays the games by default; they swap seats from game to game
MINING_STREAM: Final = 0x9022  # keeps the seeds of these games apart from all others
GAMES_USE, SOLVER_USE, SCRIBE_USE = 50, 51, 52  # uses of seeds, beside those of the analysis
SOLVERS: Final = {SCRIBE: (10, 0), PRIEST: (10, 0), VIZIER: (10, 0), PHARAOH: (6, 2000)}  # tries, simulations


class Counts(NamedTuple):
    """How many decisions of a game came how far."""

    decisions: int = 0
    candidates: int = 0
    confirmed: int = 0  # by more work
    puzzles: int = 0  # by whole games too


class PuzzleDecision(NamedTuple):
    """A decision that is a puzzle: where it is in its game, all about it, how often each level found the answer, and its
    proof."""

    node: int
    decision: Decision
    solved: dict[str, float]
    on: PlayedOn
    proof: "Proof"


def mining_setup(
    game: str, variant: Variant, players: int, seed: int, number: int, levels: Sequence[str] = PLAYERS_OF_GAMES
) -> Setup:
    """The setup of a game that is searched for puzzles. `levels` play it, in turn."""
    levels = [levels[(place + number) % len(levels)] for place in range(players)]
    seats = tuple([Seat(f"{level} {place}", level) for place, level in enumerate(levels, start=1)])
    return Setup(game, seats, seeded_hash(seed, MINING_STREAM, number) >> 1, variant)


def played_match(setup: Setup, advise: Callable[[Match, int], int] = lambda _, move: move) -> Match:
    """The game of a setup, played by the levels of its seats. `advise` gets the open question and the move that its seat has
    chosen, and returns the move that is played."""
    match = Match(GAMES[setup.game], setup)
    specs = [spec_from_seat_text(player.level) for player in setup.seats]
    players = [LevelSeatPlayer(match.game, seat, spec.level, spec.budget) for seat, spec in enumerate(specs)]
    ply = 0
    while not match.is_over:
        seat = int(match.state.mover)
        move = players[seat].choose(match.state, decision_seed(setup.seed, ply, seat), ply)
        match.play(match.game.action(match.state, advise(match, move)))
        ply += 1
    return match


def mine_game(setup: Setup, budget: MiningBudget = FULL_BUDGET) -> tuple[Counts, Match, list[PuzzleDecision]]:
    """Play a game, and find its puzzles: at most one for each turn."""
    match = played_match(setup)
    counts = Counts()
    puzzles: list[PuzzleDecision] = []
    last_chapter = None
    path = match.log.path(match.log.head)
    for place, (node, child) in enumerate(pairwise(path)):
        is_far_from_end = len(path) - place > FAR_FROM_END
        if is_far_from_end and setup.seed % GAMES_FOR_EARLY_LOOK:
            continue
        if match.at(node).move_count < 2 or match.asks_secretly(node):
            continue
        counts = counts._replace(decisions=counts.decisions + 1)
        if match.chapter(node) == last_chapter:
            continue
        question = question_at(match, node)
        if question.calibration is None:
            continue
        missed = answer_of(question, SCRIBE, 0, question.seed(SCRIBE_USE))
        if missed == match.game.move(question.root, match.log.actions[child]) and searches(setup, question.seat):
            continue  # a player who thinks ahead would not do better
        looked_at = candidate_from(match, node, question, missed, budget)
        if looked_at is None:
            continue
        node, question, candidate = looked_at
        if solved_share(question, candidate.best, SCRIBE) > MAX_SCRIBE_SHARE:
            continue
        counts = counts._replace(candidates=counts.candidates + 1)
        deep = confirm_candidate(question, candidate, budget)
        if deep is None:
            continue
        counts = counts._replace(confirmed=counts.confirmed + 1)
        puzzle = prove(match, node, question, deep, budget)
        if puzzle is not None:
            puzzles.append(puzzle)
            last_chapter = match.chapter(node)
    return counts._replace(puzzles=len(puzzles)), match, puzzles


def candidate_from(
    match: Match, node: int, question: SeenDecision, missed: int, budget: MiningBudget
) -> "tuple[int, SeenDecision, Candidate] | None":
    """The candidate at a decision, or at a later one of the same turn: if two answers look equally good, and both better than the
    scribe's, they are often moves that can be made in any order, so the second is made, and the first may then be clearly best.
    With the node and the question. None if there is none."""
    for _ in range(MAX_STEPS + 1):
        found = find_candidate(question, missed, budget)
        if isinstance(found, Candidate):
            return node, question, found
        if found == NOTHING:
            return None
        chapter = match.chapter(node)
        node = match.try_action(node, match.game.action(question.root, found))
        while match.mover(node) == question.seat and match.at(node).move_count == 1:
            node = match.try_action(node, match.game.action(match.at(node), match.at(node).menu[0]))
        if match.mover(node) != question.seat or match.chapter(node) != chapter or match.asks_secretly(node):
            return None
        question = question_at(match, node)
        missed = answer_of(question, SCRIBE, 0, question.seed(SCRIBE_USE))
    return None


class Candidate(NamedTuple):
    """The best answer of a question, the second best and the scribe's, with what is known about all answers."""

    best: int
    second: int
    missed: int  # what the scribe answers
    estimates: dict[int, Estimate]


def find_candidate(question: SeenDecision, missed: int, budget: MiningBudget) -> Candidate | int:
    """The quick pass. `missed` is what the scribe answers. If two answers are equally good, and better than that, the second of
    them; NOTHING if the scribe does well, or if it is a secret choice."""
    moves = question.distinct_moves([missed])
    if len(moves) < 2:
        return NOTHING
    screened = screen_answers(question, max(budget.glance, budget.each * len(moves)), moves)
    best, second = ranked_by_screening(screened)[:2]
    if screened[best].reward - screened[missed].reward < GLANCED_LOSS or question.is_concealed(best):
        return NOTHING
    if screened[best].reward - screened[second].reward < GLANCED_GAP:
        return second
    screened = screen_answers(question, max(budget.screening, 2 * budget.each * len(moves)), moves)
    best, second = ranked_by_screening(screened)[:2]
    if screened[best].reward - screened[missed].reward < SCREENED_GAP:
        return NOTHING
    if screened[best].reward - screened[second].reward < SCREENED_GAP:
        return second
    compared = compare_answers(question, [best, second, missed], COMPARISON, budget.comparison)
    if compared[best].value < MIN_CHANCE:
        return NOTHING
    return as_candidate(screened, compared, best, missed, QUICK_GAP) or NOTHING


def confirm_candidate(question: SeenDecision, candidate: Candidate, budget: MiningBudget) -> Candidate | None:
    """The same with large trees. None if the gap is then below MIN_GAP."""
    best, second = candidate.best, candidate.second
    raced = compare_answers(question, [best, second], CONFIRMATION, budget.race)
    if loss_between(raced, best, second) < RACED_GAP:
        return None
    moves = question.distinct_moves([best, second, candidate.missed])
    screened = screen_answers(question, max(budget.deep_screening, 40 * budget.each * len(moves)), moves)
    if len(moves) <= FEW_ANSWERS:
        compared = compare_answers(question, moves, CONFIRMATION, budget.deep_comparison)
    else:
        if ranked_by_screening(screened)[0] != best:
            return None
        favourites = [*ranked_by_screening(screened)[:COMPARED], second]
        compared = compare_answers(question, favourites, CONFIRMATION, budget.deep_comparison)
    deep = as_candidate(screened, compared, best, candidate.missed, MIN_GAP)
    return deep if deep is not None and is_clear(deep.estimates) else None


def is_clear(estimates: dict[int, Estimate]) -> bool:
    """Whether the best answer is clearly better than all others, also than those that were only screened, and worth finding."""
    best, second = ranked(estimates)[:2]
    return loss_between(estimates, best, second) >= MIN_GAP and estimates[best].value >= MIN_CHANCE


def as_candidate(
    screened: dict[int, Screened],
    compared: dict[int, Estimate],
    best: int,
    missed: int,
    min_gap: float,
) -> Candidate | None:
    """A candidate from two passes; None if the best answer is not the same, or not better than all others by `min_gap`."""
    first, second = ranked(compared)[:2]
    if first != best or loss_between(compared, best, second) < min_gap:
        return None
    others = {}
    for move, other in screened.items():  # answers that were only screened keep their distance
        value = max(0.0, compared[best].value - (screened[best].reward - other.reward))
        others[move] = compared[best]._replace(value=value, tree_size=other.simulations, line=())
    return Candidate(best, second, missed, others | compared)


def ranked_by_screening(screened: dict[int, Screened]) -> list[int]:
    """The answers, the best first."""
    return sorted(screened, key=lambda move: -screened[move].reward)


def ranked(estimates: dict[int, Estimate]) -> list[int]:
    """The answers, the best first."""
    return sorted(estimates, key=lambda move: -estimates[move].value)


def answer_of(question: SeenDecision, level: str, simulations: int, seed: int) -> int:
    """What a level answers."""
    return choose(question.game, question.root, question.seat, level, Budget(simulations), seed)


def prove(
    match: Match, node: int, question: SeenDecision, deep: Candidate, budget: MiningBudget
) -> PuzzleDecision | None:
    """The puzzle of a confirmed candidate; None if whole games do not confirm it."""
    proof = won_in_whole_games(question, deep.best, deep.second, budget)
    if proof.won < MIN_WON or proof.won < LAST_Z * proof.error:
        return None
    on = played_on(question, [deep.best], [deep.second])
    if on.verdict in (EQUAL, WORSE):
        return None
    decision = explain_decision(match, decision_of(match, node, question, deep), explaining_budget(budget))
    solved = {level: solved_share(question, deep.best, level) for level in SOLVERS}
    solved[SHABTI] = round(1 / len(question.moves), 3)
    return PuzzleDecision(node, decision, solved, on, proof)


def explaining_budget(budget: MiningBudget) -> AnalysisBudget:
    """The budget for reasons: the usual one, or in a trial a small one."""
    return (
        COMPILED_BUDGET if budget == FULL_BUDGET else COMPILED_BUDGET.scaled(budget.screening / FULL_BUDGET.screening)
    )


def solved_share(question: SeenDecision, best: int, level: str) -> float:
    """In how many of its tries a level finds the answer."""
    tries, simulations = SOLVERS[level]
    found = 0
    for number in range(tries):
        found += answer_of(question, level, simulations, nth_seed(question.seed(SOLVER_USE), number) >> 1) == best
    return round(found / tries, 3)


class Proof(NamedTuple):
    """What pairs of whole games with the same luck say about the best answer of a puzzle against the second best: how much more
    it won, in shares of the victory, the standard error of that, and how many points further ahead it ended."""

    won: float
    error: float
    points: float
    pairs: int


def won_in_whole_games(question: SeenDecision, best: int, second: int, budget: MiningBudget) -> Proof:
    """The proof from pairs of whole games. It may end early when the result is clear, and after half of the pairs before the late
    stage, as games are long there."""
    shares: list[float] = []
    points: list[float] = []
    most_pairs = budget.pairs if question.stage == STAGES[-1] else budget.pairs // 2
    game, seat = question.game, question.seat
    while len(shares) < most_pairs:
        for _ in range(PAIRS_EACH):
            pair = len(shares)
            deal = game.determinize(question.root, seat, nth_seed(question.seed(GAMES_USE), pair))
            ends = [end_of_game(question, deal, move, pair, budget.game) for move in (best, second)]
            won, lost = (float(game.rewards(end)[seat]) for end in ends)
            ahead, behind = (lead_of(game, end, seat) for end in ends)
            shares.append(won - lost)
            points.append(ahead - behind)
        mean, error = mean_and_error(shares)
        if mean + HOPELESS_Z * error < MIN_GAP:
            break
        if len(shares) >= MIN_PAIRS and mean >= MIN_WON and mean > CLEAR_Z * error:
            break
    mean, error = mean_and_error(shares)
    return Proof(round(mean, 3), round(error, 3), round(mean_and_error(points)[0], 1), len(shares))


def end_of_game(question: SeenDecision, deal: State, move: int, pair: int, simulations: int) -> State:
    """The end of a whole game in a deal after an answer. All seats search with so many simulations."""
    game: Game[Any] = question.game
    state = deal.copy()
    state.apply(move)
    step = 0
    while state.mover != NOBODY:
        if state.move_count == 1:
            state.apply(state.menu[0])
            continue
        seed = seeded_hash(question.seed(GAMES_USE), pair, step) >> 1
        search = Search(game, state, state.mover, seed, question.evaluator)
        search.run(simulations)
        state.apply(search.best())
        step += 1
    return state


def decision_of(match: Match, node: int, question: SeenDecision, deep: Candidate) -> Decision:
    """The decision of a puzzle, as if the scribe's answer had been played. `loss` is what that answer costs."""
    answers = [
        judged_answer(question, move, deep.estimates[move], deep.estimates[move].simulations)
        for move in ranked(deep.estimates)
    ]
    played = ranked(deep.estimates).index(deep.missed)
    best = answers[0]
    return Decision(
        node=node,
        digest=match.at(node).digest() & 0xFFFFFFFF,
        seat=question.seat,
        kind=question.kit.decision_kind(question.root, deep.best, deep.missed),
        stage=question.stage,
        state=CONFIRMED,
        answers=tuple(answers),
        answer_count=len(answers),
        played=played,
        loss=(best.chance or 0.0) - (answers[played].chance or 0.0),
        loss_points=max(0.0, (best.margin or 0.0) - (answers[played].margin or 0.0)),
        starts_turn=not question.is_within_turn,
        has_chances=True,
    )


# -- as JSON values


def packed_difference(on: PlayedOn) -> list[float]:
    """What playing on has found, as a line of a file holds it: the difference in chance, its error, and the pairs."""
    return [round(on.difference, 3), round(on.error, 3), on.pairs]


def mined_game(setup: Setup, budget: MiningBudget = FULL_BUDGET) -> dict[str, Any]:
    """The puzzles of a game, and its counts, as JSON values: whole turns in a game that is judged by turns, else answers."""
    if kit_of(GAMES[setup.game]).judges_turns:
        match = played_match(setup)
        found, turns = mine_turns(match, budget.screening / FULL_BUDGET.screening)
        return {"counts": [*found, len(turns)], "puzzles": [packed_turn(match, turn) for turn in turns]}
    counts, match, puzzles = mine_game(setup, budget)
    return {"counts": list(counts), "puzzles": [packed_puzzle(match, puzzle) for puzzle in puzzles]}


def packed_turn(match: Match, puzzle: TurnPuzzle) -> dict[str, Any]:
    """A puzzle of a whole turn, in the same way."""
    return {
        **packed_position(match, puzzle.node, puzzle.decision),
        "others": [],
        "solved": puzzle.solved,
        "on": packed_difference(puzzle.on),
        "themes": list(puzzle.themes),
    }


def packed_puzzle(match: Match, puzzle: PuzzleDecision) -> dict[str, Any]:
    """A puzzle as `Puzzle.from_packed` reads it, without the title and the rating that it gets last."""
    decision = puzzle.decision
    kept = {answer.action for answer in Decision.from_packed(decision.pack()).answers}
    return {
        **packed_position(match, puzzle.node, decision),
        "others": [
            [answer.action.pack(), round(UNIT * (answer.chance or 0.0)), round(10 * (answer.margin or 0.0))]
            for answer in decision.answers
            if answer.action not in kept
        ],
        "solved": puzzle.solved,
        "on": packed_difference(puzzle.on),
        "games": list(puzzle.proof),
    }


def packed_position(match: Match, node: int, decision: Decision) -> dict[str, Any]:
    """The game of a puzzle up to its position, and its decision."""
    game, setup = match.game, match.setup
    moves = [game.move(match.at(before), match.log.actions[child]) for before, child in pairwise(match.log.path(node))]
    return {
        "game": setup.game,
        "edition": setup.edition,
        "players": [seat.level for seat in setup.seats],
        "seed": setup.seed,
        "rules": setup.rules,
        "data": game.fingerprint(setup),
        "values": kit_of(game).value_key(match.at(node)),
        "moves": " ".join([f"{move:x}" for move in moves]),
        "decision": decision.pack(),
    }
