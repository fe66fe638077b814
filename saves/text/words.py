"""The words of a score, and the checksum of a text."""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from engine.core.action import MAX_ACTION_ARGUMENTS, Action
from saves.clean_text import clean_and_cut
from saves.format.frames import MAX_NUMBER
from saves.text.record import BadLine, short_quote

PLAIN_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_:.\-]*")
NUMBER: Final = re.compile(r"\d{1,20}", re.ASCII)
CHECK_CHARS: Final = 16


def write_word(text: str) -> str:
    """A plain word unchanged; any other text as a JSON string."""
    return text if PLAIN_WORD.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def read_word(text: str) -> tuple[str, str]:
    """The word at the beginning of a text, and the rest of the text. Raises BadLine."""
    if text.startswith('"'):
        try:
            word, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            raise BadLine(f"{short_quote(text)} begins with a quote that is not closed") from None
        return str(word), text[end:]
    match = PLAIN_WORD.match(text)
    if match is None:
        raise BadLine(f"a word is missing at {short_quote(text)}" if text else "a word is missing")
    return match[0], text[match.end() :]


def read_number(text: str, maximum: int = MAX_NUMBER) -> int:
    """A whole number from 0 to `maximum`. Raises BadLine."""
    if not NUMBER.fullmatch(text) or int(text) > maximum:
        raise BadLine(f"{short_quote(text)} is not a number from 0 to {maximum}")
    return int(text)


def write_action(action: Action) -> str:
    """An action as its verb and arguments."""
    return " ".join([write_word(action.verb), *map(str, action.arguments)])


def read_action(text: str) -> Action:
    """The action that `write_action` wrote. What follows a semicolon is the action in words, and ignored. Raises BadLine."""
    verb, rest = read_word(text)
    arguments = rest.partition(";")[0].split()
    if not verb or verb != clean_and_cut(verb) or len(arguments) > MAX_ACTION_ARGUMENTS:
        raise BadLine(f"{short_quote(text)} is not an action")
    return Action(verb, tuple([read_number(argument) for argument in arguments]))


def checksum_of(lines: Iterable[str]) -> str:
    """The checksum of some lines. Empty lines and spaces at the end of a line, which mail may change, are ignored."""
    checked = "\n".join([line.rstrip() for line in lines if line.strip()])
    return sha256(checked.encode("utf-8", "surrogatepass")).hexdigest()[:CHECK_CHARS]
