"""`vok analyse FILE`: analyses a finished game, and says what its decisions have cost.

The analysis is kept beside the save, so the next call prints it at once, and an analysis that was stopped goes on. With
--unfinished, the player's own decisions so far in a game that goes on, which marks it as helped and is kept nowhere else.
docs/analysis.md says what each number means.
"""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ai.analysis.analyse import answer_text, line_texts
from ai.analysis.calibration import chances_of
from ai.analysis.decision import Decision, JudgedAnswer
from ai.analysis.facts import Verdict
from ai.analysis.game_analysis import (
    CONFIRMING,
    EXPLAINING,
    JUDGING,
    GameAnalysis,
    analysed_leaf,
    new_analysis,
    run_analysis,
)
from ai.analysis.level_losses import level_losses
from ai.analysis.plan_words import turn_reason_texts, turn_words
from ai.analysis.reasons import reason_text, start_of_turn
from ai.analysis.report import decisions_of, points_lost, seat_report
from ai.analysis.workers import AnalysisFailed
from ai.process.limits import core_count
from engine import GAMES
from engine.core.game import NOBODY, human_seats
from engine.core.match import Match
from engine.core.setup import only_human
from saves import CannotWrite, Shelf, load
from saves.analysis_file import BadAnalysis
from vok_tui.cli.arguments import find_save, find_seat_to_see
from vok_tui.cli.charts import parse_writable_file, replace_text_file
from vok_tui.cli.main import print_error
from vok_tui.cli.progress import ProgressBar
from vok_tui.coordinator.after_game import whole_verdict_on
from vok_tui.coordinator.config import load_config
from vok_tui.game.analysis_job import KeptAnalysis, budget_of_this_copy, is_over, read_stored_analysis
from vok_tui.plain.messages import verdict_fields
from vok_tui.records.analysis_page import analysis_page, analysis_picture, page_subject
from vok_tui.records.helped import mark_save_helped, why_not_before_end
from vok_tui.records.loss_report import LossReport, LossReporter
from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.parser import Parser
from vok_tui.shared.paths import config_file

WRITE_EVERY_STEPS: Final = 25  # an analysis that is killed loses no more than this
ASCII_SIGNS: Final = {"▸": ">", "−": "-", "✓": "v", "±": "+-", "·": ",", "…": "..."}
JSON_FORMAT: Final = 1


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a save: its name in the list of vok saves, or a path")
    parser.add_argument(
        "--seat",
        metavar="NAME",
        help="whose decisions: a name, or a number from 1 (default: those of the only human; otherwise of all)",
    )
    parser.add_argument(
        "--quick", action="store_true", help="only the quick pass: marks are not confirmed, and have no reasons"
    )
    parser.add_workers()
    parser.add_argument(
        "--unfinished",
        action="store_true",
        help="your own decisions so far in a game that goes on; it then counts apart for good, and is not rated",
    )
    parser.add_json()
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=parse_writable_file,
        help="also write a page to keep or send: the curve, all marked decisions, the losses",
    )
    parser.add_argument(
        "--svg", metavar="FILE", type=parse_writable_file, help="also write the curve with its marks as an SVG picture"
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="the page and the picture name the players (default: Player 1, Player 2, ...)",
    )


def run(args: Namespace) -> int:
    path = find_save(args.file)
    loaded = load(path, GAMES)
    match = loaded.match
    if loaded.damage is not None and not is_over(match):
        print_error(f"{loaded.damage} Only a whole game is analysed.")
        return ExitCode.DAMAGED
    if not is_over(match):
        return analyse_unfinished(match, path, args)
    seats = list(range(match.setup.player_count))
    if args.seat:
        seats = [find_seat_to_see(match, args.seat)]
    elif (only := only_human(match.setup.seats)) != NOBODY:
        seats = [only]
    analysis = analysed(match, path, args)
    write_pages(match, analysis, seats, args)
    if args.json:
        print(json.dumps(analysis_dict(match, analysis, path), ensure_ascii=True))
    else:
        print("\n".join(map(ascii_if_needed, report_lines(match, analysis, seats, path))))
    if loaded.damage is not None:
        print_error(str(loaded.damage))
        return ExitCode.DAMAGED
    return ExitCode.OK


