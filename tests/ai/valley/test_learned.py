"""The learned value: its inputs, how it is made, and when it is used."""

import gc
import json
from math import log
from pathlib import Path

import pytest

from ai.bots.bot import best_evaluator
from ai.valley.features import Features
from ai.valley.handwritten import HandwrittenEvaluator
from ai.valley.learned import KNOT_TURNS, LearnedEvaluator, Weights, weight_count
from ai.valley.selfplay import SelfPlay
from ai.valley.td_learning import Learner
from ai.valley.training_run import BadTrainingRun, TrainingRun, with_current_field_names
from ai.valley.value_file import read_value, write_value
from ai.value_file import BadValueFile
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.variant import Variant
from engine.valley.custom import write_catalogue
from engine.valley.editions import SHIPPED_CARDS
from engine.valley.game import VALLEY
from engine.valley.state.valley_state import ValleyState
from tests.engine.valley.custom.changing import changed
from tests.engine.valley.table import table

SHIPPED = sorted((Path(__file__).parents[3] / "ai" / "weights").glob("*.json"))


def start(players: int = 2, seed: int = 3, edition: str = "base") -> ValleyState:
    return VALLEY.start(Setup("valley", tuple(Seat("", "") for _ in range(players)), seed, edition))


def middle(players: int = 2, moves: int = 150, seed: int = 3) -> ValleyState:
    """A position after many moves, which are in turn the first, last and middle one of the menu."""
    state = start(players, seed)
    for move in range(moves):
        assert state.mover != NOBODY
        state.apply(state.menu[seeded_hash(seed, move) % state.move_count])
    return state


def numbers(state: ValleyState, who: int) -> dict[str, float]:
    features = Features(state.catalogue)
    features.prepare(state)
    features.fill_inputs(state, who)
    return dict(zip(features.feature_names(), features.inputs, strict=True))


def course(games: int, players: int = 2, seed: int = 5, hidden: int = 2) -> TrainingRun:
    return TrainingRun(VALLEY, "base", players, games, 0, 0.97, 0.01, seed, hidden)


def mixed_course() -> TrainingRun:
    return TrainingRun(VALLEY, "mixed", 2, 3, 0, 0.97, 0.01, 5, 2)


def learned(made: TrainingRun) -> list[float]:
    weights = made.weights()
    return list(weights.params)


def judge(state: ValleyState, hidden: int = 3) -> LearnedEvaluator:
    """An evaluator with weights that are all different."""
    size = len(Features(state.catalogue).feature_names())
    cells = [(seeded_hash(9, i) % 1000 - 500) / 1000 for i in range(weight_count(size, hidden))]
    return LearnedEvaluator(VALLEY, state.catalogue, Weights(size, hidden, cells))


def test_the_cards_of_a_seat_are_counted():
    opening = numbers(start(), 0)
    assert opening["cards"] == pytest.approx(1.0)
    assert opening["starters"] == pytest.approx(1.0)
    assert opening["worthy: Shabti"] == 4
    assert opening["spare: Shabti"] == 0


def test_it_makes_no_difference_where_outside_the_tomb_they_lie_nor_in_which_order():
    own = ("Boat", "Urn, Statue of Isis", "Shabti", "2 Statue of Isis")
    rows = []
    for turned in range(len(own)):
        hand, deck, discard, in_play = [(zone, "") for zone in own[turned:] + own[:turned]]
        s = table(hands=hand, deck=deck, discard=discard, in_play=in_play, tomb="Censer", pyramid="Urn", active=1)
        rows.append(numbers(s, 0))
    assert rows[0]["spare: Statue of Isis"] == 2
    assert rows[0]["worthy: Boat"] == 1
    for row in rows[1:]:
        assert row == pytest.approx(rows[0])


