"""Step 2 of a turn: cards may be discarded in any order. The player is asked for the order only if it matters to somebody, and
only as deep as it matters."""

import pytest

from engine.core.game import NOBODY, Event
from engine.core.luck import seeded_hash
from engine.core.moves import VERB_MASK
from engine.valley.catalogue.verbs import PASS
from engine.valley.game import VALLEY
from engine.valley.parts.choosing import ENTOMB
from engine.valley.rules.discards import PUT_ON_TOP
from engine.valley.state import DISCARD, HAND, PLAYED, ValleyState
from tests.engine.valley.table import FULL, act, afterlife, asked, discard, menu, table, tomb
from tests.engine.valley.walks import events_of_move, start

DEEP = "10 Urn"
OSIRIS = "Statue of Osiris"
CHAPEL = "Offering Chapel"


USUAL = "the usual order"
LEAVE = "leave them as they lie"


def ending(s: ValleyState) -> list[str]:
    """The answers about the order when the turn ends; none if that is not asked."""
    act(s, "end turn")
    return menu(s) if asked(s)[0] == 0 else []


@pytest.mark.parametrize(
    ("other_hand", "deck", "pyramid"),
    [
        ("Burial Mask, Statue of Isis", DEEP, f"{OSIRIS}, Boat, Boat"),
        ("Burial Mask, Statue of Isis", DEEP, f"Boat, Boat, Boat / Boat, {OSIRIS}"),
        ("Burial Mask, Burial Mask, Box of Food", "", f"{OSIRIS}, Boat, Boat"),
        ("Burial Mask, Burial Mask, Urn", "", f"{OSIRIS}, Boat, Boat"),
        ("Burial Mask, Burial Mask, Hapy Canopic Jar", "Shabti", f"{OSIRIS}, Boat, Boat"),
        ("Statue of Horus, Box of Food", "", f"{OSIRIS}, Boat, Boat"),
        ("Shabti, Wedjat Eye Amulet, Censer", "Statue of Isis", f"{OSIRIS}, Boat, Boat"),
    ],
    ids=["recovered", "from above", "drawn", "redrawn", "drawn deep", "taken", "cheaper"],
)
def test_it_is_asked_while_an_opponent_can_get_and_play_the_card_in_time(other_hand: str, deck: str, pyramid: str):
    s = table(hands=("Urn, Shabti", other_hand), deck=(DEEP, deck), pyramid=pyramid, changed=1)
    assert ending(s) == [USUAL, "put Urn on top"]
    assert asked(s) == (0, OSIRIS)


def test_it_is_asked_while_the_card_may_come_from_the_stock():
    s = table(hands=("Urn, Shabti", "Burial Mask, Statue of Isis"), deck=(DEEP, DEEP), stock=f"2 {OSIRIS}", changed=1)
    assert ending(s) == [USUAL, "put Urn on top"]


def test_it_is_asked_while_the_player_can_still_get_the_card():
    s = afterlife(hands=("Urn, Axe", "Urn"), deck=("Antechamber, 9 Urn", "9 Urn"), pyramid=CHAPEL, changed=1)
    assert ending(s) == [USUAL, "put Axe on top"]


@pytest.mark.parametrize(
    ("other_hand", "deck", "pyramid"),
    [
        ("Burial Mask, Shabti", DEEP, f"{OSIRIS}, Boat, Boat"),
        ("Burial Mask, Box of Food", "2 Shabti", f"{OSIRIS}, Boat, Boat"),
        ("Statue of Isis, Shabti", "", f"{OSIRIS}, Boat, Boat"),
        ("Burial Mask, Statue of Isis", DEEP, "Boat, Boat, Boat"),
    ],
    ids=["no way into the hand", "too deep a deck", "too poor", "no such card"],
)
def test_it_is_not_asked_while_no_opponent_can_play_such_a_card(other_hand: str, deck: str, pyramid: str):
    s = table(hands=("Urn, Shabti", other_hand), deck=(DEEP, deck), pyramid=pyramid, changed=1)
    assert ending(s) == []


def test_it_is_not_asked_if_the_pile_is_shuffled_before_it_matters():
    s = table(hands=("Urn, Shabti", "Burial Mask, Statue of Isis"), deck=("4 Urn", DEEP), pyramid=OSIRIS, changed=1)
    assert ending(s) == []


def test_it_is_asked_as_deep_as_cards_can_be_taken():
    s = afterlife(
        hands=("Urn, Axe, Ring, Sling", "Urn"), deck=("9 Urn", f"2 {CHAPEL}, 9 Urn"), pyramid="Ring", changed=1
    )
    act(s, "end turn")
    assert menu(s) == [USUAL, "put Urn on top", "put Ring on top", "put Axe on top", "put Sling on top"]
    act(s, "put Ring on top")
    assert asked(s) == (0, CHAPEL)
    assert menu(s) == [LEAVE, "put Axe next", "put Sling next"]
    act(s, "put Sling next")
    assert asked(s) == (1, "")
    assert discard(s, 0).split(", ")[-2:] == ["Sling", "Ring"]


