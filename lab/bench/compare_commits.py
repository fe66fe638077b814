"""Compares two commits: do they play the same, action by action, and which one is faster?

    python -m lab.bench.compare_commits COMMIT COMMIT [--pure] [--random N] [--scribe N] [--positions N] [--pairs N]

Each commit gets a worktree and a compiled copy under build/compare, which are kept for the next comparison. Instead of a commit,
a folder may be named: a checkout, or a folder that `hatch_build.py` has compiled into. It is used unchanged.

Random games and games between scribes are compared by their actions and scores, positions by the move of each level and by the
visits and total reward of all moves. The numbers of games are for each edition of each game; its numbers of players take turns.
The ratio of decisions/s is the median over interleaved rounds; above 1 the second commit is faster. Exits with 1 if anything is
played differently.

With --match PLAYER PLAYER the two play against each other instead, the first as the first commit plays, the second as the second.
The tag reference-1 is the last commit with the learned values of the first version, the yardstick of all later ones:

    python -m lab.bench.compare_commits HEAD reference-1 --match pharaoh:300 pharaoh@reference-1:300 --edition base --games 60

Both commits must play by the same rules. Each deal is played once with the first player at each seat; all others are the second.

--pure leaves the copies interpreted.
"""

import argparse
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from ai.elo import estimate_elo
from lab.bench.pairs import Side, ratio_text, time_pairs

ROOT: Final = Path(__file__).resolve().parents[2]
COPIES: Final = ROOT / "build" / "compare"
EDITIONS: Final = {
    "base": (2, 3, 4),
    "afterlife": (2, 3, 4),
    "mixed": (2, 3, 4, 5, 6),
    "both": (5, 6),
    "solitaire": (1,),
    "thieves/base": (2, 3, 4),
    "thieves/double": (5, 8),
    "tal/base": (2, 3, 4),
}
TIMED: Final = (("base", 2), ("afterlife", 2))
FIRST_SEED: Final = 1
DIFFERENCES_SHOWN: Final = 3  # of each task and edition
GAMES_TIMED: Final = 1000  # in a round


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def prepare_copy(name: str, pure: bool) -> str:
    """A folder with the packages of a commit, made if it is not there, compiled unless `pure`; `name` itself if it is a
    folder."""
    if Path(name).is_dir():
        return name
    commit = git("rev-parse", "--short", f"{name}^{{commit}}")
    checkout, compiled = COPIES / commit, COPIES / f"{commit}-compiled"
    if not checkout.is_dir():
        git("worktree", "prune")
        git("worktree", "add", "--detach", str(checkout), commit)
    if pure:
        return str(checkout)
    if not any(compiled.rglob("*.so")):
        subprocess.run([sys.executable, "hatch_build.py", str(compiled)], cwd=checkout, check=True)
    return str(compiled)


def first_difference(ours: list[str], theirs: list[str]) -> str:
    """The first step in which two answers differ; "" if they are equal."""
    for step, (our_line, their_line) in enumerate(zip([*ours, "nothing"], [*theirs, "nothing"], strict=False), start=1):
        if our_line != their_line:
            return f"step {step}: {our_line} | {their_line}"
    return ""


def count_differences(sides: list[Side], task: str, times: int) -> int:
    """Give both sides the same task `times` times in each edition, and print where their answers differ. Returns the number of
    differences."""
    differing = 0
    for edition, player_counts in EDITIONS.items():
        differences = steps = 0
        for i in range(times):
            players = player_counts[i % len(player_counts)]
            for side in sides:
                side.send(task, edition, players, FIRST_SEED + i)
            ours, theirs = [side.receive() for side in sides]
            steps += len(ours)
            difference = first_difference(ours, theirs)
            differences += bool(difference)
            if difference and differences <= DIFFERENCES_SHOWN:
                print(f"{task}, {edition}, {players} players, seed {FIRST_SEED + i}: {difference}")
        if times:
            print(f"{task}, {edition}: {times} compared, {steps} lines, {differences} differ", flush=True)
        differing += differences
    return differing


def play_match(sides: list[Side], specs: list[str], edition: str, players: int, games: int, seed: int) -> str:
    """Play blocks of a deal, with the first player at each seat in turn; returns the result in one line. Prints each block."""
    block_scores: Counter[float] = Counter()
    for deal in range(max(1, games // players)):
        won = 0.0
        for seat in range(players):
            won += play_game(sides, specs, edition, players, seed + deal, seat)
        block_scores[won / players] += 1
        print(f"deal {seed + deal}: {won:g} of {players}", flush=True)
    elo = estimate_elo(block_scores, players)
    share = sum([score * count for score, count in block_scores.items()]) / block_scores.total()
    return (
        f"{specs[0]} against {specs[1]}, {edition}, {players} players: {players * block_scores.total()} games, "
        f"{100 * share:.1f}% (even {100 / players:.1f}%), Elo {elo.elo:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]"
    )


def play_game(sides: list[Side], specs: list[str], edition: str, players: int, seed: int, own_seat: int) -> float:
    """The share in the victory of the first player, who sits at `own_seat`."""
    actions: list[str] = []
    while True:
        mover, *shares = ask(sides[0], "mover", edition, players, seed, actions)
        if int(mover) < 0:
            return float(shares[own_seat])
        number = 0 if int(mover) == own_seat else 1
        actions += ask(sides[number], "decide", edition, players, seed, actions, specs[number])


def ask(
    side: Side, task: str, edition: str, players: int, seed: int, actions: list[str], player: str = ""
) -> list[str]:
    """The answer of one side about a game that has come so far."""
    side.send(task, edition, players, seed, actions=actions, player=player)
    answer: list[str] = side.receive()
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs=2, metavar="COMMIT")
    parser.add_argument("--pure", action="store_true", help="interpreted")
    parser.add_argument("--random", type=int, default=1000, help="random games of each edition (default: 1000)")
    parser.add_argument("--scribe", type=int, default=100, help="games between scribes of each edition (default: 100)")
    parser.add_argument("--positions", type=int, default=100, help="positions of each edition (default: 100, so 800)")
    parser.add_argument("--pairs", type=int, default=11, help="rounds that are timed (default: 11)")
    parser.add_argument("--match", nargs=2, metavar="PLAYER", help="let these players of the two commits play a match")
    parser.add_argument("--edition", default="", help="that is played in a match or timed, such as thieves/base")
    parser.add_argument("--players", type=int, default=2, help="seats of that edition (default: 2)")
    parser.add_argument("--games", type=int, default=60, help="games of a match (default: 60)")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the first deal of a match (default: 1)")
    options = parser.parse_args()
    sides = [Side(prepare_copy(name, options.pure)) for name in options.commits]
    if options.match:
        edition = options.edition or "base"
        print(play_match(sides, options.match, edition, options.players, options.games, options.seed))
        for side in sides:
            side.close()
        return
    differing = count_differences(sides, "random game", options.random)
    differing += count_differences(sides, "scribe game", options.scribe)
    differing += count_differences(sides, "position", options.positions)
    timed = ((options.edition, options.players),) if options.edition else TIMED
    for edition, players in timed if options.pairs else ():
        first, second = time_pairs(sides, edition, players, GAMES_TIMED, options.pairs)
        ratio = ratio_text(second.per_decision, first.per_decision)
        print(f"decisions/s, {edition}, {players} players, second / first: {ratio}")
    for side in sides:
        side.close()
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
