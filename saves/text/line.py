"""A game as one line to paste: setup, rules number and the variation that was visited last, with a check.

The line is `vok1:` and base64url of packed bytes, or `vok2:` if the game has reshuffles or hints, which the first versions of
Vok cannot read. It has no other variations, no comments, and names of players only on request. Actions are written as verb and
arguments. Of custom cards, only the fingerprint is written.
"""

import base64
import binascii
import re
import zlib
from typing import Any, Final

from engine.core.action import Action
from engine.core.journal import Helped, Played, Reshuffled
from engine.core.match import Match
from saves.clean_text import clean_and_cut
from saves.format.entries import PositionCheck
from saves.format.frames import MAX_CLOSING_TIME, MAX_NUMBER, U64_MASK, pack, unpack
from saves.format.header import VALUES_FIELD, Header, write_header
from saves.text.record import ParsedText, RecordedEntry, RecordedGame, TextRefused, header_from

PREFIX: Final = "vok1:"
PREFIX_WITH_MORE: Final = "vok2:"
ANY_PREFIX: Final = "vok"
MAX_LINE_CHARS: Final = 1 << 16
MAX_UNPACKED_BYTES: Final = 1 << 18  # after decompression
MAX_ACTIONS: Final = 20_000
CHECK_BYTES: Final = 4
LINE: Final = re.compile(r"(vok\d{1,3}:)([A-Za-z0-9_\-\s]*)", re.ASCII)
SPACES: Final = str.maketrans("", "", " \t\r\n")
BROKEN: Final = "this line of a game was cut off or changed: copy it again, from vok1: to its last character"


def write_game_line(match: Match, header: Header, ended: int = 0, *, with_names: bool = False) -> str:
    """A match as one line: `header`, and all actions up to the end of the variation that was visited last. Raises TextRefused for
    a game with too many actions."""
    log = match.log
    path = log.path(log.last_visited_leaf(log.head))
    if len(path) > MAX_ACTIONS:
        raise TextRefused(f"this game has more than {MAX_ACTIONS:,} actions, too many for a line: use --format text")
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
        _write_varint(played, verbs.setdefault(action.verb, len(verbs)))
        _write_varint(played, len(action.arguments))
        for argument in action.arguments:
            _write_varint(played, argument)
    has_more = bool(redraws or header.setup.values or log.is_helped)
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
            *([redraws, header.setup.values] if has_more else []),
            *([1] if log.is_helped else []),
        ]
    )
    head_size = bytearray()
    _write_varint(head_size, len(head))
    packed = zlib.compress(bytes(head_size) + head + bytes(played), 9, wbits=-15)
    data = zlib.crc32(packed).to_bytes(CHECK_BYTES, "big") + packed
    start = PREFIX_WITH_MORE if has_more else PREFIX
    return start + base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_game_line(text: str) -> bool:
    """Whether a text begins like a game in one line; the line may be incomplete."""
    start, colon, _ = text.lstrip()[:8].partition(":")
    return colon == ":" and start.startswith(ANY_PREFIX) and start[len(ANY_PREFIX) :].isdecimal()


def read_game_line(text: str) -> ParsedText:
    """The game in a line. Spaces and line ends in it are ignored, and so is what follows it. Raises TextRefused."""
    match = LINE.match(text)
    if match is None or match[1] not in (PREFIX, PREFIX_WITH_MORE):
        raise TextRefused("this line of a game was written by a newer Vok: update Vok to read it")
    line = match[2]
    if len(line) > MAX_LINE_CHARS:
        raise TextRefused(f"this line has more than {MAX_LINE_CHARS:,} characters, which no game needs")
    # A mail may have wrapped the line, and words may follow it.
    for encoded in dict.fromkeys([line.translate(SPACES), line.split("\n\n")[0].translate(SPACES), *line.split()[:1]]):
        try:
            record = _read_encoded(encoded)
        except (ValueError, TypeError, KeyError, IndexError, binascii.Error, zlib.error):
            continue
        return ParsedText(record, step_count=sum([entry.is_step for entry in record.entries]))
    raise TextRefused(BROKEN)