def test_each_number_has_a_name_of_its_own():
    names = Features(start().catalogue).feature_names()
    assert len(set(names)) == len(names) == int(Features(start().catalogue).size)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_from_the_mover_makes_no_difference(players: int):
    state = middle(players)
    other = VALLEY.determinize(state, state.mover, 77)
    assert other.digest() != state.digest()
    assert judge(state).rewards(state) == pytest.approx(judge(state).rewards(other), rel=1e-12)  # sums in another order


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_share_one_game_and_hope_for_the_odds_of_it(players: int):
    state = middle(players)
    worth = judge(state).rewards(state)
    assert sum(worth) == pytest.approx(1.0)
    for who in range(players):
        assert judge(state).estimate(state, who) == pytest.approx(log(worth[who] / (1 - worth[who])))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_victory_is_half_of_the_game_and_the_margin_the_other_half(players: int):
    state = middle(players)
    while state.mover != NOBODY:
        state.apply(state.menu[seeded_hash(4, state.move_count) % state.move_count])
    worth = judge(state).rewards(state)
    points, rewards = VALLEY.scores(state), VALLEY.rewards(state)
    assert sum(worth) == pytest.approx(1.0)
    by_rank = sorted(range(players), key=lambda who: (points[who], rewards[who]))
    assert sorted(range(players), key=worth.__getitem__) == by_rank
    assert worth[by_rank[-1]] > 0.5 + 0.5 / players


@pytest.mark.parametrize("hidden", [0, 3])
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_learned_goes_the_steepest_way_to_what_is_taught(players: int, hidden: int):
    state = middle(players)
    learner = Learner(state.catalogue, 0.97, hidden, 5)
    learner.load_weights(judge(state, hidden).weights)
    lesson = learner.example(state)
    taught = [0.7, *[0.3 / (players - 1)] * (players - 1)]

    def surprise() -> float:
        """The cross entropy between the targets and the predictions of the value."""
        said = LearnedEvaluator(VALLEY, state.catalogue, learner.weights()).rewards(state)
        return -sum(share * log(one) for share, one in zip(taught, said, strict=True))

    learner.add_gradient_and_predict(lesson, taught, 1.0)
    slope = list(learner.gradient)
    assert sum(map(bool, slope)) > 90
    for i in range(0, len(slope), 7):
        there = learner.params[i]
        learner.params[i] = there + 1e-5
        above = surprise()
        learner.params[i] = there - 1e-5
        assert (above - surprise()) / 2e-5 == pytest.approx(slope[i], abs=1e-5)
        learner.params[i] = there


def test_the_same_course_learns_the_same_weights():
    twice = [course(3), course(3)]
    for made in twice:
        list(made.run())
    assert learned(twice[0]) == learned(twice[1])
    assert any(learned(twice[0]))


def test_a_course_that_was_put_aside_goes_on_as_if_nothing_had_been(tmp_path: Path):
    first, second = course(21), course(21)
    undisturbed = first.run()
    next(undisturbed)
    first.save(tmp_path / "course")
    second.load(tmp_path / "course")
    assert second.games_done == 20
    for made, run in ((first, undisturbed), (second, second.run())):
        list(run)
        assert made.games_done == 21
    assert second.positions == first.positions
    assert learned(second) == learned(first)


def test_a_course_can_begin_with_what_was_learned_of_cards_of_the_same_names(tmp_path: Path):
    path = tmp_path / "value.json"
    before = course(3)
    list(before.run())
    write_value(path, before.cards, before.weights(), {**before.settings, "done": 3})
    text = path.read_text(encoding="utf-8").replace(f'"cards": {before.cards.fingerprint()}', '"cards": 7')
    on = course(3, seed=6)
    on.start_from_value(text)
    assert learned(on) == pytest.approx(learned(before), rel=1e-5)
    assert on.settings["from"] == {"cards": 7, **before.settings, "done": 3}
    list(on.run())
    anew = course(3, seed=6)
    list(anew.run())
    assert learned(on) != learned(anew)
    with pytest.raises(BadTrainingRun, match="use --hidden 2"):
        TrainingRun(VALLEY, "base", 2, 2, 0, 0.97, 0.01, 5).start_from_value(text)
    with pytest.raises(BadValueFile, match="no learned value"):
        TrainingRun(VALLEY, "afterlife", 2, 2, 0, 0.97, 0.01, 5).start_from_value(text)
    for damaged in (text.replace('"made"', '"meant"'), text.replace('"cards": 7', '"curds": 7')):
        with pytest.raises(BadTrainingRun, match="does not say how it was made"):
            course(3).start_from_value(damaged)


