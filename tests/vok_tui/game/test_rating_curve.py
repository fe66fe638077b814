"""The change of the rating that the score sheet shows."""

from pathlib import Path

from engine import GAMES
from saves import Shelf
from tests.vok_tui.records.finished_games import make_finished_save
from vok_tui.coordinator.after_game import rating_curve_up_to
from vok_tui.shared.levels import rating_history


def test_a_game_in_the_bin_counts_for_the_rating_on_the_score_sheet(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for seed in (1, 2):
        make_finished_save(tmp_path, "valley", seed)
    binned, kept = [rating.last_save for rating in rating_history(shelf.list_saves(GAMES), "valley")[1:]]
    before = rating_curve_up_to(shelf, "valley", kept)
    shelf.move_to_bin(binned)
    assert before is not None
    assert before.game_count == 2
    assert rating_curve_up_to(shelf, "valley", kept) == before
