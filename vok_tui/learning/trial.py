"""A turn or a decision of a game, at which a player stands again, and the table at which it is played.

What is drawn comes from a deal of its own. Every end that loses less than 2 in 100 is right, whatever the order of the answers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from ai.analysis.analyse import (
    COMPARISON,
    SeenDecision,
    answer_text,
    compare_answers,
    exact_loss,
    line_texts,
    loss_between,
    question_at,
    solve_question,
)
from ai.analysis.decision import NO_MATTER_LOSS, AnalysisBudget, Decision, LineStep, Plan, Turn
from ai.analysis.plan_words import ENDING_VERBS, SEE, Step, all_steps_in_words, steps_in_words
from ai.analysis.plans import followed_way, leaves_open, loss_against
from ai.analysis.reasons import moves_of, start_of_turn
from ai.analysis.stretches import after_answer
from ai.kit import kit_of
from engine.core.action import Action
from engine.core.errors import IllegalAction
from engine.core.game import HUMAN, NOBODY, Seat
from engine.core.match import Match
from vok_tui.game.navigation import Destination
from vok_tui.game.sitting import Sitting
from vok_tui.painting.signs import signed

TRIAL_DEAL: Final = 61  # a use of seeds: the deal of the table
YOURS, YOURS_SO_FAR = "yours", "yours so far"


@dataclass(frozen=True)
class Attempt:
    """What was tried: the answers from the start of the position on, and what they lose against the best ones. `place` is that of
    the line that comes to the same end, or if it `is_early` that of the plan whose other steps can still be played; else -1."""

    actions: tuple[Action, ...]
    loss: float
    place: int = -1
    is_early: bool = False

    @property
    def is_right(self) -> bool:
        """Whether it counts as well as the best one; so do all plans that are called good (`Turn.good`)."""
        return round(self.loss, 6) <= NO_MATTER_LOSS


class ShownLine(NamedTuple):
    """A plan or an answer that is shown afterwards, with what is expected then: in words, what it is worth, and its steps."""

    words: str
    chance: float | None
    margin: float | None
    steps: tuple[LineStep, ...]
    is_played: bool  # in the game, or by the scribe of a puzzle
    like_first: str = ""  # in what it differs from the first one, if that is little
    yours: str = ""  # YOURS or YOURS_SO_FAR if the player has tried it

    @property
    def note(self) -> str:
        """ "15%  −16"."""
        chance = "" if self.chance is None else f"{round(100 * self.chance)}%"
        return f"{chance}  {'' if self.margin is None else signed(self.margin, 1)}".strip()


@dataclass(frozen=True)
class Position:
    """A turn or a decision to stand before again. `id` never changes. `your_seat` is the player's seat in the match, NOBODY if
    several people played. `about` says what game it is from, in a few words. `intro` is said before the first attempt; "" for the
    usual sentence about what was chosen in the game. `is_judged`: the loss of every answer is known already. `other_words` are
    for what the reasons compare the best with, "" for what was played; `proof` is a sentence after the reasons."""

    id: str
    match: Match
    decision: Decision
    budget: AnalysisBudget
    your_seat: int
    about: str = ""
    intro: str = ""
    is_judged: bool = False
    other_words: str = ""
    proof: str = ""
    title: str = ""  # in the list; "" for the turn of its game

    @property
    def turn(self) -> Turn | None:
        """The turn that is played again; None for a single answer."""
        return self.decision.turn

    @cached_property
    def start(self) -> int:
        """The node at which it begins: of a turn, where the player had learned nothing new since."""
        turn = self.decision.turn
        return self.decision.node if turn is None else start_of_turn(self.match, self.decision.node, turn)

    @cached_property
    def question(self) -> SeenDecision:
        """The question at its start, as its seat saw it."""
        return question_at(self.match, self.start)

    @property
    def noun(self) -> str:
        """What it is called: a turn, or a phase, or a decision."""
        return "decision" if self.turn is None else self.unit

    @cached_property
    def lines(self) -> list[ShownLine]:
        """What is shown afterwards, the best first."""
        decision, seat = self.decision, self.decision.seat
        if decision.turn is None:
            return [
                ShownLine(
                    answer_text(self.match, decision, answer.action),
                    answer.chance,
                    answer.margin,
                    (LineStep(seat, answer.action), *answer.line[: len(line_texts(self.match, decision, answer))]),
                    place == decision.played,
                )
                for place, answer in enumerate(decision.answers)
            ]
        turn, lines = decision.turn, list[ShownLine]()
        said = [steps_in_words(self.question, plan) for plan in turn.plans]
        short = [", ".join([step.words for step in steps]) for steps in said]
        full = [", ".join([step.in_full for step in steps]) for steps in said]
        for place, (plan, steps_said) in enumerate(zip(turn.plans, said, strict=True)):
            words = short[place]
            if short.count(words) > 1:  # they differ in what pays, or in a step that is usually not said
                is_told_apart = full.count(full[place]) == 1
                words = full[place] if is_told_apart else ", ".join(all_steps_in_words(self.question, plan))
            like_best = like_first(steps_said, said[0]) if lines else ""
            words = words or f"end the {self.unit}"
            if plan.shows and not any(step.verb == "end" for step in plan.steps):
                words = f"{words}, {SEE}"
            playable = plan.steps[: len(moves_of(self.question, plan.steps))]  # a file may say anything
            steps = tuple([LineStep(seat, step) for step in playable])
            lines.append(ShownLine(words, plan.chance, plan.margin, steps, plan is turn.played_plan, like_best))
        return lines

    def lines_with(self, attempts: Sequence[Attempt]) -> list[ShownLine]:
        """The lines with all that the player has tried. Who came to the end of a line by other steps sees his own ones there."""
        lines, others = list(self.lines), dict[tuple[str, float | None], ShownLine]()
        for attempt in attempts:
            tried, place = self._tried_line(attempt), attempt.place
            if place < 0:
                others[tried.words, tried.chance] = tried
            elif attempt.is_early or self._is_same(lines[place], tried):
                lines[place] = lines[place]._replace(yours=YOURS_SO_FAR if attempt.is_early else YOURS)
            else:
                lines[place] = lines[place]._replace(words=tried.words, steps=tried.steps, yours=YOURS)
        if lines[0].steps != self.lines[0].steps:
            lines[1:] = [line._replace(like_first=self._like(line, lines[0])) for line in lines[1:]]
        for tried in others.values():
            worse = [place for place, line in enumerate(lines) if (line.chance or 0.0) < (tried.chance or 0.0)]
            own = tried._replace(like_first=self._like(tried, lines[0]))
            lines.insert(worse[0] if worse else len(lines), own)
        return lines

    def _tried_line(self, attempt: Attempt) -> ShownLine:
        """What was tried as a line of its own."""
        decision, actions = self.decision, attempt.actions
        steps = tuple([LineStep(decision.seat, action) for action in actions])
        best = decision.answers[0].chance if decision.turn is None else decision.turn.best.chance
        chance = None if best is None else max(0.0, best - attempt.loss)
        words = self.words_of(actions)
        if any(line.words == words for line in self.lines) and decision.turn is not None:  # it differs in what pays
            words = ", ".join([step.in_full for step in self._said(actions)]) or words
        return ShownLine(words, chance, None, steps, is_played=False, yours=YOURS)

    def words_of(self, actions: Sequence[Action]) -> str:
        """What was tried, in words."""
        if self.turn is None:
            return answer_text(self.match, self.decision, actions[0])
        return ", ".join([step.words for step in self._said(actions)]) or f"end the {self.unit}"

    def _said(self, actions: Sequence[Action]) -> list[Step]:
        return steps_in_words(self.question, Plan(tuple(actions), 0.0, 0.0))

    def _said_of(self, line: ShownLine) -> list[Step]:
        return self._said([step.action for step in line.steps])

    def _like(self, line: ShownLine, first: ShownLine) -> str:
        return like_first(self._said_of(line), self._said_of(first)) if self.turn is not None else ""

    def _is_same(self, line: ShownLine, tried: ShownLine) -> bool:
        """Whether two ways to the same end have the same steps, in whatever order."""
        if self.turn is None:
            return True
        own, theirs = (Counter([step.words for step in self._said_of(each)]) for each in (line, tried))
        return own == theirs

    @property
    def unit(self) -> str:
        """What a plan ends: a turn, or a phase."""
        return kit_of(self.match.game).turn_word()

    def end_of(self, actions: Sequence[Action]) -> tuple[int, list[int]]:
        """The end to which answers lead from the start, as the seat can know it, and their moves."""
        moves = moves_of(self.question, actions)
        return followed_way(self.question, moves)[0].keys[-1], moves


def like_first(steps: Sequence[Step], first: Sequence[Step]) -> str:
    """A plan by what it has less and more than the first one: "as 1, not buy Boat"; "" if that is more than half of it."""
    own, others = Counter([step.words for step in steps]), Counter([step.words for step in first])
    less, more = [*(others - own).elements()], [*(own - others).elements()]
    if not (less or more) or len(less) + len(more) > len(steps) / 2:
        return ""
    if not less:
        return f"as 1, also {', '.join(more)}"
    return f"as 1, {', '.join([*more, f'not {less[0]}', *less[1:]])}"


class Trial(Sitting):
    """The table at which a position is played: the game up to there, and then a deal of its own. Nothing of it is stored.

    The player answers until the stretch of the turn ends (`ai.analysis.stretches`), a single decision once. Others who may be
    asked in secret pass. The table then still shows what the player has laid out."""

    def __init__(self, position: Position) -> None:
        source, seat, start = position.match, position.decision.seat, position.start
        level = kit_of(source.game).default_level()
        seats = [Seat(each.name, each.level if each.level != HUMAN else level) for each in source.setup.seats]
        seats[seat] = Seat(source.setup.seats[seat].name)
        match = Match(source.game, source.setup.with_seats_and_seed(tuple(seats), source.setup.seed), source.at(0))
        for node in source.log.path(start)[1:]:
            match.play_step(source.log.step_to(node))
        match.reshuffle(match.log.head, seat, position.question.seed(TRIAL_DEAL))
        super().__init__(match)
        self.viewer = seat
        self.start: Final = match.log.head
        self._is_single: Final = position.turn is None
        # The nodes at which it has ended, each with the node that is shown there.
        self._ends: Final[dict[int, int]] = {}
        self._shown_midway: Final = set[int]()  # those of them after which the turn goes on

    @property
    def is_at_end(self) -> bool:
        """Whether everything was answered."""
        return self.node in self._ends

    @property
    def goes_on(self) -> bool:
        """Whether the turn goes on after this end, where something was shown."""
        return self.node in self._shown_midway

    def own_actions(self) -> tuple[Action, ...]:
        """The answers of the player from the start on."""
        log = self.match.log
        path = log.path(self.node)
        later = path[path.index(self.start) + 1 :]
        return tuple([log.actions[node] for node in later if self.match.mover(log.parents[node]) == self.viewer])

    def answer(self, node: int, action: Action) -> bool:
        if node != self.node or self.is_at_end:
            return False
        self._play(action)
        while not self.is_at_end and self.match.is_formality(self.node):
            self._play(self.match.game.action(self.state, self.state.legal_moves()[0]))
        return True

    def _play(self, action: Action) -> None:
        match, game, shown = self.match, self.match.game, self.node
        stepped = after_answer(game, match.state, self.viewer, game.move(match.state, action))
        match.play(action)
        while match.state.mover not in (self.viewer, NOBODY) and match.asks_secretly(self.node):
            state = match.state
            passes = [move for move in state.legal_moves() if game.is_secret_pass(state, move)]
            if not passes or match.chapter(self.node) != match.chapter(self.start):
                break
            match.play(game.action(state, passes[0]))
        if stepped.is_end or self._is_single:
            is_own = match.state.mover == self.viewer and match.chapter(self.node) == match.chapter(self.start)
            # In a game without turns a last step lies on the table also where others go on; the end of a turn clears it.
            lies_there = match.chapter(self.start).seat == NOBODY and action.verb not in ENDING_VERBS
            self._ends[self.node] = self.node if is_own or lies_there else shown
            if stepped.shows and not self._is_single and match.chapter(self.node) == match.chapter(self.start):
                self._shown_midway.add(self.node)
            self._show_what_was_laid_out()

    def play_line(self, line: ShownLine) -> None:
        """Put a line on the table from the start, as far as it can be played in this deal."""
        self.go_to(self.start)
        for place, step in enumerate(line.steps):
            if not self._is_single and place < len(self.own_actions()):
                continue  # a formality, which was answered already
            if step.seat != self.match.state.mover or (self.is_at_end and not self._is_single):
                break
            try:
                self.match.play(step.action) if self.is_at_end else self.answer(self.node, step.action)
            except (IllegalAction, ValueError):
                break
        self.release_view()
        self._show_what_was_laid_out()

    def go_to(self, node: int) -> None:
        super().go_to(node)
        self._show_what_was_laid_out()

    def _show_what_was_laid_out(self) -> None:
        shown = self._ends.get(self.node, self.node)
        self._held_node = shown if shown != self.node else None

    def destination_node(self, destination: Destination) -> int:
        if destination == "turn_start":
            return self.start
        node = super().destination_node(destination)
        return node if self.match.depth(node) >= self.match.depth(self.start) else self.node

    # It is no game: nobody else plays, nothing counts, and nothing ends.

    @property
    def asks_viewer(self) -> bool:
        return not self.is_at_end and self.mover == self.viewer

    @property
    def awaits_reactions(self) -> bool:
        return False

    @property
    def asks_another_secretly(self) -> bool:
        return False

    @property
    def seat_to_take_keyboard(self) -> int:
        return NOBODY

    @property
    def shows_end(self) -> bool:
        return False

    @property
    def has_ended(self) -> bool:
        return False

    def hold_view_if_others_may_react(self) -> bool:
        return False

    def thinker_request(self) -> None:
        """None: nobody else plays."""

    def undo_kind(self, target: int) -> str:  # type: ignore[override]
        del target
        return ""

    def may_reshuffle(self, node: int) -> bool:
        del node
        return False


def judge_attempt(position: Position, actions: tuple[Action, ...]) -> Attempt:
    """Compare what was tried with the best. An end or an answer that is known keeps its loss. Who has drawn a card early, and can
    still play the rest of a good plan, is as good as that. Others are played on beside the best one, in the same deals. It takes
    up to some seconds, and may run in any thread."""
    decision, turn, question = position.decision, position.turn, position.question
    if turn is not None:
        end, moves = position.end_of(actions)
        ways = [position.end_of(plan.steps) for plan in turn.plans]
        known = [place for place, way in enumerate(ways) if way[0] == end]
        if not known or turn.plans[known[0]] not in turn.good:
            good = [place for place, plan in enumerate(turn.plans) if plan in turn.good]
            known = [place for place in good if leaves_open(question, moves, ways[place][1])] or known
        if known:
            place = known[0]
            return Attempt(actions, max(0.0, turn.best.chance - turn.plans[place].chance), place, ways[place][0] != end)
        return Attempt(actions, loss_against(question, position.end_of(turn.best.steps)[1], moves, position.budget))
    game, action = question.game, actions[0]
    place = next((place for place, answer in enumerate(decision.answers) if answer.action == action), -1)
    if position.is_judged and place >= 0:
        best_chance, chance = (decision.answers[each].chance or 0.0 for each in (0, place))
        return Attempt(actions, max(0.0, best_chance - chance), place)
    best, tried, played = (
        game.move(question.root, answer)
        for answer in (decision.answers[0].action, action, decision.played_answer.action)
    )
    if question.keys[tried] == question.keys[best]:
        return Attempt(actions, 0.0, place)
    if question.keys[tried] == question.keys[played]:
        return Attempt(actions, decision.loss, place)
    solved = solve_question(question, position.budget)
    if solved is not None:
        return Attempt(actions, exact_loss(solved, tried), place)
    estimates = compare_answers(question, [best, tried], COMPARISON, position.budget.comparison)
    return Attempt(actions, loss_between(estimates, best, tried), place)
