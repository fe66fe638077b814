"""A terminal far away, and what it must see of a question before a key answers it."""

import time

import pyte

from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import LOOK_SECONDS, QUIET_LOOKS, AnsweringScreen, PtyTerminal
from tests.vok_tui.sessions.kept import KeptTerminal

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

    def wait_until_sent(self, wanted: str, quiet_looks: int = QUIET_LOOKS) -> None:
        """Wait until the program has sent a picture with this text, and waits."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while wanted not in self.text_ahead:
            self.read()
            assert time.monotonic() < end, f"never sent {wanted!r}:\n{self.text_ahead}"
        self.settle(quiet_looks)

    def let_arrive(self, leave: bytes = b"") -> None:
        """Let everything arrive that was sent, up to the last place of `leave`."""
        data = self.sent[self._arrived :]
        assert leave in data, "nothing asks whether this picture is shown"
        end = data.rindex(leave) if leave else len(data)
        self._stream.feed(data[:end])
        self._arrived += end
        self.is_far = bool(leave)


class FarKeptTerminal(FarTerminal, KeptTerminal):
    """The same, of a game in a session."""

    is_fast = False


def assert_no_early_key_answers(table: FarTerminal) -> None:
    """Assert, at the first question of a new game, that a key answers the next one only when its last byte has arrived."""
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
