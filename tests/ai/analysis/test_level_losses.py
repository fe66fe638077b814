"""What the levels lose: the shipped numbers belong to the shipped engine, and stand only beside losses of the same engine."""

import pytest

from ai.analysis.decision import COMPILED_BUDGET
from ai.analysis.game_analysis import FIRST_TURNS_VERSION, engine_key
from ai.analysis.level_losses import (
    LevelLoss,
    between_text,
    level_losses,
    like_text,
    losses_key,
    parse_losses,
)
from ai.measured import LOSSES, TableKey, all_tables, measured, measured_names
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES

LEVELS = (
    LevelLoss("pharaoh", 900, 0.003, 0.0003, {}),
    LevelLoss("priest", 900, 0.006, 0.0003, {}),
    LevelLoss("scribe", 900, 0.009, 0.0003, {}),
)


SHIPPED = [
    (table, *entry)
    for table in all_tables()
    if table.name in measured_names(LOSSES)
    for entry in parse_losses(measured(LOSSES, table) or {})
]


def match_of(table: TableKey) -> Match:
    seats = tuple(Seat(str(seat)) for seat in range(table.seats))
    return Match(GAMES[table.game], Setup(table.game, seats, 1, table.edition))


@pytest.mark.parametrize(("table", "key", "losses"), SHIPPED, ids=lambda part: getattr(part, "name", ""))
def test_shipped_losses_belong_to_the_shipped_engine(table: TableKey, key: list[object], losses: tuple[LevelLoss, ...]):
    """If the values, the calibration or the analysis have changed, measure again with the command in the field `made`."""
    match = match_of(table)
    budgets = [COMPILED_BUDGET, COMPILED_BUDGET.scaled(0.1)]
    assert key in [losses_key(engine_key(match, budget)) for budget in budgets]
    assert [level.loss for level in losses] == sorted(level.loss for level in losses)
    if int(str(key[0])) >= FIRST_TURNS_VERSION:  # points an open turn, without kinds
        return
    assert all(sum(kind.decisions for kind in level.kinds.values()) == level.decisions for level in losses)
    by_kinds = [sum(kind.decisions * kind.loss for kind in level.kinds.values()) / level.decisions for level in losses]
    assert by_kinds == pytest.approx([level.loss for level in losses], abs=1e-5)


def test_losses_stand_only_beside_those_of_the_same_engine(monkeypatch: pytest.MonkeyPatch):
    match = match_of(TableKey("valley", "base", 2))
    key = engine_key(match, COMPILED_BUDGET)
    levels = {"scribe": {"decisions": 10, "loss": 0.01, "error": 0.001, "kinds": {"buying": [10, 0.01]}}}
    entry = {"key": losses_key(key), "made": "", "levels": levels}
    assert parse_losses({"vok level losses": 2, "measured": [entry]}) == []
    files = {"valley-base-2": {"vok level losses": 1, "measured": [entry]}}
    monkeypatch.setattr("ai.analysis.level_losses.measured", lambda _, table: files.get(table.name))
    assert [level.level for level in level_losses(match.setup, key)] == ["scribe"]
    assert not level_losses(match.setup, key._replace(budget=COMPILED_BUDGET.scaled(0.5)))
    assert not level_losses(match.setup, key._replace(calibration=key.calibration + 1))
    assert not level_losses(match.setup, key._replace(version=key.version + 1))
    assert not level_losses(match.setup.with_seats_and_seed((Seat("Ann"),) * 3, 1), key)


def test_a_level_stands_between_its_neighbours_whichever_command_measured_it(monkeypatch: pytest.MonkeyPatch):
    match = match_of(TableKey("valley", "base", 2))
    key = engine_key(match, COMPILED_BUDGET)

    def entry(made: str, **levels: float) -> dict[str, object]:
        rows = {level: {"decisions": 50, "loss": loss, "error": 0.3, "kinds": {}} for level, loss in levels.items()}
        return {"key": losses_key(key), "made": made, "levels": rows}

    entries = [entry("one", shabti=5.0, scribe=1.0), entry("another", weaver=3.0, potter=4.0)]
    fields = {"vok level losses": 1, "measured": entries}
    monkeypatch.setattr("ai.analysis.level_losses.measured", lambda _, __: fields)
    found = level_losses(match.setup, key)
    assert [(level.level, level.loss) for level in found] == [
        ("scribe", 1.0),
        ("potter", 3.5),  # a stronger level never loses more than a weaker one: both get their mean
        ("weaver", 3.5),
        ("shabti", 5.0),
    ]
    assert between_text(3.0, 0.1, found) == "between a potter and a scribe"
    assert between_text(3.6, 0.05, found) == "between a shabti and a weaver"


@pytest.mark.parametrize(
    ("loss", "error", "text"),
    [
        (0.008, 0.0001, "between a scribe and a priest"),
        (0.008, 0.003, "between a scribe and a pharaoh"),
        (0.008, 0.01, ""),
        (0.01, 0.002, "between a scribe and a priest"),
        (0.01, 0.0001, "more than a scribe"),
        (0.002, 0.0001, "less than a pharaoh"),
        (0.002, 0.002, "between a priest and a pharaoh"),
    ],
)
def test_a_loss_is_between_levels_that_lose_clearly_more_and_less(loss: float, error: float, text: str):
    assert between_text(loss, error, LEVELS) == text


@pytest.mark.parametrize(
    ("loss", "error", "text"),
    [
        (0.009, 0.001, "like a scribe"),
        (0.0075, 0.002, "like a scribe or a priest"),
        (0.006, 0.02, ""),
        (0.006, 0.0025, "like a priest"),
        (0.001, 0.0001, "less than a pharaoh"),
        (0.02, 0.0001, "more than a scribe"),
        (0.0105, 0.002, "like a scribe, or more"),
        (0.0026, 0.001, "like a pharaoh, or less"),
        (0.0045, 0.0001, "like a pharaoh"),
    ],
)
def test_a_loss_is_compared_with_its_error(loss: float, error: float, text: str):
    assert like_text(loss, error, 100, LEVELS) == text


def test_a_few_decisions_and_unknown_levels_tell_nothing():
    assert like_text(0.009, 0.001, 5, LEVELS) == ""
    assert like_text(0.009, 0.001, 100, ()) == ""
