"""Cards whose actions are executed by other cards: revealed (Book of Gates), in the tomb (Opening of the Mouth), or once more
(Tyet Amulet). Each uses only its own cards, and leaves those of the outer card where they are."""

from random import Random

import pytest

from engine.core.game import NOBODY, Seat, Setup
from engine.core.setup import Variant
from engine.valley.custom.playability import why_unplayable
from engine.valley.editions import full_catalogue
from engine.valley.game import VALLEY
from engine.valley.state import (
    ASIDE,
    DECK_TOP,
    EXECUTED_ELSEWHERE,
    HAND,
    LOOKED_AT,
    REVEALED,
    STOCK_II,
    TOMB,
    ValleyState,
)
from tests.contract.census import valley_cards
from tests.engine.valley.custom.catalogue_edits import changed
from tests.engine.valley.exact import turn_frames
from tests.engine.valley.table import act, discard, hand, in_play, menu, read, table, tomb

GATES, SPHINX, MOUTH, TYET, LINEN = "Book of Gates", "Sphinx", "Opening of the Mouth", "Tyet Amulet", "Linen Bandages"
BOOKS_AND_SPHINX = ("base", "base", "base", "base", "afterlife", "afterlife")  # with the set of Opening of the Mouth
EDITIONS = {  # all that can hold Book of Gates and Sphinx
    "both": (5, ()),
    "mixed": (2, BOOKS_AND_SPHINX),
    "mixed by lot": (3, (*BOOKS_AND_SPHINX[:5], "lot")),
    "solitaire": (1, BOOKS_AND_SPHINX),
}


def begin(edition: str, seed: int) -> ValleyState:
    players, choices = EDITIONS[edition]
    seats = tuple([Seat(f"seat {seat}") for seat in range(players)])
    return VALLEY.start(Setup("valley", seats, seed, Variant(edition.split(maxsplit=1)[0], choices)))


def steal(s: ValleyState, name: str) -> int:
    """Take a card of this name from wherever it is. Returns its kind."""
    kind = s.catalogue.kind_of[name]
    assert any(
        s.remove(zone, kind) for zone in range(STOCK_II, EXECUTED_ELSEWHERE) if s.zone_starts[zone] >= 0 and zone != 3
    )
    return kind


def deal_gates_and_sphinx(s: ValleyState, rng: Random) -> None:
    """Give the active player Book of Gates, and what it reveals: Sphinx, or a card that executes Sphinx in the tomb."""
    seat = s.active
    s.add(HAND + seat, steal(s, GATES))
    s.clear(DECK_TOP + seat)
    if rng.random() < 0.5:
        s.push(DECK_TOP + seat, steal(s, SPHINX))
    else:
        s.add(TOMB + seat, steal(s, SPHINX))
        s.push(DECK_TOP + seat, steal(s, MOUTH))
    s.run()


