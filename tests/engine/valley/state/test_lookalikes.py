"""Positions that look alike to a seat: during an action, and after somebody held a card and did not use it."""

from itertools import combinations

import pytest

from engine.valley.game import VALLEY
from engine.valley.state import DECK, LOOKED_AT, ValleyState
from tests.engine.valley.table import FULL, act, asked, boneyard, cards, hand, menu, offers, read_bag, table
from tests.engine.valley.walks import events_of_move
from tests.engine.valley.worlds import worlds

STARTERS = "4 Shabti, 3 Urn, 2 Box of Food, Offering Table"


def scarab() -> ValleyState:
    """Seat 0 looks at two cards during an action."""
    s = table(hands=("Heart Scarab Amulet, Urn", "Urn"), deck=("Boat, Censer, Shabti, Box of Food", "9 Urn"))
    act(s, "execute Heart Scarab Amulet")
    assert s.count(LOOKED_AT) == 2
    return s


def test_cards_the_viewer_is_looking_at_stay():
    s = scarab()
    for world in worlds(s, 0):
        assert world.kinds(LOOKED_AT) == s.kinds(LOOKED_AT)
        assert menu(world) == menu(s)


def test_cards_an_opponent_is_looking_at_are_redrawn_from_their_hidden_cards():
    s = scarab()
    drawn_worlds = worlds(s, 1, range(300))
    pool = sorted(["Boat", "Box of Food", "Censer", "Shabti", "Urn"])
    assert {hand(world, 0) for world in drawn_worlds} == set(pool)
    assert {read_bag(world, LOOKED_AT) for world in drawn_worlds} == {", ".join(pair) for pair in combinations(pool, 2)}
    for world in drawn_worlds:
        assert sorted(offers(world, "keep")) == cards(read_bag(world, LOOKED_AT))
        together = cards(hand(world, 0)) + cards(read_bag(world, LOOKED_AT)) + cards(read_bag(world, DECK))
        assert sorted(together) == pool


# What looks alike


def mid_action() -> dict[str, ValleyState]:
    """Questions during actions, by name."""
    positions = {"looking at cards": scarab()}
    s = table(hands=("Burial Mask", "Boat", "Urn"), deck=("", "4 Shabti", "4 Shabti"), pyramid=FULL)
    act(s, "buy Statue of Bastet with Burial Mask")
    positions["a crumbling"] = s.copy()
    act(s, "let Statue of Sobek fall")
    positions["a boat"] = s
    s = table(
        hands=("Qebehsenuef Canopic Jar", "Offering Table, Urn", "Mummified Cat"),
        deck=("", STARTERS, STARTERS),
        pyramid=FULL,
    )
    act(s, "execute Qebehsenuef Canopic Jar")
    positions["a sacrifice"] = s.copy()
    act(s, "sacrifice Urn")
    positions["a cat"] = s
    s = table(hands=("Book of Gates, Urn", "Urn", "Boat"), deck=("Shabti", STARTERS, STARTERS), pyramid=FULL)
    act(s, "execute Book of Gates")
    positions["a revealed card"] = s
    s = table(hands=("Urn, Shabti", "Statue of Osiris", "Urn"), deck=("", STARTERS, STARTERS), changed=1)
    act(s, "end turn")
    positions["the top of a pile"] = s
    return positions


MID_ACTION = pytest.mark.parametrize("name", list(mid_action()))


@MID_ACTION
def test_a_determinization_looks_the_same_to_its_viewer_even_during_an_action(name: str):
    s = mid_action()[name]
    before = s.digest()
    for viewer in range(s.seat_count):
        for world in worlds(s, viewer):
            assert VALLEY.view(world, viewer) == VALLEY.view(s, viewer)
            assert not world.broken
    assert s.digest() == before


@MID_ACTION
def test_worlds_that_look_alike_determinize_alike(name: str):
    s = mid_action()[name]
    for viewer in range(s.seat_count):
        for world in worlds(s, viewer, range(10)):
            for seed in range(5):
                assert VALLEY.determinize(world, viewer, seed).digest() == VALLEY.determinize(s, viewer, seed).digest()


