"""External bots at a table: real classes in real processes that answer, fail, hang, or are stopped while they think."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.bots.external_bots import ExternalBotFailed, TableBots
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES

BOTS = """
class First:
    def __init__(self, game, seat, seed):
        self.asked = 0

    def choose(self, state, deadline):
        self.asked += 1
        return state.legal_moves()[min(self.asked, len(state.legal_moves())) - 1]


class Raises(First):
    def choose(self, state, deadline):
        raise ValueError("out of ideas")


class Illegal(First):
    def choose(self, state, deadline):
        return -5


class Hangs(First):
    def choose(self, state, deadline):
        while True:
            pass
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableBots]:
    (tmp_path / "tablebots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    bots = TableBots()
    yield bots
    bots.close()


def match(seed: int = 1) -> Match:
    return Match(GAMES["valley"], Setup("valley", (Seat("Bot"), Seat("Ann")), seed))


def always_wait(_: float) -> bool:
    return True


def test_a_bot_stays_at_its_seat_for_the_whole_game(bots: TableBots) -> None:
    game = match()
    moves = game.state.legal_moves()
    assert bots.choose(game, 0, "tablebots:First", 0, always_wait) == moves[0]
    assert bots.choose(game, 0, "tablebots:First", 0, always_wait) == moves[1], "the bot remembers its first decision"


def test_another_game_starts_new_bots(bots: TableBots) -> None:
    for seed in (1, 2):
        game = match(seed)
        assert bots.choose(game, 0, "tablebots:First", 0, always_wait) == game.state.legal_moves()[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", "out of ideas"),
        ("Illegal", "not a legal move"),
        ("Hangs", "longer than 100 ms"),
        ("Missing", 'no class "Missing"'),
    ],
)
def test_a_bot_that_fails_says_why_and_can_be_replaced(bots: TableBots, name: str, reason: str) -> None:
    game = match()
    with pytest.raises(ExternalBotFailed, match=reason):
        bots.choose(game, 0, f"tablebots:{name}", 100, always_wait)
    assert bots.choose(game, 0, "tablebots:First", 0, always_wait) == game.state.legal_moves()[0]


def test_a_bot_whose_answer_is_no_longer_needed_is_stopped_at_once(bots: TableBots) -> None:
    game = match()
    waits: list[float] = []

    def wait_once(seconds: float) -> bool:
        waits.append(seconds)
        return len(waits) < 2

    assert bots.choose(game, 0, "tablebots:Hangs", 600_000, wait_once) is None
    assert bots.choose(game, 0, "tablebots:First", 0, always_wait) == game.state.legal_moves()[0]
