"""Finished games for the tests of statistics: as entries of the list of saves, and as files."""

import random
from datetime import datetime
from pathlib import Path

from ai.levels import SCRIBE
from engine import GAMES
from engine.core.game import Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from saves import SaveInfo, SaveLabel, Shelf

BEGUN = datetime(2026, 9, 20, 12).astimezone().timestamp()  # at noon where the player is: months are local
DAY = 86_400.0


def finished(
    mine: int, *others: int, level: str = "scribe", day: int = 0, edition: str = "base", **label: int | bool
) -> SaveInfo:
    """A game that ended with these points, the player's first, this number of days after the first day."""
    names = ("Khety", "Merit", "Senmut")
    seats = (Seat("You"), *[Seat(name, level) for name, _ in zip(names, others, strict=False)])
    save_label = SaveLabel(over=True, scores=(mine, *others))._replace(**label)
    when = BEGUN + day * DAY
    return SaveInfo(Path(f"{day}.vok"), when, game="valley", edition=edition, seats=seats, label=save_label)


def won_and_lost(results: str, level: str = "scribe") -> list[SaveInfo]:
    """One game for each day: "w" is won by 5 points, "l" lost by 5, and "s" shared."""
    points = {"w": (30, 25), "l": (25, 30), "s": (30, 30)}
    return [finished(*points[result], level=level, day=day) for day, result in enumerate(results)]


def make_finished_save(home: Path, game: str, seed: int = 1) -> Path:
    """Save a game that was played at random to its end, with the player in the first seat. Returns its path."""
    rules = GAMES[game]
    edition = rules.editions()[0]
    players = max(edition.min_players, min(2, edition.max_players))
    seats = (Seat("You"), *[Seat(f"p{place}", "shabti") for place in range(1, players)])
    setup = Setup(game, seats, seed, edition.name)
    match = Match(rules, setup)
    while not match.is_over:
        moves = match.state.legal_moves()
        match.play(rules.action(match.state, moves[seeded_hash(seed, len(match.log)) % len(moves)]))
    with Shelf(home).create(setup, rules, "0.1.0", 1_700_000_000) as file:
        file.keep(match)
    return file.path


def attempt(home: Path, setup: Setup, created: int, moves: int = 2000) -> Path:
    """Save a game in which every seat made the last move of each menu. Returns its path."""
    game = GAMES[setup.game]
    match = Match(game, setup)
    with Shelf(home).create(setup, game, "0.1.0", created) as file:
        while not match.is_over and match.public_decision_count(match.log.head) < moves:
            match.play(game.action(match.state, match.state.legal_moves()[-1]))
        file.keep(match)
    return file.path


def many_games(number: int = 60) -> list[SaveInfo]:
    """A game a day, against several levels, with two to four players."""
    rng = random.Random(4)
    saves = []
    for day in range(number):
        own_points, *other_points = [rng.randrange(18, 58) for _ in range(rng.choice([2, 2, 3, 4]))]
        level, edition = rng.choice(["shabti", "scribe", "priest", "equal:priest"]), rng.choice(["base", "afterlife"])
        saves.append(
            finished(own_points, *other_points, level=level, day=day, edition=edition, peeked=rng.random() < 0.1)
        )
    return saves


def finished_against(
    own_points: int, *other_points: int, level: str = SCRIBE, simulations: int = 0, when: float = 1.0
) -> SaveInfo:
    """A game that ended with these points. The opponents all have one level."""
    seats = (Seat("Ann"), *[Seat("Khety", level, simulations)] * len(other_points))
    return SaveInfo(
        Path("x.vok"), when, game="valley", seats=seats, label=SaveLabel(over=True, scores=(own_points, *other_points))
    )
