"""Find better: a player stands before turns or decisions again, from what was known then, and plays them at the table.

`vok_tui.learning.trial` has one such position and its table; `Retry` goes through several of them, as its `Course` says. Nothing
of it is a game: it is never on the shelf, counted or rated.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Final, NamedTuple

from ai.analysis.decision import NO_MATTER_LOSS, Decision
from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.plan_words import steps_in_words
from ai.analysis.report import decisions_of
from engine.core.match import Match
from vok_tui.learning.history import HINT_GIVEN, HINTED, MISSED, RIGHT, SHOWN, LearningHistory
from vok_tui.learning.practice import is_practisable, position_id
from vok_tui.learning.trial import Attempt, Position, ShownLine, Trial
from vok_tui.panes.scene import GuidePage
from vok_tui.records.loss_report import LossReporter, in_100

ASKING, JUDGING, WRONG, SOLVED, GIVEN_UP, WAITING, ENDED = (
    "asking", "judging", "wrong", "right", "shown", "waiting", "ended",
)  # fmt: skip
OUTCOME_WORDS: Final = {RIGHT: "right", HINTED: "right", MISSED: "again", SHOWN: "shown"}
OPEN: Final = "open"
RULE: Final = "Any order counts, undo is free; right is within 2 in 100 of the best."
UNKNOWN: Final = "What you did not know stays hidden."
LOOKING: Final = "Looking for the next position…"
COMPARING: Final = "Comparing this with the best plan…"


class Result(NamedTuple):
    """What became of a position at the first try: RIGHT, HINTED, MISSED or SHOWN, and the loss of the first attempt."""

    position: Position
    outcome: str
    loss: float


class RatingChange(NamedTuple):
    """What an answer to a puzzle has changed: the player's rating now, by how much it has changed, and that of the puzzle."""

    rating: int
    change: int
    puzzle: int


@dataclass
class Course:
    """Which positions are tried, and what happens then. With `more`, it returns the next position, or None after the last one;
    it may take seconds and is called in a thread. Otherwise the positions begin again after the last one. `count` is how many
    there will be, as far as known. The `history` keeps that a hint was given, so that leaving does not forget it. `report` is
    called once for each position, and answers with a sentence, or "". `summary` is what is said at the end. `outcomes` are
    those of positions that were tried earlier, by id. `notices` are sentences for the player that `more` has found.
    `rating_change` is what the latest result has changed, in a course that is rated. `stop` is set when nobody waits for `more`
    any longer."""

    heading: str = "Find better"
    list_heading: str = "Turns of this game"
    count: int | None = None
    more: Callable[[], Position | None] | None = None
    history: LearningHistory | None = None
    report: Callable[[Result], str] = lambda _: ""
    summary: Callable[[], Sequence[str]] = tuple
    outcomes: Mapping[str, str] = field(default_factory=dict)
    is_of_open_game: bool = False  # so that the review can show its decisions
    sums_up_when_left: bool = False  # it has no end of its own, so leaving it is its end
    notices: list[str] = field(default_factory=list)
    rating_change: RatingChange | None = None
    stop: Event = field(default_factory=Event)


class RetryOption(NamedTuple):
    """What the player can do after an attempt: `id` is "back", "turn", "hint", "show", "next", "leave" or "line", which has a
    `place` among the lines."""

    id: str
    text: str
    note: str = ""
    place: int = -1
    short: str = ""  # where there is no room for the text


