"""A position as a small TOML text, both ways: for tests, puzzles and bug reports.

Zones are lists of card names: a hand, a deck and a tomb are bags, a discard pile and the boneyard lie from the bottom up.
What is left out is empty; without a `stack` the active player is about to play. A position of another game than that of 2014
begins with its `edition`, a mixed one with the names of its `sets` and its `uniques`; cards of the house stand there in full,
as one text. `rules` is the number of the rules that it is played by, if these are older than today's.
"""

import difflib
import json
from collections.abc import Iterable
from typing import Any, Final

from engine.core import bounded_toml
from engine.core.errors import BadCatalogue, BadText
from engine.core.luck import LOW
from engine.core.rules import FIRST_RULES, NOTHING, RULES
from engine.core.tasks import DEPTH, FRAMES, STACK
from engine.valley.card import GLIMPSES, SETS_ASIDE, UNIQUE, Catalogue
from engine.valley.editions import AFTERLIFE, BASE, BOTH, all_of, composed, pages_of
from engine.valley.layout import blank, room
from engine.valley.state import (
    ACTIVE,
    ANY_ROW,
    ASIDE,
    BONEYARD,
    BOUGHT,
    CHANGED,
    DECK,
    DISCARD,
    DOUBLED,
    ENTOMBED,
    EXECUTED,
    GILDED,
    HAND,
    LOOKED,
    LUCK,
    PLAYED,
    PYRAMID,
    REBATE,
    REVEALED,
    SEATS,
    SEEN,
    SHOWN,
    SIGHTS,
    SLOTS,
    SMALL,
    STOCK_II,
    STOCK_III,
    TOMB,
    TOP,
    TURN_NUMBER,
    VIEWER,
    ValleyState,
)
from engine.valley.turn import begin_turn

TABLE_ZONES: Final = {
    "stock_ii": STOCK_II,
    "stock_iii": STOCK_III,
    "boneyard": BONEYARD,
    "executed": EXECUTED,
    "aside": ASIDE,
}
SEAT_ZONES: Final = {
    "hand": HAND,
    "deck": DECK,
    "deck_top": TOP,
    "in_play": PLAYED,
    "discard": DISCARD,
    "tomb": TOMB,
    "looked": LOOKED,
    "revealed": REVEALED,
    "shown": SHOWN,
}
PILES: Final = ("boneyard", "discard", "deck_top", "revealed")
SMALL_ZONES: Final = ("deck_top", "looked", "revealed")
CELLS: Final = {
    "active": ACTIVE,
    "turn": TURN_NUMBER,
    "entombed": ENTOMBED,
    "changed": CHANGED,
    "bought": BOUGHT,
    "gilded": GILDED,
    "rebate": REBATE,
    "doubled": DOUBLED,
    "any_row": ANY_ROW,
}
BOUNDS: Final = {
    "turn": (0, 9999),
    "entombed": (0, 1),
    "changed": (0, 1),
    "bought": (NOTHING, 7),
    "gilded": (0, 1),
    "rebate": (0, 99),
    "doubled": (0, 1),
    "any_row": (0, 1),
}
WHOLE: Final = {BASE: (BASE,), AFTERLIFE: (AFTERLIFE,), BOTH: (BASE, AFTERLIFE)}
MOST_FRAMES: Final = FRAMES // 2  # the rest is for what they call
RARE: Final = ("doubled", "any_row")  # cells that are written only where they are not 0
# Programs whose `it` is always a card.
OF_A_CARD: Final = ("Executed", "Executed in the tomb", "Mummified Cat offered", "Axe discarded")
COUNTING: Final = "Discarding"  # the program whose `it` is a number of cards
FALLING: Final = "Crumbling"  # the program that nothing may lie on, as a card falls before anything else is done


def write(s: ValleyState) -> str:
    """The whole position."""
    names = [card.name for card in s.cards.cards]

    def listed(kinds: list[int]) -> str:
        return "[" + ", ".join(f'"{names[kind]}"' if kind >= 0 else '""' for kind in kinds) + "]"

    lines = [
        *write_cards(s.cards),
        *(f"{name} = {s.row[cell]}" for name, cell in CELLS.items() if s.row[cell] or name not in RARE),
    ]
    lines.append(f"luck = {[int(s.row[LUCK + seat]) for seat in range(SEATS + 1)]}")
    lines.append(f"pyramid = {listed([int(s.row[PYRAMID + slot]) for slot in range(SLOTS)])}")
    for name, zone in TABLE_ZONES.items():
        if s.size(zone):
            lines.append(f"{name} = {listed(s.kinds(zone))}")
    lines.append("stack = [")
    for frame in range(s.row[DEPTH]):
        at = STACK + 3 * frame
        name, part = s.tape.name(s.row[at])
        lines.append(f'  ["{name}", {part}, {s.row[at + 1]}, {s.row[at + 2]}],')
    lines.append("]")
    for who in range(s.n):
        lines += ["", "[[seat]]"]
        for name, zone in SEAT_ZONES.items():
            if s.size(zone + who):
                lines.append(f"{name} = {listed(s.kinds(zone + who))}")
        if s.size(SEEN + who):
            sights = [f'[{sight // VIEWER}, "{names[sight % VIEWER]}"]' for sight in s.kinds(SEEN + who)]
            lines.append(f"seen = [{', '.join(sights)}]")
    return "\n".join(lines) + "\n"


