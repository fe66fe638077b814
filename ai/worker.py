"""The process that thinks, so that the table never waits: a loop from one pipe to the other.

Protocol: one JSON object a line, UTF-8, each way. A request is

    {"id": 7, "game": "valley", "edition": "base", "choices": [], "cards": "", "seed": 42,
     "seats": [["Ann", "human", 0], ["Bek", "priest", 0]], "line": [["entomb", 3], ["end"], ...],
     "viewer": 1, "level": "priest", "simulations": 0}

and is answered, under the same id, after any number of

    {"id": 7, "thinking": 4200, "seconds": 1.0}   still at it, so many simulations so far: twice a second

by one of

    {"id": 7, "action": ["buy", 1, 4], "simulations": 100, "seconds": 0.12}
    {"id": 7, "overtaken": true}        another request came first: only the newest is worth thinking about
    {"id": 7, "error": "one sentence"}  the id is null if not even that could be read

Whoever no longer wants an answer sends {"id": 8, "drop": true}, which overtakes like any other request, and is overtaken itself.

A position never crosses the pipe, only the line that leads to it; of one request to the next just the difference is played.
The worker ends when its input does, in the middle of a thought too. It ignores Ctrl-C, which is the table's affair, and
leaves the terminal alone.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import IO, Any, Final

from ai.bots import Thought, decision_seed
from ai.levels import Budget
from ai.limits import OUT_OF_MEMORY
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.rules import Game, Setup
from engine.games import GAMES

Mail = SimpleQueue[bytes]
EVERY: Final = 0.5  # seconds from one word of a long thought to the next


class Worker:
    """Answers requests, and tells `said` how a long thought goes on. It keeps the last match, to play only what is new in the
    next line."""

    def __init__(self, games: Mapping[str, Game[Any]], mail: Mail, said: Callable[[dict[str, Any]], None]) -> None:
        self._games: Final = games
        self._mail: Final = mail
        self._said: Final = said
        self._match: Match | None = None

    def answer(self, letter: bytes) -> dict[str, Any]:
        """The answer to one request, whatever it holds."""
        number = None
        try:
            request = json.loads(letter)
            number = int(request["id"])
            if "drop" in request:
                return {"id": number, "overtaken": True}
            return {"id": number, **self._think(number, request)}
        except EngineError as error:
            return {"id": number, "error": str(error)}
        except (KeyError, TypeError, ValueError) as error:
            return {"id": number, "error": f"the request cannot be read: {type(error).__name__} {error}"[:200]}

    def _think(self, number: int, request: dict[str, Any]) -> dict[str, Any]:
        began = perf_counter()
        told = began
        match = self._stand(Setup.unpack(request), [Action.unpack(packed) for packed in request["line"]])
        viewer = int(request["viewer"])
        seed = decision_seed(match.setup.seed, len(request["line"]), viewer)
        thought = Thought(match.game, match.state, viewer, request["level"], Budget(int(request["simulations"])), seed)
        while not thought.done:
            if not self._mail.empty():
                return {"overtaken": True}
            thought.step()
            now = perf_counter()
            if now - told >= EVERY:
                told = now
                self._said({"id": number, "thinking": thought.simulations, "seconds": round(now - began, 1)})
        action = match.game.action(match.state, thought.move)
        seconds = round(perf_counter() - began, 6)
        return {"action": action.pack(), "simulations": thought.simulations, "seconds": seconds}

    def _stand(self, setup: Setup, line: list[Action]) -> Match:
        """The match at the end of the line."""
        if self._match is None or self._match.setup != setup:
            self._match = Match(self._games[setup.game], setup)
        match = self._match
        way = match.log.line(match.log.head)[1:]
        shared = 0
        while shared < min(len(way), len(line)) and match.log.actions[way[shared]] == line[shared]:
            shared += 1
        if shared < len(way):
            match.goto(way[shared - 1] if shared else 0)
        for action in line[shared:]:
            match.play(action)
        return match


def listen(source: IO[bytes], mail: Mail) -> None:
    """Put each line that comes into the mail. At the end of the input the whole process ends, and so it does without memory
    to read on, as nobody would hear of that end."""
    try:
        for letter in source:
            mail.put(letter)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


def take_the_pipe() -> IO[bytes]:
    """The output, for answers alone: whatever else would be written goes nowhere. From here on Ctrl-C is the table's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return answers


def main() -> None:
    """Serve until the input ends."""
    answers = take_the_pipe()
    mail: Mail = SimpleQueue()

    def say(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    worker = Worker(GAMES, mail, say)
    Thread(target=listen, args=(sys.stdin.buffer, mail), daemon=True).start()
    while True:
        say(worker.answer(mail.get()))
