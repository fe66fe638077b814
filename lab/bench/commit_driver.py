"""Plays games with the packages of one folder, as requested by `lab.bench.compare_commits` and `lab.bench.pairs`.

    python lab/bench/commit_driver.py FOLDER [RULES]

Each line of the input is a request, each line of the output its answer, both in JSON. The folder may hold any commit since
5a0fc68, compiled or not. So this file imports nothing of the project before it knows the folder, and finds everything that was
renamed or moved by its new or its old name. Actions are given as text (`buy 12 3 4`), because their numbers may differ between
commits.
"""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, Final

NEWEST_RULES: Final = 0  # stands for the newest rules number of the folder
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


def import_first(*places: str) -> Any:
    """The first of these `module:name` that exists. Raises ImportError."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"none of {', '.join(places)} is in {sys.path[0]}")


def existing_name(owner: Any, *names: str) -> str:
    """The first of these names that `owner` has. Raises AttributeError."""
    for name in names:
        if hasattr(owner, name):
            return name
    raise AttributeError(f"{type(owner).__name__} has none of {', '.join(names)}")


class Driver:
    """The engine and the opponents of one folder. `game` is the one that is played."""

    def __init__(self, rules: int) -> None:
        self.rules: Final = rules
        self.games: Final = import_first("engine.games:GAMES")
        self.game: Any = self.games["valley"]
        self.seat: Final = import_first("engine.core.setup:Seat", "engine.core.game:Seat", "engine.core.rules:Seat")
        self.setup: Final = import_first("engine.core.setup:Setup", "engine.core.game:Setup", "engine.core.rules:Setup")
        self.rng: Final = import_first("ai.search.playout:Rng", "ai.playout:Dice")
        self.playout: Final = import_first("ai.search.playout:playout_to_end", "ai.playout:play_at_random")
        self.pending: Final = import_first("ai.bots.bot:start_decision", "ai.bots.bot:PendingMove", "ai.bots:Thought")
        self.seed_of: Final = import_first("ai.bots.bot:decision_seed", "ai.bots:decision_seed")
        self.budget: Final = import_first("ai.levels:Budget", "ai.bots.levels:Budget")
        self.game_under_way: tuple[Any, list[str], Any] = (
            None,
            [],
            None,
        )  # a request, its actions, the position after them

    def start(self, request: dict[str, Any], seed: int) -> Any:
        seats = tuple(self.seat(str(number)) for number in range(request["players"]))
        values = (request["game"], seats, seed, request["edition"])
        if self.rules == NEWEST_RULES:
            return self.game.start(self.setup(*values))
        try:
            return self.game.start(self.setup(*values, rules=self.rules))
        except TypeError:  # a commit from before setups had a rules number
            return self.game.start(self.setup(*values))

    def action_text(self, state: Any, move: int) -> str:
        """An action as text: the verb and its arguments."""
        return " ".join(map(str, self.game.action(state, move).pack()))

    def random_game(self, request: dict[str, Any]) -> list[str]:
        """All actions of a game of random moves, each with the length of its menu. With an odd seed the menus are lazy, as in a
        playout."""
        seed = request["seed"]
        random, state = Random(seed), self.start(request, seed)
        actions: list[str] = []
        count = existing_name(state, "move_count", "offered")
        move_at = getattr(state, existing_name(state, "move_at", "answer"))
        if seed % 2:
            setattr(state, existing_name(state, "lazy_menu", "brief"), True)
        while state.mover >= 0:
            length = getattr(state, count)
            move = move_at(random.randrange(length))
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
            move = self.think(state, "scribe", self.seed_of(seed, len(actions), seat)).move
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
            pending = self.think(state, level, self.seed_of(seed, 0, int(state.mover)))
            lines.append(f"{level}: {self.action_text(state, pending.move)}")
            if getattr(pending, "search", None) is not None:
                stats = getattr(pending.search, existing_name(pending.search, "move_stats", "tried"))()
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
        player = import_first("ai.bots.player_spec:parse_player_spec")(request["player"])
        bot = import_first("ai.bots.bot:Bot")(self.game, seat, player.level, player.budget, player.values)
        pending = bot.start_move(state.copy(), self.seed_of(request["seed"], len(request["actions"]), seat))
        while not pending.done:
            pending.step()
        return [self.action_text(state, pending.move)]

    def think(self, state: Any, level: str, seed: int) -> Any:
        """A finished decision."""
        gauges = import_first("ai.levels:GAUGES", "ai.bots.levels:GAUGES")
        name = "elder" if level == "handwritten" and level not in gauges else level  # its name in older commits
        pending = self.pending(self.game, state, int(state.mover), name, self.budget(LEVELS[level]), seed)
        while not pending.done:
            pending.step()
        return pending

    def time(self, request: dict[str, Any]) -> tuple[float, int]:
        """Play `games` games of random moves; returns the processor time in seconds and the number of decisions."""
        started, decisions = process_time(), 0
        for seed in range(request["seed"], request["seed"] + request["games"]):
            decisions += self.playout(self.start(request, seed), self.rng(seed))
        return process_time() - started, decisions


def main() -> None:
    sys.path[0] = sys.argv[1]
    driver = Driver(int(sys.argv[2]) if len(sys.argv) > 2 else NEWEST_RULES)
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
