"""Custom catalogues as TOML: reads cards one by one, checks each and the catalogue as a whole, and writes one."""

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.core import toml_text
from engine.core.errors import BadCatalogue, is_whole_number
from engine.core.wording import did_you_mean
from engine.valley import afterlife_cards, base_cards
from engine.valley.catalogue.card import (
    AXE,
    BOAT,
    MUMMIFIED_CAT,
    OFFERING_TABLE,
    PRINTABLE_FIELDS,
    STARTER,
    UNIQUE,
    Card,
    Part,
)
from engine.valley.catalogue.catalogue import CardsByEdition, Catalogue
from engine.valley.custom.action_text import parse_part, part_text
from engine.valley.parts.deck import ExecuteIt, Repeat
from engine.valley.parts.opponents import OpponentPart
from engine.valley.parts.tomb import Awaken

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
    [name.casefold() for page in (base_cards.CARDS, afterlife_cards.CARDS) for name in Catalogue(page).programs.names]
) - frozenset([card.name.casefold() for card in (*base_cards.CARDS, *afterlife_cards.CARDS)])


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
        if not self.fields and not self._is_sound:
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
        if not is_whole_number(value, low, high):
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


SET_SIZES: Final = (3, 4, 5, 6, 7)
CARDS_PER_LEVEL: Final = {2: 29, 3: 27}  # number of cards of each level in a box
STARTERS_PER_SEAT: Final = 10  # starter cards for each player
SEATS_PER_BOX: Final = 4  # number of players for whom a box has starters
MAX_EXECUTING_CARDS: Final = 6  # copies of cards that execute the actions of other cards
EXECUTING_PARTS: Final = (ExecuteIt, Awaken, Repeat)
MAX_AXES: Final = 6  # copies of cards with the reaction of an Axe; an Axe discarded for an Axe triggers in turn


def check_catalogue(
    starters: Sequence[Card], by_edition: Mapping[str, Sequence[Card]], report: Callable[[CardFault], None]
) -> None:
    """Report all faults of the catalogue as a whole. `by_edition` has the cards without the starters."""
    all_cards = [*starters, *[card for cards in by_edition.values() for card in cards]]
    name_counts = Counter([card.name.casefold() for card in all_cards])
    for card in all_cards:
        if name_counts.pop(card.name.casefold(), 1) > 1:
            report(CardFault(card.name, "name", "two cards have this name"))
    check_starters(starters, report)
    for edition, cards in by_edition.items():
        check_edition(edition, cards, report)
    editions_per_set = Counter(
        [name for cards in by_edition.values() for name in {card.set for card in cards if card.is_set_card}]
    )
    for name, count in editions_per_set.items():
        if count > 1:
            report(CardFault("", f"set {name}", "is in both games; give one of the two sets another name"))
    executing = sum([card.copies for card in all_cards if any(part_executes_cards(part) for part in card.action)])
    if executing > MAX_EXECUTING_CARDS:
        report(
            CardFault(
                "",
                "action",
                f"{executing} cards execute actions of others; with more than {MAX_EXECUTING_CARDS} an action might not end",
            )
        )
    axes = sum([card.copies for card in all_cards if card.reaction == AXE])
    if axes > MAX_AXES:
        reason = f"{axes} cards react as an axe; with more than {MAX_AXES} the reactions might not end"
        report(CardFault("", "answers", reason))


def part_executes_cards(part: Part[Any]) -> bool:
    """Whether the part executes the action of another card, or lets others do so."""
    return isinstance(part, EXECUTING_PARTS) or (
        isinstance(part, OpponentPart) and any(part_executes_cards(inner) for inner in part.then)
    )


def check_starters(starters: Sequence[Card], report: Callable[[CardFault], None]) -> None:
    """Report starters that are not of level 1 or cost something, and numbers of copies that do not give each of four players ten
    starters."""
    for card in starters:
        if card.level != 1:
            report(CardFault(card.name, "level", "a starter card is of level 1"))
        if card.cost:
            report(CardFault(card.name, "cost", "a starter card costs 0: nobody buys it"))
        if card.copies % SEATS_PER_BOX:
            reason = (
                f"{card.copies} cannot be dealt evenly to {SEATS_PER_BOX} players: use a multiple of {SEATS_PER_BOX}"
            )
            report(CardFault(card.name, "copies", reason))
    total = sum([card.copies for card in starters])
    if total != STARTERS_PER_SEAT * SEATS_PER_BOX:
        report(
            CardFault(
                "",
                "copies",
                f"there are {STARTERS_PER_SEAT * SEATS_PER_BOX} starter cards, "
                f"{STARTERS_PER_SEAT} for each of {SEATS_PER_BOX} players, not {total}",
            )
        )


