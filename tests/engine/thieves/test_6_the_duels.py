"""Rulebook, "The Guardian Duel", "Undefeated Guardians" and "The Tomb Duel"."""

from engine.thieves.state import COMMUNITY_CARD, GUARDIANS, GUARDIANS_BEATEN, POOLS, REPUTATION, TOMBS_GONE, TREASURE
from tests.engine.thieves.table import play, play_all, seat_cells, table, view_of

NO_CARD = {"community": "", "is_showdown": True}


def test_the_most_symbols_win_the_pool_if_they_match_the_guardian():
    state = table(("", ""), guardians={"Mummy": 5}, laid=("3 sword/1 key", "2 sword/1 key"), **NO_CARD)
    assert seat_cells(state, REPUTATION) == [13, 8]
    assert state.kinds(GUARDIANS_BEATEN) == [10]


def test_the_guardian_wins_with_more_symbols():
    state = table(("", ""), guardians={"Mummy": 5}, laid=("2 sword/1 key", "1 sword/3 key"), **NO_CARD)
    assert seat_cells(state, REPUTATION) == [8, 8]


def test_a_drawn_guardian_duel_splits_the_pool():
    state = table(("", ""), guardians={"Skeleton": 6}, laid=("2 sword/1 key", "2 sword/1 lamp"), **NO_CARD)
    assert seat_cells(state, REPUTATION) == [11, 11]


def test_odd_tokens_go_to_the_winner_with_the_fewest_cards():
    laid = ("1 sword/2 key, 1 sword/3 key, 1 key/1 lamp", "1 sword/2 lamp, 1 sword/3 lamp", "2 sword/1 key")
    state = table(("", "", ""), guardians={"Skeleton": 8}, laid=laid, **NO_CARD)
    assert seat_cells(state, REPUTATION) == [10, 10, 12]


def test_odd_tokens_go_to_the_first_in_turn_order_if_cards_are_equal():
    """Our ruling."""
    laid = ("2 sword/1 key", "2 sword/1 lamp", "2 sword/2 key")
    state = table(("", "", ""), guardians={"Skeleton": 8}, laid=laid, starter=1, **NO_CARD)
    assert seat_cells(state, REPUTATION) == [10, 12, 10]


def test_the_community_card_does_not_count_as_a_card_used():
    """Our ruling: one thief has two cards, the other one card and the community card."""
    laid = ("2 sword/1 key, 2 sword/1 lamp", "2 sword/2 key")
    state = table(("", ""), guardians={"Skeleton": 5}, laid=laid, is_showdown=True)
    play(state, "use 1 shield for the tomb", "use 2 sword for the Skeleton")
    assert seat_cells(state, REPUTATION) == [10, 11]


def test_an_undefeated_guardian_keeps_its_pool_at_the_next_tomb():
    state = table(("", ""), guardians={"Mummy": 5}, laid=("", ""), **NO_CARD)
    guardians = view_of(state, 0).guardians
    assert [(guardian.name, guardian.pool) for guardian in guardians[:1]] == [("Mummy", 5)]
    assert len(guardians) == 2


def test_new_tokens_go_to_the_new_guardian():
    state = table(("1 key/2 lamp", ""), guardians={"Mummy": 5, "Skeleton": 2})
    play(state, "hide")
    assert state.kinds(POOLS) == [5, 3]


def test_each_guardian_is_a_separate_duel_with_its_own_pool():
    state = table(
        ("", ""), guardians={"Mummy": 5, "Riddle Door": 4}, laid=("3 sword/1 lamp", "3 key/1 sword"), **NO_CARD
    )
    assert seat_cells(state, REPUTATION) == [13, 12]


def test_a_defeated_guardian_leaves_and_the_others_keep_their_pools():
    state = table(("", ""), guardians={"Riddle Door": 4, "Mummy": 5}, laid=("3 key/1 lamp", ""), **NO_CARD)
    assert (state.card_at(GUARDIANS, 0), state.card_at(POOLS, 0)) == (10, 5)


def test_defeated_guardians_are_shuffled_when_their_deck_is_empty():
    state = table(("", ""), laid=("2 sword/1 key", ""), guardian_deck="", **NO_CARD)
    assert [guardian.name for guardian in view_of(state, 0).guardians] == ["Skeleton"]


def test_tokens_go_to_the_newest_guardian_when_no_new_one_is_left():
    """Our ruling."""
    state = table(("1 key/2 lamp", ""), guardians={"Mummy": 5}, laid=("", ""), guardian_deck="", **NO_CARD)
    assert [guardian.name for guardian in view_of(state, 0).guardians] == ["Mummy"]
    play(state, "hide")
    assert state.kinds(POOLS) == [6]


def test_the_most_symbols_win_the_treasure_of_the_tomb_outright():
    state = table(("", ""), laid=("3 shield/1 key", "2 shield/1 key"), **NO_CARD)
    assert seat_cells(state, TREASURE) == [3, 0]


def test_a_tie_splits_the_treasure_and_the_fewest_cards_win_the_odd_token():
    laid = ("1 shield/2 key, 1 shield/3 key", "2 shield/1 key")
    assert seat_cells(table(("", ""), laid=laid, **NO_CARD), TREASURE) == [1, 2]


def test_a_card_counts_in_only_one_duel():
    state = table(("", ""), tomb="1 sword", laid=("3 sword/1 key", ""), **NO_CARD)
    play(state, "count for the Skeleton")
    assert seat_cells(state, TREASURE) == [0, 0]


def test_an_unused_community_card_can_be_used_for_the_tomb():
    state = table(("", ""), laid=("", ""), is_showdown=True)
    play(state, "use 1 shield for the tomb", "use 2 sword for the Skeleton")
    assert seat_cells(state, TREASURE) == [3, 0]


def test_a_thief_who_only_hid_may_win_with_the_community_card():
    """Our ruling."""
    state = table(("", ""), status=("inside", "escaped"), is_showdown=True, guardians={"Skeleton": 3})
    play(state, "use 2 sword for the Skeleton")
    assert seat_cells(state, REPUTATION) == [11, 8]


def test_a_tomb_is_discarded_if_nobody_has_its_symbol():
    """Our ruling."""
    state = table(("", ""), laid=("1 key/1 lamp", ""), **NO_CARD)
    assert seat_cells(state, TREASURE) == [0, 0]
    assert len(state.kinds(TOMBS_GONE)) == 1


def test_all_used_cards_are_discarded_and_a_new_community_card_is_drawn():
    state = table(("", ""), laid=("2 sword/1 key", "1 key/1 lamp down"), is_showdown=True)
    play_all(state, "leave it unused")
    view = view_of(state, 0)
    assert (len(view.discards), view.unseen_discard_count) == (3, 0)
    assert state.cells[COMMUNITY_CARD] >= 0
