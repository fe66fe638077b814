"""Opponents that other people wrote: a class of a module of theirs, seated in a process of its own.

    class Clever:
        def __init__(self, game, seat, seed): ...      # once a game: the rules, the own seat from 0, luck of one's own
        def choose(self, state, deadline): ...         # a move of state.legal_moves(), or an Action; by time.monotonic()

What a guest gets is a function of what its seat may see. The position is dealt anew by `Game.determinize`, which forgets all
that is hidden, and crosses the pipe as the game's own text; no log goes with it, and no seed of the table. Even the luck of
that deal, and the guest's own, is drawn from a first such deal, so it tells nothing that the seat does not know.

A guest that raises, ends, takes too long, wants too much memory or answers what is not on the menu has failed, and so has its
game; nobody else's. It is no sandbox: the process runs with the rights of whoever started it. So a name that comes out of a file
goes with the digest of the code that the player has allowed, and no other code is imported for it.
"""

import json
import os
import re
import signal
from contextlib import suppress
from select import select
from time import monotonic
from typing import Any, Final, Self

from ai.limits import MEMORY, OUT_OF_MEMORY
from ai.process import Process, program
from engine.core.action import Action
from engine.core.errors import BadSetup, EngineError
from engine.core.rules import Game, State

MEASURE: Final = 1000  # milliseconds that a guest has for a decision if nobody says otherwise
TYPED: Final = ""  # in place of a digest: the player has named the bot by hand, and whatever its module holds may run
UNREAD: Final = "-"  # in place of a digest: no code may run, and the process tells what is in the way
GRACE: Final = 1.0  # seconds beyond the deadline for which an answer is awaited
START: Final = 30.0  # seconds for the import of its module, and for its constructor
LONGEST: Final = 1 << 16  # bytes of an answer
COMMAND: Final = program("from ai.guesthouse import serve; serve(int(sys.argv.pop(1)))")
NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*", re.ASCII)


class GuestFailed(EngineError):
    """A guest has not given an answer that counts. `reason` tells why in a clause, as in "it took longer than 1000 ms"."""

    def __init__(self, name: str, reason: str) -> None:
        reason = "".join([sign for sign in reason if sign.isprintable()])  # it may be the bot's own words
        super().__init__(f"{name} has failed: {reason}")
        self.name: Final = name
        self.reason: Final = reason


class GuestUnknown(GuestFailed):
    """There is no such module or class here, or it is no guest."""


def is_guest(name: str) -> bool:
    """Whether a level is named like a class of a module. Whether there is one, `check` tells."""
    return NAME.fullmatch(name) is not None


def check(name: str) -> str:
    """Make sure that there is such a guest; returns a name for what is written in its module: other text, other name.

    Imports the module, in a process of its own. Raises BadSetup with one sentence.
    """
    if not is_guest(name):
        raise BadSetup(f'an opponent of your own is named module:Class, as in mybots:Clever, not "{name[:60]}"')
    with Guest(name) as guest:
        try:
            return str(guest.introduce())
        except GuestFailed as failed:
            raise BadSetup(f"{name} cannot play: {failed.reason}") from None


class Guest:
    """One guest at one seat of one game, from the start of its process to its end."""

    def __init__(self, name: str, milliseconds: int = 0, megabytes: int = MEMORY, allowed: str = TYPED) -> None:
        """`milliseconds` for a decision; 0 is `MEASURE`. `allowed` is the digest of the code that may run (`ai.bot_source`).
        Raises GuestFailed if no process can be started."""
        self.name: Final = name
        self._allowed: Final = allowed
        self.milliseconds: Final = milliseconds or MEASURE
        self._game: Game[Any] | None = None
        self._seat = 0
        self._held = b""
        try:
            self._process: Final = Process((*COMMAND, str(megabytes)), {"PYTHONHASHSEED": "0"})
        except OSError as error:
            raise GuestFailed(name, f"no process can be started for it: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.process.pid

    def introduce(self) -> str:
        """Have its module imported; returns a name for what is written there. Raises GuestFailed or GuestUnknown."""
        self._process.give({"guest": self.name, **({"allowed": self._allowed} if self._allowed != TYPED else {})})
        return str(self._receive(START, f"its module was not imported within {START:.0f} s")["source"])

    def sit(self, game: Game[Any], state: State, seat: int) -> str:
        """Take a seat at a game that stands at `state`; returns what `introduce` does. Raises GuestFailed."""
        source = self.introduce()
        self._game, self._seat = game, seat
        seed = game.determinize(state, seat, 0).digest() >> 1
        self._process.give({"game": game.name(), "seat": seat, "seed": seed})
        self._receive(START, f"it was not ready within {START:.0f} s")
        return source

    def choose(self, state: State) -> int:
        """Its move in `state`, where its seat is asked. Waits for `GRACE` beyond the time it has. Raises GuestFailed, and from
        then on it is good for nothing but `close`."""
        self.ask(state)
        return self.answer(state)

    def ask(self, state: State) -> None:
        """The first half of `choose`: put the question."""
        assert self._game is not None, "it has no seat yet"
        look = self._game.determinize(state, self._seat, 0)
        dealt = self._game.determinize(state, self._seat, look.digest() >> 1)
        self._process.give({"position": self._game.write(dealt), "milliseconds": self.milliseconds})

    def heard(self, seconds: float) -> bool:
        """Whether an answer has begun to come, or its process has ended, within so many seconds."""
        return bool(self._held or select([self._pipe], [], [], seconds)[0])

    def answer(self, state: State) -> int:
        """The second half: wait for the answer to the question that was put in `state`. Raises GuestFailed."""
        said = self._receive(self.milliseconds / 1000 + GRACE, f"it took longer than {self.milliseconds} ms")
        assert self._game is not None
        move: object = said.get("move")
        with suppress(ValueError, TypeError):
            if "action" in said:
                move = self._game.move(state, Action.unpack(said["action"]))
        if type(move) is not int or move not in state.legal_moves():
            raise GuestFailed(
                self.name, f"it answered {str(next(iter(said.values()), 'nothing'))[:80]}, which is not on the menu"
            )
        return move

    def close(self) -> None:
        """End the process and all that it has started, whatever they are doing."""
        with suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.stop()

    @property
    def _pipe(self) -> int:
        assert self._process.process.stdout is not None
        return self._process.process.stdout.fileno()

    def _receive(self, seconds: float, late: str) -> dict[str, Any]:
        """The next answer. Raises GuestFailed, if need be with the reason `late`."""
        try:
            said = json.loads(self._line(seconds, late))
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise GuestFailed(self.name, "it wrote into the pipe, which is for its answers")
        if "failed" in said:
            raise (GuestUnknown if said.get("unknown") else GuestFailed)(self.name, str(said["failed"]))
        return said

    def _line(self, seconds: float, late: str) -> bytes:
        due = monotonic() + seconds
        while b"\n" not in self._held:
            ready, _, _ = select([self._pipe], [], [], max(0.0, due - monotonic()))
            if not ready:
                raise GuestFailed(self.name, late)
            more = os.read(self._pipe, LONGEST)
            if not more:
                raise GuestFailed(self.name, self._end())
            self._held += more
            if len(self._held) > LONGEST:
                raise GuestFailed(self.name, "it wrote into the pipe, which is for its answers")
        line, _, self._held = self._held.partition(b"\n")
        return line

    def _end(self) -> str:
        """How its process has ended."""
        code = self._process.process.wait()
        if code == OUT_OF_MEMORY:
            return "it ran out of memory"
        return (
            f"its process was ended by signal {-code}" if code < 0 else f"its process has ended with exit code {code}"
        )
