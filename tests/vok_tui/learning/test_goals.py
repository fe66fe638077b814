"""Goals: what counts for them, that each save is replayed once, and that a reached goal stays."""

import json
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.match import Match
from saves import Shelf
from tests.vok_tui.plain.line_player import said
from tests.vok_tui.records.finished_games import attempt, make_finished_save
from vok_tui.boards import goals as goals_module
from vok_tui.boards.goals import PlayedGame
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.goal_counts import FILE_NAME, GoalCounter, GoalState, all_goals, played_game, reached_with
from vok_tui.learning.history import LearningHistory
from vok_tui.records.daily import daily_setup
from vok_tui.records.game_stats import finished_game


def count(home: Path) -> dict[str, GoalState]:
    shelf = Shelf(home)
    return {state.goal.id: state for state in GoalCounter(shelf, LearningHistory(home, lambda: 1_800_000_000)).count()}


def played(home: Path, path: Path) -> PlayedGame:
    (save,) = [each for each in Shelf(home).list_saves_and_bin(GAMES) if each.path == path]
    return played_game(finished_game(save))


def is_won(home: Path, path: Path) -> bool:
    return played(home, path).is_won


@pytest.fixture(scope="module")
def home_with_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two random games of each kind."""
    home = tmp_path_factory.mktemp("home")
    for game in GAMES:
        for seed in (1, 2):
            make_finished_save(home, game, seed)
    return home


def test_every_goal_measures_every_game(home_with_games: Path) -> None:
    states = count(home_with_games)
    assert list(states) == [goal.id for goal in all_goals()]
    lines = [json.loads(line) for line in (home_with_games / FILE_NAME).read_text().splitlines() if line]
    assert len(lines) == 2 * len(GAMES)
    for line in lines:
        (game,) = {name.partition(".")[0] for name in line["values"]}
        measured = {goal.id for goal in all_goals() if goal.group == game and goal.measure is not None}
        assert set(line["values"]) == measured
    assert all(state.standing_text(datetime(2026, 11, 25, tzinfo=UTC)) for state in states.values())


def test_the_engine_checks_what_a_game_says(home_with_games: Path) -> None:
    for save in Shelf(home_with_games).list_saves(GAMES):
        game = played_game(finished_game(save))
        by_name = {goal.name: goal for goal in all_goals() if goal.group == save.game}
        view = game.view
        assert by_name["first"].measure is not None
        assert by_name["first"].measure(game) == (game.seat in save.winners and len(save.winners) == 1)
        if save.game == "valley":
            scholar = by_name["scholar"].measure
            assert scholar is not None
            assert scholar(game) == next(s.distinct_kinds for s in view.mine.sets if s.name == "Books")
        if save.game == "tal":
            builder = by_name["builder"].measure
            assert builder is not None
            assert builder(game) == len(game.own_events("completed"))
        if save.game == "thieves":
            tombs = by_name["every-tomb"].measure
            assert tombs is not None
            bits = tombs(game)
            assert (bits or 0).bit_count() <= len(game.own_events("plundered"))
            assert bool(bits) == any(event.arguments[1] > 0 for event in game.own_events("plundered"))


def test_a_save_is_replayed_once(home_with_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: state.number for name, state in count(home_with_games).items()}

    def refuse(*_: object) -> None:
        raise AssertionError("a save was replayed again")

    monkeypatch.setattr(goals_module, "load_from_fd", refuse)
    assert {name: state.number for name, state in count(home_with_games).items()} == before


def test_counting_stops_between_two_games_and_goes_on(tmp_path: Path) -> None:
    for seed in (1, 2, 3):
        make_finished_save(tmp_path, "thieves", seed)
    counter = GoalCounter(Shelf(tmp_path), LearningHistory(tmp_path))
    seen: list[int] = []
    counter.count(is_stopped=lambda: len(seen) == 1, report=lambda done, _: seen.append(done))
    lines = (tmp_path / FILE_NAME).read_text().split()
    assert len([line for line in lines if line.startswith('{"v"')]) == 1
    totals: list[tuple[int, int]] = []
    counter.count(report=lambda done, total: totals.append((done, total)))
    assert totals == [(0, 2), (1, 2)]


def win_one(home: Path) -> Path:
    """Save a game that the player has won."""
    for seed in range(1, 40):
        path = make_finished_save(home, "thieves", seed)
        if is_won(home, path):
            return path
        path.unlink()
    raise AssertionError("no random game was won")


def test_lines_say_with_the_result_which_goals_were_reached(tmp_path: Path) -> None:
    (said_first,) = said(tmp_path, [], StartOptions(path=win_one(tmp_path)))
    assert any("reached: " in line and "First victory" in line for line in said_first)


def test_a_reached_goal_stays_when_its_save_is_deleted(tmp_path: Path) -> None:
    path = win_one(tmp_path)
    state = count(tmp_path)["thieves.first"]
    assert state.is_reached
    assert state.save == path
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert state.reached_at == int(save.last_played) > 1_600_000_000, "when that game was played"
    assert "thieves.first" in [goal.id for goal in reached_with([state], path)]
    path.unlink()
    (tmp_path / FILE_NAME).unlink()
    later = count(tmp_path)["thieves.first"]
    assert (later.is_reached, later.reached_at, later.number) == (True, state.reached_at, 0)
    assert not reached_with([later], path)


def test_helped_games_do_not_count(tmp_path: Path) -> None:
    path = win_one(tmp_path)
    rules = GAMES["thieves"]
    loaded = played(tmp_path, path).match
    helped = Match(rules, loaded.setup)
    helped.mark_helped()
    for node in loaded.log.path(loaded.log.head)[1:]:
        helped.play(loaded.log.actions[node])
    home = tmp_path / "helped"
    with Shelf(home).create(helped.setup, rules, "0.1.0", 1_700_000_000) as file:
        file.keep(helped)
    assert not count(home)["thieves.first"].is_reached


def test_a_victory_with_an_undo_is_not_one_without(tmp_path: Path) -> None:
    path = win_one(tmp_path)
    loaded = played(tmp_path, path).match
    again = Match(loaded.game, loaded.setup)
    steps = loaded.log.path(loaded.log.head)[1:]
    for number, node in enumerate(steps):
        again.play(loaded.log.actions[node])
        if number == 0:
            again.undo()
            again.play(loaded.log.actions[node])
    home = tmp_path / "undone"
    with Shelf(home).create(again.setup, loaded.game, "0.1.0", 1_700_000_000) as file:
        file.keep(again)
    (with_undo,) = Shelf(home).list_saves(GAMES)
    assert played_game(finished_game(with_undo)).went_back
    assert not played(tmp_path, path).went_back


def test_seven_days_in_a_row(tmp_path: Path) -> None:
    """A daily game counts for its day only if it was begun on that day."""
    first = date(2026, 11, 1)
    for number in range(8):
        day = first + timedelta(days=number)
        begun = datetime.combine(day if number != 7 else day + timedelta(days=3), time(12), UTC)
        attempt(
            tmp_path,
            daily_setup(day, "thieves"),
            int(begun.timestamp()),
        )
    state = count(tmp_path)["daily.week"]
    assert (state.number, state.is_reached) == (7, True)
    assert count(tmp_path)["daily.month"].number == 7


def test_damaged_lines_of_counts_are_counted_again(tmp_path: Path) -> None:
    make_finished_save(tmp_path, "thieves")
    before = {name: state.number for name, state in count(tmp_path).items()}
    text = (tmp_path / FILE_NAME).read_text()
    (tmp_path / FILE_NAME).write_text(text.replace('"values"', '"valuez"') + "\nnonsense\n[1]\n")
    assert {name: state.number for name, state in count(tmp_path).items()} == before
