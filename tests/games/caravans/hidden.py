"""Determinization: redraws what a seat cannot know: hands, loads that it has not seen, secretly chosen roads, and luck."""

from engine.core.game import NOTHING, OMNISCIENT
from engine.core.luck import nth_seed, seeded_hash
from tests.games.caravans.state import DECK, HAND, LOADED, ROAD, CaravansState


def determinize(state: CaravansState, viewer: int, seed: int) -> CaravansState:
    """A copy that is consistent with everything the viewer knows."""
    world = state.copy()
    world.reseed_streams(seed, 1)
    if viewer == OMNISCIENT:
        return world
    others = [seat for seat in range(state.seat_count) if seat != viewer]
    sizes = [state.count(HAND + seat) for seat in others]
    unseen = [seat for seat in others if state.load_of(seat) != NOTHING and not state.knows_load(viewer, seat)]
    for seat in others:
        world.pour_zone_into(HAND + seat, DECK)
    for seat in unseen:
        world.add(DECK, world.load_of(seat))
    for seat, size in zip(others, sizes, strict=True):
        world.deal_cards(0, DECK, HAND + seat, size)
    for seat in unseen:
        world.cells[LOADED + seat] = world.draw_from(DECK, 0)
    for seat in others:
        if state.cells[ROAD + seat] != NOTHING:
            world.cells[ROAD + seat] = seeded_hash(nth_seed(seed, seat)) % len(state.goods.roads)
    if state.mover not in (viewer, -1):
        world.run()  # the mover has other cards now, and so another menu
    return world
