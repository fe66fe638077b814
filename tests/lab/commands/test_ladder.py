"""`vok ladder`: what it prints for users and programs, and what it refuses."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.run_vok import RunVok


def without_times(text: str) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(text)
    for entry in (*fields["levels"], *fields["contests"]):
        del entry["ms_per_decision"]
    return fields


@pytest.mark.nightly(reason="plays a ladder", instead="test_the_table_shows_the_strongest_first")
def test_the_json_has_every_level_and_every_contest(vok_line: RunVok):
    code, out, err = vok_line("ladder shabti priest:1 priest:3 --games 4 --seed 9 --json")
    fields = json.loads(out)
    assert (code, err, list(fields)) == (0, "", ["players", "edition", "seed", "levels", "contests"])
    assert [level["level"] for level in fields["levels"]] == ["shabti", "priest:1", "priest:3"]
    assert list(fields["levels"][1]) == ["level", "elo", "elo_low", "elo_high", "games", "ms_per_decision", "above"]
    assert fields["levels"][0]["elo"] == 1000
    assert [contest["players"] for contest in fields["contests"]] == [
        ["priest:1", "shabti"],
        ["priest:3", "priest:1"],
        ["priest:3", "shabti"],
    ]
    assert [contest["games"] for contest in fields["contests"]] == [4, 4, 2]
    assert {contest["seeds"][0] for contest in fields["contests"]} == {9}


def test_the_table_shows_the_strongest_first(vok_line: RunVok):
    lines = vok_line("ladder shabti priest:3 --games 3 --players 3")[1].splitlines()
    assert lines[0] == "3 players, base cards, 3 games between neighbours, seeds from 1 on"
    assert [line.split()[1] for line in lines[2:]] == ["level", "--------", "priest:3", "shabti"]
    assert "by definition" in lines[-1]
    assert len({len(line) for line in lines[2:]}) == 1


def test_a_contest_of_the_ladder_can_be_continued_in_the_arena(vok_line: RunVok, tmp_path: Path):
    vok_line("ladder shabti priest:2 --games 4 --state {state}", state=tmp_path / "ladder")
    (journal,) = (tmp_path / "ladder").iterdir()
    assert journal.name == "2-players-priest-2-against-shabti.jsonl"
    content = journal.read_bytes()
    assert (
        json.loads(vok_line("arena priest:2 shabti --games 4 --state {journal} --json", journal=journal)[1])["games"]
        == 4
    )
    assert journal.read_bytes() == content


@pytest.mark.nightly(
    reason="plays a ladder twice",
    instead="tests/lab/commands/test_arena.py::test_a_killed_run_can_be_resumed_with_the_same_result",
)
def test_a_killed_ladder_can_be_resumed_with_the_same_result(vok_line: RunVok, tmp_path: Path):
    state = tmp_path / "state"
    line = "ladder shabti priest:1 priest:2 --games 4 --workers 2 --state {state}"
    with PtyTerminal(tmp_path, *line.replace(" {state}", "").split(), str(state)) as terminal:
        terminal.catch("2/3 priest:2 against priest:1")
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    assert sum(path.read_bytes().count(b"\n") for path in state.iterdir()) > 2 + 2
    resumed = without_times(vok_line(f"{line} --json", state=state)[1])
    assert resumed == without_times(vok_line("ladder shabti priest:1 priest:2 --games 4 --json")[1])


def test_a_ladder_can_be_played_with_any_edition(vok_line: RunVok, tmp_path: Path):
    line = "ladder shabti priest:1 --games 2 --seed 4 --state {state} --json"
    code, out, _ = vok_line(f"{line} --edition afterlife", state=tmp_path)
    assert (code, json.loads(out)["edition"]) == (0, "afterlife")
    journal = tmp_path / "2-players-priest-1-against-shabti.jsonl"
    content = journal.read_bytes()
    assert json.loads(content.splitlines()[0])["edition"] == "afterlife"
    code, _, err = vok_line(line, state=tmp_path)
    assert (code, journal.read_bytes()) == (2, content)
    assert "another contest" in err


REFUSALS = {
    "ladder scribe": "ladder: a ladder needs at least two levels",
    "ladder scribe shabti scribe": "ladder: scribe is listed twice",
    "ladder scribe preist": 'there is no level "preist"; did you mean "priest"?',
    "ladder scribe shabti --players 5": "base cannot be played by 5",
    "ladder scribe shabti --edition solitaire": "ladder: solitaire cannot be played by 2",
    "ladder scribe shabti --edition papyrus": "papyrus",
    "ladder scribe shabti --games 1": "a whole number from 2",
    "ladder scribe shabti --workers 2 --scheduler tcp://127.0.0.1:1": "with --scheduler the cluster has its own",
}


@pytest.mark.parametrize("line", REFUSALS)
def test_a_meaningless_command_line_is_refused_in_one_sentence(vok_line: RunVok, line: str):
    code, out, err = vok_line(line)
    assert (code, out) == (2, "")
    assert REFUSALS[line] in err
    assert err.count("\n") == 1


def test_a_state_folder_that_is_a_file_is_reported(vok_line: RunVok, tmp_path: Path):
    (tmp_path / "file").write_text("")
    code, _, err = vok_line("ladder shabti priest:1 --state {state}", state=tmp_path / "file")
    assert code == 1
    assert err.endswith("file exists\n")
