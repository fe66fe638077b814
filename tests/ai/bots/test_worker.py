"""The thinking process over real pipes: what it answers, what it refuses, and when it ends."""

import os
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from ai.bots.bot import Bot, choose, decision_seed
from ai.levels import Budget
from ai.process.limits import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipes import WORKER_COMMAND, python_command
from ai.value_file import CURRENT_VALUES
from engine.core.game import Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from tests.ai.bots.worker_process import ENDLESS, SETUP, receive, receive_answer, request, send
from tests.process_end import MAX_WAIT_SECONDS


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        WORKER_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def play(match: Match, moves: int) -> None:
    for _ in range(moves):
        match.play(match.game.action(match.state, match.state.legal_moves()[0]))


def expected(match: Match, level: str, simulations: int) -> list[Any]:
    """The packed answer, computed in this process."""
    seed = decision_seed(match.setup.seed, match.depth(match.log.head), match.state.mover)
    move = choose(match.game, match.state, match.state.mover, level, Budget(simulations), seed)
    return match.game.action(match.state, move).pack()


def test_answers_match_the_log_after_any_undo_and_replay(process: subprocess.Popen[str]) -> None:
    match = Match(GAMES["valley"], SETUP)
    for number, step in enumerate((0, 12, -9, 5, -8, 30)):  # plays, undoes, plays again
        if step < 0:
            match.goto(match.log.path(match.log.head)[step - 1])
        play(match, max(step, 0))
        send(process, request(match, number))
        answer = receive_answer(process)
        assert answer["id"] == number
        assert answer["action"] == expected(match, "scribe", 0)
        assert answer["seconds"] >= 0


def test_another_setup_is_another_game(process: subprocess.Popen[str]) -> None:
    for seed in (1, 2, 1):
        match = Match(GAMES["valley"], Setup("valley", SETUP.seats, seed))
        send(process, request(match, player="priest:10"))
        assert receive_answer(process)["action"] == expected(match, "priest", 10)


def test_unreadable_requests_are_refused_and_the_next_is_served(
    process: subprocess.Popen[str],
) -> None:
    good = request(Match(GAMES["valley"], SETUP))
    bad: list[Any] = [
        "garbage",
        "[]",
        "{}",
        '{"id": "x"}',
        "\x00\x01",
        {**good, "game": "chess"},
        {**good, "edition": "gold"},
        {**good, "seats": [["Ann", "human", 0]]},
        {**good, "seats": "Ann"},
        {**good, "seed": -1},
        {**good, "line": [["sing"]]},
        {**good, "line": [["end", 1, 2]]},
        {**good, "line": 5},
        {**good, "viewer": 1},
        {**good, "player": "pharoah"},
        {**good, "player": None},
        {**good, "player": "priest:-1"},
    ]
    for message in bad:
        send(process, message)
        answer = receive_answer(process)
        assert set(answer) == {"id", "error"}, message
        assert answer["error"]
        assert "\n" not in answer["error"]
        send(process, good)
        assert "action" in receive_answer(process), message


def test_a_newer_request_replaces_an_older_one(process: subprocess.Popen[str]) -> None:
    match = Match(GAMES["valley"], SETUP)
    send(process, request(match, 1, f"priest:{ENDLESS}"), request(match, 2, "priest:5"))
    assert receive_answer(process) == {"id": 1, "overtaken": True}
    assert receive_answer(process)["id"] == 2


def test_a_long_thought_reports_its_progress_until_it_is_dropped(process: subprocess.Popen[str]) -> None:
    match = Match(GAMES["valley"], SETUP)
    send(process, request(match, 1, f"priest:{ENDLESS}"))
    first, second = receive(process), receive(process)
    assert set(first) == {"id", "thinking", "seconds", "limit"}
    assert first["id"] == 1
    assert 0 < first["thinking"] < second["thinking"]
    assert 0 < first["seconds"] < second["seconds"]
    send(process, {"id": 2, "drop": True})
    reply = receive_answer(process)
    assert reply == {"id": 1, "overtaken": True}
    assert receive_answer(process) == {"id": 2, "overtaken": True}


