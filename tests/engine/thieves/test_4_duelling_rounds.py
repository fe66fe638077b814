"""Rulebook, "Duelling Rounds": escape, duel, hide."""

from engine.core.game import NOBODY
from engine.thieves.state import HAND, REPUTATION
from tests.engine.thieves.table import names, new_game, offered, play, seat_cells, table, view_of

TWO = ("1 key/2 lamp, 2 key/1 sword", "1 lamp/2 sword, 2 lamp/2 shield")


def test_there_are_three_rounds_for_each_tomb():
    state = table(TWO, laid=("1 key/1 lamp", ""))
    rounds = []
    for _ in range(6):
        rounds.append(view_of(state, 0).round)
        play(state, "hide")
    assert rounds == [1, 1, 2, 2, 3, 3]
    assert view_of(state, 0).round == 4


def test_a_thief_who_escapes_takes_no_further_part_in_this_tomb():
    state = table(TWO)
    play(state, "escape")
    assert [thief.status for thief in view_of(state, 0).seats] == ["escaped", "inside"]
    play(state, "hide", "hide")
    assert state.mover == 1


def test_a_thief_can_escape_in_each_of_the_three_rounds():
    for round_ in (1, 2, 3):
        assert "escape" in offered(table(TWO, round_=round_))


def test_an_escape_loses_the_gambled_reputation():
    state = table(TWO)
    play(state, "hide", "hide", "escape")
    assert seat_cells(state, REPUTATION) == [7, 7]
    assert view_of(state, 0).guardians[0].pool == 2


def test_a_thief_who_escapes_draws_two_cards():
    state = table(TWO)
    play(state, "escape")
    assert state.count(HAND) == 4


def test_an_escape_discards_the_cards_played():
    state = table(TWO, round_=2, laid=("1 key/1 lamp, 1 key/3 shield down", ""))
    play(state, "escape")
    assert view_of(state, 1).seats[0].laid_cards == ()
    assert names(view_of(state, 1).discards) == ["1 key/1 lamp"]


def test_only_the_owner_knows_a_card_discarded_face_down():
    state = table(TWO, round_=2, laid=("1 key/1 lamp, 1 key/3 shield down", ""))
    play(state, "escape")
    assert names(view_of(state, 0).own_unseen_discards) == ["1 key/3 shield"]
    assert view_of(state, 1).own_unseen_discards == view_of(state, NOBODY).own_unseen_discards == ()
    assert view_of(state, 1).unseen_discard_count == 1


def test_one_or_two_cards_can_be_played_each_face_up_or_face_down():
    state = table(TWO)
    assert offered(state) == [
        "escape",
        "hide",
        *[
            f"play {card} face {face}"
            for card in ("1 key (not 2 lamp)", "2 lamp (not 1 key)")
            for face in ("up", "down")
        ],
        *[
            f"play {card} face {face}"
            for card in ("2 key (not 1 sword)", "1 sword (not 2 key)")
            for face in ("up", "down")
        ],
    ]
    play(state, "play 2 lamp (not 1 key) face down")
    assert state.mover == 0
    assert offered(state) == [
        "play no second card",
        *[
            f"play {card} face {face}"
            for card in ("2 key (not 1 sword)", "1 sword (not 2 key)")
            for face in ("up", "down")
        ],
    ]
    play(state, "play 2 key (not 1 sword) face up")
    assert state.mover == 1
    assert [(card.is_face_down, card.half) for card in view_of(state, 0).seats[0].laid_cards] == [(True, 1), (False, 0)]


def test_playing_one_or_two_cards_costs_one_token():
    for second in ("play no second card", "play 2 key (not 1 sword) face up"):
        state = table(TWO)
        play(state, "play 1 key (not 2 lamp) face up", second)
        assert seat_cells(state, REPUTATION) == [7, 8]


def test_the_token_goes_to_the_guardian_and_a_card_is_drawn_at_turn_end():
    state = table(TWO)
    play(state, "play 1 key (not 2 lamp) face up")
    assert state.count(HAND) == 1
    play(state, "play no second card")
    assert state.count(HAND) == 2
    assert view_of(state, 0).guardians[0].pool == 1


def test_a_thief_who_hides_pays_one_token_plays_no_card_and_draws_one():
    state = table(TWO)
    play(state, "hide")
    assert seat_cells(state, REPUTATION) == [7, 8]
    assert (state.count(HAND), view_of(state, 1).seats[0].laid_cards) == (3, ())
    assert state.mover == 1


def test_a_thief_who_hid_may_play_cards_in_the_next_round():
    state = table(TWO)
    play(state, "hide", "hide")
    assert "play 1 key (not 2 lamp) face up" in offered(state)


def test_a_second_card_is_not_asked_for_with_an_empty_hand():
    state = table(("1 key/2 lamp", "1 lamp/2 sword"))
    play(state, "play 1 key (not 2 lamp) face up")
    assert state.mover == 1


def test_only_the_owner_learns_which_cards_are_drawn():
    state = new_game()
    sentences = play(state, "hide")
    assert "Player 1 draws a card." in sentences


def test_the_chosen_half_of_a_face_down_card_is_hidden():
    state = table(TWO)
    sentences = play(state, "play 2 lamp (not 1 key) face down")
    assert sentences[-1] == "Player 1 plays a card face down."
    hidden = view_of(state, 1).seats[0].laid_cards[0]
    assert (hidden.card, hidden.half, hidden.is_face_down) == (None, 0, True)
    assert view_of(state, 0).seats[0].laid_cards[0].half == 1
