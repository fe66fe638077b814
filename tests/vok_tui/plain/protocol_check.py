"""Plays random games as programs do, in processes and over pipes, and counts what goes wrong.

    python -m tests.vok_tui.plain.protocol_check --games 200 --inside
    python -m tests.vok_tui.plain.protocol_check --fuzz 20

plays 200 games of all games and editions, with undo, hints, looking back, analyses, puzzles and messages that mean nothing; or
sends changed messages for 20 minutes. Each message must fit the schemas, each reply must end, and the changes must make the
state.
"""

import json
import os
import random
import select
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from traceback import format_exc
from typing import Any

from engine.core.action import Action
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from saves import Shelf
from tests.vok_tui.plain.json_script import INPUT, SCHEMA, Json, fits, merged
from tests.vok_tui.plain.piped import environ
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.plain.json_lines import JsonLines
from vok_tui.plain.pipe import PipeReader
from vok_tui.plain.terminal import converse

HANG_SECONDS = 60.0
PROGRAM = """
import sys
from vok_tui.__main__ import main
from vok_tui.plain import terminal
terminal.REACTION_SECONDS = 0.0
sys.exit(main())
"""  # without the wait in which an opponent may react
BAD_LINES = (
    "nonsense",
    "[]",
    "{}",
    '{"id": 1}',
    '{"id": 1, "answer": 1, "question": 1, "command": "undo"}',
    "",
    "{" * 5000,
)
LOOKS = ("look", "points", "since", "why", "log", "hand", "help", "repeat", "read urn", "dance", "redo")
MAX_REPLIES = 1500


class Hung(Exception):
    """A reply has no end."""


class Counts:
    """What was counted in all games."""

    def __init__(self) -> None:
        self.games = Counter[str]()
        self.sent = Counter[str]()
        self.messages = Counter[str]()
        self.sizes: dict[str, list[int]] = defaultdict(list)
        self.totals: dict[str, list[int]] = defaultdict(list)
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.violations: list[str] = []
        self.hung: list[str] = []
        self.crashes: list[str] = []
        self.incomplete = Counter[str]()


class QuickThinker:
    """Opponents that answer at random. Plays on from the last request, if that is possible."""

    def __init__(self, seed: int) -> None:
        self._rng, self._steps = random.Random(seed), ()
        self._match: Any = None

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        del report
        if self._match is None or request.steps[: len(self._steps)] != self._steps:
            self._match, self._steps = Match(GAMES[request.setup.game], request.setup), ()
        for step in request.steps[len(self._steps) :]:
            self._match.play_step(step)
        self._steps = request.steps
        state = self._match.state
        return self._match.game.action(state, self._rng.choice(state.legal_moves()))

    def hurry(self) -> None: ...


class Inside:
    """The program in a thread of this process, as `Popen` gives it. It takes a tenth of the time of a process."""

    def __init__(self, home: Path, arguments: list[str]) -> None:
        (reading, to_program), (from_program, writing) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(to_program, "wb", 0), os.fdopen(from_program, "rb", 0)
        self.stderr = BytesIO()
        words = dict(zip(arguments[::2], arguments[1::2], strict=False))
        start = StartOptions(puzzle=("", "", ""))
        if "--game" in words:
            game = words["--game"]
            edition = words.get("--edition", GAMES[game].editions()[0].name)
            players, levels = int(words["--players"]), ("shabti",) if "--level" in words else ()
            seed, variant = int(words["--seed"]), Variant(edition)
            start = StartOptions(new=True, game=game, variant=variant, players=players, levels=levels, seed=seed)
        self._reading, self._writing = PipeReader(reading, "utf-8"), os.fdopen(writing, "w")
        self._home, self._start, self._code = home, start, 1
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        ends = JsonLines(self._reading, self._writing)
        try:
            self._code = converse(ends, Shelf(self._home), self._start, QuickThinker(1), 0.0)
        except Exception:  # noqa: BLE001 - it is counted as a crash
            self.stderr = BytesIO(format_exc().encode())
        self._writing.close()
        os.close(self._reading.fileno())

    def wait(self) -> int:
        self._thread.join()
        self.stdout.close()
        return self._code

    def kill(self) -> None:
        self.stdin.close()