def write_pages(match: Match, analysis: GameAnalysis, seats: Sequence[int], args: Namespace) -> None:
    """Write the page and the picture that are asked for. Raises CommandError."""
    subject = page_subject(match, analysis, seats, with_names=args.names)
    for path, text_of in ((args.html, analysis_page), (args.svg, analysis_picture)):
        if path is not None:
            replace_text_file(path, text_of(subject))


def analyse_unfinished(match: Match, path: Path, args: Namespace) -> int:
    """Analyse the own decisions of the only human in a game that goes on. Before that, the save says that it is helped. Raises
    CommandError."""
    if reason := why_not_before_end(match, may_look_back=load_config(config_file()).undo_past_reveals):
        raise CommandError(f"{path} is not over yet. {reason.removesuffix('.')}")
    if not args.unfinished:
        raise CommandError(
            f"{path} is not over yet: finish the game first, or see your own decisions so far with --unfinished (the game "
            "then counts apart for good, and is not rated)"
        )
    if args.seat:
        find_seat_to_see(match, args.seat)  # which refuses all other seats before the end
    mark_save_helped(path)
    match = load(path, GAMES).match
    analysis = new_analysis(match, budget_of_this_copy())
    run_phases(match, analysis, args)
    if args.json:
        print(json.dumps(analysis_dict(match, analysis, path), ensure_ascii=True))
    else:
        print("\n".join(map(ascii_if_needed, report_lines(match, analysis, human_seats(match.setup.seats), path))))
    return ExitCode.OK


def analysed(match: Match, path: Path, args: Namespace) -> GameAnalysis:
    """The finished analysis of a game: from the file beside the save, made now, or continued. Raises CommandError."""
    kept = KeptAnalysis(match, path, stored_analysis(match, path), new_analysis(match, budget_of_this_copy()))
    if run_phases(match, kept.analysis, args, kept):
        keep(kept)
    return kept.analysis


def run_phases(match: Match, analysis: GameAnalysis, args: Namespace, kept: KeptAnalysis | None = None) -> bool:
    """Do what is left of an analysis, with its progress; from time to time it is written if it is `kept`. Returns whether there
    was anything to do. Raises CommandError."""
    phases = (JUDGING,) if args.quick else (JUDGING, CONFIRMING, EXPLAINING)
    if not any(analysis.todo(match, phase) for phase in phases):
        return False
    if budget_of_this_copy().screening < 1000:
        print_error("the search is not compiled here, so this analysis is slow and takes a smaller budget")
    with progress_of_phases() as show:
        try:
            for number, step in enumerate(run_analysis(match, analysis, args.workers or core_count(), phases), start=1):
                show(step.phase, step.done, step.total)
                if number % WRITE_EVERY_STEPS == 0 and kept is not None:
                    keep(kept)
        except AnalysisFailed as failed:
            raise CommandError(f"the analysis has failed: {failed}") from None
        except KeyboardInterrupt:
            if kept is not None:
                keep(kept)
            raise
    return True


def stored_analysis(match: Match, path: Path) -> GameAnalysis | None:
    """The analysis beside a save; None if there is none. One that is damaged or belongs to another game is ignored with a
    sentence."""
    try:
        return read_stored_analysis(match, path)
    except BadAnalysis as bad:
        print_error(str(bad))
        return None


def keep(kept: KeptAnalysis) -> None:
    """Write the analysis beside the save. If that fails, the results can still be printed, so it is only said."""
    try:
        kept.write()
    except CannotWrite as error:
        print_error(str(error))


@contextmanager
def progress_of_phases() -> Iterator[Any]:
    """A function that shows the progress: it takes the phase, the number done, and their total."""
    bars: dict[str, ProgressBar] = {}

    def show(phase: str, done: int, total: int) -> None:
        if phase not in bars:
            for bar in bars.values():
                bar.close()
            bars[phase] = ProgressBar(total, "decisions")
        bars[phase].update(done, phase)

    try:
        yield show
    finally:
        for bar in bars.values():
            bar.close()


# -- the report


def reporter_of(match: Match, seats: Sequence[int]) -> LossReporter:
    """The reporter for the decisions of these seats. The only human is "you"."""
    return LossReporter(match, only_human(match.setup.seats), seats)


