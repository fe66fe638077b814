"""A position by name, and back: for texts that people write, and for the reshuffles in saves."""

from typing import Any, Final

from engine.core.errors import BadCatalogue, BadText
from engine.core.game import MAX_SEATS, NOTHING
from engine.core.luck import U32_MASK
from engine.core.tasks import DEPTH_CELL, read_stack, resume, stack_fields
from engine.core.toml_text import check_keys, check_number, find_number, names_of, read_list
from engine.thieves import state as layout
from engine.thieves.first_position import empty_table
from engine.thieves.pieces import SYMBOLS, PieceSet
from engine.thieves.pieces_text import read_pieces
from engine.thieves.rules.turn import MAX_TURN_SUBJECT
from engine.thieves.state import (
    Options,
    ThievesState,
    community_use_duel,
    community_use_half,
    is_face_down,
    laid_duel,
    laid_half,
    laid_kind,
    named_symbol,
    pack_community_use,
    pack_laid_card,
    piece_set_count,
)

MAX_TOKENS: Final = 9999
MAX_SYMBOL: Final = 3
NUMBER_CELLS: Final = {
    "starter": layout.STARTER,
    "tomb_number": layout.TOMB_NUMBER,
    "round": layout.ROUND,
    "tomb_treasure": layout.TOMB_TREASURE,
    "plundered": layout.PLUNDERED,
    "winners": layout.WINNERS,
}
SEAT_NUMBER_CELLS: Final = {"reputation": layout.REPUTATION, "treasure": layout.TREASURE, "status": layout.STATUS}
CARD_ZONES: Final = {"deck": layout.DECK, "discards": layout.DISCARDS}
TOMB_ZONES: Final = {"tomb_deck": layout.TOMB_DECK, "tombs_gone": layout.TOMBS_GONE}
GUARDIAN_ZONES: Final = {
    "guardian_deck": layout.GUARDIAN_DECK,
    "beaten": layout.GUARDIANS_BEATEN,
    "guardians": layout.GUARDIANS,
}
KEYS: Final = {
    *NUMBER_CELLS, *CARD_ZONES, *TOMB_ZONES, *GUARDIAN_ZONES,
    "pieces", "players", "goal", "tombs", "stakes", "tomb", "community", "pools", "luck", "stack", "seat",
}  # fmt: skip


def position_tomb_names(pieces: PieceSet) -> tuple[str, ...]:
    """The tombs as positions name them: "3 shield"."""
    return tuple([f"{tomb.treasure} {SYMBOLS[tomb.symbol]}" for tomb in pieces.tombs])


def guardian_names(pieces: PieceSet) -> tuple[str, ...]:
    return tuple([guardian.name for guardian in pieces.guardians])


def position_fields(state: ThievesState) -> dict[str, Any]:
    pieces, cells, options = state.pieces, state.cells, state.options
    cards, tombs = pieces.card_names, position_tomb_names(pieces)
    fields: dict[str, Any] = {"pieces": pieces.text} if pieces.text else {}
    fields |= {"players": int(state.seat_count)}
    fields |= {"goal": int(options.goal), "tombs": int(options.tomb_limit), "stakes": int(options.stakes)}
    fields |= {name: int(cells[cell]) for name, cell in NUMBER_CELLS.items()}
    fields["luck"] = [int(cells[layout.LUCK_START + stream]) for stream in range(int(layout.LUCK_STREAMS))]
    for names, zones in ((cards, CARD_ZONES), (tombs, TOMB_ZONES), (guardian_names(pieces), GUARDIAN_ZONES)):
        fields |= {name: names_of(names, state.kinds(zone)) for name, zone in zones.items()}
    fields["pools"] = [int(pool) for pool in state.kinds(layout.POOLS)]
    fields |= {"tomb": tombs[cells[layout.TOMB]]} if cells[layout.TOMB] >= 0 else {}
    fields |= {"community": cards[cells[layout.COMMUNITY_CARD]]} if cells[layout.COMMUNITY_CARD] >= 0 else {}
    fields["stack"] = stack_fields(state)
    fields["seat"] = [seat_fields(state, seat) for seat in range(int(state.seat_count))]
    return fields


