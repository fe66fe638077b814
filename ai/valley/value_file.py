"""Files of learned values: JSON, with one weight per knot for each feature of `ai.valley.features`, by the feature's name.

    {"vok value": 1, "edition": "base", "players": 2, "cards": 1234, "play": 5678,
    "made": {...}, "weights": {"points": [1.6, 1.4, 0.2, -1.3], ...}}

A value fits only the cards and the number of players that it was learned with. `play` is the play fingerprint of the cards: the
text of a card, its printed fields and the order of the cards do not change it. Without `play`, `cards` must be the fingerprint of
the catalogue. A value of the edition "mixed" was learned with the cards of both games, some of them in each training game: it
fits any combination of them, and is used if no other value fits. `made` records how the value was made, so that it can be made
again. The values that come with the program are in the folder `weights/values`.
"""

import json
import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.valley.features import Features
from ai.valley.learned import KNOT_TURNS, Weights
from ai.value_file import (
    CURRENT_VALUES,
    FORMAT_VERSION,
    bad_value_file,
    check_may_lack,
    parse_value_file,
    read_value_file,
    value_files,
    weights_key,
)
from engine.valley.catalogue.card import Card
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.editions import AFTERLIFE, BASE, MIXED, shipped_catalogue

TIME_INPUT_NAMES: Final = ("turns to come", "end near")  # the time inputs of the hidden units
BIAS_NAME: Final = "always"
OUTPUT_NAME: Final = "in the sum"
VALLEY_GAME: Final = "valley"
NUMBER: Final = re.compile(r"\d+")
MAX_NUMBER_CHANGE: Final = 2  # of a card, so that a value that was learned with other numbers still fits


def write_value(path: Path, cards: Catalogue, weights: Weights, how_made: Mapping[str, Any]) -> None:
    """Write a value, replacing an existing file atomically. `how_made` records how it was made, at least `edition` and
    `players`. Raises OSError."""
    size, hidden = int(weights.feature_count), int(weights.hidden_unit_count)

    def rounded(start: int, count: int, step: int = 1) -> list[float]:
        return [float(f"{weights.params[start + step * i]:.6g}") for i in range(count)]

    names = Features(cards).feature_names()
    feature_weights = {name: rounded(i, len(KNOT_TURNS), size) for i, name in enumerate(names)}
    hidden_weights: dict[str, list[float]] = {}
    if hidden:
        inputs = [*names, *TIME_INPUT_NAMES]
        hidden_weights = {
            name: rounded(int(weights.hidden_start) + i * hidden, hidden) for i, name in enumerate(inputs)
        }
        hidden_weights |= {
            BIAS_NAME: rounded(int(weights.bias_start), hidden),
            OUTPUT_NAME: rounded(int(weights.output_start), hidden),
        }
    head = {
        "vok value": FORMAT_VERSION,
        "edition": how_made["edition"],
        "players": how_made["players"],
        "cards": cards.fingerprint(),
        "play": play_fingerprint(cards),
        "made": dict(how_made),
    }

    def table_text(rows: dict[str, list[float]]) -> str:
        return ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())

    temporary = path.with_name(path.name + ".new")
    tables = f'"weights": {{\n{table_text(feature_weights)}\n}},\n"hidden": {{\n{table_text(hidden_weights)}\n}}'
    temporary.write_text(f"{json.dumps(head)[:-1]},\n{tables}}}\n", encoding="utf-8")
    temporary.replace(path)


def read_value(file_text: str, cards: Catalogue, players: int, mixed: bool = False) -> Weights | None:
    """The weights in the text of a value file; None if they were learned with other cards or another number of players. With
    `mixed`, only weights that were learned with these cards among others; without it, only with these alone. Raises
    BadValueFile."""
    fields = parse_value_file(file_text)
    trained_cards = shipped_catalogue(BASE, AFTERLIFE) if mixed else cards
    try:
        key, expected_key = (
            (fields["play"], play_fingerprint(trained_cards))
            if "play" in fields
            else (fields["cards"], trained_cards.fingerprint())
        )
        if (key, fields["players"], fields["edition"] == MIXED) != (expected_key, players, mixed):
            return None
    except KeyError as error:
        raise bad_value_file(error) from None
    if mixed and not play_signatures(cards) <= play_signatures(trained_cards):
        return None
    return weights_from_fields(fields, cards)


def play_fingerprint(cards: Catalogue) -> int:
    """A 32-bit number that is equal for two catalogues if their cards play the same, whatever their order."""
    return zlib.crc32("\n".join(sorted(play_signatures(cards))).encode())


def play_signatures(cards: Catalogue) -> frozenset[str]:
    """For each card, all that matters for play: name and set (which identify its weights), numbers and action. The points of set
    cards are left out, because sets are scored by their size."""
    signatures = []
    for card in cards.cards:
        vp = 0 if card.is_set_card else card.vp
        numbers = (card.level, card.copies, card.gold, card.cost, vp, card.reaction, int(card.repeatable))
        action = " ".join([part.signature() for part in card.action])
        signatures.append(f"{card.name}|{card.set}|{numbers}|{action}")
    return frozenset(signatures)


