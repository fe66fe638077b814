"""The opponents' moves: asks the thinker for one after another, and leaves each step in sight for a while."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

from engine.core.action import Action
from vok_tui.game.session import Session
from vok_tui.game.thinker import ExternalBotGone, ReportProgress, ThinkerFailed
from vok_tui.secret_reactions import answer_or_decline
from vok_tui.table.pace import Pace


class Table(Protocol):
    """What the table does with the moves."""

    def play_action(self, node: int, action: Action) -> None:
        """Play the action that was chosen at a node, and show the position."""

    def show_question(self) -> None:
        """Show the question at the current position."""

    def ask_who_plays_on(self, reason: str, bot_failed: bool) -> None:
        """Ask who shall play on for an opponent that could not decide."""


def humans_are_out(session: Session) -> bool:
    """Whether everybody at this table has lost, and the opponents play on without them."""
    if session.is_spectating or session.has_ended or session.shows_end:
        return False
    return all(session.match.game.is_out(session.state, seat) for seat in session.humans)


class Opponents:
    """Lets the opponents of one session move. `reaction`: for how many seconds the table waits whether an opponent reacts, asked
    or not; 0 is as long as that takes."""

    def __init__(self, session: Session, pace: Pace, reaction: float, table: Table) -> None:
        self._session: Final = session
        self._pace: Final = pace
        self._reaction: Final = reaction
        self._table: Final = table
        self._plays_to_end = False  # whether all decide at once until the game is over
        self._then: Callable[[], object] | None = None  # what is done then

    async def play_until_human(self, report: ReportProgress) -> None:
        """Let them move until a human is to move, or the table asks who plays on. Moves for an outdated node are dropped."""
        session, thinker = self._session, self._session.thinker
        self._pace.begin_pause()
        self._plays_to_end, self._then = False, None
        while True:
            if session.awaits_reactions:
                await self._wait_for_reactions()
            if thinker is None or (request := session.request()) is None:
                return
            try:
                if self._plays_to_end:
                    asyncio.get_running_loop().call_soon(thinker.hurry)  # once the request is on its way
                action = await thinker.choose(request, report)
            except ThinkerFailed as error:
                self._table.ask_who_plays_on(str(error), bot_failed=isinstance(error, ExternalBotGone))
                return
            if not self._plays_to_end:
                await self._pace.wait()
            if request.node == session.node:
                self._table.play_action(request.node, action)
                if session.has_sentences(session.node):
                    self._pace.begin_pause()
                self._leave_if_over()

    def _leave_if_over(self) -> None:
        if self._session.shows_end and self._then is not None:
            self._then()

    async def _wait_for_reactions(self) -> None:
        """Wait the same time whether or not an opponent is asked. An opponent that has not answered by then declines."""
        session, over = self._session, monotonic() + self._reaction
        thinker = session.thinker
        while session.asks_in_secret and thinker is not None and (request := session.request()) is not None:
            left = max(0.0, over - monotonic()) if self._reaction else None
            action = await answer_or_decline(thinker, request, session.match, left)
            if request.node != session.node or action is None:
                return
            self._table.play_action(request.node, action)
        await asyncio.sleep(max(0.0, over - monotonic()))
        session.release_view()
        self._table.show_question()
        self._pace.begin_pause()

    def show_next_step(self) -> None:
        """End the pause."""
        self._pace.end_pause()

    def play_to_end(self) -> None:
        """Let all decide at once, from now on until the game is over. An external bot takes its time."""
        self._plays_to_end = True
        self.decide_now()

    def play_to_end_if_humans_out(self, then: Callable[[], object]) -> bool:
        """If nobody at this table is in the game any more, let the opponents play it to its end at once, and then do something.
        False, without a change, if somebody is, or if this was asked before."""
        if self._then is not None or self._session.thinker is None or not humans_are_out(self._session):
            return False
        self._then = then
        self.play_to_end()
        return True

    def decide_now(self) -> None:
        """End the pause and the search. A reaction that nobody may know of takes as long as ever."""
        self._pace.end_pause()
        session = self._session
        if session.thinker is not None and not (session.awaits_reactions or session.asks_in_secret):
            session.thinker.hurry()
