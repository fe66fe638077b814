"""Determinization: what a seat cannot know is drawn again: hands, loads that it has not seen, roads that were chosen in secret,
and luck."""

from engine.core.game import NOTHING, OMNISCIENT
from engine.core.luck import nth_seed, seeded_hash
from tests.games.caravans.state import DECK, HAND, LOADED, ROAD, CaravansState


def determinize(state: CaravansState, viewer: int, seed: int) -> CaravansState:
    """A copy that is possible for all that the viewer knows."""
    dealt = state.copy()
    dealt.reseed_streams(seed, 1)
    if viewer == OMNISCIENT:
        return dealt
    others = [seat for seat in range(state.seat_count) if seat != viewer]
    sizes = [state.count(HAND + seat) for seat in others]
    unseen = [seat for seat in others if state.load_of(seat) != NOTHING and not state.knows_load(viewer, seat)]
    for seat in others:
        dealt.pour_into(HAND + seat, DECK)
    for seat in unseen:
        dealt.add(DECK, dealt.load_of(seat))
    for seat, size in zip(others, sizes, strict=True):
        dealt.deal_cards(0, DECK, HAND + seat, size)
    for seat in unseen:
        dealt.cells[LOADED + seat] = dealt.draw_from(DECK, 0)
    for seat in others:
        if state.cells[ROAD + seat] != NOTHING:
            dealt.cells[ROAD + seat] = seeded_hash(nth_seed(seed, seat)) % len(state.goods.roads)
    if state.mover not in (viewer, -1):
        dealt.run()  # another seat has other cards now, and so another menu
    return dealt
