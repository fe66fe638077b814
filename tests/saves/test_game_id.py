"""The id of a game: the same in every copy, and another one for every other game."""

from pathlib import Path
from shutil import copy

import pytest

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.journal import NAME
from saves import Shelf, annotate_game, load
from saves.save_info import SaveInfo, read_game_id, read_save_info
from saves.text import read_game, write_game
from saves.text.playing import save_played_text_once
from tests.vok_tui.screens.app_helpers import make_save

OTHERS = Path(__file__).parent


def info(path: Path) -> SaveInfo:
    return read_save_info(path, 0.0, GAMES)


def test_a_game_keeps_its_id_with_a_new_name_in_the_bin_and_in_a_copy(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    shelf, name = Shelf(tmp_path), read_game_id(path)
    assert len(name) == 16
    annotate_game(path, GAMES, NAME, "The lost cat")
    elsewhere = Path(copy(path, tmp_path / "other.vok"))
    binned = shelf.move_to_bin(path)
    assert {read_game_id(elsewhere), read_game_id(binned), info(binned).game_id} == {name}
    assert read_game_id(shelf.restore_from_bin(binned)) == name


@pytest.mark.parametrize("form", ["text", "json", "line"])
def test_a_game_keeps_its_id_through_an_export_and_an_import(tmp_path: Path, form: str) -> None:
    path = make_save(tmp_path, 10_000)
    loaded = load(path, GAMES)
    text = write_game(loaded.match, loaded.header, form)
    imported = save_played_text_once(Shelf(tmp_path / "friend"), read_game(text.encode(), GAMES))
    assert read_game_id(imported.path) == read_game_id(path)


def test_other_games_have_other_ids_and_what_is_no_save_has_none(tmp_path: Path) -> None:
    shelf, rules = Shelf(tmp_path), GAMES["valley"]
    names = []
    for seed, created, level in ((1, 5, "scribe"), (2, 5, "scribe"), (1, 6, "scribe"), (1, 5, "priest")):
        setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", level)), seed)
        with shelf.create(setup, rules, "0.1.0", created) as file:
            names.append(read_game_id(file.path))
    assert len(set(names)) == 4
    (tmp_path / "text.vok").write_text("no save")
    assert read_game_id(tmp_path / "text.vok") == read_game_id(tmp_path / "none.vok") == ""
    assert info(tmp_path / "text.vok").game_id == ""
