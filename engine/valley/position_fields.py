"""A position by name, and back: for texts that people write, and for the reshuffles in saves.

Zones are lists of card names, piles from the bottom up. A missing zone is empty. Without a `stack`, the active player is about to
play. `edition`, `sets`, `uniques` and `cards` say which cards are used.
"""

from typing import Any, Final

from engine.core.errors import BadCatalogue, BadText, quoted
from engine.core.game import NOTHING
from engine.core.luck import U32_MASK
from engine.core.tasks import read_stack, resume, stack_fields
from engine.core.toml_text import check_keys, check_number, find_number, names_of, read_list
from engine.core.wording import did_you_mean
from engine.valley import state as layout
from engine.valley.catalogue.card import UNIQUE
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.catalogue.declarations import NEEDS_SIGHTS
from engine.valley.editions import AFTERLIFE, BASE, BOTH, compose_catalogue, custom_or_shipped_cards, full_catalogue
from engine.valley.rules.discards import MAX_ORDERED_DISCARDS, pack_ordering
from engine.valley.state import ValleyState, empty_table, game_card_count
from engine.valley.turn import begin_turn
from engine.valley.wording import EXECUTION_PROGRAMS

TABLE_ZONES: Final = {
    "stock_ii": layout.STOCK_II,
    "stock_iii": layout.STOCK_III,
    "boneyard": layout.BONEYARD,
    "executed": layout.EXECUTED,
    "executed_elsewhere": layout.EXECUTED_ELSEWHERE,
    "aside": layout.ASIDE,
}
KIND_ZONES: Final = ("executed", "executed_elsewhere")  # zones of kinds, each once, and not of cards
SEAT_ZONES: Final = {
    "hand": layout.HAND,
    "deck": layout.DECK,
    "deck_top": layout.DECK_TOP,
    "in_play": layout.PLAYED,
    "discard": layout.DISCARD,
    "tomb": layout.TOMB,
    "looked": layout.LOOKED_AT,
    "revealed": layout.REVEALED,
    "shown": layout.SHOWN,
}
PILES: Final = ("boneyard", "discard", "deck_top", "revealed")
TURN_CELLS: Final = {
    "active": layout.ACTIVE_SEAT,
    "turn": layout.TURN_NUMBER,
    "entombed": layout.HAS_ENTOMBED,
    "changed": layout.PYRAMID_CHANGED,
    "bought": layout.HIGHEST_BOUGHT,
    "gilded": layout.GILDED,
    "rebate": layout.REBATE,
    "doubled": layout.NEXT_DOUBLED,
    "any_row": layout.ANY_ROW,
}
TURN_CELL_BOUNDS: Final = {
    "turn": (0, 9999),
    "entombed": (0, 1),
    "changed": (0, 1),
    "bought": (NOTHING, 7),
    "gilded": (0, 1),
    "rebate": (0, 99),
    "doubled": (0, 1),
    "any_row": (0, 1),
}
EDITION_PAGES: Final = {BASE: (BASE,), AFTERLIFE: (AFTERLIFE,), BOTH: (BASE, AFTERLIFE)}
OPTIONAL_CELLS: Final = ("doubled", "any_row")  # fields only if they are not 0
KEYS: Final = {
    *TURN_CELLS, *TABLE_ZONES, "luck", "pyramid", "stack", "seat", "cards", "edition", "sets", "uniques",
}  # fmt: skip
# Programs whose subject is a card.
CARD_PROGRAMS: Final = (*EXECUTION_PROGRAMS, "Mummified Cat offered", "Axe discarded")
COUNTING_PROGRAM: Final = "Discarding"  # the program whose subject is a number of cards
# The programs whose subject is a place in the discard pile, packed by `pack_ordering`.
ORDERING_PROGRAMS: Final = "Ordering", "Ordering laid cards"
CRUMBLING_PROGRAM: Final = "Crumbling"  # the program that must be on top: a card falls before anything else


