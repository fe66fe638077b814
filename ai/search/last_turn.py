"""The last turn, solved exactly: all ways in which a seat can play to the end, if nothing but its own answers matters.

That is so if no line draws anything by luck, shows the seat something new, or lets another seat act or react. All this follows
from what everybody knows, so the result is the same whatever is hidden. What is drawn when the game ends does not matter, if it
changes no score: players often draw a hand that they never play.
"""

from typing import Any, Final, NamedTuple

from engine.core.arrays import i64
from engine.core.events import Event, contains_seat
from engine.core.game import NOBODY, Game, State

MAX_POSITIONS: Final = 6000  # a turn with more of them is not solved
NO_LIMIT: Final = 1 << 60
SOLVING_SEED: Final = 1  # any: the deal does not matter
END_DEALS: Final = 3  # deals in which the end of the game must be the same, if something is drawn there


class Outcome(NamedTuple):
    """The end of the game for a seat: its share of the victory, from 0 to 1, and its points ahead of the best other seat. Of two
    outcomes with the same share, the one with more points is better."""

    share: float
    margin: float


class SolvedTurn(NamedTuple):
    """The best outcome after each answer, in the order of the menu, and the number of positions that were looked at."""

    outcomes: dict[int, Outcome]
    positions: int


def best_answer(solved: SolvedTurn) -> int:
    """The answer with the best outcome, the first of equals."""
    best = max(solved.outcomes.values())
    return next(move for move, outcome in solved.outcomes.items() if outcome == best)


def solve_last_turn(
    game: Game[Any], state: State, viewer: int, max_positions: int = MAX_POSITIONS
) -> SolvedTurn | None:
    """The solution of the question that `viewer` is asked in `state`; None if something else than its own answers matters to the
    end of the game, or if there are more than `max_positions`. Positions that look the same to `viewer` give the same."""
    solver = LastTurnSolver(game, state, viewer, max_positions)
    solver.step(NO_LIMIT)
    return solver.solved


def solved_line(game: Game[Any], state: State, viewer: int, move: int, max_positions: int = MAX_POSITIONS) -> list[int]:
    """The best moves of `viewer` after `move`, to the end of the game, in a question that `solve_last_turn` has solved with as
    many positions."""
    solver = LastTurnSolver(game, state, viewer, max_positions)
    solver.step(NO_LIMIT)
    position: State = game.determinize(state, viewer, SOLVING_SEED)
    line: list[int] = []
    position.apply(move)
    while position.mover == viewer:
        outcomes = {following: solver.known_outcome(position, following) for following in position.legal_moves()}
        best = max(outcomes.values())
        following = next(answer for answer, outcome in outcomes.items() if outcome == best)
        line.append(following)
        position.apply(following)
    return line


class NotSolvable(Exception):
    """Something else than the answers of the seat matters."""


class OpenPosition:
    """A position whose answers are being tried. The last answer of a menu often ends the turn, so it is tried first: then a turn
    that is not the last one is found out at once."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.moves: Final[list[int]] = state.legal_moves()
        self.outcomes: Final[list[Outcome]] = []  # of the moves that were tried, the last of the menu first


class LastTurnSolver:
    """A search for the solution, for callers that may stop it: call `step` until it `is_done`. Then `solved` is the solution;
    None if there is none, or if it needs more than `max_positions` or `max_moves`. Each position is looked at once."""

    def __init__(
        self, game: Game[Any], state: State, viewer: int, max_positions: int = MAX_POSITIONS, max_moves: int = NO_LIMIT
    ) -> None:
        self.game: Final = game
        self.viewer: Final[i64] = viewer
        self.max_positions: Final = max_positions
        self.max_moves: Final = max_moves
        self.positions = 0
        self.moves = 0  # that were applied
        self.is_done = False
        self.solved: SolvedTurn | None = None
        self._open: Final[list[OpenPosition]] = [OpenPosition(game.determinize(state, viewer, SOLVING_SEED))]
        self._known: Final[dict[int, Outcome]] = {}  # the best outcome of each position, by its search digest

    def step(self, moves: int) -> None:
        """Apply up to `moves` more moves."""
        end = min(self.moves + moves, self.max_moves)
        try:
            while not self.is_done and self.moves < end:
                self._try_next_move()
        except NotSolvable:
            self.is_done = True
        if self.moves >= self.max_moves:
            self.is_done = True

    def known_outcome(self, state: State, move: int) -> Outcome:
        """The best outcome after a move in a position of the solution."""
        after: State = state.copy()
        after.apply(move)
        return self._final_outcome(after) if after.mover == NOBODY else self._known[after.search_digest()]

    def _try_next_move(self) -> None:
        """Apply the next move of the position that was opened last, and close all positions of which no move is left. Raises
        NotSolvable."""
        top = self._open[-1]
        outcome = self._outcome_or_open(top.state, top.moves[len(top.moves) - 1 - len(top.outcomes)])
        if outcome is None:
            return
        top.outcomes.append(outcome)
        while len(top.outcomes) == len(top.moves):
            if len(self._open) == 1:
                self.solved = SolvedTurn(dict(zip(top.moves, reversed(top.outcomes), strict=True)), self.positions)
                self.is_done = True
                return
            best = max(top.outcomes)
            self._known[top.state.search_digest()] = best
            self._open.pop()
            top = self._open[-1]
            top.outcomes.append(best)

    def _outcome_or_open(self, state: State, move: int) -> Outcome | None:
        """The best outcome after a move if it is known. Otherwise the position after it is opened. Raises NotSolvable."""
        events: list[Event] = []
        after: State = state.copy()
        after.events = events
        after.apply(move)
        after.events = None
        self.moves += 1
        reveals = False
        for event in events:
            if event.seat != self.viewer and event.seat != NOBODY:
                raise NotSolvable
            reveals = reveals or contains_seat(event.reveals_to, int(self.viewer))
        if reveals:
            return self._outcome_of_ending_draw(state, move, after)
        if self.game.may_have_asked_others(events, int(self.viewer)):
            raise NotSolvable
        if after.mover == NOBODY:
            return self._final_outcome(after)
        if after.mover != self.viewer:
            raise NotSolvable
        known = self._known.get(after.search_digest())
        if known is None:
            self.positions += 1
            if self.positions > self.max_positions:
                raise NotSolvable
            self._open.append(OpenPosition(after))
        return known

    def _outcome_of_ending_draw(self, state: State, move: int, after: State) -> Outcome:
        """The outcome after a move that draws something. Raises NotSolvable unless it ends the game, the same in other deals."""
        if after.mover != NOBODY:
            raise NotSolvable
        outcome = self._final_outcome(after)
        for deal in range(END_DEALS):
            world: State = self.game.determinize(state, int(self.viewer), SOLVING_SEED + 1 + deal)
            world.apply(move)
            self.moves += 1
            if world.mover != NOBODY or self._final_outcome(world) != outcome:
                raise NotSolvable
        return outcome

    def _final_outcome(self, state: State) -> Outcome:
        """The outcome at the end of the game."""
        share, points = self.game.rewards(state)[self.viewer], self.game.scores(state)
        if not points:
            return Outcome(share, 0.0)
        others = [points[seat] for seat in range(len(points)) if seat != self.viewer]
        return Outcome(share, float(points[self.viewer] - max(others, default=0)))
