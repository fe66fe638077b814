"""External bots at the table: one process for each seat, for as long as the game is open.

Unlike in the arena, the human player may undo a move or leave the table while a bot is thinking.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from ai.bots.external_bots import ANY_CODE, GRACE_SECONDS, ExternalBot, ExternalBotFailed
from engine.core.game import Setup
from engine.core.history.match import Match

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
