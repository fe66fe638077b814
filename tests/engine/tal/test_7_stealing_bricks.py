"""Rulebook, "Stealing Bricks"."""

import pytest

from engine.tal.state import HELD_BLOCKS
from tests.engine.tal.table import blocks_at, heap_at, offered, play, table


def theft(**options):
    """Seat 0 has an overseer and a worker at site 10, which seat 1 owns."""
    usual = {
        "workers": ("10/A", ""),
        "overseers": ("10/B", ""),
        "owners": {10: 1},
        "pyramids": {10: "kkkkkkkkr yw"},
    }
    return table("theft", **(usual | options))


def test_each_worker_steals_two_blocks_from_the_top_layer_first():
    state = theft()
    assert offered(state) == ["steal a yellow block from site 10", "steal a white block from site 10", "done"]
    sentences = play(state, "steal a white block from site 10", "steal a yellow block from site 10")
    assert blocks_at(state, 10) == ["kkkkkkkkr"]
    assert sentences[0] == "Player 1 steals a white block of Player 2 at site 10."
    assert "steal a black block from site 10" not in offered(state)


def test_the_next_layer_is_on_top_once_a_layer_is_gone():
    state = theft(workers=("10/A 10/C", ""))
    play(state, "steal a white block from site 10", "steal a yellow block from site 10")
    assert offered(state) == ["steal a black block from site 10", "steal a red block from site 10", "done"]


def test_a_seat_may_steal_fewer_blocks():
    state = theft(held=("", ""))
    play(state, "done")
    assert blocks_at(state, 10) == ["kkkkkkkkr", "yw"]


def test_stolen_blocks_can_be_placed_in_the_same_round_and_cannot_be_kept():
    state = theft(owners={10: 1, 2: 0}, workers=("10/A 2/A", ""))
    play(state, "steal a white block from site 10", "steal a yellow block from site 10")
    assert heap_at(state, HELD_BLOCKS) == "yw"
    assert "place a white block at site 2" in offered(state)
    play(state, "place a white block at site 2", "done")
    assert heap_at(state, HELD_BLOCKS) == ""


@pytest.mark.parametrize(
    "options",
    [
        {"overseers": ("10/B", "10/C")},
        {"overseers": ("16", "")},
        {"workers": ("16", "")},
        {"pyramids": {10: "kkkkkkkkk kkkk k"}},
        {"pyramids": {}},
        {"owners": {10: 0}},
        {"owners": {}},
        {"round_": 1},
    ],
    ids=["as many overseers", "no overseer", "no worker", "complete", "empty", "own", "no owner", "round 1"],
)
def test_theft_needs_each_condition_of_the_rulebook(options):
    assert not [offer for offer in offered(theft(**options)) if offer.startswith("steal")]


def test_the_owners_workers_do_not_prevent_theft():
    assert "steal a white block from site 10" in offered(theft(workers=("10/A", "10/C 10/D 10/E")))


def test_several_seats_may_steal_at_one_site_in_turn():
    state = table(
        "theft", 3, workers=("10/A", "10/C", ""), overseers=("10/B", "10/D", ""), owners={10: 2}, pyramids={10: "kry"}
    )
    play(state, "steal a black block from site 10", "steal a red block from site 10")
    assert (state.mover, offered(state)) == (1, ["steal a yellow block from site 10", "done"])
