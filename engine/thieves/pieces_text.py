"""Reads and writes pieces as TOML. The size of a text is checked before it is parsed."""

import json
from functools import lru_cache
from typing import Any, Final

from engine.core.errors import BadCatalogue, quoted
from engine.core.toml_text import check_data_number, parse_data, printed_lines, read_printed, source_comment
from engine.thieves.pieces import (
    CREATURE,
    PLAIN_SYMBOLS,
    PRINTABLE_VALUES,
    RUBY,
    SYMBOLS,
    TRAP,
    DuellingCard,
    Guardian,
    Half,
    PieceSet,
    Tomb,
)
from engine.thieves.shipped import SHIPPED

MAX_PIECES: Final = 30  # of tombs, and of guardians, in one set, copies included
MIN_CARDS: Final = 30  # duelling cards in one set: enough for four hands, a community card and a deck
MAX_CARDS: Final = 60
MAX_COPIES: Final = 12
MAX_TREASURE: Final = 9
MAX_STRENGTH: Final = 12
MAX_HALF_SYMBOLS: Final = 6
MAX_NAME_CHARS: Final = 20

TABLES: Final = {
    "tomb": (frozenset({"symbol", "treasure"}), "a symbol and its treasure"),
    "guardian": (frozenset({"name", "nature", "symbol", "strength"}), "a name, a nature, a symbol and a strength"),
    "card": (frozenset({"top", "bottom"}), "two halves, top and bottom"),
}


def tomb_name(tomb: Tomb) -> str:
    """What players call a tomb: "shield tomb of 3"."""
    return f"{SYMBOLS[tomb.symbol]} tomb of {tomb.treasure}"


def write_pieces(pieces: PieceSet, with_comments: bool = False) -> str:
    """The TOML of all pieces. With `with_comments`, a comment says of each value whether it is printed or reconstructed."""
    lines: list[str] = []

    def write_table(table: str, name: str, values: dict[str, str], copies: int, printed: tuple[str, ...]) -> None:
        lines.extend(["", f"[[{table}]]"])
        lines.extend([f"name = {json.dumps(name, ensure_ascii=False)}"] if name else [])
        lines.extend(
            [f"{key} = {value}{source_comment(key, printed) if with_comments else ''}" for key, value in values.items()]
        )
        lines.extend([f"copies = {copies}"] if copies > 1 else [])
        lines.extend(printed_lines(printed))

    for tomb in pieces.tombs:
        values = {"symbol": f'"{SYMBOLS[tomb.symbol]}"', "treasure": str(tomb.treasure)}
        write_table("tomb", "", values, tomb.copies, tomb.printed)
    for guardian in pieces.guardians:
        values = {
            "nature": f'"{guardian.nature}"',
            "symbol": f'"{SYMBOLS[guardian.symbol]}"',
            "strength": str(guardian.strength),
        }
        write_table("guardian", guardian.name, values, guardian.copies, guardian.printed)
    for card in pieces.cards:
        values = {"top": f'"{card.top}"', "bottom": f'"{card.bottom}"'}
        write_table("card", "", values, card.copies, card.printed)
    return "\n".join(lines[1:]) + "\n"


@lru_cache(8)
def read_pieces(text: str) -> PieceSet:
    """The pieces in a TOML text; "" stands for the shipped pieces. Raises BadCatalogue for the first fault."""
    if not text:
        return SHIPPED
    fields = parse_data(text, "the pieces are")
    if set(fields) != set(TABLES):
        raise BadCatalogue("the pieces are tables [[tomb]], [[guardian]] and [[card]], each at least once")
    tombs = tuple([read_tomb(where, table) for where, table in tables_with_checked_keys(fields, "tomb")])
    guardians = tuple([read_guardian(where, table) for where, table in tables_with_checked_keys(fields, "guardian")])
    cards = tuple([read_card(where, table) for where, table in tables_with_checked_keys(fields, "card")])
    check_counts_and_duplicates(tombs, guardians, cards)
    return PieceSet(tombs, guardians, cards, text)


