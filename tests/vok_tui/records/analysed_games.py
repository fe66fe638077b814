"""Games with an analysis, for statistics of what they lost."""

from dataclasses import replace
from pathlib import Path

from ai.analysis.decision import CONFIRMED, FORCED, AnalysisBudget, Decision, JudgedAnswer
from ai.analysis.game_analysis import GameAnalysis, engine_key, new_analysis, nodes_to_analyse
from engine.core.action import Action
from engine.games import GAMES
from saves import load
from saves.analysis_file import write_analysis
from vok_tui.game.analysis_job import read_stored_analysis
from vok_tui.records.loss_report import CostlyDecision

TINY = AnalysisBudget(screening=2, comparison=2, confirmation=2, pairs=1, continuation=1)


def decision(node: int, loss: float, kind: str = "buying", stage: str = "early", seat: int = 0) -> Decision:
    answers = tuple(JudgedAnswer(Action("take", (place,)), 0.6, 0.6 - place * loss, 1.0, 0.02, 100) for place in (0, 1))
    return Decision(node, 0, seat, kind, stage, CONFIRMED, answers, 2, 1, loss, 1.0, has_chances=True)


def with_analysis(path: Path) -> Path:
    """The save, with an analysis in which a few decisions of the player have cost something."""
    match = load(path, GAMES).match
    own = [
        node for node in match.log.path(match.log.head)[:-1] if match.mover(node) == 0 and match.at(node).move_count > 1
    ]
    losses = (0.13, 0.06, 0.0, 0.01)
    analysis = GameAnalysis(engine_key(match, AnalysisBudget()), {}, is_finished=True)
    for node, loss in zip(own[5:], losses, strict=False):
        analysis.decisions[node] = replace(decision(node, loss), digest=match.at(node).digest() & 0xFFFFFFFF)
    write_analysis(path, analysis.pack())
    return path


def nearly_analysed(path: Path, left: int = 1, budget: AnalysisBudget = TINY) -> Path:
    """The save, with an analysis in which all decisions but the last `left` are done."""
    match = load(path, GAMES).match
    analysis = read_stored_analysis(match, path) or new_analysis(match, budget)
    nodes = nodes_to_analyse(match)
    for node in nodes[: len(nodes) - left]:
        digest = match.at(node).digest() & 0xFFFFFFFF
        analysis.decisions.setdefault(node, Decision(node, digest, match.mover(node), "ending", "late", FORCED))
    write_analysis(path, analysis.pack())
    return path


DECISION = CostlyDecision(
    1, "??", "turn 1", "−11", "", "✓✓", "You chose: end turn. Better: buy a card.", "end turn; better: buy", ()
)
