"""A position by name, and back: for texts that people write, and for the reshuffles in saves. Blocks are words ("kkrrb"), and
places have the names that players use ("15/B")."""

from typing import Any, Final

from engine.core.errors import BadCatalogue, BadText
from engine.core.game import NOTHING
from engine.core.luck import U32_MASK
from engine.core.tasks import DEPTH_CELL, STACK_START, read_stack, resume, stack_fields
from engine.core.toml_text import check_keys, check_number, find_number, read_list
from engine.tal import state as layout
from engine.tal.blocks import COLOUR_LETTERS, block_count, heap_from_letters, heap_letters
from engine.tal.board import (
    LAYER_COUNT,
    PLACE_COUNT,
    PLACE_NAMES,
    PLACE_OF_NAME,
    SITE_COUNT,
    SPACE_COUNT,
    board_of,
    layer_size,
)
from engine.tal.board_text import read_plan
from engine.tal.first_position import position_before_first_round
from engine.tal.rules.overseers import WriteClaim, WriteStop, order_cost
from engine.tal.rules.workers import MoveChosenWorker
from engine.tal.state import TalState, bid_blank_count, pack_bid

MAX_ROUND: Final = 999
MAX_QUOTA: Final = 10
MAX_BLOCKS: Final = 165
NUMBER_CELLS: Final = {
    "disc": layout.DISC,
    "round": layout.ROUND,
    "points": layout.MOVEMENT_POINTS,
    "luck": layout.LUCK_START,
}
HEAP_CELLS: Final = {"bag": layout.BAG, "pharaoh": layout.PHARAOH_BLOCKS}
KEYS: Final = {
    *NUMBER_CELLS, *HEAP_CELLS, "board", "short", "phase", "lots", "winners", "sites", "quotas", "stack", "seat",
}  # fmt: skip
SEAT_KEYS: Final = {"held", "workers", "overseers", "bids", "written"}


def position_fields(state: TalState) -> dict[str, Any]:
    cells, text = state.cells, state.board.plan.text
    lots, sites = range(int(cells[layout.LOT_COUNT])), range(int(SITE_COUNT))
    fields: dict[str, Any] = {"board": text} if text else {}
    fields |= {"short": bool(state.is_short_game), "phase": layout.PHASES[cells[layout.PHASE]]}
    fields |= {name: int(cells[cell]) for name, cell in NUMBER_CELLS.items()}
    fields |= {name: heap_letters(cells[cell]) for name, cell in HEAP_CELLS.items()}
    fields["lots"] = [heap_letters(cells[layout.LOTS + lot]) for lot in lots]
    fields["winners"] = [int(cells[layout.LOT_WINNERS + lot]) + 1 for lot in lots]
    fields["sites"] = [site_fields(state, site) for site in sites]
    fields["quotas"] = [int(cells[layout.BLOCK_QUOTAS + site]) for site in sites]
    fields["stack"] = stack_fields(state)
    fields["seat"] = [
        {
            "held": heap_letters(cells[layout.HELD_BLOCKS + seat]),
            "workers": places_of(state, layout.WORKERS + layout.WORKERS_EACH * seat, layout.WORKERS_EACH),
            "overseers": places_of(state, layout.OVERSEERS + layout.OVERSEERS_EACH * seat, layout.OVERSEERS_EACH),
            "bids": [tablets_of(int(cells[layout.BIDS + layout.MAX_LOTS * seat + lot])) for lot in lots],
            "written": order_fields(state, seat),
        }
        for seat in range(int(state.seat_count))
    ]
    return fields


def site_fields(state: TalState, site: int) -> list[Any]:
    """A site as a list: the number of its owner from 1 (0 for none), and the blocks of each layer."""
    layers = range(layout.LAYERS + LAYER_COUNT * site, layout.LAYERS + LAYER_COUNT * site + LAYER_COUNT)
    return [int(state.cells[layout.SITE_OWNERS + site]) + 1, *[heap_letters(state.cells[cell]) for cell in layers]]