class Retry:
    """The positions that a player tries again, and what is said at each of them. The table is that of the current one."""

    def __init__(self, positions: Sequence[Position], course: Course | None = None) -> None:
        """There is at least one position; call `go_to` before the first use."""
        self.course: Final = course or Course()
        self.positions: Final = list(positions)
        self.outcomes: Final = [self._outcome_before(position) for position in positions]
        self.results: Final[list[Result]] = []
        self.place = 0
        self.state = ASKING
        self.attempts: list[Attempt] = []
        self.hints = 0
        self.note = ""  # what the course has said about the result
        self.lists_options = False  # whether they are shown in place of the question of the game
        self.why_page = 0  # of the reasons, which are then shown in full; 0 if they are not
        self.has_all = self.course.more is None  # whether no further position will be added
        self.is_fetching = False
        self._was_hinted = False
        self._goes_on = False  # whether the turn goes on after the latest attempt, as something was shown there
        self._trial: Trial | None = None
        self._lines: list[ShownLine] | None = None  # with the attempts so far

    @property
    def position(self) -> Position:
        """The position that is tried."""
        return self.positions[self.place]

    @property
    def decision(self) -> Decision:
        """The decision that is tried."""
        return self.position.decision

    @property
    def trial(self) -> Trial:
        """The table of the current position."""
        if self._trial is None:
            self._trial = Trial(self.position)
        return self._trial

    @property
    def reporter(self) -> LossReporter:
        """Says what the analysis has found about the game of this position."""
        position = self.position
        return LossReporter(position.match, position.your_seat, other_words=position.other_words, proof=position.proof)

    @property
    def is_asking(self) -> bool:
        """Whether nothing was right or shown yet."""
        return self.state in (ASKING, JUDGING, WRONG)

    def add(self, position: Position | None) -> None:
        """Add a position that the course has found; None: there are no more."""
        if position is None:
            self.has_all = True
        else:
            self.positions.append(position)
            self.outcomes.append(self._outcome_before(position))

    def go_to(self, place: int) -> None:
        """Go to a position, and begin there again."""
        self.place = place % len(self.positions)
        self.state, self.attempts, self.hints, self.note = ASKING, [], 0, ""
        self.lists_options, self.why_page = False, 0
        self._trial = self._lines = None
        self._goes_on = False
        history = self.course.history
        self._was_hinted = history is not None and history.is_hinted(self.position.id)

    def go_on(self) -> None:
        """Go to the next position. After the last one: begin again, wait for another one, or end."""
        if self.place + 1 < len(self.positions) or self.course.more is None:
            self.go_to(self.place + 1)
        else:
            self.state, self.lists_options = ENDED if self.has_all else WAITING, True

    def end_if_summed_up(self) -> bool:
        """End a course that has no end of its own, because the player has had enough. False if there is no result to sum up, or
        if it has ended already."""
        if not (self.course.sums_up_when_left and self.results) or self.state == ENDED:
            return False
        self.course.stop.set()
        self.has_all, self.state, self.lists_options = True, ENDED, True
        return True

    # -- an attempt

    def follow_table(self) -> bool:
        """The table has changed. Returns whether an attempt has ended that must be judged: see `judge_attempt` and `accept`."""
        if self.state in (WAITING, ENDED):
            return False
        if not self.trial.is_at_end:
            self.lists_options = False
            self.state = ASKING if self.is_asking else self.state
            return False
        self.lists_options = True
        if not self.is_asking:
            return False
        actions = self.trial.own_actions()
        known = next((attempt for attempt in self.attempts if attempt.actions == actions), None)
        if known is not None:
            self.state = WRONG
            return False
        self.state = JUDGING
        return True

    def accept(self, attempt: Attempt) -> None:
        """Take note of a judged attempt."""
        self.attempts.append(attempt)
        self._lines = None
        self.hints, self.lists_options = 0, True
        self._goes_on = self._trial is not None and self._trial.goes_on
        self.state = SOLVED if attempt.is_right else WRONG
        self._settle(RIGHT if attempt.is_right else MISSED, attempt.loss)
        if attempt.is_right and self.outcomes[self.place] != "shown":
            self.outcomes[self.place] = "right"
        elif not attempt.is_right and self.outcomes[self.place] != "right":
            self.outcomes[self.place] = "again"

    def give_hint(self) -> None:
        """Say more about the best plan. That is on the disk before it is said."""
        history = self.course.history
        if history is not None and not self._was_hinted:
            history.add(self.position.match.game.name(), HINT_GIVEN, self.position.id)
        self.hints = min(2, self.hints + 1)
        self._was_hinted = True

    def show_lines(self) -> None:
        """Give up, if nothing was right yet: show the plans or answers."""
        self.lists_options, self.why_page = True, 0
        if self.is_asking:
            self.state = GIVEN_UP
            self._settle(SHOWN, self.decision.loss)
            if self.outcomes[self.place] != "right":
                self.outcomes[self.place] = "shown"

    def play_line(self, place: int) -> None:
        """Put one of the lines on the table."""
        self.trial.play_line(self.lines[place])
        self.lists_options, self.why_page = True, 0

    # -- what is said

    @property
    def lines(self) -> list[ShownLine]:
        """What is shown afterwards, with all that was tried."""
        if self._lines is None:
            self._lines = self.position.lines_with(self.attempts)
        return self._lines

    @property
    def options(self) -> list[RetryOption]:
        """What the player can do instead of answering, the likeliest first."""
        noun = self.position.noun
        if self.state == ENDED:
            return [RetryOption("leave", "Back")]
        if self.state == WAITING:
            return [RetryOption("leave", "Back, without another one")]
        if self.state == WRONG:
            is_turn = self.position.turn is not None
            return [
                RetryOption(
                    "back", "Back a step, and play on from there" if is_turn else "Take it back, and try again"
                ),
                *([RetryOption("turn", f"The whole {noun} again")] if is_turn else []),
                RetryOption("hint", "A hint"),
                RetryOption("show", "Show the plans" if is_turn else "Show the answers"),
                RetryOption("next", f"Another {noun}"),
            ]
        if self.state == JUDGING:
            return []
        lines = []
        for place, line in enumerate(self.lines):
            marks = (f"{line.yours} " if line.yours else "") + (f"{self.game_word} " if line.is_played else "")
            lines.append(RetryOption("line", line.words, f"{marks}{line.note}", place, line.like_first))
        return [RetryOption("next", self._next_text()), *lines]

    @property
    def game_word(self) -> str:
        """Who has played the line that was not good enough: "game", or "scribe" in a puzzle."""
        return "game" if not self.position.intro else "scribe"

    def _next_text(self) -> str:
        is_last = self.place + 1 == len(self.positions) and self.has_all
        if is_last and self.course.more is not None:
            return "To the end"
        return f"The next {self.position.noun}" if not is_last or len(self.positions) > 1 else "Once more"

    @property
    def page(self) -> GuidePage:
        """What is said above the table's question, and the list of the positions beside it."""
        titles = []
        for place, position in enumerate(self.positions):
            title = position.title or (position.match.chapter(position.start).title or "the start").partition(",")[0]
            mark = "" if position.intro else position.decision.mark
            loss = in_100(position.decision.loss) if mark else ""
            titles.append(" ".join(filter(None, [title, mark, loss, self.outcomes[place]])))
        left_out = frozenset([place for place in range(self.place) if self.outcomes[place] != "right"])
        heading, text = self.heading, " ".join(self.paragraphs)
        return GuidePage(heading, text, (), tuple(titles), self.place, left_out, self.course.list_heading)

    @property
    def heading(self) -> str:
        """What is asked, or what became of it, in a few words."""
        position, state = self.position, self.state
        if state == ENDED:
            return f"{self.course.heading}: the end"
        if state == WAITING:
            return self.course.heading
        if state == JUDGING:
            return "Your answer"
        if state == WRONG:
            loss = round(100 * self.attempts[-1].loss)
            return f"Not yet: {loss if loss > 2 else 'a little more than 2'} in 100 below the best"
        if state == SOLVED:
            return "Right"
        if state == GIVEN_UP:
            return "The plans" if position.turn is not None else "The answers"
        if self.hints:
            return "A hint"
        return f"Play this {position.noun} better" if not position.intro and position.turn else self.task

    @property
    def task(self) -> str:
        """What is to be done: "Play the best turn"."""
        return f"Play the best {self.position.noun}" if self.position.turn is not None else "Find the best answer"

    @property
    def paragraphs(self) -> list[str]:
        """What is said about the position, or about the latest attempt."""
        position, decision = self.position, self.decision
        if self.state == ENDED:
            return list(self.course.summary())
        if self.state == WAITING:
            return [LOOKING]
        if self.state == JUDGING:
            return [COMPARING]
        if self.hints and self.is_asking:
            return [self.hint_text()]
        if self.state == WRONG:
            return [self._attempt_text(self.attempts[-1]), self.note]
        if not self.is_asking:
            if self.why_page:
                return [self.note, *self.reasons]
            is_open = self.state == SOLVED and self._goes_on
            rest = f"The {position.unit} goes on; what comes now stays open." if is_open else ""
            return [rest, self.note, *self.reporter.reasons_of(decision)]
        words = self.reporter.words_of(decision)
        if position.intro:
            return [position.intro, RULE if position.turn else "", "" if position.title else UNKNOWN]
        return [
            f"You: {words.you}. That cost {round(100 * decision.loss)} in 100.",
            RULE if position.turn else "",
            UNKNOWN,
        ]

    def text(self) -> str:
        """Heading and paragraphs in one."""
        return " ".join([f"{self.heading}.", *filter(None, self.paragraphs)])

    def _attempt_text(self, attempt: Attempt) -> str:
        said = f"You: {self.position.words_of(attempt.actions)}."
        gain = round(100 * (self.decision.loss - attempt.loss))
        if self.position.intro or not gain:
            return said
        return f"{said} That is {'better' if gain > 0 else 'worse'} than in the game, by {abs(gain)} in 100."

    @property
    def reasons(self) -> list[str]:
        """Why the best plan or answer is better; without a reason, that there is none."""
        is_sought = self.course.is_of_open_game and not self.decision.is_explained
        no_reason = "The reason is still being looked for." if is_sought else "No reason was found."
        return self.reporter.reasons_of(self.decision) or [no_reason]

    def hint_text(self) -> str:
        """The hint, and whether it is on the disk that there was one."""
        return " ".join(filter(None, [self._hint_words(), self._trouble]))

    def _hint_words(self) -> str:
        """First how the good plans begin or what they share, then the best one."""
        lines, position = self.position.lines, self.position
        best = lines[0].words
        if self.hints > 1:
            return f"The best {'plan' if position.turn else 'answer'}: {best if position.turn else best.partition(',')[0]}."
        if position.turn is not None:
            plans = [[step.words for step in steps_in_words(position.question, plan)] for plan in position.turn.good]
            played = [step.words for step in steps_in_words(position.question, position.turn.played_plan)]
            shared = [words for words in plans[0] if all(words in plan for plan in plans) and words not in played]
            if shared and len(shared) < len(plans[0]):
                which = (
                    "The best plan has"
                    if len(plans) == 1
                    else f"{'Both' if len(plans) == 2 else f'All {len(plans)}'} good plans have"
                )
                return f"{which} this step: {shared[0]}."
            return f"The best plan begins with “{best.partition(' ')[0]}”."
        said = [line.words for line in lines]
        if len({text.partition(" ")[0] for text in said}) > 1:
            return f"The best answer begins with “{best.partition(' ')[0]}”."
        is_worse = (lines[0].chance or 0.0) - (lines[-1].chance or 0.0) >= NO_MATTER_LOSS
        if len(said) > 2 and is_worse:  # the first word would tell nothing
            return f"It is not “{said[-1]}”."
        return f"The best answer: {best.partition(',')[0]}."

    def status(self) -> tuple[str, str]:
        """For the line at the top: the course with the place in it, and what game it is from."""
        count = self.course.count or (len(self.positions) if self.course.more is None else 0)
        return f"{self.course.heading} {self.place + 1}{f' of {count}' if count else ''}", self.position.about

    def _settle(self, outcome: str, loss: float) -> None:
        """Report the result of the first try of a position. Another process may have given a hint on it, or stored an answer."""
        if any(result.position is self.position for result in self.results):
            return
        history = self.course.history
        if history is not None:
            history.reload()
            self._was_hinted |= history.is_hinted(self.position.id)
        result = Result(self.position, HINTED if outcome == RIGHT and self._was_hinted else outcome, loss)
        self.results.append(result)
        self.note = " ".join(filter(None, [self.course.report(result), self._trouble]))

    @property
    def _trouble(self) -> str:
        """Why the latest result or hint is not on the disk; "" if it is."""
        return self.course.history.trouble if self.course.history is not None else ""

    def _outcome_before(self, position: Position) -> str:
        return OUTCOME_WORDS.get(self.course.outcomes.get(position.id, ""), OPEN)


def positions_of_game(match: Match, your_seat: int, analysis: GameAnalysis, game_id: str) -> list[Position]:
    """The player's own mistakes that have a best answer, the costliest first."""
    own = [decision for decision in decisions_of(analysis, (your_seat,)) if is_practisable(decision)]
    return [
        Position(position_id(game_id, decision), match, decision, analysis.key.budget, your_seat)
        for decision in sorted(own, key=lambda decision: (-decision.loss, decision.node))
    ]
