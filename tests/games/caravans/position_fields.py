"""A position of Caravans by name, and back."""

from typing import Any, Final

from engine.core.errors import BadCatalogue, BadText
from engine.core.events import ALL_SEATS
from engine.core.game import MAX_SEATS, NOTHING
from engine.core.luck import U32_MASK
from engine.core.tasks import read_stack, resume, stack_fields
from engine.core.toml_text import check_keys, check_number, find_number, names_of, read_list
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


def position_fields(state: CaravansState) -> dict[str, Any]:
    names = state.goods.names
    fields: dict[str, Any] = {"goods": state.goods.text} if state.goods.text else {}
    fields |= {"rounds": state.rounds, "spies": state.has_spies}
    fields |= {name: int(state.cells[cell]) for name, cell in NUMBERS.items()}
    fields |= {"deck": names_of(names, state.kinds(DECK)), "sold": names_of(names, state.kinds(SOLD))}
    fields |= {"stack": stack_fields(state), "seat": []}
    for seat in range(state.seat_count):
        load, road = state.load_of(seat), state.cells[ROAD + seat]
        seat_fields = {"hand": names_of(names, state.kinds(HAND + seat))}
        seat_fields |= {"points": int(state.cells[POINTS + seat]), "seen_by": int(state.cells[SPIES + seat])}
        seat_fields |= {"load": names[load]} if load != NOTHING else {}
        seat_fields |= {"road": state.goods.roads[road]} if road != NOTHING else {}
        fields["seat"].append(seat_fields)
    return fields


def position_of_fields(data: dict[str, Any]) -> CaravansState:
    """The position with the fields of `position_fields`. Raises BadText."""
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
    read_stack(state, data, len(seats), lambda _program, _seat: (NOTHING, 0))
    resume(state)
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