def test_company_comes_after_the_games_against_oneself_and_can_be_put_aside_too(tmp_path: Path):
    def with_company() -> TrainingRun:
        return TrainingRun(VALLEY, "base", 2, 1, 0, 0.97, 0.01, 5, 2, 1)

    first, second = with_company(), with_company()
    undisturbed = first.run()
    next(undisturbed)
    alone = course(1)
    list(alone.run())
    assert (first.games_done, learned(first)) == (1, learned(alone))
    first.save(tmp_path / "course")
    under_old_name = (tmp_path / "course").read_text(encoding="utf-8").replace('"scribe_games"', '"company"')
    (tmp_path / "course").write_text(under_old_name, encoding="utf-8")
    second.load(tmp_path / "course")
    for made, run in ((first, undisturbed), (second, second.run())):
        list(run)
        assert made.games_done == 2
    assert learned(second) == learned(first) != learned(alone)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_company_about_half_of_the_other_seats_are_scribes_and_never_all(players: int):
    play = SelfPlay(VALLEY, "base", players, 0)
    games = [play.scribe_seats(seed) for seed in range(400)]
    assert all(len(scribes) < players for scribes in games)
    share = sum(map(len, games)) / (400 * (players - 1))
    assert 0.4 < share < 0.6
    assert all(any(who in scribes for scribes in games) for who in range(players))


def test_another_course_is_not_gone_on_with(tmp_path: Path):
    course(21).save(tmp_path / "course")
    with pytest.raises(BadTrainingRun, match="another training run"):
        course(21, seed=6).load(tmp_path / "course")
    (tmp_path / "course").write_text("[]", encoding="utf-8")
    with pytest.raises(BadTrainingRun, match="no training run"):
        course(21).load(tmp_path / "course")


@pytest.mark.parametrize("hidden", [0, 3])
def test_a_value_comes_back_from_its_file_and_fits_no_other_cards(hidden: int, tmp_path: Path):
    state = middle()
    path = tmp_path / "value.json"
    weights = judge(state, hidden).weights
    made = {"edition": "base", "players": 2, "games": 7}
    write_value(path, state.catalogue, weights, made)
    text = path.read_text(encoding="utf-8")
    back = read_value(text, state.catalogue, 2)
    assert back is not None
    assert back.hidden == hidden
    assert list(back.params) == pytest.approx(list(weights.params), rel=1e-5)
    assert read_value(text, start(edition="afterlife").catalogue, 2) is None
    assert read_value(text, state.catalogue, 3) is None
    assert json.loads(text)["made"] == made


def test_where_each_game_has_other_cards_of_all_a_value_for_all_of_them_is_learned(tmp_path: Path):
    twice = [mixed_course(), mixed_course()]
    for made in twice:
        list(made.run())
    assert learned(twice[0]) == learned(twice[1])
    write_value(tmp_path / "value.json", made.cards, made.weights(), made.settings)
    text = (tmp_path / "value.json").read_text(encoding="utf-8")
    told = json.loads(text)
    assert len(told["weights"]) == 11 + 5 * 10 + 2 * 66
    assert told["weights"]["worthy: Axe"] != told["weights"]["worthy: Boat"]
    for seed in (3, 4):  # each has other sets
        state = start(seed=seed, edition="mixed")
        value = read_value(text, state.catalogue, 2, mixed_only=True)
        assert value is not None
        first = list(value.params)[: value.feature_count * len(KNOT_TURNS) : value.feature_count]
        assert first == told["weights"][Features(state.catalogue).feature_names()[0]]
        assert value.feature_count == len(Features(state.catalogue).feature_names())


