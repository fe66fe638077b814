"""Rulebook, "Subsequent Turns": secret orders, and taking over."""

import pytest

from engine.core.game import NOBODY
from engine.tal.game import TAL
from tests.engine.tal.table import STAY, offered, order, overseers_of, owner_of, play, table, view_of, workers_of

# -- secret orders


def test_nothing_moves_before_all_orders_are_written():
    state = table("orders")
    play(state, *order("15/B", 15), *order("17"))
    assert (overseers_of(state, 0), owner_of(state, 15)) == (["16", "16"], -1)
    play(state, *STAY, *STAY)
    assert (overseers_of(state, 0), owner_of(state, 15)) == (["15/B", "17"], 0)


def test_only_the_writer_knows_an_order():
    state = table("orders")
    play(state, *order("15/B", 15), *order("17"))
    own = view_of(state, 0).seats[0].orders
    assert [(each.stop, each.claim) for each in own] == [(67, 14), (73, -1)]
    for viewer in (1, NOBODY):
        seat = view_of(state, viewer).seats[0]
        assert (seat.orders, seat.has_written_orders) == (None, True)


def test_the_story_tells_others_only_that_an_order_is_written():
    state = table("orders")
    assert play(state, *order("15/B", 15), *order("17")) == ["Player 1 writes orders."]
    state = table("orders")
    play(state, *order("15/B", 15), "stop at 17")
    state.events = []
    state.apply(TAL.move(state, TAL.parse(state, "claim nothing")))
    sentences = [TAL.describe_event(state, event, 0) for event in state.events]
    assert sentences == ["You write: the first overseer to 15/B, claim site 15; the second to 17."]


def test_a_written_order_costs_at_most_six_points():
    state = table("orders", overseers=("2/A 2/C", ""))
    play(state, *order("5/A"))
    assert view_of(state, 0).movement_left == 2
    assert view_of(state, 1).movement_left is None
    assert "stop at 3/A" not in offered(state)


def test_an_overseer_stops_next_to_a_space_that_an_earlier_order_took():
    state = table("orders", disc=1)
    play(state, *order("15/B", 15), *STAY)
    sentences = play(state, *order("15/B", 15), *order("2/A", 2))
    assert overseers_of(state, 1) == ["15/B", "16"]
    assert overseers_of(state, 0) == ["16", "2/A"]
    assert (owner_of(state, 15), owner_of(state, 2)) == (1, 0)
    assert "Player 1 finds 15/B taken: their overseer stops in 16." in sentences


def test_a_stopped_overseer_claims_only_sites_on_its_way():
    # From 16 to 2/A over site 10 costs three points.
    state = table("orders", disc=1)
    play(state, *order("2/A"), *STAY)
    play(state, *order("2/A", 10), *STAY)
    assert (overseers_of(state, 0)[0], owner_of(state, 10)) == ("17", 0)
    state = table("orders", disc=1)
    play(state, *order("2/A"), *STAY)
    play(state, *order("2/A", 2), *STAY)
    assert owner_of(state, 2) == -1


def test_a_claim_fails_if_the_site_has_an_owner_by_then():
    state = table("orders", disc=1)
    play(state, *order("15/A", 15), *STAY)
    sentences = play(state, *order("15/B", 15), *STAY)
    assert (owner_of(state, 15), overseers_of(state, 0)[0]) == (1, "15/B")
    assert "Player 1 cannot claim site 15." in sentences


def test_a_claim_fails_if_no_space_of_the_site_is_free():
    taken = ("", "2/A 2/B 2/C 2/D")
    state = table("orders", workers=taken)
    play(state, *order("17", 2), *STAY, *STAY, *STAY)
    assert owner_of(state, 2) == -1
    state = table("orders", workers=("", "2/B 2/C 2/D"), overseers=("2/A", ""))
    play(state, "stop at 2/A (stay)", "claim site 2", *STAY, *STAY, *STAY)
    assert owner_of(state, 2) == 0  # its own space counts


def test_both_overseers_may_be_ordered_to_claim_the_same_site():
    """ "An overseer may only take possession of one site per turn" does not forbid it, and the first may be turned away."""
    state = table("orders", disc=1)
    play(state, *order("15/A"), *STAY)
    play(state, *order("15/A", 15), "stop at 15/B")
    assert "claim site 15" in offered(state)
    sentences = play(state, "claim site 15")
    assert (overseers_of(state, 0), owner_of(state, 15)) == (["16", "15/B"], 0)
    assert sentences[-4:] == [
        "Player 1 finds 15/A taken: their overseer stops in 16.",
        "Player 1 cannot claim site 15.",
        "Player 1 sends an overseer from 16 to 15/B.",
        "Player 1 claims site 15.",
    ]


def test_the_second_order_to_claim_a_site_is_not_needed_if_the_first_succeeds():
    state = table("orders")
    play(state, *order("15/A", 15), *order("15/B", 15))
    sentences = play(state, *STAY, *STAY)
    assert owner_of(state, 15) == 0
    assert [sentence for sentence in sentences if "claim" in sentence] == ["Player 1 claims site 15."]


def test_claiming_a_site_needs_a_scarab():
    eight = dict.fromkeys((1, 2, 3, 4, 5, 6, 7, 8), 0)
    state = table("orders", 4, owners=eight)
    play(state, *order("15/B", 15), *STAY)
    for _ in range(3):
        play(state, *STAY, *STAY)
    assert owner_of(state, 15) == -1


