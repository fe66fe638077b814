"""`vok simulate`: plays games between opponents without a screen. The same command line gives exactly the same games on every
machine."""

import json
from argparse import ArgumentTypeError, Namespace
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vok_tui.cli import card_options
from vok_tui.cli.card_stats import CardStats, GameCardWatcher, in_page_order, stats_table
from vok_tui.cli.parser import Parser, whole_number
from vok_tui.cli.player_options import parse_level
from vok_tui.errors import CommandError
from vok_tui.exit_codes import ExitCode
from vok_tui.game.start_options import MAX_SEED

if TYPE_CHECKING:
    from engine.core.game import Setup
    from engine.core.variant import Variant
    from engine.valley.state.valley_state import ValleyState

MAX_GAMES: Final = 10_000_000


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number("the number of games", 1, MAX_GAMES),
        default=100,
        help="how many; 100",
    )
    parser.add_argument(
        "--seats",
        metavar="LEVEL,...",
        type=parse_seats,
        help="who sits there, one to six levels, as the edition allows; a scribe, and for the others shabtis",
    )
    card_options.add_arguments(parser)
    parser.add_argument(
        "--seed", metavar="S", type=whole_number("a seed", 0, MAX_SEED), default=1, help="of the first game; 1"
    )
    parser.add_argument(
        "--stats", action="store_true", help="what each card did: bought, executed, entombed, and whether it helped"
    )
    parser.add_argument("--json", action="store_true", help="one object, for programs")


def parse_seats(text: str) -> list[str]:
    """Parse levels separated by commas."""
    names = text.split(",")
    if not 1 <= len(names) <= 6:
        raise ArgumentTypeError(f'one to six seats with commas, not "{text}"')
    return [parse_level("simulate", name.strip()) for name in names]


@dataclass
class SimulationTotals:
    """The totals over many games."""

    seats: list[str]
    variant: "Variant"
    games: int = 0
    decisions: int = 0
    shared: int = 0
    digest: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    cards: "dict[str, CardStats] | None" = None  # with --stats

    def __post_init__(self) -> None:
        self.wins = [0] * len(self.seats)
        self.points = [0] * len(self.seats)

    @property
    def mean_scores(self) -> list[float]:
        return [round(points / self.games, 3) for points in self.points]


def run(args: Namespace) -> int:
    variant = card_options.read_variant(args)
    totals = SimulationTotals(args.seats or default_seats(variant.edition), variant)
    card_options.check_playable("simulate", make_setup(totals, 0))
    totals.cards = {} if args.stats else None
    for number in range(args.games):
        play_game(totals, args.seed, number)
    if args.json:
        facts = {
            "games": totals.games,
            "decisions": totals.decisions,
            "edition": totals.variant.edition,
            "sets": list(totals.variant.choices),
            "seats": totals.seats,
            "wins": totals.wins,
            "shared": totals.shared,
            "mean_scores": totals.mean_scores,
            "digest": f"{totals.digest:016x}",
        }
        if totals.cards is not None:
            facts["cards"] = [stats.to_dict() for stats in in_page_order(totals.cards)]
        print(json.dumps(facts))
        return ExitCode.OK
    from saves.clean_text import plural

    print(f"{plural(totals.games, 'game')}, {plural(totals.decisions, 'decision')}, digest {totals.digest:016x}")
    for seat, level in enumerate(totals.seats):
        print(
            f"  seat {seat + 1}  {level:<8}{totals.wins[seat]:>8} won  {totals.mean_scores[seat]:>8.2f} points a game"
        )
    print(f"  {totals.shared} shared")
    if totals.cards is not None:
        print("\n".join(["", *stats_table(totals.cards)]))
    return ExitCode.OK


def default_seats(edition: str) -> list[str]:
    """A scribe, and as many shabtis as the edition needs."""
    from engine.valley.editions import EDITIONS

    return ["scribe", *["shabti"] * (EDITIONS[edition].min_players - 1)]


def make_setup(totals: SimulationTotals, seed: int) -> "Setup":
    """The setup of one game."""
    from engine.core.game import Seat, Setup

    seats = tuple(Seat(level, level) for level in totals.seats)
    return Setup("valley", seats, seed, totals.variant)


def play_game(totals: SimulationTotals, seed: int, number: int) -> None:
    """Play one game to its end and add it to the totals. Raises CommandError if the number of any card changed."""
    from ai.bots.bot import choose, decision_seed
    from ai.bots.levels import Budget
    from engine import GAMES
    from engine.core.game import NOBODY
    from engine.core.luck import hash_combine, seeded_hash

    game = GAMES["valley"]
    game_seed = seeded_hash(seed, number) >> 1
    state = game.start(make_setup(totals, game_seed))
    cards = count_cards(state)
    watch = GameCardWatcher(state) if totals.cards is not None else None
    decision = 0
    while state.mover != NOBODY:
        who = state.mover
        state.apply(choose(game, state, who, totals.seats[who], Budget(), decision_seed(game_seed, decision, who)))
        decision += 1
        if watch is not None:
            watch.read_events()
    if count_cards(state) != cards:
        raise CommandError(f"game {number} of seed {seed} ended with other cards than it began with")
    totals.games += 1
    totals.decisions += decision
    totals.digest = hash_combine(totals.digest, state.digest())
    rewards = game.rewards(state)
    if watch is not None and totals.cards is not None:
        watch.add_to(totals.cards, rewards)
    winners = [seat for seat, reward in enumerate(rewards) if reward > 0]
    if len(winners) == 1:
        totals.wins[winners[0]] += 1
    else:
        totals.shared += 1
    for seat, points in enumerate(game.scores(state)):
        totals.points[seat] += points


def count_cards(state: "ValleyState") -> list[int]:
    """The number of cards of each kind on the whole table. Zones that only refer to cards do not count."""
    from engine.valley.state.valley_state import ASIDE, EXECUTED, PYRAMID_START, SHOWN, SLOT_COUNT, ZONE_COUNT

    found = [0] * len(state.catalogue)
    for zone in range(ZONE_COUNT):
        if state.zone_starts[zone] >= 0 and zone != EXECUTED and (zone < SHOWN or zone == ASIDE):
            for kind in state.kinds(zone):
                found[kind] += 1
    for slot in range(PYRAMID_START, PYRAMID_START + SLOT_COUNT):
        if state.cells[slot] >= 0:
            found[state.cells[slot]] += 1
    return found
