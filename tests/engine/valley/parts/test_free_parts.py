"""Parts in any order, as custom cards may combine them: their actions are also offered if and only if they can be completed.

None of these cards exists. Each puts a part before others that depend on what it changed.
"""

from random import Random

import pytest

from engine.core.errors import BadCatalogue
from engine.core.moves import VERB_MASK, first_argument, pack_move
from engine.core.tasks import DEPTH_CELL
from engine.valley.catalogue.verbs import PASS
from engine.valley.parts.boneyard import SET_ASIDE, EachTakesTop, SacrificeAside, SetAside, SwapWithBoneyard
from engine.valley.parts.deck import (
    DiscardIt,
    Draw,
    ExecuteIt,
    KeepOne,
    LookAt,
    NameSet,
    Repeat,
    RevealForSet,
    RevealTop,
)
from engine.valley.parts.filters import CostsUpTo, HighestCost, InBase, LowestCost, SameSetAsIt, SetCards, Starters
from engine.valley.parts.hand import Discard, DiscardToDraw, Entomb, EntombFromDiscard, Recover, Sacrifice, Unearth
from engine.valley.parts.in_play import EntombFromPlay, FallIntoPyramid, ReturnFromPlay
from engine.valley.parts.opponents import ByIt, ChooseOpponent, EachOpponent, PlunderDiscard
from engine.valley.parts.take import TO_HAND, SacrificeFromPyramid, SwapOrSacrifice, Take, TakeFromStock
from engine.valley.parts.tomb import (
    AWAKEN,
    NEXT,
    Awaken,
    EntombTop,
    MayEntombIfSetInTomb,
    MayEntombNextDeckCard,
    SacrificeFromTomb,
)
from engine.valley.rules.reactions import DISCARD_CARD
from engine.valley.state import BONEYARD, HAND, LOOKED_AT, TOMB
from engine.valley.turn import EXECUTE
from tests.contract.census import valley_cards
from tests.engine.valley.custom.catalogue_edits import Action, custom_catalogue
from tests.engine.valley.rules.exact_menus import check, check_not_stuck, random_play, sparse_position
from tests.engine.valley.table import read_position

EXACT = custom_catalogue(
    (Take(InBase()), Take(SameSetAsIt())),
    (Take(), Take(), Take()),
    (Take(LowestCost(), to=TO_HAND), Discard(SetCards())),
    (Unearth(), Entomb(Starters())),
    (Recover(), Discard(SetCards())),
    (Discard(), Recover(), Entomb(SetCards())),
    (Sacrifice(), Sacrifice()),
    (Entomb(), SacrificeFromTomb(SetCards())),
    (EntombFromDiscard(1), Unearth(), Sacrifice()),
    (SwapOrSacrifice(), Take(HighestCost())),
    (SwapWithBoneyard(), Take(CostsUpTo(2))),
    (SacrificeFromPyramid(CostsUpTo(3)), SwapWithBoneyard()),
    (ChooseOpponent(), ByIt(Take(LowestCost(), may=True)), Take(), Take()),
    (PlunderDiscard(5), Entomb(may=True), EntombFromDiscard(2)),
    (EachOpponent(Sacrifice(), spare=2), EachTakesTop()),
    (EntombFromPlay(), ReturnFromPlay()),
    (SetAside(), EntombFromPlay(), Take()),
    (FallIntoPyramid(), Take(HighestCost())),
    (MayEntombIfSetInTomb("Left"), SacrificeFromTomb(SetCards())),
    (PlunderDiscard(5), Take(SameSetAsIt())),
)


def test_menus_offer_exactly_the_completable_actions_in_any_order_of_parts() -> None:
    rng = Random(0)
    compared = sum(check(s, rng) for _ in range(30) for s in random_play(sparse_position(rng, EXACT), rng, 6))
    assert compared > 500


# An action that depends on luck is offered if it can be completed whatever happens.
LUCKY = custom_catalogue(
    (Draw(1), Draw(1)),
    (Draw(1), Discard()),
    (Draw(1), Entomb(Starters())),
    (LookAt(2), KeepOne(), Discard(SetCards())),
    (RevealTop(), ExecuteIt(), DiscardIt(), Draw(2)),
    (RevealTop(), Take(SameSetAsIt())),
    (EntombTop(), Unearth(), Discard()),
    (Repeat(), Entomb()),
    (Awaken(), Discard()),
    (EntombTop(), SacrificeFromTomb(SetCards())),
    (EntombTop(), MayEntombNextDeckCard(Starters()), Draw(1)),
    (TakeFromStock(), Take(SameSetAsIt())),
    (NameSet(), RevealForSet(2), Discard(SetCards())),
)


