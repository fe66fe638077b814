"""A position with all that an outside library asks of it: answers by number, what a seat knows, a copy, a way to travel.

A compiled position can be neither pickled nor copied by Python's own means, so what travels is the road to it: the deal, the
moves, and each time that what is hidden was drawn anew.
"""

from functools import cache
from pkgutil import resolve_name
from typing import Any, Final

from ai.adapters.numbers import Numbers
from ai.adapters.shape import Shape
from engine.core.rules import NOBODY, Seat, Setup, State

CANON: Final = 0  # the seed of the one world that stands for all that look alike

Step = int | tuple[int, int]  # a move, or the viewer and the seed of a new deal of what is hidden


@cache
def numbers(shape: Shape, players: int, edition: str) -> Numbers:
    """The numbers of a game's answers, made once."""
    return Numbers(shape.game, shape.blocks(players, edition))


class Table:
    """A game from its deal on. Costs, interpreted, in Valley of the Kings: a copy 6 us, `known` 85 us, a view 200 us."""

    def __init__(self, shape: Shape, players: int, edition: str, seed: int, state: State | None = None) -> None:
        """Deal, or take over a `state` of that deal. Raises BadSetup."""
        if state is None:
            seats = tuple(Seat(f"player {seat + 1}") for seat in range(players))
            state = shape.game.start(Setup(shape.game.name(), seats, seed, edition))
        self.shape: Final = shape
        self.players: Final = players
        self.edition: Final = edition
        self.seed: Final = seed
        self.state = state
        self._numbers: Final = numbers(shape, players, edition)
        self._steps: Final[list[Step]] = []
        self._menu: dict[int, int] | None = None

    @property
    def mover(self) -> int:
        """Who is asked; NOBODY at the end."""
        return int(self.state.mover)

    @property
    def over(self) -> bool:
        return self.state.mover == NOBODY

    def menu(self) -> dict[int, int]:
        """The move for each number that may be answered, the numbers rising."""
        if self._menu is None:
            self._menu = self._numbers.menu(self.state)
        return self._menu

    def answer(self, number: int) -> None:
        """Answer the question. Raises KeyError for a number that is not in the menu."""
        self.step(self.menu()[number])

    def say(self, number: int) -> str:
        """The answer in words."""
        move = self.menu().get(number)
        if move is None:
            return f"answer {number}"
        return self.shape.game.say(self.state, self.shape.game.action(self.state, move))

    def redeal(self, viewer: int, seed: int) -> None:
        """Draw anew all that `viewer` cannot know, luck to come included."""
        self.step((viewer, seed))

    def known(self, viewer: int) -> str:
        """A short text that two positions share if and only if `viewer` knows the same in both.

        It names the one world that stands for all of those: what is hidden, drawn with a fixed seed. Positions that look the
        same give the same one; and as drawing anew from it is drawing anew from the position, positions that do not cannot.
        What it leaves out is what nobody can use any more: in which order the known came about.
        """
        world = self.shape.game.determinize(self.state, viewer, CANON)
        return f"seat {viewer + 1} of {self.players}: {world.digest():016x}"

    def view(self, viewer: int) -> Any:
        return self.shape.game.view(self.state, viewer)

    def observe(self, viewer: int) -> list[float]:
        """What `viewer` sees, as numbers."""
        return self.shape.observe(self.view(viewer), self.players, self.edition)

    def returns(self) -> list[float]:
        """What the game has brought to each seat: 1 to who wins alone, and all together 0. Nothing before the end."""
        if not self.over:
            return [0.0] * self.players
        rewards = self.shape.game.rewards(self.state)
        return [(self.players * reward - 1) / (self.players - 1) for reward in rewards]

    def copy(self) -> "Table":
        table = Table(self.shape, self.players, self.edition, self.seed, self.state.copy())
        table._steps.extend(self._steps)
        return table

    def __deepcopy__(self, memo: object) -> "Table":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return retrace, (self.shape.home, self.players, self.edition, self.seed, self._steps)

    def step(self, step: Step) -> None:
        """Go one step of the road: a move of the menu, or a new deal of what is hidden."""
        if isinstance(step, int):
            self.state.apply(step)
        else:
            self.state = self.shape.game.determinize(self.state, *step)
        self._steps.append(step)
        self._menu = None


def retrace(home: str, players: int, edition: str, seed: int, steps: list[Step]) -> Table:
    """Go the road again."""
    table = Table(resolve_name(home), players, edition, seed)
    for step in steps:
        table.step(step)
    return table
