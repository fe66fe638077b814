"""`reference-1`, the yardstick of all later opponents, plays as it always did."""

import zlib

import pytest

from ai.bots.bot import Bot
from ai.levels import Budget
from ai.value_file import FIRST_VALUES
from engine.core.game import NOBODY, Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.games import GAMES

SIMULATIONS = 24
QUESTIONS = 5


def questions(game: str, edition: str, players: int) -> list[State]:
    """Questions with a choice, spread over a random game."""
    rules = GAMES[game]
    state = rules.start(Setup(game, tuple(Seat(f"seat {seat}") for seat in range(players)), 11, edition))
    found = []
    for step in range(2000):
        if state.mover == NOBODY:
            break
        if state.move_count > 1:
            found.append(state.copy())
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(11, step) % len(menu)])
    return found[:: max(1, len(found) // QUESTIONS)]


@pytest.mark.parametrize(
    ("game", "edition", "players", "digest"),
    [
        ("valley", "base", 2, 4098040933),
        ("valley", "afterlife", 3, 3120028339),
        ("valley", "mixed", 2, 4139209901),
        ("thieves", "base", 2, 2075731793),
        ("thieves", "base", 3, 2691581908),
        ("tal", "base", 2, 519604404),
    ],
)
def test_the_reference_searches_as_it_did_when_it_was_measured(
    game: str, edition: str, players: int, digest: int
) -> None:
    """Ratings and the search log compare with it. A change of the search must be switched off for these values."""
    found = 0
    for number, state in enumerate(questions(game, edition, players)):
        pending = Bot(GAMES[game], int(state.mover), "pharaoh", Budget(SIMULATIONS), FIRST_VALUES).start_move(
            state, number
        )
        while not pending.done:
            pending.step()
        assert pending.search is not None
        visits = [(int(move), int(count)) for move, count, _ in pending.search.move_stats()]
        found = zlib.crc32(repr((int(pending.move), visits)).encode(), found)
    assert found == digest
