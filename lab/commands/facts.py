"""`vok-lab facts`: plays games between unequal players, counts facts in them, and fits what each fact is worth.

The file that it writes is read by `ai.analysis.facts` for the verdict on a game. The same command line gives the same file on
every machine.
"""

import json
from argparse import Namespace
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.facts import FORMAT_VERSION, QUANTILES, count_facts, facts_of
from ai.bots.player_spec import PlayerSpec, spec_from_seat_text
from ai.countable import FactKind, SeatFacts
from engine.core.action import Action
from engine.core.game import MAX_SEED, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from lab.game_runner import run_game
from vok_tui.cli import game_options
from vok_tui.cli.charts import parse_writable_file, replace_text_file
from vok_tui.cli.player_options import check_levels
from vok_tui.cli.progress import ProgressBar
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser

DEFAULT_GAMES: Final = 300
MAX_GAMES: Final = 100_000
POOL: Final = ("shabti", "scribe", "scribe", "priest:16", "priest:50", "vizier:100")  # each seat draws one of them
POOL_STREAM: Final = 0xFAC7
DESCENTS: Final = 500  # rounds of coordinate descent
RIDGE: Final = 0.02  # how strongly weights are drawn to 0, as a share of all pairs
MIN_AGREEMENT: Final = 0.0  # the correlation of a fact with the margin below which the games contradict it


class PairOfSeats(NamedTuple):
    """Two seats of one game: for each fact by how much the first has it better, and by how many points it was ahead."""

    differences: tuple[float, ...]
    margin: float


def add_arguments(parser: Parser) -> None:
    game_options.add_arguments(parser)
    parser.add_players()
    parser.add_number("--games", (2, MAX_GAMES), "number of games", default=DEFAULT_GAMES)
    parser.add_seed(MAX_SEED - MAX_GAMES)
    parser.add_argument("--out", metavar="FILE", type=parse_writable_file, help="write the facts to this file")
    parser.add_json()


def run(args: Namespace) -> int:
    check_levels("facts", args.game, [PlayerSpec(level.partition(":")[0]) for level in POOL])
    seats = tuple([Seat(str(place), "scribe") for place in range(1, args.players + 1)])
    setup = Setup(args.game, seats, args.seed, game_options.read_variant(args))
    game_options.check_playable("facts", setup)
    declared = facts_of(Match(GAMES[args.game], setup))
    assert declared is not None, "every game with levels declares facts"
    games: list[tuple[list[SeatFacts], list[float], list[int]]] = []
    progress = ProgressBar(args.games, "games")
    try:
        for number in range(args.games):
            games.append(played_game(setup, number))
            progress.update(len(games))
    finally:
        progress.close()
    edition = f" --edition {args.edition}" if args.edition else ""
    fields = {
        "vok facts": FORMAT_VERSION,
        "game": args.game,
        "edition": setup.edition,
        "players": args.players,
        "games": args.games,
        "made": f"vok-lab facts --game {args.game}{edition} --players {args.players} "
        f"--games {args.games} --seed {args.seed}",
        **fitted(declared.kinds, games),
    }
    text = json.dumps(fields, indent=1) + "\n"
    if args.out is not None:
        replace_text_file(args.out, text)
    print(json.dumps(fields) if args.json else "\n".join(report_lines(fields)))
    return ExitCode.OK


def played_game(setup: Setup, number: int) -> tuple[list[SeatFacts], list[float], list[int]]:
    """A game whose seats draw their levels from POOL: what is counted for each seat, the rewards, and the points."""
    seed = setup.seed + number
    levels = [POOL[(seeded_hash(seed, POOL_STREAM, seat) >> 1) % len(POOL)] for seat in range(setup.player_count)]
    seats = tuple([Seat(f"{level} {place}", level) for place, level in enumerate(levels, start=1)])
    played = setup.with_seats_and_seed(seats, seed)
    game, actions = GAMES[setup.game], list[Action]()
    result = run_game(game, game.start(played), seed, [spec_from_seat_text(level) for level in levels], None, actions)
    match = Match(game, played)
    for action in actions:
        match.play(action)
    return count_facts(match, match.log.head), result.rewards, result.points


