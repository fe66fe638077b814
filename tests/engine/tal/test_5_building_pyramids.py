"""Rulebook, "Building Pyramids"."""

from engine.tal.game import TAL
from engine.tal.state import HELD_BLOCKS, PHARAOH_BLOCKS
from tests.engine.tal.table import blocks_at, heap_at, offered, play, table, view_of


def site_2(**options):
    """Seat 0 owns site 2 and has a worker there."""
    return table("building", owners={2: 0}, **({"workers": ("2/A", "")} | options))


def test_two_blocks_are_placed_for_each_worker_at_the_site():
    state = site_2(held=("kkkkk", ""))
    play(state, "place a black block at site 2", "place a black block at site 2")
    assert blocks_at(state, 2) == ["kk"]
    assert state.mover != 0 or "place a black block at site 2" not in offered(state)


def test_workers_elsewhere_and_overseers_place_nothing():
    state = site_2(workers=("17", ""), overseers=("2/A", ""), held=("kkk", ""))
    assert blocks_at(state, 2) == []
    assert heap_at(state, PHARAOH_BLOCKS) == "kkk"


def test_a_seat_builds_only_on_its_own_sites():
    state = table("building", owners={2: 1}, workers=("2/A", ""), held=("kkk", ""))
    assert blocks_at(state, 2) == []
    assert heap_at(state, PHARAOH_BLOCKS) == "kkk"


def test_building_is_optional():
    state = site_2(held=("kk", ""))
    play(state, "done")
    assert (blocks_at(state, 2), heap_at(state, PHARAOH_BLOCKS)) == ([], "kk")


def test_unplaced_blocks_go_to_the_pharaoh():
    state = site_2(held=("kkrrb", ""))
    sentences = play(state, "place a black block at site 2", "place a black block at site 2")
    assert (heap_at(state, PHARAOH_BLOCKS), heap_at(state, HELD_BLOCKS)) == ("rrb", "")
    assert "Player 1 gives 3 blocks to the pharaoh." in sentences


def test_a_layer_is_filled_before_the_next_one_is_started():
    state = site_2(workers=("2/A 2/B 2/C", ""), held=("krywb", ""))
    for colour in ("black", "red", "yellow", "white"):
        play(state, f"place a {colour} block at site 2")
    assert blocks_at(state, 2) == ["kryw"]
    play(state, "place a blue block at site 2")
    assert blocks_at(state, 2) == ["kryw", "b"]


def test_a_small_pyramid_has_5_blocks_and_a_large_one_14():
    state = table("building", owners={2: 0, 10: 0}, pyramids={2: "kkkk", 10: "rrrrrrrrr rrrr"}, held=("kr", ""),
                  workers=("2/A 10/A", ""))  # fmt: skip
    sentences = play(state, "place a black block at site 2", "place a red block at site 10")
    assert "Player 1 completes the pyramid at site 2, one colour: 12 points." in sentences
    assert "Player 1 completes the pyramid at site 10, one colour: 30 points." in sentences


def test_nothing_is_placed_on_a_complete_pyramid():
    state = site_2(pyramids={2: "kkkk k"}, held=("r", ""))
    assert heap_at(state, PHARAOH_BLOCKS) == "r"


def value(layers: str, site: int) -> tuple[str, int]:
    site_view = view_of(table("workers", owners={site: 0}, pyramids={site: layers})).sites[site - 1]
    return site_view.pyramid_class, site_view.value


def test_purer_and_larger_pyramids_are_worth_more():
    assert value("kkkk k", 2) == ("one colour", 12)
    assert value("kkkk r", 2) == ("layered", 7)
    assert value("kkkr k", 2) == ("mixed", 3)
    assert value("kkkkkkkkk kkkk k", 10) == ("one colour", 30)
    assert value("kkkkkkkkk rrrr k", 10) == ("layered", 18)
    assert value("kkkkkkkkk krrr k", 10) == ("mixed", 9)


def test_the_hidden_block_of_a_large_base_may_have_any_colour():
    assert value("kkkkkkkkr kkkk k", 10) == ("one colour", 30)
    assert value("kkkkkkkkr rrrr k", 10) == ("layered", 18)
    assert value("kkkkkkkrr kkkk k", 10) == ("mixed", 9)


def test_only_complete_pyramids_score_for_the_owner_of_the_site():
    state = table("workers", owners={2: 0, 3: 1, 10: 1}, pyramids={2: "kkkk k", 3: "rrrr", 10: "kkkkkkkkk rrrr k"})
    assert TAL.scores(state) == [12, 18]
