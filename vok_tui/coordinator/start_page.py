"""What the start screen says: the game that can be continued, each game with its latest result, today, and the latest games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from engine.core.game import HUMAN
from engine.core.wording import plural
from engine.games import GAMES
from saves.save_info import SaveInfo, each_game_once
from vok_tui.boards.table_kit import TableKit, all_table_kits, table_kit_of
from vok_tui.game.daily_deal import BegunDeals, deal_of
from vok_tui.records.daily import daily_setup, daily_streak, days_played, first_attempt
from vok_tui.records.game_stats import FinishedGame, counted_finished_games, counts_in_statistics, finished_game
from vok_tui.records.save_list import SeatPoints, day_last_played, level_word, opponents_text, seat_points, with_article

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LAST_GAMES: Final = 4
GONE: Final = "begun, and its save is gone"


@dataclass(frozen=True)
class ContinuedGame:
    """A game that can be continued: which it is, where it stands ("turn 17"), its seats with their points (empty for a guided
    game), and when it was played last."""

    title: str
    standing: str
    seats: SeatPoints
    age: str
    game: str = ""  # its name


@dataclass(frozen=True)
class OfferedGame:
    """A game that can be begun: its title, what one does in it, and how many play how long."""

    name: str
    title: str
    purpose: str
    size: str
    character: str


@dataclass(frozen=True)
class StartPage:
    """What the start screen shows before it has read all saves. `continued` is None without a game to continue. `lessons` are
    the texts of the row of guided games; empty if there are none. `new_games` are the names of the games whose guided game the
    player has not finished, each with its minutes."""

    continued: ContinuedGame | None
    games: tuple[OfferedGame, ...]
    lessons: tuple[str, str]
    new_games: Mapping[str, int]
    saves_folder: str
    engine_note: str = ""  # one line if the engine should run compiled and does not


@dataclass(frozen=True)
class LastGame:
    """A finished game: its result ("won 43 : 40"), what it was, and when."""

    result: str
    title: str
    day: str


@dataclass(frozen=True)
class StartRecords:
    """What the start screen reads from all saves: for each game by its name what was played, and its latest result ("" for none);
    the daily game; the latest games; what there is to practise, with the row of right answers; the puzzle of the day, with the
    player's rating; and for how many days in a row daily games were played."""

    played: dict[str, tuple[str, str]]
    daily: str
    last_games: tuple[LastGame, ...]
    practice: tuple[str, str] = ("", "")
    puzzle: tuple[str, str] = ("", "")
    daily_streak: str = ""


def offered_games() -> tuple[OfferedGame, ...]:
    """All games, in the order of the registry."""
    return tuple([offered_game(name, kit) for name, kit in all_table_kits().items()])


def offered_game(name: str, kit: TableKit) -> OfferedGame:
    game = kit.game
    low, high = game.min_players(), game.max_players()
    players = f"{low}-{high} players" if low < high else plural(low, "player")
    minutes = f", {kit.minutes} min" if kit.minutes else ""
    return OfferedGame(name, game.title(), kit.purpose, players + minutes, kit.character)


def continued_game(save: SaveInfo, now: float, lesson_state: str = "") -> ContinuedGame:
    """The game of a save that goes on. `lesson_state` is how far it is if it is a guided game ("step 3 of 7")."""
    title, age = GAMES[save.game].title(), f"saved {age_text(now - save.last_played)}"
    if lesson_state:
        return ContinuedGame(f"Guided game, {title}", lesson_state, (), age, save.game)
    standing = f"turn {save.turn}" if save.turn else ""
    return ContinuedGame(f"{title} {opponents_text(save)}", standing, seat_points(save), age, save.game)


def age_text(seconds: float) -> str:
    """How long ago something was: "just now", "20 min ago", "3 hours ago", "2 days ago"."""
    if seconds < MINUTE:
        return "just now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min ago"
    unit, length = ("hour", HOUR) if seconds < DAY else ("day", DAY)
    return f"{plural(int(seconds // length), unit)} ago"


def result_text(played: FinishedGame) -> str:
    """ "lost 51 : 62", "won", "95 points"."""
    share = played.victory_share
    word = "" if share is None else "won" if share == 1 else "shared" if share else "lost"
    if played.points is None:
        return word or "finished"
    if not played.other_points:
        return plural(played.points, "point")
    return f"{word} {played.points} : {max(played.other_points)}".strip()


def against_text(played: FinishedGame) -> str:
    """ " to a priest", " against a scribe", " against 2 opponents"; "" alone."""
    opponents = [seat for seat in played.save.seats if seat.level != HUMAN]
    if not opponents:
        return ""
    level = level_word(opponents[0].level) if len(opponents) == 1 else ""
    whom = with_article(level) if level else plural(len(opponents), "opponent")
    return f" {'to' if played.victory_share == 0 and len(opponents) == 1 else 'against'} {whom}"


def read_start_records(
    saves: Sequence[SaveInfo], begun: BegunDeals, daily_game: str, day: date, now: datetime
) -> StartRecords:
    """The records from all saves, those of the bin included. `daily_game` is the game of the daily row."""
    played = {name: played_texts(saves, name) for name in GAMES}
    counted = sorted(
        [save for save in each_game_once(saves) if counts_in_statistics(save) and save.game in GAMES],
        key=lambda save: -save.last_played,
    )
    last_games = tuple([last_game(finished_game(save), now) for save in counted[:LAST_GAMES]])
    streak = daily_streak(days_played(saves, begun), day)
    streak_text = f"streak {streak.now}, best {streak.longest}" if streak.longest > 1 else ""
    return StartRecords(played, daily_text(saves, begun, daily_game, day), last_games, daily_streak=streak_text)


def played_texts(saves: Iterable[SaveInfo], game: str) -> tuple[str, str]:
    """What was played of a game and its latest result: ("14 games, 6 won", "lost 51 : 62 to a priest"); empty for nothing."""
    games = counted_finished_games(saves, game)
    if not games:
        return "", ""
    won = sum([played.victory_share == 1 for played in games])
    return f"{plural(len(games), 'game')}, {won} won", result_text(games[-1]) + against_text(games[-1])


def last_game(played: FinishedGame, now: datetime) -> LastGame:
    save = played.save
    return LastGame(
        result_text(played), f"{GAMES[save.game].title()} {opponents_text(save)}", day_last_played(save, now)
    )


def daily_text(saves: Iterable[SaveInfo], begun: BegunDeals, game: str, day: date) -> str:
    """The daily game of a day, and how far it is."""
    setup = daily_setup(day, game)
    first, none = first_attempt(saves, begun, setup), GONE if deal_of(setup) in begun else "not played yet"
    state = none if first is None else result_text(finished_game(first)) if first.finished else "goes on"
    edition = table_kit_of(GAMES[game]).edition_in_save_list(setup.edition) or GAMES[game].title()
    return f"{day:%A} {day.day} {day:%b}, {edition}, {plural(setup.player_count, 'player')}: {state}"


def lessons_text(new_games: Sequence[str], done: int, count: int) -> tuple[str, str]:
    """Which guided games are new, and how many are done."""
    titles = [table_kit_of(GAMES[name]).game.title() for name in new_games]
    if not titles:
        text = "all played; you can play them again" if done == count else "what differs in an edition, and how to win"
        return text, f"{done} of {count} done"
    words = " and ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)
    text = "a first game at the real table, step by step" if not done else f"new to you: {words}"
    return text, f"{done} of {count} done"
