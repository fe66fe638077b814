"""The fence: it tells which keys were pressed after the terminal had shown a picture.

What a program writes is far from visible when its own end of the line has taken it: over SSH it may be on the way for seconds. So
after the picture of a question the terminal is asked where its cursor is. It answers when it has shown everything before that,
and its keys come over the same way as its answer: whatever arrives before the answer was pressed too early.

The cursor is put into row `ROW` first. The answer from row 1 would be the same as Shift+F3 with some terminals. The column is
the number of the question, so the answer to another program's question does not count.
"""

from collections import deque
from collections.abc import Callable
from math import inf
from threading import Lock
from typing import Final, NamedTuple

ROW: Final = 2
COLUMNS: Final = 60  # that are used as numbers, in turn; a screen with questions has 80
# How long to wait for an answer, from a terminal that has not given any yet, and from one that has: much that was painted before
# may be on the way to it.
FIRST_ANSWER_SECONDS: Final = 3.0
ANSWER_SECONDS: Final = 30.0
MAX_REMEMBERED: Final = 32
ROUND_TRIPS: Final = (
    3  # answers, of which the fastest says how far away the terminal is; a busy machine may be late once
)


class Asked(NamedTuple):
    """A question where the cursor is: its number, and when it was sent."""

    ticket: int
    at: float


class Fence:
    """Asks a terminal, and takes its answers, which may come in another thread. `send` sends text to it; returns False if the
    text was dropped. `clock` is the clock of `Message.time`."""

    def __init__(self, send: Callable[[str], bool], clock: Callable[[], float]) -> None:
        self._send: Final = send
        self._clock: Final = clock
        self._lock: Final = Lock()
        self._ticket = 0
        self._asked: deque[Asked] = deque(maxlen=MAX_REMEMBERED)
        self._answered: deque[Asked] = deque(maxlen=MAX_REMEMBERED)  # with the times of the answers
        self._round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)
        self._waits_since = inf  # for what is shown now; inf if it waits for nothing
        self._has_answered = False
        self._is_silent = True

    def begin(self) -> None:
        """Another terminal is used from now on. It is asked at once, to learn whether it answers at all."""
        with self._lock:
            self._asked.clear()
            self._round_trips.clear()
            self._has_answered = self._is_silent = False
        self.lose_picture()
        self.ask()

    def lose_picture(self) -> None:
        """What was shown is gone or was dropped. Nothing counts as shown until `ask` is called after a full repaint."""
        with self._lock:
            self._asked.clear()
            self._answered.clear()
            if not self._is_silent:
                self._waits_since = self._clock()

    def ask(self, cursor: tuple[int, int] = (0, 0)) -> int:
        """Ask whether everything that was sent is shown, and put the cursor back to this column and line. Returns a ticket for
        `shown_at`."""
        with self._lock:
            self._notice_silence()
            self._ticket += 1
            ticket, now = self._ticket, self._clock()
            if self._is_silent:
                self._answered.append(Asked(ticket, now))
                if not self._has_answered:
                    return ticket
            else:
                self._waits_since = min(self._waits_since, now)
            self._asked.append(Asked(ticket, now))
        text = f"\x1b[{ROW};{column_of(ticket)}H\x1b[6n\x1b[{cursor[1] + 1};{cursor[0] + 1}H"
        if not self._send(text):
            with self._lock:
                self._asked = deque((asked for asked in self._asked if asked.ticket != ticket), MAX_REMEMBERED)
        return ticket

    def take_answer(self, column: int, at: float) -> None:
        """The terminal has said that its cursor is in this column of `ROW`. Nothing happens if it was not asked."""
        with self._lock:
            for index, asked in enumerate(self._asked):
                if column_of(asked.ticket) == column:
                    self._round_trips.append(at - asked.at)
                    if not self._is_silent:
                        self._answered.append(Asked(asked.ticket, at))
                    for _ in range(index + 1):
                        self._asked.popleft()
                    self._has_answered, self._is_silent = True, False
                    self._waits_since = self._asked[0].at if self._asked else inf
                    return

    def shown_at(self, ticket: int) -> float:
        """When the terminal had shown what was sent before a ticket; inf if it has not yet, as far as is known."""
        with self._lock:
            self._notice_silence()
            return next((answer.at for answer in self._answered if answer.ticket >= ticket), inf)

    @property
    def is_silent(self) -> bool:
        """Whether the terminal does not answer, so that nothing is known of what it shows. It is still asked if it has answered
        before, and an answer ends that."""
        with self._lock:
            self._notice_silence()
            return self._is_silent

    @property
    def awaits_answer(self) -> bool:
        """Whether a terminal that has answered before will answer again soon."""
        with self._lock:
            self._notice_silence()
            return self._has_answered and not self._is_silent and bool(self._asked)

    @property
    def round_trip_seconds(self) -> float:
        """How far away the terminal is: the fastest of its latest answers; 0 as long as there are too few."""
        with self._lock:
            return min(self._round_trips) if len(self._round_trips) == ROUND_TRIPS else 0.0

    def _notice_silence(self) -> None:
        end = self._waits_since + (ANSWER_SECONDS if self._has_answered else FIRST_ANSWER_SECONDS)
        if not self._is_silent and self._clock() >= end:
            self._is_silent, self._waits_since = True, inf
            self._answered.append(Asked(self._ticket, end))


def column_of(ticket: int) -> int:
    """The column of a ticket, from 1."""
    return 1 + ticket % COLUMNS
