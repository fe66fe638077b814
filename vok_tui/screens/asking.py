"""What is asked of whoever sits here, worked out once for each position: the view, the answers in lines with keys, the words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.rules import NOBODY
from vok_tui.lines import leaves
from vok_tui.panes.grid import Thing
from vok_tui.panes.scene import Answer, Board
from vok_tui.session import Choice, Session, Turn

LETTERS: Final = "bfghijkmovwy"
"""The keys of answers, the likeliest first; those that the table itself needs are passed over. The letters that an answer
may like (a to execute, t to entomb) are not among them: they never mean something else."""


@dataclass(frozen=True)
class Asked:
    """What is asked of whoever sits here, worked out once for each position."""

    view: Any
    choices: list[Choice]
    heading: str
    live: frozenset[Thing]
    ordinary: bool
    turns: tuple[Turn, ...]
    since: tuple[Turn, ...]


def ask(session: Session, board: Board) -> Asked:
    """What is asked now."""
    view = session.view()
    choices = session.choices()
    live = frozenset(thing for choice in choices for thing in board.things(view, choice.action))
    ordinary = len(board.answers(view, choices, None, session.names)) < len(choices)
    turns: tuple[Turn, ...] = ()
    since: tuple[Turn, ...] = ()
    if session.waits_for == NOBODY:  # they are told for one pair of eyes
        turns, since = tuple(session.chronicle()), tuple(session.since_your_turn())
    return Asked(view, choices, heading(session), live, ordinary, turns, since)


def heading(session: Session) -> str:
    """The question, with the card that asks it; or what there is to wait for."""
    if session.waits_for != NOBODY:
        return f"It is for {session.names[session.waits_for]} to answer"
    question = session.question()
    if session.held or session.hushed:
        return question.text
    if not session.over and not session.asks_here:
        return f"{session.names[session.mover]} is {'thinking' if session.request() else 'asked'}"
    if question.card and question.card not in question.text:
        return f"{question.card}: {question.text}"
    return question.text


def answers(
    asked: Asked, session: Session, board: Board, chosen: Thing | None, taken: frozenset[str], just: str = ""
) -> tuple[Answer, ...]:
    """The lines of the question pane, each with a key that nothing else has."""
    if session.waits_for != NOBODY:
        given = [Answer(f"I am {session.names[session.waits_for]}: show my cards", does="sit", key="w")]
    elif session.away:
        given = [Answer("To where the game stands now", does="end", key="w")]
    elif session.over:
        given = [Answer("The score sheet", does="score", key="w")]
        if len(leaves(session.match.log)) > 1:
            given.append(Answer("The other lines that were played", does="lines"))
    elif session.finished and not session.asks_here:
        given = [Answer("To the end of the game", does="end", key="w")]
    else:
        given = board.answers(asked.view, asked.choices, chosen, session.names)
    return with_keys(given, taken, just)


def with_keys(given: Sequence[Answer], taken: frozenset[str], just: str = "") -> tuple[Answer, ...]:
    """A letter for each answer while there are any: the one that it would like, if no other answer would like that too, else
    the next that is free. The letter that was `just` pressed is not free: pressed once too often it must not answer the next
    question."""
    wishes = Counter(answer.key for answer in given)
    liked = {key for key, wished in wishes.items() if key and wished == 1 and key not in taken}
    free = [letter for letter in LETTERS if letter not in taken and letter not in liked and letter != just]
    keyed: list[Answer] = []
    for answer in given:
        if answer.key in liked:
            keyed.append(answer)
        else:
            keyed.append(replace(answer, key=free.pop(0) if free else ""))
    return tuple(keyed)