def write_cards(cards: Catalogue) -> list[str]:
    """What says which cards are played with; nothing for the game of 2014."""
    head = [f"cards = {json.dumps(cards.house, ensure_ascii=False)}"] if cards.house else []
    head += [f"rules = {cards.rules}"] if cards.rules != RULES else []
    names = [card.name for card in cards.cards]
    here = pages_of(cards.house)
    for edition, pages in WHOLE.items():
        if set(pages) <= set(here) and names == [card.name for card in all_of(pages, cards.house).cards]:
            return [*head, f'edition = "{edition}"'] if head or edition != BASE else []
    uniques = [card.name for card in cards.cards if card.set == UNIQUE]
    sets = json.dumps(cards.set_names, ensure_ascii=False)
    return [*head, f"sets = {sets}", f"uniques = {json.dumps(uniques, ensure_ascii=False)}"]


def read_cards(data: dict[str, Any], cards: Catalogue) -> Catalogue:
    """The cards that a text names; `cards` if it names none."""
    house = data.get("cards", "")
    rules = check_number(data.get("rules", RULES), "rules", FIRST_RULES, RULES)
    if not isinstance(house, str):
        raise BadText("cards is one text, that of the cards of the house")
    try:
        pages = pages_of(house)
        if "edition" in data:
            if data["edition"] not in tuple(WHOLE):
                raise BadText(f"edition is one of {', '.join(WHOLE)}, not {str(data['edition'])[:40]!r}")
            return all_of(WHOLE[data["edition"]], house, rules)
    except BadCatalogue as fault:
        raise BadText(str(fault)) from None
    every = all_of(tuple(pages), house, rules)
    if "sets" not in data and "uniques" not in data:
        if house:
            return every
        return all_of((BASE,), "", rules) if "rules" in data else cards
    sets = read_list(data, "sets", "", len(every.set_names))
    uniques = read_list(data, "uniques", "", len(every))
    for name in sets:
        if name not in every.set_names:
            raise BadText(f"sets: no set is called {str(name)[:40]!r}{meant(str(name), every.set_names)}")
    for name in uniques:
        find_card(every, name, "uniques")
    return composed(pages, sets, uniques, house, rules)


def read(cards: Catalogue, text: str) -> ValleyState:
    """The position that `write` wrote, or one written by hand; `cards` are those of a text that does not say. Raises BadText,
    which names key and card."""
    try:
        data = bounded_toml.parse(text)
    except ValueError as fault:
        raise BadText(f"the position is no TOML: {str(fault)[:100].splitlines()[0]}") from None
    known = {*CELLS, *TABLE_ZONES, "luck", "pyramid", "stack", "seat", "cards", "rules", "edition", "sets", "uniques"}
    check_keys(data, known, "the position")
    cards = read_cards(data, cards)
    seats = data.get("seat", [])
    if not isinstance(seats, list) or not 1 <= len(seats) <= SEATS:
        raise BadText(f"a position has 1 to {SEATS} tables [[seat]]")
    s = blank(cards, len(seats))
    begin_turn(s, check_number(data.get("active", 0), "active", 0, len(seats) - 1))
    read_zones(s, data, TABLE_ZONES, 0, "")
    for slot, name in enumerate(read_list(data, "pyramid", "", SLOTS)):
        s.row[PYRAMID + slot] = NOTHING if name == "" else find_card(cards, name, "pyramid")
    for who, seat in enumerate(seats):
        read_seat(s, who, seat)
    for seat, cell in enumerate(read_list(data, "luck", "", SEATS + 1)):
        s.row[LUCK + seat] = check_number(cell, "luck", 0, int(LOW))
    for name, (low, high) in BOUNDS.items():
        if name in data:
            s.row[CELLS[name]] = check_number(data[name], name, low, high)
    check_total(s)
    frames = read_list(data, "stack", "", MOST_FRAMES)
    if "stack" in data:
        read_stack(s, frames)
    s.run()
    if s.broken:
        raise BadText(f"stack: {frames[-1][0]!r} cannot be carried on with here")
    return s


