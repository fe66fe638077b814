"""What to play after a game, and why: a stronger level after wins, an easier one after losses, or the same deal once more."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ai.bots.player_spec import EQUAL
from ai.kit import kit_of
from engine.games import GAMES
from saves.save_info import SaveInfo
from vok_tui.records.game_stats import FinishedGame, counted_finished_games
from vok_tui.records.save_list import with_article
from vok_tui.shared.levels import level_strengths_of

GAMES_TO_JUDGE: Final = 3  # games against a level after which another one is proposed
SHARE_TO_RISE: Final = 2 / 3  # of the latest games won

NEXT_LEVEL: Final = "next_level"
REMATCH: Final = "rematch"
SAME_SEED: Final = "same_seed"


class NextGame(NamedTuple):
    """A proposal: why, in a sentence that ends with a question, and what it is: NEXT_LEVEL (against `level`), REMATCH or
    SAME_SEED."""

    sentence: str
    choice: str
    level: str = ""


def next_game(saves: Sequence[SaveInfo], path: Path | None) -> NextGame | None:
    """What to play after the game of the save at `path`; None if it does not count in statistics, or if nobody could win it.
    `saves` are all saves, those of the bin included."""
    save = next((save for save in saves if save.path == path), None)
    if save is None:
        return None
    games = counted_finished_games(saves, save.game)
    played = next((game for game in games if game.save.path == path), None)
    if played is None or played.victory_share is None:
        return None
    level = played.opponent_levels_text
    levels = proposed_levels(save.game)
    latest = [game for game in games if is_like(game, played)][-GAMES_TO_JUDGE:]
    won, count = sum([game.victory_share == 1 for game in latest]), len(latest)
    has_won = played.victory_share == 1
    if level not in levels:
        return None if has_won else NextGame(f"You lost to {level}: the same deal once more?", SAME_SEED)
    place, whom = levels.index(level), _opponent(level)
    if has_won and count == GAMES_TO_JUDGE and won >= SHARE_TO_RISE * count and place + 1 < len(levels):
        above = levels[place + 1]
        return NextGame(f"You have won {won} of {count} against {whom}: {_opponent(above)}?", NEXT_LEVEL, above)
    if has_won:
        return NextGame(f"You have won {won} of {count} against {whom}: once more?", REMATCH)
    if count == GAMES_TO_JUDGE and not won and place > 0 and level != EQUAL:
        below = levels[place - 1]
        return NextGame(f"You have won none of {count} against {whom}: {_opponent(below)}?", NEXT_LEVEL, below)
    return NextGame(f"You have not won against {whom}: the same deal once more?", SAME_SEED)


def proposed_levels(game: str) -> tuple[str, ...]:
    """The levels that are proposed one after another: all of them, then the one that adapts to the player."""
    equal = (EQUAL,) if level_strengths_of(game, 2) else ()
    return (*kit_of(GAMES[game]).level_names(), *equal)


def is_like(game: FinishedGame, played: FinishedGame) -> bool:
    """Whether a game was against the same levels, in the same number, and nothing sets it apart."""
    return (
        game.opponent_levels_text == played.opponent_levels_text
        and len(game.save.seats) == len(played.save.seats)
        and (not game.why_kept_apart or game is played)
    )


def _opponent(level: str) -> str:
    """A level as an opponent: "a scribe", "your equal"."""
    return "your equal" if level == EQUAL else with_article(level)
