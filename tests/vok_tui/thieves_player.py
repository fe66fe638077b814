"""Plays King of Thieves in a real terminal, by keys or by clicks, from what the screen shows."""

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
SCORE_SHEET: Final = "Same deal"  # a button
MAX_ANSWERS: Final = 2000
QUESTION_RULE: Final = "── "
Answerer = Callable[[PtyTerminal, str, random.Random], None]


def play_by_keys(table: PtyTerminal, rng: random.Random) -> str:
    """Play to the score sheet with keys. Returns the screen."""
    return play(table, rng, press_answer)


def play_by_mouse(table: PtyTerminal, rng: random.Random) -> str:
    """Play to the score sheet with clicks. Returns the screen."""
    return play(table, rng, click_answer)


def play(table: PtyTerminal, rng: random.Random, answer: Answerer) -> str:
    table.see("Your hand")
    for _ in range(MAX_ANSWERS):
        text = table.settle()
        if SCORE_SHEET in text:
            return text
        answer(table, text, rng)
    raise AssertionError(f"it never ended:\n{table.text}")


def press_answer(table: PtyTerminal, text: str, rng: random.Random) -> None:
    """Answer the question by keys: the key of an answer, a card, or arrows and Enter."""
    question = next(line for line in text.splitlines() if line.startswith(QUESTION_RULE))
    if "play a card" in question or "second card" in question:
        keys = [*"12345", *("eh" if "play a card" in question else "o")]
        table.press(rng.choice(keys))
    elif question.startswith(f"{QUESTION_RULE}Play "):
        table.press(rng.choice(["b", "d", "\x1b[B\r", "\x1b[B\x1b[B\x1b[B\r"]))
    else:
        table.press(rng.choice(["\r", "\x1b[B\r"]))


def click_answer(table: PtyTerminal, text: str, rng: random.Random) -> None:
    """Click on a listed answer, or mostly on a card of the hand when a card is to be played."""
    lines = text.splitlines()
    rule = next(y for y, line in enumerate(lines) if line.startswith(QUESTION_RULE))
    hand = next(y for y, line in enumerate(lines) if line.startswith(" Your hand"))
    lines_below = list(enumerate(lines))[rule + 1 :]
    answers = [(line.index(word), y) for y, line in lines_below for word in ANSWERS if is_answer(line, word)]
    cards = [(match.start(), y) for y in range(hand + 1, rule) for match in CARD.finditer(lines[y])]
    plays_card = "play a card" in lines[rule] or "second card" in lines[rule]
    if not answers and not plays_card:
        raise AssertionError(f"nothing to click on:\n{text}")
    x, y = rng.choice(cards if plays_card and cards and rng.random() < 0.7 else answers or cards)
    table.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")


def is_answer(line: str, word: str) -> bool:
    """Whether a line of the question is an answer: the cursor or a key, and then `word`."""
    return re.match(rf"[ ▸] (?:[^ ]{{1,2}} +)?{word}", line) is not None or line.strip(" ▸").startswith(word)
