"""Builds the scene of the table from the game and what is open, and paints it."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from engine.core.game import NOBODY
from vok_tui.game.navigation import HELPED, words_apart
from vok_tui.game.thinker import ThinkingProgress, initial_progress
from vok_tui.painting.grid import Brush, Grid, Target
from vok_tui.painting.signs import Signs
from vok_tui.panes import advice, guide, question, status
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.overlay import Overlay
from vok_tui.panes.reader import FIXED_READER, READER
from vok_tui.panes.registry import FIXED_PANES, fixed_pane_rects, without_useless_curve
from vok_tui.panes.scene import Board, Scene, ScrollPosition, TargetHint
from vok_tui.panes.story import FIXED_STORY
from vok_tui.table.coaching import Coaching
from vok_tui.table.footer import footer_hints
from vok_tui.table.pointing import Pointing
from vok_tui.table.question import card_keys_of_answers

WARNINGS_MARK: Final = "warnings on"  # in the status line; says that the game is helped too
GUIDED_MARK: Final = "guided game"  # in the status line; undo costs nothing there, so it replaces the other marks


def build_scene(
    pointing: Pointing,
    signs: Signs,
    keys: LiveKeys,
    progress: ThinkingProgress | None = None,
    *,
    colors: bool = True,
    has_mouse: bool = True,
    coaching: Coaching | None = None,
) -> Scene:
    """The scene at the current position. `progress` is the progress of the opponent that is thinking."""
    sitting, question, pointer, board = pointing.sitting, pointing.question, pointing.pointer, pointing.board
    overlay = pointing.overlay
    request = sitting.thinker_request()
    is_waiting = sitting.awaits_reactions or sitting.asks_another_secretly
    is_thinking = request is not None and not (pointing.is_asking_who_plays_on or is_waiting)
    heading = question.heading
    if pointer.selected is not None:
        heading = board.heading(question.view, pointer.selected, pointing.listed_answers)
    target_keys = keys_of_targets(pointing, keys)
    answer_keys = keys_of_answers(pointing, keys, target_keys)
    scene = Scene(
        view=question.view,
        names=sitting.names,
        viewer=sitting.viewer,
        chapter_title=sitting.chapter.title,
        levels=sitting.levels,
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
        tip=pointing.tips.tip_for(sitting) if pointing.tips is not None else "",
        guide=pointing.guide.page() if pointing.guide is not None else None,
        thinking_name=sitting.names[sitting.mover] if is_thinking else "",
        progress=progress or initial_progress(request.player) if is_thinking and request is not None else None,
        is_waiting=is_waiting,
        needs_card_first=question.needs_card_first,
        covered_reason=sitting.why_hand_is_covered,
        marks=marks_of_game(pointing, coaching),
        turns_since=question.turns_since,
        turns=question.turns,
        chapter_details=pointing.step_pointer.chapter_details,
        highlighted_step=pointing.step_pointer.highlighted_step,
        changed_since_answer=pointing.step_pointer.changed_since_answer,
        changed_by_highlighted_step=pointing.step_pointer.changed_by_highlighted_step,
        pages=() if sitting.seat_to_take_keyboard != NOBODY else tuple(pointing.pages_to_read()),
        overlay=overlay.current.id if overlay.current is not None else "",
        scroll=overlay.scroll,
        points=question.points,
    )
    if coaching is not None:
        scene = replace(scene, advice=coaching.advice(keys, target_keys))
    return replace(scene, footer=footer_hints(pointing, scene, keys, coaching))


def marks_of_game(pointing: Pointing, coaching: Coaching | None) -> tuple[str, ...]:
    """The words that mark the game in the status line."""
    if pointing.guide is not None:
        return (GUIDED_MARK,)
    marks = words_apart(pointing.sitting.match)
    if coaching is not None and coaching.coach.warns:
        return (*[mark for mark in marks if mark != HELPED], WARNINGS_MARK)
    return marks


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


MIN_STORY_LINES: Final = 8  # of a story pane that replaces what the others did in the question pane


def paint_table(grid: Grid, scene: Scene, board: Board, overlay: Overlay | None = None) -> ScrollPosition:
    """Paint everything, the open overlay last. Returns its scroll position, limited to its end."""
    arrangement = board.arrange_panes(grid.width, grid.height, scene.view)
    rects = fixed_pane_rects(arrangement, grid.width)
    question_scene = scene_for_question(scene, arrangement.areas_with_texts, has_reader=FIXED_READER.id in rects)
    needed_lines = question.needed_line_count(
        Brush(grid, rects["question"]), question_scene, board.lines_above_answers(scene)
    )
    guide_lines = guide.guide_line_count(scene, rects["question"].width)
    advice_lines = advice.advice_line_count(scene, rects["question"].width, grid.height, needed_lines)
    rects = without_useless_curve(rects, needed_lines + guide_lines + advice_lines, has_begun=scene.points.has_begun)
    way = None
    if scene.guide is not None:
        rects, way = guide.with_way(rects, len(scene.guide.titles))
        question_scene = replace(question_scene, has_reader=True, hint=TargetHint(obstacle=scene.hint.obstacle))
    arrangement = replace(arrangement, question=rects["question"], panes=rects)
    status.paint_status(Brush(grid, arrangement.status), scene, board.title, board.status_text(scene))
    board.paint_zones(grid, scene)
    story = arrangement.panes.get(FIXED_STORY.id)
    shows_turns_since = not arrangement.areas_with_texts or story is None or story.height < MIN_STORY_LINES
    question_brush = Brush(grid, arrangement.question)
    guide.paint_guide_step(question_brush, scene)
    width, height = question_brush.width, question_brush.height - guide_lines
    advice_lines = advice.advice_line_count(scene, width, height, needed_lines)
    advice.paint_advice(question_brush.sub_brush(0, guide_lines + height - advice_lines, width, advice_lines), scene)
    question_brush = question_brush.sub_brush(0, guide_lines, width, height - advice_lines)
    paint_question_and_cards(question_brush, question_scene, board, shows_turns_since=shows_turns_since)
    if way is not None:
        guide.paint_guide_way(Brush(grid, way), scene)
    for pane in FIXED_PANES:
        rect = arrangement.panes.get(pane.id)
        if rect is not None:
            pane.paint(Brush(grid, rect), scene, board)
    status.paint_footer(Brush(grid, arrangement.footer), scene)
    if overlay is None or overlay.obstacle(scene):
        return 0
    brush = Brush(grid, overlay.covered_rect(grid, scene, arrangement))
    brush.clear_for_overlay("on-stone")
    return overlay.paint(brush.sub_brush(1, 0, brush.width - 2, brush.height, ("on-stone",)), scene, board)


def paint_question_and_cards(brush: Brush, scene: Scene, board: Board, *, shows_turns_since: bool) -> None:
    """Paint the question, with a row of the cards that only it shows, or else with the lines above the answers."""
    y = len(question.heading_lines(brush, scene))
    if board.paint_question_cards(brush.sub_brush(1, y, brush.width - 1, 1), scene):
        question.paint_question(brush, scene, blank_lines=1, shows_turns_since=shows_turns_since)
    else:
        question.paint_question(brush, scene, board.lines_above_answers(scene), shows_turns_since=shows_turns_since)


def scene_for_question(scene: Scene, areas_with_texts: Collection[str], *, has_reader: bool) -> Scene:
    """The scene for the question pane, with `has_reader` set. Its hint is without the text of the card if that is visible
    elsewhere: in a reader, or on the card itself in one of the `areas_with_texts`."""
    targets = [target for target in (scene.cursor, scene.selected) if target is not None]
    scene = replace(scene, has_reader=has_reader)
    if has_reader or scene.overlay == READER.id or any(target.area in areas_with_texts for target in targets):
        return replace(scene, hint=TargetHint(obstacle=scene.hint.obstacle))
    return scene
