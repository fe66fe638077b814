"""Axe: when it is discarded as the result of an action, each opponent of its owner discards the card with the highest cost in
hand, and shows the hand to prove it. The action may be the owner's or an opponent's."""

from engine.valley.game import VALLEY
from tests.engine.valley.table import act, afterlife, asked, discard, hand, known, menu, table

AXE = "Axe"


def test_it_has_no_action() -> None:
    s = afterlife(hands=(AXE, "Ring"), pyramid="Serdab")
    assert menu(s) == [f"entomb {AXE}", "end turn"]


def test_discarded_by_its_owners_action_it_makes_opponents_discard_their_costliest_card() -> None:
    s = afterlife(hands=(f"Urn, {AXE}", "Ring, Brooch, Urn", "Shabti, Dagger"), deck="3 Shabti")
    act(s, "execute Urn", f"discard {AXE}")
    assert asked(s) == (1, AXE)
    assert menu(s) == ["discard Brooch"]
    act(s, "discard Brooch")
    assert asked(s) == (2, AXE)
    act(s, "discard Dagger")
    assert [discard(s, seat) for seat in range(3)] == [AXE, "Brooch", "Dagger"]


def test_it_is_resolved_before_the_rest_of_the_action() -> None:
    s = afterlife(hands=(f"Urn, {AXE}, Ring", "Serdab"), deck="3 Shabti")
    act(s, "execute Urn", f"discard {AXE}")
    assert asked(s)[0] == 1
    act(s, "discard Serdab")
    assert (asked(s), hand(s, 0)) == ((0, "Urn"), "Ring")


def test_the_discarding_player_chooses_among_equal_costs() -> None:
    s = afterlife(hands=(f"Urn, {AXE}", "2 Ring, Dagger, Urn"), deck="3 Shabti")
    act(s, "execute Urn", f"discard {AXE}")
    assert menu(s) == ["discard Ring", "discard Dagger"]


def test_discarded_by_an_opponents_action_it_strikes_that_opponent_too() -> None:
    s = afterlife(hands=("Spear, Urn, Ring", AXE, "Dagger"), deck=("", "9 Urn", "9 Urn"))
    act(s, "execute Spear", "discard Urn", f"discard {AXE}")
    assert asked(s) == (2, AXE)
    act(s, "discard Dagger")
    assert asked(s) == (0, AXE)
    act(s, "discard Ring")
    assert [discard(s, seat) for seat in range(3)] == ["Urn, Ring", AXE, "Dagger"]


def test_an_axe_discarded_for_an_axe_strikes_back() -> None:
    s = afterlife(hands=(f"Urn, {AXE}, Ring", f"{AXE}, Shabti"), deck="3 Shabti")
    act(s, "execute Urn", f"discard {AXE}", f"discard {AXE}")
    assert asked(s) == (0, AXE)
    act(s, "discard Ring")
    assert asked(s) == (0, "")  # no card is left to discard for the Urn
    assert [discard(s, seat) for seat in range(2)] == [f"{AXE}, Ring", AXE]


def test_a_player_who_discards_for_it_shows_the_hand() -> None:
    s = afterlife(hands=(f"Urn, {AXE}", "Ring, Shabti, Urn", ""), deck=("3 Shabti", "9 Urn", ""))
    act(s, "execute Urn", f"discard {AXE}", "discard Ring")
    for viewer in (0, 2):
        assert known(s, viewer, 1) == ["Shabti", "Urn"]
        assert {hand(VALLEY.determinize(s, viewer, seed), 1) for seed in range(20)} == {"Shabti, Urn"}


def test_an_empty_hand_is_spared() -> None:
    s = afterlife(hands=(f"Urn, {AXE}", ""), deck="3 Shabti")
    act(s, "execute Urn", f"discard {AXE}")
    assert asked(s) == (0, "")


def test_the_offering_table_stops_it() -> None:
    s = afterlife(hands=(f"Urn, {AXE}", "Ring, Offering Table"), deck=("3 Shabti", "9 Urn"))
    act(s, "execute Urn", f"discard {AXE}")
    assert menu(s) == ["discard Ring", "show Offering Table"]
    act(s, "show Offering Table")
    assert hand(s, 1) == "Offering Table, Ring"
    assert known(s, 0, 1) == ["Offering Table"]


def test_the_offering_table_does_not_stop_it_in_its_owners_turn() -> None:
    s = afterlife(hands=("Spear, Urn, Ring, Offering Table", AXE), deck=("9 Urn", "9 Urn"))
    act(s, "execute Spear", "discard Urn", f"discard {AXE}")
    assert (asked(s), menu(s)) == ((0, AXE), ["discard Ring"])
    act(s, "discard Ring")
    assert (hand(s, 0), discard(s, 0)) == ("Offering Table", "Urn, Ring")


def test_discarded_at_the_end_of_the_turn_it_does_nothing() -> None:
    s = afterlife(hands=(f"{AXE}, Urn", "Ring"), deck=("9 Urn", "9 Urn"), pyramid="Serdab", changed=1)
    act(s, "end turn")
    assert asked(s) == (1, "")
    assert hand(s, 1) == "Ring"


def test_sacrificed_or_entombed_it_does_nothing() -> None:
    s = afterlife(hands=("Burial Chamber, Shabti, Axe", "Ring"))
    act(s, "execute Burial Chamber", "entomb Axe")
    assert asked(s) == (0, "")
    s = afterlife(hands=("Khopesh, Ring", f"{AXE}, Urn"), deck=("", "9 Urn"))
    act(s, "execute Khopesh", f"sacrifice {AXE}", "sacrifice Urn")
    assert asked(s) == (0, "")
    assert hand(s, 0) == "Ring"


def test_it_strikes_when_book_of_gates_reveals_and_discards_it() -> None:
    s = table(edition="both", hands=("Book of Gates", "Boat"), deck=(AXE, "9 Urn"))
    act(s, "execute Book of Gates")
    assert asked(s) == (1, AXE)
    act(s, "discard Boat")
    assert (discard(s, 0), discard(s, 1)) == (AXE, "Boat")
