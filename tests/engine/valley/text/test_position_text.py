"""Positions as short TOML texts: writing and reading."""

import json
import tomllib
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BadText
from engine.core.game import NOBODY, NOTHING
from engine.valley.game import VALLEY
from engine.valley.state import (
    BONEYARD,
    DECK,
    DECK_TOP,
    DISCARD,
    HAND,
    LUCK_START,
    PYRAMID_START,
    SLOT_COUNT,
    TURN_NUMBER,
    ValleyState,
)
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import FULL, act, asked, menu, read, table
from tests.engine.valley.walks import walk

TWO = "[[seat]]\n[[seat]]\n"


def refusal(text: str) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(BadText) as refused:
        VALLEY.read_position(text)
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


# Written and read


@pytest.mark.parametrize(
    ("edition", "players"), [("base", 2), ("base", 3), ("base", 4), ("afterlife", 3), ("both", 5), ("solitaire", 1)]
)
@pytest.mark.parametrize("seed", range(2))
def test_a_position_of_a_game_survives_writing_and_reading(edition: str, players: int, seed: int):
    for s in islice(walk(players, 60 + seed, edition), seed, None, 3):
        t = VALLEY.read_position(VALLEY.write_position(s))
        assert t.digest() == s.digest()
        assert (t.mover, t.legal_moves()) == (s.mover, s.legal_moves())


def test_a_position_that_was_read_is_written_unchanged():
    for s in walk(3, 1):
        text = VALLEY.write_position(s)
        assert VALLEY.write_position(VALLEY.read_position(text)) == text


def test_a_position_that_was_read_continues_with_the_same_luck():
    for step, s in enumerate(walk(2, 2)):
        if s.mover != NOBODY and step % 4 == 0:
            t = VALLEY.read_position(VALLEY.write_position(s))
            s.apply(s.menu[0])
            t.apply(t.menu[0])
            assert t.digest() == s.digest()


# By hand


def test_omitted_fields_are_empty_and_the_first_seat_is_to_play():
    s = VALLEY.read_position(TWO)
    assert (s.seat_count, asked(s), menu(s)) == (2, (0, ""), ["end turn"])
    assert [s.cells[PYRAMID_START + slot] for slot in range(SLOT_COUNT)] == [NOTHING] * 6
    assert s.stock_count() == s.count(BONEYARD) == s.owned_count(0) == s.owned_count(1) == 0


def test_a_small_position_can_be_written_by_hand():
    s = VALLEY.read_position("""
        active = 1
        turn = 7
        pyramid = ["Boat", "", "Urn"]
        boneyard = ["Shabti", "Censer"]

        [[seat]]
        tomb = ["Boat"]

        [[seat]]
        hand = ["Statue of Isis", "Urn"]
        discard = ["Urn", "Boat"]
    """)
    assert asked(s) == (1, "")
    assert s.cells[TURN_NUMBER] == 7
    assert {"entomb Urn", "execute Statue of Isis"} < set(menu(s))
    assert "buy Urn for nothing" in menu(s)
    assert (read(s, BONEYARD), read(s, DISCARD + 1)) == ("Shabti, Censer", "Urn, Boat")
    assert VALLEY.scores(s) == [3, 0]


def test_the_order_matters_in_piles_but_not_in_bags():
    one, other = (
        VALLEY.read_position(f"[[seat]]\nhand = {cards}\ndeck = {cards}\n[[seat]]")
        for cards in ('["Urn", "Boat", "Urn"]', '["Boat", "Urn", "Urn"]')
    )
    assert one.digest() == other.digest()
    one, other = (
        VALLEY.read_position(f"boneyard = {cards}\n{TWO}") for cards in ('["Urn", "Boat"]', '["Boat", "Urn"]')
    )
    assert one.digest() != other.digest()


