"""A sitting of Tal der Koenige that starts from a given position."""

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.tal.game import TAL
from engine.tal.state import TalState
from vok_tui.game.sitting import Sitting

NAMES = ("Ann", "Nefertari", "王小明和他的朋友", "Merit")


def sitting_at_tal(state: TalState, *levels: str) -> Sitting:
    """A sitting at `state`. All seats are human unless `levels` is given."""
    levels = levels or (HUMAN,) * state.seat_count
    match = Match(TAL, Setup("tal", tuple([Seat(name, level) for name, level in zip(NAMES, levels, strict=False)]), 1))
    match.state = state
    match._snapshots = {0: state.copy()}
    match._facts = [match._facts_of(state)]
    return Sitting(match)
