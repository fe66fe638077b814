"""What the position texts of all games share: TOML with a clear message for each mistake, lists of cards, and the stack.

Each game adds its own keys. Everything that reads here raises BadText, which names the key and says what is allowed.
"""

import difflib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from engine.core import bounded_toml
from engine.core.errors import MAX_QUOTED_CHARS, BadText, quoted
from engine.core.tasks import DEPTH_CELL, MAX_FRAMES, STACK_START, TaskState

FRAME_SHAPE: Final = 'a frame of the stack is ["program", part, seat, subject]'

SubjectBounds = Callable[[str, int], tuple[int, int]]  # program and seat -> minimum and maximum of the subject


def parse_position(text: str) -> dict[str, Any]:
    """The values of a position text, by key."""
    try:
        return bounded_toml.parse(text)
    except ValueError as error:
        raise BadText(f"the position is not valid TOML: {str(error)[:100].splitlines()[0]}") from None


def check_keys(data: object, known: Iterable[str], where: str) -> None:
    """Raise BadText unless `data` is a table in which all keys are known."""
    if not isinstance(data, dict):
        raise BadText(f"{where} is a table")
    names = sorted(known)
    for name in data:
        if name not in names:
            raise BadText(f"{where} has no {quoted(name)}{did_you_mean(name, names)}")


def check_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`, and not a bool."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadText(f"{name} is a whole number from {low} to {high}, not {quoted(value)}")
    return value


def read_list(data: Mapping[str, Any], name: str, where: str, max_length: int) -> list[Any]:
    """The list under a key; [] if the key is missing."""
    items = data.get(name, [])
    if not isinstance(items, list) or len(items) > max_length:
        raise BadText(f"{where}{name} is a list of at most {max_length}")
    return items


def find_number(numbers: Mapping[str, int], name: object, where: str, thing: str = "card") -> int:
    """The number with this name. `thing` says what is numbered, for the error message."""
    if isinstance(name, str) and name in numbers:
        return numbers[name]
    raise BadText(f"{where}: no {thing} is called {quoted(name)}{did_you_mean(str(name), numbers)}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message that suggests the closest known word, ignoring case; "" if none is close."""
    known_words = {name.casefold(): name for name in sorted(known)}
    matches = difflib.get_close_matches(word.casefold(), known_words, 1)
    return f"; did you mean {known_words[matches[0]]!r}?" if matches else ""


def write_names(names: Sequence[str], kinds: Iterable[int]) -> str:
    """The names of these kinds as a TOML list; "" for each kind below 0, an empty place."""
    return json.dumps([names[kind] if kind >= 0 else "" for kind in kinds], ensure_ascii=False)


def stack_lines(state: TaskState) -> list[str]:
    """The stack as TOML lines: one for each frame, from the bottom up."""
    lines = ["stack = ["]
    for frame in range(state.cells[DEPTH_CELL]):
        start = STACK_START + 3 * frame
        address, seat, subject = state.cells[start], state.cells[start + 1], state.cells[start + 2]
        program, part = state.programs.program_and_part_at(address)
        lines.append(f"  [{json.dumps(program, ensure_ascii=False)}, {part}, {seat}, {subject}],")
    return [*lines, "]"]


def replace_stack(state: TaskState, frames: list[Any], seat_count: int, subject_bounds: SubjectBounds) -> None:
    """Replace the stack with the frames that `stack_lines` wrote. Runs nothing."""
    if len(frames) > MAX_FRAMES:
        raise BadText(f"stack is a list of at most {MAX_FRAMES}")
    state.cells[DEPTH_CELL] = 0
    for frame in frames:
        if not (isinstance(frame, list) and len(frame) == 4 and isinstance(frame[0], str)):
            raise BadText(f"{FRAME_SHAPE}, not {quoted(frame)}")
        name = frame[0][:MAX_QUOTED_CHARS]
        address = state.programs.find_address(frame[0], check_number(frame[1], f"stack: {name}: part", 0, MAX_FRAMES))
        if address < 0:
            raise BadText(f"stack: no program {name!r} has a part {frame[1]}")
        seat = check_number(frame[2], f"stack: {name}: seat", 0, seat_count - 1)
        low, high = subject_bounds(frame[0], seat)
        state.call(address, seat, check_number(frame[3], f"stack: {name}: subject", low, high))
