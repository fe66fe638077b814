"""Whole games with every number of thieves and every option: no piece is lost, nothing hidden is shown, and they end."""

from itertools import product

import pytest

from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.core.tasks import DEPTH_CELL
from engine.thieves.game import EDITIONS, THIEVES
from tests.contract import promises
from tests.contract.thieves_census import thieves_pieces
from tests.engine.thieves.table import new_game

CHOICES = [(goal, tombs, stakes) for goal, tombs, stakes in product(("10", "20"), ("all", "3"), ("normal", "high"))]
MAX_DECISIONS = 2000
CHECK_EVERY_DECISIONS = 15


@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_lose_no_piece_and_show_nothing_hidden(players: int):
    for number, choices in enumerate(CHOICES):
        if number.bit_count() % 2 != players % 2:
            continue  # half of the choices, in which any two meet in all ways
        state = new_game(players, seed=number, choices=choices)
        pieces = thieves_pieces(state)
        for step in range(MAX_DECISIONS):
            if state.mover == NOBODY:
                break
            if step % CHECK_EVERY_DECISIONS == number % CHECK_EVERY_DECISIONS:
                for viewer in {int(state.mover), step % players}:
                    promises.check_determinize(THIEVES, state, viewer, step)
                promises.check_text(THIEVES, state)
            assert state.cells[DEPTH_CELL] <= players + 2
            menu = state.legal_moves()
            state.apply(menu[seeded_hash(number, players, step) % len(menu)])
            assert thieves_pieces(state) == pieces
        promises.check_end(THIEVES, state, players)
        promises.check_text(THIEVES, state)
        assert state.mover == NOBODY


def test_every_choice_of_every_option_starts_a_game():
    for edition in EDITIONS:
        for place, option in enumerate(edition.options):
            for word in option.words:
                choices = list(edition.default_choices)
                choices[place] = word
                assert new_game(edition.min_players, choices=tuple(choices)).mover == 0
