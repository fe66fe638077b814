"""Reads a custom catalogue from its text, and lists its faults."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.core import bounded_toml
from engine.core.errors import BadCatalogue
from engine.valley.catalogue.catalogue import CardsByEdition
from engine.valley.custom import catalogue_rules
from engine.valley.custom.card_reader import EDITION_NAMES, CardFault, CardReader, clean_excerpt

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
    starters, by_edition = catalogue_rules.split_starters([card for card in cards if card], EDITION_NAMES)
    if not by_edition:
        report(CardFault("", "", f"there is no card of {' or of '.join(EDITION_NAMES)}"))
    catalogue_rules.check_catalogue(starters, by_edition, report)
    return {edition: (*starters, *edition_cards) for edition, edition_cards in by_edition.items()}


def _card_tables(text: str, report: Callable[[CardFault], None]) -> list[Any]:
    """The tables [[card]] of the text."""
    try:
        fields = bounded_toml.parse(text)
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
