"""Which targets the open question is about, and for how many points."""

from collections.abc import Iterable

from engine.core.game import NOTHING
from engine.tal.data.board import Board
from engine.tal.view import TalView
from vok_tui.painting.grid import Target

PLACE: str = "place"
SITE: str = "site"


def moving_figure_place(view: TalView) -> int:
    """The place of the figure that the viewer is asked to move; NOTHING if there is none."""
    if view.viewer < 0 or view.viewer != view.mover:
        return NOTHING
    if view.worker_from >= 0:
        return view.worker_from
    if view.overseer >= 0 and written_stop_place(view) < 0:
        return view.seats[view.viewer].overseers[view.overseer]
    return NOTHING


def written_stop_place(view: TalView) -> int:
    """The stop that is written for the overseer of the question; NOTHING before it is written."""
    orders = view.seats[view.viewer].orders
    return orders[view.overseer].stop if orders is not None and view.overseer >= 0 else NOTHING


def movement_costs(view: TalView, board: Board, usable: Iterable[Target]) -> dict[Target, int]:
    """The points for each target that the viewer can choose: for a place the lines to it, for a site that is claimed the lines
    that this costs more."""
    start = moving_figure_place(view)
    if start >= 0:
        return {target: int(board.distance(start, target.index)) for target in usable if target.area == PLACE}
    if view.viewer < 0 or view.viewer != view.mover or view.overseer < 0:
        return {}
    stop = written_stop_place(view)
    start = view.seats[view.viewer].overseers[view.overseer]
    straight = board.distance(start, stop)
    return {
        target: int(board.distance_via(start, stop, target.index) - straight)
        for target in usable
        if target.area == SITE
    }
