"""A determinization redraws what a seat cannot know and keeps what it knows: one test for each sentence of
`engine.valley.hidden`."""

from collections import Counter
from itertools import combinations

import pytest

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from engine.valley.state import (
    BONEYARD,
    DECK,
    DECK_TOP,
    DISCARD,
    EXECUTED,
    HAND,
    LOOKED_AT,
    LUCK_START,
    PLAYED,
    PYRAMID_START,
    REVEALED,
    SHOWN,
    STOCK_II,
    STOCK_III,
    TOMB,
    ValleyState,
)
from tests.engine.valley.table import FULL, act, asked, cards, discard, hand, menu, offers, read_bag, table
from tests.engine.valley.walks import walk
from tests.engine.valley.worlds import worlds

TEN_URNS = "10 Urn"
OPEN = (BONEYARD, STOCK_II, STOCK_III, EXECUTED)
OPEN_AT_SEATS = (PLAYED, DISCARD, TOMB, DECK_TOP, REVEALED, SHOWN)


def hands(drawn_worlds: list[ValleyState], seat: int) -> set[str]:
    """All different hands of a player."""
    return {hand(world, seat) for world in drawn_worlds}


# What is known to everybody


@pytest.mark.parametrize("players", [2, 3, 4])
def test_open_cards_and_the_contents_of_stock_and_piles_stay(players: int):
    for step, s in enumerate(walk(players, 11)):
        if step % 5 == 0:
            viewer = step % players
            world = VALLEY.determinize(s, viewer, step)
            assert world.cells[PYRAMID_START : PYRAMID_START + 6] == s.cells[PYRAMID_START : PYRAMID_START + 6]
            for zone in (*OPEN, *[zone + seat for zone in OPEN_AT_SEATS for seat in range(players)]):
                assert world.kinds(zone) == s.kinds(zone)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_keep_their_size_and_share_the_same_cards_with_the_deck(players: int):
    for step, s in enumerate(walk(players, 12)):
        if step % 5 == 0:
            world = VALLEY.determinize(s, step % players, step)
            for seat in range(players):
                assert world.count(HAND + seat) == s.count(HAND + seat)
                together = [
                    sorted(t.kinds(HAND + seat) + t.kinds(DECK + seat) + t.kinds(LOOKED_AT + seat)) for t in (s, world)
                ]
                assert together[0] == together[1]


def test_an_opponents_hand_is_drawn_evenly_from_their_hidden_cards():
    s = table(hands=("Urn", "Urn, Shabti"), deck=("", "Boat, Censer, Book of Gates"))
    dealt = Counter(hand(world, 1) for world in worlds(s, 0, range(3000)))
    pool = sorted(["Boat", "Book of Gates", "Censer", "Shabti", "Urn"])
    assert set(dealt) == {", ".join(pair) for pair in combinations(pool, 2)}
    assert all(220 < count < 380 for count in dealt.values())


def test_a_card_is_dealt_in_proportion_to_its_copies():
    s = table(hands=("", "Urn"), deck=("", "3 Urn, Boat"))
    boats = sum(hand(world, 1) == "Boat" for world in worlds(s, 0, range(1000)))
    assert 140 < boats < 260


def test_hands_of_different_opponents_are_dealt_from_their_own_cards():
    s = table(hands=("Urn", "Shabti", "Box of Food"), deck=("", "Boat", "Censer"))
    drawn_worlds = worlds(s, 0)
    assert hands(drawn_worlds, 1) == {"Shabti", "Boat"}
    assert hands(drawn_worlds, 2) == {"Box of Food", "Censer"}
    assert len({(hand(world, 1), hand(world, 2)) for world in drawn_worlds}) == 4


@pytest.mark.parametrize(
    ("card", "answers", "zones", "known"),
    [
        ("Wedjat Eye Amulet", ["take Boat"], {}, "Boat"),
        ("Statue of Isis", ["recover Censer"], {"discard": "Censer"}, "Censer"),
        ("Ankh Amulet", ["unearth Censer", "entomb Urn"], {"tomb": "Censer"}, "Censer"),
    ],
)
def test_a_card_that_was_seen_to_enter_a_hand_stays_in_it(
    card: str, answers: list[str], zones: dict[str, str], known: str
):
    s = table(hands=(f"{card}, Urn, Urn", "Shabti"), pyramid=FULL, deck="3 Box of Food", **zones)
    act(s, f"execute {card}", *answers)
    drawn_worlds = worlds(s, 1)
    assert all(known in hand(world, 0) for world in drawn_worlds)
    assert len(hands(drawn_worlds, 0)) > 1
    assert read_bag(s, SHOWN) == known


def test_an_offering_table_that_was_shown_stays_in_its_hand():
    s = table(hands=("Qebehsenuef Canopic Jar", "Offering Table, Urn"), deck=("", "5 Shabti"))
    act(s, "execute Qebehsenuef Canopic Jar", "show Offering Table")
    drawn_worlds = worlds(s, 0)
    assert all("Offering Table" in hand(world, 1) for world in drawn_worlds)
    assert hands(drawn_worlds, 1) == {"Offering Table, Urn", "Offering Table, Shabti"}


def test_a_hand_is_known_while_the_deck_is_empty_but_not_cards_drawn_later():
    s = table(hands=("Box of Food, Urn, Boat", "Shabti"), discard="5 Shabti, 4 Urn", deck=("", TEN_URNS))
    assert hands(worlds(s, 1), 0) == {"Boat, Box of Food, Urn"}
    act(s, "execute Box of Food")
    assert hands(worlds(s, 1), 0) == {"Boat, Shabti, Urn", "Boat, Urn, Urn"}


