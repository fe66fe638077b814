"""A position whose lists hold more than fits into their zones is refused in every game: nothing of it reaches another zone."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from engine import GAMES
from engine.core.errors import BadText
from engine.core.game import Seat, Setup

LENGTHS = (13, 30, 36, 61, 97)
NO_ZONES = ("stack", "luck", "pyramid", "sets", "uniques")
BEGUN = [(name, edition.name, edition.max_players) for name in GAMES for edition in GAMES[name].editions()]


def lists_in(fields: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Each table of a position, with a key under which it holds a list."""
    for key, value in fields.items():
        if isinstance(value, list) and value:
            if isinstance(value[0], dict):
                for table in value:
                    yield from lists_in(table)
            else:
                yield fields, key


def sorted_zones(fields: dict[str, Any]) -> list[Any]:
    """What a position says, without the order in its lists and without empty lists."""
    zones = [(key, sorted(map(repr, table[key]))) for table, key in lists_in(fields)]
    return [zones, {key: value for key, value in fields.items() if not isinstance(value, list)}]


@pytest.mark.parametrize(("name", "edition", "players"), BEGUN)
def test_a_list_that_is_too_long_is_refused(name: str, edition: str, players: int):
    game = GAMES[name]
    state = game.start(Setup(name, tuple([Seat(f"seat {seat}") for seat in range(players)]), 7, edition))
    written = game.position_fields(state)
    for number in range(len(list(lists_in(written)))):
        for length, others_are_empty in product(LENGTHS, (False, True)):
            fields = deepcopy(written)
            table, key = list(lists_in(fields))[number]
            if length < len(table[key]) or key in NO_ZONES:
                continue
            if others_are_empty:
                for other_table, other_key in list(lists_in(fields)):
                    if other_key not in NO_ZONES:
                        other_table[other_key] = table[key] if other_table[other_key] is table[key] else []
            table[key] = (table[key] * length)[:length]
            try:
                read = game.position_fields(game.position_of_fields(deepcopy(fields)))
            except BadText:
                continue
            assert sorted_zones(read) == sorted_zones(fields), f"{key}: {length}"


def test_a_stock_of_level_two_with_more_cards_than_the_level_has_is_refused():
    valley = GAMES["valley"]
    with pytest.raises(BadText, match="stock_ii is a list of at most 29"):
        valley.position_of_fields({"stock_ii": ["Boat"] * 36, "seat": [{}, {}]})


def test_a_kind_is_noted_as_executed_only_once():
    with pytest.raises(BadText, match="executed: Urn is there twice"):
        GAMES["valley"].position_of_fields({"executed": ["Urn", "Urn"], "seat": [{}, {}]})