def places_of(state: TalState, first_cell: int, count: int) -> list[str]:
    return [PLACE_NAMES[state.cells[cell]] for cell in range(first_cell, first_cell + count)]


def tablets_of(bid: int) -> list[int]:
    """The tablets of a bid, 0 for each blank."""
    return [*[value for value in (4, 3, 2, 1) if bid >> (value - 1) & 1], *[0] * int(bid_blank_count(bid))]


def order_fields(state: TalState, seat: int) -> list[Any]:
    """The written orders as a list: where the first overseer stops, the number of the site that it claims (0 for none), and the
    same for the second; "" for what is not written."""
    fields: list[Any] = []
    for overseer in range(int(layout.OVERSEERS_EACH)):
        order_cell = layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat + 2 * overseer
        stop, claim = int(state.cells[order_cell]), int(state.cells[order_cell + 1])
        fields += [PLACE_NAMES[stop] if stop >= 0 else ""]
        fields += [(0 if claim == layout.NO_CLAIMED_SITE else claim + 1) if claim >= 0 else ""]
    return fields


def position_of_fields(data: dict[str, Any]) -> TalState:
    """The position with the fields of `position_fields`. Raises BadText."""
    check_keys(data, KEYS, "the position")
    try:
        plan = read_plan(str(data.get("board", "")))
    except BadCatalogue as fault:
        raise BadText(f"board: {fault}") from None
    seats = data.get("seat")
    if not isinstance(seats, list) or not 2 <= len(seats) <= layout.MAX_BUILDERS:
        raise BadText(f"a position has 2 to {layout.MAX_BUILDERS} tables [[seat]]")
    state = position_before_first_round(board_of(plan, len(seats)), data.get("short") is True)
    read_shared_fields(state, data)
    for seat, fields in enumerate(seats):
        read_seat(state, seat, fields)
    check_block_count(state)
    read_stack(state, data, len(seats), subject_bounds)
    check_frames(state)
    resume(state)
    return state


def read_shared_fields(state: TalState, data: dict[str, Any]) -> None:
    """Read the fields that belong to no seat. Raises BadText."""
    cells = state.cells
    seats = int(state.seat_count)
    max_values = {
        "disc": seats - 1,
        "round": MAX_ROUND,
        "points": int(layout.MAX_MOVEMENT_POINTS),
        "luck": int(U32_MASK),
    }
    for name, cell in NUMBER_CELLS.items():
        cells[cell] = check_number(data.get(name), name, 0, max_values[name])
    cells[layout.PHASE] = find_number(
        {name: phase for phase, name in enumerate(layout.PHASES)}, data.get("phase"), "phase", "phase"
    )
    for name, cell in HEAP_CELLS.items():
        cells[cell] = read_heap(data.get(name), name, MAX_BLOCKS)
    lots, winners = read_list(data, "lots", "", seats + 1), read_list(data, "winners", "", seats + 1)
    if len(lots) != len(winners):
        raise BadText("there is a winner, or 0, for each lot")
    cells[layout.LOT_COUNT] = len(lots)
    for lot, (blocks, winner) in enumerate(zip(lots, winners, strict=True)):
        cells[layout.LOTS + lot] = read_heap(blocks, "lots", MAX_BLOCKS)
        cells[layout.LOT_WINNERS + lot] = check_number(winner, "winners", 0, seats) - 1
    sites, quotas = read_list(data, "sites", "", int(SITE_COUNT)), read_list(data, "quotas", "", int(SITE_COUNT))
    if len(sites) != SITE_COUNT or len(quotas) != SITE_COUNT:
        raise BadText(f"sites and quotas are lists of {SITE_COUNT}")
    for site, (fields, quota) in enumerate(zip(sites, quotas, strict=True)):
        cells[layout.BLOCK_QUOTAS + site] = check_number(quota, "quotas", 0, MAX_QUOTA)
        read_site(state, site, fields)


