"""A game as text: a score to read and compare, JSON lines for programs, and one line to paste.
`docs/text-format.md` describes them.

`write_game` writes a game, and `read_game` reads any of the three. A text may come from anybody: its size is limited, it is
cleaned, and no code that it names is imported.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.game import HUMAN, Game
from engine.core.match import Match
from engine.core.plain_text import MAX_TEXT_BYTES, NotText, decode_text
from saves.format.frames import MAGIC, U64_MASK
from saves.format.header import Header
from saves.text.game_score import FIRST_LINE, read_game_score, write_game_score
from saves.text.json_lines import read_json, write_json
from saves.text.line import is_game_line, read_game_line, write_game_line
from saves.text.playing import PlayedText, play_text
from saves.text.record import MAX_LINES, TextFault, TextRefused, recorded_game_of, short_quote

MAX_CHARS_BEFORE_GAME: Final = 2_000  # of other words, in which the beginning of a game is looked for
# The beginnings of the three forms. A score and JSON lines begin a line, perhaps after the marks of a quotation.
GAME_STARTS: Final = (
    re.compile(r"^[^\w\n{]{0,20}(Vok score)", re.M),
    re.compile(r"^[^\w\n{]{0,20}(\{)[^\n]*\"(?:vok|schema)\"", re.M),
    re.compile(r"(?<!\w)(vok\d{1,3}:)"),
)
QUOTATION: Final = re.compile(r"^[ \t]*(?:> ?)+", re.M)
FORMATS: Final = ("text", "json", "line")

__all__ = [
    "FORMATS",
    "MAX_TEXT_BYTES",
    "PlayedText",
    "TextFault",
    "TextRefused",
    "find_game",
    "has_game_line",
    "read_game",
    "text_would_reveal_secrets",
    "write_game",
]


def find_game(text: str) -> str:
    """The part of a text from the beginning of a game on, in any of the three forms: without what a mail or a chat has put before
    it, and without marks of quotation. "" if no game begins there."""
    if text.lstrip().startswith("{"):
        text = text.lstrip()
        first_line = text.partition("\n")[0]
        return text if '"vok"' in first_line or '"schema"' in first_line else ""
    found = [pattern.search(text, 0, MAX_CHARS_BEFORE_GAME) for pattern in GAME_STARTS]
    start = min([match.start(1) for match in found if match is not None], default=-1)
    if start < 0:
        return ""
    is_quoted = text[text.rfind("\n", 0, start) + 1 : start].lstrip().startswith(">")
    return QUOTATION.sub("", text[start:]) if is_quoted else text[start:]


def has_game_line(word: str) -> bool:
    """Whether an argument of a command is, or contains, a game in one line, and not the name of a file."""
    return GAME_STARTS[-1].search(word, 0, MAX_CHARS_BEFORE_GAME) is not None


def text_would_reveal_secrets(match: Match) -> bool:
    """Whether a game with a human player is not over: then its text would reveal hidden cards, because it contains the seed."""
    return not match.is_finished and any(seat.level == HUMAN for seat in (*match.setup.seats, *match.seats))


def write_game(match: Match, header: Header, form: str = "text", *, ended: int = 0, with_names: bool = False) -> str:
    """A game as text, in one of FORMATS. A line contains the names of the players only with `with_names`; the other forms always
    do. Raises TextRefused if `text_would_reveal_secrets`. Costs a replay."""
    if text_would_reveal_secrets(match):
        raise TextRefused(
            "this game is not over, and its text would reveal what is hidden from its players, because the seed deals every card"
        )
    header = header._replace(fingerprint=match.game.fingerprint(match.setup) & U64_MASK)
    record = recorded_game_of(match, header, ended)
    if form == "line":
        return write_game_line(match, header, ended, with_names=with_names) + "\n"
    return (write_json if form == "json" else write_game_score)(record, match)


def read_game(data: bytes, games: Mapping[str, Game[Any]], cards: Callable[[str], str] | None = None) -> PlayedText:
    """The game in a text of any form, up to the first fault. `cards` returns the custom cards for the name of a game, because a
    line contains only their fingerprint. Raises TextRefused if nothing can be read. Costs a replay."""
    if len(data) > MAX_TEXT_BYTES:
        raise TextRefused(f"this text has more than {MAX_TEXT_BYTES >> 20} MB, which no game needs")
    if data.startswith(MAGIC):
        raise TextRefused("this is a save and not a text: vok open opens it")
    try:
        whole_text = decode_text(data)
    except NotText as fault:
        raise TextRefused(f"this {fault}") from None
    text = find_game(whole_text)
    if text.count("\n") > MAX_LINES:
        raise TextRefused(f"this text has more than {MAX_LINES:,} lines, which no game needs")
    if is_game_line(text):
        parsed = read_game_line(text)
    elif text.startswith("{"):
        parsed = read_json(text)
    elif text:
        parsed = read_game_score(text)
    else:
        raise TextRefused(_foreign_text_reason(whole_text.strip()))
    return play_text(parsed, games, cards)


def _foreign_text_reason(text: str) -> str:
    """Why a text is refused in which no game was found."""
    if text.startswith("{"):
        fields = _json_object(text.partition("\n")[0]) or _json_object(text)
        if "version" in fields and ("width" in fields or "term" in fields):
            return "this is the recording of a terminal (asciicast) and not a game of Vok: asciinema play shows it"
        if '"vok"' in text[:MAX_CHARS_BEFORE_GAME]:
            return "this is a game as indented JSON: vok export --format json writes one object per line, and only that is read"
        return 'this is JSON, but not a game of Vok: the first line of a game has the field "vok"'
    return (
        f'this is not a game of Vok (it begins with {short_quote(text)}): a score begins with "{FIRST_LINE}", JSON lines with '
        '"{", and a line with "vok1:"'
    )


def _json_object(text: str) -> dict[str, object]:
    """The fields of a JSON object; none for any other text."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}
