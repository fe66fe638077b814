"""Positions as texts, answers as texts, zones as texts: the helpers of the card tests.

A zone is a text such as "Boat, 2 Urn": piles from the bottom up, bags in any order. A zone of a player is one text for each seat,
or a single one for seat 0. The pyramid is written from the base up, with "/" between rows and "-" for an empty slot. Zones that a
test does not name are empty. Seat 0 plays, unless `active` says otherwise.
"""

import json
from typing import Any

from engine.core.game import NOBODY
from engine.core.toml_text import parse_position
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.game import VALLEY
from engine.valley.position_fields import position_of_fields
from engine.valley.state import (
    BONEYARD,
    DECK,
    DISCARD,
    HAND,
    PLAYED,
    PYRAMID_START,
    SLOT_COUNT,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)
from tests.engine.valley.catalogues import AFTERLIFE, BASE

ROWS = (3, 2, 1)
LEVELS = {card.name: card.level for card in (*BASE.cards, *AFTERLIFE.cards)}
LATER_FULL = "Axe, Banquet, Serdab / Dagger, Sling / Bracelet"  # of Afterlife; costs 3 2 3, 3 2, 3
FULL = "Boat, Statue of Bastet, Statue of Isis / Statue of Sobek, Djed Pillar Amulet / Book of Gates"
Zone = str | tuple[str, ...]


def cards(text: str) -> list[str]:
    """`"Boat, 2 Urn"` as a list of names."""
    found = []
    for word in filter(None, (word.strip() for word in text.split(","))):
        copies, _, name = word.partition(" ")
        found += [name] * int(copies) if copies.isdigit() else [word]
    return found


def pyramid_slots(text: str) -> list[str]:
    """The six slots: the base from the left, the middle, the top. An empty slot is ""."""
    rows = [cards(row) for row in text.split("/")]
    slots = []
    for place, width in enumerate(ROWS):
        row = rows[place] if place < len(rows) else []
        assert len(row) <= width, f"row {place + 1} of the pyramid holds {width} cards: {text!r}"
        slots += row + ["-"] * (width - len(row))
    return ["" if name == "-" else name for name in slots]


def table(
    *,
    hands: Zone,
    pyramid: str = "",
    stock: str = "",
    boneyard: str = "",
    deck: Zone = (),
    discard: Zone = (),
    tomb: Zone = (),
    in_play: Zone = (),
    active: int = 0,
    edition: str = "base",
    **record: int,
) -> ValleyState:
    """A position in which `active` is about to play, with a seat for each hand, or two if only one hand is given. `record` sets
    what has happened in the turn: `entombed`, `changed`, `bought`, `gilded`, `rebate`, `doubled`, `any_row`."""
    zones = {"hand": hands, "deck": deck, "discard": discard, "tomb": tomb, "in_play": in_play}
    texts = {name: (zone,) if isinstance(zone, str) else zone for name, zone in zones.items()}
    stocked: dict[int, list[str]] = {2: [], 3: []}
    for name in cards(stock):
        stocked[LEVELS[name]].append(name)
    lines = [f'edition = "{edition}"'] if edition != "base" else []
    lines += [f"{name} = {value}" for name, value in {"active": active, **record}.items()]
    lines += [f"pyramid = {json.dumps(pyramid_slots(pyramid))}", f"boneyard = {json.dumps(cards(boneyard))}"]
    lines += [f"stock_ii = {json.dumps(stocked[2])}", f"stock_iii = {json.dumps(stocked[3])}"]
    for seat in range(max(2 if isinstance(hands, str) else 1, *map(len, texts.values()))):
        lines.append("[[seat]]")
        lines += [f"{name} = {json.dumps(cards(zone[seat]))}" for name, zone in texts.items() if seat < len(zone)]
    return VALLEY.read_position("\n".join(lines))


def read_position(catalogue: Catalogue, text: str) -> ValleyState:
    """The position of a text that does not say which cards are used: those of the catalogue."""
    return position_of_fields(catalogue, parse_position(text))


def act(s: ValleyState, *texts: str) -> None:
    """Give these answers, one after the other. Raises BadText for one that is not offered."""
    for text in texts:
        s.apply(VALLEY.move(s, VALLEY.parse(s, text)))
        assert not s.broken, f"{text!r} led to a part that could not be carried out"


def menu(s: ValleyState) -> list[str]:
    """The texts of all answers, in order."""
    return [VALLEY.say(s, VALLEY.action(s, move)) for move in s.legal_moves()]


def offers(s: ValleyState, verb: str) -> list[str]:
    """The answers with a verb, without the verb."""
    return [text[len(verb) + 1 :] for text in menu(s) if text.startswith(verb + " ")]


def may_fall(s: ValleyState) -> list[str]:
    """The cards that may fall, with their places if the pyramid holds another copy."""
    return [text.removeprefix("let ").removesuffix(" fall") for text in menu(s) if text.startswith("let ")]


def asked(s: ValleyState) -> tuple[int, str]:
    """Which seat is asked, and the name of the card that asks ("" if no card asks)."""
    question = VALLEY.question(s)
    return question.seat, question.card


def may_execute(s: ValleyState, name: str) -> bool:
    """Whether the menu offers the action of a card in hand."""
    assert name in hand(s, s.mover), f"{name} is not in the hand of player {s.mover}"
    return f"execute {name}" in menu(s)


def known(s: ValleyState, viewer: int, seat: int) -> list[str]:
    """What one player sees of the hand of another."""
    return [face.name for face in VALLEY.view(s, viewer).seats[seat].known_hand]


def over(s: ValleyState) -> bool:
    """Whether the game has ended."""
    return s.mover == NOBODY


def read(s: ValleyState, zone: int) -> str:
    """The names in a zone in their order."""
    return ", ".join(s.catalogue.cards[kind].name for kind in s.kinds(zone))


def read_bag(s: ValleyState, zone: int) -> str:
    """The names in a zone in alphabetical order, if the order does not matter."""
    return ", ".join(sorted(s.catalogue.cards[kind].name for kind in s.kinds(zone)))


def hand(s: ValleyState, seat: int) -> str:
    return read_bag(s, HAND + seat)


def deck(s: ValleyState, seat: int) -> str:
    return read_bag(s, DECK + seat)


def tomb(s: ValleyState, seat: int) -> str:
    return read_bag(s, TOMB + seat)


def in_play(s: ValleyState, seat: int) -> str:
    return read_bag(s, PLAYED + seat)


def discard(s: ValleyState, seat: int) -> str:
    """From the bottom up."""
    return read(s, DISCARD + seat)


def boneyard(s: ValleyState) -> str:
    """From the bottom up."""
    return read(s, BONEYARD)


def stock(s: ValleyState) -> str:
    return ", ".join(sorted((read_bag(s, STOCK_II) + ", " + read_bag(s, STOCK_III)).strip(", ").split(", ")))


def pyramid(s: ValleyState) -> str:
    """The pyramid as text: the base, the middle and the top row, with "-" for an empty slot."""
    names = [
        s.catalogue.cards[s.cells[PYRAMID_START + slot]].name if s.cells[PYRAMID_START + slot] >= 0 else "-"
        for slot in range(SLOT_COUNT)
    ]
    rows = (names[:3], names[3:5], names[5:])
    return " / ".join(", ".join(row) for row in rows)


def afterlife(**zones: Any) -> ValleyState:
    """A table of Afterlife, with the arguments of `table`."""
    return table(edition="afterlife", **zones)