class Player:
    """A client of a program. It reads each reply to its end."""

    is_inside = False

    def __init__(self, home: Path, arguments: list[str], counts: Counts, rng: random.Random) -> None:
        self.counts, self.rng, self.name = counts, rng, " ".join(arguments)
        command = [sys.executable, "-c", PROGRAM, "plain", "--json", *arguments]
        pipe, variables = subprocess.PIPE, environ(home)
        self.process: Any = (
            Inside(home, arguments)
            if self.is_inside
            else subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=variables, bufsize=0)
        )
        self._unread = b""
        self.question: Json = {}
        self.state: Json = {}
        self.number = 0
        self.gets = -1  # the message that asks for the state
        self.latest = b""
        self.bytes = 0
        self.exit_code: int | None = None

    def read(self) -> Json:
        assert self.process.stdout is not None
        while b"\n" not in self._unread:
            if not select.select([self.process.stdout], [], [], HANG_SECONDS)[0]:
                raise Hung(self.name)
            piece = self.process.stdout.read(1 << 16)
            if not piece:
                raise EOFError
            self._unread += piece
        line, _, self._unread = self._unread.partition(b"\n")
        message: Json = json.loads(line)
        if not fits(message, SCHEMA):
            self.counts.violations.append(f"{self.name}: {line[:500]!r}")
        game = message.get("game")
        kind = f"{message['type']} {game['name'] if isinstance(game, dict) else game or ''}".strip()
        self.counts.messages[message["type"]] += 1
        self.counts.sizes[kind].append(len(line) + 1)
        self.bytes += len(line) + 1
        return message

    def reply(self, *ends: Any) -> list[Json]:
        """All messages up to the ends of the replies to these ids; without ids, of any reply."""
        messages, missing = [], set(ends)
        while True:
            message = self.read()
            messages.append(message)
            if message["type"] == "end":
                self.exit_code = message["exit_code"]
                return messages
            if message["type"] == "state":
                if message["reply_to"] == self.gets and message["state"] != self.state:
                    self.counts.violations.append(f"{self.name}: the changes do not make the state")
                self.state = message["state"]
            elif message["type"] == "question":
                self.question = message
                game = message.get("game")
                self.counts.incomplete[game["name"] if game else ""] += not message["complete"]
                self.state = merged(self.state, game["changes"]) if game else {}
            elif message["type"] == "ready":
                if message["question"] not in (None, self.question["question"]):
                    self.counts.violations.append(f"{self.name}: ready names another question")
                missing.discard(message["reply_to"])
                if not missing and (message["question"] is not None or ends[1:]):
                    return messages

    def send(self, wish: Json) -> list[Json]:
        self.number += 1
        message = {"id": self.number, **wish}
        if not fits(message, INPUT):
            self.counts.violations.append(f"{self.name}: sent {message}")
        self.counts.sent[next(name for name in wish if name != "question")] += 1
        before = time.monotonic()
        self.send_line(json.dumps(message).encode())
        self.gets = self.number if wish.get("get") == "state" else -1
        messages = self.reply(self.number)
        seats = {each["event"]["seat"] for each in messages if each["type"] == "event"}
        if "answer" in wish and len(seats) == 1 and not any(each["type"] == "progress" for each in messages):
            game = next(each["game"] for each in messages if each["type"] == "event")
            self.counts.seconds[game].append(time.monotonic() - before)
        return messages

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.latest = line
        self.process.stdin.write(line + b"\n")

    def send_and_cancel(self, wish: Json) -> None:
        """Send a message, and one that cancels it."""
        self.number += 1
        self.send_line(json.dumps({"id": self.number, **wish}).encode())
        self.send_line(json.dumps({"id": "stop", "cancel": self.number}).encode())
        self.counts.sent["cancel"] += 1
        self.reply(self.number, "stop")

    def answer(self, number: int) -> list[Json]:
        return self.send({"question": self.question["question"], "answer": number})

    def answer_with(self, words: str) -> bool:
        """Give the first answer whose text begins with these words. Returns False if there is none."""
        for answer in self.question["answers"]:
            if answer["text"].startswith(words):
                self.answer(answer.get("number") or answer["ways"][0]["number"])
                return True
        return False

    # -- what a game is made of

    def play(self) -> None:
        self.reply()
        for _ in range(MAX_REPLIES):
            if self.exit_code is not None or self.question["text"] == "What next?":
                break
            self.step()
        game = self.name.split()[1] if "--game" in self.name else "other"
        self.counts.games[self.name if self.question["text"] == "What next?" else f"left: {self.name}"] += 1
        self.counts.totals[game].append(self.bytes)
        if self.exit_code is None:
            self.look_back()
        if self.exit_code is None:
            self.send({"command": "quit"})
        self.end()

    def step(self) -> None:
        chance = self.rng.random()
        if self.question["takes_text"]:
            self.send({"question": self.question["question"], "text": "Ann"})
        elif chance < 0.02:
            self.send_line(self.rng.choice(BAD_LINES).encode())
            self.counts.sent["bad"] += 1
            self.reply()
        elif chance < 0.05:
            self.send({"command": self.rng.choice(LOOKS)})
        elif chance < 0.08:
            self.send({"command": "undo"})
        elif chance < 0.082 and "game" in self.question:
            self.send({"command": "hint"})
            if self.question["text"].endswith("Show it?"):
                wish = {"question": self.question["question"], "answer": 1}
                self.send_and_cancel(wish) if self.rng.random() < 0.7 else self.send(wish)
        elif chance < 0.12 and "game" in self.question:
            self.send({"get": "state"})
        elif chance < 0.14:
            what = self.rng.choice(("answers", "commands", "cards", "map", "rules"))
            self.send({"get": what})
        else:
            self.answer(self.rng.randint(1, self.question["count"]))

    def look_back(self) -> None:
        """The review, and an analysis that is cancelled."""
        if self.answer_with("Review this game"):
            for _ in range(6):
                self.answer_with("Next turn") or self.answer_with("Next ")
            self.send({"command": "points"})
        if self.rng.random() < 0.1:
            self.send_and_cancel({"command": "analyse"})

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait() if self.is_inside else 0
        errors = self.process.stderr.read().decode()
        code = code or self.process.wait()
        if code != 0 or errors:
            self.counts.crashes.append(f"{self.name}: {code} {errors[-600:]}")


