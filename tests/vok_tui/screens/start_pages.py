"""Start screens for pictures: of a newcomer, and with a game to continue."""

from pathlib import Path

from vok_tui.coordinator.config import load_config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.coordinator.start_page import ContinuedGame, LastGame, StartPage, StartRecords, offered_games
from vok_tui.records.save_list import SeatPoints
from vok_tui.screens.start import StartScreen

FOLDER = "~/.local/share/vok/saves"
RECORDS = StartRecords(
    {
        "valley": ("14 games, 6 won", "lost 51 : 62 to a priest"),
        "thieves": ("", ""),
        "tal": ("1 game, 1 won", "won 31 : 18 against a scribe"),
    },
    "Wednesday 25 November, Valley of the Kings: not played yet",
    (
        LastGame("lost 51 : 62", "Valley of the Kings against Khety, a priest", "25 Nov"),
        LastGame("won 31 : 18", "Tal der Koenige against Merit, a scribe", "22 Nov"),
    ),
    ("5 positions are due, up to 17 in 100", "3 in a row"),
)
SEATS = (("Ann", 14), ("Khety", 9))


def newcomer_start() -> StartScreen:
    """The start screen before the first game."""
    games = offered_games()
    new = {game.name: 8 for game in games}
    page = StartPage(None, games, ("a first game at the real table, step by step", "0 of 3 done"), new, FOLDER)
    return StartScreen(page, {})


def start_with_game(seats: SeatPoints = SEATS) -> StartScreen:
    """The start screen with a game to continue and finished games."""
    continued = ContinuedGame("Valley of the Kings against Khety, a priest", "turn 17", seats, "saved 20 min ago")
    lessons = ("new to you: King of Thieves", "2 of 3 done")
    page = StartPage(continued, offered_games(), lessons, {"thieves": 8}, FOLDER)
    return StartScreen(
        page, {}, lambda: RECORDS, lambda _: ("11 of 37 reached; close: win 3 games without undo", "2 this week")
    )


def start_options(home: Path) -> StartOptions:
    """The options of a start with the config.toml in `home`."""
    path = home / "config.toml"
    return StartOptions(config=load_config(path), config_file=path)
