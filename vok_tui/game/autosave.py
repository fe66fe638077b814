"""Opens games with their saves: new games, resumed ones, finished ones for review, and watched ones.

The file of a new game is created before its first picture, so that the same game continues even if no move was made. A finished
game is opened without a lock and never written to; another answer in it begins a new game in a new file.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.action import Action
from engine.core.game import NOBODY, Setup
from engine.core.match import Match
from saves import (
    BranchOrigin,
    CannotWrite,
    LoadedSave,
    NotOnDisk,
    SaveError,
    SaveFile,
    SaveNotice,
    Shelf,
    Watcher,
    load,
    resume,
)
from saves.format.frames import time_now
from vok_tui import __version__
from vok_tui.game.bot_approval import (
    ApprovalKey,
    Approvals,
    BotCode,
    approval_key,
    split_bots_by_approval,
    store_approvals,
)
from vok_tui.game.daily_deal import note_begun
from vok_tui.game.lesson import Lesson
from vok_tui.game.sitting import Sitting, WatchedSitting
from vok_tui.game.thinker import Thinker


class Autosave:
    """Writes the game at the table to its save. `create_file` is called when there is no `file` yet. `notify` shows a sentence to
    the player. `home` is the data folder for a new game: that a daily game was begun is noted there with the first entry."""

    def __init__(
        self, create_file: Callable[[], SaveFile], file: SaveFile | None = None, home: Path | None = None
    ) -> None:
        self._create_file: Final = create_file
        self._file = file
        self._home = home
        self.notify: Callable[[str], object] = lambda _: None

    @property
    def path(self) -> Path | None:
        """The save file; None before the first picture, and if no file could be made."""
        return self._file.path if self._file is not None else None

    def keep(self, match: Match) -> None:
        """Append new journal entries. Raises CannotWrite and GameTooLong."""
        if self._file is None:
            try:
                self._file = self._create_file()
            except CannotWrite as error:
                raise NotOnDisk(error.path, error.cause) from None
        self._file.keep(match)
        if self._home is not None and match.log.journal:
            note_begun(self._home, match.setup, self._file.game_id)
            self._home = None

    def flush(self) -> None:
        """Flush the file to disk. Raises CannotWrite."""
        if self._file is not None:
            self._tell_notice_of(self._file.flush)

    def close(self) -> None:
        """Write the label for the list of saves and unlock the file. Raises CannotWrite and GameTooLong."""
        if self._file is not None:
            self._tell_notice_of(self._file.close)

    def _tell_notice_of(self, write: Callable[[], None]) -> None:
        try:
            write()
        except SaveNotice as notice:
            self.notify(str(notice))


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
    """A game that is open: played, reviewed after its end, or watched.

    `autosave` is None for a watched game, `watched` is None for a played one. `notice` is a sentence for the player, or "".
    `ended_at` is the Unix time at which the game ended, 0 if it was not over when it was opened. `approval_key` identifies the
    save. `unapproved_bots` are the bots in the save whose code may not run until the player allows it.
    """

    sitting: Sitting
    autosave: Autosave | SealedSave | None = None
    watched: WatchedSitting | None = None
    notice: str = ""
    ended_at: int = 0
    approval_key: ApprovalKey = ("", 0, 0)
    unapproved_bots: tuple[BotCode, ...] = ()
    lesson: Lesson | None = None  # of a guided game

    @property
    def save_path(self) -> Path | None:
        """Its save; None if no file was made, and for a watched game."""
        return self.autosave.path if self.autosave is not None else None

    def allow_unapproved_bots(self, approvals: Approvals) -> None:
        """Let the unapproved bots run, and remember this approval."""
        self.sitting.allowed_bots.update({bot.name: bot.digest for bot in self.unapproved_bots})
        approvals.add(self.approval_key, self.unapproved_bots)


def new_game(
    shelf: Shelf, setup: Setup, thinker: Thinker | None, allowed_bots: Mapping[str, str] | None = None
) -> OpenGame:
    """A new game in which `allowed_bots` may run. It is written when `autosave` is first asked to. Raises BadSetup and
    BadCatalogue."""
    game = GAMES[setup.game]
    allowed = allowed_bots or {}

    def create_file() -> SaveFile:
        created = time_now()
        file = shelf.create(setup, game, __version__, created)
        store_approvals(Approvals(shelf.folder.parent), approval_key(file.path, created, setup.seed), allowed)
        return file

    autosave = Autosave(create_file, home=shelf.folder.parent)
    return OpenGame(Sitting(Match(game, setup), autosave, thinker, allowed), autosave)


def resume_or_review_game(path: Path, thinker: Thinker | None, approvals: Approvals) -> OpenGame:
    """A game as it was left, or a finished game at its end for review.

    Of a damaged save, the readable part is opened, and `notice` describes the damage. Raises Busy if another process plays the
    game, and other kinds of SaveError if it cannot be opened.
    """
    loaded = load(path, GAMES)
    if loaded.finished and loaded.damage is None:
        return _review_game(path, loaded, approvals)
    file, loaded = resume(path, GAMES)
    if loaded.finished:  # the readable part of a damaged save is on the disk already
        file.close()
        return _review_game(path, loaded, approvals)
    autosave = Autosave(lambda: file, file)
    key = _approval_key(path, loaded)
    allowed, unapproved = split_bots_by_approval(loaded.match.seats, key, approvals)
    sitting = Sitting(loaded.match, autosave, thinker, allowed)
    notice = _notice_for_player(loaded)
    return OpenGame(sitting, autosave, notice=notice, approval_key=key, unapproved_bots=tuple(unapproved))


def _review_game(path: Path, loaded: LoadedSave, approvals: Approvals) -> OpenGame:
    """A finished game at its end. (In an older save the head may have been moved back after the end.)

    A game without humans is opened at its beginning, because nobody has seen it yet. No bot runs in a finished game, so the
    player is not asked about bots; those approved earlier may run in a rematch.
    """
    match = loaded.match
    match.goto(match.log.last_visited_leaf(match.log.head))
    key = _approval_key(path, loaded)
    allowed, _ = split_bots_by_approval(match.seats, key, approvals)
    sitting = Sitting(match, allowed_bots=allowed)
    if sitting.is_spectating:
        sitting.go_to(0)
    notice = _notice_for_player(loaded)
    return OpenGame(sitting, SealedSave(path), notice=notice, ended_at=loaded.last_played, approval_key=key)


def _approval_key(path: Path, loaded: LoadedSave) -> ApprovalKey:
    return approval_key(path, loaded.header.created, loaded.header.setup.seed)


def _notice_for_player(loaded: LoadedSave) -> str:
    """What the player should know about a game that was loaded: damage, or other cards than today's; "" otherwise."""
    if loaded.damage is not None:
        return str(loaded.damage)
    if loaded.lacks_original_cards:
        return "This game was begun with other cards than today's; it continues with today's."
    return ""


