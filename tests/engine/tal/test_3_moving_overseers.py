"""Rulebook, "Moving Overseers": round 1, with public orders."""

from tests.engine.tal.table import STAY, offered, order, overseers_of, owner_of, play, table


def first_round(**options):
    return table("orders", round_=1, **options)


def test_an_overseer_who_stops_at_a_site_can_claim_it():
    state = first_round()
    play(state, *order("15/B", 15))
    assert (overseers_of(state, 0)[0], owner_of(state, 15)) == ("15/B", 0)


def test_claiming_a_site_is_optional():
    state = first_round()
    play(state, *order("15/B"))
    assert owner_of(state, 15) == -1


def test_a_site_can_be_claimed_in_passing_at_the_cost_of_the_detour():
    state = first_round()
    play(state, "stop at 17")  # one line away, and two over site 10 or 15
    assert "claim site 10" in offered(state)
    play(state, "claim site 10")
    assert (overseers_of(state, 0)[0], owner_of(state, 10)) == ("17", 0)
    assert "stop at 2/A" in offered(state)
    play(state, "stop at 16 (stay)")
    assert "claim site 13" in offered(state)  # there and back for two of the three points that are left
    assert "claim site 5" not in offered(state)  # two lines there and two back


def test_an_overseer_claims_one_site_a_turn():
    state = first_round()
    play(state, *order("17", 10))
    assert state.mover == 0
    assert "stop at 16 (stay)" in offered(state)  # the second overseer is next


def test_both_overseers_share_six_points():
    state = first_round()
    play(state, *order("5/A"), "stop at 6/A")  # two lines each
    assert "claim site 6" in offered(state)
    state = first_round(overseers=("2/A 16", ""))
    play(state, *order("5/A"))  # four lines
    assert "stop at 6/A" in offered(state)
    assert "stop at 6/D" in offered(state)
    play(state, "stop at 6/A")
    assert offered(state) == ["claim nothing", "claim site 6"]


def test_an_order_costs_at_most_six_points():
    state = first_round(overseers=("2/A 2/C", ""))
    play(state, *order("5/A"))  # four lines
    assert "stop at 5/B" not in offered(state)
    assert "stop at 3/A" not in offered(state)  # three lines
    assert "stop at 18" in offered(state)


def test_an_occupied_space_cannot_be_chosen_in_round_1():
    state = first_round()
    play(state, *order("15/B", 15))
    assert "stop at 15/B" not in offered(state)
    play(state, *STAY)
    assert state.mover == 1
    assert "stop at 15/B" not in offered(state)
    assert "stop at 15/A" in offered(state)


def test_orders_of_round_1_are_public_and_carried_out_at_once():
    state = first_round()
    assert play(state, *order("15/B", 15)) == [
        "Player 1 sends an overseer from 16 to 15/B.",
        "Player 1 claims site 15.",
    ]


def test_an_owned_site_cannot_be_claimed():
    state = first_round()
    play(state, *order("15/B", 15), *STAY, "stop at 15/A")
    assert "claim site 15" not in offered(state)
    assert "claim site 10" in offered(state)


def test_a_site_stays_with_its_owner_when_the_overseer_leaves():
    state = table("orders", round_=1, overseers=("15/B", ""), owners={15: 0})
    play(state, *order("16"))
    assert owner_of(state, 15) == 0


def test_an_overseer_may_claim_the_site_where_it_stands():
    state = first_round(overseers=("15/B", ""))
    play(state, "stop at 15/B (stay)", "claim site 15")
    assert owner_of(state, 15) == 0


def test_every_seat_is_asked_four_questions():
    state = first_round()
    for seat in (0, 1):
        for _ in (0, 1):
            assert state.mover == seat
            play(state, *STAY)
    assert state.mover == 0
    assert "done" in offered(state)
