"""A card game of rlcard's, played by its own random agents: `of_rlcard.py GAME`. It has no copy method, so `deepcopy`
is measured."""

import copy
import sys
from collections.abc import Callable
from typing import Any

import rlcard
from loop import measure
from rlcard.agents import RandomAgent

ENV = rlcard.make(sys.argv[1], config={"seed": 1})
ENV.set_agents([RandomAgent(num_actions=ENV.num_actions) for _ in range(ENV.num_players)])


def play(seed: int) -> int:
    del seed  # rlcard seeds its random numbers once, in `make`
    before = ENV.timestep  # counted over all games
    ENV.run(is_training=False)
    return int(ENV.timestep - before)


def mid_game_copier() -> Callable[[], Any]:
    state, player = ENV.reset()
    for _ in range(10):
        state, player = ENV.step(ENV.agents[player].step(state), ENV.agents[player].use_raw)
    return lambda: copy.deepcopy(ENV.game)


measure(play, mid_game_copier)
