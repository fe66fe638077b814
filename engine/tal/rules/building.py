"""Theft and building: both move up to two blocks for each own worker at a site (rulebook, "Building Pyramids", "Stealing
Bricks")."""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.cells.moves import first_argument, pack_move2, second_argument
from engine.core.game import NOTHING
from engine.core.tasks import Subject, Task, link_tasks
from engine.tal.blocks import COLOUR_COUNT, NO_BLOCKS, Heap, colour_count, one_block
from engine.tal.data.board import LAYER_COUNT, SITE_COUNT
from engine.tal.rules.pyramids import place_block, pyramid_class, pyramid_value, remove_block
from engine.tal.state import (
    BUILD,
    DONE,
    HELD,
    LAYERS,
    OVERSEERS,
    OVERSEERS_EACH,
    OWNER,
    PHARAOH,
    QUOTA,
    STEAL,
    WORKERS,
    WORKERS_EACH,
    TalState,
)

BLOCKS_A_WORKER: Final[i64] = 2


@final
class BeginTheft(Task[TalState]):
    """Count how many blocks a seat may steal at each site: it needs more overseers there than the owner (ours: however many
    workers the owner has)."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        clear_quotas(state)
        for cell in range(OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS + OVERSEERS_EACH * seat + OVERSEERS_EACH):
            site = state.board.site_of[state.cells[cell]]
            if site >= 0 and may_steal(state, seat, site):
                state.cells[QUOTA + site] = BLOCKS_A_WORKER * state.workers_at(seat, site)
        return NOTHING


def may_steal(state: TalState, seat: i64, site: i64) -> bool:
    """Whether a rival owns the site, has fewer overseers there, and has not completed the pyramid."""
    owner = state.cells[OWNER + site]
    return (
        owner >= 0
        and owner != seat
        and state.overseers_at(seat, site) > state.overseers_at(owner, site)
        and not state.is_complete(site)
    )


@final
class StealBlocks(Task[TalState]):
    """Steal a block of the top layer of a site, of any colour there, or end the theft."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        cells = state.cells
        for site in range(SITE_COUNT):
            if cells[QUOTA + site] > 0:
                layer = state.top_layer(site)
                if layer >= 0:
                    offer_colours(state, STEAL, site, cells[LAYERS + LAYER_COUNT * site + layer])
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            site, colour = first_argument(move), second_argument(move)
            remove_block(state, site, colour)
            state.cells[QUOTA + site] -= 1
            state.cells[HELD + seat] += one_block(colour)
            if state.events is not None:
                state.emit("stole", seat, (int(site), int(colour), int(state.cells[OWNER + site])))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING


@final
class BeginBuilding(Task[TalState]):
    """Count how many blocks a seat may place at each of its sites, and let it place them."""

    def first_parts_called(self) -> list[Task[TalState]]:
        return [BUILD_ONE]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        clear_quotas(state)
        cells = state.cells
        for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
            site = state.board.site_of[cells[cell]]
            if site >= 0 and cells[OWNER + site] == seat:
                cells[QUOTA + site] += BLOCKS_A_WORKER
        state.call(state.programs.address(BUILD_ONE), seat, NOTHING)
        return NOTHING


@final
class BuildBlocks(Task[TalState]):
    """Place a block, or end building."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        held = state.cells[HELD + seat]
        if held == NO_BLOCKS:
            return
        for site in range(SITE_COUNT):
            if state.cells[QUOTA + site] > 0 and not state.is_complete(site):
                offer_colours(state, BUILD, site, held)
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            site, colour = first_argument(move), second_argument(move)
            state.cells[HELD + seat] -= one_block(colour)
            state.cells[QUOTA + site] -= 1
            place_block(state, site, colour)
            if state.events is not None:
                state.emit("built", seat, (int(site), int(colour)))
                if state.is_complete(site):
                    kind, value = pyramid_class(state, site), pyramid_value(state, site)
                    state.emit("completed", seat, (int(site), int(kind), int(value)))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING


@final
class GiveToPharaoh(Task[TalState]):
    """Give the blocks that a seat has left to the pharaoh's pyramid, which takes more blocks than it needs (ours)."""

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        held = state.cells[HELD + seat]
        if held != NO_BLOCKS:
            state.cells[PHARAOH] += held
            state.cells[HELD + seat] = NO_BLOCKS
            if state.events is not None:
                state.emit("gave", seat, (int(held),))
        clear_quotas(state)
        return NOTHING


def clear_quotas(state: TalState) -> None:
    for site in range(SITE_COUNT):
        state.cells[QUOTA + site] = 0


def offer_colours(state: TalState, verb: i64, site: i64, heap: Heap) -> None:
    """Offer a verb for a site and each colour of a heap."""
    for colour in range(COLOUR_COUNT):
        if colour_count(heap, colour) > 0:
            state.offer(pack_move2(verb, site, colour))


BUILD_ONE: Final = BuildBlocks()
link_tasks((BUILD_ONE,))
