"""The plain mode as a program: in a pipe and on a dumb terminal, and how it ends."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.games import GAMES
from saves import Shelf
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.learning.practised_games import lost_game
from tests.vok_tui.plain.piped import environ, start
from tests.vok_tui.pty_terminal import PtyTerminal
from vok_tui.learning.history import ANSWERED, MISSED, read_history
from vok_tui.learning.puzzles import shipped_puzzles
from vok_tui.plain.analysing import ANALYSING, STOPPED
from vok_tui.plain.terminal import PROMPT
from vok_tui.shared.errors import ExitCode

ALONE = ("--players", "1", "--edition", "solitaire", "--seed", "4")  # nobody can react, so nothing is waited for
WHOLE_GAMES = [
    ALONE,
    ("--game", "thieves", "--level", "shabti", "--seed", "4"),
    ("--game", "tal", "--level", "shabti", "--seed", "4"),
]
THIEVES = ("plain", "--game", "thieves", "--level", "shabti", "--seed", "3", "--first", "you")


def read_until(process: "subprocess.Popen[str]", wanted: str) -> list[str]:
    """Read lines up to one that contains a text."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if wanted in line:
            return lines
    raise AssertionError(f"never read {wanted!r}: {lines}")


@pytest.mark.nightly(reason="plays a whole game", keep="options1")
@pytest.mark.parametrize("options", WHOLE_GAMES)
def test_a_whole_game_and_its_review_through_a_pipe(tmp_path: Path, options: Sequence[str]) -> None:
    """Each line answers the next question: the first answer, or the end of the turn, then the review from turn to turn."""
    with start(tmp_path, ("plain", "play", *options)) as process:
        output, errors = process.communicate("1\n0\n" * 600, timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, errors) == (ExitCode.OK, "")
    assert "\nThe game is over.\n" in output or ": the game is over.\n" in output
    assert "\nReview, " in output
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.finished
    assert save.damage == ""


def answer_first(terminal: PtyTerminal, seen: int) -> int:
    """Wait for the next prompt after the first `seen` bytes, and give the first answer. Returns the number of bytes by then."""
    return type_line(terminal, seen, "1")


def type_line(terminal: PtyTerminal, seen: int, line: str) -> int:
    """The same with a line."""
    end = time.monotonic() + MAX_WAIT_SECONDS
    while not terminal.sent[seen:].endswith(PROMPT.encode()):
        assert time.monotonic() < end, terminal.sent[-2000:]
        terminal.read()
    seen = len(terminal.sent)
    terminal.press(f"{line}\n")
    return seen


@pytest.mark.nightly(
    reason="plays a whole game", instead="test_a_screen_that_can_be_cleared_is_cleared_when_another_person_sits_down"
)
def test_a_whole_game_on_a_dumb_terminal(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *WHOLE_GAMES[1], "--new", env={"TERM": "dumb"}) as terminal:
        seen = 0
        for _ in range(400):
            seen = answer_first(terminal, seen)
            if b"What next?" in terminal.sent:
                break
        terminal.receive(b"Review, ")
        type_line(terminal, seen, "quit")
        assert terminal.exit_code() == ExitCode.OK
    text = terminal.sent.decode()
    assert text.startswith("This terminal cannot move its cursor, so Vok plays in lines, as vok plain does.\r\n")
    assert not re.search(r"\x1b\[[0-9;]*[A-HJKm]", text)


