"""The open question at the table, computed once for each position: view, legal actions, heading and story. Also its answers and
their keys."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.game import NOBODY
from vok_tui.game.session import Session
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer, Board
from vok_tui.replay.variations import leaves
from vok_tui.table.answering.hand_numbers import HandNumbers
from vok_tui.table.opponents import humans_are_out

OUT: Final = "You are out"
ALL_OUT: Final = "You are all out"
OUT_ANSWERS: Final = (
    Answer("Skip to the end of the game", command="finish", role="yes"),
    Answer("Leave: the others finish the game, and it counts", command="leave"),
)


@dataclass(frozen=True)
class OpenQuestion:
    """The question at the current position, for the viewer. `hand_numbers` are the numbers of the cards in hand, in the order of
    `view`."""

    view: Any
    choices: list[Choice]
    heading: str
    hand_numbers: tuple[int, ...]
    usable: frozenset[Target]
    needs_card_first: bool
    turns: tuple[StoryChapter, ...]
    turns_since: tuple[StoryChapter, ...]
    humans_are_out: bool = False  # see `humans_are_out` in `vok_tui.table.opponents`

    @property
    def nodes_since(self) -> frozenset[int]:
        """The nodes of the steps in `turns_since`."""
        return frozenset(sentence.node for turn in self.turns_since for sentence in turn.sentences)


def compute_question(session: Session, board: Board, numbers: HandNumbers) -> OpenQuestion:
    """Compute the open question of a session."""
    view = session.view()
    order, hand_numbers = numbers.order_and_numbers(board.hand_cards(view))
    view = board.with_hand_order(view, order)
    choices = session.choices()
    usable = frozenset(target for choice in choices for target in board.targets_of_action(view, choice.action))
    needs_card_first = len(board.answers(view, choices, None, session.names)) < len(choices)
    turns: tuple[StoryChapter, ...] = ()
    turns_since: tuple[StoryChapter, ...] = ()
    if session.seat_to_take_keyboard == NOBODY:  # the story depends on the viewer
        turns, turns_since = tuple(session.story()), tuple(session.story_since_your_turn())
    heading, are_out = question_heading(session), humans_are_out(session)
    return OpenQuestion(view, choices, heading, hand_numbers, usable, needs_card_first, turns, turns_since, are_out)


def question_heading(session: Session) -> str:
    """The question, with the card that asks it; or whose move is awaited."""
    if session.seat_to_take_keyboard != NOBODY:
        return f"It is for {session.names[session.seat_to_take_keyboard]} to answer"
    question = session.question()
    if session.awaits_reactions or session.asks_another_secretly:
        return question.text
    if not session.shows_end and not session.asks_viewer:
        activity = f"{session.names[session.mover]} is {'thinking' if session.thinker_request() else 'asked'}"
        return f"{OUT if len(session.humans) == 1 else ALL_OUT}; {activity}" if humans_are_out(session) else activity
    if question.card and question.card not in question.text:
        return f"{question.card}: {question.text}"
    return question.text


def question_answers(
    question: OpenQuestion, session: Session, board: Board, selected: Target | None
) -> tuple[Answer, ...]:
    """The answers of the question pane. If "no" has only one alternative, that is "yes". If several answers have the same role,
    only the first keeps it."""
    if session.seat_to_take_keyboard != NOBODY:
        name = session.names[session.seat_to_take_keyboard]
        return (Answer(f"I am {name}: show my side", command="sit", role="yes"),)
    if session.has_spectator_gone_back:
        return (Answer("To the current position of the game", command="end", role="yes"),)
    if session.shows_end:
        score = Answer("The score sheet", command="score", role="yes")
        has_variations = len(leaves(session.match.log)) > 1
        return (score, Answer("The other lines that were played", command="lines")) if has_variations else (score,)
    if session.has_ended and not session.asks_viewer:
        return (Answer("To the end of the game", command="end", role="yes"),)
    if question.humans_are_out:
        return OUT_ANSWERS
    answers = board.answers(question.view, question.choices, selected, session.names)
    roles = [answer.role for answer in answers]
    if len(answers) == 2 and "no" in roles:
        answers = [answer if answer.role else replace(answer, role="yes") for answer in answers]
    first_indices = {role: index for index, role in reversed(list(enumerate(roles)))}
    return tuple(
        [
            answer if first_indices.get(answer.role, index) == index else replace(answer, role="")
            for index, answer in enumerate(answers)
        ]
    )


def card_keys_of_answers(
    board: Board,
    view: Any,
    answers: Sequence[Answer],
    target_keys: Mapping[Target, str],
    selected: Target | None,
    choose_key: str,
) -> list[str]:
    """For each answer the keys of the cards that give it: one card that no other answer is about, or the two cards that it is
    about, one after the other; "" if card keys are not enough. The key of the selected card counts as pressed. If a card alone
    gives no answer, its key and then `choose_key` give the first answer about it."""
    targets_by_answer = [
        [target for target in board.targets_of_action(view, answer.action) if target != selected]
        if answer.action
        else []
        for answer in answers
    ]
    counts = Counter(target for targets in targets_by_answer for target in targets)
    keys: list[str] = []
    seen: set[Target] = set()  # the targets that an earlier answer is about
    for answer, targets in zip(answers, targets_by_answer, strict=True):
        seen_before = seen & set(targets)
        seen.update(targets)
        first = next((target for target in targets if target in target_keys), None)
        if first is None or answer.action is None:
            keys.append("")
            continue
        partners = (
            target
            for target in targets
            if target in target_keys and board.is_about_both(view, answer.action, first, target)
        )
        second = next(partners, None)
        if second is not None:
            keys.append(f"{target_keys[first]} {target_keys[second]}")
        else:
            is_enough = counts[first] == 1 or (
                selected is not None and board.is_about_both(view, answer.action, selected, first)
            )
            is_first = selected is None and first not in seen_before and choose_key != ""
            keys.append(target_keys[first] if is_enough else f"{target_keys[first]} {choose_key}" if is_first else "")
    return keys