def test_a_value_for_all_cards_is_none_for_cards_that_were_changed_and_gives_way_to_one_for_these_alone(tmp_path: Path):
    made = mixed_course()
    write_value(tmp_path / "value.json", made.cards, made.weights(), made.settings)
    text = (tmp_path / "value.json").read_text(encoding="utf-8")
    house = changed("Shabti", "gold", "2", write_catalogue(SHIPPED_CARDS, bare=True))
    corrected = VALLEY.catalogue(Setup("valley", (Seat("", ""),) * 2, 3, Variant("mixed", (), house)))
    assert read_value(text, corrected, 2, mixed_only=True) is None
    assert read_value(text, start(edition="mixed").catalogue, 3, mixed_only=True) is None
    assert read_value(text, start(edition="mixed").catalogue, 2) is None
    assert read_value(text, start().catalogue, 2, mixed_only=True) is not None
    assert read_value(text, start().catalogue, 2) is None


def test_values_come_with_the_program():
    assert {"base-2", "base-4", "afterlife-2", "mixed-2", "mixed-4"} <= {path.stem for path in SHIPPED}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_value_that_comes_with_the_program_is_for_the_cards_of_today_and_says_how_vok_train_makes_it(path: Path):
    told = json.loads(path.read_text(encoding="utf-8"))
    made = with_current_field_names(told["made"])
    terms = [made.pop(name) for name in ("games", "simulations", "lambda", "rate", "seed", "hidden", "scribe_games")]
    same = TrainingRun(VALLEY, made["edition"], made["players"], *terms)
    assert made["done"] == same.total_games, "the course was broken off: nobody can make this value again"
    before = made.get("from", {"done": 0, "games": 0, "scribe_games": 0})
    assert before["done"] == before["games"] + before["scribe_games"]
    assert path.stem == f"{made['edition']}-{made['players']}"
    assert told["cards"] == same.cards.fingerprint(), "the cards have changed: vok train makes it anew"
    assert list(told["weights"]) == Features(same.cards).feature_names()
    used = best_evaluator(VALLEY, start(made["players"], edition=made["edition"]))
    assert isinstance(used, LearnedEvaluator)
    size = int(used.weights.feature_count)
    assert list(used.weights.params)[: size * len(KNOT_TURNS) : size] == next(iter(told["weights"].values()))


def test_catalogues_of_games_that_are_over_are_not_kept_for_ever():
    def kept() -> int:
        gc.collect()
        return sum(type(thing).__name__ == "Catalogue" for thing in gc.get_objects())

    before = kept()
    for seed in range(30):
        best_evaluator(VALLEY, start(seed=seed, edition="mixed"))
    assert kept() - before < 20


@pytest.mark.parametrize("weight", ["NaN", "Infinity", "1e999", "1" + "0" * 400, '"heavy"', "null"])
def test_a_weight_that_is_no_number_is_refused(tmp_path: Path, weight: str):
    state = start()
    path = tmp_path / "value.json"
    write_value(path, state.catalogue, judge(state).weights, {"edition": "base", "players": 2})
    head, _, last = path.read_text(encoding="utf-8").rpartition(", ")
    assert read_value(f"{head}, {last}", state.catalogue, 2) is not None
    with pytest.raises(BadValueFile, match="no learned value"):
        read_value(f"{head}, {weight}]\n}}}}", state.catalogue, 2)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"vok value": 1}', '{"vok value": 9}', "[" * 100_000])
def test_a_file_that_holds_no_value_is_refused(text: str):
    with pytest.raises(BadValueFile):
        read_value(text, start().catalogue, 2)


def test_where_nothing_was_learned_the_written_judge_decides():
    assert isinstance(best_evaluator(VALLEY, start()), LearnedEvaluator)
    assert isinstance(best_evaluator(VALLEY, start(6, edition="mixed")), HandwrittenEvaluator)
