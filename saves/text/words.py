"""The words and the check that the score is made of."""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from engine.core.action import MAX_ACTION_ARGUMENTS, Action
from saves.clean_text import clean
from saves.format.frames import MAX_NUMBER
from saves.text.record import BadLine, short_quote

PLAIN_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_:.\-]*")
NUMBER: Final = re.compile(r"\d{1,20}", re.ASCII)
CHECK_CHARS: Final = 16


def write_word(text: str) -> str:
    """A word as it is, or else in quotes as in JSON."""
    return text if PLAIN_WORD.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def read_word(text: str) -> tuple[str, str]:
    """The word that a text begins with, and what stands behind it. Raises BadLine."""
    if text.startswith('"'):
        try:
            word, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            raise BadLine(f"{short_quote(text)} begins with a quote that does not end") from None
        return str(word), text[end:]
    found = PLAIN_WORD.match(text)
    if found is None:
        raise BadLine(f"a word is missing at {short_quote(text)}" if text else "a word is missing")
    return found[0], text[found.end() :]


def read_number(text: str, most: int = MAX_NUMBER) -> int:
    """A whole number from 0 to `most`. Raises BadLine."""
    if not NUMBER.fullmatch(text) or int(text) > most:
        raise BadLine(f"{short_quote(text)} is no number from 0 to {most}")
    return int(text)


def write_action(action: Action) -> str:
    """The verb and the arguments."""
    return " ".join([write_word(action.verb), *map(str, action.arguments)])


def read_action(text: str) -> Action:
    """The way back; what stands behind a semicolon says the action in words and is not read. Raises BadLine."""
    verb, rest = read_word(text)
    arguments = rest.partition(";")[0].split()
    if not verb or verb != clean(verb) or len(arguments) > MAX_ACTION_ARGUMENTS:
        raise BadLine(f"{short_quote(text)} is no action")
    return Action(verb, tuple([read_number(argument) for argument in arguments]))


def checksum_of(lines: Iterable[str]) -> str:
    """The check of the lines above it. Empty lines and blanks at the end of a line, which mail may change, do not count."""
    told = "\n".join([line.rstrip() for line in lines if line.strip()])
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:CHECK_CHARS]