def check_counts_and_duplicates(
    tombs: tuple[Tomb, ...], guardians: tuple[Guardian, ...], cards: tuple[DuellingCard, ...]
) -> None:
    """Raise BadCatalogue if there are too many or too few pieces, or two that are equal."""
    tomb_count = sum([tomb.copies for tomb in tombs])
    guardian_count = sum([guardian.copies for guardian in guardians])
    for pieces, count in (("tombs", tomb_count), ("guardians", guardian_count)):
        if count > MAX_PIECES:
            raise BadCatalogue(f"there are at most {MAX_PIECES} {pieces}, not {count}")
    card_count = sum([card.copies for card in cards])
    if not MIN_CARDS <= card_count <= MAX_CARDS:
        raise BadCatalogue(f"there are {MIN_CARDS} to {MAX_CARDS} duelling cards, not {card_count}")
    if len({guardian.name.casefold() for guardian in guardians}) < len(guardians):
        raise BadCatalogue("two guardians have the same name; give one of them copies")
    if len({frozenset({card.top, card.bottom}) for card in cards}) < len(cards):
        raise BadCatalogue("two duelling cards have the same halves; give one of them copies")
    if len({(tomb.symbol, tomb.treasure) for tomb in tombs}) < len(tombs):
        raise BadCatalogue("two tombs have the same symbol and treasure; give one of them copies")


def tables_with_checked_keys(fields: dict[str, Any], name: str) -> list[tuple[str, dict[str, Any]]]:
    """The tables with this name, each with the words by which an error names it, such as "tomb 3". Raises BadCatalogue."""
    tables = fields[name]
    max_tables = MAX_CARDS if name == "card" else MAX_PIECES
    if not isinstance(tables, list) or not 1 <= len(tables) <= max_tables:
        raise BadCatalogue(f"there are 1 to {max_tables} tables [[{name}]]")
    keys, contents = TABLES[name]
    for number, table in enumerate(tables, 1):
        if not isinstance(table, dict) or set(table) - {"copies", "printed"} != keys:
            raise BadCatalogue(f"{name} {number} has {contents}, and copies if there are more than one")
    return [(f"{name} {number}", table) for number, table in enumerate(tables, 1)]


def read_tomb(where: str, table: dict[str, Any]) -> Tomb:
    treasure = check_data_number(table["treasure"], f"{where}: treasure", 1, MAX_TREASURE)
    symbol, printed = read_duel_symbol(table["symbol"], where), read_printed(table, PRINTABLE_VALUES["tomb"], where)
    return Tomb(symbol, treasure, read_copies(table, where), printed)


def read_guardian(where: str, table: dict[str, Any]) -> Guardian:
    name, nature = table["name"], table["nature"]
    if (
        not isinstance(name, str)
        or not 1 <= len(name) <= MAX_NAME_CHARS
        or not all(word.isalpha() for word in name.split(" "))
    ):
        raise BadCatalogue(
            f"{where}: a name has only letters and spaces, at most {MAX_NAME_CHARS} characters, not {quoted(name)}"
        )
    if nature not in (TRAP, CREATURE):
        raise BadCatalogue(f"{name}: nature is {TRAP} or {CREATURE}, not {quoted(nature)}")
    strength = check_data_number(table["strength"], f"{name}: strength", 1, MAX_STRENGTH)
    symbol, printed = read_duel_symbol(table["symbol"], name), read_printed(table, PRINTABLE_VALUES["guardian"], name)
    return Guardian(name, nature, symbol, strength, read_copies(table, name), printed)


def read_card(where: str, table: dict[str, Any]) -> DuellingCard:
    top, bottom = [read_half(table[half], f"{where}: {half}") for half in ("top", "bottom")]
    if top.symbol == bottom.symbol:
        raise BadCatalogue(f"{where}: the halves of a card have different symbols, not {SYMBOLS[top.symbol]} twice")
    printed = read_printed(table, PRINTABLE_VALUES["card"], where)
    return DuellingCard(top, bottom, read_copies(table, where), printed)


def read_half(value: object, where: str) -> Half:
    """A half in words, such as "2 key"."""
    count, _, word = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if not (count.isascii() and count.isdigit() and len(count) == 1 and 1 <= int(count) <= MAX_HALF_SYMBOLS) or (
        word not in SYMBOLS
    ):
        raise BadCatalogue(
            f'{where} is a number from 1 to {MAX_HALF_SYMBOLS} and a symbol, as in "2 key", not {quoted(value)}'
        )
    return Half(SYMBOLS.index(word), int(count))


def read_duel_symbol(value: object, where: str) -> int:
    """The number of the symbol of a duel. A ruby is refused."""
    plain = SYMBOLS[: int(PLAIN_SYMBOLS)]
    if value not in plain:
        raise BadCatalogue(f"{where}: symbol is one of {', '.join(plain)}, not {quoted(value)}")
    return SYMBOLS.index(str(value))


def read_copies(table: dict[str, Any], where: str) -> int:
    return check_data_number(table.get("copies", 1), f"{where}: copies", 1, MAX_COPIES)


assert SYMBOLS[int(RUBY)] == "ruby"
