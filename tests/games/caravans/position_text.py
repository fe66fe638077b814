"""Positions of Caravans as TOML: writing and reading."""

import json
from typing import Any, Final

from engine.core.errors import BadCatalogue, BadText
from engine.core.events import ALL_SEATS
from engine.core.game import MAX_SEATS, NOTHING
from engine.core.luck import U32_MASK
from engine.core.tasks import MAX_FRAMES
from engine.core.toml_text import (
    check_keys,
    check_number,
    find_number,
    parse_position,
    read_list,
    replace_stack,
    stack_lines,
    write_names,
)
from engine.core.zones import LUCK_START
from tests.games.caravans.goods import Goods, read_goods
from tests.games.caravans.rules import PROGRAMS
from tests.games.caravans.state import (
    DECK,
    HAND,
    LEADER,
    LOADED,
    PHASE,
    PHASES,
    POINTS,
    ROAD,
    ROUND,
    SOLD,
    SPIES,
    CaravansState,
)

NUMBERS: Final = {"leader": LEADER, "round": ROUND, "phase": PHASE, "luck": LUCK_START}
KEYS: Final = {*NUMBERS, "goods", "rounds", "spies", "deck", "sold", "stack", "seat"}
MAX_POINTS: Final = 9999


def write_position(state: CaravansState) -> str:
    names = state.goods.names
    lines = [f"goods = {json.dumps(state.goods.text)}"] if state.goods.text else []
    lines += [f"rounds = {state.rounds}", f"spies = {json.dumps(state.has_spies)}"]
    lines += [f"{name} = {state.cells[cell]}" for name, cell in NUMBERS.items()]
    lines += [f"deck = {write_names(names, state.kinds(DECK))}", f"sold = {write_names(names, state.kinds(SOLD))}"]
    lines += stack_lines(state)
    for seat in range(state.seat_count):
        load, road = state.load_of(seat), state.cells[ROAD + seat]
        lines += ["", "[[seat]]", f"hand = {write_names(names, state.kinds(HAND + seat))}"]
        lines += [f"points = {state.cells[POINTS + seat]}", f"seen_by = {state.cells[SPIES + seat]}"]
        lines += [f'load = "{names[load]}"'] if load != NOTHING else []
        lines += [f'road = "{state.goods.roads[road]}"'] if road != NOTHING else []
    return "\n".join(lines) + "\n"


def read_position(text: str) -> CaravansState:
    """The position that `write_position` wrote. Raises BadText."""
    data = parse_position(text)
    check_keys(data, KEYS, "the position")
    try:
        goods = read_goods(str(data.get("goods", "")))
    except BadCatalogue as fault:
        raise BadText(f"goods: {fault}") from None
    seats = data.get("seat")
    if not isinstance(seats, list) or not 2 <= len(seats) <= MAX_SEATS:
        raise BadText(f"a position has 2 to {MAX_SEATS} tables [[seat]]")
    rounds = check_number(data.get("rounds"), "rounds", 1, 4)
    state = CaravansState(goods, len(seats), rounds, data.get("spies") is True, None, PROGRAMS)
    max_values = {"leader": len(seats) - 1, "round": rounds - 1, "phase": len(PHASES) - 1, "luck": int(U32_MASK)}
    for name, cell in NUMBERS.items():
        state.cells[cell] = check_number(data.get(name), name, 0, max_values[name])
    read_cards(state, data, "deck", DECK, "")
    read_cards(state, data, "sold", SOLD, "")
    for seat, fields in enumerate(seats):
        read_seat(state, goods, seat, fields)
    cards = sum([state.count(zone) for zone in range(SOLD + 1)])
    cards += sum([state.load_of(seat) != NOTHING for seat in range(len(seats))])
    if cards > goods.card_count:
        raise BadText(f"a position holds at most {goods.card_count} cards, not {cards}")
    replace_stack(state, read_list(data, "stack", "", MAX_FRAMES), len(seats), lambda _program, _seat: (NOTHING, 0))
    try:
        state.run()
    except AssertionError:
        raise BadText("stack: there is no place for what these programs call") from None
    return state


def read_seat(state: CaravansState, goods: Goods, seat: int, fields: Any) -> None:
    where = f"seat {seat + 1}"
    check_keys(fields, {"hand", "points", "seen_by", "load", "road"}, where)
    read_cards(state, fields, "hand", HAND + seat, f"{where}: ")
    state.cells[POINTS + seat] = check_number(fields.get("points"), f"{where}: points", 0, MAX_POINTS)
    state.cells[SPIES + seat] = check_number(fields.get("seen_by"), f"{where}: seen_by", 0, ALL_SEATS)
    if "load" in fields:
        state.cells[LOADED + seat] = find_number(goods.kind_of, fields["load"], f"{where}: load", "good")
    if "road" in fields:
        roads = {name: road for road, name in enumerate(goods.roads)}
        state.cells[ROAD + seat] = find_number(roads, fields["road"], f"{where}: road", "road")


def read_cards(state: CaravansState, data: dict[str, Any], name: str, zone: int, where: str) -> None:
    for card in read_list(data, name, where, state.goods.card_count):
        kind = find_number(state.goods.kind_of, card, where + name, "good")
        if zone == SOLD:
            state.push(zone, kind)
        else:
            state.add(zone, kind)
