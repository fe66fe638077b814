"""Plans: whole ways through a stretch of a turn (`ai.analysis.stretches`), known by their ends and valued by playing them on.

One tree is searched from the start of the stretch. Every way that it visited twice is followed to its end. Long stretches are
also played out several times with other luck (`GameKit.plan_tries`), because one tree seldom sees their ends. Two ways with the
same end, as far as the seat can know, are one plan, whatever their order; the shortest list of steps stands for it. So there are
no marks for transpositions, nor for a card that is drawn before the rest of a good plan is played.

A tree compares ends badly, so the most visited ones and the one that was played are played on in common deals: the rest of the
turn by small searches, then the next seat's own tree at the start of its turn. Two deals are for all of them, two more for the
best. The best of several estimates is too high, so deals of their own give what the played plan has cost: two for statistics, and
more where it may deserve a mark, until it is clear whether it does.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ai.analysis.analyse import SeenDecision, Worth, mean_and_error, played_move, question_at, solve_question
from ai.analysis.decision import (
    CLEARLY_BAD_LOSS,
    COMPILED_BUDGET,
    CONFIRMED,
    INACCURACY_LOSS,
    MAX_PLAN_STEPS,
    MAX_PLANS,
    NO_MATTER,
    NO_MATTER_LOSS,
    PROVISIONAL,
    SOLVED,
    AnalysisBudget,
    Decision,
    JudgedAnswer,
    LineStep,
    Plan,
    Turn,
)
from ai.analysis.rest import LONG_PLAY, MAX_PLAYED_ON, any_move, play_further, play_one, searching
from ai.analysis.stretches import Stepped, Stretch, after_answer
from ai.kit import GameKit
from ai.search.last_turn import NO_LIMIT, SOLVING_SEED, LastTurnSolver, best_answer, solved_line
from ai.search.mcts import Node, Search
from engine.core.action import Action
from engine.core.game import NOBODY, NOTHING, State
from engine.core.luck import nth_seed, seeded_hash
from engine.core.match import Match

CANDIDATES: Final = 8  # ends that are compared, besides the played one
FAVOURITES: Final = 3  # of them, which are played on in more deals
ALL: Final = 1000
# How many of the best ends, and the played one, are played on in how many more deals.
ROUNDS: Final = ((ALL, 2), (FAVOURITES, 2))
LONG_ROUNDS: Final = ((ALL, 3), (CANDIDATES, 3), (FAVOURITES, 4))  # the same where stretches are also played out
FAIR_DEALS: Final = 2  # of their own, for the loss that statistics count
MARK_DEALS: Final = 8  # of their own, between two looks whether a mark is clear
MAX_MARK_DEALS: Final = 64
CLEAR_Z: Final = 2.0  # standard errors, for a mark
DEEP_TREE: Final = 5  # times the usual tree at the next turn, for a mark
SMALL_TREE: Final = 600  # with a smaller one, without a compiler, there are fewer tries and fewer deals
LESS: Final = 4  # times
LONG_TREE: Final = 4  # times the usual tree where stretches are also played out, to find ways of many steps
TRIES_SHARE: Final = 8  # a tree has so many times the simulations of a search that plays a stretch out
MIN_VISITS: Final = 2  # of a way that is followed
MAX_WAYS: Final = 24  # of one end that are kept
MAX_NODES: Final = 4000  # that are looked at to find ends
STEP_SIMULATIONS: Final = 50  # between two chances to stop
ATTEMPT_DEALS: Final = 10_000  # seeds apart of the deals of all attempts
OPEN_DEALS: Final = 6  # in which a plan must still be possible after an early draw
MIN_TRIED_PAIRS: Final = 6  # of deals in which a plan that somebody tries is compared with the best one
TRIED_PAIRS: Final = 24
PLAN_TREE, END_DEAL, PLAN_DEALS, PLAYED_ON, FAIR, PLAN_TRIES, TRIED, PLAN_FAR = range(
    20, 28
)  # uses of seeds: see `SeenDecision.seed`


class Sizes(NamedTuple):
    """Simulations: of the tree at the start, of a search that plays the turn on, of the next seat's tree; and the deals in which
    that is settled."""

    tree: int
    playing_on: int
    next_turn: int
    settled: int

    @staticmethod
    def within(budget: AnalysisBudget, kit: GameKit) -> "Sizes":
        """The sizes for a budget: 2,400, 60, 80 and 40 for the usual one; 30 instead of 60 where so much is played on that
        stretches are played out, too."""
        comparison, playing_on = budget.comparison, budget.continuation // (2 if kit.plan_tries() else 1)
        return Sizes(
            max(8, comparison * 3 // 2), max(1, playing_on), max(8, comparison // 20), max(4, comparison // 40)
        )

    def scaled(self, share: float) -> "Sizes":
        """The same with this share of the work, for a hint that must come soon."""
        return Sizes(*[max(least, round(share * size)) for least, size in zip((60, 4, 8, 4), self, strict=True)])


NO_WORTH: Final = Worth(0.0, 0.0)


class Way(NamedTuple):
    """The answers to an end, and the keys of the positions on the way: one more, the last of which is the key of the end."""

    moves: tuple[int, ...]
    keys: tuple[int, ...]


@dataclass
class End:
    """An end of a stretch: the ways that lead there, how often the tree took them, and what it was worth in each deal."""

    ways: list[Way]
    visits: int
    shows: bool
    worths: dict[int, Worth] = field(default_factory=dict)  # by the seed of the deal
    far: list[Worth] = field(default_factory=list)  # in other deals, one turn or round further
    correction: Worth = NO_WORTH  # that the latter ask for: see `PlanSearch.refine`

    @property
    def moves(self) -> tuple[int, ...]:
        """The shortest way."""
        return min([way.moves for way in self.ways], key=len)

    def mean(self) -> Worth:
        """The mean over all deals so far, with the correction."""
        near, more = _mean(list(self.worths.values())), self.correction
        return Worth(min(1.0, max(0.0, near.chance + more.chance)), near.margin + more.margin)

    def found_further(self) -> Worth:
        """What the deals that were played on further find more."""
        near, far = _mean(list(self.worths.values())), _mean(self.far)
        return Worth(far.chance - near.chance, far.margin - near.margin)


def ends_of(question: SeenDecision, tree: Search) -> dict[int, End]:
    """The ends that a tree has visited, by their keys, the most visited first."""
    ends: dict[int, End] = {}
    world = question.game.determinize(question.root, question.seat, question.seed(END_DEAL))
    left = MAX_NODES
    waiting: list[tuple[Node, State, Way]] = [(tree.root, world, Way((), (_key(question, world),)))]
    while waiting and left > 0:
        node, position, way = waiting.pop()
        followed = _followed(question, node, position)
        if not followed:  # the tree goes no further
            stopped, last = _stopped(question, position, way)
            if last is not None:
                _add(ends, stopped.keys[-1], stopped, int(node.visits), last)
        for child in followed:
            left -= 1
            key, stepped = _step(question, position, int(child.move))
            longer = Way((*way.moves, int(child.move)), (*way.keys, key))
            if stepped.is_end:
                _add(ends, key, longer, int(child.visits), stepped)
            elif len(longer.moves) < MAX_PLAN_STEPS:
                waiting.append((child, stepped.state, longer))
    return dict(sorted(ends.items(), key=lambda item: -item[1].visits))


def _followed(question: SeenDecision, node: Node, position: State) -> list[Node]:
    """The children of a node that are followed: those with enough visits, or else the most visited one."""
    menu = set(position.legal_moves())
    own = [child for child in node.children.values() if child.mover == question.seat and int(child.move) in menu]
    often = [child for child in own if child.visits >= MIN_VISITS]
    return often or sorted(own, key=lambda child: -child.visits)[:1]


def _stopped(question: SeenDecision, position: State, way: Way, move: int = NOTHING) -> tuple[Way, Stepped | None]:
    """A way that goes on, with `move` if it is given, to the end of the stretch at once: the last answer of a menu stops. None if
    it does not end."""
    while len(way.moves) < MAX_PLAN_STEPS:
        move = position.legal_moves()[-1] if move == NOTHING else move
        key, stepped = _step(question, position, move)
        way, position, move = Way((*way.moves, move), (*way.keys, key)), stepped.state, NOTHING
        if stepped.is_end:
            return way, stepped
    return way, None


def stopped_after(question: SeenDecision, move: int) -> tuple[Way, bool]:
    """The way that stops right after an answer, and whether something is shown to the seat at its end."""
    position: State = question.game.determinize(question.root, question.seat, question.seed(END_DEAL))
    way, last = _stopped(question, position, Way((), (_key(question, position),)), move)
    return way, last is not None and last.shows


def _step(question: SeenDecision, position: State, move: int) -> tuple[int, Stepped]:
    """The position after an answer, and its key: what the seat can know of it. What is drawn at an end is the same for all
    orders, because everything hidden is dealt anew before the last answer."""
    stepped = after_answer(question.game, position, question.seat, move)
    if not stepped.is_end:
        return _key(question, stepped.state), stepped
    again = question.game.determinize(position, question.seat, question.seed(END_DEAL))
    again.apply(move)
    return _key(question, again), stepped


def _key(question: SeenDecision, position: State) -> int:
    """A number that is equal for positions that play the same."""
    return hash(question.kit.position_key(position))


def _new_tree(question: SeenDecision, position: State, seed: int) -> Search:
    """A tree for the rest of a stretch. In long ones it must not try all answers everywhere."""
    judges_untried = question.evaluator.moves_recur and question.kit.plan_tries() > 0
    return Search(question.game, position, question.seat, seed, question.evaluator, judges_untried=judges_untried)


def _add(ends: dict[int, End], key: int, way: Way, visits: int, stepped: Stepped) -> None:
    end = ends.setdefault(key, End([], 0, stepped.shows))
    end.visits += visits
    if len(end.ways) < MAX_WAYS or len(way.moves) < len(end.moves):
        end.ways.append(way)


def followed_way(question: SeenDecision, moves: Sequence[int]) -> tuple[Way, bool]:
    """The way of these answers, and whether something is shown to the seat at its end."""
    position: State = question.game.determinize(question.root, question.seat, question.seed(END_DEAL))
    keys, shows = [_key(question, position)], False
    for move in moves:
        key, stepped = _step(question, position, move)
        keys.append(key)
        position, shows = stepped.state, stepped.shows
    return Way(tuple(moves), tuple(keys)), shows


def played_on(question: SeenDecision, moves: Sequence[int], deal_seed: int, sizes: Sizes, further: int = 0) -> Worth:
    """What a plan is worth in one deal: its answers are given, all seats play to the end of the turn with small searches, and
    `further` turns or rounds more; and the seat that is asked next searches from there."""
    game, seat = question.game, question.seat
    state: State = game.determinize(question.root, seat, deal_seed)
    begun = game.chapter(state).number
    for place, move in enumerate(moves):
        if state.mover != seat or move not in state.legal_moves():
            break  # somebody has reacted
        if place < len(moves) - 1:
            state = after_answer(game, state, seat, move).state
        else:
            state.apply(move)
    player = searching(question.evaluator, sizes.playing_on)
    for step in range(MAX_PLAYED_ON):
        if state.mover == NOBODY or game.chapter(state).number != begun:
            break
        play_one(state, player if step < LONG_PLAY else any_move, seeded_hash(deal_seed, PLAYED_ON, step) >> 1)
    for place in range(further):
        play_further(game, state, player, seeded_hash(deal_seed, FAIR, place))
    return worth_at_start(question, state, seeded_hash(deal_seed, PLAYED_ON) >> 1, sizes)


def worth_at_start(question: SeenDecision, state: State, seed: int, sizes: Sizes) -> Worth:
    """What a position at the start of a turn is worth to the seat of a question, by a tree of the seat that is asked there: the
    mean over the last positions at rest to which it comes, which often are the start itself, dealt again."""
    game = question.game
    if state.mover == NOBODY:
        return question.worth_of(state)
    asked = int(state.mover)
    tree = Search(game, state, asked, seed, question.evaluator)
    tree.run(sizes.next_turn)
    found: list[Worth] = []
    for deal in range(sizes.settled):
        position = tree.settled_position(deal)
        if not game.is_at_rest(position):
            position = game.determinize(state, asked, nth_seed(seed, deal))
        found.append(question.worth_of(position))
    return _mean(found)


class PlanSearch:
    """The search for the best plans of a question that is open, for callers that may stop it: `begin` and `add_deals` yield the
    simulations of each step. `played` is the key and the end that was played: it is among the ends. `attempt` gives it other
    deals, to measure how steady it is."""

    def __init__(
        self, question: SeenDecision, sizes: Sizes, played: tuple[int, End] | None = None, attempt: int = 0
    ) -> None:
        self.question: Final = question
        self.ends: dict[int, End] = {}  # by their keys, the best first
        self.found: dict[int, End] = {}  # all that the tree has visited, the most visited first
        self._sizes: Final = sizes
        self._played: Final = played
        self._first_deal: Final = attempt * ATTEMPT_DEALS
        self._deals = 0  # in which the favourites were played on
        self._far_ends: list[End] = []  # that are played on further
        self._common = NO_WORTH  # the correction of all others

    def begin(self) -> Iterator[int]:
        """Search for ends, and play them on, the best in more deals."""
        question, sizes = self.question, self._sizes
        tries = question.kit.plan_tries() // (1 if sizes.tree >= SMALL_TREE else LESS)
        size = sizes.tree * (LONG_TREE if tries else 1)
        tree = _new_tree(question, question.root, question.seed(PLAN_TREE) + self._first_deal)
        while tree.simulations < size:
            tree.run(min(STEP_SIMULATIONS, size - int(tree.simulations)))
            yield STEP_SIMULATIONS
        self.found = ends_of(question, tree)
        self.ends = dict(list(self.found.items())[:CANDIDATES])
        for attempt in range(tries):
            end = yield from self.play_out(nth_seed(question.seed(PLAN_TRIES), self._first_deal + attempt))
            self.ends[end.ways[0].keys[-1]] = end
        if self._played is not None:
            key, end = self._played
            if key in self.found:
                end.ways += self.found[key].ways
                end.visits += self.found[key].visits
            self.ends[key] = end
        for count, deals in LONG_ROUNDS if tries > LESS else ROUNDS:
            if not self._deals or len(self.ends) > 1:
                yield from self.add_deals(deals, count)

    def play_out(self, seed: int, first: int = NOTHING) -> Generator[int, None, End]:
        """Play the stretch out with a search for each answer, after the answer `first` if there is one. Returns its end, which is
        in `found`."""
        question, size = self.question, max(8, self._sizes.tree // TRIES_SHARE)
        position: State = question.game.determinize(question.root, question.seat, question.seed(END_DEAL))
        search, moves = _new_tree(question, position, seed), list[int]()
        while len(moves) < MAX_PLAN_STEPS:
            if moves or first == NOTHING:
                missing = max(size // 4, size - int(search.root.visits))
                search.run(missing)
                yield missing
            moves.append(first if not moves and first != NOTHING else search.best())
            stepped = after_answer(question.game, position, question.seat, moves[-1])
            position = stepped.state
            if stepped.is_end:
                break
            if not search.advance(moves[-1], position):
                search = _new_tree(question, position, nth_seed(seed, len(moves)))
        way, shows = followed_way(question, moves)
        end = self.found.setdefault(way.keys[-1], End([], 0, shows))
        end.ways.append(way)
        end.visits += size
        return end

    def add_deals(self, count: int, ends: int = FAVOURITES) -> Iterator[int]:
        """Play the best ends, and the one that was played, on in more deals."""
        best = [*list(self.ends)[:ends], *([self._played[0]] if self._played is not None else [])]
        deals = range(self._deals, self._deals + count)
        self._deals += count
        yield from self.value([self.ends[key] for key in dict.fromkeys(best)], deals)
        self._sort()

    def refine(self) -> Iterator[int]:
        """Play the best ends on in one more deal. Where the values at the next place at rest are off by the same amount in all
        deals (`GameKit.rests_to_confirm`), the ends that were the best when this was first asked for go further, and what that
        finds more on average corrects all ends. For one end alone these deals differ too much from each other."""
        question, sizes, further = self.question, self._sizes, self.question.kit.rests_to_confirm()
        if not further:
            yield from self.add_deals(1)
            return
        self._far_ends = self._far_ends or list(self.ends.values())[:FAVOURITES]
        seed = nth_seed(question.seed(PLAN_FAR), self._first_deal + len(self._far_ends[0].far))
        for end in self._far_ends:
            end.far.append(played_on(question, end.moves, seed, sizes, further))
            yield sizes.playing_on + sizes.next_turn + sizes.settled
        self._common = _mean([end.found_further() for end in self._far_ends])
        for end in (*self.ends.values(), *self.found.values()):
            end.correction = self._common
        self._sort()

    def value(self, ends: Sequence[End], deals: Sequence[int] = ()) -> Iterator[int]:
        """Play ends on in these deals, which are common to all of them; without any, in those of the best ends."""
        question, sizes = self.question, self._sizes
        for deal in deals or range(self._deals):
            seed = nth_seed(question.seed(PLAN_DEALS), self._first_deal + deal)
            for end in ends:
                if seed not in end.worths:
                    end.worths[seed] = played_on(question, end.moves, seed, sizes)
                    end.correction = self._common
                    yield sizes.playing_on + sizes.next_turn + sizes.settled

    def _sort(self) -> None:
        """Sort the ends. One with fewer deals cannot stand above one that was looked at better."""
        most = max([len(end.worths) for end in self.ends.values()], default=0)
        order = sorted(
            self.ends.items(), key=lambda item: (len(item[1].worths) < most, -item[1].mean().chance, -item[1].visits)
        )
        self.ends = dict(order)


def judge_stretch(match: Match, stretch: Stretch, budget: AnalysisBudget = COMPILED_BUDGET) -> Decision:
    """The decision that stands for a stretch of a turn. The result depends only on what the seat could know at its beginning, the
    answers that were played, and the budget."""
    question = question_at(match, stretch.start)
    moves = [played_move(match, node) for node in stretch.nodes]
    exact = _solved(match, question, stretch, moves, budget)
    if exact is not None:
        return exact
    sizes = Sizes.within(budget, question.kit)
    way, shows = followed_way(question, moves)
    key = way.keys[-1]
    search = PlanSearch(question, sizes, (key, End([way], 0, shows)))
    for _ in search.begin():
        pass
    ends = search.ends
    best_key = next(iter(ends))
    best, played = ends[best_key], ends[key]
    loss, points, fair = 0.0, 0.0, NO_WORTH
    state = NO_MATTER if len(ends) < 2 else PROVISIONAL
    is_open = any(leaves_open(question, way.moves, ends[good].moves) for good in {*good_keys(ends), best_key})
    if best is not played and not is_open:
        loss = max(0.0, best.mean().chance - played.mean().chance)
        points = max(0.0, best.mean().margin - played.mean().margin)
        if loss < INACCURACY_LOSS:
            fair = _mean(list(_differences(question, best.moves, played.moves, sizes, FAIR, FAIR_DEALS)))
        else:
            found = found_again(question, best, played, sizes)
            # Fresh deals may find less, because the best of several estimates was chosen.
            loss = min(loss, (loss + found.mean.chance) / 2) if found.is_loss else 0.0
            state = CONFIRMED if found.is_loss else PROVISIONAL
            fair, points = found.fair, min(points, max(0.0, (points + found.mean.margin) / 2))
    if loss < CLEARLY_BAD_LOSS and question.is_secret:
        loss = 0.0
    here = _place_of_mark(ends, best_key, way) if loss >= INACCURACY_LOSS else 0
    return _decision(match, question, stretch, ends, key, here, state, loss, points, fair)


class FoundAgain(NamedTuple):
    """What fresh deals say about a loss: whether it is there; the mean difference, and that of the first MARK_DEALS, whose number
    does not depend on what was found."""

    is_loss: bool
    mean: Worth
    fair: Worth


def found_again(question: SeenDecision, best: End, played: End, sizes: Sizes) -> FoundAgain:
    """Play both ends on in fresh deals, until it is clear whether the loss matters. It is there if it deserves a mark, and is
    larger than 0 by CLEAR_Z standard errors."""
    further = question.kit.rests_to_confirm()
    most = MAX_MARK_DEALS // (1 if sizes.tree >= SMALL_TREE else LESS)
    deeper = sizes if further else sizes._replace(next_turn=DEEP_TREE * sizes.next_turn)
    found: list[Worth] = []
    for difference in _differences(question, best.moves, played.moves, deeper, FAIR, most, further):
        found.append(difference)
        if len(found) % MARK_DEALS == 0:
            mean, error = mean_and_error([each.chance for each in found])
            if abs(mean - NO_MATTER_LOSS) >= CLEAR_Z * error:
                break
    mean, error = mean_and_error([each.chance for each in found])
    return FoundAgain(mean >= max(CLEAR_Z * error, INACCURACY_LOSS), _mean(found), _mean(found[:MARK_DEALS]))


def _differences(
    question: SeenDecision,
    best: Sequence[int],
    played: Sequence[int],
    sizes: Sizes,
    use: int,
    deals: int,
    further: int = 0,
) -> Iterator[Worth]:
    """By how much one plan is better than another, in deals of their own."""
    for deal in range(deals):
        seed = nth_seed(question.seed(use), deal)
        better, other = (played_on(question, moves, seed, sizes, further) for moves in (best, played))
        yield Worth(better.chance - other.chance, better.margin - other.margin)


def _mean(worths: Sequence[Worth]) -> Worth:
    chances, margins = zip(*worths, strict=True)
    return Worth(sum(chances) / len(worths), sum(margins) / len(worths))


def loss_against(question: SeenDecision, best: Sequence[int], moves: Sequence[int], budget: AnalysisBudget) -> float:
    """What a plan loses in chance against the best one, in pairs of deals of their own. Pairs are added until it is clear whether
    that matters; where it is not after TRIED_PAIRS, the plan has the benefit of the doubt."""
    losses, loss = list[float](), 0.0
    for difference in _differences(question, best, moves, Sizes.within(budget, question.kit), TRIED, TRIED_PAIRS):
        losses.append(difference.chance)
        if len(losses) >= MIN_TRIED_PAIRS:
            loss, error = mean_and_error(losses)
            if abs(loss - NO_MATTER_LOSS) > CLEAR_Z * error:
                return max(0.0, loss)
    return max(0.0, min(loss, NO_MATTER_LOSS / 2))


def leaves_open(question: SeenDecision, moves: Sequence[int], plan: Sequence[int]) -> bool:
    """Whether the other answers of a plan can still be given after these, and come to the same position, whatever is dealt. Then
    they are as good as the plan, although something was shown earlier, such as a card that was drawn."""
    game, seat = question.game, question.seat
    rest = list(plan)
    for move in moves:
        if move not in rest:
            return False
        rest.remove(move)
    for deal in range(OPEN_DEALS if rest else 0):
        world: State = game.determinize(question.root, seat, nth_seed(question.seed(END_DEAL), deal))
        reached = [_followed_in(question, world, way) for way in (plan, (*moves, *rest))]
        if None in reached or reached[0] != reached[1]:
            return False
    return bool(rest)


def _followed_in(question: SeenDecision, world: State, moves: Sequence[int]) -> int | None:
    """The key of the position to which answers lead in one deal; None if they cannot be given there."""
    for move in moves:
        if world.mover != question.seat or move not in world.legal_moves():
            return None
        world = after_answer(question.game, world, question.seat, move).state
    return _key(question, world)


def good_keys(ends: Mapping[int, End]) -> list[int]:
    """The ends within NO_MATTER_LOSS of the best one, which is the first."""
    best = next(iter(ends.values())).mean().chance
    return [key for key, end in ends.items() if end.mean().chance >= best - NO_MATTER_LOSS]


def _place_of_mark(ends: Mapping[int, End], best: int, way: Way) -> int:
    """The place of the first answer of a way after which no good end can be reached."""
    reachable = {key for good in {*good_keys(ends), best} for each in ends[good].ways for key in each.keys}
    return next((place for place in range(len(way.moves)) if way.keys[place + 1] not in reachable), 0)


def _steps(question: SeenDecision, moves: Sequence[int]) -> tuple[Action, ...]:
    """Moves as actions."""
    return tuple(
        _steps_on(question, question.game.determinize(question.root, question.seat, question.seed(END_DEAL)), moves)
    )


def _steps_on(question: SeenDecision, position: State, moves: Sequence[int]) -> Iterator[Action]:
    """Moves from a position on as actions, as far as they are legal there."""
    for move in moves:
        if position.mover != question.seat or move not in position.legal_moves():
            return
        yield question.game.action(position, move)
        position = after_answer(question.game, position, question.seat, move).state


def plan_of(question: SeenDecision, end: End) -> Plan:
    """An end as a plan. In a phase of a round the seat is not asked again after what is shown."""
    worth, is_turn = end.mean(), question.game.chapter(question.root).seat != NOBODY
    return Plan(_steps(question, end.moves), worth.chance, worth.margin, end.shows and is_turn)


def _decision(
    match: Match,
    question: SeenDecision,
    stretch: Stretch,
    ends: Mapping[int, End],
    played: int,
    here: int,
    state: str,
    loss: float,
    points: float,
    fair: Worth,
) -> Decision:
    """The decision at the place of the mark, with the plans that are kept."""
    own = ends[played]
    good = [key for key in good_keys(ends) if key != played][: MAX_PLANS - 1]
    kept = [key for key in ends if key in good or key == played]
    place, way = kept.index(played), own.ways[0]
    plans = [plan_of(question, ends[key]) for key in kept]
    plans[place] = replace(plans[place], steps=_steps(question, way.moves))
    turn = Turn(here, tuple(plans), place, fair.chance, fair.margin)
    better, rest = _better_from(ends, way, here)
    answers = (better, ends[kept[0]].mean(), rest), (way.moves[here], own.mean(), way.moves[here + 1 :])
    return _decision_at(match, question, stretch, turn, answers, state, loss, points)


def _decision_at(
    match: Match,
    question: SeenDecision,
    stretch: Stretch,
    turn: Turn,
    best_and_played: Sequence[tuple[int, Worth, Sequence[int]]],
    state: str,
    loss: float,
    points: float,
) -> Decision:
    """The decision at the place of a mark, from the best answer there and the one played: each with its worth, and the answers
    that follow it."""
    node = stretch.nodes[turn.start]
    there = question_at(match, node) if turn.start else question
    answers: list[JudgedAnswer] = []
    for move, worth, rest in best_and_played:
        action = match.game.action(there.root, move)
        if not answers or answers[0].action != action:
            after = after_answer(match.game, there.root, stretch.seat, move).state
            line = tuple([LineStep(stretch.seat, step) for step in _steps_on(there, after, rest)])
            answers.append(JudgedAnswer(action, worth.chance, worth.chance, worth.margin, 0.0, 0, line))
    (better, _, _), (played, _, _) = best_and_played
    return Decision(
        node=node,
        digest=match.at(node).digest() & 0xFFFFFFFF,
        seat=stretch.seat,
        kind=question.kit.decision_kind(there.root, played, better),
        stage=question.stage,
        state=state,
        answers=tuple(answers),
        answer_count=len(there.moves),
        played=len(answers) - 1,
        loss=loss if len(answers) > 1 else 0.0,
        loss_points=points,
        starts_turn=not question.is_within_turn,
        has_chances=True,
        is_mixed=question.is_secret and state != SOLVED,
        turn=turn,
    )


def _better_from(ends: Mapping[int, End], way: Way, here: int) -> tuple[int, tuple[int, ...]]:
    """The answer of a good plan at the position `here` on a way, and the answers that follow it."""
    key = way.keys[here]
    for good in good_keys(ends):
        for each in sorted(ends[good].ways, key=lambda each: len(each.moves)):
            if key in each.keys[:-1]:
                place = each.keys.index(key)
                return each.moves[place], each.moves[place + 1 :]
    return way.moves[here], way.moves[here + 1 :]


# -- the last turn


def _solved(
    match: Match, question: SeenDecision, stretch: Stretch, moves: Sequence[int], budget: AnalysisBudget
) -> Decision | None:
    """The exact decision of a stretch in a last turn without luck; None for any other."""
    solved = solve_question(question, budget)
    if solved is None:
        return None
    solver = LastTurnSolver(question.game, question.root, question.seat)
    solver.step(NO_LIMIT)
    position: State = question.game.determinize(question.root, question.seat, SOLVING_SEED)
    best = max(solved.outcomes.values())
    here, better, final, marked = 0, moves[0], best, False
    for place, move in enumerate(moves):
        if position.mover != question.seat or move not in position.legal_moves():
            break
        outcomes = {each: solver.known_outcome(position, each) for each in position.legal_moves()}
        final = outcomes[move]
        if not marked and final.share < best.share - NO_MATTER_LOSS:
            here, better, marked = place, max(outcomes, key=lambda each: outcomes[each]), True
        position.apply(move)
    loss, points = max(0.0, best.share - final.share), max(0.0, best.margin - final.margin)
    if loss < INACCURACY_LOSS:
        here, better = 0, best_answer(solved)
    first = best_answer(solved)
    line = solved_line(question.game, question.root, question.seat, first)
    plans = [
        Plan(_steps(question, (first, *line)[:MAX_PLAN_STEPS]), best.share, best.margin),
        Plan(_steps(question, moves), final.share, final.margin),
    ]
    is_best = final == best
    turn = Turn(here, tuple(plans[1:] if is_best else plans), 0 if is_best else 1, loss, points)
    answers = [(better, Worth(best.share, best.margin), ()), (moves[here], Worth(final.share, final.margin), ())]
    return _decision_at(match, question, stretch, turn, answers, SOLVED, loss, points)
