"""Heart Scarab Amulet: look at the top two cards of your deck; one goes to your hand, the other to your discard pile."""

from engine.core.events import contains_seat
from engine.valley.game import VALLEY
from tests.engine.valley.table import act, asked, deck, discard, hand, known, may_execute, menu, table

SCARAB = "Heart Scarab Amulet"


def test_one_of_the_two_goes_to_the_hand_and_the_other_to_the_discard_pile() -> None:
    s = table(hands=f"{SCARAB}, Urn", deck="Boat, Censer", discard="Shabti")
    act(s, f"execute {SCARAB}")
    assert asked(s) == (0, SCARAB)
    assert menu(s) == ["keep Boat", "keep Censer"]
    act(s, "keep Censer")
    assert hand(s, 0) == "Censer, Urn"
    assert discard(s, 0) == "Shabti, Boat"


def test_only_two_cards_leave_the_deck() -> None:
    s = table(hands=SCARAB, deck="4 Boat")
    act(s, f"execute {SCARAB}", "keep Boat")
    assert deck(s, 0) == "Boat, Boat"
    assert hand(s, 0) == discard(s, 0) == "Boat"


def test_the_discard_pile_is_shuffled_if_the_deck_holds_less_than_two() -> None:
    s = table(hands=SCARAB, deck="Boat", discard="Censer")
    act(s, f"execute {SCARAB}")
    assert menu(s) == ["keep Boat", "keep Censer"]


def test_it_needs_two_cards_to_look_at() -> None:
    assert not may_execute(table(hands=SCARAB, deck="Boat"), SCARAB)
    assert not may_execute(table(hands=SCARAB, discard="Boat"), SCARAB)


def test_the_kept_card_may_be_played_at_once() -> None:
    s = table(hands=SCARAB, deck="Box of Food, Boat, Urn")
    act(s, f"execute {SCARAB}")
    kept = menu(s)[0].removeprefix("keep ")
    act(s, f"keep {kept}")
    assert f"entomb {kept}" in menu(s)


def test_an_opponent_does_not_see_the_two_cards() -> None:
    boat = table(hands=(SCARAB, ""), deck="Boat, Censer, 2 Urn")
    act(boat, f"execute {SCARAB}")
    worlds = [VALLEY.determinize(boat, 1, seed) for seed in range(60)]
    assert {VALLEY.view(world, 1) for world in worlds} == {VALLEY.view(boat, 1)}
    assert len({tuple(menu(world)) for world in worlds}) > 1


def test_nobody_else_learns_which_card_was_kept() -> None:
    s = table(hands=(f"{SCARAB}, Urn", ""), deck="Boat, Censer, 3 Shabti")
    act(s, f"execute {SCARAB}")
    act(s, menu(s)[0])
    assert known(s, 1, 0) == []
    assert len({hand(VALLEY.determinize(s, 1, seed), 0) for seed in range(40)}) > 3


def test_a_shuffle_in_between_does_not_reveal_the_hand() -> None:
    s = table(hands=(f"{SCARAB}, Urn", ""), deck="Boat", discard="2 Shabti")
    act(s, f"execute {SCARAB}")
    assert menu(s) == ["keep Shabti", "keep Boat"]
    assert known(s, 1, 0) == []
    assert {"Boat", "Urn"} <= {hand(VALLEY.determinize(s, 1, seed), 0) for seed in range(40)}


def test_the_discarded_card_is_revealed_to_all_others() -> None:
    s = table(hands=(SCARAB, ""), deck="Boat, Censer")
    act(s, f"execute {SCARAB}")
    s.events = []
    act(s, "keep Censer")
    [laid] = [event for event in s.events if event.verb == "laid"]
    assert [contains_seat(laid.reveals_to, seat) for seat in (0, 1)] == [False, True]