def seat_fields(state: ThievesState, seat: int) -> dict[str, Any]:
    cells, cards, use = state.cells, state.pieces.card_names, state.cells[layout.COMMUNITY_USE + seat]
    first_laid = layout.LAID_CARDS + layout.MAX_LAID_CARDS * seat
    return {
        **{name: int(cells[cell + seat]) for name, cell in SEAT_NUMBER_CELLS.items()},
        "hand": names_of(cards, state.kinds(layout.HAND + seat)),
        "unseen": names_of(cards, state.kinds(layout.UNSEEN_DISCARDS + seat)),
        "laid": [
            laid_card_fields(cards, cells[cell]) for cell in range(first_laid, first_laid + state.laid_card_count(seat))
        ],
        **({"used": [int(community_use_half(use)), int(community_use_duel(use))]} if use >= 0 else {}),
    }


def laid_card_fields(names: tuple[str, ...], laid_card: int) -> list[str | int]:
    """A laid card as a list: name, half, 1 if it lies face down, the symbol that its rubies stand for, the duel that it counts
    for."""
    numbers = (laid_half(laid_card), is_face_down(laid_card), named_symbol(laid_card), laid_duel(laid_card))
    return [names[laid_kind(laid_card)], *[int(number) for number in numbers]]


def position_of_fields(data: dict[str, Any]) -> ThievesState:
    """The position with the fields of `position_fields`. Raises BadText."""
    check_keys(data, KEYS, "the position")
    try:
        pieces = read_pieces(str(data.get("pieces", "")))
    except BadCatalogue as fault:
        raise BadText(f"pieces: {fault}") from None
    players = check_number(data.get("players"), "players", 2, MAX_SEATS)
    seats = data.get("seat")
    if not isinstance(seats, list) or len(seats) != players:
        raise BadText(f"a position of {players} players has {players} tables [[seat]]")
    options = Options(
        check_number(data.get("goal"), "goal", 1, MAX_TOKENS),
        check_number(data.get("tombs"), "tombs", 0, MAX_TOKENS),
        check_number(data.get("stakes"), "stakes", 1, 2),
    )
    state = empty_table(pieces, options, players)
    max_values = {"starter": players - 1, "round": int(layout.SHOWDOWN), "plundered": 1, "winners": 2**players - 1}
    for name, cell in NUMBER_CELLS.items():
        state.cells[cell] = check_number(data.get(name), name, 0, max_values.get(name, MAX_TOKENS))
    read_shared_fields(state, data)
    for seat, fields in enumerate(seats):
        read_seat(state, seat, fields)
    check_piece_limits(state)
    read_stack(state, data, players, lambda _program, _seat: (NOTHING, MAX_TURN_SUBJECT))
    if (state.cells[DEPTH_CELL] > 0) != (state.cells[layout.TOMB] >= 0) or (state.cells[layout.WINNERS] > 0) == (
        state.cells[layout.TOMB] >= 0
    ):
        raise BadText("an unfinished game has a tomb and a stack, a finished one has winners")
    resume(state)
    return state


def read_shared_fields(state: ThievesState, data: dict[str, Any]) -> None:
    """Read the fields that belong to no seat. Raises BadText."""
    pieces, cells = state.pieces, state.cells
    luck = read_list(data, "luck", "", int(layout.LUCK_STREAMS))
    if len(luck) != layout.LUCK_STREAMS:
        raise BadText(f"luck is a list of {layout.LUCK_STREAMS} numbers")
    for stream, seed in enumerate(luck):
        cells[layout.LUCK_START + stream] = check_number(seed, "luck", 0, int(U32_MASK))
    tombs = {name: kind for kind, name in enumerate(position_tomb_names(pieces))}
    guardians = {name: kind for kind, name in enumerate(guardian_names(pieces))}
    sets = piece_set_count(int(state.seat_count))
    for kinds, zones, max_count in (
        (pieces.kind_of_card, CARD_ZONES, sets * pieces.card_count),
        (tombs, TOMB_ZONES, sets * pieces.tomb_count),
        (guardians, GUARDIAN_ZONES, sets * pieces.guardian_count),
    ):
        for name, zone in zones.items():
            for piece in read_list(data, name, "", max_count):
                kind = find_number(kinds, piece, name, "piece")
                state.push(zone, kind) if zone == layout.GUARDIANS else state.add(zone, kind)
    for pool in read_list(data, "pools", "", sets * pieces.guardian_count):
        state.push(layout.POOLS, check_number(pool, "pools", 0, MAX_TOKENS))
    if state.count(layout.POOLS) != state.count(layout.GUARDIANS):
        raise BadText("each guardian beside the tomb has one pool")
    if "tomb" in data:
        cells[layout.TOMB] = find_number(tombs, data["tomb"], "tomb", "tomb")
    if "community" in data:
        cells[layout.COMMUNITY_CARD] = find_number(pieces.kind_of_card, data["community"], "community")


