"""Ring: the next card played this turn has double gold value; lost at the end of the turn."""

from tests.engine.valley.table import act, afterlife, asked, in_play, offers

RING = "Ring"


def test_the_next_card_has_double_gold() -> None:
    s = afterlife(hands=f"{RING}, Serdab", pyramid="Antechamber, Linen Bandages")
    act(s, f"execute {RING}")
    assert offers(s, "buy") == ["Antechamber with Serdab"]
    act(s, "buy Antechamber with Serdab")
    assert in_play(s, 0) == f"{RING}, Serdab"


def test_the_costliest_card_of_a_payment_is_doubled() -> None:
    s = afterlife(hands=f"{RING}, Linen Bandages, Serdab, 2 Urn", pyramid="Opening of the Mouth")
    act(s, f"execute {RING}")  # gold 3 2 1 1 for a cost of 7
    assert offers(s, "buy") == [
        "Opening of the Mouth with Linen Bandages, Serdab",
        "Opening of the Mouth with Linen Bandages, Urn",
    ]


def test_only_one_of_several_equal_cards_is_doubled() -> None:
    s = afterlife(hands=f"{RING}, 4 Urn", pyramid="Antechamber")
    act(s, f"execute {RING}")
    assert offers(s, "buy") == ["Antechamber with Urn, Urn, Urn"]


def test_it_holds_for_one_purchase() -> None:
    s = afterlife(hands=f"{RING}, Serdab, Bracelet", pyramid="Antechamber, Goddess Nut")
    act(s, f"execute {RING}", "buy Antechamber with Serdab")
    assert offers(s, "buy") == []


def test_playing_a_card_for_its_action_uses_it_up() -> None:
    s = afterlife(hands=f"{RING}, Box of Food, Serdab", deck="3 Shabti", pyramid="Antechamber")
    act(s, f"execute {RING}")
    assert offers(s, "buy") == ["Antechamber with Box of Food", "Antechamber with Serdab"]
    act(s, "execute Box of Food")
    assert offers(s, "buy") == []


def test_the_turns_entombment_uses_it_up() -> None:
    s = afterlife(hands=f"{RING}, Urn, Serdab", pyramid="Antechamber")
    act(s, f"execute {RING}", "entomb Urn")
    assert offers(s, "buy") == []


def test_a_second_ring_uses_up_the_first() -> None:
    s = afterlife(hands=f"2 {RING}, Serdab", pyramid="Antechamber, Opening of the Mouth")
    act(s, f"execute {RING}", f"execute {RING}")
    assert offers(s, "buy") == ["Antechamber with Serdab"]


def test_it_is_lost_at_the_end_of_the_turn() -> None:
    s = afterlife(hands=(RING, "Serdab"), deck=("9 Urn", "9 Urn"), pyramid="Antechamber", changed=1)
    act(s, f"execute {RING}", "end turn")
    assert asked(s) == (1, "")
    assert offers(s, "buy") == []


def test_it_may_be_played_last_without_effect() -> None:
    s = afterlife(hands=(RING, ""), deck=("9 Urn", ""), pyramid="Antechamber", changed=1)
    act(s, f"execute {RING}", "end turn")
    act(s, "end turn", "sacrifice Antechamber from the pyramid")
    assert offers(s, "buy") == []


def test_a_free_purchase_does_not_use_it_up() -> None:
    s = afterlife(hands=f"{RING}, Serdab", pyramid="Urn, Antechamber")
    act(s, f"execute {RING}", "buy Urn for nothing")
    assert offers(s, "buy") == ["Antechamber with Serdab"]
