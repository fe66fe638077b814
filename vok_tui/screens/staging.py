"""From a session and a pointer to a scene: what is painted follows from where the game stands and what is pointed at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.rules import NOBODY
from vok_tui.panes.grid import Thing
from vok_tui.panes.scene import Answer, Board, Scene
from vok_tui.panes.signs import Signs
from vok_tui.session import Choice, Session

LETTERS: Final = "bfghijkmovwyatnp"


@dataclass
class Pointer:
    """What the person at the table points at and has open."""

    cursor: Thing | None = None
    chosen: Thing | None = None
    reading: bool = False
    page: int = 0
    log_open: bool = False
    log_up: int = 0
    note: str = ""


@dataclass(frozen=True)
class Asked:
    """What is asked of whoever sits here, worked out once for each position."""

    view: Any
    choices: list[Choice]
    heading: str
    live: frozenset[Thing]
    ordinary: bool


def ask(session: Session, board: Board) -> Asked:
    """What is asked now."""
    view = session.view()
    choices = session.choices()
    live = frozenset(thing for choice in choices for thing in board.things(view, choice))
    ordinary = len(board.answers(view, choices, None, session.names)) < len(choices)
    return Asked(view, choices, heading(session), live, ordinary)


def heading(session: Session) -> str:
    """The question, with the card that asks it; or what there is to wait for."""
    if session.waits_for != NOBODY:
        return f"It is for {session.names[session.waits_for]} to answer"
    question = session.question()
    if session.over:
        return question.text
    if not session.asks_here:
        return (
            f"{session.names[session.mover]} is thinking"
            if session.request()
            else f"{session.names[session.mover]} is asked"
        )
    return (
        f"{question.card}: {question.text}" if question.card and question.card not in question.text else question.text
    )


def answers(
    asked: Asked, session: Session, board: Board, chosen: Thing | None, taken: frozenset[str]
) -> tuple[Answer, ...]:
    """The lines of the question pane, each with a key that nothing else has."""
    if session.waits_for != NOBODY:
        given = [Answer(f"I am {session.names[session.waits_for]}: show my cards", does="sit", key="w")]
    elif session.over:
        given = [Answer("The score sheet", does="score", key="w")]
    else:
        given = board.answers(asked.view, asked.choices, chosen, session.names)
    return with_keys(given, taken)


def with_keys(given: Sequence[Answer], taken: frozenset[str]) -> tuple[Answer, ...]:
    """A letter for each answer while there are any: the one that it would like, else the next that is free."""
    liked = [answer.key for answer in given if answer.key and answer.key not in taken]
    free = [letter for letter in LETTERS if letter not in taken and letter not in liked]
    keyed: list[Answer] = []
    for answer in given:
        if answer.key in liked:
            liked.remove(answer.key)
            keyed.append(answer)
        else:
            keyed.append(replace(answer, key=free.pop(0) if free else ""))
    return tuple(keyed)


def stage(
    asked: Asked,
    session: Session,
    board: Board,
    pointer: Pointer,
    signs: Signs,
    keys: Mapping[Thing, str],
    given: tuple[Answer, ...],
    footer: tuple[tuple[str, str, str], ...],
) -> Scene:
    """The scene."""
    covered = session.names[session.waits_for] if session.waits_for != NOBODY else ""
    about = subject(asked, board, pointer, given)
    pages = board.read(asked.view, about, session.names) if about is not None and not covered else []
    page = min(pointer.page, max(0, len(pages) - 1))
    thinks = session.request() is not None
    return Scene(
        view=asked.view,
        names=session.names,
        signs=signs,
        asked=board.heading(asked.view, pointer.chosen) if pointer.chosen is not None else asked.heading,
        answers=given,
        live=asked.live,
        meant=frozenset(meant(asked, board, pointer, given)),
        keys=keys,
        cursor=pointer.cursor,
        chosen=pointer.chosen,
        note=pointer.note,
        hint=hint(asked, board, pointer, about),
        thinking=session.names[session.mover] if thinks else "",
        ordinary=asked.ordinary,
        covered=covered,
        peeked=session.peeked,
        since=tuple(session.since_your_turn()),
        turns=tuple(session.chronicle()),
        reading=pages[page] if pages else None,
        reading_open=pointer.reading,
        page=page,
        pages=len(pages),
        log_open=pointer.log_open,
        log_up=pointer.log_up,
        footer=footer,
    )


def subject(asked: Asked, board: Board, pointer: Pointer, given: Sequence[Answer]) -> Thing | None:
    """The thing that is read about: the one under the cursor; at an answer the card chosen, else what the answer is about."""
    cursor = pointer.cursor
    if cursor is None or cursor.where != "answer":
        return cursor
    if pointer.chosen is not None or cursor.index >= len(given):
        return pointer.chosen
    for choice in asked.choices:
        if choice.action == given[cursor.index].action:
            return next(iter(board.things(asked.view, choice)), None)
    return None


def meant(asked: Asked, board: Board, pointer: Pointer, given: Sequence[Answer]) -> tuple[Thing, ...]:
    """All that the answer under the cursor would move."""
    cursor = pointer.cursor
    if cursor is None or cursor.where != "answer" or cursor.index >= len(given):
        return ()
    action = given[cursor.index].action
    return board.meant(asked.view, action) if action is not None else ()


def hint(asked: Asked, board: Board, pointer: Pointer, about: Thing | None) -> tuple[str, str]:
    """What the thing under the cursor does, and why nothing can be done with it now."""
    if about is None:
        return "", ""
    why = board.why_not(asked.view, about) if asked.choices and pointer.cursor == about else ""
    return board.does(asked.view, about), why
