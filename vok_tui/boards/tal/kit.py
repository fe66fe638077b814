"""The table kit of Tal der Koenige."""

from pathlib import Path
from typing import Final

from engine.core.game import Setup
from engine.tal.data.board_text import read_plan
from engine.tal.game import TAL
from vok_tui.boards.step_kinds import StepKind
from vok_tui.boards.table_kit import CARD_NAME_COLUMNS, CardEntry, CardList, ReplaceableData, TableKit

RECONSTRUCTED_MARK: Final = "~"


class TalTable(TableKit):
    """Data, score sheet and rules of Tal der Koenige."""

    opponent_names = ("Merit", "Khety", "Senmut")
    rules_file = Path(__file__).with_name("rules.txt")
    introduction = (
        "Tal der Koenige is a board game for two to four players: bid for coloured blocks and build pyramids of them."
    )
    motto = "Stone on stone, and all for the pharaoh."
    how_to_play = (
        ("Bid", "face down for lots of coloured blocks."),
        ("Claim", "sites with your overseers, and bring workers there."),
        ("Build", "pyramids: the purer their colours, the more they are worth."),
    )
    tips = (
        ("lay", "Tip: blanks cost nothing, and nobody sees that they are blank."),
        ("claim", "Tip: an overseer may claim a site that it only passes."),
        ("build", "Tip: a pyramid of one colour is worth four times a mixed one."),
    )
    step_kinds = (
        StepKind("claim", "a site claimed", frozenset({"claimed"})),
        StepKind("raid", "a site taken over or robbed", frozenset({"took_over", "stole"})),
        StepKind("pyramid", "a pyramid completed", frozenset({"completed"})),
    )
    credits = "Tal der Koenige was designed by Christian Beierer, and published by Kosmos."

    @property
    def data(self) -> ReplaceableData:
        from vok_tui.boards.tal.board_data import TalBoardData

        return TalBoardData()

    def card_list(self, setup: Setup | None) -> CardList:
        from textual.content import Content

        from vok_tui.boards.tal.board_data import pieces_of, source_of

        pieces = pieces_of(TAL.plan(setup) if setup is not None else read_plan(""))
        heads = f"{'':<{CARD_NAME_COLUMNS}}{RECONSTRUCTED_MARK} reconstructed"
        entries = [
            CardEntry(
                piece["name"],
                f"{' ' if piece['printed'] else RECONSTRUCTED_MARK} {piece['text']}",
                f"{piece['name']} {piece['type']} {piece['text']}",
                Content.assemble(
                    (piece["name"], "bold $gold"), (f"\n{piece['type']}\n\n", "$lapis"), f"{piece['text']}\n\n",
                    (source_of(piece), "$dune"),
                ),
            )
            for piece in pieces
        ]  # fmt: skip
        return CardList(heads, tuple(entries))


TAL_TABLE: Final = TalTable(TAL)
