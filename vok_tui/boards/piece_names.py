"""Finds pieces and cards by what a player types as their name."""

from typing import Any

from vok_tui.errors import UsageError
from vok_tui.suggestion import suggestion_clause


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