def read_site(state: TalState, site: int, fields: Any) -> None:
    where = f"site {site + 1}"
    if not isinstance(fields, list) or len(fields) != 1 + LAYER_COUNT:
        raise BadText(f"{where} is an owner and {LAYER_COUNT} layers")
    cells = state.cells
    cells[layout.SITE_OWNERS + site] = check_number(fields[0], f"{where}: owner", 0, int(state.seat_count)) - 1
    if cells[layout.SITE_OWNERS + site] >= 0 and (
        not state.board.site_is_used[site] or state.scarabs_left(cells[layout.SITE_OWNERS + site]) < 0
    ):
        raise BadText(
            f"{where}: a site that is not in the game has no owner, and nobody owns more than {layout.SCARABS_EACH}"
        )
    is_full = True
    for layer in range(int(LAYER_COUNT)):
        heap = read_heap(fields[1 + layer], where, int(layer_size(site, layer)))
        if heap and not is_full:
            raise BadText(f"{where}: a layer is full before the next one begins")
        cells[layout.LAYERS + LAYER_COUNT * site + layer] = heap
        is_full = block_count(heap) == layer_size(site, layer)


def read_heap(value: object, where: str, max_blocks: int) -> int:
    """The heap of a word of at most `max_blocks` letters. Raises BadText."""
    if not isinstance(value, str) or len(value) > max_blocks or any(letter not in COLOUR_LETTERS for letter in value):
        raise BadText(f"{where}: blocks are a word of at most {max_blocks} of the letters {COLOUR_LETTERS}")
    return heap_from_letters(value)


def read_seat(state: TalState, seat: int, fields: Any) -> None:
    where = f"seat {seat + 1}: "
    cells = state.cells
    check_keys(fields, SEAT_KEYS, f"seat {seat + 1}")
    cells[layout.HELD_BLOCKS + seat] = read_heap(fields.get("held"), f"{where}held", MAX_BLOCKS)
    for name, start, count in (
        ("workers", layout.WORKERS + layout.WORKERS_EACH * seat, int(layout.WORKERS_EACH)),
        ("overseers", layout.OVERSEERS + layout.OVERSEERS_EACH * seat, int(layout.OVERSEERS_EACH)),
    ):
        places = [
            find_number(PLACE_OF_NAME, place, where + name, "place") for place in read_list(fields, name, where, count)
        ]
        if len(places) != count or (name == "workers" and places != sorted(places)):
            raise BadText(f"{where}{name} is a list of {count} places, those of workers in rising order")
        for cell, place in enumerate(places, start):
            if state.is_space_taken(place) or not is_place_in_game(state, place):
                raise BadText(f"{where}{name}: {PLACE_NAMES[place]} is taken, or its site is not in the game")
            cells[cell] = place
            state.mark_space_taken(place)
    read_bids(state, seat, read_list(fields, "bids", where, int(layout.MAX_LOTS)), where)
    read_orders(state, seat, read_list(fields, "written", where, int(layout.ORDER_CELLS)), where)


def is_place_in_game(state: TalState, place: int) -> bool:
    """Whether figures may be there with this number of players."""
    return place >= SPACE_COUNT or state.board.site_is_used[state.board.site_of[place]]


def read_bids(state: TalState, seat: int, bids: list[Any], where: str) -> None:
    """Read the bids of a seat: the list of `tablets_of` for each lot. Raises BadText."""
    if len(bids) != state.cells[layout.LOT_COUNT]:
        raise BadText(f"{where}bids is a list of tablets for each lot")
    laid_tablets: list[int] = []
    for lot, tablets in enumerate(bids):
        if not isinstance(tablets, list) or len(tablets) > layout.TABLET_COUNT:
            raise BadText(f"{where}bids: the tablets of a lot are a list")
        values = [check_number(tablet, f"{where}bids", 0, 4) for tablet in tablets]
        laid_tablets += values
        valued = sum([2 ** (value - 1) for value in set(values) if value])
        state.cells[layout.BIDS + layout.MAX_LOTS * seat + lot] = pack_bid(valued, values.count(0))
    if any(laid_tablets.count(value) > 1 for value in (1, 2, 3, 4)) or laid_tablets.count(0) > layout.BLANK_COUNT:
        raise BadText(f"{where}bids: there is one tablet of each value, and {layout.BLANK_COUNT} blanks")


