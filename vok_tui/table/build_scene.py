"""Builds the scene from the open question and the state of the pointer."""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.game import NOBODY
from vok_tui.game.navigation import peeked_and_reshuffled_words
from vok_tui.game.thinker import ThinkingProgress, initial_progress
from vok_tui.painting.grid import Target
from vok_tui.painting.signs import Signs
from vok_tui.panes.overlay import FixedPane, Overlay
from vok_tui.panes.registry import FIXED_PANES
from vok_tui.panes.scene import Scene
from vok_tui.table.answering.current_question import card_keys_of_answers
from vok_tui.table.answering.tips import tip_about_untried_answer
from vok_tui.table.footer import footer_hints
from vok_tui.table.live_keys import LiveKeys
from vok_tui.table.pointing import Pointing


def build_scene(
    pointing: Pointing,
    signs: Signs,
    keys: LiveKeys,
    progress: ThinkingProgress | None = None,
    *,
    colors: bool = True,
    has_mouse: bool = True,
) -> Scene:
    """The scene at the current position. `progress` is the progress of the opponent that is thinking."""
    session, question, pointer, board = pointing.session, pointing.question, pointing.pointer, pointing.board
    overlay = pointing.overlay
    request = session.thinker_request()
    is_waiting = session.awaits_reactions or session.asks_another_secretly
    is_thinking = request is not None and not (pointing.is_asking_who_plays_on or is_waiting)
    panes: list[Overlay | FixedPane] = [*FIXED_PANES, *([overlay.current] if overlay.current is not None else [])]
    heading = question.heading
    if pointer.selected is not None:
        heading = board.heading(question.view, pointer.selected, pointing.listed_answers)
    target_keys = keys_of_targets(pointing, keys)
    answer_keys = keys_of_answers(pointing, keys, target_keys)
    scene = Scene(
        view=question.view,
        names=session.names,
        viewer=session.viewer,
        chapter_title=session.chapter.title,
        levels=session.levels,
        signs=signs,
        colors=colors,
        has_mouse=has_mouse,
        heading=heading if pointing.answer_list.filter is None else f"{heading} /{pointing.answer_list.filter}_",
        answers=tuple(
            [replace(answer, key=key) for answer, key in zip(pointing.listed_answers, answer_keys, strict=True)]
        ),
        usable=question.usable,
        affected=frozenset(pointing.affected_targets()),
        target_keys=target_keys,
        cursor=pointer.cursor,
        selected=pointer.selected,
        hand_count=len(question.hand_numbers),
        payment=pointing.answer_list.payment,
        warning=pointer.error or pointer.idle_reason,
        message=pointer.message,
        hint=pointing.target_hint(),
        tip=tip_about_untried_answer(pointing),
        thinking_name=session.names[session.mover] if is_thinking else "",
        progress=progress or initial_progress(request.player) if is_thinking and request is not None else None,
        is_waiting=is_waiting,
        needs_card_first=question.needs_card_first,
        covered_reason=session.why_hand_is_covered,
        marks=peeked_and_reshuffled_words(session.match),
        turns_since=question.turns_since,
        turns=question.turns,
        chapter_details=pointing.step_pointer.chapter_details,
        highlighted_step=pointing.step_pointer.highlighted_step,
        changed_since_answer=pointing.step_pointer.changed_since_answer,
        changed_by_highlighted_step=pointing.step_pointer.changed_by_highlighted_step,
        pages=() if session.seat_to_take_keyboard != NOBODY else tuple(pointing.pages_to_read()),
        overlay=overlay.current.id if overlay.current is not None else "",
        scroll=overlay.scroll,
        gathered=pointing.pane_data.gather_once(panes),
    )
    return replace(scene, footer=footer_hints(pointing, scene, keys))


def keys_of_targets(pointing: Pointing, keys: LiveKeys) -> dict[Target, str]:
    """The key of each target that has one. Cards in hand have the keys of their numbers; opponents have keys only while
    usable."""
    question = pointing.question
    target_keys = {
        target: key for target, key in keys.target_keys.items() if target.area != "hand" or not question.hand_numbers
    }
    for index, number in enumerate(question.hand_numbers):
        if key := keys.target_keys.get(Target("hand", number - 1), ""):
            target_keys[Target("hand", index)] = key
    for offset, key in keys.opponent_keys.items():
        if (seat := pointing.opponent_target(offset)) in question.usable:
            target_keys[seat] = key
    return target_keys


def keys_of_answers(pointing: Pointing, keys: LiveKeys, target_keys: Mapping[Target, str]) -> list[str]:
    """The key of each listed answer: the key of its role, or those of its cards; "" if it has none."""
    question, answers = pointing.question, pointing.listed_answers
    card_keys = card_keys_of_answers(
        pointing.board, question.view, answers, target_keys, pointing.pointer.selected, keys.key_of("choose")
    )
    return [keys.role_keys.get(answer.role, "") or key for answer, key in zip(answers, card_keys, strict=True)]
