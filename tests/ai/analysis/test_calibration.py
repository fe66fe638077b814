"""Calibrations: the shipped files fit the shipped weights, and a fit finds what it should."""

import json
from math import exp
from pathlib import Path
from typing import Any

import pytest

from ai.analysis.calibrate import (
    Fit,
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
    FORMAT_VERSION,
    OWN_FOLDER,
    VALUE_ALONE,
    Calibration,
    Chances,
    calibration_for,
    calibration_to_give,
    chances_of,
    dot,
    features_of,
    log_odds,
    own_calibration_name,
    parse_calibration,
    predicted_chance,
)
from ai.kit import kit_of
from ai.measured import CALIBRATION, MEASURED_FOLDER, table_of
from ai.process import bounded_files
from ai.search.playout import Rng
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.games import GAMES
from engine.tal.board_text import SHIPPED as SHIPPED_BOARD
from engine.tal.board_text import write_plan
from engine.thieves.pieces import PieceSet
from engine.thieves.pieces_text import write_pieces
from engine.thieves.shipped import SHIPPED as SHIPPED_PIECES
from tests.tables import each_row

FILES = sorted((MEASURED_FOLDER / CALIBRATION).glob("*.json"))


def setup_for(game: str, edition: str, players: int) -> Setup:
    return Setup(game, tuple(Seat(str(seat)) for seat in range(players)), 1, edition)


@each_row("path", FILES)
def test_a_shipped_calibration_belongs_to_the_shipped_weights(path):
    """If weights have changed, make the file again with the command in its field `made`."""
    fields = json.loads(path.read_text(encoding="utf-8"))
    setup = setup_for(fields["game"], fields["edition"], fields["players"])
    state = GAMES[setup.game].start(setup)
    assert path.stem == table_of(setup).name
    assert fields["value"] == kit_of(GAMES[setup.game]).value_key(state), f"weights have changed; run {fields['made']}"
    calibration = calibration_for(GAMES[setup.game], setup, state)
    assert calibration is not None
    assert 0.0 < calibration.tree_error(1600) < 0.1, "measured, or taken from the nearest table"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_mixture_of_cards_has_the_calibration_of_mixed_games(players, seed):
    setup = setup_for("valley", "mixed", players)
    setup = setup.with_seats_and_seed(setup.seats, seed)
    assert calibration_for(GAMES["valley"], setup, GAMES["valley"].start(setup)) is not None


@each_row("path", FILES)
def test_a_higher_value_is_never_a_lower_chance_or_margin(path):
    fields = json.loads(path.read_text(encoding="utf-8"))
    calibration = parse_calibration({**fields, "errors": {"100": 0.02}}, fields["value"])
    assert calibration is not None
    for progress in range(11):
        rows = [features_of(value / 50, fields["players"], progress / 10) for value in range(51)]
        chances = [predicted_chance(calibration.chance_weights, row, fields["players"]) for row in rows]
        margins = [dot(calibration.margin_weights, row) for row in rows]
        assert chances == sorted(chances)
        assert margins == sorted(margins)
        assert 0.0 < chances[0] < chances[-1] < 1.0


@each_row("path", FILES)
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
    fields = {**json.loads(FILES[0].read_text(encoding="utf-8")), "errors": {"100": 0.02}}
    assert parse_calibration(fields, fields["value"] + "x") is None
    assert parse_calibration({**fields, "vok calibration": FORMAT_VERSION + 1}, fields["value"]) is None
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
                ValuedPosition(value, progress, 0.0, won, points),
                ValuedPosition(1 - value, progress, 0.0, 1 - won, -points),
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
        row = features_of(1.0 / (1.0 + exp(-x)), 2, 0.5)
        assert log_odds(predicted_chance(calibration.chance_weights, row, 2)) == pytest.approx(0.5 * x, abs=0.15)
        assert dot(calibration.margin_weights, row) == pytest.approx(5.0 * x, abs=0.8)


