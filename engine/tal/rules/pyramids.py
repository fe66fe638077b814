"""Pyramids: placing and removing blocks, and the points of complete ones (rulebook, "The Board", "Building Pyramids")."""

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.tal.blocks import COLOUR_COUNT, colour_count, one_block
from engine.tal.board import LAYER_COUNT, LAYERED, MIXED, ONE_COLOUR, SITE_COUNT, is_small, layer_size
from engine.tal.state import LAYERS, SITE_OWNERS, TalState


def place_block(state: TalState, site: i64, colour: i64) -> None:
    """Place a block on the lowest layer that is not full. The pyramid must not be complete."""
    state.cells[LAYERS + LAYER_COUNT * site + state.layer_to_fill(site)] += one_block(colour)


def remove_block(state: TalState, site: i64, colour: i64) -> None:
    """Remove a block from the top layer, which must have one of this colour."""
    state.cells[LAYERS + LAYER_COUNT * site + state.highest_layer_with_blocks(site)] -= one_block(colour)


def layer_colour(state: TalState, site: i64, layer: i64) -> i64:
    """The colour of a full layer; NOTHING if it has several. One of the nine blocks in the base of a large pyramid is hidden, so
    eight blocks of a colour are enough there (our rule)."""
    size = layer_size(site, layer)
    needed = size - 1 if size == 9 else size
    heap = state.cells[LAYERS + LAYER_COUNT * site + layer]
    for colour in range(COLOUR_COUNT):
        if colour_count(heap, colour) >= needed:
            return colour
    return NOTHING


def pyramid_class(state: TalState, site: i64) -> i64:
    """The class of a complete pyramid: ONE_COLOUR, LAYERED or MIXED."""
    first = layer_colour(state, site, 0)
    second = layer_colour(state, site, 1)
    third = second if is_small(site) else layer_colour(state, site, 2)
    if first < 0 or second < 0 or third < 0:
        return MIXED
    return ONE_COLOUR if first == second == third else LAYERED


def pyramid_value(state: TalState, site: i64) -> i64:
    """The points for a pyramid; 0 if it is not complete."""
    if not state.is_complete(site):
        return 0
    return state.board.pyramid_values[pyramid_class(state, site) + (0 if is_small(site) else 3)]


def seat_points(state: TalState, seat: i64) -> i64:
    """The points of a seat for its complete pyramids."""
    points: i64 = 0
    for site in range(SITE_COUNT):
        if state.cells[SITE_OWNERS + site] == seat:
            points += pyramid_value(state, site)
    return points
