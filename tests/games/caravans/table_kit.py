"""The kit of Caravans for the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import BadCatalogue
from engine.core.game import Setup
from engine.core.match import Match
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.goods import Goods, read_goods, write_goods
from vok_tui.boards.data_report import DataReport
from vok_tui.boards.table_kit import CARD_NAME_COLUMNS, CardEntry, CardList, StepKind, TableKit, hand_shortcuts
from vok_tui.painting.signs import GameSigns
from vok_tui.shared.errors import UsageError

if TYPE_CHECKING:
    from vok_tui.panes.overlay import Overlay
    from vok_tui.panes.scene import Board

CAMEL: Final = "camel"


class GoodsData:
    """The goods as replaceable data."""

    def checked_setup_data(self, file_text: str) -> str:
        return write_goods(read_goods(file_text))

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        del setup_data
        return []

    def export(self, edition: str, data_text: str) -> str:
        del edition
        return write_goods(read_goods(data_text))

    def check(self, file_text: str) -> DataReport:
        try:
            goods = read_goods(file_text)
        except BadCatalogue as fault:
            return DataReport((str(fault),))
        return DataReport((), summary=f"{len(goods.goods)} goods, {goods.card_count} cards")

    def table_text(self, edition: str, data_text: str) -> str:
        del edition
        return "\n".join([f"{good.name} {good.worth}" for good in read_goods(data_text).goods])

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        return "\n".join(
            [f"{good['name']}, worth {good['worth']}" for good in self.dicts_of(piece_name, edition, data_text)]
        )

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        del edition
        goods = [good._asdict() for good in read_goods(data_text).goods if piece_name in ("", good.name)]
        if not goods:
            raise UsageError(f'no good is called "{piece_name}"')
        return goods


class CaravansTableKit(TableKit):
    signs = GameSigns({CAMEL: "∩"}, {CAMEL: "n"}, ((CAMEL, "a caravan"),), (("salt", "a load worth 2"),))
    rules_file = Path(__file__).with_name("rules.txt")
    introduction = "Caravans is a game for tests."
    step_kinds = (
        StepKind("load", "a load", frozenset({"loaded"})),
        StepKind("look", "a look at a load", frozenset({"spied"})),
        StepKind("arrival", "an arrival", frozenset({"arrived"})),
    )
    credits = "Caravans was made for tests."
    shortcuts = hand_shortcuts(4)

    @property
    def data(self) -> GoodsData:
        return GoodsData()

    @property
    def overlays(self) -> "tuple[Overlay, ...]":
        from tests.games.caravans.market import MARKET

        return (MARKET,)

    def goods(self, setup: Setup | None) -> Goods:
        return CARAVANS.goods(setup) if setup is not None else read_goods("")

    def board(self, match: Match) -> "Board":
        from tests.games.caravans.board import CaravansBoard

        return CaravansBoard(CARAVANS.title(), self.goods(match.setup).names)

    def card_list(self, setup: Setup | None) -> CardList:
        from textual.content import Content

        goods = self.goods(setup).goods
        heads = f"{'':<{CARD_NAME_COLUMNS}}worth"
        return CardList(
            heads,
            tuple([CardEntry(good.name, f"{good.worth:>5}", good.name, Content(good.name)) for good in goods]),
        )


CARAVANS_TABLE: Final = CaravansTableKit(CARAVANS)
