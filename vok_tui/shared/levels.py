"""The levels as players see them: how strong they are, how strong the player is, and `equal`, which adapts to the player.

The player's rating is Elo, computed only from the finished games on the shelf, so no other file can be lost or contradict them.
It is the most likely strength (maximum a posteriori): before the first game it is that of a newcomer, give or take
PRIOR_DEVIATION, and a game counts less the longer ago it was. Games of all editions count, also with undone moves. Games in which
hidden cards were drawn again, games with hints and games that branch off a finished one do not.

`measure_rating` says how sure a rating is. There all games have the same weight and nothing is known before: the estimate is the
maximum likelihood (Luce's choice rule, as in `lab.ladder`), and the interval is that of the likelihood-ratio test with one free
parameter. An end of the interval is infinite if the games do not bound it: a player who has won all games may be arbitrarily
strong.

`equal` takes the level and the number of simulations against which a player of this rating wins half of the games. From game to
game its strength changes by at most MAX_JUMP. The choice is stored in the seat, as in `equal:priest` with its simulations, so a
continued game keeps its opponent.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log
from pathlib import Path
from typing import Final, NamedTuple

from ai.bots.player_spec import EQUAL, PlayerSpec, spec_from_seat_text
from ai.elo import Z_95, EloEstimate
from ai.kit import kit_of
from ai.levels import (
    LEVELS,
    NEWCOMER_RATING,
    Budget,
    Strength,
    StrengthScale,
    expected_share,
    get_level,
    opponent_rating_for_even_odds,
)
from engine.core.errors import BadSetup
from engine.core.game import HUMAN, Seat, Setup
from engine.core.wording import plural
from engine.games import GAMES
from saves import SaveInfo
from saves.save_info import each_game_once
from vok_tui.library import COPY_ENV
from vok_tui.shared.compiled import INTERPRETED_ENV

SUMMARY: Final = "adapts to you: you win about half of your games"
STRENGTH_NOTE: Final = "rated from your finished games; thinks as long as the level that it plays like"
PRIOR_DEVIATION: Final = 2000.0  # of the strengths of newcomers; wide, so that the first games count much
GAME_BACK_WEIGHT: Final = 0.93  # a game counts so much less than the one after it
REMEMBERED_GAMES: Final = 60  # earlier ones would count less than 1.3% of the last
NEWTON_STEPS: Final = 30
MAX_NEWTON_STEP: Final = 200.0
CONVERGED_ELO: Final = 0.01
MAX_JUMP: Final = 250.0  # of the strength of `equal`, from one game to the next
MIN_RATED_GAMES: Final = 5  # with fewer, no rating is shown: it would say nothing yet


class RatedGame(NamedTuple):
    """A game that counts for the player's rating: the player's share of the victory, and the opponents' ratings."""

    save: SaveInfo
    victory_share: float
    opponent_ratings: tuple[int, ...]


@dataclass(frozen=True)
class PlayerRating:
    """The player's rating in a game, the number of finished games that it is based on, and the last of their saves. `earlier` are
    the ratings before the last of these games, at most REMEMBERED_GAMES of them. `results` are the games won and the games played
    against each level alone, with its own budget."""

    rating: float
    games: int
    game: str = GAMES.default
    last_save: Path | None = None
    earlier: tuple[float, ...] = ()
    results: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)

    @property
    def path(self) -> tuple[float, ...]:
        """The ratings up to this one."""
        return (*self.earlier, self.rating)


def too_early_text(games: int) -> str:
    """What is shown instead of a rating that follows from too few games: "from 5 games on, 2 so far"."""
    return f"from {MIN_RATED_GAMES} games on, {games} so far"


def level_strengths_of(game: str, players: int, values: str = "") -> StrengthScale:
    """The strengths of the levels in a game with this number of players and these learned values ("" for today's); empty if they
    were not measured."""
    return kit_of(GAMES[game]).strengths(players, values)


def rate_player(saves: Iterable[SaveInfo], game: str = GAMES.default) -> PlayerRating:
    """The player's rating in a game after these saves, in any order."""
    saves = list(saves)
    return replace(rating_history(saves, game)[-1], results=results_by_level(rated_games(saves, game)))


