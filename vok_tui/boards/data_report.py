"""Pieces of a game as data: what `vok cards` and the list of cards show of them, and how one is found by its name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from vok_tui.shared.errors import UsageError, suggestion_clause

RECONSTRUCTED_MARK: Final = "~"  # after a value that is reconstructed, in lists
NAME_COLUMNS: Final = 20
TYPE_COLUMNS: Final = 9


def comparable_name(name: str) -> str:
    """A name as it is compared: ignoring case and extra spaces."""
    return " ".join(name.casefold().split())


def find_pieces(name: str, pieces: list[dict[str, Any]], noun: str) -> list[dict[str, Any]]:
    """The piece with this name, else all pieces whose names contain it. Raises UsageError, which calls a piece `noun`, if there
    are none."""
    searched_name = comparable_name(name)
    found = [piece for piece in pieces if searched_name in piece["name"].casefold()]
    if not found:
        raise no_such_piece(name, [piece["name"] for piece in pieces], noun)
    return [piece for piece in found if piece["name"].casefold() == searched_name] or found


def no_such_piece(name: str, known_names: list[str], noun: str) -> UsageError:
    """The error for a name that no piece has. It suggests the nearest known name."""
    similar = suggestion_clause(comparable_name(name), known_names)
    hint = similar if "?" in similar else "; vok cards lists them all"
    return UsageError(f'no {noun} is called "{name[:40]}"{hint}')


def source_sentences(values: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The values that are printed, and those that are reconstructed, in a sentence each: "Printed: symbol, strength."."""
    known, others = [name for name in values if name in printed], [name for name in values if name not in printed]
    return [f"{word}: {', '.join(names)}." for word, names in (("Printed", known), ("Reconstructed", others)) if names]


def marked_values(piece: Mapping[str, Any]) -> str:
    """The values of a piece, each with its name and a mark if it is reconstructed: "symbol key~, treasure 1~"."""
    values: Mapping[str, str] = piece["values"]
    return ", ".join(
        [f"{name} {value}{'' if name in piece['printed'] else RECONSTRUCTED_MARK}" for name, value in values.items()]
    )


def pieces_table(pieces: Sequence[Mapping[str, Any]], game: str) -> str:
    """All pieces of a game, one on each line, and what the mark means."""
    lines = [
        f"{piece['name']:<{NAME_COLUMNS}} {piece['type']:<{TYPE_COLUMNS}} {marked_values(piece)}" for piece in pieces
    ]
    return "\n".join([*lines, f"{RECONSTRUCTED_MARK} reconstructed; vok cards --game {game} NAME shows one in full"])


def piece_details(pieces: Sequence[Mapping[str, Any]]) -> str:
    """Pieces in full: the name, a sentence, and which values are printed."""
    return "\n\n".join(
        [
            "\n".join([piece["name"], piece["text"], *source_sentences(list(piece["values"]), piece["printed"])])
            for piece in pieces
        ]
    )


def printed_value_doubts(pieces: Sequence[Mapping[str, Any]], ours: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence for each value that differs from that of our piece with the same name although both are listed as printed."""
    our_pieces = {piece["name"]: piece for piece in ours}
    return [
        doubt_sentence(piece["name"], name)
        for piece in pieces
        if piece["name"] in our_pieces
        for name in piece["printed"]
        if name in our_pieces[piece["name"]]["printed"]
        and piece["values"][name] != our_pieces[piece["name"]]["values"][name]
    ]


def doubt_sentence(piece_name: str, value_name: str) -> str:
    """Asks about a printed value that differs from the one that we know: one of them is wrong, or `printed` was not updated."""
    return (
        f"{piece_name}: {value_name}: is listed in printed, but differs from the printed value that we know; "
        "is it really printed so?"
    )


@dataclass(frozen=True)
class DataReport:
    """The result of a check of replaceable data. Faults, doubts and the summary are sentences."""

    faults: tuple[str, ...]
    is_truncated: bool = False  # the check stopped at a limit, so there may be more faults
    doubts: tuple[str, ...] = ()  # only if there are no faults
    summary: str = ""  # what the data contain; only if there are no faults


class ReplaceableData(Protocol):
    """Data of a game that players may replace with a file of their own, such as its cards.

    `data_text` is the text of such a file; "" means the data that come with the game. `typed_names` are the names of fields as
    players type them, where these are not those of the file."""

    typed_names: Mapping[str, str]

    def said_value(self, field: str, value: str) -> str:
        """A value of a piece in the words of a player: "16 copies"."""

    def kind_in_words(self, table: Mapping[str, Any]) -> str:
        """What a piece of the file is: "a starter", "a duelling card"; "" if its name says it."""

    def checked_setup_data(self, file_text: str) -> str:
        """Check the text of a file and return it in the form that a setup holds, without comments. Raises BadCatalogue."""

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        """Why data that can be read cannot be played, a sentence for each reason. `setup_data` is from `checked_setup_data`."""

    def export(self, edition: str, data_text: str) -> str:
        """The data as a file with comments, for players to correct. Raises BadCatalogue."""

    def check(self, file_text: str) -> DataReport:
        """The faults of the text of a file; if it has none, doubts and a summary."""

    def table_text(self, edition: str, data_text: str) -> str:
        """All pieces, one on each line. Raises BadCatalogue."""

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        """All details of the piece called `piece_name`, else of all pieces whose names contain it. Raises BadCatalogue, and
        UsageError if there are none."""

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        """The same as JSON objects, one for each piece. An empty name means all pieces."""
