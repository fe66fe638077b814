"""A game that is over."""

from pathlib import Path

from ai.search.playout import Rng
from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import Shelf


def finished_game(home: Path) -> Path:
    """Make a save of a finished game of three with two variations."""
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Nefertari", "scribe"), Seat("Senmut", "scribe")), 12)
    match, rng, game = Match(GAMES["valley"], setup), Rng(5), GAMES["valley"]

    def play_one_move() -> None:
        menu = list(match.state.legal_moves())
        preferred = [move for move in menu if game.action(match.state, move).verb in ("buy", "entomb")]
        candidates = preferred if preferred and rng.below(5) else menu[-1:] if rng.below(2) else menu
        match.play(game.action(match.state, candidates[rng.below(len(candidates))]))

    while not match.is_over:
        play_one_move()
        if match.depth(match.log.head) in (60, 90):
            head = match.log.head
            match.goto(match.log.path(head)[-9])
            for _ in range(5):
                play_one_move()
            match.goto(head)
    with Shelf(home).create(setup, game, "0.1.0", 1_700_000_000) as file:
        file.keep(match)
    return file.path
