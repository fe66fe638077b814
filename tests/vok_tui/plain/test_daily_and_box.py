"""The daily games and the pieces of the player's own box in lines: the same results, files and sentences as on the screens."""

from pathlib import Path

import pytest

from engine import GAMES
from engine.core.setup import FIRST_WORDED_SEED, seed_text
from saves import Shelf
from tests.vok_tui.plain.json_script import of_type, told
from tests.vok_tui.plain.line_player import hold, said, typing
from tests.vok_tui.screens.played_days import TODAY, LocalLevels, play_analysed_day, play_days
from vok_tui.boards.own_data import OwnData, own_cards_at_home
from vok_tui.coordinator import coordinator
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.plain import daily_room
from vok_tui.records import daily_days
from vok_tui.records.daily import daily_setup


@pytest.fixture(autouse=True)
def _fixed_today(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (daily_room, coordinator):
        monkeypatch.setattr(module, "today_in_utc", lambda: TODAY)
    monkeypatch.setattr(daily_days, "make_background_thinker", LocalLevels)


def test_a_finished_day_is_read_with_its_best_line(tmp_path: Path) -> None:
    play_analysed_day(tmp_path)
    typed = ["daily", "day before", "best line", "day 23", "day 24", "the result", "the best", "quit"]
    blocks = said(tmp_path, typed, StartOptions())
    assert blocks[1][:3] == [
        "Streak 1, best 1.",
        "1 of 25 days played this month, 0 won.",
        "Finish today to keep the streak of 1.",
    ]
    assert "Tuesday 24 November 2026: finished." in blocks[2]
    assert any(
        line.startswith("What cost most: turn 12, costs 5 in 100, about 2 points: sacrifice Dagger")
        for line in blocks[2]
    )
    assert "You: sacrifice Dagger from the pyramid, and no more." in " ".join(blocks[3])
    assert any(line.startswith("Then ") for line in blocks[3]), "how it would have gone on"
    assert "Monday 23 November 2026: not played; it will not count for the streak." in blocks[4]
    assert blocks[7][:4] == blocks[3][:4], "the result of the game says the same"


def test_the_days_of_a_month_are_read_and_played(tmp_path: Path) -> None:
    play_days(tmp_path, 10, 19, 20)
    play_days(tmp_path, 12, moves=3)
    typed = [
        "menu",
        "daily games",
        "thieves",
        "month",
        "day 31",
        "day 2026-11-30",
        "day 12",
        "continue it",
        "menu",
        "quit",
    ]
    blocks = hold(tmp_path, typing(typed), StartOptions(), LocalLevels())[1].blocks
    assert "Won: 10, 19, 20 November." in blocks[4]
    assert "Begun, and not finished yet: 12 November." in blocks[4]
    assert blocks[5][0].startswith("Type day and a day of this month")
    assert blocks[6] == ["That day is yet to come."]
    assert any("your turn" in line or line.startswith("Your hand") for line in blocks[8]), "the game goes on"


def test_the_levels_play_the_deal_of_a_finished_day_once(tmp_path: Path) -> None:
    play_days(tmp_path, 24)
    typed = ["daily", "thieves", "day before", "let the levels", "day 23", "day 24", "quit"]
    blocks = said(tmp_path, typed, StartOptions())[1:]
    assert not any(line.startswith("The levels on the same deal: ") for line in blocks[2]), (
        "they have not played it yet"
    )
    assert blocks[3][:2] == ["The levels play the deal.", "Ctrl-C stops them."]
    assert [line.split(":")[0] for line in blocks[3][2:7]] == ["Shabti", "Scribe", "Priest", "Vizier", "Pharaoh"]
    results = daily_days.read_level_results(tmp_path, daily_setup(TODAY.replace(day=24), "thieves"))
    assert list(results) == daily_days.levels_to_compare("thieves")
    assert any(line.startswith("The levels on the same deal: pharaoh ") for line in blocks[5])
    assert not any("Let the levels" in line for line in blocks[5])


def test_an_owner_enters_the_pieces_of_the_box_and_plays_with_them(tmp_path: Path) -> None:
    """From the typed line to the file, and to the cards of the next game."""
    typed = ["what is printed", "gold 2", "gold 99", "all is", "piece goddess", "cost x", "the one before", "piece urn"]
    blocks = said(tmp_path, [*typed, "take back", "what was", "menu", "quit"], StartOptions())
    assert blocks[1][0].startswith("0 of 66 entered; fingerprint ")
    assert any(line.startswith("1 of 66, Shabti: ") and "gold 1, open" in line for line in blocks[1])
    assert blocks[2][0] == "Kept."
    assert any(line.startswith("2 of 66, Urn: ") for line in blocks[2])
    assert blocks[3] == [
        "Urn: gold: is a whole number from 1 to 9, not 99; a card without gold could not pay for anything."
    ]
    assert any(line.startswith("3 of 66, Box of Food: ") for line in blocks[4])
    assert any("Goddess" in line for line in blocks[5])
    assert blocks[6] == ['Cost: a number from 0 to 99, not "x".']
    assert "Shabti: gold 1, printed 2." in blocks[10]
    assert not [line for block in blocks for line in block if ".." in line or ".," in line], (
        "a text of a card ends once"
    )
    own = OwnData("valley", tmp_path)
    assert [piece.title for piece in own.pieces if not piece.open] == ["Shabti"], (
        "what was entered for Urn is taken back"
    )


@pytest.mark.parametrize(
    ("game", "piece", "typed"),
    [("thieves", "tomb 1", "treasure 4"), ("tal", "site 2", "suns 2")],
)
def test_every_game_has_its_box_in_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, piece: str, typed: str
) -> None:
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    blocks = said(tmp_path, ["what is printed", f"piece {piece}", typed, "quit"], StartOptions(game=game))
    assert blocks[3][0] == "Kept."
    assert own_cards_at_home(game) == OwnData(game, tmp_path).setup_data != ""


