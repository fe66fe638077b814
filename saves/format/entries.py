"""What the records behind the header say. This is the one place that knows their words.

A record is a verb and a few numbers:

    ["buy", 1, 4, 17]            Played: an action
    ["goto", 12]                 MovedHead
    ["seat:priest", 1, 400]      Seated
    ["@check", digest]           PositionCheck: after every 32 entries of the journal, and on closing
    ["@sum", decisions, turn, over, *scores]  SaveLabel: on closing; believed only while nothing follows it

No position is ever saved, so there is none whose form would have to be kept alive.
"""

from typing import Final, NamedTuple

from engine.core.action import Action
from engine.core.journal import Entry, MovedHead, Played, Seated
from saves.clean_text import clean
from saves.format.frames import MAX_NUMBER, U64_MASK

GOTO_VERB: Final = "goto"
SEAT_PREFIX: Final = "seat:"
CHECK_VERB: Final = "@check"
LABEL_VERB: Final = "@sum"


class PositionCheck(NamedTuple):
    """The digest of the position at the head, 64 bits."""

    digest: int


class SaveLabel(NamedTuple):
    """The summary of a game for the list of saves. `decisions` lead to where it stands, without declined reactions; `turn` is 0
    in a game without turns; `scores` has one for each seat, or none in a game that counts nothing."""

    decisions: int
    turn: int
    over: bool
    scores: tuple[int, ...]


Record = Entry | PositionCheck | SaveLabel


def write_record(record: Record) -> list[str | int]:
    """The body of a record. Raises ValueError for one that could not be read again."""
    match record:
        case Played(action):
            body = action.pack()
        case MovedHead(node):
            body = [GOTO_VERB, node]
        case Seated(seat, level, simulations):
            body = [SEAT_PREFIX + level, seat, simulations]
        case PositionCheck(digest):
            body = [CHECK_VERB, digest]
        case SaveLabel(decisions, turn, over, scores):
            body = [LABEL_VERB, decisions, turn, int(over), *scores]
    if read_record(body) != record:
        raise ValueError("no such entry")
    return body


def read_record(body: object) -> Record:
    """The record that a body says. Raises ValueError."""
    if not isinstance(body, list):
        raise ValueError("an entry is a list")
    action = Action.unpack(body)
    verb, numbers = action.verb, action.arguments
    if verb == CHECK_VERB and len(numbers) == 1 and 0 <= numbers[0] <= U64_MASK:
        return PositionCheck(numbers[0])
    if verb == LABEL_VERB and len(numbers) >= 3 and _all_within(numbers, -MAX_NUMBER):
        return SaveLabel(numbers[0], numbers[1], bool(numbers[2]), numbers[3:])
    if verb != clean(verb) or verb[:1] in ("", "@") or not _all_within(numbers, 0):
        raise ValueError("no such entry")
    if verb == GOTO_VERB and len(numbers) == 1:
        return MovedHead(numbers[0])
    if verb.startswith(SEAT_PREFIX) and len(numbers) == 2:
        return Seated(numbers[0], verb.removeprefix(SEAT_PREFIX), numbers[1])
    return Played(action)


def _all_within(numbers: tuple[int, ...], least: int) -> bool:
    for number in numbers:
        if not least <= number <= MAX_NUMBER:
            return False
    return True
