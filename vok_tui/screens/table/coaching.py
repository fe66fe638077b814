"""The coach at the table: what its hint looks like, and the question before an answer that costs much."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.core.action import Action
from vok_tui.game.navigation import IdleReason
from vok_tui.learning.coach import NOT_GUIDED, Coach
from vok_tui.painting.grid import Target
from vok_tui.painting.signs import signed
from vok_tui.panes.scene import Advice
from vok_tui.screens.table.pointing import Pointing

if TYPE_CHECKING:
    from vok_tui.panes.live_keys import LiveKeys


class Coaching:
    """Shows on one table what the coach finds. `shows_hint`: the hint about the open question is shown, or will be."""

    def __init__(self, coach: Coach, pointing: Pointing) -> None:
        self.coach: Final = coach
        self.shows_hint = False
        self.was_shown = False  # whether a hint about the open question was asked for
        self._pointing: Final = pointing
        self._has_heard = False  # whether the player knows what a hint means for this game

    @property
    def can_hint(self) -> bool:
        """Whether the key for a hint does something now."""
        return self._pointing.guide is None and not self.coach.why_no_hint

    def begin_question(self) -> None:
        """Another question may be open: forget what was shown about the one before, unless its plan goes on."""
        self.coach.forget_other_question()
        goes_on = self.shows_hint and self.coach.goes_on and self.can_hint
        self.shows_hint = goes_on
        self.was_shown = goes_on

    def why_not(self) -> IdleReason:
        """Why no hint can be shown, or not yet; "" if it can. The first time, this says what it means for the game."""
        if self._pointing.guide is not None:
            return NOT_GUIDED
        if reason := self.coach.why_no_hint:
            return reason
        is_known = self._has_heard or self._pointing.sitting.match.log.is_helped
        self._has_heard = True
        return "" if is_known else f"{self.coach.hint_helps}. The same key again shows it."

    def advice(self, keys: "LiveKeys", target_keys: Mapping[Target, str]) -> Advice | None:
        """The hint as it is painted; None if none is shown."""
        if not self.shows_hint:
            return None
        text = self.coach.hint_text()
        if text is None:
            return Advice("Hint", notes=(self.coach.problem or "The first hint comes after about a second.",))
        rows = [
            (
                keys_of_action(self._pointing, row.action, keys, target_keys),
                row.text,
                "" if row.chance is None else f"{round(100 * row.chance)}%",
                "" if row.margin is None else signed(row.margin, 1),
            )
            for row in text.rows
        ]
        equal = f", {text.equal_words.removeprefix('the ')} equal" if text.equal_words else ""
        heading = f"Hint, solved exactly{equal}" if text.is_solved else f"Hint after {text.seconds:g} s{equal}"
        if self.coach.goes_on:
            heading = f"The plan goes on{equal}"
        return Advice(heading, tuple(rows), text.score_word, text.notes)

    def warning_about(self, action: Action) -> int:
        """What an answer costs in 100 games, if the player wants to be asked before it; otherwise 0."""
        return 0 if self._pointing.guide is not None else self.coach.cost_in_100(action)


def keys_of_action(pointing: Pointing, action: Action, keys: "LiveKeys", target_keys: Mapping[Target, str]) -> str:
    """The keys that give an answer, one after the other; "" if keys alone are not enough."""
    question, board, names = pointing.question, pointing.board, pointing.sitting.names
    listed = board.answers(question.view, question.choices, None, names)
    role = next((answer.role for answer in listed if answer.steps == (action,)), "")
    if role:
        return keys.role_keys.get(role, "")
    target = next((target for target in board.targets_of_action(question.view, action) if target in target_keys), None)
    if target is None:
        return ""
    about = board.answers(question.view, question.choices, target, names)
    answer = next((answer for answer in about if answer.action == action), None)
    if answer is None:
        return ""
    key = keys.role_keys.get(answer.role, "")
    return f"{target_keys[target]} {key}" if key else target_keys[target] if len(about) == 1 else ""
