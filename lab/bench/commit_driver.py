"""Plays games with the packages of one folder, as requested by `lab.bench.compare_commits`.

    python lab/bench/commit_driver.py FOLDER

Each line of the input is a request, each line of the output its answer, both in JSON. The folder may hold any commit since the
tag reference-1, compiled or not, so this file imports nothing of the project before it knows the folder. Actions are given as
text (`buy 12 3 4`), because their numbers may differ between commits.
"""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, Final

MAX_RANDOM_MOVES: Final = 150  # before the position in which the levels choose
# The simulations of each level.
LEVELS: Final = {
    "shabti": 0,
    "scribe": 1,
    "priest": 150,
    "vizier": 200,
    "pharaoh": 400,
    "handwritten": 100,
    "plain": 20,
}


class Driver:
    """The engine and the opponents of one folder. `game` is the one that is played."""

    def __init__(self) -> None:
        names = import_module("engine.core.game"), import_module("ai.levels"), import_module("ai.bots.player_spec")
        self.core, self.levels, self.specs = names
        self.bots: Final = import_module("ai.bots.bot")
        self.playouts: Final = import_module("ai.search.playout")
        self.games: Final = import_module("engine.games").GAMES
        self.game: Any = self.games["valley"]
        # A request, its actions, the position after them.
        self.game_under_way: tuple[Any, list[str], Any] = (None, [], None)

    def start(self, request: dict[str, Any], seed: int) -> Any:
        seats = tuple([self.core.Seat(str(number)) for number in range(request["players"])])
        return self.game.start(self.core.Setup(request["game"], seats, seed, request["edition"]))

    def action_text(self, state: Any, move: int) -> str:
        """An action as text: the verb and its arguments."""
        return " ".join(map(str, self.game.action(state, move).pack()))

    def random_game(self, request: dict[str, Any]) -> list[str]:
        """All actions of a game of random moves, each with the length of its menu. With an odd seed the menus are lazy, as in a
        playout."""
        seed = request["seed"]
        random, state = Random(seed), self.start(request, seed)
        actions: list[str] = []
        state.lazy_menu = seed % 2 == 1
        while state.mover >= 0:
            length = state.move_count
            move = state.move_at(random.randrange(length))
            actions.append(f"{self.action_text(state, move)} of {length}")
            state.apply(move)
        return [*actions, f"scores {self.game.scores(state)}"]

    def scribe_game(self, request: dict[str, Any]) -> list[str]:
        """All actions of a game between scribes."""
        seed = request["seed"]
        state = self.start(request, seed)
        actions: list[str] = []
        while state.mover >= 0:
            seat = int(state.mover)
            move = self.think(state, "scribe", self.bots.decision_seed(seed, len(actions), seat)).move
            actions.append(self.action_text(state, move))
            state.apply(move)
        return [*actions, f"scores {self.game.scores(state)}"]

    def moves_of_levels(self, request: dict[str, Any]) -> list[str]:
        """The move of each level in one position, with visits and total reward of each move that it searched; [] if the game ends
        before there is a choice."""
        seed = request["seed"]
        random, state = Random(seed), self.start(request, seed)
        plies = random.randrange(MAX_RANDOM_MOVES)
        while state.mover >= 0 and (plies > 0 or len(state.legal_moves()) == 1):
            state.apply(random.choice(state.legal_moves()))
            plies -= 1
        if state.mover < 0:
            return []
        lines = [f"menu: {', '.join(self.action_text(state, move) for move in state.legal_moves())}"]
        for level in LEVELS:
            pending = self.think(state, level, self.bots.decision_seed(seed, 0, int(state.mover)))
            lines.append(f"{level}: {self.action_text(state, pending.move)}")
            if getattr(pending, "search", None) is not None:
                stats = pending.search.move_stats()
                lines += [
                    f"{level}: {self.action_text(state, move)}, {n} visits, {total!r}" for move, n, total in stats
                ]
        return lines

    def position_after(self, request: dict[str, Any]) -> Any:
        """The position of a game after its `actions`, which are texts. The latest is kept, so a game is replayed once."""
        begun, played, state = self.game_under_way
        game = {name: request[name] for name in ("game", "edition", "players", "seed")}
        if game != begun or request["actions"][: len(played)] != played:
            played, state = [], self.start(request, request["seed"])
        for text in request["actions"][len(played) :]:
            moves = [move for move in state.legal_moves() if self.action_text(state, move) == text]
            if not moves:
                raise ValueError(f"{text!r} is no answer here: the two commits play by other rules")
            state.apply(moves[0])
        self.game_under_way = game, request["actions"], state
        return state

    def mover(self, request: dict[str, Any]) -> list[str]:
        """The seat that is asked after the `actions`; -1 and the share of each seat in the victory if the game is over."""
        state = self.position_after(request)
        return [str(int(state.mover)), *(map(str, self.game.rewards(state)) if state.mover < 0 else ())]

    def decide(self, request: dict[str, Any]) -> list[str]:
        """What a `player`, such as pharaoh:300, answers after the `actions`."""
        state = self.position_after(request)
        seat = int(state.mover)
        player = self.specs.parse_player_spec(request["player"])
        bot = self.bots.Bot(self.game, seat, player.level, player.budget, player.values)
        pending = bot.start_move(state.copy(), self.bots.decision_seed(request["seed"], len(request["actions"]), seat))
        while not pending.done:
            pending.step()
        return [self.action_text(state, pending.move)]

    def think(self, state: Any, level: str, seed: int) -> Any:
        """A finished decision."""
        start = getattr(self.bots, "start_decision", None) or self.bots.PendingMove  # its name in reference-1
        pending = start(self.game, state, int(state.mover), level, self.levels.Budget(LEVELS[level]), seed)
        while not pending.done:
            pending.step()
        return pending

    def time(self, request: dict[str, Any]) -> tuple[float, int]:
        """Play `games` games of random moves; returns the processor time in seconds and the number of decisions."""
        started, decisions = process_time(), 0
        for seed in range(request["seed"], request["seed"] + request["games"]):
            decisions += self.playouts.playout_to_end(self.start(request, seed), self.playouts.Rng(seed))
        return process_time() - started, decisions


def main() -> None:
    sys.path[0] = sys.argv[1]
    driver = Driver()
    tasks: dict[str, Callable[[dict[str, Any]], Any]] = {
        "random game": driver.random_game,
        "scribe game": driver.scribe_game,
        "position": driver.moves_of_levels,
        "time": driver.time,
        "mover": driver.mover,
        "decide": driver.decide,
    }
    for line in sys.stdin:
        request = json.loads(line)
        driver.game = driver.games[request["game"]]
        print(json.dumps(tasks[request["task"]](request)), flush=True)


if __name__ == "__main__":
    main()
