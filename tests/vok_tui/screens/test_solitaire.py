"""A solitaire game, from the command line to the records."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from ai.bots.bot import choose
from ai.levels import Budget
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.setup import Variant
from engine.valley.game import VALLEY
from engine.valley.rules.scoring import SOLITAIRE_RANKS
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import run, sitting
from tests.vok_tui.screens.table.table_helpers import travel
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.boards.valley.names import rank_texts
from vok_tui.boards.valley.score_sheet import score_sheet
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.records.solitaire import SolitaireRecord, read_records
from vok_tui.screens.app import VokApp
from vok_tui.screens.messages import AfterGameChosen, ShowScoreFromTable
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.widgets import OptionRow

SOLITAIRE = StartOptions(seed=5, variant=Variant("solitaire"))


def play_to_the_end(app: VokApp) -> None:
    game = sitting(app)
    while not game.shows_end:
        game.answer(game.node, game.choices()[-1].action)


def test_a_solitaire_game_ends_with_a_rank_and_a_record(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert sitting(app).names == ("You",)
        play_to_the_end(app)
        points = sitting(app).view().seats[0].score
        app.post_message(ShowScoreFromTable(sitting(app)))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        assert str(app.screen.query_one(".title", Static).content).startswith("You rest as a labourer")
        assert f"Your best of 1 game: {points}." in app.screen.records_text
        assert "★" not in str(app.screen.query_one("#sheet", Static).content)  # there is nobody to beat
        (record,) = read_records(tmp_path)
        assert (record.points, record.seed, record.peeked) == (points, 5, False)

    run(tmp_path, steps, SOLITAIRE)


def test_a_solitaire_game_does_not_say_who_started(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert grids.text(app).splitlines()[0].strip().endswith("turn 1, your turn")
        await pilot.press("up", "up", "up", "left", "space")
        await pilot.pause()
        assert "27 cards" in grids.text(app)
        assert "began" not in grids.text(app)

    run(tmp_path, steps, SOLITAIRE)


def test_the_table_shows_the_rank_and_what_the_next_one_takes(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert "labourer, scribe at 65" in grids.text(app)
        play_to_the_end(app)
        app.screen.show_question()
        await pilot.pause()
        points = sitting(app).view().mine.score
        assert ", ".join(rank_texts(points)[:2]) in grids.text(app)

    run(tmp_path, steps, SOLITAIRE)


def test_going_back_in_a_finished_game_keeps_its_record(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        game = sitting(app)
        play_to_the_end(app)
        app.post_message(ShowScoreFromTable(game))
        await pilot.pause()
        app.pop_screen()
        for _ in range(10):
            travel(game, "undo")
        assert not game.shows_end
        game.go_to_latest_node()
        assert game.shows_end
        assert not game.match.peeked
        app.post_message(ShowScoreFromTable(game))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        assert app.screen.records_text.startswith("Your best of 1 game: ")
        assert [record.peeked for record in read_records(tmp_path)] == [False]

    run(tmp_path, steps, SOLITAIRE)


def test_a_game_with_peeking_sets_no_record(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        game = sitting(app)
        for _ in range(5):  # with the end of a turn, and so a new hand
            game.answer(game.node, game.choices()[-1].action)
        for _ in range(5):
            travel(game, "undo")
        play_to_the_end(app)
        app.post_message(ShowScoreFromTable(game))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        assert "Something unseen was taken back or drawn again, so this game sets no record." in app.screen.records_text
        assert [record.peeked for record in read_records(tmp_path)] == [True]

    run(tmp_path, steps, SOLITAIRE)


def test_a_record_is_compared_with_all_earlier_games(tmp_path: Path) -> None:
    from vok_tui.screens.score import records_text

    low, high = SolitaireRecord("a.vok", 1, "", 40, False), SolitaireRecord("b.vok", 2, "", 70, False)
    assert records_text(high, [high, low]) == "A new record! Your best of 2 games: 70, 40."
    assert records_text(low, [high, low]) == "Your best of 2 games: 70, 40."
    peeked = SolitaireRecord("c.vok", 3, "", 99, True)
    assert records_text(peeked, [high, peeked]).startswith(
        "Something unseen was taken back or drawn again, so this game sets no record."
    )


@pytest.mark.parametrize(("first", "second"), [("start", "rematch"), ("new", "review")])
def test_a_second_choice_on_the_score_sheet_does_nothing(tmp_path: Path, first: str, second: str) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        play_to_the_end(app)
        app.post_message(ShowScoreFromTable(sitting(app)))
        await pilot.pause()
        app.post_message(AfterGameChosen(first))
        app.post_message(AfterGameChosen(second))
        await pilot.pause()
        assert app.is_running
        assert not isinstance(app.screen, ScoreScreen)

    run(tmp_path, steps, SOLITAIRE)


def test_the_score_sheet_of_ten_sets_fits_the_smallest_terminal(tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
    state = VALLEY.start(Setup("valley", tuple(Seat(name, HUMAN) for name in names), 5, "both"))
    while state.mover != NOBODY:
        state.apply(choose(VALLEY, state, state.mover, "shabti", Budget(), 5))

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.push_screen(ScoreScreen(score_sheet(VALLEY.view(state, 0), names, NOBODY), names, 5, {}))
        await pilot.pause()
        assert app.screen.max_scroll_y == 0
        assert app.screen.query_one(".title").region.y == 0
        assert app.screen.query_one("#ways").region.bottom < app.size.height

    run(tmp_path, steps)


def test_the_rules_explain_robbers_and_all_ranks() -> None:
    assert VALLEY_TABLE.rules_file is not None
    rules = VALLEY_TABLE.rules_file.read_text()
    assert "Robbers" in rules
    for min_points, name in SOLITAIRE_RANKS:
        assert f"from {min_points} a {name}" in rules or min_points == 0


def test_the_form_offers_the_player_counts_of_the_edition(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "up", "right", "right")
        assert app.screen.query_one("#players", OptionRow).options == ("2", "3", "4", "5", "6")
        await pilot.press("right")
        assert app.screen.query_one("#players", OptionRow).options == ("5", "6")
        await pilot.press("enter")
        await pilot.pause()
        setup = sitting(app).match.setup
        assert (setup.edition, setup.player_count) == ("both", 5)

    run(tmp_path, steps)


def test_the_sets_of_a_mixed_game_can_be_chosen_in_the_form(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "up", "right", "right", "tab", "right", "right", "tab", "right", "enter")
        await pilot.pause()
        setup = sitting(app).match.setup
        assert setup.edition == "mixed"
        assert setup.choices == ("afterlife", "base", "lot", "lot", "lot", "lot")

    run(tmp_path, steps)
