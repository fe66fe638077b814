"""`vok sessions`: says which game goes on without a terminal, and ends it."""

import json
import os
import signal
from argparse import Namespace
from contextlib import suppress
from datetime import datetime
from typing import Final

from vok_tui.shared.errors import CommandError, ExitCode
from vok_tui.shared.parser import Parser, one_of

ACTIONS: Final = ("end",)
FORCE_SECONDS: Final = 3.0  # for a session to answer, with --force


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="?",
        type=one_of("action", lambda: list(ACTIONS)),
        help="without one, the session is shown; end ends it. Every move is on disk, and the next vok begins at the same place",
    )
    parser.add_argument("--force", action="store_true", help="with end: end it even if it does not answer")
    parser.add_json("print a JSON list")


def run(args: Namespace) -> int:
    from vok_tui.sessions.client import NoAnswer, ask_state, end_session
    from vok_tui.sessions.protocol import session_folder

    folder = session_folder()
    if args.action is None:
        return print_sessions(folder, as_json=args.json)
    try:
        state = ask_state(folder, FORCE_SECONDS) if args.force else ask_state(folder)
        has_ended = state is not None and end_session(folder)
    except NoAnswer:
        if not args.force:
            raise
        kill_session(folder)
        state, has_ended = None, True
    if not has_ended:
        raise CommandError("no session runs")
    print(f"The session has ended ({state.what})." if state is not None else "The session has ended.")
    return ExitCode.OK


def print_sessions(folder: str, *, as_json: bool) -> int:
    """Print what runs, and since when."""
    from saves.clean_text import visible
    from vok_tui.sessions.client import ask_state

    state = ask_state(folder)
    if as_json:
        fields = [] if state is None else [state._asdict()]
        print(json.dumps(fields, indent=2))
    elif state is None:
        print("No session runs.")
    else:
        since = datetime.fromtimestamp(state.since).astimezone()
        player = "somebody plays" if state.is_connected else "it waits for you: vok shows it"
        print(f"{visible(state.what)}, since {since:%d %b %H:%M}, process {state.pid}; {player}.")
    return ExitCode.OK


def kill_session(folder: str) -> None:
    """Kill a session that does not answer. Its moves are on disk."""
    from vok_tui.sessions.protocol import connect, peer_pid

    with suppress(TimeoutError):
        connection = connect(folder, 1.0)
        if connection is not None:
            with connection, suppress(ProcessLookupError):
                if pid := peer_pid(connection):
                    os.kill(pid, signal.SIGKILL)
