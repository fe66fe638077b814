"""What an analysis says about a whole game, in numbers: the dearest decisions, and the loss per decision by seat and by kind.

All losses are chances from 0 to 1. A loss per decision is a mean over all decisions with a choice, so a seat that has many easy
decisions has a low one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ai.analysis.decision import SOLVED, Decision
from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.level_losses import mean_error

DEAREST_COUNT = 3


class LossOfKind(NamedTuple):
    """The decisions of one kind: how many, and their losses added up."""

    kind: str
    decisions: int
    total_loss: float

    @property
    def per_decision(self) -> float:
        """The mean loss of these decisions."""
        return self.total_loss / self.decisions


class SeatReport(NamedTuple):
    """The decisions of one seat with a choice. `kinds` are sorted, the one that has lost most first."""

    seat: int
    decisions: int
    marked: int
    unsure: int
    solved: int
    total_loss: float
    error: float  # the standard error of the loss per decision
    kinds: tuple[LossOfKind, ...]

    @property
    def loss_per_decision(self) -> float:
        """The mean loss of a decision; 0 without decisions."""
        return self.total_loss / max(1, self.decisions)


def seat_report(analysis: GameAnalysis, seat: int) -> SeatReport:
    """The report of one seat."""
    own = decisions_of(analysis, (seat,))
    by_kind: dict[str, list[float]] = {}
    for decision in own:
        by_kind.setdefault(decision.kind, []).append(decision.loss)
    kinds = [LossOfKind(kind, len(losses), sum(losses)) for kind, losses in by_kind.items()]
    kinds.sort(key=lambda kind: (-kind.total_loss, kind.kind))
    marked = [decision for decision in own if decision.mark]
    return SeatReport(
        seat,
        len(own),
        sum([decision.is_marked for decision in marked]),
        sum([not decision.is_marked for decision in marked]),
        sum([decision.state == SOLVED for decision in own]),
        sum([decision.loss for decision in own]),
        mean_error([decision.loss for decision in own]),
        tuple(kinds),
    )


def decisions_of(analysis: GameAnalysis, seats: Sequence[int]) -> list[Decision]:
    """The decisions of these seats, in the order of the game."""
    return [decision for _, decision in sorted(analysis.decisions.items()) if decision.seat in seats]


def dearest_decisions(analysis: GameAnalysis, seats: Sequence[int], count: int = DEAREST_COUNT) -> list[Decision]:
    """The marked decisions of these seats that cost most, the dearest first."""
    marked = [decision for decision in decisions_of(analysis, seats) if decision.is_marked]
    return sorted(marked, key=lambda decision: (-decision.loss, decision.node))[:count]


def chances_at_turn_starts(analysis: GameAnalysis, seat: int) -> list[tuple[int, float]]:
    """The curve of a seat: the nodes at which its turns start, and its chance there. Values within a turn are a little too high
    and are left out."""
    starts = [decision for decision in decisions_of(analysis, (seat,)) if decision.starts_turn]
    return [(decision.node, decision.chance) for decision in starts if decision.chance is not None]
