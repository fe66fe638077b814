"""The courses of `vok_tui.learning.retry`: one game, what has come back in all of them, and drills of one kind of decision.

A position is opened again from its save. If its analysis was made with other weights or by another program, the decision is
judged anew. A position whose game is gone, or whose best answer no longer holds, is retired with a sentence.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from threading import Thread
from typing import Final, NamedTuple

from ai.analysis.analyse import NoDecision, analyse_decision
from ai.analysis.decision import AnalysisBudget, Decision
from ai.analysis.game_analysis import analysed_leaf, engine_key, new_analysis, questions_on_line
from ai.analysis.plans import judge_stretch
from ai.analysis.stretches import stretches_on
from ai.kit import kind_words
from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.wording import plural
from engine.games import GAMES
from saves import SaveError, SaveInfo, load
from saves.analysis_file import BadAnalysis
from vok_tui.game.analysis_job import read_stored_analysis
from vok_tui.learning.history import ANSWERED, DRILLED, HINTED, MISSED, RETIRED, RIGHT, SHOWN, LearningHistory
from vok_tui.learning.practice import (
    CHANGED,
    GONE,
    OUTDATED,
    Practice,
    drill_positions,
    is_practisable,
    own_decisions,
    session_positions,
)
from vok_tui.learning.retry import Course, Result, Retry
from vok_tui.learning.schedule import TRIED, comes_back_text, days_until, schedule_of
from vok_tui.learning.trial import Position
from vok_tui.records.save_list import opponents_text


class Opened(NamedTuple):
    """A position that was opened, or why it cannot be."""

    position: Position | None
    reason: str = ""


def course_of_game(history: LearningHistory) -> Course:
    """The course through the mistakes of the open game."""
    history.reload()
    Thread(
        target=import_module, args=("fsrs",), name="loads the scheduler", daemon=True
    ).start()  # before the first answer
    outcomes = {record.what: record.outcome for record in history.records if record.done in TRIED}
    return Course(history=history, report=reporter_to(history, ANSWERED), outcomes=outcomes, is_of_open_game=True)


def reporter_to(history: LearningHistory, done: str) -> Callable[[Result], str]:
    """Stores results as what was `done`, and answers when the position comes back."""

    def report(result: Result) -> str:
        position, decision = result.position, result.position.decision
        history.add(
            position.match.game.name(),
            done,
            position.id,
            outcome=result.outcome,
            kind=decision.kind,
            loss=result.loss,
            before=decision.loss,
        )
        now = history.clock()
        scheduled = schedule_of([record for record in history.records if record.what == position.id], now)
        return comes_back_text(scheduled[position.id].due, now) if position.id in scheduled else ""

    return report


def session(practice: Practice, game: str = "") -> Retry | None:
    """A session of what is due, then of new positions, of one game or of all; None if there is nothing to practise. It opens the
    first position, so it may take a second."""
    queue = session_positions(practice, game)
    course = Course(
        "Practise",
        "This session",
        len(queue),
        history=practice.history,
        report=reporter_to(practice.history, ANSWERED),
    )
    opener = Opener(practice, course)
    course.more = iter_to_more(opener.open_all(queue))
    retry = begun(course, lambda retry: session_summary(practice, retry.results))
    if retry is None:
        practice.notices.extend(course.notices)
    return retry


def drill(practice: Practice, game: str, kind: str) -> Retry | None:
    """A drill of one kind of decision, from the player's games. None if no position was found."""
    names = drill_positions(practice, game, kind)
    course = Course(
        f"Drill: {kind_words(game, kind)}",
        "This drill",
        len(names),
        history=practice.history,
        report=reporter_to(practice.history, DRILLED),
        sums_up_when_left=True,
    )
    opener = Opener(practice, course)
    course.more = iter_to_more(opener.open_all(names))
    retry = begun(course, lambda retry: drill_summary(practice, game, kind, retry.results))
    if retry is None:
        practice.notices.extend(course.notices)
    return retry


def begun(course: Course, summary: Callable[[Retry], Sequence[str]]) -> Retry | None:
    """A course that stands at its first position; None if it has none."""
    assert course.more is not None
    first = course.more()
    if first is None:
        return None
    retry = Retry([first], course)
    course.summary = lambda: summary(retry)
    retry.go_to(0)
    return retry


def iter_to_more(positions: Iterator[Position]) -> Callable[[], Position | None]:
    """The next position, or None after the last one."""
    return lambda: next(positions, None)


class Opener:
    """Opens the positions of a course."""

    def __init__(self, practice: Practice, course: Course) -> None:
        self._practice: Final = practice
        self._course: Final = course
        self._scheduled: Final = practice.schedule()  # before what is retired here: each record makes it anew

    def open_all(self, names: Sequence[str]) -> Iterator[Position]:
        """These positions, one after another. Those that cannot be opened are retired."""
        for name in names:
            if self._course.stop.is_set():
                return
            opened = open_position(self._practice, name)
            if opened.position is not None:
                yield opened.position
                continue
            self._retire(name, opened.reason)
            if self._course.count is not None:
                self._course.count -= 1

    def _retire(self, name: str, reason: str) -> None:
        practice = self._practice
        known = self._scheduled.get(name)
        place = practice.library.places.get(name)
        game = known.game if known is not None else place.game if place is not None else ""
        practice.history.add(game, RETIRED, name, outcome=reason, kind=known.kind if known is not None else "")
        notice = f"One position will not come back: {reason}."
        if notice not in self._course.notices:
            self._course.notices.append(notice)


