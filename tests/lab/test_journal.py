"""The journal of a contest on disk: finished games are not played again, even if a kill cut the file off, and other files are
refused."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.bots.player_spec import PlayerSpec
from engine.core.luck import seeded_hash
from engine.core.setup import Variant
from lab.contest import Contest, ContestResult, GameJob
from lab.game_runner import GameResultDict
from lab.journal import BadJournal, ContestJournal, program_hash
from lab.pool import run_contest
from tests.lab.contests import contest, play_contest, play_here, without_times


def refuse_to_play(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
    for job in jobs:
        raise AssertionError(f"{job} was played again")
    yield from ()


def run_recorded(path: Path, entry: Contest, blocks: int, run: Callable[..., Any] = play_here) -> dict[str, Any]:
    """Run a contest with a journal at `path`. Returns the fields of its result."""
    result = ContestResult(entry)
    with ContestJournal(path, entry) as journal:
        for _ in run_contest(result, blocks, run, journal):
            pass
    return result.to_dict()


def test_recorded_games_are_not_played_again_and_a_longer_run_continues(tmp_path: Path):
    entry, path = contest("shabti", "shabti", "shabti"), tmp_path / "state"
    short = run_recorded(path, entry, 2)
    assert run_recorded(path, entry, 2, refuse_to_play) == short
    assert without_times(run_recorded(path, entry, 4)) == without_times(play_contest(entry, 4).to_dict())
    assert len(path.read_bytes().splitlines()) == 5


def test_a_run_with_a_cut_off_journal_ends_with_the_same_result(tmp_path: Path):
    entry, path = contest("shabti", "shabti"), tmp_path / "state"
    complete = run_recorded(path, entry, 3)
    content = path.read_bytes()
    random_cuts = [seeded_hash(1, number) % len(content) for number in range(4)]
    for cut in (0, 1, content.index(b"\n"), content.index(b"\n") + 1, len(content) - 1, *random_cuts):
        path.write_bytes(content[:cut])
        assert without_times(run_recorded(path, entry, 3)) == without_times(complete), cut
        assert len(path.read_bytes().splitlines()) == 4
        assert without_times(run_recorded(path, entry, 3, refuse_to_play)) == without_times(complete), cut


def test_only_blocks_that_are_not_recorded_are_played(tmp_path: Path):
    entry, path = contest("shabti", "shabti"), tmp_path / "state"
    complete = run_recorded(path, entry, 3)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[2])  # several processes finish blocks in any order
    played: list[int] = []

    def note_blocks(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
        for job, result in play_here(jobs):
            played.append(job.block)
            yield job, result

    assert without_times(run_recorded(path, entry, 3, note_blocks)) == without_times(complete)
    assert played == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (contest("shabti", "scribe"), "players shabti against shabti"),
        (contest("shabti", "shabti", seed=4), "seed 3"),
        (contest("shabti", "shabti", "shabti"), "players shabti against shabti"),
    ],
)
def test_the_journal_of_another_contest_is_refused_and_not_changed(tmp_path: Path, other: Contest, why: str):
    path = tmp_path / "state"
    run_recorded(path, contest("shabti", "shabti"), 1)
    before = path.read_bytes()
    with pytest.raises(BadJournal, match=rf"another contest \({why}\)"):
        ContestJournal(path, other)
    assert path.read_bytes() == before


TWO = (PlayerSpec("shabti"), PlayerSpec("shabti"))


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (Contest(TWO, 3, Variant("afterlife")), "edition base"),
        (Contest(TWO, 3, Variant(choices=("base",))), "choices None"),
        (Contest(TWO, 3, Variant(cards="[[card]]")), "cards None"),
        (
            Contest((TWO[0], PlayerSpec("them:Bot", source_hash="a1")), 3),
            "players shabti against shabti, with other external bots",
        ),
    ],
    ids=["edition", "choices", "cards", "bots"],
)
def test_a_journal_with_other_cards_or_bots_is_refused(tmp_path: Path, other: Contest, why: str):
    path = tmp_path / "state"
    with ContestJournal(path, Contest(TWO, 3)):
        pass
    with pytest.raises(BadJournal, match=rf"another contest \({why}"):
        ContestJournal(path, other)


def test_the_program_hash_changes_with_sources_and_learned_values(tmp_path: Path):
    for file in ("engine/a.py", "ai/weights/values/valley-base-2.json", "vok_tui/screens/app.py", "ai/notes.txt"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("1")
    hashes = [program_hash(tmp_path)]
    for file in ("engine/a.py", "ai/weights/values/valley-base-2.json", "vok_tui/screens/app.py", "ai/notes.txt"):
        (tmp_path / file).write_text("2")
        hashes.append(program_hash(tmp_path))
    (tmp_path / "engine" / "a.py").rename(tmp_path / "engine" / "b.py")
    hashes.append(program_hash(tmp_path))
    assert len(set(hashes)) == 4
    assert hashes[2] == hashes[3] == hashes[4], "the terminal program and other files do not count"


def test_the_journal_of_another_program_is_refused(tmp_path: Path):
    path = tmp_path / "state"
    run_recorded(path, contest("shabti", "shabti"), 1)
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(json.dumps(json.loads(first) | {"program": "0" * 16}).encode() + b"\n" + rest)
    with pytest.raises(BadJournal, match="another version of the program"):
        ContestJournal(path, contest("shabti", "shabti"))


@pytest.mark.parametrize(
    "content", [b"Dear diary", b"Dear diary\n", b"[]\n", b"{}\n", b"\x00\xff\n", b'{"vok arena": 1}\n']
)
def test_a_file_that_is_not_a_journal_is_refused_and_not_changed(tmp_path: Path, content: bytes):
    path = tmp_path / "state"
    path.write_bytes(content)
    with pytest.raises(BadJournal, match="name another file"):
        ContestJournal(path, contest("shabti", "shabti"))
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    ["", "3", "{}", '{"block": "0", "games": []}', '{"block": 0, "games": [3, 4]}', '{"block": 0, "games": [{}, {}]}'],
)
def test_an_unreadable_line_is_named(tmp_path: Path, line: str):
    path = tmp_path / "state"
    run_recorded(path, contest("shabti", "shabti"), 1)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadJournal, match="line 3 of"):
        ContestJournal(path, contest("shabti", "shabti"))


def test_a_block_with_too_few_games_is_named(tmp_path: Path):
    path = tmp_path / "state"
    run_recorded(path, contest("shabti", "shabti"), 1)
    block = json.loads(path.read_bytes().splitlines()[1])
    with path.open("a") as file:
        file.write(json.dumps({**block, "games": block["games"][:1]}) + "\n")
    with pytest.raises(BadJournal, match="line 3 of"):
        ContestJournal(path, contest("shabti", "shabti"))


def test_two_runs_cannot_write_one_journal(tmp_path: Path):
    entry = contest("shabti", "shabti")
    with ContestJournal(tmp_path / "state", entry), pytest.raises(BadJournal, match="another arena is writing"):
        ContestJournal(tmp_path / "state", entry)
