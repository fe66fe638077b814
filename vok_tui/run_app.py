"""Runs the app on this terminal, from the first frame to the farewell."""

import os
import sys
from dataclasses import replace

from engine import GAMES
from saves import Shelf, load
from vok_tui.app import VokApp
from vok_tui.exit_codes import ExitCode
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.start_options import StartOptions
from vok_tui.table.pace import REACTION_SECONDS
from vok_tui.terminal.detection import detect_terminal
from vok_tui.terminal.driver import driver_class_for


def run_app(start: StartOptions) -> int:
    """Run the app on this terminal until the player leaves. Returns the exit code.

    Raises ConfigError for an unknown theme, SaveError for a save that cannot be opened, and any exception that broke the app.
    """
    config = start.config
    terminal = detect_terminal(os.environ)
    terminal = replace(terminal, ascii=terminal.ascii or config.ascii)
    if not terminal.no_color:
        os.environ.pop("NO_COLOR", None)  # an empty value too would turn Textual's colours off
    if start.path is not None:
        load(start.path, GAMES)
    thinker = ProcessThinker()
    app = VokApp(start, Shelf(), terminal, thinker, driver_class_for(terminal))
    app.table_controller.pace = config.pace if start.pace is None else start.pace
    app.table_controller.may_peek = config.undo_past_reveals
    app.table_controller.reaction_seconds = REACTION_SECONDS
    app.review_controller.reaction_seconds = (
        2 * REACTION_SECONDS
    )  # a watched game is read with a delay of up to one interval
    app.gives_tips = app.wants_tips
    try:
        app.run(mouse=app.has_mouse)
    finally:
        thinker.close()
        farewell = app.close_with_farewell()
    if app.return_code == ExitCode.HUNG_UP:
        for stream in (1, 2):  # discard what is still buffered; this is not an error
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    if app.failure is not None:
        raise app.failure
    if farewell and not app.return_code:
        sys.stdout.write(f"{farewell}\n")
    return app.return_code or ExitCode.OK
