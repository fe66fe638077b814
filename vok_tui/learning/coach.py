"""The coach of a game at the table: hints about the open question, and warnings before answers that cost much.

It thinks in a process of its own while the player thinks. Nothing waits for it: what it does not know yet is not shown, and an
answer that was not checked is played without a warning. From the first hint that it shows, the game is helped; with warnings,
from the first decision, because silence is a hint too.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from ai.process.pipes import Message
from engine.core.action import Action
from vok_tui.game.sitting import Sitting
from vok_tui.game.thinker import ThinkerFailed
from vok_tui.panes.scene import Answer, TableCommand
from vok_tui.records.helped import why_no_help

if TYPE_CHECKING:
    from ai.analysis.hint import Hint, HintedPlan

HINT_HELPS: Final = "A hint makes this game helped for good: not rated, counted apart"
SECRET_HINT_HELPS: Final = "Secret choice: a hint may only name bad answers, and then the game is helped for good"
NO_HELP: Final = ("Nothing can be said about this secret choice.", "That is no help: the game counts as before.")
NOT_GUIDED: Final = "In a guided game the guide says what to do."
NOT_ASKED: Final = "A hint is for your own question: nothing is asked of you now."
OTHER_NUMBERS: Final = "Chances are those of games with the numbers of Vok: yours differ."
OWN_CHANCES: Final = "Chances are those of your own calibration."
SOLVED: Final = "Solved exactly: nothing but your answers of this turn matters to the end."
GAME_OVER: Final = "The game is over: its analysis says what each decision has cost."
ONE_ANSWER: Final = "There is only one answer."
FOR_HINTS: Final = "for the hints"  # in the sentence about a process that has failed
IDLE_SECONDS: Final = 120.0  # after the last hint, until its process ends


class Adviser(Protocol):
    """What thinks for the coach."""

    async def ask(self, fields: Message, report: Callable[[Message], None], /) -> Message:
        """See `AskedProcess.ask`. Raises ThinkerFailed."""

    def rest(self) -> None:
        """Think nothing until `wake`."""

    def wake(self) -> None:
        """Think on."""

    def close(self) -> None:
        """End its process."""


def new_hint_process() -> Adviser:
    """The process that looks for hints. It is started by the first request."""
    from ai.analysis.hint import HINT_COMMAND
    from vok_tui.game.process_thinker import AskedProcess

    process = AskedProcess(command=HINT_COMMAND, purpose=FOR_HINTS)
    process.idle_seconds = IDLE_SECONDS
    return process


@dataclass(frozen=True)
class HintRow:
    """A line of a hint: an answer, its chance from 0 to 1, and its margin in what the game counts; None for what is not
    known."""

    action: Action
    text: str
    chance: float | None = None
    margin: float | None = None


@dataclass(frozen=True)
class HintText:
    """A hint in words: after how many seconds it was made, its rows, the word for points, and sentences about them. Of a secret
    choice, the rows are the answers that are clearly bad. A hint that `is_solved` is exact, and needs no seconds."""

    seconds: float
    is_secret: bool
    level_count: int  # the first of the rows that are equally good; 0 or 1 if only one is the best
    rows: tuple[HintRow, ...]
    score_word: str
    notes: tuple[str, ...]
    is_solved: bool = False

    @property
    def equal_words(self) -> str:
        """Which rows are equally good: "all", "the first two"; "" if only one is the best."""
        return "" if self.level_count < 2 else "all" if self.level_count == len(self.rows) else "the first two"


class Coach:
    """The coach of one sitting. With `warn_from`, answers that cost at least so many in 100 games are warned of; 0 for none."""

    def __init__(
        self, sitting: Sitting, warn_from: int = 0, make_adviser: Callable[[], Adviser] = new_hint_process
    ) -> None:
        self.warn_from = warn_from
        self.hint: Hint | None = None  # about the question at `_node`
        self.problem = ""  # why there is no hint
        self.goes_on = False  # whether the player has followed a plan to the open question
        self._thinks_about = -1  # a node, or -1
        self._sitting: Final = sitting
        self._make_adviser: Final = make_adviser
        self._adviser: Adviser | None = None
        self._node = -1
        self._losses: dict[Action, float] = {}

    @property
    def why_no_help(self) -> str:
        """Why this game has neither hints nor warnings; "" if it has."""
        return why_no_help(self._sitting.match.setup, may_look_back=self._sitting.may_peek)

    @property
    def why_no_hint(self) -> str:
        """Why there is no hint about the open question; "" if there is one."""
        sitting = self._sitting
        if sitting.has_ended:
            return GAME_OVER
        if not sitting.asks_viewer:
            return NOT_ASKED
        return self.why_no_help or (ONE_ANSWER if sitting.state.move_count < 2 else "")

    @property
    def hint_helps(self) -> str:
        """What a hint about the open question means for the game, and how little it can say if nobody else sees the answer."""
        sitting = self._sitting
        game, state, viewer = sitting.match.game, sitting.state, sitting.viewer
        others = [seat for seat in range(sitting.match.setup.player_count) if seat != viewer]
        is_secret = any(game.move_as_seen(state, seat, move) != move for move in state.legal_moves() for seat in others)
        return SECRET_HINT_HELPS if is_secret else HINT_HELPS

    @property
    def warns(self) -> bool:
        """Whether the game has warnings."""
        return self.warn_from > 0 and not (self.why_no_help or self._sitting.is_spectating)

    @property
    def is_thinking(self) -> bool:
        """Whether it thinks about the open question."""
        return self._thinks_about == self._sitting.node

    def forget_other_question(self) -> None:
        """Forget the hint about another question than the open one, unless the open one is a later step of its plan."""
        node = self._sitting.node
        if self._node == node:
            return
        steps = self._own_steps_since(self._node) if self.hint is not None and self.hint.plans else None
        hint = self.hint
        for step in steps or ():
            hint = hint.after(step) if hint is not None else None
        self.goes_on = bool(steps) and hint is not None
        self._node, self._losses, self.problem = node, {}, ""
        self.hint = hint if self.goes_on and hint is not None and any(plan.steps for plan in hint.plans) else None

    def _own_steps_since(self, node: int) -> list[Action] | None:
        """The player's answers from a node to the open question in the same turn; None if that does not follow from it."""
        match, steps = self._sitting.match, list[Action]()
        seat, place = self._sitting.viewer, self._sitting.node
        if match.chapter(place) != match.chapter(node):
            return None
        while place != node and match.depth(place) > match.depth(node):
            if match.mover(match.log.parents[place]) == seat:
                steps.insert(0, match.log.actions[place])
            place = match.log.parents[place]
        return steps if place == node else None

    def rest(self) -> None:
        """Think nothing until `wake`, because nobody sees the table."""
        if self._adviser is not None:
            self._adviser.rest()

    def wake(self) -> None:
        """Think on."""
        if self._adviser is not None:
            self._adviser.wake()

    async def think(self, show_news: Callable[[], None]) -> None:
        """Think about the open question; `show_news` is called in the event loop when there is something new. Cancel it when the
        question is answered."""
        self.forget_other_question()
        if self._adviser is None:
            self._adviser = self._make_adviser()
        sitting, node = self._sitting, self._node

        def report(message: Message) -> None:
            from ai.analysis.hint import Hint

            if "hint" in message and node == sitting.node:
                self.hint = Hint.from_packed(message["hint"])
                self._losses = {Action.from_packed(action): loss for action, loss in message["losses"]}
                show_news()

        self._thinks_about = node
        try:
            answer = await self._adviser.ask(self._request(), report)
            if "error" in answer and node == sitting.node:
                self.problem = f"The search for a hint has failed: {answer['error']}."
        except ThinkerFailed as failed:
            if node == sitting.node:
                self.problem = str(failed)
        finally:
            if self._thinks_about == node:
                self._thinks_about = -1
        show_news()

    def _request(self) -> Message:
        from ai.analysis.calibration import calibration_to_give

        match, log = self._sitting.match, self._sitting.match.log
        steps = [log.step_to(node).pack() for node in log.path(self._sitting.node)[1:]]
        least = self.warn_from / 100 if self.warns else 0.0
        given = calibration_to_give(match.game, match.setup)
        return {**match.setup.pack(), "line": steps, "least": least, "calibration": given}

    def cost_in_100(self, action: Action) -> int:
        """What an answer to the open question costs, in 100 games, if it was checked and a warning is wanted; otherwise 0."""
        if not self.warns or self._node != self._sitting.node:
            return 0
        cost = round(100 * self._losses.get(action, 0.0))
        return cost if cost >= self.warn_from else 0

    @property
    def is_about_turn(self) -> bool:
        """Whether the costs of answers are those of the best plan that begins with them."""
        return self.hint is not None and bool(self.hint.plans)

    @property
    def is_exact(self) -> bool:
        """Whether the costs of answers to the open question are exact."""
        return self.hint is not None and self.hint.is_solved

    def note_help(self) -> None:
        """Let the disk know that the game is helped, if the hint about the open question says anything. Raises SaveError."""
        if self.hint is not None and not self.hint.is_empty:
            self._sitting.mark_helped()

    def hint_text(self) -> HintText | None:
        """The hint in words; None while there is none."""
        return hint_text(self.hint, self._sitting) if self.hint is not None else None

    def close(self) -> None:
        """End the process."""
        if self._adviser is not None:
            with suppress(OSError):
                self._adviser.close()
            self._adviser = None


