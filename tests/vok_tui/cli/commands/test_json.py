"""The commands that print JSON for programs: the same as their words say."""

import json
from pathlib import Path

import pytest

from tests.source_tree import ROOT
from tests.vok_tui.records.finished_games import make_finished_save
from tests.vok_tui.run_vok import RunVok
from vok_tui.shared.errors import ExitCode


@pytest.fixture
def finished(home: Path) -> Path:
    return make_finished_save(home, "valley")


def test_verify(vok: RunVok, finished: Path) -> None:
    code, out, err = vok("verify", str(finished), "--json")
    fields = json.loads(out)
    assert (code, err, fields["sound"], fields["damage"]) == (0, "", True, None)
    words = vok("verify", str(finished))[1]
    for number in (fields["moves"], fields["positions"], fields["decisions"]):
        assert f" {number:,} " in words
    data = finished.read_bytes()
    finished.write_bytes(data[: len(data) * 2 // 3])
    code, out, _ = vok("verify", str(finished), "--json")
    fields = json.loads(out)
    assert (code, fields["sound"]) == (ExitCode.DAMAGED, False)
    assert fields["damage"] in vok("verify", str(finished))[1]


def test_export_and_import(vok: RunVok, finished: Path, tmp_path: Path) -> None:
    assert vok("export", str(finished), "--json") == vok("export", str(finished), "--format", "json")
    lines = vok("export", str(finished), "--json")[1].splitlines()
    text = tmp_path / "game.jsonl"
    text.write_text("\n".join(lines))
    code, out, err = vok("import", str(text), "--json")
    fields = json.loads(out)
    assert (code, err, fields["fault"], fields["finished"]) == (0, "", None, True)
    assert fields["decisions"] == fields["of"] > 0
    assert Path(fields["file"]).is_file()
    text.write_text("\n".join([*lines[:9], "{}", *lines[9:]]))
    code, out, err = vok("import", str(text), "--json")
    fields = json.loads(out)
    assert code == ExitCode.DAMAGED
    assert "line 10" in fields["fault"]
    assert 0 < fields["decisions"] < fields["of"]
    assert "line 10" in err


def test_replay(vok: RunVok, finished: Path) -> None:
    code, out, err = vok("replay", str(finished), "--to", "2", "--json")
    fields = json.loads(out)
    assert (code, err, fields["game"], fields["turn"]) == (0, "", "valley", 3), "the table after turn 2"
    assert "hand" in fields["state"]["seats"]["1"]
    assert fields["seat"]
    everybody = json.loads(vok("replay", str(finished), "--to", "2", "--json", "--seat", "2")[1])
    assert "hand" not in everybody["state"]["seats"]["1"]


def test_the_code_of_others_is_never_proposed(vok: RunVok) -> None:
    for line in (["play", "--trust-bot"], ["open", "a.vok", "--trust"], ["plain", "--trustbots"]):
        code, _, err = vok(*line)
        assert code == ExitCode.USAGE
        assert "has no option" in err
        assert "--trust-bots" not in err


def test_the_manual_page_has_examples_that_can_be_parsed(vok: RunVok) -> None:
    page = vok("man")[1]
    assert "EXAMPLES" in page
    assert "SEE ALSO" in page
    assert "Examples:" in vok("--help")[1]
    assert (ROOT / "docs" / "promises.md").is_file()