def results_by_level(games: Iterable[RatedGame]) -> dict[str, tuple[int, int]]:
    """For each level that was the only opponent, with its own budget: the games won, and those played."""
    results: dict[str, tuple[int, int]] = {}
    for played in games:
        level = next(seat.level for seat in played.save.seats if seat.level != HUMAN)
        simulations = next(seat.simulations for seat in played.save.seats if seat.level != HUMAN)
        if len(played.save.seats) == 2 and level in LEVELS and simulations in (0, LEVELS[level].budget.simulations):
            won, count = results.get(level, (0, 0))
            results[level] = (won + (played.victory_share == 1), count + 1)
    return results


def rating_history(saves: Iterable[SaveInfo], game: str = GAMES.default) -> list[PlayerRating]:
    """The player's rating in a game: at the start, then after each of these saves that counts.

    Not counted are saves of other games, unfinished and damaged saves, games with several humans or with an opponent without a
    rating, games that branch off another one or were read from a text, reshuffled and helped games.
    """
    history = [PlayerRating(NEWCOMER_RATING, 0, game)]
    rated = rated_games(saves, game)
    for number in range(1, len(rated) + 1):
        history.append(rating_after(history[-1], rated[:number]))
    return history


def rating_after(before: PlayerRating, games: Sequence[RatedGame]) -> PlayerRating:
    """The rating after these games, of which all but the last led to the rating `before`."""
    rating = most_likely_rating(games[-REMEMBERED_GAMES:], before.rating)
    earlier = (*before.earlier, before.rating)[-REMEMBERED_GAMES:]
    return PlayerRating(rating, len(games), before.game, games[-1].save.path, earlier)


def most_likely_rating(games: Sequence[RatedGame], start: float = NEWCOMER_RATING) -> float:
    """The most likely rating of a newcomer after these games, the last one first in weight. `start` is a guess."""
    rating, per_elo = start, log(10) / 400
    for _ in range(NEWTON_STEPS):
        gradient = (NEWCOMER_RATING - rating) / PRIOR_DEVIATION**2
        curvature = 1 / PRIOR_DEVIATION**2
        weight = 1.0
        for played in reversed(games):
            share = expected_share(rating, played.opponent_ratings)
            gradient += weight * per_elo * (played.victory_share - share)
            curvature += weight * per_elo**2 * share * (1 - share)
            weight *= GAME_BACK_WEIGHT
        step = gradient / curvature
        rating += min(MAX_NEWTON_STEP, max(-MAX_NEWTON_STEP, step))
        if abs(step) < CONVERGED_ELO:
            break
    return rating


def rated_games(saves: Iterable[SaveInfo], game: str) -> list[RatedGame]:
    """The saves of `game` that count for the player's rating, in the order in which they ended."""
    rated = []
    for save in sorted(each_game_once(saves), key=lambda save: (save.last_played, save.path.name)):
        if save.game != game:
            continue
        scale = level_strengths_of(game, len(save.seats), values_of(save))
        ratings = [seat_rating(seat, scale) for seat in save.seats if seat.level != HUMAN]
        opponent_ratings = tuple([rating for rating in ratings if rating is not None])
        has_one_human = len(ratings) == len(save.seats) - 1 > 0 and len(save.scores) == len(save.seats)
        if has_one_human and len(opponent_ratings) == len(ratings) and _is_played_here(save):
            rated.append(RatedGame(save, human_victory_share(save), opponent_ratings))
    return rated


def values_of(save: SaveInfo) -> str:
    """The learned values of the opponents in a save; "" if it records none."""
    return save.setup.values if save.setup is not None else ""


def _is_played_here(save: SaveInfo) -> bool:
    """Whether a game was played here from its start to its end, without a reshuffle and without
    help."""
    return save.finished and save.was_played_here and not (save.label.reshuffled or save.label.helped)


def newcomer_rating(game: str = GAMES.default) -> PlayerRating:
    """The rating of a player without finished games."""
    return rate_player((), game)


def seat_rating(seat: Seat, scale: StrengthScale) -> int | None:
    """The rating of the opponent in a seat; None if it has none."""
    player = spec_from_seat_text(seat.level, seat.simulations)
    return scale.rating_of(player.level, player.budget.simulations) if not player.budget.milliseconds else None


def human_victory_share(save: SaveInfo) -> float:
    """The human's share of the victory: 1 for a win, 1/n for a victory shared by n players, otherwise 0."""
    winners = save.winners
    return 1 / len(winners) if any(save.seats[place].level == HUMAN for place in winners) else 0.0