def test_a_known_top_of_the_deck_is_drawn_first():
    s = VALLEY.read_position(
        '[[seat]]\nhand = ["Box of Food"]\ndeck = ["Urn", "Urn"]\ndeck_top = ["Boat", "Censer"]\n[[seat]]'
    )
    assert (read(s, DECK), read(s, DECK_TOP)) == ("Urn, Urn", "Boat, Censer")
    act(s, "execute Box of Food")
    assert read(s, HAND) == "Censer"


def test_a_known_top_can_be_drawn_from_an_otherwise_empty_deck():
    s = VALLEY.read_position('[[seat]]\nhand = ["Hapy Canopic Jar"]\ndeck_top = ["Boat", "Censer"]\n[[seat]]')
    act(s, "execute Hapy Canopic Jar")
    assert (read(s, HAND), read(s, DECK_TOP)) == ("Boat, Censer", "")


def test_a_stack_written_by_hand_continues_an_action():
    s = VALLEY.read_position("""
        stack = [["Turn", 1, 0, -1], ["Playing", 0, 0, -1], ["Executed", 0, 0, 6], ["Statue of Anubis", 1, 0, 3],
                 ["Mummified Cat offered", 0, 1, 3]]
        boneyard = ["Offering Table"]
        [[seat]]
        deck = ["Urn"]
        [[seat]]
        hand = ["Mummified Cat"]
    """)
    assert asked(s) == (1, "Mummified Cat")
    act(s, "pass")
    assert (asked(s), read(s, HAND)) == ((0, ""), "Urn")


def test_a_position_with_an_empty_stack_is_a_finished_game():
    s = VALLEY.read_position(f"stack = []\n{TWO}")
    assert s.mover == NOBODY


def test_luck_may_be_omitted():
    assert list(VALLEY.read_position(TWO).cells[LUCK_START : LUCK_START + 7]) == [0] * 7


# Refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("moon = 1\n" + TWO, "the position has no 'moon'"),
        ("pyramyd = []\n" + TWO, "the position has no 'pyramyd'; did you mean 'pyramid'?"),
        ("[[seat]]\nhnd = []\n[[seat]]", "seat 1 has no 'hnd'; did you mean 'hand'?"),
        ("[[seat]]\n[[seat]]\ndeck = ['Urm']", "seat 2: deck: no card is called 'Urm'; did you mean 'Urn'?"),
        ("[[seat]]\n[[seat]]\ndeck = ['URN']", "seat 2: deck: no card is called 'URN'; did you mean 'Urn'?"),
        ("[[seat]]\nHAND = []\n[[seat]]", "seat 1 has no 'HAND'; did you mean 'hand'?"),
        ("[[seat]]\n[[seat]]\ndeck = ['Sputnik']", "seat 2: deck: no card is called 'Sputnik'"),
        ("[[seat]]\nhand = [7]\n[[seat]]", "seat 1: hand: no card is called '7'"),
        ("[[seat]]\nhand = ['']\n[[seat]]", "seat 1: hand: no card is called ''"),
        ("[[seat]]\nhand = 'Urn'\n[[seat]]", "seat 1: hand is a list of at most 76"),
        ("pyramid = ['Bat']\n" + TWO, "pyramid: no card is called 'Bat'; did you mean 'Boat'?"),
        ("pyramid = [0]\n" + TWO, "pyramid: no card is called '0'"),
        ("pyramid = ['', '', '', '', '', '', '']\n" + TWO, "pyramid is a list of at most 6"),
        ("boneyard = {}\n" + TWO, "boneyard is a list of at most 76"),
        ("", "a position has 1 to 6 tables [[seat]]"),
        ("seat = 3", "a position has 1 to 6 tables [[seat]]"),
        ("seat = [3, 4]", "seat 1 is a table"),
        ("[[seat]]\n" * 7, "a position has 1 to 6 tables [[seat]]"),
        ("active = 2\n" + TWO, "active is a whole number from 0 to 1, not '2'"),
        ("active = -1\n" + TWO, "active is a whole number from 0 to 1, not '-1'"),
        ("active = true\n" + TWO, "active is a whole number from 0 to 1, not 'True'"),
        ("turn = -1\n" + TWO, "turn is a whole number from 0 to 9999, not '-1'"),
        ("turn = 1.5\n" + TWO, "turn is a whole number from 0 to 9999, not '1.5'"),
        ("entombed = 2\n" + TWO, "entombed is a whole number from 0 to 1, not '2'"),
        ("changed = 'yes'\n" + TWO, "changed is a whole number from 0 to 1, not 'yes'"),
        ("bought = 8\n" + TWO, "bought is a whole number from -1 to 7, not '8'"),
        ("rebate = -2\n" + TWO, "rebate is a whole number from 0 to 99, not '-2'"),
        ("luck = [-1]\n" + TWO, "luck is a whole number from 0 to 4294967295, not '-1'"),
        ("luck = [0, 0, 0, 0, 0, 0, 0, 0]\n" + TWO, "luck is a list of at most 7"),
        ("stack = ['Turn']\n" + TWO, 'a frame of the stack is ["program", part, seat, subject], not \'Turn\''),
        ("stack = [['Turn', 0, 0]]\n" + TWO,
         "a frame of the stack is [\"program\", part, seat, subject], not \"['Turn', 0, 0]\""),
        ("stack = [['Dance', 0, 0, -1]]\n" + TWO, "stack: no program 'Dance' has a part 0"),
        ("stack = [['Turn', 9, 0, -1]]\n" + TWO, "stack: no program 'Turn' has a part 9"),
        ("stack = [['Turn', 0, 2, -1]]\n" + TWO, "stack: Turn: seat is a whole number from 0 to 1, not '2'"),
        ("stack = [['Turn', 0, 0, 99]]\n" + TWO, "stack: Turn: subject is a whole number from -1 to 34, not '99'"),
        ("stack = [['Executed', 0, 0, -1]]\n" + TWO, "stack: Executed: subject is a whole number from 0 to 34, not '-1'"),
        ("stack = [['Heart Scarab Amulet', 1, 0, -1]]\n" + TWO,
         "stack: 'Heart Scarab Amulet' cannot continue in this position"),
        ("stack = [['Playing', 0, 0, -1]," + "['Turn', 0, 0, -1]," * 40 + "]\n" + TWO, "stack is a list of at most 40"),
        ("stack = [" + "['Playing', 0, 0, -1]," * 39 + "['Duamutef Canopic Jar', 0, 0, -1]]\n" + TWO + "[[seat]]\n",
         "stack: there is no place for what these programs call"),
        ("stack = [['Turn', 0, 0, -1], ['Crumbling', 0, 0, -1]]\npyramid = ['Boat', 'Boat', 'Boat', 'Boat', 'Boat']\n" + TWO,
         "stack: Crumbling comes last, with an empty middle of the base and two cards above it"),
        ("stack = [['Crumbling', 0, 0, -1], ['Turn', 0, 0, -1]]\npyramid = ['Boat', '', 'Boat', 'Boat', 'Boat']\n" + TWO,
         "stack: Crumbling comes last, with an empty middle of the base and two cards above it"),
        ("[[seat]]\nshown = ['Boat']\n[[seat]]", "seat 1: shown: Boat is not in the hand as often"),
        ("[[seat]]\nhand = ['Urn']\nshown = ['Urn', 'Urn']\n[[seat]]", "seat 1: shown: Urn is not in the hand as often"),
        ("[[seat]]\nlooked = [" + "'Urn'," * 13 + "]\n[[seat]]", "seat 1: looked is a list of at most 12"),
        ("[[seat]]\ndeck_top = [" + "'Urn'," * 13 + "]\n[[seat]]", "seat 1: deck_top is a list of at most 12"),
        ("[[seat]]\nhand = [" + "'Urn'," * 60 + "]\n[[seat]]\nhand = [" + "'Urn'," * 60 + "]",
         "a position holds at most 76 cards, not 120"),
    ],
    ids=lambda text: text.replace("\n", " ")[:50],
)  # fmt: skip
def test_an_invalid_position_is_refused_in_one_sentence_that_names_the_place(text: str, sentence: str):
    assert refusal(text) == sentence


