"""The ladder: who meets whom, and what is said of each level."""

import pytest

from ai.contestants import contestant
from ai.ladder import Rung, names_of, rungs, standings
from ai.tally import Tally
from tests.ai.contests import finished, made_up

LEVELS = [contestant(text) for text in ("shabti", "priest:2", "scribe", "priest:9")]


def met(rung: Rung) -> list[str]:
    return [one.name for one in rung.contest.contestants]


def test_neighbours_meet_first_and_everybody_else_a_fifth_as_often():
    found = rungs(LEVELS, 2, 50, 7)
    assert [(*met(rung), rung.blocks, rung.neighbours) for rung in found] == [
        ("priest:2", "shabti", 25, True),
        ("scribe", "priest:2", 25, True),
        ("priest:9", "scribe", 25, True),
        ("scribe", "shabti", 5, False),
        ("priest:9", "priest:2", 5, False),
        ("priest:9", "shabti", 5, False),
    ]
    assert {rung.contest.seed for rung in found} == {7}


@pytest.mark.parametrize("players", [3, 4])
def test_where_more_play_one_seat_of_the_higher_level_meets_the_lower_and_moves_through_all_seats(players: int):
    first = rungs(LEVELS, players, 10, 7)[0]
    assert met(first) == ["priest:2", *["shabti"] * (players - 1)]
    assert first.blocks * players >= 10
    seats = [[sitter[0] for sitter in job.sitters].index("priest") for job in first.contest.jobs(0)]
    assert sorted(seats) == list(range(players))


def climbed(results: dict[tuple[str, ...], list[tuple[int, ...]]], players: int = 2) -> list[Tally]:
    """The ladder of LEVELS[:3] on which these seats won, block for block."""
    tallies = []
    for rung in rungs(LEVELS[:3], players, 4, 1):
        tally = Tally(rung.contest)
        for winners in results[names_of(tally)[:2]]:
            tally.add(made_up(*winners))
        tallies.append(tally)
    return tallies


BOTH, SPLIT, NONE = (0, 1), (0, 0), (1, 0)  # the first contestant sits in seat 0, then in seat 1
RESULTS = {
    ("priest:2", "shabti"): [BOTH, BOTH, SPLIT],
    ("scribe", "priest:2"): [BOTH, SPLIT, NONE],
    ("scribe", "shabti"): [BOTH],
}


def test_a_level_is_rated_by_all_its_games_and_the_scribe_is_the_measure():
    tallies = climbed(RESULTS)
    table = standings(LEVELS[:3], tallies)
    assert [standing.name for standing in table] == ["shabti", "priest:2", "scribe"]
    assert [standing.games for standing in table] == [8, 12, 8]
    assert table[2].rating == (1000, 1000, 1000)
    assert table[0].rating.elo < table[1].rating.elo
    assert table[0].rating.low < table[0].rating.elo < table[0].rating.high
    assert [standing.above for standing in table] == [None, tallies[0].estimate(), tallies[1].estimate()]
    assert table[1].above is not None
    assert table[1].above.elo == pytest.approx(279.6, abs=0.1)  # five games of six


def test_without_a_scribe_the_weakest_is_the_measure():
    levels = [LEVELS[0], LEVELS[1]]
    tally = finished(rungs(levels, 2, 4, 1)[0].contest, 2)
    assert standings(levels, [tally])[0].rating == (1000, 1000, 1000)


def test_time_is_told_over_all_the_seats_of_a_level():
    table = standings(LEVELS[:3], climbed(RESULTS))
    assert [standing.ms_per_decision for standing in table] == [
        1.5,
        1.5,
        1.5,
    ]  # ten choices took 10 ms on one seat, 20 on the other


def test_a_shared_victory_counts_by_its_parts_where_three_play():
    rung = rungs(LEVELS[:2], 3, 3, 1)[0]
    block = made_up(0, 0, 0)
    block[0]["rewards"] = [0.5, 0.5, 0.0]
    tally = Tally(rung.contest)
    tally.add(block)
    assert tally.won == [[0.5, 1.5, 1.0]]
    assert standings(LEVELS[:2], [tally])[1].rating.elo < 1000
