"""Points by turn along a line."""

from random import Random

from engine.core.game import NOBODY, Seat, Setup
from engine.core.match import Match, seat_points_by_turn
from engine.valley.game import VALLEY


def play_on(match: Match, luck: Random, moves: int) -> None:
    for _ in range(moves):
        if match.state.mover == NOBODY:
            return
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, luck.choice(menu)))


def points_by_replay(match: Match, node: int) -> list[tuple[int, ...]]:
    """The points at the last node of each turn up to a node; in the first place those at the start."""
    points: dict[int, list[int]] = {0: VALLEY.scores(match.at(0))}
    turn = 1
    for step in match.log.path(node)[1:]:
        state = match.at(step)
        turn = VALLEY.turn(state) if state.mover != NOBODY else turn
        points[turn] = VALLEY.scores(state)
    return [tuple(row) for _, row in sorted(points.items())]


def test_points_by_turn_match_a_replay_after_undo_and_variations():
    match = Match(VALLEY, Setup("valley", (Seat("Ann"), Seat("Ben"), Seat("Cleo")), 5))
    luck = Random(1)
    for back in (0, 0, 30, 7, 0):
        for _ in range(back):
            match.undo()
        play_on(match, luck, 60)
        by_seat = seat_points_by_turn(match, match.log.head)
        assert list(zip(*by_seat, strict=True)) == points_by_replay(match, match.log.head)


def test_points_can_be_read_up_to_an_earlier_node():
    match = Match(VALLEY, Setup("valley", (Seat("Ann"), Seat("Ben")), 6))
    play_on(match, Random(2), 500)
    whole, early = seat_points_by_turn(match, match.log.head), seat_points_by_turn(match, 40)
    assert list(zip(*early, strict=True)) == points_by_replay(match, 40)
    assert len(early[0]) < len(whole[0])
    assert [own[-1] for own in whole] == VALLEY.scores(match.state)