def hint_text(hint: "Hint", sitting: Sitting) -> HintText:
    """A hint about the open question of a sitting in words."""
    if hint.is_empty:
        said = NO_HELP[:1] if sitting.match.log.is_helped else NO_HELP
        return HintText(hint_seconds(hint), hint.is_mixed, 0, (), sitting.match.game.score_word(), said)
    from ai.analysis.calibration import chances_of
    from ai.analysis.plan_words import turn_reason_texts
    from ai.analysis.reasons import reason_text
    from vok_tui.records.loss_report import sources_text

    texts = {choice.action: choice.text for choice in sitting.choices()}
    rows = tuple(
        [HintRow(answer.action, texts.get(answer.action, ""), answer.chance, answer.margin) for answer in hint.answers]
    )
    notes: list[str] = []
    if hint.plans:
        shared = shared_steps(hint.plans)
        margin = sum([plan.margin for plan in hint.plans]) / len(hint.plans)  # their own would suggest an order
        rows = tuple([plan_row(plan, shared, hint.best_chance, margin) for plan in hint.plans if plan.steps])
        if hint.good_count > len(rows):
            notes.append(f"{hint.good_count - len(rows)} more plans are as good.")
    if hint.is_mixed:
        notes.append("Chosen in secret: no answer is the best one.")
        notes.append(f"These are clearly bad; the best has {round(100 * hint.best_chance)}%.")
    elif hint.is_solved:
        notes.append(SOLVED)
    elif not hint.has_chances:
        notes.append("Only an order, the best first: chances are not known in this game.")
    names, match = sitting.names, sitting.match
    sources = sources_text(chances_of(match.game, match.setup, sitting.state), OTHER_NUMBERS, OWN_CHANCES)
    if sources and not hint.is_solved:
        notes.append(sources)
    unit, reasons = sitting.chapter.unit, hint.reasons[:1]
    if hint.plans:
        notes += turn_reason_texts(reasons, names, sitting.viewer, "otherwise", unit)
    else:
        words = ("the first answer", "the last of these", unit)
        notes += [reason_text(reason, names, sitting.viewer, *words) for reason in reasons]
    level = len(rows) if hint.plans else hint.level_count
    return HintText(
        hint_seconds(hint), hint.is_mixed, level, rows, match.game.score_word(), tuple(notes), hint.is_solved
    )


