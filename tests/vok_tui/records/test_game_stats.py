"""Which games statistics count, and how they group them."""

import pytest

from engine.core.game import Seat
from saves import BranchOrigin, SaveInfo
from tests.vok_tui.records.finished_games import finished, won_and_lost
from vok_tui.coordinator.after_game import RatingCurve
from vok_tui.records.game_stats import Streak, stats_of_game, stats_of_games
from vok_tui.records.save_list import bin_loss_text
from vok_tui.records.stats_text import headline, rating_text, stats_lines
from vok_tui.screens.score import rating_content
from vok_tui.shared.levels import PlayerRating, equal_summary


def test_results_points_and_margins_are_counted() -> None:
    overall = stats_of_game([finished(40, 30), finished(20, 35, day=1), finished(30, 30, day=2)], "valley").overall
    assert (overall.won, overall.lost, overall.shared) == (1, 1, 1)
    assert overall.won_share == pytest.approx(0.5)
    assert (overall.points, overall.margins) == ([40, 20, 30], [10, -15, 0])
    low, high = overall.won_share_interval
    assert 0 < low < 0.5 < high < 1


def test_the_margin_is_that_to_the_best_opponent() -> None:
    assert stats_of_game([finished(30, 10, 28, 5)], "valley").overall.margins == [2]


def test_streaks_follow_the_end_times_and_end_with_a_shared_victory() -> None:
    overall = stats_of_game(won_and_lost("wwwslllw")[::-1], "valley").overall
    assert overall.win_streak == Streak(1, 3)
    assert overall.loss_streak == Streak(0, 3)


@pytest.mark.parametrize(
    "save",
    [
        finished(30, 20, over=False),
        finished(30, 20, imported=1),
        finished(30, 20)._replace(damage="0.vok was changed"),
        finished(30, 20)._replace(seats=(Seat("Ann"), Seat("Bea"))),
        finished(30, 20)._replace(seats=(Seat("a", "shabti"), Seat("b", "scribe"))),
        finished(30, 20)._replace(game="chess"),
    ],
)
def test_a_game_without_a_result_of_the_player_does_not_count(save: SaveInfo) -> None:
    assert stats_of_games([save]) == []


@pytest.mark.parametrize(
    ("save", "mark"),
    [
        (finished(30, 20, peeked=True), "peeked"),
        (finished(30, 20, reshuffled=True), "redealt"),
        (finished(30, 20, reshuffled=True, peeked=True), "redealt"),
        (finished(30, 20, helped=1, reshuffled=True), "helped"),
        (finished(30, 20)._replace(origin=BranchOrigin(1, 14)), "peeked"),
    ],
)
def test_peeked_reshuffled_and_helped_games_are_counted_separately(save: SaveInfo, mark: str) -> None:
    stats = stats_of_game([save, finished(10, 20, day=1)], "valley")
    assert (stats.overall.won, stats.overall.lost) == (0, 1)
    assert [group.won for group in stats.groups["level"].values()] == [0]
    assert {name: summary.won for name, summary in stats.kept_apart.items() if summary.games} == {mark: 1}


def test_games_are_grouped_by_level_players_edition_and_month() -> None:
    saves = [
        finished(30, 20, level="priest"),
        finished(30, 20, 10, level="shabti", day=1),
        finished(30, 20, level="equal:priest", day=2, edition="afterlife"),
        finished(30, 20, level="priest:400", day=20),
        finished(30, 20, level="my.bots:Clever", day=21),
    ]
    groups = stats_of_game(saves, "valley").groups
    assert list(groups["level"]) == ["shabti", "priest", "priest:400", "equal", "my.bots:Clever"]
    assert {name: len(summary.games) for name, summary in groups["players"].items()} == {"2 players": 4, "3 players": 1}
    assert set(groups["edition"]) == {"base", "afterlife"}
    assert {name: len(summary.games) for name, summary in groups["month"].items()} == {"2026-09": 3, "2026-10": 2}


def test_different_opponents_of_one_game_are_named_together() -> None:
    both = finished(30, 20, 10)._replace(seats=(Seat("You"), Seat("a", "priest", 150), Seat("b", "shabti")))
    assert list(stats_of_game([both], "valley").groups["level"]) == ["shabti + priest"]


def test_a_game_alone_has_points_and_no_result() -> None:
    alone = finished(95, edition="solitaire")
    stats = stats_of_game([alone, *won_and_lost("wl")], "valley")
    assert headline(stats) == "2 games: 1 won, 1 lost (50%), and 1 game without a winner"
    assert list(stats.groups["level"]) == ["scribe", "alone"]
    assert stats.groups["level"]["alone"].to_dict()["best_points"] == 95
    assert stats.groups["level"]["alone"].to_dict()["won_share"] is None


def test_a_rating_without_wins_or_losses_has_only_one_bound() -> None:
    assert rating_text(stats_of_game(won_and_lost("wwwww"), "valley")).startswith("rating over ")
    assert rating_text(stats_of_game(won_and_lost("lllll"), "valley")).startswith("rating under ")
    assert "1,000 against the levels (95%: " in rating_text(stats_of_game(won_and_lost("wl" * 10), "valley"))
    assert rating_text(stats_of_game([finished(30, 20, level="my.bots:Clever")], "valley")) == ""


def test_a_rating_after_few_games_says_that_it_is_too_early() -> None:
    """Two games gave a rating between -108 and 1,348, which says nothing."""
    early = stats_of_game(won_and_lost("wl"), "valley")
    assert rating_text(early) == "a rating comes from 5 games on, 2 so far"
    assert early.to_dict()["rated_games"] == 2
    sheet = rating_content(RatingCurve((1000.0, 1010.0, 1050.0)), ascii_only=False)
    assert sheet.plain == "Your rating\nFrom 5 games on, 2 so far"
    assert "you: " not in equal_summary(PlayerRating(620.0, 2), 1)
    loss = bin_loss_text(won_and_lost("w"), [finished(30, 20, day=9)])
    assert loss.endswith("goes from none (from 5 games on, 2 so far) to none (from 5 games on, 1 so far).")


def test_a_peeked_game_changes_the_adaptive_rating_but_not_the_measured_one() -> None:
    games = won_and_lost("wl" * 5)
    plain = stats_of_game(games, "valley")
    with_peeked_game = stats_of_game([*games, finished(30, 20, day=99, peeked=True)], "valley")
    assert with_peeked_game.measured_rating == plain.measured_rating
    assert plain.equal_rating is not None
    assert with_peeked_game.equal_rating is not None
    assert with_peeked_game.equal_rating.rating > plain.equal_rating.rating


def test_statistics_can_be_written_in_ascii() -> None:
    text = "\n".join(stats_lines(stats_of_games(won_and_lost("wlswl")), {}, ascii_only=True))
    assert text.isascii()
    assert "by month" in text
