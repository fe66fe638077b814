"""What a seat sees: everything that it may see, and nothing else."""

from dataclasses import fields, is_dataclass

import pytest

from engine.core.game import NOBODY, Question
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from engine.valley.view import HandCard, SetView, SlotView
from tests.engine.valley.table import FULL, act, afterlife, menu, table
from tests.engine.valley.views import names, view
from tests.engine.valley.walks import start, walk

HIDDEN = ("Boat", "Mummified Cat", "Ka Figurine", "Censer", "Burial Mask", "Canopic Chest")


def hand_card(s: ValleyState, name: str, viewer: int = 0) -> HandCard:
    """The first card with the name in the viewer's hand."""
    return next(card for card in view(s, viewer).seats[viewer].hand if card.face.name == name)


def slot(s: ValleyState, place: int, viewer: int = 0) -> SlotView:
    return view(s, viewer).pyramid[place]


def set_row(s: ValleyState, name: str) -> SetView:
    return next(row for row in view(s).seats[0].sets if row.name == name)


# Nothing hidden


def test_no_hidden_card_is_in_a_view():
    other, own, stock, below, pile, chest = HIDDEN
    s = table(
        hands=("Urn", f"{other}, Urn"),
        deck=(own, chest),
        stock=stock,
        boneyard=f"{below}, Shabti",
        discard=(f"{pile}, Shabti", "Urn"),
        pyramid="Book of Gates",
    )
    seen = view(s, 0)
    assert [name for name in HIDDEN if name in repr(seen)] == [own, below, pile], "known to come from open events"
    assert (names(seen.seats[0].deck), names(seen.boneyard)) == ([own], ["Shabti", below])
    assert names(seen.seats[0].sorted_discard) == ["Shabti", pile], "in the order of the catalogue, not of the pile"


def test_a_players_hidden_cards_are_only_in_their_own_view():
    s = table(hands=("Boat", "Censer"), discard=("", "Burial Mask, Urn"))
    assert "Boat" in repr(view(s, 0))
    assert "Censer" not in repr(view(s, 0))
    assert "Burial Mask" not in repr(view(s, 0))
    assert "Censer" in repr(view(s, 1))
    assert "Burial Mask" in repr(view(s, 1))
    assert "Boat" not in repr(view(s, 1))


WORLD = """
luck = {luck}
pyramid = ["Book of Gates"]
stock_ii = ["Boat", "Ka Figurine"]
boneyard = [{boneyard}, "Urn"]
[[seat]]
hand = ["Urn", "Shabti"]
deck = ["Shabti", "Urn"]
discard = [{discard}, "Urn"]
[[seat]]
{cards}
discard = ["Shabti"]
"""
ONE = {
    "luck": "[1, 2, 3]",
    "boneyard": '"Boat", "Censer"',
    "discard": '"Boat", "Shabti"',
    "cards": 'hand = ["Boat"]\ndeck = ["Urn"]',
}
OTHER = {
    "luck": "[4, 5, 6]",
    "boneyard": '"Censer", "Boat"',
    "discard": '"Shabti", "Boat"',
    "cards": 'hand = ["Urn"]\ndeck = ["Boat"]',
}


@pytest.mark.parametrize("hidden", list(ONE))
def test_worlds_that_differ_only_in_hidden_information_look_the_same(hidden: str):
    s, t = (VALLEY.read_position(WORLD.format(**(ONE | {hidden: world[hidden]}))) for world in (ONE, OTHER))
    assert s.digest() != t.digest()
    assert view(s) == view(t)


def is_plain(value: object) -> bool:
    """Whether a value consists of numbers, words and frozen records of them, at every depth."""
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    if is_dataclass(value) or isinstance(value, Question):
        return all(map(is_plain, [getattr(value, field) for field in field_names(value)]))
    return value is None or type(value) in (int, str, bool)


