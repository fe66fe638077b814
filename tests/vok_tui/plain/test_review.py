"""The review in lines with its analysis: marks, mistakes, best answers, the expected line, and finding better."""

import re
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.match import Match
from engine.core.setup import Seat, Setup, Variant
from saves import Shelf, load
from tests.vok_tui.learning.practised_games import TINY, lost_game, own_mistakes
from tests.vok_tui.plain.line_player import hold, random_player, said
from tests.vok_tui.records.analysed_games import nearly_analysed, with_analysis
from tests.vok_tui.records.finished_games import make_finished_save
from tests.vok_tui.screens.app_helpers import make_save
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game import analysis_job
from vok_tui.game.analysis_job import budget_of_this_copy, read_job
from vok_tui.learning.history import ANSWERED, read_history
from vok_tui.plain.analysing import ANALYSING, FIND_OR_HEAR


def opened(path: Path) -> StartOptions:
    return StartOptions(path=path)


def test_mistakes_are_found_explained_and_tried_again(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    before = path.read_bytes()
    typed = ["losses", "review", "next mistake", "best", "line", "next mistake", "previous mistake", "next mistake"]
    typed += ["better", "show", "leave", "read shabti", "quit"]
    blocks = said(tmp_path, typed, opened(path))
    costliest = own_mistakes(path)[0]
    cost = f"costs {round(100 * costliest.loss)} in 100"
    assert blocks[1][0] == "Your three costliest turns:"
    assert any(cost in line and "You: " in line for line in blocks[1])
    assert FIND_OR_HEAR.split(":")[0] in " ".join(blocks[1])
    assert not any("better: " in line.casefold() for line in blocks[1]), "the player has not tried yet"
    mistake = blocks[3]
    assert "the turn costs " in mistake[0] + mistake[1]
    assert any(line.startswith("You: ") for line in mistake)
    assert any(line.startswith("Review, turn ") for line in mistake)
    assert any(line.endswith("; your answer.") for line in blocks[4])
    assert any(line.startswith("Find better ") for line in blocks[9]), "it begins with the mistake of this step"
    assert "It comes back tomorrow." in blocks[10]
    assert any(line.startswith("Review, turn ") for line in blocks[11]), "back to the step of that decision"
    assert blocks[12][0] == "Shabti, Starter, level 1."
    assert [record.outcome for record in read_history(tmp_path) if record.done == ANSWERED] == ["shown"]
    assert path.read_bytes() == before


def test_at_the_table_own_decisions_so_far_are_analysed_after_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only after "yes", and not without the save knowing for good that the game is helped."""
    monkeypatch.setattr(analysis_job, "budget_of_this_copy", lambda: TINY)
    path = make_save(tmp_path, 5)
    assert load(path, GAMES).match.state.mover == 0
    blocks = said(tmp_path, ["analyse", "not now", "menu", "quit"], opened(path))
    assert any("not rated, counted apart" in line for line in blocks[1])
    assert not load(path, GAMES).match.log.is_helped
    blocks = said(tmp_path, ["analyse", "analyse", "analyse", "menu", "quit"], opened(path))
    assert load(path, GAMES).match.log.is_helped
    text = " ".join(blocks[2])
    assert text.startswith("Analysing.")
    assert re.search(r"You, .*: -?\d+(\.\d\d)? points? lost per open turn", text)
    assert "Khety" not in text.partition("lost per open turn")[0], "nothing of the others"
    assert blocks[3][0] == ANALYSING, "it is asked once"
    assert not list(tmp_path.rglob("*.analysis"))


def test_an_analysis_says_once_that_it_begins_and_once_that_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_job, "budget_of_this_copy", lambda: TINY)
    path = lost_game(tmp_path)
    nearly_analysed(path)
    blocks = said(tmp_path, ["analyse", "analyse", "losses", "quit"], opened(path))
    assert any(line.endswith("Go on with the analysis.") for line in blocks[0])
    said_of_it = [line for line in blocks[1] if not line.endswith(" percent are analysed.")]
    assert said_of_it[:2] == [ANALYSING, "The analysis is over."]
    assert not any("analysis." in line for line in said_of_it[2:]), "it is no longer offered"
    assert blocks[2] == ["This game is analysed."]
    assert read_job(path, TINY).state == analysis_job.JobState.DONE
    assert read_job(path, budget_of_this_copy()).is_outdated, "it was made with a tiny budget"


def test_a_game_that_ends_is_analysed_if_that_is_wanted_after_its_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_job, "budget_of_this_copy", lambda: TINY)
    match = Match(
        GAMES["thieves"], Setup("thieves", (Seat("Ann"), Seat("Bea")), 5, Variant("base", ("10", "1", "normal")))
    )
    while not match.is_over:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    for is_wanted in (False, True):
        nearly_over = Match(match.game, match.setup)
        for node in match.log.path(match.log.head)[1:-1]:
            nearly_over.play_step(match.log.step_to(node))
        with Shelf(tmp_path).create(match.setup, match.game, "0.1.0", 1_700_000_000) as file:
            file.keep(nearly_over)
        start = StartOptions(path=file.path, config=Config(analyse_each_game=is_wanted))
        _, transcript = hold(tmp_path, random_player(1), start)
        assert (ANALYSING in transcript.lines) == is_wanted
        assert not is_wanted or transcript.lines.index("The game is over.") < transcript.lines.index(ANALYSING)


def test_without_an_analysis_the_review_says_so(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    for file in path.parent.iterdir():
        if file != path:
            file.unlink()
    blocks = said(tmp_path, ["losses", "review", "best", "why", "line", "quit"], opened(path))
    assert any(line.endswith("Analyse this game.") for line in blocks[0])
    assert not any("Find better" in line or "mistake" in line for line in [*blocks[0], *blocks[2]])
    assert blocks[1] == ["Nothing is analysed yet: type analyse."]
    assert [block[0] for block in blocks[3:6]] == [
        "Nothing is analysed at this step.",
        "No reason is known at this step.",
        "No line is known at this step.",
    ]


def test_a_number_reads_one_thing_wherever_the_table_is_read(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    reviewed = said(tmp_path, ["review", "next mistake", "pyramid 1", "pyramid 99", "board 1", "quit"], opened(path))
    tried = said(tmp_path, ["pyramid 1", "pyramid 99", "board 1", "quit"], StartOptions(practise=("", "")))
    for blocks in (reviewed[3:6], tried[1:4]):
        assert any(line.startswith("Gold ") for line in blocks[0])
        assert blocks[1][0].startswith("The numbers here go from 1 to ")
        assert any(line.startswith("Gold ") for line in blocks[2])


def test_the_statistics_say_what_decisions_have_cost(tmp_path: Path) -> None:
    with_analysis(make_finished_save(tmp_path, "valley"))
    lines = " ".join(said(tmp_path, ["statistics", "quit"], StartOptions())[1])
    assert "What decisions cost, base, 2 players, 1 game, 4 decisions: 5 in 100 per decision." in lines
    assert "What to buy: 5 in 100 per decision, 4 decisions, 100 percent of all." in lines
    assert "1 kind costs you 100 percent of all: what to buy." in lines
