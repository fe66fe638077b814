"""OpenSpiel's Python ISMCTS bot against a level, on our game through the adapter, with equal time for a decision.

    VOK_HOUSES=build/houses python -m bench.openspiel pharaoh --games 40 --ms 500 --record match.jsonl

Two games make a pair: the same deal, the seats exchanged. A run that was ended goes on where its record ends.

OpenSpiel counts simulations, not time. Its own loop is `for _ in range(max_simulations)`; `Timed` runs the same body, made of the
bot's own parts, until the time is over. What ends the loop is the clock alone, looked at after each simulation, so the bot
overruns by half a simulation on average; two simulations are made at least, since one only expands the root. All else is as
OpenSpiel ships it: a random playout to the end a simulation, UCT, the most visited action.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

import vok_tui.library  # noqa: F401  the compiled copy, if VOK_HOUSES names one
from ai.adapters.openspiel import SpielGame, SpielState, load
from ai.bots import choose, decision_seed
from ai.elo import estimate, share
from ai.levels import Budget
from engine.core import tasks

LEAST = 2  # simulations


class Timed(ismcts.ISMCTSBot):
    """OpenSpiel's bot, given milliseconds for a decision. `thought` holds how many simulations each took."""

    def __init__(self, game: SpielGame, milliseconds: int, curiosity: float, seed: int) -> None:
        chance = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, chance), curiosity, LEAST, random_state=chance)
        self.milliseconds = milliseconds
        self.thought: list[int] = []

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        """OpenSpiel's `run_search`, but for what ends it."""
        began = perf_counter()
        self.reset()
        self._root_node = self.create_new_node(state)
        simulations = 0
        while simulations < LEAST or 1000 * (perf_counter() - began) < self.milliseconds:
            self.run_simulation(self.sample_root_state(state))
            simulations += 1
        self.thought.append(simulations)
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


def play(args: argparse.Namespace, deal: int, bot_seat: int) -> dict[str, Any]:
    """One game; what it came to for the level."""
    game = load("valley", 2, args.edition, deals=deal + 1)
    bot = Timed(game, args.ms, args.c, deal)
    state = game.new_initial_state()
    state.apply_action(deal)
    spent, decisions, ply = [0.0, 0.0], [0, 0], 0
    while not state.is_terminal():
        menu, table = state.legal_actions(), state.table
        action, who = menu[0], int(state.current_player() == bot_seat)
        if len(menu) > 1:
            began = perf_counter()
            if who:
                action = int(bot.step(state))
            else:
                seed = decision_seed(deal, ply, table.mover)
                budget = Budget(milliseconds=args.ms)
                move = choose(table.shape.game, table.state, table.mover, args.level, budget, seed)
                action = next(number for number, known in table.menu().items() if known == move)
            spent[who] += perf_counter() - began
            decisions[who] += 1
        state.apply_action(action)
        ply += 1
    return {
        "deal": deal,
        "bot_seat": bot_seat,
        "reward": state.table.shape.game.rewards(state.table.state)[1 - bot_seat],
        "ms": [round(1000 * seconds / max(1, number), 1) for seconds, number in zip(spent, decisions, strict=True)],
        "simulations": round(sum(bot.thought) / max(1, len(bot.thought)), 1),
    }


def told(games: list[dict[str, Any]]) -> str:
    """The match so far, in a line. The interval is counted over whole pairs."""
    won = sum(game["reward"] == 1 for game in games)
    shared = sum(0 < game["reward"] < 1 for game in games)
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game["deal"], []).append(game["reward"])
    scores = Counter(sum(pair) / 2 for pair in pairs.values() if len(pair) == 2)
    elo, low, high = estimate(scores, 2)
    ours, theirs = (sum(game["ms"][who] for game in games) / len(games) for who in (0, 1))
    thought = sum(game["simulations"] for game in games) / len(games)
    return (
        f"{len(games)} games: {won} won, {len(games) - won - shared} lost, {shared} shared; "
        f"share {share(elo, 2):.3f} [{share(low, 2):.3f}, {share(high, 2):.3f}], Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]; "
        f"ms a decision {ours:.0f} and {theirs:.0f}, OpenSpiel's simulations {thought:.0f}"
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
    asked = {"level": args.level, "ms": args.ms, "edition": args.edition, "c": args.c}
    asked["compiled"] = not str(tasks.__file__).endswith(".py")
    lines = [json.loads(line) for line in args.record.read_text().splitlines()] if known(args.record) else []
    if lines and lines[0] != asked:
        parser.error(f"{args.record} holds another match: {lines[0]}")
    if args.record and not lines:
        args.record.write_text(json.dumps(asked) + "\n")
    held = {(game["deal"], game["bot_seat"]): game for game in lines[1:]}
    games = []
    print(json.dumps(asked))
    for number in range(args.games):
        place = (args.seed + number // 2, number % 2)
        game = held.get(place) or play(args, *place)
        games.append(game)
        if args.record and place not in held:
            with args.record.open("a") as record:
                record.write(json.dumps(game) + "\n")
        print(told(games), flush=True)


def known(record: Path | None) -> bool:
    return record is not None and record.is_file()


if __name__ == "__main__":
    main()
