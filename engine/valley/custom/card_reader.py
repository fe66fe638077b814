"""Reads one custom card: each field has its type and its bounds."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.core.cells.position_text import did_you_mean
from engine.core.errors import BadCatalogue
from engine.valley.cards import afterlife, base
from engine.valley.cards.card import (
    AXE,
    BOAT,
    MUMMIFIED_CAT,
    OFFERING_TABLE,
    PRINTABLE_FIELDS,
    STARTER,
    Card,
    Part,
)
from engine.valley.cards.catalogue import Catalogue
from engine.valley.custom.action_text import parse_part

EDITION_NAMES: Final = ("base", "afterlife")
MAX_COLUMNS: Final = {"name": 30, "set": 20, "text": 300}  # in columns of the terminal
ALLOWED_SIGNS: Final = " '-.,()&!"  # characters of a name besides letters and digits
MAX_PARTS: Final = 8  # in one action
REACTION_WORDS: Final = {"table": int(OFFERING_TABLE), "boat": int(BOAT), "cat": int(MUMMIFIED_CAT), "axe": int(AXE)}
FLAG_FIELDS: Final = ("repeatable", "minds_top", "minds_own_top")
NUMBER_BOUNDS: Final = {"level": (1, 3), "copies": (1, 60), "gold": (1, 9), "cost": (0, 7), "vp": (0, 99)}
REQUIRED_FIELDS: Final = ("name", "set", "level", "copies", "gold", "cost", "text")
KNOWN_FIELDS: Final = (*REQUIRED_FIELDS, "edition", "vp", "action", "answers", "printed", *FLAG_FIELDS)
# Names of programs of the rules. A card with such a name would be taken for them.
RESERVED_NAMES: Final = frozenset(
    [name.casefold() for page in (base.CARDS, afterlife.CARDS) for name in Catalogue(page).programs.names]
) - frozenset([card.name.casefold() for card in (*base.CARDS, *afterlife.CARDS)])


class CardFault(NamedTuple):
    """A mistake: the name of the card, the field ("" for the whole card or file), and what is wrong."""

    card: str
    field: str
    reason: str

    def __str__(self) -> str:
        return ": ".join([word for word in (self.card, self.field, self.reason) if word])


class CardOfEdition(NamedTuple):
    """A card, and the edition that it belongs to."""

    edition: str
    card: Card


def clean_line(text: str) -> str:
    """The text without control characters, bidirectional marks, combining marks and other characters without a visible form or a
    width of their own."""
    seen = [
        sign if sign.isprintable() else " "
        for sign in unicodedata.normalize("NFC", text)
        if unicodedata.category(sign) not in ("Mn", "Me", "Cf")
    ]
    return " ".join("".join(seen).split())


def clean_excerpt(value: object, max_chars: int) -> str:
    """The beginning of a text for a sentence about it, cleaned, at most `max_chars` characters. It is cut first, because cleaning
    takes time."""
    return clean_line(str(value)[: 4 * max_chars])[:max_chars]


def column_width(text: str) -> int:
    """The number of terminal columns of a text."""
    return sum([2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text])


class CardReader:
    """Reads one table [[card]] and reports all its mistakes. `card_number` is its place in the file, from 1, to name a card
    without a name."""

    def __init__(self, fields: Any, card_number: int, report: Callable[[CardFault], None]) -> None:
        self.fields: Mapping[str, Any] = fields if isinstance(fields, dict) else {}
        self._report = report
        self._is_sound = isinstance(fields, dict)
        self.name = f"card {card_number}"
        if not self._is_sound:
            self.add_fault("", "is no table; write [[card]] above its fields")
        self.name = self.read_text("name") or self.name

    def add_fault(self, field: str, reason: str) -> None:
        """Report a mistake."""
        self._is_sound = False
        self._report(CardFault(self.name, field, reason))

    def read_card(self) -> CardOfEdition | None:
        """The card; None if there was a mistake."""
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
        edition = self.read_edition(set_name)
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
        """A text of one line, cleaned; "" if it is no text or contains a sign that is not allowed, which is reported."""
        value = self.fields.get(field, "")
        if not isinstance(value, str):
            self.add_fault(field, "is a text in quotes")
            return ""
        text = clean_line(value[:2000])
        if field in self.fields and not text:
            self.add_fault(field, "is empty")
        if column_width(text) > MAX_COLUMNS[field]:
            self.add_fault(field, f"takes {column_width(text)} columns, and there is room for {MAX_COLUMNS[field]}")
        forbidden = [sign for sign in text if not (sign.isalnum() or sign in ALLOWED_SIGNS)]
        if field != "text" and forbidden:
            self.add_fault(field, f"has letters, digits and {ALLOWED_SIGNS.strip()} alone, no {forbidden[0]}")
            return ""
        return text

    def read_number(self, field: str) -> int:
        """A number within its bounds; the lowest one allowed, after a mistake was reported."""
        value = self.fields[field]
        low, high = NUMBER_BOUNDS[field]
        if type(value) is not int or not low <= value <= high:
            more = {"gold": "; a card without gold could not be paid with", "cost": "; no hand could pay more"}.get(
                field, ""
            )
            self.add_fault(field, f"is a whole number from {low} to {high}, not {clean_excerpt(value, 20)}{more}")
            return low
        return value

    def read_flag(self, field: str) -> bool:
        """True or false; False after a mistake was reported."""
        value = self.fields[field]
        if not isinstance(value, bool):
            self.add_fault(field, "is true or false")
        return value is True

    def read_edition(self, set_name: str) -> str:
        """The edition of the card; "" for starters, which belong to both."""
        value = self.fields.get("edition", "")
        if set_name == STARTER:
            if value:
                self.add_fault("edition", "starter cards belong to both games: leave it out")
            return ""
        if value not in EDITION_NAMES:
            self.add_fault("edition", f"is {' or '.join(EDITION_NAMES)}, not {clean_excerpt(value, 20)!r}")
        return str(value)

    def read_action(self) -> tuple[Part[Any], ...]:
        """The parts of the action, without those that cannot be parsed, which are reported."""
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
        """The reaction that the field `answers` names; 0 for none. Reports a card with neither action nor reaction, or with
        both."""
        if "answers" not in self.fields:
            if not has_action:
                self.add_fault("action", "is empty, and the card answers nothing: it could never be used")
            return 0
        if self.fields["answers"] not in tuple(REACTION_WORDS):
            self.add_fault("answers", f"is one of {', '.join(REACTION_WORDS)}")
            return 0
        if has_action:
            self.add_fault("answers", "a reaction has no action besides")
        return REACTION_WORDS[self.fields["answers"]]

    def read_printed(self) -> tuple[str, ...]:
        """The fields that are said to be printed, without unknown ones, which are reported."""
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