def test_the_report_shows_that_a_fit_beats_the_lead_and_a_constant():
    facts = report(games_with_slope(1.6, 800), 2)
    scores = {name: score for name, (score, _) in facts["brier"].items()}
    assert scores["fitted"] < scores["raw value"] < scores["constant"] + 0.01
    assert scores["fitted"] < scores["lead in points"]
    assert facts["gain"][0] > 3 * facts["gain"][1] > 0
    assert facts["calibration error"] < 0.05
    assert facts["games"] == 800


def test_a_fit_of_nonsense_still_rises_with_the_value():
    wrong = (0.0, 0.0, -1.0, 0.0, 0.0)
    assert with_positive_slope(wrong, VALUE_ALONE)[2] > 0
    assert with_positive_slope(VALUE_ALONE, VALUE_ALONE) == VALUE_ALONE


def test_errors_of_trees_are_measured_against_the_deepest_and_between_these():
    fitted = fit(games_with_slope(1.0, 200), 2)
    same = [0.5, *[0.6, 0.4] * 5]
    small_off = [0.5, 0.7, 0.3, *[0.6, 0.4] * 4]
    deep_off = [0.5, *[0.6, 0.4] * 3, 0.65, 0.35, 0.55, 0.45]
    sizes = ["100", "400", "1600", "6400"]
    errors = tree_errors([small_off, small_off, same], fitted, 2)
    assert list(errors) == sizes
    assert errors["100"] > 0.03
    assert list(errors.values())[1:] == [0.0, 0.0, 0.0]
    errors = tree_errors([deep_off, deep_off, same], fitted, 2)
    assert list(errors.values())[:3] == pytest.approx([0.0, 0.0, 0.0], abs=0.002)
    assert errors["6400"] > 0.03, "large trees that differ with their luck have an error too"


def test_the_error_of_a_tree_is_what_was_measured():
    """Between two sizes it is between their errors, beyond them it does not change: nothing falls just because it should."""
    errors = ((100, 0.06), (400, 0.04), (6400, 0.03))
    calibration = Calibration(2, VALUE_ALONE, VALUE_ALONE, errors, 1)
    assert [calibration.tree_error(size) for size in (1, 50, 100)] == [0.06] * 3
    assert [calibration.tree_error(size) for size in (6400, 100_000)] == [0.03] * 2
    assert calibration.tree_error(200) == pytest.approx(0.05)
    assert calibration.tree_error(1600) == pytest.approx(0.035)


def test_equations_are_solved():
    assert solve([[0.0, 2.0], [4.0, 1.0]], [6.0, 7.0]) == pytest.approx([1.0, 3.0])


def test_a_check_passes_only_a_calibration_that_predicts_these_games():
    """One that was made of such games passes; one that is too sure, or that was checked in few games, does not."""
    games = games_with_slope(0.8, 300)
    fields = {"players": 2, "errors": {"100": 0.02}, "value": "x", "vok calibration": FORMAT_VERSION}
    right, too_sure = (
        parse_calibration({**fields, "chance": weights, "margin": weights}, "x")
        for weights in (fit(games_with_slope(0.8, 300), 2).chance, (0.0, 0.0, 3.0, 0.0, 0.0))
    )
    assert right is not None
    assert too_sure is not None
    assert check_of(games, right)["fits"]
    assert not check_of(games, too_sure)["fits"]
    assert not check_of(games[:60], right)["fits"]


def changed_pieces(change: int) -> str:
    first, *others = SHIPPED_PIECES.guardians
    guardians = (first._replace(strength=first.strength + change), *others)
    return write_pieces(PieceSet(SHIPPED_PIECES.tombs, guardians, SHIPPED_PIECES.cards))


