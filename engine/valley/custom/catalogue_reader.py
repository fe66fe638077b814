"""Reads a custom catalogue from its text."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.core import bounded_toml
from engine.core.errors import BadCatalogue
from engine.valley.cards.catalogue import CardsByEdition
from engine.valley.custom import catalogue_rules
from engine.valley.custom.card_reader import EDITION_NAMES, CardFault, CardReader, clean_excerpt

MAX_KINDS: Final = 120
MAX_FAULTS: Final = 50  # reported for one text, because each may cost a search for the nearest word


class TooManyFaults(Exception):
    """MAX_FAULTS were found. There may be more."""


def find_faults(text: str) -> list[CardFault]:
    """All mistakes, at most MAX_FAULTS: first in the order of the text, then those of the whole. [] if the catalogue can be
    played."""
    return list(_read(text)[1])


def read_catalogue(text: str) -> CardsByEdition:
    """The cards by edition; each edition begins with the starters. Raises BadCatalogue, which tells the first mistake and the
    number of the others."""
    pages, found = _read(text)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise BadCatalogue(f"the custom cards cannot be played: {found[0]}{more}")
    return pages


@lru_cache(8)
def _read(text: str) -> tuple[CardsByEdition, tuple[CardFault, ...]]:
    """The cards and the mistakes. Both are cached, because a list of saves asks for them repeatedly."""
    found: list[CardFault] = []

    def say(fault: CardFault) -> None:
        found.append(fault)
        if len(found) == MAX_FAULTS:
            raise TooManyFaults

    try:
        return _read_pages(text, say), tuple(found)
    except TooManyFaults:
        return {}, tuple(found)


def _read_pages(text: str, report: Callable[[CardFault], None]) -> CardsByEdition:
    tables = _tables(text, report)
    readers = [CardReader(fields, number, report) for number, fields in enumerate(tables, 1)]
    cards = [reader.read_card() for reader in readers]
    if None in cards or not cards:
        return {}
    starters, pages = catalogue_rules.split_starters([found for found in cards if found], EDITION_NAMES)
    if not pages:
        report(CardFault("", "", f"there is no card of {' or of '.join(EDITION_NAMES)}"))
    catalogue_rules.check_catalogue(starters, pages, report)
    return {edition: (*starters, *page) for edition, page in pages.items()}


def _tables(text: str, report: Callable[[CardFault], None]) -> list[Any]:
    """The tables [[card]] of the text."""
    try:
        fields = bounded_toml.parse(text)
    except ValueError as error:
        report(CardFault("", "", f"the text is not valid TOML: {clean_excerpt(str(error), 100)}"))
        return []
    for name in fields:
        if name != "card":
            report(
                CardFault("", clean_excerpt(name, 40), "stands above all cards, where nothing but [[card]] may stand")
            )
    tables = fields.get("card", [])
    if not isinstance(tables, list) or not 0 < len(tables) <= MAX_KINDS:
        report(CardFault("", "card", f"there are 1 to {MAX_KINDS} tables [[card]]"))
        return []
    return tables
