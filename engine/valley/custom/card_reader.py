"""Reads one custom card, and checks the type and the bounds of each field."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.core.cells.position_text import did_you_mean
from engine.core.errors import BadCatalogue
from engine.valley.cards import afterlife, base
from engine.valley.catalogue.card import (
    AXE,
    BOAT,
    MUMMIFIED_CAT,
    OFFERING_TABLE,
    PRINTABLE_FIELDS,
    STARTER,
    Card,
    Part,
)
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom.action_text import parse_part

EDITION_NAMES: Final = ("base", "afterlife")
MAX_COLUMNS: Final = {"name": 30, "set": 20, "text": 300}  # terminal columns of each text
ALLOWED_PUNCTUATION: Final = " '-.,()&!"  # what a name may contain besides letters and digits
MAX_PARTS: Final = 8  # in one action
REACTION_WORDS: Final = {"table": int(OFFERING_TABLE), "boat": int(BOAT), "cat": int(MUMMIFIED_CAT), "axe": int(AXE)}
FLAG_FIELDS: Final = ("repeatable", "minds_top", "minds_own_top")
NUMBER_BOUNDS: Final = {"level": (1, 3), "copies": (1, 60), "gold": (1, 9), "cost": (0, 7), "vp": (0, 99)}
REQUIRED_FIELDS: Final = ("name", "set", "level", "copies", "gold", "cost", "text")
KNOWN_FIELDS: Final = (*REQUIRED_FIELDS, "edition", "vp", "action", "answers", "printed", *FLAG_FIELDS)
# Names of programs of the rules. In the text of a position, a card with such a name could not be told apart from them.
RESERVED_NAMES: Final = frozenset(
    [name.casefold() for page in (base.CARDS, afterlife.CARDS) for name in Catalogue(page).programs.names]
) - frozenset([card.name.casefold() for card in (*base.CARDS, *afterlife.CARDS)])


class CardFault(NamedTuple):
    """What is wrong with a custom card: its name ("" for the whole file), the field ("" for the whole card or file), and the
    reason, a clause such as "is missing"."""

    card: str
    field: str
    reason: str

    def __str__(self) -> str:
        return ": ".join([word for word in (self.card, self.field, self.reason) if word])


class CardOfEdition(NamedTuple):
    """A card, and the edition that it belongs to; "" for a starter."""

    edition: str
    card: Card


def clean_line(text: str) -> str:
    """The text as one line, without combining marks and format characters (such as bidirectional marks). One space replaces each
    run of spaces and control characters."""
    visible = [
        character if character.isprintable() else " "
        for character in unicodedata.normalize("NFC", text)
        if unicodedata.category(character) not in ("Mn", "Me", "Cf")
    ]
    return " ".join("".join(visible).split())


def clean_excerpt(value: object, max_chars: int) -> str:
    """The first `max_chars` characters of a value's text, cleaned, to quote it in an error. It is cut before it is cleaned,
    because cleaning a long text is slow."""
    return clean_line(str(value)[: 4 * max_chars])[:max_chars]


def column_width(text: str) -> int:
    """The number of terminal columns that a text takes."""
    return sum([2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text])


class CardReader:
    """Reads one table [[card]] and reports all its faults. `card_number` is its place in the file, from 1. In the reports, it
    replaces a missing name."""

    def __init__(self, fields: Any, card_number: int, report: Callable[[CardFault], None]) -> None:
        self.fields: Mapping[str, Any] = fields if isinstance(fields, dict) else {}
        self._report = report
        self._is_sound = isinstance(fields, dict)
        self.name = f"card {card_number}"
        if not self._is_sound:
            self.add_fault("", "is not a table; write [[card]] above its fields")
        self.name = self.read_text("name") or self.name

    def add_fault(self, field: str, reason: str) -> None:
        """Report a fault of this card."""
        self._is_sound = False
        self._report(CardFault(self.name, field, reason))

    def read_card(self) -> CardOfEdition | None:
        """The card; None if it has a fault."""
        if not self.fields:
            return None
        for field in self.fields:
            if field not in KNOWN_FIELDS:
                self.add_fault(
                    clean_excerpt(field, 40), f"no card has this field{did_you_mean(field[:40], KNOWN_FIELDS)}"
                )
        for field in REQUIRED_FIELDS:
            if field not in self.fields:
                self.add_fault(field, "is missing")
        set_name = self.read_text("set")
        numbers: dict[str, Any] = {field: self.read_number(field) for field in NUMBER_BOUNDS if field in self.fields}
        text = self.read_text("text")
        edition = self.read_edition(set_name == STARTER)
        action = self.read_action()
        reaction = self.read_reaction(bool(self.fields.get("action")))
        flags: dict[str, Any] = {name: self.read_flag(name) for name in FLAG_FIELDS if name in self.fields}
        printed = self.read_printed()
        if self.name.casefold() in RESERVED_NAMES:
            self.add_fault("name", "is the name of something in the rules; choose another")
        if not self._is_sound:
            return None
        card = Card(
            self.name, set_name, text=text, action=action, reaction=reaction, printed=printed, **numbers, **flags
        )
        return CardOfEdition(edition, card)

    def read_text(self, field: str) -> str:
        """A text of one line, cleaned; "" if it is not a text or contains a forbidden character, which is reported."""
        value = self.fields.get(field, "")
        if not isinstance(value, str):
            self.add_fault(field, "is a text in quotes")
            return ""
        text = clean_line(value[:2000])
        if field in self.fields and not text:
            self.add_fault(field, "is empty")
        if column_width(text) > MAX_COLUMNS[field]:
            self.add_fault(field, f"takes {column_width(text)} columns; the maximum is {MAX_COLUMNS[field]}")
        forbidden = [character for character in text if not (character.isalnum() or character in ALLOWED_PUNCTUATION)]
        if field != "text" and forbidden:
            self.add_fault(
                field, f"may contain letters, digits and {ALLOWED_PUNCTUATION.strip()}, but not {forbidden[0]}"
            )
            return ""
        return text

    def read_number(self, field: str) -> int:
        """A number within its bounds; after a reported fault, the lowest allowed number."""
        value = self.fields[field]
        low, high = NUMBER_BOUNDS[field]
        if type(value) is not int or not low <= value <= high:
            why = {"gold": "; a card without gold could not pay for anything", "cost": "; no hand could pay more"}
            self.add_fault(
                field, f"is a whole number from {low} to {high}, not {clean_excerpt(value, 20)}{why.get(field, '')}"
            )
            return low
        return value

    def read_flag(self, field: str) -> bool:
        """A bool; after a reported fault, False."""
        value = self.fields[field]
        if not isinstance(value, bool):
            self.add_fault(field, "is true or false")
        return value is True

    def read_edition(self, is_starter: bool) -> str:
        """The edition of the card; "" for starters, which belong to both."""
        value = self.fields.get("edition", "")
        if is_starter:
            if value:
                self.add_fault("edition", "starter cards belong to both games: leave it out")
            return ""
        if value not in EDITION_NAMES:
            self.add_fault("edition", f"is {' or '.join(EDITION_NAMES)}, not {clean_excerpt(value, 20)!r}")
        return str(value)

    def read_action(self) -> tuple[Part[Any], ...]:
        """The parts of the action. Those that cannot be parsed are left out and reported."""
        texts = self.fields.get("action", [])
        if not isinstance(texts, list) or len(texts) > MAX_PARTS:
            self.add_fault("action", f"is a list of at most {MAX_PARTS} parts")
            return ()
        parts = []
        for text in texts:
            try:
                parts.append(parse_part(text if isinstance(text, str) else ""))
            except BadCatalogue as fault:
                self.add_fault("action", clean_excerpt(fault, 200))
        return tuple(parts)

    def read_reaction(self, has_action: bool) -> int:
        """The reaction that the field `answers` names; 0 for none. Reports a card that has neither an action nor a reaction, or
        both."""
        if "answers" not in self.fields:
            if not has_action:
                self.add_fault("action", "is empty, and the card has no reaction: it could never be used")
            return 0
        if self.fields["answers"] not in tuple(REACTION_WORDS):
            self.add_fault("answers", f"is one of {', '.join(REACTION_WORDS)}")
            return 0
        if has_action:
            self.add_fault("answers", "a card cannot have both a reaction and an action")
        return REACTION_WORDS[self.fields["answers"]]

    def read_printed(self) -> tuple[str, ...]:
        """The fields that the card lists as printed. Unknown ones are left out and reported."""
        names = self.fields.get("printed", [])
        if not isinstance(names, list):
            self.add_fault("printed", "is a list of fields")
            return ()
        for field in names:
            if field not in PRINTABLE_FIELDS:
                self.add_fault(
                    "printed", f"names {clean_excerpt(field, 20)!r}; it may name {', '.join(PRINTABLE_FIELDS)}"
                )
        return tuple([field for field in PRINTABLE_FIELDS if field in names])
