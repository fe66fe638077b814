"""The daily game: one setup for each date (UTC), the same for everybody; and its line to share.

The seed consists of the date and the rules number. Everything else is drawn from the seed: edition, number of players, who
begins, and the opponents. Their budget is a number of simulations, so they play the same on every machine. Other rules make
another game, and so do opponents with other learned values: results under different ones are never compared. So the line names
both.

The first attempt counts: the first game with the same cards, wherever it was begun and whoever plays against you. It is found
among the saves, including those in the bin. A line in a file of its own says which one it is, also when its save is gone.

It names no card and no player; the opponents follow from the date.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Final

from ai.kit import kit_of
from ai.levels import LEVELS
from ai.value_file import CURRENT_VALUES
from engine.core.game import CURRENT_RULES, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Variant
from engine.core.wording import plural
from engine.games import GAMES
from saves.save_info import SaveInfo, each_game_once
from saves.shelf import Shelf
from vok_tui.game.daily_deal import RULES_FACTOR, BegunDeals, day_in_seed, deal_of, read_begun, seed_of_day
from vok_tui.records.game_stats import FinishedGame, Streak, counts_in_statistics, finished_game
from vok_tui.records.new_game import make_setup

NOT_PEEKED: Final = "not peeked"
OTHER_OPPONENTS: Final = "other opponents"


def share_line(day: date, save: SaveInfo) -> str:
    """ "Vok daily 2026-11-23, rules 3, values-2: won, 43 to 40, 38; not peeked". With the title of a game that is not the default
    one."""
    played = finished_game(save)
    values = (save.setup.values if save.setup is not None else "") or CURRENT_VALUES
    title = f", {GAMES[save.game].title()}" if save.game != GAMES.default else ""
    compared = f"rules {CURRENT_RULES}, {values}"
    note = played.why_kept_apart or (NOT_PEEKED if has_its_opponents(save, day) else OTHER_OPPONENTS)
    return f"Vok daily {day.isoformat()}{title}, {compared}: {_result(played)}; {note}"


RESULT_SIGNS: Final[dict[float, str]] = {1.0: "✓", 0.0: "×"}  # by the share of the victory
BAR_CELLS: Final = 10


def share_lines(day: date, save: SaveInfo, levels: Sequence[int | None], streak: int) -> tuple[str, str, str]:
    """Three short lines for friends: the game, the result with a bar of the player's part of the points, and how many of the
    `levels`, whose points on the same deal are given, the player has beaten. No card is named."""
    played = finished_game(save)
    edition = save.setup.edition if save.setup is not None else ""
    title = GAMES[save.game].title() + (
        f", {edition}" if edition not in ("", GAMES[save.game].editions()[0].name) else ""
    )
    own, others = played.points, played.other_points
    result = RESULT_SIGNS.get(played.victory_share, "=") if played.victory_share is not None else ""
    if own is not None:
        result += f" {' : '.join(map(str, (own, *others)))}"
        filled = round(BAR_CELLS * max(0, own) / max(1, own + max(others, default=0)))
        result += f" {'▇' * filled}{'▁' * (BAR_CELLS - filled)}" if others else ""
    known = [points for points in levels if points is not None]
    better = sum(points < own for points in known) if own is not None else 0
    last = [f"better than {better} of {len(known)} levels"] if known and own is not None else []
    last += [f"{streak} days in a row"] if streak > 1 else []
    return (
        f"Vok daily {day.day} {day:%b} · {title}",
        result.strip(),
        " · ".join(last) or "vok daily plays the same deal",
    )


def _result(played: FinishedGame) -> str:
    """ "won, 43 to 40, 38"; "95 points" for a solitaire game; "won" in a game without points."""
    victory = played.victory_share
    word = "" if victory is None else "won" if victory == 1 else "shared" if victory else "lost"
    if played.points is None:
        return word or "finished"
    others = ", ".join(map(str, played.other_points))
    return f"{word}, {played.points} to {others}" if others else plural(played.points, "point")


DAILY_STREAM: Final = 0x4441494C  # keeps these draws apart from other uses of the seed
EDITION_DRAW, FIRST_DRAW, LEVEL_DRAW = range(3)
USUAL_PLAYER_COUNTS: Final = range(2, 5)


def today_in_utc() -> date:
    """The current date in UTC, because the daily game changes everywhere at the same moment."""
    return datetime.now(UTC).date()


def daily_setup(day: date, game: str, name: str = "") -> Setup:
    """The daily game of a date, with the player's name ("" for the default)."""
    seed = seed_of_day(day, CURRENT_RULES)
    edition, levels, first = daily_draw(seed, game)
    names = [name, *[""] * len(levels)]
    return make_setup(names, levels, seed, first, Variant(edition), game)


def daily_draw(seed: int, game: str) -> tuple[str, list[str], int]:
    """What the seed of a daily game decides besides the deal: the edition, the levels of the opponents, and the seat that begins,
    from 1. Only what is declared for daily games is drawn, so a new level changes no day."""
    editions = GAMES[game].editions()
    all_forms = [
        (edition.name, players)
        for edition in editions
        for players in range(edition.min_players, edition.max_players + 1)
    ]
    forms = [(edition, players) for edition, players in all_forms if players in USUAL_PLAYER_COUNTS] or all_forms
    edition, players = forms[seeded_hash(seed, DAILY_STREAM, EDITION_DRAW) % len(forms)]
    untimed = [level for level in daily_levels(game) if not LEVELS[level].is_timed]
    levels = [untimed[seeded_hash(seed, DAILY_STREAM, LEVEL_DRAW, place) % len(untimed)] for place in range(1, players)]
    return edition, levels, 1 + seeded_hash(seed, DAILY_STREAM, FIRST_DRAW) % players