@MID_ACTION
def test_a_determinization_can_be_played_to_the_end(name: str):
    s = mid_action()[name]
    for viewer in range(s.seat_count):
        world = VALLEY.determinize(s, viewer, 7)
        for step in range(3000):
            if world.mover < 0:
                break
            world.apply(world.menu[step * 7919 % world.move_count])
            assert not world.broken


def test_the_same_seed_gives_the_same_determinization():
    s = mid_action()["a sacrifice"]
    assert VALLEY.determinize(s, 0, 5).digest() == VALLEY.determinize(s, 0, 5).digest()
    assert VALLEY.determinize(s, 0, 5).digest() != VALLEY.determinize(s, 0, 6).digest()


# What reactions must not reveal


def test_an_unused_boat_leaves_no_trace():
    held, drawn = (
        table(hands=("Burial Mask", mine, "Urn"), deck=("", other, "Urn"), pyramid=FULL)
        for mine, other in (("Boat", "Urn"), ("Urn", "Boat"))
    )
    purchase = VALLEY.move(held, VALLEY.parse(held, "buy Statue of Isis with Burial Mask"))
    events = [[repr(event) for event in events_of_move(s, purchase)] for s in (held, drawn)]
    assert events[0] == events[1]
    assert (asked(held), asked(drawn)) == ((1, "Boat"), (0, ""))
    assert events_of_move(held, VALLEY.move(held, VALLEY.parse(held, "pass"))) == []
    for viewer in (0, 2):
        assert VALLEY.view(held, viewer) == VALLEY.view(drawn, viewer)
        assert VALLEY.determinize(held, viewer, 3).digest() == VALLEY.determinize(drawn, viewer, 3).digest()


def test_an_unused_cat_leaves_no_trace():
    held, drawn = (
        table(hands=("Shabti", mine, "Urn"), deck=("", other, "Urn"), pyramid=FULL)
        for mine, other in (("Mummified Cat", "Urn"), ("Urn", "Mummified Cat"))
    )
    for s in (held, drawn):
        act(s, "execute Shabti", "sacrifice Statue of Isis from the pyramid")
    assert asked(held) == (1, "Mummified Cat")
    assert events_of_move(held, VALLEY.move(held, VALLEY.parse(held, "pass"))) == []
    assert boneyard(held) == "Statue of Isis"
    for viewer in (0, 2):
        assert VALLEY.view(held, viewer) == VALLEY.view(drawn, viewer)
        assert VALLEY.determinize(held, viewer, 3).digest() == VALLEY.determinize(drawn, viewer, 3).digest()


def test_an_unprotected_card_reveals_nothing_about_an_offering_table():
    held, drawn = (
        table(hands=("Qebehsenuef Canopic Jar", f"Urn, {mine}"), deck=("", f"3 Urn, {other}"), pyramid=FULL)
        for mine, other in (("Offering Table", "Urn"), ("Urn", "Offering Table"))
    )
    for answer in ("execute Qebehsenuef Canopic Jar", "sacrifice Urn"):
        act(held, answer)
        act(drawn, answer)
        assert VALLEY.view(held, 0) == VALLEY.view(drawn, 0)
    assert VALLEY.determinize(held, 0, 3).digest() == VALLEY.determinize(drawn, 0, 3).digest()


def test_the_question_does_not_reveal_who_could_react_later():
    held, drawn = (
        table(hands=("Burial Mask", "Urn", mine), deck=("", "Urn", other), pyramid=FULL)
        for mine, other in (("Boat", "Urn"), ("Urn", "Boat"))
    )
    for s in (held, drawn):
        act(s, "buy Statue of Bastet with Burial Mask")
        assert asked(s)[0] == 0
    assert VALLEY.view(held, 0) == VALLEY.view(drawn, 0)
    assert VALLEY.determinize(held, 0, 3).digest() == VALLEY.determinize(drawn, 0, 3).digest()
