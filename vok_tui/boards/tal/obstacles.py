"""Why the viewer cannot choose a place or a site now, for targets that no answer is about."""

from engine.core.cells.wording import plural
from engine.core.game import NOTHING
from engine.tal.data.board import SPACE_COUNT, GameBoard
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.drawing.tiles import PHARAOH_TARGET
from vok_tui.boards.tal.movement import PLACE, SITE, moving_figure_place, written_stop_place
from vok_tui.painting.grid import Target


def why_not(view: TalView, board: GameBoard, target: Target) -> str:
    """Why the viewer cannot choose a target that is not usable; "" if no reason is known, or if another player is asked."""
    if view.viewer < 0 or view.viewer != view.mover:
        return ""
    if target.area == PLACE:
        return place_obstacle(view, board, target.index)
    return site_obstacle(view, view.sites[target.index]) if target.area == SITE and target != PHARAOH_TARGET else ""


def place_obstacle(view: TalView, board: GameBoard, place: int) -> str:
    """Why the moving figure cannot go to a place, or why no worker can be taken from there; "" if no reason is
    known."""
    start, points_left = moving_figure_place(view), view.movement_left or 0
    if start >= 0:
        cost = board.distance(start, place)
        if cost > points_left:
            return (
                f"That is {plural(cost, 'point')} away, and {points_left} {'is' if points_left == 1 else 'are'} left."
            )
        return "A figure stands there." if place < SPACE_COUNT and view.figure_on_space(place) is not None else ""
    if view.phase == "workers" and place not in view.seats[view.viewer].workers:
        return "None of your workers stands there."
    return ""


def site_obstacle(view: TalView, site: SiteView) -> str:
    """Why a site that is not usable cannot be claimed, or why no block can be placed or stolen there; "" if no
    reason is known."""
    if not site.in_game:
        return ""
    if view.asked_overseer >= 0 and written_stop_place(view) != NOTHING:
        if site.owner >= 0:
            return "It has an owner already."
        return "The overseer cannot pass there for the points that are left."
    if view.phase == "building":
        if site.owner != view.viewer:
            return "It is not yours."
        if site.is_complete:
            return "It is complete."
        return "" if site.block_quota else "Your workers there can place no more."
    if view.phase == "theft" and not site.block_quota:
        return "To steal, you need more overseers there than its owner, and a worker."
    return ""
