"""The earlier games with which a finished one is compared."""

from pathlib import Path

from engine import GAMES
from saves import Shelf
from tests.vok_tui.records.finished_games import make_finished_save
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.coordinator.after_game import earlier_counts


def test_only_other_finished_games_of_the_same_kind_are_earlier_ones(tmp_path: Path) -> None:
    paths = [make_finished_save(tmp_path, "thieves", seed) for seed in (1, 2, 3)]
    make_finished_save(tmp_path, "tal")
    make_save(tmp_path, 6)
    damaged = paths.pop()
    damaged.write_bytes(damaged.read_bytes()[:-30])
    setup = next(save.setup for save in Shelf(tmp_path).list_saves(GAMES) if save.path == paths[0])
    assert setup is not None
    assert len(earlier_counts(Shelf(tmp_path), None, setup)) == 2
    assert len(earlier_counts(Shelf(tmp_path), paths[0], setup)) == 1
