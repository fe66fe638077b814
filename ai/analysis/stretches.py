"""Stretches: the answers that a seat gives one after another without learning anything new. They are judged as one.

A stretch ends when something is shown to its seat (a draw, a look), when another seat acts openly, or with the chapter: a turn
or a phase. What follows a draw is never part of it, so it can be judged from what was known at its beginning.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from engine.core.events import Event, contains_seat
from engine.core.game import NOBODY, Game, State
from engine.core.match import Match


class Stretch(NamedTuple):
    """The nodes of a line at which its seat was asked, and the node after the last of these answers."""

    seat: int
    nodes: tuple[int, ...]
    end: int

    @property
    def start(self) -> int:
        """The node of its first question."""
        return self.nodes[0]


def stretches_on(match: Match, path: Sequence[int]) -> Iterator[Stretch]:
    """The stretches of a line in which there was a choice, in the order of the game; one that goes on at its end is left out.
    Secret passes of other seats end none, because only these seats may know of them."""
    seat, nodes, end = NOBODY, list[int](), 0
    for node, child in pairwise(path):
        mover = match.mover(node)
        is_redraw = child in match.log.redraws
        if not is_redraw and mover != seat and nodes and match.is_reached_by_secret_pass(child):
            if _reveals(match, child, seat):  # what waited for the pass
                yield from _with_choice(match, seat, nodes, child)
                seat, nodes = NOBODY, []
            continue
        if mover != seat or is_redraw:
            yield from _with_choice(match, seat, nodes, end)
            seat, nodes = mover, []
        if is_redraw:
            continue
        nodes.append(node)
        end = child
        asked, is_open = match.mover(child), not match.asks_secretly(child)
        if _reveals(match, child, seat) or match.chapter(child) != match.chapter(node) or (asked != seat and is_open):
            yield from _with_choice(match, seat, nodes, end)
            seat, nodes = NOBODY, []


def _reveals(match: Match, node: int, seat: int) -> bool:
    """Whether something was shown to a seat on the step to a node."""
    return any(contains_seat(event.reveals_to, seat) for event in match.events_on_step_to(node))


def _with_choice(match: Match, seat: int, nodes: Sequence[int], end: int) -> Iterator[Stretch]:
    """The stretch from the first of these nodes with a choice; none if there was no choice."""
    chosen = [place for place, node in enumerate(nodes) if match.at(node).move_count > 1]
    if chosen:
        yield Stretch(seat, tuple(nodes[chosen[0] :]), end)


class Stepped(NamedTuple):
    """A position after an answer of a seat and the secret passes that follow it; whether the stretch ends with it, whether
    something was shown to the seat, and what happened."""

    state: State
    is_end: bool
    shows: bool
    events: Sequence[Event] = ()


def after_answer(game: Game[Any], state: State, seat: int, move: int) -> Stepped:
    """The position after an answer, from what `seat` can know: seats that are asked secretly pass."""
    events: list[Event] = []
    after: State = state.copy()
    after.events = events
    after.apply(move)
    chapter = game.chapter(state)
    while after.mover not in (seat, NOBODY) and game.asks_secretly(after) and game.chapter(after) == chapter:
        passes = [reply for reply in after.legal_moves() if game.is_secret_pass(after, reply)]
        if not passes:
            break
        after.apply(passes[0])
    after.events = None
    shows = any(contains_seat(event.reveals_to, seat) for event in events)  # also what waited for a pass
    is_end = shows or after.mover != seat or game.chapter(after) != chapter
    return Stepped(after, is_end, shows, events)
