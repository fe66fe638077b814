"""The levels that a game offers: those for which it has an evaluator, and `equal` if the levels were measured."""

import pytest

from ai.bots.player_spec import EQUAL
from ai.levels import LEVELS
from engine.core.errors import BadSetup
from tests.games.more_games import register_more_games
from tests.vok_tui.records.finished_games import finished_against
from vok_tui.shared.levels import (
    FRIEND,
    PlayerRating,
    describe_level,
    newcomer_rating,
    rate_player,
    selectable_levels,
    strength_of_equal,
)

UNMEASURED = "caravans"
PLAIN = "tictactoe"


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)


def test_a_level_is_offered_only_with_an_evaluator():
    assert selectable_levels("shabti", "valley") == (*LEVELS, EQUAL, FRIEND)
    hard = tuple([name for name, level in LEVELS.items() if not level.is_soft])
    assert selectable_levels("shabti", UNMEASURED) == (*hard, FRIEND), "a soft level needs a temperature"
    assert selectable_levels("shabti", PLAIN) == ("shabti", FRIEND)


def test_a_level_shows_its_rating_only_in_measured_games():
    assert "rated 1,000" in describe_level("scribe", game="valley")
    assert "not rated yet" in describe_level("scribe", game=UNMEASURED)


def test_equal_is_refused_where_no_level_was_measured():
    with pytest.raises(BadSetup, match="choose another level"):
        strength_of_equal(PlayerRating(1000, 3, UNMEASURED), 1)


def test_a_game_counts_only_for_the_rating_in_that_game():
    won = finished_against(30, 20)
    assert rate_player([won], "valley") != newcomer_rating("valley")
    assert rate_player([won], UNMEASURED) == newcomer_rating(UNMEASURED)
    assert rate_player([won._replace(game=UNMEASURED)], "valley") == newcomer_rating("valley")
