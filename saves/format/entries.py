"""Writes and reads the records after the header. Their format is described in the package.

A record is an entry of the journal, a position check or a label. Entries of unknown kinds are kept unchanged.
"""

from collections.abc import Callable, Mapping
from functools import partial
from sys import intern
from typing import Any, Final, NamedTuple

from engine.core.action import MAX_ACTION_ARGUMENTS, Action
from engine.core.game import MAX_SEATS
from engine.core.journal import (
    ANNOTATION_KINDS,
    MAX_VALUE,
    NAME,
    NOTE,
    Annotated,
    AnnotationKind,
    Annotations,
    Entry,
    Helped,
    Imported,
    MovedHead,
    Played,
    Reshuffled,
    Retracted,
    Seated,
    Tried,
    UnknownEntry,
)
from engine.core.redraw import MAX_PARTS
from saves.clean_text import clean_and_cut
from saves.format.frames import MAX_CLOSING_TIME, MAX_NUMBER, MAX_TEXT_BYTES, U64_MASK
from saves.format.header import clean_level

PLAYED: Final = 1
MOVED_HEAD: Final = 2
RESHUFFLED: Final = 3
SEATED: Final = 64
POSITION_CHECK: Final = 65
LABEL: Final = 66
IMPORTED: Final = 74
TRIED: Final = 76
HELPED: Final = 77
RETRACTED: Final = 73  # `READERS` lists these kinds, and those of annotations
FIRST_NEUTRAL_KIND: Final = 64  # from here on, kinds do not change the position at the head
MAX_KIND: Final = 127
MAX_NUMBERS: Final = 30
DIGEST_VERSION: Final = 1  # raise it when digests of positions change


class NewerEntryKind(ValueError):
    """A kind of entry that changes the position, and that only a later version of Vok can read."""


class LaterLabelNumber(NamedTuple):
    """A number that older labels do not have: its field in `SaveLabel`, and its maximum. 0 means that it is unknown."""

    field: str
    max_value: int


LATER_LABEL_NUMBERS: Final = (
    LaterLabelNumber("winner_bits", (1 << MAX_SEATS) - 1),
    LaterLabelNumber("imported", 1),
    LaterLabelNumber("helped", 1),
)
"""The numbers after the scores of a label. Add new ones at the end, each with a field of `SaveLabel` that is 0 by default;
`label_of` computes them. Older labels and older versions need nothing else."""

FIRST_LABEL_TEXTS: Final = 2  # all labels have these; an empty later text is omitted, so the bytes of older labels stay
LABEL_TEXTS: Final[Mapping[str, AnnotationKind]] = {"name": NAME, "note": NOTE}
"""The texts of a label in their order: annotations about the whole game. Each key is a field of `SaveLabel` that is "" by
default, and a key in `vok saves --json`. Add new ones at the end. All of them together must fit into one text of a record, even
if each has `max_chars` characters of 4 bytes; a test checks it."""


WORDS_APART: Final = {"helped": "helped", "reshuffled": "redealt", "peeked": "peeked"}  # by the field of the label
"""The fields of a label for each of which a game counts apart from others, the weightiest first."""


class PositionCheck(NamedTuple):
    """The digest of the position at the head (64 bits). Digests of different versions cannot be compared."""

    digest: int
    version: int = DIGEST_VERSION