def all_setups() -> list[list[str]]:
    """The arguments of each game, edition and number of players; puzzles too."""
    return [["puzzle"]] + [
        ["--game", name, *(["--edition", edition.name] if len(game.editions()) > 1 else []), "--players", str(players)]
        for name, game in GAMES.items()
        for edition in game.editions()
        for players in edition.player_counts
    ]


def play_games(count: int, minutes: float, seed: int, counts: Counts) -> None:
    setups, deadline = all_setups(), time.monotonic() + 60 * minutes
    for number in range(count):
        if time.monotonic() > deadline:
            break
        rng = random.Random(seed + number)
        arguments = setups[number % len(setups)]
        if "--game" in arguments:
            level = [] if arguments[-1] == "1" else ["--level", "shabti"]
            arguments = [*arguments, *level, "--seed", str(seed + number), "--new"]
        with tempfile.TemporaryDirectory() as home:
            player = Player(Path(home), arguments, counts, rng)
            try:
                player.play()
            except Hung:
                counts.hung.append(f"{player.name}: {player.latest[:300]!r} after {player.question.get('text')}")
                player.process.kill()
            except (EOFError, BrokenPipeError):
                player.end()
                counts.crashes.append(f"{player.name}: it ended")


def fuzz(minutes: float, seed: int, counts: Counts) -> None:
    """Send changed messages; each line must have a reply that ends."""
    rng, deadline, setups = random.Random(seed), time.monotonic() + 60 * minutes, all_setups()
    while time.monotonic() < deadline:
        arguments = rng.choice(setups)
        more = []
        if "--game" in arguments:
            level = [] if arguments[-1] == "1" else ["--level", "shabti"]
            more = [*level, "--seed", str(rng.randint(1, 10**6)), "--new"]
        with tempfile.TemporaryDirectory() as home:
            player = Player(Path(home), [*arguments, *more], counts, rng)
            counts.games["fuzzed"] += 1
            try:
                player.reply()
                for _ in range(400):
                    if player.exit_code is not None or time.monotonic() > deadline:
                        break
                    player.send_line(changed(rng, player.question))
                    counts.sent["fuzz"] += 1
                    player.reply()
                if player.exit_code is None:
                    player.send({"command": "quit"})
                player.end()
            except Hung:
                counts.hung.append(f"{player.name}: {player.latest[:300]!r} after {player.question.get('text')}")
                player.process.kill()
            except (EOFError, BrokenPipeError):
                player.end()
                counts.crashes.append(f"{player.name}: it ended")


