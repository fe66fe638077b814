"""A game of OpenSpiel's, or ours through the adapter, played at random from Python: `of_openspiel.py GAME`."""

import random
import sys
from collections.abc import Callable
from typing import Any

import pyspiel
from loop import measure


def named(name: str) -> Any:
    if name != "vok":
        return pyspiel.load_game(name)
    from ai.adapters.openspiel import load

    return load("valley", 2)


def walk(game: Any, seed: int, most: int = sys.maxsize) -> tuple[Any, int]:
    """Play at most `most` decisions; returns the position and the number of decisions."""
    state, chance, decisions = game.new_initial_state(), random.Random(seed), 0
    while not state.is_terminal() and decisions < most:
        decisions += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    return state, decisions


def middle(game: Any) -> Callable[[], Any]:
    copy: Callable[[], Any] = walk(game, 1, walk(game, 1)[1] // 2)[0].clone
    return copy


GAME = named(sys.argv[1])
measure(lambda seed: walk(GAME, seed)[1], lambda: middle(GAME))
