"""Compares a menu with all answers that can be completed, tried out one after another; and positions for it."""

from collections.abc import Iterator
from random import Random

from engine.core.game import NOBODY, NOTHING
from engine.core.moves import pack_move
from engine.core.tasks import DEPTH_CELL, STACK_START
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.game import VALLEY
from engine.valley.rules.pyramid import pyramid_is_empty
from engine.valley.state import (
    DECK,
    DISCARD,
    EXECUTED,
    GILDED,
    HAND,
    HAS_ENTOMBED,
    HIGHEST_BOUGHT,
    PLAYED,
    PYRAMID_START,
    REBATE,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
    empty_table,
)
from engine.valley.turn import EXECUTE, begin_turn
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.exact import answers, completes_after, could_be_executed, is_ordering, turn_frames, worlds

SAMPLE = 6


def actions(cards: Catalogue) -> list[int]:
    """All kinds that have an action."""
    return [kind for kind in range(len(cards)) if cards.action_address[kind] >= 0]


def check_not_stuck(s: ValleyState) -> None:
    """Asserts that the rules did not get stuck: there is an answer unless the game is over."""
    assert not s.broken, VALLEY.write_position(s)
    assert (s.mover == NOBODY) == (s.move_count == 0)
    if s.mover == NOBODY:
        assert s.stock_count() == 0
        assert pyramid_is_empty(s)


def check_answers(s: ValleyState, kind: int) -> None:
    """During an action, the menu offers exactly the answers with which the action of a card can be completed."""
    floor = turn_frames(s)
    tables = worlds(s, kind)
    exact = {move for move in answers(s) if all(completes_after(table, move, floor) for table in tables)}
    assert set(s.legal_moves()) == exact, VALLEY.write_position(s)


def check_action(s: ValleyState, kind: int, rng: Random) -> None:
    """With a card in hand, the menu offers its action if and only if it can be completed. Checks the answers on a random path
    through the action too."""
    t = s.copy()
    if not t.has(HAND + t.mover, kind):
        t.add(HAND + t.mover, kind)
        t.run()
    execute_it = pack_move(EXECUTE, kind)
    offered = execute_it in t.legal_moves()
    assert offered == could_be_executed(t, kind), f"{s.catalogue.cards[kind].name} in\n{VALLEY.write_position(t)}"
    if offered:
        t.apply(execute_it)
        while turn_frames(t) < t.cells[DEPTH_CELL]:
            if not is_ordering(t):
                check_answers(t, kind)
            t.apply(t.menu[rng.randrange(t.move_count)])
        check_not_stuck(t)


def check(s: ValleyState, rng: Random) -> int:
    """All checks. Returns the number of cards for which the two answers were compared."""
    check_not_stuck(s)
    if s.mover == NOBODY:
        return 0
    part = s.programs.program_and_part_at(s.cells[STACK_START + 3 * s.cells[DEPTH_CELL] - 3])
    if part in (("Turn", 0), ("Playing", 0)):
        kinds = actions(s.catalogue)
        sample = rng.sample(kinds, SAMPLE)
        for kind in sample:
            check_action(s, kind, rng)
        return len(sample)
    if part[0] not in ("Turn", "Ordering", "Overpaying"):
        check_answers(s, outermost_action(s))
    return 0


def outermost_action(s: ValleyState) -> int:
    """The outermost card whose action is being executed; the first kind if there is none."""
    frames = [STACK_START + 3 * depth for depth in range(s.cells[DEPTH_CELL])]
    return next(
        (
            int(s.cells[frame + 2])
            for frame in frames
            if s.programs.program_and_part_at(s.cells[frame])[0] == "Executed"
        ),
        0,
    )


def random_play(s: ValleyState, rng: Random, max_positions: int) -> Iterator[ValleyState]:
    """The first `max_positions` positions of random play from `s`."""
    for _ in range(max_positions):
        yield s
        if s.mover == NOBODY:
            return
        s.apply(s.menu[rng.randrange(s.move_count)])


def thin_pyramid(rng: Random) -> list[int]:
    """Slots of a thin pyramid in which no card lies above an empty slot."""
    filled = [slot for slot in range(3) if rng.random() < 0.6]
    for slot, below in ((3, (0, 1)), (4, (1, 2)), (5, (3, 4))):
        if rng.random() < 0.5 and all(lower in filled for lower in below):
            filled.append(slot)
    return filled


def sparse_position(rng: Random, cards: Catalogue = BASE) -> ValleyState:
    """A position with few cards anywhere. Here the fast answer is most likely to be wrong."""
    players = rng.randint(2, 4)
    s = empty_table(cards, players)
    s.reseed(rng.getrandbits(60))
    box = [kind for kind, card in enumerate(cards.cards) for _ in range(card.copies)]
    rng.shuffle(box)
    for seat in range(players):
        for zone, max_cards in ((HAND, 5), (DECK, 3), (TOMB, 3), (PLAYED, 2)):
            for _ in range(rng.randint(0, max_cards)):
                s.add(zone + seat, box.pop())
        for _ in range(rng.choice((0, 0, 1, 2, 4, 5, 6))):
            s.push(DISCARD + seat, box.pop())
    for slot in thin_pyramid(rng):
        s.cells[PYRAMID_START + slot] = box.pop()
    for _ in range(rng.choice((0, 0, 1, 3))):
        kind = box.pop()
        s.add(STOCK_II if cards.cards[kind].level == 2 else STOCK_III, kind)
    active = rng.randrange(players)
    begin_turn(s, active)
    for kind in rng.sample(actions(cards), rng.randint(0, 4)):
        s.add(EXECUTED, kind)
    s.cells[HIGHEST_BOUGHT] = rng.choice((NOTHING, 0, 3, 4, 7))
    s.cells[HAS_ENTOMBED] = rng.randint(0, 1)
    s.cells[GILDED] = rng.randint(0, 1)
    s.cells[REBATE] = rng.choice((0, 0, 2))
    s.run()
    return s
