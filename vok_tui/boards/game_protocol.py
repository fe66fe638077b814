"""How one game is described to programs, in the words of its rules: positions, events, answers, and what never changes.

A description is made of JSON values. Seats are counted from 1, as in texts. A field without a value is left out, never null, so a
JSON merge patch (RFC 7396) can say what has changed. `docs/protocol.schema.json` describes what each game makes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from engine.core.action import Action
from engine.core.events import NOBODY, Event
from engine.core.match import Match

Json = dict[str, Any]


class GameProtocol:
    """Describes the match of one game. The defaults here need only its rules: they name things by numbers."""

    max_question_bytes: int = 8_192  # a longer question leaves out its last answers

    def __init__(self, match: Match) -> None:
        self.match: Final = match

    def table(self, view: Any, names: Sequence[str]) -> Json:
        """What lies on the table, as a view shows it."""
        return filled(view=as_json(view), names=list(names))

    def event(self, event: Event, viewer: int, node: int) -> Json | None:
        """What has happened on the step to a node, without what the viewer may not know; None if that is nothing."""
        del node
        known = event.arguments_for(viewer)
        return event_fields(event, viewer, arguments=list(known))

    def action(self, action: Action) -> Json:
        """An answer."""
        return {"verb": action.verb, "arguments": list(action.arguments)}

    def grouped(self, answers: list[Json]) -> list[Json]:
        """The answers of a question, shorter. One that stands for several has `ways`, each with its number."""
        return answers

    def cards(self) -> Json:
        """All pieces with something printed on them; empty if there are none."""
        return {}

    def map(self) -> Json:
        """The board; empty if there is none."""
        return {}


def event_fields(
    event: Event,
    viewer: int,
    pieces: Iterable[str | None] = (),
    source: Json | None = None,
    target: Json | None = None,
    **more: Any,
) -> Json:
    """An event: what every game says of it, and `more`. `source` and `target` are places; None for unknown."""
    return {
        "verb": event.verb,
        "seat": seat_number(event.seat),
        "pieces": list(pieces),
        "from": source,
        "to": target,
        "hidden": not event.is_fully_known_to(viewer),
        **filled(**more),
    }


def seat_number(seat: int) -> int | None:
    """The number of a seat, from 1; None for nobody."""
    return None if seat == NOBODY else seat + 1


def filled(**values: Any) -> Json:
    """The fields that have a value."""
    return {name: value for name, value in values.items() if value is not None}


def heap(names: Iterable[str]) -> Json:
    """How many there are of each."""
    return dict(Counter(names))


def as_json(value: Any) -> Any:
    """A view as JSON values: its classes as objects with their fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: as_json(getattr(value, name)) for name in value._fields}
    if isinstance(value, (list, tuple, frozenset, set)):
        return [as_json(each) for each in (sorted(value) if isinstance(value, (frozenset, set)) else value)]
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return {name: as_json(getattr(value, name)) for name in ("seat", "text", "card") if hasattr(value, name)} or str(
        value
    )
