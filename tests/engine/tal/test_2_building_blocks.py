"""Rulebook, "Building Blocks": lots and sealed bids."""

from engine.core.game import NOBODY
from engine.core.match import Match
from engine.tal.game import TAL
from engine.tal.state import BAG, HELD_BLOCKS, PHARAOH_BLOCKS
from tests.engine.tal.table import heap_at, new_game, offered, play, setup, table, view_of

LOTS = ("kkrrb", "wwwyb", "rryyk")
NO_MORE = "lay no more here"


def lay(*tablets: str) -> list[str]:
    return [f"lay {tablet} beside lot 1" for tablet in tablets]


def pass_all(lots: int = 3) -> list[str]:
    return [NO_MORE] * lots


def test_there_is_one_more_lot_of_five_blocks_than_players():
    for players in (2, 3, 4):
        lots = view_of(new_game(players)).lots
        assert [len(lot.blocks) for lot in lots] == [5] * (players + 1)


def test_a_bag_that_is_short_fills_as_many_lots_as_it_can():
    state = table("lots", bag="k" * 14)
    assert [lot.blocks for lot in view_of(state).lots] == ["kkkkk", "kkkkk"]
    assert heap_at(state, BAG) == "kkkk"


def test_the_seat_with_the_disc_bids_first_and_the_others_follow():
    state = table("bids", 3, lots=(*LOTS, "kkkkk"), disc=1)
    movers = []
    for _ in range(3):
        movers.append(state.mover)
        play(state, *pass_all(4))
    assert movers == [1, 2, 0]


def test_a_seat_has_tablets_1_to_4_and_four_blanks():
    state = table("bids", lots=LOTS)
    play(state, *lay("the 4", "the 3", "the 2", "the 1", "a blank", "a blank", "a blank"))
    assert offered(state) == ["lay a blank beside lot 1", NO_MORE]
    play(state, "lay a blank beside lot 1")
    assert state.mover == 1  # all are laid


def test_tablets_are_laid_lot_by_lot_from_the_highest_down():
    state = table("bids", lots=LOTS)
    play(state, "lay the 2 beside lot 1")
    assert offered(state) == ["lay the 1 beside lot 1", "lay a blank beside lot 1", NO_MORE]
    play(state, NO_MORE)
    assert offered(state)[:3] == ["lay the 4 beside lot 2", "lay the 3 beside lot 2", "lay the 1 beside lot 2"]


def test_laying_a_tablet_is_optional():
    state = table("bids", lots=LOTS)
    play(state, *pass_all())
    assert state.mover == 1


def test_the_highest_sum_of_tablets_wins():
    state = table("bids", lots=LOTS)
    play(state, "lay the 4 beside lot 1", *pass_all())
    sentences = play(state, "lay the 3 beside lot 1", "lay the 2 beside lot 1", *pass_all())
    assert heap_at(state, HELD_BLOCKS + 1) == "kkrrb"
    assert "Player 2 wins lot 1: kkrrb." in sentences


def test_the_earlier_of_equal_bids_wins():
    for disc in (0, 1):
        state = table("bids", lots=LOTS, disc=disc)
        for _ in range(2):
            play(state, "lay the 3 beside lot 1", *pass_all())
        assert heap_at(state, HELD_BLOCKS + disc) == "kkrrb"


def test_only_blanks_are_not_a_bid():
    state = table("bids", lots=LOTS)
    play(state, "lay a blank beside lot 1", *pass_all())
    play(state, NO_MORE, "lay the 1 beside lot 2", *pass_all(2))
    assert (heap_at(state, HELD_BLOCKS), heap_at(state, HELD_BLOCKS + 1)) == ("", "ywwwb")


def test_a_seat_may_win_several_lots():
    state = table("bids", lots=LOTS)
    play(state, "lay the 1 beside lot 1", NO_MORE, "lay the 2 beside lot 2", NO_MORE, NO_MORE)
    play(state, *pass_all())
    assert heap_at(state, HELD_BLOCKS) == "kkrrywwwbb"