def test_a_new_game_says_that_the_file_of_own_cards_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "own-cards").mkdir()
    (tmp_path / "own-cards" / "valley.toml").write_text("nonsense")
    blocks = said(tmp_path, ["new game", "begin", "quit"], StartOptions(first=1))
    sentences = " ".join([line for block in blocks for line in block])  # a long path leaves its words on two lines
    assert "cannot be read" in sentences
    assert "This game has the cards of Vok." in sentences


def test_back_leaves_a_question_for_a_text_unanswered(tmp_path: Path) -> None:
    words = seed_text(FIRST_WORDED_SEED + 7)
    typed = ["new game", "your name", "Ann", "your name", "back", "seed", "7", "seed", "back", "seed", words, "quit"]
    blocks = said(tmp_path, typed, StartOptions())
    assert any("Your name: Ann." in line for line in blocks[5])
    assert any("Seed: 7." in line for line in blocks[9])
    assert any(f"Seed: {words}." in line for line in blocks[11])
    assert Shelf(tmp_path).list_saves(GAMES) == []


def test_a_program_gets_the_results_of_a_day_and_its_best_line_as_fields(tmp_path: Path) -> None:
    play_analysed_day(tmp_path)
    messages = told(tmp_path, [">daily games", ">day before", ">best line", "quit"], StartOptions())
    day = of_type(messages, "day")[-1]
    assert (day["date"], day["state"], day["line"][:10]) == ("2026-11-24", "finished", "Vok daily ")
    assert [row["you"] for row in day["players"]] == [True, False, False]
    (losses,) = of_type(messages, "losses")
    assert losses["decisions"][0]["answers"][0]["line"] != []


def test_before_the_first_of_all_days_is_no_other_day(tmp_path: Path) -> None:
    blocks = said(tmp_path, ["daily", "day 0001-01-01", "day before", "quit"], StartOptions())
    assert "0001" in " ".join(blocks[2]).replace(" ", "")
    assert blocks[3][-2:] == ["What next?", "The same answers."], "the room goes on"
