"""The benchmark that all scripts share: plays games for some seconds of processor time, then copies a mid-game position."""

import json
from collections.abc import Callable
from time import process_time
from typing import Any

SECONDS = 4.0
COPIES = 300


def measure(play: Callable[[int], int], mid_game_copier: Callable[[], Callable[[], Any]]) -> None:
    """Print the figures as JSON. `play` plays the game with a seed and returns its number of decisions;
    `mid_game_copier` returns a function that copies a mid-game position."""
    play(0)
    games = decisions = 0
    started = process_time()
    while (spent := process_time() - started) < SECONDS:
        games += 1
        decisions += play(games)
    copy = mid_game_copier()
    started = process_time()
    for _ in range(COPIES):
        copy()
    copy_seconds = (process_time() - started) / COPIES
    print(json.dumps({"games": games / spent, "decisions": decisions / spent, "copy_us": copy_seconds * 1e6}))
