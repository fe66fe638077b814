"""A review of a running game goes on with it, and shows no more of it than its table does."""

from pathlib import Path

import pytest

from ai.search.playout import Rng
from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.history.match import Match
from saves import SaveFile, Shelf, Watcher
from vok_tui.game.session import Session
from vok_tui.game.watched import WatchedSession
from vok_tui.replay.following import SessionFollower
from vok_tui.replay.review import Review

SETUP = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", "shabti"), Seat("Cleo", "shabti")), 3)
REACTION = 2.0


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def play(file: SaveFile, match: Match, draw: Rng) -> None:
    menu = match.state.legal_moves()
    match.play(match.game.action(match.state, menu[draw.below(len(menu))]))
    file.keep(match)


def watching(file: SaveFile, seat: int, clock: Clock) -> tuple[WatchedSession, SessionFollower, Review]:
    session = WatchedSession(Watcher(file.path, GAMES), seat)
    following = SessionFollower(session, REACTION, clock)
    return session, following, Review(session.match, seat, following.last_shown_node)


def test_a_review_at_the_end_goes_on_with_the_game_and_any_other_one_stays(tmp_path: Path) -> None:
    clock, draw, match = Clock(), Rng(4), Match(GAMES["valley"], SETUP)
    with Shelf(tmp_path).create(SETUP, match.game, "0.1.0", 1_700_000_000) as file:
        play(file, match, draw)
        _, following, at_end = watching(file, 0, clock)
        back = Review(at_end.match, 0, following.last_shown_node)
        back.go_to_end(-1)
        while not match.is_over:
            play(file, match, draw)
            clock.seconds += 2 * REACTION
            while following.poll() or following.last_shown_node != at_end.match.log.head:
                clock.seconds += 2 * REACTION
                at_end.follow(following.last_shown_node)
                back.follow(following.last_shown_node)
        at_end.follow(following.last_shown_node)
        back.follow(following.last_shown_node)
        assert back.node == 0
        assert at_end.node == at_end.current_line[-1] == match.log.head
        assert list(back.current_line) == list(at_end.current_line)
        assert at_end.is_open, "a game that has ended is open"


def test_the_review_of_a_game_at_our_own_table_goes_on_while_opponents_move(tmp_path: Path) -> None:
    match = Match(GAMES["valley"], SETUP)
    session = Session(match)
    following = SessionFollower(session, REACTION)
    review = Review(match, 0, following.last_shown_node)
    assert not following.poll()
    session.match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    assert following.poll()
    review.follow(following.last_shown_node)
    assert review.node == match.log.head
    assert not following.poll()


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_step_is_held_back_while_others_may_react_whether_or_not_somebody_is_asked(
    tmp_path: Path, is_asked: bool
) -> None:
    seen = 0
    for seed in range(1, 12):
        clock, draw, match = Clock(), Rng(seed), Match(GAMES["valley"], SETUP)
        with Shelf(tmp_path).create(SETUP, match.game, "0.1.0", 1_700_000_000) as file:
            play(file, match, draw)
            session, following, review = watching(file, 0, clock)
            while not match.is_over and not seen:
                before = list(review.current_line)
                play(file, match, draw)
                asked = match.asks_secretly(match.log.head) and match.mover(match.log.head) != 0
                new = following.poll()
                review.follow(following.last_shown_node)
                if session.awaits_reactions and asked == is_asked:
                    seen += 1
                    assert list(review.current_line) == before
                    assert not following.poll()
                    clock.seconds += REACTION / 2
                    assert not following.poll()
                    assert new, "the file has more, and the review does not show it"
                clock.seconds += REACTION
                following.poll()
                review.follow(following.last_shown_node)
                if not asked:
                    assert review.current_line[-1] == match.log.head or match.is_reached_by_secret_pass(match.log.head)
        if seen:
            return
    raise AssertionError("nobody could react in any game")
