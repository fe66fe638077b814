"""Events that show something new to everybody."""

from engine.core.arrays import i64
from engine.core.seats import ALL_SEATS
from engine.core.story import Event
from engine.tal.state import TalState


def reveal_to_all(state: TalState, verb: str, seat: i64, arguments: tuple[int, ...]) -> None:
    """Report an event that shows something new to everybody."""
    if state.events is not None:
        state.emit_event(Event(verb, int(seat), arguments, reveals_to=ALL_SEATS))
