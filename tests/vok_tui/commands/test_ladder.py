"""`vok ladder` as a user or a script meets it."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.say import Say


def timeless(text: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(text)
    for part in (*facts["levels"], *facts["contests"]):
        del part["ms_per_decision"]
    return facts


def test_the_object_for_programs_has_every_level_and_every_contest(vok_line: Say):
    code, out, err = vok_line("ladder shabti priest:1 priest:3 --games 4 --seed 9 --json")
    facts = json.loads(out)
    assert (code, err, list(facts)) == (0, "", ["players", "edition", "seed", "levels", "contests"])
    assert [level["level"] for level in facts["levels"]] == ["shabti", "priest:1", "priest:3"]
    assert list(facts["levels"][1]) == ["level", "elo", "elo_low", "elo_high", "games", "ms_per_decision", "above"]
    assert facts["levels"][0]["elo"] == 1000
    assert [contest["players"] for contest in facts["contests"]] == [
        ["priest:1", "shabti"],
        ["priest:3", "priest:1"],
        ["priest:3", "shabti"],
    ]
    assert [contest["games"] for contest in facts["contests"]] == [4, 4, 2]
    assert {contest["seeds"][0] for contest in facts["contests"]} == {9}


def test_the_table_shows_the_strongest_first(vok_line: Say):
    lines = vok_line("ladder shabti priest:3 --games 3 --players 3")[1].splitlines()
    assert lines[0] == "3 players, base cards, 3 games between neighbours, seeds from 1 on"
    assert [line.split()[1] for line in lines[2:]] == ["level", "--------", "priest:3", "shabti"]
    assert "by definition" in lines[-1]
    assert len({len(line) for line in lines[2:]}) == 1


def test_a_contest_of_the_ladder_is_one_of_the_arena(vok_line: Say, tmp_path: Path):
    vok_line(f"ladder shabti priest:2 --games 4 --state {tmp_path / 'ladder'}")
    (kept,) = (tmp_path / "ladder").iterdir()
    assert kept.name == "2-players-priest-2-against-shabti.jsonl"
    held = kept.read_bytes()
    assert json.loads(vok_line(f"arena priest:2 shabti --games 4 --state {kept} --json")[1])["games"] == 4
    assert kept.read_bytes() == held


def test_a_ladder_that_was_killed_goes_on_to_the_figures_of_an_undisturbed_one(vok_line: Say, tmp_path: Path):
    state = tmp_path / "state"
    line = f"ladder shabti priest:1 priest:2 --games 8 --workers 2 --state {state}"
    with PtyTerminal(tmp_path, *line.split()) as terminal:
        terminal.see("2/3 priest:2 against priest:1")
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    assert sum(path.read_bytes().count(b"\n") for path in state.iterdir()) > 4 + 2
    resumed = timeless(vok_line(f"{line} --json")[1])
    assert resumed == timeless(vok_line("ladder shabti priest:1 priest:2 --games 8 --json")[1])


def test_it_is_climbed_with_the_cards_of_any_edition(vok_line: Say, tmp_path: Path):
    line = f"ladder shabti priest:1 --games 2 --seed 4 --state {tmp_path} --json"
    code, out, _ = vok_line(f"{line} --edition afterlife")
    assert (code, json.loads(out)["edition"]) == (0, "afterlife")
    kept = tmp_path / "2-players-priest-1-against-shabti.jsonl"
    held = kept.read_bytes()
    assert json.loads(held.splitlines()[0])["edition"] == "afterlife"
    code, _, err = vok_line(line)
    assert (code, kept.read_bytes()) == (2, held)
    assert "another contest" in err


REFUSALS = {
    "ladder scribe": "ladder: a ladder needs at least two levels",
    "ladder scribe shabti scribe": "ladder: scribe is listed twice",
    "ladder scribe preist": 'there is no level "preist"; did you mean "priest"?',
    "ladder scribe shabti --players 5": "base cannot be played by 5",
    "ladder scribe shabti --edition solitaire": "ladder: solitaire cannot be played by 2",
    "ladder scribe shabti --edition papyrus": "papyrus",
    "ladder scribe shabti --games 1": "the number of games is a whole number from 2",
    "ladder scribe shabti --workers 2 --scheduler tcp://127.0.0.1:1": "with --scheduler the cluster has its own",
}


@pytest.mark.parametrize("line", REFUSALS)
def test_what_makes_no_sense_is_refused_in_one_sentence(vok_line: Say, line: str):
    code, out, err = vok_line(line)
    assert (code, out) == (2, "")
    assert REFUSALS[line] in err
    assert err.count("\n") == 1


def test_a_folder_that_is_none_is_told(vok_line: Say, tmp_path: Path):
    (tmp_path / "file").write_text("")
    code, _, err = vok_line(f"ladder shabti priest:1 --state {tmp_path / 'file'}")
    assert code == 1
    assert err.endswith("file exists\n")
