"""Rulebook, "Taking a Turn": the four steps."""

import pytest

from engine.valley.game import VALLEY
from tests.engine.valley.table import (
    FULL,
    act,
    asked,
    boneyard,
    deck,
    discard,
    hand,
    in_play,
    menu,
    offers,
    pyramid,
    stock,
    table,
    tomb,
)  # fmt: skip

UNTOUCHED = [f"sacrifice {name} from the pyramid" for name in FULL.replace(" /", ",").split(", ")]
TEN = "4 Shabti, 3 Urn, 2 Box of Food, Offering Table"


# Step 1: play cards


def test_cards_are_bought_executed_and_entombed_in_any_order():
    hands = ("Burial Mask, Box of Food, Urn", "")
    answers = ["buy Boat with Burial Mask", "execute Box of Food", "entomb Urn"]
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        s = table(hands=hands, pyramid=FULL, deck="Shabti")
        act(s, *[answers[place] for place in order])
        assert (hand(s, 0), in_play(s, 0)) == ("Shabti", "Box of Food, Burial Mask")
        assert (discard(s, 0), tomb(s, 0)) == ("Boat", "Urn")


def test_the_turn_continues_until_the_player_ends_it():
    s = table(hands=("Urn, Burial Mask", ""), pyramid=FULL)
    assert "end turn" in menu(s)
    act(s, "entomb Urn", "buy Boat with Burial Mask")
    assert (menu(s), asked(s)) == (["end turn"], (0, ""))


def test_one_card_of_the_hand_may_be_entombed_each_turn():
    s = table(hands="Urn, Urn, Burial Mask, Boat")
    assert offers(s, "entomb") == ["Urn", "Boat", "Burial Mask"]
    act(s, "entomb Boat")
    assert tomb(s, 0) == "Boat"
    assert offers(s, "entomb") == []


def test_another_card_may_be_entombed_in_the_next_turn():
    s = table(hands=("Urn, Boat", "Urn"), deck="Shabti, Shabti", stock="20 Boat", changed=1)
    act(s, "entomb Boat", "end turn", "end turn", "sacrifice Boat (left) from the pyramid")
    assert asked(s) == (0, "")
    assert "Shabti" in offers(s, "entomb")


def test_an_entombment_by_an_action_does_not_use_up_that_of_the_turn():
    s = table(hands="Outer Sarcophagus, Urn, Urn, Shabti")
    act(s, "execute Outer Sarcophagus", "entomb Urn", "entomb Shabti")
    assert (tomb(s, 0), hand(s, 0)) == ("Shabti, Urn", "Urn")
    s = table(hands="Outer Sarcophagus, Urn, Urn, Shabti")
    act(s, "entomb Shabti", "execute Outer Sarcophagus", "entomb Urn")
    assert (tomb(s, 0), hand(s, 0)) == ("Shabti, Urn", "Urn")


def test_an_entombed_card_gives_no_gold_and_no_action():
    s = table(hands="Box of Food", pyramid="Book of Gates", deck="Urn")
    assert menu(s) == ["execute Box of Food", "entomb Box of Food", "buy Book of Gates with Box of Food", "end turn"]
    act(s, "entomb Box of Food")
    assert menu(s) == ["end turn"]


def test_any_number_of_actions_may_be_executed():
    s = table(hands="3 Box of Food", deck="3 Urn")
    act(s, "execute Box of Food", "execute Box of Food", "execute Box of Food")
    assert (hand(s, 0), in_play(s, 0)) == ("Urn, Urn, Urn", "Box of Food, Box of Food, Box of Food")


def test_an_executed_card_stays_in_play_and_gives_no_gold():
    s = table(hands="Box of Food, Urn", pyramid="Boat", deck="Shabti")
    assert "buy Boat with Box of Food, Urn" in menu(s)
    act(s, "execute Box of Food")
    assert in_play(s, 0) == "Box of Food"
    assert offers(s, "buy") == []


