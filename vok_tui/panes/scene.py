"""The scene: everything that is painted, as one value. The screen builds it and the panes read it. Also the protocol of a
board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core.action import Action
from engine.core.game import NOBODY
from vok_tui.game.story import Choice, Sentence, StoryChapter
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.panes.arrangement import Arrangement
from vok_tui.panes.grid import Brush, Grid, Target
from vok_tui.panes.signs import Signs


@dataclass(frozen=True)
class Answer:
    """An answer in the question pane. `action` is None for a command of the table itself (`command`). `note` is shown at the
    right edge: "4 gold, 1 lost". `short_texts` are shorter wordings, longest first."""

    text: str
    action: Action | None = None
    key: str = ""
    note: str = ""
    command: str = ""
    short_texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of the reader: title, subtitle, and lines with an optional name at the left."""

    title: str
    ink: str  # of the subtitle
    subtitle: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scene:
    """The table as it will be painted.

    `heading` is that of the question pane. `usable` are the targets with an answer, `affected` those that the answer under the
    cursor would move. `target_keys` are the keys of targets. `open_page` is the page about the target under the cursor and
    `page_count` their number; with `reader_open` it is shown even if it covers something.
    """

    view: Any
    names: tuple[str, ...]
    signs: Signs
    heading: str
    answers: tuple[Answer, ...] = ()
    usable: frozenset[Target] = frozenset()
    affected: frozenset[Target] = frozenset()
    target_keys: Mapping[Target, str] = field(default_factory=dict)
    viewer: int = NOBODY
    where: str = ""  # the title of the chapter
    cursor: Target | None = None
    selected: Target | None = None
    levels: tuple[str, ...] = ()  # of each seat, or HUMAN
    note: str = ""  # what went wrong
    hint: tuple[str, str] = ("", "")  # about the card under the cursor: what it does; why it cannot be used
    thinking_name: str = ""  # the name of the opponent who thinks
    progress: ThinkingProgress | None = None  # of a long thought
    card_first: bool = False  # answers are listed only after a card is selected
    covered_reason: str = ""  # why the cards are covered
    peeked: bool = False
    turns_since: tuple[StoryChapter, ...] = ()
    turns: tuple[StoryChapter, ...] = ()
    footer: tuple[tuple[str, str, str], ...] = ()  # key, label, action
    open_page: Page | None = None
    reader_open: bool = False
    page_index: int = 0
    page_count: int = 0
    story_open: bool = False
    story_scroll: int = 0  # lines that the story is scrolled back

    def key_for(self, action: str) -> str:
        """The key of an action if the footer shows one, else ""."""
        return next((key for key, _, bound in self.footer if bound == action), "")


class Board(Protocol):
    """The board of one game: what the screen cannot know."""

    @property
    def title(self) -> str:
        """The title of the game."""
        ...

    def arrange(self, width: int, height: int, view: Any) -> Arrangement:
        """Where the generic panes stand on a table of this size."""
        ...

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        """Paint the board's own zones and register their targets."""
        ...

    def paint_shown_cards(self, brush: Brush, scene: Scene) -> bool:
        """Paint cards that only the question shows, in one line; False if there are none."""
        ...

    def where_text(self, scene: Scene) -> str:
        """Where the game stands, for the status line: whose turn it is, or who has won."""
        ...

    def news(self, scene: Scene) -> list[str]:
        """The news above the answers, such as what the others did since your turn."""
        ...

    def short_text(self, sentence: Sentence) -> str:
        """A sentence of the story for a narrow column."""
        ...

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        """Signs and their meanings, for a reader without an open page."""
        ...

    def card_areas(self) -> tuple[str, ...]:
        """The areas of cards and seats: the cursor comes back to the one that it left last, at first to the first area."""
        ...

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        """The areas that Tab visits, group by group."""
        ...

    def targets(self, view: Any, action: Action) -> tuple[Target, ...]:
        """The targets that an action is about; empty for actions like ending the turn."""
        ...

    def affected(self, view: Any, action: Action) -> tuple[Target, ...]:
        """All targets that an action would move; for a purchase, also the cards it is paid with."""
        ...

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """The answers of the question pane: for the selected target, or for the whole question."""
        ...

    def is_about_both(self, view: Any, action: Action, selected: Target, other: Target) -> bool:
        """Whether an action involves both the selected target and another one."""
        ...

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        """The heading for the answers of a selected target; "" if the question says enough."""
        ...

    def card_name(self, view: Any, target: Target) -> str:
        """The name of the card at a target; "" if it is not a card."""
        ...

    def describe(self, view: Any, target: Target) -> str:
        """The text of the card at a target, in a sentence; "" if it is not a card."""
        ...

    def why_not(self, view: Any, target: Target) -> str:
        """Why a target cannot be used, or not in every way; "" if it can."""
        ...

    def pages(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        """The pages about a target; empty for an empty place. `levels` are those of the seats."""
        ...