def changed_board(change: int) -> str:
    first, *others = SHIPPED_BOARD.large_values
    return write_plan(SHIPPED_BOARD._replace(large_values=(first + change, *others)))


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def test_an_own_calibration_is_pinned_to_cards_options_and_values_and_survives_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bounded_files, "_data_folders", [lambda: tmp_path])
    game, seats = GAMES["thieves"], (Seat("Ann"), Seat("Ben"))
    near, far = changed_pieces(2), changed_pieces(4)
    setup = Setup("thieves", seats, 3, Variant("base", (), near))
    path = tmp_path / OWN_FOLDER / own_calibration_name(game, setup)
    path.parent.mkdir()
    fitted = Fit((0.1, 0.2, 0.9, 0.0, 0.0), (0.0, 0.0, 3.0, 0.0, 0.0))
    text = calibration_text(setup, fitted, {"100": 0.02}, {}, "vok calibrate")
    path.write_text(text)

    def found(setup: Setup) -> Chances:
        return chances_of(game, setup, game.start(setup))

    own = found(setup)
    assert own.is_own
    assert own.calibration is not None
    assert own.calibration.chance_weights == fitted.chance
    assert found(Setup("thieves", seats, 3, Variant("base", ("10", "all", "normal"), near))) == own, (
        "these are the defaults"
    )
    others = [
        Setup("thieves", seats, 3, Variant("base", (), far)),
        Setup("thieves", seats, 3, Variant("base", ("15", "all", "normal"), near)),
        Setup("thieves", (*seats, Seat("Eve")), 3, Variant("base", (), near)),
        Setup("thieves", seats, 3),
    ]
    assert not any(found(other).is_own or found(other).problem for other in others)
    fields = json.loads(text)
    damaged = [
        "", "{", "[]", "[" * 9000, "{}", text[:200], text + " " * 70_000,
        *[json.dumps({**fields, **change}) for change in (
            {"chance": None}, {"chance": [1e9] * 5}, {"margin": ["x"] * 5}, {"margin": [0.0]}, {"errors": {}}, {"errors": []},
            {"errors": {"0": 0.1}}, {"errors": {"100": -1}}, {"errors": {"1" + "0" * 400: 0.1}}, {"margin": nested(500)},
            {"players": "two"}, {"players": 3}, {"value": "other"},
        )],
    ]  # fmt: skip
    for content in damaged:
        path.write_text(content)
        chances = found(setup)
        assert "not used" in chances.problem, content[:60]
        given = calibration_to_give(game, setup)
        assert given is None or given[1]["players"] == 3 or given[1]["value"] == "other", content[:60]
        assert (chances.is_borrowed, chances.is_own) == (True, False), "it goes on with the chances of Vok"


OTHER_SUNS = write_plan(
    SHIPPED_BOARD._replace(sites=(SHIPPED_BOARD.sites[0]._replace(suns=3), *SHIPPED_BOARD.sites[1:]))
)


FAR_SPACES = write_plan(
    SHIPPED_BOARD._replace(
        sites=tuple([site._replace(adjoins=(16, *site.adjoins[1:-1], 16)) for site in SHIPPED_BOARD.sites])
    )
)


@pytest.mark.parametrize(
    ("name", "data", "borrows"),
    [
        ("thieves", changed_pieces(2), True),
        ("thieves", changed_pieces(4), False),
        ("tal", changed_board(4), True),
        ("tal", changed_board(5), False),
        ("tal", OTHER_SUNS, True),
        ("tal", FAR_SPACES, False),
    ],
)
def test_pieces_with_other_numbers_borrow_the_chances_of_those_of_vok(name: str, data: str, borrows: bool):
    """As cards of Valley of the Kings do (tests/ai/valley/test_value_validity.py)."""
    game, seats = GAMES[name], (Seat("Ann"), Seat("Ben"))
    setup, shipped = (Setup(name, seats, 3, Variant("base", (), text)) for text in (data, ""))
    state, usual = game.start(setup), game.start(shipped)
    chances = chances_of(game, setup, state)
    assert chances.is_borrowed == borrows
    assert (chances.calibration == calibration_for(game, shipped, usual)) == borrows
    assert kit_of(game).value_key(state) != kit_of(game).value_key(usual), "no statistic mixes them"
