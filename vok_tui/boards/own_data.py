"""The pieces of the player's own box: what is printed on them, entered piece by piece, and kept as a file of custom cards.

Only values that no public source prints have to be looked up: they are open until the player has confirmed or corrected them. The
file (`own-cards/GAME.toml`, in the data folder) is the export of the game with these values, each listed in `printed`. So it can
be left and continued at any time, read by `--cards`, and edited by hand.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.process.bounded_files import BadFile, read_text
from engine.core.errors import BadCatalogue
from engine.core.game import Setup
from engine.core.toml_text import MAX_BYTES, parse
from engine.games import GAMES
from saves import vok_home
from saves.clean_text import visible
from saves.whole_file import replace_file
from vok_tui.boards.data_report import ReplaceableData
from vok_tui.boards.table_kit import table_kit_of

FOLDER: Final = "own-cards"  # the calibrations for them are here too (`ai.analysis.calibration`)
NOT_ASKED: Final = ("name", "text", "printed", "number", "set", "edition", "answers")
TEXT: Final = "text"  # of a card; may be typed if another action needs another one. It takes the rest of the line
ACTION: Final = "action"
MAX_NUMBER: Final = 99
MAX_TYPED: Final = 500  # characters of a line
FINGERPRINT_DIGITS: Final = 12
Value = int | str | list[Any]


class BadValue(Exception):
    """A typed value cannot be what is printed; the text is one sentence."""


class OwnPiece(NamedTuple):
    """A piece, or a table of values of the board: its title, what it is, all its values, those that are still open, and the
    values in the words of a player, by name."""

    title: str
    kind: str
    values: Mapping[str, Value]
    open: tuple[str, ...]
    words: Mapping[str, str]
    has_name: bool

    @property
    def label(self) -> str:
        """The title; of a piece without a name, also its values: "Card 38: 2 ruby, 1 shield"."""
        values = "" if self.has_name else f": {', '.join(map(value_text, self.values.values()))}"
        return f"{self.title[:1].upper()}{self.title[1:]}{values}"

    @property
    def line(self) -> str:
        """All values in a player's words, those that are open after a question mark: "? gold 1; cost 0"."""
        return "; ".join(map(self.said, self.words))

    def said(self, name: str) -> str:
        """A value in a player's words, after a question mark if it is open."""
        return f"{'? ' * (name in self.open)}{self.words[name]}"


def value_text(value: Value) -> str:
    """A value as it is typed."""
    if isinstance(value, list):
        return visible(("; " if any(isinstance(part, str) for part in value) else " ").join(map(str, value)))
    return visible(str(value))


