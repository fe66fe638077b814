"""Distillation of linear values: what is fitted is what the search uses, and hidden cards are not unlearned."""

import pytest

np = pytest.importorskip("numpy")

from ai.tal.learned import LearnedTalEvaluator  # noqa: E402
from ai.thieves.guided import GuidedEvaluator  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.tal.state import PHASES  # noqa: E402
from lab import linear_value  # noqa: E402
from lab.distillation import DistillationSettings  # noqa: E402
from lab.linear_value import WORLDS, Examples  # noqa: E402
from lab.tal import distillation as tal  # noqa: E402
from lab.thieves import distillation as thieves  # noqa: E402

SETTINGS = DistillationSettings("base", 2, simulations=4, games=1, seed=7)


def teacher_of(method):
    text = method.first_teacher(SETTINGS).read_text(encoding="utf-8")
    return text, method.read_teacher(SETTINGS, text)


def one_world(games, state, mover):
    """The example of this position alone."""
    inputs, late = games.fill(state)
    column = np.array
    return Examples(
        column([[inputs]]), column([[late]]), column([games.phase(state)]), column([games.in_game(state)]) * 1.0,
        column([mover]), column([0.5]), column([0.5]),
    )  # fmt: skip


@pytest.mark.parametrize("moves", [0, 3, 11, 40])
def test_the_fitted_value_is_the_one_that_the_search_uses(moves):
    for method, phases, new_games in ((tal, len(PHASES), tal.TalGames), (thieves, 1, thieves.ThievesGames)):
        _, teacher = teacher_of(method)
        games = new_games(SETTINGS, teacher)
        state = games.start(5)
        for _ in range(moves):
            state.apply(state.menu[state.move_count // 2])
        evaluator = games.evaluator(state)
        expected = (
            evaluator.rewards(state)
            if isinstance(evaluator, LearnedTalEvaluator)
            else evaluator.value.win_chances(state)
        )
        weights = np.array(teacher).reshape(phases, 2, -1)
        found = linear_value.chances(weights, one_world(games, state, 0), np.zeros(phases))
        assert found[0, 0] == pytest.approx(expected, abs=1e-6)


def random_examples(count=40, worlds=WORLDS, seats=3, features=5, phases=2):
    rng = np.random.default_rng(3)
    in_game = np.ones((count, seats))
    in_game[::7, 2] = 0.0
    movers = rng.integers(0, 2, count)
    return Examples(
        rng.normal(size=(count, worlds, seats, features)), rng.random((count, worlds)), rng.integers(0, phases, count),
        in_game, movers, rng.random(count), rng.random(count),
    )  # fmt: skip


def test_the_gradients_are_the_slopes_of_the_loss():
    examples = random_examples()
    rng = np.random.default_rng(4)
    weights, bias = rng.normal(size=(2, 2, 5)), rng.normal(size=2)
    _, gradient, bias_gradient = linear_value.loss_and_gradients(weights, bias, examples, examples.targets)
    step = 1e-5
    for index in ((0, 0, 1), (1, 0, 4), (0, 1, 2), (1, 1, 0)):
        change = np.zeros_like(weights)
        change[index] = step
        above, below = (
            linear_value.loss_and_gradients(weights + sign * change, bias, examples, examples.targets)[0]
            for sign in (1, -1)
        )
        assert (above - below) / (2 * step) == pytest.approx(gradient[index], abs=1e-6)
    above, below = (
        linear_value.loss_and_gradients(weights, bias + sign * np.array([step, 0.0]), examples, examples.targets)[0]
        for sign in (1, -1)
    )
    assert (above - below) / (2 * step) == pytest.approx(bias_gradient[0], abs=1e-6)


def test_what_depends_on_hidden_cards_is_not_unlearned():
    """The only feature is something hidden of the other seat. A seat that cannot see it finds the mean over all worlds: fitted to
    the true world alone, its weight falls to nothing; fitted to several worlds, it stays."""
    rng = np.random.default_rng(1)
    count, worlds = 3000, 24
    inputs = np.zeros((count, worlds, 2, 1))
    likely = rng.random((count, 1)) * 3.0  # what the seat knows: how strong the other is on average
    inputs[:, :, 1, 0] = likely + rng.normal(size=(count, worlds)) * 1.5
    movers = np.zeros(count, int)
    true = np.array([[[1.0], [0.0]]])
    blank = Examples(
        inputs, np.zeros((count, worlds)), movers, np.ones((count, 2)), movers, np.zeros(count), np.zeros(count)
    )
    targets = linear_value.chances(true, blank, np.zeros(1))[:, :, 0].mean(axis=1)
    examples = blank._replace(targets=targets)
    options = {"seed": 1, "epochs": 20, "result_share": 0.0}
    several, _ = linear_value.fit([1.0, 0.0], 1, examples, **options)
    single, _ = linear_value.fit(
        [1.0, 0.0], 1, examples._replace(inputs=inputs[:, :1], late=examples.late[:, :1]), **options
    )
    assert several[0] == pytest.approx(1.0, abs=0.02)
    assert single[0] < 0.9


@pytest.mark.parametrize("method", [tal, thieves])
def test_the_same_settings_give_the_same_examples_and_the_same_student(method):
    text, teacher = teacher_of(method)
    first, again = (method.play_games(SETTINGS, text, 1, 1) for _ in range(2))
    assert len(first.movers) >= 3
    assert all((one == other).all() for one, other in zip(first, again, strict=True))
    assert set(first.results.tolist()) <= {0.0, 0.5, 1.0}
    assert method.fit(teacher, first, 1) == method.fit(teacher, again, 1)


def test_a_game_without_a_learned_value_begins_with_what_it_has():
    """The weights that stand for the holdings alone give the same chances as an evaluator without learned weights."""
    settings = SETTINGS._replace(players=3)
    assert thieves.first_teacher(settings) is None or thieves.first_teacher(settings).exists()
    games = thieves.ThievesGames(settings, thieves.read_teacher(settings, ""))
    state = games.start(5)
    plain = GuidedEvaluator(GAMES["thieves"], state.pieces, 3)
    assert games.evaluator(state).rewards(state) == pytest.approx(plain.rewards(state))
