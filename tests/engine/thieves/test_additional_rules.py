"""Rulebook, "Additional Rules": running out of reputation, rubies, shuffling."""

from engine.thieves.state import DECK, DISCARDS, HAND, REPUTATION, UNSEEN_DISCARDS
from tests.engine.thieves.table import names, offered, play, seat_cells, table, view_of

CARDS = ("1 key/2 lamp, 2 key/1 sword", "1 lamp/2 sword")


def test_a_thief_without_reputation_plays_for_free_and_draws_nothing():
    state = table(CARDS, reputation=(0, 8))
    sentences = play(state, "play 1 key (not 2 lamp) face up", "play no second card")
    assert sentences[0] == "Player 1 plays without reputation."
    assert (state.count(HAND), state.mover) == (1, 1)
    assert view_of(state, 0).guardians[0].pool == 0


def test_a_thief_without_reputation_cannot_hide_or_draw_after_an_escape():
    state = table(CARDS, reputation=(0, 8))
    assert "hide" not in offered(state)
    play(state, "escape")
    assert state.count(HAND) == 2


def test_a_thief_without_reputation_or_cards_escapes_automatically():
    state = table(("", "1 key/2 lamp", "2 key/1 sword"), reputation=(0, 8, 8))
    assert state.mover == 1
    assert view_of(state, 1).seats[0].status == "escaped"


def test_a_card_is_drawn_for_the_last_token_too():
    state = table(CARDS, reputation=(1, 8))
    play(state, "hide")
    assert state.count(HAND) == 3


def test_a_thief_who_wins_a_pool_after_losing_all_reputation_plays_on():
    state = table(
        ("", ""),
        guardians={"Skeleton": 4},
        reputation=(0, 4),
        laid=("2 sword/1 key", ""),
        community="",
        is_showdown=True,
    )
    assert seat_cells(state, REPUTATION) == [4, 4]
    assert view_of(state, 0).seats[0].status == "inside"


def test_face_up_rubies_are_named_at_once():
    state = table(("2 ruby/1 key", ""))
    ways = [f"play 2 ruby (not 1 key) face up as {symbol}" for symbol in ("key", "lamp", "shield", "sword")]
    assert offered(state)[2:] == [
        *ways, "play 2 ruby (not 1 key) face down", "play 1 key (not 2 ruby) face up", "play 1 key (not 2 ruby) face down",
    ]  # fmt: skip
    play(state, ways[2])
    assert view_of(state, 1).seats[0].laid_cards[0].named_symbol == "shield"


def test_face_down_rubies_of_a_card_are_named_together_when_revealed():
    state = table(("", ""), laid=("2 ruby/1 key down", ""), community="", is_showdown=True)
    assert offered(state) == [f"stand for {symbol}" for symbol in ("key", "lamp", "shield", "sword")]
    sentences = play(state, "stand for sword")
    assert sentences[0] == "Player 1 names sword for 2 ruby/1 key."
    assert "Player 1 beats the Skeleton with 2 and wins 0 tokens." in sentences


def test_all_rubies_are_named_before_cards_are_assigned():
    """Our ruling."""
    laid = ("2 sword/1 key", "1 ruby/2 key down")
    state = table(("", ""), tomb="1 sword", laid=laid, community="", is_showdown=True)
    assert state.mover == 1
    play(state, "stand for sword")
    assert state.mover == 0


def test_discards_become_the_deck_after_the_last_card_is_drawn():
    state = table(CARDS, laid=("1 key/1 lamp, 1 key/3 lamp down", ""), deck="2 key/1 lamp, 2 key/2 lamp")
    sentences = play(state, "escape")
    assert (state.count(DECK), state.count(DISCARDS), state.count(UNSEEN_DISCARDS)) == (2, 0, 0)
    assert "The discard pile is shuffled: 2 cards." in sentences
    assert names(view_of(state, 0).own_unseen_discards) == []


def test_nothing_is_drawn_from_an_empty_deck_and_discard_pile():
    state = table(CARDS, deck="")
    play(state, "hide")
    assert state.count(HAND) == 2


def test_a_tomb_has_no_community_card_if_no_card_is_left():
    """Our ruling."""
    state = table(("", ""), deck="", community="", laid=("", ""), is_showdown=True)
    assert view_of(state, 0).community_card is None


def test_hands_have_no_limit_and_are_never_discarded():
    state = table(CARDS)
    for _ in range(3):
        play(state, "hide", "hide")
    assert state.count(HAND) == 5
