"""Step 2 of a turn: cards may be discarded in any order. The player is asked for the order only if it matters to somebody, and
only as deep as it matters."""

import pytest

from engine.core.game import FIRST_RULES, NOBODY
from engine.core.luck import seeded_hash
from engine.core.moves import VERB_MASK
from engine.valley.catalogue.verbs import PASS
from engine.valley.game import VALLEY
from engine.valley.rules.discards import PUT_ON_TOP
from engine.valley.state import DISCARD, ValleyState
from tests.engine.valley.table import FULL, act, afterlife, asked, discard, menu, offers, table, tomb
from tests.engine.valley.walks import events_of_move, start

DEEP = "10 Urn"
OSIRIS = "Statue of Osiris"
CHAPEL = "Offering Chapel"


def ending(s: ValleyState) -> list[str]:
    """The cards that can be put on top when the turn ends; none if that is not asked."""
    act(s, "end turn")
    return offers(s, "put on top") if asked(s)[0] == 0 else []


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
    assert ending(s) == ["Shabti", "Urn"]
    assert asked(s) == (0, OSIRIS)


def test_it_is_asked_while_the_card_may_come_from_the_stock():
    s = table(hands=("Urn, Shabti", "Burial Mask, Statue of Isis"), deck=(DEEP, DEEP), stock=f"2 {OSIRIS}", changed=1)
    assert ending(s) == ["Shabti", "Urn"]


def test_it_is_asked_while_the_player_can_still_get_the_card():
    s = afterlife(hands=("Urn, Axe", "Urn"), deck=("Antechamber, 9 Urn", "9 Urn"), pyramid=CHAPEL, changed=1)
    assert ending(s) == ["Urn", "Axe"]


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
    assert menu(s) == ["put on top Urn", "put on top Ring", "put on top Axe", "put on top Sling"]
    act(s, "put on top Ring")
    assert asked(s) == (0, CHAPEL)
    assert sorted(menu(s)) == ["pass", "put next Axe", "put next Sling", "put next Urn"]
    act(s, "put next Sling")
    assert asked(s) == (1, "")
    assert discard(s, 0).split(", ")[-2:] == ["Sling", "Ring"]


def test_two_chapels_entomb_the_cards_put_on_top():
    s = afterlife(hands=("Urn, Axe, Ring", f"2 {CHAPEL}"), deck=("9 Urn", "9 Urn"), pyramid="Ring", changed=1)
    act(s, "end turn", "put on top Axe", "put next Ring")
    act(s, f"execute {CHAPEL}", "entomb Axe", f"execute {CHAPEL}", "entomb Ring")
    assert tomb(s, 0) == "Axe, Ring"


def test_a_card_that_repeats_asks_for_one_more_card():
    s = table(hands=("Urn, Shabti, Boat", f"{OSIRIS}, Tyet Amulet"), deck=(DEEP, DEEP), pyramid=FULL, changed=1)
    act(s, "end turn", "put on top Boat")
    assert sorted(menu(s)) == ["pass", "put next Shabti", "put next Urn"]


def test_it_is_not_asked_among_equal_cards():
    s = afterlife(hands=("3 Urn, Axe", "Urn"), deck=("9 Urn", f"2 {CHAPEL}, 9 Urn"), pyramid="Ring", changed=1)
    act(s, "end turn", "put on top Axe")
    assert asked(s) == (1, "")


def test_the_first_rules_ask_only_for_the_top_card():
    s = afterlife(hands=("Urn, Axe, Ring", "Urn"), deck=("9 Urn", f"2 {CHAPEL}, 9 Urn"), pyramid="Ring", changed=1)
    s = VALLEY.read_position(f"rules = {FIRST_RULES}\n{VALLEY.write_position(s)}")
    act(s, "end turn", "put on top Ring")
    assert asked(s) == (1, "")
    s = table(hands=("Urn, Shabti", "Burial Mask, Statue of Isis"), deck=(DEEP, DEEP), pyramid=OSIRIS, changed=1)
    s = VALLEY.read_position(f'rules = {FIRST_RULES}\nedition = "base"\n{VALLEY.write_position(s)}')
    assert ending(s) == []


# Games with random answers. If only the top card were asked, or only cards of hand and deck counted, then in one game of each
# line a card would be taken from a pile whose order was not asked.
RANDOM_GAMES = {
    ("base", 2): (145, 210, 214),
    ("base", 4): (60, 207),
    ("afterlife", 3): (23, 26, 98, 116, 151, 163),
    ("both", 5): (12, 26, 72, 126, 168, 221, 239),
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

    def record_discards(self, seat: int, cards: list[int], chosen: int) -> None:
        """Record that `cards` were discarded. Their owner chose the order of the topmost `chosen` cards."""
        below = cards[: max(0, len(cards) - chosen)]
        if len(set(below)) > 1:
            self.free[seat][-len(cards) : -chosen or None] = [True] * len(below)


@pytest.mark.parametrize(("edition", "players"), RANDOM_GAMES)
def test_no_card_is_taken_whose_order_its_owner_could_not_choose(edition: str, players: int):
    taken = 0
    for seed in RANDOM_GAMES[edition, players]:
        s = start(players, seed, edition)
        piles = Piles(s)
        ended: tuple[int, int] | None = None  # the seat that ended a turn, and the size of its pile before
        chosen = step = 0
        while s.mover != NOBODY:
            before, move = s.copy(), s.legal_moves()[seeded_hash(seed, step) % s.move_count]
            step += 1
            mover = int(s.mover)
            events = events_of_move(s, move)
            if any(event.verb in ("discarded_hand",) for event in events):
                ended, chosen = (mover, before.count(DISCARD + mover)), 0
            chosen += 99 if move & VERB_MASK == PASS and ended is not None else move & VERB_MASK == PUT_ON_TOP
            taken_cards = [(event.arguments[1], event.arguments[0]) for event in events if event.verb == "plundered"]
            if VALLEY.question(before).card == CHAPEL and move & VERB_MASK != PUT_ON_TOP:
                taken_cards += [(event.seat, event.arguments[0]) for event in events if event.verb == "entombed"]
            for seat, kind in taken_cards:
                taken += 1
                assert before.top(DISCARD + seat) == kind
                assert not piles.free[seat][-1], f"{edition}, seed {seed}, step {step}"
            piles.update(before, s)
            if ended is not None and not (s.mover == ended[0] and s.menu[0] & VERB_MASK == PUT_ON_TOP):
                seat, base = ended
                pile = s.kinds(DISCARD + seat)
                if len(pile) > base and pile[:base] == before.kinds(DISCARD + seat)[:base]:
                    piles.record_discards(seat, pile[base:], chosen)
                ended = None
    assert taken > 0
