"""The handwritten evaluator values sets, gold and time as a player would, and uses no hidden information."""

import pytest

from ai.bots.bot import choose, decision_seed
from ai.levels import Budget
from ai.valley.handwritten import HandwrittenEvaluator
from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.contract.tables import Table

FULL_STOCK = """
stock_ii = ["Hapy Canopic Jar", "Statue of Isis", "Tyet Amulet", "Book of Gates", "Statue of Sobek", "Book of the Earth"]
stock_iii = ["Statue of Horus", "Ankh Amulet", "Imsety Canopic Jar", "Book of the Dead", "Statue of Thoth", "Censer"]
pyramid = ["Statue of Bastet", "Boat", "Ka Figurine", "Djed Pillar Amulet", "Outer Sarcophagus", "Book of the Heavens"]
"""
STOCK_III = ["Statue of Horus", "Ankh Amulet", "Imsety Canopic Jar", "Book of the Dead", "Statue of Thoth", "Censer"]


def position(
    own_zones: dict[str, list[str]], rival_zones: dict[str, list[str]] | None = None, table: str = FULL_STOCK
) -> ValleyState:
    """A position in which seat 0 is to move. The zones name their cards."""
    seats = []
    for zones in (own_zones, rival_zones or {"deck": ["Shabti"] * 5, "hand": ["Urn"] * 5}):
        lines = [f"{zone} = {cards}".replace("'", '"') for zone, cards in zones.items()]
        seats.append("\n".join(["[[seat]]", *lines]))
    return VALLEY.read_position("\n".join([table, *seats]))


def evaluator(state: ValleyState) -> HandwrittenEvaluator:
    return HandwrittenEvaluator(VALLEY, state.catalogue)


def own_points(state: ValleyState) -> float:
    """The expected points of seat 0."""
    return evaluator(state).expected_points(state)[0]


STARTERS = ["Shabti"] * 4 + ["Urn"] * 3 + ["Box of Food"] * 2


def test_a_card_is_worth_more_in_a_larger_set() -> None:
    tomb = ["Statue of Isis", "Statue of Anubis", "Statue of Horus"]
    plain = own_points(position({"tomb": tomb, "deck": STARTERS}))
    same_set = own_points(position({"tomb": [*tomb, "Statue of Osiris"], "deck": STARTERS}))
    other_set = own_points(position({"tomb": [*tomb, "Book of Gates"], "deck": STARTERS}))
    twice = own_points(position({"tomb": [*tomb, "Statue of Horus"], "deck": STARTERS}))
    assert same_set > other_set > plain
    assert twice == plain


def test_a_card_is_worth_more_in_the_tomb_than_in_the_deck() -> None:
    owned = own_points(position({"deck": [*STARTERS, "Burial Mask"]}))
    entombed = own_points(position({"deck": STARTERS, "tomb": ["Burial Mask"]}))
    without = own_points(position({"deck": STARTERS}))
    assert entombed > owned > without


def test_gold_is_worth_points_only_while_there_are_cards_to_buy() -> None:
    poor = {"deck": ["Shabti"] * 8}
    rich = {"deck": ["Box of Food"] * 8}
    assert own_points(position(rich)) > own_points(position(poor))
    assert own_points(position(rich, table="")) == own_points(position(poor, table=""))


def test_a_thin_deck_is_worth_more_than_a_thick_one() -> None:
    books = ["Book of Gates", "Book of the Earth", "Book of the Dead"]
    table = f"stock_iii = {STOCK_III}".replace("'", '"')
    thin = own_points(position({"deck": ["Box of Food"] * 4 + books}, table=table))
    thick = own_points(position({"deck": ["Box of Food"] * 30 + books}, table=table))
    assert thin > thick


def test_a_stronger_rival_lowers_the_estimate() -> None:
    weak = position({"deck": STARTERS}, {"deck": STARTERS})
    strong = position({"deck": STARTERS}, {"deck": STARTERS, "tomb": ["Burial Mask", "Canopic Chest"]})
    assert evaluator(strong).estimate(strong, 0) < evaluator(weak).estimate(weak, 0)
    assert evaluator(strong).estimate(strong, 1) == -evaluator(strong).estimate(strong, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_evaluator_uses_public_information_and_gives_rewards_between_0_and_1(players: int) -> None:
    state = VALLEY.start(Table(VALLEY, players).setup(4))
    handwritten = evaluator(state)
    step = 0
    while state.mover != NOBODY:
        points = handwritten.expected_points(state)
        for viewer in range(players):
            assert handwritten.expected_points(VALLEY.determinize(state, viewer, step)) == points
        assert all(0 < reward < 1 for reward in handwritten.rewards(state))
        state.apply(state.menu[seeded_hash(4, step) % state.move_count])
        step += 1
    assert handwritten.expected_points(state) == VALLEY.scores(state)
    rewards, estimates = VALLEY.rewards(state), handwritten.rewards(state)
    for seat in range(players):
        for rival in range(players):
            assert rewards[seat] <= rewards[rival] or estimates[seat] > estimates[rival]


@pytest.mark.parametrize("level", ["scribe", "priest"])
def test_the_last_card_of_the_game_entombs_the_best_card(level: str) -> None:
    tomb = ["Statue of Isis", "Statue of Anubis", "Statue of Horus"]
    hand = ["Shabti", "Statue of Isis", "Statue of Osiris", "Canopic Chest", "Boat"]
    state = position({"hand": hand, "tomb": tomb}, table="turn = 40")
    move = choose(VALLEY, state, 0, level, Budget(), 5)
    assert VALLEY.say(state, VALLEY.action(state, move)) == "entomb Statue of Osiris"


@pytest.mark.nightly(reason="plays many games", keep="4-3")
@pytest.mark.parametrize(("players", "seat"), [(2, 0), (4, 3)])
def test_the_scribe_beats_random_players(players: int, seat: int) -> None:
    levels = ["shabti"] * players
    levels[seat] = "scribe"
    state = VALLEY.start(Table(VALLEY, players).setup(30 + seat))
    ply = 0
    while state.mover != NOBODY:
        mover = state.mover
        state.apply(choose(VALLEY, state, mover, levels[mover], Budget(), decision_seed(30 + seat, ply, mover)))
        ply += 1
    assert VALLEY.rewards(state)[seat] == 1