def test_lines_typed_before_a_question_do_not_answer_it_on_a_terminal(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *THIEVES, env={"TERM": "dumb"}) as terminal:
        terminal.receive(b"Hide, pay 1, draw 1.\r\n> ")
        seen = len(terminal.sent)
        terminal.press("1\n1\n1\n1\n1\n1\n")  # at once: all but the first are typed before the next question
        terminal.settle()
        type_line(terminal, seen, "quit")
        assert terminal.exit_code() == ExitCode.OK
    assert b"which half, and how?" in terminal.sent
    assert b"Play a second card" not in terminal.sent
    assert Shelf(tmp_path).list_saves(GAMES) == []  # nothing was played


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, ExitCode.INTERRUPTED),
        (signal.SIGTERM, ExitCode.TERMINATED),
    ],
)
def test_after_a_signal_the_game_is_on_disk(tmp_path: Path, number: signal.Signals, code: ExitCode) -> None:
    with start(tmp_path, THIEVES) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write("1\n1\n")
        process.stdin.flush()
        read_until(process, "Play no second card.")
        process.send_signal(number)
        assert process.wait(MAX_WAIT_SECONDS) == code
        assert process.stderr.read() == ""
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert (save.decisions, save.damage) == (1, "")


def test_a_closed_output_ends_the_game_without_a_traceback(tmp_path: Path) -> None:
    with start(tmp_path, THIEVES) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        read_until(process, "Hide, pay 1")
        process.stdout.close()
        process.stdin.write("1\n1\n")
        process.stdin.flush()
        assert process.wait(MAX_WAIT_SECONDS) == ExitCode.BROKEN_PIPE
        assert process.stderr.read() == ""


@pytest.mark.nightly(reason="starts several programs", keep="")
@pytest.mark.parametrize("options", ["", "--json"])
def test_closed_streams_end_it_without_a_traceback(tmp_path: Path, options: str) -> None:
    def run_with(closed: str) -> "subprocess.CompletedProcess[str]":
        command = ["/bin/sh", "-c", f'exec "$0" -m vok_tui plain {options} {closed}', sys.executable]
        return subprocess.run(command, capture_output=True, text=True, env=environ(tmp_path), cwd=tmp_path, check=False)

    without_input, without_output = run_with("<&-"), run_with(">&-")
    assert (without_input.returncode, without_input.stderr) == (0, "")
    assert ('"type":"end"' if options else "Welcome to Vok.") in without_input.stdout
    assert (without_output.returncode, without_output.stdout) == (ExitCode.FAILED, "")
    assert without_output.stderr == "vok: plain mode has nowhere to write to: stdout is closed\n"


def test_a_terminal_that_is_closed_ends_the_game(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *THIEVES, env={"TERM": "dumb"}) as terminal:
        terminal.receive(b"Hide, pay 1, draw 1.\r\n> ")
        terminal.hang_up()
        assert terminal.process.wait(MAX_WAIT_SECONDS) == ExitCode.HUNG_UP


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, ExitCode.TERMINATED), (signal.SIGHUP, ExitCode.HUNG_UP)])
def test_one_signal_ends_it_at_a_prompt_of_a_terminal(tmp_path: Path, number: signal.Signals, code: ExitCode) -> None:
    with PtyTerminal(tmp_path, *THIEVES, env={"TERM": "dumb"}) as terminal:
        terminal.receive(b"Hide, pay 1, draw 1.\r\n> ")
        terminal.settle()
        terminal.process.send_signal(number)
        assert terminal.process.wait(MAX_WAIT_SECONDS) == code
    assert b"a second Ctrl-C" not in terminal.sent


def test_a_terminal_of_three_columns_takes_a_long_line(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *THIEVES, columns=3, env={"TERM": "dumb"}) as terminal:
        terminal.receive(b"\r\n> ")
        seen = type_line(terminal, 0, "a word that is longer than the terminal is wide")
        type_line(terminal, seen, "quit")
        assert terminal.exit_code() == ExitCode.OK


def test_lines_that_are_no_text_change_nothing_and_at_the_end_the_game_is_on_disk(tmp_path: Path) -> None:
    with start(tmp_path, THIEVES) as process:
        assert process.stdin is not None
        process.stdin.buffer.write(
            b"\xff\xfe\x00\n" + b"x" * 1_000_000 + b"\n\x1b[A\n1\n1"
        )  # the last line without its end
        output, errors = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, errors) == (ExitCode.OK, "")
    assert output.count("That is neither an answer nor a command.") == 3
    assert output.splitlines()[-2] == "Your game is saved; vok plain continues it."
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert (save.decisions, save.damage) == (1, "")


