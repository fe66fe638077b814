"""What an analysis says about a whole game, in numbers: the costliest decisions, and what each seat has lost.

Losses are chances from 0 to 1. A loss per decision is a mean over all decisions with a choice, so a seat that has many easy
decisions has a low one. In a game that is judged by turns, points lost per open turn say how strong a seat is, because decided
games cost no chance.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.analysis.decision import SOLVED, Decision, Turn
from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.level_losses import mean_error

COSTLIEST_COUNT = 3
MIN_OPEN_TURNS: Final = 5  # fewer say nothing about strength


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


def costliest_decisions(analysis: GameAnalysis, seats: Sequence[int], count: int = COSTLIEST_COUNT) -> list[Decision]:
    """The marked decisions of these seats that cost most, the costliest first. The last place is for the turn that cost most
    points after the game was decided, if it cost enough."""
    own = decisions_of(analysis, seats)
    marked = [decision for decision in own if decision.is_marked]
    costliest = sorted(marked, key=lambda decision: (-decision.loss, decision.node))[:count]
    late = max([one for one in own if one.costs_points], key=lambda decision: decision.loss_points, default=None)
    return costliest if late is None else [*costliest[: count - 1], late]


class PointsLost(NamedTuple):
    """The points that a seat has lost in open turns, cross-fitted, so that an open turn well played may count below 0."""

    losses: tuple[float, ...]  # of each open turn

    @property
    def open_turns(self) -> int:
        return len(self.losses)

    @property
    def mean(self) -> float:
        """Points lost per open turn; 0 without one."""
        return sum(self.losses) / max(1, len(self.losses))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return mean_error(self.losses)


def points_lost(decisions: Sequence[Decision]) -> PointsLost:
    """The points lost in open turns by the seat of these decisions, which are in the order of the game. The stretches of a turn
    count together."""
    by_turn: list[list[Turn]] = []
    for decision in decisions:
        if decision.turn is not None:
            if decision.starts_turn or not by_turn:
                by_turn.append([])
            by_turn[-1].append(decision.turn)
    open_turns = [turns for turns in by_turn if turns[0].is_open]
    return PointsLost(tuple([sum([turn.fair_points for turn in turns]) for turns in open_turns]))


def chances_at_turn_starts(analysis: GameAnalysis, seat: int) -> list[tuple[int, float]]:
    """The curve of a seat: the nodes at which its turns start, and its chance there. Values within a turn are a little too high
    and are left out."""
    starts = [decision for decision in decisions_of(analysis, (seat,)) if decision.starts_turn]
    return [(decision.node, decision.chance) for decision in starts if decision.chance is not None]
