"""Contests: who sits where, which games share their luck, and the results of the blocks."""

import json
from collections.abc import Iterable, Iterator

import pytest

from ai.bots.bot import choose, decision_seed
from ai.bots.player_spec import parse_player_spec
from ai.elo import Sprt
from ai.levels import Budget
from engine.core.errors import BadSetup
from engine.core.game import NOBODY, Seat, Setup
from engine.games import GAMES
from lab.contest import ContestResult, GameJob, play_game
from lab.game_runner import GameResultDict
from tests.lab.contests import contest, made_up_block, play_contest, play_here, without_times


def play_backwards(jobs: Iterable[GameJob]) -> Iterator[tuple[GameJob, GameResultDict]]:
    """Play the last job first. A real pool may return results in any order."""
    yield from reversed(list(play_here(jobs)))


# -- who sits where


@pytest.mark.parametrize(
    "players", [("scribe", "shabti"), ("scribe", "shabti", "priest:7"), ("scribe",) + 3 * ("shabti",)]
)
def test_in_a_block_every_player_takes_each_seat_once_with_the_same_seed(players: tuple[str, ...]):
    entry = contest(*players, seed=40)
    jobs = entry.jobs(2)
    assert [(job.block, job.setup.seed) for job in jobs] == [(2, 42)] * len(players)
    for player, spec in enumerate(entry.player_specs):
        seats = [entry.seat_of(player, turn) for turn in range(len(players))]
        assert sorted(seats) == list(range(len(players)))
        assert {jobs[turn].specs[seat] for turn, seat in enumerate(seats)} == {spec}


def test_games_with_exchanged_seats_have_the_same_luck():
    first, second = contest("priest:5", "priest:6").jobs(0)
    starts = [GAMES["valley"].start(job.setup) for job in (first, second)]
    assert starts[0].digest() == starts[1].digest()
    assert first.specs == second.specs[::-1]


def test_a_level_against_itself_is_exactly_even():
    result = play_contest(contest("shabti", "shabti"), 6)
    assert (result.wins, result.losses) == (6, 6)
    assert result.mean_margin == 0
    assert result.block_scores == {0.5: 6}
    assert result.estimate().elo == 0


def test_a_job_plays_the_levels_with_the_seed_of_its_setup():
    job = contest("shabti", "shabti", "shabti").jobs(0)[1]
    state = GAMES["valley"].start(Setup("valley", (Seat("a"), Seat("b"), Seat("c")), 3))
    ply, decisions = 0, [0, 0, 0]
    while state.mover != NOBODY:
        decisions[state.mover] += state.move_count > 1
        state.apply(choose(GAMES["valley"], state, state.mover, "shabti", Budget(), decision_seed(3, ply, state.mover)))
        ply += 1
    result = play_game(job)
    assert result["digest"] == f"{state.digest():016x}"
    assert result["points"] == GAMES["valley"].scores(state)
    assert sum(result["rewards"]) == pytest.approx(1)
    assert result["decisions"] == decisions


def test_a_job_and_its_result_survive_json():
    job = contest("shabti", "scribe:1").jobs(0)[0]
    result = play_game(job)
    assert json.loads(json.dumps(result)) == result
    assert GameJob.from_packed(json.loads(json.dumps(job.pack()))) == job


@pytest.mark.parametrize(
    "text", ["pharoah", "", "priest:", "priest:0", "priest:-1", "priest:1.5", "priest:9999999", "shabti:5"]
)
def test_a_meaningless_player_spec_is_refused_in_a_sentence(text: str):
    with pytest.raises(BadSetup) as refused:
        parse_player_spec(text)
    assert "\n" not in str(refused.value)


def test_default_simulations_are_for_searching_levels_without_a_budget():
    names = [
        parse_player_spec(text, Budget(50)).text for text in ("priest", "priest:7", "scribe", "scribe:3", "shabti")
    ]
    assert names == ["priest:50", "priest:7", "scribe", "scribe:3", "shabti"]


