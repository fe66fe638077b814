"""The process that thinks, so that the table never waits: a loop from one pipe to the other.

Protocol: one JSON object a line, UTF-8, each way. A request is

    {"id": 7, "game": "valley", "edition": "base", "choices": [], "cards": "", "seed": 42,
     "seats": [["Ann", "human", 0], ["Bek", "priest", 0]], "line": [["entomb", 3], ["end"], ...],
     "viewer": 1, "level": "priest", "simulations": 0, "allowed": null}

where the level may be whatever `ai.contestants` reads. Where that names a class in a module, `allowed` is the digest of the code
that the player has allowed to run (`ai.bot_source`), or "" if the player has typed the name; null runs nothing. It is
answered, under the same id, after any number of

    {"id": 7, "thinking": 4200, "seconds": 1.0}   still at it, so many simulations so far: twice a second

by one of

    {"id": 7, "action": ["buy", 1, 4], "simulations": 100, "seconds": 0.12}
    {"id": 7, "overtaken": true}        another request came first: only the newest is worth thinking about
    {"id": 7, "guest": "one sentence"}  somebody's own class that sits there has failed
    {"id": 7, "error": "one sentence"}  the id is null if not even that could be read

A level that thinks on several processes (`ai.chorus`) has its siblings asked with the same letter and a "part": [1, 2], the
number of the part and how many there are, and what the decisions before in the same row have "spent", in milliseconds; instead
of an action they answer {"tried": [[move, visits, rewards], ...], ...}.

Whoever no longer wants an answer sends {"id": 8, "drop": true}, which overtakes like any other request, and is overtaken itself.

A position never crosses the pipe, only the line that leads to it; of one request to the next just the difference is played.
The worker ends when its input does, in the middle of a thought too, and when it wants too much memory. It ignores Ctrl-C, which
is the table's affair, and leaves the terminal alone.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from math import inf
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import IO, Any, Final

from ai.bots import Mind, decision_seed
from ai.chorus import GRACE, SILENCE, Chorus, added_up, parts_for, share
from ai.company import Company
from ai.contestants import read_budget, split
from ai.guests import GuestFailed, is_guest
from ai.levels import Budget, level_of
from ai.limits import MEMORY, OUT_OF_MEMORY, limit_memory
from ai.mcts import most_tried
from ai.playout import Dice
from engine.core.action import Action
from engine.core.errors import BadSetup, EngineError
from engine.core.luck import key
from engine.core.match import Match
from engine.core.rules import NOTHING, Game, Setup
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
        self._mind: Mind | None = None
        self._asked: int = NOTHING  # the node of the question that it thought through last
        self._chorus: Final = Chorus()
        self._company: Final = Company()

    def answer(self, letter: bytes) -> dict[str, Any]:
        """The answer to one request, whatever it holds."""
        number = None
        try:
            request = json.loads(letter)
            number = int(request["id"])
            if "drop" in request:
                return {"id": number, "overtaken": True}
            return {"id": number, **self._think(number, request)}
        except GuestFailed as failed:
            return {"id": number, "guest": str(failed)}
        except EngineError as error:
            return {"id": number, "error": str(error)}
        except (KeyError, TypeError, ValueError) as error:
            return {"id": number, "error": f"the request cannot be read: {type(error).__name__} {error}"[:200]}

    def _think(self, number: int, request: dict[str, Any]) -> dict[str, Any]:
        began = perf_counter()
        match = self._stand(Setup.unpack(request), [Action.unpack(packed) for packed in request["line"]])
        text = str(request["level"])
        level, measure = split(text)
        budget = Budget(int(request["simulations"])) if measure is None else read_budget(measure, text)
        thought = Talk(number, self._said)
        if is_guest(level):
            answer = self._ask_guest(match, level, budget, thought, request)
        else:
            answer = self._ask_level(match, level, budget, thought, request)
        if answer is None:
            return {"overtaken": True}
        return {**answer, "simulations": thought.simulations, "seconds": round(perf_counter() - began, 6)}

    def _ask_level(
        self, match: Match, level: str, budget: Budget, talk: "Talk", request: dict[str, Any]
    ) -> dict[str, Any] | None:
        """The answer; None if another request came first."""
        viewer = int(request["viewer"])
        part, parts = request.get("part", (0, parts_for(level)))
        leads = parts > 1 and part == 0
        if parts > 1:
            budget = share(budget or level_of(level).budget, part, parts)
        seed = decision_seed(match.setup.seed, match.depth(match.log.head), viewer)
        luck = key(seed, part) >> 1 if part else seed
        mind = self._mind_of(match, viewer, level, budget)
        thought = mind.think(match.state, luck, self._made_since(match), request.get("spent"))
        self._asked = NOTHING
        forced = thought.done
        began = perf_counter()

        def go_on() -> bool:
            others = self._chorus.simulations if leads else 0
            talk.tell(thought.simulations + others, perf_counter() - began)
            return self._mail.empty()

        if leads:
            self._chorus.ask({**request, "spent": mind.spent}, parts)
        while not thought.done:
            if not self._mail.empty():
                self._chorus.drop()
                return None
            thought.step()
            go_on()
        tried = thought.search.tried() if thought.search else []
        move = thought.move
        if leads and not forced:
            most = thought.budget.milliseconds
            seconds = most / 1000 + GRACE - (perf_counter() - began) if most else inf
            theirs = self._chorus.gather(SILENCE, go_on, seconds)
            if theirs is None:
                return None
            go_on()
            together = added_up([tried, *theirs])
            move = most_tried(together, Dice(seed)) if together else move
        self._asked = match.log.head
        return {"tried": tried} if part else {"action": match.game.action(match.state, move).pack()}

    def _mind_of(self, match: Match, viewer: int, level: str, budget: Budget) -> Mind:
        """The mind that thought last, if it is the same one's."""
        mind = self._mind
        if mind is None or (mind.game, mind.viewer, mind.level, mind.budget) != (match.game, viewer, level, budget):
            mind = self._mind = Mind(match.game, viewer, level, budget)
            self._asked = NOTHING
        return mind

    def _made_since(self, match: Match) -> int:
        """The answer to the question that was thought through last, if nothing else was played since."""
        log = match.log
        if self._asked in (NOTHING, log.head) or log.parents[log.head] != self._asked:
            return NOTHING
        return match.game.move(match.at(self._asked), log.actions[log.head])

    def _ask_guest(
        self, match: Match, name: str, budget: Budget, talk: "Talk", request: dict[str, Any]
    ) -> dict[str, Any] | None:
        """The answer; None if another request came first."""
        viewer, allowed = int(request["viewer"]), request.get("allowed")
        if match.state.mover != viewer:
            raise BadSetup(f"seat {viewer + 1} is not asked now")
        if not isinstance(allowed, str):
            raise GuestFailed(name, "its code is not allowed to run")

        def go_on(seconds: float) -> bool:
            talk.tell(0, seconds)
            return self._mail.empty()

        move = self._company.choose(match, viewer, name, budget.milliseconds, go_on, allowed)
        return None if move is None else {"action": match.game.action(match.state, move).pack()}

    def _stand(self, setup: Setup, line: list[Action]) -> Match:
        """The match at the end of the line."""
        if self._match is None or self._match.setup != setup:
            self._match = Match(self._games[setup.game], setup)
            self._mind = None
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


class Talk:
    """Tells how a long thought goes on, twice a second."""

    def __init__(self, number: int, said: Callable[[dict[str, Any]], None]) -> None:
        self.simulations = 0
        self._number: Final = number
        self._said: Final = said
        self._told = 0.0

    def tell(self, simulations: int, seconds: float) -> None:
        """So far it has come."""
        self.simulations = simulations
        if seconds - self._told >= EVERY:
            self._told = seconds
            self._said({"id": self._number, "thinking": simulations, "seconds": round(seconds, 1)})


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


def main(megabytes: int = MEMORY) -> None:
    """Serve until the input ends, with so much memory."""
    answers = take_the_pipe()
    mail: Mail = SimpleQueue()

    def say(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    worker = Worker(GAMES, mail, say)
    Thread(target=listen, args=(sys.stdin.buffer, mail), daemon=True).start()
    limit_memory(megabytes)
    while True:
        try:
            say(worker.answer(mail.get()))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
