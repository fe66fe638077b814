"""The tables at which the contract is tried: every game, with every number of players that it takes."""

from collections.abc import Callable
from typing import Any

from engine.core.game import Game, Seat, Setup, State
from engine.core.variant import Variant
from engine.games import GAMES
from engine.valley.cards import base
from engine.valley.custom import write_catalogue
from tests.contract.census import caravans_cards, nothing_to_count, valley_cards
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.goods import EARLIER, SHIPPED, Goods, write_goods
from tests.games.kuhn import KUHN
from tests.games.pennies import PENNIES
from tests.games.tictactoe import TICTACTOE


class Table:
    """A game with so many seats, in a variant; `census` lists all cards of a position, wherever they lie."""

    def __init__(
        self,
        game: Game[Any],
        players: int,
        census: Callable[[Any], list[int]] = nothing_to_count,
        edition: str = "base",
        choices: tuple[str, ...] = (),
        cards: str = "",
    ) -> None:
        self.game = game
        self.players = players
        self.census = census
        self.variant = Variant(edition, choices, cards)

    def setup(self, seed: int) -> Setup:
        return Setup(self.game.name(), seats(self.players), seed, self.variant)

    def start(self, seed: int) -> State:
        return self.game.start(self.setup(seed))

    def __str__(self) -> str:
        words = [self.game.name(), self.variant.edition, *self.variant.choices, str(self.players)]
        return "-".join(words + ["other-cards"] * bool(self.variant.cards))


def seats(players: int) -> tuple[Seat, ...]:
    return tuple(Seat(f"seat {seat}") for seat in range(players))


SHORT = Goods(SHIPPED.goods[1:4], ("road", "track"))  # so few cards that the deck runs out
PLAYED = (("base", 2), ("base", 3), ("base", 4), ("afterlife", 3), ("mixed", 2), ("both", 6), ("solitaire", 1))

TABLES = [
    Table(TICTACTOE, 2),
    Table(PENNIES, 2),
    *[Table(KUHN, players) for players in range(2, 7)],
    *[Table(CARAVANS, players, caravans_cards) for players in (2, 3, 8)],
    Table(CARAVANS, 4, caravans_cards, "base", ("2", "no"), write_goods(EARLIER)),
    Table(CARAVANS, 3, caravans_cards, "quick"),
    *[Table(GAMES["valley"], players, valley_cards, edition) for edition, players in PLAYED],
    Table(GAMES["valley"], 1, valley_cards, "solitaire", ("base", "lot", "afterlife", "base", "lot", "base")),
]
HIDDEN = [table for table in TABLES if table.game is not TICTACTOE]
PLAYED_GAMES = list({table.game.name(): table.game for table in TABLES}.values())
# Data that a game can be played with in place of its own, by the name of the game; every game that has such data is here.
OTHER_DATA = {
    "caravans": (write_goods(SHORT), write_goods(EARLIER)),
    "valley": (write_catalogue({"base": base.CARDS}, bare=True).replace("gold = 3", "gold = 2", 1),),
}
