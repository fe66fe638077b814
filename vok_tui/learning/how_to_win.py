"""How to win: a guided game of three turns of the first game, each about one idea. See `vok_tui.learning.retry`.

The turns are puzzles of the program, but they are not rated here.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from vok_tui.learning.history import BEGUN, REACHED, SHOWN, LearningHistory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vok_tui.learning.retry import Result, Retry
    from vok_tui.learning.trial import Position

HOW_TO_WIN: Final = "win"  # its id among the guided games
HOW_TO_WIN_TITLE: Final = "How to win"
MINUTES: Final = 10
CLOSING: Final = (
    "Entomb early enough, see what the next player wants, and look at what falls. The rest is practice: the puzzles, and your "
    "own turns in Find better."
)


class WinningTurn(NamedTuple):
    """A turn with one idea: the id of its puzzle, what it is called, what is said before it, and after it."""

    puzzle: str
    title: str
    text: str
    reply: str


TURNS: Final = (
    WinningTurn(
        "base-b5628497",
        "entomb",
        "When to begin entombing: a card in your deck scores nothing, and you may entomb only one each turn. Count the turns "
        "that are left.",
        "With few turns left, a card in the tomb is worth more than one more to buy.",
    ),
    WinningTurn(
        "base-5dee9b44",
        "deny",
        "Denying: what you leave at the base, the next player can buy. See what their sets still need.",
        "You have taken what the next player wanted, and it scores for you.",
    ),
    WinningTurn(
        "base-39226550",
        "crumble",
        "When the pyramid crumbles, cards from above fall into reach. A turn that leaves the pyramid unchanged must sacrifice "
        "one of its cards: choose what is lost, and what falls.",
        "What you sacrifice is lost to all, and what falls is there for the next player first.",
    ),
)


def how_to_win_state(history: LearningHistory) -> str:
    """How far the player is: "new, 10 minutes", "turn 2 of 3" or "done"."""
    if history.has_finished_lesson(HOW_TO_WIN):
        return "done"
    if history.is_lesson_open(HOW_TO_WIN):
        return f"turn {_first_open(history) + 1} of {len(TURNS)}"
    return f"new, {MINUTES} minutes"


def _first_open(history: LearningHistory) -> int:
    """The place of the turn that is to be played: after a finished round, the first one."""
    return min(max(history.steps(HOW_TO_WIN, REACHED), default=0), len(TURNS) - 1)


def how_to_win(history: LearningHistory) -> "Retry | None":
    """The course through the turns, from the first that was not played yet. None if its puzzles do not fit the rules."""
    from vok_tui.learning.courses import begun, iter_to_more
    from vok_tui.learning.retry import Course

    history.reload()
    if not history.is_lesson_open(HOW_TO_WIN):
        history.add(HOW_TO_WIN, BEGUN)
    first = _first_open(history)

    def report(result: "Result") -> str:
        place = next(place for place, turn in enumerate(TURNS) if turn.puzzle == result.position.id)
        if history.is_lesson_open(HOW_TO_WIN):
            history.add(HOW_TO_WIN, REACHED, str(place + 1))
            if place + 1 == len(TURNS):
                history.end_lesson(HOW_TO_WIN, len(TURNS), len(TURNS))
        return "" if result.outcome == SHOWN else TURNS[place].reply

    course = Course("How to win", "The guided game", len(TURNS) - first, report=report)
    course.more = iter_to_more(_positions(first))
    return begun(course, lambda _: [CLOSING])


def _positions(first: int) -> "Iterator[Position]":
    """The turns from a place on."""
    from ai.analysis.decision import COMPILED_BUDGET
    from vok_tui.learning.puzzles import PuzzleRetired, find_puzzle
    from vok_tui.learning.trial import Position

    for turn in TURNS[first:]:
        puzzle = find_puzzle(turn.puzzle)
        if puzzle is None:
            continue
        try:
            match = puzzle.match()
        except PuzzleRetired:
            continue
        decision = puzzle.decision
        yield Position(
            turn.puzzle,
            match,
            decision,
            COMPILED_BUDGET,
            decision.seat,
            intro=turn.text,
            is_judged=True,
            other_words="the scribe's plan",
            title=turn.title,
        )
