"""Overpaying is legal ("if you overpay, no change is given"). It is offered behind one answer, if an extra card has a use in
play."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.valley.catalogues import AFTERLIFE
from tests.engine.valley.table import act, afterlife, cards, in_play, menu, offers, table, tomb

LINEN = "Linen Bandages"
OVERPAY = "pay more than needed"
HOUNDS = "Hounds and Jackals Game"
NAMES = [card.name for card in AFTERLIFE.cards]
# Cards that do not use cards in play and cannot fetch one that does, so only the others in hand decide what is offered.
IDLE = ["Shabti", "Offering Table", "Axe", "Treasury", "Khopesh", "Dagger", "Burial Ceremony"]


def test_two_extra_cards_may_be_paid_for_two_linen_bandages() -> None:
    s = afterlife(hands=f"2 {LINEN}, Khopesh, Treasury, Axe", pyramid="Sling")
    act(
        s,
        OVERPAY,
        "buy Sling with Treasury, Khopesh, Axe",
        f"execute {LINEN}",
        "entomb Treasury",
        f"execute {LINEN}",
        "entomb Khopesh",
    )
    assert tomb(s, 0) == "Khopesh, Treasury"


def allowed_payments(hand: list[str], price: int) -> set[tuple[str, ...]]:
    """By brute force: each set of cards that pays, with at most as many extra cards as there are cards in hand that can use
    them."""
    gold = {name: AFTERLIFE.cards[AFTERLIFE.kind_of[name]].gold for name in hand}

    def is_tight(paid: tuple[str, ...]) -> bool:
        total = sum(gold[name] for name in paid)
        return total >= price and all(total - gold[name] < price for name in paid)

    payments = set()
    for size in range(min(len(hand), 7) + 1):
        for paid in combinations(sorted(hand), size):
            uses = min(3, sum(name in (LINEN, HOUNDS) for name in hand) - sum(name in (LINEN, HOUNDS) for name in paid))
            if any(
                is_tight(kept) for left in range(max(0, uses) + 1) for kept in combinations(paid, max(0, size - left))
            ):
                payments.add(paid)
    return payments


@given(
    idle=st.lists(st.sampled_from(IDLE), max_size=5),
    users=st.sampled_from([(), (LINEN,), (HOUNDS,), (LINEN, LINEN), (LINEN, HOUNDS)]),
    base=st.lists(st.sampled_from(NAMES), min_size=3, max_size=3, unique=True),
    rebate=st.sampled_from([0, 0, 2, 5]),
)
def test_each_payment_with_usable_extra_cards_is_offered_once(
    idle: list[str], users: tuple[str, ...], base: list[str], rebate: int
) -> None:
    hand = [*idle, *users]
    s = afterlife(hands=", ".join(hand), pyramid=", ".join(base), rebate=rebate)
    expected: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for name in base:
        price = max(0, AFTERLIFE.cards[AFTERLIFE.kind_of[name]].cost - rebate)
        expected.update((name, paid) for paid in allowed_payments(hand, price))
    offered: Counter[tuple[str, tuple[str, ...]]] = Counter()
    texts = offers(s, "buy")
    if OVERPAY in menu(s):
        act(s, OVERPAY)
        assert offers(s, "buy") == [text.removeprefix("buy ") for text in menu(s)] != []
        texts += offers(s, "buy")
    for text in texts:
        name, _, paid = text.partition(" with ")
        offered[(name.removesuffix(" for nothing"), tuple(sorted(cards(paid))))] += 1
    assert offered == expected


@pytest.mark.parametrize(
    "zones",
    [
        {"hands": "Serdab, Treasury, Axe", "deck": f"{LINEN}, 2 Urn"},
        {"hands": "Antechamber, Treasury, Axe", "discard": f"Urn, {LINEN}"},
        {"hands": "Opening of the Mouth, Treasury, Axe", "tomb": LINEN},
        {"hands": f"{HOUNDS}, Treasury, Axe"},
    ],
    ids=["in the deck", "in the discard pile", "in the tomb", "back into the hand"],
)
def test_the_card_that_uses_the_extra_one_need_not_be_in_hand_yet(zones: dict[str, str]) -> None:
    s = afterlife(pyramid="Sling", **zones)
    assert "buy Sling with Treasury, Axe" not in menu(s)
    act(s, OVERPAY, "buy Sling with Treasury, Axe")
    assert in_play(s, 0) == "Axe, Treasury"


def test_overpaying_is_not_offered_without_a_use() -> None:
    for s in (
        afterlife(hands="Treasury, Axe, Shabti", pyramid="Sling", deck=LINEN),
        table(hands="Statue of Horus, Boat", pyramid="Boat"),
        afterlife(hands=f"{LINEN}, Treasury", pyramid="Sling"),  # the extra card would be the one that uses it
    ):
        assert OVERPAY not in menu(s)


def test_the_menu_of_a_turn_lists_no_payment_with_a_card_too_many() -> None:
    s = afterlife(hands=f"{LINEN}, {HOUNDS}, Treasury, Axe, Shabti", pyramid="Sling, Dagger, Ring")
    payments = offers(s, "buy")
    assert len(payments) == len(set(payments)) <= 15
    assert menu(s).count(OVERPAY) == 1


@pytest.mark.parametrize(
    "zones", [{"hands": f"2 {LINEN}, Treasury, Axe"}, {"hands": f"{HOUNDS}, Shabti, Urn", "rebate": 9}]
)
def test_a_lazy_menu_counts_and_builds_the_same_payments(zones: dict[str, object]) -> None:
    full = afterlife(pyramid="Sling, Axe, Ring", deck="Serdab, 5 Urn", **zones)
    lazy = full.copy()
    lazy.lazy_menu = True
    lazy.run()
    assert [lazy.move_at(i) for i in range(lazy.move_count)] == full.legal_moves()
