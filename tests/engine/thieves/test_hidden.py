"""Hidden hands, face-down cards and their halves, and unseen discards stay hidden."""

from engine.core.game import NOBODY, OMNISCIENT
from engine.thieves.game import THIEVES
from engine.thieves.state import HAND, LAID_CARDS, UNSEEN_DISCARDS, laid_half, laid_kind
from tests.engine.thieves.table import offered, play, table

LAID_BEFORE_OTHERS = ("2 key/1 lamp down, 1 sword/3 key", "1 lamp/2 sword down")


def secret_table():
    """Seat 2 is asked and has a card face down. Seat 1 has an unseen discard."""
    state = table(
        ("1 key/2 lamp, 2 lamp/2 sword", "1 key/2 sword, 2 key/2 shield", "1 key/1 lamp"),
        laid=("", *LAID_BEFORE_OTHERS),
        round_=2,
    )
    play(state, "hide", "escape")
    return state


def worlds(state, viewer: int):
    return [THIEVES.determinize(state, viewer, seed) for seed in range(60)]


def test_determinize_redraws_a_hand_for_everybody_but_its_owner():
    state = secret_table()
    assert len({tuple(world.kinds(HAND + 2)) for world in worlds(state, 0)}) > 5
    assert {tuple(world.kinds(HAND + 2)) for world in worlds(state, 2)} == {tuple(state.kinds(HAND + 2))}


def test_determinize_redraws_a_face_down_card_and_its_half():
    state = secret_table()
    cell = LAID_CARDS + 6 * 2
    seen = [world.cells[cell] for world in worlds(state, 0)]
    assert len({laid_kind(laid) for laid in seen}) > 5
    assert {int(laid_half(laid)) for laid in seen} == {0, 1}
    assert {world.cells[cell] for world in worlds(state, 2)} == {state.cells[cell]}


def test_determinize_redraws_an_unseen_discard_except_for_its_owner():
    state = secret_table()
    assert state.count(UNSEEN_DISCARDS + 1) == 1
    assert len({tuple(world.kinds(UNSEEN_DISCARDS + 1)) for world in worlds(state, 0)}) > 5
    assert {tuple(world.kinds(UNSEEN_DISCARDS + 1)) for world in worlds(state, 1)} == {
        tuple(state.kinds(UNSEEN_DISCARDS + 1))
    }


def test_a_spectator_sees_only_public_information():
    state = secret_table()
    assert len({tuple(world.kinds(HAND)) for world in worlds(state, NOBODY)}) > 5
    assert all(THIEVES.view(world, NOBODY) == THIEVES.view(state, NOBODY) for world in worlds(state, NOBODY))


def test_an_omniscient_viewer_does_not_see_future_luck():
    state = secret_table()
    drawn = set()
    for world in worlds(state, OMNISCIENT):
        assert THIEVES.view(world, 2) == THIEVES.view(state, 2)
        play(world, "hide")
        drawn.add(tuple(world.kinds(HAND + 2)))
    assert len(drawn) > 5


def test_others_do_not_see_which_card_is_played_face_down():
    state = secret_table()
    moves = {offer: THIEVES.move(state, THIEVES.parse(state, offer)) for offer in offered(state)}
    down = [move for offer, move in moves.items() if offer.endswith("face down")]
    assert len(down) > 1
    assert len({THIEVES.move_as_seen(state, 0, move) for move in down}) == 1
    assert len({THIEVES.move_as_seen(state, 2, move) for move in down}) == len(down)
    up = [move for offer, move in moves.items() if offer.endswith("face up")]
    assert [THIEVES.move_as_seen(state, 0, move) for move in up] == up


def test_a_seat_that_draws_cards_learns_only_its_own():
    state = secret_table()
    play(state, "hide")
    assert THIEVES.view(state, 0).seats[2].hand is None
    assert THIEVES.view(state, 0).seats[2].hand_count == 2
