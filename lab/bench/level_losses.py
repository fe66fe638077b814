"""What the levels lose per decision: the numbers that stand beside the losses of a player.

    VOK_COMPILED=build/compiled python lab/bench/level_losses.py --game valley --games 3 --seed 500

lets each level play that many games against itself, because in a game between unequals little can be lost soon. It analyses all
decisions with the budgets of the compiled and of the interpreted search, and puts the losses into `ai/weights/losses`, in the
place of earlier ones for the same games and levels. The field `made` of an entry is its
command; with `--levels` only a part of it is done, so that several processes can share the work. Errors are by game.

In a game that is judged by turns the unit is points lost per open turn, and each pair of these levels plays that many games,
because opponents of any strength will do: decided games say nothing. With `--rows FILE` each game is kept as a line, and a run
goes on where it was.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import vok_tui.library  # noqa: F401  puts the compiled copy on the path
from ai.analysis.analyse import analyse_decision, confirm_decision
from ai.analysis.decision import COMPILED_BUDGET, FORCED, INTERPRETED_BUDGET, AnalysisBudget, Decision
from ai.analysis.game_analysis import engine_key, new_analysis
from ai.analysis.level_losses import FORMAT_VERSION, losses_key
from ai.analysis.plans import judge_stretch
from ai.analysis.report import points_lost
from ai.analysis.stretches import stretches_on
from ai.kit import kit_of
from ai.levels import LEVELS
from ai.measured import LOSSES, MEASURED_FOLDER, table_of
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from lab.puzzles import played_match

TIMED_SIMULATIONS: Final = 1000  # for a decision of a level that is timed
BUDGETS: Final = (COMPILED_BUDGET, INTERPRETED_BUDGET)


def measured_levels(game: str) -> list[str]:
    """The levels of a game, the weakest first."""
    names = kit_of(GAMES[game]).level_names()
    return [f"{name}:{TIMED_SIMULATIONS}" if LEVELS[name].is_timed else name for name in names]


def setups(game: str, edition: str, players: int, games: int, seed: int, levels: Sequence[str]) -> Iterator[Setup]:
    """Games of each of these levels against itself, the same ones whichever levels are asked for."""
    for place, level in enumerate(measured_levels(game)):
        for number in range(games):
            if level.partition(":")[0] in levels:
                seats = tuple([Seat(f"{level} {seat}", level) for seat in range(1, players + 1)])
                yield Setup(game, seats, seed + place * games + number, edition)


def decisions_of(match: Match, budget: AnalysisBudget) -> list[Decision]:
    """All decisions with a choice, the marked ones confirmed."""
    judged = [analyse_decision(match, node, budget) for node in match.log.path(match.log.head)[:-1]]
    return [confirm_decision(match, decision, budget) for decision in judged if decision.state != FORCED]


def summary_of(games: list[list[Decision]]) -> dict[str, Any]:
    """The losses of one level in its games: JSON values."""
    decisions = [decision for game in games for decision in game]
    mean = sum([decision.loss for decision in decisions]) / len(decisions)
    by_game = [sum([decision.loss for decision in game]) - mean * len(game) for game in games]
    kinds: dict[str, list[float]] = {}
    for decision in decisions:
        kinds.setdefault(decision.kind, []).append(decision.loss)
    return {
        "games": len(games),
        "decisions": len(decisions),
        "loss": round(mean, 5),
        "error": round(sqrt(sum([off * off for off in by_game])) / len(decisions), 5),
        "kinds": {kind: [len(losses), round(sum(losses) / len(losses), 5)] for kind, losses in sorted(kinds.items())},
    }


def pair_setups(game: str, edition: str, games: int, seed: int, levels: Sequence[str]) -> Iterator[Setup]:
    """Games of each pair of these levels, which change their seats from game to game."""
    chosen = [level for level in measured_levels(game) if level.partition(":")[0] in levels]
    pairs = list(combinations(chosen, 2))
    for number in range(games):
        for place, pair in enumerate(pairs):
            levels = pair if number % 2 == 0 else pair[::-1]
            seats = tuple([Seat(f"{level} {seat}", level) for seat, level in enumerate(levels, start=1)])
            yield Setup(game, seats, seed + number * len(pairs) + place, edition)


def points_by_level(setups: Iterable[Setup], rows: Path | None) -> dict[str, list[list[float]]]:
    """The points lost in each open turn of these games, by level and game."""
    known = {}
    if rows is not None and rows.is_file():
        known = {row["seed"]: row["seats"] for row in map(json.loads, rows.read_text(encoding="utf-8").splitlines())}
    found: dict[str, list[list[float]]] = {}
    for setup in setups:
        seats = known.get(setup.seed)
        if seats is None:
            match = played_match(setup)
            judged = [judge_stretch(match, each) for each in stretches_on(match, match.log.path(match.log.head))]
            lost = [points_lost([one for one in judged if one.seat == seat]) for seat in (0, 1)]
            seats = [[setup.seats[seat].level, list(lost[seat].losses)] for seat in (0, 1)]
            if rows is not None:
                with rows.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"seed": setup.seed, "seats": seats}) + "\n")
        for level, losses in seats:
            found.setdefault(level.partition(":")[0], []).append(losses)
        print(f"{setup.seats[0].level} and {setup.seats[1].level}, seed {setup.seed}", file=sys.stderr, flush=True)
    return found


def summary_of_points(games: list[list[float]]) -> dict[str, Any]:
    """The points that one level has lost in the open turns of its games: JSON values."""
    losses = [loss for game in games for loss in game]
    mean = sum(losses) / len(losses)
    by_game = [sum(game) - mean * len(game) for game in games]
    error = sqrt(sum([off * off for off in by_game]) * len(games) / (len(games) - 1)) / len(losses)
    return {
        "games": len(games),
        "decisions": len(losses),
        "loss": round(mean, 3),
        "error": round(error, 3),
        "kinds": {},
    }


def measure_turns(args: Namespace, levels: Sequence[str], match: Match) -> None:
    """Measure the points that these levels lose, and put them into the file."""
    setups = pair_setups(args.game, args.edition, args.games, args.seed, levels)
    chosen = f" --levels {args.levels}" if args.levels else ""
    entry = {
        "key": losses_key(engine_key(match, COMPILED_BUDGET)),
        "made": f"python lab/bench/level_losses.py --game {args.game} --edition {args.edition} --games {args.games} "
        f"--seed {args.seed}{chosen}",
        "levels": {level: summary_of_points(games) for level, games in points_by_level(setups, args.rows).items()},
    }
    print(json.dumps(entry))
    put(match.setup, [entry])


def put(setup: Setup, entries: list[dict[str, Any]]) -> None:
    """Put these entries into the file of games like this one. Other levels that were measured with the same engine are kept, each
    with its command."""
    path = MEASURED_FOLDER / LOSSES / f"{table_of(setup).name}.json"
    stored = json.loads(path.read_text(encoding="utf-8"))["measured"] if path.is_file() else []
    kept = []
    for other in stored:
        for entry in entries:
            if other["key"] == entry["key"]:
                levels = {level: loss for level, loss in other["levels"].items() if level not in entry["levels"]}
                kept += [{**other, "levels": levels}] if levels else []
    lines = ",\n".join([json.dumps(entry) for entry in (*kept, *entries)])
    path.write_text(f'{{"vok level losses": {FORMAT_VERSION},\n"measured": [\n{lines}\n]}}\n', encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="valley")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=3, help="of each level")
    parser.add_argument("--levels", default="", help="only these, with commas in between")
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--rows", type=Path, help="of a game that is judged by turns")
    args = parser.parse_args()
    levels = args.levels.split(",") if args.levels else list(LEVELS)
    setup = next(pair_setups(args.game, args.edition, 1, args.seed, list(LEVELS)))
    first = Match(GAMES[args.game], setup)
    if new_analysis(first, COMPILED_BUDGET).judges_turns(first):
        measure_turns(args, levels, first)
        return
    found: dict[AnalysisBudget, dict[str, list[list[Decision]]]] = {budget: {} for budget in BUDGETS}
    match = None
    for setup in setups(args.game, args.edition, args.players, args.games, args.seed, levels):
        match = played_match(setup)
        for budget in BUDGETS:
            decisions = decisions_of(match, budget)
            found[budget].setdefault(setup.seats[0].level.partition(":")[0], []).append(decisions)
        print(f"{setup.seats[0].level}, seed {setup.seed}", file=sys.stderr, flush=True)
    assert match is not None
    made = (
        f"python lab/bench/level_losses.py --game {args.game} --edition {args.edition} --players {args.players} "
        f"--games {args.games} --seed {args.seed}"
    )
    entries = [
        {
            "key": losses_key(engine_key(match, budget)),
            "made": made,
            "levels": {level: summary_of(games) for level, games in found[budget].items()},
        }
        for budget in BUDGETS
    ]
    for entry in entries:
        print(json.dumps(entry))
    put(match.setup, entries)


if __name__ == "__main__":
    main()