def field_names(value: object) -> list[str]:
    return ["seat", "text", "card"] if isinstance(value, Question) else [field.name for field in fields(value)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_consists_of_plain_values(players: int):
    for step, s in enumerate(walk(players, 21)):
        if step % 10 == 0:
            assert is_plain(view(s, step % players))


def test_building_a_view_does_not_change_the_position():
    s = start(3, 1)
    before = s.digest()
    assert view(s) == view(s)
    assert s.digest() == before


# The table


def test_the_view_shows_the_open_cards_of_the_table():
    s = table(
        hands=("Burial Mask, Urn", "Urn"),
        pyramid="Boat, -, Statue of Isis / -, Censer / Book of Gates",
        stock="2 Boat, Censer",
        boneyard="Boat, Shabti",
        in_play=("Box of Food", ""),
        turn=4,
    )
    seen = view(s, 1)
    assert [slot.face.name if slot.face else None for slot in seen.pyramid] == [
        "Boat", None, "Statue of Isis", None, "Censer", "Book of Gates",
    ]  # fmt: skip
    assert [slot.slot for slot in seen.pyramid] == [0, 1, 2, 3, 4, 5]
    assert (seen.stock_ii, seen.stock_iii) == (2, 1)
    assert seen.boneyard_top is not None
    assert (seen.boneyard_top.name, seen.boneyard_count) == ("Shabti", 2)
    assert (seen.viewer, seen.turn, seen.active, seen.mover) == (1, 5, 0, 0)
    assert names(seen.seats[0].in_play) == ["Box of Food"]


def test_a_face_shows_the_printed_values():
    s = table(hands="Statue of Isis, Boat, Urn", tomb="")
    faces = {card.face.name: card.face for card in view(s).seats[0].hand}
    isis, boat, urn = faces["Statue of Isis"], faces["Boat"], faces["Urn"]
    assert (isis.set, isis.set_size, isis.level, isis.gold, isis.cost, isis.vp) == ("Statues", 7, 2, 2, 4, 0)
    assert (boat.set, boat.set_size, boat.vp) == ("unique", 0, 3)
    assert (urn.set, urn.set_size, urn.level, urn.cost, urn.vp) == ("starter", 0, 1, 0, 1)


def test_an_empty_boneyard_or_discard_pile_has_no_top():
    seen = view(table(hands=("", "")))
    assert seen.boneyard_top is None
    assert seen.seats[0].discard_top is None


def test_the_view_shows_the_effects_of_this_turn():
    s = table(hands=("Censer, Urn", ""))
    assert (view(s).has_entombed, view(s).rebate) == (False, 0)
    act(s, "execute Censer", "entomb Urn")
    assert (view(s).has_entombed, view(s).rebate) == (True, 2)


def test_actions_being_executed_are_named_outermost_first():
    s = table(hands="Book of Gates, Urn", deck="Statue of Anubis, Statue of Anubis", pyramid=FULL)
    act(s, "execute Book of Gates")
    assert view(s).running_card_names == ("Book of Gates", "Statue of Anubis")
    assert names(view(s, 1).revealed) == ["Statue of Anubis"]
    assert view(s).question.card == "Statue of Anubis"


def test_cards_a_player_is_looking_at_are_only_in_their_view():
    s = table(hands=("Heart Scarab Amulet", ""), deck="Boat, Censer")
    act(s, "execute Heart Scarab Amulet")
    assert names(view(s, 0).looked_at) == ["Boat", "Censer"]
    assert view(s, 1).looked_at == ()
    assert "Censer" not in repr(view(s, 1))


# The players


def test_the_view_shows_the_number_of_cards_of_other_players():
    s = table(hands=("Urn", "3 Urn"), deck=("2 Urn", "4 Urn"), discard=("Urn", "Urn, Boat"))
    other = view(s, 0).seats[1]
    assert (other.hand, other.hand_count, other.deck_count, other.discard_count) == ((), 3, 4, 2)
    assert other.discard_top is not None
    assert other.discard_top.name == "Boat"


def test_known_cards_on_top_of_a_deck_count_as_cards_of_the_deck():
    s = VALLEY.read_position('[[seat]]\ndeck = ["Urn", "Urn"]\ndeck_top = ["Boat"]\n[[seat]]')
    assert view(s).seats[0].deck_count == 3


def test_the_known_part_of_another_hand_is_shown():
    s = table(hands=("Statue of Isis, Urn", ""), discard="Boat")
    act(s, "execute Statue of Isis", "recover Boat")
    assert names(view(s, 1).seats[0].known_hand) == ["Boat"]
    assert view(s, 0).seats[0].known_hand == ()
    assert [card.face.name for card in view(s, 0).seats[0].hand] == ["Urn", "Boat"]


def test_a_hand_lists_each_copy():
    s = table(hands="2 Urn, Boat")
    assert [card.face.name for card in view(s).seats[0].hand] == ["Urn", "Urn", "Boat"]


def test_a_tomb_is_shown_by_sets_with_their_points_now_and_next():
    s = table(hands="", tomb="Statue of Isis, Statue of Isis, Statue of Thoth, Boat, 2 Urn")
    row = set_row(s, "Statues")
    assert (row.distinct_kinds, row.size, row.points, row.next_points, row.duplicate_count) == (2, 7, 4, 9, 1)
    assert names(row.present) == ["Statue of Isis", "Statue of Thoth"]
    assert len(row.missing) == 5
    assert not set(row.present) & set(row.missing)
    mine = view(s).seats[0]
    assert (sorted(names(mine.other_artifacts)), mine.tomb_count, mine.score) == (["Boat", "Urn", "Urn"], 6, 9)


def test_a_set_without_a_card_in_the_tomb_is_shown_too():
    row = set_row(table(hands=""), "Books")
    assert (row.distinct_kinds, row.size, row.points, row.next_points, row.present, row.duplicate_count) == (
        0,
        6,
        0,
        1,
        (),
        0,
    )


def test_a_complete_set_has_no_next_points():
    row = set_row(table(hands="", tomb="Outer Sarcophagus, Middle Sarcophagus, Inner Sarcophagus"), "Sarcophagi")
    assert (row.points, row.next_points, row.missing) == (9, 9, ())


def test_tombs_and_scores_of_all_players_are_public():
    s = table(hands=("", ""), tomb=("Boat", "Burial Mask"))
    assert [seat.score for seat in view(s, 0).seats] == [seat.score for seat in view(s, 1).seats] == [3, 7]


def test_the_view_shows_the_winners_after_the_end():
    s = table(hands=("", ""), tomb=("Boat", "Burial Mask"), active=1)
    assert view(s).winners == ()
    act(s, "end turn")
    assert (view(s).winners, view(s).mover) == ((1,), NOBODY)


# What can be done, and why not


def test_a_slot_shows_its_current_price_and_whether_it_can_be_bought():
    s = table(hands="Statue of Horus", pyramid="Boat, Statue of Bastet, Burial Mask / Book of Gates", rebate=2)
    assert [(slot(s, place).price, slot(s, place).buyable) for place in (0, 1, 3)] == [(1, True), (2, True), (0, False)]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        (0, ""),
        (1, "costs 4, you can lay out 3"),
        (2, "this slot is empty"),
        (3, "only the base can be bought"),
        (5, "this slot is empty"),
    ],
)
def test_a_slot_says_why_it_cannot_be_bought(place: int, why: str):
    s = table(hands="Box of Food, Urn", pyramid="Boat, Statue of Isis, - / Book of Gates")
    assert slot(s, place).why_not == why
    assert slot(s, place).buyable == (why == "")


