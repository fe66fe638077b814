"""What is painted: the scene, where its panes are, and what the boards offer to paint it."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol

from engine.core.action import Action
from engine.core.game import NOBODY
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.painting.curve import CurveLine
from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.painting.signs import Signs
from vok_tui.panes.steps import ChapterDetails, DescribeChapter, StepKey, no_details

WIDE_COLUMNS: Final = 110  # tables of this width or more have a reader on the right side
MIN_COLUMNS: Final = 80  # width of the smallest table
MIN_SIDE_COLUMNS: Final = 23  # width of its right side
RIGHT_MARGIN: Final = 1  # blank columns at the right edge of the table, where many terminals show a border
READER_LINES: Final = 12
BOARD_PORTION: Final = 0.5  # of the height of the left side


@dataclass(frozen=True)
class PaneArrangement:
    """The rectangles of the panes. `panes` holds those of the fixed panes, by their ids: None for a pane that this table does not
    show. A pane that is missing there may take a part of another pane (`FallbackSlot`). Overlays may cover `left_overlay` and
    `right_overlay`. Cards in the `areas_with_texts` show their text."""

    status: Rect
    question: Rect
    footer: Rect
    left_overlay: Rect
    right_overlay: Rect
    panes: Mapping[str, Rect | None]
    areas_with_texts: frozenset[str] = frozenset()


def default_panes_and_board_rect(width: int, height: int) -> tuple[PaneArrangement, Rect]:
    """The arrangement for a board without a layout of its own, and the rectangle that is left for the board: the upper half
    of the left side."""
    wide = width >= WIDE_COLUMNS
    side = width // 3 - 1 if wide else MIN_SIDE_COLUMNS + (width - MIN_COLUMNS) // 2
    left, lines = width - side - 1, height - 2
    board = Rect(0, 1, left, int(lines * BOARD_PORTION))
    right = Rect(width - side, 1, side - RIGHT_MARGIN, lines)
    arrangement = PaneArrangement(
        status=Rect(0, 0, width, 1),
        question=Rect(0, board.bottom, left, height - 1 - board.bottom),
        footer=Rect(0, height - 1, width, 1),
        left_overlay=Rect(0, 1, left, lines),
        right_overlay=right,
        panes={"story": right},
    )
    return arrangement, board


ScrollPosition = int
"""The number of lines or pages by which an overlay is scrolled."""
AnyView = Any
"""What one seat may see of a position; of the class that the game chooses."""
"""Why a key did nothing; "" if it did something."""


class TableCommand(Enum):
    """What an answer does that is none of the game, but of the table itself. Each front end has a function for those it asks."""

    SIT = "sit"  # take the keyboard: show my side
    THINK = "think"  # ask the opponent once more
    SUBSTITUTE = "substitute"  # let a level play on in the seat of the opponent
    TAKE_BACK = "take_back"  # an answer that costs much
    PLAY_COSTLY = "play_costly"  # play it all the same
    FINISH = "finish"  # let the opponents play to the end
    LEAVE = "leave"
    END = "end"  # go to the end of the game
    SCORE = "score"
    LINES = "lines"  # the other lines that were played
    RETRY = "retry"  # where a position is tried again: one of `Retry.options`


@dataclass(frozen=True)
class Answer:
    """An answer in the question pane. `action` is None for a `command` of the table itself; `about` is the level or the place
    in a list that it is about.

    `note` is shown at the right edge: "4 gold, 1 lost". `short_texts` are shorter wordings, longest first. Answers with a `role`
    ("yes", "no", "end" and those of the game) have a key of their own, whose shortcut is `answer('role')`. The answer can also be
    given by typing its `name`, such as "10b", in lower-case letters and digits; one that `is_typed_only` is not listed before
    its name is begun. With a `purchase` the answers are ways to pay for the selected target with cards in hand, which may be
    laid out one by one. The actions `then` are given right after `action`, as far as they are legal.
    """

    text: str
    action: Action | None = None
    key: str = ""
    note: str = ""
    command: TableCommand | None = None
    about: str = ""
    short_texts: tuple[str, ...] = ()
    role: str = ""
    name: str = ""
    purchase: "Purchase | None" = field(default=None, compare=False, repr=False)
    then: tuple[Action, ...] = ()
    is_typed_only: bool = False

    @property
    def steps(self) -> tuple[Action, ...]:
        """All its actions."""
        return () if self.action is None else (self.action, *self.then)


@dataclass(frozen=True)
class Page:
    """A page of the reader: title, subtitle, and lines with an optional name at the left. `brief` is the most important text,
    for a reader that is too low for the page: several wordings, longest first. `notes` say what the signs on the table mean, as
    far as there is room for them."""

    title: str
    ink: str  # of the subtitle
    subtitle: str
    lines: tuple[tuple[str, str], ...]
    brief: tuple[str, ...] = ()
    indent: int = 0  # of the further lines of a text without a name
    notes: tuple[str, ...] = ()


class SignNote(NamedTuple):
    """What signs at a target mean. `signs` are all ways in which the table may write them; `words` say it with the numbers.
    `has_signs_first` says whether the signs that are on the screen stand before the words; otherwise the words have them. Without
    signs, the words are always shown."""

    signs: tuple[str, ...]
    words: str
    has_signs_first: bool = True


class KeyHint(NamedTuple):
    """A key that works now, for the footer. `id` is the name of its shortcut in config.toml."""

    key: str
    label: str
    action: str
    id: str


class TargetHint(NamedTuple):
    """About the target under the cursor: what it does or is worth, and why it cannot be used."""

    text: str = ""
    obstacle: str = ""


NO_HINT: Final = TargetHint()


MIN_POINTS: Final = 2  # with so few points of each seat, there is no curve yet


class PointsSoFar(NamedTuple):
    """A line for each seat, the `unit` that the game counts (turn or round), and its word for points."""

    lines: Sequence[CurveLine] = ()
    unit: str = "turn"
    score_word: str = "points"

    @property
    def has_begun(self) -> bool:
        """Whether there is something to draw: a step up or down needs the points after two turns."""
        return bool(self.lines) and len(self.lines[0].points) > MIN_POINTS


NO_POINTS: Final = PointsSoFar()


class Thinking(NamedTuple):
    """The opponent that thinks: its `name`, "" for nobody, and how far it is. `is_waiting` says that the table waits for possible
    reactions."""

    name: str = ""
    progress: ThinkingProgress | None = None
    is_waiting: bool = False


NOBODY_THINKS: Final = Thinking()


class StepMarks(NamedTuple):
    """What the table marks of the others' steps: the highlighted step (its `Step.key`), what has changed since the viewer's last
    answer, and what the highlighted step changed."""

    highlighted_step: StepKey | None = None
    changed_since_answer: frozenset[Target] = frozenset()
    changed_by_highlighted_step: frozenset[Target] = frozenset()


NO_STEP_MARKS: Final = StepMarks()


@dataclass(frozen=True)
class Scene:
    """What will be painted on the table.

    `heading` is the heading of the question pane. `usable` are the targets with an answer, `affected` those that the answer under
    the cursor would move. `target_keys` are the keys that choose targets. `pages` are about the target under the cursor.
    `overlay` is the id of the open overlay, "" if none is open.
    """

    view: AnyView
    names: tuple[str, ...]
    signs: Signs
    heading: str
    answers: tuple[Answer, ...] = ()
    usable: frozenset[Target] = frozenset()
    affected: frozenset[Target] = frozenset()
    target_keys: Mapping[Target, str] = field(default_factory=dict)
    viewer: int = NOBODY
    colors: bool = True
    has_mouse: bool = True  # whether a click can choose
    has_notice: bool = False  # whether a notification lies over the last lines of the question pane
    chapter_title: str = ""
    cursor: Target | None = None
    selected: Target | None = None
    payment: "LaidOutPayment | None" = None  # the cards laid out to pay for the selected card
    levels: tuple[str, ...] = ()  # the level of each seat, or HUMAN
    warning: str = ""  # an error, or why the latest key did nothing
    message: str = ""  # shown to the player until the next key
    tip: str = ""  # for a new player: the purpose of an answer
    is_newcomer: bool = False  # in the first games of a kind, in which the table counts less for the player
    guide: "GuidePage | None" = None  # in a guided game, what the guide says now
    advice: "Advice | None" = None  # the hint that is shown
    has_reader: bool = False  # a reader on the table always shows the text of the card under the cursor
    hint: TargetHint = NO_HINT  # about the target under the cursor, or the selected card
    thinking: Thinking = NOBODY_THINKS
    needs_card_first: bool = False  # the answers are listed only once a card is selected
    covered_reason: str = ""  # why the cards are covered; "" if they are not
    marks: tuple[str, ...] = ()  # "peeked", "reshuffled", "helped"
    turns_since: tuple[StoryChapter, ...] = ()
    turns: tuple[StoryChapter, ...] = ()
    chapter_details: DescribeChapter = no_details  # what the board says about a chapter
    step_marks: StepMarks = NO_STEP_MARKS
    footer: tuple[KeyHint, ...] = ()
    pages: tuple[Page, ...] = ()
    subject: Target | None = None  # what the pages are about
    overlay: str = ""
    scroll: ScrollPosition = 0
    points: PointsSoFar = NO_POINTS

    @property
    def shows_turns_since(self) -> bool:
        """Whether the question pane shows what happened since the viewer's last turn: not in the middle of an action."""
        if self.step_marks.highlighted_step is not None:
            return True
        if any(answer.command is TableCommand.RETRY for answer in self.answers):
            return False
        own_turn = any(turn.chapter.seat == self.viewer != NOBODY for turn in self.turns[-1:])
        return self.selected is None and (self.needs_card_first or not self.answers or not own_turn)

    def is_laid_out(self, target: Target) -> bool | None:
        """Whether a card in hand is laid out to pay; None if there is no purchase, or if the target is not in hand."""
        return target in self.payment.cards if self.payment is not None and target.area == "hand" else None

    def footer_key(self, shortcut_id: str) -> str:
        """The key of a shortcut in the footer; "" if the footer does not show it."""
        return next((hint.key for hint in self.footer if hint.id == shortcut_id), "")