def strength_of_equal(player_rating: PlayerRating, opponents: int) -> Strength:
    """The level and the simulations of `equal` against this number of opponents. Raises BadSetup if no strength was measured."""
    scale = level_strengths_of(player_rating.game, opponents + 1)
    if not scale:
        raise BadSetup(f"the levels were not measured in this game, so none is {EQUAL} to you: choose another level")
    wanted = [opponent_rating_for_even_odds(rating, max(1, opponents)) for rating in player_rating.path]
    strength = scale.nearest_untimed(wanted[0])
    for rating in wanted[1:]:
        strength = scale.nearest_untimed(rating, strength.rating, MAX_JUMP)
    return strength


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
    if player_rating.games < MIN_RATED_GAMES:
        return f"{now}; it adjusts with your first games"
    return f"{now}; you: {player_rating.rating:,.0f} after {plural(player_rating.games, 'game')}"


def proposed_level(player: PlayerRating, players: int = 2) -> tuple[str, str]:
    """The level that a player is proposed in a game with this number of players, and why; ("", "") if none was measured."""
    strengths = [each for each in level_strengths_of(player.game, players).strengths if not each.simulations]
    if not strengths:
        return "", ""
    wanted = opponent_rating_for_even_odds(player.rating, max(1, players - 1))
    nearest = min(strengths, key=lambda strength: abs(strength.rating - wanted))
    if not player.games:
        return nearest.level, "an even game for newcomers"
    tenths = round(10 * expected_share(player.rating, [nearest.rating] * max(1, players - 1)))
    return nearest.level, "an even game" if tenths == 5 else f"you win about {tenths} of 10 games"


class LadderRow(NamedTuple):
    """A level that was measured, on the ladder of the form: its rating, and what there is to say about it."""

    level: str
    rating: int
    note: str


def ladder_rows(player: PlayerRating) -> list[LadderRow]:
    """The levels of a game of two, the strongest first, with the proposed one and why, and the player's results; then `equal`. []
    if they were not measured."""
    scale = level_strengths_of(player.game, 2)
    if not scale:
        return []
    proposed, why = proposed_level(player)
    rows = []
    for level in reversed(kit_of(GAMES[player.game]).level_names()):
        won, count = player.results.get(level, (0, 0))
        note = f"you won {won} of {count}" if count else "not played yet"
        if level == proposed:
            note = f"proposed: {why}" + (f"; {note}" if count else "")
        rating = scale.rating_of(level)
        if rating is not None:
            rows.append(LadderRow(level, rating, note))
    equal = strength_of_equal(player, 1).rating
    return [*rows, LadderRow(EQUAL, equal, "meets you: as strong as you are")]


MIN_ELO: Final = -3000.0  # a rating beyond these counts as infinite
MAX_ELO: Final = 6000.0
BISECTION_STEPS: Final = 40

# The number of games for each pair of the player's share of the victory and the total strength of the opponents.
Results = Mapping[tuple[float, float], int]


def measure_rating(games: Sequence[RatedGame]) -> EloEstimate:
    """The player's rating with its 95% interval. Without games, the interval is infinite."""
    if not games:
        return EloEstimate(0.0, -inf, inf)
    results = Counter([(played.victory_share, sum(map(_strength, played.opponent_ratings))) for played in games])
    best = _root(lambda rating: _excess_wins(results, rating), MIN_ELO, MAX_ELO)
    middle = min(max(best, MIN_ELO), MAX_ELO)
    limit = _log_likelihood(results, middle) - Z_95**2 / 2
    low = _root(lambda rating: limit - _log_likelihood(results, rating), MIN_ELO, middle)
    high = _root(lambda rating: _log_likelihood(results, rating) - limit, middle, MAX_ELO)
    return EloEstimate(best, low, high)


def _strength(rating: float) -> float:
    return float(10 ** (rating / 400))


def _excess_wins(results: Results, rating: float) -> float:
    """The games won minus those that a player of this rating is expected to win."""
    own = _strength(rating)
    return sum([number * (victory - own / (own + others)) for (victory, others), number in results.items()])


def _log_likelihood(results: Results, rating: float) -> float:
    own, total = _strength(rating), 0.0
    for (victory, others), number in results.items():
        total += number * (victory * log(own / (own + others)) + (1 - victory) * log(others / (own + others)))
    return total


def _root(decreasing: Callable[[float], float], low: float, high: float) -> float:
    """The root of a decreasing function; infinite if it is not between the two bounds."""
    if decreasing(high) > 0:
        return inf
    if decreasing(low) < 0:
        return -inf
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if decreasing(middle) > 0 else (low, middle)
    return (low + high) / 2


