"""Names that the documents promised can be imported from their old places for one version."""

from importlib import import_module
from typing import Any

import pytest

from ai.judge import Judge
from ai.search.mcts import Search
from engine import GAMES, Action, Seat, Setup
from engine.core.game import State

OLD = [
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
]


@pytest.mark.parametrize(("module", "name"), OLD)
def test_a_promised_name_is_found_at_its_old_place(module: str, name: str):
    assert getattr(import_module(module), name) is not None


def test_an_unknown_name_of_the_old_module_is_refused_as_ever():
    with pytest.raises(AttributeError, match="Nonsense"):
        import_module("ai.bots").Nonsense  # noqa: B018


def test_an_action_still_answers_to_what():
    assert Action("swap", (1, 4)).what == (1, 4)


def test_a_game_still_writes_and_reads_positions_by_its_old_names():
    game = GAMES["valley"]
    state: State = game.start(Setup("valley", (Seat("Ann"), Seat("Bob")), 1))
    text = game.write(state)
    again: State = game.read(text)
    assert text == game.write_position(state)
    assert again.digest() == state.digest()


def test_a_judge_that_defines_worth_is_heard_by_the_search():
    class Fond(Judge[Any]):
        asked = 0

        def worth(self, state: State) -> list[float]:
            Fond.asked += 1
            return [1.0, 0.0]

    game = GAMES["valley"]
    state = game.start(Setup("valley", (Seat("one"), Seat("two")), 1))
    Search(game, state, state.mover, 1, Fond(game, 0)).run(20)
    assert Fond.asked > 0
