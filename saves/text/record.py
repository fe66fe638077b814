"""The record of a game: what a text of the game says in any of its forms.

A record holds the entries of the journal in order, so that playing them makes the same tree, the same head and the same `peeked`.
An action that was played before at its node, so that it made no new node, is recorded as a jump.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from engine.core.errors import BadSetup
from engine.core.journal import (
    ANNOTATION_KINDS,
    Annotated,
    Annotations,
    Entry,
    Helped,
    MovedHead,
    Played,
    Reshuffled,
    Seated,
    Tried,
    may_follow_game_end,
)
from engine.core.log import Log
from engine.core.match import Match
from engine.core.setup import OLDEST_RULES, read_seed
from saves.clean_text import clean_and_cut, visible
from saves.format.entries import PositionCheck
from saves.format.frames import FORMAT_VERSION, U64_MASK
from saves.format.header import Header, UnknownRules, read_header

MAX_NODES: Final = 20_000
MAX_OTHER_ENTRIES: Final = 5_000  # jumps, changes of seats and annotations in a text
MAX_JOURNAL: Final = 23_000  # entries, with the jumps that follow from the steps; a save may have a few more
MAX_LINES: Final = 100_000
MAX_DEPTH: Final = 20_000  # actions from the start to a node
ANNOTATION_KINDS_BY_WORD: Final = {kind.word: kind for kind in ANNOTATION_KINDS}
NOT_WRITABLE: Final = "this game has an entry that cannot be written as text: copy its save instead"
MAX_REASON_CHARS: Final = 120  # of an error of the rules in a message
MAX_SHOWN_CHARS: Final = 40  # of a wrong word in a message


class TextRefused(Exception):
    """A text that is not a game, or a game that cannot be written as text or played here. The message is one sentence."""


class TextFault(NamedTuple):
    """Where reading a text stopped, and why. Lines count from 1; `unit` is what `line` counts."""

    line: int
    reason: str
    unit: str = "line"

    def __str__(self) -> str:
        return f"{self.unit} {self.line}: {self.reason}"


class BadLine(ValueError):
    """A line of a text that cannot be read; the message is the reason."""


def read_seed_field(value: object) -> int:
    """The seed in a text: digits or words. Raises BadLine."""
    try:
        return read_seed(str(value))
    except BadSetup as refused:
        raise BadLine(str(refused)) from None


class RecordedEntry(NamedTuple):
    """One entry of the journal. If it makes a new node, `parent` is the parent of that node. `line` is its line in the text."""

    entry: Entry
    parent: int = -1
    line: int = 0

    @property
    def is_step(self) -> bool:
        """Whether it makes a new node."""
        return self.parent >= 0


@dataclass(frozen=True)
class RecordedGame:
    """Everything that a text says about a game. The steps among `entries` make the nodes 1, 2, ... in this order.
    `annotations` are those that count. `position_check` is that of the position at the end; None if the text has none."""

    header: Header
    entries: tuple[RecordedEntry, ...]
    annotations: tuple[Annotated, ...] = ()
    position_check: PositionCheck | None = None
    ended: int = 0  # unix time at which a finished game ended; 0 if unknown
    unit: str = "line"  # what `line` of its entries counts


class ParsedText(NamedTuple):
    """What was read from a text, up to its first fault; None if there is none."""

    record: RecordedGame
    fault: TextFault | None = None
    step_count: int = 0  # steps in the whole text, also after the fault


def recorded_game_of(match: Match, header: Header, ended: int = 0) -> RecordedGame:
    """The record of a match. `ended` is the unix time of its end. Raises TextRefused for an entry that cannot be written as
    text."""
    log = match.log
    entries: list[RecordedEntry] = []
    node_count, head_before = 1, 0
    for entry, head in zip(log.journal, log.heads, strict=True):
        if isinstance(entry, Reshuffled) and head == node_count:
            entries.append(RecordedEntry(Reshuffled(entry.node, entry.seat, log.redraws[head].drawn), entry.node))
            node_count += 1
        elif isinstance(entry, Played) and head == node_count:
            entries.append(RecordedEntry(entry, head_before))
            node_count += 1
        elif isinstance(entry, Played):
            entries.append(RecordedEntry(MovedHead(head)))
        elif isinstance(entry, MovedHead | Seated | Helped):
            entries.append(RecordedEntry(entry))
        elif isinstance(entry, Tried) and has_created_node(log, entry, node_count):
            entries += [RecordedEntry(Played(entry.action), entry.node), RecordedEntry(MovedHead(head))]
            node_count += 1
        elif not (
            may_follow_game_end(entry) or isinstance(entry, Reshuffled)
        ):  # a Reshuffled here is not the last part
            raise TextRefused(NOT_WRITABLE)
        head_before = head
    if node_count != len(log):
        raise TextRefused(NOT_WRITABLE)
    position_check = PositionCheck(match.state.digest() & U64_MASK)
    return RecordedGame(header, tuple(entries), current_annotations(log.annotations, node_count), position_check, ended)


def has_created_node(log: Log, entry: Tried, node: int) -> bool:
    """Whether a tried answer created a node."""
    return node < len(log) and (log.parents[node], log.actions[node]) == (entry.node, entry.action)


def current_annotations(annotations: Annotations, node_count: int) -> tuple[Annotated, ...]:
    """The annotations that count, by node and kind. Empty ones are left out."""
    annotated = [
        annotations.get(kind, node)
        for node in range(node_count)
        for kind in ANNOTATION_KINDS
        if kind.about_node or node == 0
    ]
    return tuple([entry for entry in annotated if entry.text or entry.value])


def add_annotation(annotations: dict[tuple[int, int], Annotated], entry: Annotated) -> None:
    """Add an annotation that was read to those of its text, by kind and node. A save keeps one for each: so a text is appended to
    the one before it, and of two values the later one counts."""
    key = (entry.kind.number, entry.node)
    if key in annotations:
        text = clean_and_cut(f"{annotations[key].text} {entry.text}", entry.kind.max_chars)
        entry = Annotated(entry.kind, entry.node, text, entry.value)
    annotations[key] = entry


def header_from(fields: dict[str, object]) -> Header:
    """The header with these fields: those of a save, without `format`. Raises TextRefused."""
    try:
        header = read_header({**fields, "format": FORMAT_VERSION})
    except UnknownRules as newer:
        raise TextRefused(f"this game is played by newer rules (number {newer.rules}): update Vok to read it") from None
    except ValueError as error:
        raise TextRefused(
            f"the header of this game cannot be read ({short_reason(error)}): get the text again"
        ) from None
    if header.setup.rules < OLDEST_RULES:
        raise TextRefused("this game was made before the first release of Vok, which cannot play it")
    return header


def short_reason(error: Exception) -> str:
    """The message of an error of the rules, clean and short: it may repeat words of the text."""
    text = visible(str(error)[: 2 * MAX_REASON_CHARS])
    return text if len(text) <= MAX_REASON_CHARS else f"{text[:MAX_REASON_CHARS]}..."


def short_quote(word: object) -> str:
    """A wrong word for a message: in quotes, clean and short."""
    text = visible(str(word)[: 2 * MAX_SHOWN_CHARS])
    return f'"{text[:MAX_SHOWN_CHARS]}{"..." if len(text) > MAX_SHOWN_CHARS else ""}"'


def check_limits(steps: int, other_entries: int) -> None:
    """Raise BadLine for more steps, or more other entries, than any game has."""
    if steps > MAX_NODES:
        raise BadLine(f"there are more than {MAX_NODES:,} steps")
    if other_entries > MAX_OTHER_ENTRIES:
        raise BadLine(f"there are more than {MAX_OTHER_ENTRIES:,} jumps and annotations")


CHECK_CHARS: Final = 16


def checksum_of(lines: Iterable[str]) -> str:
    """The checksum of some lines. Empty lines and spaces at the end of a line, which mail may change, are ignored."""
    checked = "\n".join([line.rstrip() for line in lines if line.strip()])
    return sha256(checked.encode("utf-8", "surrogatepass")).hexdigest()[:CHECK_CHARS]
