"""The level `equal`: an opponent that tunes itself to the player, so that about half of the games are won.

It knows the player by the games that are finished on the shelf, and by nothing else: there is no file beside them that could be
lost, or say something else. All of them count, for ever, whatever the edition and whatever was taken back in them: it tunes
itself to somebody who plays so. A game that goes on from a finished one does not count: the finished one does. From these the
player has a rating, as in chess. It begins where the scribe stands; each game that a single person finished against opponents
whose rating is known moves it by how far the result was from what was to be expected, the first games far, later ones less.
Then `equal` takes the level, and the number of simulations, that leave a player of this rating half of the games.

What it took stands in the seat, as in `equal:priest` with its simulations, so a game that is continued goes on as it began.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ai.contestants import split
from ai.levels import SCRIBE
from ai.strengths import Strength, even, nearest, rating_of, share_of
from engine.core.rules import HUMAN, Seat, Setup
from saves import Row
from saves.names import plural

EQUAL: Final = "equal"
LINE: Final = "tunes itself to you: you win about half of your games"
RATED: Final = "rated as your finished games say; thinks as long as the level that it is like"
FIRST_STEP: Final = 320.0  # how far a game can move a rating that rests on nothing
LAST_STEP: Final = 32.0  # and one that rests on many


@dataclass(frozen=True)
class Standing:
    """A player as the finished games tell: a rating, from so many of them."""

    rating: float
    games: int


def standing(rows: Iterable[Row]) -> Standing:
    """Where the player stands after these games, in whatever order. Damaged ones, those of several people, those against
    somebody without a rating, and those that go on from another one do not count."""
    rating, games = float(rating_of(SCRIBE, 0)), 0
    for row in sorted(rows, key=lambda row: row.when):
        others = [rated(seat) for seat in row.seats if seat.level != HUMAN]
        one_person = len(others) == len(row.seats) - 1 > 0 and len(row.scores) == len(row.seats)
        if row.damaged or row.origin or not row.finished or not one_person or not all(others):
            continue
        games += 1
        step = max(LAST_STEP, FIRST_STEP / (games + 1))
        rating += step * (won(row) - share_of(rating, others))
    return Standing(rating, games)


def newcomer() -> Standing:
    """Somebody who has not finished a game."""
    return standing(())


def rated(seat: Seat) -> int:
    """The rating of who sits there; 0 for somebody of whom nobody knows it."""
    level, measure = split(level_of(seat.level))
    if measure is None:
        return rating_of(level, seat.simulations)
    return rating_of(level, int(measure)) if measure.isdecimal() else 0


def won(row: Row) -> float:
    """1 for a game that its one person has won, a part for a best score that others have too, else 0."""
    mine = next(score for seat, score in zip(row.seats, row.scores, strict=True) if seat.level == HUMAN)
    best = max(row.scores)
    return 1 / row.scores.count(best) if mine == best else 0.0


def strength(player: Standing, others: int) -> Strength:
    """What `equal` is in a game against so many of it."""
    return nearest(even(player.rating, max(1, others)))


def settled(setup: Setup, player: Standing) -> Setup:
    """The setup in which each `equal` is what it is for this player."""
    taken = strength(player, len(setup.seats) - 1)
    named = f"{EQUAL}:{taken.level}"
    seats = [Seat(seat.name, named, taken.simulations) if seat.level == EQUAL else seat for seat in setup.seats]
    return setup.reseated(tuple(seats), setup.seed)


def unsettled(setup: Setup) -> Setup:
    """The setup in which each `equal` may be something else again."""
    seats = [Seat(seat.name, EQUAL) if is_equal(seat.level) else seat for seat in setup.seats]
    return setup.reseated(tuple(seats), setup.seed)


def is_equal(level: str) -> bool:
    """Whether `equal` sits there, settled or not."""
    return level.partition(":")[0] == EQUAL


def level_of(level: str) -> str:
    """The level that plays there: of a settled `equal` what it took."""
    return level.removeprefix(f"{EQUAL}:")


def spoken(level: str) -> str:
    """A level in full, for reading: "equal, like priest"."""
    taken = level_of(level)
    return level if taken == level else f"{EQUAL}, like {taken}"


def told(player: Standing, others: int) -> str:
    """What `equal` is now, and why, in a line."""
    taken = strength(player, others)
    now = f"now about {taken.level} strength: {taken.rating:,}"
    if not player.games:
        return f"{now}; your first games tell more"
    return f"{now}; you: {player.rating:,.0f} after {plural(player.games, 'game')}"
