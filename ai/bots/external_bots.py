"""External bots: classes from a file or a module of the player, each in a process of its own, also at the table.

    class Clever:
        def __init__(self, game, seat, seed): ...      # once per game: the rules, its seat from 0, a seed
        def choose(self, state, deadline): ...         # returns a move of state.legal_moves(), or an Action

The deadline is a time of `time.monotonic()`.

A bot receives only what its seat may see. `Game.determinize` draws everything hidden again, and the position is sent as a text,
without the log and without the seed of the game. The seed for this, and the seed of the bot, are made from a position that is
already determinized, so they reveal nothing.

A bot fails if it raises, exits, takes too long, needs too much memory or returns an illegal move. This ends its game, but no
other game. This is not a sandbox: the process has the rights of the user who started it. So if the name of a bot comes from a
file, the digest of the code that the player has allowed comes with it, and no other code is imported.

Unlike in the arena, the human player may undo a move or leave the table while a bot is thinking.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Self

from ai.process.limits import MAX_PROCESS_MEGABYTES, OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipes import HelperProcess, python_command
from engine.core.action import Action
from engine.core.errors import BadSetup, EngineError
from engine.core.game import Game, Setup, State
from engine.core.match import Match

DEFAULT_DECISION_MS: Final = 1000  # for a decision without a budget
ANY_CODE: Final = ""  # instead of a digest: the player has typed the name of the bot, so all code of its module may run
NO_CODE: Final = "-"  # instead of a digest: no code may run, and the process reports why
GRACE_SECONDS: Final = 1.0  # how long an answer may come after the deadline
MAX_START_SECONDS: Final = 30.0  # for the import of its module, and again for its constructor
MAX_ANSWER_BYTES: Final = 1 << 16
HOST_COMMAND: Final = python_command("from ai.bots.external_bot_host import serve_bot; serve_bot(int(sys.argv.pop(1)))")
BOT_NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*", re.ASCII)

SourceHash = str  # a hash of the files of a bot's module


class ExternalBotFailed(EngineError):
    """An external bot has not returned a legal move. `reason` says why, as a clause such as "it took longer than 1000 ms"."""

    def __init__(self, name: str, reason: str) -> None:
        reason = "".join([char for char in reason if char.isprintable()])  # the reason may contain text of the bot
        super().__init__(f"{name} has failed: {reason}")
        self.name: Final = name
        self.reason: Final = reason


class ExternalBotUnknown(ExternalBotFailed):
    """There is no such module or class, or the class is not a bot."""


def is_external_bot(name: str) -> bool:
    """Whether a name has the form `module:Class`. `check_external_bot` checks whether the class exists."""
    return BOT_NAME.fullmatch(name) is not None


def check_external_bot(name: str) -> SourceHash:
    """Check that such a bot exists; returns the hash of its module.

    Imports the module in its own process. Raises BadSetup with one sentence.
    """
    if not is_external_bot(name):
        raise BadSetup(f'an external bot is named module:Class, as in mybots:Clever, not "{name[:60]}"')
    with ExternalBot(name) as bot:
        try:
            return str(bot.load())
        except ExternalBotFailed as failed:
            raise BadSetup(f"{name} cannot play: {failed.reason}") from None


class ExternalBot:
    """One external bot at one seat of one game, from the start of its process to its end."""

    def __init__(
        self,
        name: str,
        milliseconds: int = 0,
        memory_megabytes: int = MAX_PROCESS_MEGABYTES,
        allowed_digest: str = ANY_CODE,
    ) -> None:
        """`milliseconds` for a decision; 0 is `DEFAULT_DECISION_MS`. `allowed_digest` is the digest of the code that may run
        (`ai.bots.bot_source`). Raises ExternalBotFailed if no process can be started."""
        self.name: Final = name
        self._allowed_digest: Final = allowed_digest
        self.milliseconds: Final = milliseconds or DEFAULT_DECISION_MS
        self._game: Game[Any] | None = None
        self._seat = 0
        try:
            self._process: Final = HelperProcess(
                (*HOST_COMMAND, str(memory_megabytes)), extra_env={"PYTHONHASHSEED": "0"}, max_bytes=MAX_ANSWER_BYTES
            )
        except OSError as error:
            raise ExternalBotFailed(name, f"no process can be started for it: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def load(self) -> SourceHash:
        """Import its module in the process. Returns its hash. Raises ExternalBotFailed or ExternalBotUnknown."""
        self._process.send(
            {"guest": self.name, **({"allowed": self._allowed_digest} if self._allowed_digest != ANY_CODE else {})}
        )
        return str(
            self._receive(MAX_START_SECONDS, f"its module was not imported within {MAX_START_SECONDS:.0f} s")["source"]
        )

    def take_seat(self, game: Game[Any], state: State, seat: int) -> SourceHash:
        """Take a seat in a game at the position `state`. Returns the hash of its module. Raises ExternalBotFailed."""
        source_hash = self.load()
        self._game, self._seat = game, seat
        seed = game.determinize(state, seat, 0).digest() >> 1
        self._process.send({"game": game.name(), "seat": seat, "seed": seed})
        self._receive(MAX_START_SECONDS, f"it was not ready within {MAX_START_SECONDS:.0f} s")
        return source_hash

    def choose(self, state: State) -> int:
        """The move of its seat in `state`. Waits up to `GRACE_SECONDS` beyond the deadline. Raises ExternalBotFailed. After that
        only `close` may be called."""
        self.send_position(state)
        return self.receive_move(state)

    def send_position(self, state: State) -> None:
        """The first half of `choose`: send the position."""
        assert self._game is not None, "it has no seat yet"
        canonical_world = self._game.determinize(state, self._seat, 0)
        world = self._game.determinize(state, self._seat, canonical_world.digest() >> 1)
        self._process.send({"position": self._game.write_position(world), "milliseconds": self.milliseconds})

    def wait_for_answer_or_end(self, seconds: float) -> bool:
        """Wait up to `seconds`. Returns whether the answer has arrived, or the process has ended."""
        return self._process.wait_for_message_or_end(seconds)

    def receive_move(self, state: State) -> int:
        """The second half: wait for the move in `state`. Raises ExternalBotFailed."""
        reply = self._receive(self.milliseconds / 1000 + GRACE_SECONDS, f"it took longer than {self.milliseconds} ms")
        assert self._game is not None
        move: object = reply.get("move")
        with suppress(ValueError, TypeError):
            if "action" in reply:
                move = self._game.move(state, Action.from_packed(reply["action"]))
        if type(move) is not int or move not in state.legal_moves():
            raise ExternalBotFailed(
                self.name, f"it answered {str(next(iter(reply.values()), 'nothing'))[:80]}, which is not a legal move"
            )
        return move

    def close(self) -> None:
        """Kill the process and all processes that it has started."""
        self._process.stop()

    def _receive(self, seconds: float, late_reason: str) -> dict[str, Any]:
        """The next answer. Raises ExternalBotFailed, with `late_reason` if it takes too long."""
        try:
            reply = self._process.receive(seconds)
        except TimeoutError:
            raise ExternalBotFailed(self.name, late_reason) from None
        if reply is None:
            raise ExternalBotFailed(self.name, self._exit_reason())
        if "failed" in reply:
            raise (ExternalBotUnknown if reply.get("unknown") else ExternalBotFailed)(self.name, str(reply["failed"]))
        return reply

    def _exit_reason(self) -> str:
        """Why its process has ended, as a clause."""
        if self._process.wrote_nonsense:
            return "it wrote into the pipe, which is for its answers"
        code = self._process.exit_code or 0
        if code == OUT_OF_MEMORY_EXIT_CODE:
            return "it ran out of memory"
        return (
            f"its process was ended by signal {-code}" if code < 0 else f"its process has ended with exit code {code}"
        )


POLL_SECONDS: Final = 0.1  # pause between two checks for an answer


class TableBots:
    """The external bots of one game. They are closed when another game begins."""

    def __init__(self) -> None:
        self._setup: Setup | None = None
        self._bots: Final[dict[int, ExternalBot]] = {}
        self._allowed_digests: Final[dict[int, str]] = {}

    def choose(
        self,
        match: Match,
        seat: int,
        name: str,
        milliseconds: int,
        keep_waiting: Callable[[float], bool],
        allowed_digest: str = ANY_CODE,
    ) -> int | None:
        """The move of the external bot at `seat`, which is to move.

        `keep_waiting` is called ten times a second with the seconds so far. If it returns False, the bot's process is killed,
        because a bot cannot be interrupted, and the result is None. `allowed_digest` is the digest of the code that may run.
        Raises ExternalBotFailed.
        """
        try:
            bot = self._get_or_start_bot(match, seat, name, milliseconds, allowed_digest)
            bot.send_position(match.state)
            started = monotonic()
            while not bot.wait_for_answer_or_end(POLL_SECONDS):
                elapsed = monotonic() - started
                if elapsed > bot.milliseconds / 1000 + GRACE_SECONDS:
                    raise ExternalBotFailed(name, f"it took longer than {bot.milliseconds} ms")
                if not keep_waiting(elapsed):
                    self._stop_bot(seat)
                    return None
            return bot.receive_move(match.state)
        except ExternalBotFailed:
            self._stop_bot(seat)
            raise

    def close(self) -> None:
        """End all processes."""
        for seat in list(self._bots):
            self._stop_bot(seat)

    def _get_or_start_bot(
        self, match: Match, seat: int, name: str, milliseconds: int, allowed_digest: str
    ) -> ExternalBot:
        """The bot at a seat; a new one for another name or digest. The bots of another game are stopped first."""
        if self._setup != match.setup:
            self.close()
            self._setup = match.setup
        if seat in self._bots and (self._bots[seat].name, self._allowed_digests[seat]) != (name, allowed_digest):
            self._stop_bot(seat)
        if seat not in self._bots:
            self._bots[seat] = ExternalBot(name, milliseconds, allowed_digest=allowed_digest)
            self._allowed_digests[seat] = allowed_digest
            self._bots[seat].take_seat(match.game, match.state, seat)
        return self._bots[seat]

    def _stop_bot(self, seat: int) -> None:
        bot = self._bots.pop(seat, None)
        if bot is not None:
            bot.close()