def open_position(practice: Practice, name: str) -> Opened:
    """Open a position by its id. Slow, because it replays its game, and perhaps judges the decision anew."""
    save = practice.library.saves.get(name.partition(".")[0])
    if save is None:
        return Opened(None, GONE)
    try:
        match = load(save.path, GAMES).match
        node = _node_of(match, name, save.game_id)
        if node is None:
            return Opened(None, CHANGED)
        decision, budget = judged_now(match, save, node, practice.budget)
    except (SaveError, EngineError, NoDecision):
        return Opened(None, CHANGED)
    if (
        not is_practisable(decision) and name in practice.schedule()
    ):  # what was learned stays, by the measure of its day
        decision = next((one for one in own_decisions(save) if one.node == node and is_practisable(one)), decision)
    if not is_practisable(decision):
        return Opened(None, OUTDATED)
    return Opened(Position(name, match, decision, budget, decision.seat, game_text(save, decision.seat)))


def _node_of(match: Match, name: str, game_id: str) -> int | None:
    """The node of the question with this id; None if the game has no such question."""
    for node, position in questions_on_line(match):
        if f"{game_id}.{position.digest() & 0xFFFFFFFF:08x}" == name:
            return node
    return None


def judged_now(match: Match, save: SaveInfo, node: int, budget: AnalysisBudget) -> tuple[Decision, AnalysisBudget]:
    """The decision at a node, and the budget with which it was judged: from the stored analysis if it was made with the weights
    and the program of today, otherwise judged anew with `budget`. Raises NoDecision."""
    own = engine_key(match, budget)
    with suppress(BadAnalysis):
        stored = read_stored_analysis(match, save.path)
        if stored is not None and stored.key._replace(budget=budget) == own and node in stored.decisions:
            return stored.decisions[node], stored.key.budget
    if new_analysis(match, budget).judges_turns(match):
        line = stretches_on(match, match.log.path(analysed_leaf(match)))
        for stretch in line:
            if node in stretch.nodes and (decision := judge_stretch(match, stretch, budget)).node == node:
                return decision, budget
    return analyse_decision(match, node, budget), budget


def game_text(save: SaveInfo, seat: int) -> str:
    """What game a position is from: "51 : 62 against Khety"."""
    others = [points for place, points in enumerate(save.scores) if place != seat]
    points = f"{save.scores[seat]} : {max(others)} " if save.scores and others else ""
    return points + opponents_text(save).partition(",")[0]


# -- what is said at the end


def result_words(results: Sequence[Result]) -> str:
    """ "8 positions: 5 right at once, 1 with a hint, 2 missed"."""
    counts = [sum([result.outcome == outcome for result in results]) for outcome in (RIGHT, HINTED, MISSED, SHOWN)]
    words = ("right at once", "right with a hint", "missed", "shown")
    parts = [f"{number} {word}" for number, word in zip(counts, words, strict=True) if number]
    return f"{plural(len(results), 'position')}: {', '.join(parts) or 'none tried'}"


def then_and_now(results: Sequence[Result]) -> str:
    """What the first answers have cost, against what was lost in the games; "" without an answer."""
    results = [result for result in results if result.outcome != SHOWN]
    if not results:
        return ""
    now = sum([result.loss for result in results]) / len(results)
    then = sum([result.position.decision.loss for result in results]) / len(results)
    return f"Your first answers cost {100 * now:.1f} in 100 each; in the games it was {100 * then:.1f}."


def session_summary(practice: Practice, results: Sequence[Result]) -> list[str]:
    """What is said at the end of a session: the results, and when something comes back."""
    now = practice.now
    coming = [days_until(each.due, now) for each in practice.schedule().values() if not each.retired]
    soon = sum([days == 1 for days in coming])
    due = sum([days == 0 for days in coming])
    left = len(practice.new())
    lines = [f"The session is over. {result_words(results)}.", then_and_now(results)]
    if due:
        lines.append(f"{plural(due, 'position')} more {'is' if due == 1 else 'are'} due.")
    if coming and not due:
        lines.append(
            f"Tomorrow {plural(soon, 'position')} will be due."
            if soon
            else f"The next ones are due in {min(coming)} days."
        )
    if left:
        lines.append(f"{plural(left, 'new position')} {'is' if left == 1 else 'are'} left.")
    return [line for line in lines if line]


def drill_summary(practice: Practice, game: str, kind: str, results: Sequence[Result]) -> list[str]:
    """What is said at the end of a drill: the results, and the loss of a decision of this kind before and after."""
    lines = [f"The drill is over. {result_words(results)}.", then_and_now(results)]
    return [line for line in [*lines, before_and_after_text(practice, game, kind)] if line]


def before_and_after_text(practice: Practice, game: str, kind: str) -> str:
    """The loss of a decision of a kind in the player's games before and since the first drill; "" without such games."""
    (before, loss_before), (after, loss_after) = practice.before_and_after(game, kind)
    words = f"“{kind_words(game, kind)}”"
    if not before:
        since = f"In your games since the first drill, {words} cost {100 * loss_after:.2f} in 100 per decision"
        return f"{since} ({plural(after, 'decision')})." if after else ""
    text = f"In your games, {words} cost {100 * loss_before:.2f} in 100 per decision before the first drill"
    text += f" ({plural(before, 'decision')})"
    return f"{text}, and {100 * loss_after:.2f} since ({after})." if after else f"{text}; there was no game since."
