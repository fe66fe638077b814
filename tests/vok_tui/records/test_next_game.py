"""What the score sheet proposes after a game, and what the start screen says about games that were played."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat
from saves.format.entries import SaveLabel
from saves.save_info import SaveInfo
from tests.tables import each_row
from tests.vok_tui.grids import text as full_text
from tests.vok_tui.screens.app_helpers import SMALL, make_finished_save, run, sitting, until
from vok_tui.coordinator.start_page import age_text, played_texts, read_start_records
from vok_tui.records.next_game import NEXT_LEVEL, REMATCH, SAME_SEED, next_game
from vok_tui.screens.app import VokApp
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.start import StartScreen


def played(results: str, level: str = "shabti", game: str = "valley", **label: bool) -> list[SaveInfo]:
    """Finished games against a level, one after another: w is won, l lost."""
    return [
        SaveInfo(
            Path(f"/saves/{level}{number}.vok"),
            1000.0 + number,
            game=game,
            edition="base",
            seats=(Seat("Ann", HUMAN), Seat("Khety", level)),
            label=SaveLabel(over=True, scores=(9, 4) if result == "w" else (4, 9), **label),
        )
        for number, result in enumerate(results)
    ]  # fmt: skip


@each_row(
    ("results", "level", "choice", "next_level", "words"),
    [
        ("www", "shabti", NEXT_LEVEL, "porter", "You have won 3 of 3 against a shabti: a porter?"),
        ("lww", "scribe", NEXT_LEVEL, "priest", "2 of 3"),
        ("www", "pharaoh", NEXT_LEVEL, "equal", "your equal?"),
        ("www", "equal:scribe", REMATCH, "", "once more?"),
        ("w", "shabti", REMATCH, "", "1 of 1"),
        ("llw", "priest", REMATCH, "", "1 of 3"),
        ("l", "priest", SAME_SEED, "", "the same deal once more?"),
        ("wwl", "priest", SAME_SEED, "", "the same deal once more?"),
        ("wlll", "priest", NEXT_LEVEL, "scribe", "none of 3"),
        ("lll", "scribe", NEXT_LEVEL, "sculptor", "none of 3"),
        ("lll", "shabti", SAME_SEED, "", "the same deal once more?"),
    ],
)
def test_a_proposal_says_what_comes_next_and_why(
    results: str, level: str, choice: str, next_level: str, words: str
) -> None:
    saves = [*played("wwww", "vizier"), *played(results, level)]
    proposal = next_game(saves, saves[-1].path)
    assert proposal is not None
    assert (proposal.choice, proposal.level) == (choice, next_level)
    assert words in proposal.sentence
    assert proposal.sentence.endswith("?")


def test_nothing_is_proposed_after_a_game_that_does_not_count() -> None:
    saves = played("www")
    assert next_game(saves, Path("/saves/other.vok")) is None
    assert next_game(saves, None) is None


def test_games_that_are_kept_apart_prove_nothing() -> None:
    (last,) = played("w")
    saves = [*played("ww", peeked=True), last._replace(path=Path("/saves/last.vok"), last_played=5000.0)]
    proposal = next_game(saves, saves[-1].path)
    assert proposal is not None
    assert proposal.choice == REMATCH


def test_the_score_sheet_plays_what_it_proposes(tmp_path: Path) -> None:
    """After three wins against one level, one key begins a game against the next."""
    for seed in (1, 2, 4):
        make_finished_save(tmp_path, "thieves", seed=seed)  # a game that Ann wins

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        await pilot.press("s")
        screen = app.screen
        assert isinstance(screen, ScoreScreen)
        await until(pilot, lambda: "against a shabti: a porter?" in full_text(app))
        await pilot.press("t")
        await pilot.pause()
        assert sorted(seat.level for seat in sitting(app).match.setup.seats) == [HUMAN, "porter"]
        assert sitting(app).match.game.name() == "thieves"
        assert not sitting(app).has_ended

    run(tmp_path, steps, size=SMALL)


def test_the_start_screen_says_how_each_game_was_played(tmp_path: Path) -> None:
    make_finished_save(tmp_path, "thieves")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)
        await until(pilot, lambda: "1 game, 1 won; last: won" in full_text(app))
        assert full_text(app).count("new to you: a guided game") == 2
        assert "not played yet" in full_text(app)

    run(tmp_path, steps)


def test_records_count_games_of_each_kind_alone() -> None:
    saves = [*played("wl"), *played("w", "priest", game="tal")]
    assert played_texts(saves, "valley") == ("2 games, 1 won", "lost 4 : 9 to a shabti")
    assert played_texts(saves, "tal") == ("1 game, 1 won", "won 9 : 4 against a priest")
    assert played_texts(saves, "thieves") == ("", "")
    records = read_start_records(saves, {}, "valley", date(2026, 11, 25), datetime(2026, 11, 25, tzinfo=UTC))
    assert records.daily.startswith("Wednesday 25 Nov, ")
    assert [game.result for game in records.last_games] == ["lost 4 : 9", "won 9 : 4", "won 9 : 4"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-5, "just now"), (20 * 60, "20 min ago"), (3600, "1 hour ago"), (5 * 3600, "5 hours ago"), (49 * 3600, "2 days ago")],
)  # fmt: skip
def test_an_age_is_a_whole_number_of_the_largest_unit(seconds: float, text: str) -> None:
    assert age_text(seconds) == text
