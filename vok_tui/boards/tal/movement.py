"""What movements cost, and why a place cannot be reached."""

from collections.abc import Iterable
from typing import Final

from engine.core.game import NOTHING
from engine.core.wording import plural
from engine.tal.board import SPACE_COUNT, GameBoard, spaces_of
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.worth import block_count
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


def cost_sentence(view: TalView, board: GameBoard, place: int) -> str:
    """What it costs the figure that moves to go to a place; "" if none moves, or if that is too far."""
    start = moving_figure_place(view)
    if start < 0 or place == start:
        return ""
    cost = int(board.distance(start, place))
    return f"To go there costs {plural(cost, 'point')}." if 0 < cost <= (view.movement_left or 0) else ""


def builds(view: TalView, board: GameBoard, place: int) -> bool:
    """Whether a worker of the viewer at a place can build there."""
    site = int(board.site_of[place])
    return site >= 0 and view.sites[site].owner == view.viewer and not view.sites[site].is_complete


def spared_worker_place(view: TalView, board: GameBoard, to: int) -> int:
    """Where that worker stands who goes to a place: one that builds nothing, else the nearest. NOTHING if none can go there."""
    workers = view.seats[view.viewer].workers
    if to in workers or (to < SPACE_COUNT and view.figure_on_space(to) is not None):
        return NOTHING
    near = [start for start in workers if 0 < board.distance(start, to) <= (view.movement_left or 0)]
    return min(near, key=lambda start: (builds(view, board, start), board.distance(start, to)), default=NOTHING)


PHARAOH_TARGET: Final = Target(SITE, 15)


def why_not(view: TalView, board: GameBoard, target: Target) -> str:
    """Why the viewer cannot choose a target that is not usable; "" if no reason is known, or if another player is asked."""
    if view.viewer < 0 or view.viewer != view.mover:
        return ""
    if target.area == PLACE:
        return place_obstacle(view, board, target.index)
    if target.area != SITE or target == PHARAOH_TARGET or not view.sites[target.index].in_game:
        return ""
    site = view.sites[target.index]
    if view.asked_overseer >= 0 and written_stop_place(view) != NOTHING:
        return claim_obstacle(view, board, site)
    if view.phase == "building":
        return building_obstacle(view, board, site)
    return theft_obstacle(view, board, site) if view.phase == "theft" else ""


def place_obstacle(view: TalView, board: GameBoard, place: int) -> str:
    """Why the moving figure cannot go to a place, or why no worker can be taken from there; "" if no reason is
    known."""
    site = board.site_of[place]
    if site >= 0 and not view.sites[site].in_game:
        return ""  # the description of the place says it
    start = moving_figure_place(view)
    if start >= 0:
        return moving_obstacle(view, board, start, place)
    if view.phase != "workers":
        return ""
    if not view.movement_left:
        return "Your workers have no points left."
    has_worker = place in view.seats[view.viewer].workers
    return (
        "None of your workers stands there." if not has_worker and spared_worker_place(view, board, place) < 0 else ""
    )


def moving_obstacle(view: TalView, board: GameBoard, start: int, place: int) -> str:
    """Why the figure that moves from `start` cannot go to a place; "" if no reason is known."""
    cost, points_left = board.distance(start, place), view.movement_left or 0
    if place == start:
        return "The worker is there already." if view.asked_overseer < 0 else ""
    if cost > points_left:
        return f"That is {plural(cost, 'point')} away, and {points_left} {'is' if points_left == 1 else 'are'} left."
    figure = view.figure_on_space(place) if place < SPACE_COUNT else None
    if view.phase == "orders":
        orders = view.seats[view.viewer].orders
        if view.asked_overseer == 1 and orders is not None and orders[0].stop == place < SPACE_COUNT:
            return "Your first overseer is ordered there."
        if figure is not None and not figure.is_overseer:
            return "A worker stands there, and workers move after the overseers."
        is_second_there = view.asked_overseer == 0 and place == view.seats[view.viewer].overseers[1] < SPACE_COUNT
        return "Your second overseer is still there when the first one arrives." if is_second_there else ""
    return "A figure stands there." if figure is not None else ""


def claim_obstacle(view: TalView, board: GameBoard, site: SiteView) -> str:
    """Why the overseer of the question cannot claim a site; "" if no reason is known."""
    if site.owner >= 0:
        return "You own it already." if site.owner == view.viewer else "It has an owner already."
    builder, spaces = view.seats[view.viewer], spaces_of(site.number)
    if view.orders_are_open and all(view.figure_on_space(space) is not None for space in spaces):
        return "All its spaces are taken."
    start, stop = builder.overseers[view.asked_overseer], written_stop_place(view)
    if board.distance_via_site(start, stop, site.number) > (view.movement_left or 0):
        return "The overseer cannot pass there for the points that are left."
    if view.asked_overseer == 1 and builder.orders is not None and builder.orders[0].claim == site.number:
        return "Your first overseer claims it."  # by earlier rules
    return ""


def building_obstacle(view: TalView, board: GameBoard, site: SiteView) -> str:
    """Why the viewer can place no block at a site; "" if no reason is known."""
    if site.owner != view.viewer:
        return "It is not yours." if site.owner >= 0 else "Nobody owns it."
    if site.is_complete:
        return "It is complete."
    return quota_obstacle(view, board, site, "place")


def theft_obstacle(view: TalView, board: GameBoard, site: SiteView) -> str:
    """Why the viewer can steal no block from a site; "" if no reason is known."""
    if site.owner < 0:
        return "Nobody owns it."
    if site.owner == view.viewer:
        return "It is yours."
    if site.is_complete:
        return "It is complete, so nobody can steal there."
    own, others = [
        sum(board.site_of[place] == site.number for place in view.seats[seat].overseers)
        for seat in (view.viewer, site.owner)
    ]
    if own <= others:
        return "To steal, you need more overseers there than its owner."
    return "It has no blocks." if not block_count(site) else quota_obstacle(view, board, site, "steal")


def quota_obstacle(view: TalView, board: GameBoard, site: SiteView, verb: str) -> str:
    """Why the viewer's workers at a site allow no more blocks to `verb`; "" if they do."""
    if site.block_quota:
        return ""
    if not any(board.site_of[place] == site.number for place in view.seats[view.viewer].workers):
        return "None of your workers is there."
    return f"Your workers there can {verb} no more this round."