@pytest.mark.parametrize(
    "text", ["hand = [", "= 1", "\x00", "[[seat]", "turn = 1\nturn = 2", "[" * 5000, f"turn = {'9' * 5000}"],
    ids=["bracket", "no key", "zero byte", "half a table", "twice", "deep", "long number"],
)  # fmt: skip
def test_invalid_toml_is_refused(text: str):
    assert refusal(text).startswith("the position is not valid TOML")


def test_long_words_are_cut_in_error_messages():
    assert len(refusal(f"[[seat]]\nhand = ['{'x' * 500}']\n[[seat]]")) < 100
    assert len(refusal(f"{'x' * 500} = 1\n{TWO}")) < 100


def test_a_truncated_text_is_refused_or_read():
    text = VALLEY.write_position(next(s for step, s in enumerate(walk(3, 5)) if step == 70))
    for end in range(0, len(text), 7):
        with suppress(BadText):
            use_everything(VALLEY.read_position(text[:end]))


PROGRAMS = [
    "Turn",
    "Playing",
    "Executed",
    "Discarding",
    "Boat offered",
    "Crumbling",
    *[card.name for card in BASE.cards],
]
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.integers(-3, 120),
    st.booleans(),
    st.sampled_from(["", "Urn", "Boat", "Mummified Cat", "Heart Scarab Amulet", "moon"]),
    st.lists(st.sampled_from(["Urn", "Boat", "", "Shabti"]), max_size=9),
    st.lists(
        st.tuples(
            st.sampled_from(PROGRAMS),
            st.integers(0, 5),
            st.integers(0, 3),
            st.integers(-1, 40),
        ).map(list),
        max_size=6,
    ),
)  # fmt: skip
NODES = [s for seed in range(3) for step, s in enumerate(walk(2 + seed, seed)) if step % 23 == 0]


def as_toml(data: dict[str, Any]) -> str:
    """Data read by `tomllib`, written as TOML again."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in data.items() if key != "seat"]
    for seat in data["seat"]:
        lines += ["[[seat]]", *[f"{key} = {json.dumps(value)}" for key, value in seat.items()]]
    return "\n".join(lines)


def use_everything(s: ValleyState) -> None:
    """Call everything that a position offers, and write it again."""
    assert not s.broken
    for viewer in range(s.seat_count):
        VALLEY.view(s, viewer)
    for move in s.legal_moves():
        assert VALLEY.say(s, VALLEY.action(s, move))
    VALLEY.read_position(VALLEY.write_position(s))


@given(node=st.integers(0, len(NODES) - 1), data=st.data())
def test_a_changed_text_is_refused_or_gives_a_usable_position(node: int, data: st.DataObject):
    position = tomllib.loads(VALLEY.write_position(NODES[node]))
    place = data.draw(st.sampled_from([position, *position["seat"]]))
    key = data.draw(
        st.sampled_from(sorted(set(place) - {"seat"} | {"stack", "looked", "shown", "revealed", "deck_top"}))
    )
    old = place.get(key)
    if isinstance(old, list) and old and data.draw(st.booleans()):
        old[data.draw(st.integers(0, len(old) - 1))] = data.draw(JUNK)
    else:
        place[key] = data.draw(JUNK)
    with suppress(BadText):
        use_everything(VALLEY.read_position(as_toml(position)))


def test_a_position_during_a_reaction_survives_writing_and_reading():
    s = table(hands=("Burial Mask", "Boat"), pyramid=FULL)
    act(s, "buy Statue of Isis with Burial Mask")
    t = VALLEY.read_position(VALLEY.write_position(s))
    assert (t.digest(), menu(t)) == (s.digest(), menu(s))