def daily_levels(game: str) -> list[str]:
    """The levels that are declared for daily games, the weakest first."""
    return [level for level in kit_of(GAMES[game]).level_names() if LEVELS[level].in_daily_games]


def daily_date_of(setup: Setup) -> date | None:
    """The date of the daily game that has the cards of this setup, whoever plays; None for any other game, and for a daily game
    of an earlier rules number."""
    day = day_in_seed(setup) if setup.game in GAMES and setup.rules == CURRENT_RULES else None
    return day if day is not None and deal_of(setup) == deal_of(daily_setup(day, setup.game)) else None


def differ_only_in_names(first: Setup, second: Setup) -> bool:
    """Whether two setups are equal apart from the names of the players."""
    return (
        first.with_seats_and_seed((), 0) == second.with_seats_and_seed((), 0)
        and first.seed == second.seed
        and _levels_and_budgets(first) == _levels_and_budgets(second)
    )


def first_attempt(saves: Iterable[SaveInfo], begun: BegunDeals, setup: Setup) -> SaveInfo | None:
    """The save that counts for the daily game of a setup: of the game that was `begun` first, else the oldest one; None if there
    is none. An imported game and one that branches off a finished game are no attempts."""
    attempts = [
        save
        for save in each_game_once(saves)
        if save.setup is not None and deal_of(save.setup) == deal_of(setup) and not (save.origin or save.is_imported)
    ]
    first = begun.get(deal_of(setup))
    if first is not None:
        return next((save for save in attempts if save.game_id == first), None)
    return min(attempts, key=lambda save: (save.created, save.path.name), default=None)


def restore_first_attempt(shelf: Shelf, setup: Setup) -> SaveInfo | None:
    """The first attempt, put back on the shelf if it was in the bin; None if there is none. Raises SaveError."""
    first = first_attempt(shelf.list_saves_and_bin(GAMES), read_begun(shelf.folder.parent), setup)
    if first is not None and first.path.parent == shelf.bin:
        return first._replace(path=shelf.restore_from_bin(first.path))
    return first


def first_words(shelf: Shelf, setup: Setup, day: str) -> str:
    """What is said when the daily game of a `day` begins: that the first attempt counts, or that it is gone."""
    if deal_of(setup) in read_begun(shelf.folder.parent):
        return f"The daily game of {day} was begun before, and that save is gone: this game does not count for the day."
    return f"The daily game of {day}: the first attempt counts."


def share_line_if_finished(shelf: Shelf, setup: Setup) -> str:
    """The line to share of a finished first attempt; "" if it is not finished, or if this is no daily game. Raises SaveError."""
    day = daily_date_of(setup)
    if day is None:
        return ""
    first = first_attempt(shelf.list_saves_and_bin(GAMES), read_begun(shelf.folder.parent), setup)
    return share_line(day, first) if first is not None and first.finished else ""


def _levels_and_budgets(setup: Setup) -> list[tuple[str, int]]:
    return [(seat.level, seat.simulations) for seat in setup.seats]


def first_attempts(saves: Iterable[SaveInfo], begun: BegunDeals, game: str = "") -> dict[tuple[date, str], SaveInfo]:
    """The first attempt at each daily game of a game, or of all games, by day and game."""
    first: dict[tuple[date, str], SaveInfo] = {}
    for save in each_game_once(saves):
        setup = save.setup
        if setup is None or not save.was_played_here or save.game not in GAMES or game not in ("", save.game):
            continue
        day = day_in_seed(setup) if setup.rules != CURRENT_RULES else daily_date_of(setup)
        if day is not None and begun.get(deal_of(setup), save.game_id) == save.game_id:
            earlier = first.get((day, save.game), save)
            first[day, save.game] = min(earlier, save, key=lambda each: (each.created, each.path.name))
    return first


def days_begun(begun: BegunDeals, game: str) -> set[date]:
    """The days whose daily game of a game was ever begun under the rules of today."""
    days = set()
    for deal in begun:
        with suppress(ValueError):
            day = date.fromisoformat(str(deal.seed // RULES_FACTOR))
            if deal.game == game and deal == deal_of(daily_setup(day, game)):
                days.add(day)
    return days


def days_played(saves: Iterable[SaveInfo], begun: BegunDeals, game: str = "") -> dict[date, bool]:
    """The days whose daily game was begun on that day (UTC), against its opponents, and finished, of one game or of any, and
    whether it was won. The first attempt counts."""
    days: dict[date, bool] = {}
    for (day, _), save in first_attempts(saves, begun, game).items():
        if counts_in_statistics(save) and was_begun_on(save, day) and has_its_opponents(save, day):
            days[day] = days.get(day, False) or finished_game(save).victory_share == 1
    return days


def has_its_opponents(save: SaveInfo, day: date) -> bool:
    """Whether an attempt at the daily game of a day is played as it is dealt: against its opponents and in its order. Of earlier
    rules nobody can say."""
    setup = save.setup
    if setup is None or setup.rules != CURRENT_RULES:
        return setup is not None
    return differ_only_in_names(setup, daily_setup(day, setup.game).with_values(setup.values))


def was_begun_on(save: SaveInfo, day: date) -> bool:
    """Whether a game was begun on this day (UTC)."""
    try:
        return datetime.fromtimestamp(save.created, UTC).date() == day
    except (ValueError, OverflowError, OSError):
        return False


def daily_streak(days: Iterable[date], today: date) -> Streak:
    """The days in a row: up to today, or up to yesterday as long as today's game can still be finished; and the most ever."""
    streak, before = Streak(), date.min
    for day in sorted(days):
        streak = streak.after(True) if (day - before).days == 1 else Streak(1, max(1, streak.longest))
        before = day
    return streak if (today - before).days <= 1 else Streak(0, streak.longest)
