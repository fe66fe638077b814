"""A lesson: a guided game on a fixed deal, as data, and how far a match has come in it.

A lesson is played at the real table, and every legal answer is allowed. Each step has one idea and goals. A goal looks only at
what happened since the step began, and at what the player may see. So the progress follows from the moves alone: it is the same
after an undo, and after the game was left and continued.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.core.action import Action
from engine.core.game import Event
from engine.core.match import Match
from engine.core.setup import BASE_VARIANT, Variant


class StepWindow(NamedTuple):
    """What has happened in `match` since a step of a lesson began, up to the last of `nodes`: the nodes that were reached since
    then, at first none. `view` returns what the player may see there."""

    match: Match
    viewer: int
    nodes: tuple[int, ...]
    view: Callable[[], Any]

    def events(self) -> list[Event]:
        """The events since the step began, without those that the player may not know."""
        return [
            event
            for node in self.nodes
            for event in self.match.events_on_step_to(node)
            if event.is_fully_known_to(self.viewer)
        ]

    def own_events(self, *verbs: str) -> list[Event]:
        """The events of the player with one of these verbs."""
        return [event for event in self.events() if event.seat == self.viewer and event.verb in verbs]

    def own_answers(self) -> list[Action]:
        """The answers of the player since the step began."""
        log = self.match.log
        return [log.actions[node] for node in self.nodes if self.match.mover(log.parents[node]) == self.viewer]


IsReached = Callable[[StepWindow], bool]


def did(*verbs: str) -> IsReached:
    """Whether the player did this: an event with one of these verbs."""
    return lambda window: bool(window.own_events(*verbs))


def happened(*verbs: str) -> IsReached:
    """Whether an event with one of these verbs happened to anybody."""
    return lambda window: any(event.verb in verbs for event in window.events())


def answered(*verbs: str) -> IsReached:
    """Whether the player has given an answer with one of these verbs."""
    return lambda window: any(answer.verb in verbs for answer in window.own_answers())


def sees(condition: Callable[[Any], bool]) -> IsReached:
    """Whether a condition holds for the view of the player."""
    return lambda window: condition(window.view())


Words = str | Callable[[Any], str]
"""What the guide says; or a function of what the player sees, for words that hold only in some positions."""


def said(words: Words, view: Any) -> str:
    """The words in a position."""
    return words if isinstance(words, str) else words(view)


MAX_GOAL_COLUMNS: Final = 52  # on the smallest table


def such_as(goal: str, examples: Iterable[str]) -> str:
    """A goal with the first of the examples that fits into its line; without one if none does."""
    lines = [f"{goal}, such as {example}" for example in examples]
    return next((line for line in lines if len(line) <= MAX_GOAL_COLUMNS), goal)


@dataclass(frozen=True)
class Goal:
    """Something to do, in words, and whether it is done. An example in the words is an answer that can be given there."""

    text: Words
    is_reached: IsReached


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson. `text` has at most two sentences, `reply` answers the player who has reached its goals. `line` are the
    player's answers that lead there from the end of the step before, in words of the game; a test plays them. `is_missed` says
    whether the goals can no longer be reached, or not for long; the next step then begins, and `missed` is said."""

    title: str
    text: Words
    goals: tuple[Goal, ...]
    reply: str
    line: tuple[str, ...]
    is_missed: IsReached = lambda _: False
    missed: str = "That moment has passed: here is the next step."


@dataclass(frozen=True)
class Lesson:
    """A guided game. The player begins, on seat 0, against opponents of these levels.

    `rules` and `fingerprint` are those with which `line` of the steps was tried: a test fails if they are no longer the current
    ones. `remarks` answer what the player does beside the goals, by the verb of the answer ("" for a verb
    that needs none). `closing` are sentences about what the lesson leaves out. `is_over` says whether the player can do nothing
    any more; all steps that are left are then missed.
    """

    game: str
    minutes: int
    seed: int
    rules: int
    fingerprint: int
    levels: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    closing: str
    variant: Variant = BASE_VARIANT
    remarks: Mapping[str, str] = field(default_factory=dict)
    is_over: IsReached = lambda _: False

    @property
    def id(self) -> str:
        """What it is called in files and commands: its game, or an edition that is not the first one."""
        return self.game if self.variant.edition == BASE_VARIANT.edition else self.variant.edition


class LessonProgress(NamedTuple):
    """How far a lesson has come at a node: the current step, from 0 (the number of steps after the last), the nodes since it
    began, which of its goals are reached, and the steps before it that were missed or skipped."""

    step: int
    nodes: tuple[int, ...]
    reached: tuple[bool, ...]
    left_out: frozenset[int]


NOT_BEGUN: Final = LessonProgress(0, (), (), frozenset())


class LessonRun:
    """The progress of a lesson at each node of a match. `view_at` returns what the player may see at a node. `skipped` are the
    steps that the player has skipped; call `skip` to add one."""

    def __init__(
        self, lesson: Lesson, match: Match, viewer: int, view_at: Callable[[int], Any], skipped: Collection[int] = ()
    ) -> None:
        self.lesson: Final = lesson
        self._match: Final = match
        self._viewer: Final = viewer
        self._view_at: Final = view_at
        self._skipped: Final = set(skipped)
        self._progress: Final[dict[int, LessonProgress]] = {}

    def skip(self, step: int) -> None:
        """Skip a step: its goals need not be reached."""
        self._skipped.add(step)
        self._progress.clear()

    def at(self, node: int) -> LessonProgress:
        """The progress at a node."""
        for passed in self._match.log.path(node):
            if passed not in self._progress:
                before = self._progress[self._match.log.parents[passed]] if passed else NOT_BEGUN
                self._progress[passed] = self._after(before, passed)
        return self._progress[node]

    def _after(self, before: LessonProgress, node: int) -> LessonProgress:
        """The progress at a node, from that at its parent. A step that is reached, missed or skipped leads to
        the next one, which begins here."""
        step, nodes, left_out = before.step, (*before.nodes, node) if node else (), before.left_out
        while step < len(self.lesson.steps):
            window = StepWindow(self._match, self._viewer, nodes, lambda: self._view_at(node))
            reached = tuple([goal.is_reached(window) for goal in self.lesson.steps[step].goals])
            if not all(reached):
                if not (
                    step in self._skipped or self.lesson.steps[step].is_missed(window) or self.lesson.is_over(window)
                ):
                    return LessonProgress(step, nodes, reached, left_out)
                left_out |= {step}
            step, nodes = step + 1, ()
        return LessonProgress(step, (), (), left_out)
