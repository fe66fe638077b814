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


def solved_line(game: Game[Any], state: State, viewer: int, move: int, max_positions: int = MAX_POSITIONS) -> list[int]:
    """The best moves of `viewer` after `move`, to the end of the game, in a question that `solve_last_turn` has solved with as
    many positions."""
    position: State = game.determinize(state, viewer, SOLVING_SEED)
    solver = LastTurnSolver(game, viewer, max_positions)
    line: list[int] = []
    position.apply(move)
    while position.mover == viewer:
        outcomes = {following: solver.outcome_after(position, following) for following in position.legal_moves()}
        best = max(outcomes.values())
        following = next(answer for answer, outcome in outcomes.items() if outcome == best)
        line.append(following)
        position.apply(following)
    return line


class NotSolvable(Exception):
    """Something else than the answers of the seat matters, or there are too many positions."""


def solve_last_turn(
    game: Game[Any], state: State, viewer: int, max_positions: int = MAX_POSITIONS
) -> SolvedTurn | None:
    """The solution of the question that `viewer` is asked in `state`; None if something else than its own answers matters to the
    end of the game, or if there are more than `max_positions`. Positions that look the same to `viewer` give the same."""
    world: State = game.determinize(state, viewer, SOLVING_SEED)
    solver = LastTurnSolver(game, viewer, max_positions)
    try:
        # The last answer of a menu often ends the turn. So a turn that is not the last one is found out at once.
        outcomes = {move: solver.outcome_after(world, move) for move in reversed(world.legal_moves())}
    except NotSolvable:
        return None
    return SolvedTurn({move: outcomes[move] for move in reversed(outcomes)}, solver.positions)


class LastTurnSolver:
    """Looks at every position once."""

    def __init__(self, game: Game[Any], viewer: int, max_positions: int) -> None:
        self.game: Final = game
        self.viewer: Final[i64] = viewer
        self.max_positions: Final = max_positions
        self.positions = 0
        self._known: Final[dict[int, Outcome]] = {}  # the best outcome of each position, by its digest

    def outcome_after(self, state: State, move: int) -> Outcome:
        """The best outcome after a move. Raises NotSolvable."""
        events: list[Event] = []
        after: State = state.copy()
        after.events = events
        after.apply(move)
        after.events = None
        reveals = False
        for event in events:
            if event.seat != self.viewer and event.seat != NOBODY:
                raise NotSolvable
            reveals = reveals or contains_seat(event.reveals_to, int(self.viewer))
        if reveals:
            return self.outcome_of_ending_draw(state, move, after)
        if self.game.may_have_asked_others(events, int(self.viewer)):
            raise NotSolvable
        return self.best_outcome(after)

    def outcome_of_ending_draw(self, state: State, move: int, after: State) -> Outcome:
        """The outcome after a move that draws something. Raises NotSolvable unless it ends the game, the same in other deals."""
        if after.mover != NOBODY:
            raise NotSolvable
        outcome = self.final_outcome(after)
        for deal in range(END_DEALS):
            world: State = self.game.determinize(state, int(self.viewer), SOLVING_SEED + 1 + deal)
            world.apply(move)
            if world.mover != NOBODY or self.final_outcome(world) != outcome:
                raise NotSolvable
        return outcome

    def best_outcome(self, state: State) -> Outcome:
        """The best outcome that the viewer can reach. Raises NotSolvable."""
        if state.mover == NOBODY:
            return self.final_outcome(state)
        if state.mover != self.viewer:
            raise NotSolvable
        digest = state.digest()
        best = self._known.get(digest)
        if best is None:
            self.positions += 1
            if self.positions > self.max_positions:
                raise NotSolvable
            best = max([self.outcome_after(state, move) for move in reversed(state.legal_moves())])
            self._known[digest] = best
        return best

    def final_outcome(self, state: State) -> Outcome:
        """The outcome at the end of the game."""
        share, points = self.game.rewards(state)[self.viewer], self.game.scores(state)
        if not points:
            return Outcome(share, 0.0)
        others = [points[seat] for seat in range(len(points)) if seat != self.viewer]
        return Outcome(share, float(points[self.viewer] - max(others, default=0)))