def read_seat(state: ThievesState, seat: int, fields: Any) -> None:
    where = f"seat {seat + 1}: "
    pieces, cells = state.pieces, state.cells
    check_keys(fields, {*SEAT_NUMBER_CELLS, "hand", "unseen", "laid", "used"}, f"seat {seat + 1}")
    for name, cell in SEAT_NUMBER_CELLS.items():
        max_value = int(layout.OUT) if name == "status" else MAX_TOKENS
        cells[cell + seat] = check_number(fields.get(name), where + name, 0, max_value)
    max_cards = piece_set_count(int(state.seat_count)) * pieces.card_count
    for name, zone in (("hand", layout.HAND), ("unseen", layout.UNSEEN_DISCARDS)):
        for card in read_list(fields, name, where, max_cards):
            state.add(zone + seat, find_number(pieces.kind_of_card, card, where + name))
    for card in read_list(fields, "laid", where, int(layout.MAX_LAID_CARDS)):
        if not isinstance(card, list) or len(card) != 5:
            raise BadText(f"{where}a laid card is a list of 5: a name, its half, face down, symbol and duel")
        kind = find_number(pieces.kind_of_card, card[0], f"{where}laid")
        half = check_number(card[1], f"{where}half", 0, 1)
        is_down = check_number(card[2], f"{where}face down", 0, 1) == 1
        symbol = check_number(card[3], f"{where}symbol", -1, MAX_SYMBOL)
        duel = check_number(card[4], f"{where}duel", -1, int(state.count(layout.GUARDIANS)))
        state.append_laid_card(seat, pack_laid_card(kind, half, is_down, symbol, duel))
    use = read_list(fields, "used", where, 2)
    if use:
        if len(use) != 2 or cells[layout.COMMUNITY_CARD] < 0:
            raise BadText(f"{where}used is the half of the community card and a duel")
        duel = check_number(use[1], f"{where}used", 0, int(state.count(layout.GUARDIANS)))
        cells[layout.COMMUNITY_USE + seat] = pack_community_use(check_number(use[0], f"{where}used", 0, 1), duel)


def check_piece_limits(state: ThievesState) -> None:
    """Raise BadText if there are more pieces than a zone can hold, or if an open tomb has no guardian."""
    pieces, sets = state.pieces, piece_set_count(int(state.seat_count))
    laid_card_count = sum([int(state.laid_card_count(seat)) for seat in range(int(state.seat_count))])
    hidden = [zone + seat for zone in (layout.HAND, layout.UNSEEN_DISCARDS) for seat in range(int(state.seat_count))]
    cards = laid_card_count + sum([int(state.count(zone)) for zone in (layout.DECK, layout.DISCARDS, *hidden)])
    tombs = sum([int(state.count(zone)) for zone in TOMB_ZONES.values()])
    guardians = sum([int(state.count(zone)) for zone in GUARDIAN_ZONES.values()])
    for pieces_word, count, max_count in (
        ("cards", cards + (state.cells[layout.COMMUNITY_CARD] >= 0), sets * pieces.card_count),
        ("tombs", tombs + (state.cells[layout.TOMB] >= 0), sets * pieces.tomb_count),
        ("guardians", guardians, sets * pieces.guardian_count),
    ):
        if count > max_count:
            raise BadText(f"a position holds at most {max_count} {pieces_word}, not {count}")
    if state.count(layout.GUARDIANS) == 0 and state.cells[layout.TOMB] >= 0:
        raise BadText("there is at least one guardian beside the tomb")