def test_a_known_card_is_forgotten_when_a_copy_leaves_the_hand():
    s = table(hands=("Statue of Isis, Urn, Urn", ""), discard="Urn", deck="3 Shabti")
    act(s, "execute Statue of Isis", "recover Urn", "entomb Urn")
    assert read_bag(s, SHOWN) == ""
    assert hands(worlds(s, 1), 0) == {"Urn, Urn", "Shabti, Urn", "Shabti, Shabti"}


def test_a_known_card_is_forgotten_when_the_hand_is_discarded():
    s = table(hands=("Statue of Isis", "Urn"), discard="Censer", deck="5 Shabti", changed=1)
    act(s, "execute Statue of Isis", "recover Censer", "end turn")
    assert read_bag(s, SHOWN) == ""
    assert discard(s, 0) == "Statue of Isis, Censer"


WITH_KNOWN_TOP = """
changed = 1
[[seat]]
hand = ["Box of Food"]
deck = ["Urn", "Urn", "Shabti", "Shabti"]
deck_top = ["Boat", "Censer"]
[[seat]]
hand = ["Urn"]
"""


def test_a_card_put_on_top_of_a_deck_stays_there_and_is_drawn_first():
    for viewer in (0, 1):
        for world in worlds(VALLEY.read_position(WITH_KNOWN_TOP), viewer):
            assert not {"Boat", "Censer"} & set(cards(hand(world, 0)))
            act(world, "end turn")
            assert {"Boat", "Censer"} < set(cards(hand(world, 0)))
    for world in worlds(VALLEY.read_position(WITH_KNOWN_TOP), 0):
        act(world, "execute Box of Food")
        assert hand(world, 0) == "Censer"


def test_a_seat_that_is_asked_about_its_boat_holds_one():
    s = table(hands=("Burial Mask", "Boat", "Urn"), deck=("", "4 Shabti", "4 Shabti"), pyramid=FULL)
    act(s, "buy Statue of Isis with Burial Mask")
    assert asked(s) == (1, "Boat")
    for viewer in (0, 2):
        for world in worlds(s, viewer):
            assert hand(world, 1) == "Boat"
            assert asked(world) == (1, "Boat")
            assert menu(world) == menu(s)


def test_a_seat_that_is_asked_about_its_cat_holds_one():
    s = table(
        hands=("Qebehsenuef Canopic Jar", "Urn, Urn", "Mummified Cat, Urn"),
        deck=("", "4 Shabti", "8 Shabti, Box of Food"),
    )
    act(s, "execute Qebehsenuef Canopic Jar", "sacrifice Urn")
    assert asked(s) == (2, "Mummified Cat")
    for viewer in (0, 1):
        drawn_worlds = worlds(s, viewer)
        assert {asked(world) for world in drawn_worlds} == {(2, "Mummified Cat")}
        assert all("Mummified Cat" in hand(world, 2) for world in drawn_worlds)
        assert len(hands(drawn_worlds, 2)) > 1


def test_a_seat_can_complete_its_action_in_every_determinization():
    s = table(hands=("Outer Sarcophagus, Urn, Boat", ""), deck="4 Censer, Shabti")
    act(s, "execute Outer Sarcophagus")
    drawn_worlds = worlds(s, 1)
    assert all(offers(world, "entomb") for world in drawn_worlds)
    assert len(hands(drawn_worlds, 0)) > 1


# What only the viewer knows


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("afterlife", 3), ("both", 5)])
def test_the_viewers_menu_is_the_same_in_every_determinization(edition: str, players: int):
    for s in walk(players, 3, edition):
        if s.mover != NOBODY:
            for world in worlds(s, s.mover, range(2)):
                copied = world.legal_moves()
                world.run()  # asks again, now that other cards are hidden
                assert (world.mover, world.legal_moves(), copied) == (s.mover, s.legal_moves(), s.legal_moves())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_viewers_hand_and_deck_contents_stay(players: int):
    for step, s in enumerate(walk(players, 13)):
        if step % 5 == 0:
            viewer = step % players
            world = VALLEY.determinize(s, viewer, step)
            for zone in (HAND, DECK, LOOKED_AT):
                assert world.kinds(zone + viewer) == s.kinds(zone + viewer)


def test_the_order_of_the_viewers_deck_is_redrawn():
    s = table(hands="Box of Food", deck="Boat, Censer, Urn")
    drawn = Counter()
    for world in worlds(s, 0, range(600)):
        act(world, "execute Box of Food")
        drawn[hand(world, 0)] += 1
    assert set(drawn) == {"Boat", "Censer", "Urn"}
    assert all(140 < count < 260 for count in drawn.values())


def test_the_order_of_the_stock_is_redrawn_with_level_2_first():
    s = table(hands="Book of the Netherworld", stock="Boat, Statue of Isis, Censer")
    drawn = set()
    for world in worlds(s, 0):
        act(world, "execute Book of the Netherworld")
        drawn.add(discard(world, 0))
    assert drawn == {"Boat", "Statue of Isis"}


def test_future_luck_is_redrawn_for_everybody():
    s = table(hands=("Urn", "Urn"), deck=("9 Shabti", "9 Shabti"), stock="9 Boat")
    cells = [tuple(world.cells[LUCK_START : LUCK_START + 7]) for world in worlds(s, 0)]
    assert len(set(cells)) == len(cells)
    assert tuple(s.cells[LUCK_START : LUCK_START + 7]) not in cells
