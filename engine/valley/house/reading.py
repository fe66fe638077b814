"""A catalogue of the house from its text."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.core import bounded_toml
from engine.core.errors import BadCatalogue
from engine.valley.card import Card
from engine.valley.house import whole
from engine.valley.house.fields import EDITIONS, Fault, Reader, cut

KINDS: Final = 120
MAX_FAULTS: Final = 50  # that are told of one text: each may cost a search for the nearest word

Pages = dict[str, tuple[Card, ...]]


class TooManyFaults(Exception):
    """MAX_FAULTS were found, and more may follow."""


def faults(text: str) -> list[Fault]:
    """What is wrong with it, in the order of the text and then of the whole, MAX_FAULTS at most; [] for a catalogue that can be
    played."""
    return list(_read(text)[1])


def read(text: str) -> Pages:
    """The cards by edition; the starters begin each page. Raises BadCatalogue, which names the first fault and says how many
    more there are."""
    pages, found = _read(text)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise BadCatalogue(f"the cards of the house cannot be played: {found[0]}{more}")
    return pages


@lru_cache(8)
def _read(text: str) -> tuple[Pages, tuple[Fault, ...]]:
    """The pages and the faults. What is wrong is kept as well as what is right: a list of saves asks for it more than once."""
    found: list[Fault] = []

    def say(fault: Fault) -> None:
        found.append(fault)
        if len(found) == MAX_FAULTS:
            raise TooManyFaults

    try:
        return _take_up(text, say), tuple(found)
    except TooManyFaults:
        return {}, tuple(found)


def _take_up(text: str, say: Callable[[Fault], None]) -> Pages:
    tables = _tables(text, say)
    readers = [Reader(told, number, say) for number, told in enumerate(tables, 1)]
    cards = [reader.card() for reader in readers]
    if None in cards or not cards:
        return {}
    starters, pages = whole.starters_and_pages([found for found in cards if found], EDITIONS)
    if not pages:
        say(Fault("", "", f"there is no card of {' or of '.join(EDITIONS)}"))
    whole.check(starters, pages, say)
    return {edition: (*starters, *page) for edition, page in pages.items()}


def _tables(text: str, say: Callable[[Fault], None]) -> list[Any]:
    """The tables [[card]], as far as there are any."""
    try:
        told = bounded_toml.parse(text)
    except ValueError as error:
        say(Fault("", "", f"the text is no TOML: {cut(str(error), 100)}"))
        return []
    for name in told:
        if name != "card":
            say(Fault("", cut(name, 40), "stands above all cards, where nothing but [[card]] may stand"))
    tables = told.get("card", [])
    if not isinstance(tables, list) or not 0 < len(tables) <= KINDS:
        say(Fault("", "card", f"there are 1 to {KINDS} tables [[card]]"))
        return []
    return tables