def may_still_be_dealt(s: ValleyState) -> bool:
    """Whether the cards are outside of the pyramid, of known cards of hands and of cards in play, so that they can be moved."""
    at_hand = [s.kinds(zone + s.active) for zone in (HAND, DECK_TOP)]
    movable = [s.kinds(zone) for zone in (0, 1, 2)]
    return not at_hand[1] and all(
        any(s.catalogue.kind_of[name] in zone for zone in movable) for name in (GATES, SPHINX, MOUTH)
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_stays_open_or_is_lost_in_games_with_gates_and_sphinx(edition: str):
    executed = 0
    for seed in range(6):
        rng = Random(seed)
        s = begin(edition, seed)
        if SPHINX not in s.catalogue.kind_of:
            continue
        everything = None
        for _ in range(40):
            if s.mover == NOBODY:
                break
            if "end turn" in menu(s) and may_still_be_dealt(s):
                deal_gates_and_sphinx(s, rng)
                everything = valley_cards(s)
                if f"execute {GATES}" in menu(s):
                    act(s, f"execute {GATES}")
                    executed += 1
            else:
                s.apply(rng.choice(s.legal_moves()))
            assert not s.broken
            if everything is not None:
                assert valley_cards(s) == everything
            if turn_frames(s) == s.cells[0]:
                open_zones = [ASIDE, *[zone + seat for zone in (LOOKED_AT, REVEALED) for seat in range(s.seat_count)]]
                assert all(s.count(zone) == 0 for zone in open_zones), VALLEY.write_position(s)
    assert executed >= 2


def test_a_revealed_sphinx_reveals_three_other_cards():
    s = table(edition="both", hands=GATES, deck="", discard="")
    for name in ("Urn", "Axe", "Ring", "Dagger", SPHINX):  # the last one is on top
        s.push(DECK_TOP, s.catalogue.kind_of[name])
    s.run()
    act(s, f"execute {GATES}", "name Weapons")
    assert hand(s, 0) == "Axe, Dagger"
    assert (read(s, REVEALED), read(s, DECK_TOP)) == ("", "Urn")
    assert sorted(discard(s, 0).split(", ")) == ["Ring", SPHINX]


def test_a_sphinx_in_the_tomb_reveals_three_other_cards():
    s = table(edition="both", hands=GATES, tomb=SPHINX)
    for name in ("Axe", "Ring", "Dagger", MOUTH):
        s.push(DECK_TOP, s.catalogue.kind_of[name])
    s.run()
    act(s, f"execute {GATES}", f"execute {SPHINX}", "name Weapons")
    assert hand(s, 0) == "Axe, Dagger"
    assert sorted(discard(s, 0).split(", ")) == [MOUTH, "Ring"]


def test_a_repeated_card_that_is_not_in_play_leaves_its_twin_free():
    """A Linen Bandages that Book of Gates executed lies on the discard pile, so its twin in play is another card."""
    s = table(edition="both", hands=f"{GATES}, {TYET}, Urn", in_play=f"Boat, {LINEN}", deck=f"{LINEN}, Shabti")
    s.remove(10, s.catalogue.kind_of[LINEN])
    s.push(DECK_TOP, s.catalogue.kind_of[LINEN])
    act(s, f"execute {GATES}", "entomb Boat", f"execute {TYET}", f"repeat {LINEN}")
    assert f"entomb {LINEN}" in menu(s)
    act(s, f"entomb {LINEN}")
    assert tomb(s, 0) == f"Boat, {LINEN}"
    t = VALLEY.read_position(VALLEY.write_position(s))
    assert (t.digest(), t.legal_moves()) == (s.digest(), s.legal_moves())


def test_a_repeated_card_in_play_is_not_another_one():
    s = table(edition="both", hands=f"{LINEN}, {TYET}", in_play="Boat, Urn")
    act(s, f"execute {LINEN}", "entomb Boat", f"execute {TYET}", f"repeat {LINEN}")
    assert menu(s) == ["entomb Urn"]


def test_a_card_entombed_from_play_leaves_its_twin_free():
    s = table(edition="both", hands=f"2 {LINEN}, {TYET}", in_play="Boat")
    act(
        s,
        f"execute {LINEN}",
        "entomb Boat",
        f"execute {LINEN}",
        f"entomb {LINEN}",
        f"execute {TYET}",
        f"repeat {LINEN}",
    )
    assert menu(s) == [f"entomb {LINEN}"]
    act(s, f"entomb {LINEN}")
    assert in_play(s, 0) == TYET


@pytest.mark.parametrize(
    ("action", "closing"),
    [
        (["LookAt(2)", "RevealTop()", "ExecuteIt()", "DiscardIt()", "KeepOne()"], "KeepOne"),
        (["SetAside()", "EachOpponent(Discard())", "SacrificeAside()"], "SacrificeAside"),
    ],
)
def test_no_custom_card_leaves_cards_lying_for_an_inner_one(action: list[str], closing: str):
    text = changed("Statue of Isis", "action", str(action).replace("'", '"'))
    catalogue = full_catalogue(("base",), text)
    assert f"put {closing} right after it" in why_unplayable(catalogue, catalogue.kind_of["Statue of Isis"])
