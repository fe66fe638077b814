"""The ladder: which levels meet, and the standings."""

import pytest

from ai.bots.player_spec import parse_player_spec
from lab.contest import ContestResult
from lab.ladder import Pairing, pairings, player_names, standings
from tests.lab.contests import made_up_block, play_contest

LEVELS = [parse_player_spec(text) for text in ("shabti", "priest:2", "scribe", "priest:9")]


def names_of(pairing: Pairing) -> list[str]:
    return [spec.text for spec in pairing.contest.player_specs]


def test_neighbours_meet_first_and_the_others_a_fifth_as_often():
    schedule = pairings(LEVELS, 2, 50, 7)
    assert [(*names_of(pairing), pairing.blocks) for pairing in schedule] == [
        ("priest:2", "shabti", 25),
        ("scribe", "priest:2", 25),
        ("priest:9", "scribe", 25),
        ("scribe", "shabti", 5),
        ("priest:9", "priest:2", 5),
        ("priest:9", "shabti", 5),
    ]
    assert {pairing.contest.seed for pairing in schedule} == {7}


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_the_higher_level_takes_each_seat_once(players: int):
    first = pairings(LEVELS, players, 10, 7)[0]
    assert names_of(first) == ["priest:2", *["shabti"] * (players - 1)]
    assert first.blocks * players >= 10
    seats = [[sitter[0] for sitter in job.specs].index("priest") for job in first.contest.jobs(0)]
    assert sorted(seats) == list(range(players))


def played_ladder(winners: dict[tuple[str, ...], list[tuple[int, ...]]], players: int = 2) -> list[ContestResult]:
    """The results of a ladder of LEVELS[:3] with these winners: for each pairing its blocks, for each game the winning seat."""
    results = []
    for pairing in pairings(LEVELS[:3], players, 4, 1):
        result = ContestResult(pairing.contest)
        for block in winners[player_names(result)[:2]]:
            result.add_block(made_up_block(*block))
        results.append(result)
    return results


BOTH, SPLIT, NONE = (0, 1), (0, 0), (1, 0)  # the first player sits in seat 0, then in seat 1
WINNERS = {
    ("priest:2", "shabti"): [BOTH, BOTH, SPLIT],
    ("scribe", "priest:2"): [BOTH, SPLIT, NONE],
    ("scribe", "shabti"): [BOTH],
}


def test_ratings_count_all_games_and_the_scribe_has_1000():
    results = played_ladder(WINNERS)
    table = standings(LEVELS[:3], results)
    assert [standing.name for standing in table] == ["shabti", "priest:2", "scribe"]
    assert [standing.games for standing in table] == [8, 12, 8]
    assert table[2].rating == (1000, 1000, 1000)
    assert table[0].rating.elo < table[1].rating.elo
    assert table[0].rating.low < table[0].rating.elo < table[0].rating.high
    assert [standing.elo_above_next for standing in table] == [None, results[0].estimate(), results[1].estimate()]
    assert table[1].elo_above_next is not None
    assert table[1].elo_above_next.elo == pytest.approx(279.6, abs=0.1)  # five games of six


def test_without_a_scribe_the_weakest_level_has_1000():
    levels = [LEVELS[0], LEVELS[1]]
    result = play_contest(pairings(levels, 2, 4, 1)[0].contest, 2)
    assert standings(levels, [result])[0].rating == (1000, 1000, 1000)


def test_time_per_decision_covers_all_seats_of_a_level():
    table = standings(LEVELS[:3], played_ladder(WINNERS))
    # Ten decisions took 10 ms in one seat and 20 ms in the other.
    assert [standing.ms_per_decision for standing in table] == [1.5, 1.5, 1.5]


def test_with_three_players_a_shared_victory_counts_by_its_shares():
    pairing = pairings(LEVELS[:2], 3, 3, 1)[0]
    block = made_up_block(0, 0, 0)
    block[0]["rewards"] = [0.5, 0.5, 0.0]
    result = ContestResult(pairing.contest)
    result.add_block(block)
    assert result.block_wins == [[0.5, 1.5, 1.0]]
    assert standings(LEVELS[:2], [result])[1].rating.elo < 1000
