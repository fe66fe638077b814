"""Our own game, two players at random, as `of_openspiel` plays: the engine alone, compiled if VOK_HOUSES names such a copy."""

from collections.abc import Callable
from typing import Any

from loop import measure

import vok_tui.library  # noqa: F401  before the engine
from ai.playout import Dice, play_at_random
from engine import GAMES, Seat, Setup, State


def start(seed: int) -> State:
    state: State = GAMES["valley"].start(Setup("valley", (Seat("one"), Seat("two")), seed))
    return state


def middle() -> Callable[[], Any]:
    state, dice = start(1), Dice(1)
    for _ in range(80):
        state.apply(state.menu[dice.below(state.offered)])
    return state.copy


measure(lambda seed: play_at_random(start(seed), Dice(seed)), middle)
