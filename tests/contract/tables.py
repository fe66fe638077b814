"""The tables at which the contract is tested: every game, with every number of players that it allows."""

import re
from collections.abc import Callable
from typing import Any

from ai.kit import kit_of
from ai.tal.kit import TAL_KIT
from engine.core.game import Game, Seat, Setup, State
from engine.core.setup import Variant
from engine.games import GAMES
from engine.tal.board_text import SHIPPED as SHIPPED_PLAN
from engine.tal.board_text import write_plan
from engine.tal.game import TAL
from engine.thieves.game import THIEVES
from engine.thieves.pieces_text import write_pieces
from engine.thieves.shipped import SHIPPED as SHIPPED_PIECES
from engine.valley import base_cards
from engine.valley.custom import write_catalogue
from tests.contract.census import caravans_cards, nothing_to_count, valley_cards
from tests.contract.thieves_census import thieves_pieces
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.goods import OTHER, SHIPPED, Goods, write_goods
from tests.games.kuhn import KUHN
from tests.games.pennies import PENNIES
from tests.games.tictactoe import TICTACTOE
from vok_tui.boards.table_kit import table_kit_of


class Table:
    """A game with a number of seats, in a variant. `census` lists all cards of a position, wherever they lie."""

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


SHORT = Goods(SHIPPED.goods[1:4], ("road", "track"))  # few cards, so that the deck runs out
PLAYED = (("base", 2), ("base", 4), ("afterlife", 3), ("mixed", 2), ("both", 6), ("solitaire", 1))
OTHER_BOARD = write_plan(SHIPPED_PLAN).replace("layered = 18", "layered = 20").replace("suns = 3", "suns = 0", 1)
HARDER_GUARDIANS = write_pieces(SHIPPED_PIECES).replace("strength = 4", "strength = 5")

TABLES = [
    Table(TICTACTOE, 2),
    Table(PENNIES, 2),
    *[Table(KUHN, players) for players in (2, 3, 6)],
    *[Table(CARAVANS, players, caravans_cards) for players in (2, 8)],
    Table(CARAVANS, 4, caravans_cards, "base", ("2", "no"), write_goods(OTHER)),
    Table(CARAVANS, 3, caravans_cards, "quick"),
    Table(THIEVES, 2, thieves_pieces, "base", ("20", "all", "high")),
    Table(THIEVES, 3, thieves_pieces, "base", ("15", "2", "normal"), HARDER_GUARDIANS),
    Table(THIEVES, 5, thieves_pieces, "double"),
    Table(TAL, 2, TAL_KIT.count_pieces_by_kind),
    Table(TAL, 3, TAL_KIT.count_pieces_by_kind, "base", ("short",), OTHER_BOARD),
    Table(TAL, 4, TAL_KIT.count_pieces_by_kind),
    *[Table(GAMES["valley"], players, valley_cards, edition) for edition, players in PLAYED],
    Table(GAMES["valley"], 1, valley_cards, "solitaire", ("base", "lot", "afterlife", "base", "lot", "base")),
]
LISTED = {table.game.name() for table in TABLES}
# Every other game that is registered, in each edition with the fewest and the most players.
TABLES += [
    Table(game, players, kit_of(game).count_pieces_by_kind, edition.name)
    for game in GAMES.values()
    if game.name() not in LISTED
    for edition in game.editions()
    for players in sorted({edition.min_players, edition.max_players})
]
HIDDEN = [table for table in TABLES if table.game is not TICTACTOE]
PLAYED_GAMES = list({table.game.name(): table.game for table in TABLES}.values())
# Data that a game can be played with in place of its own, by the name of the game.
OTHER_DATA = {
    "caravans": (write_goods(SHORT), write_goods(OTHER)),
    "thieves": (HARDER_GUARDIANS, write_pieces(SHIPPED_PIECES).replace("treasure = 3", "treasure = 4", 1)),
    "valley": (write_catalogue({"base": base_cards.CARDS}, without_comments=True).replace("gold = 3", "gold = 2", 1),),
}


def other_data(game: Game[Any]) -> tuple[str, ...]:
    """Data to play a game with in place of its own; of a game that is not listed, its own with one number changed."""
    kit = table_kit_of(game)
    if game.name() in OTHER_DATA or kit.data is None:
        return OTHER_DATA.get(game.name(), ())
    text = kit.data.export(game.editions()[0].name, "")
    for number in re.finditer(r"(?<== )\d+(?=$|  #)", text, re.MULTILINE):
        changed = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"
        if not kit.data.check(changed).faults:
            return (kit.data.checked_setup_data(changed),)
    return ()