def test_an_action_is_offered_only_if_all_its_parts_can_be_executed():
    assert "execute Statue of Anubis" not in menu(table(hands="Statue of Anubis", deck="Urn"))
    assert "execute Statue of Anubis" not in menu(table(hands="Statue of Anubis, Urn"))
    assert "execute Statue of Anubis" in menu(table(hands="Statue of Anubis, Urn", deck="Urn"))


# Step 2: discard


def test_all_cards_in_play_and_in_hand_go_to_the_players_discard_pile():
    s = table(hands=("Burial Mask, Urn, Shabti", "Urn"), pyramid=FULL, discard="Offering Table", deck=TEN)
    act(s, "buy Boat with Burial Mask", "end turn")
    pile = discard(s, 0).split(", ")
    assert pile[:2] == ["Offering Table", "Boat"]
    assert sorted(pile[2:]) == ["Burial Mask", "Shabti", "Urn"]
    assert (boneyard(s), in_play(s, 0)) == ("", "")


def ending(hands: str = "Urn, Shabti", **zones: str | tuple[str, ...]) -> list[str]:
    """The question at the end of a turn that changed the pyramid."""
    s = table(**{"hands": (hands, "Box of Food"), "changed": 1, "stock": "24 Boat", "deck": (TEN, TEN), **zones})
    act(s, "end turn")
    return menu(s) if s.mover == 0 else []


@pytest.mark.parametrize(
    "where",
    [
        {"deck": (TEN, f"{TEN}, Statue of Osiris")},
        {"discard": ("", "Statue of Osiris"), "deck": (TEN, "")},
        {"discard": ("", "Statue of Osiris"), "deck": (TEN, f"{TEN}, Statue of Isis")},
        {"tomb": ("", "Statue of Osiris"), "deck": (TEN, f"{TEN}, Ankh Amulet")},
    ],
    ids=["an opponent's deck", "a pile to be shuffled", "a pile within reach", "a tomb within reach"],
)
def test_the_top_discard_is_asked_for_while_an_opponent_has_a_card_that_uses_it(
    where: dict[str, str],
):
    assert ending(**where) == ["the usual order", "put Urn on top"]


def test_the_top_discard_is_asked_for_if_such_a_card_is_known_on_a_deck():
    own, theirs = (
        'hand = ["Urn", "Shabti"]\ndeck = ["Boat", "Boat", "Boat", "Boat", "Boat"]',
        'deck = ["Urn"]\ndeck_top = ["Statue of Osiris"]',
    )
    s = VALLEY.read_position(f'changed = 1\npyramid = ["Boat"]\n[[seat]]\n{own}\n[[seat]]\n{theirs}')
    act(s, "end turn")
    assert menu(s) == ["the usual order", "put Urn on top"]


@pytest.mark.parametrize(
    "where",
    [
        {},
        {"stock": "24 Boat, Statue of Osiris, Statue of Osiris"},
        {"pyramid": "Boat, Boat, Boat / Boat, Statue of Osiris"},
        {"boneyard": "Statue of Osiris", "tomb": ("", "Statue of Osiris")},
        {"deck": (f"{TEN}, Statue of Osiris, Statue of Osiris", TEN)},
        {"discard": ("", "Statue of Osiris")},
        {"deck": ("4 Boat", f"{TEN}, Statue of Osiris")},
    ],
    ids=[
        "no such card",
        "the stock",
        "the pyramid",
        "out of the game",
        "the own deck",
        "a pile out of reach",
        "shuffled",
    ],
)
def test_the_top_discard_is_not_asked_for_while_it_cannot_matter(where: dict[str, str]):
    assert ending(**where) == []


def test_cards_in_play_and_in_hand_are_offered_once_each_for_the_top_discard():
    s = table(hands=("Urn, Urn, Boat", "Statue of Osiris"), pyramid="Book of Gates", deck=(TEN, TEN))
    act(s, "buy Book of Gates with Boat", "end turn")
    assert menu(s) == ["the usual order", "put Boat on top"]


def test_starters_of_the_hand_go_on_top_if_the_order_does_not_matter():
    s = table(hands=("Boat, Urn, Shabti", "Urn"), pyramid="Book of Gates", deck=(TEN, TEN))
    act(s, "buy Book of Gates with Boat", "end turn")
    assert discard(s, 0) == "Book of Gates, Boat, Urn, Shabti"


