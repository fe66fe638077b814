"""`vok simulate`: whole games between opponents without a screen. The same command line gives the same games, to the last
card, on every machine."""

import json
from argparse import ArgumentTypeError, Namespace
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vok_tui.commands import box
from vok_tui.commands.card_stats import CardStats, GameWatch, in_order, listed
from vok_tui.commands.opponents import read_level
from vok_tui.commands.parser import Parser, whole
from vok_tui.errors import Refused
from vok_tui.exits import Exit
from vok_tui.start import MOST_SEED

if TYPE_CHECKING:
    from engine.core.rules import Setup
    from engine.valley.state import ValleyState
    from vok_tui.start import Box

MOST_GAMES: Final = 10_000_000


def fill(parser: Parser) -> None:
    parser.add_argument(
        "--games", metavar="N", type=whole("the number of games", 1, MOST_GAMES), default=100, help="how many; 100"
    )
    parser.add_argument(
        "--seats",
        metavar="LEVEL,...",
        type=seats,
        help="who sits there, one to six levels, as the edition allows; a scribe, and for the others shabtis",
    )
    box.fill(parser)
    parser.add_argument(
        "--seed", metavar="S", type=whole("a seed", 0, MOST_SEED), default=1, help="of the first game; 1"
    )
    parser.add_argument(
        "--stats", action="store_true", help="what each card did: bought, executed, entombed, and whether it helped"
    )
    parser.add_argument("--json", action="store_true", help="one object, for programs")


def seats(text: str) -> list[str]:
    """A reader of levels with commas."""
    names = text.split(",")
    if not 1 <= len(names) <= 6:
        raise ArgumentTypeError(f'one to six seats with commas, not "{text}"')
    return [read_level("simulate", name.strip()) for name in names]


@dataclass
class Tally:
    """What many games came to."""

    seats: list[str]
    box: "Box"
    games: int = 0
    decisions: int = 0
    shared: int = 0
    digest: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    cards: "dict[str, CardStats] | None" = None  # if they are asked for

    def __post_init__(self) -> None:
        self.wins = [0] * len(self.seats)
        self.points = [0] * len(self.seats)

    @property
    def mean_scores(self) -> list[float]:
        return [round(points / self.games, 3) for points in self.points]


def run(args: Namespace) -> int:
    on_the_table = box.box(args)
    tally = Tally(args.seats or usual_seats(on_the_table.edition), on_the_table)
    box.must_be_playable("simulate", setup(tally, 0))
    tally.cards = {} if args.stats else None
    for number in range(args.games):
        play(tally, args.seed, number)
    if args.json:
        facts = {
            "games": tally.games,
            "decisions": tally.decisions,
            "edition": tally.box.edition,
            "sets": list(tally.box.choices),
            "seats": tally.seats,
            "wins": tally.wins,
            "shared": tally.shared,
            "mean_scores": tally.mean_scores,
            "digest": f"{tally.digest:016x}",
        }
        if tally.cards is not None:
            facts["cards"] = [stats.facts() for stats in in_order(tally.cards)]
        print(json.dumps(facts))
        return Exit.WELL
    from saves.names import plural

    print(f"{plural(tally.games, 'game')}, {plural(tally.decisions, 'decision')}, digest {tally.digest:016x}")
    for seat, level in enumerate(tally.seats):
        print(f"  seat {seat + 1}  {level:<8}{tally.wins[seat]:>8} won  {tally.mean_scores[seat]:>8.2f} points a game")
    print(f"  {tally.shared} shared")
    if tally.cards is not None:
        print("\n".join(["", *listed(tally.cards)]))
    return Exit.WELL


def usual_seats(edition: str) -> list[str]:
    """A scribe, and as many shabtis as there must be."""
    from engine.valley.editions import EDITIONS

    return ["scribe", *["shabti"] * (EDITIONS[edition].least - 1)]


def setup(tally: Tally, seed: int) -> "Setup":
    """One game of many."""
    from engine.core.rules import Seat, Setup

    on_the_table = tally.box
    seats = tuple(Seat(level, level) for level in tally.seats)
    return Setup("valley", seats, seed, on_the_table.edition, on_the_table.choices, on_the_table.cards)


def play(tally: Tally, seed: int, number: int) -> None:
    """Play one game to its end and add it up. Raises Refused if a card is missing at the end, or one too many is there."""
    from ai.bots import choose, decision_seed
    from ai.levels import Budget
    from engine import GAMES
    from engine.core.luck import fold, key
    from engine.core.rules import NOBODY

    game = GAMES["valley"]
    game_seed = key(seed, number) >> 1
    state = game.start(setup(tally, game_seed))
    cards = census(state)
    watch = GameWatch(state) if tally.cards is not None else None
    decision = 0
    while state.mover != NOBODY:
        who = state.mover
        state.apply(choose(game, state, who, tally.seats[who], Budget(), decision_seed(game_seed, decision, who)))
        decision += 1
        if watch is not None:
            watch.look()
    if census(state) != cards:
        raise Refused(f"game {number} of seed {seed} ended with other cards than it began with")
    tally.games += 1
    tally.decisions += decision
    tally.digest = fold(tally.digest, state.digest())
    rewards = game.rewards(state)
    if watch is not None and tally.cards is not None:
        watch.add_to(tally.cards, rewards)
    winners = [seat for seat, reward in enumerate(rewards) if reward > 0]
    if len(winners) == 1:
        tally.wins[winners[0]] += 1
    else:
        tally.shared += 1
    for seat, points in enumerate(game.scores(state)):
        tally.points[seat] += points


def census(state: "ValleyState") -> list[int]:
    """How many cards of each kind lie anywhere on the table. The zones that only tell of cards do not count."""
    from engine.valley.state import ASIDE, EXECUTED, PYRAMID, SHOWN, SLOTS, ZONES

    found = [0] * len(state.cards)
    for zone in range(ZONES):
        if state.at[zone] >= 0 and zone != EXECUTED and (zone < SHOWN or zone == ASIDE):
            for kind in state.kinds(zone):
                found[kind] += 1
    for slot in range(PYRAMID, PYRAMID + SLOTS):
        if state.row[slot] >= 0:
            found[state.row[slot]] += 1
    return found
