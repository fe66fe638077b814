"""`vok stats`: which saved games it counts, and what it prints."""

import json
import shutil
from pathlib import Path

import pytest

from engine import GAMES
from tests.games.more_games import ALL_GAMES, register_more_games
from tests.vok_tui.records.finished_games import make_finished_save
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import make_save


def test_without_finished_games_there_are_no_statistics(vok: RunVok, home: Path) -> None:
    make_save(home, 5)
    assert vok("stats") == (0, "no finished game yet; vok starts a game\n", "")
    assert vok("stats", "--json") == (0, "[]\n", "")


def test_a_deleted_game_counts_until_the_bin_is_emptied(vok: RunVok, home: Path) -> None:
    paths = [make_finished_save(home, "valley", seed) for seed in (1, 2)]
    before = vok("stats")[1]
    assert "2 games: " in before
    vok("saves", "delete", paths[0].name)
    assert vok("stats")[1] == before
    vok("saves", "empty", "--yes")
    assert "1 game: " in vok("stats")[1]


def test_a_copy_of_a_game_does_not_count_again(vok: RunVok, home: Path) -> None:
    path = make_finished_save(home, "valley")
    before = [vok("stats")[1], vok("stats", "--json")[1]]
    shutil.copy(path, path.with_name("conflicting copy of a game.vok"))
    assert len(json.loads(vok("saves", "--json")[1])) == 2
    assert [vok("stats")[1], vok("stats", "--json")[1]] == before


def test_an_imported_game_does_not_count(vok: RunVok, home: Path) -> None:
    path = make_finished_save(home, "valley")
    line = vok("export", path.name, "--format", "line")[1].strip()
    before = vok("stats", "--json")[1]
    assert vok("import", line)[0] == 0
    assert len(json.loads(vok("saves", "--json")[1])) == 2
    assert vok("stats", "--json")[1] == before


def test_every_registered_game_has_statistics(vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)
    for game in ALL_GAMES:
        make_finished_save(home, game)
    all_stats = json.loads(vok("stats", "--json")[1])
    assert [stats["game"] for stats in all_stats] == list(ALL_GAMES)
    assert all(stats["games"] == 1 and stats["by_level"][0]["level"] == "shabti" for stats in all_stats)
    (caravans,) = json.loads(vok("stats", "--game", "caravans", "--json")[1])
    assert caravans == all_stats[ALL_GAMES.index("caravans")]
    assert all(GAMES[game].title() in vok("stats")[1] for game in ALL_GAMES)


def test_statistics_can_be_written_as_a_picture(vok: RunVok, home: Path, tmp_path: Path) -> None:
    make_finished_save(home, "valley")
    code, out, _ = vok("stats", "--svg", str(tmp_path / "stats.svg"))
    assert code == 0
    assert "1 game: " in out
    assert "shabti" in (tmp_path / "stats.svg").read_text()


def test_an_unknown_game_is_refused_in_a_sentence(vok: RunVok) -> None:
    code, _, err = vok("stats", "--game", "vally")
    assert code == 2
    assert 'did you mean "valley"?' in err
