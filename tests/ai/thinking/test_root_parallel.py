"""Thinking in several processes: their results are added up, and whichever of them dies, nobody waits. Every process is real."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.bots.bot import PendingMove, decision_seed
from ai.bots.levels import Budget
from ai.process.pipe import WORKER_COMMAND
from ai.search.mcts import most_visited
from ai.search.playout import Rng
from ai.thinking.root_parallel import MAX_SILENCE_SECONDS, RootParallelHelpers, budget_share, merge_stats
from engine.core.action import Action
from engine.core.game import Setup
from engine.core.history.match import Match
from engine.core.luck import seeded_hash
from engine.games import GAMES
from tests.ai.thinking.test_worker import ENDLESS, SETUP, receive, request, send
from tests.process_end import has_ended


def answer(process: subprocess.Popen[str]) -> Any:
    """The next message that is not a progress report."""
    while "thinking" in (letter := receive(process)):
        pass
    return letter


def siblings(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_for_siblings(process: subprocess.Popen[str]) -> list[int]:
    """The helpers of a process that thinks without end. They have been asked when it reports its progress."""
    send(process, request(Match(GAMES["valley"], SETUP), 1, f"pharaoh:{ENDLESS}"))
    assert "thinking" in receive(process)
    return siblings(process.pid)


def worker() -> Iterator[subprocess.Popen[str]]:
    """A thinking process; it ends with the test."""
    with subprocess.Popen(WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """A thinking process with two helpers."""
    monkeypatch.setenv("VOK_PROCESSES", "3")
    yield from worker()


@pytest.fixture
def chorus() -> Iterator[RootParallelHelpers]:
    chorus = RootParallelHelpers()
    yield chorus
    chorus.close()


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """A thinking process with one helper."""
    monkeypatch.setenv("VOK_PROCESSES", "2")
    yield from worker()


def luck_of(match: Match, part: int) -> int:
    seed = decision_seed(match.setup.seed, 0, match.state.mover)
    return seeded_hash(seed, part) >> 1 if part else seed


def thought_here(match: Match, part: int, budget: Budget) -> list[tuple[int, int, float]]:
    seed = luck_of(match, part)
    thought = PendingMove(match.game, match.state, match.state.mover, "pharaoh", budget, seed)
    while not thought.done:
        thought.step()
    assert thought.search
    return thought.search.move_stats()


def test_what_all_parts_tried_is_added_up_move_by_move() -> None:
    assert merge_stats([[(7, 2, 1.5), (9, 1, 0.5)], [], [(9, 4, 2.0)]]) == [(7, 2, 1.5), (9, 5, 2.5)]


def test_simulations_are_divided_among_the_parts_and_time_is_not() -> None:
    assert [budget_share(Budget(8), part, 3).simulations for part in range(3)] == [3, 3, 2]
    assert budget_share(Budget(1), 2, 3).simulations == 1
    assert budget_share(Budget(9, 100), 1, 3) == Budget(9, 100)


def test_each_sibling_tells_what_its_own_luck_made_it_try(chorus: RootParallelHelpers) -> None:
    match = Match(GAMES["valley"], SETUP)
    chorus.ask(request(match, 1, "pharaoh:90"), 3)
    told = chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: True)
    assert told == [thought_here(match, part, Budget(30)) for part in (1, 2)]
    assert told[0] != told[1]


def answered(match: Match, *parts: int) -> tuple[list[Any], int]:
    """What these processes together answer to the first question, with 30 simulations each, and their total number of
    simulations."""
    tried = [thought_here(match, part, Budget(30)) for part in parts]
    move = most_visited(merge_stats(tried), Rng(luck_of(match, 0)))
    return match.game.action(match.state, move).pack(), sum(visits for each in tried for _, visits, _ in each)


def asked(process: subprocess.Popen[str], match: Match, number: int) -> tuple[list[Any], int]:
    """What a process answers to that question, and the number of simulations that it reports."""
    send(process, request(match, number, "pharaoh:60"))
    told = answer(process)
    return told["action"], told["simulations"]


def test_a_decision_is_what_both_processes_tried_together(pair: subprocess.Popen[str]) -> None:
    matches = [Match(GAMES["valley"], Setup("valley", SETUP.seats, seed)) for seed in range(6)]
    together = [answered(match, 0, 1) for match in matches]
    assert [asked(pair, match, number) for number, match in enumerate(matches)] == together
    assert any(answered(match, 0)[0] != action for match, (action, _) in zip(matches, together, strict=True))


def test_a_sibling_that_is_killed_takes_its_counts_with_it_and_nothing_else(pair: subprocess.Popen[str]) -> None:
    matches = [Match(GAMES["valley"], Setup("valley", SETUP.seats, seed)) for seed in range(3)]
    assert asked(pair, matches[0], 1) == answered(matches[0], 0, 1)
    (sibling,) = siblings(pair.pid)
    os.kill(sibling, signal.SIGSTOP)  # it cannot answer before it dies
    send(pair, request(matches[1], 2, "pharaoh:60"))
    assert "thinking" in receive(pair)
    os.kill(sibling, signal.SIGKILL)
    told = answer(pair)
    assert (told["action"], told["simulations"]) == answered(matches[1], 0)
    assert asked(pair, matches[2], 3) == answered(matches[2], 0, 1)


def test_the_same_game_again_has_the_same_answers_with_as_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOK_PROCESSES", "2")
    games = []
    for _ in range(2):
        match = Match(GAMES["valley"], SETUP)
        with subprocess.Popen(WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for number in range(4):
                send(process, request(match, number, "pharaoh:60"))
                match.play(Action.unpack(answer(process)["action"]))
            process.kill()
        games.append([action.pack() for action in match.log.actions[1:]])
    assert games[0] == games[1]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_sibling_that_dies_or_falls_silent_is_left_out_and_replaced(
    chorus: RootParallelHelpers, number: signal.Signals
) -> None:
    match = Match(GAMES["valley"], SETUP)
    chorus.ask(request(match, 1, f"pharaoh:{ENDLESS}"), 2)
    lost = chorus.pids
    os.kill(lost[0], number)
    assert not any(chorus.gather_answers(0.1, lambda: True) or [])
    chorus.ask(request(match, 2, "pharaoh:60"), 2)
    assert chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: True) == [thought_here(match, 1, Budget(30))]
    assert chorus.pids != lost


def test_a_sibling_that_reads_nothing_keeps_nobody_waiting_however_long_the_letters(
    pair: subprocess.Popen[str],
) -> None:
    matches = [Match(GAMES["valley"], Setup("valley", SETUP.seats, seed)) for seed in range(2)]
    assert asked(pair, matches[0], 1) == answered(matches[0], 0, 1)
    (sibling,) = siblings(pair.pid)
    os.kill(sibling, signal.SIGSTOP)
    long = {**request(matches[1], 2, "pharaoh:60"), "unread": "x" * 300_000}  # more than any pipe holds
    send(pair, long)
    assert "thinking" in receive(pair)
    os.kill(sibling, signal.SIGKILL)
    told = answer(pair)
    assert (told["action"], told["simulations"]) == answered(matches[1], 0)


def test_when_the_time_is_over_nobody_is_awaited_who_still_thinks(chorus: RootParallelHelpers) -> None:
    match = Match(GAMES["valley"], SETUP)
    chorus.ask(request(match, 1, f"pharaoh:{ENDLESS}"), 2)
    looks = iter(range(1000))
    assert chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: next(looks) < 999, 0.6) == [[]]
    assert chorus.simulations == 0
    chorus.ask(request(match, 2, "pharaoh:60"), 2)
    assert chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: True) == [thought_here(match, 1, Budget(30))]


def test_one_that_was_late_may_just_have_been_starting_but_late_again_it_is_replaced(
    chorus: RootParallelHelpers,
) -> None:
    match = Match(GAMES["valley"], SETUP)
    chorus.ask(request(match, 1, "pharaoh:60"), 2)
    first = chorus.pids
    assert chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: True, 0) == [[]]
    chorus.ask(request(match, 2, "pharaoh:60"), 2)
    assert chorus.pids == first
    assert chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: True) == [thought_here(match, 1, Budget(30))]
    os.kill(first[0], signal.SIGSTOP)
    for number in (3, 4):
        chorus.ask(request(match, number, "pharaoh:60"), 2)
        assert chorus.gather_answers(MAX_SILENCE_SECONDS, lambda: True, 0) == [[]]
    chorus.ask(request(match, 5, "pharaoh:60"), 2)
    assert chorus.pids != first


def test_a_newer_question_overtakes_the_siblings_too(process: subprocess.Popen[str]) -> None:
    first = wait_for_siblings(process)
    assert len(first) == 2
    send(process, request(Match(GAMES["valley"], SETUP), 2, "pharaoh:60"))
    assert answer(process) == {"id": 1, "overtaken": True}
    told = answer(process)
    assert told["id"] == 2
    assert 0 < told["simulations"] <= 60
    assert siblings(process.pid) == first


@pytest.mark.parametrize("end", [lambda process: process.stdin.close(), lambda process: process.kill()])
def test_with_the_process_that_thinks_its_siblings_end(
    process: subprocess.Popen[str], end: Callable[[subprocess.Popen[str]], None]
) -> None:
    left = wait_for_siblings(process)
    assert len(left) == 2
    end(process)
    assert all(map(has_ended, left))


def test_a_number_of_processes_that_makes_no_sense_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in ("0", "5", "many"):
        monkeypatch.setenv("VOK_PROCESSES", number)
        with subprocess.Popen(WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            send(process, request(Match(GAMES["valley"], SETUP), 1, "pharaoh:10"))
            assert f"VOK_PROCESSES must be a whole number from 1 to 4, not '{number}'" in answer(process)["error"]
            process.kill()
