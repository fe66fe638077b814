"""Helped games: whoever is shown what was better while a game goes on plays a helped game, which counts apart for good.

Everything that shows it asks here first: hints, warnings, and the analysis of a game that goes on, with its variations.
"""

from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.game import Setup, human_seats
from engine.core.match import Match
from saves import resume
from vok_tui.records.daily import daily_date_of

NO_FILE: Final = "This game has no file of yours, so it is not analysed."
# Each fits into one line of a narrow pane.
NOT_IN_DAILY: Final = "The daily game is the same for all: no help yet."
NOT_IN_SERIOUS: Final = "Your settings forbid help before the game is over."
NOT_YOURS: Final = "Nobody plays here: it is analysed when it is over."
SEVERAL_PLAY: Final = "Several people play here: analysed when it is over."


def why_no_help(setup: Setup, *, may_look_back: bool) -> str:
    """Why nothing may say what was better while a game goes on, in a sentence; "" if it may. `may_look_back` is whether the
    settings allow undo past a reveal."""
    if daily_date_of(setup) is not None:
        return NOT_IN_DAILY
    return "" if may_look_back else NOT_IN_SERIOUS


def why_not_before_end(match: Match, *, may_look_back: bool) -> str:
    """Why the player's own decisions in a game that goes on cannot be analysed, in a sentence; "" if they can."""
    humans = human_seats(match.setup.seats)
    if reason := why_no_help(match.setup, may_look_back=may_look_back):
        return reason
    return "" if len(humans) == 1 else SEVERAL_PLAY if humans else NOT_YOURS


def mark_save_helped(path: Path) -> None:
    """Write into the save of a game that goes on, which nobody plays now, that its player is helped. Raises SaveError."""
    file, loaded = resume(path, GAMES)
    with file:
        loaded.match.mark_helped()
        file.keep(loaded.match)
        file.flush()