@dataclass(frozen=True)
class AboveAnswers:
    """What a board shows between the question and its answers: a row of cards that only the question shows (`paint_row` paints
    it, in one line), else `lines`, in place of what the others did since your turn."""

    lines: Sequence[str] = ()
    paint_row: Callable[[Brush], object] | None = None


NOTHING_ABOVE: Final = AboveAnswers()


class BoardPainter(Protocol):
    """What paints the table of one game. While it `is_enlarged`, a board that `can_enlarge` on a table of this size shows a part
    of itself, but larger."""

    is_enlarged: bool

    def can_enlarge(self, width: int, height: int) -> bool: ...

    @property
    def title(self) -> str:
        """The title of the game."""
        ...

    def arrange_panes(self, width: int, height: int, view: AnyView) -> PaneArrangement:
        """Where the generic panes are on a table of this size."""
        ...

    def paint_zones(self, grid: Grid, scene: Scene) -> AboveAnswers | None:
        """Paint the zones of the game and register their targets. Returns what the question pane shows above its answers; None
        for nothing."""
        ...

    def status_text(self, scene: Scene) -> str:
        """The state of the game for the status line: whose turn it is, or who has won. Of parts between commas,
        the last ones are left out where they do not fit."""
        ...

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        """Signs and their meanings, for a reader that has no page to show."""
        ...

    def chapter_details(
        self, before: AnyView, after: AnyView, chapter: StoryChapter, is_chapter_over: bool
    ) -> ChapterDetails:
        """What the sentences of a chapter mean for its steps. `before` and `after` are the viewer's views before and after it;
        `is_chapter_over` says whether the next chapter has begun."""
        ...

    def changed_targets(self, before: AnyView, after: AnyView) -> frozenset[Target]:
        """The targets where the view `after` differs from the view `before`. They may include areas that can only be marked."""
        ...


