"""Events that reveal something to all seats."""

from engine.core.arrays import i64
from engine.core.seats import ALL_SEATS
from engine.core.story import Event
from engine.tal.state import TalState


def emit_public_event(state: TalState, verb: str, seat: i64, arguments: tuple[int, ...]) -> None:
    """Emit an event that reveals something to all seats."""
    if state.events is not None:
        state.emit_event(Event(verb, int(seat), arguments, reveals_to=ALL_SEATS))
