"""Measures the bytes that the table sends for keys and steps, with 24-bit colours."""

import random
import sys
from collections import defaultdict
from datetime import date
from pathlib import Path
from time import time

from tests.vok_tui import tal_player, thieves_player
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.pty_terminal import PtyTerminal
from vok_tui.learning.puzzles import DAY, FIRST_DAY, puzzles_by_day, shipped_puzzles

GAME = ("play", "--new", "--players", "3", "--level", "scribe", "--seed", "12", "--first", "you", "--pace", "10")
TRUE_COLOR = {"COLORTERM": "truecolor"}
CLOCKED = (sys.executable, str(Path(__file__).with_name("clocked_vok.py")))
LIMITS = {
    "cursor step": 1_000,
    "card laid out": 1_000,
    "step looked back at": 6_000,
    "step of an opponent": 6_000,
    "change of turn": 24_000,
    "idle": 0,
}
"""The maximum number of bytes for each."""
REVIEW_LIMIT = 3_000  # of a step in a review at 80x24
ORDINARY, LOW = "ordinary", "low bandwidth"
SCREEN_LIMITS = {ORDINARY: (12_000, 8_000), LOW: (9_000, 2_560)}
"""The maximum number of bytes for the first screen, and for any key at 80x24. The largest screen is a puzzle of Tal;
2,560 bytes take 2.7 seconds at 9,600 bit/s."""
LEFT, DOWN = "\x1b[D", "\x1b[B"
ESC = "\x1b[27u"  # as a terminal sends it that leaves no doubt
# Keys and the screens that they lead to. At each of them nothing may be sent without a key.
WALK = (
    ("?", "help"),
    (ESC, "back from help"),
    ("k", "cards"),
    ("/", "search in the cards"),
    ((ESC, ESC), "back from the cards"),
    ("\x10", "palette"),
    ("a", "a letter in the palette"),
    (ESC, "back from the palette"),
    ("v", "review"),
    (ESC, "back from the review"),
    ("m", "start screen"),
    ("n", "new game"),
    (ESC, "back from new game"),
    ("s", "statistics"),
    ("L", "losses"),
    (ESC, "back from the losses"),
    (ESC, "back from the statistics"),
    ("d", "daily game"),
    (LEFT, "the day before"),
    (ESC, "back from the daily game"),
    ("p", "practice"),
    (ESC, "back from practice"),
    ("g", "goals"),
    (DOWN, "the next goal"),
    (ESC, "back from the goals"),
    ("z", "puzzle"),
    (DOWN, "the next answer"),
    ("S", "the answers of the puzzle"),
    (ESC, "back from the puzzle"),
    ("c", "the table"),
)
ANSWER = "answer"
MEASURE_OTHERS_EVERY_ANSWERS = 6
MAX_KEYS = 40  # for one turn of the player


def bytes_for(vok: PtyTerminal, keys: str) -> int:
    """The number of bytes sent for `keys`. The program must be idle before."""
    before = len(vok.sent)
    vok.press(keys)
    vok.settle()
    return len(vok.sent) - before


def measure_table(home: Path, columns: int, lines: int, turns: int) -> dict[str, list[int]]:
    """Play some turns of a game: end each turn, then show the steps of the opponents one by one."""
    byte_counts: dict[str, list[int]] = defaultdict(list)
    with PtyTerminal(home, *GAME, columns=columns, lines=lines, env=TRUE_COLOR) as vok:
        vok.see("Your hand")
        vok.settle()
        for _ in range(turns):
            byte_counts["cursor step"] += [bytes_for(vok, key) for key in ("\x1b[C", "\x1b[B", "\x1b[A")]
            byte_counts["step looked back at"] += [bytes_for(vok, key) for key in (",", ",", ".", "\x1b")]
            vok.press("z")  # a purchase; cards can be laid out even if it cannot be paid yet
            if "gold" in vok.settle() and any(sign in vok.text for sign in "●○"):
                byte_counts["card laid out"] += [bytes_for(vok, key) for key in "1155"]
            vok.press("\x1b")
            vok.settle()
            vok.press("n")
            for _ in range(MAX_KEYS):  # other questions at the end of a turn
                if "is thinking" in vok.settle():
                    break
                vok.press("\r")
            before = len(vok.sent)
            vok.read(1.0)
            byte_counts["idle"].append(len(vok.sent) - before)
            while "is thinking" in vok.settle():
                sent = bytes_for(vok, ".")
                is_over = "is thinking" not in vok.text or "entomb, or end your turn" in vok.text
                byte_counts["change of turn" if is_over else "step of an opponent"].append(sent)
    return byte_counts


