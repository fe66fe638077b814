"""Plays Tal der Koenige in a real terminal, by keys or by clicks, from what the screen shows."""

import random
import re
from collections.abc import Callable
from typing import Final

from tests.vok_tui.pty_terminal import PtyTerminal

ANSWER: Final = re.compile(
    r"^[ ▸] +(?:[a-z0-9⏎]{1,5} +)?"
    r"((?:Lay|Stop at|Claim|Move a worker|Go to|Take over|Steal|Place|Done|The score sheet|To the end).*?)(?:  |$|▾|▴)"
)
PLACE: Final = re.compile(r"(?:Stop at|Go to|worker from) (\d+)(?:/([A-F]))?")
BLOCK: Final = re.compile(r"(?:Place|Steal) an? (\w+) block (?:at|from) site (\d+)")
MAP_COLUMNS: Final = 55  # at least
FREE_SPACE: Final = re.compile(r"(?<![A-Za-z])[A-F]+(?![a-z])(?: [A-F]\b)*")
USABLE_AREA: Final = re.compile(r"•(?:1[6-9]|2[0-2]) ")
COLOURS: Final = {"black": "k", "red": "r", "yellow": "y", "white": "w", "blue": "b"}
ENDING_ANSWERS: Final = ("Done", "Lay no more here")
QUESTION_RULE: Final = "── "
MAX_ANSWERS: Final = 2000
ListedAnswers = list[tuple[int, int, str]]  # column, line and text of each answer
Answerer = Callable[[PtyTerminal, str, ListedAnswers, random.Random], None]


def play_by_keys(table: PtyTerminal, rng: random.Random, hurry: float = 0.0) -> str:
    """Play to the score sheet with keys. `hurry` is the probability of ending a step that can be ended. Returns the screen."""
    return play(table, rng, press_answer, hurry)


def play_by_mouse(table: PtyTerminal, rng: random.Random, hurry: float = 0.0) -> str:
    """Play to the score sheet with clicks. Returns the screen."""
    return play(table, rng, click_answer, hurry)


def play(table: PtyTerminal, rng: random.Random, answer: Answerer, hurry: float) -> str:
    table.see("Lots")
    for _ in range(MAX_ANSWERS):
        text = table.settle()
        if "Rematch" in text:
            return text
        ends = [listed for listed in listed_answers(text) if listed[2] in ENDING_ANSWERS]
        answer(table, text, ends if ends and rng.random() < hurry else listed_answers(text), rng)
    raise AssertionError(f"it never ended:\n{table.text}")


def listed_answers(text: str) -> ListedAnswers:
    lines = text.splitlines()
    rule = question_line(lines)
    width = len(lines[rule].rpartition("──")[0]) + 2
    matches = [(ANSWER.match(line[:width]), y) for y, line in enumerate(lines) if y > rule]
    return [(match.start(1), y, match[1].strip()) for match, y in matches if match is not None]


def question_line(lines: list[str]) -> int:
    return next(y for y, line in enumerate(lines) if line.startswith(QUESTION_RULE))


def press_answer(table: PtyTerminal, text: str, answers: ListedAnswers, rng: random.Random) -> None:
    """Type the name of an answer if it has one, else choose it with the arrows."""
    assert answers, f"nothing to answer:\n{text}"
    answer = rng.choice(answers)
    place, block = PLACE.search(answer[2]), BLOCK.search(answer[2])
    if place is not None and rng.random() < 0.7:
        table.press(f"{place[1]}{(place[2] or '').lower()}")
    elif block is not None and rng.random() < 0.7:
        table.press(f"{block[2]}{COLOURS[block[1]]}")
    elif answer[2] in ENDING_ANSWERS:
        table.press("n")
    else:
        lines = text.splitlines()
        cursor_line = next((y for y in range(question_line(lines), len(lines)) if lines[y].startswith("▸")), None)
        steps = 0 if cursor_line is None else answer[1] - cursor_line
        table.press("\t" if cursor_line is None else ("\x1b[B" if steps > 0 else "\x1b[A") * abs(steps) + "\r")


def click_answer(table: PtyTerminal, text: str, answers: ListedAnswers, rng: random.Random) -> None:
    """Click on a listed answer, or on a place of the map where the figure that moves can go."""
    lines = text.splitlines()
    board = lines[1 : question_line(lines)]
    places = [(match.start() + 1, y) for y, line in enumerate(board, 1) for match in USABLE_AREA.finditer(line)]
    if any("◆" in line for line in board):  # a worker moves: letters are spaces where it can go
        places += [
            (match.start(), y) for y, line in enumerate(board, 1) for match in FREE_SPACE.finditer(line[:MAP_COLUMNS])
        ]
    assert places or answers, f"nothing to click on:\n{text}"
    x, y = rng.choice(places) if places and rng.random() < 0.7 else rng.choice(answers)[:2]
    table.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
