"""The review of a game: pictures, notes, keys and mouse."""

from pathlib import Path
from typing import Any

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from engine import GAMES
from engine.core.journal import COMMENT, HIDDEN, MARK, VARIATION_NAME
from saves import Shelf, load
from tests.vok_tui import grids
from tests.vok_tui.played_games import finished_game
from tests.vok_tui.screens.app_helpers import run, sitting
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.painting.grid import Target
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.compare import CompareScreen
from vok_tui.screens.review.paint_page import BAR
from vok_tui.screens.review.paint_tree import STEP, TURN
from vok_tui.screens.review.screen import ReviewScreen, footer_pages
from vok_tui.shared.detection import Terminal
from vok_tui.shared.shortcuts import REVIEW_SHORTCUTS
from vok_tui.terminal.glyphs import ASCII_STAND_INS

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)], ids=["80x24", "120x40", "160x45"])


def screen(app: VokApp) -> ReviewScreen:
    assert isinstance(app.screen, ReviewScreen), app.screen
    return app.screen


@SIZES
def test_the_tree_at_a_variation(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review = screen(app).review
        review.go_to(next(row.nodes[0] for row in review.turns.rows if row.depth))
        screen(app).page.left_side = "tree"
        screen(app).repaint()
        await pilot.pause()
        snapshot.assert_match(grids.grid(app), "screen.txt")

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), size)


@SIZES
def test_a_review_begins_with_the_table_and_a_list_of_moves(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("left_square_bracket")
        await pilot.pause()
        shown = {target.area for target in screen(app).surface.grid.targets}
        assert {"slot", "hand", "seat", TURN, STEP} <= shown

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), size)


@pytest.mark.nightly(reason="opens a long game", keep="80x24")
@SIZES
def test_a_step_with_all_hands_open_and_notes(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(*["left_square_bracket"] * 4, "plus", "plus", "right", "h")
        await pilot.press("semicolon", *"Here I lost it", "enter")
        await pilot.pause()
        screen(app).show_message()
        await pilot.pause()
        snapshot.assert_match(grids.grid(app), "screen.txt")

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), size)


def test_the_tree_in_ascii(snapshot: Snapshot, tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press(*["left_square_bracket"] * 4, "t")
        await pilot.pause()
        replaced = "".join(ASCII_STAND_INS)  # by the terminal's driver
        assert [char for char in grids.text(app) if not char.isascii() and char not in replaced] == []
        snapshot.assert_match(grids.grid(app), "screen.txt")

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), terminal=Terminal(ascii=True))


def test_notes_are_added_to_the_save_and_undone_one_by_one(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    before, times, saves = path.read_bytes(), path.stat().st_mtime_ns, Shelf(tmp_path).list_saves(GAMES)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review = screen(app).review
        await pilot.press("left_square_bracket", "plus", "plus", "semicolon", *"no", "enter")
        await pilot.pause()
        node = review.node
        written = load(path, GAMES).match.log.annotations
        assert (written.get(MARK, node).value, written.get(COMMENT, node).text) == (2, "no")
        review.go_to(next(row.nodes[0] for row in review.turns.rows if row.depth))
        branch = review.node
        await pilot.press("p")
        assert review.line_tree.variation_start(branch) == 0
        await pilot.press("u", "r", *"greedy", "enter")
        await pilot.pause()
        assert load(path, GAMES).match.log.annotations.get(VARIATION_NAME, branch).text == "greedy"
        assert ", greedy" in grids.text(app)
        await pilot.press("u", "H")
        assert review.line_tree.variation_start(branch) == branch
        assert load(path, GAMES).match.log.annotations.get(HIDDEN, branch).value == 1
        await pilot.press("u", "u", "u")
        remaining = load(path, GAMES).match.log.annotations
        assert (remaining.get(MARK, node).value, remaining.get(COMMENT, node).text) == (1, "")
        await pilot.press("u", "u")
        assert "could be taken back" in grids.text(app)

    run(tmp_path, steps, StartOptions(path=path))
    after = path.read_bytes()
    assert after[28 : len(before)] == before[28:]
    assert path.stat().st_mtime_ns == times
    assert Shelf(tmp_path).list_saves(GAMES) == saves
    assert load(path, GAMES).damage is None


def test_the_mouse_goes_to_turns_and_along_the_bar(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review, grid = screen(app).review, screen(app).surface.grid
        turn = next(target for target in grid.targets if target.area == "turn")
        x, y = grid.corner_of(turn)
        await pilot.mouse_down(offset=(x + 3, y))
        assert review.node == review.turns.rows[turn.index].nodes[0]
        bar = screen(app).surface.grid.targets[BAR]
        await pilot.mouse_down(offset=(bar.x + 4, bar.y + 2))
        assert review.chapter.number <= 1
        await pilot.mouse_down(offset=(bar.x + 60, bar.y + 2))
        assert review.chapter.number > 10

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), (120, 40))


