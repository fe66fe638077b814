"""How the score sheet says that a game moved the rating."""

from pathlib import Path

from saves import Shelf
from tests.vok_tui.records.played import make_finished_save
from vok_tui.replay.after_game import rating_change


def test_a_game_in_the_bin_counts_for_the_rating_on_the_score_sheet(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    paths = [make_finished_save(tmp_path, "valley", seed) for seed in (1, 2)]
    binned, kept = sorted(paths, key=lambda path: path.name)  # games that end in the same second count by name
    before = rating_change(shelf, "valley", kept)
    shelf.move_to_bin(binned)
    assert before is not None
    assert before.game_count == 2
    assert rating_change(shelf, "valley", kept) == before
