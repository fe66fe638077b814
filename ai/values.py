"""Learned values as files: JSON, one weight a knot for each number that `ai.features` gives, by the number's own name.

    {"vok value": 1, "edition": "base", "players": 2, "cards": 1234, "made": {...},
    "weights": {"points": [1.6, 1.4, 0.2, -1.3], ...}}

`cards` is the fingerprint of the catalogue: a value fits the cards that it was learned with, and as many players, and nothing
else. One of the edition "mixed" was learned with all cards of both games, some of them in each game: it fits whatever is put
together of them, and is asked where no other fits. `made` says how it was made, so that anybody can make it again. The values
that come with the program lie beside this module, in `weights`.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

import ai
from ai.features import Features
from ai.learned import KNOTS, Weights
from engine.core.errors import EngineError
from engine.valley.card import Catalogue
from engine.valley.editions import AFTERLIFE, BASE, MIXED, shipped

FORMAT: Final = 1
CLOCKS: Final = ("turns to come", "end near")  # what tells the hidden units the time
BIAS: Final = "always"
OUT: Final = "in the sum"


class BadValue(EngineError):
    """A file that holds no learned value; the text is one sentence."""


def write_value(path: Path, cards: Catalogue, weights: Weights, made: Mapping[str, Any]) -> None:
    """Write a value; a file that was there is replaced in one go. `made` says how it was made, by `edition` and `players` and
    whatever else. Raises OSError."""
    size, hidden = int(weights.size), int(weights.hidden)

    def rounded(start: int, count: int, step: int = 1) -> list[float]:
        return [float(f"{weights.cells[start + step * i]:.6g}") for i in range(count)]

    names = Features(cards).names()
    rows = {name: rounded(i, len(KNOTS), size) for i, name in enumerate(names)}
    units: dict[str, list[float]] = {}
    if hidden:
        inputs = [*names, *CLOCKS]
        units = {name: rounded(int(weights.inner) + i * hidden, hidden) for i, name in enumerate(inputs)}
        units |= {BIAS: rounded(int(weights.bias), hidden), OUT: rounded(int(weights.outer), hidden)}
    head = {
        "vok value": FORMAT,
        "edition": made["edition"],
        "players": made["players"],
        "cards": cards.fingerprint(),
        "made": dict(made),
    }

    def table(of: dict[str, list[float]]) -> str:
        return ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in of.items())

    beside = path.with_name(path.name + ".new")
    tables = f'"weights": {{\n{table(rows)}\n}},\n"hidden": {{\n{table(units)}\n}}'
    beside.write_text(f"{json.dumps(head)[:-1]},\n{tables}}}\n", encoding="utf-8")
    beside.replace(path)


def read_value(text: str, cards: Catalogue, players: int, mixed: bool = False) -> Weights | None:
    """The weights; None if they were learned with other cards or by another number of players. With `mixed`, those that were
    learned with these cards among others. Raises BadValue."""
    told = opened(text)
    every = shipped(BASE, AFTERLIFE) if mixed else cards
    try:
        if (told["cards"], told["players"], told["edition"] == MIXED) != (every.fingerprint(), players, mixed):
            return None
    except KeyError as fault:
        raise no_value(fault) from None
    if not cards.lies_within(every):
        return None
    return by_name(told, cards)


def what_it_knows(text: str, cards: Catalogue) -> Weights:
    """The weights of cards of these names, whatever numbers they had, what else lay there and how many played. Raises BadValue;
    so it does for one that does not know them all."""
    return by_name(opened(text), cards)


def opened(text: str) -> dict[str, Any]:
    """The whole file. Raises BadValue."""
    try:
        told: dict[str, Any] = json.loads(text)
        if told["vok value"] != FORMAT:
            raise BadValue("this value was written by a newer version of the program")
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise no_value(fault) from None
    return told


def by_name(told: Mapping[str, Any], cards: Catalogue) -> Weights:
    """The weights of these cards. Raises BadValue."""
    try:
        names = Features(cards).names()
        rows = [told["weights"][name] for name in names]
        cells = [float(row[knot]) for knot in range(len(KNOTS)) for row in rows]
        units = told.get("hidden")
        hidden = len(units[OUT]) if units else 0
        if units:
            for name in [*names, *CLOCKS, BIAS, OUT]:
                cells += [float(units[name][h]) for h in range(hidden)]
        if not all(map(isfinite, cells)):
            raise ValueError("a weight is no number")
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as fault:
        raise no_value(fault) from None
    return Weights(len(rows), hidden, cells)


def no_value(fault: Exception) -> BadValue:
    return BadValue(f"this file holds no learned value ({type(fault).__name__}: {str(fault)[:60]})")


@lru_cache(8)
def value_for(cards: Catalogue, players: int) -> Weights | None:
    """The value that the program brings along for these cards and so many players, or one that knows them among others; None if
    there is neither. The files are read once a catalogue; of games with cards of their own only the latest are kept. Raises
    BadValue."""
    for mixed in (False, True):
        for file in sorted(Path(ai.__file__ or "").parent.glob("weights/*.json")):
            try:
                weights = read_value(file.read_text(encoding="utf-8"), cards, players, mixed)
            except (BadValue, ValueError) as bad:
                raise BadValue(f"{file.name} among the learned values is damaged: {bad}") from None
            if weights is not None:
                return weights
    return None
