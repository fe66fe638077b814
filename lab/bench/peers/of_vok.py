"""Our own game with two random players, as in `of_openspiel`: the engine alone, compiled if VOK_COMPILED names a copy."""

from collections.abc import Callable
from typing import Any

from loop import measure

import vok_tui.library  # noqa: F401  before the engine
from ai.search.playout import Rng, playout_to_end
from engine import GAMES, Seat, Setup, State


def start(seed: int) -> State:
    state: State = GAMES["valley"].start(Setup("valley", (Seat("one"), Seat("two")), seed))
    return state


def mid_game_copier() -> Callable[[], Any]:
    state, dice = start(1), Rng(1)
    for _ in range(80):
        state.apply(state.menu[dice.below(state.move_count)])
    return state.copy


measure(lambda seed: playout_to_end(start(seed), Rng(seed)), mid_game_copier)
