"""The state of the game: bags, piles, the luck of every seat, and the digest."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import NOTHING, Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from engine.valley.state import BONEYARD, DECK, DISCARD, HAND, STOCK_LUCK_INDEX, TOMB, ValleyState, empty_table
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import act, table
from tests.engine.valley.walks import walk
from tests.tables import each_row

KINDS = st.lists(st.integers(0, len(BASE) - 1), max_size=20)


def holding(zone: int, kinds: list[int], bag: bool) -> ValleyState:
    """A table with these cards in a zone, added one after the other."""
    s = empty_table(BASE, 2)
    for kind in kinds:
        if bag:
            s.add(zone, kind)
        else:
            s.push(zone, kind)
    return s


@given(KINDS)
def test_a_bag_is_sorted_however_it_was_filled(kinds: list[int]):
    assert holding(HAND, kinds, bag=True).kinds(HAND) == sorted(kinds)


@given(KINDS, st.integers(0, len(BASE) - 1))
def test_removing_from_a_bag_takes_one_card_of_the_kind(kinds: list[int], kind: int):
    s = holding(HAND, kinds, bag=True)
    assert s.remove(HAND, kind) == (kind in kinds)
    left = sorted(kinds)
    if kind in left:
        left.remove(kind)
    assert s.kinds(HAND) == left
    assert (s.count_of(HAND, kind), s.has(HAND, kind)) == (left.count(kind), kind in left)


@given(KINDS)
def test_a_pile_is_last_in_first_out(kinds: list[int]):
    s = holding(DISCARD, kinds, bag=False)
    assert s.kinds(DISCARD) == kinds
    lifted = []
    while s.count(DISCARD):
        assert s.top(DISCARD) == s.card_at(DISCARD, s.count(DISCARD) - 1)
        lifted.append(s.pop(DISCARD))
    assert lifted == kinds[::-1]
    assert s.top(DISCARD) == NOTHING


def test_removing_from_a_pile_takes_the_topmost_card_of_the_kind():
    s = holding(DISCARD, [1, 2, 1, 3], bag=False)
    assert s.remove(DISCARD, 1)
    assert s.kinds(DISCARD) == [1, 2, 3]


@given(KINDS, KINDS)
def test_pouring_a_zone_into_a_bag_empties_it_and_keeps_the_bag_sorted(pile: list[int], bag: list[int]):
    s = holding(DECK, bag, bag=True)
    for kind in pile:
        s.push(DISCARD, kind)
    s.pour_zone_into(DISCARD, DECK)
    assert (s.kinds(DISCARD), s.kinds(DECK)) == ([], sorted(pile + bag))


@given(KINDS.filter(bool), st.data())
def test_removing_a_present_card_equals_removing_it_by_search(kinds: list[int], data: st.DataObject):
    kind = data.draw(st.sampled_from(kinds))
    taken, dropped = (holding(HAND, kinds, bag=True) for _ in range(2))
    taken.remove(HAND, kind)
    dropped.remove_present(HAND, kind)
    assert dropped.digest() == taken.digest()


@given(KINDS, KINDS, st.data())
def test_dealing_several_cards_equals_drawing_them_one_by_one(deck: list[int], hand: list[int], data: st.DataObject):
    cards = data.draw(st.integers(0, len(deck)))
    at_once, one_by_one, reported = (holding(DECK, deck, bag=True) for _ in range(3))
    for s in (at_once, one_by_one, reported):
        s.reseed(len(deck))
        for kind in hand:
            s.add(HAND, kind)
    for _ in range(cards):
        one_by_one.add(HAND, one_by_one.draw(0))
    at_once.deal_cards(0, DECK, HAND, cards)
    order: list[int] = []
    reported.deal_cards(0, DECK, HAND, cards, order)
    assert at_once.digest() == reported.digest() == one_by_one.digest()
    assert sorted(order + hand) == at_once.kinds(HAND)


def test_each_seat_has_separate_zones():
    s = empty_table(BASE, 4)
    for seat in range(4):
        s.add(HAND + seat, seat)
        s.push(DISCARD + seat, seat + 4)
    assert [s.kinds(HAND + seat) for seat in range(4)] == [[0], [1], [2], [3]]
    assert [s.kinds(DISCARD + seat) for seat in range(4)] == [[4], [5], [6], [7]]


def test_every_zone_can_hold_all_cards():
    s = empty_table(BASE, 4)
    zones = [BONEYARD, *[zone + seat for zone in (HAND, DECK, DISCARD, TOMB) for seat in range(4)]]
    for zone in zones:
        for _ in range(96):
            s.push(zone, 7)
    assert all(s.kinds(zone) == [7] * 96 for zone in zones)


def random_numbers(s: ValleyState, seat: int, times: int) -> list[int]:
    return [s.random_below(seat, 1000) for _ in range(times)]


def test_the_luck_of_a_seat_does_not_depend_on_what_others_drew():
    alone, among = empty_table(BASE, 3), empty_table(BASE, 3)
    for s in (alone, among):
        s.reseed(5)
    mine = []
    for _ in range(10):
        random_numbers(among, 1, 2)
        mine += random_numbers(among, 0, 1)
        random_numbers(among, STOCK_LUCK_INDEX, 3)
    assert mine == random_numbers(alone, 0, 10)
    assert len(set(mine)) > 5


def test_every_seat_and_the_stock_have_separate_luck():
    s = empty_table(BASE, 3)
    s.reseed(5)
    assert len({tuple(random_numbers(s, seat, 5)) for seat in range(STOCK_LUCK_INDEX + 1)}) == STOCK_LUCK_INDEX + 1


@given(st.integers(1, 96), st.integers(0, (1 << 63) - 1))
def test_a_random_number_is_below_its_bound(among: int, seed: int):
    s = empty_table(BASE, 2)
    s.reseed(seed)
    assert all(0 <= s.random_below(0, among) < among for _ in range(20))


def test_drawing_uses_the_deck_then_the_shuffled_discard_pile_then_nothing():
    s = table(hands="", deck="Boat", discard="Urn, Shabti")
    drawn = [s.draw(0) for _ in range(4)]
    assert drawn[0] == BASE.kind_of["Boat"]
    assert sorted(drawn[1:3]) == [BASE.kind_of["Shabti"], BASE.kind_of["Urn"]]
    assert drawn[3] == NOTHING


PINNED = """
active = 1
turn = 3
entombed = 1
bought = 4
luck = [11, 22, 33, 44, 55, 66, 77]
pyramid = ["Boat", "Statue of Isis", "Censer", "Book of Gates"]
stock_iii = ["Burial Mask"]
boneyard = ["Urn", "Shabti"]
executed = ["Urn"]
[[seat]]
hand = ["Urn", "Offering Table"]
shown = ["Offering Table"]
deck = ["Shabti", "Shabti"]
[[seat]]
hand = ["Box of Food"]
discard = ["Boat", "Urn"]
tomb = ["Canopic Chest"]
in_play = ["Urn"]
"""


def test_the_digest_of_a_position_never_changes():
    assert VALLEY.read_position(PINNED).digest() == 17277633635467740429


@each_row(
    ("old", "new"),
    [
        ("active = 1", "active = 0"),
        ("turn = 3", "turn = 5"),
        ("entombed = 1", "entombed = 0"),
        ("bought = 4", "bought = 3"),
        ("luck = [11", "luck = [12"),
        ('"Boat", "Statue of Isis"', '"Statue of Isis", "Boat"'),
        ("stock_iii", "stock_ii"),
        ('boneyard = ["Urn", "Shabti"]', 'boneyard = ["Shabti", "Urn"]'),
        ('executed = ["Urn"]', ""),
        ('shown = ["Offering Table"]', ""),
        ("deck =", "deck_top ="),
        ('tomb = ["Canopic Chest"]', 'revealed = ["Canopic Chest"]'),
        ("in_play", "looked"),
    ],
)
def test_any_difference_changes_the_digest(old: str, new: str):
    assert old in PINNED
    assert VALLEY.read_position(PINNED).digest() != VALLEY.read_position(PINNED.replace(old, new)).digest()


def test_no_two_positions_of_a_game_have_the_same_digest():
    digests = [s.digest() for s in walk(3, 7)]
    assert len(set(digests)) == len(digests)


def test_a_copy_equals_its_position_and_is_independent():
    s = table(hands=("Urn, Boat", ""), pyramid="Boat")
    t = s.copy()
    assert (t.digest(), t.legal_moves(), t.mover) == (s.digest(), s.legal_moves(), s.mover)
    act(t, "entomb Urn")
    assert s.kinds(TOMB) == []
    assert s.digest() != t.digest()


def test_a_copy_of_a_position_with_lazy_menus_offers_the_same_moves():
    s = table(hands="Burial Mask, 2 Shabti, Box of Food, Urn", pyramid="Boat, Book of Gates, Urn", deck="9 Urn")
    s.lazy_menu = True
    act(s, "entomb Urn")
    t = s.copy()
    moves = s.legal_moves()
    act(s, "buy Boat with Burial Mask")
    assert [t.move_at(i) for i in range(t.move_count)] == moves
    assert set(moves) == set(VALLEY.read_position(VALLEY.write_position(t)).legal_moves())
    for i, move in enumerate(moves):
        one, other = t.copy(), t.copy()
        one.apply(one.move_at(i))
        other.apply(move)
        assert one.digest() == other.digest()


def match() -> Match:
    return Match(VALLEY, Setup("valley", (Seat("Ann"), Seat("Bob")), 3))


def test_undoing_an_entombment_is_not_peeking():
    m = match()
    m.play(VALLEY.parse(m.state, next(text for text in menu_texts(m) if text.startswith("entomb"))))
    m.undo()
    assert not m.peeked


def test_undoing_the_end_of_a_turn_is_peeking():
    m = match()
    for _ in range(20):
        if m.state.mover == 1:
            break
        m.play(VALLEY.action(m.state, m.state.legal_moves()[-1]))
    m.goto(0)
    assert m.peeked


def menu_texts(m: Match) -> list[str]:
    return [VALLEY.say(m.state, VALLEY.action(m.state, move)) for move in m.state.legal_moves()]
