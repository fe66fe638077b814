"""Rulebook, "Game Contents" and "Cards & Symbols"."""

from collections import Counter

from engine.thieves.pieces import RUBY, SYMBOLS
from engine.thieves.shipped import SHIPPED
from tests.engine.thieves.table import offered, table


def test_there_are_12_tombs_12_guardians_40_duelling_cards_and_24_treasure():
    assert (SHIPPED.tomb_count, SHIPPED.guardian_count, SHIPPED.card_count) == (12, 12, 40)
    assert sum(tomb.treasure * tomb.copies for tomb in SHIPPED.tombs) == 24


def test_there_are_five_symbols():
    assert SYMBOLS == ("key", "lamp", "shield", "sword", "ruby")


def test_the_pieces_shown_in_the_rulebook_exist():
    """Two swords defeat the Skeleton; a tomb of 3 treasure is won with shields; a card has 1 shield and 2 swords."""
    skeleton = next(guardian for guardian in SHIPPED.guardians if guardian.name == "Skeleton")
    assert (SYMBOLS[skeleton.symbol], skeleton.strength) == ("sword", 2)
    assert (2, 3) in [(tomb.symbol, tomb.treasure) for tomb in SHIPPED.tombs]
    assert "1 shield/2 sword" in SHIPPED.card_names
    pieces = (*SHIPPED.tombs, *SHIPPED.guardians, *SHIPPED.cards)
    assert [piece.printed for piece in pieces if piece.printed] == [
        ("symbol", "treasure"),
        ("symbol", "strength"),
        ("top", "bottom"),
    ]


def test_cards_are_unique_and_have_two_different_symbols():
    assert all(card.top.symbol != card.bottom.symbol for card in SHIPPED.cards)
    assert len({frozenset({card.top, card.bottom}) for card in SHIPPED.cards}) == 40


def test_symbols_are_equally_common_and_rubies_are_rare():
    """Reconstructed: nothing in the rulebook prefers a symbol."""
    halves = [half for card in SHIPPED.cards for half in (card.top, card.bottom)]
    cards = Counter(half.symbol for half in halves)
    symbols = Counter()
    for half in halves:
        symbols[half.symbol] += half.symbol_count
    plain = [symbol for symbol in cards if symbol != RUBY]
    assert len({(cards[symbol], symbols[symbol]) for symbol in plain}) == 1
    assert cards[RUBY] == 8


def test_either_half_of_a_card_can_be_used():
    assert "play 1 key (not 2 lamp) face up" in offered(table(("1 key/2 lamp", "")))
    assert "play 2 lamp (not 1 key) face up" in offered(table(("1 key/2 lamp", "")))
