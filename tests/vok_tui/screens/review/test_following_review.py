"""A review of a running game follows it, and shows no more than its table does."""

from pathlib import Path

import pytest

from ai.search.playout import Rng
from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import SaveFile, Shelf, Watcher
from vok_tui.game.sitting import Sitting, WatchedSitting
from vok_tui.learning.review import Review, SittingFollower

SETUP = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", "shabti"), Seat("Cleo", "shabti")), 3)
REACTION_SECONDS = 2.0


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def play(file: SaveFile, match: Match, rng: Rng) -> None:
    menu = match.state.legal_moves()
    match.play(match.game.action(match.state, menu[rng.below(len(menu))]))
    file.keep(match)


def watch(file: SaveFile, seat: int, clock: Clock) -> tuple[WatchedSitting, SittingFollower, Review]:
    sitting = WatchedSitting(Watcher(file.path, GAMES), seat)
    follower = SittingFollower(sitting, REACTION_SECONDS, clock)
    return sitting, follower, Review(sitting.match, seat, follower.last_shown_node)


def test_a_review_follows_the_game_only_from_its_end(tmp_path: Path) -> None:
    clock, rng, match = Clock(), Rng(4), Match(GAMES["valley"], SETUP)
    with Shelf(tmp_path).create(SETUP, match.game, "0.1.0", 1_700_000_000) as file:
        play(file, match, rng)
        _, follower, at_end = watch(file, 0, clock)
        at_start = Review(at_end.match, 0, follower.last_shown_node)
        at_start.go("end", -1)
        while not match.is_over:
            play(file, match, rng)
            clock.seconds += 2 * REACTION_SECONDS
            while follower.poll() or follower.last_shown_node != at_end.match.log.head:
                clock.seconds += 2 * REACTION_SECONDS
                at_end.follow(follower.last_shown_node)
                at_start.follow(follower.last_shown_node)
        at_end.follow(follower.last_shown_node)
        at_start.follow(follower.last_shown_node)
        assert at_start.node == 0
        assert at_end.node == at_end.current_line[-1] == match.log.head
        assert list(at_start.current_line) == list(at_end.current_line)
        assert at_end.may_see_all, "a game that has ended is open"


def test_a_review_follows_the_game_of_its_own_table(tmp_path: Path) -> None:
    match = Match(GAMES["valley"], SETUP)
    sitting = Sitting(match)
    follower = SittingFollower(sitting, REACTION_SECONDS)
    review = Review(match, 0, follower.last_shown_node)
    assert not follower.poll()
    sitting.match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    assert follower.poll()
    review.follow(follower.last_shown_node)
    assert review.node == match.log.head
    assert not follower.poll()


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_step_is_held_back_while_others_may_react(tmp_path: Path, is_asked: bool) -> None:
    checked = 0
    for seed in range(1, 12):
        clock, rng, match = Clock(), Rng(seed), Match(GAMES["valley"], SETUP)
        with Shelf(tmp_path).create(SETUP, match.game, "0.1.0", 1_700_000_000) as file:
            play(file, match, rng)
            sitting, follower, review = watch(file, 0, clock)
            while not match.is_over and not checked:
                before = list(review.current_line)
                play(file, match, rng)
                asked = match.asks_secretly(match.log.head) and match.mover(match.log.head) != 0
                has_news = follower.poll()
                review.follow(follower.last_shown_node)
                if sitting.awaits_reactions and asked == is_asked:
                    checked += 1
                    assert list(review.current_line) == before
                    assert not follower.poll()
                    clock.seconds += REACTION_SECONDS / 2
                    assert not follower.poll()
                    assert has_news, "the file has more, and the review does not show it"
                clock.seconds += REACTION_SECONDS
                follower.poll()
                review.follow(follower.last_shown_node)
                if not asked:
                    assert review.current_line[-1] == match.log.head or match.is_reached_by_secret_pass(match.log.head)
        if checked:
            return
    raise AssertionError("nobody could react in any game")
