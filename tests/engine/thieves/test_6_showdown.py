"""Rulebook, "The Showdown", and the example at its end."""

from engine.thieves.state import GUARDIANS, POOLS, REPUTATION, TREASURE
from tests.engine.thieves.table import offered, play, play_all, seat_cells, table, view_of


def test_face_down_cards_are_revealed_to_all():
    state = table(("", ""), laid=("2 key/1 lamp down", "1 sword/3 key"), is_showdown=True)
    laid = view_of(state, 1).seats[0].laid_cards[0]
    assert (laid.card.name, laid.half, laid.is_face_down) == ("2 key/1 lamp", 0, False)


def test_each_thief_may_split_cards_between_the_duels_by_their_symbols():
    """A sword beats the Skeleton, a shield wins the tomb; nothing is asked."""
    state = table(("", ""), laid=("2 sword/1 key, 3 shield/1 key", ""), community="", is_showdown=True)
    assert state.cells[TREASURE] == 3
    state = table(("", ""), laid=("2 sword/1 key", ""), guardians={"Skeleton": 3}, community="", is_showdown=True)
    assert seat_cells(state, REPUTATION) == [11, 8]


def test_a_card_is_asked_about_only_if_it_fits_several_duels():
    state = table(("", ""), tomb="2 sword", laid=("2 sword/1 key, 2 key/2 lamp", ""), community="", is_showdown=True)
    assert state.mover == 0
    assert offered(state) == ["count for the tomb", "count for the Skeleton"]
    sentences = play(state, "count for the Skeleton")
    assert sentences[0] == "Player 1 counts 2 sword for the Skeleton."
    assert "Player 1 beats the Skeleton with 2 and wins 0 tokens." in sentences
    assert "Nobody plunders the tomb." in sentences


def test_cards_are_assigned_in_turn_order_from_the_starting_player():
    state = table(
        ("", "", ""), tomb="1 sword", laid=("2 sword/1 key", "1 sword/3 key", "3 sword/1 lamp"), starter=2,
        community="", is_showdown=True,
    )  # fmt: skip
    movers = []
    for _ in range(3):
        movers.append(int(state.mover))
        play(state, "count for the tomb")
    assert movers == [2, 0, 1]


def test_two_guardians_with_the_same_name_are_numbered():
    state = table(("", ""), tomb="1 sword", laid=("2 sword/1 key", ""), community="", is_showdown=True)
    copy = state.copy()
    copy.push(GUARDIANS, copy.card_at(GUARDIANS, 0))
    copy.push(POOLS, 0)
    copy.run()
    assert offered(copy) == [
        "count for the tomb",
        "count for the Skeleton (guardian 1)",
        "count for the Skeleton (guardian 2)",
    ]


def test_the_example_of_the_rulebook():
    """Player 1 wins the tomb with 5 shields and 1 of the community card. Player 2 shows 4 shields, two of them rubies, which is
    not enough, and wins the guardian duel with 4 swords and 2 of the community card. Player 3 has 2 shields and 4 swords."""
    laid = (
        "2 shield/1 sword down, 1 shield/3 sword, 2 shield/2 sword down",
        "2 ruby/1 key down, 2 shield/1 key, 2 sword/1 key, 2 sword/1 lamp down",
        "2 shield/2 key, 1 sword/2 key, 1 sword/3 lamp down",
    )
    state = table(("", "", ""), guardians={"Skeleton": 9}, laid=laid, is_showdown=True)
    assert state.mover == 1
    sentences = play(state, "stand for shield", "use 1 shield for the tomb")
    sentences += play(state, "use 2 sword for the Skeleton", "use 2 sword for the Skeleton")
    assert "Player 2 beats the Skeleton with 6 and wins 9 tokens." in sentences
    assert "Player 1 plunders the tomb with 6, for 3 treasure." in sentences
    assert seat_cells(state, TREASURE) == [3, 0, 0]
    assert seat_cells(state, REPUTATION) == [8, 17, 8]


def test_each_thief_uses_one_half_of_the_community_card_for_one_duel():
    state = table(("", ""), laid=("", ""), is_showdown=True)
    assert offered(state) == ["use 1 shield for the tomb", "use 2 sword for the Skeleton", "leave it unused"]
    play(state, "use 1 shield for the tomb")
    assert state.mover == 1
    assert offered(state) == ["use 1 shield for the tomb", "use 2 sword for the Skeleton", "leave it unused"]


def test_the_community_card_is_optional_and_skipped_if_it_fits_no_duel():
    state = table(("", ""), laid=("", ""), is_showdown=True)
    sentences = play(state, "leave it unused", "leave it unused")
    assert "Nobody plunders the tomb." in sentences
    assert table(("", ""), community="1 key/2 lamp", laid=("", ""), is_showdown=True).cells[TREASURE] == 0


def test_a_ruby_of_the_community_card_counts_for_any_duel():
    state = table(("", ""), community="2 ruby/1 key", laid=("", ""), is_showdown=True)
    assert offered(state) == [
        "use 2 ruby as shield for the tomb",
        "use 2 ruby as sword for the Skeleton",
        "leave it unused",
    ]
    play(state, "use 2 ruby as shield for the tomb", "leave it unused")
    assert seat_cells(state, TREASURE) == [3, 0]


def test_a_thief_who_escaped_takes_no_part_in_the_showdown():
    state = table(("", ""), status=("escaped", "inside"), laid=("", ""), is_showdown=True)
    assert state.mover == 1
    play_all(state, "use 1 shield for the tomb")
    assert seat_cells(state, TREASURE) == [0, 3]
