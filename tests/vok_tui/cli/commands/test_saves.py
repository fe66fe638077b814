"""`vok saves` with names, notes and the bin, and games that `vok simulate` saves."""

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import Shelf, load
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import begin_save, make_save, play_on, sitting
from tests.vok_tui.screens.app_helpers import run as run_app
from vok_tui.screens.app import VokApp
from vok_tui.shared.errors import ExitCode


@pytest.fixture
def save(home: Path) -> Path:
    return make_save(home, 2000)


def listed(vok: RunVok, *options: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = json.loads(vok("saves", "--json", *options)[1])
    return rows


def test_a_save_can_be_named_and_found_without_renaming_its_file(vok: RunVok, save: Path) -> None:
    assert vok("saves", "rename", save.stem, "The", "long", "evening")[0] == 0
    assert vok("saves", "note", str(save), "Khety\x1b was tired")[0] == 0
    (row,) = listed(vok, "--find", "long tired")
    assert (row["name"], row["note"], row["file"]) == ("The long evening", "Khety was tired", str(save))
    assert "The long evening: Ann" in vok("saves")[1]
    assert vok("saves", "--find", "short")[1] == "no save matches\n"
    vok("saves", "rename", save.stem)
    assert listed(vok)[0]["name"] == ""


def test_a_deleted_save_is_listed_in_the_bin_and_can_be_restored(vok: RunVok, save: Path) -> None:
    (row,) = listed(vok)
    assert "is in the bin now" in vok("saves", "delete", save.name)[1]
    assert listed(vok) == []
    assert [other["scores"] for other in listed(vok, "--bin")] == [row["scores"]]
    vok("saves", "restore", save.name)
    assert listed(vok) == [row]


def test_emptying_the_bin_needs_a_confirmation(vok: RunVok, save: Path) -> None:
    vok("saves", "delete", save.name)
    code, _, err = vok("saves", "empty")
    assert code == 1
    assert "cannot be brought back" in err
    assert "rating" in err
    assert len(listed(vok, "--bin")) == 1
    assert vok("saves", "empty", "--yes")[1] == "1 save removed\n"
    assert vok("saves", "--bin")[1] == vok("saves", "empty")[1] == "the bin is empty\n"


def test_a_game_that_is_open_elsewhere_cannot_be_changed(vok: RunVok, home: Path) -> None:
    with begin_save(home) as file:
        for words in (["rename", file.path.name, "mine"], ["note", file.path.name, "x"], ["delete", file.path.name]):
            code, out, err = vok("saves", *words)
            assert (code, out) == (1, "")
            assert "is being played by" in err
            assert err.count("\n") == 1
    assert [row["name"] for row in listed(vok)] == [""]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["renam", "x"], 'did you mean "rename"?'),
        (["delete"], "takes a FILE"),
        (["empty", "x"], "takes no FILE"),
        (["--result", "wonn"], 'did you mean "won"?'),
        (["--sort", "size"], "there is no order"),
    ],
)
def test_wrong_arguments_of_saves_are_refused_in_a_sentence(vok: RunVok, words: list[str], message: str) -> None:
    code, _, err = vok("saves", *words)
    assert code == ExitCode.USAGE
    assert message in err


def test_simulated_games_can_be_saved_and_opened(vok: RunVok, tmp_path: Path) -> None:
    line = ["simulate", "--games", "2", "--seats", "shabti,shabti", "--json"]
    plain = json.loads(vok(*line)[1])
    assert json.loads(vok(*line, "--save", str(tmp_path / "games"))[1]) == plain
    paths = sorted((tmp_path / "games").iterdir())
    assert len(paths) == 2
    loaded = [load(path, GAMES) for path in paths]
    assert [save.damage for save in loaded] == [None] * 2
    assert all(save.finished for save in loaded)
    assert sum(len(save.match.log.journal) for save in loaded) == plain["decisions"]
    points = [sum(save.match.game.scores(save.match.state)[seat] for save in loaded) for seat in range(2)]
    assert points == [round(mean * 2) for mean in plain["mean_scores"]]


def test_a_simulated_game_is_saved_to_a_new_file_only(vok: RunVok, tmp_path: Path) -> None:
    path = tmp_path / "new" / "one.vok"
    line = ["simulate", "--games", "1", "--seats", "shabti,shabti", "--save", str(path)]
    assert vok(*line)[0] == 0
    data = path.read_bytes()
    code, _, err = vok(*line)
    assert code == 1
    assert "exists already" in err
    assert path.read_bytes() == data
    assert vok("simulate", "--games", "2", "--save", str(tmp_path / "two.vok"))[0] == ExitCode.USAGE


def test_a_long_game_that_was_not_closed_is_neither_damaged_nor_asked_about(vok: RunVok, home: Path) -> None:
    match = Match(GAMES["valley"], Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 1))
    file = Shelf(home).create(match.setup, match.game, "0.1.0", 1_700_000_000)
    play_on(file, match, 5)
    for _ in range(1_500):
        match.goto(3)
        match.goto(5)
    file.keep(match)
    data = file.path.read_bytes()
    file.close()
    file.path.write_bytes(data)  # as after a kill
    assert len(data) > 1 << 15
    (row,) = listed(vok)
    assert (row["result"], row["damaged"]) == ("long", "")
    assert "too long for the list" in str(row["unread"])
    assert "damaged" not in vok("saves")[1]
    assert len(listed(vok, "--result", "long")) == 1
    assert listed(vok, "--result", "damaged") == []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert sitting(app).match.log.journal == match.log.journal

    run_app(home, steps)
    assert listed(vok)[0]["result"] == "goes on"
