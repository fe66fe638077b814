"""Scene: everything that is painted, as one value. The screen makes it, the panes read it, nothing goes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core.action import Action
from vok_tui.panes.grid import Grid, Thing
from vok_tui.panes.signs import Signs
from vok_tui.session import Choice, Turn
from vok_tui.thinking import Progress


@dataclass(frozen=True)
class Answer:
    """A line of the question pane. `action` is None for what only the table does (`does` says what). `note` stands at the
    right edge: "4 gold, 1 lost". `shorter` are other wordings of the text, the longest first, for where it does not fit."""

    text: str
    action: Action | None = None
    key: str = ""
    note: str = ""
    does: str = ""
    shorter: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """What is read of a card, a set or a player: a title, a line below it, and lines with a name at their left or none."""

    title: str
    set: str
    subtitle: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scene:
    """The table as it is to be painted.

    `asked` is the heading of the question pane. `live` are the things that have an answer, `meant` those that
    go with the answer under the cursor. `keys` are the keys of things.
    `reading` is the page of what lies under the cursor and `pages` how many it has; `reading_open` says that the player
    wants to see it even where it must cover something.
    """

    view: Any
    names: tuple[str, ...]
    signs: Signs
    asked: str
    answers: tuple[Answer, ...] = ()
    live: frozenset[Thing] = frozenset()
    meant: frozenset[Thing] = frozenset()
    keys: Mapping[Thing, str] = field(default_factory=dict)
    cursor: Thing | None = None
    chosen: Thing | None = None
    levels: tuple[str, ...] = ()  # of each seat: how its opponent plays, or that a person sits there
    note: str = ""  # what went wrong
    hint: tuple[str, str] = ("", "")  # on what lies under the cursor: what it does; why nothing can be done with it
    thinking: str = ""  # the name of the opponent who thinks
    progress: Progress | None = None  # of a long thought
    ordinary: bool = False  # the question is one that is asked of the cards: not all answers stand in the pane
    covered: str = ""  # why the cards are covered
    peeked: bool = False
    since: tuple[Turn, ...] = ()
    turns: tuple[Turn, ...] = ()
    footer: tuple[tuple[str, str, str], ...] = ()  # key, label, action
    reading: Page | None = None
    reading_open: bool = False
    page: int = 0
    pages: int = 0
    log_open: bool = False
    log_up: int = 0  # how many lines the chronicle is scrolled back

    def key_of(self, action: str) -> str:
        """The key that does something, if the last line names one; else ""."""
        return next((key for key, _, does in self.footer if does == action), "")


class Board(Protocol):
    """What the table of one game knows and the screen does not."""

    def paint(self, grid: Grid, scene: Scene) -> None:
        """Paint the whole table, and note what can be pointed at."""
        ...

    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The kinds of things that Tab goes through, part by part."""
        ...

    def things(self, view: Any, action: Action) -> tuple[Thing, ...]:
        """What on the table an answer is about; nothing for one like the end of the turn."""
        ...

    def meant(self, view: Any, action: Action) -> tuple[Thing, ...]:
        """All that an answer would move: of a purchase the cards laid out too."""
        ...

    def answers(self, view: Any, choices: list[Choice], chosen: Thing | None, names: tuple[str, ...]) -> list[Answer]:
        """The lines of the question pane: for the thing chosen, or for the question as a whole."""
        ...

    def joins(self, view: Any, action: Action, chosen: Thing, other: Thing) -> bool:
        """Whether an answer is about a chosen thing together with another one."""
        ...

    def heading(self, view: Any, chosen: Thing, answers: Sequence[Answer]) -> str:
        """What the answers of a chosen thing are about, if that is more than the question says; else ""."""
        ...

    def name(self, view: Any, thing: Thing) -> str:
        """The name of the card that a thing is; "" for one that is no card."""
        ...

    def does(self, view: Any, thing: Thing) -> str:
        """What a thing is for, in a sentence; "" for one that is no card."""
        ...

    def why_not(self, view: Any, thing: Thing) -> str:
        """Why nothing can be done with a thing, or not all; "" if everything can."""
        ...

    def read(self, view: Any, thing: Thing, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        """All there is to read behind a thing; nothing for an empty place. `levels` are those of the seats."""
        ...