class BoardAnswers(Protocol):
    """Which answers and keys belong to which target of one game."""

    def cursor_home_areas(self) -> tuple[str, ...]:
        """The areas of cards and seats to which the cursor returns: to the target where it was last, or at first to the first
        target of the first area."""
        ...

    def areas_walked_in_lines(self) -> tuple[str, ...]:
        """The areas in which the cursor keeps to its lines when it moves to the left or right, as on a map."""
        ...

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        """The areas that Tab visits, group by group."""
        ...

    def hand_cards(self, view: AnyView) -> Sequence[Hashable]:
        """The cards of the area "hand", by the index of their targets. Equal values are interchangeable cards."""
        ...

    def with_hand_order(self, view: AnyView, order: Sequence[int]) -> AnyView:
        """A copy of the view with the cards in hand in another order."""
        ...

    def targets_of_action(self, view: AnyView, action: Action) -> tuple[Target, ...]:
        """The targets that an action is about; empty for actions like ending the turn."""
        ...

    def affected_targets(self, view: AnyView, action: Action) -> tuple[Target, ...]:
        """All targets that an action would move; for a purchase also the cards that pay for it."""
        ...

    def answers(
        self, view: AnyView, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """The answers of the question pane: for the selected target, or for the whole question."""
        ...

    def is_about_both(self, view: AnyView, action: Action, selected: Target, other: Target) -> bool:
        """Whether an action involves both the selected target and another one."""
        ...


class BoardReader(Protocol):
    """What can be read about the targets of one game."""

    def heading(self, view: AnyView, selected: Target, answers: Sequence[Answer]) -> str:
        """The heading above the answers about a selected target; "" if the text of the question is enough."""
        ...

    def target_name(self, view: AnyView, target: Target) -> str:
        """The name of the card or place at a target; "" for a seat or an empty place."""
        ...

    def target_description(self, view: AnyView, target: Target) -> str:
        """What the card or place at a target does or is worth; "" if there is nothing to say."""
        ...

    def why_not(self, view: AnyView, target: Target) -> str:
        """Why a target cannot be used, or cannot be used in some way; "" if there is no obstacle."""
        ...

    def pages_about(self, view: AnyView, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        """The pages of the reader about a target; none for an empty place. `levels` are the levels of the seats."""
        ...

    def sign_notes(self, scene: Scene, target: Target) -> Iterable[SignNote]:
        """What the signs of this game at a target mean. Those of every game are known to the reader."""
        ...

    def viewer_secrets(self, view: AnyView) -> Sequence[str]:
        """What only the viewer can see, such as cards in hand, for a review with open hands."""
        ...


class Board(BoardPainter, BoardAnswers, BoardReader, Protocol):
    """The board of one game: what the screen cannot know about the game."""


MAX_COINS: Final = 20  # to paint; the sentence has the full numbers
CONFIRM_TARGET: Final = Target("answer", 0)  # the line with the coins


@dataclass(frozen=True)
class LaidOutPayment:
    """The cards that are laid out, and what they are worth: `paid` of the `price`, and `lost` beyond it. `answer` is the payment
    that they make, None if they make none. `sentence` sums it up ("3 of 5 gold, 2 short"), `kept_text` says which cards stay in
    hand. `unneeded_card` can be taken back, because the others pay the price; the sentence ends with it, and its key is painted
    after it."""

    cards: frozenset[Target]
    answer: Answer | None
    price: int
    paid: int
    lost: int
    sentence: str
    kept_text: str
    unneeded_card: Target | None = None


class Purchase(Protocol):
    """Something that can be bought with cards in hand. `answers` are the ways to pay, best first; `role` is the `Answer.role`
    whose key confirms a payment."""

    @property
    def answers(self) -> tuple[Answer, ...]: ...

    @property
    def role(self) -> str: ...

    def cards_of(self, answer: Answer) -> frozenset[Target]:
        """The cards that an answer lays out."""

    def can_lay_out(self, target: Target) -> bool:
        """Whether a target is a card in hand that can be laid out."""

    def payment_with(self, cards: frozenset[Target]) -> LaidOutPayment:
        """The payment that these cards make, whether or not it is complete."""


@dataclass(frozen=True)
class Advice:
    """A hint, or what is said while there is none. Each of the `rows` is the keys of an answer, its text, chance and points."""

    heading: str
    rows: tuple[tuple[str, str, str, str], ...] = ()
    score_word: str = "points"
    notes: tuple[str, ...] = ()

    @property
    def has_chances(self) -> bool:
        """Whether any row has a chance."""
        return any(chance for _, _, chance, _ in self.rows)

    @property
    def has_points(self) -> bool:
        """Whether any row has points."""
        return any(points for _, _, _, points in self.rows)


class GuidePage(NamedTuple):
    """What the guide says now. `goals` are the goals of the step, each with whether it is reached; `titles` those of all steps,
    of which the first `step` are done, except for those that were `left_out`. After the last step, `heading` and `text` say so,
    and there are no goals."""

    heading: str
    text: str
    goals: tuple[tuple[str, bool], ...]
    titles: tuple[str, ...]
    step: int
    left_out: frozenset[int]
    list_heading: str = "The guided game"
    max_lines: int = 0  # of the text; 0 for the usual number
    min_lines: int = 0  # also of a shorter text, so that another one does not move what is below