def test_the_pages_of_the_footer_show_every_labelled_key(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        shown: set[str] = set()
        for _ in range(12):
            shown |= {hint.id for hint in screen(app).page.footer}
            (more_index,) = [i for i, hint in enumerate(screen(app).page.footer) if hint.id == "review_more"]
            rect = screen(app).surface.grid.targets[Target("key", more_index)]
            await pilot.mouse_down(offset=(rect.x, rect.y))
            await pilot.pause()
        labelled = {shortcut.id for shortcut in REVIEW_SHORTCUTS if shortcut.label}
        # At the end of a finished game there is nothing to reshuffle or play. It is not analysed yet.
        after_analysis = {"review_mistake_on", "review_mistake_back", "review_why", "review_chance", "review_retry"}
        after_analysis |= {"review_answers", "review_line_1"}
        assert shown == labelled - {"review_reshuffle", "review_play"} - after_analysis | {"help"}

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))
    assert footer_pages([], "review_more", "help", 80) == [()]


def test_keys_find_the_largest_swing_and_the_latest_undo(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review, kinds = screen(app).review, len(screen(app)._kinds)
        points = review.seat_points_by_turn()
        swings = [max(abs(totals[turn] - totals[turn - 1]) for totals in points) for turn in range(1, len(points[0]))]
        await pilot.press("home", *["k"] * (kinds - 1), "greater_than_sign")
        assert review.chapter.number == 1 + swings.index(max(swings))
        below_table = " ".join(line[:56].strip() for line in grids.text(app).splitlines()[15:17])
        assert below_table.startswith("The largest swing of the game: ")
        assert f"in {review.chapter.title}." in below_table  # the text is complete
        await pilot.press("end", *["k"] * (kinds - 1), "less_than_sign")
        assert "Moves were taken back to here (2 of 2)." in review.sentences_and_comment(review.node)

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))


def test_search_finds_words_and_a_key_stops_autoplay(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review: Any = screen(app).review
        await pilot.press("home", "slash", *"ENTOMBS", "enter")
        await pilot.pause()
        assert any("entombs" in sentence for sentence in review.sentences_and_comment(review.node))
        await pilot.press("full_stop")
        assert screen(app).page.autoplay_speed == "slowly"
        await pilot.press("escape")
        assert screen(app).page.autoplay_speed == "by hand"

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))


def test_search_wraps_around_to_the_start(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review: Any = screen(app).review
        last = max(node for node in review.current_line if "buys" in " ".join(review.sentences_and_comment(node)))
        review.go_to(last)
        await pilot.press("slash", *"with buys", "enter")
        assert review.node == min(
            node for node in review.current_line if "buys" in " ".join(review.sentences_and_comment(node))
        )
        assert "this is the first one" in grids.text(app)
        await pilot.press("slash", *"no such words", "enter")
        assert "No step of this line" in grids.text(app)

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))


def test_the_help_shows_the_keys_of_the_review_first(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        first = next(shortcut for shortcut in REVIEW_SHORTCUTS if shortcut.label)
        assert first.help_text in grids.text(app)

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)))


