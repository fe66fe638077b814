"""Keys answer a question only if they were pressed when the terminal had shown it, however far away it is."""

import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pyte
import pytest
from textual.events import Key

from tests.vok_tui.pty_terminal import LOOK_SECONDS, MAX_WAIT_SECONDS, AnsweringScreen, PtyTerminal
from tests.vok_tui.sessions.kept import KeptTerminal, end_and_check
from tests.vok_tui.test_pty import GAME
from vok_tui.terminal.driver import CursorReport, InputParser
from vok_tui.terminal.fence import ANSWER_SECONDS, FIRST_ANSWER_SECONDS, Fence, column_of

FIRST_QUESTION, SECOND_QUESTION, AFTER_IT = "Your hand", "You left the pyramid unchanged", "turn 3, your turn"


class FarTerminal(PtyTerminal):
    """A terminal that is so far away that what is sent arrives when the test says so. Keys arrive at once."""

    is_far = False

    def read(self, seconds: float = LOOK_SECONDS) -> bool:
        """Read what was sent, which may not arrive yet."""
        if not self.is_far:
            return super().read(seconds)
        near, self.screen = self.screen, self._ahead
        stream, self._stream = self._stream, self._ahead_stream
        try:
            return super().read(seconds)
        finally:
            self.screen, self._stream = near, stream

    @property
    def text_ahead(self) -> str:
        """What the screen will show."""
        return "\n".join(self._ahead.display)

    def go_far(self) -> None:
        """Let nothing arrive from now on."""
        self._ahead = AnsweringScreen(self.screen.columns, self.screen.lines)
        self._ahead.answer = lambda _: None
        self._ahead_stream = pyte.ByteStream(self._ahead)
        self._arrived = len(self.sent)
        self.is_far = True

    def wait_until_sent(self, wanted: str) -> None:
        """Wait until the program has sent a picture with this text, and waits."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while wanted not in self.text_ahead:
            self.read()
            assert time.monotonic() < end, f"never sent {wanted!r}:\n{self.text_ahead}"
        self.settle()

    def let_arrive(self, leave: bytes = b"") -> None:
        """Let everything arrive that was sent, up to the last place of `leave`."""
        data = self.sent[self._arrived :]
        end = data.rindex(leave) if leave else len(data)
        self._stream.feed(data[:end])
        self._arrived += end
        self.is_far = bool(leave)


class FarKeptTerminal(FarTerminal, KeptTerminal):
    """The same, of a game in a session."""


@pytest.fixture(params=[FarTerminal, FarKeptTerminal])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FarTerminal]:
    with request.param(tmp_path, *GAME) as terminal:
        yield terminal
    end_and_check(tmp_path)


def test_no_key_answers_a_question_before_its_last_byte_arrived(table: FarTerminal) -> None:
    table.see(FIRST_QUESTION)
    table.settle()
    table.go_far()
    table.press("n")
    table.wait_until_sent(SECOND_QUESTION)
    table.press("\r")
    table.settle()
    table.let_arrive(leave=b"\x1b[6n")
    assert SECOND_QUESTION in table.text
    table.press("\r")
    table.settle()
    table.let_arrive()
    assert SECOND_QUESTION in table.settle(), "a key that was pressed too early has answered"
    table.press("\r")
    table.see(AFTER_IT)


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
