"""A save open for play: what happens at the table is appended, nothing is ever rewritten.

`keep` before the screen shows a move, `flush` at the end of a decision: then a process that dies loses nothing, and a machine
that dies at most the decision under way.

When the game is over, the save is labelled and sealed at once, and nothing is added to it ever after.
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.core.game import NOBODY, Game, Setup
from engine.core.match import Match
from saves.errors import CannotWrite, Finished
from saves.format.appender import Appender, create_save
from saves.format.entries import PositionCheck, SaveLabel, write_record
from saves.format.frames import U64_MASK
from saves.format.header import Header, Origin
from saves.replay import Loaded

CHECK_EVERY_ENTRIES: Final = 32  # entries of the journal from one check to the next


class SaveFile:
    """One game on disk, ours alone until `close`. Made by `create` or by `resume`. For one thread."""

    def __init__(self, records: Appender, loaded: Loaded | None = None, closed: int = 0) -> None:
        """`closed` is when it was closed last, for a game that is written anew; 0 for now."""
        self.old_copy: Path | None = None  # where the old file lies, if it had to be renewed to play on
        self._records: Final = records
        self._kept = 0  # how many entries of the journal the file has
        self._match: Match | None = None
        self._has_label = True
        self._over = False  # whether what has been kept is a finished game
        self._closed: Final = closed
        if loaded is not None:
            self._match = loaded.match
            self._has_label = loaded.label is not None or not loaded.match.log.journal
            self._kept = len(loaded.match.log.journal)

    @classmethod
    def create(
        cls, path: Path, setup: Setup, game: Game[Any], app: str, created: int, origin: Origin | None = None
    ) -> "SaveFile":
        """Begin a save, mode 0600; when this returns it is on the disk. `app` is the version of Vok, `created` the unix time,
        `origin` the finished game that it goes on from. Raises AlreadyThere, CannotWrite; ValueError for seats that no save has
        room for."""
        today = game.with_current_data(setup) if setup.cards else setup  # earlier cards are known by their fingerprint
        file = cls(create_save(path, Header(app, game.fingerprint(setup), created, today, origin)))
        file.write_player_file()
        return file

    @property
    def path(self) -> Path:
        return self._records.lock.path

    def write_player_file(self) -> None:
        """Say beside the file who plays, for whoever finds it busy."""
        self._records.lock.write_player_file()

    def keep(self, match: Match) -> None:
        """Append what the journal has that the file has not, with its checks, in one write; if it has nothing, do nothing.

        Raises Finished if the game was over before; CannotWrite: the file then ends where it ended before, and the next `keep`
        or `flush` makes up for it.
        """
        news = match.log.journal[self._kept :]
        if news and self._over:
            raise Finished(self.path)
        self._match, self._over = match, match.is_over
        for entry in news:
            self._records.add_record(write_record(entry))
            self._kept += 1
            self._has_label = False
            if self._kept % CHECK_EVERY_ENTRIES == 0:
                self._records.add_record(_check_body(match, match.log.heads[self._kept - 1]))
        self._records.write()

    def flush(self) -> None:
        """Wait until the disk has all that was kept, and seal a game that is over. Raises CannotWrite, as `keep` does."""
        self._records.sync()
        if self._over:
            self._seal()

    def close(self) -> None:
        """Keep, label for the shelf, flush, and let others play. Twice is once.

        Raises CannotWrite if a move did not reach the disk; the save is given back all the same, and that move is lost: `flush`
        first to hear of it in time. A label that finds no room is no loss.
        """
        if self._records.lock.released:
            return
        try:
            if self._match is not None:
                self.keep(self._match)
            self._records.sync()
            self._seal()
        finally:
            self._records.lock.release()

    def __enter__(self) -> "SaveFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _seal(self) -> None:
        """Check the last stretch, let the shelf read at a glance what it would have to replay, and tell in front how the file
        ends. No room for that is no loss."""
        last, closed = [], self._closed or int(time.time())
        if self._match is not None and not self._has_label:
            label = label_of(self._match, closed)
            last = [_check_body(self._match, self._match.log.head), write_record(label)]
        with suppress(CannotWrite):
            self._records.end(last, closed)
            self._has_label = True


def label_of(match: Match, ended: int = 0) -> SaveLabel:
    """The label of a match; `ended` is the unix time of its end, should it be over.

    A game that was over, and in which nothing else was played since, has only been gone through: its label tells how it ended.
    """
    end = match.log.tip(match.log.head)
    over = match.mover(end) == NOBODY
    state = match.at(end) if over else match.state
    game = match.game
    return SaveLabel(
        decisions=match.decisions(match.log.head),
        turn=game.turn(state),
        over=over,
        scores=tuple(game.scores(state)),
        peeked=match.peeked,
        ended=ended if over else 0,
    )


def _check_body(match: Match, node: int) -> list[str | int]:
    return write_record(PositionCheck(match.at(node).digest() & U64_MASK))
