"""From a save to a session and back: starts, resumes, reviews and watches games.

A new game gets its file with the first move, so that a game without moves leaves no file. A finished game is opened without its
lock and never written to; an answer that was not given in it begins a new game, with a file of its own.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.action import Action
from engine.core.game import NOBODY, Setup
from engine.core.history.match import Match
from saves import LoadedSave, Origin, SaveError, SaveFile, Shelf, Watcher, load, resume
from vok_tui import __version__
from vok_tui.game.bot_approval import (
    ApprovalKey,
    Approvals,
    BotCode,
    approval_key,
    split_bots_by_approval,
    store_approvals,
)
from vok_tui.game.session import Session
from vok_tui.game.thinker import Thinker
from vok_tui.game.watched import WatchedSession


class Autosave:
    """Writes the game at the table. `create` makes the file when there is something to write."""

    def __init__(self, create: Callable[[], SaveFile], file: SaveFile | None = None) -> None:
        self._create: Final = create
        self._file = file

    @property
    def path(self) -> Path | None:
        """The save file; None before the first move."""
        return self._file.path if self._file is not None else None

    def keep(self, match: Match) -> None:
        """Append new journal entries. Raises CannotWrite."""
        if self._file is None and match.log.journal:
            self._file = self._create()
        if self._file is not None:
            self._file.keep(match)

    def flush(self) -> None:
        """Flush the file to disk. Raises CannotWrite."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Write the label for the list of saves and unlock the file. Raises CannotWrite."""
        if self._file is not None:
            self._file.close()


