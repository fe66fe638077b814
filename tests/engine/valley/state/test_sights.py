"""What one player alone has seen of another's hand: kept as long as it is true, and hidden from the others."""

import pytest

from engine.core.errors import BadText
from engine.valley.game import VALLEY
from engine.valley.state import MAX_SIGHTS, ValleyState
from tests.contract.census import valley_cards
from tests.engine.valley.table import Zone, act, afterlife, hand, known

SEEDS = range(40)


def looked_into(
    theirs: str = "Axe, Ring, Urn", deck: str = "9 Shabti", own: str = "Brain Hook", **zones: Zone
) -> ValleyState:
    """Seat 0 has looked into the hand of seat 1 and taken the Axe. Seat 2 has only watched."""
    s = afterlife(hands=(own, theirs, "Urn"), deck=("9 Urn", deck, "9 Urn"), pyramid="Serdab", changed=1, **zones)
    act(s, "execute Brain Hook", "choose player 2", "pull Axe")
    return s


def deals(s: ValleyState, viewer: int) -> set[str]:
    """All different hands of seat 1 that are possible for all that a seat knows."""
    return {hand(VALLEY.determinize(s, viewer, seed), 1) for seed in SEEDS}


def test_a_card_drawn_later_is_unknown_and_the_others_stay_known() -> None:
    s = looked_into(own="Brain Hook, Banquet", deck="4 Shabti, 4 Dagger")
    act(s, "execute Banquet")
    assert known(s, 0, 1) == ["Urn", "Ring"]
    assert deals(s, 0) == {"Ring, Shabti, Urn", "Dagger, Ring, Urn"}


def test_a_card_that_leaves_the_hand_is_forgotten() -> None:
    s = looked_into(own="Brain Hook, Spear, Urn")
    act(s, "execute Spear", "discard Urn", "discard Urn")
    assert known(s, 0, 1) == ["Ring"]
    assert deals(s, 0) == {"Ring"}
    assert len(deals(s, 2)) > 1


def test_one_of_two_equal_cards_stays_known_when_the_other_leaves() -> None:
    s = looked_into("Axe, Ring, 2 Urn", own="Brain Hook, Spear, Urn")
    act(s, "execute Spear", "discard Urn", "discard Urn")
    assert known(s, 0, 1) == ["Urn", "Ring"]


def test_cards_that_publicly_enter_the_hand_are_known_in_addition() -> None:
    s = looked_into("Axe, Antechamber, Urn", discard=("", "Urn"))
    act(s, "end turn", "execute Antechamber", "recover Urn")
    assert known(s, 0, 1) == ["Urn", "Urn"]
    assert known(s, 2, 1) == ["Urn"]
    assert deals(s, 0) == {"Urn, Urn"}
    assert deals(s, 2) == {"Shabti, Urn", "Urn, Urn"}


def test_a_card_both_shown_and_seen_counts_once() -> None:
    s = looked_into("Axe, Offering Table, Urn", own="Brain Hook, Spear, Urn")
    act(s, "execute Spear", "discard Urn", "show Offering Table")
    assert known(s, 0, 1) == ["Urn", "Offering Table"]
    assert known(s, 2, 1) == ["Offering Table"]


def test_each_player_remembers_separately() -> None:
    s = afterlife(
        hands=("Brain Hook", "Axe, Urn, Ring", "Brain Hook"),
        deck=("9 Urn", "9 Shabti", "9 Urn"),
        pyramid="Serdab",
        active=2,
        changed=1,
    )
    act(s, "execute Brain Hook", "choose player 2", "pull Axe", "end turn")
    act(s, "execute Brain Hook", "choose player 2", "pull Ring")
    assert known(s, 0, 1) == known(s, 2, 1) == ["Urn"]


def test_a_card_seen_twice_counts_once() -> None:
    s = looked_into("Axe, Ring, Urn, Shabti", own="2 Brain Hook")
    act(s, "execute Brain Hook", "choose player 2", "pull Ring")
    assert known(s, 0, 1) == ["Shabti", "Urn"]
    assert deals(s, 0) == {"Shabti, Urn"}


def test_only_a_limited_number_of_cards_of_a_hand_is_remembered() -> None:
    s = afterlife(hands=("Brain Hook", "65 Urn", "Box of Food"), pyramid="Serdab")
    act(s, "execute Brain Hook", "choose player 2")
    assert known(s, 0, 1) == ["Urn"] * MAX_SIGHTS
    assert valley_cards(s) == valley_cards(VALLEY.read_position(VALLEY.write_position(s)))
    assert VALLEY.read_position(VALLEY.write_position(s)).digest() == s.digest()


def test_a_third_player_learns_nothing_and_the_sight_survives_writing() -> None:
    s = looked_into()
    assert known(s, 2, 1) == []
    assert "seen" in VALLEY.write_position(s)
    assert VALLEY.read_position(VALLEY.write_position(s)).digest() == s.digest()


def test_determinizations_of_a_third_player_do_not_depend_on_the_sight() -> None:
    """Two tables that look alike to seat 2, and differ in what seat 0 has seen."""
    rings, shabtis = looked_into(), looked_into("Axe, 2 Shabti", deck="7 Shabti, Ring, Urn")
    assert VALLEY.view(rings, 2) == VALLEY.view(shabtis, 2)
    for seed in SEEDS:
        assert VALLEY.determinize(rings, 2, seed).digest() == VALLEY.determinize(shabtis, 2, seed).digest()


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ('[[0, "Ring"]]', "is not in the hand as often"),
        ('[[1, "Urn"]]', "is not in the hand as often"),
        ('[[0, "Urn"], [0, "Urn"]]', "is not in the hand as often"),
        ('[["Urn", 0]]', "is a whole number"),
        ('["Urn"]', "a sight is"),
        ('[[0, "Spoon"]]', "no card is called"),
    ],
)
def test_a_position_with_an_impossible_sight_is_refused(seen: str, why: str) -> None:
    with pytest.raises(BadText, match=why):
        VALLEY.read_position(f'edition = "afterlife"\n[[seat]]\n[[seat]]\nhand = ["Urn"]\nseen = {seen}\n')


def test_a_game_without_such_a_card_accepts_no_sights() -> None:
    with pytest.raises(BadText, match="a list of at most 0"):
        VALLEY.read_position('[[seat]]\n[[seat]]\nhand = ["Urn"]\nseen = [[0, "Urn"]]\n')