FRIEND: Final = "friend"  # in lists of levels: another human at the same keyboard
FRIEND_SUMMARY: Final = "shares this keyboard; hands are hidden in between"
EXTERNAL_BOT_SUMMARY: Final = "is an external bot, in its own process"
SIMULATIONS_PER_SECOND: Final = {True: 150_000, False: 6_000}  # compiled, interpreted: from lab/bench/results.md
INSTANT_SECONDS: Final = 0.05  # a shorter thinking time counts as none


def selectable_levels(current_level: str, game: str) -> tuple[str, ...]:
    """All levels that can be chosen in a game; `current_level` comes first if it is none of them."""
    equal = (EQUAL,) if level_strengths_of(game, 2) else ()
    levels = (*kit_of(GAMES[game]).level_names(), *equal, FRIEND)
    return levels if current_level in levels or current_level == HUMAN else (current_level, *levels)


def describe_level(
    level: str, player_rating: PlayerRating | None = None, players: int = 2, game: str = GAMES.default
) -> str:
    """One or two lines about a level: how it plays; its rating, its thinking time and whether it is weaker now. For `equal`, the
    second line says how strong it is for a player with this rating, in a game with this number of `players`."""
    if level == FRIEND:
        return f"{FRIEND} {FRIEND_SUMMARY}"
    if level == EQUAL:
        return f"{EQUAL} {SUMMARY}" + (
            f"\n{equal_summary(player_rating, players - 1)}" if player_rating is not None else ""
        )
    if level not in LEVELS:
        name = spec_from_seat_text(level).level
        return f"{name} {LEVELS[name].summary if name in LEVELS else EXTERNAL_BOT_SUMMARY}\nchosen as {level}"
    return f"{level} {LEVELS[level].summary}\n{level_facts_line(level, game, players)}"


def level_facts_line(level: str, game: str = GAMES.default, players: int = 2) -> str:
    """Rating, thinking time, and whether the level is weaker now, in one line."""
    rating = level_strengths_of(game, players).rating_of(level)
    rating_text = f"rated {rating:,}" if rating is not None else "not rated yet"
    weaker = weaker_now_text() if LEVELS[level].is_timed else ""
    return "; ".join(filter(None, (rating_text, thinking_time_text(level), weaker)))


def weaker_now_text() -> str:
    """Why a level with a time limit is weaker now; "" if the engine is compiled."""
    if is_engine_compiled():
        return ""
    return "weaker now: being compiled" if _is_compiling() else "weaker here: see vok doctor"


def _is_compiling() -> bool:
    copy = os.environ.get(COPY_ENV, "")
    return bool(copy) and not Path(f"{copy}.failed").exists()


def slowed_levels_sentence(levels: Sequence[str]) -> str:
    """A sentence that names the levels that are weaker now, because they have a time limit and the engine runs interpreted; "" if
    there are none."""
    players = [spec_from_seat_text(level) for level in levels if level != HUMAN]
    slow = {player.level for player in players if player.budget.milliseconds or _is_timed(player.level)}
    if is_engine_compiled() or not slow:
        return ""
    names = " and ".join(sorted(slow))
    reason = "is still being compiled" if _is_compiling() else "runs interpreted"
    return f"{names} {'is' if len(slow) == 1 else 'are'} weaker now: the engine {reason}."


def _is_timed(level: str) -> bool:
    return level in LEVELS and LEVELS[level].is_timed


def thinking_time_text(level: str) -> str:
    budget = get_level(level).budget
    if budget.milliseconds:
        return f"thinks up to {budget.milliseconds / 1000:g} s"
    seconds = budget.simulations / SIMULATIONS_PER_SECOND[is_engine_compiled()] if get_level(level).searches else 0.0
    return f"thinks about {seconds:.1g} s" if seconds >= INSTANT_SECONDS else "answers at once"


def engine_note() -> str:
    """One line for the start screen if compiling has failed, or if what was compiled cannot be loaded; else ""."""
    if os.environ.get(INTERPRETED_ENV):
        return "The compiled engine cannot be loaded, so the opponents are slower: vok doctor says why."
    copy = os.environ.get(COPY_ENV, "")
    if copy and not is_engine_compiled() and Path(f"{copy}.failed").exists():
        return "The engine could not be compiled, so the opponents are slower: vok doctor says why."
    return ""


def is_engine_compiled() -> bool:
    """Whether the engine and the search run compiled; they are always compiled together."""
    from engine.core import tasks

    return not str(tasks.__file__).endswith(".py")
