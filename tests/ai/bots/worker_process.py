"""What to say to a thinking process over its pipes, and what it answers."""

import json
import subprocess
from typing import Any

from ai.value_file import CURRENT_VALUES
from engine.core.game import Seat, Setup
from engine.core.match import Match

SETUP = Setup("valley", (Seat("Ann"), Seat("Bek", "scribe")), 5, values=CURRENT_VALUES)
ENDLESS = 1_000_000


def request(match: Match, number: int = 1, player: str = "scribe") -> dict[str, Any]:
    """The request for the question at the head of a match."""
    log, setup = match.log, match.setup
    return {
        "id": number,
        **setup.pack(),
        "line": [log.actions[node].pack() for node in log.path(log.head)[1:]],
        "viewer": match.state.mover,
        "player": player,
    }


def send(process: subprocess.Popen[str], *messages: Any) -> None:
    assert process.stdin
    for message in messages:
        process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    process.stdin.flush()


def receive(process: subprocess.Popen[str]) -> Any:
    assert process.stdout
    return json.loads(process.stdout.readline())


def receive_answer(process: subprocess.Popen[str]) -> Any:
    """The next message that is not a progress report, which a busy machine may cause with any question."""
    while "thinking" in (message := receive(process)):
        pass
    return message
