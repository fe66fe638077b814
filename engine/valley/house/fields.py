"""One card of the house: its fields, each of its type and within its bounds."""

import difflib
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.core.errors import BadCatalogue
from engine.valley.card import AXE, BOAT, CAT, FIELDS, STARTER, TABLE, UNIQUE, Card, Part
from engine.valley.cards import afterlife, base
from engine.valley.vocabulary import part

EDITIONS: Final = ("base", "afterlife")
WIDEST: Final = {"name": 30, "set": 20, "text": 300}  # columns
SIGNS: Final = " '-.,()&!"  # what a name may hold besides letters and digits
PARTS: Final = 8  # in one action
ANSWERS: Final = {"table": int(TABLE), "boat": int(BOAT), "cat": int(CAT), "axe": int(AXE)}
FLAGS: Final = ("repeatable", "minds_top", "minds_own_top")
NUMBERS: Final = {"level": (1, 3), "copies": (1, 60), "gold": (1, 9), "cost": (0, 7), "vp": (0, 99)}
NEEDED: Final = ("name", "set", "level", "copies", "gold", "cost", "text")
KNOWN: Final = (*NEEDED, "edition", "vp", "action", "answers", "printed", *FLAGS)
# Programs of the rules themselves: a card of such a name would be taken for them.
TAKEN: Final = frozenset(
    [name.casefold() for name in (*base.BASE.tape.names, *afterlife.AFTERLIFE.tape.names)]
) - frozenset([card.name.casefold() for card in (*base.CARDS, *afterlife.CARDS)])


class Fault(NamedTuple):
    """What is wrong: with which card, in which field ("" for the whole), and why."""

    card: str
    field: str
    reason: str

    def __str__(self) -> str:
        return ": ".join([word for word in (self.card, self.field, self.reason) if word])


class Found(NamedTuple):
    """A card that could be read, and its edition."""

    edition: str
    card: Card


def cleaned(text: str) -> str:
    """Without controls, bidirectional marks, marks set on other signs and whatever else has no face or no width of its own."""
    seen = [
        sign if sign.isprintable() else " "
        for sign in unicodedata.normalize("NFC", text)
        if unicodedata.category(sign) not in ("Mn", "Me", "Cf")
    ]
    return " ".join("".join(seen).split())


def cut(value: object, longest: int) -> str:
    """What stands in a text, for a sentence about it: cleaned, and no longer than that. Cut before it is cleaned, which takes
    its time."""
    return cleaned(str(value)[: 4 * longest])[:longest]


def width(text: str) -> int:
    """How many columns of a terminal it takes."""
    return sum([2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text])


class Reader:
    """Reads one table [[card]] and says all that is wrong with it; `number` is its place, for a card without a name."""

    def __init__(self, told: Any, number: int, say: Callable[[Fault], None]) -> None:
        self.told: Mapping[str, Any] = told if isinstance(told, dict) else {}
        self._say = say
        self._sound = isinstance(told, dict)
        self.name = f"card {number}"
        if not self._sound:
            self.wrong("", "is no table; write [[card]] above its fields")
        self.name = self.text("name") or self.name

    def wrong(self, field: str, reason: str) -> None:
        """One more fault."""
        self._sound = False
        self._say(Fault(self.name, field, reason))

    def card(self) -> Found | None:
        """The card, if nothing is wrong."""
        if not self.told:
            return None
        for field in self.told:
            if field not in KNOWN:
                near = difflib.get_close_matches(field[:40], KNOWN, 1)
                self.wrong(cut(field, 40), "no card has this field" + (f'; did you mean "{near[0]}"?' if near else ""))
        for field in NEEDED:
            if field not in self.told:
                self.wrong(field, "is missing")
        of = self.text("set")
        numbers: dict[str, Any] = {field: self.number(field) for field in NUMBERS if field in self.told}
        text = self.text("text")
        edition = self.edition(of)
        action = self.action()
        answers = self.answers(bool(self.told.get("action")))
        flags: dict[str, Any] = {name: self.flag(name) for name in FLAGS if name in self.told}
        printed = self.printed()
        if self.name.casefold() in TAKEN:
            self.wrong("name", "is the name of something in the rules; choose another")
        if not self._sound:
            return None
        card = Card(self.name, of, text=text, action=action, answers=answers, printed=printed, **numbers, **flags)
        return Found(edition, card)

    def text(self, field: str) -> str:
        """A text in one line, cleaned."""
        value = self.told.get(field, "")
        if not isinstance(value, str):
            self.wrong(field, "is a text in quotes")
            return ""
        said = cleaned(value[:2000])
        if field in self.told and not said:
            self.wrong(field, "is empty")
        if width(said) > WIDEST[field]:
            self.wrong(field, f"takes {width(said)} columns, and there is room for {WIDEST[field]}")
        strange = [sign for sign in said if not (sign.isalnum() or sign in SIGNS)]
        if field != "text" and strange:
            self.wrong(field, f"has letters, digits and {SIGNS.strip()} alone, no {strange[0]}")
            return ""
        return said

    def number(self, field: str) -> int:
        value = self.told[field]
        low, high = NUMBERS[field]
        if type(value) is not int or not low <= value <= high:
            more = {"gold": "; a card without gold could not be paid with", "cost": "; no hand could pay more"}.get(
                field, ""
            )
            self.wrong(field, f"is a whole number from {low} to {high}, not {cut(value, 20)}{more}")
            return low
        return value

    def flag(self, field: str) -> bool:
        value = self.told[field]
        if not isinstance(value, bool):
            self.wrong(field, "is true or false")
        return value is True

    def edition(self, of: str) -> str:
        """Which game it belongs to; the starters belong to both."""
        value = self.told.get("edition", "")
        if of == STARTER:
            if value:
                self.wrong("edition", "starter cards belong to both games: leave it out")
            return ""
        if value not in EDITIONS:
            self.wrong("edition", f"is {' or '.join(EDITIONS)}, not {cut(value, 20)!r}")
        return str(value)

    def action(self) -> tuple[Part[Any], ...]:
        told = self.told.get("action", [])
        if not isinstance(told, list) or len(told) > PARTS:
            self.wrong("action", f"is a list of at most {PARTS} parts")
            return ()
        made = []
        for text in told:
            try:
                made.append(part(text if isinstance(text, str) else ""))
            except BadCatalogue as fault:
                self.wrong("action", cut(fault, 200))
        return tuple(made)

    def answers(self, acts: bool) -> int:
        if "answers" not in self.told:
            if not acts:
                self.wrong("action", "is empty, and the card answers nothing: it could never be used")
            return 0
        if self.told["answers"] not in tuple(ANSWERS):
            self.wrong("answers", f"is one of {', '.join(ANSWERS)}")
            return 0
        if acts:
            self.wrong("answers", "a reaction has no action besides")
        return ANSWERS[self.told["answers"]]

    def printed(self) -> tuple[str, ...]:
        told = self.told.get("printed", [])
        if not isinstance(told, list):
            self.wrong("printed", "is a list of fields")
            return ()
        for field in told:
            if field not in FIELDS:
                self.wrong("printed", f"names {cut(field, 20)!r}; it may name {', '.join(FIELDS)}")
        return tuple([field for field in FIELDS if field in told])


def is_set(card: Card) -> bool:
    """Whether it belongs to a set that counts."""
    return card.set not in (STARTER, UNIQUE)
