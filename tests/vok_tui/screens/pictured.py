"""Saves, names and games for pictures of screens."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from saves import SaveInfo, SaveLabel, Shelf
from vok_tui.coordinator.after_game import GameSummary, RatingCurve, summarize_game
from vok_tui.game.sitting import Sitting

NAMES = ("You", "Khety", "Merit", "Senmut")
FOLDER = "~/.local/share/vok/saves"
NOW = datetime(2026, 5, 3, 15).astimezone()  # wherever the machine is, so that days begin where they did
SAVES = (
    SaveInfo(
        Path("/saves/valley-ann.vok"),
        NOW.timestamp() - 300,
        game="valley",
        seats=(Seat("Ann"), Seat("Khety", "scribe")),
        label=SaveLabel(decisions=38, turn=9, scores=(14, 9)),
    ),
    SaveInfo(
        Path("/saves/valley-ann-2.vok"),
        NOW.timestamp() - 8000,
        game="valley",
        seats=(Seat("Ann"), Seat("Khety", "scribe"), Seat("Merit", "priest"), Seat("Senmut", "shabti")),
        label=SaveLabel(decisions=412, turn=61, over=True, scores=(44, 29, 37, 12)),
    ),
    SaveInfo(
        Path("/saves/valley-ann-3.vok"),
        NOW.timestamp() - 80000,
        "/saves/valley-ann-3.vok was changed in entry 23: the game opens as it stood after 22 moves.",
        "valley",
        seats=(Seat("Ann"), Seat("Khety", "scribe")),
        label=SaveLabel(decisions=22, turn=5, scores=(4, 2)),
    ),
    SaveInfo(Path("/saves/notes.vok"), NOW.timestamp() - 9_000_000, "/saves/notes.vok is a file of another program."),
)


def finished_match(players: int, seed: int, edition: str = "base", names: Sequence[str] = NAMES) -> Match:
    """A game that is played to its end."""
    seats = tuple([Seat(name) for name in names[:players]])
    match = Match(VALLEY, Setup("valley", seats, seed, edition))
    while not match.is_over:
        moves = match.state.legal_moves()
        match.play(VALLEY.action(match.state, moves[(7 * len(match.log)) % len(moves)]))
    return match


def summary_with_rating(match: Match) -> GameSummary:
    """The summary of a game after which the rating has risen from 1,000 to 1,080 in five games."""
    back = summarize_game(Sitting(match), 0, None, Shelf(Path("/nowhere")))
    return replace(back, read_rating_curve=lambda: RatingCurve((1000.0, 990.0, 1010.0, 1050.0, 1020.0, 1080.0)))
