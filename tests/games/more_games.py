"""The games of the tests, to be registered in addition to the shipped ones."""

from typing import Final

import pytest

from engine.games import GAMES, GamePlace

MORE_GAMES: Final = {
    "caravans": GamePlace("tests.games.caravans.game:CARAVANS", "tests.games.caravans.kit:CARAVANS_KIT"),
    "kuhn": GamePlace("tests.games.kuhn:KUHN", ""),
    "pennies": GamePlace("tests.games.pennies:PENNIES", ""),
    "tictactoe": GamePlace("tests.games.tictactoe:TICTACTOE", ""),
}
ALL_GAMES: Final = (*GAMES, *MORE_GAMES)


def register_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register them for one test."""
    monkeypatch.setattr("engine.games.GAMES._places", {name: GAMES.place_of(name) for name in GAMES})
    for name, place in MORE_GAMES.items():
        GAMES.register(name, place)
