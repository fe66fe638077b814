"""Rulebook, "Optional Rules": longer and shorter games, high stakes, more thieves."""

import pytest

from engine.core.errors import BadSetup
from engine.core.game import NOBODY, Setup
from engine.thieves.game import THIEVES
from engine.thieves.pieces_text import write_pieces
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import HAND, POOLS, REPUTATION, TOMB_DECK, TREASURE, Options
from tests.engine.thieves.table import new_game, play, seat_cells, setup, table, view_of

NO_CARD = {"community": "", "is_showdown": True}


@pytest.mark.parametrize("goal", [15, 20])
def test_a_longer_game_needs_more_treasure(goal: int):
    lead = {"laid": ("2 shield/1 key", ""), "options": Options(goal=goal), **NO_CARD}
    assert table(("", ""), treasure=(goal - 4, 0), **lead).mover != NOBODY
    assert table(("", ""), treasure=(goal - 3, 0), **lead).mover == NOBODY


def test_a_longer_game_reshuffles_the_tombs():
    state = table(("", ""), laid=("2 shield/1 key", ""), tombs_left=0, options=Options(goal=15), **NO_CARD)
    assert state.mover == 0
    assert state.count(TOMB_DECK) == 0  # the only used tomb is drawn again
    assert view_of(state, 0).tomb_number == 2
    assert view_of(state, 0).last_tomb_number == 0


def test_a_longer_game_ends_after_a_deck_of_tombs_without_treasure_won():
    """Our ruling: otherwise it might never end."""
    state = table(("", ""), treasure=(1, 0), tombs_left=0, options=Options(goal=15), **NO_CARD)
    assert state.mover == NOBODY
    assert THIEVES.rewards(state) == [1, 0]


def test_a_shorter_game_ends_after_the_chosen_number_of_tombs():
    state = new_game(2, choices=("10", "2", "normal"))
    play(state, "escape", "escape")
    assert view_of(state, 0).last_tomb_number == 2
    assert state.mover != NOBODY
    play(state, "escape", "escape")
    assert state.mover == NOBODY
    assert sum(THIEVES.rewards(state)) == 1


def test_a_longer_game_ends_after_the_chosen_number_of_tombs():
    """Our ruling."""
    state = new_game(2, choices=("20", "1", "normal"))
    play(state, "escape", "escape")
    assert state.mover == NOBODY


def test_high_stakes_double_treasure_tokens_and_cards_drawn():
    state = table(("1 key/2 lamp", ""), laid=("", ""), options=Options(stakes=2))
    assert view_of(state, 0).tomb_treasure == 6
    play(state, "hide")
    assert (seat_cells(state, REPUTATION), state.count(HAND), state.kinds(POOLS)) == ([6, 8], 3, [2])


def test_a_last_token_draws_one_card_with_high_stakes():
    """Our ruling."""
    state = table(("1 key/2 lamp", ""), reputation=(1, 8), options=Options(stakes=2))
    play(state, "hide")
    assert (seat_cells(state, REPUTATION), state.count(HAND), state.kinds(POOLS)) == ([0, 8], 2, [1])


def test_a_tomb_with_high_stakes_gives_its_doubled_treasure():
    state = table(("", ""), laid=("2 shield/1 key", ""), options=Options(stakes=2), **NO_CARD)
    assert seat_cells(state, TREASURE) == [6, 0]


def test_five_to_eight_thieves_play_with_two_sets_shuffled_together():
    view = view_of(new_game(8), NOBODY)
    assert view.piece_set_count * sum(card.copies for card in view.all_cards) == 80
    assert (view.last_tomb_number, view.tombs_in_deck + 1, view.guardians_in_deck + 1) == (24, 24, 24)


@pytest.mark.parametrize(("players", "edition"), [(5, "base"), (4, "double"), (1, "base"), (9, "double")])
def test_the_number_of_sets_limits_the_number_of_thieves(players: int, edition: str):
    wrong = Setup("thieves", setup(players).seats, 1, edition)
    with pytest.raises(BadSetup, match=r"King of Thieves, (base|double): for"):
        THIEVES.start(wrong)


def test_more_tombs_than_the_game_has_are_refused():
    few = write_pieces(SHIPPED).split("[[tomb]]", 9)[-1]
    with pytest.raises(BadSetup, match=r"^tombs is at most 4 with these pieces, not 11$"):
        THIEVES.start(setup(2, choices=("10", "11", "normal"), cards=f"[[tomb]]{few}"))
