"""Losses over many games: what is counted, that engines are not mixed, and what the command and the screen say."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.analysis.decision import AnalysisBudget, Decision, Plan, Turn
from ai.analysis.game_analysis import TURNS_VERSION, EngineKey, GameAnalysis
from ai.analysis.level_losses import LevelLoss
from ai.analysis.report import MIN_OPEN_TURNS
from saves import SaveInfo
from saves.analysis_file import read_analysis, write_analysis
from tests.vok_tui import grids
from tests.vok_tui.records.analysed_games import decision, with_analysis
from tests.vok_tui.records.finished_games import finished, make_finished_save
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import SMALL, run, until
from vok_tui.records.game_stats import counted_finished_games
from vok_tui.records.loss_stats import LossStats, error_by_game, loss_stats, strength_of
from vok_tui.records.stats_text import loss_headline
from vok_tui.screens.app import VokApp
from vok_tui.screens.loss_stats import LossStatsScreen
from vok_tui.screens.review.screen import ReviewScreen

KEY = EngineKey(2, 3, 4, "values", 5, AnalysisBudget())
LEVELS = (LevelLoss("priest", 100, 0.02, 0.001, {}), LevelLoss("scribe", 100, 0.05, 0.001, {}))


def analysed(
    folder: Path, save: SaveInfo, *decisions: Decision, key: EngineKey = KEY, is_finished: bool = True
) -> SaveInfo:
    """The same save in a folder, with an analysis beside it."""
    save = save._replace(path=folder / save.path.name)
    save.path.touch()
    write_analysis(save.path, GameAnalysis(key, {one.node: one for one in decisions}, is_finished).pack())
    return save


def losses_of(*saves: SaveInfo) -> list[LossStats]:
    return loss_stats(counted_finished_games(saves, "valley"))


def test_losses_add_up_by_month_kind_and_stage(tmp_path: Path):
    first = analysed(
        tmp_path,
        finished(30, 20, day=1),
        decision(1, 0.12),
        decision(2, 0.0, "entombing", "late"),
        decision(3, 0.5, seat=1),
    )
    second = analysed(tmp_path, finished(30, 40, day=31), decision(4, 0.06, "entombing", "middle"), decision(5, 0.02))
    (losses,) = losses_of(second, first)
    assert (losses.name, len(losses.games), len(losses.decisions)) == ("base, 2 players", 2, 4)
    assert losses.loss == pytest.approx(0.05)
    assert [(row.name, row.games, row.decisions) for row in losses.months()] == [("2026-09", 1, 2), ("2026-10", 1, 2)]
    assert [row.loss for row in losses.months()] == pytest.approx([0.06, 0.04])
    assert [(row.name, row.decisions) for row in losses.kinds()] == [("buying", 2), ("entombing", 2)]
    assert [row.share for row in losses.kinds()] == pytest.approx([0.7, 0.3])
    assert [(row.name, row.decisions) for row in losses.stages()] == [("early", 2), ("middle", 1), ("late", 1)]
    assert [kind.name for kind in losses.costly_kinds()] == ["buying"]
    assert losses.marks_by_game() == [1, 1]
    assert [(one.decision.node, one.game.points) for one in losses.costliest()] == [(1, 30), (4, 30)]


def test_engines_and_editions_are_never_mixed(tmp_path: Path):
    """Games that another engine has analysed, or none, are only counted; those that are kept apart are not even that."""
    other = KEY._replace(calibration=6)
    saves = [
        analysed(tmp_path, finished(30, 20, day=1), decision(1, 0.5), key=other),
        analysed(tmp_path, finished(30, 20, day=2), decision(1, 0.1)),
        analysed(tmp_path, finished(30, 20, day=3), decision(1, 0.3), is_finished=False),
        analysed(tmp_path, finished(30, 20, day=4, edition="afterlife"), decision(1, 0.2)),
        analysed(tmp_path, finished(30, 20, 10, day=5), decision(1, 0.4)),
        analysed(tmp_path, finished(30, 20, day=6, peeked=True), decision(1, 0.9)),
        finished(30, 20, day=7)._replace(path=tmp_path / "none.vok"),
    ]
    groups = {losses.name: losses for losses in losses_of(*saves)}
    assert list(groups) == ["afterlife, 2 players", "base, 2 players", "base, 3 players"]
    assert [losses.loss for losses in groups.values()] == pytest.approx([0.2, 0.1, 0.4])
    assert (groups["base, 2 players"].other_engines, groups["base, 2 players"].not_analysed) == (1, 2)


def test_a_kind_has_become_better_or_worse_only_beyond_its_error(tmp_path: Path):
    saves = []
    for day in range(10):
        early = day < 5
        saves.append(
            analysed(
                tmp_path,
                finished(30, 20, day=day),
                decision(1, (0.2 if early else 0.05) + day / 1000),
                decision(2, (0.05 if early else 0.2) + day / 1000, "entombing"),
                decision(3, 0.3 if day % 2 else 0.0, "reacting"),
            )
        )
    (losses,) = losses_of(*saves)
    assert [losses.trend(kind) for kind in ("buying", "entombing", "reacting")] == ["better", "worse", "same"]
    assert losses_of(*saves[:6])[0].trend("buying") == "", "too few games"


def test_games_that_are_all_alike_have_no_trend(tmp_path: Path):
    for loss in (0.0, 0.25):
        saves = [analysed(tmp_path, finished(30, 20, day=day), decision(1, loss)) for day in range(10)]
        assert losses_of(*saves)[0].trend("buying") == "same"


def test_the_error_of_a_mean_is_by_game_and_needs_two_games():
    one, other = [decision(1, 0.1)], [decision(2, 0.3)]
    assert error_by_game([one]) == error_by_game([]) == error_by_game([[], []]) == 0.0
    assert error_by_game([one, other]) == pytest.approx(0.1), "the deviation 0.1 * sqrt(2), by sqrt(2) games"
    assert error_by_game([one * 2, other * 2]) == pytest.approx(0.1), "decisions of one game depend on each other"


def test_a_damaged_analysis_is_left_out(tmp_path: Path):
    save = analysed(tmp_path, finished(30, 20), decision(1, 0.1))
    good = analysed(tmp_path, finished(30, 20, day=2), decision(1, 0.1))
    (tmp_path / f"{save.path.name}.analysis").write_bytes(b"nonsense")
    (losses,) = losses_of(save, good)
    assert (len(losses.games), losses.not_analysed) == (1, 1)


def test_the_level_beside_a_player_is_one_with_the_same_loss(tmp_path: Path):
    saves = [
        analysed(tmp_path, finished(30, 20, day=day), *[decision(node, 0.05) for node in range(10)]) for day in range(2)
    ]
    losses = replace(losses_of(*saves)[0], levels=LEVELS)
    assert losses.like == "like a scribe"
    assert losses.nearest_level == LEVELS[1]


def test_the_command_prints_what_decisions_have_cost(vok: RunVok, home: Path):
    with_analysis(make_finished_save(home, "valley"))
    out = vok("stats")[1]
    assert "loss per decision, base, 2 players" in out
    assert "1 game, 4 decisions: 5.00 in 100 per decision" in out
    assert any(line.split()[:5] == ["what", "to", "buy", "4", "5.00"] for line in out.splitlines())
    assert "1 kind costs you 100% of all: what to buy." in out
    ((group,),) = [stats["losses"] for stats in json.loads(vok("stats", "--json")[1])]
    assert (group["games"], group["decisions"], group["loss_per_decision"]) == (1, 4, 0.05)
    assert group["marks"] == {"??": 1, "?": 1, "?!": 0}
    assert [kind["kind"] for kind in group["by_kind"]] == ["buying"]


def test_the_screen_shows_losses_and_leads_to_the_costliest_decision(tmp_path: Path):
    path = with_analysis(make_finished_save(tmp_path, "valley"))
    make_finished_save(tmp_path, "valley", 2)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("s", "L")
        await until(pilot, lambda: isinstance(app.screen, LossStatsScreen) and bool(app.screen.groups))
        await pilot.pause()
        text = grids.text(app)
        assert "5.00" in text
        assert "what to buy" in text
        assert "buying" not in text
        assert "1 game is not analysed" in text
        assert "1 ?? −13" in text
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert isinstance(app.screen, ReviewScreen)
        match, step = app.screen.review.match, app.screen.review.node
        fields = read_analysis(path)
        assert fields is not None
        node = sorted(GameAnalysis.from_packed(fields).decisions)[1]
        assert match.log.parents[step] >= node > match.log.parents[match.log.parents[step]]

    run(tmp_path, steps, size=SMALL)


def test_without_an_analysis_the_screen_says_how_to_get_one(tmp_path: Path):
    make_finished_save(tmp_path, "valley")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("s", "L")
        await until(pilot, lambda: "No game that counts is analysed yet" in grids.text(app))
        await pilot.press("1", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, LossStatsScreen)

    run(tmp_path, steps, size=SMALL)


def turn_of(node: int, points: float, chance: float = 0.5, *, starts: bool = True) -> Decision:
    """A decision that stands for a stretch of a turn which cost so many points."""
    plans = (Plan((), chance, points), Plan((), chance - 0.05, 0.0))
    return replace(decision(node, 0.05), starts_turn=starts, turn=Turn(0, plans, 1, 0.05, points))


def test_points_lost_count_by_open_turn_and_say_between_which_levels(tmp_path: Path):
    key = KEY._replace(version=TURNS_VERSION)
    saves = []
    for day, points in ((1, 5.0), (2, 4.0), (3, 3.0)):
        turns = [
            turn_of(1, points - 1.0),
            turn_of(2, 1.0, starts=False),  # the second stretch of the same turn
            turn_of(3, points),
            turn_of(4, 50.0, chance=0.9),  # no open turn
        ]
        saves.append(analysed(tmp_path, finished(30, 40, day=day), *turns, key=key))
    levels = (LevelLoss("scribe", 100, 1.9, 0.1, {}), LevelLoss("shabti", 100, 4.5, 0.1, {}))
    losses = replace(losses_of(*saves)[0], levels=levels)
    strength = losses.strength
    assert strength is not None
    assert (strength.games, strength.open_turns) == (3, 6)
    assert strength.points == pytest.approx(4.0)
    assert strength.change == pytest.approx(-1.0)
    assert losses.like == "between a shabti and a scribe"
    assert loss_headline(losses).startswith("Between a shabti and a scribe: 4.0 ± ")
    assert losses.to_dict()["judged"] == "turns"
    assert losses.to_dict()["points_per_open_turn"] == pytest.approx(4.0)


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ([(3.0, 2), (3.0, 2)], None),  # too few open turns
        ([(3.0, 9)], ""),
        ([(4.6, 5), (4.1, 5), (4.0, 5), (3.1, 6), (2.6, 9)], "falling, by 0.5 ± 0.1 per game"),
        ([(4.0, 5), (2.0, 5), (3.5, 5), (2.0, 5)], ""),
        ([(4.0, 5), (2.5, 5), (3.6, 5), (1.5, 5)], "perhaps falling, by 0.6 ± 0.4 per game"),
    ],
)
def test_a_change_of_strength_is_said_with_its_error(means: list[tuple[float, int]], words: str | None):
    strength = strength_of(means)
    assert words == (None if strength is None else strength.trend_words)


def test_analyses_of_turns_and_of_single_answers_are_never_mixed(tmp_path: Path):
    saves = [
        analysed(tmp_path, finished(30, 20, day=1), decision(1, 0.5)),
        analysed(tmp_path, finished(30, 20, day=2), turn_of(1, 3.0), key=KEY._replace(version=TURNS_VERSION)),
    ]
    (losses,) = losses_of(*saves)
    assert losses.by_turns
    assert (len(losses.games), losses.other_engines) == (1, 1)


def test_the_error_and_the_trend_of_a_strength_are_by_game():
    turns = MIN_OPEN_TURNS
    strength = strength_of([(2.0, turns), (4.0, turns)])
    assert strength is not None
    assert (strength.games, strength.open_turns, strength.points) == (2, 2 * turns, pytest.approx(3.0))
    assert strength.error == pytest.approx(1.0), "the deviation sqrt(2), by sqrt(2) games"
    assert (strength.change, strength.change_error) == (0.0, 0.0), "two games show no trend"
    strength = strength_of([(4.0, turns), (3.0, turns), (2.0, turns)])
    assert strength is not None
    assert (strength.points, strength.change) == (pytest.approx(3.0), pytest.approx(-1.0))
    assert strength.change_error == pytest.approx(0.0, abs=1e-9)
