"""Compares our speed with that of other programs in one run: `python -m lab.bench.peers`, in a checkout.

Each program is installed from the package index into its own environment under build/peers, which is reused by later runs. If
one cannot be installed or run, the reason is printed and the others continue. Figures are games and decisions per second and
microseconds per copy, in processor time on one core. The games differ in length, so decisions per second compare better than
games per second.

In the environment of a program this module runs as `python -m lab.bench.peers PROGRAM GAME`. So it imports each program, and Vok,
only where that program is played.
"""

import copy
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[2]
ENVIRONMENTS = ROOT / "build" / "peers"
COMPILED_FOLDER = ROOT / "build" / "compiled"
OPENSPIEL, RLCARD, DOMINION, NONE = "open_spiel==2.0.2", "rlcard==1.2.0", "PyDominion==0.1.0", ""

# For each measurement: its label in the table, the package that it needs, the program and its game, and whether compiled.
MEASUREMENTS = (
    ("Vok, compiled", NONE, "vok", "valley", True),
    ("Vok, interpreted", NONE, "vok", "valley", False),
    ("Vok through the OpenSpiel adapter, compiled", OPENSPIEL, "openspiel", "vok", True),
    ("Vok through the OpenSpiel adapter, interpreted", OPENSPIEL, "openspiel", "vok", False),
    ("OpenSpiel gin_rummy (C++, driven from Python)", OPENSPIEL, "openspiel", "gin_rummy", False),
    ("OpenSpiel hearts (C++, driven from Python)", OPENSPIEL, "openspiel", "hearts", False),
    ("rlcard gin-rummy", RLCARD, "rlcard", "gin-rummy", False),
    ("rlcard uno", RLCARD, "rlcard", "uno", False),
    ("PyDominion, base cards", DOMINION, "dominion", "base", False),
)
SECONDS = 4.0
COPIES = 300


class MeasurementFailed(Exception):
    """The text is the reason, in one line."""


