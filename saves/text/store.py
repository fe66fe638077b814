"""Makes a new save of a game that was read from a text."""

from pathlib import Path

from saves.errors import AlreadyThere
from saves.format.appender import create_save
from saves.format.frames import time_now
from saves.format.header import Header
from saves.save_file import SAVE_SUFFIX, SaveFile
from saves.shelf import Shelf
from saves.text.playing import PlayedText


def save_played_text_once(shelf: Shelf, played: PlayedText) -> Path:
    """Write the game to a new save and return its path. On return, the save is on the disk. If the text was imported before, the
    path of the existing save is returned. Raises CannotWrite."""
    match, header = played.match, played.record.header
    setup = match.game.with_current_data(match.setup) if match.setup.cards else match.setup
    header = Header(header.app, match.game.fingerprint(match.setup), header.created, setup, header.origin)
    while True:
        path = shelf.new_path(match.setup).with_name(played.name + SAVE_SUFFIX)
        if path.exists():
            return path
        try:
            appender = create_save(path, header)
            break
        except AlreadyThere:
            continue
    ended = played.record.ended if match.is_over else 0
    with SaveFile(appender, header, closed_at=ended or time_now()) as file:
        file.keep(match)
        file.flush()
        return file.path
