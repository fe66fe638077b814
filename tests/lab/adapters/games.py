"""The specs of small games for the adapter tests, and the tables that adapters are tested with: the smallest of each edition,
and the largest of the first edition."""

from typing import Any, Final

from lab.adapters.game_spec import GAME_SPECS, ActionRange, GameSpec
from tests.games.kuhn import KUHN, RANKS, KuhnView
from tests.games.kuhn import VERBS as KUHN_VERBS
from tests.games.pennies import COINS, PENNIES, PenniesView
from tests.games.tictactoe import TICTACTOE, TicTacToeView


class KuhnSpec(GameSpec):
    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        return tuple(ActionRange(verb) for verb in KUHN_VERBS.verb_names)

    def observe(self, view: KuhnView, players: int, edition: str) -> list[float]:
        seen = [1.0 + view.viewer, float(len(view.played)), *map(float, view.chips)]
        return seen + [0.0 if card is None else 1.0 + RANKS.index(card) for card in view.cards]


class PenniesSpec(GameSpec):
    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        return (ActionRange("lay", (len(COINS),)),)

    def observe(self, view: PenniesView, players: int, edition: str) -> list[float]:
        laid = [0.0 if coin is None else 1.0 + COINS.index(coin) for coin in view.laid]
        return [1.0 + view.viewer, float(len(laid)), *laid, 0.0, 0.0][:4]


class TicTacToeSpec(GameSpec):
    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        return (ActionRange("mark", (9,)),)

    def observe(self, view: TicTacToeView, players: int, edition: str) -> list[float]:
        return [1.0 + view.viewer, *(float(".xo".index(cell)) for cell in view.board)]


KUHN_SPEC: Final = KuhnSpec(f"{__name__}:KUHN_SPEC", KUHN, {"base": (2, 6)}, 12)
PENNIES_SPEC: Final = PenniesSpec(f"{__name__}:PENNIES_SPEC", PENNIES, {"base": (2, 2)}, 2, has_luck=False)
TICTACTOE_SPEC: Final = TicTacToeSpec(
    f"{__name__}:TICTACTOE_SPEC", TICTACTOE, {"base": (2, 2)}, 9, has_luck=False, has_hidden_information=False
)

TableSpec = tuple[GameSpec, int, str]  # a spec, the number of players, an edition
TABLE_SPECS: Final[list[TableSpec]] = [
    (game_spec, players, edition)
    for game_spec in (*GAME_SPECS.values(), KUHN_SPEC, PENNIES_SPEC, TICTACTOE_SPEC)
    for edition, (minimum, maximum) in game_spec.editions.items()
    for players in sorted({minimum, maximum if edition == "base" else minimum})
]
# For the long conformance tests of other libraries: the smallest table of each game, and a large one of a short game.
FEW_TABLE_SPECS: Final[list[TableSpec]] = [
    *[
        (game_spec, game_spec.editions["base"][0], "base")
        for game_spec in (*GAME_SPECS.values(), KUHN_SPEC, PENNIES_SPEC, TICTACTOE_SPEC)
    ],
    (KUHN_SPEC, 6, "base"),
]


def table_name(table_spec: Any) -> str:
    """The test id of a table."""
    game_spec, players, edition = table_spec
    return f"{game_spec.game.name()}-{edition}-{players}"
