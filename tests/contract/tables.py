"""The tables at which the contract is tried: every game, with every number of players that it takes."""

from collections.abc import Callable
from typing import Any

from engine.core.game import Game, Seat, Setup, State
from engine.games import GAMES
from tests.contract.census import nothing_to_count, valley_cards
from tests.games.kuhn import KUHN
from tests.games.pennies import PENNIES
from tests.games.tictactoe import TICTACTOE


class Table:
    """A game with so many seats, in an edition; `census` lists all cards of a position, wherever they lie."""

    def __init__(
        self,
        game: Game[Any],
        players: int,
        census: Callable[[Any], list[int]] = nothing_to_count,
        edition: str = "base",
    ) -> None:
        self.game = game
        self.players = players
        self.census = census
        self.edition = edition

    def setup(self, seed: int) -> Setup:
        seats = tuple(Seat(f"seat {seat}") for seat in range(self.players))
        return Setup(self.game.name(), seats, seed, self.edition)

    def start(self, seed: int) -> State:
        return self.game.start(self.setup(seed))

    def __str__(self) -> str:
        return f"{self.game.name()}-{self.edition}-{self.players}"


PLAYED = (("base", 2), ("base", 3), ("base", 4), ("afterlife", 3), ("mixed", 2), ("both", 6), ("solitaire", 1))

TABLES = [
    Table(TICTACTOE, 2),
    Table(PENNIES, 2),
    *[Table(KUHN, players) for players in range(2, 7)],
    *[Table(GAMES["valley"], players, valley_cards, edition) for edition, players in PLAYED],
]
HIDDEN = [table for table in TABLES if table.game is not TICTACTOE]
