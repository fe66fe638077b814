"""The output of arena, ladder, simulate and bench in a terminal, in a pipe, and as a picture."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.games.more_games import register_more_games
from tests.vok_tui.pty_terminal import MINIMAL_ENVIRON, PtyTerminal
from tests.vok_tui.run_vok import RunVok

STATS = ["simulate", "--games", "3", "--seats", "shabti,shabti", "--stats"]
WITH_CHARTS = {
    "simulate": STATS,
    "arena": ["arena", "shabti", "priest:2", "--games", "4", "--workers", "1"],
    "ladder": ["ladder", "shabti", "priest:2", "--games", "4", "--workers", "1"],
    "bench": ["bench", "--quick", "--game", "caravans"],  # a small game
}
WITH_CARAVANS = (sys.executable, "-m", "tests.games.caravans")


@pytest.fixture
def without_plotext(tmp_path: Path) -> dict[str, str]:
    """An environment in which plotext cannot be imported."""
    (tmp_path / "block").mkdir()
    (tmp_path / "block" / "plotext.py").write_text("raise ModuleNotFoundError('not here', name='plotext')")
    return {"PYTHONPATH": f"{tmp_path / 'block'}:{MINIMAL_ENVIRON['PYTHONPATH']}"}


@pytest.mark.nightly(reason="plays or measures games for a chart", keep="simulate")
@pytest.mark.parametrize("command", WITH_CHARTS)
def test_a_terminal_shows_bars(command: str, tmp_path: Path):
    pytest.importorskip("plotext")
    with PtyTerminal(tmp_path, *WITH_CHARTS[command], lines=100, command=WITH_CARAVANS) as terminal:
        assert terminal.exit_code() == 0
        assert "██" in terminal.text


def test_a_terminal_without_unicode_shows_ascii_bars(tmp_path: Path):
    pytest.importorskip("plotext")
    with PtyTerminal(tmp_path, *STATS, env={"LANG": "C"}, lines=100) as terminal:
        assert terminal.exit_code() == 0
        assert "##" in terminal.text
        assert terminal.sent.isascii()


def test_without_plotext_a_sentence_says_how_to_install_it(tmp_path: Path, without_plotext):
    with PtyTerminal(tmp_path, *STATS, env=without_plotext, lines=100) as terminal:
        assert terminal.exit_code() == 0
        assert terminal.text.count("pip install 'vok-tui[plots]'") == 1
        assert len(terminal.text.strip().splitlines()) > 4  # the table is printed anyway


@pytest.mark.nightly(reason="plays games for a text", keep="simulate")
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_a_pipe_gets_only_the_text(command: str, tmp_path: Path):
    command_line = [sys.executable, "-m", "vok_tui", *WITH_CHARTS[command]]
    process = subprocess.run(
        command_line, env={**MINIMAL_ENVIRON, "VOK_HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert process.stdout.isascii()
    assert not process.stderr


@pytest.mark.parametrize("command", ["simulate", "arena", "ladder"])
def test_a_picture_shows_the_printed_text(command: str, vok: RunVok, home: Path):
    (home / "picture.svg").write_text("an older one")
    code, out, err = vok(*WITH_CHARTS[command], "--svg", str(home / "picture.svg"))
    assert (code, err) == (0, "")
    words = " ".join(ET.parse(home / "picture.svg").getroot().itertext()).replace("\xa0", " ")
    for line in out.splitlines():
        assert line.rstrip() in words
    assert [path.name for path in home.iterdir()] == ["picture.svg"]


def test_a_picture_can_be_written_together_with_json(vok: RunVok, home: Path):
    code, out, _ = vok(*STATS, "--json", "--svg", str(home / "picture.svg"))
    assert code == 0
    assert json.loads(out)["games"] == 3
    assert (home / "picture.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("file", ["nowhere/picture.svg", "folder", "/dev/full"])
def test_an_unwritable_picture_file_is_refused_before_any_game(file: str, vok: RunVok, home: Path):
    (home / "folder").mkdir()
    code, out, err = vok("simulate", "--games", "10000000", "--svg", str(home / file))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "--svg" in err


def test_a_picture_that_cannot_be_written_at_the_end_keeps_the_result(vok: RunVok, home: Path):
    (home / f"picture.svg.{os.getpid()}.new").mkdir()
    code, out, err = vok(*STATS, "--svg", str(home / "picture.svg"))
    assert code == 1
    assert out.startswith("3 games")
    assert err.count("\n") == 1
    assert "name another file" in err


@pytest.mark.nightly(reason="measures the engine", instead="test_a_pipe_gets_only_the_text")
def test_every_figure_of_the_bench_is_explained(vok: RunVok, monkeypatch: pytest.MonkeyPatch):
    register_more_games(monkeypatch)
    code, out, _ = vok(*WITH_CHARTS["bench"])
    assert code == 0
    assert len(out.splitlines()) >= 8
    for line in out.splitlines():
        _name, _figure, meaning = line.split(maxsplit=2)
        assert len(meaning.split()) >= 3, line
    assert max(map(len, out.splitlines())) <= 80