def read_seat(s: ValleyState, who: int, seat: Any) -> None:
    where = f"seat {who + 1}"
    check_keys(seat, {*SEAT_ZONES, "seen"}, where)
    read_zones(s, seat, SEAT_ZONES, who, f"{where}: ")
    read_sights(s, who, seat, where)
    for kind in s.kinds(SHOWN + who):
        if s.count(SHOWN + who, kind) > s.count(HAND + who, kind):
            raise BadText(f"{where}: shown: {s.cards.cards[kind].name} does not lie in the hand as often")


def read_sights(s: ValleyState, who: int, seat: dict[str, Any], where: str) -> None:
    """Which cards of a hand an opponent has looked at: pairs of a seat and a card."""
    s.clear(SEEN + who)
    for sight in read_list(seat, "seen", f"{where}: ", SIGHTS if s.cards.changed & GLIMPSES else 0):
        if not isinstance(sight, list) or len(sight) != 2:
            raise BadText(f'{where}: a sight is [seat, "card"], not {str(sight)[:40]!r}')
        viewer = check_number(sight[0], f"{where}: seen: seat", 0, int(s.n) - 1)
        kind = find_card(s.cards, sight[1], f"{where}: seen")
        s.remember(viewer, who, kind)
        if viewer == who or s.count(SEEN + who, VIEWER * viewer + kind) > s.count(HAND + who, kind):
            raise BadText(f"{where}: seen: {s.cards.cards[kind].name} does not lie in the hand as often")


def check_total(s: ValleyState) -> None:
    """Every zone has room for all cards of the game, so no position may hold more."""
    most = room(s.cards, int(s.n))
    zones = [zone for name, zone in TABLE_ZONES.items() if name != "executed"]
    zones += [zone + who for name, zone in SEAT_ZONES.items() if name != "shown" for who in range(s.n)]
    total = sum(s.size(zone) for zone in zones) + sum(s.row[PYRAMID + slot] >= 0 for slot in range(SLOTS))
    if total > most:
        raise BadText(f"a position holds at most {most} cards, not {total}")


def read_stack(s: ValleyState, frames: list[Any]) -> None:
    s.row[DEPTH] = 0
    for frame in frames:
        if not (isinstance(frame, list) and len(frame) == 4 and isinstance(frame[0], str)):
            raise BadText(f'a frame of the stack is ["program", part, seat, it], not {str(frame)[:40]!r}')
        name = frame[0][:40]
        address = s.tape.find(frame[0], check_number(frame[1], f"stack: {name}: part", 0, FRAMES))
        if address < 0:
            raise BadText(f"stack: no program {name!r} has a part {frame[1]}")
        who = check_number(frame[2], f"stack: {name}: seat", 0, int(s.n) - 1)
        low = 0 if name in OF_A_CARD else NOTHING
        high = s.owned(who) if name == COUNTING else len(s.cards) - 1
        s.call(address, who, check_number(frame[3], f"stack: {name}: it", low, int(high)))
    names = [frame[0] for frame in frames]
    spaces = [s.row[PYRAMID + slot] < 0 for slot in (1, 3, 4)]
    if FALLING in names and (names.index(FALLING) + 1 < len(names) or spaces != [True, False, False]):
        raise BadText(f"stack: {FALLING} comes last, with an empty middle of the base and two cards above it")


def read_zones(s: ValleyState, data: dict[str, Any], zones: dict[str, Any], who: int, where: str) -> None:
    most = room(s.cards, int(s.n))
    for name, zone in zones.items():
        s.clear(zone + who)
        fit = SMALL if name in SMALL_ZONES else most
        if zone == ASIDE and not s.cards.changed & SETS_ASIDE:
            fit = 0
        for card in read_list(data, name, where, fit):
            kind = find_card(s.cards, card, where + name)
            if name in PILES:
                s.lay(zone + who, kind)
            else:
                s.put(zone + who, kind)


def read_list(data: dict[str, Any], name: str, where: str, most: int) -> list[Any]:
    found = data.get(name, [])
    if not isinstance(found, list) or len(found) > most:
        raise BadText(f"{where}{name} is a list of at most {most}")
    return found


def find_card(cards: Catalogue, name: object, where: str) -> int:
    if isinstance(name, str) and name in cards.index:
        return cards.index[name]
    raise BadText(f"{where}: no card is called {str(name)[:40]!r}{meant(str(name), cards.index)}")


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that proposes the nearest known word, if one is near."""
    near = difflib.get_close_matches(word, sorted(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def check_number(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadText(f"{name} is a whole number from {low} to {high}, not {str(value)[:40]!r}")
    return value


def check_keys(data: object, known: set[str], where: str) -> None:
    if not isinstance(data, dict):
        raise BadText(f"{where} is a table")
    for name in data:
        if name not in known:
            raise BadText(f"{where} has no {name[:40]!r}{meant(name, known)}")