def position_fields(state: ValleyState) -> dict[str, Any]:
    """The fields of a position. `position_of_fields` makes the same position of them."""
    names = [card.name for card in state.catalogue.cards]

    def cards_in(zones: dict[str, Any], seat: int) -> dict[str, Any]:
        return {
            name: names_of(names, state.kinds(zone + seat)) for name, zone in zones.items() if state.count(zone + seat)
        }

    seats: list[dict[str, Any]] = []
    for seat in range(state.seat_count):
        sights = [
            [int(sight // layout.SIGHT_STRIDE), names[sight % layout.SIGHT_STRIDE]]
            for sight in state.kinds(layout.SEEN + seat)
        ]
        seats.append(cards_in(SEAT_ZONES, seat) | ({"seen": sights} if sights else {}))
    numbers = {name: int(state.cells[cell]) for name, cell in TURN_CELLS.items()}
    return {
        **catalogue_fields(state.catalogue),
        **{name: number for name, number in numbers.items() if number or name not in OPTIONAL_CELLS},
        "luck": [int(state.cells[layout.LUCK_START + seat]) for seat in range(layout.MAX_PLAYERS + 1)],
        "pyramid": names_of(names, [state.cells[layout.PYRAMID_START + slot] for slot in range(layout.SLOT_COUNT)]),
        **cards_in(TABLE_ZONES, 0),
        "stack": stack_fields(state),
        "seat": seats,
    }


def catalogue_fields(catalogue: Catalogue) -> dict[str, Any]:
    """The fields that say which cards are used: custom cards, edition or sets. None for the shipped edition of
    2014."""
    fields: dict[str, Any] = {"cards": catalogue.custom_text} if catalogue.custom_text else {}
    names = [card.name for card in catalogue.cards]
    known_pages = custom_or_shipped_cards(catalogue.custom_text)
    for edition, pages in EDITION_PAGES.items():
        if set(pages) <= set(known_pages) and names == [
            card.name for card in full_catalogue(pages, catalogue.custom_text).cards
        ]:
            return fields | ({"edition": edition} if fields or edition != BASE else {})
    uniques = [card.name for card in catalogue.cards if card.set == UNIQUE]
    return fields | {"sets": list(catalogue.set_names), "uniques": uniques}


def catalogue_of_fields(data: dict[str, Any], default_catalogue: Catalogue) -> Catalogue:
    """The catalogue that the fields of a position describe; `default_catalogue` if they do not say which cards are used."""
    custom_text = data.get("cards", "")
    if not isinstance(custom_text, str):
        raise BadText("cards is the text of the custom cards")
    try:
        pages = custom_or_shipped_cards(custom_text)
        if "edition" in data:
            if data["edition"] not in tuple(EDITION_PAGES):
                raise BadText(f"edition is one of {', '.join(EDITION_PAGES)}, not {quoted(data['edition'])}")
            return full_catalogue(EDITION_PAGES[data["edition"]], custom_text)
    except BadCatalogue as error:
        raise BadText(str(error)) from None
    all_cards = full_catalogue(tuple(pages), custom_text)
    if "sets" not in data and "uniques" not in data:
        return all_cards if custom_text else default_catalogue
    sets = read_list(data, "sets", "", len(all_cards.set_names))
    uniques = read_list(data, "uniques", "", len(all_cards))
    for name in sets:
        if name not in all_cards.set_names:
            raise BadText(f"sets: no set is called {quoted(name)}{did_you_mean(str(name), all_cards.set_names)}")
    for name in uniques:
        find_number(all_cards.kind_of, name, "uniques")
    return compose_catalogue(pages, sets, uniques, custom_text)


def position_of_fields(default_catalogue: Catalogue, data: dict[str, Any]) -> ValleyState:
    """The position that the fields describe, made by `position_fields` or by hand. `default_catalogue` is used if they say
    nothing about cards. Raises BadText, which names the key and the card."""
    check_keys(data, KEYS, "the position")
    catalogue = catalogue_of_fields(data, default_catalogue)
    seats = data.get("seat", [])
    if not isinstance(seats, list) or not 1 <= len(seats) <= layout.MAX_PLAYERS:
        raise BadText(f"a position has 1 to {layout.MAX_PLAYERS} tables [[seat]]")
    state = empty_table(catalogue, len(seats))
    begin_turn(state, check_number(data.get("active", 0), "active", 0, len(seats) - 1))
    read_zones(state, data, TABLE_ZONES, 0, "")
    for slot, name in enumerate(read_list(data, "pyramid", "", layout.SLOT_COUNT)):
        state.cells[layout.PYRAMID_START + slot] = (
            NOTHING if name == "" else find_number(catalogue.kind_of, name, "pyramid")
        )
    for seat, fields in enumerate(seats):
        read_seat(state, seat, fields)
    for i, number in enumerate(read_list(data, "luck", "", layout.MAX_PLAYERS + 1)):
        state.cells[layout.LUCK_START + i] = check_number(number, "luck", 0, int(U32_MASK))
    for name, (low, high) in TURN_CELL_BOUNDS.items():
        if name in data:
            state.cells[TURN_CELLS[name]] = check_number(data[name], name, low, high)
    check_card_total(state)
    if "stack" in data:
        read_frames(state, data)
    resume(state)
    if state.broken:
        raise BadText(f"stack: {data['stack'][-1][0]!r} cannot continue in this position")
    return state


def read_seat(state: ValleyState, seat: int, fields: Any) -> None:
    """Put the cards of one table [[seat]] into the position."""
    where = f"seat {seat + 1}"
    check_keys(fields, {*SEAT_ZONES, "seen"}, where)
    read_zones(state, fields, SEAT_ZONES, seat, f"{where}: ")
    read_sights(state, seat, fields, where)
    for kind in state.kinds(layout.SHOWN + seat):
        if state.count_of(layout.SHOWN + seat, kind) > state.count_of(layout.HAND + seat, kind):
            raise BadText(f"{where}: shown: {state.catalogue.cards[kind].name} is not in the hand as often")


def read_sights(state: ValleyState, seat: int, fields: dict[str, Any], where: str) -> None:
    """Read which cards of the hand opponents have seen, as pairs of the opponent's seat and the card."""
    state.clear(layout.SEEN + seat)
    for sight in read_list(
        fields, "seen", f"{where}: ", layout.MAX_SIGHTS if state.catalogue.written_places & NEEDS_SIGHTS else 0
    ):
        if not isinstance(sight, list) or len(sight) != 2:
            raise BadText(f'{where}: a sight is [seat, "card"], not {quoted(sight)}')
        viewer = check_number(sight[0], f"{where}: seen: seat", 0, int(state.seat_count) - 1)
        kind = find_number(state.catalogue.kind_of, sight[1], f"{where}: seen")
        state.remember_sight(viewer, seat, kind)
        if viewer == seat or state.count_of(layout.SEEN + seat, layout.SIGHT_STRIDE * viewer + kind) > state.count_of(
            layout.HAND + seat, kind
        ):
            raise BadText(f"{where}: seen: {state.catalogue.cards[kind].name} is not in the hand as often")


def check_card_total(state: ValleyState) -> None:
    """Raise BadText if the position holds more cards than the game has. More would not fit into the zones."""
    max_cards = game_card_count(state.catalogue, int(state.seat_count))
    zones = [zone for name, zone in TABLE_ZONES.items() if name not in KIND_ZONES]
    zones += [zone + seat for name, zone in SEAT_ZONES.items() if name != "shown" for seat in range(state.seat_count)]
    total = sum(state.count(zone) for zone in zones) + sum(
        state.cells[layout.PYRAMID_START + slot] >= 0 for slot in range(layout.SLOT_COUNT)
    )
    if total > max_cards:
        raise BadText(f"a position holds at most {max_cards} cards, not {total}")


def read_frames(state: ValleyState, data: dict[str, Any]) -> None:
    """Put the frames on the stack. Raises BadText for frames that cannot be on it."""

    def subject_bounds(program: str, seat: int) -> tuple[int, int]:
        if program in ORDERING_PROGRAMS:
            discards = state.count(layout.DISCARD + seat)
            return NOTHING, int(pack_ordering(MAX_ORDERED_DISCARDS, MAX_ORDERED_DISCARDS, discards))
        if program == COUNTING_PROGRAM:
            return NOTHING, int(state.owned_count(seat))
        return 0 if program in CARD_PROGRAMS else NOTHING, len(state.catalogue) - 1

    read_stack(state, data, int(state.seat_count), subject_bounds)
    names = [frame[0] for frame in data["stack"]]
    are_empty = [state.cells[layout.PYRAMID_START + slot] < 0 for slot in (1, 3, 4)]
    if CRUMBLING_PROGRAM in names and (
        names.index(CRUMBLING_PROGRAM) + 1 < len(names) or are_empty != [True, False, False]
    ):
        raise BadText(f"stack: {CRUMBLING_PROGRAM} comes last, with an empty middle of the base and two cards above it")


def read_zones(state: ValleyState, data: dict[str, Any], zones: dict[str, Any], seat: int, where: str) -> None:
    """Put the cards of the zones of one seat into the position; with `seat` 0, also those of the table. `zones` maps keys to
    zones."""
    for name, zone in zones.items():
        state.clear(zone + seat)
        for card in read_list(data, name, where, state.capacity(zone + seat)):
            kind = find_number(state.catalogue.kind_of, card, where + name)
            if name in KIND_ZONES and state.has(zone + seat, kind):
                raise BadText(f"{where}{name}: {card} is there twice")
            if name in PILES:
                state.push(zone + seat, kind)
            else:
                state.add(zone + seat, kind)
