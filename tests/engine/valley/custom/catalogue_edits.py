"""The catalogue of the base game as a text, with changes."""

import re

from engine.valley.cards.base import CARDS
from engine.valley.custom import find_faults, write_catalogue

TEXT = write_catalogue({"base": CARDS})


def block(name: str, text: str = TEXT) -> str:
    """The TOML table of a card."""
    tables = text.split("[[card]]\n")
    return next("[[card]]\n" + table for table in tables if table.startswith(f'name = "{name}"'))


def changed(name: str, field: str, value: str, text: str = TEXT) -> str:
    """The text with another value for a field of a card; as a new field if it has none yet."""
    before = block(name, text)
    line = f"{field} = {value}"
    after, found = re.subn(rf"(?m)^{field} = .*$", lambda _: line, before)
    return text.replace(before, after if found else before.rstrip() + f"\n{line}\n\n")


def without(name: str, field: str = "") -> str:
    """The text without a field of a card, or without the card."""
    before = block(name)
    return TEXT.replace(before, re.sub(rf"(?m)^{field} = .*\n", "", before) if field else "")


def told(text: str) -> list[str]:
    """All faults as sentences."""
    return [str(fault) for fault in find_faults(text)]
