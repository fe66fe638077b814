"""Measures a log of 100,000 actions with 1,000 variations: time and memory to open it for a review, and time to go to a node.

    python -m lab.bench.long_log [ACTIONS] [VARIATIONS]

Plays random games from random places of a game of three, writes them as one save, and reads that save in a process of its own,
with garbage collection off until it is open, as `vok open` does. VOK_COMPILED names a folder with a compiled copy. Figures are
processor time and the largest size of the process, which only Linux tells.
"""

import gc
import json
import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import vok_tui.library  # noqa: F401  the compiled copy, if one is named
from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import Shelf, load
from vok_tui.learning.review import Review

ACTIONS: Final = 100_000
VARIATIONS: Final = 1_000
NODES_VISITED: Final = 2_000
MAX_BRANCH_DEPTH: Final = 100  # where a variation leaves the game, so that it can still become long
OPEN: Final = "open"


def write_log(home: Path, actions: int, variations: int) -> Path:
    """Write a save with this many nodes, which the variations share about equally. Returns its path."""
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", "scribe"), Seat("Cleo", "scribe")), 12)
    match, rng = Match(GAMES["valley"], setup), random.Random(1)
    play_random_moves(match, rng, actions)
    end = match.log.head
    while len(match.log) < actions:
        nodes = [rng.randrange(len(match.log)) for _ in range(20)]
        match.goto(next((node for node in nodes if match.depth(node) < MAX_BRANCH_DEPTH), 0))
        play_random_moves(match, rng, actions // variations)
    match.goto(end)
    with Shelf(home).create(setup, match.game, "0.1.0", 1_700_000_000) as file:
        file.keep(match)
    return file.path


def play_random_moves(match: Match, rng: random.Random, moves: int) -> None:
    """Play random moves from the head of the log on."""
    for _ in range(moves):
        if match.is_over:
            return
        match.play(match.game.action(match.state, rng.choice(match.state.legal_moves())))


def measure_opening(path: Path) -> dict[str, object]:
    """The figures of one process that opens the save, lists its turns, and goes to random nodes."""
    size_before = peak_megabytes()
    gc.disable()
    start = process_time()
    match = load(path, GAMES).match
    loaded = process_time()
    review = Review(match, 0)
    rows = len(review.turns.rows)
    review.view()
    opened, size = process_time(), peak_megabytes()
    gc.freeze()
    gc.enable()
    rng, steps, milliseconds = random.Random(2), list(review.step_tree.children), []
    for _ in range(NODES_VISITED):
        node = rng.choice(steps)
        started = process_time()
        review.go_to(node)
        review.view()
        milliseconds.append(1000 * (process_time() - started))
    milliseconds.sort()
    return {
        "nodes": len(match.log),
        "variations": sum(map(len, match.log.children)) - sum(map(bool, match.log.children)),
        "rows": rows,
        "load_s": round(loaded - start, 2),
        "open_s": round(opened - start, 2),
        "mb": round(size),
        "mb_before": round(size_before),
        "node_median_ms": round(milliseconds[NODES_VISITED // 2], 2),
        "node_95_of_100_ms": round(milliseconds[NODES_VISITED * 95 // 100], 2),
        "node_most_ms": round(milliseconds[-1], 2),
    }


def peak_megabytes() -> float:
    """The peak memory of this process."""
    status = Path("/proc/self/status").read_text()  # getrusage also counts the process that started this one
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main(words: list[str]) -> None:
    if words[:1] == [OPEN]:
        print(json.dumps(measure_opening(Path(words[1]))))
        return
    actions, variations, *_ = [*map(int, words), *(ACTIONS, VARIATIONS)[len(words) :]]
    with TemporaryDirectory() as home:
        path = write_log(Path(home), actions, variations)
        subprocess.run([sys.executable, "-m", "lab.bench.long_log", OPEN, str(path)], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
