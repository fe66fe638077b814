"""The pieces of King of Thieves as data: shown on the command line, exported as TOML, checked, and played with."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core.errors import BadCatalogue
from engine.core.wording import plural
from engine.thieves.pieces import SYMBOLS, DuellingCard, Guardian, PieceSet, Tomb
from engine.thieves.pieces_text import read_pieces, tomb_name, write_pieces
from vok_tui.boards.data_report import DataReport, find_pieces, piece_details, pieces_table, printed_value_doubts

HEAD: Final = """\
# The pieces of King of Thieves. The rulebook says how many there are and shows a few of them. All others are reconstructed
# and marked. Correct them from your own box, and play with --cards FILE.
# The comment after each value says where it comes from. `printed` in a table lists the values that are printed so: add yours.
#
# tomb: its symbol (key, lamp, shield, sword) and its treasure.
# guardian: name, nature (trap or creature), symbol, and its strength: the symbols that beat it at least.
# card: two halves with different symbols, each a number and a symbol; here ruby is a symbol too.
# copies: how many of this piece there are (default: 1).

"""


class ThievesPieceData:
    """The pieces that come with the game, or those that a player has written."""

    typed_names: Mapping[str, str] = {"top": "upper", "bottom": "lower"}

    def said_value(self, field: str, value: str) -> str:
        words = {
            "nature": f"a {value}",
            "strength": f"{value} of its symbol beat it",
            "treasure": f"{value} treasure for the winner",
            "top": f"upper half: {value}",
            "bottom": f"lower half: {value}",
            "copies": f"{value} {'copy' if value == '1' else 'copies'} in the box",
        }
        return words.get(field, f"{field} {value}")

    def kind_in_words(self, table: Mapping[str, Any]) -> str:
        return "a tomb" if "treasure" in table else "a guardian" if "strength" in table else "a duelling card"

    def checked_setup_data(self, file_text: str) -> str:
        return write_pieces(read_pieces(file_text))

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        del setup_data  # all pieces that can be read can be played
        return []

    def export(self, edition: str, data_text: str) -> str:
        del edition
        return HEAD + write_pieces(read_pieces(data_text), with_comments=True)

    def check(self, file_text: str) -> DataReport:
        try:
            piece_set = read_pieces(file_text)
        except BadCatalogue as fault:
            return DataReport((str(fault),))
        counts = (plural(piece_set.tomb_count, "tomb"), plural(piece_set.guardian_count, "guardian"))
        summary = f"{', '.join(counts)} and {plural(piece_set.card_count, 'duelling card')}"
        doubts = printed_value_doubts(pieces_of(piece_set), pieces_of(read_pieces("")))
        return DataReport((), doubts=tuple(doubts), summary=summary)

    def table_text(self, edition: str, data_text: str) -> str:
        del edition
        return pieces_table(pieces_of(read_pieces(data_text)), "thieves")

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        return piece_details(self.dicts_of(piece_name, edition, data_text))

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        del edition
        return find_pieces(piece_name, pieces_of(read_pieces(data_text)), "piece")


def pieces_of(piece_set: PieceSet) -> list[dict[str, Any]]:
    """All pieces: what the rules say about each, in a sentence (`text`) and in one or two words (`brief`); its `values`; and the
    names of those that are `printed`."""
    pieces: list[dict[str, Any]] = []

    def add(kind: str, name: str, piece: Tomb | Guardian | DuellingCard, values: dict[str, str], *texts: str) -> None:
        fields = {"name": name, "type": kind, "copies": piece.copies, "text": texts[0], "brief": texts[1]}
        pieces.append({**fields, "values": values, "printed": list(piece.printed)})

    for tomb in piece_set.tombs:
        symbol = SYMBOLS[tomb.symbol]
        words = f"{plural(tomb.treasure, 'treasure', 'treasure')} for the most {symbol} symbols"
        add("tomb", tomb_name(tomb), tomb, {"symbol": symbol, "treasure": str(tomb.treasure)}, words, "tomb")
    for guardian in piece_set.guardians:
        symbol, strength = SYMBOLS[guardian.symbol], str(guardian.strength)
        brief = f"{strength} {symbol}"
        values = {"nature": guardian.nature, "symbol": symbol, "strength": strength}
        add("guardian", guardian.name, guardian, values, f"a {guardian.nature}, beaten by at least {brief}", brief)
    for card in piece_set.cards:
        values = {"top": str(card.top), "bottom": str(card.bottom)}
        add("card", card.name, card, values, f"a duelling card: {card.top}, or {card.bottom}", "card")
    return pieces
