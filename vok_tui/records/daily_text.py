"""The line to share of a daily game: date, rules number, result, points, and whether it was peeked.

It names no card and no player; the opponents follow from the date.
"""

from datetime import date
from typing import Final

from engine.core.cells.wording import plural
from engine.core.game import CURRENT_RULES
from engine.games import GAMES
from saves.save_info import SaveInfo
from vok_tui.records.finished_games import FinishedGame, finished_game

NOT_PEEKED: Final = "not peeked"


def share_line(day: date, save: SaveInfo) -> str:
    """ "Vok daily 2026-11-23, rules 3: won, 43 to 40, 38; not peeked". With the title of a game that is not the default one."""
    played = finished_game(save)
    title = f", {GAMES[save.game].title()}" if save.game != GAMES.default else ""
    return f"Vok daily {day.isoformat()}{title}, rules {CURRENT_RULES}: {_result(played)}; {played.why_kept_apart or NOT_PEEKED}"


def _result(played: FinishedGame) -> str:
    """ "won, 43 to 40, 38"; "95 points" for a solitaire game; "won" in a game without points."""
    victory = played.victory_share
    word = "" if victory is None else "won" if victory == 1 else "shared" if victory else "lost"
    if played.points is None:
        return word or "finished"
    others = ", ".join(map(str, played.other_points))
    return f"{word}, {played.points} to {others}" if others else plural(played.points, "point")
