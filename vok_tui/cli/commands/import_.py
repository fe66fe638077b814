"""`vok import`: puts a game from a text on the shelf. The text is a score, JSON lines, or one line."""

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from engine import GAMES
from engine.core.wording import plural
from saves import LoadedSave, Shelf
from saves.clean_text import visible
from saves.format.file_start import open_for_reading
from saves.text import MAX_TEXT_BYTES, PlayedText, TextRefused, has_game_line, read_game
from saves.text.playing import save_played_text_once
from vok_tui.cli.game_options import read_playable_cards
from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.parser import Parser

STDIN: Final = "-"


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file, - for standard input, or the line itself: vok1:...")
    parser.add_argument(
        "--cards", metavar="FILE", type=Path, help="the custom cards that a line names by their fingerprint"
    )
    parser.add_json()


def run(args: Namespace) -> int:
    stored, played = import_text(args.file, args.cards)
    decisions, found = len(stored.match.log) - 1, max(played.step_count, len(played.match.log) - 1)
    if args.json:
        match = stored.match
        fields = {"game": match.game.name(), "edition": match.setup.edition, "finished": match.is_over}
        fault = None if played.fault is None else str(played.fault)
        print(
            json.dumps(
                {"file": str(stored.path), **fields, "decisions": decisions, "of": found, "fault": fault}, indent=2
            )
        )
    else:
        print(
            f"{decisions} of {plural(found, 'decision')} stored, all variations included; "
            f"vok open {visible(stored.path.stem)} shows the game"
        )
    raise_if_incomplete(played)
    return ExitCode.OK


def raise_if_incomplete(played: PlayedText) -> None:
    """Raise IncompleteImport if only the beginning of the text could be read."""
    if played.fault is not None:
        raise IncompleteImport(f"the text could be read up to {played.fault}; the game up to there is saved")


def import_complete_text(word: str) -> Path:
    """Put the game that an argument names on the shelf. Returns the path of its save. Raises IncompleteImport, and what
    `import_text` raises."""
    stored, played = import_text(word)
    raise_if_incomplete(played)
    return stored.path


class IncompleteImport(CommandError):
    """Only the beginning of a text could be imported. It is on the shelf."""

    exit_code = ExitCode.DAMAGED


def import_text(word: str, cards_file: Path | None = None) -> tuple[LoadedSave, PlayedText]:
    """Put the game that an argument names on the shelf, as far as it can be read; see `read_text_argument`. Returns its save, as
    it was read back, and the game. Raises CommandError if nothing can be read, and SaveError."""
    try:
        played = read_game(read_text_argument(word), GAMES, lambda game: read_optional_cards(game, cards_file))
    except TextRefused as refused:
        raise CommandError(str(refused)) from None
    return save_played_text_once(Shelf(), played), played


def read_optional_cards(game: str, path: Path | None) -> str:
    """The custom cards in a file, checked in trial games; "" without a file."""
    return read_playable_cards(game, path) if path is not None else ""


def read_text_argument(word: str) -> bytes:
    """The text that an argument names: the argument itself if there is a line in it, standard input for -, otherwise the contents
    of the file. At most `MAX_TEXT_BYTES` + 1 bytes. Raises SaveError."""
    import os

    if has_game_line(word):
        return word.encode("utf-8", "surrogateescape")
    if word == STDIN:
        return sys.stdin.buffer.read(MAX_TEXT_BYTES + 1)
    data = bytearray()
    with open_for_reading(Path(word)) as fd:
        while len(data) <= MAX_TEXT_BYTES and (chunk := os.read(fd, MAX_TEXT_BYTES + 1 - len(data))):
            data += chunk
    return bytes(data)