def offered(text: str, number: int) -> bool:
    """Whether the action of a card of `LUCKY` is offered in a position, if the player holds that card."""
    s = read_position(LUCKY, text)
    kind = LUCKY.kind_of[f"Card {number}"]
    s.add(HAND + s.mover, kind)
    s.run()
    assert s.cells[DEPTH_CELL] > 0
    return pack_move(EXECUTE, kind) in s.legal_moves()


@pytest.mark.parametrize(
    ("number", "zones", "may"),
    [
        (0, 'deck = ["Urn"]', False),
        (0, 'deck = ["Urn"]\ndiscard = ["Urn"]', True),
        (1, 'deck = ["Card 1"]', True),
        (2, 'deck = ["Urn", "Shabti"]', True),
        (2, 'deck = ["Urn", "Card 0"]', False),
        (2, 'deck = ["Urn", "Card 0"]\nhand = ["Urn"]', True),
        (3, 'deck = ["Urn", "Card 0"]', True),
        (3, 'deck = ["Urn", "Shabti", "Card 0"]', False),
        (4, 'deck = ["Urn"]', False),
        (4, 'deck = ["Urn", "Urn", "Urn"]', True),
        (9, 'deck = ["Card 0", "Urn"]', False),
        (9, 'deck = ["Card 0", "Card 1"]', True),
        (9, 'deck = ["Card 0", "Urn"]\ntomb = ["Card 0"]', True),
        (10, 'deck = ["Urn"]', False),
        (10, 'deck = ["Urn", "Urn"]', True),
        (12, 'deck = ["Card 0", "Card 1", "Urn"]', False),
        (12, 'deck = ["Card 0", "Card 2", "Urn"]', True),
        (12, 'deck = ["Card 0"]\ndiscard = ["Card 2"]', True),
        (12, 'deck = ["Card 1"]\ndeck_top = ["Card 0"]', True),
    ],
)
def test_an_action_with_luck_is_offered_only_if_every_outcome_can_be_completed(
    number: int, zones: str, may: bool
) -> None:
    assert offered(f"[[seat]]\n{zones}\n[[seat]]\n", number) == may


@pytest.mark.parametrize(("stock", "may"), [('["Card 0", "Card 1"]', False), ('["Card 0", "Card 2"]', True)])
def test_an_action_with_the_stock_is_offered_only_if_every_top_card_allows_it(stock: str, may: bool) -> None:
    """Cards with even numbers belong to one set, those with odd numbers to the other."""
    table = f'pyramid = ["Card 4"]\nstock_ii = {stock}\nstock_iii = ["Card 1"]\n'
    assert offered(f"{table}[[seat]]\n[[seat]]\n", 11) == may


@pytest.mark.parametrize("cards", [2, 3])
def test_a_second_card_may_be_entombed_only_if_the_other_parts_remain_possible(cards: int) -> None:
    s = read_position(LUCKY, f'[[seat]]\nhand = ["Card 10"]\ndeck = {["Urn"] * cards}\n[[seat]]\n')
    s.apply(pack_move(EXECUTE, LUCKY.kind_of["Card 10"]))
    assert (NEXT in s.legal_moves()) == (cards == 3)
    if cards == 3:
        s.apply(PASS)
    assert (s.count(TOMB), s.count(HAND)) == (1, 1)


