"""The open question at the table, computed once per position: view, legal actions, heading, story; and the answers with their
keys."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.game import NOBODY
from vok_tui.game.session import Session
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.game.variations import leaves
from vok_tui.panes.grid import Target
from vok_tui.panes.scene import Answer, Board

ANSWER_KEYS: Final = "bfghijkmovwy"
"""Keys for answers, in order of preference; keys that the table uses are skipped. The preferred letters of some answers (a to
execute, t to entomb) are not among them, so they never mean anything else."""


@dataclass(frozen=True)
class OpenQuestion:
    """The question at the current position, for the viewer."""

    view: Any
    choices: list[Choice]
    heading: str
    usable: frozenset[Target]
    card_first: bool
    turns: tuple[StoryChapter, ...]
    turns_since: tuple[StoryChapter, ...]


def open_question(session: Session, board: Board) -> OpenQuestion:
    """Compute the open question of a session."""
    view = session.view()
    choices = session.choices()
    usable = frozenset(thing for choice in choices for thing in board.targets(view, choice.action))
    card_first = len(board.answers(view, choices, None, session.names)) < len(choices)
    turns: tuple[StoryChapter, ...] = ()
    turns_since: tuple[StoryChapter, ...] = ()
    if session.next_viewer == NOBODY:  # the story depends on the viewer
        turns, turns_since = tuple(session.story()), tuple(session.story_since_your_turn())
    return OpenQuestion(view, choices, question_heading(session), usable, card_first, turns, turns_since)


def question_heading(session: Session) -> str:
    """The question, with the card that asks it; or whose move is awaited."""
    if session.next_viewer != NOBODY:
        return f"It is for {session.names[session.next_viewer]} to answer"
    question = session.question()
    if session.awaits_reactions or session.asks_in_secret:
        return question.text
    if not session.is_over and not session.asks_viewer:
        return f"{session.names[session.mover]} is {'thinking' if session.request() else 'asked'}"
    if question.card and question.card not in question.text:
        return f"{question.card}: {question.text}"
    return question.text


def question_answers(
    question: OpenQuestion,
    session: Session,
    board: Board,
    selected: Target | None,
    used_keys: frozenset[str],
    last_key: str = "",
) -> tuple[Answer, ...]:
    """The answers of the question pane, each with a unique key."""
    if session.next_viewer != NOBODY:
        items = [Answer(f"I am {session.names[session.next_viewer]}: show my cards", command="sit", key="w")]
    elif session.is_away:
        items = [Answer("To where the game stands now", command="end", key="w")]
    elif session.is_over:
        items = [Answer("The score sheet", command="score", key="w")]
        if len(leaves(session.match.log)) > 1:
            items.append(Answer("The other lines that were played", command="lines"))
    elif session.finished and not session.asks_viewer:
        items = [Answer("To the end of the game", command="end", key="w")]
    else:
        items = board.answers(question.view, question.choices, selected, session.names)
    return assign_keys(items, used_keys, last_key)


def assign_keys(answers: Sequence[Answer], used_keys: frozenset[str], last_key: str = "") -> tuple[Answer, ...]:
    """Assign a key to each answer as long as there are any: its preferred key if no other answer wants it, else the next free
    one. The `last_key` that was pressed is not free, so that pressing it twice does not answer the next question."""
    wanted = Counter(answer.key for answer in answers)
    granted = {key for key, count in wanted.items() if key and count == 1 and key not in used_keys}
    free = [
        letter for letter in ANSWER_KEYS if letter not in used_keys and letter not in granted and letter != last_key
    ]
    keyed: list[Answer] = []
    for answer in answers:
        if answer.key in granted:
            keyed.append(answer)
        else:
            keyed.append(replace(answer, key=free.pop(0) if free else ""))
    return tuple(keyed)
