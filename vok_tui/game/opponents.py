"""The opponents' moves: asks the thinker for one after another, and leaves each step visible for a while."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, Protocol

from ai.bots.player_spec import PlayerSpec, spec_from_seat_text
from ai.levels import LEVELS, Budget
from engine.core.action import Action
from engine.core.game import HUMAN
from vok_tui.game.sitting import Sitting, humans_are_out
from vok_tui.game.thinker import (
    ExternalBotGone,
    ReportProgress,
    Request,
    Thinker,
    ThinkerFailed,
    ThinkingProgress,
    answer_or_decline,
)

HURRIED_MS: Final = 300  # for a decision of a level that a busy machine does not let think enough
TOO_BUSY_NOTICE: Final = (
    "This machine is too busy for {name}: from now on {name} decides in 0.3 s, and the game is not rated."
)
REACTION_SECONDS: Final = 1.2  # the longest wait for possible reactions
MIN_REACTION_SECONDS: Final = 0.4  # the wait if all opponents decide fast
HURRY_SHARE: Final = 0.5  # of the time that is left, after which a level that thinks by the clock must answer
REACTION_MARGIN: Final = 2.0  # of the wait over the slowest of the latest decisions
LATEST_DECISIONS: Final = 8


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


class ReactionWait:
    """How long the table waits for possible reactions: at most `max_seconds`, and as short as it can be. It depends only on what
    everybody may know: who plays, and how long the decisions took that all could see."""

    def __init__(self, max_seconds: float) -> None:
        self._max_seconds: Final = max_seconds
        self._open_seconds: Final[deque[float]] = deque(maxlen=LATEST_DECISIONS)

    def note_open_decision(self, player: PlayerSpec, seconds: float) -> None:
        """Note how long an opponent took for a decision that all could see."""
        if not is_timed(player):
            self._open_seconds.append(seconds)

    def seconds_for(self, players: Sequence[PlayerSpec]) -> float:
        """The wait against these opponents. The longest one for bots of the player, which take their time, and before it is known
        how long the levels take that count simulations in a tree."""
        is_unknown = not self._open_seconds and any(map(counts_simulations, players))
        if is_unknown or any(player.is_external for player in players):
            return self._max_seconds
        slowest = max(self._open_seconds, default=0.0)
        return min(self._max_seconds, max(MIN_REACTION_SECONDS, REACTION_MARGIN * slowest))


def is_timed(player: PlayerSpec) -> bool:
    """Whether an opponent thinks by the clock. It can be hurried, because nobody can repeat its decisions anyway."""
    level = LEVELS.get(player.level)
    return (player.budget or (level.budget if level is not None else player.budget)).milliseconds > 0


def counts_simulations(player: PlayerSpec) -> bool:
    """Whether an opponent searches, as long as its simulations take on this machine."""
    level = LEVELS.get(player.level)
    return (level is None or level.searches) and not is_timed(player)


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
    """Lets the opponents of one sitting move. Where an opponent may react, the table waits (`ReactionWait`), whether or not one
    is asked: at most `reaction_seconds`, where 0 means as long as the decision takes."""

    def __init__(self, sitting: Sitting, pace: Pace, reaction_seconds: float, table: Table) -> None:
        self._sitting: Final = sitting
        self.pace: Final = pace
        self._reaction_wait: Final = ReactionWait(reaction_seconds)
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

                action = await self._choose(thinker, request, report_or_note)
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

    async def _choose(self, thinker: Thinker, request: Request, report: ReportProgress) -> Action:
        """The thinker's move for a request. Raises ThinkerFailed."""
        began, is_open = monotonic(), not self._sitting.asks_another_secretly
        action = await thinker.choose(request, report)
        if is_open:
            self._reaction_wait.note_open_decision(request.player, monotonic() - began)
        return action

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
        sitting, seats = self._sitting, self._sitting.match.seats
        players = [spec_from_seat_text(seat.level, seat.simulations) for seat in seats if seat.level != HUMAN]
        wait = self._reaction_wait.seconds_for(players)
        thinker, deadline = sitting.thinker, monotonic() + wait
        while (
            sitting.asks_another_secretly and thinker is not None and (request := sitting.thinker_request()) is not None
        ):
            await self._is_watched.wait()
            rests = self._rests
            seconds_left = max(0.0, deadline - monotonic()) if wait else None
            action = await self._reaction_to(request, thinker, seconds_left)
            if rests != self._rests:  # nobody thought in the meantime, so the time does not count
                deadline = monotonic() + wait
                continue
            if request.node != sitting.node or action is None:
                return
            self._table.play_action(request.node, action)
        await asyncio.sleep(max(0.0, deadline - monotonic()))
        await self._is_watched.wait()
        sitting.release_view()
        self._table.show_question()
        self.pace.begin_pause()

    async def _reaction_to(self, request: Request, thinker: Thinker, seconds_left: float | None) -> Action | None:
        """The answer of an opponent within the time that is left, of which a level that thinks by the clock uses a part."""
        if seconds_left is None or not is_timed(request.player):
            return await answer_or_decline(thinker, request, self._sitting.match, seconds_left)
        hurry = asyncio.get_running_loop().call_later(HURRY_SHARE * seconds_left, thinker.hurry)
        try:
            return await answer_or_decline(thinker, request, self._sitting.match, seconds_left)
        finally:
            hurry.cancel()

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
