"""A game as one line to paste: setup, rules number and the line of play that counts, with a check.

The line is `vok1:` and base64url of packed bytes, or `vok2:` if it holds reshuffles, which earlier versions of Vok cannot read.
It has no variations, no comments, and no names of players unless they are asked for. Actions are written by verb and arguments.
Custom cards are named by their fingerprint alone.
"""

import base64
import binascii
import zlib
from typing import Any, Final

from engine.core.action import Action
from engine.core.history.journal import Played, Reshuffled
from engine.core.history.match import Match
from saves.clean_text import clean
from saves.format.entries import PositionCheck
from saves.format.frames import MAX_CLOSING_TIME, MAX_NUMBER, U64_MASK, pack, unpack
from saves.format.header import Header, write_header
from saves.text.record import ParsedText, RecordedEntry, RecordedGame, TextRefused, header_from

PREFIX: Final = "vok1:"
PREFIX_WITH_REDRAWS: Final = "vok2:"
ANY_PREFIX: Final = "vok"
MAX_LINE_CHARS: Final = 1 << 16  # of a line that is read
MAX_PACKED_BYTES: Final = 1 << 18  # of what it holds
MAX_ACTIONS: Final = 20_000
CHECK_BYTES: Final = 4
SPACES: Final = str.maketrans("", "", " \t\r\n")
BROKEN: Final = "this line of a game was cut off or changed: copy it again, from vok1: to its last character"


def write_game_line(match: Match, header: Header, ended: int = 0, *, with_names: bool = False) -> str:
    """The line of a match, which stands behind `header`: all actions up to the end of the line that the game is on. Raises
    TextRefused for a game with more actions than a line may have."""
    log = match.log
    path = log.path(log.last_visited_leaf(log.head))
    if len(path) > MAX_ACTIONS:
        raise TextRefused(f"this game has more than {MAX_ACTIONS:,} actions and fits into no line: use --format text")
    fields = write_header(header)
    seats = [[seat.level, seat.simulations, *([seat.name] if with_names else [])] for seat in header.setup.seats]
    verbs: dict[str, int] = {}
    played = bytearray()
    redraws: list[list[int | str]] = []
    for ply, node in enumerate(path[1:]):
        if node in log.redraws:
            redraws.append([ply, log.redraws[node].seat, log.redraws[node].drawn])
            continue
        action = log.actions[node]
        _write_number(played, verbs.setdefault(action.verb, len(verbs)))
        _write_number(played, len(action.arguments))
        for argument in action.arguments:
            _write_number(played, argument)
    head = pack(
        [
            *[fields[name] for name in ("app", "game", "edition", "choices", "rules", "seed", "created")],
            header.fingerprint,
            int(bool(header.setup.cards)),
            list(header.origin or ()),
            match.at(path[-1]).digest() & U64_MASK,
            PositionCheck(0).version,
            seats,
            "\n".join(verbs),
            len(path) - 1,
            ended,
            *([redraws] if redraws else []),
        ]
    )
    told = bytearray()
    _write_number(told, len(head))
    packed = zlib.compress(bytes(told) + head + bytes(played), 9, wbits=-15)
    checked = zlib.crc32(packed).to_bytes(CHECK_BYTES, "big") + packed
    return (PREFIX_WITH_REDRAWS if redraws else PREFIX) + base64.urlsafe_b64encode(checked).decode().rstrip("=")


def is_game_line(text: str) -> bool:
    """Whether a text looks like a game in one line, whole or not."""
    start, colon, _ = text.lstrip()[:8].partition(":")
    return colon == ":" and start.startswith(ANY_PREFIX) and start[len(ANY_PREFIX) :].isdecimal()


def read_game_line(text: str) -> ParsedText:
    """The game of a line; blanks and line ends in it do not count. Raises TextRefused."""
    if len(text) > MAX_LINE_CHARS:
        raise TextRefused(f"this line has more than {MAX_LINE_CHARS:,} characters, which no game needs")
    line = text.translate(SPACES)
    if not line.startswith((PREFIX, PREFIX_WITH_REDRAWS)):
        raise TextRefused("this line of a game was written by a newer Vok: update Vok to read it")
    coded = line[len(PREFIX) :]
    try:
        data = base64.b64decode(coded + "=" * (-len(coded) % 4), b"-_", validate=True)
        check, packed = data[:CHECK_BYTES], data[CHECK_BYTES:]
        if zlib.crc32(packed).to_bytes(CHECK_BYTES, "big") != check:
            raise TextRefused(BROKEN)
        opened = zlib.decompressobj(wbits=-15)
        told = opened.decompress(packed, MAX_PACKED_BYTES)
        if not opened.eof or opened.unused_data:
            raise TextRefused(BROKEN)
        return ParsedText(_read_packed(told))
    except (ValueError, TypeError, KeyError, IndexError, binascii.Error, zlib.error):
        raise TextRefused(BROKEN) from None


def _read_packed(told: bytes) -> RecordedGame:
    """The record of the bytes of a line. Raises TextRefused, ValueError, TypeError or IndexError."""
    size, at = _read_number(told, 0)
    fields: Any = unpack(told[at : at + size])
    app, game, edition, choices, rules, seed, created, catalogue, custom, origin, digest, version = fields[:12]
    seats, words, count, ended, *more = fields[12:]
    places = [[*seat, f"Player {number}"][:3] for number, seat in enumerate(seats, 1)]
    header = header_from(
        {
            "app": app,
            "game": game,
            "edition": edition,
            "choices": choices,
            "cards": "",
            "catalogue": catalogue,
            "rules": rules,
            "seed": seed,
            "seats": [[name, level, simulations] for level, simulations, name in places],
            "created": created,
            "from": origin,
        }
    )
    verbs = words.split("\n")
    if not 0 <= count <= MAX_ACTIONS or not all(verb == clean(verb) and verb for verb in verbs if words):
        raise ValueError("verbs")
    at += size
    redraws = {ply: Reshuffled(int(ply), int(seat), str(drawn)) for ply, seat, drawn in more[0]} if more else {}
    moves: list[RecordedEntry] = []
    for ply in range(count):
        if ply in redraws:
            moves.append(RecordedEntry(redraws[ply], ply, ply + 1))
            continue
        verb, at = _read_number(told, at)
        many, at = _read_number(told, at)
        arguments: list[int] = []
        for _ in range(many):
            argument, at = _read_number(told, at)
            arguments.append(argument)
        action = Action.unpack([verbs[verb], *arguments])
        moves.append(RecordedEntry(Played(action), ply, ply + 1))
    if at != len(told) or not 0 <= ended <= MAX_CLOSING_TIME or not 0 <= custom <= 1:
        raise ValueError("something stands behind the last action")
    check = PositionCheck(int(digest), int(version))
    return RecordedGame(header, tuple(moves), (), check, ended, unit="decision")


def _write_number(told: bytearray, number: int) -> None:
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    while number > 127:
        told.append(number & 127 | 128)
        number >>= 7
    told.append(number)


def _read_number(told: bytes, at: int) -> tuple[int, int]:
    """The number at a place, and the place behind it. Raises ValueError or IndexError."""
    number = shift = 0
    while True:
        byte = told[at]
        at += 1
        number |= (byte & 127) << shift
        if number > MAX_NUMBER:
            raise ValueError("a number that is too large")
        if byte < 128:
            return number, at
        shift += 7
