"""A catalogue of the house from its text."""

import tomllib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.core.errors import BadCatalogue
from engine.valley.card import Card
from engine.valley.house import whole
from engine.valley.house.fields import EDITIONS, Fault, Reader, cleaned

LONGEST: Final = 240_000  # bytes
KINDS: Final = 120

Pages = dict[str, tuple[Card, ...]]


def faults(text: str) -> list[Fault]:
    """All that is wrong with it, in the order of the text and then of the whole; [] for a catalogue that can be played."""
    found: list[Fault] = []
    _take_up(text, found.append)
    return found


@lru_cache(8)
def read(text: str) -> Pages:
    """The cards by edition; the starters begin each page. Raises BadCatalogue, which names the first fault and says how many
    more there are."""
    found: list[Fault] = []
    pages = _take_up(text, found.append)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise BadCatalogue(f"the cards of the house cannot be played: {found[0]}{more}")
    return pages


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
    if len(text.encode(errors="replace")) > LONGEST:
        say(Fault("", "", f"the text is longer than {LONGEST} bytes"))
        return []
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        say(Fault("", "", f"the text is no TOML: {cleaned(str(error))[:100]}"))
        return []
    for name in told:
        if name != "card":
            say(Fault("", cleaned(name)[:40], "stands above all cards, where nothing but [[card]] may stand"))
    tables = told.get("card", [])
    if not isinstance(tables, list) or not 0 < len(tables) <= KINDS:
        say(Fault("", "card", f"there are 1 to {KINDS} tables [[card]]"))
        return []
    return tables
