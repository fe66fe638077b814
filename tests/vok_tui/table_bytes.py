"""How many bytes the table sends for what happens on it, with 24-bit colours."""

import random
from collections import defaultdict
from pathlib import Path

from tests.vok_tui import tal_player, thieves_player
from tests.vok_tui.pty_terminal import PtyTerminal

GAME = ("play", "--new", "--players", "3", "--level", "scribe", "--seed", "12", "--first", "you", "--pace", "10")
TRUE_COLOR = {"COLORTERM": "truecolor"}
LIMITS = {
    "cursor step": 1_500,
    "card laid out": 2_000,
    "step looked back at": 6_000,
    "step of an opponent": 6_000,
    "change of turn": 24_000,
    "idle": 0,
}
"""The most that may be sent for each."""
REVIEW_LIMIT = 4_000  # of a step in a review at 80x24
ANSWER = "answer"
OTHER_EVERY_ANSWERS = 6  # other kinds of steps are measured
MAX_KEYS = 40  # for one turn of the player


def bytes_for(vok: PtyTerminal, keys: str) -> int:
    """Bytes that come for keys. The terminal has to be at rest before."""
    before = len(vok.sent)
    vok.press(keys)
    vok.settle()
    return len(vok.sent) - before


def measure_table(home: Path, columns: int, lines: int, turns: int) -> dict[str, list[int]]:
    """Play some turns of a game: end each turn, then show the steps of the opponents one by one."""
    found: dict[str, list[int]] = defaultdict(list)
    with PtyTerminal(home, *GAME, columns=columns, lines=lines, env=TRUE_COLOR) as vok:
        vok.see("Your hand")
        vok.settle()
        for _ in range(turns):
            found["cursor step"] += [bytes_for(vok, key) for key in ("\x1b[C", "\x1b[B", "\x1b[A")]
            found["step looked back at"] += [bytes_for(vok, key) for key in (",", ",", ".", "\x1b")]
            vok.press("z")  # a purchase; if it cannot be paid for yet, cards can be laid out nevertheless
            if "gold" in vok.settle() and any(sign in vok.text for sign in "●○"):
                found["card laid out"] += [bytes_for(vok, key) for key in "1155"]
            vok.press("\x1b")
            vok.settle()
            vok.press("n")
            for _ in range(MAX_KEYS):  # what else is asked at the end of a turn
                if "is thinking" in vok.settle():
                    break
                vok.press("\r")
            before = len(vok.sent)
            vok.read(1.0)
            found["idle"].append(len(vok.sent) - before)
            while "is thinking" in vok.settle():
                sent = bytes_for(vok, ".")
                is_over = "is thinking" not in vok.text or "entomb, or end your turn" in vok.text
                found["change of turn" if is_over else "step of an opponent"].append(sent)
    return found


def chapter(vok: PtyTerminal) -> str:
    """The tomb or the round that the heading names: the step that ends it changes the whole table, as a turn does."""
    return vok.text.partition(",")[0]


def measure_game(home: Path, game: str, columns: int, lines: int, answers: int) -> dict[str, list[int]]:
    """Play some answers of a game that is not played by purchases: King of Thieves or Tal der Koenige. The bytes of an answer are
    those of all its keys."""
    found: dict[str, list[int]] = defaultdict(list)
    chance = random.Random(1)
    options = ("play", "--new", "--game", game, "--players", "3", "--level", "scribe", "--seed", "12", "--pace", "10")
    with PtyTerminal(home, *options, columns=columns, lines=lines, env=TRUE_COLOR) as vok:
        vok.see("Thieves" if game == "thieves" else "Lots")
        for answer in range(answers):
            while any(word in vok.settle() for word in ("thinking", "is done")):
                before, sent = chapter(vok), bytes_for(vok, ".")
                goes_on = "thinking" in vok.text and chapter(vok) == before
                found["step of an opponent" if goes_on else "change of turn"].append(sent)
            if answer % OTHER_EVERY_ANSWERS == 0:
                found["cursor step"] += [bytes_for(vok, key) for key in ("\x1b[B", "\x1b[A", "\t")]
                before = len(vok.sent)
                vok.read(1.0)
                found["idle"].append(len(vok.sent) - before)
            before = len(vok.sent)
            if game == "thieves":
                thieves_player.press_answer(vok, vok.text, chance)
            else:
                tal_player.press_answer(vok, vok.text, tal_player.listed_answers(vok.text), chance)
            vok.settle()
            found[ANSWER].append(len(vok.sent) - before)
    return found


def measure_review(home: Path, path: Path, columns: int, lines: int, steps: int) -> dict[str, list[int]]:
    """Go through the end of a finished game by steps and by turns, with and without the tree."""
    found: dict[str, list[int]] = defaultdict(list)
    with PtyTerminal(home, "open", str(path), columns=columns, lines=lines, env=TRUE_COLOR) as vok:
        vok.see("hands closed")
        vok.settle()
        found["step"] = [bytes_for(vok, "\x1b[D") for _ in range(steps)]
        found["turn"] = [bytes_for(vok, "[") for _ in range(steps)]
        vok.press("t")
        vok.settle()
        found["step, the other list"] = [bytes_for(vok, "\x1b[D") for _ in range(steps)]
        found["to the largest swing"] = [bytes_for(vok, "k" * 5), bytes_for(vok, "<")]
        before = len(vok.sent)
        vok.read(1.0)
        found["idle"].append(len(vok.sent) - before)
    return found
