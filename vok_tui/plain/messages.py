"""What the plain mode says as messages with fields besides their lines, for programs: hints, judged decisions, positions that are
tried, and the results of daily games. `docs/protocol.schema.json` describes each.

A message holds no more than what its lines may say: before an answer is given, nothing of the best one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ai.kit import kit_of
from engine.core.action import Action
from engine.core.events import NOBODY, Event
from engine.core.setup import CURRENT_RULES
from engine.games import GAMES
from vok_tui import __version__
from vok_tui.boards.game_protocol import GameProtocol, Json, event_fields, seat_number
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.story import sentences_about_changes
from vok_tui.plain.conversation import Message

if TYPE_CHECKING:
    from ai.analysis.decision import Decision, JudgedAnswer
    from ai.analysis.facts import Verdict
    from ai.analysis.game_analysis import GameAnalysis
    from engine.core.match import Match
    from vok_tui.game.sitting import Sitting
    from vok_tui.learning.coach import HintText
    from vok_tui.learning.retry import Retry
    from vok_tui.learning.trial import Attempt
    from vok_tui.plain.conversation import AskedGame, CostlyAnswer, LineCommand, Listing
    from vok_tui.records.daily_days import DailyDays, DayResult
    from vok_tui.records.loss_report import LossReporter


TAKEN_BACK: Final = "taken_back"  # the event that steps were undone


def hello_fields() -> Json:
    """The program, and what it can play."""
    games = [
        {
            "name": game.name(),
            "title": game.title(),
            "counts": game.score_word(),
            "editions": [
                {
                    "name": edition.name,
                    "summary": edition.summary,
                    "players": list(edition.player_counts),
                    "options": [
                        {"name": option.name, "words": list(option.words), "default": option.default}
                        for option in edition.options
                    ],
                }
                for edition in game.editions()
            ],
            "levels": list(kit_of(game).level_names()),
        }
        for game in GAMES.values()
    ]
    return {"program": "vok", "version": __version__, "rules": CURRENT_RULES, "games": games}


# -- the table


def public_step(match: Match, node: int) -> int:
    """The number of steps that lead to a node. A secret pass is none, so nobody learns from it who was asked. O(depth)."""
    return sum([not match.is_reached_by_secret_pass(each) for each in match.log.path(node)[1:]])


def event_message(protocol: GameProtocol, node: int, event: Json) -> Message:
    match = protocol.match
    return Message("event", {"game": match.game.name(), "step": public_step(match, node), "event": event})


def events_of_step(
    protocol: GameProtocol, node: int, viewer: int, names: Sequence[str]
) -> Iterator[tuple[Message, str]]:
    """What the viewer knows to have happened on the step to a node, each with its sentence, which may be ""."""
    match = protocol.match
    for event in match.events_on_step_to(node):
        fields = protocol.event(event, viewer, node)
        if fields is not None:
            yield (
                event_message(protocol, node, fields),
                match.game.describe_event(match.state, event, viewer, tuple(names)),
            )
    for sentence in sentences_about_changes(match, node, viewer, tuple(names)):
        event = Event(sentence.verb, sentence.seat)
        yield event_message(protocol, node, event_fields(event, viewer)), sentence.text


class ToldEvents:
    """Which events a viewer of a sitting was told. All that has happened before is known."""

    def __init__(self, sitting: Sitting, protocol: GameProtocol) -> None:
        self._sitting: Final = sitting
        self._protocol: Final = protocol
        self._path = sitting.shown_path()

    def take_new(self) -> Iterator[tuple[Message, str]]:
        """The events since, each with its sentence. If steps were taken back, that comes first."""
        before, self._path = self._path, self._sitting.shown_path()
        kept = 0
        while kept < min(len(before), len(self._path)) and before[kept] == self._path[kept]:
            kept += 1
        if kept < len(before):
            yield event_message(self._protocol, before[kept - 1], event_fields(Event(TAKEN_BACK, NOBODY), NOBODY)), ""
        for node in self._path[kept:]:
            yield from events_of_step(self._protocol, node, self._sitting.viewer, self._sitting.names)


def table_of(game: AskedGame) -> Json:
    """The state of a table, as its seat sees it."""
    return game.protocol.table(game.view, game.names)


def game_fields(game: AskedGame) -> Json:
    """Which table it is, and who sees it."""
    match = game.protocol.match
    return {
        "name": match.game.name(),
        "edition": match.setup.edition,
        "seat": seat_number(game.seat),
        "step": game.step,
    }


def state_fields(game: AskedGame, state: Json) -> Json:
    """A table with its whole state."""
    fields = game_fields(game)
    return {"game": fields.pop("name"), **fields, "state": state}


def answer_fields(listing: Listing, game: AskedGame | None) -> list[Json]:
    answers = [
        {"number": number, "text": answer.text}
        | ({"action": game.protocol.action(answer.action)} if answer.action is not None and game is not None else {})
        for number, answer in enumerate(listing.answers, 1)
    ]
    return game.protocol.grouped(answers) if game is not None else answers


def command_fields(word: str, command: LineCommand) -> Json:
    """A command: its word, what may follow, and its help."""
    return {"command": word, "argument": command.argument, "help": command.help_text}


def fixed_fields(protocol: GameProtocol, what: str) -> Json | None:
    """What does not change in a game: its "cards", "map" or "rules". None if it has none."""
    game = protocol.match.game
    if what == "rules":
        from vok_tui.boards.rules_text import read_rules

        file = table_kit_of(game).rules_file
        sections = read_rules(file) if file is not None else []
        texts = [{"title": section.title, "paragraphs": list(section.paragraphs)} for section in sections]
        return {"game": game.name(), "sections": texts} if texts else None
    fields = protocol.cards() if what == "cards" else protocol.map()
    return {"game": game.name(), what: fields} if fields else None


def action_fields(text: str, action: Action, protocol: GameProtocol) -> Json:
    """An answer of the game, in words and for a program."""
    return {"text": text, "action": protocol.action(action)}


def protocol_of(match: Match) -> GameProtocol:
    return table_kit_of(match.game).protocol(match)


def hint_message(hint: HintText, protocol: GameProtocol) -> Message:
    """A hint about the open question of a game."""
    answers = [
        {**action_fields(row.text, row.action, protocol), "chance": row.chance, "margin": row.margin}
        for row in hint.rows
    ]
    fields = {"seconds": hint.seconds, "secret": hint.is_secret, "solved": hint.is_solved, "answers": answers}
    return Message("hint", fields)


def warning_fields(warning: CostlyAnswer, protocol: GameProtocol) -> Json:
    """What the answer costs that a question offers to take back."""
    fields = action_fields(warning.text, warning.action, protocol)
    return {**fields, "loss": warning.loss, "exact": warning.is_exact}


# -- what the analysis has found


def decision_fields(reporter: LossReporter, decision: Decision) -> Json:
    """A judged decision: its mark and what it has cost, all its answers, the best first, with the lines that are expected after
    them, and why the best one is better."""
    return {
        "node": decision.node,
        "seat": decision.seat + 1,
        "kind": decision.kind,
        "mark": decision.mark,
        "state": decision.state,
        "secret": decision.is_mixed,
        "loss": decision.loss,
        "points_lost": decision.loss_points,
        "played": decision.played,
        "answers": [_answer_fields(reporter.match, decision, answer) for answer in decision.answers],
        "reasons": [
            {
                "text": text,
                "kind": reason.kind,
                "name": reason.name,
                "seat": seat_number(reason.seat),
                "better": reason.better,
                "played": reason.played,
                "tries": reason.tries,
            }
            for text, reason in zip(reporter.reasons_of(decision), decision.reasons, strict=False)
        ],
        "proof": reporter.proof,
    }


def _answer_fields(match: Match, decision: Decision, answer: JudgedAnswer) -> Json:
    from ai.analysis.analyse import answer_text, line_texts

    protocol = protocol_of(match)
    line = [
        {"seat": seat + 1, **action_fields(text, step.action, protocol)}
        for (seat, text), step in zip(line_texts(match, decision, answer), answer.line, strict=False)
    ]
    words = answer_text(match, decision, answer.action)
    return {
        **action_fields(words, answer.action, protocol),
        "chance": answer.chance,
        "margin": answer.margin,
        "line": line,
    }


def decision_message(reporter: LossReporter, decision: Decision) -> Message:
    """A decision of a finished game."""
    return Message("decision", {"decision": decision_fields(reporter, decision)})


def verdict_fields(verdict: Verdict) -> Json:
    """The verdict as JSON values; "" for a sentence that there is nothing to say for."""
    return {
        "facts": list(verdict.facts),
        "names": list(verdict.names),
        "winners": list(verdict.ranges),
        "well_done": verdict.well_done,
        "next_time": verdict.next_time,
        "change": verdict.change,
    }


def verdict_message(verdict: Verdict) -> Message:
    """What counted facts say about a finished game."""
    return Message("verdict", verdict_fields(verdict))


def losses_message(reporter: LossReporter, analysis: GameAnalysis) -> Message:
    """What the decisions of a game have cost: the costliest ones, and the loss per decision of each seat in wins of 100 games."""
    report = reporter.report(analysis, is_running=False)
    seats = [
        {"name": each.name, "note": each.note, "loss": each.loss, "you": each.is_you}
        for each in (*report.seats, *report.levels)
    ]
    decisions = [decision_fields(reporter, decision) for decision in reporter.costliest(analysis)]
    return Message("losses", {"decisions": decisions, "seats": seats})


# -- positions that are tried again


def position_message(retry: Retry) -> Message:
    """A position that is asked: which one it is, and in a game of the player what was chosen and what that has cost."""
    position, decision = retry.position, retry.decision
    played = None
    if not position.intro:
        played = {"text": retry.reporter.words_of(decision).you, "loss": decision.loss}
    fields = {
        "place": retry.place + 1,
        "count": retry.course.count or (None if retry.course.more is not None else len(retry.positions)),
        "id": position.id,
        "game": position.match.game.name(),
        "node": position.start,
        "seat": decision.seat + 1,
        "turn": position.turn is not None,
        "about": position.about,
        "played": played,
    }
    return Message("position", fields)


def attempt_message(retry: Retry, attempt: Attempt) -> Message:
    """What an attempt is worth, with its answers."""
    fields = {
        "text": retry.position.words_of(attempt.actions),
        "answers": _unsaid(attempt.actions, retry),
        "right": attempt.is_right,
        "loss": max(0.0, attempt.loss),
    }
    return Message("attempt", fields)


def _unsaid(actions: Iterable[Action], retry: Retry) -> list[Json]:
    protocol = protocol_of(retry.position.match)
    return [protocol.action(action) for action in actions]


def solution_message(retry: Retry) -> Message:
    """The answers of a position that was solved or given up, what became of it at the first try, and in a puzzle the rating."""
    outcomes = [result.outcome for result in retry.results if result.position is retry.position]
    change = retry.course.rating_change
    return Message(
        "solution",
        {
            "outcome": outcomes[0],
            "note": retry.note,
            "decision": decision_fields(retry.reporter, retry.decision),
            "plans": [
                {
                    "text": line.words,
                    "chance": line.chance,
                    "margin": line.margin,
                    "steps": _unsaid([step.action for step in line.steps], retry),
                }
                for line in retry.position.lines
            ],
            "rating": change._asdict() if change is not None else None,
        },
    )


# -- daily games


def day_message(
    days: DailyDays, day: str, state: str, line: str, results: Sequence[DayResult], levels: Sequence[DayResult]
) -> Message:
    """A day of the daily games: how it stands, and what players and levels have reached."""

    def rows(each: Sequence[DayResult]) -> list[Json]:
        return [{"name": row.name, "points": row.points, "note": row.note, "you": row.is_you} for row in each]

    streak = {"now": days.streak.now, "longest": days.streak.longest}
    fields = {"game": days.game, "date": day, "state": state, "line": line, "streak": streak}
    return Message("day", {**fields, "players": rows(results), "levels": rows(levels)})