def check_edition(edition: str, cards: Sequence[Card], report: Callable[[CardFault], None]) -> None:
    """Report what differs from an edition: five sets of 3 to 7 kinds with two copies of each, six unique artifacts, and
    `CARDS_PER_LEVEL` cards of each level. `cards` are its cards without the starters."""
    for card in cards:
        if card.level == 1:
            report(CardFault(card.name, "level", "is 2 or 3; level 1 is for starter cards"))
        if not card.cost:
            report(CardFault(card.name, "cost", "only starter cards cost nothing"))
        is_unique = card.set == UNIQUE
        if card.copies != (1 if is_unique else 2):
            reason = "a unique artifact has 1" if is_unique else "a card of a set has 2"
            report(CardFault(card.name, "copies", reason))
        if card.is_set_card and card.vp:
            report(
                CardFault(card.name, "vp", "the cards of a set count by the square of their kinds, not for themselves")
            )
    sizes = Counter([card.set for card in cards if card.is_set_card])
    if sorted(sizes.values()) != sorted(SET_SIZES):
        found = ", ".join([f"{name} {size}" for name, size in sizes.items()]) or "none"
        report(CardFault("", f"set ({edition})", f"there are five sets, of 3, 4, 5, 6 and 7 kinds; found: {found}"))
    uniques = [card for card in cards if card.set == UNIQUE]
    if len(uniques) != 6:
        report(CardFault("", f"set ({edition})", f"there are six unique artifacts, not {len(uniques)}"))
    for level, count in CARDS_PER_LEVEL.items():
        total = sum([card.copies for card in cards if card.level == level])
        if total != count:
            report(CardFault("", f"level ({edition})", f"{count} cards are of level {level}, not {total}"))


def split_starters(cards: Sequence[CardOfEdition], editions: Sequence[str]) -> tuple[list[Card], dict[str, list[Card]]]:
    """The starters, and the other cards of each edition, in the order of `editions`."""
    starters = [card for _, card in cards if card.set == STARTER]
    pages = {name: [card for edition, card in cards if edition == name and card.set != STARTER] for name in editions}
    return starters, {name: page for name, page in pages.items() if page}


MAX_KINDS: Final = 120
MAX_FAULTS: Final = 50  # reported for one text; each may need a slow search for a similar word


class TooManyFaults(Exception):
    """MAX_FAULTS faults were found. There may be more."""


def find_faults(text: str) -> list[CardFault]:
    """The faults of a catalogue, at most MAX_FAULTS. First those of single cards, in the order of the text. If there are none,
    those of the catalogue as a whole. [] if the catalogue can be read."""
    return list(_cards_and_faults(text)[1])


def read_catalogue(text: str) -> CardsByEdition:
    """The cards by edition; each edition begins with the starters. Raises BadCatalogue with the first fault and the number of
    further ones."""
    by_edition, faults = _cards_and_faults(text)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise BadCatalogue(f"the custom cards cannot be played: {faults[0]}{more}")
    return by_edition


@lru_cache(8)
def _cards_and_faults(text: str) -> tuple[CardsByEdition, tuple[CardFault, ...]]:
    """The cards by edition, and the faults. They are cached, because the list of saves needs them repeatedly."""
    faults: list[CardFault] = []

    def report(fault: CardFault) -> None:
        faults.append(fault)
        if len(faults) == MAX_FAULTS:
            raise TooManyFaults

    try:
        return _read_editions(text, report), tuple(faults)
    except TooManyFaults:
        return {}, tuple(faults)


def _read_editions(text: str, report: Callable[[CardFault], None]) -> CardsByEdition:
    tables = _card_tables(text, report)
    readers = [CardReader(fields, number, report) for number, fields in enumerate(tables, 1)]
    cards = [reader.read_card() for reader in readers]
    if None in cards or not cards:
        return {}
    starters, by_edition = split_starters([card for card in cards if card], EDITION_NAMES)
    if not by_edition:
        report(CardFault("", "", f"there is no card of {' or of '.join(EDITION_NAMES)}"))
    check_catalogue(starters, by_edition, report)
    return {edition: (*starters, *edition_cards) for edition, edition_cards in by_edition.items()}