def test_unsold_lots_return_to_the_bag():
    state = table("bids", lots=LOTS)
    before = len(heap_at(state, BAG))
    play(state, "lay the 1 beside lot 1", *pass_all())
    play(state, *pass_all())
    assert (len(heap_at(state, BAG)), heap_at(state, PHARAOH_BLOCKS)) == (before + 10, "")


def test_unsold_lots_go_to_the_pharaoh_in_the_shorter_game():
    state = table("bids", lots=LOTS, is_short_game=True)
    before = len(heap_at(state, BAG))
    play(state, "lay the 1 beside lot 1", *pass_all())
    play(state, *pass_all())
    assert (len(heap_at(state, BAG)), heap_at(state, PHARAOH_BLOCKS)) == (before, "krryyywwwb")


def test_all_lots_go_to_the_pharaoh_if_none_is_sold():
    state = table("bids", lots=LOTS)
    play(state, *pass_all())
    sentences = play(state, *pass_all())
    assert len(heap_at(state, PHARAOH_BLOCKS)) == 15
    assert "15 unsold blocks go to the pharaoh's pyramid." in sentences


# -- what others know


def test_the_number_of_tablets_is_public_but_their_values_are_not():
    state = table("bids", lots=LOTS)
    play(state, "lay the 4 beside lot 1", "lay a blank beside lot 1", NO_MORE)
    for viewer, tablets in ((0, (4, 0)), (1, None), (NOBODY, None)):
        bid = view_of(state, viewer).lots[0].bids[0]
        assert (bid.count, bid.tablets) == (2, tablets)
    assert view_of(state, 0).seats[0].tablets_left == (3, 2, 1, 0, 0, 0)
    assert view_of(state, 1).seats[0].tablets_left is None


def test_all_tablets_are_revealed_after_the_last_bid():
    state = table("bids", lots=LOTS)
    play(state, "lay the 4 beside lot 1", "lay a blank beside lot 1", *pass_all())
    sentences = play(state, *pass_all())
    assert view_of(state, 1).lots[0].bids[0].tablets == (4, 0)
    assert view_of(state, 1).lots[0].winner == 0
    assert "Player 1 bids 4 and 1 blank for lot 1." in sentences


def test_bids_are_told_lot_by_lot_from_the_seat_with_the_disc_on():
    state = table("bids", 3, lots=(*LOTS, "kkkkk"), disc=1)
    play(state, "lay the 1 beside lot 1", *pass_all(4))
    play(state, "lay the 2 beside lot 1", NO_MORE, "lay the 3 beside lot 2", *pass_all(3))
    sentences = play(state, "lay the 4 beside lot 1", *pass_all(4))
    assert [sentence for sentence in sentences if "bids" in sentence] == [
        "Player 2 bids 1 for lot 1.",
        "Player 3 bids 2 for lot 1.",
        "Player 1 bids 4 for lot 1.",
        "Player 3 bids 3 for lot 2.",
    ]


def test_a_seat_with_a_tablet_left_is_asked_even_with_one_answer():
    """Which tablets are left is secret, so the number of questions may depend only on how many are left."""
    state = table("bids", lots=LOTS)
    play(state, *lay(*["a blank"] * 4))
    assert offered(state) == [NO_MORE]
    other = table("bids", lots=LOTS)
    play(other, *lay("the 4", "the 3", "the 2", "the 1"))
    assert (other.mover, TAL.question(other)) == (state.mover, TAL.question(state))


def test_others_learn_the_place_of_a_tablet_but_not_its_value():
    match = Match(TAL, setup(2))
    node = match.play(TAL.parse(match.state, "lay the 4 beside lot 1"))
    events = match.events_on_step_to(node)
    sentences = [[TAL.describe_event(match.state, event, viewer) for event in events] for viewer in (0, 1)]
    assert sentences == [["You lay the 4 beside lot 1."], ["Player 1 lays a tablet beside lot 1."]]
