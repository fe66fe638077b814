"""`vok arena`: who is stronger, and how sure that is. Pairs of games with the same luck and exchanged seats, on all cores."""

import json
from argparse import ArgumentTypeError, Namespace
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.commands import box, crew
from vok_tui.commands.opponents import read_player
from vok_tui.commands.parser import Parser, whole
from vok_tui.commands.progress import Progress, elo
from vok_tui.errors import UsageError
from vok_tui.exits import Exit

if TYPE_CHECKING:
    from ai.arena import Contest
    from ai.elo import Sprt
    from ai.tally import Tally

MOST_GAMES: Final = 1_000_000
MOST_SEED: Final = (1 << 63) - 1 - MOST_GAMES
MOST_SIMULATIONS: Final = 1_000_000
MOST_TIME: Final = 600_000
MOST_ELO: Final = 2000.0

WORDS: Final = {True: "is proved", False: "is disproved", None: "no verdict yet"}


def fill(parser: Parser) -> None:
    parser.add_argument(
        "players",
        metavar="LEVEL",
        nargs="+",
        help="two to six opponents, as the edition allows; the first is measured against the others. At three and more it moves "
        "through all seats. "
        "LEVEL:1000 spends so many simulations a decision, LEVEL:100ms so many milliseconds; module:Class is a bot of your own",
    )
    box.fill(parser)
    fill_measure(parser)
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole("a seed", 0, MOST_SEED),
        default=1,
        help="of the first games, one from each seat; the next ones have the next seed; 1",
    )
    parser.add_argument(
        "--state",
        metavar="FILE",
        type=Path,
        help="keep the results there; the same line again goes on where it was killed",
    )
    crew.fill(parser)
    parser.add_argument("--json", action="store_true", help="one object, for programs")


def fill_measure(parser: Parser) -> None:
    """How long it goes on: in games, in decisions, until something is proved."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole("the number of games", 2, MOST_GAMES),
        default=0,
        help="how many at most, as many from each seat; about 100",
    )
    parser.add_argument(
        "--simulations",
        metavar="N",
        type=whole("the number of simulations", 1, MOST_SIMULATIONS),
        default=0,
        help="a decision, for all who search and do not say; each level has a measure of its own. So played, a contest gives the "
        "same games on every machine",
    )
    parser.add_argument(
        "--time",
        metavar="T",
        type=whole("the time in milliseconds", 1, MOST_TIME),
        default=0,
        help="milliseconds a decision, for all who search and do not say, and for bots of your own. Whoever goes by the clock "
        "plays other games on a quicker machine, or beside more processes: the figures hold, the single games do not",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        type=claims,
        help="stop as soon as it is proved that the first is ELO1 stronger or only ELO0, each wrong one time in twenty; "
        "either may lie below zero",
    )


def claims(text: str) -> "Sprt":
    """A reader of two Elo numbers."""
    from ai.elo import Sprt

    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low, high = inf, -inf
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise ArgumentTypeError(f'two Elo numbers with a comma, the lower one first, as in 0,20, not "{text}"')
    return Sprt(low, high)


def run(args: Namespace) -> int:
    from ai.compete import compete
    from ai.record import BadRecord, Record
    from ai.tally import Tally

    contest = contest_of(args)
    blocks = blocks_of(args.games, contest.players)
    tally = Tally(contest, args.sprt)
    progress = Progress()
    try:
        with ExitStack() as open_things:
            open_things.callback(progress.line.wipe)
            record = open_things.enter_context(Record(args.state, contest)) if args.state else None
            run_games = open_things.enter_context(crew.crew(args))
            for _ in compete(tally, blocks, run_games, record):
                progress.show(tally, blocks)
    except BadRecord as refused:
        raise UsageError(str(refused)) from None
    if args.json:
        print(json.dumps(tally.facts()))
    else:
        tell(tally)
    return Exit.WELL


def contest_of(args: Namespace) -> "Contest":
    """Who meets whom. Raises UsageError."""
    from ai.arena import Contest
    from ai.levels import Budget

    if not 2 <= len(args.players) <= 6:
        raise UsageError(f"arena: two to six opponents meet, not {len(args.players)}; see vok arena --help")
    if args.simulations and args.time:
        raise UsageError("arena: a decision is measured by --simulations or by --time, not by both")
    budget = Budget(args.simulations, args.time)
    on_the_table = box.box(args)
    players = tuple(read_player("arena", text, budget) for text in args.players)
    choice = (on_the_table.edition, on_the_table.choices, on_the_table.cards)
    contest = Contest(players, args.seed, "valley", *choice)
    box.must_be_playable("arena", contest.setup)
    return contest


def blocks_of(games: int, players: int) -> int:
    """How many blocks that is. Raises UsageError if one would be cut off."""
    if not games:
        return -(-100 // players)
    if games % players:
        whole_blocks = games + players - games % players
        raise UsageError(
            f"arena: with {players} players each deal is played {players} times, once from each seat; "
            f"--games {games} would cut one off, --games {whole_blocks} would not"
        )
    return games // players


def tell(tally: "Tally") -> None:
    """The result in words."""
    names = [one.name for one in tally.contest.contestants]
    seed = tally.contest.seed
    print(f"{names[0]} against {', '.join(names[1:])}: {tally.games} games, seeds {seed} to {seed + tally.blocks - 1}")
    print(f"  won {tally.wins}, lost {tally.losses}, shared {tally.shared}")
    print(f"  Elo           {elo(tally.estimate())}")
    ahead = "unknown, no game came to its end" if tally.margin is None else f"{tally.margin:+.2f} a game"
    print(f"  points ahead  {ahead}")
    if tally.sprt is not None:
        test = tally.sprt
        said = WORDS[None if not tally.closed else tally.llr > 0]
        print(f"  Elo {test.elo1:g} rather than {test.elo0:g}: {said} (llr {tally.llr:.2f} of 2.94)")
    wide = max(12, *map(len, names)) + 2
    for name, ms in zip(names, tally.ms_per_decision(), strict=True):
        print(f"  {name:<{wide}}{ms:.1f} ms a decision")
    for name in dict.fromkeys(names):
        lost = [forfeit for forfeit in tally.forfeits if forfeit["player"] == name]
        if lost:
            print(f"  {name} forfeited {len(lost)} of them, first with seed {lost[0]['seed']}: {lost[0]['reason']}")
