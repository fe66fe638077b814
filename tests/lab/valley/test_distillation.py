"""Distillation: examples, network and fitting agree with the value that the search uses."""

import pytest

np = pytest.importorskip("numpy")

from ai.valley.learned import LearnedEvaluator  # noqa: E402
from ai.valley.value_file import read_weights_unchecked  # noqa: E402
from ai.value_file import VALUES_FOLDER  # noqa: E402
from engine.games import GAMES  # noqa: E402
from lab.valley.distillation import (  # noqa: E402
    DistillationSettings,
    Network,
    Recorder,
    fit,
    full_catalogue,
    play_games,
    start_game,
    time_inputs,
)


def examples_of(players):
    settings = DistillationSettings("base", players, simulations=6, games=1, seed=7)
    teacher_text = (VALUES_FOLDER / f"valley-base-{players}.json").read_text()
    return settings, teacher_text, play_games(settings, teacher_text, 1, 1)


@pytest.mark.parametrize("players", [2, 3])
def test_the_network_predicts_what_the_evaluator_predicts(players):
    settings = DistillationSettings("base", players, 8, 1, 7)
    weights = read_weights_unchecked(
        (VALUES_FOLDER / f"valley-base-{players}.json").read_text(), full_catalogue(settings)
    )
    state = start_game(settings, 3)
    evaluator = LearnedEvaluator(GAMES["valley"], state.catalogue, weights)
    recorder = Recorder(settings)
    for _ in range(60):
        state.apply(state.menu[state.move_count // 2])
    for seat in range(players):
        recorder.add(evaluator.features, list(range(len(recorder.names))), state, seat, 1.0)
    examples = recorder.arrays(players)
    knots, times = time_inputs(examples.turns)
    network = Network(weights)
    for seat, chance in enumerate(evaluator.rewards(state)):
        rows = slice(seat, seat + 1)
        loss, _ = network.loss_and_gradient(
            examples.inputs[rows], knots[rows], times[rows], examples.movers[rows], examples.targets[rows],
        )  # fmt: skip
        assert np.exp(-loss) == pytest.approx(chance, abs=1e-4)


def test_fitting_lowers_the_loss_and_is_reproducible():
    settings, teacher_text, examples = examples_of(2)
    teacher = read_weights_unchecked(teacher_text, full_catalogue(settings))
    first, loss_after_one = fit(teacher, examples, seed=1, epochs=1)
    again, same_loss = fit(teacher, examples, seed=1, epochs=1)
    _, loss_after_eight = fit(teacher, examples, seed=1, epochs=8)
    assert list(first.params) == list(again.params)
    assert loss_after_one == same_loss
    assert loss_after_eight < loss_after_one


def test_the_same_settings_give_the_same_examples():
    _, _, first = examples_of(2)
    _, _, again = examples_of(2)
    assert len(first.turns) > 50
    assert all((one == other).all() for one, other in zip(first, again, strict=True))
    assert ((first.targets >= 0.0) & (first.targets <= 1.0)).all()
