"""Lets the review of a running game follow it, and shows no more than its table would."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from saves import SaveError
from vok_tui.game.session import Session
from vok_tui.game.watched import WatchedSession


class SessionFollower:
    """Follows a session. A watched game is read from its file; a step to which others may react is held back for
    `hold_back_seconds`, whether or not somebody is asked. For a game at this table, the table itself does that."""

    def __init__(self, session: Session, hold_back_seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._session: Final = session
        self._hold_back_seconds: Final = hold_back_seconds
        self._now: Final = now
        self._release_time = 0.0  # when the step that is held back is shown
        self._known_entries = len(session.match.log.journal)
        self._hold_back()
        self.last_shown_node = session.shown_path()[-1]

    def poll(self) -> bool:
        """Read what was played since the last call. Returns whether there is anything new to show, up to `last_shown_node`."""
        session = self._session
        if isinstance(session, WatchedSession):
            with suppress(SaveError):  # the file may be about to be replaced; the next poll finds it
                session.poll()
        entries = len(session.match.log.journal)
        if entries != self._known_entries:
            self._hold_back()
        elif session.awaits_reactions and isinstance(session, WatchedSession) and self._now() >= self._release_time:
            session.release_view()
        last_shown_node = session.shown_path()[-1]
        is_new = (entries, last_shown_node) != (self._known_entries, self.last_shown_node)
        self._known_entries, self.last_shown_node = entries, last_shown_node
        return is_new

    def _hold_back(self) -> None:
        """Hold back the latest step if others may react to it."""
        session = self._session
        if (
            isinstance(session, WatchedSession)
            and not session.awaits_reactions
            and session.last_step_may_cause_reaction
        ):
            session.hold_view_before_step()
            self._release_time = self._now() + self._hold_back_seconds