def test_two_chapels_entomb_the_cards_put_on_top():
    s = afterlife(hands=("Urn, Axe, Ring", f"2 {CHAPEL}"), deck=("9 Urn", "9 Urn"), pyramid="Ring", changed=1)
    act(s, "end turn", "put Axe on top", "put Ring next")
    act(s, f"execute {CHAPEL}", "entomb Axe", f"execute {CHAPEL}", "entomb Ring")
    assert tomb(s, 0) == "Axe, Ring"


def test_a_card_that_repeats_asks_for_one_more_card():
    s = table(hands=("Urn, Shabti, Boat", f"{OSIRIS}, Tyet Amulet"), deck=(DEEP, DEEP), pyramid=FULL, changed=1)
    act(s, "end turn", "put Boat on top")
    assert menu(s) == [LEAVE, "put Urn next"]


def test_it_is_not_asked_among_equal_cards():
    s = afterlife(hands=("3 Urn, Axe", "Urn"), deck=("9 Urn", f"2 {CHAPEL}, 9 Urn"), pyramid="Ring", changed=1)
    act(s, "end turn", "put Axe on top")
    assert asked(s) == (1, "")


def test_one_answer_settles_the_whole_pile():
    s = afterlife(
        hands=("Urn, Axe, Ring, Sling", "Urn"), deck=("9 Urn", f"2 {CHAPEL}, 9 Urn"), pyramid="Ring", changed=1
    )
    act(s, "end turn", USUAL)
    assert asked(s) == (1, "")
    assert discard(s, 0) == "Sling, Axe, Ring, Urn"


def test_no_answer_does_what_the_usual_order_does_too():
    """Every answer but the first leads to another pile, or to a question with which another pile can be made."""
    s = afterlife(hands=("Urn, Axe, Ring", "Urn"), deck=("9 Urn", f"2 {CHAPEL}, 9 Urn"), pyramid="Ring", changed=1)
    act(s, "end turn")
    usual, *others = piles_after(s)
    assert usual == {"Axe, Ring, Urn"}
    assert all(piles != usual for piles in others)
    assert len(set.union(usual, *others)) == 6


def piles_after(s: ValleyState) -> list[set[str]]:
    """For each answer, the piles of the first player that can follow."""
    found = []
    for move in s.legal_moves():
        t = s.copy()
        t.apply(move)
        found.append({discard(t, 0)} if asked(t)[0] == 1 else set.union(*piles_after(t)))
    return found


@pytest.mark.parametrize(
    ("theirs", "answers"),
    [
        (
            {"hand": f"{OSIRIS}, Statue of Isis", "deck": DEEP},
            (f"execute {OSIRIS}", "execute Statue of Isis", "recover Tyet Amulet", "execute Tyet Amulet", f"repeat {OSIRIS}"),
        ),
        (
            {"hand": f"{OSIRIS}, Box of Food", "deck": ""},
            (f"execute {OSIRIS}", "execute Box of Food", "execute Tyet Amulet", f"repeat {OSIRIS}"),
        ),
        (
            {"hand": f"{OSIRIS}, Statue of Isis", "deck": "", "discard": f"Canopic Chest, {OSIRIS}, Censer"},
            (f"execute {OSIRIS}", "execute Statue of Isis", "recover Canopic Chest", "execute Canopic Chest",
             f"execute {OSIRIS}", "execute Tyet Amulet", f"repeat {OSIRIS}"),
        ),
    ],
    ids=["fetched", "drawn", "drawn by a fetched card"],
)  # fmt: skip
def test_a_card_that_an_opponent_took_can_take_another_one(theirs: dict[str, str], answers: tuple[str, ...]):
    """Whatever is taken from the pile was put there in an order that its owner chose."""
    zones = {zone: ("" if zone != "deck" else DEEP, names) for zone, names in theirs.items() if zone != "hand"}
    s = table(hands=("Tyet Amulet, Boat, Censer, Urn", theirs["hand"]), pyramid=FULL, changed=1, **zones)
    act(s, "end turn", "put Tyet Amulet on top", "put Censer next")
    while asked(s)[0] == 0:
        act(s, LEAVE)
    taken = sum("repeat" in answer or answer == f"execute {OSIRIS}" for answer in answers)
    pile = discard(s, 0).split(", ")
    act(s, *answers)
    assert discard(s, 0).split(", ") == pile[:-taken]


