"""What is counted for the verdict on a game of Tal der Koenige: `ai.analysis.facts`."""

from collections.abc import Callable, Sequence
from typing import Final, cast

from ai.countable import Counts, FactKind, GameFacts, SeatCompared, SeatFacts, steps_of
from engine.core.match import Match
from engine.core.moves import VERB_MASK
from engine.tal import state as layout
from engine.tal.blocks import block_count
from engine.tal.state import TalState


def count(match: Match, path: Sequence[int]) -> list[SeatFacts]:
    """What each seat did on this line, round by round."""
    seats = range(match.setup.player_count)
    placed: list[dict[int, int]] = [{} for _ in seats]  # by round
    given = [0] * len(seats)
    sums: list[dict[str, int]] = [
        {"blanks": 0, "tablets": 0, "claimed": 0, "idle workers": 0, "taken over": 0} for _ in seats
    ]
    rounds = 1
    for step in steps_of(match, path):
        state = cast(TalState, step.state)
        number = int(state.cells[layout.ROUND])
        rounds = max(rounds, number + 1)
        if step.action.verb == "done" and int(state.cells[layout.PHASE]) == layout.MOVING_WORKERS:
            offered = {move & VERB_MASK for move in state.legal_moves()}
            sums[step.mover]["idle workers"] += layout.TAKE_WORKER in offered
        for event in match.events_on_step_to(step.node):
            seat = event.seat
            if event.verb == "built":
                placed[seat][number] = placed[seat].get(number, 0) + 1
            elif event.verb == "laid":
                sums[seat]["tablets"] += 1
                sums[seat]["blanks"] += event.arguments[1] == 0
            elif event.verb == "gave":
                given[seat] += int(block_count(event.arguments[0]))
            elif event.verb == "claimed":
                sums[seat]["claimed"] += 1
            elif event.verb == "took_over":
                sums[seat]["taken over"] += 1
    return [_facts_of_seat(placed[seat], given[seat], sums[seat], rounds) for seat in seats]


def _facts_of_seat(placed: dict[int, int], given: int, sums: dict[str, int], rounds: int) -> SeatFacts:
    half = max(1, rounds // 2)
    counts: Counts = {
        "rounds": float(rounds),
        "idle rounds": float(sum([placed.get(number, 0) == 0 for number in range(rounds)])),
        "placed": float(sum(placed.values())),
        "placed early": float(sum([blocks for number, blocks in placed.items() if number < half])),
        "given": float(given),
        **{name: float(number) for name, number in sums.items()},
    }
    return SeatFacts(counts)


def _counted(verb: str, name: str, noun: str) -> Callable[[SeatCompared], str]:
    """ "You placed 5 blocks, Merit 14."."""

    def say(seat: SeatCompared) -> str:
        return f"{seat.who} {verb} {seat.counted(name, noun)}{seat.beside(name)}."

    return say


def _idle_blame(seat: SeatCompared) -> str:
    rounds, own = seat.number("rounds"), seat.number("idle rounds")
    if not own:
        beside = f"; {seat.name} placed nothing in {seat.theirs('idle rounds')}" if seat.name else ""
        return f"{seat.who} placed blocks in each of {rounds} rounds{beside}."
    return f"In {own} of {rounds} rounds {seat.you} placed nothing{seat.beside('idle rounds', 'in ')}."


KINDS: Final = (
    FactKind(
        "idle rounds", "rounds", -1, 3.9, 0.0, lambda counts: counts["idle rounds"],
        _idle_blame,
        lambda seat: f"blocks placed in {seat.number('rounds') - seat.number('idle rounds')} of {seat.number('rounds')} rounds",
        "place a block in each round, before you claim another site", "rounds in which nothing was placed",
    ),
    FactKind(
        "placed", "blocks", 1, 0.8, 21.0, lambda counts: counts["placed"],
        _counted("placed", "placed", "block"),
        lambda seat: f"{seat.counted('placed', 'block')} placed",
        "send workers to your own sites, as each may place two blocks", "blocks placed",
    ),
    FactKind(
        "placed early", "early", 1, 0.6, 9.0, lambda counts: counts["placed early"],
        lambda seat: f"In the first half {seat.you} placed {seat.counted('placed early', 'block')}"
        f"{seat.beside('placed early')}.",
        lambda seat: f"{seat.counted('placed early', 'block')} placed in the first half",
        "bring workers to your first site in the first round", "blocks placed in the first half",
    ),
    FactKind(
        "given", "blocks", -1, 0.3, 5.0, lambda counts: counts["given"],
        _counted("gave the pharaoh", "given", "block"),
        lambda seat: f"only {seat.counted('given', 'block')} given to the pharaoh",
        "bid only for what your workers can place", "blocks given to the pharaoh",
    ),
    FactKind(
        "blanks", "bids", -1, 0.3, 7.0, lambda counts: counts["blanks"] if counts["tablets"] else None,
        lambda seat: f"{seat.number('blanks')} of the {seat.counted('tablets', 'tablet')} that {seat.you} laid were blank"
        + (f", {seat.theirs('blanks')} of the {seat.theirs('tablets')} of {seat.name}" if seat.name else "") + ".",
        lambda seat: f"{seat.number('tablets') - seat.number('blanks')} of {seat.counted('tablets', 'tablet')} laid with a value",
        "lay the tablets with values where you need the blocks", "blanks among the tablets laid",
    ),
    FactKind(
        "idle workers", "workers", -1, 1.0, 2.0, lambda counts: counts["idle workers"],
        lambda seat: f"{seat.who} stopped {seat.counted('idle workers', 'time')} while a worker could move"
        f"{seat.beside('idle workers')}.",
        lambda seat: f"only {seat.counted('idle workers', 'stop')} while a worker could move"
        if seat.number("idle workers") else "no stop while a worker could move",
        "use all movement points of your workers", "stops while a worker could move",
    ),
    FactKind(
        "claimed", "sites", 1, 1.0, 5.0, lambda counts: counts["claimed"],
        _counted("claimed", "claimed", "site"),
        lambda seat: f"{seat.counted('claimed', 'site')} claimed",
        "claim a site with each overseer while sites are free", "sites claimed",
    ),
)  # fmt: skip

TAL_FACTS: Final = GameFacts(KINDS, count)
