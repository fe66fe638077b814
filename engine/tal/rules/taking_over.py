"""Taking over a rival's site (rulebook, "Stealing Bricks")."""

from typing import final

from engine.core.arrays import i64
from engine.core.cells.moves import first_argument, pack_move
from engine.core.game import NOTHING
from engine.core.tasks import Subject, Task
from engine.tal.state import DONE, OVERSEERS, OVERSEERS_EACH, ROUND, SITE_OWNERS, TAKE_OVER_SITE, TalState


def may_take_over(state: TalState, seat: i64, site: i64) -> bool:
    """Whether a seat may take over a site. It needs more overseers and more workers there than the owner, and a scarab. Complete
    pyramids cannot be taken over, and nothing can in round 1 (our rule)."""
    owner = state.cells[SITE_OWNERS + site]
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
    """Offer the sites that a seat may take over. It has an overseer at each of them."""
    last_site: i64 = NOTHING
    for cell in range(OVERSEERS + OVERSEERS_EACH * seat, OVERSEERS + OVERSEERS_EACH * seat + OVERSEERS_EACH):
        site = state.board.site_of[state.cells[cell]]
        if site >= 0 and site != last_site and may_take_over(state, seat, site):
            state.offer(pack_move(TAKE_OVER_SITE, site))
        last_site = site


def take_over(state: TalState, seat: i64, site: i64) -> None:
    """Make a seat the owner of a site. Its scarab replaces that of the former owner."""
    owner = state.cells[SITE_OWNERS + site]
    state.cells[SITE_OWNERS + site] = seat
    if state.events is not None:
        state.emit("took_over", seat, (int(site), int(owner)))


@final
class TakeOverSites(Task[TalState]):
    """After its overseers have moved, a seat may take over sites, but need not (our rule). Repeats until the seat ends it."""

    def offer_options(self, state: TalState, seat: i64, subject: Subject) -> None:
        offer_take_overs(state, seat)
        if state.move_count > 0:
            state.offer(DONE)

    def perform(self, state: TalState, seat: i64, subject: Subject, move: i64) -> Subject:
        if move >= 0 and move != DONE:
            take_over(state, seat, first_argument(move))
            state.call(state.programs.address(self), seat, NOTHING)
        return NOTHING
