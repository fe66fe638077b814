"""A game as text: a score to read and compare, JSON lines for programs, and one line to paste.
`docs/text-format.md` describes them.

`write_game` writes a game, and `read_game` reads any of the three. A text may come from anybody: its size is limited, it is
cleaned, and no code that it names is imported.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.game import HUMAN, Game
from engine.core.history.match import Match
from saves.clean_text import file_stem, visible
from saves.format.frames import MAGIC, U64_MASK
from saves.format.header import Header
from saves.text.json_lines import read_json, write_json
from saves.text.line import is_game_line, read_game_line, write_game_line
from saves.text.playing import PlayedText, play_text
from saves.text.record import MAX_LINES, MAX_TEXT_BYTES, TextFault, TextRefused, recorded_game_of
from saves.text.score import FIRST_LINE, write_game_score
from saves.text.score_reader import read_game_score
from saves.text.words import checksum_of

NAME_CHECKSUM_CHARS: Final = 8  # how much of the checksum of its text the name of an imported save contains
FORMATS: Final = ("text", "json", "line")

__all__ = [
    "FORMATS",
    "MAX_TEXT_BYTES",
    "PlayedText",
    "TextFault",
    "TextRefused",
    "is_game_line",
    "looks_like_game",
    "read_game",
    "text_would_reveal_secrets",
    "write_game",
]


def looks_like_game(text: str) -> bool:
    """Whether a text begins like a game in one of the three forms."""
    start = text.lstrip()[:200]
    return is_game_line(start) or start.startswith(FIRST_LINE) or ('"vok"' in start and start.startswith("{"))


def text_would_reveal_secrets(match: Match) -> bool:
    """Whether a game with a human player is not over: then its text would reveal hidden cards, because it contains the seed."""
    log = match.log
    is_over = match.mover(log.last_visited_leaf(log.head)) < 0
    return not is_over and any(seat.level == HUMAN for seat in (*match.setup.seats, *match.seats))


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
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextRefused(f"this text is not in UTF-8 (byte {error.start}): export the game again") from None
    if text.count("\n") > MAX_LINES:
        raise TextRefused(f"this text has more than {MAX_LINES:,} lines, which no game needs")
    text = text.lstrip()
    if is_game_line(text):
        parsed = read_game_line(text)
    elif text.startswith("{"):
        parsed = read_json(text)
    elif text.startswith(FIRST_LINE):
        parsed = read_game_score(text)
    else:
        start = visible(text[:40])
        raise TextRefused(
            f'this is not a game of Vok (it begins with "{start}"): a score begins with "{FIRST_LINE}", JSON lines with "{{", '
            'and a line with "vok1:"'
        )
    played = play_text(parsed, games, cards)
    return played._replace(
        name=f"{file_stem(played.match.setup.game)}-{checksum_of(text.split())[:NAME_CHECKSUM_CHARS]}"
    )
