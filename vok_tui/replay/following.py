"""Lets the review of a running game go on with it, as its table would show it."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from saves import SaveError
from vok_tui.game.session import Session
from vok_tui.game.watched import WatchedSession


class SessionFollower:
    """Follows a session. A watched game is read from its file here. What others may react to is held back for
    `hold_back_seconds`, whether or not somebody is asked; at a table of our own, the table does that."""

    def __init__(self, session: Session, hold_back_seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._session: Final = session
        self._reaction_seconds: Final = hold_back_seconds
        self._now: Final = now
        self._over = 0.0  # when the wait for reactions is over
        self._known_entries = len(session.match.log.journal)
        self._hold()
        self.last_shown_node = session.shown_path()[-1]

    def poll(self) -> bool:
        """Read what was played since. Returns whether there is anything new to show, up to `last_shown_node`."""
        session = self._session
        if isinstance(session, WatchedSession):
            with suppress(SaveError):  # the file may just be replaced; the next poll finds it
                session.poll()
        entries = len(session.match.log.journal)
        if entries != self._known_entries:
            self._hold()
        elif session.awaits_reactions and isinstance(session, WatchedSession) and self._now() >= self._over:
            session.release_view()
        last_shown_node = session.shown_path()[-1]
        is_new = (entries, last_shown_node) != (self._known_entries, self.last_shown_node)
        self._known_entries, self.last_shown_node = entries, last_shown_node
        return is_new

    def _hold(self) -> None:
        """Hold back the latest step if others may react to it."""
        session = self._session
        if (
            isinstance(session, WatchedSession)
            and not session.awaits_reactions
            and session.last_step_may_cause_reaction
        ):
            session.hold_view_before_step()
            self._over = self._now() + self._reaction_seconds
