"""Stealing and placing blocks: in both, each worker at a site allows two blocks (rulebook, "Building Pyramids", "Stealing
Bricks")."""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.game import NOTHING
from engine.core.moves import first_argument, pack_move2, second_argument
from engine.core.tasks import Subject, Task, link_tasks
from engine.tal.blocks import COLOUR_COUNT, NO_BLOCKS, Heap, colour_count, one_block
from engine.tal.board import LAYER_COUNT, SITE_COUNT
from engine.tal.rules.pyramids import place_block, pyramid_class, pyramid_value, remove_block
from engine.tal.state import (
    BLOCK_QUOTAS,
    BLOCKS_PER_WORKER,
    DONE,
    HELD_BLOCKS,
    LAYERS,
    OVERSEERS,
    OVERSEERS_EACH,
    PHARAOH_BLOCKS,
    PLACE_BLOCK,
    SITE_OWNERS,
    STEAL_BLOCK,
    WORKERS,
    WORKERS_EACH,
    TalState,
)


@final
class SetTheftQuotas(Task[TalState]):
    """Set the quota of a seat at each site: the number of blocks that it may steal. It needs more overseers there than the owner
    (our rule: the workers of the owner do not matter)."""

    def signature(self) -> str:
        return "BeginTheft"  # its name in positions

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        clear_quotas(state)
        for cell in range(OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS + OVERSEERS_EACH * seat + OVERSEERS_EACH):
            site = state.board.site_of[state.cells[cell]]
            if site >= 0 and may_steal(state, seat, site):
                state.cells[BLOCK_QUOTAS + site] = BLOCKS_PER_WORKER * state.workers_at(seat, site)
        return NOTHING


def may_steal(state: TalState, seat: i64, site: i64) -> bool:
    """Whether another seat owns the site, has fewer overseers there, and has not completed the pyramid."""
    owner = state.cells[SITE_OWNERS + site]
    return (
        owner >= 0
        and owner != seat
        and state.overseers_at(seat, site) > state.overseers_at(owner, site)
        and not state.is_complete(site)
    )


@final
class StealBlocks(Task[TalState]):
    """Steal a block of any colour from the top layer of a site, or end the theft. Repeats until the seat ends it."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        cells = state.cells
        for site in range(SITE_COUNT):
            if cells[BLOCK_QUOTAS + site] > 0:
                layer = state.highest_layer_with_blocks(site)
                if layer >= 0:
                    offer_move_for_each_colour(state, STEAL_BLOCK, site, cells[LAYERS + LAYER_COUNT * site + layer])
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            site, colour = first_argument(move), second_argument(move)
            remove_block(state, site, colour)
            state.cells[BLOCK_QUOTAS + site] -= 1
            state.cells[HELD_BLOCKS + seat] += one_block(colour)
            if state.events is not None:
                state.emit("stole", seat, (int(site), int(colour), int(state.cells[SITE_OWNERS + site])))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING


@final
class BeginBuilding(Task[TalState]):
    """Set the quota of a seat at each of its sites, and let it place blocks."""

    def first_parts_called(self) -> list[Task[TalState]]:
        return [BUILD]

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        clear_quotas(state)
        cells = state.cells
        for cell in range(WORKERS + WORKERS_EACH * seat, WORKERS + WORKERS_EACH * seat + WORKERS_EACH):
            site = state.board.site_of[cells[cell]]
            if site >= 0 and cells[SITE_OWNERS + site] == seat:
                cells[BLOCK_QUOTAS + site] += BLOCKS_PER_WORKER
        state.call(state.programs.address(BUILD), seat, NOTHING)
        return NOTHING


@final
class BuildBlocks(Task[TalState]):
    """Place a block, or end building. Repeats until the seat ends it."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        held = state.cells[HELD_BLOCKS + seat]
        if held == NO_BLOCKS:
            return
        for site in range(SITE_COUNT):
            if state.cells[BLOCK_QUOTAS + site] > 0 and not state.is_complete(site):
                offer_move_for_each_colour(state, PLACE_BLOCK, site, held)
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            site, colour = first_argument(move), second_argument(move)
            state.cells[HELD_BLOCKS + seat] -= one_block(colour)
            state.cells[BLOCK_QUOTAS + site] -= 1
            place_block(state, site, colour)
            if state.events is not None:
                state.emit("built", seat, (int(site), int(colour)))
                if state.is_complete(site):
                    class_, value = pyramid_class(state, site), pyramid_value(state, site)
                    state.emit("completed", seat, (int(site), int(class_), int(value)))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING


@final
class GiveHeldBlocksToPharaoh(Task[TalState]):
    """Give the blocks that a seat still holds to the pharaoh's pyramid, which accepts more blocks than it needs (our rule), and
    clear the quotas."""

    def signature(self) -> str:
        return "GiveToPharaoh"  # its name in positions

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        held = state.cells[HELD_BLOCKS + seat]
        if held != NO_BLOCKS:
            state.cells[PHARAOH_BLOCKS] += held
            state.cells[HELD_BLOCKS + seat] = NO_BLOCKS
            if state.events is not None:
                state.emit("gave", seat, (int(held),))
        clear_quotas(state)
        return NOTHING


def clear_quotas(state: TalState) -> None:
    for site in range(SITE_COUNT):
        state.cells[BLOCK_QUOTAS + site] = 0


def offer_move_for_each_colour(state: TalState, verb: i64, site: i64, heap: Heap) -> None:
    """Offer a move with `verb` at a site for each colour in a heap."""
    for colour in range(COLOUR_COUNT):
        if colour_count(heap, colour) > 0:
            state.offer(pack_move2(verb, site, colour))


BUILD: Final = BuildBlocks()
link_tasks((BUILD,))
