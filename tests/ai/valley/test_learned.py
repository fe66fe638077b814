"""The learned value: its inputs, its files, and when it is used."""

import gc
import json
from math import log
from pathlib import Path

import pytest

from ai.bots.bot import best_evaluator
from ai.valley.features import Features
from ai.valley.handwritten import HandwrittenEvaluator
from ai.valley.learned import KNOT_TURNS, TIME_INPUTS, LearnedEvaluator, Weights
from ai.valley.value_file import read_value, write_value
from ai.value_file import VALUES_FOLDER, BadValueFile
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Variant
from engine.valley.custom import write_catalogue
from engine.valley.editions import SHIPPED_CARDS
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.custom.catalogue_edits import changed
from tests.engine.valley.table import table

SHIPPED_VALUE_FILES = sorted(VALUES_FOLDER.glob("valley-*.json"))


def start(players: int = 2, seed: int = 3, edition: str = "base") -> ValleyState:
    return VALLEY.start(Setup("valley", tuple(Seat("", "") for _ in range(players)), seed, edition))


def midgame(players: int = 2, moves: int = 150, seed: int = 3) -> ValleyState:
    """A position after this number of random moves."""
    state = start(players, seed)
    for move in range(moves):
        assert state.mover != NOBODY
        state.apply(state.menu[seeded_hash(seed, move) % state.move_count])
    return state


def inputs_by_name(state: ValleyState, seat: int) -> dict[str, float]:
    features = Features(state.catalogue)
    features.prepare(state)
    features.fill_inputs(state, seat)
    return dict(zip(features.feature_names(), features.inputs, strict=True))


def evaluator(state: ValleyState, hidden: int = 3) -> LearnedEvaluator:
    """An evaluator with different values for all weights."""
    size = len(Features(state.catalogue).feature_names())
    count = len(KNOT_TURNS) * size + hidden * (size + TIME_INPUTS + 2)
    cells = [(seeded_hash(9, i) % 1000 - 500) / 1000 for i in range(count)]
    return LearnedEvaluator(VALLEY, state.catalogue, Weights(size, hidden, cells))


def test_the_inputs_count_the_cards_of_a_seat():
    opening = inputs_by_name(start(), 0)
    assert opening["cards"] == pytest.approx(1.0)
    assert opening["starters"] == pytest.approx(1.0)
    assert opening["worthy: Shabti"] == 4
    assert opening["spare: Shabti"] == 0


def test_cards_outside_the_tomb_count_the_same_in_every_zone():
    own = ("Boat", "Urn, Statue of Isis", "Shabti", "2 Statue of Isis")
    rows = []
    for shift in range(len(own)):
        hand, deck, discard, in_play = [(zone, "") for zone in own[shift:] + own[:shift]]
        s = table(hands=hand, deck=deck, discard=discard, in_play=in_play, tomb="Censer", pyramid="Urn", active=1)
        rows.append(inputs_by_name(s, 0))
    assert rows[0]["spare: Statue of Isis"] == 2
    assert rows[0]["worthy: Boat"] == 1
    for row in rows[1:]:
        assert row == pytest.approx(rows[0])


def test_each_input_has_a_different_name():
    names = Features(start().catalogue).feature_names()
    assert len(set(names)) == len(names) == int(Features(start().catalogue).size)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_do_not_depend_on_hidden_cards(players: int):
    state = midgame(players)
    other = VALLEY.determinize(state, state.mover, 77)
    assert other.digest() != state.digest()
    rewards = evaluator(state).rewards(other)
    assert evaluator(state).rewards(state) == pytest.approx(rewards, rel=1e-12)  # summed in another order


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_sum_to_one_and_estimates_are_their_log_odds(players: int):
    state = midgame(players)
    rewards = evaluator(state).rewards(state)
    assert sum(rewards) == pytest.approx(1.0)
    for seat in range(players):
        assert evaluator(state).estimate(state, seat) == pytest.approx(log(rewards[seat] / (1 - rewards[seat])))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_final_rewards_count_the_victory_and_the_margin_half_each(players: int):
    state = midgame(players)
    while state.mover != NOBODY:
        state.apply(state.menu[seeded_hash(4, state.move_count) % state.move_count])
    rewards = evaluator(state).rewards(state)
    points, final_rewards = VALLEY.scores(state), VALLEY.rewards(state)
    assert sum(rewards) == pytest.approx(1.0)
    by_rank = sorted(range(players), key=lambda seat: (points[seat], final_rewards[seat]))
    assert sorted(range(players), key=rewards.__getitem__) == by_rank
    assert rewards[by_rank[-1]] > 0.5 + 0.5 / players


