"""The scene: everything that is painted, as one value. The screen builds it and the panes read it. Also the protocol of a
board."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.core.action import Action
from engine.core.game import NOBODY
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.painting.grid import Brush, Grid, Target
from vok_tui.painting.signs import Signs
from vok_tui.panes.arrangement import PaneArrangement
from vok_tui.panes.story.steps import ChapterNotes, NoteChapter, StepKey, no_notes

if TYPE_CHECKING:
    from vok_tui.panes.payment import LaidOut, Purchase


ScrollPosition = int
"""The lines or pages by which an overlay is scrolled."""
IdleReason = str
"""Why a key did nothing; "" if it did something."""


@dataclass(frozen=True)
class Answer:
    """An answer in the question pane. `action` is None for a command of the table itself (`command`). `note` is shown at the
    right edge: "4 gold, 1 lost". `short_texts` are shorter wordings, longest first. `role` names the key of an answer that has
    one of its own, by `answer('role')` in the shortcuts: "yes", "no", "end" and those of the game. `name` is typed to give the
    answer: "10b", in small letters and digits."""

    text: str
    action: Action | None = None
    key: str = ""
    note: str = ""
    command: str = ""
    short_texts: tuple[str, ...] = ()
    role: str = ""
    name: str = ""


@dataclass(frozen=True)
class Page:
    """A page of the reader: title, subtitle, and lines with an optional name at the left. `brief` is what matters most, for a
    reader that is too low for the page: in wordings of which the longest comes first."""

    title: str
    ink: str  # of the subtitle
    subtitle: str
    lines: tuple[tuple[str, str], ...]
    brief: tuple[str, ...] = ()


class KeyHint(NamedTuple):
    """A key that works now, for the footer. `id` is the name of its shortcut in config.toml."""

    key: str
    label: str
    action: str
    id: str


@dataclass(frozen=True)
class Scene:
    """The table as it will be painted.

    `heading` is that of the question pane. `usable` are the targets with an answer, `affected` those that the answer under the
    cursor would move. `target_keys` are the keys of targets. `pages` are those about the target under the cursor. `overlay` is
    the id of the open overlay, and `scroll` the lines or pages by which it is scrolled. `gathered` is what panes have gathered
    from the session, by their ids.
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
    colors: bool = True
    where: str = ""  # the title of the chapter
    cursor: Target | None = None
    selected: Target | None = None
    hand_count: int = 0  # cards in the viewer's hand, if the board numbers them
    laid: "LaidOut | None" = None  # what is laid out to pay for the selected card
    levels: tuple[str, ...] = ()  # of each seat, or HUMAN
    note: str = ""  # what went wrong
    message: str = ""  # what the player is told until the next key
    tip: str = ""  # for a new player: what an answer is good for
    has_reader: bool = False  # what the card under the cursor does stands in a reader, wherever the cursor is
    hint: tuple[str, str] = ("", "")  # about the card under the cursor: what it does; why it cannot be used
    thinking_name: str = ""  # the name of the opponent who thinks
    progress: ThinkingProgress | None = None  # of that opponent
    waits: bool = False  # the table waits whether somebody reacts
    card_first: bool = False  # answers are listed only after a card is selected
    covered_reason: str = ""  # why the cards are covered
    marks: tuple[str, ...] = ()  # what keeps the game apart from others: "peeked", "reshuffled"
    turns_since: tuple[StoryChapter, ...] = ()
    turns: tuple[StoryChapter, ...] = ()
    notes: NoteChapter = no_notes  # what the board says of a chapter
    pointed_step: StepKey | None = None  # `Step.key` of the step that is pointed at
    touched: frozenset[Target] = frozenset()  # what others have changed since the viewer's last answer
    pointed_targets: frozenset[Target] = frozenset()  # what the step changed that is pointed at
    footer: tuple[KeyHint, ...] = ()
    pages: tuple[Page, ...] = ()
    overlay: str = ""
    scroll: ScrollPosition = 0
    gathered: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shows_turns_since(self) -> bool:
        """Whether the question pane tells what happened since the viewer's last turn: not in the middle of an action."""
        if self.pointed_step is not None:
            return True
        own_turn = any(turn.chapter.seat == self.viewer != NOBODY for turn in self.turns[-1:])
        return self.selected is None and (self.card_first or not self.answers or not own_turn)

    def is_laid_out(self, target: Target) -> bool | None:
        """Whether a card of the hand is laid out to pay; None if nothing is paid for."""
        return target in self.laid.cards if self.laid is not None and target.area == "hand" else None

    def footer_key(self, id_: str) -> str:
        """The key of a shortcut that the footer shows; "" if it shows none."""
        return next((hint.key for hint in self.footer if hint.id == id_), "")


class Board(Protocol):
    """The board of one game: what the screen cannot know."""

    @property
    def title(self) -> str:
        """The title of the game."""
        ...

    def arrange_panes(self, width: int, height: int, view: Any) -> PaneArrangement:
        """Where the generic panes stand on a table of this size."""
        ...

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        """Paint the board's own zones and register their targets."""
        ...

    def paint_question_cards(self, brush: Brush, scene: Scene) -> bool:
        """Paint cards that only the question shows, in one line; False if there are none."""
        ...

    def status_text(self, scene: Scene) -> str:
        """Where the game stands, for the status line: whose turn it is, or who has won."""
        ...

    def lines_above_answers(self, scene: Scene) -> list[str]:
        """Texts above the answers, in place of what the others did since your turn; mostly none."""
        ...

    def chapter_notes(self, before: Any, after: Any, chapter: StoryChapter, is_over: bool) -> ChapterNotes:
        """What the sentences of a chapter mean. `before` and `after` are what the viewer saw before and behind it; `is_over`
        tells whether the next one has begun."""
        ...

    def changed_targets(self, before: Any, after: Any) -> frozenset[Target]:
        """The targets at which `after` shows other cards than `before`. Areas that cannot be pointed at are marks only."""
        ...

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        """Signs and their meanings, for a reader without an open page."""
        ...

    def cursor_return_areas(self) -> tuple[str, ...]:
        """The areas of cards and seats to which the cursor comes back: to the target that it left last, at first to the first
        area."""
        ...

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        """The areas that Tab visits, group by group."""
        ...

    def hand_cards(self, view: Any) -> Sequence[Hashable]:
        """The cards of the targets of the area "hand"; equal ones can take each other's place."""
        ...

    def with_hand_order(self, view: Any, order: Sequence[int]) -> Any:
        """The view with the cards of the hand in another order."""
        ...

    def viewer_secrets(self, view: Any) -> Sequence[str]:
        """What the viewer holds or has done in secret, for a review with open hands."""
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

    def purchase(self, view: Any, choices: list[Choice], selected: Target, names: tuple[str, ...]) -> "Purchase | None":
        """The purchase of the selected target, if its answers are ways to pay for it with cards of the hand."""
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
