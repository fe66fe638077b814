"""Edits of the base game's catalogue as text."""

import re

from engine.valley.base_cards import CARDS, STARTERS
from engine.valley.catalogue.card import Card, Part
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom import find_faults, write_catalogue
from engine.valley.state import ValleyState

TEXT = write_catalogue({"base": CARDS})


def card_table(name: str, text: str = TEXT) -> str:
    """The TOML table of a card."""
    tables = text.split("[[card]]\n")
    return next("[[card]]\n" + table for table in tables if table.startswith(f'name = "{name}"'))


def changed(name: str, field: str, value: str, text: str = TEXT) -> str:
    """The text with a new value for a field of a card. The field is added if the card has none."""
    before = card_table(name, text)
    line = f"{field} = {value}"
    after, count = re.subn(rf"(?m)^{field} = .*$", lambda _: line, before)
    return text.replace(before, after if count else before.rstrip() + f"\n{line}\n\n")


def without(name: str, field: str = "") -> str:
    """The text without a field of a card, or without the card."""
    before = card_table(name)
    return TEXT.replace(before, re.sub(rf"(?m)^{field} = .*\n", "", before) if field else "")


def fault_sentences(text: str) -> list[str]:
    """All faults of a catalogue, as sentences."""
    return [str(fault) for fault in find_faults(text)]


Action = tuple[Part[ValleyState], ...]


def custom_catalogue(*actions: Action) -> Catalogue:
    """The starters, and a card for each action, alternately in two sets."""
    cards = [
        Card(
            f"Card {i}",
            ("Left", "Right")[i % 2],
            level=2 + i % 2,
            copies=3,
            gold=2,
            cost=1 + i % 7,
            text="",
            action=action,
        )
        for i, action in enumerate(actions)
    ]
    return Catalogue([*STARTERS, *cards])
