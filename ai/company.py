"""The guests at a table: classes that other people wrote, each in its process and at its seat, for as long as a game is played.

The arena plays a game through and then lets them go; at a table somebody may take back a move while they think, or leave.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from ai.guests import GRACE, TYPED, Guest, GuestFailed
from engine.core.match import Match
from engine.core.rules import Setup

LOOK: Final = 0.1  # seconds from one look for an answer to the next


class Company:
    """The guests of one game; those of the game before go when another begins."""

    def __init__(self) -> None:
        self._setup: Setup | None = None
        self._guests: Final[dict[int, Guest]] = {}
        self._allowed: Final[dict[int, str]] = {}

    def choose(
        self,
        match: Match,
        seat: int,
        name: str,
        milliseconds: int,
        go_on: Callable[[float], bool],
        allowed: str = TYPED,
    ) -> int | None:
        """The move of the guest at `seat`, where it is asked. `go_on` is told ten times a second how long that has taken; when it
        says no, the guest is sent away, for it cannot be interrupted, and there is no move. `allowed` is the digest of the code
        that may run. Raises GuestFailed."""
        try:
            guest = self._seated(match, seat, name, milliseconds, allowed)
            guest.ask(match.state)
            began = monotonic()
            while not guest.heard(LOOK):
                spent = monotonic() - began
                if spent > guest.milliseconds / 1000 + GRACE:
                    raise GuestFailed(name, f"it took longer than {guest.milliseconds} ms")
                if not go_on(spent):
                    self._dismiss(seat)
                    return None
            return guest.answer(match.state)
        except GuestFailed:
            self._dismiss(seat)
            raise

    def leave(self) -> None:
        """All go."""
        for seat in list(self._guests):
            self._dismiss(seat)

    def _seated(self, match: Match, seat: int, name: str, milliseconds: int, allowed: str) -> Guest:
        if self._setup != match.setup:
            self.leave()
            self._setup = match.setup
        if seat in self._guests and (self._guests[seat].name, self._allowed[seat]) != (name, allowed):
            self._dismiss(seat)
        if seat not in self._guests:
            self._guests[seat] = Guest(name, milliseconds, allowed=allowed)
            self._allowed[seat] = allowed
            self._guests[seat].sit(match.game, match.state, seat)
        return self._guests[seat]

    def _dismiss(self, seat: int) -> None:
        guest = self._guests.pop(seat, None)
        if guest is not None:
            guest.close()