def test_nothing_can_be_bought_in_another_turn_or_during_an_action():
    s = table(hands=("2 Urn", "Burial Mask"), pyramid="Boat", deck="Shabti")
    assert slot(s, 0, viewer=1).why_not == "nothing can be bought now"
    act(s, "execute Urn")
    assert slot(s, 0).why_not == "nothing can be bought now"


def test_a_hand_card_shows_its_gold():
    s = table(hands=("Burial Mask, Urn", "Burial Mask"))
    assert (hand_card(s, "Burial Mask").gold, hand_card(s, "Urn").gold, view(s).gold_in_hand) == (5, 1, 6)


def test_statue_of_thoth_changes_only_the_gold_of_the_active_player():
    s = table(hands=("Burial Mask, Urn", "Burial Mask, Urn"), gilded=1)
    assert (hand_card(s, "Burial Mask").gold, hand_card(s, "Urn").gold, view(s).gold_in_hand) == (4, 4, 8)
    assert (hand_card(s, "Urn", viewer=1).gold, view(s, 1).gold_in_hand) == (1, 6)


def test_a_rebate_lowers_prices_only_for_the_active_player():
    s = table(hands=("Urn", "Urn"), pyramid="Boat", rebate=2)
    assert (slot(s, 0, viewer=0).price, slot(s, 0, viewer=1).price) == (1, 3)


def test_after_ring_the_costliest_card_counts_twice_in_gold_in_hand():
    s = afterlife(hands=("Ring, Serdab, Urn", "Serdab"), pyramid="Antechamber, Opening of the Mouth")
    assert (view(s).gold_in_hand, slot(s, 1).why_not) == (5, "costs 7, you can lay out 5")
    act(s, "execute Ring")
    assert (view(s).next_doubled, view(s).gold_in_hand, view(s, 1).gold_in_hand) == (True, 5, 2)
    assert [slot(s, place).why_not for place in (0, 1)] == ["", "costs 7, you can lay out 5"]


def test_after_chariot_any_row_can_be_bought():
    s = afterlife(hands=("Chariot, 2 Box of Food", ""), pyramid="Axe, Axe, Axe / Banquet, - / -")
    assert slot(s, 3).why_not == "only the base can be bought"
    act(s, "execute Chariot")
    assert (view(s).any_row, slot(s, 3).buyable, slot(s, 5).why_not) == (True, True, "this slot is empty")


def test_a_hand_card_says_why_it_cannot_be_entombed():
    s = table(hands=("2 Urn", "Urn"), deck="Shabti")
    assert (hand_card(s, "Urn").entombable, hand_card(s, "Urn").why_not_entomb) == (True, "")
    assert hand_card(s, "Urn", viewer=1).why_not_entomb == "not now"
    act(s, "entomb Urn")
    assert hand_card(s, "Urn").why_not_entomb == "you have entombed a card this turn"


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("base", 3), ("afterlife", 4)])
def test_the_view_allows_exactly_what_the_menu_offers(edition: str, players: int):
    for step, s in enumerate(walk(players, 22, edition)):
        if step % 3 or s.mover == NOBODY:
            continue
        texts = menu(s)
        playing = texts[-1] == "end turn"
        for viewer in range(players):
            mine = playing and s.mover == viewer
            seen = view(s, viewer)
            actions = [VALLEY.action(s, move) for move in s.legal_moves()] if mine else []
            for place in seen.pyramid:
                offered = any(action.verb == "buy" and action.arguments[0] == place.slot for action in actions)
                assert (place.buyable, place.why_not == "") == (offered, offered)
            for card in seen.seats[viewer].hand:
                executable = mine and f"execute {card.face.name}" in texts
                entombable = mine and f"entomb {card.face.name}" in texts
                assert (card.executable, card.why_not_execute == "") == (executable, executable)
                assert (card.entombable, card.why_not_entomb == "") == (entombable, entombable)