def has_kinds_of(tables: Mapping[str, Any], shipped: Mapping[str, Any]) -> bool:
    """Whether tables from a file have only keys and kinds of values that the shipped ones have, or numbers, words and lists of
    them in a piece."""
    if any(type(value) is not type(shipped.get(key)) for key, value in tables.items()):
        return False
    pieces = [table for _, table in pieces_in(tables)]
    words = [table.get("printed", []) for table in pieces]
    if not all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in words):
        return False
    values = [value for table in pieces for value in table.values()]
    single = [part for value in values for part in (value if isinstance(value, list) else [value])]
    return all(isinstance(part, (int, str, Mapping)) for part in single)


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
        self._entered: Final[set[int]] = set()  # the numbers of the pieces that were changed here
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
        if not has_kinds_of(tables, self._shipped):
            raise BadValue(f"{self.path} has a value of a kind that no piece has: correct it, or move it away")
        return tables

    @property
    def pieces(self) -> list[OwnPiece]:
        """All pieces, in the order of the export."""
        return [self._piece(title, table) for title, table in pieces_in(self._tables)]

    def _piece(self, title: str, table: Mapping[str, Any]) -> OwnPiece:
        values = {name: value for name, value in table.items() if name not in NOT_ASKED}
        text = str(table.get(TEXT, ""))
        words = {name: self._said(name, value, text) for name, value in values.items()}
        is_open = tuple([name for name in values if name not in table.get("printed", ())])
        return OwnPiece(title, self._data.kind_in_words(table), values, is_open, words, "name" in table)

    def _said(self, name: str, value: Value, text: str) -> str:
        """A value in a player's words. What a card does is said by its text."""
        return f"it does: {text}" if name == ACTION and text else self._data.said_value(name, value_text(value))

    def typed_name(self, name: str) -> str:
        """The name of a field as it is typed."""
        return self._data.typed_names.get(name, name)

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
        as printed then. A new action needs a new text, at the end: "action Draw(2) text Draw two cards.". Returns what is now
        wrong with all pieces together, which may be settled by the next ones. Raises BadValue, and then nothing has changed."""
        title, table = list(pieces_in(self._tables))[number]
        names = [name for name in table if name not in NOT_ASKED]
        before = deepcopy(table)
        fields = {self.typed_name(name): name for name in (*names, *([TEXT] if TEXT in table else []))}
        typed_values = parse_values(typed[:MAX_TYPED], {word: table[name] for word, name in fields.items()})
        parsed = {fields[word]: value for word, value in typed_values.items()}
        needs_text = parsed.get(ACTION, table.get(ACTION)) != table.get(ACTION) and TEXT not in parsed
        table.update(parsed)
        table["printed"] = [name for name in table if name in (*table.get("printed", ()), *names)]
        faults = self._faults(tries_actions="action" in parsed)
        own = [fault for fault in faults if fault.casefold().startswith(title.casefold())]
        if needs_text:
            own.append("another action needs another text, at the end of the line: text, then what your card says")
        if own:
            table.clear()
            table.update(before)
            raise BadValue(self._in_typed_names(own[0]))
        self._entered.add(number)
        return faults

    def _in_typed_names(self, fault: str) -> str:
        for name, word in self._data.typed_names.items():
            fault = fault.replace(f": {name}:", f": {word}:")
        return fault

    def reopen(self, number: int) -> None:
        """Take back what was entered for a piece."""
        _, table = list(pieces_in(self._tables))[number]
        _, shipped = list(pieces_in(self._shipped))[number]
        table.clear()
        table.update(deepcopy(shipped))
        self._entered.add(number)

    def save(self) -> None:
        """Write the file. Pieces that were not changed here stay as another program has written them. Raises OSError."""
        if self.path.exists():
            with suppress(BadValue):
                others = list(pieces_in(self._read()))
                for number, (_, table) in enumerate(pieces_in(self._tables)):
                    if number not in self._entered:
                        table.clear()
                        table.update(others[number][1])
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(self.path, write_tables(self._tables).encode())

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
        return self.setup_data_for("")

    def setup_data_for(self, edition: str) -> str:
        """The same for a game of an edition: "" also if no piece of this edition differs. "" means any edition, and an edition
        that no piece names uses the pieces of all."""
        if not self._differs_in(edition) or self.faults:
            return ""
        return self._data.checked_setup_data(write_tables(self._tables))

    def _differs_in(self, edition: str) -> bool:
        editions = {table.get("edition", "") for _, table in pieces_in(self._shipped)}
        pairs = zip(pieces_in(self._tables), pieces_in(self._shipped), strict=True)
        return any(
            own[name] != shipped.get(name)
            for (_, own), (_, shipped) in pairs
            if not edition or edition not in editions or own.get("edition", edition) == edition
            for name in own
            if name not in NOT_ASKED or name == TEXT
        )

    @property
    def differences(self) -> list[str]:
        """What differs from the shipped values, to be sent in: "Shabti: gold 1, printed 2"."""
        lines = []
        for (title, own), (_, shipped) in zip(pieces_in(self._tables), pieces_in(self._shipped), strict=True):
            for name, value in own.items():
                if (name not in NOT_ASKED or name == TEXT) and value != shipped.get(name):
                    before = value_text(shipped.get(name, ""))
                    lines.append(f"{title}: {self.typed_name(name)} {before}, printed {value_text(value)}")
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
    parsed: dict[str, Value] = {}
    before_text, text_word, text = partition_text(typed) if TEXT in values else (typed, "", "")
    if text_word:
        parsed[TEXT] = parse_value(TEXT, text, "")
    typed = before_text
    words = typed.replace(",", " ").replace("=", " ").split() if "(" not in typed else typed.split()
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


def partition_text(typed: str) -> tuple[str, str, str]:
    """A typed line in three parts: what is before the word "text", this word, and what follows."""
    words = typed.split()
    place = next((place for place, word in enumerate(words) if word.casefold() == TEXT), len(words))
    return " ".join(words[:place]), " ".join(words[place : place + 1]), " ".join(words[place + 1 :])


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


def own_cards_at_home(game: str, edition: str = "") -> str:
    """The pieces that the player of this data folder has entered for an edition of a game ("" for any), as a setup holds them; ""
    if there are none that can be played with."""
    try:
        home = vok_home()
        return OwnData(game, home).setup_data_for(edition) if (home / FOLDER / f"{game}.toml").exists() else ""
    except (BadValue, BadCatalogue, OSError):
        return ""


def damage_of_own_cards(setup: Setup, home: Path) -> str:
    """Why a new game has the cards of Vok although the player has entered others, in sentences: their file is damaged. "" if it
    is not, if there is none, or if the game has other cards."""
    try:
        if not setup.cards and (home / FOLDER / f"{setup.game}.toml").exists():
            OwnData(setup.game, home)
    except (BadValue, BadCatalogue, OSError) as bad:
        return f"{bad}. This game has the cards of Vok."
    return ""
