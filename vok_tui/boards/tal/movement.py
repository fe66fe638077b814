"""How many movement points the targets of the open question cost."""

from collections.abc import Iterable

from engine.core.game import NOTHING
from engine.tal.data.board import GameBoard
from engine.tal.view import TalView
from vok_tui.painting.grid import Target

PLACE: str = "place"
SITE: str = "site"


def moving_figure_place(view: TalView) -> int:
    """The place of the figure that the viewer is asked to move; NOTHING if no figure moves."""
    if view.viewer < 0 or view.viewer != view.mover:
        return NOTHING
    if view.moving_worker_place >= 0:
        return view.moving_worker_place
    if view.asked_overseer >= 0 and written_stop_place(view) < 0:
        return view.seats[view.viewer].overseers[view.asked_overseer]
    return NOTHING


def written_stop_place(view: TalView) -> int:
    """The stop that the viewer has written for the overseer of the question; NOTHING before that."""
    orders = view.seats[view.viewer].orders
    return orders[view.asked_overseer].stop if orders is not None and view.asked_overseer >= 0 else NOTHING


def movement_costs(view: TalView, board: GameBoard, targets: Iterable[Target]) -> dict[Target, int]:
    """The movement points that each of the usable `targets` costs: for a place the lines to cross, for a site to claim the
    extra lines of the detour. Targets without a cost are left out."""
    start = moving_figure_place(view)
    if start >= 0:
        return {target: int(board.distance(start, target.index)) for target in targets if target.area == PLACE}
    if view.viewer < 0 or view.viewer != view.mover or view.asked_overseer < 0:
        return {}
    stop = written_stop_place(view)
    start = view.seats[view.viewer].overseers[view.asked_overseer]
    direct = board.distance(start, stop)
    return {
        target: int(board.distance_via_site(start, stop, target.index) - direct)
        for target in targets
        if target.area == SITE
    }
