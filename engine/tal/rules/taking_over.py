"""Taking over a rival's site (rulebook, "Stealing Bricks")."""

from typing import final

from engine.core.arrays import i64
from engine.core.cells.moves import first_argument, pack_move
from engine.core.game import NOTHING
from engine.core.tasks import Subject, Task
from engine.tal.state import DONE, OVERSEERS, OVERSEERS_EACH, OWNER, ROUND, TAKE_OVER, TalState


def may_take_over(state: TalState, seat: i64, site: i64) -> bool:
    """Whether a seat has more overseers and more workers at a site than its owner, and a scarab for it. A complete pyramid is
    safe. Nothing is taken over in round 1 (ours)."""
    owner = state.cells[OWNER + site]
    return (
        owner >= 0
        and owner != seat
        and state.cells[ROUND] > 0
        and state.overseers_at(seat, site) > state.overseers_at(owner, site)
        and state.workers_at(seat, site) > state.workers_at(owner, site)
        and not state.is_complete(site)
        and state.scarabs_left(seat) > 0
    )


def offer_take_overs(state: TalState, seat: i64) -> None:
    """Offer every site that a seat may take over. One of its overseers stands there."""
    before: i64 = NOTHING
    for cell in range(OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS + OVERSEERS_EACH * seat + OVERSEERS_EACH):
        site = state.board.site_of[state.cells[cell]]
        if site >= 0 and site != before and may_take_over(state, seat, site):
            state.offer(pack_move(TAKE_OVER, site))
        before = site


def take_over(state: TalState, seat: i64, site: i64) -> None:
    """Make the seat the owner of a site: its scarab replaces that of the owner before."""
    owner = state.cells[OWNER + site]
    state.cells[OWNER + site] = seat
    if state.events is not None:
        state.emit("took_over", seat, (int(site), int(owner)))


@final
class TakeOverSites(Task[TalState]):
    """After the overseers of a seat have gone, it may take over sites, one after the other. It need not (ours)."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        offer_take_overs(state, seat)
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            take_over(state, seat, first_argument(move))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING
