"""Plays King of Thieves in a real terminal, by keys alone or by clicks alone, from what the screen shows."""

import random
import re
from collections.abc import Callable
from typing import Final

from tests.vok_tui.pty_terminal import PtyTerminal

ANSWERS: Final = (
    "Escape",
    "Hide",
    "Play ",
    "Stand for",
    "Count for",
    "Use ",
    "Leave it",
    "To the end",
    "The score sheet",
)
CARD: Final = re.compile(r"\d (?:key|lamp|shield|sword|ruby)|\d(?:ke|la|sh|sw|ru)/")
SHEET: Final = "Dealt by seed"
MAX_ANSWERS: Final = 2000
QUESTION_RULE: Final = "── "
Answerer = Callable[[PtyTerminal, str, random.Random], None]


def play_by_keys(table: PtyTerminal, chance: random.Random) -> str:
    """Play to the score sheet with keys alone. Returns the screen."""
    return play(table, chance, press_answer)


def play_by_mouse(table: PtyTerminal, chance: random.Random) -> str:
    """Play to the score sheet with clicks alone. Returns the screen."""
    return play(table, chance, click_answer)


def play(table: PtyTerminal, chance: random.Random, answer: Answerer) -> str:
    table.see("Your hand")
    for _ in range(MAX_ANSWERS):
        text = table.settle()
        if SHEET in text:
            return text
        answer(table, text, chance)
    raise AssertionError(f"it never ended:\n{table.text}")


def press_answer(table: PtyTerminal, text: str, chance: random.Random) -> None:
    """Press a key that the question has: an answer of its own, a card, or Enter on one of those below."""
    question = next(line for line in text.splitlines() if line.startswith(QUESTION_RULE))
    if "play a card" in question or "second card" in question:
        keys = [*"12345", *("eh" if "play a card" in question else "o")]
        table.press(chance.choice(keys))
    elif question.startswith(f"{QUESTION_RULE}Play "):
        table.press(chance.choice(["b", "d", "\x1b[B\r", "\x1b[B\x1b[B\x1b[B\r"]))
    else:
        table.press(chance.choice(["\r", "\x1b[B\r"]))


def click_answer(table: PtyTerminal, text: str, chance: random.Random) -> None:
    """Click on an answer that is listed; where cards are played, mostly on a card of the hand."""
    lines = text.splitlines()
    rule = next(y for y, line in enumerate(lines) if line.startswith(QUESTION_RULE))
    hand = next(y for y, line in enumerate(lines) if line.startswith(" Your hand"))
    below = list(enumerate(lines))[rule + 1 :]
    answers = [(line.index(word), y) for y, line in below for word in ANSWERS if is_answer(line, word)]
    cards = [(found.start(), y) for y in range(hand + 1, rule) for found in CARD.finditer(lines[y])]
    plays = "play a card" in lines[rule] or "second card" in lines[rule]
    if not answers and not plays:
        raise AssertionError(f"nothing to click on:\n{text}")
    x, y = chance.choice(cards if plays and cards and chance.random() < 0.7 else answers or cards)
    table.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")


def is_answer(line: str, word: str) -> bool:
    """Whether a line of the question is an answer: it begins with the cursor or a key, then the words."""
    return re.match(rf"[ ▸] (?:[^ ]{{1,2}} +)?{word}", line) is not None or line.strip(" ▸").startswith(word)
