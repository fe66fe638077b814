"""The journal of a contest on disk: finished games are not played again, wherever a kill has cut it off, and other files are
refused."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.bots.player_spec import PlayerSpec
from ai.contest.arena import Contest, GameJob
from ai.contest.contest_result import ContestResult
from ai.contest.game_runner import GameResult
from ai.contest.journal import BadJournal, ContestJournal, program_hash
from ai.contest.run_contest import run_contest
from engine.core.luck import seeded_hash
from engine.core.variant import Variant
from tests.ai.contest.contests import contest, play_contest, play_here, without_times


def never(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResult]]:
    for job in jobs:
        raise AssertionError(f"{job} was played again")
    yield from ()


def recorded(path: Path, met: Contest, blocks: int, run: Callable[..., Any] = play_here) -> dict[str, Any]:
    tally = ContestResult(met)
    with ContestJournal(path, met) as record:
        for _ in run_contest(tally, blocks, run, record):
            pass
    return tally.to_dict()


def test_what_is_on_record_is_not_played_again_and_a_longer_run_goes_on_there(tmp_path: Path):
    met, path = contest("shabti", "shabti", "shabti"), tmp_path / "state"
    short = recorded(path, met, 2)
    assert recorded(path, met, 2, never) == short
    assert without_times(recorded(path, met, 4)) == without_times(play_contest(met, 4).to_dict())
    assert len(path.read_bytes().splitlines()) == 5


def test_a_journal_goes_on_that_names_a_level_by_its_old_name(tmp_path: Path):
    met, path = contest("handwritten:1", "shabti"), tmp_path / "state"
    short = recorded(path, met, 1)
    path.write_bytes(path.read_bytes().replace(b'"handwritten:1"', b'"elder:1"', 1))
    assert b"elder" in path.read_bytes()
    assert recorded(path, contest("elder:1", "shabti"), 1, never) == short
    assert without_times(recorded(path, met, 2)) == without_times(play_contest(met, 2).to_dict())


def test_wherever_a_kill_cuts_the_record_off_the_run_goes_on_to_the_same_figures(tmp_path: Path):
    met, path = contest("shabti", "shabti"), tmp_path / "state"
    whole = recorded(path, met, 3)
    held = path.read_bytes()
    luck = [seeded_hash(1, number) % len(held) for number in range(12)]
    for cut in (0, 1, held.index(b"\n"), held.index(b"\n") + 1, len(held) - 1, *luck):
        path.write_bytes(held[:cut])
        assert without_times(recorded(path, met, 3)) == without_times(whole), cut
        assert len(path.read_bytes().splitlines()) == 4
        assert without_times(recorded(path, met, 3, never)) == without_times(whole), cut


def test_only_the_blocks_that_are_not_on_record_are_played(tmp_path: Path):
    met, path = contest("shabti", "shabti"), tmp_path / "state"
    whole = recorded(path, met, 3)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[2])  # several processes finish blocks in any order
    played: list[int] = []

    def noting(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResult]]:
        for job, result in play_here(jobs):
            played.append(job.block)
            yield job, result

    assert without_times(recorded(path, met, 3, noting)) == without_times(whole)
    assert played == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (contest("shabti", "scribe"), "players shabti against shabti"),
        (contest("shabti", "shabti", seed=4), "seed 3"),
        (contest("shabti", "shabti", "shabti"), "players shabti against shabti"),
    ],
)
def test_the_record_of_another_contest_is_refused_and_left_alone(tmp_path: Path, other: Contest, why: str):
    path = tmp_path / "state"
    recorded(path, contest("shabti", "shabti"), 1)
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
    ids=["edition", "choices", "cards", "guests"],
)
def test_the_record_of_other_cards_or_guests_is_refused(tmp_path: Path, other: Contest, why: str):
    path = tmp_path / "state"
    with ContestJournal(path, Contest(TWO, 3)):
        pass
    with pytest.raises(BadJournal, match=rf"another contest \({why}"):
        ContestJournal(path, other)


def test_a_program_is_told_by_its_sources_and_by_what_it_has_learned(tmp_path: Path):
    for place in ("engine/a.py", "ai/weights/base-2.json", "vok_tui/app.py", "ai/notes.txt"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("1")
    names = [program_hash(tmp_path)]
    for place in ("engine/a.py", "ai/weights/base-2.json", "vok_tui/app.py", "ai/notes.txt"):
        (tmp_path / place).write_text("2")
        names.append(program_hash(tmp_path))
    (tmp_path / "engine" / "a.py").rename(tmp_path / "engine" / "b.py")
    names.append(program_hash(tmp_path))
    assert len(set(names)) == 4
    assert names[2] == names[3] == names[4], "neither the table in the terminal nor what is no program"


def test_a_record_by_another_program_is_refused(tmp_path: Path):
    path = tmp_path / "state"
    recorded(path, contest("shabti", "shabti"), 1)
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(json.dumps(json.loads(first) | {"program": "0" * 16}).encode() + b"\n" + rest)
    with pytest.raises(BadJournal, match="another version of the program"):
        ContestJournal(path, contest("shabti", "shabti"))


@pytest.mark.parametrize(
    "held", [b"Dear diary", b"Dear diary\n", b"[]\n", b"{}\n", b"\x00\xff\n", b'{"vok arena": 1}\n']
)
def test_what_is_no_record_is_refused_and_left_alone(tmp_path: Path, held: bytes):
    path = tmp_path / "state"
    path.write_bytes(held)
    with pytest.raises(BadJournal, match="name another file"):
        ContestJournal(path, contest("shabti", "shabti"))
    assert path.read_bytes() == held


@pytest.mark.parametrize(
    "line",
    ["", "3", "{}", '{"block": "0", "games": []}', '{"block": 0, "games": [3, 4]}', '{"block": 0, "games": [{}, {}]}'],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: str):
    path = tmp_path / "state"
    recorded(path, contest("shabti", "shabti"), 1)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadJournal, match="line 3 of"):
        ContestJournal(path, contest("shabti", "shabti"))


def test_a_block_of_fewer_games_than_there_are_seats_is_named(tmp_path: Path):
    path = tmp_path / "state"
    recorded(path, contest("shabti", "shabti"), 1)
    block = json.loads(path.read_bytes().splitlines()[1])
    with path.open("a") as file:
        file.write(json.dumps({**block, "games": block["games"][:1]}) + "\n")
    with pytest.raises(BadJournal, match="line 3 of"):
        ContestJournal(path, contest("shabti", "shabti"))


def test_two_runs_do_not_write_one_record(tmp_path: Path):
    met = contest("shabti", "shabti")
    with ContestJournal(tmp_path / "state", met), pytest.raises(BadJournal, match="another arena is writing"):
        ContestJournal(tmp_path / "state", met)
