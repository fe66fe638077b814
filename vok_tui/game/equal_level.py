"""The level `equal`: an opponent that adapts to the player, so that the player wins about half of the games.

It knows the player by the games that are finished on the shelf, and by nothing else: there is no file beside them that could be
lost, or say something else. All of them count, for ever, whatever the edition and whatever was taken back in them: it tunes
itself to somebody who plays so. A game that goes on from a finished one does not count: the finished one does. From these the
player has a rating, as in chess. It begins where the scribe stands; each game that a single person finished against opponents
whose rating is known moves it by how far the result was from what was to be expected, the first games far, later ones less.
Then `equal` takes the level, and the number of simulations, that leave a player of this rating half of the games.

The choice is stored in the seat, as in `equal:priest` with its simulations, so a continued game keeps its opponent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ai.bots.levels import SCRIBE, Budget
from ai.bots.player_spec import EQUAL, PlayerSpec, read_player_spec
from ai.bots.strengths import Strength, equal_opponent_rating, expected_share, nearest_strength, rating_of
from engine.core.game import HUMAN, Seat, Setup
from saves import SaveInfo
from saves.clean_text import plural

SUMMARY: Final = "tunes itself to you: you win about half of your games"
STRENGTH_NOTE: Final = "rated as your finished games say; thinks as long as the level that it is like"
FIRST_STEP_ELO: Final = 320.0  # the most that the first game can move the rating
LAST_STEP_ELO: Final = 32.0  # the most that a game can move it after many games


@dataclass(frozen=True)
class PlayerRating:
    """The player's rating, and the number of games that it is based on."""

    rating: float
    games: int


def rate_player(saves: Iterable[SaveInfo]) -> PlayerRating:
    """Where the player stands after these games, in whatever order. Damaged ones, those of several people, those against
    somebody without a rating, and those that go on from another one do not count."""
    rating, games = float(rating_of(SCRIBE, 0)), 0
    for save in sorted(saves, key=lambda row: row.modified):
        others = [seat_rating(seat) for seat in save.seats if seat.level != HUMAN]
        has_one_human = len(others) == len(save.seats) - 1 > 0 and len(save.scores) == len(save.seats)
        if save.damage or save.origin or not save.finished or not has_one_human or not all(others):
            continue
        games += 1
        step = max(LAST_STEP_ELO, FIRST_STEP_ELO / (games + 1))
        rating += step * (victory_share(save) - expected_share(rating, others))
    return PlayerRating(rating, games)


def newcomer_rating() -> PlayerRating:
    """The rating of a player without finished games."""
    return rate_player(())


def seat_rating(seat: Seat) -> int:
    """The rating of the opponent in a seat; 0 if unknown."""
    player = read_player_spec(seat.level, seat.simulations)
    return rating_of(player.level, player.budget.simulations) if not player.budget.milliseconds else 0


def victory_share(save: SaveInfo) -> float:
    """The human's share of the victory: 1 for a win, a part of 1 for a tie, else 0."""
    own_score = next(score for seat, score in zip(save.seats, save.scores, strict=True) if seat.level == HUMAN)
    best = max(save.scores)
    return 1 / save.scores.count(best) if own_score == best else 0.0


def equal_strength(player: PlayerRating, others: int) -> Strength:
    """The level and simulations of `equal` in a game with `others` opponents."""
    return nearest_strength(equal_opponent_rating(player.rating, max(1, others)))


def resolve_equal(setup: Setup, player: PlayerRating) -> Setup:
    """The setup with each `equal` replaced by its level for this player."""
    strength = equal_strength(player, len(setup.seats) - 1)
    chosen = PlayerSpec(strength.level, Budget(strength.simulations), adaptive=True)
    seats = [chosen.seat(seat.name) if seat.level == EQUAL else seat for seat in setup.seats]
    return setup.with_seats(tuple(seats), setup.seed)


def unresolve_equal(setup: Setup) -> Setup:
    """The setup with each resolved `equal` as plain `equal` again."""
    seats = [Seat(seat.name, EQUAL) if is_equal(seat.level) else seat for seat in setup.seats]
    return setup.with_seats(tuple(seats), setup.seed)


def is_equal(level: str) -> bool:
    """Whether a level is `equal`, resolved or not."""
    return read_player_spec(level).adaptive


def level_word(level: str) -> str:
    """A level in one word: `equal`, whatever it took."""
    return EQUAL if is_equal(level) else level


def level_text(level: str) -> str:
    """A level in full, for reading: "equal, like priest"."""
    player = read_player_spec(level)
    return f"{EQUAL}, like {player.level}" if player.adaptive and player.level else level


def equal_summary(player: PlayerRating, others: int) -> str:
    """What `equal` is now, and why, in one line."""
    strength = equal_strength(player, others)
    now = f"now about {strength.level} strength: {strength.rating:,}"
    if not player.games:
        return f"{now}; your first games tell more"
    return f"{now}; you: {player.rating:,.0f} after {plural(player.games, 'game')}"