@pytest.mark.parametrize("chosen", ["Urn", "Boat"])
def test_the_chosen_card_goes_on_top_of_the_others(chosen: str):
    s = table(hands=("Urn, Shabti, Boat", "Statue of Osiris"), pyramid="Book of Gates", deck=(TEN, TEN))
    act(s, "buy Book of Gates with Boat", "end turn", f"put {chosen} on top")
    pile = discard(s, 0).split(", ")
    assert pile[0] == "Book of Gates"
    assert pile[-1] == chosen
    assert sorted(pile[1:]) == ["Boat", "Shabti", "Urn"]


@pytest.mark.parametrize("hands", ["", "Urn", "Urn, Urn"])
def test_the_top_discard_is_not_asked_for_without_a_choice(hands: str):
    assert ending(hands, discard=("", "Statue of Osiris")) == []


# Step 3: rebuild the pyramid


def test_a_player_who_left_the_pyramid_unchanged_sacrifices_one_of_its_cards():
    s = table(hands=("Urn", ""), pyramid=FULL, boneyard="Censer")
    act(s, "entomb Urn", "end turn")
    assert (asked(s), menu(s)) == ((0, ""), UNTOUCHED)
    act(s, "sacrifice Statue of Sobek from the pyramid")
    assert boneyard(s) == "Censer, Statue of Sobek"
    assert pyramid(s) == "Boat, Statue of Bastet, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"


def test_the_pyramid_crumbles_after_this_sacrifice_and_is_rebuilt():
    s = table(hands=("Urn", ""), pyramid=FULL, stock="Censer")
    act(s, "end turn", "sacrifice Statue of Bastet from the pyramid")
    assert (asked(s), menu(s)) == ((0, ""), ["let Statue of Sobek fall", "let Djed Pillar Amulet fall"])
    act(s, "let Djed Pillar Amulet fall")
    assert pyramid(s) == "Boat, Djed Pillar Amulet, Statue of Isis / Statue of Sobek, Book of Gates / Censer"
    assert asked(s) == (1, "")


@pytest.mark.parametrize(
    ("hands", "answers"),
    [
        ("Burial Mask", ["buy Boat with Burial Mask"]),
        ("Imsety Canopic Jar", ["execute Imsety Canopic Jar", "take Book of Gates"]),
        ("Shabti", ["execute Shabti", "sacrifice Book of Gates from the pyramid"]),
        ("Shabti", ["execute Shabti", "swap Boat and Book of Gates"]),
    ],
    ids=["a purchase", "a take", "a sacrifice from the pyramid", "a swap"],
)
def test_nothing_is_sacrificed_after_any_change_of_the_pyramid(hands: str, answers: list[str]):
    s = table(hands=(hands, ""), pyramid=FULL, stock="Censer")
    act(s, *answers, "end turn")
    assert asked(s) == (1, "")


def test_a_swap_that_is_swapped_back_still_counts_as_a_change():
    s = table(hands=("Shabti, Shabti", ""), pyramid=FULL)
    act(s, "execute Shabti", "swap Boat and Book of Gates", "execute Shabti", "swap Book of Gates and Boat")
    assert pyramid(s) == FULL
    act(s, "end turn")
    assert asked(s) == (1, "")


@pytest.mark.parametrize(
    ("hands", "answers"),
    [
        ("Urn", ["entomb Urn"]),
        ("Box of Food", ["execute Box of Food"]),
        ("Book of the Netherworld", ["execute Book of the Netherworld"]),
    ],
    ids=["an entombment", "a draw", "a card from the stock"],
)
def test_other_actions_do_not_count_as_a_change_of_the_pyramid(hands: str, answers: list[str]):
    s = table(hands=(hands, ""), pyramid=FULL, stock="Censer", deck="Shabti")
    act(s, *answers, "end turn")
    assert menu(s) == UNTOUCHED


