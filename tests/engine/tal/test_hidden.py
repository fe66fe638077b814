"""Hidden tablets and orders: a determinization draws any that are possible, and no others."""

from collections import Counter

from engine.core.game import NOBODY, OMNISCIENT
from engine.tal.game import TAL
from engine.tal.state import BIDS, WRITTEN_ORDERS
from tests.engine.tal.table import STAY, order, play, table

LOTS = ("kkrrb", "wwwyb", "rryyk")
SEEDS = range(300)


def worlds(state, viewer: int):
    return [TAL.determinize(state, viewer, seed) for seed in SEEDS]


def bids_in(world, seat: int) -> tuple[int, ...]:
    return tuple(int(cell) for cell in world.cells[BIDS + 5 * seat : BIDS + 5 * seat + 3])


def orders_in(world, seat: int) -> tuple[int, ...]:
    return tuple(int(cell) for cell in world.cells[WRITTEN_ORDERS + 4 * seat : WRITTEN_ORDERS + 4 * seat + 4])


def bid_table():
    state = table("bids", lots=LOTS)
    play(state, "lay the 4 beside lot 1", "lay no more here", "lay a blank beside lot 2", "lay no more here")
    return state


def test_hidden_tablets_are_drawn_evenly_from_the_seats_eight():
    state = bid_table()
    first = Counter(bids_in(world, 0)[0] for world in worlds(state, 1))
    assert set(first) == {1, 2, 4, 8, 16}
    assert 0.35 < first[16] / len(SEEDS) < 0.65  # four of the eight are blanks
    assert all(first[bit] > len(SEEDS) / 16 for bit in (1, 2, 4, 8))
    assert {bids_in(world, 0) for world in worlds(state, 0)} == {bids_in(state, 0)}


def test_a_hidden_tablet_is_never_drawn_twice():
    for world in worlds(bid_table(), 1):
        first, second, _ = bids_in(world, 0)
        assert first & second & 15 == 0


def test_a_seat_can_lay_only_the_tablets_drawn_for_it():
    state = table("bids", lots=LOTS)
    play(state, "lay the 2 beside lot 1")
    menus = {bids_in(world, 0)[0]: world.move_count for world in worlds(state, 1)}
    assert menus == {1: 2, 2: 3, 4: 4, 8: 5, 16: 2}


def order_table():
    state = table("orders", overseers=("15/B", ""))
    play(state, *order("10/A", 10), *STAY, "stop at 17")
    return state


def test_a_hidden_order_is_drawn_from_the_possible_orders():
    state = order_table()
    drawn = {orders_in(world, 0) for world in worlds(state, 1)}
    assert len(drawn) > 200
    assert {orders_in(world, 0) for world in worlds(state, 0)} == {orders_in(state, 0)}
    for stop, claim, second_stop, second_claim in list(drawn)[:20]:
        again = table("orders", overseers=("15/B", ""))
        for verb, overseer, value in (
            ("stop", 0, stop), ("claim", 0, claim), ("stop", 1, second_stop), ("claim", 1, second_claim)
        ):  # fmt: skip
            offered = [TAL.action(again, move) for move in again.legal_moves()]
            expected_verb = "claim_none" if (verb, value) == ("claim", 15) else verb
            arguments = (overseer,) if expected_verb == "claim_none" else (overseer, value)
            move = next(action for action in offered if (action.verb, action.arguments) == (expected_verb, arguments))
            again.apply(TAL.move(again, move))


def test_only_the_written_part_of_a_hidden_order_is_drawn():
    for world in worlds(order_table(), 0):
        stop, *rest = orders_in(world, 1)
        assert stop >= 0
        assert rest == [-1, -1, -1]
        assert world.move_count >= 1


def test_a_spectator_sees_only_public_information():
    for state in (bid_table(), order_table()):
        assert len({world.digest() for world in worlds(state, NOBODY)}) == len(SEEDS)
        assert all(TAL.view(world, NOBODY) == TAL.view(state, NOBODY) for world in worlds(state, NOBODY)[:20])


def test_an_omniscient_viewer_sees_bids_and_orders_but_no_future_luck():
    state = bid_table()
    assert {bids_in(world, 0) for world in worlds(state, OMNISCIENT)} == {bids_in(state, 0)}
    assert len({world.digest() for world in worlds(state, OMNISCIENT)}) == len(SEEDS)


def test_nothing_is_hidden_once_all_orders_are_written():
    state = order_table()
    play(state, "claim nothing", *STAY)
    assert all(
        TAL.view(world, viewer) == TAL.view(state, viewer) for world in worlds(state, 1)[:9] for viewer in (0, 1)
    )


def test_positions_that_look_alike_determinize_alike():
    for state in (bid_table(), order_table()):
        world = TAL.determinize(state, 1 - state.mover, 77)
        assert world.digest() != state.digest()
        viewer = 1 - state.mover
        assert TAL.view(world, viewer) == TAL.view(state, viewer)
        for seed in range(20):
            assert TAL.determinize(world, viewer, seed).digest() == TAL.determinize(state, viewer, seed).digest()
