"""The opponents' moves: asks the thinker for one after another, and leaves each step visible for a while."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final, Protocol

from ai.levels import Budget
from engine.core.action import Action
from vok_tui.game.sitting import Sitting, humans_are_out
from vok_tui.game.thinker import (
    ExternalBotGone,
    ReportProgress,
    Request,
    ThinkerFailed,
    ThinkingProgress,
    answer_or_decline,
)

HURRIED_MS: Final = 300  # for a decision of a level that a busy machine does not let think enough
TOO_BUSY_NOTICE: Final = (
    "This machine is too busy for {name}: from now on {name} decides in 0.3 s, and the game is not rated."
)
REACTION_SECONDS: Final = 1.2  # the wait for possible reactions: longer than any level takes for a decision


class Pace:
    """A pause of `seconds` after each step; 0 means none. Opponents think during it, so `wait` only waits for the rest of it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = 0.0
        self._hurried: asyncio.Event | None = None

    def begin_pause(self) -> None:
        """Begin the pause of a step that has just become visible."""
        self._until = monotonic() + self.seconds

    async def wait(self) -> None:
        """Wait until the pause is over, or `end_pause` is called."""
        seconds_left = self._until - monotonic()
        if seconds_left > 0:
            self._hurried = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), seconds_left)
            self._hurried = None

    def end_pause(self) -> None:
        """End the current pause, even if the opponent is still thinking."""
        self._until = 0.0
        if self._hurried is not None:
            self._hurried.set()


class Table(Protocol):
    """What the opponents need of the table."""

    def play_action(self, node: int, action: Action) -> None:
        """Play the action that was chosen at a node, and show the position."""

    def show_question(self) -> None:
        """Show the question at the current position."""

    def ask_who_plays_on(self, reason: str, bot_failed: bool) -> None:
        """Ask who should play on for an opponent that could not decide."""

    def replace_opponent(self, seat: int, level: str, notice: str) -> None:
        """Let another level play on for an opponent, and tell the players why."""


class Opponents:
    """Lets the opponents of one sitting move. Where an opponent may react, the table waits `reaction_seconds`, whether or not one
    is asked; 0 means as long as the decision takes."""

    def __init__(self, sitting: Sitting, pace: Pace, reaction_seconds: float, table: Table) -> None:
        self._sitting: Final = sitting
        self.pace: Final = pace
        self._reaction_seconds: Final = reaction_seconds
        self._table: Final = table
        self._plays_to_end = False  # whether they decide without delay until the game is over
        self._after_game: Callable[[], object] | None = None  # what to do then
        self._is_watched: Final = asyncio.Event()  # whether somebody sees the table
        self._is_watched.set()
        self._rests = 0  # how often nobody did

    def rest(self) -> None:
        """Nobody sees the table: play nothing until `wake`."""
        self._rests += 1
        self._is_watched.clear()

    def wake(self) -> None:
        """Somebody sees the table again."""
        self._is_watched.set()

    async def play_until_human(self, report: ReportProgress) -> None:
        """Let them move until it is a player's turn, or the table asks who plays on. Drops moves for an outdated node."""
        sitting, thinker = self._sitting, self._sitting.thinker
        self.pace.begin_pause()
        self._plays_to_end, self._after_game = False, None
        while True:
            if sitting.awaits_reactions:
                await self._wait_for_reactions()
            if thinker is None or (request := sitting.thinker_request()) is None:
                return
            try:
                if self._plays_to_end:
                    asyncio.get_running_loop().call_soon(thinker.hurry)  # runs after the request is sent
                is_short = False

                def report_or_note(progress: ThinkingProgress) -> None:
                    nonlocal is_short
                    is_short = progress.is_short
                    if not is_short:
                        report(progress)

                action = await thinker.choose(request, report_or_note)
            except ThinkerFailed as error:
                self._table.ask_who_plays_on(str(error), bot_failed=isinstance(error, ExternalBotGone))
                return
            if not self._plays_to_end:
                await self.pace.wait()
            await self._is_watched.wait()
            if request.node == sitting.node:
                self._table.play_action(request.node, action)
                if is_short and not sitting.match.is_over:
                    self._give_less_time(request)
                if sitting.match_story.story_of_step(sitting.node, sitting.viewer).sentences:
                    self.pace.begin_pause()
                self._call_after_game_if_over()

    def _give_less_time(self, request: Request) -> None:
        """Let a level that cannot think as much as its rating needs go on by the clock alone, which has no rating."""
        by_the_clock = request.player._replace(budget=Budget(0, HURRIED_MS))
        notice = TOO_BUSY_NOTICE.format(name=self._sitting.names[request.viewer])
        self._table.replace_opponent(request.viewer, by_the_clock.text, notice)

    def _call_after_game_if_over(self) -> None:
        if self._sitting.shows_end and self._after_game is not None:
            self._after_game()

    async def _wait_for_reactions(self) -> None:
        """Wait the same time whether or not an opponent is asked. One that has not answered in time declines."""
        sitting, deadline = self._sitting, monotonic() + self._reaction_seconds
        thinker = sitting.thinker
        while (
            sitting.asks_another_secretly and thinker is not None and (request := sitting.thinker_request()) is not None
        ):
            await self._is_watched.wait()
            rests = self._rests
            seconds_left = max(0.0, deadline - monotonic()) if self._reaction_seconds else None
            action = await answer_or_decline(thinker, request, sitting.match, seconds_left)
            if rests != self._rests:  # nobody thought in the meantime, so the time does not count
                deadline = monotonic() + self._reaction_seconds
                continue
            if request.node != sitting.node or action is None:
                return
            self._table.play_action(request.node, action)
        await asyncio.sleep(max(0.0, deadline - monotonic()))
        await self._is_watched.wait()
        sitting.release_view()
        self._table.show_question()
        self.pace.begin_pause()

    def show_next_step(self) -> None:
        """Show the next step now, without waiting for the end of the pause."""
        self.pace.end_pause()

    def play_to_end(self) -> None:
        """Let the opponents decide without delay until the game is over. External bots are not hurried."""
        self._plays_to_end = True
        self.decide_now()

    def play_to_end_if_humans_out(self, after_game: Callable[[], object]) -> bool:
        """If all players at this table are out of the game, let the opponents finish it without delay, and then call
        `after_game`. Returns False and does nothing if a player is still in the game, or if this was called before."""
        if self._after_game is not None or self._sitting.thinker is None or not humans_are_out(self._sitting):
            return False
        self._after_game = after_game
        self.play_to_end()
        return True

    def decide_now(self) -> None:
        """End the pause and the search. Secret reactions take their usual time, so that nobody notices them."""
        self.pace.end_pause()
        sitting = self._sitting
        if sitting.thinker is not None and not (sitting.awaits_reactions or sitting.asks_another_secretly):
            sitting.thinker.hurry()
