"""Keys answer a question only if they were pressed when the terminal had shown it, however far away it is."""

import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from textual.events import Key

from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from tests.vok_tui.sessions.kept import end_and_check
from tests.vok_tui.terminal.far_terminal import (
    AFTER_IT,
    FIRST_QUESTION,
    SECOND_QUESTION,
    FarKeptTerminal,
    FarTerminal,
    assert_no_early_key_answers,
)
from vok_tui.terminal.driver import CursorReport, InputParser
from vok_tui.terminal.fence import ANSWER_SECONDS, FIRST_ANSWER_SECONDS, Fence, column_of


@pytest.fixture(params=[FarTerminal, FarKeptTerminal])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FarTerminal]:
    with request.param(tmp_path, *GAME) as terminal:
        yield terminal
    end_and_check(tmp_path)


def test_no_key_answers_a_question_before_its_last_byte_arrived(table: FarTerminal) -> None:
    assert_no_early_key_answers(table)


ESC = "\x1b[27u"  # as a terminal sends it that leaves no doubt
CLICK_ON_ANSWER = "\x1b[<0;5;21M\x1b[<0;5;21m"
# Keys that lead to a screen, a part of it, and a key that decides there: it begins a game, plays, stores, or chooses.
WALK = (
    ("m", "A new game", "\r"),
    ("n", "N E W   G A M E", "\r"),
    (f"{ESC}d", "Enter begins it", "\r"),
    (f"{ESC}p", "Drills", "\r"),
    (f"{ESC}z", "The puzzle of the day", f"S{CLICK_ON_ANSWER}"),
    (f"{ESC}g", "First victory", "\r"),
    (f"{ESC}l", "At the real table", "\r"),
    ("\r", "Step 1 of 7", "N"),
    (f"{ESC}\x10", "Search", "\r"),
    (f"{ESC}mko", "Y O U R   B O X", "a"),
    (f"{ESC}{ESC}o", "S A V E D   G A M E S", "d"),
    ("r", "Name of this game", "\r"),
    (f"{ESC}\r", "Review", "+"),
    ("s", "Why was it lost?", "r"),
)
COUNTS = {"goal-counts.jsonl", "daily-levels.jsonl"}  # what a screen has counted, not what a player has decided


def stored(home: Path) -> dict[str, bytes]:
    """All files with what the player has decided."""
    return {str(path): path.read_bytes() for path in home.rglob("*") if path.is_file() and path.name not in COUNTS}


@pytest.mark.nightly(
    reason="plays in a real terminal", instead="test_no_key_answers_a_question_before_its_last_byte_arrived"
)
def test_no_key_decides_on_a_screen_before_its_last_byte_arrived(tmp_path: Path) -> None:
    finished_game(tmp_path)
    with FarTerminal(tmp_path, *GAME) as vok:
        vok.see(FIRST_QUESTION)
        for keys, wanted, deciding in WALK:
            for key in keys.removesuffix(keys[-1]).replace(ESC, "\x1b"):
                vok.press(key.replace("\x1b", ESC))
                vok.settle(2)
            vok.go_far()
            vok.press(keys[-1])
            vok.wait_until_sent(wanted, 2)
            before = stored(tmp_path)
            vok.let_arrive(leave=b"\x1b[6n")
            vok.press(deciding)
            vok.settle(2)
            vok.let_arrive()
            assert wanted in vok.settle(2), f"{deciding!r} was pressed too early and has left this screen"
            assert stored(tmp_path) == before, (
                f"{deciding!r} was pressed too early at {wanted!r} and has stored something"
            )
        vok.press("r")  # it counts now
        vok.see(FIRST_QUESTION)


def test_a_far_terminal_over_ssh_is_sent_less(tmp_path: Path) -> None:
    with FarKeptTerminal(tmp_path, *GAME) as table:
        for key, wanted in (("", FIRST_QUESTION), ("n", SECOND_QUESTION), ("\r", AFTER_IT)):
            table.go_far()
            if key:
                table.press(key)
            table.wait_until_sent(wanted)  # it looks for longer than a terminal may take that is not slow
            table.let_arrive()
            table.settle()
        assert "slow to answer" in table.text
        assert b"\x1b[38;2;" in table.sent
        before = len(table.sent)
        table.press("?")
        table.see("Keys")
        assert b"38;2;" not in table.sent[before:]
    end_and_check(tmp_path)


def test_a_terminal_that_never_answers_is_played_without(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, *GAME) as table:
        table.screen.answer = lambda _: None
        table.see(FIRST_QUESTION)
        end = time.monotonic() + MAX_WAIT_SECONDS
        while SECOND_QUESTION not in table.settle(1):
            assert time.monotonic() < end, "never takes a key"
            table.press("n")
        table.press("\r")  # it has been noticed once
        table.see(AFTER_IT)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_fence_counts_only_answers_to_what_it_has_asked_and_not_for_ever() -> None:
    clock, sent = Clock(), list[str]()

    def send(text: str) -> bool:
        sent.append(text)
        return True

    fence = Fence(send, clock)
    fence.begin()
    first = fence.ask()
    fence.take_answer(column_of(first) + 1, clock.now)  # of another program
    assert fence.shown_at(first) == inf
    clock.now += 0.4
    fence.take_answer(column_of(first), clock.now)
    assert fence.shown_at(first) == clock.now
    second = fence.ask()
    fence.lose_picture()
    fence.take_answer(column_of(second), clock.now)  # shown, but the picture is gone
    assert fence.shown_at(second) == inf
    third = fence.ask()
    clock.now += FIRST_ANSWER_SECONDS
    assert fence.shown_at(third) == inf, "it has answered before, so it is slow and not mute"
    clock.now += ANSWER_SECONDS
    assert fence.shown_at(third) < clock.now
    assert fence.is_silent
    fourth = fence.ask()
    assert fence.shown_at(fourth) == clock.now, "nothing waits for a silent terminal"
    fence.take_answer(column_of(fourth), clock.now)
    assert not fence.is_silent

    fence.begin()
    clock.now += FIRST_ANSWER_SECONDS
    asked = len(sent)
    assert fence.shown_at(fence.ask()) == clock.now
    assert len(sent) == asked, "a terminal that never answers is still asked"


def test_an_answer_is_no_key() -> None:
    parser = InputParser()
    messages = list(parser.feed("\x1b[2;7R\x1b[1;2R\x1b[24;80R\x1b[2;R\x1b[2;7;1Rx", 1.0))
    assert [type(message) for message in messages] == [CursorReport, Key]
    assert isinstance(messages[0], CursorReport)
    assert messages[0].column == 7
