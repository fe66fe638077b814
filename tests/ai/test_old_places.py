"""Promised names can be imported from their old places for one more version."""

from importlib import import_module
from typing import Any

import pytest

from ai.judge import Judge
from ai.search.mcts import Search
from engine import GAMES, Action, Seat, Setup
from engine.core.game import State

OLD_NAMES = [
    ("ai.bots", "choose"),
    ("ai.bots", "decision_seed"),
    ("ai.bots", "Thought"),
    ("ai.bots", "judge_of"),
    ("ai.levels", "LEVELS"),
    ("ai.levels", "Budget"),
    ("ai.mcts", "Search"),
    ("ai.arena", "Contest"),
    ("ai.arena", "play"),
    ("ai.contestants", "contestant"),
    ("ai.compete", "compete"),
    ("ai.tally", "Tally"),
    ("ai.pool", "Pool"),
    ("engine", "Match"),
    ("saves", "Row"),
    ("saves", "Finished"),
    ("saves", "Loaded"),
    ("saves", "clean"),
    ("saves", "Origin"),
]


@pytest.mark.parametrize(("module", "name"), OLD_NAMES)
def test_a_promised_name_is_found_at_its_old_place(module: str, name: str):
    assert getattr(import_module(module), name) is not None


def test_an_unknown_name_of_an_old_module_raises_attribute_error():
    with pytest.raises(AttributeError, match="Nonsense"):
        import_module("ai.bots").Nonsense  # noqa: B018


def test_an_action_still_has_its_old_attribute_what():
    assert Action("swap", (1, 4)).what == (1, 4)


def test_a_game_still_has_the_old_methods_read_and_write():
    game = GAMES["valley"]
    state: State = game.start(Setup("valley", (Seat("Ann"), Seat("Bob")), 1))
    text = game.write(state)
    again: State = game.read(text)
    assert text == game.write_position(state)
    assert again.digest() == state.digest()


def test_a_search_still_calls_the_old_method_worth():
    class OldJudge(Judge[Any]):
        calls = 0

        def worth(self, state: State) -> list[float]:
            OldJudge.calls += 1
            return [1.0, 0.0]

    game = GAMES["valley"]
    state = game.start(Setup("valley", (Seat("one"), Seat("two")), 1))
    Search(game, state, state.mover, 1, OldJudge(game, 0)).run(20)
    assert OldJudge.calls > 0
