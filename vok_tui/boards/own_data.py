"""The pieces of the player's own box: what is printed on them, entered piece by piece, and kept as a file of custom cards.

Only values that no public source prints have to be looked up: they are open until the player has confirmed or corrected them. The
file (`own-cards/GAME.toml`, in the data folder) is the export of the game with these values, each listed in `printed`. So it can
be left and continued at any time, read by `--cards`, and edited by hand.
"""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.process.bounded_files import BadFile, read_text
from engine.core.errors import BadCatalogue
from engine.core.toml_text import MAX_BYTES, parse
from engine.games import GAMES
from saves import vok_home
from vok_tui.boards.data_report import ReplaceableData
from vok_tui.boards.table_kit import table_kit_of

FOLDER: Final = "own-cards"
NOT_ASKED: Final = ("name", "text", "printed", "number", "set", "edition", "answers")
MAX_NUMBER: Final = 99
MAX_TYPED: Final = 500  # characters of a line
FINGERPRINT_DIGITS: Final = 12
Value = int | str | list[Any]


class BadValue(Exception):
    """A typed value cannot be what is printed; the text is one sentence."""


class OwnPiece(NamedTuple):
    """A piece, or a table of values of the board: its title, all its values, and those that are still open."""

    title: str
    values: Mapping[str, Value]
    open: tuple[str, ...]

    @property
    def shown_values(self) -> list[tuple[str, str, bool]]:
        """The names and texts of all values, and whether they are open."""
        return [(name, value_text(value), name in self.open) for name, value in self.values.items()]

    @property
    def line(self) -> str:
        """All values, those that are open with a question mark: "gold 1?, cost 0"."""
        return ", ".join([f"{name} {text}{'?' * is_open}" for name, text, is_open in self.shown_values])


def value_text(value: Value) -> str:
    """A value as it is typed."""
    if isinstance(value, list):
        return ("; " if any(isinstance(part, str) for part in value) else " ").join(map(str, value))
    return str(value)


class OwnData:
    """The pieces of a game as the player has entered them. `home` is the data folder."""

    def __init__(self, game: str, home: Path) -> None:
        """Raises BadValue for a game without such pieces, and for a file that is damaged."""
        data = table_kit_of(GAMES[game]).data
        if data is None:
            raise BadValue(f"{GAMES[game].title()} has no pieces that can be entered")
        self.game: Final = game
        self.path: Final = home / FOLDER / f"{game}.toml"
        self._data: Final[ReplaceableData] = data
        self._shipped: Final[dict[str, Any]] = parse(data.export("", ""))
        self._tables = deepcopy(self._shipped)
        if self.path.exists():
            self._tables = self._read()

    def _read(self) -> dict[str, Any]:
        """What the file has, if it has the same pieces. Raises BadValue."""
        try:
            tables = parse(read_text(self.path, MAX_BYTES))
        except (BadFile, ValueError) as bad:
            raise BadValue(f"{self.path} cannot be read ({bad}): correct it, or move it away") from None
        titles = [title for title, _ in pieces_in(tables)]
        if titles != [title for title, _ in pieces_in(self._shipped)]:
            raise BadValue(f"{self.path} has other pieces than this version of the game: play with it by --cards")
        return tables

    @property
    def pieces(self) -> list[OwnPiece]:
        """All pieces, in the order of the export."""
        return [
            OwnPiece(
                title,
                {name: value for name, value in table.items() if name not in NOT_ASKED},
                tuple([name for name in table if name not in (*NOT_ASKED, *table.get("printed", ()))]),
            )
            for title, table in pieces_in(self._tables)
        ]

    @property
    def first_open(self) -> int:
        """The number of the first piece with an open value; that after the last piece if there is none."""
        return next((number for number, piece in enumerate(self.pieces) if piece.open), len(self.pieces))

    @property
    def standing(self) -> list[str]:
        """How much was entered, the fingerprint, what differs, and what is still wrong."""
        pieces = self.pieces
        done = sum([not piece.open for piece in pieces])
        lines = [
            f"{done} of {len(pieces)} entered; fingerprint {self.fingerprint} (equal for two owners with the same values)"
        ]
        differences, faults = self.differences, self.faults
        lines += differences or ["Nothing differs from the cards of Vok."]
        if faults:
            return [*lines, "New games use the cards of Vok until this is settled:", *faults]
        used = "New games use your cards; --cards vok plays with those of Vok. Please send the lines above in."
        return [*lines, *([used] if differences else [])]

    def not_written(self, error: OSError) -> str:
        """Why `save` has failed."""
        return f"{self.path} cannot be written ({error.strerror})."

    def find(self, name: str) -> int:
        """The number of the piece with this title, or whose title begins with it. Raises BadValue."""
        titles = [piece.title.casefold() for piece in self.pieces]
        word = " ".join(name.casefold().split())
        found = [number for number, title in enumerate(titles) if title == word] or [
            number for number, title in enumerate(titles) if title.startswith(word)
        ]
        if not found:
            raise BadValue(f'no piece is called "{name[:40]}"')
        return found[0]

    def enter(self, number: int, typed: str) -> list[str]:
        """Enter what is printed on a piece: "gold 2 cost 3". Values that are not named are as they are shown; all of them count
        as printed then. Returns what is now wrong with all pieces together, which may be settled by the next ones. Raises
        BadValue, and then nothing has changed."""
        title, table = list(pieces_in(self._tables))[number]
        names = [name for name in table if name not in NOT_ASKED]
        before = deepcopy(table)
        parsed = parse_values(typed[:MAX_TYPED], {name: table[name] for name in names})
        table.update(parsed)
        table["printed"] = [name for name in table if name in (*table.get("printed", ()), *names)]
        faults = self._faults(tries_actions="action" in parsed)
        own = [fault for fault in faults if fault.casefold().startswith(title.casefold())]
        if own:
            table.clear()
            table.update(before)
            raise BadValue(own[0])
        return faults

    def reopen(self, number: int) -> None:
        """Take back what was entered for a piece."""
        _, table = list(pieces_in(self._tables))[number]
        _, shipped = list(pieces_in(self._shipped))[number]
        table.clear()
        table.update(deepcopy(shipped))

    def save(self) -> None:
        """Write the file. Raises OSError."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = self.path.with_suffix(".new")
        temporary.write_text(write_tables(self._tables), encoding="utf-8")
        temporary.replace(self.path)

    @property
    def faults(self) -> list[str]:
        """Why the game cannot be played with these pieces; [] if it can. Changed actions are tried, which takes a second."""
        return self._faults(tries_actions=self._has_new_action)

    @property
    def _has_new_action(self) -> bool:
        pairs = zip(pieces_in(self._tables), pieces_in(self._shipped), strict=True)
        return any(own.get("action") != shipped.get("action") for (_, own), (_, shipped) in pairs)

    def _faults(self, *, tries_actions: bool) -> list[str]:
        text = write_tables(self._tables)
        try:
            data = self._data.checked_setup_data(text)
        except BadCatalogue as fault:
            return list(self._data.check(text).faults) or [str(fault)]
        return self._data.unplayable_reasons(data) if tries_actions else []

    @property
    def setup_data(self) -> str:
        """The pieces as a setup holds them; "" if they are those of the shipped game, or cannot be played with."""
        if not self.differences or self.faults:
            return ""
        return self._data.checked_setup_data(write_tables(self._tables))

    @property
    def differences(self) -> list[str]:
        """What differs from the shipped values, to be sent in: "Shabti: gold 1, printed 2"."""
        lines = []
        for (title, own), (_, shipped) in zip(pieces_in(self._tables), pieces_in(self._shipped), strict=True):
            for name, value in own.items():
                if name not in NOT_ASKED and value != shipped.get(name):
                    lines.append(f"{title}: {name} {value_text(shipped.get(name, ''))}, printed {value_text(value)}")
        return lines

    @property
    def fingerprint(self) -> str:
        """A short text that is equal for two owners who have entered the same values; only these count, not which are
        confirmed."""
        values = [(piece.title, dict(piece.values)) for piece in self.pieces]
        digits = sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:FINGERPRINT_DIGITS]
        return "-".join([digits[start : start + 4] for start in range(0, FINGERPRINT_DIGITS, 4)])


def pieces_in(tables: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All tables of an export, each with a title: its name, or its kind and number."""
    for kind, content in tables.items():
        if isinstance(content, dict):
            yield kind, content
        elif isinstance(content, list):
            for number, table in enumerate(content, 1):
                if isinstance(table, dict):
                    yield str(table.get("name", f"{kind} {table.get('number', number)}")), table


