"""What a reshuffle has drawn: the difference between two positions that look the same to one seat, as a short text.

The text holds the values of `Game.write_position` that differ (hidden zones and luck), and not the seed that they were drawn
with. So it can always be applied to the position again, even if a later `Game.determinize` deals differently. It may come from a
file, so it is checked: the seat must not be able to tell the new position from the old one.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from engine.core import bounded_toml
from engine.core.errors import EngineError, ImpossibleRedraw
from engine.core.game import Game, State

MAX_PART_CHARS: Final = 2_000
MAX_PARTS: Final = 3
MAX_DRAWN_CHARS: Final = MAX_PARTS * MAX_PART_CHARS  # of what is drawn at once; a game for six has 1,100
MAX_REDRAWS: Final = 500  # of a game, because each costs some milliseconds to read
CHECK_SEED: Final = 1  # any number: the same copy must follow for the seat from both positions
REMOVED: Final = None  # in place of a value that the new position does not have
NOT_POSSIBLE: Final = "what a reshuffle has drawn cannot lie in this position"
NOT_WRITABLE: Final = "this position cannot be reshuffled"


def redraw_text(game: Game[Any], state: State, seat: int, seed: int) -> str:
    """What is drawn, from `seed`, in place of all that `seat` cannot know in this position: a text for `redrawn_state`. The
    position stays as it is. `seat` must be the one that is asked. Raises ImpossibleRedraw for a position that cannot be written
    as a text."""
    dealt = game.determinize(state, seat, seed)
    try:
        before, after = bounded_toml.parse(game.write_position(state)), bounded_toml.parse(game.write_position(dealt))
    except ValueError:
        raise ImpossibleRedraw(NOT_WRITABLE) from None
    drawn = write_drawn(_difference(before, after))
    if len(drawn) > MAX_DRAWN_CHARS or redrawn_state(game, state, seat, drawn).digest() != dealt.digest():
        raise ImpossibleRedraw(NOT_WRITABLE)
    return drawn


def redrawn_state(game: Game[Any], state: State, seat: int, drawn: str) -> State:
    """The position with what was drawn in place of what `seat` cannot know. Raises ImpossibleRedraw if the seat could tell it
    from `state`, or if no such position exists."""
    if state.mover != seat or len(drawn) > MAX_DRAWN_CHARS or not drawn.isascii():
        raise ImpossibleRedraw(NOT_POSSIBLE)
    try:
        change = json.loads(drawn)
        if not isinstance(change, dict):
            raise ValueError("a difference is a table")
        changed = _changed(bounded_toml.parse(game.write_position(state)), change)
        found: State = game.read_position(_write_toml(changed))
    except (ValueError, TypeError, RecursionError, EngineError):
        raise ImpossibleRedraw(NOT_POSSIBLE) from None
    if not looks_the_same(game, state, found, seat):
        raise ImpossibleRedraw(NOT_POSSIBLE)
    return found


def looks_the_same(game: Game[Any], state: State, other: State, seat: int) -> bool:
    """Whether a seat, which is asked in both positions, cannot tell one from the other. `determinize` keeps all that the seat
    knows and draws all else, so from both the same copy follows."""
    if (state.mover, state.legal_moves()) != (other.mover, other.legal_moves()):
        return False
    copies: list[int] = [game.determinize(position, seat, CHECK_SEED).digest() for position in (state, other)]
    return copies[0] == copies[1] and bool(game.view(state, seat) == game.view(other, seat))


def split_drawn(drawn: str) -> list[str]:
    """The parts of what was drawn, each short enough for an entry of a save."""
    return [drawn[at : at + MAX_PART_CHARS] for at in range(0, len(drawn), MAX_PART_CHARS)]


def write_drawn(difference: object) -> str:
    """The text of a difference, in ASCII."""
    return json.dumps(difference, separators=(",", ":"))


def _difference(before: Any, after: Any) -> Any:
    """What `_changed` puts into `before` to make `after`: the values that differ; of lists of tables, by their places."""
    if isinstance(before, dict) and isinstance(after, dict):
        gone = {name: REMOVED for name in before if name not in after}
        news = {
            name: _difference(before[name], value) if name in before else value
            for name, value in after.items()
            if name not in before or before[name] != value
        }
        return {**gone, **news}
    if _are_tables(before) and _are_tables(after) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(place): _difference(old, new) for place, (old, new) in pairs if old != new}
    return after


def _changed(before: Any, change: Any) -> Any:
    """The values `before` with the difference `change` put into them. Raises ValueError."""
    if not isinstance(change, dict):
        return change
    if _are_tables(before):
        changed = list(before)
        for place, value in change.items():
            if place not in map(str, range(len(changed))):
                raise ValueError("no such table")
            changed[int(place)] = _changed(changed[int(place)], value)
        return changed
    if not isinstance(before, dict):
        raise ValueError("no table stands there")
    kept = {name: value for name, value in before.items() if name not in change}
    news = {name: value for name, value in change.items() if value is not REMOVED}
    return {**kept, **{name: _changed(before.get(name, {}), value) for name, value in news.items()}}


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _write_toml(tables: Mapping[str, Any]) -> str:
    """A text that is read as these values. Raises ValueError for others than those of a position."""
    return "".join([f"{_write_value(name)} = {_write_value(value)}\n" for name, value in tables.items()])


def _write_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join([_write_value(one) for one in value])}]"
    if isinstance(value, dict):
        return f"{{{', '.join([f'{_write_value(name)} = {_write_value(one)}' for name, one in value.items()])}}}"
    raise ValueError("no such value")
