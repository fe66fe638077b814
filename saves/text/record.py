"""A game between two forms: what every text of a game says, apart from how it is written.

A record holds the moves of the journal in order, so that playing them makes the same tree, the same head and the same marks of
undo. Steps that only go along what was played before are jumps here.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.core.history.annotations import ANNOTATION_KINDS, Annotated, Annotations
from engine.core.history.journal import Entry, MovedHead, Played, Reshuffled, Seated, Tried, may_follow_game_end
from engine.core.history.log import Log
from engine.core.history.match import Match
from saves.clean_text import visible
from saves.format.entries import PositionCheck
from saves.format.frames import FORMAT_VERSION, U64_MASK
from saves.format.header import Header, UnknownRules, read_header

MAX_TEXT_BYTES: Final = 4 << 20  # of a text that is read
MAX_NODES: Final = 200_000
MAX_OTHER_ENTRIES: Final = 30_000  # jumps, changes of seats and annotations that a text says
MAX_JOURNAL: Final = (
    235_000  # entries of the journal with the jumps that follow from the steps: a save is read up to a few more
)
MAX_LINES: Final = 500_000
MAX_DEPTH: Final = 100_000  # actions from the start to a node
MAX_LINE_CHARS: Final = 8_192  # of a line, but for the header and custom cards
UNSAYABLE: Final = "this game has an entry that no text can say: copy its save instead"
MAX_SHOWN_CHARS: Final = 40  # of a wrong word in a sentence


class TextRefused(Exception):
    """A text that is no game, or a game that cannot be told or played here. Its text is one sentence."""


class TextFault(NamedTuple):
    """Where a text cannot be read on, and why. Lines count from 1."""

    line: int
    reason: str
    unit: str = "line"

    def __str__(self) -> str:
        return f"{self.unit} {self.line}: {self.reason}"


class BadLine(ValueError):
    """A line that says nothing that a game could be; its text is the reason."""


class RecordedEntry(NamedTuple):
    """One entry of the journal. An action that was new there, or a reshuffle, is played at the node `parent`. `line` tells where
    a text says it."""

    entry: Entry
    parent: int = -1
    line: int = 0

    @property
    def is_step(self) -> bool:
        """Whether it makes a new node."""
        return self.parent >= 0


@dataclass(frozen=True)
class RecordedGame:
    """All that a text says of a game. The steps among `moves` make the nodes 1, 2, ... in this order. `annotations` are those
    that count. `check` is the digest of the position at the end, None if the text has none."""

    header: Header
    moves: tuple[RecordedEntry, ...]
    annotations: tuple[Annotated, ...] = ()
    check: PositionCheck | None = None
    ended: int = 0  # unix time at which a finished game ended; 0 if that is not told
    unit: str = "line"  # what the lines of its moves count


class ParsedText(NamedTuple):
    """What was read of a text, up to its fault; None if it has none."""

    record: RecordedGame
    fault: TextFault | None = None


def record_of(match: Match, header: Header, ended: int = 0) -> RecordedGame:
    """The record of a match; `ended` is the unix time of its end. Raises TextRefused for an entry that no
    text can say."""
    log = match.log
    moves: list[RecordedEntry] = []
    nodes, before = 1, 0
    for entry, head in zip(log.journal, log.heads, strict=True):
        if isinstance(entry, Reshuffled) and head == nodes:
            moves.append(RecordedEntry(Reshuffled(entry.node, entry.seat, log.redraws[head].drawn), entry.node))
            nodes += 1
        elif isinstance(entry, Played) and head == nodes:
            moves.append(RecordedEntry(entry, before))
            nodes += 1
        elif isinstance(entry, Played):
            moves.append(RecordedEntry(MovedHead(head)))
        elif isinstance(entry, MovedHead | Seated):
            moves.append(RecordedEntry(entry))
        elif isinstance(entry, Tried) and has_created_node(log, entry, nodes):
            moves += [RecordedEntry(Played(entry.action), entry.node), RecordedEntry(MovedHead(head))]
            nodes += 1
        elif not (may_follow_game_end(entry) or isinstance(entry, Reshuffled)):  # one that is not the last part
            raise TextRefused(UNSAYABLE)
        before = head
    if nodes != len(log):
        raise TextRefused(UNSAYABLE)
    check = PositionCheck(match.state.digest() & U64_MASK)
    return RecordedGame(header, tuple(moves), current_annotations(log.annotations, nodes), check, ended)


def has_created_node(log: Log, entry: Tried, node: int) -> bool:
    """Whether a try was the first to go to a node."""
    return node < len(log) and (log.parents[node], log.actions[node]) == (entry.node, entry.action)


def current_annotations(annotations: Annotations, node_count: int) -> tuple[Annotated, ...]:
    """The annotations that count, by node and kind. Empty ones are left out."""
    found = [
        annotations.get(kind, node)
        for node in range(node_count)
        for kind in ANNOTATION_KINDS
        if kind.about_node or node == 0
    ]
    return tuple([entry for entry in found if entry.text or entry.value])


def header_from(fields: dict[str, object]) -> Header:
    """The header that these fields are: those of a save, without the number of its format. Raises TextRefused."""
    try:
        return read_header({**fields, "format": FORMAT_VERSION})
    except UnknownRules as newer:
        raise TextRefused(f"this game is played by newer rules (number {newer.rules}): update Vok to read it") from None
    except ValueError as wrong:
        raise TextRefused(
            f"the header of this game cannot be read ({visible(str(wrong))}): get the text anew"
        ) from None


def short_quote(word: object) -> str:
    """A wrong word in a sentence, in quotes, clean and short."""
    text = visible(str(word)[: 2 * MAX_SHOWN_CHARS])
    return f'"{text[:MAX_SHOWN_CHARS]}{"..." if len(text) > MAX_SHOWN_CHARS else ""}"'


def check_limits(steps: int, other_entries: int) -> None:
    """Raises BadLine for more steps, or more jumps and annotations, than any game has."""
    if steps > MAX_NODES:
        raise BadLine(f"there are more than {MAX_NODES:,} steps")
    if other_entries > MAX_OTHER_ENTRIES:
        raise BadLine(f"there are more than {MAX_OTHER_ENTRIES:,} jumps and annotations")
