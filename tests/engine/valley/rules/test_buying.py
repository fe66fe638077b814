"""Rulebook, "Buying Cards"."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.moves import VERB_MASK
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.payments import MAX_CACHED_PURSES
from engine.valley.rules.buying import BUY
from engine.valley.state import HAND, ValleyState
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import FULL, act, cards, discard, in_play, menu, offers, pyramid, read_position, table
from tests.engine.valley.table import hand as hand_of

RICH = "4 Burial Mask"
NAMES = [card.name for card in BASE.cards]


def test_only_the_cards_of_the_base_may_be_bought():
    s = table(hands=RICH, pyramid=FULL)
    bought = {text.split(" with ")[0] for text in offers(s, "buy")}
    assert bought == {"Boat", "Statue of Bastet", "Statue of Isis"}


def test_a_card_that_crumbled_into_the_base_may_be_bought():
    s = table(hands=RICH, pyramid=FULL)
    act(s, "buy Boat with Burial Mask")
    assert "buy Statue of Sobek with Burial Mask" in menu(s)


def test_buying_example():
    s = table(
        hands="Tyet Amulet, Book of the Netherworld, Urn",
        pyramid="Book of Gates, Statue of Bastet, Ka Figurine / Boat, Boat / Boat",
        discard="Shabti",
    )
    act(s, "buy Statue of Bastet with Book of the Netherworld, Tyet Amulet", "let Boat (upper left) fall")
    assert discard(s, 0) == "Shabti, Statue of Bastet"
    assert in_play(s, 0) == "Book of the Netherworld, Tyet Amulet"
    assert pyramid(s) == "Book of Gates, Boat, Ka Figurine / Boat, Boat / -"
    assert offers(s, "buy") == []  # the Book of Gates costs 2: extra gold is lost, and an Urn alone is 1


def test_the_gold_of_a_card_never_pays_for_two_cards():
    s = table(hands="Burial Mask", pyramid="Book of Gates, Statue of Anubis, Urn")
    act(s, "buy Book of Gates with Burial Mask")
    assert "buy Statue of Anubis" not in " ".join(menu(s))


def test_any_number_of_cards_may_be_bought_one_at_a_time():
    s = table(hands=RICH, pyramid="Boat, Boat, Boat / Boat, Boat / Boat")
    act(s, "buy Boat (left) with Burial Mask", "buy Boat (left) with Burial Mask", "buy Boat (left) with Burial Mask")
    assert discard(s, 0) == "Boat, Boat, Boat"
    assert hand_of(s, 0) == "Burial Mask"


def test_a_purchase_that_cannot_be_paid_is_not_offered():
    assert offers(table(hands="Urn, Shabti", pyramid=FULL), "buy") == []
    assert offers(table(hands="Box of Food, Shabti", pyramid=FULL), "buy") == ["Boat with Box of Food, Shabti"]


def test_a_card_without_cost_is_free():
    s = table(hands="Shabti", pyramid="Urn, Boat, Boat")
    assert offers(s, "buy") == ["Urn for nothing"]
    act(s, "buy Urn for nothing")
    assert (hand_of(s, 0), discard(s, 0)) == ("Shabti", "Urn")


def test_a_bought_card_goes_on_top_of_the_buyers_discard_pile():
    s = table(hands=("Burial Mask", "Urn"), pyramid=FULL, discard=("Urn, Shabti", "Box of Food"))
    act(s, "buy Statue of Isis with Burial Mask")
    assert discard(s, 0) == "Urn, Shabti, Statue of Isis"
    assert discard(s, 1) == "Box of Food"
    assert menu(s) == ["end turn"]


def test_a_card_played_for_its_gold_cannot_be_executed_or_entombed():
    s = table(hands="Burial Mask, Urn", pyramid=FULL)
    act(s, "buy Statue of Isis with Burial Mask")
    assert "entomb Urn" in menu(s)
    assert "entomb Burial Mask" not in menu(s)
    assert "execute Burial Mask" not in menu(s)


def test_cards_that_paid_stay_in_play_until_the_end_of_the_turn():
    s = table(hands=("Burial Mask, Shabti", ""), pyramid=FULL)
    act(s, "buy Statue of Isis with Burial Mask")
    assert in_play(s, 0) == "Burial Mask"
    act(s, "end turn")
    assert in_play(s, 0) == ""
    assert hand_of(s, 0) == "Burial Mask, Shabti, Statue of Isis"  # drawn again from the discard pile


@pytest.mark.parametrize("card", ["Statue of Anubis", "Ka Figurine", "Urn"])
def test_cards_in_play_cannot_be_sacrificed_or_discarded_by_an_action(card: str):
    s = table(hands=f"Statue of Horus, Statue of Bastet, {card}", pyramid=FULL, deck="Shabti, Shabti")
    act(s, "buy Boat with Statue of Horus", f"execute {card}")
    verb = "sacrifice" if card == "Statue of Anubis" else "discard"
    assert menu(s) == [f"{verb} Statue of Bastet"]


def test_cards_in_play_do_not_count_as_cards_in_hand():
    s = table(hands="Statue of Horus, Statue of Anubis", pyramid=FULL, deck="Shabti")
    assert "execute Statue of Anubis" in menu(s)
    act(s, "buy Boat with Statue of Horus")
    assert "execute Statue of Anubis" not in menu(s)


def minimal_payments(hand: list[str], price: int, gilded: bool) -> set[tuple[str, ...]]:
    """By brute force: each set of cards that pays and from which no card could be left out."""
    gold = {name: 4 if gilded else BASE.cards[BASE.kind_of[name]].gold for name in hand}
    payments = set()
    for size in range(len(hand) + 1):
        for paid in combinations(sorted(hand), size):
            total = sum(gold[name] for name in paid)
            if total >= price and all(total - gold[name] < price for name in paid):
                payments.add(paid)
    return payments


HANDS = st.lists(st.sampled_from(NAMES), max_size=8)
BASES = st.lists(st.sampled_from(NAMES), min_size=3, max_size=3, unique=True)


@given(hand=HANDS, base=BASES, gilded=st.booleans(), rebate=st.sampled_from([0, 0, 2, 4]))
def test_each_purchase_is_offered_once_with_each_minimal_payment(
    hand: list[str], base: list[str], gilded: bool, rebate: int
):
    s = table(hands=", ".join(hand), pyramid=", ".join(base), gilded=int(gilded), rebate=rebate)
    expected: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for name in base:
        price = max(0, BASE.cards[BASE.kind_of[name]].cost - rebate)
        expected.update((name, paid) for paid in minimal_payments(hand, price, gilded))
    offered: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for text in offers(s, "buy"):
        name, _, paid = text.partition(" with ")
        offered[(name.removesuffix(" for nothing"), tuple(sorted(cards(paid))))] += 1
    assert offered == expected


@given(hand=HANDS, data=st.data())
def test_a_purchase_takes_only_the_named_cards_from_the_hand(hand: list[str], data: st.DataObject):
    s = table(hands=", ".join([*hand, "Burial Mask"]), pyramid="Statue of Thoth, Boat, Book of Gates")
    text = data.draw(st.sampled_from(offers(s, "buy")))
    act(s, f"buy {text}")
    name, _, paid = text.partition(" with ")
    assert in_play(s, 0) == ", ".join(sorted(cards(paid)))
    assert Counter(cards(hand_of(s, 0))) == Counter([*hand, "Burial Mask"]) - Counter(cards(paid))
    assert discard(s, 0) == name


def two_cards_to_buy(catalogue: Catalogue) -> ValleyState:
    """A position in which the player can buy two cards with different costs."""
    return read_position(catalogue, 'pyramid = ["Boat", "Burial Mask"]\n[[seat]]\nhand = ["Urn"]\n[[seat]]\n')


def purchases(position: ValleyState, hand: list[int]) -> list[int]:
    """The purchases of a player with this hand."""
    s = position.copy()
    s.clear(HAND)
    for kind in hand:
        s.add(HAND, kind)
    s.run()
    return [move for move in s.legal_moves() if move & VERB_MASK == BUY]


def test_payments_do_not_depend_on_the_hands_seen_before() -> None:
    rng = Random(1)
    hands = [[rng.randrange(len(BASE)) for _ in range(rng.randint(0, 10))] for _ in range(MAX_CACHED_PURSES)]
    used = two_cards_to_buy(Catalogue(BASE.cards))
    for hand in hands:
        purchases(used, hand)
    for hand in hands[:50]:
        assert purchases(used, hand) == purchases(two_cards_to_buy(Catalogue(BASE.cards)), hand)
