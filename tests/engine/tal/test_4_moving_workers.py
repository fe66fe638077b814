"""Rulebook, "Moving Workers"."""

from tests.engine.tal.table import offered, play, table, view_of, workers_of


def test_a_seat_chooses_a_worker_and_then_its_destination():
    state = table("workers")
    assert offered(state) == ["move a worker from 16", "done"]
    play(state, "move a worker from 16")
    assert "go to 15/B" in offered(state)
    play(state, "go to 15/B")
    assert workers_of(state, 0) == ["15/B", "16", "16", "16", "16"]


def test_all_workers_share_six_points():
    state = table("workers", workers=("2/A", ""))
    play(state, "move a worker from 2/A", "go to 5/A")  # four lines
    assert view_of(state, 1).movement_left == 2
    play(state, "move a worker from 16", "go to 17", "move a worker from 16", "go to 17")
    assert state.mover == 1


def test_a_worker_moves_no_further_than_the_points_left():
    state = table("workers", workers=("2/A", ""))
    play(state, "move a worker from 2/A", "go to 5/A", "move a worker from 16")
    assert "go to 2/A" in offered(state)  # two lines
    assert "go to 10/D" in offered(state)
    assert "go to 17" in offered(state)
    state = table("workers", workers=("2/A 5/C", ""))
    play(state, "move a worker from 2/A", "go to 5/A", "move a worker from 16", "go to 17")
    play(state, "move a worker from 5/C")
    assert set(offered(state)) == {"go to 5/B", "go to 5/D", "go to 20"}


def test_an_occupied_space_cannot_be_chosen():
    state = table("workers", workers=("15/A", "15/B"), overseers=("10/A", "10/B"))
    play(state, "move a worker from 16")
    for space in ("15/A", "15/B", "10/A", "10/B"):
        assert f"go to {space}" not in offered(state)
    assert "go to 15/C" in offered(state)


def test_figures_do_not_block_the_way():
    state = table("workers", workers=("2/A", "17"))
    play(state, "move a worker from 2/A")
    assert "go to 16" in offered(state)


def test_an_area_holds_any_number_of_figures():
    state = table("workers", workers=("15/B", ""))
    play(state, "move a worker from 15/B", "go to 16")
    assert workers_of(state, 0) == ["16"] * 5


def test_a_seat_may_move_no_worker():
    state = table("workers")
    play(state, "done", "done")
    assert view_of(state).phase != "workers"


def test_a_worker_may_move_again_with_the_points_left():
    state = table("workers")
    play(state, "move a worker from 16", "go to 17", "move a worker from 17", "go to 2/A")
    assert workers_of(state, 0)[0] == "2/A"


def test_workers_move_in_turn_order_from_the_disc():
    state = table("workers", 3, disc=2)
    movers = []
    for _ in range(3):
        movers.append(state.mover)
        play(state, "done")
    assert movers == [2, 0, 1]