def branch_origin(open_game: OpenGame) -> BranchOrigin:
    """The origin of a new game that branches off this finished one at the node that the table shows."""
    sitting = open_game.sitting
    return BranchOrigin(open_game.ended_at or time_now(), sitting.match.game.turn(sitting.state))


def branch_game(
    shelf: Shelf,
    open_game: OpenGame,
    action: Action | None,
    thinker: Thinker | None,
    approvals: Approvals,
    setup: Setup | None = None,
) -> OpenGame:
    """A new game that repeats the finished one up to the node that the table shows, then plays `action` if there is one. With a
    `setup`, its seats replace those of the finished game.

    The new game has its own save and counts as peeked, because the player has seen what came later. Bots that may run in the
    finished game may run in the new one. `notice` says where the game comes from, or why its save could not be written yet.
    """
    finished, origin = open_game.sitting.match, branch_origin(open_game)
    match = Match(finished.game, setup or finished.setup)
    for node in finished.log.path(open_game.sitting.node):
        if node:
            match.play_step(finished.log.step_to(node))
        for entry in [entry for changed_at, entry in finished.log.seat_changes if changed_at == node and setup is None]:
            match.replay(entry)
    for seat, player in enumerate(finished.seats if setup is None else ()):
        if player != match.seats[seat]:  # the head was on another variation when the game was left
            match.change_seat(seat, player.level, player.simulations)
    match.peeked = True
    if finished.log.is_helped:
        match.mark_helped()
    allowed, unapproved = split_bots_by_approval(match.seats, open_game.approval_key, approvals)
    allowed |= open_game.sitting.allowed_bots
    unapproved = [bot for bot in unapproved if bot.name not in allowed]

    def create_file() -> SaveFile:
        created = time_now()
        file = shelf.create(match.setup, match.game, __version__, created, origin)
        store_approvals(approvals, approval_key(file.path, created, match.setup.seed), allowed)
        return file

    autosave = Autosave(create_file)
    sitting = Sitting(match, autosave, thinker, allowed)
    notice = f"This is a new game, {origin_text(origin)}. That one stays as it was."
    try:
        if action is not None:
            sitting.answer(sitting.node, action)
        else:
            autosave.keep(match)
            autosave.flush()
    except SaveError as error:
        notice = str(error)
    return OpenGame(
        sitting, autosave, notice=notice, approval_key=open_game.approval_key, unapproved_bots=tuple(unapproved)
    )


def origin_text(origin: BranchOrigin) -> str:
    """`from your game of 22 Nov, turn 14`, with the year unless it is the current one."""
    then, now = datetime.fromtimestamp(origin.ended).astimezone(), datetime.now().astimezone()
    day = f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b} {then.year}"
    return f"from your game of {day}" + (f", turn {origin.turn}" if origin.turn else "")


def watch_game(path: Path, seat: int = NOBODY) -> OpenGame:
    """Watch a game that another process plays, or that is damaged. `seat` is the point of view; NOBODY shows only what is public.
    Raises SaveError."""
    watched = WatchedSitting(Watcher(path, GAMES), seat)
    return OpenGame(watched, watched=watched)