def _read_encoded(encoded: str) -> RecordedGame:
    """The record in the base64url of a line. Raises TextRefused for an unknown header, and many errors for a broken line."""
    data = base64.b64decode(encoded + "=" * (-len(encoded) % 4), b"-_", validate=True)
    check, packed = data[:CHECK_BYTES], data[CHECK_BYTES:]
    if zlib.crc32(packed).to_bytes(CHECK_BYTES, "big") != check:
        raise ValueError("a check that does not fit")
    decompressor = zlib.decompressobj(wbits=-15)
    unpacked = decompressor.decompress(packed, MAX_UNPACKED_BYTES)
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("a wrong size")
    return _read_recorded_game(unpacked)


def _read_recorded_game(data: bytes) -> RecordedGame:
    """The record in the decompressed bytes of a line. Raises TextRefused, ValueError, TypeError or IndexError."""
    head_size, head_start = _read_varint(data, 0)
    fields: Any = unpack(data[head_start : head_start + head_size])
    app, game, edition, choices, rules, seed, created, catalogue, custom, origin, digest, version = fields[:12]
    seats, verb_lines, step_count, ended, *further = fields[12:]
    named_seats = [[*seat, f"Player {number}"][:3] for number, seat in enumerate(seats, 1)]
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
            "seats": [[name, level, simulations] for level, simulations, name in named_seats],
            "created": created,
            "from": origin,
            VALUES_FIELD: further[1] if len(further) > 1 else "",
        }
    )
    verbs = verb_lines.split("\n")
    if not 0 <= step_count <= MAX_ACTIONS or not all(
        verb == clean_and_cut(verb) and verb for verb in verbs if verb_lines
    ):
        raise ValueError("verbs")
    redraw_fields = further[0] if further else ()
    redraws = {ply: Reshuffled(int(ply), int(seat), str(drawn)) for ply, seat, drawn in redraw_fields}
    entries = _read_entries(data, head_start + head_size, step_count, verbs, redraws)
    if any(further[2:3]):
        entries = (RecordedEntry(Helped()), *entries)
    if not 0 <= ended <= MAX_CLOSING_TIME or not 0 <= custom <= 1:
        raise ValueError("wrong date or flag")
    position_check = PositionCheck(int(digest), int(version))
    return RecordedGame(header, entries, (), position_check, ended, unit="decision")


def _read_entries(
    data: bytes, offset: int, step_count: int, verbs: list[str], redraws: dict[int, Reshuffled]
) -> tuple[RecordedEntry, ...]:
    """The actions in the bytes from `offset` to the end, and the `redraws` at their plies. Raises ValueError, TypeError or
    IndexError."""
    entries: list[RecordedEntry] = []
    for ply in range(step_count):
        if ply in redraws:
            entries.append(RecordedEntry(redraws[ply], ply, ply + 1))
            continue
        verb_index, offset = _read_varint(data, offset)
        argument_count, offset = _read_varint(data, offset)
        arguments: list[int] = []
        for _ in range(argument_count):
            argument, offset = _read_varint(data, offset)
            arguments.append(argument)
        action = Action.from_packed([verbs[verb_index], *arguments])
        entries.append(RecordedEntry(Played(action), ply, ply + 1))
    if offset != len(data):
        raise ValueError("wrong size")
    return tuple(entries)


def _write_varint(data: bytearray, number: int) -> None:
    """Append a number as a varint: 7 bits in each byte, the lowest first; the highest bit says that more bytes follow."""
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    data.append(number)


def _read_varint(data: bytes, offset: int) -> tuple[int, int]:
    """The varint at an offset, and the offset after it. Raises ValueError or IndexError."""
    number = shift = 0
    while True:
        byte = data[offset]
        offset += 1
        number |= (byte & 127) << shift
        if number > MAX_NUMBER:
            raise ValueError("a number that is too large")
        if byte < 128:
            return number, offset
        shift += 7
