"""Find better, practice, drills and puzzles: the table itself, on which a turn or a decision is played again.

See `vok_tui.learning.retry`. Keys, mouse, payments, reading and undo are those of every table; what is added has keys that no
table uses. A screen shows one position; the next one is on a new screen in its place.
"""

from collections.abc import Callable, Sequence
from typing import Final

from textual import work

from engine.core.action import Action
from vok_tui.game.navigation import IdleReason
from vok_tui.learning.coach import Coach
from vok_tui.learning.retry import ENDED, WAITING, Retry
from vok_tui.learning.trial import Attempt, Position, judge_attempt
from vok_tui.painting.grid import wrap
from vok_tui.panes.scene import Answer, GuidePage, TableCommand
from vok_tui.screens.messages import RetryClosed, SeeDecision
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.shortcuts import bindings

WHY_LINES: Final = 5  # of the reasons on one page of a low screen
WHY_COLUMNS: Final = 52
LOW: Final = 34  # lines of a screen, below which it is low
LISTING_LINES: Final = 7  # of what is said above a list of plans, and of the list, on a low screen
MIN_SAID_LINES: Final = 2  # of them, of what is said
MAX_PLAN_LINES: Final = 4  # of the steps of a marked plan, on a low screen
ROW_COLUMNS: Final = 36  # of a plan in its row, where its numbers are beside it


class RetryGuide:
    """What is said above the question of the table, and the keys that are added to its footer."""

    is_done: Final = False
    was_done: Final = False
    # All fit at 80 columns, so that they can be clicked.
    first_keys: Final = ("undo", "turn_start", "hint", "retry_show", "retry_why", "skip_step", "let_go", "read")

    def __init__(self, retry: Retry, height: Callable[[], int], marked: Callable[[], int]) -> None:
        """`height` is that of the screen, `marked` the place of the marked option."""
        self._retry: Final = retry
        self._height: Final = height
        self._marked: Final = marked

    @property
    def mark(self) -> str:
        """ "Find better 3 of 4"."""
        return self._retry.status()[0]

    def page(self) -> GuidePage:
        """What is said now."""
        retry = self._retry
        if retry.why_page:
            pages = self.why_pages()
            return retry.page._replace(text=pages[min(retry.why_page, len(pages)) - 1], max_lines=LOW)
        if retry.lists_options:
            return self._page_above_options()
        return retry.page._replace(max_lines=0 if retry.hints or retry.trial.node == retry.trial.start else 1)

    def _page_above_options(self) -> GuidePage:
        """What is said above what can be done: of a marked plan all its steps, for which there is little room in its row."""
        options, is_low = self._retry.options, self._height() < LOW
        texts = [option.text for option in options if option.place >= 0]
        needed = max([len(wrap(text, WHY_COLUMNS)) for text in texts if len(text) > ROW_COLUMNS], default=0)
        kept = min(needed, MAX_PLAN_LINES if is_low else LOW)
        room = max(MIN_SAID_LINES, kept, (LISTING_LINES if is_low else LOW) - len(options))
        marked = options[self._marked()] if self._marked() in range(len(options)) else None
        says_plan = bool(needed) and marked is not None and marked.place >= 0
        text = marked.text if says_plan and marked is not None else whole_paragraphs(self._retry.paragraphs, room)
        return self._retry.page._replace(text=text, max_lines=room, min_lines=kept)

    def why_pages(self) -> list[str]:
        """The reasons in full, page by page."""
        lines = wrap(self._retry.page.text, WHY_COLUMNS)
        count = WHY_LINES if self._height() < LOW else LOW
        return [" ".join(lines[start : start + count]) for start in range(0, len(lines), count)] or [""]

    def reply(self) -> str:
        """Nothing is answered in passing."""
        return ""

    def skip_step(self) -> None:
        """Nothing can be skipped: see `RetryScreen.action_skip_step`."""

    @property
    def footer_labels(self) -> dict[str, str]:
        """Other labels of keys of the table."""
        return {"skip_step": "Next", "lines": "Review", "let_go": "Close" if self._retry.why_page else "Back"}

    @property
    def idle_keys(self) -> dict[str, bool]:
        """Which keys do nothing now."""
        retry = self._retry
        is_over = retry.state in (WAITING, ENDED)
        return {
            "skip_step": is_over,
            "lines": not retry.course.is_of_open_game,
            "hint": not retry.is_asking,
            "retry_show": is_over,
            "retry_why": retry.is_asking or is_over,
            "let_go": False,
            "start_screen": True,
        }