def fitted(
    kinds: Sequence[FactKind], games: Sequence[tuple[list[SeatFacts], list[float], list[int]]]
) -> dict[str, Any]:
    """The weight and the quantiles of each fact, and how well facts explain games that the weights were not fitted to."""
    pairs = [pairs_of(kinds, game) for game in games]
    whole = weights_for(kinds, [pair for game in pairs for pair in game])
    halves = [weights_for(kinds, [pair for game in pairs[half::2] for pair in game]) for half in (0, 1)]
    predicted = [
        (sum([a * b for a, b in zip(halves[1 - place % 2], pair.differences, strict=True)]), pair.margin)
        for place, game in enumerate(pairs)
        for pair in game
    ]
    mean = sum([margin for _, margin in predicted]) / len(predicted)
    total = sum([(margin - mean) ** 2 for _, margin in predicted])
    left = sum([(margin - guess) ** 2 for guess, margin in predicted])
    decided = [(guess, margin) for guess, margin in predicted if margin]
    return {
        "explained": round(1.0 - left / total, 3) if total else 0.0,
        "winner right": round(sum([guess * margin > 0 for guess, margin in decided]) / max(1, len(decided)), 3),
        "facts": {
            kind.name: {
                "weight": round(whole[place], 3),
                "agrees": correlation(place, [pair for game in pairs for pair in game]) > MIN_AGREEMENT,
                "winners": quantiles(kind, games, has_won=True),
                "losers": quantiles(kind, games, has_won=False),
            }
            for place, kind in enumerate(kinds)
        },
    }


def pairs_of(kinds: Sequence[FactKind], game: tuple[list[SeatFacts], list[float], list[int]]) -> list[PairOfSeats]:
    counted, _, points = game
    pairs = []
    for first in range(len(counted)):
        for second in range(first + 1, len(counted)):
            differences = []
            for kind in kinds:
                own, other = kind.measure(counted[first].counts), kind.measure(counted[second].counts)
                differences.append(0.0 if own is None or other is None else kind.sign * (own - other))
            pairs.append(PairOfSeats(tuple(differences), float(points[first] - points[second])))
    return pairs


def weights_for(kinds: Sequence[FactKind], pairs: Sequence[PairOfSeats]) -> list[float]:
    """Points for one more of each fact in the direction that is better, never below 0: least squares without a constant, by
    coordinate descent. A fact that the games contradict gets 0."""
    weights = [0.0] * len(kinds)
    left = [pair.margin for pair in pairs]
    columns = [[pair.differences[place] for pair in pairs] for place in range(len(kinds))]
    squares = [sum([number * number for number in column]) for column in columns]
    for _ in range(DESCENTS):
        for place, column in enumerate(columns):
            if not squares[place]:
                continue
            gain = sum([number * rest for number, rest in zip(column, left, strict=True)])
            weight = max(0.0, (gain + squares[place] * weights[place]) / (squares[place] * (1.0 + RIDGE)))
            change, weights[place] = weight - weights[place], weight
            if change:
                left = [rest - change * number for rest, number in zip(left, column, strict=True)]
    return weights


def correlation(place: int, pairs: Sequence[PairOfSeats]) -> float:
    """The correlation of a fact with the margin, without constants, because which seat comes first says nothing."""
    column = [pair.differences[place] for pair in pairs]
    both = sum([number * pair.margin for number, pair in zip(column, pairs, strict=True)])
    return both / max(1e-9, sqrt(sum([n * n for n in column]) * sum([pair.margin**2 for pair in pairs])))


def quantiles(
    kind: FactKind, games: Sequence[tuple[list[SeatFacts], list[float], list[int]]], *, has_won: bool
) -> list[float]:
    """The quantiles of a fact among the seats that have won, or have not."""
    numbers = sorted(
        [
            number
            for counted, rewards, _ in games
            for facts, reward in zip(counted, rewards, strict=True)
            if (reward > 0.0) == has_won and (number := kind.measure(facts.counts)) is not None
        ]
    )
    return (
        [round(numbers[min(len(numbers) - 1, int(share * len(numbers)))], 3) for share in QUANTILES] if numbers else []
    )


def report_lines(fields: dict[str, Any]) -> list[str]:
    lines = [
        f"{fields['games']} games; in games that were not fitted:",
        f"facts explain {fields['explained']:.0%} of the margin, and name the winner in {fields['winner right']:.0%}",
        f"{'fact':<22}{'weight':>8}   winners                   losers  (5, 25, 50, 75, 95%)",
    ]
    for name, fact in fields["facts"].items():
        winners, losers = (" ".join([f"{number:5.1f}" for number in fact[side]]) for side in ("winners", "losers"))
        weight = f"{fact['weight']:8.2f}" if fact["agrees"] else "   wrong"
        lines.append(f"{name:<22}{weight}   {winners}   {losers}")
    return lines