def read_orders(state: TalState, seat: int, order_values: list[Any], where: str) -> None:
    """Read the written orders of a seat, the list of `order_fields`. Raises BadText."""
    start = layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat
    for offset, value in enumerate(order_values):
        if value == "":
            continue
        if offset % 2 == 0:
            stop = find_number(PLACE_OF_NAME, value, f"{where}written", "place")
            if not is_place_in_game(state, stop):
                raise BadText(f"{where}written: {PLACE_NAMES[stop]} is at a site that is not in the game")
            state.cells[start + offset] = stop
        else:
            site = check_number(value, f"{where}written", 0, int(SITE_COUNT))
            if site and not state.board.site_is_used[site - 1]:
                raise BadText(f"{where}written: site {site} is not in the game")
            state.cells[start + offset] = site - 1 if site else layout.NO_CLAIMED_SITE
    for cell in (start, start + 2):
        if state.cells[cell] < 0 <= state.cells[cell + 1]:
            raise BadText(f"{where}written: a claim comes after the place where the overseer stops")
    if state.cells[start + 1] >= 0 and order_cost(state, seat, 0) > layout.MAX_MOVEMENT_POINTS:
        raise BadText(f"{where}written: an order costs at most {layout.MAX_MOVEMENT_POINTS} points")


def check_block_count(state: TalState) -> None:
    """Raise BadText if there are more blocks than the game has."""
    cells = state.cells
    heaps = [
        layout.BAG,
        layout.PHARAOH_BLOCKS,
        *range(layout.HELD_BLOCKS, layout.HELD_BLOCKS + state.seat_count),
        *range(layout.LAYERS, layout.LAYERS + LAYER_COUNT * SITE_COUNT),
    ]
    heaps += range(layout.LOTS, layout.LOTS + layout.MAX_LOTS) if cells[layout.PHASE] == 0 else []
    blocks = sum([int(block_count(cells[cell])) for cell in heaps])
    if blocks > MAX_BLOCKS:
        raise BadText(f"a position holds at most {MAX_BLOCKS} blocks, not {blocks}")


def subject_bounds(program_name: str, seat: int) -> tuple[int, int]:
    """The minimum and maximum subject of a frame of a program."""
    del seat
    if program_name == "MoveWorker":
        return 0, int(PLACE_COUNT) - 1
    if program_name == "LayTablets":
        return 0, int(layout.MAX_LOTS) - 1
    return NOTHING, NOTHING


def check_frames(state: TalState) -> None:
    """Raise BadText for a frame that asks about a lot, a worker or an order that does not exist."""
    cells = state.cells
    for frame in range(cells[DEPTH_CELL]):
        start = STACK_START + 3 * frame
        part, seat, subject = state.programs.task(cells[start]), int(cells[start + 1]), int(cells[start + 2])
        program = part.program_signature
        if program == "LayTablets" and subject >= max(1, cells[layout.LOT_COUNT]):
            raise BadText(f"stack: there is no lot {subject + 1}")
        if isinstance(part, MoveChosenWorker):
            workers = layout.WORKERS + layout.WORKERS_EACH * seat
            if subject not in [int(cells[cell]) for cell in range(workers, workers + layout.WORKERS_EACH)]:
                raise BadText(f"stack: no worker of seat {seat + 1} is at {PLACE_NAMES[subject]}")
        if isinstance(part, (WriteStop, WriteClaim)):
            written = layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat
            needs_first_order = part.overseer == 1 and cells[layout.PHASE] == layout.WRITING_ORDERS
            if (needs_first_order and cells[written + 1] < 0) or (
                isinstance(part, WriteClaim) and cells[written + 2 * part.overseer] < 0
            ):
                raise BadText(f"stack: seat {seat + 1} has not written where the overseer stops")