def parse_values(typed: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """The values that a line names, each of the type that it has now. Raises BadValue."""
    words = typed.replace(",", " ").replace("=", " ").split() if "(" not in typed else typed.split()
    parsed: dict[str, Value] = {}
    place = 0
    while place < len(words):
        name = words[place].casefold()
        if name not in values:
            raise BadValue(f'"{words[place][:30]}" is none of {", ".join(values)}')
        end = place + 1
        while end < len(words) and words[end].casefold() not in values:
            end += 1
        parsed[name] = parse_value(name, " ".join(words[place + 1 : end]), values[name])
        place = end
    return parsed


def parse_value(name: str, text: str, now: Value) -> Value:
    """A value of the type of `now`. Raises BadValue."""
    if isinstance(now, list):
        if any(isinstance(part, int) for part in now):
            return [parse_number(name, part) for part in text.split()]
        parts = [part.strip() for part in text.split(";")]
        if not all(parts):
            raise BadValue(f"{name}: parts like Draw(1), with ; between them")
        return list(parts)
    if isinstance(now, int):
        return parse_number(name, text)
    if not text:
        raise BadValue(f"{name}: a word is missing")
    return text


def parse_number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:5]) <= MAX_NUMBER):
        raise BadValue(f'{name}: a number from 0 to {MAX_NUMBER}, not "{text[:20]}"')
    return int(text)


def write_tables(tables: Mapping[str, Any]) -> str:
    """The tables as TOML, without comments."""
    lines: list[str] = []
    for kind, content in tables.items():
        for table in [content] if isinstance(content, dict) else content:
            lines.append(f"[{kind}]" if isinstance(content, dict) else f"[[{kind}]]")
            lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in table.items()]
            lines.append("")
    return "\n".join(lines)


def own_cards_at_home(game: str) -> str:
    """The pieces that the player of this data folder has entered, as a setup holds them; "" if there are none that can be played
    with."""
    try:
        home = vok_home()
        return OwnData(game, home).setup_data if (home / FOLDER / f"{game}.toml").exists() else ""
    except (BadValue, BadCatalogue, OSError):
        return ""
