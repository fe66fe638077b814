"""Positions and answers of Tal der Koenige as texts.

Places are written as players call them, "15/B" or "16"; blocks as letters, "kkrrb"; a pyramid as its layers with a space between,
"kkkk k". Figures that a test does not name stand in area 16, and blocks that it does not name are in the bag.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.game import NOBODY, Seat, Setup, State
from engine.core.setup import Variant
from engine.tal.blocks import heap_from_letters, heap_letters
from engine.tal.board import PLACE_NAMES, PLACE_OF_NAME, board_of
from engine.tal.board_text import SHIPPED
from engine.tal.first_position import position_before_first_round
from engine.tal.game import TAL
from engine.tal.rules.rounds import ROUND_ADDRESS
from engine.tal.state import (
    BAG,
    DISC,
    HELD_BLOCKS,
    LAYERS,
    LOT_COUNT,
    LOTS,
    OVERSEERS,
    PHARAOH_BLOCKS,
    ROUND,
    SITE_OWNERS,
    WORKERS,
    TalState,
)

STEPS = {
    "lots": 0,
    "bids": 1,
    "sale": 2,
    "orders": 3,
    "overseers": 4,
    "workers": 5,
    "theft": 6,
    "building": 7,
    "close": 8,
}
CENTRE = "16"
STAY = ("stay", "claim nothing")  # the two answers that leave an overseer where it stands


def setup(players: int = 2, seed: int = 1, length: str = "normal", cards: str = "") -> Setup:
    seats = tuple(Seat(f"seat {seat}") for seat in range(players))
    return Setup("tal", seats, seed, Variant("base", (length,), cards))


def new_game(players: int = 2, seed: int = 1, length: str = "normal") -> TalState:
    return TAL.start(setup(players, seed, length))


def table(
    step: str,
    players: int = 2,
    *,
    round_: int = 2,
    disc: int = 0,
    workers: Sequence[str] = (),
    overseers: Sequence[str] = (),
    owners: Mapping[int, int] | None = None,
    pyramids: Mapping[int, str] | None = None,
    held: Sequence[str] = (),
    lots: Sequence[str] = (),
    pharaoh: str = "",
    bag: str | None = None,
    is_short_game: bool = False,
) -> TalState:
    """A position at the start of a step of a round. Sites have the numbers that players use, seats start at 0. The places of a
    seat are one text, "10/A 16"."""
    state = position_before_first_round(board_of(SHIPPED, players), is_short_game)
    cells = state.cells
    cells[ROUND], cells[DISC] = round_ - 1, disc
    for seat in range(players):
        place_figures(state, WORKERS + 5 * seat, 5, workers[seat] if seat < len(workers) else "", in_order=True)
        place_figures(state, OVERSEERS + 2 * seat, 2, overseers[seat] if seat < len(overseers) else "")
    used = [*held, *lots, pharaoh]
    for site, owner in (owners or {}).items():
        cells[SITE_OWNERS + site - 1] = owner
    for site, layers in (pyramids or {}).items():
        for layer, blocks in enumerate(layers.split()):
            cells[LAYERS + 3 * (site - 1) + layer] = heap_from_letters(blocks)
            used.append(blocks)
    for seat, blocks in enumerate(held):
        cells[HELD_BLOCKS + seat] = heap_from_letters(blocks)
    cells[LOT_COUNT] = len(lots)
    for lot, blocks in enumerate(lots):
        cells[LOTS + lot] = heap_from_letters(blocks)
    cells[PHARAOH_BLOCKS] = heap_from_letters(pharaoh)
    cells[BAG] = cells[BAG] - heap_from_letters("".join(used)) if bag is None else heap_from_letters(bag)
    state.call(ROUND_ADDRESS + STEPS[step], disc, -1)
    state.run()
    return state


def place_figures(state: TalState, start: int, count: int, text: str, in_order: bool = False) -> None:
    places = [PLACE_OF_NAME[name] for name in [*text.split(), *[CENTRE] * count][:count]]
    for cell, place in enumerate(sorted(places) if in_order else places, start):
        state.cells[cell] = place
        state.mark_space_taken(place)


def offered(state: State) -> list[str]:
    """The texts of all answers."""
    return [TAL.say(state, TAL.action(state, move)) for move in state.legal_moves()]


def play(state: TalState, *answers: str) -> list[str]:
    """Give these answers, for any seat that is asked. Returns the story as everybody reads it."""
    sentences: list[str] = []
    for given in answers:
        answer = next(offer for offer in offered(state) if offer.endswith("(stay)")) if given == STAY[0] else given
        state.events = []
        state.apply(TAL.move(state, TAL.parse(state, answer)))
        sentences += [TAL.describe_event(state, event, NOBODY) for event in state.events]
    return sentences


def order(stop: str, claim: int = 0) -> tuple[str, str]:
    """The two answers that send an overseer somewhere."""
    return f"stop at {stop}", f"claim site {claim}" if claim else "claim nothing"


def play_until(state: TalState, phase: str) -> None:
    """Lay no tablets, leave all figures where they are and build nothing, until a phase is reached."""
    while state.mover != NOBODY and TAL.chapter(state).phase != phase:
        for answer in offered(state):
            if answer in ("lay no more here", "claim nothing", "done") or answer.endswith("(stay)"):
                play(state, answer)
                break


def view_of(state: TalState, seat: int = NOBODY) -> Any:
    return TAL.view(state, seat)


def places(state: TalState, seat: int, cell: int, count: int) -> list[str]:
    """The names of the places of a seat's figures. `cell` is the first cell of the figures of seat 0."""
    return [PLACE_NAMES[state.cells[cell + count * seat + index]] for index in range(count)]


def overseers_of(state: TalState, seat: int) -> list[str]:
    return places(state, seat, OVERSEERS, 2)


def workers_of(state: TalState, seat: int) -> list[str]:
    return places(state, seat, WORKERS, 5)


def owner_of(state: TalState, site: int) -> int:
    return int(state.cells[SITE_OWNERS + site - 1])


def blocks_at(state: TalState, site: int) -> list[str]:
    """The blocks of the layers of a site, without empty ones."""
    return [heap_letters(state.cells[LAYERS + 3 * (site - 1) + layer]) for layer in range(3)][
        : 1 + int(state.highest_layer_with_blocks(site - 1))
    ]


def heap_at(state: TalState, cell: int) -> str:
    return heap_letters(state.cells[cell])
