"""The journal: everything that happened at a table, in order.

`Log` makes its entries, `Match.replay` repeats them, and `saves.format.entries` writes and reads their bytes. Annotations are
what players write about a game or about one of its nodes. They change neither the position nor the tree. All kinds of
annotation are declared here; `LABEL_TEXTS` in `saves/format/entries.py` says which of them the list of saves reads. For each
kind and node, the latest annotation counts. Retracting one is an entry of the journal too: nothing is lost, and the annotation
before it counts again.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.core.action import Action


class AnnotationKind(NamedTuple):
    """`number` is its kind of entry in saves and never changes; `READERS` in `saves/format/entries.py` has all numbers in use.
    With `about_node` it is about one node, otherwise about the whole game (node 0). Its text has at most `max_chars` characters;
    a kind without text has only a value. `value_words` are the words for the values from 0 on, if there are any."""

    word: str
    number: int
    about_node: bool = True
    max_chars: int = 0
    value_words: tuple[str, ...] = ()


NAME: Final = AnnotationKind("name", 67, about_node=False, max_chars=60)  # shown in the list of saves
NOTE: Final = AnnotationKind("note", 68, about_node=False, max_chars=400)
COMMENT: Final = AnnotationKind("comment", 69, max_chars=400)
GOOD: Final = 1  # the values of a mark
BAD: Final = 2
TURNING_POINT: Final = 3
MARK: Final = AnnotationKind("mark", 70, value_words=("none", "good", "bad", "turning point"))
MAIN_LINE: Final = AnnotationKind("main line", 71)  # the child of a node with the highest value is on the main line
HIDDEN: Final = AnnotationKind("hidden", 72)  # 1: the variation that begins at the node is not shown
VARIATION_NAME: Final = AnnotationKind("variation name", 75, max_chars=40)  # of the variation that begins at the node
ANNOTATION_KINDS: Final = (NAME, NOTE, COMMENT, MARK, MAIN_LINE, HIDDEN, VARIATION_NAME)
MAX_VALUE: Final = (1 << 63) - 1


@dataclass(frozen=True)
class Annotated:
    """A player wrote an annotation, or deleted one: then text and value are empty."""

    kind: AnnotationKind
    node: int = 0
    text: str = ""
    value: int = 0


@dataclass(frozen=True)
class Retracted:
    """The annotation or the tried answer with this index in the journal was taken back."""

    journal_index: int


class Annotations:
    """The annotations of one log that count, and the answers tried in its analysis. Places are indexes in the journal."""

    def __init__(self) -> None:
        # For each place: the annotation, or the node that was tried. Without those that were taken back.
        self._entries: dict[int, Annotated | int] = {}
        # The keys are places, in their order; without those that were taken back. For each kind and node, and for each node that
        # the analysis made.
        self._annotation_places: dict[tuple[int, int], dict[int, None]] = {}
        self._try_places: dict[int, dict[int, None]] = {}

    def add(self, journal_index: int, entry: Annotated) -> None:
        """Add the annotation with this index in the journal."""
        self._entries[journal_index] = entry
        self._annotation_places.setdefault((entry.kind.number, entry.node), {})[journal_index] = None

    def add_try(self, journal_index: int, node: int) -> None:
        """Note that the analysis went to a node that it made, now or earlier."""
        self._entries[journal_index] = node
        self._try_places.setdefault(node, {})[journal_index] = None

    def retract(self, journal_index: int) -> None:
        """Take back the annotation or the tried answer with this index in the journal. Does nothing if there is none."""
        entry = self._entries.pop(journal_index, None)
        if isinstance(entry, Annotated):
            del self._annotation_places[entry.kind.number, entry.node][journal_index]
        elif entry is not None:
            del self._try_places[entry][journal_index]

    def was_tried(self, node: int) -> bool:
        """Whether the analysis made a node, even if that was taken back since."""
        return node in self._try_places

    def is_withdrawn(self, node: int) -> bool:
        """Whether the analysis made a node, and every try that led there was taken back."""
        return self._try_places.get(node) == {}

    def get(self, kind: AnnotationKind, node: int = 0) -> Annotated:
        """The annotation of a kind that counts at a node; an empty one if there is none."""
        places = self._annotation_places.get((kind.number, node))
        entry = self._entries[next(reversed(places))] if places else None
        return entry if isinstance(entry, Annotated) else Annotated(kind, node)

    def last_retractable_index(self) -> int:
        """The journal index of the latest annotation or tried answer that was not taken back, which an undo takes back next; -1
        if there is none."""
        return next(reversed(self._entries), -1)


@dataclass(frozen=True, slots=True)
class Played:
    """A question was answered: the head moved one step down the tree."""

    action: Action


@dataclass(frozen=True, slots=True)
class MovedHead:
    """Undo, redo or a jump: the head moved to an existing node."""

    node: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A seat went back to `node`, and everything that it cannot know there was drawn again: the head moved to a new child.

    `drawn` says what was drawn (see `redraw`). A long text is split into `parts` entries, and the last one takes effect.
    """

    node: int
    seat: int
    drawn: str
    part: int = 0
    parts: int = 1

    @property
    def is_last_part(self) -> bool:
        """Whether this entry is the last of its parts."""
        return self.part == self.parts - 1


@dataclass(frozen=True, slots=True)
class Seated:
    """A level took over a seat, with a budget of `simulations` for each decision (0: its default). The head does not move."""

    seat: int
    level: str
    simulations: int


@dataclass(frozen=True, slots=True)
class Tried:
    """The analysis of a finished game tried an answer at a node, which makes a variation. The head does not move."""

    node: int
    action: Action


@dataclass(frozen=True)
class Imported:
    """The first entry of a game that was imported from a text: such a game counts for no record. It cannot be taken back."""


@dataclass(frozen=True)
class Helped:
    """From here on, the player was shown what a search thinks of an unfinished game: a hint, a warning or an analysis. Such a
    game counts apart and is not rated. It cannot be taken back."""


@dataclass(frozen=True)
class UnknownEntry:
    """An entry of a later version that this one cannot read. It changes neither the position nor the tree. It is kept, but never
    shown, because `text` is not cleaned."""

    kind: int
    text: str
    numbers: tuple[int, ...]


Entry = Played | MovedHead | Reshuffled | Seated | Annotated | Retracted | Tried | Imported | Helped | UnknownEntry


def may_follow_game_end(entry: Entry) -> bool:
    """Whether a finished game may have this entry: it changes neither the position at the head nor who plays."""
    return isinstance(entry, Annotated | Retracted | Tried | Imported | UnknownEntry)
