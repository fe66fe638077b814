"""Which answers come first: those that a player is likeliest to give, so that Enter gives a reasonable one."""

from typing import Final

from engine.core.action import Action
from engine.tal.blocks import COLOUR_LETTERS
from engine.tal.board import GameBoard
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.movement import SITE, builds, movement_costs
from vok_tui.boards.tal.worth import best_possible_value, block_count, layer_to_fill
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer

SortKey = tuple[int, ...]
ENDING_VERBS: Final = ("next", "done", "claim_none")
FIRST, USUAL, LATER, LAST = range(4)


def sort_key(view: TalView, board: GameBoard, answer: Answer, target: Target | None) -> SortKey:
    """The sort key of an answer about `target`: places at the viewer's own sites come first, then the nearest; of blocks those
    first that keep the pyramid worth most; of workers those that build nothing."""
    action = answer.action
    if action is None or action.verb in ENDING_VERBS or answer.is_typed_only:
        return (LAST,)
    if answer.then and action.verb != "lay":
        return (FIRST,)
    if action.verb == "build":
        return (USUAL, -value_after_block(view, action), *placing_order(view, action))
    if action.verb == "take":
        start = action.arguments[0]
        return (LATER if builds(view, board, start) else USUAL, -view.seats[view.viewer].workers.count(start))
    if target is None or action.verb not in ("stop", "go", "claim"):
        return (USUAL,)
    cost = movement_costs(view, board, [target]).get(target, 0)
    if target.area == SITE:
        return (USUAL, cost)
    if action.verb == "go":
        return (USUAL if builds(view, board, target.index) else LATER, cost)
    return (stop_order(view, board, target.index), cost)


def stop_order(view: TalView, board: GameBoard, place: int) -> int:
    """Before other places come own sites without the other overseer, who would take a space from the workers. A viewer who builds
    nowhere begins with small free sites."""
    if builds(view, board, place):
        return USUAL if board.site_of[other_overseer_place(view)] != board.site_of[place] else LATER
    site = int(board.site_of[place])
    builds_nowhere = not any(own.owner == view.viewer and not own.is_complete for own in view.sites)
    is_small_and_free = site >= 0 and view.sites[site].is_small and view.sites[site].owner < 0
    return USUAL if builds_nowhere and is_small_and_free else LATER


def other_overseer_place(view: TalView) -> int:
    """Where the viewer's overseer is, or will stop, who is not the one of the question."""
    mine, other = view.seats[view.viewer], 1 - view.asked_overseer
    ordered = mine.orders[other].stop if mine.orders is not None else -1
    return ordered if ordered >= 0 else mine.overseers[other]


# -- blocks


def value_after_block(view: TalView, action: Action) -> int:
    """The most that a pyramid can still be worth after a block is placed."""
    return best_possible_value(view, view.sites[action.arguments[0]], COLOUR_LETTERS[action.arguments[1]])


def placing_order(view: TalView, action: Action) -> tuple[int, int, int]:
    site, letter = view.sites[action.arguments[0]], COLOUR_LETTERS[action.arguments[1]]
    return block_order(site, letter, view.seats[view.viewer].held_blocks.count(letter))


def block_order(site: SiteView, letter: str, held: int) -> tuple[int, int, int]:
    """The site that needs the fewest blocks comes first, then the colour of its layer, then the colour of which most are held."""
    return missing_blocks(site), -site.layers[layer_to_fill(site)].count(letter), -held


def missing_blocks(site: SiteView) -> int:
    return sum(site.layer_sizes) - block_count(site)
