"""Pieces and positions as TOML: they survive writing and reading, and a fault is reported in one sentence."""

import tomllib

import pytest

from engine.core.errors import BadCatalogue, BadText
from engine.thieves.game import THIEVES
from engine.thieves.pieces_text import read_pieces, write_pieces
from engine.thieves.shipped import SHIPPED
from tests.engine.thieves.table import new_game, setup

TEXT = write_pieces(SHIPPED)


def test_pieces_survive_writing_and_reading():
    pieces = read_pieces(TEXT)
    assert (pieces.tombs, pieces.guardians, pieces.cards) == (SHIPPED.tombs, SHIPPED.guardians, SHIPPED.cards)
    assert pieces.fingerprint() == SHIPPED.fingerprint()
    assert read_pieces(write_pieces(pieces)).fingerprint() == pieces.fingerprint()


def test_a_commented_file_marks_every_number_that_no_rulebook_shows():
    text = write_pieces(SHIPPED, with_comments=True)
    printed = [line.partition("  # printed")[0] for line in text.splitlines() if line.endswith("# printed")]
    assert printed == [
        'symbol = "shield"',
        "treasure = 3",
        'symbol = "sword"',
        "strength = 2",
        'top = "1 shield"',
        'bottom = "2 sword"',
    ]
    assert text.count("# reconstructed") == 2 * 12 + 3 * 12 + 2 * 40 - len(printed)
    assert tomllib.loads(text) == tomllib.loads(TEXT)


def test_the_copies_of_a_piece_survive_writing_and_reading():
    text = TEXT.replace('bottom = "2 lamp"', 'bottom = "2 lamp"\ncopies = 3', 1)
    pieces = read_pieces(text)
    assert pieces.card_count == 42
    assert "copies = 3" in write_pieces(pieces)
    assert pieces.fingerprint() != SHIPPED.fingerprint()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('symbol = "key"', 'symbol = "ruby"', "tomb 1: symbol is one of key, lamp, shield, sword, not 'ruby'"),
        ("treasure = 1", "treasure = 0", "tomb 1: treasure is a whole number from 1 to 9, not '0'"),
        ("strength = 2", "strength = true", "Locked Gate: strength is a whole number from 1 to 12, not 'True'"),
        ('nature = "trap"', 'nature = "cat"', "Locked Gate: nature is trap or creature, not 'cat'"),
        ('name = "Mummy"', 'name = "skeleton"', "two guardians have the same name; give one of them copies"),
        ('name = "Mummy"', 'name = "<b>"', "guardian 11: a name has only letters and spaces, at most 20 characters, not '<b>'"),
        ('top = "1 key"', 'top = "key"', "card 1: top is a number from 1 to 6 and a symbol, as in \"2 key\", not 'key'"),
        ('top = "1 key"', 'top = "7 key"', "card 1: top is a number from 1 to 6 and a symbol, as in \"2 key\", not '7 key'"),
        ('top = "1 key"', 'top = "1 lamp"', "card 1: the halves of a card have different symbols, not lamp twice"),
        ('top = "1 key"\n', "", "card 1 has two halves, top and bottom, and copies if there are more than one"),
        ('bottom = "2 lamp"', 'bottom = "1 lamp"', "two duelling cards have the same halves; give one of them copies"),
        ('bottom = "2 lamp"', 'bottom = "2 lamp"\ncopies = 12\n[[cards]]', None),
        ('bottom = "2 lamp"', 'bottom = "2 lamp"\nprinted = ["name"]', "card 1: printed is a list of some of these: top, bottom"),
    ],
)  # fmt: skip
def test_a_fault_in_the_pieces_names_its_place_in_one_sentence(old: str, new: str, fault: str | None):
    with pytest.raises(BadCatalogue) as refused:
        read_pieces(TEXT.replace(old, new, 1))
    if fault:
        assert str(refused.value) == fault


@pytest.mark.parametrize(
    "text",
    ["= =", "a = 1", "[[tomb]]\n", "tomb = 1\nguardian = 2\ncard = 3", f"{TEXT}\n[[card]]\ntop = 'x'\nbottom = []"],
)
def test_a_text_without_pieces_is_refused(text: str):
    with pytest.raises(BadCatalogue):
        read_pieces(text)


def test_too_few_cards_are_refused():
    with pytest.raises(BadCatalogue, match=r"^there are 30 to 60 duelling cards, not 29$"):
        read_pieces("[[card]]".join(TEXT.split("[[card]]")[:30]))


def test_a_position_remembers_its_custom_pieces():
    text = TEXT.replace("strength = 4", "strength = 5")
    state = THIEVES.start(setup(2, cards=text))
    assert THIEVES.fingerprint(setup(2, cards=text)) != THIEVES.fingerprint(setup(2))
    assert THIEVES.read_position(THIEVES.write_position(state)).pieces.text == text


def test_a_position_survives_writing_and_reading():
    state = new_game(3)
    read = THIEVES.read_position(THIEVES.write_position(state))
    assert (read.digest(), read.legal_moves()) == (state.digest(), state.legal_moves())


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("players = 3", "players = 9", "players is a whole number from 2 to 8, not '9'"),
        ("players = 3", "players = 4", "a position of 4 players has 4 tables [[seat]]"),
        ("starter = 0", "starter = 3", "starter is a whole number from 0 to 2, not '3'"),
        ("stakes = 1", "steaks = 1", "the position has no 'steaks'; did you mean 'stakes'?"),
        ("pools = [0]", "pools = []", "each guardian beside the tomb has one pool"),
        ("winners = 0", "winners = 1", "an unfinished game has a tomb and a stack, a finished one has winners"),
        ("laid = []", 'laid = [["1 key/2 lamp", 0, 2, -1, -1]]', "seat 1: face down is a whole number from 0 to 1, not '2'"),
        ("used", "used", None),
    ],
)  # fmt: skip
def test_a_fault_in_a_position_is_one_sentence(old: str, new: str, fault: str | None):
    text = THIEVES.write_position(new_game(3))
    if fault is None:
        text = text.replace("laid = []", "laid = []\nused = [0]", 1)
    with pytest.raises(BadText) as refused:
        THIEVES.read_position(text.replace(old, new, 1))
    if fault is not None:
        assert str(refused.value) == fault


def test_a_position_with_more_cards_than_the_game_is_refused():
    text = THIEVES.write_position(new_game(3))
    with pytest.raises(BadText, match=r"^a position holds at most 40 cards, not 41$"):
        THIEVES.read_position(text.replace("unseen = []", 'unseen = ["1 key/2 lamp"]', 1))