class SaveLabel(NamedTuple):
    """The summary of a game for the list of saves.

    `decisions` is the number of decisions from the start to the head, without declined reactions. `turn` is 0 in a game without
    turns. `scores` has one item for each seat, or none in a game without points. `reshuffled`: hidden cards were dealt again.
    `ended` is the unix time of the end; 0 if the game is not over. `winner_bits` has one bit for each seat that won; 0 if the
    game is not over, nobody won, or an older version did not store it. `imported` is 1 for a game that was imported from a text,
    `helped` for one with hints. `name` and `note` are annotations; "" if there is none, or an older version did not store it.
    """

    decisions: int = 0
    turn: int = 0
    over: bool = False
    scores: tuple[int, ...] = ()
    peeked: bool = False
    reshuffled: bool = False
    ended: int = 0
    winner_bits: int = 0
    imported: int = 0
    helped: int = 0
    name: str = ""
    note: str = ""

    @property
    def words_apart(self) -> tuple[str, ...]:
        """Why the game counts apart from others, the weightiest reason first: "helped", "redealt", "peeked"."""
        return tuple([word for field, word in WORDS_APART.items() if getattr(self, field)])

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the label, by field."""
        return {field: getattr(self, field) for field in LABEL_TEXTS}

    def with_texts_of(self, annotations: Annotations) -> "SaveLabel":
        texts: dict[str, Any] = {field: annotations.get(kind).text for field, kind in LABEL_TEXTS.items()}
        return self._replace(**texts)

    def agrees_where_known(self, true_label: "SaveLabel") -> bool:
        """Whether this label agrees with the true one in all fields that it knows: older versions store fewer."""
        unknown: dict[str, Any] = {number.field: 0 for number in LATER_LABEL_NUMBERS if not getattr(self, number.field)}
        unknown |= {field: "" for field in list(LABEL_TEXTS)[FIRST_LABEL_TEXTS:] if not getattr(self, field)}
        return self == true_label._replace(**unknown)


Record = Entry | PositionCheck | SaveLabel


def write_record(record: Record) -> list[str | int]:
    """The body of a record. Raises ValueError if `read_record` could not read it."""
    body: list[str | int]
    match record:
        case Played(action):
            body = [PLAYED, action.verb, *action.arguments]
        case MovedHead(number) | Retracted(number):
            body = [MOVED_HEAD if isinstance(record, MovedHead) else RETRACTED, "", number]
        case Reshuffled(node, seat, drawn, part, parts):
            body = [RESHUFFLED, drawn, node, seat, part, parts]
        case Seated(seat, level, simulations):
            body = [SEATED, level, seat, simulations]
        case Annotated(annotation, node, text, value):
            body = [annotation.number, text, node, value]
        case Tried(node, action):
            body = [TRIED, action.verb, node, *action.arguments]
        case Imported() | Helped():
            body = [IMPORTED if isinstance(record, Imported) else HELPED, ""]
        case UnknownEntry(kind, text, numbers):
            body = [kind, text, *numbers]
        case PositionCheck(digest, version):
            body = [POSITION_CHECK, "", digest, version]
        case SaveLabel():
            body = _write_label(record)
    if read_record(body) != record:
        raise ValueError("no such entry")
    return body


def read_record(body: object) -> Record:
    """The record in a body. Raises NewerEntryKind; ValueError for what no version writes."""
    if not isinstance(body, list) or not 2 <= len(body) <= 2 + MAX_NUMBERS:
        raise ValueError("an entry is a list")
    kind, text, *numbers = body
    if not isinstance(text, str) or len(text.encode()) > MAX_TEXT_BYTES:
        raise ValueError("no such text")
    for number in (kind, *numbers):
        if not isinstance(number, int) or isinstance(number, bool):
            raise ValueError("no such number")
    if kind in READERS:
        return READERS[kind](text, tuple(numbers))
    if not 0 < kind <= MAX_KIND:
        raise ValueError("no such kind")
    if kind < FIRST_NEUTRAL_KIND:
        raise NewerEntryKind("a kind of a later version")
    return UnknownEntry(kind, text, tuple(numbers))


def _read_played(verb: str, arguments: tuple[int, ...]) -> Played:
    if not verb or verb != clean_and_cut(verb) or len(arguments) > MAX_ACTION_ARGUMENTS:
        raise ValueError("no such action")
    return Played(Action(intern(verb), tuple([_checked(argument) for argument in arguments])))


def _read_tried(verb: str, numbers: tuple[int, ...]) -> Tried:
    node, *arguments = numbers
    return Tried(_checked(node), _read_played(verb, tuple(arguments)).action)


def _read_moved_head(text: str, numbers: tuple[int, ...]) -> MovedHead:
    (node,) = numbers
    _check_empty(text)
    return MovedHead(_checked(node))


def _read_reshuffled(drawn: str, numbers: tuple[int, ...]) -> Reshuffled:
    node, seat, part, parts = numbers
    return Reshuffled(
        _checked(node),
        _checked(seat, MAX_SEATS - 1),
        drawn,
        _checked(part, parts - 1),
        _checked(parts, MAX_PARTS),
    )


def _read_seated(level: str, numbers: tuple[int, ...]) -> Seated:
    seat, simulations = numbers
    if level != clean_level(level):
        raise ValueError("no such level")
    return Seated(_checked(seat), level, _checked(simulations))


def _read_position_check(text: str, numbers: tuple[int, ...]) -> PositionCheck:
    digest, version = numbers
    _check_empty(text)
    return PositionCheck(_checked(digest, U64_MASK), _checked(version))


def _read_annotated(kind: AnnotationKind, text: str, numbers: tuple[int, ...]) -> Annotated:
    node, value = numbers
    if not kind.about_node and node:
        raise ValueError("no such node")
    return Annotated(kind, _checked(node), clean_and_cut(text, kind.max_chars), _checked(value, MAX_VALUE))


def _read_retracted(text: str, numbers: tuple[int, ...]) -> Retracted:
    (journal_index,) = numbers
    _check_empty(text)
    return Retracted(_checked(journal_index))


def _read_bare(entry: Imported | Helped, text: str, numbers: tuple[int, ...]) -> Imported | Helped:
    """An entry that says only that it is there."""
    if numbers:
        raise ValueError("no such numbers")
    _check_empty(text)
    return entry


def _write_label(label: SaveLabel) -> list[str | int]:
    """The body of a label. Later texts that are empty and later numbers that are 0 are omitted at the end."""
    texts = list(label.texts.values())
    while len(texts) > FIRST_LABEL_TEXTS and not texts[-1]:
        texts.pop()
    lines = "\n".join(texts) if any(texts) else ""
    flags = [int(label.over), int(label.peeked), int(label.reshuffled)]
    later: list[int] = [getattr(label, number.field) for number in LATER_LABEL_NUMBERS]
    while later and not later[-1]:
        later.pop()
    return [LABEL, lines, label.decisions, label.turn, *flags, label.ended, len(label.scores), *label.scores, *later]


def _read_label(text: str, numbers: tuple[int, ...]) -> SaveLabel:
    decisions, turn, over, peeked, reshuffled, ended, count, *rest = numbers
    scores, later = rest[: _checked(count, len(rest))], rest[count:]
    later_fields: dict[str, Any] = {
        number.field: value if 0 <= value <= number.max_value else 0
        for number, value in zip(LATER_LABEL_NUMBERS, later, strict=False)
    }
    texts: dict[str, Any] = {
        field: clean_and_cut(line, kind.max_chars)
        for (field, kind), line in zip(LABEL_TEXTS.items(), text.split("\n"), strict=False)
    }
    return SaveLabel(
        decisions=_checked(decisions),
        turn=_checked(turn),
        over=bool(_checked(over, 1)),
        scores=tuple([_checked(score, minimum=-MAX_NUMBER) for score in scores]),
        peeked=bool(_checked(peeked, 1)),
        reshuffled=bool(_checked(reshuffled, 1)),
        ended=_checked(ended, MAX_CLOSING_TIME),
        **later_fields,
        **texts,
    )


def _checked(number: int, maximum: int = MAX_NUMBER, minimum: int = 0) -> int:
    """Return `number` if it is in this range. Raises ValueError."""
    if not minimum <= number <= maximum:
        raise ValueError("no such number")
    return number


def _check_empty(text: str) -> None:
    if text:
        raise ValueError("no such text")


READERS: Final[Mapping[int, Callable[[str, tuple[int, ...]], Record]]] = {
    PLAYED: _read_played,
    MOVED_HEAD: _read_moved_head,
    RESHUFFLED: _read_reshuffled,
    SEATED: _read_seated,
    POSITION_CHECK: _read_position_check,
    LABEL: _read_label,
    RETRACTED: _read_retracted,
    TRIED: _read_tried,
    IMPORTED: partial(_read_bare, Imported()),
    HELPED: partial(_read_bare, Helped()),
    **{kind.number: partial(_read_annotated, kind) for kind in ANNOTATION_KINDS},
}
"""Reads an entry, for each kind that this version knows: all numbers in use. The next free one, for a kind that does not move the
head: `python -c "from saves.format.entries import READERS; print(max(READERS) + 1)"`."""
