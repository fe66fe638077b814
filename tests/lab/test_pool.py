"""A pool of processes plays the same games as one process, even if one of them dies. Every process is real."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ai.bots.player_spec import PlayerSpec
from engine.core.setup import Variant
from lab.contest import Contest, GameJob, play_game
from lab.game_runner import GameResultDict
from lab.pool import POOL_COMMAND, Pool, PoolFailed
from tests.crash_once import CRASH_ONCE
from tests.lab.contests import contest, play_contest, play_here, without_times


@pytest.mark.nightly(reason="plays games in two processes", instead="test_a_killed_process_changes_no_result")
def test_two_processes_give_the_same_results_as_one():
    entry = contest("priest:2", "shabti", "priest:1")
    jobs = [job for block in range(2) for job in entry.jobs(block)]
    expected = {job: without_times(result) for job, result in play_here(jobs)}
    for processes in (1, 2):
        with Pool(processes) as pool:
            assert {job: without_times(result) for job, result in pool.run(jobs)} == expected


def test_a_killed_process_changes_no_result():
    entry = contest("priest:1", "shabti")
    killed: list[int] = []
    with Pool(2) as pool:

        def run(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
            for number, pair in enumerate(pool.run(jobs)):
                if number == 1:
                    killed.append(pool.pids[-1])
                    os.kill(killed[0], signal.SIGKILL)
                yield pair

        result = play_contest(entry, 3, run)
        assert killed[0] not in pool.pids
    assert without_times(result.to_dict()) == without_times(play_contest(entry, 3).to_dict())


def test_a_job_whose_process_died_is_played_by_another(tmp_path: Path):
    jobs = contest("shabti", "shabti").jobs(0)
    with Pool(1, (sys.executable, "-c", CRASH_ONCE, str(tmp_path / "died"), *POOL_COMMAND)) as pool:
        results = {job: without_times(result) for job, result in pool.run(jobs)}
    assert (tmp_path / "died").exists()
    assert results == {job: without_times(play_game(job)) for job in jobs}


@pytest.mark.parametrize("program", ["", "input(); print('what?')", "input(); print([])", "import os; os.close(0)"])
def test_a_game_that_ends_every_process_stops_the_contest(program: str):
    with (
        Pool(2, (sys.executable, "-c", program)) as pool,
        pytest.raises(PoolFailed, match="of seed 3 has ended 3 times"),
    ):
        list(pool.run(contest("shabti", "shabti").jobs(0)))


def test_a_process_that_runs_out_of_memory_is_reported():
    with (
        Pool(1, memory_megabytes=2) as pool,
        pytest.raises(PoolFailed, match=r"the process that played game \d of seed 3 has run out of memory 3 times"),
    ):
        list(pool.run(contest("plain:1000000", "shabti").jobs(0)))


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("os.write(2, b'fatal: out of memory\\n'); os.abort()", "has run out of memory 3 times$"),
        ("os.abort()", "has ended 3 times$"),
        ("raise KeyError('undo')", "has ended 3 times: KeyError: 'undo'$"),
    ],
)
def test_a_process_that_ends_is_reported_with_its_reason(last: str, words: str):
    command = (sys.executable, "-c", f"import os; {last}")
    with Pool(1, command) as pool, pytest.raises(PoolFailed, match=words):
        list(pool.run(contest("shabti", "shabti").jobs(0)))


def test_an_error_of_the_rules_is_reported_with_its_message():
    job = Contest(contest("shabti", "shabti").player_specs, 3, Variant("gold")).jobs(0)[0]
    with Pool(1) as pool, pytest.raises(PoolFailed, match="no edition is called 'gold'"):
        list(pool.run([job]))


def test_closing_the_pool_ends_its_processes():
    with Pool(2) as pool:
        games = pool.run(contest("priest:1000000", "shabti").jobs(0)[:1] + contest("shabti", "shabti").jobs(0))
        assert next(games)[0].specs == (PlayerSpec("shabti"),) * 2  # the other game is still at its first move
        pids = pool.pids
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_packages_with_our_names_in_the_current_folder_are_not_imported(tmp_path: Path, monkeypatch):
    for name in ("engine", "ai", "saves"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong package')")
    monkeypatch.chdir(tmp_path)
    jobs = contest("shabti", "shabti").jobs(0)
    with Pool(1) as pool:
        assert len(list(pool.run(jobs))) == len(jobs)
