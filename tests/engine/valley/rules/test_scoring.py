"""Rulebook, "Scoring"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.valley.game import VALLEY
from engine.valley.rules.scoring import solitaire_rank, winners
from engine.valley.state import ValleyState
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import act, over, table
from tests.tables import each_row

STATUES = [card.name for card in BASE.cards if card.set == "Statues"]
NAMES = [card.name for card in BASE.cards]
LEVEL_1 = [card.name for card in BASE.cards if card.level == 1]


def points(tomb: str) -> int:
    """The points of a tomb."""
    return VALLEY.scores(table(hands="", tomb=tomb))[0]


def finished_game(*tombs: str) -> ValleyState:
    """The end of a game with these tombs."""
    s = table(hands=("",) * len(tombs), tomb=tombs, active=len(tombs) - 1)
    act(s, "end turn")
    assert over(s)
    return s


def test_scoring_example():
    assert points("3 Shabti, Inner Sarcophagus, 2 Statue of Anubis, Statue of Isis") == 8


def test_an_empty_tomb_is_worth_nothing():
    assert points("") == 0


@pytest.mark.parametrize(("size", "worth"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 36), (7, 49)])
def test_a_set_is_worth_the_square_of_its_different_cards(size: int, worth: int):
    assert points(", ".join(STATUES[:size])) == worth


@pytest.mark.parametrize(
    ("name", "worth"), [("Sarcophagi", 9), ("Canopic Jars", 16), ("Amulets", 25), ("Books", 36), ("Statues", 49)]
)
def test_a_complete_set_is_worth_the_square_of_its_size(name: str, worth: int):
    assert points(", ".join(card.name for card in BASE.cards if card.set == name)) == worth


def test_duplicates_in_a_set_are_worthless():
    assert points("Statue of Anubis, Statue of Anubis") == 1
    assert points(", ".join(STATUES * 2)) == 49


def test_each_set_scores_separately():
    assert points("Statue of Isis, Statue of Thoth, Book of Gates, Book of the Dead, Boat") == 4 + 4 + 3


@pytest.mark.parametrize("name", LEVEL_1)
def test_each_starter_card_is_worth_one_point(name: str):
    assert points(name) == 1
    assert points(f"4 {name}") == 4


@pytest.mark.parametrize(
    ("name", "worth"),
    [("Boat", 3), ("Mummified Cat", 2), ("Ka Figurine", 3), ("Censer", 4), ("Burial Mask", 7), ("Canopic Chest", 5)],
)
def test_a_unique_artifact_is_worth_what_is_printed_on_it(name: str, worth: int):
    assert points(name) == worth


def test_only_the_tomb_counts():
    rich = "Burial Mask, Statue of Isis, Shabti"
    s = table(hands=(rich, ""), deck=rich, discard=rich, in_play=rich, tomb="Urn")
    assert VALLEY.scores(s) == [1, 0]


def test_all_complete_sets_and_unique_artifacts_are_worth_159_points():
    assert points(", ".join(card.name for card in BASE.cards if card.level > 1)) == 9 + 16 + 25 + 36 + 49 + 24


def expected_points(names: list[str]) -> int:
    """The points of a tomb, calculated from the printed values."""
    cards = [BASE.cards[BASE.kind_of[name]] for name in names]
    sets: dict[str, set[str]] = {}
    for card in cards:
        if card.set not in ("starter", "unique"):
            sets.setdefault(card.set, set()).add(card.name)
    return sum(len(names) ** 2 for names in sets.values()) + sum(
        card.vp for card in cards if card.set in ("starter", "unique")
    )


@given(st.lists(st.sampled_from(NAMES), max_size=25))
def test_any_tomb_scores_by_the_rulebook(names: list[str]):
    assert points(", ".join(names)) == expected_points(names)


def test_the_player_with_the_most_points_wins():
    s = finished_game("Burial Mask", "Boat")
    assert winners(s) == [0]
    assert VALLEY.rewards(s) == [1.0, 0.0]
    assert VALLEY.view(s, 1).winners == (0,)


def test_the_most_points_win_with_fewer_cards_too():
    assert winners(finished_game("9 Urn", "Burial Mask")) == [0]


def test_in_a_tie_the_player_with_the_fewest_cards_in_the_tomb_wins():
    assert winners(finished_game("3 Urn", "Boat")) == [1]
    assert winners(finished_game("Boat", "3 Urn")) == [0]


def test_worthless_duplicates_count_as_cards_in_a_tie():
    assert winners(finished_game("Statue of Isis, Statue of Isis", "Statue of Isis")) == [1]


def test_players_still_tied_share_the_victory():
    s = finished_game("Boat", "Ka Figurine")
    assert winners(s) == [0, 1]
    assert VALLEY.rewards(s) == [0.5, 0.5]
    assert VALLEY.view(s, 0).winners == (0, 1)


@each_row(
    ("tombs", "best"),
    [
        (("Boat", "Ka Figurine", "3 Urn"), [0, 1]),
        (("3 Urn", "Ka Figurine", "Boat"), [1, 2]),
        (("Boat", "Urn", "Ka Figurine"), [0, 2]),
        (("Urn", "Shabti", "Box of Food"), [0, 1, 2]),
        (("Boat", "Ka Figurine", "Censer"), [2]),
        (("", "", ""), [0, 1, 2]),
        (("3 Urn", "3 Shabti", "Boat", "Ka Figurine"), [2, 3]),
        (("Boat", "3 Urn", "Ka Figurine", "3 Shabti"), [0, 2]),
        (("Urn", "Urn", "Urn", "Urn"), [0, 1, 2, 3]),
        (("Urn", "2 Urn", "Burial Mask", "7 Urn"), [2]),
    ],
)
def test_ties_among_three_and_four_players_follow_the_same_rules(tombs: tuple[str, ...], best: list[int]):
    s = finished_game(*tombs)
    assert winners(s) == best
    assert VALLEY.rewards(s) == [1 / len(best) if seat in best else 0.0 for seat in range(len(tombs))]


@given(st.lists(st.lists(st.sampled_from(NAMES), max_size=6), min_size=2, max_size=4))
def test_the_winners_have_the_most_points_then_the_fewest_cards(tombs: list[list[str]]):
    s = finished_game(*[", ".join(names) for names in tombs])
    ranks = [(-expected_points(names), len(names)) for names in tombs]
    assert winners(s) == [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "labourer"), (64, "labourer"), (65, "scribe"), (89, "scribe"), (90, "priest"), (114, "priest"), (115, "vizier"),
        (139, "vizier"), (140, "pharaoh"), (200, "pharaoh"),
    ],
)  # fmt: skip
def test_solitaire_points_give_a_rank(points: int, name: str):
    assert solitaire_rank(points) == name
