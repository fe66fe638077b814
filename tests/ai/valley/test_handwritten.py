"""The handwritten evaluator weighs sets, gold and time as a player would, and uses nothing that is hidden."""

from pathlib import Path

import pytest

import ai.valley.handwritten
from ai.bots.bot import choose, decision_seed
from ai.bots.levels import Budget
from ai.valley.handwritten import HandwrittenEvaluator
from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from engine.valley.state.valley_state import ValleyState
from tests.contract.tables import Table

FULL = """
stock_ii = ["Hapy Canopic Jar", "Statue of Isis", "Tyet Amulet", "Book of Gates", "Statue of Sobek", "Book of the Earth"]
stock_iii = ["Statue of Horus", "Ankh Amulet", "Imsety Canopic Jar", "Book of the Dead", "Statue of Thoth", "Censer"]
pyramid = ["Statue of Bastet", "Boat", "Ka Figurine", "Djed Pillar Amulet", "Outer Sarcophagus", "Book of the Heavens"]
"""
HALF = ["Statue of Horus", "Ankh Amulet", "Imsety Canopic Jar", "Book of the Dead", "Statue of Thoth", "Censer"]


def position(mine: dict[str, list[str]], theirs: dict[str, list[str]] | None = None, table: str = FULL) -> ValleyState:
    """A position in which seat 0 is about to play with what `mine` says, zone by zone."""
    seats = []
    for zones in (mine, theirs or {"deck": ["Shabti"] * 5, "hand": ["Urn"] * 5}):
        lines = [f"{zone} = {cards}".replace("'", '"') for zone, cards in zones.items()]
        seats.append("\n".join(["[[seat]]", *lines]))
    return VALLEY.read_position("\n".join([table, *seats]))


def judge(state: ValleyState) -> HandwrittenEvaluator:
    return HandwrittenEvaluator(VALLEY, state.catalogue)


def mine(state: ValleyState) -> float:
    """What seat 0 can expect."""
    return judge(state).expected_points(state)[0]


STARTERS = ["Shabti"] * 4 + ["Urn"] * 3 + ["Box of Food"] * 2


def test_a_kind_is_worth_more_in_a_set_that_has_come_further() -> None:
    tomb = ["Statue of Isis", "Statue of Anubis", "Statue of Horus"]
    plain = mine(position({"tomb": tomb, "deck": STARTERS}))
    same_set = mine(position({"tomb": [*tomb, "Statue of Osiris"], "deck": STARTERS}))
    other_set = mine(position({"tomb": [*tomb, "Book of Gates"], "deck": STARTERS}))
    twice = mine(position({"tomb": [*tomb, "Statue of Horus"], "deck": STARTERS}))
    assert same_set > other_set > plain
    assert twice == plain


def test_a_card_that_could_be_entombed_is_worth_less_than_one_that_is() -> None:
    owned = mine(position({"deck": [*STARTERS, "Burial Mask"]}))
    entombed = mine(position({"deck": STARTERS, "tomb": ["Burial Mask"]}))
    without = mine(position({"deck": STARTERS}))
    assert entombed > owned > without


def test_gold_is_worth_points_while_there_is_something_to_buy_and_nothing_when_there_is_not() -> None:
    poor = {"deck": ["Shabti"] * 8}
    rich = {"deck": ["Box of Food"] * 8}
    assert mine(position(rich)) > mine(position(poor))
    assert mine(position(rich, table="")) == mine(position(poor, table=""))


def test_a_thin_deck_is_worth_more_than_a_thick_one_with_the_same_gold_a_card() -> None:
    books = ["Book of Gates", "Book of the Earth", "Book of the Dead"]
    table = f"stock_iii = {HALF}".replace("'", '"')
    thin = mine(position({"deck": ["Box of Food"] * 4 + books}, table=table))
    thick = mine(position({"deck": ["Box of Food"] * 30 + books}, table=table))
    assert thin > thick


def test_what_the_strongest_rival_may_hope_for_lowers_our_hopes() -> None:
    weak = position({"deck": STARTERS}, {"deck": STARTERS})
    strong = position({"deck": STARTERS}, {"deck": STARTERS, "tomb": ["Burial Mask", "Canopic Chest"]})
    assert judge(strong).estimate(strong, 0) < judge(weak).estimate(weak, 0)
    assert judge(strong).estimate(strong, 1) == -judge(strong).estimate(strong, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_knows_no_more_than_the_table_and_its_rewards_lie_between_0_and_1(players: int) -> None:
    state = VALLEY.start(Table(VALLEY, players).setup(4))
    knows = judge(state)
    step = 0
    while state.mover != NOBODY:
        points = knows.expected_points(state)
        for viewer in range(players):
            assert knows.expected_points(VALLEY.determinize(state, viewer, step)) == points
        assert all(0 < reward < 1 for reward in knows.rewards(state))
        state.apply(state.menu[seeded_hash(4, step) % state.move_count])
        step += 1
    assert knows.expected_points(state) == VALLEY.scores(state)
    rewards, worth = VALLEY.rewards(state), knows.rewards(state)
    for who in range(players):
        for foe in range(players):
            assert rewards[who] <= rewards[foe] or worth[who] > worth[foe]


def test_no_card_is_named() -> None:
    text = Path(ai.valley.handwritten.__file__).read_text()
    assert not [card.name for card in VALLEY.start(Table(VALLEY, 2).setup(1)).catalogue.cards if card.name in text]


@pytest.mark.parametrize("level", ["scribe", "priest"])
def test_with_the_last_card_of_the_game_the_best_one_is_entombed(level: str) -> None:
    tomb = ["Statue of Isis", "Statue of Anubis", "Statue of Horus"]
    hand = ["Shabti", "Statue of Isis", "Statue of Osiris", "Canopic Chest", "Boat"]
    state = position({"hand": hand, "tomb": tomb}, table="turn = 40")
    move = choose(VALLEY, state, 0, level, Budget(), 5)
    assert VALLEY.say(state, VALLEY.action(state, move)) == "entomb Statue of Osiris"


@pytest.mark.parametrize("players", [2, 4])
def test_the_scribe_beats_random_players(players: int) -> None:
    for seat in (0, players - 1):
        levels = ["shabti"] * players
        levels[seat] = "scribe"
        state = VALLEY.start(Table(VALLEY, players).setup(30 + seat))
        ply = 0
        while state.mover != NOBODY:
            who = state.mover
            state.apply(choose(VALLEY, state, who, levels[who], Budget(), decision_seed(30 + seat, ply, who)))
            ply += 1
        assert VALLEY.rewards(state)[seat] == 1
