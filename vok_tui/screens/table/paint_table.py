"""Builds the scene of the table from the game and what is open, and paints it."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from vok_tui.game.navigation import HELPED, words_apart
from vok_tui.game.thinker import ThinkingProgress, initial_progress
from vok_tui.painting.grid import Brush, Cell, Grid, Rect, Target
from vok_tui.painting.signs import Signs
from vok_tui.panes import advice, guide, question, status
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.overlay import FixedPane, Overlay
from vok_tui.panes.reader import FIXED_READER, READER, with_sign_notes
from vok_tui.panes.registry import FIXED_PANES, fixed_pane_rects, without_useless_curve
from vok_tui.panes.scene import (
    NOTHING_ABOVE,
    AboveAnswers,
    Answer,
    Board,
    Scene,
    ScrollPosition,
    StepMarks,
    TargetHint,
    Thinking,
)
from vok_tui.panes.story import FIXED_STORY
from vok_tui.screens.table.coaching import Coaching
from vok_tui.screens.table.footer import footer_hints
from vok_tui.screens.table.pointing import Pointing
from vok_tui.screens.table.question import card_keys_of_answers

WARNINGS_MARK: Final = "warnings on"  # in the status line; says that the game is helped too


def build_scene(
    pointing: Pointing,
    signs: Signs,
    keys: LiveKeys,
    progress: ThinkingProgress | None = None,
    *,
    colors: bool = True,
    has_mouse: bool = True,
    has_notice: bool = False,
    can_enlarge: bool = False,
    coaching: Coaching | None = None,
) -> Scene:
    """The scene at the current position. `progress` is the progress of the opponent that is thinking."""
    sitting, question, pointer = pointing.sitting, pointing.question, pointing.pointer
    overlay, steps = pointing.overlay, pointing.step_pointer
    target_keys = keys_of_targets(pointing, keys)
    scene = Scene(
        view=question.view,
        names=sitting.names,
        viewer=sitting.viewer,
        chapter_title=question.chapter_title,
        levels=question.levels,
        signs=signs,
        colors=colors,
        has_mouse=has_mouse,
        has_notice=has_notice,
        heading=heading_with_typed(heading_of(pointing), pointing, keys),
        answers=answers_with_keys(pointing, keys, target_keys),
        usable=question.usable,
        affected=frozenset(pointing.affected_targets()),
        target_keys=target_keys,
        cursor=pointer.cursor,
        selected=pointer.selected,
        payment=pointing.answer_list.payment,
        warning=pointer.error or pointer.idle_reason,
        message=pointer.message,
        hint=pointing.target_hint(),
        tip=pointing.tips.tip_for(question.choices) if pointing.tips is not None else "",
        is_newcomer=pointing.is_newcomer,
        guide=pointing.guide.page() if pointing.guide is not None else None,
        thinking=thinking_now(pointing, progress),
        needs_card_first=question.needs_card_first,
        covered_reason=question.covered_reason,
        marks=marks_of_game(pointing, coaching),
        turns_since=question.turns_since,
        turns=question.turns,
        chapter_details=steps.chapter_details,
        step_marks=StepMarks(steps.highlighted_step, steps.changed_since_answer, steps.changed_by_highlighted_step),
        pages=tuple(pointing.pages_to_read()),
        subject=pointing.target_to_read(),
        overlay=overlay.current.id if overlay.current is not None else "",
        scroll=overlay.scroll,
        points=question.points,
    )
    if coaching is not None:
        scene = replace(scene, advice=coaching.advice(keys, target_keys))
    return replace(scene, footer=footer_hints(pointing, scene, keys, coaching, can_enlarge=can_enlarge))


def heading_of(pointing: Pointing) -> str:
    """What is asked: about the selected target, or the question itself."""
    question, selected = pointing.question, pointing.pointer.selected
    if selected is None:
        return question.heading
    return pointing.board.heading(question.view, selected, pointing.listed_answers)


def answers_with_keys(pointing: Pointing, keys: LiveKeys, target_keys: Mapping[Target, str]) -> tuple[Answer, ...]:
    """The answers that are listed, each with the key that gives it."""
    answers = pointing.listed_answers
    answer_keys = keys_of_answers(pointing, keys, target_keys)
    return tuple([replace(answer, key=key or answer.key) for answer, key in zip(answers, answer_keys, strict=True)])


def thinking_now(pointing: Pointing, progress: ThinkingProgress | None) -> Thinking:
    """Who thinks, and how far; nobody while others may react."""
    sitting, question = pointing.sitting, pointing.question
    player = question.thinking_player if not question.awaits_reactions else None
    if player is None:
        return Thinking("", None, question.awaits_reactions)
    return Thinking(sitting.names[sitting.mover], progress or initial_progress(player), question.awaits_reactions)


def heading_with_typed(heading: str, pointing: Pointing, keys: LiveKeys) -> str:
    """The heading with what was typed to narrow the list: "Which half counts? b2_"."""
    answers = pointing.answer_list
    if answers.filter is None:
        return heading
    return f"{heading} {keys.role_keys.get(answers.role, '/')}{answers.filter}_"


def marks_of_game(pointing: Pointing, coaching: Coaching | None) -> tuple[str, ...]:
    """The words that mark the game in the status line."""
    if pointing.guide is not None:
        return (pointing.guide.mark,)  # undo costs nothing there, so it replaces the other marks
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
    """The key of each listed answer: that of its role, its typed name, or those of its cards; "" if it has none. If several
    answers have a role, their names follow its key."""
    question, answers = pointing.question, pointing.listed_answers
    counts = Counter(answer.role for answer in pointing.answer_list.all_answers)
    card_keys = card_keys_of_answers(
        pointing.board, question.view, answers, target_keys, pointing.pointer.selected, keys.key_of("choose")
    )

    def key_of(answer: Answer, card_key: str) -> str:
        if role_key := keys.role_keys.get(answer.role, ""):
            if pointing.answer_list.paying is not None:  # the key gives the way to pay under the cursor
                return role_key if answer is pointing.answer_under_cursor else ""
            return role_key + (answer.name if counts[answer.role] > 1 else "")
        return (answer.name if keys.types_names else "") or card_key

    return [key_of(answer, card_key) for answer, card_key in zip(answers, card_keys, strict=True)]


class KeptPanes:
    """The cells of those panes of one table that a key has left as they were."""

    def __init__(self) -> None:
        self._kept: Final[dict[str, tuple[Rect, object, list[list[Cell]]]]] = {}

    def paint(self, pane: FixedPane, grid: Grid, rect: Rect, scene: Scene, board: Board) -> None:
        """Paint a pane; if its place and what it shows are as before, copy its cells."""
        shown = pane.shows(scene) if pane.shows is not None else None
        kept = self._kept.get(pane.id)
        if shown is not None and kept is not None and kept[:2] == (rect, shown):
            grid.put_cells(rect, kept[2])
            return
        pane.paint(Brush(grid, rect), scene, board)
        if shown is not None:
            self._kept[pane.id] = rect, shown, grid.cells_in(rect)


MIN_STORY_LINES: Final = 8  # of a story pane that replaces what the others did in the question pane


def paint_table(
    grid: Grid, scene: Scene, board: Board, overlay: Overlay | None = None, kept_panes: KeptPanes | None = None
) -> ScrollPosition:
    """Paint everything, the open overlay last. Returns its scroll position, limited to its end. `kept_panes` are those of the
    same table, which need not be painted again."""
    kept_panes = kept_panes or KeptPanes()
    arrangement = board.arrange_panes(grid.width, grid.height, scene.view)
    above = board.paint_zones(grid, scene) or NOTHING_ABOVE
    scene = with_sign_notes(grid, scene, board)
    rects = fixed_pane_rects(arrangement, grid.width)
    question_scene = scene_for_question(scene, arrangement.areas_with_texts, has_reader=FIXED_READER.id in rects)
    needed_lines = question.needed_line_count(Brush(grid, rects["question"]), question_scene, above.lines)
    scene = with_short_guide(scene, Brush(grid, rects["question"]), question_scene, above)
    guide_lines = guide.guide_line_count(scene.guide, rects["question"].width) if scene.guide is not None else 0
    advice_lines = advice.advice_line_count(scene, rects["question"].width, grid.height, needed_lines)
    rects = without_useless_curve(rects, needed_lines + guide_lines + advice_lines, has_begun=scene.points.has_begun)
    way = None
    if scene.guide is not None:
        rects, way = guide.with_way(rects, len(scene.guide.titles))
        question_scene = replace(question_scene, has_reader=True, hint=TargetHint(obstacle=scene.hint.obstacle))
    arrangement = replace(arrangement, question=rects["question"], panes=rects)
    status.paint_status(Brush(grid, arrangement.status), scene, board.title, board.status_text(scene))
    story = arrangement.panes.get(FIXED_STORY.id)
    shows_turns_since = not arrangement.areas_with_texts or story is None or story.height < MIN_STORY_LINES
    question_brush = Brush(grid, arrangement.question)
    if scene.guide is not None:
        guide.paint_guide_step(question_brush, scene)
    width, height = question_brush.width, question_brush.height - guide_lines
    advice_lines = advice.advice_line_count(scene, width, height, needed_lines)
    advice.paint_advice(question_brush.sub_brush(0, guide_lines + height - advice_lines, width, advice_lines), scene)
    question_brush = question_brush.sub_brush(0, guide_lines, width, height - advice_lines)
    question.paint_question(question_brush, question_scene, above, shows_turns_since=shows_turns_since)
    if way is not None:
        guide.paint_guide_way(Brush(grid, way), scene)
    for pane in FIXED_PANES:
        rect = arrangement.panes.get(pane.id)
        if rect is not None:
            kept_panes.paint(pane, grid, rect, scene, board)
    status.paint_footer(Brush(grid, arrangement.footer), scene)
    if overlay is None or overlay.obstacle(scene):
        return 0
    brush = Brush(grid, overlay.covered_rect(grid, scene, arrangement))
    brush.clear_for_overlay("on-stone")
    return overlay.paint(brush.sub_brush(1, 0, brush.width - 2, brush.height, ("on-stone",)), scene, board)


def with_short_guide(scene: Scene, brush: Brush, question_scene: Scene, above: AboveAnswers) -> Scene:
    """The scene with so little text of the guide that some answers are below it in the question pane."""
    if scene.guide is None:
        return scene
    lines = brush.height - question.lines_besides_answers(brush, question_scene, above)
    answer_count = len(scene.answers) if scene.payment is None else question.PAYMENT_LINES
    return replace(scene, guide=guide.shortened_for_answers(scene.guide, brush.width, lines, answer_count))


def scene_for_question(scene: Scene, areas_with_texts: Collection[str], *, has_reader: bool) -> Scene:
    """The scene for the question pane, with `has_reader` set. Its hint is without the text of the card if that is visible
    elsewhere: in a reader, or on the card itself in one of the `areas_with_texts`."""
    targets = [target for target in (scene.cursor, scene.selected) if target is not None]
    scene = replace(scene, has_reader=has_reader)
    if has_reader or scene.overlay == READER.id or any(target.area in areas_with_texts for target in targets):
        return replace(scene, hint=TargetHint(obstacle=scene.hint.obstacle))
    return scene
