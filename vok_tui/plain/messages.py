"""What the plain mode says as messages with fields besides their lines, for programs: hints, judged decisions, positions that are
tried, and the results of daily games. `docs/protocol.schema.json` describes each.

A message holds no more than what its lines may say: before an answer is given, nothing of the best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ai.kit import kit_of
from engine.core.action import Action
from engine.core.setup import CURRENT_RULES
from engine.games import GAMES
from vok_tui import __version__
from vok_tui.plain.conversation import Message

if TYPE_CHECKING:
    from ai.analysis.decision import Decision, JudgedAnswer
    from ai.analysis.facts import Verdict
    from ai.analysis.game_analysis import GameAnalysis
    from engine.core.match import Match
    from vok_tui.learning.coach import HintText
    from vok_tui.learning.retry import Attempt, Retry
    from vok_tui.plain.conversation import CostlyAnswer
    from vok_tui.records.daily_days import DailyDays, DayResult
    from vok_tui.records.loss_report import LossReporter


def hello_fields() -> dict[str, Any]:
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


def action_fields(text: str, action: Action) -> dict[str, Any]:
    """An action, in words and for a program."""
    return {"text": text, "verb": action.verb, "arguments": list(action.arguments)}


def hint_message(hint: HintText) -> Message:
    """A hint about the open question of a game."""
    answers = [{**action_fields(row.text, row.action), "chance": row.chance, "margin": row.margin} for row in hint.rows]
    fields = {"seconds": hint.seconds, "secret": hint.is_secret, "solved": hint.is_solved, "answers": answers}
    return Message("hint", fields)


def warning_fields(warning: CostlyAnswer) -> dict[str, Any]:
    """What the answer costs that a question offers to take back."""
    return {**action_fields(warning.text, warning.action), "loss": warning.loss, "exact": warning.is_exact}


# -- what the analysis has found


def decision_fields(reporter: LossReporter, decision: Decision) -> dict[str, Any]:
    """A judged decision: its mark and what it has cost, all its answers, the best first, with the lines that are expected after
    them, and why the best one is better."""
    return {
        "node": decision.node,
        "seat": decision.seat,
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
                "seat": reason.seat,
                "better": reason.better,
                "played": reason.played,
                "tries": reason.tries,
            }
            for text, reason in zip(reporter.reasons_of(decision), decision.reasons, strict=False)
        ],
        "proof": reporter.proof,
    }


def _answer_fields(match: Match, decision: Decision, answer: JudgedAnswer) -> dict[str, Any]:
    from ai.analysis.analyse import answer_text, line_texts

    line = [
        {"seat": seat, **action_fields(text, step.action)}
        for (seat, text), step in zip(line_texts(match, decision, answer), answer.line, strict=False)
    ]
    words = answer_text(match, decision, answer.action)
    return {**action_fields(words, answer.action), "chance": answer.chance, "margin": answer.margin, "line": line}


def decision_message(reporter: LossReporter, decision: Decision) -> Message:
    """A decision of a finished game."""
    return Message("decision", {"decision": decision_fields(reporter, decision)})


def verdict_fields(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON values; "" for a sentence that there is nothing to say for."""
    return {
        "facts": list(verdict.facts),
        "names": list(verdict.names),
        "winners": list(verdict.ranges),
        "well_done": verdict.well_done,
        "next_time": verdict.next_time,
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
    if not (position.is_judged or position.intro):
        text = position.match.game.say(position.match.at(decision.node), decision.played_answer.action)
        played = {**action_fields(text, decision.played_answer.action), "loss": decision.loss}
    fields = {
        "place": retry.place + 1,
        "count": retry.course.count or (None if retry.course.more is not None else len(retry.positions)),
        "id": position.id,
        "game": position.match.game.name(),
        "node": decision.node,
        "seat": decision.seat,
        "about": position.about,
        "played": played,
    }
    return Message("position", fields)


def attempt_message(retry: Retry, attempt: Attempt) -> Message:
    """What an answer to a position is worth."""
    position = retry.position
    text = position.match.game.say(position.match.at(retry.decision.node), attempt.action)
    return Message(
        "attempt", {**action_fields(text, attempt.action), "right": attempt.is_right, "loss": max(0.0, attempt.loss)}
    )


def solution_message(retry: Retry) -> Message:
    """The answers of a position that was solved or given up, what became of it at the first try, and in a puzzle the rating."""
    outcomes = [result.outcome for result in retry.results if result.position is retry.position]
    change = retry.course.rating_change
    return Message(
        "solution",
        {
            "outcome": outcomes[0],
            "note": retry.note,
            "decision": decision_fields(retry.reporter, retry.shown_decision),
            "rating": change._asdict() if change is not None else None,
        },
    )


# -- daily games


def day_message(
    days: DailyDays, day: str, state: str, line: str, results: Sequence[DayResult], levels: Sequence[DayResult]
) -> Message:
    """A day of the daily games: how it stands, and what players and levels have reached."""

    def rows(each: Sequence[DayResult]) -> list[dict[str, Any]]:
        return [{"name": row.name, "points": row.points, "note": row.note, "you": row.is_you} for row in each]

    streak = {"now": days.streak.now, "longest": days.streak.longest}
    fields = {"game": days.game, "date": day, "state": state, "line": line, "streak": streak}
    return Message("day", {**fields, "players": rows(results), "levels": rows(levels)})
