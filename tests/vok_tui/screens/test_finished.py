"""A finished game never changes. Another answer continues it in a new save. Its variations can be reached."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES, Variant
from engine.core.game import CURRENT_RULES, HUMAN, Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from saves import SaveInfo, Shelf, load
from tests.engine.valley.custom.catalogue_edits import changed
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import begin_save, make_save, play_some, run, screen_text, settle, sitting, until
from tests.vok_tui.screens.table.table_helpers import travel
from vok_tui.cli.commands.saves import save_dict
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.autosave import branch_game, resume_or_review_game
from vok_tui.game.bot_approval import Approvals
from vok_tui.learning.history import FOLLOWED_TIP, LearningHistory
from vok_tui.learning.review import Review
from vok_tui.learning.tips import HINT
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import Dialog, TryAnswerDialog
from vok_tui.screens.messages import ShowScoreFromTable
from vok_tui.screens.play_on import PlayOnDialog
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.shelf import save_details
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.levels import rate_player


def folder_contents(path: Path) -> dict[str, tuple[bytes, int]]:
    """All files in the folder of a save, with contents and times."""
    return {other.name: (other.read_bytes(), other.stat().st_mtime_ns) for other in path.parent.iterdir()}


def only_save(home: Path) -> SaveInfo:
    (save,) = Shelf(home).list_saves(GAMES)
    return save


def review(app: VokApp) -> Review:
    """The review that is shown."""
    assert isinstance(app.screen, ReviewScreen), app.screen
    return app.screen.review


async def press_review_keys(app: VokApp, pilot: Pilot[None]) -> None:
    """Press every key that moves in the review of a finished game."""
    shown = review(app)
    end = shown.node
    await pilot.press("left", "left", "right", "left_square_bracket", "(", ")", "up", "down", "home")
    assert shown.node == 0
    await pilot.press("right_square_bracket", "greater_than_sign", "n", "w", "h", "t", "t", "space", "tab", "end")
    assert shown.node == end
    await pilot.press("left_square_bracket")
    assert shown.node != end


def test_reviewing_a_finished_game_writes_nothing(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    before, save = folder_contents(path), only_save(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        await press_review_keys(app, pilot)
        assert not review(app).match.peeked
        assert folder_contents(path) == before, "not even a new file in the folder"

    run(tmp_path, steps)
    assert folder_contents(path) == before
    assert only_save(tmp_path) == save


def test_reviewing_a_game_that_has_just_ended_writes_nothing(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        current = sitting(app)
        while not current.shows_end:
            current.hand_keyboard_over()
            current.answer(current.node, current.choices()[-1].action)
        assert app.coordinator.current.open_game is not None
        assert app.coordinator.current.open_game.autosave is not None
        assert app.coordinator.current.open_game.autosave.path is not None
        before, save = app.coordinator.current.open_game.autosave.path.read_bytes(), only_save(tmp_path)
        app.post_message(ShowScoreFromTable(current))
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        await press_review_keys(app, pilot)
        assert app.coordinator.current.open_game.autosave.path.read_bytes() == before
        assert only_save(tmp_path) == save

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=(HUMAN,), seed=3))
    assert only_save(tmp_path).finished


def test_answers_are_tried_in_a_game_that_has_just_ended_as_in_one_from_the_shelf(tmp_path: Path) -> None:
    before: list[SaveInfo] = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        current = sitting(app)
        while not current.shows_end:
            current.hand_keyboard_over()
            current.answer(current.node, current.choices()[-1].action)
        before.append(only_save(tmp_path))
        app.post_message(ShowScoreFromTable(current))
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        await pilot.press(*["left_square_bracket"] * 4, "a")
        await pilot.pause()
        assert isinstance(app.screen, TryAnswerDialog), grids.text(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        shown = review(app)
        tried = shown.node
        assert shown.line_tree.variation_start(tried) == tried
        written = load(before[0].path, GAMES)
        assert (written.damage, written.finished) == (None, True)
        assert written.match.log.actions[tried] == shown.match.log.actions[tried]
        await pilot.press("u")
        await pilot.pause()
        assert shown.turns.variation_count == 0
        assert load(before[0].path, GAMES).match.log.annotations.is_withdrawn(tried)

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=(HUMAN,), seed=3), (120, 40))
    assert only_save(tmp_path) == before[0], "neither the result nor the date has changed"


def test_playing_on_from_a_finished_game_asks_once_and_makes_a_new_save(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    before, save, setup = path.read_bytes(), only_save(tmp_path), load(path, GAMES).match.setup

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        finished = review(app)
        await pilot.press(*["left_square_bracket"] * 5)
        while finished.match.mover(finished.node) != 0:
            await pilot.press("left")
        turn, node = finished.match.game.turn(finished.match.at(finished.node)), finished.node
        line = [finished.match.log.actions[n] for n in finished.match.log.path(node)[1:]]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayOnDialog)
        assert all(words in screen_text(app) for words in ("from your game of ", f"turn {turn}"))
        await pilot.press("right", "enter")
        await pilot.pause()
        assert review(app).node == node, "nothing has changed"
        assert [other.path for other in app.shelf.list_saves(GAMES)] == [path]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        current = sitting(app)
        assert current.match is not finished.match
        assert current.match.peeked
        assert not current.has_ended
        played = [current.match.log.actions[n] for n in current.match.log.path(current.node)[1:]]
        assert played == line
        await play_some(app, pilot, 2)
        assert not isinstance(app.screen, (Dialog, PlayOnDialog)), "it asks only once"

    run(tmp_path, steps)
    assert path.read_bytes() == before
    saves = {other.path: other for other in Shelf(tmp_path).list_saves(GAMES)}
    assert saves.pop(path) == save
    (new_save,) = saves.values()
    assert new_save.origin is not None
    assert new_save.origin.ended == int(save.last_played)
    assert "from your game of " in save_details(new_save)
    origin_fields = save_dict(new_save)["from"]
    assert origin_fields["turn"] == new_save.origin.turn
    assert datetime.fromisoformat(origin_fields["ended"]).timestamp() == int(save.last_played)
    loaded = load(new_save.path, GAMES)
    assert loaded.match.peeked
    assert loaded.match.setup == setup, "seed, cards and rules are those of the finished game"


def test_giving_the_recorded_answer_again_starts_no_branch(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    open_game = resume_or_review_game(path, None, Approvals(tmp_path))
    finished = open_game.sitting
    end = finished.node
    for _ in range(4):
        travel(finished, "undo")
    stops = 0
    while not finished.shows_end:
        node = finished.node
        recorded = next(
            choice.action for choice in finished.choices() if not finished.would_start_branch(choice.action)
        )
        assert finished.answer(node, recorded)
        assert finished.node > node
        stops += 1
    assert (finished.node, stops) == (end, 4)


def test_a_sitting_refuses_other_answers_in_a_finished_game(tmp_path: Path) -> None:
    finished = resume_or_review_game(make_save(tmp_path, 10_000), None, Approvals(tmp_path)).sitting
    while not any(finished.would_start_branch(choice.action) for choice in finished.choices()):
        travel(finished, "undo")
    before = (finished.node, len(finished.match.log), finished.match.log.head, list(finished.match.log.journal))
    assert finished.thinker_request() is None
    for choice in finished.choices():
        assert not finished.would_start_branch(choice.action) or not finished.answer(finished.node, choice.action)
    assert (finished.node, len(finished.match.log), finished.match.log.head, list(finished.match.log.journal)) == before


def test_a_finished_game_counts_for_the_rating_and_its_continuation_does_not(tmp_path: Path) -> None:
    make_save(tmp_path, 10_000)
    shelf = Shelf(tmp_path)
    before = rate_player(shelf.list_saves(GAMES))
    assert before.games == 1
    open_game = resume_or_review_game(only_save(tmp_path).path, None, Approvals(tmp_path))
    finished = open_game.sitting
    while not any(finished.would_start_branch(choice.action) for choice in finished.choices()):
        travel(finished, "undo")
    other_action = next(choice.action for choice in finished.choices() if finished.would_start_branch(choice.action))
    continuation = branch_game(shelf, open_game, other_action, None, Approvals(tmp_path))
    assert rate_player(shelf.list_saves(GAMES)) == before
    match = continuation.sitting.match
    while not match.is_over:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    assert continuation.autosave is not None
    continuation.autosave.keep(match)
    continuation.autosave.close()
    assert [save.finished for save in shelf.list_saves(GAMES)] == [True, True]
    assert rate_player(shelf.list_saves(GAMES)) == before


def test_a_continuation_keeps_seed_rules_cards_and_seats(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    cards = changed("Boat", "cost", "5")
    setup = Setup("valley", (Seat("Ann"), Seat("Bea")), 5, Variant("base", cards=cards))
    match = Match(VALLEY, setup)
    with shelf.create(setup, VALLEY, "0.1.0", 1) as file:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        match.change_seat(1, "scribe", 7)
        while not match.is_over:
            match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        file.keep(match)
    open_game = resume_or_review_game(file.path, None, Approvals(tmp_path))
    finished = open_game.sitting
    while not any(finished.would_start_branch(choice.action) for choice in finished.choices()):
        travel(finished, "undo")
    other_action = next(choice.action for choice in finished.choices() if finished.would_start_branch(choice.action))
    continuation = branch_game(shelf, open_game, other_action, None, Approvals(tmp_path))
    assert continuation.autosave is not None
    assert continuation.autosave.path is not None
    continuation.autosave.close()
    loaded = load(continuation.autosave.path, GAMES)
    assert (loaded.damage, loaded.lacks_original_cards) == (None, False)
    assert loaded.match.setup == setup
    assert loaded.header.setup.rules == CURRENT_RULES
    assert loaded.match.seats == match.seats


def test_variations_of_a_running_game_are_listed_and_can_be_reached(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        current = sitting(app)
        first, second = [choice.action for choice in current.choices()][:2]
        current.answer(current.node, first)
        variation_node = current.node
        travel(current, "undo")
        current.answer(current.node, second)
        main_node = current.node
        assert isinstance(app.screen, TableScreen)
        app.screen.show_and_continue()
        await pilot.press("v")
        await pilot.pause()
        assert [row.nodes for row in review(app).turns.rows] == [(main_node,), (variation_node,)]
        assert review(app).node == main_node
        await pilot.press("down", "enter")
        await pilot.pause()
        assert sitting(app).node == variation_node
        await pilot.press("L")
        await pilot.pause()
        await pilot.press("home", "escape")
        await pilot.pause()
        assert sitting(app).node == variation_node
        assert app.coordinator.current.open_game is not None
        assert app.coordinator.current.open_game.autosave is not None
        assert app.coordinator.current.open_game.autosave.path is not None
        assert load(app.coordinator.current.open_game.autosave.path, GAMES).match.log.head == variation_node

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=(HUMAN,), seed=3))


def test_a_variation_of_a_finished_game_continues_as_a_new_game(tmp_path: Path) -> None:
    setup = Setup("valley", (Seat("Ann"), Seat("Bea")), 5)
    match = Match(VALLEY, setup)
    match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    variation_node = match.log.head
    match.undo()
    while not match.is_over:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    with Shelf(tmp_path).create(setup, VALLEY, "0.1.0", 1) as file:
        file.keep(match)
    before = folder_contents(file.path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        assert review(app).node == match.log.head
        await pilot.press("home", "down", "down")
        assert review(app).node == variation_node
        assert folder_contents(file.path) == before
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayOnDialog)
        await pilot.press("enter")
        await pilot.pause()
        played = sitting(app).match.log
        assert played.actions[1] == match.log.actions[variation_node]

    run(tmp_path, steps)
    assert {save.finished for save in Shelf(tmp_path).list_saves(GAMES)} == {True, False}
    assert file.path.read_bytes() == before[file.path.name][0]


def test_a_finished_game_with_a_damaged_end_is_repaired_and_reviewed(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    path.write_bytes(path.read_bytes()[:-1])
    open_game = resume_or_review_game(path, None, Approvals(tmp_path))
    assert open_game.sitting.has_ended
    assert "entries are there" in open_game.notice
    assert load(path, GAMES).damage is None
    assert only_save(tmp_path).finished


def test_a_finished_game_can_be_reviewed_while_another_process_has_it_open(tmp_path: Path) -> None:
    with begin_save(tmp_path, 10_000) as file:
        before = folder_contents(file.path)
        finished = resume_or_review_game(file.path, None, Approvals(tmp_path)).sitting
        travel(finished, "undo")
        assert finished.has_ended
        assert not finished.shows_end
        assert folder_contents(file.path) == before


def nearly_lost_game(home: Path) -> None:
    """A save of a game that Ann is about to lose: Khety has entombed a card, and the end of her turn is the end of the game."""
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 1)
    match = Match(GAMES["valley"], setup)
    has_entombed = False
    while not match.is_over:
        moves = match.state.legal_moves()
        entombing = [move for move in moves if match.game.action(match.state, move).verb == "entomb"]
        entombs = match.state.mover == 1 and not has_entombed and entombing
        has_entombed = has_entombed or bool(entombs)
        match.play(match.game.action(match.state, entombing[0] if entombs else moves[-1]))
    path = [node for node in match.log.path(match.log.head)[:-1] if match.mover(node) == 0]
    last = Match(GAMES["valley"], setup)
    for node in match.log.path(path[-1])[1:]:
        last.play(match.log.actions[node])
    with Shelf(home).create(setup, last.game, "0.1.0", 1_700_000_000) as file:
        file.keep(last)


@pytest.mark.parametrize(("hints", "helped", "wanted"), [(2, False, True), (3, False, False), (0, True, False)])
def test_after_a_game_lost_without_hints_a_tip_says_that_there_are_hints_until_they_are_known(
    tmp_path: Path, hints: int, helped: bool, wanted: bool
) -> None:
    nearly_lost_game(tmp_path)
    for _ in range(hints):
        LearningHistory(tmp_path).add("valley", FOLLOWED_TIP, HINT)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await settle(app, pilot)
        if helped:
            sitting(app).mark_helped()
        for _ in range(9):
            if not sitting(app).has_ended:
                await pilot.press("n" if sitting(app).choices()[-1].action.verb == "end" else "z")
                await settle(app, pilot)
        assert sitting(app).has_ended, grids.text(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        await pilot.pause()
        assert "Khety wins" in screen_text(app)
        assert ("Tip: H at the table shows a hint" in screen_text(app)) == wanted

    run(tmp_path, steps, preferences=Preferences(tips=True))