def report_lines(match: Match, analysis: GameAnalysis, seats: Sequence[int], path: Path) -> list[str]:
    """The report on the decisions of these seats in the game of a save. With one human among them, that one is "you"."""
    reporter = reporter_of(match, seats)
    report = reporter.report(analysis, is_running=False)
    found = verdict_of(match, reporter.your_seat, path)
    said = found.sentences(with_ranges=True) if found is not None else []
    lines = [f"{match.game.title()}: {result_text(match, reporter.your_seat)}", *said]
    if not report.seats:
        return [*lines, *([report.note] if report.note else [])]
    lines += [f"{report.counts}.", *([report.caveat] if report.caveat else []), "", report.note or report.heading]
    for place, decision in enumerate(report.decisions, start=1):
        head = f"{place} {decision.mark:<2} {decision.title}  {decision.cost}  {decision.checks}".rstrip()
        lines += [f" {head}", *[f"     {text}" for text in (decision.sentence, *decision.reasons)]]
    unit = report.unit.capitalize() if report.by_turns else "Loss per decision, in 100 games between equals"
    lines += ["", unit, *loss_lines(report)]
    lines += [f"Strength: {report.strength}"] if report.strength else []
    many = len(seats) > 1
    for seat in seats:
        kinds = reporter_of(match, [seat]).report(analysis, is_running=False).kinds if many else report.kinds
        whose = f", {seat_word(match, seat, reporter.your_seat)}" if many else ""
        text = " · ".join([f"{kind.name} {kind.loss:.1f} ({kind.decisions}, {kind.share:.0%})" for kind in kinds])
        lines += ["", f"By kind{whose}: {text}"] if text else []
    legend = "✓✓ confirmed with more work, ✓ quick pass, = solved exactly. −8 in 100: 8 fewer wins in 100 games between equals."
    by_kind = "By kind: loss per decision (decisions, share of the whole loss)."
    return [*lines, "", legend, by_kind]


def verdict_of(match: Match, your_seat: int, path: Path) -> Verdict | None:
    """What counted facts say about a finished game, and what has changed since earlier ones; None about one that goes on."""
    if not is_over(match):
        return None
    return whole_verdict_on(match, your_seat, [seat.name for seat in match.setup.seats], Shelf(), path)


def loss_lines(report: LossReport) -> list[str]:
    """The loss per decision of each seat and, where it was measured, of each level: the lowest first."""
    seats = sorted([*report.seats, *report.levels], key=lambda seat: seat.loss)
    width = max(len(seat.name) for seat in seats)
    return [
        f"{'▸' if seat.is_you else ' '} {seat.name:<{width}}  {seat.loss:5.2f}  {seat.note}".rstrip() for seat in seats
    ]


def seat_word(match: Match, seat: int, you: int) -> str:
    """The seat in a list: "You", or its name."""
    return "You" if seat == you else match.setup.seats[seat].name


def result_text(match: Match, you: int) -> str:
    """Who has won, and with how many points."""
    leaf = analysed_leaf(match)
    if not is_over(match):
        return "your decisions so far; the game goes on, and counts as helped"
    state = match.at(leaf)
    rewards, scores = match.game.rewards(state), match.scores(leaf)
    if len(rewards) == 1:
        return f"alone, {scores[0]} {match.game.score_word()}"
    winners = [seat_word(match, seat, you) for seat, reward in enumerate(rewards) if reward > 0]
    points = " : ".join(map(str, scores))
    names = ", ".join([seat_word(match, seat, you) for seat in range(len(rewards))])
    verb = "won" if len(winners) == 1 else "share the victory"
    return f"{' and '.join(winners) or 'nobody'} {verb}  ({names}{'  ' + points if points else ''})"