def hint_seconds(hint: "Hint") -> float:
    """After how many seconds a hint was made."""
    from ai.analysis.hint import HINT_SECONDS

    return HINT_SECONDS[min(hint.stage, len(HINT_SECONDS)) - 1]


def shared_steps(plans: Sequence["HintedPlan"]) -> list[str]:
    """The words of the steps that all these plans have, in the order of the first one; [] for a single plan."""
    if len(plans) < 2:
        return []
    return [words for words in plans[0].words if words and all(words in plan.words for plan in plans[1:])]


def plan_row(plan: "HintedPlan", shared: Sequence[str], chance: float, margin: float) -> HintRow:
    """A plan as a row of a hint, the steps that all plans share first; its keys give its next step."""
    own = [words for words in plan.words if words and words not in shared]
    ends = any(step.verb == "end" for step in plan.steps)
    text = ", ".join([*shared, *own]) or ("end your turn" if ends else "do no more")
    return HintRow(plan.steps[0], f"{text}, then see what comes" if plan.shows and not ends else text, chance, margin)


def take_back_question(
    text: str, cost: int, action: Action, *, is_exact: bool = False, is_about_turn: bool = False
) -> tuple[str, str, tuple[Answer, ...]]:
    """The heading, the message and the answers of the question before an answer (`text`) that costs much. `is_exact` says that
    its cost is solved, not estimated; `is_about_turn` that it is the cost of the turn, whatever follows."""
    meaning = f"{cost} fewer wins in 100 games between equals"
    costs = f"exactly {cost} in 100, solved to the end" if is_exact else f"about {cost} in 100: {meaning}"
    after = "After this no good plan for the turn is left: it" if is_about_turn else "It"
    return (
        f"{text}: take it back?",
        f"{after} costs {costs}. Nothing has happened yet.",
        (
            Answer("Take it back", command=TableCommand.TAKE_BACK, role="yes"),
            Answer("Play it all the same", action, command=TableCommand.PLAY_COSTLY, role="no"),
        ),
    )
