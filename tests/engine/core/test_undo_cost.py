"""What it costs to go back: an undo that is called free never takes back anything that the seat has learned.

If it is free, the seat cannot tell the true position from any other that looks the same to it where the undo leads: the same
answers show the same in both worlds.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.action import Action
from engine.core.game import NOBODY, Game, Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.valley.game import VALLEY
from tests.games.caravans.game import CARAVANS
from tests.games.kuhn import KUHN
from tests.games.pennies import PENNIES

MAX_STEPS = 90
MAX_TAKEN_BACK = 10
CASES = {
    **{f"valley, {edition}": (VALLEY, n, edition) for edition, n in (("base", 2), ("afterlife", 3), ("mixed", 2))},
    "valley, both": (VALLEY, 5, "both"),
    "valley, solitaire": (VALLEY, 1, "solitaire"),
    "caravans": (CARAVANS, 3, "base"),
    "kuhn": (KUHN, 3, "base"),
    "pennies": (PENNIES, 2, "base"),
}


def setup_of(game: Game[Any], players: int, edition: str, seed: int) -> Setup:
    return Setup(game.name(), tuple([Seat(f"seat {n}") for n in range(players)]), seed, Variant(edition))


def random_match(game: Game[Any], players: int, edition: str, seed: int) -> Match:
    match = Match(game, setup_of(game, players, edition, seed))
    for step in range(MAX_STEPS):
        menu = match.state.legal_moves()
        if not menu:
            break
        match.play(game.action(match.state, menu[seeded_hash(seed, step) % len(menu)]))
    return match


def match_from(game: Game[Any], setup: Setup, position: State) -> Match:
    """A match that begins with a position."""
    begun: Any = type("Begun", (type(game),), {"start": lambda self, setup: position.copy()})
    return Match(begun(), setup)


def decline(match: Match, seat: int) -> None:
    """Others who are asked in secret decline."""
    while match.state.mover not in (seat, NOBODY) and match.game.asks_secretly(match.state):
        match.play(next(action for action, move in answers(match) if match.game.is_secret_pass(match.state, move)))


def answers(match: Match) -> list[tuple[Action, int]]:
    return [(match.game.action(match.state, move), move) for move in match.state.legal_moves()]


def retrace(match: Match, world: Match, nodes: list[int], seat: int) -> None:
    """Play in another world what the seat saw being played on these nodes."""
    game = match.game
    for node in nodes:
        parent = match.log.parents[node]
        decline(world, seat)
        if match.is_reached_by_secret_pass(node) and match.mover(parent) != seat:
            continue
        before, action = match.at(parent), match.log.actions[node]
        seen = game.move_as_seen(before, seat, game.move(before, action))
        same = [answer for answer, move in answers(world) if game.move_as_seen(world.state, seat, move) == seen]
        world.play(action if action in same else same[0])
    decline(world, seat)


def free_ways_back(match: Match) -> Iterator[tuple[int, int, int]]:
    """Seats, heads and nodes above them that the seat may go back to for nothing."""
    for head in range(1, len(match.log)):
        if match.game.asks_secretly(match.at(head)):
            continue
        for node in match.log.path(head)[-MAX_TAKEN_BACK:-1]:
            seat = match.mover(node)
            if not match.is_peek_for(seat, head, node):
                yield seat, head, node


@pytest.mark.parametrize("name", CASES)
def test_a_free_undo_gives_the_seat_no_knowledge(name: str) -> None:
    game, players, edition = CASES[name]
    compared = 0
    for seed in range(2):
        match = random_match(game, players, edition, seed)
        for seat, head, node in free_ways_back(match):
            if seeded_hash(seed, head, node) % 3 and len(match.log) > 20:
                continue
            position = match.at(node)
            world = match_from(game, match.setup, game.determinize(position, seat, seeded_hash(seed, head) >> 2))
            path = match.log.path(head)
            retrace(match, world, path[path.index(node) + 1 :], seat)
            assert game.view(world.state, seat) == game.view(match.at(head), seat)
            assert not world.is_peek_for(seat, world.log.head, 0)
            compared += 1
    assert compared or name in ("kuhn", "pennies")


def test_undoing_an_opponents_answer_is_a_peek_even_if_it_was_face_down() -> None:
    match = Match(PENNIES, setup_of(PENNIES, 2, "base", 3))
    match.play(Action("lay", (0,)))
    assert not match.is_peek_for(0, match.log.head, 0)
    match.play(Action("lay", (1,)))
    assert match.is_peek_for(0, match.log.head, 0)
    match = Match(CARAVANS, setup_of(CARAVANS, 3, "base", 3))
    match.play(answers(match)[0][0])
    assert match.mover(0) == 0 != match.mover(1)
    assert not match.is_peek_for(0, match.log.head, 0)
    match.play(answers(match)[0][0])
    assert match.is_peek_for(0, match.log.head, 0)
    assert not match.is_peek_for(1, match.log.head, 1)


def test_undoing_only_your_own_answer_is_not_peeking() -> None:
    match = Match(KUHN, setup_of(KUHN, 3, "base", 1))
    for verb in ("check", "check", "check"):
        match.play(Action(verb))
    assert match.is_peek_for(1, 3, 0)
    assert match.is_peek_for(1, 3, 1)
    match = Match(KUHN, setup_of(KUHN, 3, "base", 1))
    for verb in ("check", "check"):
        match.play(Action(verb))
    assert match.is_peek_for(0, 2, 0)
    assert not match.is_peek_for(1, 2, 1)
    assert not match.is_peek_for(1, 2, 0)


def test_a_jump_to_another_line_takes_back_only_the_steps_it_leaves() -> None:
    match = Match(KUHN, setup_of(KUHN, 2, "base", 1))
    match.play(Action("bet"))
    match.play(Action("call"))
    match.goto(0)
    match.play(Action("check"))
    assert [*match.steps_taken_back(3, 2)] == [3]
    assert [*match.steps_taken_back(2, 3)] == [2, 1]
    assert [*match.steps_taken_back(0, 2)] == []