def ascii_if_needed(line: str) -> str:
    """The line in ASCII signs if the output can write no others."""
    if (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf8sig"):
        return line
    for sign, plain in ASCII_SIGNS.items():
        line = line.replace(sign, plain)
    return line


# -- for programs


def analysis_dict(match: Match, analysis: GameAnalysis, path: Path) -> dict[str, Any]:
    """The analysis as JSON values; docs/analysis.md lists the fields."""
    reports = [seat_report(analysis, seat) for seat in range(match.setup.player_count)]
    by_turns = any(decision.turn is not None for decision in analysis.decisions.values())
    lost = [points_lost(decisions_of(analysis, (report.seat,))) for report in reports]
    found = verdict_of(match, only_human(match.setup.seats), path)
    key = analysis.key
    chances = chances_of(match.game, match.setup, match.at(0))
    return {
        "format": JSON_FORMAT,
        "game": match.setup.game,
        "edition": match.setup.edition,
        "rules": key.rules,
        "engine": key.version,
        "value": key.value,
        "calibration": key.calibration,
        "borrowed": chances.is_borrowed,
        "own_calibration": chances.is_own,
        "budget": key.budget._asdict(),
        "complete": analysis.is_complete(match),
        "verdict": verdict_fields(found) if found is not None else None,
        "seats": [
            {
                "name": match.setup.seats[report.seat].name,
                "level": match.setup.seats[report.seat].level,
                "decisions": report.decisions,
                "marked": report.marked,
                "unsure": report.unsure,
                "solved": report.solved,
                "loss_per_decision": round(report.loss_per_decision, 5),
                "error": round(report.error, 5),
                "points_per_open_turn": round(lost[report.seat].mean, 3) if by_turns else None,
                "open_turns": lost[report.seat].open_turns if by_turns else None,
                "kinds": [
                    {"kind": kind.kind, "decisions": kind.decisions, "loss_per_decision": round(kind.per_decision, 5)}
                    for kind in report.kinds
                ],
            }
            for report in reports
        ],
        "levels": [
            {
                "level": level.level,
                "points_per_open_turn" if by_turns else "loss_per_decision": level.loss,
                "error": level.error,
                "open_turns" if by_turns else "decisions": level.decisions,
            }
            for level in level_losses(match.setup, key)
        ],
        "turns": [
            turn_dict(match, decision)
            for _, decision in sorted(analysis.decisions.items())
            if decision.turn is not None
        ],
        "decisions": [decision_dict(match, decision) for _, decision in sorted(analysis.decisions.items())],
    }


def turn_dict(match: Match, decision: Decision) -> dict[str, Any]:
    """The stretch of a turn that a decision stands for, as JSON values."""
    turn = decision.turn
    assert turn is not None, "only of a game that is judged by turns"
    words = turn_words(match, decision, turn) if turn.played else None
    return {
        "start": start_of_turn(match, decision.node, turn),
        "node": decision.node,
        "turn": match.chapter(decision.node).number,
        "seat": decision.seat,
        "mark": decision.mark,
        "loss": decision.loss,
        "loss_points": decision.loss_points,
        "fair_loss": turn.fair_loss,
        "fair_points": turn.fair_points,
        "open": turn.is_open,
        "played": turn.played,
        "you": words.you if words is not None else "",
        "better": words.better if words is not None else "",
        "shared_by_all_good_plans": words is not None and words.is_shared,
        "plans": [
            {
                "chance": plan.chance,
                "margin": plan.margin,
                "shows": plan.shows,
                "steps": [step.pack() for step in plan.steps],
            }
            for plan in turn.plans
        ],
    }


def decision_dict(match: Match, decision: Decision) -> dict[str, Any]:
    """A decision as JSON values."""
    names = [seat.name for seat in match.setup.seats]
    chapter = match.chapter(decision.node)
    if decision.turn is None:
        reasons = [reason_text(reason, names, NOBODY, unit=chapter.unit) for reason in decision.reasons]
    else:
        reasons = turn_reason_texts(decision.reasons, names, NOBODY, unit=chapter.unit)
    return {
        "node": decision.node,
        "turn": chapter.number,
        "title": chapter.title,
        "seat": decision.seat,
        "kind": decision.kind,
        "stage": decision.stage,
        "state": decision.state,
        "mark": decision.mark,
        "loss": decision.loss if decision.has_chances else None,
        "loss_points": decision.loss_points if decision.has_chances else None,
        "secret": decision.is_mixed,
        "starts_turn": decision.starts_turn,
        "answer_count": decision.answer_count,
        "played": decision.played,
        "answers": [answer_dict(match, decision, answer) for answer in decision.answers],
        "reasons": [{**asdict(reason), "text": text} for reason, text in zip(decision.reasons, reasons, strict=True)],
    }


def answer_dict(match: Match, decision: Decision, answer: JudgedAnswer) -> dict[str, Any]:
    """An answer as JSON values."""
    line = line_texts(match, decision, answer) if answer.line else []
    return {
        "text": answer_text(match, decision, answer.action),
        "action": answer.action.pack(),
        "chance": answer.chance,
        "margin": answer.margin,
        "error": answer.error,
        "value": answer.value,
        "simulations": answer.simulations,
        "line": [{"seat": seat, "text": text} for seat, text in line],
    }