def test_a_screen_that_can_be_cleared_is_cleared_when_another_person_sits_down(tmp_path: Path) -> None:
    options = (
        "--game",
        "thieves",
        "--level",
        "human",
        "--seat",
        "Ann",
        "--seat",
        "Ben",
        "--seed",
        "3",
        "--first",
        "you",
    )
    with PtyTerminal(tmp_path, "plain", *options, env={"TERM": "xterm-256color"}) as terminal:
        terminal.receive(b"The next answer is" if b"Ben" in terminal.sent else b"> ")
        terminal.settle()
        assert b"cannot be cleared" not in terminal.sent
        seen = type_lines(terminal, ("escape", "1"))
        terminal.receive(b"\x1b[3J")
        type_line(terminal, seen, "quit")
        assert terminal.exit_code() == ExitCode.OK


RETRIED = ("review", "next mistake", "find better", "end turn", "6", "show", "leave", "quit")


def check_retried(text: str, home: Path) -> None:
    assert re.search(r"the turn costs \d+ in 100", text)
    assert "Not yet: 9 in 100 below the best." in text
    assert "The plans." in text
    outcomes = [record.outcome for record in read_history(home) if record.done == ANSWERED]
    assert outcomes == [MISSED], "only the first answer counts"


def test_a_review_with_a_mistake_to_try_again_through_a_pipe(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    with start(tmp_path, ("plain", "open", str(path))) as process:
        output, errors = process.communicate("".join(f"{line}\n" for line in RETRIED), timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, errors) == (ExitCode.OK, "")
    check_retried(output, tmp_path)


@pytest.mark.nightly(reason="plays a whole game", instead="test_a_review_with_a_mistake_to_try_again_through_a_pipe")
def test_a_review_with_a_mistake_to_try_again_on_a_dumb_terminal(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    with PtyTerminal(tmp_path, "open", str(path), env={"TERM": "dumb"}) as terminal:
        type_lines(terminal, RETRIED)
        assert terminal.exit_code() == ExitCode.OK
    check_retried(terminal.sent.decode(), tmp_path)


@pytest.mark.nightly(
    reason="starts several programs", instead="test_an_interrupt_stops_an_analysis_and_not_the_program"
)
def test_a_puzzle_through_a_pipe_and_on_a_dumb_terminal(tmp_path: Path) -> None:
    lines = ("hint", "show", "menu", "quit")
    asked = [puzzle.id for puzzle in shipped_puzzles().values() if len(puzzle.decision.answers) > 2]
    with start(tmp_path, ("plain", "puzzle", asked[0])) as process:
        output, errors = process.communicate("".join(f"{line}\n" for line in lines), timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, errors) == (ExitCode.OK, "")
    with PtyTerminal(tmp_path, "puzzle", asked[0], env={"TERM": "dumb"}) as terminal:
        type_lines(terminal, lines)
        assert terminal.exit_code() == ExitCode.OK
    for text in (output, terminal.sent.decode().replace("\r\n", "\n")):
        assert "\nThe best " in text or "\nIt is not " in text, "the hint"
        assert "\nThe answers.\n" in text


def type_lines(terminal: PtyTerminal, lines: Sequence[str]) -> int:
    """Type each line when the question before it was read. Returns the number of bytes by then."""
    seen = 0
    for line in lines:
        seen = type_line(terminal, seen, line)
    return seen


def test_an_interrupt_stops_an_analysis_and_not_the_program(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    for file in path.parent.iterdir():
        if file != path:
            file.unlink()
    with start(tmp_path, ("plain", "open", str(path))) as process:
        assert process.stdin is not None
        process.stdin.write("analyse\n")
        process.stdin.flush()
        read_until(process, ANALYSING)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate("quit\n", timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, errors) == (ExitCode.OK, "")
    assert STOPPED in output