def read_weights_unchecked(file_text: str, cards: Catalogue) -> Weights:
    """The weights for the cards with these names, without a check that the value fits: the cards may have other numbers and the
    value other cards and players. Raises BadValueFile, also if a card is missing."""
    return weights_from_fields(parse_value_file(file_text), cards)


def weights_from_fields(fields: Mapping[str, Any], cards: Catalogue) -> Weights:
    """The weights for these cards. Raises BadValueFile."""
    try:
        names = Features(cards).feature_names()
        rows = [fields["weights"][name] for name in names]
        params = [float(row[knot]) for knot in range(len(KNOT_TURNS)) for row in rows]
        hidden_rows = fields.get("hidden")
        hidden = len(hidden_rows[OUTPUT_NAME]) if hidden_rows else 0
        if hidden_rows:
            for name in [*names, *TIME_INPUT_NAMES, BIAS_NAME, OUTPUT_NAME]:
                params += [float(hidden_rows[name][h]) for h in range(hidden)]
        if not all(map(isfinite, params)):
            raise ValueError("a weight is not a finite number")
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        raise bad_value_file(error) from None
    return Weights(len(rows), hidden, params)


@lru_cache(8)
def file_key_for(cards: Catalogue, players: int) -> str:
    """Identifies today's value file that `weights_for` reads for these cards and this number of players; "" if there is none. All
    mixtures of cards share a file, so they share its key."""
    for mixed in (False, True):
        for file in value_files(CURRENT_VALUES, VALLEY_GAME):
            text = read_value_file(file)
            if read_value(text, cards, players, mixed) is not None:
                trained_cards = shipped_catalogue(BASE, AFTERLIFE) if mixed else cards
                return weights_key(list(weights_from_fields(parse_value_file(text), trained_cards).params))
    return ""


class BorrowedValue(NamedTuple):
    """Today's value for cards that differ in numbers only: its key, and its weights."""

    key: str
    weights: Weights


@lru_cache(8)
def borrowed_value(cards: Catalogue, players: int) -> BorrowedValue | None:
    """The value of the shipped cards from which these differ in numbers only; None if there is none, or if a value fits these
    cards themselves."""
    if file_key_for(cards, players):
        return None
    for mixed in (False, True):
        for file in value_files(CURRENT_VALUES, VALLEY_GAME):
            text = read_value_file(file)
            fields = parse_value_file(text)
            if fields.get("players") != players or fields.get("edition") not in (
                (MIXED,) if mixed else (BASE, AFTERLIFE)
            ):
                continue
            trained_cards = shipped_catalogue(*((BASE, AFTERLIFE) if mixed else (fields["edition"],)))
            if not differ_in_numbers_only(cards, trained_cards, may_lack=mixed):
                continue
            if read_value(text, trained_cards, players, mixed) is not None:
                key = weights_key(list(weights_from_fields(fields, trained_cards).params))
                return BorrowedValue(key, weights_from_fields(fields, cards))
    return None


def differ_in_numbers_only(cards: Catalogue, shipped: Catalogue, *, may_lack: bool) -> bool:
    """Whether these are the shipped cards, each with the same name, set, level, number of copies and parts of its action, and
    with numbers that differ by at most MAX_NUMBER_CHANGE. With `may_lack`, some of the cards may be missing."""
    known = {card.name: card for card in shipped.cards}
    if len(cards) != len(shipped) and not may_lack:
        return False
    for card in cards.cards:
        other = known.get(card.name)
        if other is None or _form(card) != _form(other):
            return False
        if any(abs(a - b) > MAX_NUMBER_CHANGE for a, b in zip(_numbers(card), _numbers(other), strict=True)):
            return False
    return True


def _action_text(card: Card) -> str:
    return " ".join([part.signature() for part in card.action])


def _form(card: Card) -> str:
    """All of a card that matters for play but its numbers."""
    action = NUMBER.sub("#", _action_text(card))
    return f"{card.set}|{card.level}|{card.copies}|{card.reaction}|{card.repeatable}|{action}"


def _numbers(card: Card) -> list[int]:
    vp = 0 if card.is_set_card else card.vp
    return [card.gold, card.cost, vp, *map(int, NUMBER.findall(_action_text(card)))]


@lru_cache(8)
def weights_for(cards: Catalogue, players: int, values: str = CURRENT_VALUES) -> Weights | None:
    """The weights of a set of values (see `ai.value_file.value_files`) for these cards and this number of players, or else the
    mixed ones; None if there are neither.

    The results for the latest catalogues are cached. Raises BadValueFile.
    """
    for mixed in (False, True):
        for file in value_files(values, VALLEY_GAME):
            weights = read_value(read_value_file(file), cards, players, mixed)
            if weights is not None:
                return weights
    check_may_lack(values)
    return None
