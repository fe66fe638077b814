"""The level `equal`: an opponent that adapts to the player, so that the player wins about half of the games.

The player has an Elo rating, computed only from the finished games on the shelf, so no other file can be lost or contradict them.
It starts at the rating of the scribe. Each game that a single human finished against opponents of known rating moves it by the
difference between the result and the expected result, times a step that shrinks with the number of games. Games of all editions
count, also with undone moves. Games in which hidden cards were drawn again and games that branch off a finished one do not.

`equal` then takes the level and the number of simulations against which a player of this rating wins half of the games. The
choice is stored in the seat, as in `equal:priest` with its simulations, so a continued game keeps its opponent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from ai.bots.levels import SCRIBE, Budget
from ai.bots.player_spec import EQUAL, PlayerSpec, spec_from_seat_text
from ai.bots.strengths import Strength, StrengthScale, expected_share, opponent_rating_for_even_odds
from ai.kit import kit_of
from ai.value_file import FIRST_VALUES
from engine.core.cells.wording import plural
from engine.core.errors import BadSetup
from engine.core.game import HUMAN, Seat, Setup
from engine.games import GAMES
from saves import SaveInfo

SUMMARY: Final = "adapts to you: you win about half of your games"
STRENGTH_NOTE: Final = "rated from your finished games; thinks as long as the level that it plays like"
FIRST_STEP_ELO: Final = 320.0  # the most by which game n can move the rating is this divided by n + 1
LAST_STEP_ELO: Final = 32.0  # but not less than this


@dataclass(frozen=True)
class PlayerRating:
    """The player's rating in a game, the number of finished games that it is based on, and the last of their saves."""

    rating: float
    games: int
    game: str = GAMES.default
    last_save: Path | None = None


class RatedGame(NamedTuple):
    """A game that counts for the player's rating: the player's share of the victory, and the opponents' ratings."""

    save: SaveInfo
    victory_share: float
    opponent_ratings: tuple[int, ...]


def level_strengths_of(game: str, players: int, values: str = "") -> StrengthScale:
    """The strengths of the levels in a game with this number of players and these learned values ("" for today's); empty if they
    were not measured."""
    return kit_of(GAMES[game]).strengths(players, values)


def rate_player(saves: Iterable[SaveInfo], game: str = GAMES.default) -> PlayerRating:
    """The player's rating in a game after these saves, in any order."""
    return rating_history(saves, game)[-1]


def rating_history(saves: Iterable[SaveInfo], game: str = GAMES.default) -> list[PlayerRating]:
    """The player's rating in a game: at the start, then after each of these saves that counts.

    Not counted are saves of other games, unfinished and damaged saves, games with several humans or with an opponent without a
    rating, games that branch off another one or were read from a text, and reshuffled games.
    """
    rating = float(level_strengths_of(game, 2).rating_of(SCRIBE))
    history = [PlayerRating(rating, 0, game)]
    for number, rated in enumerate(rated_games(saves, game), 1):
        step = max(LAST_STEP_ELO, FIRST_STEP_ELO / (number + 1))
        rating += step * (rated.victory_share - expected_share(rating, rated.opponent_ratings))
        history.append(PlayerRating(rating, number, game, rated.save.path))
    return history


def rated_games(saves: Iterable[SaveInfo], game: str) -> list[RatedGame]:
    """The saves of `game` that count for the player's rating, in the order in which they ended."""
    rated = []
    for save in sorted(saves, key=lambda save: (save.last_played, save.path.name)):
        if save.game != game:
            continue
        scale = level_strengths_of(game, len(save.seats), values_of(save))
        opponent_ratings = tuple([seat_rating(seat, scale) for seat in save.seats if seat.level != HUMAN])
        has_one_human = len(opponent_ratings) == len(save.seats) - 1 > 0 and len(save.scores) == len(save.seats)
        if has_one_human and all(opponent_ratings) and _is_played_here(save):
            rated.append(RatedGame(save, human_victory_share(save), opponent_ratings))
    return rated


def values_of(save: SaveInfo) -> str:
    """The learned values of the opponents in a save; the first ones if it records none."""
    return (save.setup.values if save.setup is not None else "") or FIRST_VALUES


def _is_played_here(save: SaveInfo) -> bool:
    """Whether a game was played here from its start to its end, without a reshuffle."""
    return save.finished and save.was_played_here and not save.label.reshuffled


def newcomer_rating(game: str = GAMES.default) -> PlayerRating:
    """The rating of a player without finished games."""
    return rate_player((), game)


def seat_rating(seat: Seat, scale: StrengthScale) -> int:
    """The rating of the opponent in a seat; 0 if unknown."""
    player = spec_from_seat_text(seat.level, seat.simulations)
    return scale.rating_of(player.level, player.budget.simulations) if not player.budget.milliseconds else 0


def human_victory_share(save: SaveInfo) -> float:
    """The human's share of the victory: 1 for a win, 1/n for a victory shared by n players, otherwise 0."""
    winners = save.winners
    return 1 / len(winners) if any(save.seats[place].level == HUMAN for place in winners) else 0.0


def strength_of_equal(player_rating: PlayerRating, opponents: int) -> Strength:
    """The level and the simulations of `equal` against this number of opponents. Raises BadSetup if no strength was measured."""
    scale = level_strengths_of(player_rating.game, opponents + 1)
    if not scale:
        raise BadSetup(f"the levels were not measured in this game, so none is {EQUAL} to you: choose another level")
    return scale.nearest_untimed(opponent_rating_for_even_odds(player_rating.rating, max(1, opponents)))


def resolve_equal(setup: Setup, player_rating: PlayerRating) -> Setup:
    """The setup with each `equal` replaced by its level for this player."""
    strength = strength_of_equal(player_rating, len(setup.seats) - 1)
    chosen = PlayerSpec(strength.level, Budget(strength.simulations), adaptive=True)
    seats = [chosen.to_seat(seat.name) if seat.level == EQUAL else seat for seat in setup.seats]
    return setup.with_seats_and_seed(tuple(seats), setup.seed)


def unresolve_equal(setup: Setup) -> Setup:
    """The setup with each resolved `equal` replaced by plain `equal`."""
    seats = [Seat(seat.name, EQUAL) if is_equal_level(seat.level) else seat for seat in setup.seats]
    return setup.with_seats_and_seed(tuple(seats), setup.seed)


def is_equal_level(level: str) -> bool:
    """Whether a level is `equal`, resolved or not."""
    return spec_from_seat_text(level).adaptive


def level_or_equal(level: str) -> str:
    """The level, or plain `equal` for a resolved `equal`."""
    return EQUAL if is_equal_level(level) else level


def level_text(level: str) -> str:
    """A level as text; for a resolved `equal`, "equal, like priest"."""
    player = spec_from_seat_text(level)
    return f"{EQUAL}, like {player.level}" if player.adaptive and player.level else level


def equal_summary(player_rating: PlayerRating, opponents: int) -> str:
    """How strong `equal` is now, and why, in one line."""
    strength = strength_of_equal(player_rating, opponents)
    now = f"now about {strength.level} strength: {strength.rating:,}"
    if not player_rating.games:
        return f"{now}; it adjusts with your first games"
    return f"{now}; you: {player_rating.rating:,.0f} after {plural(player_rating.games, 'game')}"