@SIZES
def test_a_comparison_of_two_lines(snapshot: Snapshot, tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review = screen(app).review
        start = next(row.nodes[0] for row in review.turns.rows if row.depth)
        review.go_to(start)
        await pilot.press("equals_sign")
        await pilot.pause()
        assert isinstance(app.screen, CompareScreen)
        snapshot.assert_match(grids.grid(app), "screen.txt")
        await pilot.press("x", "enter")
        await pilot.pause()
        assert screen(app).review is review
        assert review.line_tree.variation_start(review.node) == start, "the left line was the variation"

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), size)


def test_a_comparison_moves_both_lines_and_marks_differences(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review = screen(app).review
        review.go("end", -1)
        await pilot.press("equals_sign")
        await pilot.pause()
        assert isinstance(app.screen, CompareScreen)
        first, text = app.screen.comparison.turn_index, grids.text(app)
        assert "≠" in text
        await pilot.press("right", "right")
        await pilot.pause()
        assert app.screen.comparison.turn_index == first + 2
        await pilot.press("tab")
        await pilot.pause()
        assert grids.text(app) != text
        await pilot.press("escape")
        await pilot.pause()
        assert screen(app).review.node == 0

    run(tmp_path, steps, StartOptions(path=finished_game(tmp_path)), (120, 40))


def test_a_review_shows_the_cost_of_playing_on_and_can_reshuffle(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        game = sitting(app)
        game.answer(game.node, next(choice.action for choice in game.choices() if choice.action.verb == "entomb"))
        await pilot.press("v")
        await pilot.pause()
        while screen(app).review.node:
            await pilot.press("left")
        await pilot.pause()
        (play_on,) = [hint.label for hint in screen(app).page.footer if hint.id == "review_play"]
        assert play_on == f"Play on {game.undo_kind(0)}"
        await pilot.press("R")
        await pilot.pause()
        assert game.match.log.parents[game.node] == 0
        assert game.match.was_ever_reshuffled
        assert not game.match.peeked

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=("shabti",), seed=3))


def test_a_tried_answer_is_a_variation_until_it_is_undone(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    before = load(path, GAMES)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        review = screen(app).review
        variations = review.turns.variation_count
        await pilot.press(*["left_square_bracket"] * 4, "a")
        await pilot.pause()
        assert "Try another answer" in grids.text(app)
        chosen = [line for line in grids.text(app).splitlines() if "│   ▸ " in line]
        assert len(chosen) == 1, "visible without colours too"
        await pilot.press("end", "enter")
        await pilot.pause()
        first = review.node
        assert review.line_tree.variation_start(first) == first
        await pilot.press("a", "enter")  # continues from it
        await pilot.pause()
        assert review.step_tree.parents[review.node] == first
        assert review.turns.variation_count == variations + 1
        await pilot.press("u", "u")
        await pilot.pause()
        assert review.turns.variation_count == variations
        await pilot.press("a", "end", "enter")
        await pilot.pause()
        assert review.node == first, "it is the same answer as before"

    run(tmp_path, steps, StartOptions(path=path), size=(120, 40))
    after = load(path, GAMES)
    assert (after.label, after.finished, after.last_played) == (before.label, before.finished, before.last_played)
    assert len(after.match.log) == len(before.match.log) + 2


def test_why_nothing_can_be_played_at_the_end_is_shown_on_the_page_alone(tmp_path: Path) -> None:
    path = finished_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("end", "enter")
        await pilot.pause()
        assert "The game is over at this step." in grids.text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not app.screen.query(Toast), "it would cover the buttons of the next screen"

    run(tmp_path, steps, StartOptions(path=path), notifications=True)


def test_no_answer_can_be_tried_at_the_end_of_a_game(tmp_path: Path) -> None:
    path = finished_game(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("end", "a")
        await pilot.pause()
        assert "The game is over at this step." in grids.text(app)

    run(tmp_path, steps, StartOptions(path=path), size=(120, 40))