@pytest.mark.parametrize("hidden", [0, 3])
def test_a_value_is_read_back_only_for_the_same_cards(hidden: int, tmp_path: Path):
    state = midgame()
    path = tmp_path / "value.json"
    weights = evaluator(state, hidden).weights
    made = {"edition": "base", "players": 2, "games": 7}
    write_value(path, state.catalogue, weights, made)
    text = path.read_text(encoding="utf-8")
    back = read_value(text, state.catalogue, 2)
    assert back is not None
    assert back.hidden_unit_count == hidden
    assert list(back.params) == pytest.approx(list(weights.params), rel=1e-5)
    assert read_value(text, start(edition="afterlife").catalogue, 2) is None
    assert read_value(text, state.catalogue, 3) is None
    assert json.loads(text)["made"] == made


def mixed_value() -> str:
    """The shipped value file of the mixed edition for two."""
    return (VALUES_FOLDER / "valley-mixed-2.json").read_text(encoding="utf-8")


def test_a_mixed_value_serves_all_sets_of_its_cards():
    weights = json.loads(mixed_value())["weights"]
    assert weights["worthy: Axe"] != weights["worthy: Boat"]
    for seed in (3, 4):  # these games have different sets
        state = start(seed=seed, edition="mixed")
        value = read_value(mixed_value(), state.catalogue, 2, mixed=True)
        assert value is not None
        first_weights = list(value.params)[: value.feature_count * len(KNOT_TURNS) : value.feature_count]
        assert first_weights == weights[Features(state.catalogue).feature_names()[0]]
        assert value.feature_count == len(Features(state.catalogue).feature_names())


def test_a_mixed_value_fits_unchanged_cards_only_and_only_on_demand():
    text = mixed_value()
    custom_cards = changed("Shabti", "gold", "2", write_catalogue(SHIPPED_CARDS, without_comments=True))
    corrected = VALLEY.catalogue(Setup("valley", (Seat("", ""),) * 2, 3, Variant("mixed", (), custom_cards)))
    assert read_value(text, corrected, 2, mixed=True) is None
    assert read_value(text, start(edition="mixed").catalogue, 3, mixed=True) is None
    assert read_value(text, start(edition="mixed").catalogue, 2) is None
    assert read_value(text, start().catalogue, 2, mixed=True) is not None
    assert read_value(text, start().catalogue, 2) is None


def test_the_program_ships_learned_values():
    assert {"valley-base-2", "valley-base-4", "valley-afterlife-2", "valley-mixed-2", "valley-mixed-4"} <= {
        path.stem for path in SHIPPED_VALUE_FILES
    }


@pytest.mark.parametrize("path", SHIPPED_VALUE_FILES, ids=lambda path: path.stem)
def test_a_shipped_value_fits_the_current_cards_and_says_how_it_was_made(path: Path):
    fields = json.loads(path.read_text(encoding="utf-8"))
    made = fields["made"]
    assert path.stem == f"valley-{made['edition']}-{made['players']}"
    assert all(played["games"] > 0 and played["seed"] >= 0 for played in made["rounds"])
    used = best_evaluator(VALLEY, start(made["players"], edition=made["edition"]))
    assert isinstance(used, LearnedEvaluator), "the cards have changed: make the value again with vok-lab distill"
    size = int(used.weights.feature_count)
    assert list(used.weights.params)[: size * len(KNOT_TURNS) : size] == next(iter(fields["weights"].values()))


def test_catalogues_of_finished_games_are_released():
    def catalogue_count() -> int:
        gc.collect()
        return sum(type(value).__name__ == "Catalogue" for value in gc.get_objects())

    before = catalogue_count()
    for seed in range(15):
        best_evaluator(VALLEY, start(seed=seed, edition="mixed"))
    assert catalogue_count() - before < 10


@pytest.mark.parametrize("weight", ["NaN", "Infinity", "1e999", "1" + "0" * 400, '"heavy"', "null"])
def test_a_weight_that_is_not_a_number_is_refused(tmp_path: Path, weight: str):
    state = start()
    path = tmp_path / "value.json"
    write_value(path, state.catalogue, evaluator(state).weights, {"edition": "base", "players": 2})
    head, _, last = path.read_text(encoding="utf-8").rpartition(", ")
    assert read_value(f"{head}, {last}", state.catalogue, 2) is not None
    with pytest.raises(BadValueFile, match="no learned value"):
        read_value(f"{head}, {weight}]\n}}}}", state.catalogue, 2)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"vok value": 1}', '{"vok value": 9}', "[" * 100_000])
def test_a_file_without_a_value_is_refused(text: str):
    with pytest.raises(BadValueFile):
        read_value(text, start().catalogue, 2)


def test_without_a_learned_value_the_handwritten_evaluator_is_used():
    assert isinstance(best_evaluator(VALLEY, start()), LearnedEvaluator)
    assert isinstance(best_evaluator(VALLEY, start(6, edition="mixed")), HandwrittenEvaluator)
