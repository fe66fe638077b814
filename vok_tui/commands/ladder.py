"""`vok ladder`: how strong each level is, measured against the others; the table that the manual shows."""

import json
from argparse import Namespace
from contextlib import ExitStack
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vok_tui.commands import box, crew
from vok_tui.commands.opponents import read_player
from vok_tui.commands.parser import Parser, whole
from vok_tui.commands.progress import Progress, elo
from vok_tui.errors import UsageError
from vok_tui.exits import Exit

if TYPE_CHECKING:
    from ai.arena import Contest
    from ai.contestants import Contestant
    from ai.elo import Estimate
    from ai.ladder import Rung, Standing
    from ai.tally import Tally

MOST_GAMES: Final = 1_000_000
MOST_SEED: Final = (1 << 63) - 1 - MOST_GAMES


def fill(parser: Parser) -> None:
    parser.add_argument(
        "levels",
        metavar="LEVEL",
        nargs="*",
        help="who stands on the ladder, from the weakest to the strongest, written as for vok arena; all levels",
    )
    box.fill(parser)
    parser.add_argument(
        "--players",
        metavar="N",
        type=whole("the number of players", 2, 4),
        default=2,
        help="2 to 4. At three and four one seat of the higher level plays against the lower one on all others; 2",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole("the number of games", 2, MOST_GAMES),
        default=100,
        help="between neighbours, made up so that each sits in each seat as often; a fifth of it between all others; 100",
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole("a seed", 0, MOST_SEED), default=1, help="of the first deal; 1"
    )
    parser.add_argument(
        "--state",
        metavar="FOLDER",
        type=Path,
        help="keep the results there, a file for each contest; the same line again goes on where it was killed",
    )
    crew.fill(parser)
    parser.add_argument("--json", action="store_true", help="one object, for programs")


def run(args: Namespace) -> int:
    from ai.ladder import rungs, standings
    from ai.tally import Tally

    levels = levels_of(args)
    on_the_table = box.box(args)
    choice = (on_the_table.edition, on_the_table.choices, on_the_table.cards)
    climbed = rungs(levels, args.players, args.games, args.seed, *choice)
    box.must_be_playable("ladder", climbed[0].contest.setup)
    tallies = [Tally(rung.contest) for rung in climbed]
    play(args, climbed, tallies)
    table = standings(levels, tallies)
    if args.json:
        print(json.dumps(facts(args, climbed[0].contest, table, tallies)))
    else:
        tell(args, climbed[0].contest, table)
    return Exit.WELL


def levels_of(args: Namespace) -> "list[Contestant]":
    """Who stands on it, from the weakest. Raises UsageError."""
    from ai.levels import LEVELS, Budget

    levels = [read_player("ladder", text, Budget()) for text in args.levels or LEVELS]
    names = [one.name for one in levels]
    if len(names) < 2:
        raise UsageError("ladder: two levels at least make a ladder; see vok ladder --help")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"ladder: {name} stands there twice")
    return levels


def play(args: Namespace, climbed: "list[Rung]", tallies: "list[Tally]") -> None:
    """Have all contests played. Raises UsageError and Refused."""
    from ai.compete import compete
    from ai.record import BadRecord, Record

    progress = Progress()
    try:
        with ExitStack() as open_things:
            open_things.callback(progress.line.wipe)
            if args.state:
                args.state.mkdir(parents=True, exist_ok=True)
            records = [
                open_things.enter_context(Record(args.state / file_of(rung.contest), rung.contest))
                if args.state
                else None
                for rung in climbed
            ]
            games = open_things.enter_context(crew.crew(args))
            for number, (rung, tally, record) in enumerate(zip(climbed, tallies, records, strict=True), 1):
                high, low = (one.name for one in rung.contest.contestants[:2])
                before = f"{number}/{len(climbed)} {high} against {low}  "
                for _ in compete(tally, rung.blocks, games, record):
                    progress.show(tally, rung.blocks, before)
    except BadRecord as refused:
        raise UsageError(str(refused)) from None


def file_of(contest: "Contest") -> str:
    """The name of the file that keeps a contest of the ladder."""
    high, low = (one.name for one in contest.contestants[:2])
    return f"{contest.players}-players-{high}-against-{low}".replace(":", "-") + ".jsonl"


def facts(args: Namespace, first: "Contest", table: "list[Standing]", tallies: "list[Tally]") -> dict[str, Any]:
    """All of it, as JSON can hold it: an end that the games did not set is None."""
    return {
        "players": args.players,
        "edition": first.setup.edition,
        "seed": args.seed,
        "levels": [
            {
                "level": standing.name,
                **rounded(standing.rating),
                "games": standing.games,
                "ms_per_decision": standing.ms_per_decision,
                "above": rounded(standing.above) if standing.above else None,
            }
            for standing in table
        ],
        "contests": [tally.facts() for tally in tallies],
    }


def rounded(estimate: "Estimate") -> dict[str, float | None]:
    names = ("elo", "elo_low", "elo_high")
    return {name: round(end, 1) if isfinite(end) else None for name, end in zip(names, estimate, strict=True)}


def tell(args: Namespace, first: "Contest", table: "list[Standing]") -> None:
    """The table, the strongest first."""
    rows: list[tuple[str, ...]] = [("level", "Elo", "95%", "above the next", "games", "ms a decision")]
    for standing in reversed(table):
        rating = standing.rating
        rows.append(
            (
                standing.name,
                f"{rating.elo:.0f}",
                f"{rating.low:.0f} to {rating.high:.0f}" if rating.low < rating.high else "by definition",
                elo(standing.above) if standing.above else "",
                str(standing.games),
                f"{standing.ms_per_decision:.1f}",
            )
        )
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows.insert(1, tuple("-" * width for width in wide))
    print(
        f"{args.players} players, {first.setup.edition} cards, {args.games} games between neighbours, "
        f"seeds from {args.seed} on\n"
    )
    for row in rows:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)) + " |")
