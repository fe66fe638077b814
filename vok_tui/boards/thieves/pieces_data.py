"""The pieces of King of Thieves as data: shown on the command line, exported as TOML, checked, and played with."""

from typing import Any, Final

from engine.core.cells.wording import plural
from engine.core.errors import BadCatalogue
from engine.thieves.data.pieces import SYMBOLS, PieceSet
from engine.thieves.data.pieces_text import read_pieces, tomb_name, write_pieces
from engine.thieves.data.shipped import PRINTED
from vok_tui.boards.piece_names import find_pieces
from vok_tui.boards.table_kit import DataReport

NAME_COLUMNS: Final = 20
HEAD: Final = """\
# The pieces of King of Thieves. The rulebook says how many there are and shows a few of them. All others are reconstructed
# and marked. Correct them from your own box, and play with --cards FILE.
#
# tomb: its symbol (key, lamp, shield, sword) and its treasure.
# guardian: name, nature (trap or creature), symbol, and its strength: the symbols that beat it at least.
# card: two halves with different symbols, each a number and a symbol; here ruby is a symbol too.
# copies: how many of this piece there are (default: 1).

"""


class ThievesPieceData:
    """The pieces that come with the game, or those that a player has written."""

    def checked_setup_data(self, file_text: str) -> str:
        return write_pieces(read_pieces(file_text))

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        del setup_data  # all pieces that can be read can be played
        return []

    def export(self, edition: str, data_text: str) -> str:
        del edition
        return HEAD + write_pieces(read_pieces(data_text), mark_reconstructed=not data_text)

    def check(self, file_text: str) -> DataReport:
        try:
            piece_set = read_pieces(file_text)
        except BadCatalogue as fault:
            return DataReport((str(fault),))
        counts = (plural(piece_set.tomb_count, "tomb"), plural(piece_set.guardian_count, "guardian"))
        return DataReport((), summary=f"{', '.join(counts)} and {plural(piece_set.card_count, 'duelling card')}")

    def table_text(self, edition: str, data_text: str) -> str:
        del edition
        return "\n".join(
            [f"{piece['name']:<{NAME_COLUMNS}} {piece['text']}" for piece in pieces_of(read_pieces(data_text))]
        )

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        found = self.dicts_of(piece_name, edition, data_text)
        return "\n\n".join([f"{piece['name']}\n{piece['text']}\n{source_of(piece)}" for piece in found])

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        del edition
        return find_pieces(piece_name, pieces_of(read_pieces(data_text)), "piece")


def source_of(piece: dict[str, Any]) -> str:
    """Where the values of a piece come from, in words."""
    return "shown in the rulebook" if piece["printed"] else "reconstructed"


def pieces_of(piece_set: PieceSet) -> list[dict[str, Any]]:
    """All pieces: what the rules say about each, in a sentence (`text`) and in one or two words (`brief`). The rulebook shows
    those that are `printed`."""
    pieces: list[dict[str, Any]] = []
    for tomb in piece_set.tombs:
        words = f"{plural(tomb.treasure, 'treasure', 'treasure')} for the most {SYMBOLS[tomb.symbol]} symbols"
        pieces.append({"name": tomb_name(tomb), "type": "tomb", "copies": tomb.copies, "text": words, "brief": "tomb"})
    for guardian in piece_set.guardians:
        brief = f"{guardian.strength} {SYMBOLS[guardian.symbol]}"
        words = f"a {guardian.nature}, beaten by at least {brief}"
        copies = guardian.copies
        pieces.append({"name": guardian.name, "type": "guardian", "copies": copies, "text": words, "brief": brief})
    for card in piece_set.cards:
        words = f"a duelling card: {card.top}, or {card.bottom}"
        pieces.append({"name": card.name, "type": "card", "copies": card.copies, "text": words, "brief": "card"})
    return [piece | {"printed": piece["name"] in PRINTED} for piece in pieces]
