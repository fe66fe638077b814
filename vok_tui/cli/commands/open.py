"""`vok open FILE`: opens a save, or a game as text."""

import os
from argparse import Namespace
from pathlib import Path
from typing import Final

from vok_tui.cli.arguments import add_save_argument, find_save
from vok_tui.cli.commands.import_ import import_complete_text
from vok_tui.cli.commands.play import add_bandwidth_argument, add_trust_argument, configure_and_run_app
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.shared.parser import Parser

START_BYTES: Final = 2_000  # of a file, enough to distinguish a text from a save


def add_arguments(parser: Parser) -> None:
    add_save_argument(parser, "a game as text: a file, or the line itself, vok1:...")
    add_trust_argument(parser)
    add_bandwidth_argument(parser)


def run(args: Namespace) -> int:
    start = StartOptions(path=find_or_import(args.file), trust_bots=args.trust_bots, low_bandwidth=args.low_bandwidth)
    return configure_and_run_app(start)


def find_or_import(word: str) -> Path:
    """The path of the save that an argument names. If the argument is a game as text, or a file with one, it is imported first.
    Raises CommandError and SaveError."""
    from saves.format.file_start import open_for_reading
    from saves.format.frames import MAGIC
    from saves.text import find_game, has_game_line

    if has_game_line(word):
        return import_complete_text(word)
    path = find_save(word)
    with open_for_reading(path) as fd:
        start = os.read(fd, START_BYTES)
    is_text = not start.startswith(MAGIC) and find_game(start.decode("utf-8-sig", "replace"))
    return import_complete_text(str(path)) if is_text else path