def test_an_order_may_name_the_space_of_an_overseer_but_not_of_a_worker():
    state = table("orders", workers=("", "15/A"), overseers=("", "15/B"))
    assert "stop at 15/A" not in offered(state)
    assert "stop at 15/B" in offered(state)


def test_the_second_overseer_may_take_the_space_the_first_leaves():
    state = table("orders", overseers=("15/B 16", ""))
    play(state, *order("15/A"))
    assert "stop at 15/B" in offered(state)
    assert "stop at 15/A" not in offered(state)
    play(state, *order("15/B"), *STAY, *STAY)
    assert overseers_of(state, 0) == ["15/A", "15/B"]


def test_every_seat_is_asked_four_questions_even_with_one_answer():
    state = table("orders", overseers=("2/A", ""))
    play(state, *order("5/A", 10))  # all six points: four lines over site 10
    questions = 2
    while state.mover == 0:
        assert len(offered(state)) >= 1
        play(state, offered(state)[0])
        questions += 1
    assert questions == 4


def test_the_question_gives_away_nothing_of_an_order():
    texts = []
    for stop in ("16 (stay)", "5/A"):
        state = table("orders")
        play(state, f"stop at {stop}", "claim nothing")
        texts.append(TAL.question(state).text)
    assert texts[0] == texts[1]


def test_others_see_only_that_an_order_is_written():
    state = table("orders")
    seen = {TAL.move_as_seen(state, 1, move) for move in state.legal_moves()}
    assert len(seen) == 1
    play(state, "stop at 15/B")
    assert len({TAL.move_as_seen(state, 1, move) for move in state.legal_moves()}) == 1
    assert len({TAL.move_as_seen(state, 0, move) for move in state.legal_moves()}) == state.move_count > 1


# -- taking over


def rivals(step: str = "workers", **options):
    """Seat 0 has an overseer and a worker at site 2, which seat 1 owns."""
    usual = {"workers": ("2/A", ""), "overseers": ("2/B", ""), "owners": {2: 1}, "pyramids": {2: "kkk"}}
    return table(step, **(usual | options))


def test_a_take_over_needs_more_overseers_and_more_workers_than_the_owner():
    state = rivals()
    assert offered(state)[0] == "take over site 2"
    sentences = play(state, "take over site 2")
    assert owner_of(state, 2) == 0
    assert sentences == ["Player 1 takes over site 2 from Player 2."]


def test_a_take_over_is_optional():
    state = rivals()
    play(state, "done", "done")
    assert owner_of(state, 2) == 1


@pytest.mark.parametrize(
    "options",
    [
        {"workers": ("2/A", "2/C")},
        {"overseers": ("2/B", "2/D")},
        {"overseers": ("16", "16")},
        {"workers": ("16", "16")},
        {"pyramids": {2: "kkkk k"}},
        {"owners": {2: 0}},
        {"owners": {}},
        {"round_": 1},
    ],
    ids=["as many workers", "as many overseers", "no overseer", "no worker", "complete", "own", "no owner", "round 1"],
)
def test_a_take_over_needs_each_condition_of_the_rulebook(options):
    assert "take over site 2" not in offered(rivals(**options))


def test_figures_are_compared_only_with_those_of_the_owner():
    state = table("workers", 3, workers=("2/A", "", "2/C 2/D"), overseers=("2/B", "", ""), owners={2: 1})
    assert "take over site 2" in offered(state)


def test_a_take_over_costs_a_scarab_and_returns_that_of_the_old_owner():
    state = rivals()
    play(state, "take over site 2")
    assert [builder.scarabs_left for builder in view_of(state).seats] == [7, 8]
    owners = dict.fromkeys((1, 3, 4, 5, 6, 7, 8, 9), 0) | {2: 1}
    state = table("workers", 4, workers=("2/A", ""), overseers=("2/B", ""), owners=owners)
    assert "take over site 2" not in offered(state)


def test_a_take_over_is_offered_after_the_overseers_moved():
    state = rivals("orders", overseers=("17", ""))
    play(state, *order("2/B"), *STAY, *STAY, *STAY)
    assert (state.mover, offered(state)) == (0, ["take over site 2", "done"])
    play(state, "take over site 2")
    assert owner_of(state, 2) == 0


def test_a_take_over_is_offered_between_two_moves_of_a_worker():
    state = rivals(workers=("17", ""))
    assert "take over site 2" not in offered(state)
    play(state, "move a worker from 17", "go to 2/A", "take over site 2", "move a worker from 2/A", "go to 17")
    assert (owner_of(state, 2), workers_of(state, 0)[0]) == (0, "16")


def test_a_take_over_is_offered_without_points_left():
    state = rivals(workers=("5/A", ""))
    play(state, "move a worker from 5/A", "go to 2/A", "move a worker from 16", "go to 17")
    play(state, "move a worker from 16", "go to 17")
    assert offered(state) == ["take over site 2", "done"]


def test_the_new_owner_builds_there_in_the_same_round():
    state = rivals(held=("rr", ""))
    play(state, "take over site 2", "done", "done")
    while "done" in offered(state) and "place a red block at site 2" not in offered(state):
        play(state, "done")
    assert "place a red block at site 2" in offered(state)
