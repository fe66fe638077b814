"""External bots at a table: real classes in real processes that answer, fail, hang, or are stopped while they think."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.bots.external_bots import ExternalBotFailed
from ai.bots.table_bots import TableBots
from engine.core.game import Seat, Setup
from engine.core.history.match import Match
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
def company(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableBots]:
    (tmp_path / "tablebots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    company = TableBots()
    yield company
    company.close()


def match(seed: int = 1) -> Match:
    return Match(GAMES["valley"], Setup("valley", (Seat("Bot"), Seat("Ann")), seed))


def on(_: float) -> bool:
    return True


def test_a_guest_stays_at_its_seat_for_the_whole_game(company: TableBots) -> None:
    game = match()
    moves = game.state.legal_moves()
    assert company.choose(game, 0, "tablebots:First", 0, on) == moves[0]
    assert company.choose(game, 0, "tablebots:First", 0, on) == moves[1], "it remembers that it was asked"


def test_another_game_has_guests_of_its_own(company: TableBots) -> None:
    for seed in (1, 2):
        game = match(seed)
        assert company.choose(game, 0, "tablebots:First", 0, on) == game.state.legal_moves()[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", "out of ideas"),
        ("Illegal", "not a legal move"),
        ("Hangs", "longer than 100 ms"),
        ("Missing", 'no class "Missing"'),
    ],
)
def test_a_guest_that_fails_says_why_and_another_may_come(company: TableBots, name: str, reason: str) -> None:
    game = match()
    with pytest.raises(ExternalBotFailed, match=reason):
        company.choose(game, 0, f"tablebots:{name}", 100, on)
    assert company.choose(game, 0, "tablebots:First", 0, on) == game.state.legal_moves()[0]


def test_a_guest_whose_answer_nobody_wants_is_sent_away_at_once(company: TableBots) -> None:
    game = match()
    asked: list[float] = []

    def once(seconds: float) -> bool:
        asked.append(seconds)
        return len(asked) < 2

    assert company.choose(game, 0, "tablebots:Hangs", 600_000, once) is None
    assert company.choose(game, 0, "tablebots:First", 0, on) == game.state.legal_moves()[0]