@pytest.mark.parametrize("level", ["priest", "pharaoh"])
def test_a_long_thought_is_answered_at_once_on_demand(process: subprocess.Popen[str], level: str) -> None:
    match = Match(GAMES["valley"], SETUP)
    send(process, request(match, 7, f"{level}:{ENDLESS}"))
    receive(process)
    send(process, {"hurry": 7})
    reply = receive_answer(process)
    assert reply["id"] == 7
    assert 0 < reply["simulations"] < ENDLESS
    assert reply["action"] in [match.game.action(match.state, move).pack() for move in match.state.legal_moves()]


def test_a_late_or_meaningless_demand_does_not_affect_later_thoughts(
    process: subprocess.Popen[str],
) -> None:
    match = Match(GAMES["valley"], SETUP)
    send(process, '{"hurry": "what?"}', '{"hurry": ', {"hurry": 1}, request(match, 2, f"priest:{ENDLESS}"))
    assert "thinking" in receive(process)
    send(process, {"hurry": 2})
    reply = receive_answer(process)
    assert "action" in reply


def test_the_process_ends_when_its_input_ends_during_a_thought(process: subprocess.Popen[str]) -> None:
    match = Match(GAMES["valley"], SETUP)
    send(process, request(match, 1, "shabti"), request(match, 2, f"priest:{ENDLESS}"))
    assert receive_answer(process)["id"] == 1
    out, err = process.communicate(timeout=MAX_WAIT_SECONDS)  # closes its input
    assert process.returncode == 0
    assert (out, err) == ("", "")


def test_the_process_ends_when_it_runs_out_of_memory() -> None:
    command = python_command("from ai.bots.worker import serve_requests; serve_requests(2)")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        send(process, request(Match(GAMES["valley"], SETUP), 1, f"plain:{ENDLESS}"))
        assert process.wait(MAX_WAIT_SECONDS) == OUT_OF_MEMORY_EXIT_CODE


def test_the_process_ignores_the_interrupt_key(process: subprocess.Popen[str]) -> None:
    match = Match(GAMES["valley"], SETUP)
    for number in range(2):
        send(process, request(match, number))
        assert receive_answer(process)["id"] == number
        os.kill(process.pid, signal.SIGINT)
    assert process.poll() is None


def test_an_opponent_plays_with_the_learned_values_that_its_game_records(process: subprocess.Popen[str]) -> None:
    """A game that records none has those of today."""
    for number, (recorded, played) in enumerate((("", CURRENT_VALUES), (CURRENT_VALUES, CURRENT_VALUES))):
        match = Match(GAMES["valley"], SETUP.with_values(recorded))
        play(match, 30)
        send(process, {**request(match, number, "priest:40"), "part": [1, 2], "spent": 0})
        tried = receive_answer(process)["tried"]
        bot = Bot(match.game, int(match.state.mover), "priest", Budget(40).share(1, 2), played)
        seed = decision_seed(match.setup.seed, match.depth(match.log.head), match.state.mover)
        pending = bot.start_move(match.state, seeded_hash(seed, 1) >> 1)
        while not pending.done:
            pending.step()
        assert pending.search is not None
        assert [tuple(stats) for stats in tried] == pending.search.move_stats()


def test_an_opponent_does_not_think_for_ever_about_one_turn():
    words = (
        "import ai.bots.bot as bot; bot.LONG_CHAPTER = 3; from ai.bots.worker import serve_requests; serve_requests()"
    )
    with subprocess.Popen(python_command(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        match = Match(GAMES["valley"], SETUP)
        for _ in range(12):
            if len(match.state.legal_moves()) > 1:
                send(process, request(match, match.log.head, "plain:3"))
                assert receive_answer(process)["simulations"] == (0 if match.chapter_moves(match.log.head) >= 3 else 3)
            play(match, 1)
        process.stdin.close()
