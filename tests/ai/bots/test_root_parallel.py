"""Thinking in several processes: their results are added up, and nobody waits for a process that died. Every process is real."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from ai.bots.bot import decision_seed, start_decision
from ai.bots.root_parallel import RootParallelHelpers, merge_stats
from ai.levels import Budget
from ai.process.pipes import WORKER_COMMAND
from ai.search.mcts import most_visited
from ai.search.playout import Rng
from ai.value_file import CURRENT_VALUES
from engine.core.action import Action
from engine.core.game import Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from tests.ai.bots.worker_process import ENDLESS, SETUP, receive, receive_answer, request, send
from tests.process_end import MAX_WAIT_SECONDS, has_ended


def helper_pids(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def start_endless_thought(process: subprocess.Popen[str]) -> list[int]:
    """Ask a process a question that it thinks about endlessly. Returns the ids of its helper processes, which think too."""
    send(process, request(Match(GAMES["valley"], SETUP), 1, f"pharaoh:{ENDLESS}"))
    assert "thinking" in receive(process)
    return helper_pids(process.pid)


def worker() -> Iterator[subprocess.Popen[str]]:
    """A thinking process, which ends with the test."""
    with subprocess.Popen(WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """A thinking process with two helpers."""
    monkeypatch.setenv("VOK_PROCESSES", "3")
    yield from worker()


@pytest.fixture
def helpers() -> Iterator[RootParallelHelpers]:
    helpers = RootParallelHelpers()
    yield helpers
    helpers.close()


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """A thinking process with one helper."""
    monkeypatch.setenv("VOK_PROCESSES", "2")
    yield from worker()


def seed_of(match: Match, share: int) -> int:
    seed = decision_seed(match.setup.seed, 0, match.state.mover)
    return seeded_hash(seed, share) >> 1 if share else seed


def local_stats(match: Match, share: int, budget: Budget) -> list[tuple[int, int, float]]:
    seed = seed_of(match, share)
    pending = start_decision(match.game, match.state, match.state.mover, "pharaoh", budget, seed)
    while not pending.done:
        pending.step()
    assert pending.search
    return pending.search.move_stats()


def test_statistics_of_all_shares_are_added_up_move_by_move() -> None:
    assert merge_stats([[(7, 2, 1.5), (9, 1, 0.5)], [], [(9, 4, 2.0)]]) == [(7, 2, 1.5), (9, 5, 2.5)]


def test_simulations_are_divided_among_the_shares_and_time_is_not() -> None:
    assert [Budget(8).share(share, 3).simulations for share in range(3)] == [3, 3, 2]
    assert Budget(1).share(2, 3).simulations == 1
    assert Budget(9, 100, min_simulations=10).share(1, 3) == Budget(9, 100, min_simulations=4)


def test_each_helper_searches_with_its_own_seed(helpers: RootParallelHelpers) -> None:
    match = Match(GAMES["valley"], SETUP)
    helpers.ask(request(match, 1, "pharaoh:90"), 3)
    results = helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True)
    assert results == [local_stats(match, share, Budget(30)) for share in (1, 2)]
    assert results[0] != results[1]


def expected_answer(match: Match, *shares: int) -> tuple[list[Any], int]:
    """The packed answer to the first question from these shares with 30 simulations each, and the total number of
    simulations, computed in this process."""
    tried = [local_stats(match, share, Budget(30)) for share in shares]
    move = most_visited(merge_stats(tried), Rng(seed_of(match, 0)))
    return match.game.action(match.state, move).pack(), sum(visits for each in tried for _, visits, _ in each)


def ask(process: subprocess.Popen[str], match: Match, number: int) -> tuple[list[Any], int]:
    """Ask a process. Returns its packed answer, and the number of simulations that it reports."""
    send(process, request(match, number, "pharaoh:60"))
    reply = receive_answer(process)
    return reply["action"], reply["simulations"]


def test_a_decision_combines_the_searches_of_both_processes(pair: subprocess.Popen[str]) -> None:
    matches = [Match(GAMES["valley"], Setup("valley", SETUP.seats, seed, values=CURRENT_VALUES)) for seed in range(6)]
    expected = [expected_answer(match, 0, 1) for match in matches]
    assert [ask(pair, match, number) for number, match in enumerate(matches)] == expected
    assert any(expected_answer(match, 0)[0] != action for match, (action, _) in zip(matches, expected, strict=True))


def test_a_killed_helper_loses_only_its_own_share(pair: subprocess.Popen[str]) -> None:
    matches = [Match(GAMES["valley"], Setup("valley", SETUP.seats, seed, values=CURRENT_VALUES)) for seed in range(3)]
    assert ask(pair, matches[0], 1) == expected_answer(matches[0], 0, 1)
    (helper_pid,) = helper_pids(pair.pid)
    os.kill(helper_pid, signal.SIGSTOP)  # it cannot answer before it dies
    send(pair, request(matches[1], 2, "pharaoh:60"))
    assert "thinking" in receive(pair)
    os.kill(helper_pid, signal.SIGKILL)
    reply = receive_answer(pair)
    assert (reply["action"], reply["simulations"]) == expected_answer(matches[1], 0)
    assert ask(pair, matches[2], 3) == expected_answer(matches[2], 0, 1)


def test_a_game_has_the_same_answers_with_the_same_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOK_PROCESSES", "2")
    games = []
    for _ in range(2):
        match = Match(GAMES["valley"], SETUP)
        with subprocess.Popen(WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for number in range(4):
                send(process, request(match, number, "pharaoh:60"))
                match.play(Action.from_packed(receive_answer(process)["action"]))
            process.kill()
        games.append([action.pack() for action in match.log.actions[1:]])
    assert games[0] == games[1]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_dead_or_silent_helper_is_left_out_and_replaced(helpers: RootParallelHelpers, number: signal.Signals) -> None:
    match = Match(GAMES["valley"], SETUP)
    helpers.ask(request(match, 1, f"pharaoh:{ENDLESS}"), 2)
    lost = helpers.pids
    os.kill(lost[0], number)
    assert not any(helpers.gather_answers(0.1, lambda: True) or [])
    helpers.ask(request(match, 2, "pharaoh:60"), 2)
    assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True) == [local_stats(match, 1, Budget(30))]
    assert helpers.pids != lost


def test_a_helper_that_does_not_read_long_messages_blocks_nobody(
    pair: subprocess.Popen[str],
) -> None:
    matches = [Match(GAMES["valley"], Setup("valley", SETUP.seats, seed, values=CURRENT_VALUES)) for seed in range(2)]
    assert ask(pair, matches[0], 1) == expected_answer(matches[0], 0, 1)
    (helper_pid,) = helper_pids(pair.pid)
    os.kill(helper_pid, signal.SIGSTOP)
    long_message = {**request(matches[1], 2, "pharaoh:60"), "unread": "x" * 300_000}  # more than fits into a pipe
    send(pair, long_message)
    assert "thinking" in receive(pair)
    os.kill(helper_pid, signal.SIGKILL)
    reply = receive_answer(pair)
    assert (reply["action"], reply["simulations"]) == expected_answer(matches[1], 0)


def test_when_the_time_is_up_helpers_answer_with_what_they_have(helpers: RootParallelHelpers) -> None:
    match = Match(GAMES["valley"], SETUP)
    stats: list[tuple[int, int, float]] = []
    end = monotonic() + MAX_WAIT_SECONDS
    number = 0
    while not stats and monotonic() < end:  # a helper that is still starting on a busy machine is left out
        number += 1
        helpers.ask(request(match, number, f"pharaoh:{ENDLESS}"), 2)
        (stats,) = helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True, 0.2) or [[]]
    assert 0 < sum(visits for _, visits, _ in stats) < ENDLESS


def test_late_helpers_are_not_waited_for_when_the_time_is_up(helpers: RootParallelHelpers) -> None:
    match = Match(GAMES["valley"], SETUP)
    helpers.ask(request(match, 1, "pharaoh:60"), 2)
    assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True) == [local_stats(match, 1, Budget(30))]
    helpers.ask(request(match, 2, f"pharaoh:{ENDLESS}"), 2)
    (pid,) = helpers.pids
    os.kill(pid, signal.SIGSTOP)
    assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True, 0) == [[]]
    assert helpers.simulations == 0
    os.kill(pid, signal.SIGCONT)
    helpers.ask(request(match, 3, "pharaoh:60"), 2)
    assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True) == [local_stats(match, 1, Budget(30))]


def test_a_helper_that_is_late_twice_is_replaced(
    helpers: RootParallelHelpers,
) -> None:
    match = Match(GAMES["valley"], SETUP)
    helpers.ask(request(match, 1, "pharaoh:60"), 2)
    first = helpers.pids
    assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True, 0) == [[]]
    helpers.ask(request(match, 2, "pharaoh:60"), 2)
    assert helpers.pids == first
    assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True) == [local_stats(match, 1, Budget(30))]
    os.kill(first[0], signal.SIGSTOP)
    for number in (3, 4):
        helpers.ask(request(match, number, "pharaoh:60"), 2)
        assert helpers.gather_answers(MAX_WAIT_SECONDS, lambda: True, 0) == [[]]
    helpers.ask(request(match, 5, "pharaoh:60"), 2)
    assert helpers.pids != first


def test_helpers_drop_an_overtaken_question_too(process: subprocess.Popen[str]) -> None:
    first = start_endless_thought(process)
    assert len(first) == 2
    send(process, request(Match(GAMES["valley"], SETUP), 2, "pharaoh:60"))
    assert receive_answer(process) == {"id": 1, "overtaken": True}
    reply = receive_answer(process)
    assert reply["id"] == 2
    assert 0 < reply["simulations"] <= 60
    assert helper_pids(process.pid) == first


@pytest.mark.parametrize("end", [lambda process: process.stdin.close(), lambda process: process.kill()])
def test_helpers_end_with_the_thinking_process(
    process: subprocess.Popen[str], end: Callable[[subprocess.Popen[str]], None]
) -> None:
    pids = start_endless_thought(process)
    assert len(pids) == 2
    end(process)
    assert all(map(has_ended, pids))


def test_a_meaningless_number_of_processes_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in ("0", "5", "many"):
        monkeypatch.setenv("VOK_PROCESSES", number)
        with subprocess.Popen(WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            send(process, request(Match(GAMES["valley"], SETUP), 1, "pharaoh:10"))
            assert (
                f"VOK_PROCESSES must be a whole number from 1 to 4, not '{number}'" in receive_answer(process)["error"]
            )
            process.kill()
