"""The cards of a game: a function of edition, choices and seed."""

from collections import Counter

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.valley.catalogue.card import UNIQUE
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.editions import EDITIONS, choices_of_words
from engine.valley.game import VALLEY
from tests.tables import each_row

VARIANTS = [
    (edition.name, n) for edition in EDITIONS.values() for n in range(edition.min_players, edition.max_players + 1)
]
BASE_SETS = ("Sarcophagi", "Canopic Jars", "Amulets", "Books", "Statues")
AFTERLIFE_SETS = ("Mummification", "Jewelry", "Chambers", "Weapons", "Tomb Art")


def setup(edition: str, players: int, seed: int = 1, choices: tuple[str, ...] = ()) -> Setup:
    return Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), seed, Variant(edition, choices))


def catalogue(edition: str, players: int, seed: int = 1, choices: tuple[str, ...] = ()) -> Catalogue:
    return VALLEY.catalogue(setup(edition, players, seed, choices))


def uniques(cards: Catalogue) -> Counter[str]:
    """The games from which the unique artifacts come."""
    return Counter(cards.editions[kind] for kind, card in enumerate(cards.cards) if card.set == UNIQUE)


@each_row(("edition", "players"), VARIANTS)
def test_every_variant_has_ten_starter_cards_for_each_player_and_two_levels(edition: str, players: int):
    cards = catalogue(edition, players)
    levels = Counter({level: sum(card.copies for card in cards.cards if card.level == level) for level in (2, 3)})
    boxes = 2 if edition == "both" else 1
    assert levels == {2: 29 * boxes, 3: 27 * boxes}
    s = VALLEY.start(setup(edition, players))
    assert [s.owned_count(seat) for seat in range(players)] == [10] * players


@pytest.mark.parametrize("edition", ["base", "afterlife", "mixed", "solitaire"])
def test_there_is_one_set_of_each_size_from_3_to_7_and_six_unique_artifacts(edition: str):
    cards = catalogue(edition, EDITIONS[edition].min_players)
    assert sorted(cards.set_sizes) == [3, 4, 5, 6, 7]
    assert sum(uniques(cards).values()) == 6


def test_both_boxes_hold_ten_sets_and_twelve_unique_artifacts():
    cards = catalogue("both", 5)
    assert set(cards.set_names) == {*BASE_SETS, *AFTERLIFE_SETS}
    assert uniques(cards) == {"base": 6, "afterlife": 6}


def test_a_mixed_game_has_the_chosen_sets_and_unique_artifacts():
    choices = ("base", "afterlife", "afterlife", "base", "afterlife", "afterlife")
    cards = catalogue("mixed", 2, choices=choices)
    assert cards.set_names == ("Sarcophagi", "Jewelry", "Chambers", "Books", "Tomb Art")
    assert uniques(cards) == {"afterlife": 6}
    by_lot = [uniques(catalogue("mixed", 2, seed, (*choices[:5], "lot"))) for seed in range(20)]
    assert all(sum(drawn.values()) == 6 for drawn in by_lot)
    assert len({drawn["base"] for drawn in by_lot}) > 2


def test_sets_drawn_by_lot_come_from_either_game_by_the_seed():
    drawn = [catalogue("mixed", 2, seed).set_names for seed in range(40)]
    for place in range(5):
        assert {sets[place] for sets in drawn} == {BASE_SETS[place], AFTERLIFE_SETS[place]}
    assert drawn == [catalogue("mixed", 2, seed).set_names for seed in range(40)]


def test_choosing_one_set_does_not_change_the_others_drawn_by_lot():
    for seed in range(20):
        all_by_lot = catalogue("mixed", 2, seed)
        one_by_hand = catalogue("mixed", 2, seed, choices_of_words("mixed", ("base", "lot", "lot", "lot", "lot")))
        assert one_by_hand.set_names[1:] == all_by_lot.set_names[1:]


def test_solitaire_uses_afterlife_unless_other_sets_are_chosen():
    assert catalogue("solitaire", 1).set_names == AFTERLIFE_SETS
    assert catalogue("solitaire", 1, choices=choices_of_words("solitaire", ("base",))).set_names == BASE_SETS


@pytest.mark.parametrize(
    ("edition", "players"),
    [
        ("base", 1),
        ("base", 5),
        ("afterlife", 5),
        ("mixed", 1),
        ("mixed", 7),
        ("both", 4),
        ("both", 7),
        ("solitaire", 2),
    ],
)
def test_an_impossible_number_of_players_is_refused_with_the_possible_ones(edition: str, players: int):
    sentence = (
        f"^{edition} cannot be played by {players}: base and afterlife are for 2 to 4 players, mixed for 2 to 6, "
    )
    with pytest.raises(BadSetup, match=sentence):
        VALLEY.start(setup(edition, players))


@pytest.mark.parametrize(
    ("edition", "words"),
    [("base", ("base",)), ("both", ("lot",)), ("mixed", ("moon",)), ("mixed", ("lot", "lot")), ("mixed", ("lot",) * 7)],
)
def test_choices_that_an_edition_does_not_have_are_refused(edition: str, words: tuple[str, ...]):
    with pytest.raises(BadSetup):
        choices_of_words(edition, words)
    with pytest.raises(BadSetup):
        catalogue(edition, EDITIONS[edition].min_players, choices=(*words, *["lot"] * 6))