def run_command(command: list[str], environ: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MeasurementFailed((done.stderr.strip().splitlines() or ["no reason given"])[-1])
    return done.stdout


def python_with(package: str) -> str:
    """A Python interpreter with the package."""
    if not package:
        return sys.executable
    folder = ENVIRONMENTS / package.partition("==")[0]
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.is_file():
        run_command([sys.executable, "-m", "venv", "--clear", str(folder)])
        ours = ["--requirement", str(ROOT / "requirements.lock")] if package == OPENSPIEL else []
        run_command([str(python), "-m", "pip", "install", "--quiet", package, *ours])
        ready.touch()
    return str(python)


def figures_of(package: str, program: str, game: str, compiled: bool) -> dict[str, float]:
    """The figures of one program, measured in its environment. Raises MeasurementFailed."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "VOK_COMPILED": ""}
    if compiled:
        if not any(COMPILED_FOLDER.rglob("*.so")):
            raise MeasurementFailed("there is no compiled copy: make build/compiled/ready")
        environ["VOK_COMPILED"] = str(COMPILED_FOLDER)
        if program == "openspiel":
            environ["PYTHONPATH"] = f"{COMPILED_FOLDER}{os.pathsep}{ROOT}"
    output = run_command([python_with(package), "-m", "lab.bench.peers", program, game], environ)
    figures: dict[str, float] = json.loads(output.splitlines()[-1])
    return figures


def compare() -> None:
    """Print the table of all measurements."""
    print("| what | games/s | decisions/s | copy us |\n|---|---|---|---|")
    for label, *rest in MEASUREMENTS:
        try:
            figures = figures_of(*rest)
        except MeasurementFailed as failed:
            print(f"| {label} | {failed} | | |", flush=True)
            continue
        print(
            f"| {label} | {figures['games']:,.0f} | {figures['decisions']:,.0f} | {figures['copy_us']:,.2f} |",
            flush=True,
        )


def measure(play: Callable[[int], int], mid_game_copier: Callable[[], Callable[[], Any]]) -> None:
    """Play games for some seconds of processor time, copy a mid-game position, and print the figures as JSON. `play` plays the
    game with a seed and returns its number of decisions; `mid_game_copier` returns a function that copies a mid-game position."""
    play(0)
    games = decisions = 0
    started = process_time()
    while (spent := process_time() - started) < SECONDS:
        games += 1
        decisions += play(games)
    copier = mid_game_copier()
    started = process_time()
    for _ in range(COPIES):
        copier()
    copy_seconds = (process_time() - started) / COPIES
    print(json.dumps({"games": games / spent, "decisions": decisions / spent, "copy_us": copy_seconds * 1e6}))


def measure_vok(game: str) -> None:
    """Our own game with two random players: the engine alone, compiled if VOK_COMPILED names a copy."""
    import vok_tui.library  # noqa: F401  before the engine
    from ai.search.playout import Rng, playout_to_end
    from engine import GAMES, Seat, Setup, State

    def start(seed: int) -> State:
        state: State = GAMES[game].start(Setup(game, (Seat("one"), Seat("two")), seed))
        return state

    def mid_game_copier() -> Callable[[], Any]:
        state, dice = start(1), Rng(1)
        for _ in range(80):
            state.apply(state.menu[dice.below(state.move_count)])
        return state.copy

    measure(lambda seed: playout_to_end(start(seed), Rng(seed)), mid_game_copier)


def measure_openspiel(name: str) -> None:
    """A game of OpenSpiel's, or ours through the adapter, played at random from Python."""
    import pyspiel

    from lab.adapters.openspiel import load

    game = load("valley", 2) if name == "vok" else pyspiel.load_game(name)

    def play_random(seed: int, max_decisions: int = sys.maxsize) -> tuple[Any, int]:
        """Play at most `max_decisions` random decisions; returns the position and the number of decisions."""
        state, chance, decisions = game.new_initial_state(), random.Random(seed), 0
        while not state.is_terminal() and decisions < max_decisions:
            decisions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return state, decisions

    measure(lambda seed: play_random(seed)[1], lambda: play_random(1, play_random(1)[1] // 2)[0].clone)


def measure_rlcard(name: str) -> None:
    """A card game of rlcard's, played by its own random agents. It has no copy method, so `deepcopy` is measured."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(seed: int) -> int:
        del seed  # rlcard seeds its random numbers once, in `make`
        before = env.timestep  # counted over all games
        env.run(is_training=False)
        return int(env.timestep - before)

    def mid_game_copier() -> Callable[[], Any]:
        state, player = env.reset()
        for _ in range(10):
            state, player = env.step(env.agents[player].step(state), env.agents[player].use_raw)
        return lambda: copy.deepcopy(env.game)

    measure(play, mid_game_copier)


def measure_dominion(cards: str) -> None:
    """Dominion by PyDominion: two players who buy a random card that they can pay for, or nothing; base cards only. It has no
    copy method, so `deepcopy` is measured."""
    from dominion import Game, Player

    del cards  # there are no others

    class Chance(Player):
        """Buys anything."""

        decisions = 0

        def action_phase(self) -> None:
            """There are no actions among the base cards."""

        def buy_phase(self) -> None:
            deck = self.deck
            while deck.buys > 0:
                Chance.decisions += 1
                card = random.choice([None, *(card for card in deck.game.available_cards if card.cost <= deck.coins)])
                if card is None:
                    break
                card.buy(deck)

        def choice(self, card: Any, prompt: str, choices: list[Any]) -> Any:
            del card, prompt
            Chance.decisions += 1
            return random.choice(choices)

    def table() -> Game:
        return Game([Chance, Chance], [], io.StringIO())  # what it writes to must be copied too

    def play(seed: int) -> int:
        random.seed(seed)
        before = Chance.decisions
        table().play()
        return Chance.decisions - before

    def mid_game_copier() -> Callable[[], Any]:
        game = table()
        game.play()
        return lambda: copy.deepcopy(game)

    measure(play, mid_game_copier)


MEASURES = {
    "vok": measure_vok, "openspiel": measure_openspiel, "rlcard": measure_rlcard, "dominion": measure_dominion
}  # fmt: skip

if __name__ == "__main__":
    if len(sys.argv) > 1:
        MEASURES[sys.argv[1]](sys.argv[2])
    else:
        compare()