@pytest.mark.parametrize("seed", range(2))
def test_an_offered_action_can_be_completed(seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        for s in random_play(sparse_position(rng, LUCKY), rng, 20):
            check_not_stuck(s)


@pytest.mark.parametrize(
    "action",
    [(ChooseOpponent(), ByIt(Awaken())), (EachOpponent(Awaken()),)],
    ids=["chosen", "each"],
)
def test_an_action_that_executes_in_other_tombs_is_not_executed_in_a_tomb(action: Action) -> None:
    """Two such cards would execute each other forever."""
    cards = custom_catalogue(action, (Draw(1),))
    seat = '[[seat]]\nhand = ["Card 0"]\ndeck = ["Urn"]\ntomb = ["Card 0", "Card 1"]\n'
    s = read_position(cards, 2 * seat)
    s.apply(pack_move(EXECUTE, cards.kind_of["Card 0"]))
    while s.cells[DEPTH_CELL] > 0 and s.mover == 0 and s.move_count == 1:
        s.apply(s.menu[0])
    assert [s.catalogue.cards[first_argument(move)].name for move in s.legal_moves() if move & VERB_MASK == AWAKEN] == [
        "Card 1"
    ]


def test_an_optional_part_cannot_use_the_card_being_executed() -> None:
    """No other card could be entombed here, so none could be sacrificed."""
    cards = custom_catalogue((Entomb(may=True), SacrificeFromTomb()))
    s = read_position(cards, '[[seat]]\nhand = ["Card 0"]\n[[seat]]\n')
    assert pack_move(EXECUTE, cards.kind_of["Card 0"]) not in s.legal_moves()


def test_a_part_cannot_be_used_in_two_actions() -> None:
    """A part knows what follows it. In a second action it would continue with the first."""
    draw = Draw(9)
    with pytest.raises(BadCatalogue, match=r"Draw\(9\) is used in two places"):
        custom_catalogue((draw, Discard()), (draw,))
    with pytest.raises(BadCatalogue, match=r"Draw\(9\) is used in two places"):
        custom_catalogue((draw, draw))


def test_cards_discarded_to_draw_are_counted_from_the_first_after_other_parts() -> None:
    cards = custom_catalogue((Discard(), DiscardToDraw()))
    s = read_position(
        cards, '[[seat]]\nhand = ["Card 0", "Urn", "Urn", "Urn"]\ndeck = ["Shabti", "Shabti"]\n[[seat]]\n'
    )
    urn = cards.kind_of["Urn"]
    assert urn > 0
    s.apply(pack_move(EXECUTE, cards.kind_of["Card 0"]))
    for menu in ([], [], [PASS]):
        assert s.legal_moves() == [pack_move(DISCARD_CARD, urn), *menu]
        s.apply(s.legal_moves()[-1])
    assert s.kinds(HAND) == sorted([urn, cards.kind_of["Shabti"]])


FULL = f'deck = ["Urn", "Urn", "Urn"]\n{{}} = {["Shabti"] * 12}\n'  # no more cards fit


@pytest.mark.parametrize(
    ("action", "zone"),
    [
        ((EntombTop(), LookAt(2)), "looked"),
        ((EntombTop(), RevealTop()), "revealed"),
        ((EntombTop(), RevealForSet(2)), "revealed"),
    ],
    ids=["look", "reveal", "for a set"],
)
def test_no_card_is_looked_at_or_revealed_if_too_many_already_are(action: Action, zone: str) -> None:
    cards = custom_catalogue(action)
    s = read_position(cards, f'[[seat]]\nhand = ["Card 0"]\n{FULL.format(zone)}[[seat]]\n')
    assert pack_move(EXECUTE, cards.kind_of["Card 0"]) not in s.legal_moves()


def test_an_opponent_already_looking_at_too_many_cards_looks_at_no_more() -> None:
    cards = custom_catalogue((EachOpponent(LookAt(2)),))
    s = read_position(cards, f'[[seat]]\nhand = ["Card 0"]\n[[seat]]\nhand = ["Urn"]\n{FULL.format("looked")}')
    before = valley_cards(s)
    s.apply(pack_move(EXECUTE, cards.kind_of["Card 0"]))
    assert valley_cards(s) == before
    assert s.kinds(LOOKED_AT + 1) == [cards.kind_of["Shabti"]] * 12


def test_each_setting_aside_requires_at_least_one_card() -> None:
    cards = custom_catalogue((SetAside(), SetAside(), SacrificeAside()))
    s = read_position(
        cards, 'boneyard = ["Box of Food", "Box of Food"]\n[[seat]]\nhand = ["Card 0", "Urn", "Urn"]\n[[seat]]\n'
    )
    s.apply(pack_move(EXECUTE, cards.kind_of["Card 0"]))
    for menu in ([], [PASS], []):
        assert s.legal_moves() == [pack_move(SET_ASIDE, cards.kind_of["Urn"]), *menu]
        s.apply(s.legal_moves()[-1])
    assert s.kinds(BONEYARD) == 2 * [cards.kind_of["Urn"]]
