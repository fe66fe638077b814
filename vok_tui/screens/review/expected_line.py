"""The line that is expected after an answer, played out on the board.

It is played in a deal of its own, from what the deciding seat could know: never from the real stock or the real hands. Nothing of
it is stored, unless the player keeps its words as a comment.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import SeenDecision, expected_line, expected_line_position
from ai.analysis.decision import AnalysisBudget, Decision, JudgedAnswer
from ai.analysis.reasons import move_of_step
from ai.analysis.stretches import after_answer
from engine.core.game import NOBODY
from engine.core.match import Match
from vok_tui.learning.trial import Position, ShownLine
from vok_tui.painting.grid import Brush, Grid, Rect, Target, fit, wrap
from vok_tui.painting.signs import GameSigns, Signs
from vok_tui.panes import status
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import StepMarks
from vok_tui.records.loss_report import OWN_DEAL
from vok_tui.screens.painted import GridScreen
from vok_tui.screens.review.paint_page import ReviewPage, paint_board, review_scene
from vok_tui.shared.shortcuts import bindings

LINE_STEP: Final = "line step"  # the area of the targets of steps


class ExpectedStep(NamedTuple):
    """A step of a line: who answers, in words, and what the deciding seat sees after it."""

    seat: int
    text: str
    view: Any
    chapter_title: str


def answer_with_line(question: SeenDecision, answer: JudgedAnswer, budget: AnalysisBudget) -> JudgedAnswer:
    """The answer with the line that is expected after it. Lines that are not stored are searched for; that takes up to a second,
    and may run in any thread."""
    if answer.line:
        return answer
    move = question.game.move(question.root, answer.action)
    return replace(answer, line=expected_line(question, move, budget))


def expected_steps(match: Match, decision: Decision, answer: JudgedAnswer) -> list[ExpectedStep]:
    """The answer and the line after it, as far as it can be played."""
    world, game = expected_line_position(match, decision), match.game
    steps = []
    for seat, action in ((decision.seat, answer.action), *answer.line):
        if world.mover != seat or world.mover == NOBODY:
            break
        move = game.move(world, action)
        if move not in world.legal_moves():
            break  # the line of an older engine
        text = game.say(world, action)
        world.apply(move)
        steps.append(ExpectedStep(seat, text, game.view(world, decision.seat), game.chapter(world).title))
    return steps


def plan_steps(position: Position, line: ShownLine) -> list[ExpectedStep]:
    """A plan for a turn from the start of the turn on, as far as it can be played. Others who may be asked in secret pass."""
    question, steps = position.question, list[ExpectedStep]()
    world, game, seat = question.line_position(), question.game, question.seat
    for step in line.steps:
        move = move_of_step(question, world, step.action)
        if move is None:
            break
        text = game.say(world, step.action)
        world = after_answer(game, world, seat, move).state
        steps.append(ExpectedStep(seat, text, game.view(world, seat), game.chapter(world).title))
    return steps


class ExpectedLineScreen(GridScreen):
    """Shows a line step by step. Returns its words if the player keeps it, otherwise None."""

    BINDINGS = bindings("line")
    KEYS_SECTION = "line"

    def __init__(self, page: ReviewPage, decision: Decision, steps: Sequence[ExpectedStep]) -> None:
        super().__init__()
        self._page: Final = page
        self._decision: Final = decision
        self.steps: Final = steps
        self.place = 0

    @property
    def game_signs(self) -> GameSigns:
        return self._page.kit.signs

    @property
    def words(self) -> str:
        """The line in words."""
        return " › ".join([self._text_of(step) for step in self.steps])

    def _text_of(self, step: ExpectedStep) -> str:
        if step.seat == self._decision.seat:
            return step.text
        review = self._page.review
        return f"{'you' if step.seat == review.your_seat else review.names[step.seat]}: {step.text}"

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint the board after the step, and the line."""
        page, review, step = self._page, self._page.review, self.steps[self.place]
        self.footer = LiveKeys(self.active_bindings).hints(["line_back", "line_on", "line_keep", "line_close", "help"])
        before = self.steps[self.place - 1].view if self.place else review.views_around([review.node])[0]
        scene = replace(
            review_scene(page, signs, colors=not self.app.no_color),
            view=step.view,
            viewer=self._decision.seat,
            chapter_title=step.chapter_title,
            step_marks=StepMarks(changed_by_highlighted_step=page.board.changed_targets(before, step.view)),
            footer=self.footer,
        )
        arrangement = paint_board(grid, page, scene, 0, grid.height - 1)
        bar = Brush(grid, Rect(0, 0, grid.width, 1))
        bar.fill("sand", "on-deep")
        x = bar.write(1, 0, "Expected line", "gold", "on-deep", "bold") + 2
        title = review.match.chapter(self._decision.node).title
        position = f"from {title}   step {self.place + 1} of {len(self.steps)}   in a deal of its own"
        bar.write(x, 0, fit(position, bar.width - x - 1, signs.more), "sand", "on-deep")
        self._paint_line(Brush(grid, arrangement.question), signs)
        status.paint_footer(Brush(grid, Rect(0, grid.height - 1, grid.width, 1)), scene)

    def _paint_line(self, brush: Brush, signs: Signs) -> None:
        brush.fill()
        notes = wrap(OWN_DEAL, brush.width - 2)
        rows = max(1, brush.height - len(notes))
        top = max(0, min(self.place - rows // 2, len(self.steps) - rows))
        for y, place in enumerate(range(top, min(len(self.steps), top + rows))):
            row = brush.sub_brush(0, y, brush.width, 1)
            row.add_target(Target(LINE_STEP, place))
            is_current = place == self.place
            row.write(0, 0, signs.cursor if is_current else " ", "gold")
            text = f"{place + 1:>2} {self._text_of(self.steps[place])}"
            row.write(1, 0, fit(text, row.width - 2, signs.more), "gold" if is_current else "sand")
        for y, note in enumerate(notes, start=min(rows, len(self.steps))):
            if y < brush.height:
                brush.write(1, y, note, "dune")

    def action_go(self, steps: int) -> None:
        """Go forward in the line, or back."""
        self.place = max(0, min(len(self.steps) - 1, self.place + steps))
        self.repaint()

    def action_keep(self) -> None:
        """Keep the words of the line as a comment on the step, and close."""
        self.dismiss(self.words)

    def action_back(self) -> None:
        """Close. Nothing is stored."""
        self.dismiss(None)

    def press(self, target: Target, x: int) -> None:
        """Go to a step, or press a key of the footer."""
        if target.area == LINE_STEP:
            self.action_go(target.index - self.place)
        else:
            super().press(target, x)

    def turn_wheel(self, direction: int, area: str) -> None:
        del area
        self.action_go(direction)
