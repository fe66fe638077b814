"""Calibrations: the shipped files fit the shipped weights, and a fit finds what it should."""

import json
from math import exp

import pytest

from ai.analysis.calibrate import (
    ValuedPosition,
    calibration_text,
    check_of,
    fit,
    report,
    solve,
    tree_errors,
    with_positive_slope,
)
from ai.analysis.calibration import (
    CALIBRATION_FOLDER,
    VALUE_ALONE,
    Place,
    calibration_for,
    calibration_name,
    log_odds,
    parse_calibration,
)
from ai.kit import kit_of
from ai.search.playout import Rng
from engine.core.game import Seat, Setup
from engine.games import GAMES

FILES = sorted(CALIBRATION_FOLDER.glob("*.json"))


def setup_for(game: str, edition: str, players: int) -> Setup:
    return Setup(game, tuple(Seat(str(seat)) for seat in range(players)), 1, edition)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_calibration_belongs_to_the_shipped_weights(path):
    """If weights have changed, make the file again with the command in its field `made`."""
    fields = json.loads(path.read_text(encoding="utf-8"))
    setup = setup_for(fields["game"], fields["edition"], fields["players"])
    state = GAMES[setup.game].start(setup)
    assert path.name == calibration_name(setup)
    assert fields["value"] == kit_of(GAMES[setup.game]).value_key(state), f"weights have changed; run {fields['made']}"
    assert calibration_for(GAMES[setup.game], setup, state) is not None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_mixture_of_cards_has_the_calibration_of_mixed_games(players, seed):
    setup = setup_for("valley", "mixed", players)
    setup = setup.with_seats_and_seed(setup.seats, seed)
    assert calibration_for(GAMES["valley"], setup, GAMES["valley"].start(setup)) is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_higher_value_is_never_a_lower_chance_or_margin(path):
    fields = json.loads(path.read_text(encoding="utf-8"))
    calibration = parse_calibration(fields, fields["value"])
    assert calibration is not None
    for progress in range(11):
        for within in (False, True):
            place = Place(progress / 10, within)
            chances = [calibration.chance(value / 50, place) for value in range(51)]
            margins = [calibration.margin(value / 50, place) for value in range(51)]
            assert chances == sorted(chances)
            assert margins == sorted(margins)
            assert 0.0 < chances[0] < chances[-1] < 1.0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_calibration_predicts_better_than_a_constant(path):
    brier = json.loads(path.read_text(encoding="utf-8"))["report"]["brier"]
    assert brier["fitted"][0] < brier["constant"][0]


def test_the_default_games_have_a_calibration():
    for name, game in GAMES.items():
        edition = game.editions()[0]
        setup = setup_for(name, edition.name, 2)
        assert calibration_for(game, setup, game.start(setup)) is not None, name


def test_solitaire_and_other_weights_have_no_calibration():
    setup = setup_for("valley", "solitaire", 1)
    assert calibration_for(GAMES["valley"], setup, GAMES["valley"].start(setup)) is None
    fields = json.loads(FILES[0].read_text(encoding="utf-8"))
    assert parse_calibration(fields, fields["value"] + "x") is None
    assert parse_calibration({**fields, "vok calibration": 2}, fields["value"]) is None
    with pytest.raises(ValueError, match="other features"):
        parse_calibration({**fields, "chance": fields["chance"][1:]}, fields["value"])


def games_with_slope(slope: float, count: int) -> list[list[ValuedPosition]]:
    """Games of two equals whose log odds are `slope` times those of the value, each position valued for both seats."""
    rng, games = Rng(5), []
    for _ in range(count):
        x = rng.below(4001) / 1000 - 2.0
        won = float(rng.below(1 << 20) < (1 << 20) / (1.0 + exp(-slope * x)))
        value = 1.0 / (1.0 + exp(-x))
        progress = rng.below(100) / 100
        points = 10.0 * slope * x
        games.append(
            [
                ValuedPosition(value, progress, False, 0.0, won, points),
                ValuedPosition(1 - value, progress, False, 0.0, 1 - won, -points),
            ]
        )
    return games


def test_a_fit_finds_how_sure_values_are():
    fitted = fit(games_with_slope(0.5, 3000), 2)
    setup = setup_for("valley", "base", 2)
    fields = json.loads(calibration_text(setup, fitted, {"100": 0.02}, {}, "vok calibrate"))
    calibration = parse_calibration(fields, fields["value"])
    assert calibration is not None
    for x in (-1.5, -0.5, 0.5, 1.5):
        chance = calibration.chance(1.0 / (1.0 + exp(-x)), Place(0.5, False))
        assert log_odds(chance) == pytest.approx(0.5 * x, abs=0.15)
        assert calibration.margin(1.0 / (1.0 + exp(-x)), Place(0.5, False)) == pytest.approx(5.0 * x, abs=0.8)


def test_the_report_shows_that_a_fit_beats_the_lead_and_a_constant():
    facts = report(games_with_slope(1.6, 800), 2)
    scores = {name: score for name, (score, _) in facts["brier"].items()}
    assert scores["fitted"] < scores["raw value"] < scores["constant"] + 0.01
    assert scores["fitted"] < scores["lead in points"]
    assert facts["gain"][0] > 3 * facts["gain"][1] > 0
    assert facts["calibration error"] < 0.05
    assert facts["games"] == 800


def test_a_fit_of_nonsense_still_rises_with_the_value():
    wrong = (0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert with_positive_slope(wrong, VALUE_ALONE)[2] > 0
    assert with_positive_slope(VALUE_ALONE, VALUE_ALONE) == VALUE_ALONE


def test_errors_of_trees_are_differences_from_the_deepest():
    fitted = fit(games_with_slope(1.0, 200), 2)
    same = [0.5, 0.0, *[0.6, 0.4] * 5]
    off = [0.5, 0.0, 0.7, 0.3, *[0.6, 0.4] * 4]
    errors = list(tree_errors([off, off, same], fitted, 2).values())
    assert errors[0] > 0.03
    assert errors[1:] == [0.0, 0.0, 0.0]


def test_equations_are_solved():
    assert solve([[0.0, 2.0], [4.0, 1.0]], [6.0, 7.0]) == pytest.approx([1.0, 3.0])


def test_a_check_passes_only_a_calibration_that_predicts_these_games():
    """One that was made of such games passes; one that is too sure, or that was checked in few games, does not."""
    games = games_with_slope(0.8, 300)
    fields = {"players": 2, "errors": {"100": 0.02}, "value": "x", "vok calibration": 1}
    right, too_sure = (
        parse_calibration({**fields, "chance": weights, "margin": weights}, "x")
        for weights in (fit(games_with_slope(0.8, 300), 2).chance, (0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    )
    assert right is not None
    assert too_sure is not None
    assert check_of(games, right)["fits"]
    assert not check_of(games, too_sure)["fits"]
    assert not check_of(games[:60], right)["fits"]