def test_each_turn_starts_with_an_unchanged_pyramid():
    s = table(hands=("Burial Mask", ""), pyramid=FULL)
    act(s, "buy Boat with Burial Mask", "end turn", "end turn")
    assert asked(s) == (1, "")
    assert all(text.endswith("from the pyramid") for text in menu(s))


def test_a_card_is_sacrificed_from_a_pyramid_with_gaps_too():
    s = table(hands=("", ""), pyramid="-, Boat, -")
    act(s, "end turn")
    assert menu(s) == ["sacrifice Boat from the pyramid"]


def test_nothing_is_sacrificed_from_an_empty_pyramid():
    s = table(hands=("", "Urn"), stock="Censer")
    act(s, "end turn")
    assert asked(s) == (1, "")
    assert pyramid(s) == "Censer, -, - / -, - / -"


def test_a_changed_pyramid_is_rebuilt_too():
    s = table(hands=("Burial Mask", ""), pyramid=FULL, stock="Censer, Statue of Thoth")
    act(s, "buy Boat with Burial Mask", "end turn")
    assert "-" not in pyramid(s)
    assert stock(s) in ("Censer", "Statue of Thoth")


# Step 4: draw a new hand


def test_five_new_cards_are_drawn():
    s = table(hands=("Urn", ""), deck=TEN, changed=1)
    act(s, "end turn")
    assert (len(hand(s, 0).split(", ")), len(deck(s, 0).split(", "))) == (5, 5)
    assert discard(s, 0) == "Urn"


def test_an_empty_deck_is_refilled_from_the_discards_of_this_turn_too():
    s = table(hands=("Boat, Boat", ""), deck="Shabti, Shabti", discard="3 Urn", changed=1)
    act(s, "end turn")
    assert hand(s, 0).count("Shabti") == 2
    assert discard(s, 0) == ""
    drawn, left = hand(s, 0).split(", "), deck(s, 0).split(", ")
    assert (len(drawn), sorted(drawn + left)) == (5, ["Boat", "Boat", "Shabti", "Shabti", "Urn", "Urn", "Urn"])


def test_the_discard_pile_is_not_shuffled_before_a_card_is_needed():
    s = table(hands=("Boat", ""), deck="5 Shabti", changed=1)
    act(s, "end turn")
    assert (deck(s, 0), discard(s, 0)) == ("", "Boat")


def test_a_player_with_fewer_than_five_cards_draws_them_all():
    s = table(hands=("Boat, Urn", ""), deck="Shabti", changed=1)
    act(s, "end turn")
    assert hand(s, 0) == "Boat, Shabti, Urn"
    assert (deck(s, 0), discard(s, 0)) == ("", "")


def test_a_player_without_cards_still_takes_turns():
    s = table(hands=("Urn", ""), pyramid=FULL)
    act(s, "entomb Urn", "end turn", "sacrifice Boat from the pyramid")
    assert hand(s, 0) == ""
    assert (asked(s), menu(s)) == ((1, ""), ["end turn"])


# The next turn


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turn_passes_clockwise(players: int):
    s = table(hands=("",) * players, pyramid="Boat, Boat", stock="20 Boat")
    seats = []
    for _ in range(2 * players):
        seats.append(s.mover)
        act(s, "end turn", "sacrifice Boat (left) from the pyramid")
    assert seats == [*range(players)] * 2


def test_effects_for_the_turn_end_with_it():
    s = table(hands=("Censer, Statue of Thoth", "Urn, Boat"), pyramid=FULL)
    act(s, "execute Censer", "execute Statue of Thoth", "end turn", "sacrifice Boat from the pyramid")
    view = VALLEY.view(s, 1)
    assert (view.rebate, view.gold_in_hand) == (0, 3)


def test_purchases_and_actions_count_only_in_their_own_turn():
    mine, theirs = "Burial Mask, Box of Food", "Tyet Amulet, Book of Traversing Eternity"
    s = table(hands=(mine, theirs), pyramid=FULL, stock="6 Boat", deck=("Urn", "9 Urn"))
    act(s, "execute Box of Food", "buy Statue of Isis with Burial Mask", "end turn")
    assert asked(s) == (1, "")
    assert offers(s, "execute") == []