@pytest.mark.parametrize(
    ("edition", "hand", "deck", "kept"),
    [("afterlife", f"Serdab, {CHAPEL}", "Shabti, Sphinx, Khopesh", ["keep Shabti"]),
     ("afterlife", f"Sphinx, {CHAPEL}", "Shabti, Bracelet, Khopesh", ["name Chambers"])],
    ids=["Serdab", "Sphinx"],
)  # fmt: skip
def test_cards_that_an_action_lays_on_the_pile_are_ordered_if_it_matters(
    edition: str, hand: str, deck: str, kept: list[str]
):
    piles = set()
    for choice in range(6):
        s = table(edition=edition, hands=(hand, "Urn"), deck=deck, pyramid="Ring")
        act(s, f"execute {hand.split(', ', maxsplit=1)[0]}", *kept)
        while "end turn" not in menu(s):
            act(s, menu(s)[min(choice, len(menu(s)) - 1)])
            choice //= 2
        piles.add(discard(s, 0))
        act(s, f"execute {CHAPEL}", f"entomb {discard(s, 0).split(', ')[-1]}")
    tops = {pile.split(", ")[-1] for pile in piles}
    assert {"Khopesh"} < tops


def test_their_order_is_not_asked_while_nobody_can_take_them():
    s = afterlife(hands=("Serdab", "Urn"), deck="Shabti, Sphinx, Khopesh", pyramid="Ring", boneyard=f"2 {CHAPEL}")
    act(s, "execute Serdab", "keep Shabti")
    assert "end turn" in menu(s)


# Games with random answers, in which two cards are taken from one pile: if only the top card were asked, the order of the second
# would not have been asked.
RANDOM_GAMES = {
    ("base", 2): (18, 113),
    ("base", 4): (104,),
    ("afterlife", 3): (20, 43),
    ("both", 5): (14, 51),
}


class Piles:
    """The discard pile of each seat, and for each card in it whether its owner could have put another card there."""

    def __init__(self, s: ValleyState) -> None:
        self.free = [[False] * s.count(DISCARD + seat) for seat in range(s.seat_count)]

    def update(self, before: ValleyState, after: ValleyState) -> None:
        """Follow the piles from one question to the next."""
        for seat in range(after.seat_count):
            old, new, free = before.kinds(DISCARD + seat), after.kinds(DISCARD + seat), self.free[seat]
            if new[: len(old)] == old:
                free += [False] * (len(new) - len(old))
            elif len(new) == len(old) - 1:
                place = next((index for index, kind in enumerate(new) if kind != old[index]), len(new))
                del free[place]
            else:
                self.free[seat] = [False] * len(new)

    def record_batch(self, seat: int, first: int, cards: list[int], chosen: int) -> None:
        """Record that `cards` were put on a pile together, the lowest at index `first`. Their owner chose the order of the
        topmost `chosen` ones."""
        below = cards[: max(0, len(cards) - chosen)]
        if len(set(below)) > 1:
            self.free[seat][first : first + len(below)] = [True] * len(below)


def batch_of(events: list[Event], before: ValleyState, after: ValleyState) -> tuple[int, int, int] | None:
    """The seat, the lowest index and the number of the cards that a move has put on a pile together; None if there are none."""
    for event in events:
        if event.verb == "discarded_hand":
            number = before.count(HAND + event.seat) + before.count(PLAYED + event.seat)
            return event.seat, before.count(DISCARD + event.seat), number
        if event.verb == "laid":
            pile, laid = after.kinds(DISCARD + event.seat), list(event.arguments)
            for first in range(len(pile) - len(laid), -1, -1):
                if pile[first : first + len(laid)] == laid:
                    return event.seat, first, len(laid)
    return None


def takes(s: ValleyState, events: list[Event], move: int) -> list[tuple[int, int]]:
    """The seat and the card of each pile from which a move takes the top card."""
    plundered = [(event.arguments[1], event.arguments[0]) for event in events if event.verb == "plundered"]
    if asked(s)[1] == CHAPEL and move & VERB_MASK == ENTOMB and "top card" in VALLEY.question(s).text:
        return [(event.seat, event.arguments[0]) for event in events if event.verb == "entombed"]
    return plundered


@pytest.mark.parametrize(("edition", "players"), RANDOM_GAMES)
def test_no_card_is_taken_whose_order_its_owner_could_not_choose(edition: str, players: int):
    taken = 0
    for seed in RANDOM_GAMES[edition, players]:
        s = start(players, seed, edition)
        piles = Piles(s)
        batch: tuple[int, int, int] | None = None
        chosen = step = 0
        while s.mover != NOBODY:
            before, move = s.copy(), s.legal_moves()[seeded_hash(seed, step) % s.move_count]
            step += 1
            events = events_of_move(s, move)
            for seat, kind in takes(before, events, move):
                taken += 1
                assert before.top(DISCARD + seat) == kind
                assert not piles.free[seat][-1], f"{edition}, seed {seed}, step {step}"
            piles.update(before, s)
            begun = batch_of(events, before, s)
            batch, chosen = (batch, chosen) if begun is None else (begun, 0)
            if batch is None:
                continue
            chosen += 99 if move & VERB_MASK == PASS else move & VERB_MASK == PUT_ON_TOP
            if s.menu[s.move_count - 1] & VERB_MASK != PUT_ON_TOP:
                seat, first, number = batch
                if s.count(DISCARD + seat) >= first + number:
                    piles.record_batch(seat, first, s.kinds(DISCARD + seat)[first : first + number], chosen)
                batch = None
    assert taken > 0