def _card_tables(text: str, report: Callable[[CardFault], None]) -> list[Any]:
    try:
        fields = toml_text.parse(text)
    except ValueError as error:
        report(CardFault("", "", f"the text is not valid TOML: {clean_excerpt(str(error), 100)}"))
        return []
    for name in fields:
        if name != "card":
            report(
                CardFault(
                    "", clean_excerpt(name, 40), "is outside the tables [[card]]; the file may contain nothing else"
                )
            )
    tables = fields.get("card", [])
    if not isinstance(tables, list) or not 0 < len(tables) <= MAX_KINDS:
        report(CardFault("", "card", f"there are 1 to {MAX_KINDS} tables [[card]]"))
        return []
    return tables


HEADER_TEXT: Final = """\
# Custom cards for Vok. Correct here what differs from your printed cards, then
#
#     vok cards check FILE          lists everything that is wrong
#     vok play --cards FILE         plays with it; a save contains its cards
#
# The comment after each value says where it comes from: "printed" in a rulebook or another public source, or
# "reconstructed" because there is none. `printed` at the end of a card lists the printed fields, which the game shows.
#
# Requirements: five sets of 3, 4, 5, 6 and 7 kinds in each game, two copies of each; six unique artifacts; 29 cards of level
# 2 and 27 of level 3; 40 starter cards, of which each player gets a quarter. Gold is 1 to 9, cost 1 to 7 (starters 0).
#
# An action is a list of parts, carried out in this order. docs/custom-cards.md describes the parts and their arguments.
# A card without an action `answers` what opponents do, as one of {answers}.
"""


def write_catalogue(by_edition: Mapping[str, Sequence[Card]], without_comments: bool = False) -> str:
    """The TOML text: the starters of the first edition, then the other cards of each edition."""
    first_edition = next(iter(by_edition.values()))
    cards = [("", card) for card in first_edition if card.set == STARTER]
    cards += [
        (edition, card)
        for edition, edition_cards in by_edition.items()
        for card in edition_cards
        if card.set != STARTER
    ]
    header = [] if without_comments else [HEADER_TEXT.replace("{answers}", ", ".join(REACTION_WORDS))]
    return "\n".join([*header, *[_card_text(edition, card, without_comments) for edition, card in cards]])


def _card_text(edition: str, card: Card, without_comments: bool) -> str:
    """The table [[card]]. Each field has its name, its value as TOML, and the name by which `Card.printed` lists it."""
    fields: list[tuple[str, str, str]] = [("name", toml_string(card.name), "name")]
    if edition:
        fields.append(("edition", toml_string(edition), ""))
    fields.append(("set", toml_string(card.set), "set"))
    fields += [(field, str(getattr(card, field)), field) for field in ("level", "copies", "gold", "cost")]
    if not card.is_set_card:
        fields.append(("vp", str(card.vp), "vp"))
    fields.append(("text", toml_string(card.text), ""))
    if card.reaction:
        fields.append(
            (
                "answers",
                toml_string(next(word for word, number in REACTION_WORDS.items() if number == card.reaction)),
                "action",
            )
        )
    else:
        fields.append(("action", f"[{', '.join([toml_string(part_text(part)) for part in card.action])}]", "action"))
    defaults = {"repeatable": True}
    fields += [
        (flag, str(getattr(card, flag)).lower(), "")
        for flag in FLAG_FIELDS
        if getattr(card, flag) != defaults.get(flag, False)
    ]
    lines = ["[[card]]"]
    for field, value, source in fields:
        comment = (
            "" if without_comments or not source else f"  # {'printed' if source in card.printed else 'reconstructed'}"
        )
        lines.append(f"{field} = {value}{comment}")
    lines.append(
        f"printed = [{', '.join([toml_string(field) for field in PRINTABLE_FIELDS if field in card.printed])}]"
    )
    return "\n".join(lines) + "\n"


def toml_string(text: str) -> str:
    """A text as a TOML string. Texts of cards are cleaned, and for these a JSON string is also a TOML string."""
    return json.dumps(text, ensure_ascii=False)