def changed(rng: random.Random, question: Json) -> bytes:
    """A line near a right message."""
    values: list[Any] = [
        0,
        1,
        -1,
        2**53,
        2**80,
        1.5,
        1e999,
        None,
        True,
        "",
        "a" * 500,
        "quit now",
        "undo",
        "\x1b[A",
        [],
        {},
        question["question"],
    ]
    message: Json = {"id": rng.choice((1, "a", rng.choice(values)))}
    number = rng.randint(0, question["count"] + 1)
    message |= rng.choice((
        {"question": question["question"], "answer": number}, {"command": rng.choice(LOOKS)}, {"get": "state"},
        {"question": question["question"], "text": "Ann\u202e"}, {"cancel": 1},
        {"command": f"{rng.choice(LOOKS)} {rng.choice(values)}"},
    ))  # fmt: skip
    if rng.random() < 0.5:
        message[rng.choice((*message, "answer", "text", "command", "get", "cancel", "question", "x"))] = rng.choice(
            values
        )
    line = json.dumps(message).encode()
    if rng.random() < 0.3:
        place = rng.randrange(len(line))
        line = (
            line[:place]
            + bytes(rng.choice((0, 34, 44, 123, 125, 128, 255)) for _ in range(rng.randint(0, 3)))
            + line[place + 1 :]
        )
    return line.replace(b"\n", b" ")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def report(counts: Counts) -> None:
    say(f"{sum(counts.games.values())} conversations; sent: {dict(counts.sent)}")
    left = sum(number for name, number in counts.games.items() if name.startswith("left"))
    say(f"{left} left before their end; {sum(counts.messages.values())} messages: {dict(counts.messages)}")
    say(f"violations: {len(counts.violations)}, hanging: {len(counts.hung)}, crashes: {len(counts.crashes)}")
    for fault in [*counts.violations, *counts.hung, *counts.crashes][:20]:
        say(f"  {fault}")
    say(f"incomplete questions: {dict(counts.incomplete)}")
    say("bytes of a message: number, median, 95 in 100, most")
    for kind, sizes in sorted(counts.sizes.items()):
        say(
            f"  {kind:<18} {len(sizes):>7} {median(sizes):>7.0f} {quantiles([*sizes, sizes[0]], n=20)[-1]:>7.0f} {max(sizes):>7}"
        )
    for game, totals in counts.totals.items():
        say(f"bytes of a whole game, {game}: median {median(totals):,.0f}, most {max(totals):,}")
    for game, seconds in counts.seconds.items():
        usual, slow = 1000 * median(seconds), 1000 * quantiles([*seconds, seconds[0]], n=20)[-1]
        say(f"from an answer to ready, {game}: median {usual:.1f} ms, 95 in 100 {slow:.1f} ms")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--inside", action="store_true", help="play in threads of this process, which is quicker")
    parser.add_argument("--minutes", type=float, default=1e9, help="no game begins later")
    parser.add_argument("--fuzz", type=float, default=0.0, metavar="MINUTES")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    counts, Player.is_inside = Counts(), args.inside
    play_games(args.games, args.minutes, args.seed, counts)
    if args.fuzz:
        fuzz(args.fuzz, args.seed, counts)
    report(counts)


if __name__ == "__main__":
    main()
