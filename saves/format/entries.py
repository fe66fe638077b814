"""What the records behind the header say. This is the one place that knows their words; the package describes them.

A record is an entry of the journal, a check or a label. Entries of unknown kinds are kept as they are.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.core.action import MAX_ACTION_ARGUMENTS, Action
from engine.core.history.journal import Entry, MovedHead, Played, Seated, UnknownEntry
from saves.clean_text import clean
from saves.format.frames import MAX_CLOSING_TIME, MAX_NUMBER, MAX_TEXT_BYTES, U64_MASK
from saves.format.header import clean_level

PLAYED: Final = 1
MOVED_HEAD: Final = 2
SEATED: Final = 64
CHECK: Final = 65
LABEL: Final = 66
FIRST_NEUTRAL_KIND: Final = 64  # from here on a kind changes neither the position nor the tree
MAX_KIND: Final = 127
MAX_NUMBERS: Final = 30
UNTOLD: Final = 2  # in place of a yes (1) or no (0)
DIGEST_VERSION: Final = 1  # raised when equal positions get other digests than before


class UnknownKind(ValueError):
    """A kind that changes the position and that only a later version of Vok can know."""


class PositionCheck(NamedTuple):
    """The digest of the position at the head, 64 bits. Digests of different versions cannot be compared."""

    digest: int
    version: int = DIGEST_VERSION


class SaveLabel(NamedTuple):
    """The summary of a game for the list of saves.

    `decisions` lead to where it stands, without declined reactions; `turn` is 0 in a game without turns; `scores` has one for
    each seat, or none in a game that counts nothing. `peeked` is None if an older format did not tell it. `reshuffled` says
    that hidden cards were dealt again. `ended` is the unix time at which the game was over; 0 if it is not, or if an older
    format did not tell it.
    """

    decisions: int = 0
    turn: int = 0
    over: bool = False
    scores: tuple[int, ...] = ()
    peeked: bool | None = None
    reshuffled: bool = False
    ended: int = 0


Record = Entry | PositionCheck | SaveLabel


def write_record(record: Record) -> list[str | int]:
    """The body of a record. Raises ValueError for one that could not be read again."""
    body: list[str | int]
    match record:
        case Played(action):
            body = [PLAYED, action.verb, *action.arguments]
        case MovedHead(node):
            body = [MOVED_HEAD, "", node]
        case Seated(seat, level, simulations):
            body = [SEATED, level, seat, simulations]
        case UnknownEntry(kind, text, numbers):
            body = [kind, text, *numbers]
        case PositionCheck(digest, version):
            body = [CHECK, "", digest, version]
        case SaveLabel(decisions, turn, over, scores, peeked, reshuffled, ended):
            flags = [int(over), UNTOLD if peeked is None else int(peeked), int(reshuffled)]
            body = [LABEL, "", decisions, turn, *flags, ended, len(scores), *scores]
    if read_record(body) != record:
        raise ValueError("no such entry")
    return body


def read_record(body: object) -> Record:
    """The record that a body says. Raises UnknownKind, or another ValueError for what no version writes."""
    if not isinstance(body, list) or not 2 <= len(body) <= 2 + MAX_NUMBERS:
        raise ValueError("an entry is a list")
    kind, text, *numbers = body
    if not isinstance(text, str) or len(text.encode()) > MAX_TEXT_BYTES:
        raise ValueError("no such text")
    for number in (kind, *numbers):
        if not isinstance(number, int) or isinstance(number, bool):
            raise ValueError("no such number")
    if kind in _READERS:
        return _READERS[kind](text, tuple(numbers))
    if not 0 < kind <= MAX_KIND:
        raise ValueError("no such kind")
    if kind < FIRST_NEUTRAL_KIND:
        raise UnknownKind("a kind of a later version")
    return UnknownEntry(kind, text, tuple(numbers))


def _read_played(verb: str, arguments: tuple[int, ...]) -> Played:
    if not verb or verb != clean(verb) or len(arguments) > MAX_ACTION_ARGUMENTS:
        raise ValueError("no such action")
    return Played(Action(verb, tuple([_within(argument) for argument in arguments])))


def _read_moved_head(text: str, numbers: tuple[int, ...]) -> MovedHead:
    (node,) = numbers
    _check_empty(text)
    return MovedHead(_within(node))


def _read_seated(level: str, numbers: tuple[int, ...]) -> Seated:
    seat, simulations = numbers
    if level != clean_level(level):
        raise ValueError("no such level")
    return Seated(_within(seat), level, _within(simulations))


def _read_check(text: str, numbers: tuple[int, ...]) -> PositionCheck:
    digest, version = numbers
    _check_empty(text)
    return PositionCheck(_within(digest, U64_MASK), _within(version))


def _read_label(_text: str, numbers: tuple[int, ...]) -> SaveLabel:
    decisions, turn, over, peeked, reshuffled, ended, count, *rest = numbers
    scores = rest[: _within(count, len(rest))]
    return SaveLabel(
        decisions=_within(decisions),
        turn=_within(turn),
        over=bool(_within(over, 1)),
        scores=tuple([_within(score, least=-MAX_NUMBER) for score in scores]),
        peeked=None if _within(peeked, UNTOLD) == UNTOLD else bool(peeked),
        reshuffled=bool(_within(reshuffled, 1)),
        ended=_within(ended, MAX_CLOSING_TIME),
    )


def _within(number: int, most: int = MAX_NUMBER, least: int = 0) -> int:
    if not least <= number <= most:
        raise ValueError("no such number")
    return number


def _check_empty(text: str) -> None:
    if text:
        raise ValueError("no such text")


_READERS: Final[Mapping[int, Callable[[str, tuple[int, ...]], Record]]] = {
    PLAYED: _read_played,
    MOVED_HEAD: _read_moved_head,
    SEATED: _read_seated,
    CHECK: _read_check,
    LABEL: _read_label,
}
