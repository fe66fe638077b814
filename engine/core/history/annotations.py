"""Annotations: what players write about a game or about one of its nodes. They change neither the position nor the tree.

All kinds of annotation are declared here. The latest one of a kind and a node counts. Taking one back is an entry too, so nothing
that was written is lost, and the one before it counts again.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple


class AnnotationKind(NamedTuple):
    """`number` is its kind of entry in a save, for ever. It is `about_node`, or else about the whole game (node 0). Its text has
    at most `max_chars` characters; a kind without text says what it says with its value. `value_words` are the words of its
    values from 0 on, as far as they have any."""

    word: str
    number: int
    about_node: bool = True
    max_chars: int = 0
    value_words: tuple[str, ...] = ()


NAME: Final = AnnotationKind("name", 67, about_node=False, max_chars=60)  # what the list of saves calls the game
NOTE: Final = AnnotationKind("note", 68, about_node=False, max_chars=400)
COMMENT: Final = AnnotationKind("comment", 69, max_chars=400)
GOOD: Final = 1  # the values of a mark
BAD: Final = 2
TURNING_POINT: Final = 3
MARK: Final = AnnotationKind("mark", 70, value_words=("none", "good", "bad", "turning point"))
MAIN_LINE: Final = AnnotationKind("main line", 71)  # of the nodes behind one, the highest is on its main line
HIDDEN: Final = AnnotationKind("hidden", 72)  # 1: the variation from this node on is not shown
VARIATION_NAME: Final = AnnotationKind("variation name", 75, max_chars=40)  # of the variation that begins at the node
ANNOTATION_KINDS: Final = (NAME, NOTE, COMMENT, MARK, MAIN_LINE, HIDDEN, VARIATION_NAME)
MAX_VALUE: Final = (1 << 63) - 1


@dataclass(frozen=True)
class Annotated:
    """A player wrote something, or took away what stood there: then text and value are empty."""

    kind: AnnotationKind
    node: int = 0
    text: str = ""
    value: int = 0


@dataclass(frozen=True)
class Retracted:
    """The annotation, or the answer that was tried, at this place of the journal was taken back."""

    journal_place: int


class Annotations:
    """The annotations of one log that count, and the answers that were tried in its analysis."""

    def __init__(self) -> None:
        self._standing: dict[tuple[int, int], list[int]] = {}  # for each kind and node, places in the journal
        self._entries: dict[
            int, Annotated | int
        ] = {}  # by their places, without those taken back; a node that was tried
        self._tries: dict[
            int, list[int]
        ] = {}  # for each node that an analysis made, places where it was tried and stands

    def add(self, journal_place: int, entry: Annotated) -> None:
        """One more annotation, at this place of the journal."""
        self._entries[journal_place] = entry
        self._standing.setdefault((entry.kind.number, entry.node), []).append(journal_place)

    def add_try(self, journal_place: int, node: int) -> None:
        """The analysis went to a node that it made, now or earlier."""
        self._entries[journal_place] = node
        self._tries.setdefault(node, []).append(journal_place)

    def retract(self, journal_place: int) -> None:
        """Take back the annotation, or the answer that was tried, at a place of the journal. Does nothing if none stands
        there."""
        entry = self._entries.pop(journal_place, None)
        if isinstance(entry, Annotated):
            self._standing[entry.kind.number, entry.node].remove(journal_place)
        elif entry is not None:
            self._tries[entry].remove(journal_place)

    def was_tried(self, node: int) -> bool:
        """Whether an analysis made a node, whatever was taken back since."""
        return node in self._tries

    def is_withdrawn(self, node: int) -> bool:
        """Whether a node was made by an answer that was tried and taken back."""
        return self._tries.get(node) == []

    def get(self, kind: AnnotationKind, node: int = 0) -> Annotated:
        """The annotation of a kind that counts at a node; an empty one if there is none."""
        places = self._standing.get((kind.number, node))
        entry = self._entries[places[-1]] if places else None
        return entry if isinstance(entry, Annotated) else Annotated(kind, node)

    def last_retractable_place(self) -> int:
        """The place of the latest annotation or tried answer that was not taken back; -1 if there is none. This is what an undo
        takes back."""
        return next(reversed(self._entries), -1)