def measure_screens(home: Path, mode: str) -> tuple[int, dict[str, int], dict[str, int]]:
    """Go to many screens and back. Returns the bytes of the first screen, of each key, and those that were sent without a key."""
    byte_counts: dict[str, int] = {}
    idle: dict[str, int] = {}
    options = ("--low-bandwidth",) if mode == LOW else ()
    finished_game(home)  # without one, the welcome would be in place of the start screen
    days = home / "days"
    days.write_text(str((noon_of_largest_puzzle() - time()) / DAY))
    with PtyTerminal(home, str(days), *GAME, *options, env=TRUE_COLOR, command=CLOCKED) as vok:
        vok.see("Your hand")
        vok.settle()
        first = len(vok.sent)
        for keys, name in WALK:
            before = len(vok.sent)
            for key in keys if isinstance(keys, tuple) else (keys,):
                vok.press(key)
                vok.settle(2)
            byte_counts[name], before = len(vok.sent) - before, len(vok.sent)
            if name in ("palette", "search in the cards", "new game"):
                vok.read(0.6)  # a cursor would blink
                idle[name] = len(vok.sent) - before
    return first, byte_counts, idle


def noon_of_largest_puzzle() -> float:
    """The Unix time of the noon of a day whose puzzle has the most answers in Tal, and so the largest screen."""
    puzzles = shipped_puzzles()
    largest = max(puzzles.values(), key=lambda puzzle: (puzzle.game == "tal", len(puzzle.decision.answers)))
    first = (FIRST_DAY - date(1970, 1, 1)).days
    return next(
        day * DAY + DAY / 2
        for day, puzzle in enumerate(puzzles_by_day(puzzles.values()), first)
        if day >= 20_000 and puzzle is largest
    )


def chapter(vok: PtyTerminal) -> str:
    """The tomb or round in the heading. Its last step changes the whole table, as the end of a turn does."""
    return vok.text.partition(",")[0]


def measure_game(home: Path, game: str, columns: int, lines: int, answers: int) -> dict[str, list[int]]:
    """Give some answers in King of Thieves or Tal der Koenige. The bytes of an answer are those of all its keys."""
    byte_counts: dict[str, list[int]] = defaultdict(list)
    rng = random.Random(1)
    options = ("play", "--new", "--game", game, "--players", "3", "--level", "scribe", "--seed", "12", "--pace", "10")
    with PtyTerminal(home, *options, columns=columns, lines=lines, env=TRUE_COLOR) as vok:
        vok.see("Thieves" if game == "thieves" else "Lots")
        for answer in range(answers):
            while any(word in vok.settle() for word in ("thinking", "is done")):
                before, sent = chapter(vok), bytes_for(vok, ".")
                is_same_chapter = "thinking" in vok.text and chapter(vok) == before
                byte_counts["step of an opponent" if is_same_chapter else "change of turn"].append(sent)
            if answer % MEASURE_OTHERS_EVERY_ANSWERS == 0:
                byte_counts["cursor step"] += [bytes_for(vok, key) for key in ("\x1b[B", "\x1b[A", "\t")]
                before = len(vok.sent)
                vok.read(1.0)
                byte_counts["idle"].append(len(vok.sent) - before)
            before = len(vok.sent)
            if game == "thieves":
                thieves_player.press_answer(vok, vok.text, rng)
            else:
                tal_player.press_answer(vok, vok.text, tal_player.listed_answers(vok.text), rng)
            vok.settle()
            byte_counts[ANSWER].append(len(vok.sent) - before)
    return byte_counts


def measure_review(home: Path, path: Path, columns: int, lines: int, steps: int) -> dict[str, list[int]]:
    """Go back from the end of a finished game by steps and by turns, with and without the tree."""
    byte_counts: dict[str, list[int]] = defaultdict(list)
    with PtyTerminal(home, "open", str(path), columns=columns, lines=lines, env=TRUE_COLOR) as vok:
        vok.see("hands closed")
        vok.settle()
        byte_counts["step"] = [bytes_for(vok, "\x1b[D") for _ in range(steps)]
        byte_counts["turn"] = [bytes_for(vok, "[") for _ in range(steps)]
        vok.press("t")
        vok.settle()
        byte_counts["step, the other list"] = [bytes_for(vok, "\x1b[D") for _ in range(steps)]
        byte_counts["to the largest swing"] = [bytes_for(vok, "k" * 5), bytes_for(vok, "<")]
        before = len(vok.sent)
        vok.read(1.0)
        byte_counts["idle"].append(len(vok.sent) - before)
    return byte_counts
