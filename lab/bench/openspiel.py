"""OpenSpiel's Python ISMCTS bot against a level, on our game through the adapter, with equal time per decision.

    VOK_COMPILED=build/compiled python -m lab.bench.openspiel pharaoh --games 40 --ms 500 --record match.jsonl

Two games make a pair: the same deal with exchanged seats. An interrupted run continues where its record ends.

OpenSpiel limits simulations, not time. Its own loop is `for _ in range(max_simulations)`; `TimedIsmctsBot` runs the same body
until the time is over. The clock is checked after each simulation, so the bot overruns by half a simulation on average. It runs
at least two simulations, because the first one only expands the root. Everything else is OpenSpiel's default: a random playout to
the end in each simulation, UCT, the most visited action.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

import vok_tui.library  # noqa: F401  the compiled copy, if VOK_COMPILED names one
from ai.bots.bot import choose, decision_seed
from ai.elo import estimate_elo, share_from_elo
from ai.levels import Budget
from engine.core import tasks
from lab.adapters.openspiel import SpielGame, SpielState, load

MIN_SIMULATIONS = 2


class TimedIsmctsBot(ismcts.ISMCTSBot):
    """OpenSpiel's bot with a time budget in milliseconds. `simulations_per_move` records the simulations of each move."""

    def __init__(self, game: SpielGame, milliseconds: int, exploration: float, seed: int) -> None:
        chance = np.random.RandomState(seed)
        super().__init__(
            game, mcts.RandomRolloutEvaluator(1, chance), exploration, MIN_SIMULATIONS, random_state=chance
        )
        self.milliseconds = milliseconds
        self.simulations_per_move: list[int] = []

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        """OpenSpiel's `run_search`, except for its end."""
        started = perf_counter()
        self.reset()
        self._root_node = self.create_new_node(state)
        simulations = 0
        while simulations < MIN_SIMULATIONS or 1000 * (perf_counter() - started) < self.milliseconds:
            self.run_simulation(self.sample_root_state(state))
            simulations += 1
        self.simulations_per_move.append(simulations)
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


def play(args: argparse.Namespace, deal: int, bot_seat: int) -> dict[str, Any]:
    """Play one game; returns its result for the level."""
    game = load("valley", 2, args.edition, deals=deal + 1)
    bot = TimedIsmctsBot(game, args.ms, args.c, deal)
    state = game.new_initial_state()
    state.apply_action(deal)
    spent, decisions, ply = [0.0, 0.0], [0, 0], 0
    while not state.is_terminal():
        menu, table = state.legal_actions(), state.position
        action, side = menu[0], int(state.current_player() == bot_seat)
        if len(menu) > 1:
            started = perf_counter()
            if side:
                action = int(bot.step(state))
            else:
                seed = decision_seed(deal, ply, table.mover)
                budget = Budget(milliseconds=args.ms)
                move = choose(table.spec.game, table.state, table.mover, args.level, budget, seed)
                action = next(number for number, known in table.moves_by_id().items() if known == move)
            spent[side] += perf_counter() - started
            decisions[side] += 1
        state.apply_action(action)
        ply += 1
    return {
        "deal": deal,
        "bot_seat": bot_seat,
        "reward": state.position.spec.game.rewards(state.position.state)[1 - bot_seat],
        "ms": [round(1000 * seconds / max(1, number), 1) for seconds, number in zip(spent, decisions, strict=True)],
        "simulations": round(sum(bot.simulations_per_move) / max(1, len(bot.simulations_per_move)), 1),
    }


def summary(games: list[dict[str, Any]]) -> str:
    """The results so far in one line. Elo and its interval use complete pairs only."""
    won = sum(game["reward"] == 1 for game in games)
    shared = sum(0 < game["reward"] < 1 for game in games)
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game["deal"], []).append(game["reward"])
    scores = Counter(sum(pair) / 2 for pair in pairs.values() if len(pair) == 2)
    elo, low, high = estimate_elo(scores, 2)
    ours, theirs = (sum(game["ms"][side] for game in games) / len(games) for side in (0, 1))
    mean_simulations = sum(game["simulations"] for game in games) / len(games)
    return (
        f"{len(games)} games: {won} won, {len(games) - won - shared} lost, {shared} shared; "
        f"share {share_from_elo(elo, 2):.3f} [{share_from_elo(low, 2):.3f}, {share_from_elo(high, 2):.3f}], "
        f"Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]; "
        f"ms a decision {ours:.0f} and {theirs:.0f}, OpenSpiel's simulations {mean_simulations:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level", help="who plays against the bot")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--ms", type=int, default=500, help="for a decision, on either side")
    parser.add_argument("--seed", type=int, default=9000, help="the first deal")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--c", type=float, default=1.4, help="the bot's constant of UCT")
    parser.add_argument("--record", type=Path, default=None, help="a file to which each game is appended")
    args = parser.parse_args()
    settings = {"level": args.level, "ms": args.ms, "edition": args.edition, "c": args.c}
    settings["compiled"] = not str(tasks.__file__).endswith(".py")
    lines = [json.loads(line) for line in args.record.read_text().splitlines()] if exists(args.record) else []
    if lines and lines[0] != settings:
        parser.error(f"{args.record} holds another match: {lines[0]}")
    if args.record and not lines:
        args.record.write_text(json.dumps(settings) + "\n")
    recorded_games = {(game["deal"], game["bot_seat"]): game for game in lines[1:]}
    games = []
    print(json.dumps(settings))
    for number in range(args.games):
        deal_and_seat = (args.seed + number // 2, number % 2)
        game = recorded_games.get(deal_and_seat) or play(args, *deal_and_seat)
        games.append(game)
        if args.record and deal_and_seat not in recorded_games:
            with args.record.open("a") as record:
                record.write(json.dumps(game) + "\n")
        print(summary(games), flush=True)


def exists(record: Path | None) -> bool:
    return record is not None and record.is_file()


if __name__ == "__main__":
    main()
