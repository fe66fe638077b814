"""What a reshuffle has drawn: the difference between two positions that look the same to one seat, as a short text.

The text holds the values of `Game.position_fields` that differ (hidden zones and luck), and not the seed that they were drawn
with. So it can always be applied to the position again, even if a later `Game.determinize` deals differently. It may come from a
file, so it is checked: the seat must not be able to tell the new position from the old one.
"""

import json
from typing import Any, Final

from engine.core.errors import EngineError, ImpossibleRedraw
from engine.core.game import Game, State

MAX_PART_CHARS: Final = 2_000
MAX_PARTS: Final = 3
MAX_DRAWN_CHARS: Final = MAX_PARTS * MAX_PART_CHARS  # of one redraw; in a game for six it has 1,100
MAX_REDRAWS: Final = 500  # in one game, because reading each one takes some milliseconds
CHECK_SEED: Final = 1  # any number: from both positions it must give the same copy
REMOVED: Final = None  # in place of a value that the new position does not have
NOT_POSSIBLE: Final = "what a reshuffle has drawn is impossible in this position"
NOT_WRITABLE: Final = "this position cannot be reshuffled"


def redraw_as_text(game: Game[Any], state: State, seat: int, seed: int) -> str:
    """Draw everything again, from `seed`, that `seat` cannot know in this position. Returns what was drawn, as a text for
    `redrawn_state`; the position does not change. `seat` must be the one that is asked. Raises ImpossibleRedraw if the text
    would be too long, or would not give the position back."""
    dealt = game.determinize(state, seat, seed)
    drawn = write_drawn(_difference(game.position_fields(state), game.position_fields(dealt)))
    if len(drawn) > MAX_DRAWN_CHARS or redrawn_state(game, state, seat, drawn).digest() != dealt.digest():
        raise ImpossibleRedraw(NOT_WRITABLE)
    return drawn


def redrawn_state(game: Game[Any], state: State, seat: int, drawn: str) -> State:
    """A copy of the position with the redraw applied. Raises ImpossibleRedraw if the seat could tell the copy from `state`, or
    if no such position exists."""
    if state.mover != seat or len(drawn) > MAX_DRAWN_CHARS or not drawn.isascii():
        raise ImpossibleRedraw(NOT_POSSIBLE)
    try:
        change = json.loads(drawn)
        if not isinstance(change, dict):
            raise ValueError("a difference is a table")
        redrawn: State = game.position_of_fields(_apply_difference(game.position_fields(state), change))
    except (ValueError, TypeError, RecursionError, EngineError):
        raise ImpossibleRedraw(NOT_POSSIBLE) from None
    if not is_indistinguishable(game, state, redrawn, seat):
        raise ImpossibleRedraw(NOT_POSSIBLE)
    return redrawn


def is_indistinguishable(game: Game[Any], state: State, other: State, seat: int) -> bool:
    """Whether a seat that is asked in both positions cannot tell one from the other. `determinize` keeps everything that the
    seat knows and draws the rest, so it must make equal copies of both."""
    if (state.mover, state.legal_moves()) != (other.mover, other.legal_moves()):
        return False
    copies: list[int] = [game.determinize(position, seat, CHECK_SEED).digest() for position in (state, other)]
    return copies[0] == copies[1] and bool(game.view(state, seat) == game.view(other, seat))


def split_drawn(drawn: str) -> list[str]:
    """Split a redraw into parts that are short enough for an entry of a save."""
    return [drawn[start : start + MAX_PART_CHARS] for start in range(0, len(drawn), MAX_PART_CHARS)]


def write_drawn(difference: object) -> str:
    """A difference as compact JSON, in ASCII."""
    return json.dumps(difference, separators=(",", ":"))


def _difference(before: Any, after: Any) -> Any:
    """The values that differ, for `_apply_difference`. Those in a list of tables are keyed by index."""
    if isinstance(before, dict) and isinstance(after, dict):
        removed = {name: REMOVED for name in before if name not in after}
        changed = {
            name: _difference(before[name], value) if name in before else value
            for name, value in after.items()
            if name not in before or before[name] != value
        }
        return {**removed, **changed}
    if _are_tables(before) and _are_tables(after) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(index): _difference(old, new) for index, (old, new) in pairs if old != new}
    return after


def _apply_difference(before: Any, change: Any) -> Any:
    """The values `before` with the difference `change` applied. Raises ValueError."""
    if not isinstance(change, dict):
        return change
    if _are_tables(before):
        changed = list(before)
        for index, value in change.items():
            if index not in map(str, range(len(changed))):
                raise ValueError("no such table")
            changed[int(index)] = _apply_difference(changed[int(index)], value)
        return changed
    if not isinstance(before, dict):
        raise ValueError("not a table")
    kept = {name: value for name, value in before.items() if name not in change}
    changes = {name: value for name, value in change.items() if value is not REMOVED}
    return {**kept, **{name: _apply_difference(before.get(name, {}), value) for name, value in changes.items()}}


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