class SealedSave:
    """The save of a finished game, in place of an `Autosave`. It holds the whole game, so nothing is ever written."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path

    def keep(self, match: Match) -> None:
        pass

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class OpenGame:
    """An open game.

    `autosave` is None for a watched game, `watched` is None for a played one. `note` is a sentence for the player.
    `unapproved_bots` are bots that the save names and whose code may not run until the player allows it. `ended_at` is the unix
    time of its end, 0 for a game that was not over when it was opened.
    """

    session: Session
    autosave: Autosave | SealedSave | None = None
    watched: WatchedSession | None = None
    note: str = ""
    ended_at: int = 0
    key: ApprovalKey = ("", 0, 0)
    unapproved_bots: tuple[BotCode, ...] = ()

    def allow_unapproved_bots(self, approvals: Approvals) -> None:
        """Let the bots run that were not approved; the player has said yes."""
        self.session.allowed_bots.update({bot.name: bot.digest for bot in self.unapproved_bots})
        approvals.add(self.key, self.unapproved_bots)


def new_game(
    shelf: Shelf, setup: Setup, thinker: Thinker | None, allowed_bots: Mapping[str, str] | None = None
) -> OpenGame:
    """A new game, in which the bots of `allowed_bots` may run. Raises BadSetup and BadCatalogue."""
    game = GAMES[setup.game]
    allowed = allowed_bots or {}

    def create() -> SaveFile:
        created = int(time.time())
        file = shelf.create(setup, game, __version__, created)
        store_approvals(Approvals(shelf.folder.parent), approval_key(file.path, created, setup.seed), allowed)
        return file

    autosave = Autosave(create)
    return OpenGame(Session(Match(game, setup), autosave, thinker, allowed), autosave)


def resume_or_review_game(path: Path, thinker: Thinker | None, approvals: Approvals) -> OpenGame:
    """A game as it was left; a finished one at its end, for review.

    Raises Busy if another process plays it, and any other SaveError if it cannot be opened. Of a damaged game the readable part
    is resumed, and `note` says what happened.
    """
    loaded = load(path, GAMES)
    if loaded.finished and loaded.damage is None:
        return _review_game(path, loaded, approvals)
    file, loaded = resume(path, GAMES)
    if loaded.finished:  # the readable part of a damaged save is on the disk already
        file.close()
        return _review_game(path, loaded, approvals)
    autosave = Autosave(lambda: file, file)
    key = _key(path, loaded)
    may, unasked = split_bots_by_approval(loaded.match.seats, key, approvals)
    session = Session(loaded.match, autosave, thinker, may)
    return OpenGame(session, autosave, note=_note(loaded), key=key, unapproved_bots=tuple(unasked))


def _review_game(path: Path, loaded: LoadedSave, approvals: Approvals) -> OpenGame:
    """A finished game, at its end; in an older save the head may have been moved back since. A game of opponents alone, which
    nobody has seen yet, stands at its beginning. No bot runs in it, so the player is not asked. Bots that were approved earlier
    may run in a rematch."""
    match = loaded.match
    match.goto(match.log.last_visited_leaf(match.log.head))
    key = _key(path, loaded)
    may, _ = split_bots_by_approval(match.seats, key, approvals)
    session = Session(match, allowed_bots=may)
    if session.is_spectating:
        session.go_to(0)
    return OpenGame(session, SealedSave(path), note=_note(loaded), ended_at=loaded.last_played, key=key)


def _key(path: Path, loaded: LoadedSave) -> ApprovalKey:
    """The identity of this save."""
    return approval_key(path, loaded.header.created, loaded.header.setup.seed)


def _note(loaded: LoadedSave) -> str:
    """A sentence for the player about the game; "" if there is nothing to tell."""
    if loaded.damage is not None:
        return str(loaded.damage)
    if loaded.with_original_cards:
        return "Some cards have been corrected since this game was begun; it goes on with them as they were."
    if loaded.with_unknown_cards:
        return "This game was begun with other cards than today's; it goes on with today's."
    return ""


def branch_origin(opened: OpenGame) -> Origin:
    """The origin of a game that branches off a finished one, at the node that the table shows."""
    session = opened.session
    return Origin(opened.ended_at or int(time.time()), session.match.game.turn(session.state))


def branch_game(
    shelf: Shelf,
    opened: OpenGame,
    action: Action | None,
    thinker: Thinker | None,
    approvals: Approvals,
    setup: Setup | None = None,
) -> OpenGame:
    """A new game with its own save: the finished game up to the node that the table shows, and then another answer if there is
    one. A `setup` says who sits there instead.

    The player has seen what came later, so the new game counts as peeked. `note` says if the save could not be written yet. Bots
    that may run in the finished game may run in the new one.
    """
    finished, start = opened.session.match, branch_origin(opened)
    match = Match(finished.game, setup or finished.setup)
    for node in finished.log.path(opened.session.node):
        if node:
            match.take_step(finished.log.step_to(node))
        for entry in [entry for at, entry in finished.log.seat_changes if at == node and setup is None]:
            match.replay(entry)
    for who, seat in enumerate(finished.seats if setup is None else ()):
        if seat != match.seats[who]:  # the head was on another variation when the game was left
            match.change_seat(who, seat.level, seat.simulations)
    match.peeked = True
    may, unasked = split_bots_by_approval(match.seats, opened.key, approvals)
    may |= opened.session.allowed_bots
    unasked = [bot for bot in unasked if bot.name not in may]

    def create() -> SaveFile:
        created = int(time.time())
        file = shelf.create(match.setup, match.game, __version__, created, start)
        store_approvals(approvals, approval_key(file.path, created, match.setup.seed), may)
        return file

    keeping = Autosave(create)
    session = Session(match, keeping, thinker, may)
    note = f"This is a new game, {origin_text(start)}. That one stays as it was."
    try:
        if action is not None:
            session.answer(session.node, action)
        else:
            keeping.keep(match)
            keeping.flush()
    except SaveError as error:
        note = str(error)
    return OpenGame(session, keeping, note=note, key=opened.key, unapproved_bots=tuple(unasked))


def origin_text(origin: Origin) -> str:
    """`from your game of 22 Nov, turn 14`; with the year, unless it is this year."""
    then, now = datetime.fromtimestamp(origin.ended).astimezone(), datetime.now().astimezone()
    day = f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b} {then.year}"
    return f"from your game of {day}" + (f", turn {origin.turn}" if origin.turn else "")


def watch_game(path: Path, seat: int = NOBODY) -> OpenGame:
    """Watch a game that another process plays, or that is damaged: from a seat, or from none. Raises SaveError."""
    watched = WatchedSession(Watcher(path, GAMES), seat)
    return OpenGame(watched, watched=watched)
