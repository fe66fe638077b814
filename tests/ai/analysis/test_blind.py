"""An analysis uses only what its seat could know: with everything unseen changed, nothing that it says changes."""

import pytest

from engine.games import GAMES
from tests.ai.analysis.blind import compare_analyses, everything_hinted, everything_practised


@pytest.mark.nightly(reason="analyses several worlds", keep=("valley-2", "tal-2"))
@pytest.mark.parametrize(("game", "players"), [("valley", 2), ("valley", 3), ("thieves", 2), ("tal", 2)])
def test_an_analysis_does_not_depend_on_what_is_hidden(game: str, players: int):
    compare_analyses(GAMES[game], players, positions=2, seed=11)


@pytest.mark.nightly(reason="analyses several worlds", keep="valley-2")
@pytest.mark.parametrize(("game", "players"), [("valley", 2), ("thieves", 2), ("tal", 2)])
def test_a_hint_does_not_depend_on_what_is_hidden(game: str, players: int):
    compare_analyses(GAMES[game], players, positions=2, seed=12, find=everything_hinted)


@pytest.mark.nightly(reason="analyses several worlds", keep=("tal-2-4", "valley-2-1"))
@pytest.mark.parametrize(("game", "players", "positions"), [("valley", 2, 1), ("thieves", 2, 2), ("tal", 2, 4)])
def test_retry_drill_and_puzzle_do_not_depend_on_what_is_hidden(game: str, players: int, positions: int):
    assert compare_analyses(GAMES[game], players, positions, seed=13, find=everything_practised)
