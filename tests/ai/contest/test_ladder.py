"""The ladder: which levels meet, and what the table says of each."""

import pytest

from ai.bots.player_spec import parse_player_spec
from ai.contest.contest_result import ContestResult
from ai.contest.ladder import Pairing, pairings, player_names, standings
from tests.ai.contest.contests import made_up_block, play_contest

LEVELS = [parse_player_spec(text) for text in ("shabti", "priest:2", "scribe", "priest:9")]


def met(rung: Pairing) -> list[str]:
    return [one.name for one in rung.contest.player_specs]


def test_neighbours_meet_first_and_everybody_else_a_fifth_as_often():
    found = pairings(LEVELS, 2, 50, 7)
    assert [(*met(rung), rung.blocks, rung.are_neighbours) for rung in found] == [
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
    first = pairings(LEVELS, players, 10, 7)[0]
    assert met(first) == ["priest:2", *["shabti"] * (players - 1)]
    assert first.blocks * players >= 10
    seats = [[sitter[0] for sitter in job.specs].index("priest") for job in first.contest.jobs(0)]
    assert sorted(seats) == list(range(players))


def climbed(results: dict[tuple[str, ...], list[tuple[int, ...]]], players: int = 2) -> list[ContestResult]:
    """The ladder of LEVELS[:3] in which these seats won, block by block."""
    tallies = []
    for rung in pairings(LEVELS[:3], players, 4, 1):
        tally = ContestResult(rung.contest)
        for winners in results[player_names(tally)[:2]]:
            tally.add_block(made_up_block(*winners))
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
    assert [standing.elo_above_next for standing in table] == [None, tallies[0].estimate(), tallies[1].estimate()]
    assert table[1].elo_above_next is not None
    assert table[1].elo_above_next.elo == pytest.approx(279.6, abs=0.1)  # five games of six


def test_without_a_scribe_the_weakest_is_the_measure():
    levels = [LEVELS[0], LEVELS[1]]
    tally = play_contest(pairings(levels, 2, 4, 1)[0].contest, 2)
    assert standings(levels, [tally])[0].rating == (1000, 1000, 1000)


def test_time_is_told_over_all_the_seats_of_a_level():
    table = standings(LEVELS[:3], climbed(RESULTS))
    # Ten choices took 10 ms on one seat, 20 on the other.
    assert [standing.ms_per_decision for standing in table] == [1.5, 1.5, 1.5]


def test_a_shared_victory_counts_by_its_parts_where_three_play():
    rung = pairings(LEVELS[:2], 3, 3, 1)[0]
    block = made_up_block(0, 0, 0)
    block[0]["rewards"] = [0.5, 0.5, 0.0]
    tally = ContestResult(rung.contest)
    tally.add_block(block)
    assert tally.block_wins == [[0.5, 1.5, 1.0]]
    assert standings(LEVELS[:2], [tally])[1].rating.elo < 1000