def whole_paragraphs(paragraphs: Sequence[str], max_lines: int) -> str:
    """The paragraphs that fit into so many lines as a whole, and at least the first one: none is cut in the middle."""
    first, *others = list(filter(None, paragraphs)) or [""]
    text = first
    for paragraph in others:
        longer = f"{text} {paragraph}"
        text = longer if len(wrap(longer, WHY_COLUMNS)) <= max_lines else text
    return text


class RetryScreen(TableScreen):
    """The table of the current position of a retry. Posts RetryClosed and SeeDecision."""

    BINDINGS = bindings("retry")
    KEYS_SECTION = "retry"
    KEPT_AS = ""

    def __init__(self, retry: Retry) -> None:
        """`retry` stands at a position."""
        super().__init__(retry.trial, coach=Coach(retry.trial))
        self.retry: Final = retry
        self._guide: Final = RetryGuide(retry, lambda: self.app.size.height, self._marked_place)
        self.pointing.guide = self._guide
        self.commands = {**self.commands, TableCommand.RETRY: self._choose_option}

    def on_mount(self) -> None:
        super().on_mount()
        self._fetch_ahead()

    def _marked_place(self) -> int:
        cursor = self.pointing.pointer.cursor
        return cursor.index if cursor is not None and cursor.area == "answer" else 0

    @property
    def game_shown(self) -> str:
        return self.retry.position.match.game.name()

    # -- an attempt

    def show_question(self, error: str = "") -> None:
        """Show the question of the table; where the attempt has ended, what can be done then, once it is judged."""
        must_judge = self.retry.follow_table()
        super().show_question(error)
        if must_judge:
            self._judge(self.retry.position, self.retry.trial.own_actions())
        self._list_options()

    def _list_options(self) -> None:
        """List what can be done, in place of the answers of the game, if the retry says so."""
        retry = self.retry
        if not retry.lists_options:
            return
        options = retry.options
        answers = [
            Answer(
                option.text,
                note=option.note,
                command=TableCommand.RETRY,
                about=str(place),
                key=str(option.place + 1) if option.place >= 0 else "",
                short_texts=(option.short,) if option.short else (),
            )
            for place, option in enumerate(options)
        ]
        has_lines = any(option.place >= 0 for option in options)
        word = retry.position.match.game.score_word()
        heading = f"What it is worth: chance, {word}" if has_lines else "What next?" if options else "One moment"
        if retry.why_page:
            is_last = retry.why_page >= len(self._guide.why_pages())
            heading = f"{self._live_keys.key_of('retry_why')}: {'back to the list' if is_last else 'more'}"
            answers = answers[:1]
        self.pointing.ask(heading, "", tuple(answers))
        self.repaint()

    @work(thread=True, exclusive=True, group="judge")
    def _judge(self, position: Position, actions: tuple[Action, ...]) -> None:
        """Compare what was tried with the best. In a thread, because it takes up to some seconds."""
        self.show_from_thread(self._accept, position, judge_attempt(position, actions))

    def _accept(self, position: Position, attempt: Attempt) -> None:
        retry, trial = self.retry, self.retry.trial
        if retry.position is position and trial.is_at_end and trial.own_actions() == attempt.actions:
            retry.accept(attempt)
            super().show_question()
            self._list_options()

    def _choose_option(self, answer: Answer) -> None:
        """Do what the player has chosen after an attempt."""
        option = self.retry.options[int(answer.about)]
        if option.id == "back":
            self.action_travel("undo")
        elif option.id == "turn":
            self.action_travel("turn_start")
        elif option.id == "hint":
            self.action_hint()
        elif option.id == "show":
            self.action_show_lines()
        elif option.id == "next":
            self.action_skip_step()
        elif option.id == "line":
            self._play_line(option.place)
        else:
            self.action_leave_table()

    def _play_line(self, place: int) -> None:
        if place < len(self.retry.lines):
            self.retry.play_line(place)
            super().show_question()
            self._list_options()

    # -- the next position

    def _fetch_ahead(self) -> None:
        """Look for the position after this one, while the player thinks about this one."""
        retry = self.retry
        if not (retry.has_all or retry.is_fetching) and retry.place + 1 >= len(retry.positions):
            retry.is_fetching = True
            self._fetch()

    @work(thread=True, group="fetch")
    def _fetch(self) -> None:
        """Let the course find the next position. In a thread, because it reads and judges games."""
        more = self.retry.course.more
        self.show_from_thread(self._take, more() if more is not None else None)

    def _take(self, position: Position | None) -> None:
        retry = self.retry
        retry.is_fetching = False
        retry.add(position)
        for notice in retry.course.notices:
            self.app.notify(notice, timeout=8, markup=False)
        retry.course.notices.clear()
        if retry.state == WAITING:
            self.action_skip_step()
        else:
            self._list_options()
            self.repaint()

    # -- keys

    def action_skip_step(self) -> None:
        """Go to the next position; after the last one, the course ends."""
        retry = self.retry
        if retry.state in (WAITING, ENDED) and retry.has_all:
            return
        place = retry.place
        retry.go_on()
        if retry.place != place or not retry.lists_options:
            self.app.switch_screen(RetryScreen(retry))
        else:
            super().show_question()
            self._list_options()

    def action_hint(self) -> None:
        """Say what the good plans do; once more, the best one."""
        if not self.retry.is_asking:
            return
        self.retry.give_hint()
        if self.sitting.node != self.retry.trial.node or self.retry.trial.is_at_end:
            self.action_travel("undo")
        self._repaint_with_reason("")

    def action_show_lines(self) -> None:
        """Show the plans or answers with their numbers."""
        if self.retry.state not in (WAITING, ENDED):
            self.retry.show_lines()
            super().show_question()
            self._list_options()

    def action_toggle_why(self) -> None:
        """Show why the best plan is better in full, page by page, instead of the list."""
        if self.retry.is_asking or self.retry.state in (WAITING, ENDED):
            return
        is_last = self.retry.why_page >= len(self._guide.why_pages())
        self.retry.why_page = 0 if is_last else self.retry.why_page + 1
        self.retry.lists_options = True
        self._list_options()

    def action_choose_card(self, area: str, index: int) -> None:
        """The key of a card in hand puts a plan on the table where plans are listed."""
        if area == "hand" and self.retry.lists_options and not self.retry.is_asking:
            self._play_line(index)
        else:
            super().action_choose_card(area, index)

    def action_show_review(self) -> None:
        """See the decision in the review of its game."""
        if self.retry.course.is_of_open_game:
            self.post_message(SeeDecision(self.retry.decision.node))

    def action_let_go(self) -> None:
        """Close what is open; if nothing is, leave. A drill is summed up first. What was answered is stored."""
        if self.retry.why_page:
            self.retry.why_page = 0
            self._list_options()
        elif self._has_something_open:
            super().action_let_go()
        else:
            self.action_leave_table()

    @property
    def _has_something_open(self) -> bool:
        pointing = self.pointing
        answers = pointing.answer_list
        is_open = pointing.overlay.current is not None or pointing.pointer.selected is not None
        return is_open or answers.filter is not None or pointing.step_pointer.highlighted_step is not None

    def action_leave_table(self) -> None:
        """Back to where the player came from."""
        if self.retry.end_if_summed_up():
            super().show_question()
            self._list_options()
        else:
            self.retry.course.stop.set()
            self.post_message(RetryClosed())

    def action_reshuffle(self) -> None:
        """Nothing: the deal is one of its own already."""
        reason: IdleReason = "What you cannot know is dealt anew here already."
        self._repaint_with_reason(reason)