def test_default_time_is_for_searching_levels_without_a_budget():
    specs = [
        parse_player_spec(text, Budget(0, 20)) for text in ("priest", "priest:7ms", "priest:7", "scribe", "shabti")
    ]
    assert [spec.text for spec in specs] == ["priest:20ms", "priest:7ms", "priest:7", "scribe", "shabti"]
    assert [parse_player_spec(spec.text).budget for spec in specs] == [spec.budget for spec in specs]


# -- the results of blocks


def test_a_result_follows_the_first_player_through_the_seats():
    result = ContestResult(contest("scribe", "shabti"))
    result.add_block(made_up_block(0, 1))  # the first player won both, in seat 1 and then in seat 2
    result.add_block(made_up_block(0, 0))
    result.add_block(made_up_block(1, 0))
    assert (result.games, result.wins, result.losses, result.shared) == (6, 3, 3, 0)
    assert result.block_scores == {0.0: 1, 0.5: 1, 1.0: 1}
    assert result.mean_margin == 0
    assert result.ms_per_decision() == [1.5, 1.5]
    assert result.to_dict()["seeds"] == [3, 5]


def test_time_and_decisions_follow_each_player_through_the_seats():
    first, second = made_up_block(0, 0)
    first["ms"], first["decisions"] = [70.0, 20.0], [4, 7]
    second["ms"], second["decisions"] = [30.0, 10.0], [3, 4]  # now the first player sits in seat 2
    result = ContestResult(contest("scribe", "shabti"))
    result.add_block([first, second])
    assert [result.total_ms_and_decisions(player) for player in (0, 1)] == [(80.0, 8), (50.0, 10)]
    assert result.ms_per_decision() == [10.0, 5.0]


def test_a_forfeited_game_is_lost_and_does_not_count_for_the_margin():
    played, broken_off = made_up_block(0, 0)
    broken_off["points"], broken_off["forfeits"] = [9, 2], ["", "out of ideas"]
    result = ContestResult(contest("scribe", "shabti"))
    result.add_block([played, broken_off])
    assert (result.wins, result.losses, result.mean_margin) == (1, 1, 10)
    assert result.forfeits == [{"player": "scribe", "seed": 3, "seat": 2, "reason": "out of ideas"}]


def test_a_shared_victory_is_neither_won_nor_lost():
    block = made_up_block(0, 0, 0)
    block[0]["rewards"] = [0.5, 0.5, 0.0]
    block[0]["points"] = [25, 25, 20]
    result = ContestResult(contest("scribe", "shabti", "shabti"))
    result.add_block(block)
    assert (result.wins, result.losses, result.shared) == (0, 2, 1)
    assert result.block_scores == {round(0.5 / 3, 9): 1}
    assert result.mean_margin == pytest.approx((0 - 10 - 10) / 3)


@pytest.mark.nightly(reason="plays many games", instead="test_games_with_exchanged_seats_have_the_same_luck")
def test_exchanged_players_have_the_opposite_result():
    ours, theirs = (
        play_contest(contest(*pair), 3).to_dict() for pair in (("priest:3", "shabti"), ("shabti", "priest:3"))
    )
    assert (ours["wins"], ours["losses"]) == (theirs["losses"], theirs["wins"])
    assert ours["wins"] > ours["losses"]
    assert ours["margin"] == -theirs["margin"]
    assert ours["elo_low"] == -theirs["elo_high"]


@pytest.mark.nightly(
    reason="plays many games",
    instead="tests/lab/test_journal.py::test_a_run_with_a_cut_off_journal_ends_with_the_same_result",
)
def test_the_sprt_ends_at_the_same_block_in_any_order_of_results():
    entry, sprt = contest("priest:3", "shabti"), Sprt(-600, 600)
    forwards, backwards = play_contest(entry, 6, play_here, sprt), play_contest(entry, 6, play_backwards, sprt)
    assert forwards.is_decided
    assert forwards.blocks < 6
    assert without_times(forwards.to_dict()) == without_times(backwards.to_dict())
    assert forwards.to_dict()["sprt"]["verdict"] == "accepted"
    assert play_contest(contest("shabti", "priest:3"), 6, play_here, sprt).to_dict()["sprt"]["verdict"] == "rejected"
