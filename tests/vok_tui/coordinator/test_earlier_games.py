"""The earlier games with which a finished one is compared."""

from pathlib import Path

import pytest

from engine import GAMES
from saves import Shelf
from tests.games.more_games import register_more_games
from tests.vok_tui.records.finished_games import make_finished_save
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.coordinator.after_game import earlier_counts


def test_only_finished_games_of_the_same_kind_before_it_are_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []
    monkeypatch.setattr("saves.save_file.time_now", lambda: 86_400)
    make_finished_save(tmp_path, "tal")
    make_save(tmp_path, 6)
    for day in (1, 2, 3):
        monkeypatch.setattr("saves.save_file.time_now", lambda day=day: 86_400 * day)
        paths.append(make_finished_save(tmp_path, "thieves", day))
    damaged = paths.pop(0)
    damaged.write_bytes(damaged.read_bytes()[:-30])
    setup = next(save.setup for save in Shelf(tmp_path).list_saves(GAMES) if save.path == paths[0])
    assert setup is not None
    assert len(earlier_counts(Shelf(tmp_path), None, setup)) == 2
    assert [len(earlier_counts(Shelf(tmp_path), path, setup)) for path in paths] == [0, 1]


def test_a_game_in_which_nothing_is_counted_has_no_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_more_games(monkeypatch)
    make_finished_save(tmp_path, "tictactoe")
    setup = next(save.setup for save in Shelf(tmp_path).list_saves(GAMES))
    assert setup is not None
    assert earlier_counts(Shelf(tmp_path), None, setup) == []
