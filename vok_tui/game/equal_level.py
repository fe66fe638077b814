"""The level `equal`: an opponent that adapts to the player, so that the player wins about half of the games.

The player's rating, as in chess, follows from the finished games on the shelf alone; no other file could be lost or contradict
them. All finished games count, in every edition and with every undone move. A game that branches off a finished one does not
count; the finished one does. The rating begins with that of the scribe. Each game that a single human finished against opponents
of known rating moves it by the difference between the result and the expected result, the first games far, later ones less.
`equal` then takes the level and the number of simulations against which a player of this rating wins half of the games.

The choice is stored in the seat, as in `equal:priest` with its simulations, so a continued game keeps its opponent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ai.bots.levels import SCRIBE, Budget
from ai.bots.player_spec import EQUAL, PlayerSpec, read_player_spec
from ai.bots.strengths import Strength, StrengthScale, equal_opponent_rating, expected_share
from ai.kit import kit_of
from engine.core.errors import BadSetup
from engine.core.game import HUMAN, Seat, Setup
from engine.games import GAMES
from saves import SaveInfo
from saves.clean_text import plural

SUMMARY: Final = "tunes itself to you: you win about half of your games"
STRENGTH_NOTE: Final = "rated as your finished games say; thinks as long as the level that it is like"
FIRST_STEP_ELO: Final = 320.0  # the most that the first game can move the rating
LAST_STEP_ELO: Final = 32.0  # the most that a game can move it after many games


@dataclass(frozen=True)
class PlayerRating:
    """The player's rating in a game, and the number of finished games that it is based on."""

    rating: float
    games: int
    game: str = GAMES.default


def strengths_of(game: str, players: int) -> StrengthScale:
    """How strong the levels are in a game with this number of players; an empty scale if that was not measured."""
    return kit_of(GAMES[game]).strengths(players)


def rate_player(saves: Iterable[SaveInfo], game: str = GAMES.default) -> PlayerRating:
    """The player's rating in a game after these saves, in any order. Not counted are other games, damaged ones, games of several
    humans, games against an opponent without a rating, and games that branch off another one."""
    rating, games = float(strengths_of(game, 2).rating_of(SCRIBE)), 0
    for save in sorted(saves, key=lambda row: row.modified):
        if save.game != game:
            continue
        scale = strengths_of(game, len(save.seats))
        others = [seat_rating(seat, scale) for seat in save.seats if seat.level != HUMAN]
        has_one_human = len(others) == len(save.seats) - 1 > 0 and len(save.scores) == len(save.seats)
        if save.damage or save.origin or not save.finished or not has_one_human or not all(others):
            continue
        games += 1
        step = max(LAST_STEP_ELO, FIRST_STEP_ELO / (games + 1))
        rating += step * (victory_share(save) - expected_share(rating, others))
    return PlayerRating(rating, games, game)


def newcomer_rating(game: str = GAMES.default) -> PlayerRating:
    """The rating of a player without finished games."""
    return rate_player((), game)


def seat_rating(seat: Seat, scale: StrengthScale) -> int:
    """The rating of the opponent in a seat; 0 if unknown."""
    player = read_player_spec(seat.level, seat.simulations)
    return scale.rating_of(player.level, player.budget.simulations) if not player.budget.milliseconds else 0


def victory_share(save: SaveInfo) -> float:
    """The human's share of the victory: 1 for a win, a part of 1 for a tie, else 0."""
    own_score = next(score for seat, score in zip(save.seats, save.scores, strict=True) if seat.level == HUMAN)
    best = max(save.scores)
    return 1 / save.scores.count(best) if own_score == best else 0.0


def equal_strength(player: PlayerRating, others: int) -> Strength:
    """The level and the simulations of `equal` with `others` opponents. Raises BadSetup where no strength was measured."""
    scale = strengths_of(player.game, others + 1)
    if not scale:
        raise BadSetup(f"the levels were not measured in this game, so none is {EQUAL} to you: choose another level")
    return scale.nearest(equal_opponent_rating(player.rating, max(1, others)))


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
    """A level in one word; `equal` stays `equal`, whichever level it took."""
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
