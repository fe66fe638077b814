"""Rulebook, "Game End", and how the rounds follow each other."""

from engine.core.game import NOBODY
from engine.tal.game import TAL
from engine.tal.state import DISC, PHARAOH_BLOCKS, ROUND
from tests.engine.tal.table import heap_at, play, play_until, table, view_of

TWO_PLAYER_SITES = {2: "kkkk k", 3: "kkkk k", 5: "kkkk k", 6: "kkkk k", 8: "kkkk k"}


def test_the_game_ends_after_the_round_in_which_the_pharaoh_has_30_blocks():
    state = table("building", owners={2: 0}, workers=("2/A", ""), held=("k", "r"), pharaoh="b" * 29)
    sentences = play(state, "place a black block at site 2")
    assert (state.mover, len(heap_at(state, PHARAOH_BLOCKS))) == (NOBODY, 30)
    assert sentences[-1] == "The pharaoh's pyramid is complete: the game is over."


def test_all_seats_finish_that_round():
    state = table("building", owners={2: 1}, workers=("", "2/A"), held=("k" * 5, "r"), pharaoh="b" * 29)
    assert state.mover == 1
    play(state, "done")
    assert len(heap_at(state, PHARAOH_BLOCKS)) == 35


def test_the_game_ends_when_all_sites_of_the_game_are_complete():
    large = dict.fromkeys((10, 11, 13, 15), "rrrrrrrrr rrrr r")
    large[10] = "yyyyyyyyy yyyy y"
    state = table("close", owners={2: 0}, pyramids=TWO_PLAYER_SITES | large, bag="w" * 20)
    assert state.mover == NOBODY
    assert TAL.scores(state) == [12, 0]


def test_the_game_ends_when_the_bag_cannot_fill_a_lot():
    assert table("close", bag="kkkk").mover == NOBODY
    assert table("close", bag="kkkkk").mover != NOBODY


def test_the_disc_passes_clockwise_before_the_next_round():
    state = table("close", 3, disc=2, round_=4)
    assert (int(state.cells[DISC]), int(state.cells[ROUND])) == (0, 4)
    assert (state.mover, TAL.chapter(state).title) == (0, "round 5, bids")


def test_most_points_win_and_ties_share_the_victory():
    won = table("close", owners={2: 0}, pyramids={2: "kkkk k"}, bag="")
    assert TAL.rewards(won) == [1.0, 0.0]
    tied = table("close", 3, owners={2: 0, 3: 2}, pyramids={2: "kkkk k", 3: "rrrr r"}, bag="")
    assert TAL.rewards(tied) == [0.5, 0.0, 0.5]


def test_the_pharaohs_pyramid_scores_for_nobody():
    assert TAL.scores(table("close", pharaoh="k" * 30)) == [0, 0]


def test_round_1_has_no_secret_orders_and_no_theft():
    state = table("lots", round_=1)
    phases = []
    while TAL.chapter(state).number == 1:
        phases.append(TAL.chapter(state).phase)
        play_until(state, "never") if state.mover == NOBODY else decline(state)
    assert dict.fromkeys(phases) == dict.fromkeys(["bids", "overseers", "workers"])
    assert view_of(state).round == 2
    play_until(state, "orders")
    assert TAL.chapter(state).phase == "orders"


def decline(state) -> None:
    """Decline the current question."""
    state.apply(next(move for move in state.legal_moves() if is_declining(TAL.say(state, TAL.action(state, move)))))


def is_declining(answer: str) -> bool:
    return answer in ("lay no more here", "claim nothing", "done") or answer.endswith("(stay)")
