"""A game of OpenSpiel's, or ours through the adapter, played at random from Python: `of_openspiel.py GAME`."""

import random
import sys
from collections.abc import Callable
from typing import Any

import pyspiel
from loop import measure


def load_game(name: str) -> Any:
    if name != "vok":
        return pyspiel.load_game(name)
    from lab.adapters.openspiel import load

    return load("valley", 2)


def play_random(game: Any, seed: int, max_decisions: int = sys.maxsize) -> tuple[Any, int]:
    """Play at most `max_decisions` random decisions; returns the position and the number of decisions."""
    state, chance, decisions = game.new_initial_state(), random.Random(seed), 0
    while not state.is_terminal() and decisions < max_decisions:
        decisions += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    return state, decisions


def mid_game_copier(game: Any) -> Callable[[], Any]:
    copy: Callable[[], Any] = play_random(game, 1, play_random(game, 1)[1] // 2)[0].clone
    return copy


GAME = load_game(sys.argv[1])
measure(lambda seed: play_random(GAME, seed)[1], lambda: mid_game_copier(GAME))
