"""A finished game at the table never changes. Another answer continues in a new save. Old variations can be reached."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES, Variant
from engine.core.game import CURRENT_RULES, FIRST_RULES, HUMAN, Seat, Setup
from engine.core.history.match import Match
from engine.valley.corrections import earlier_catalogue_texts
from engine.valley.game import VALLEY
from saves import SaveInfo, Shelf, load
from tests.vok_tui.screens.setting import begin_save, make_save, play_some, run, screen_text, session
from vok_tui.app import VokApp
from vok_tui.commands.saves import save_dict
from vok_tui.game.autosave import branch_game, resume_or_review_game
from vok_tui.game.bot_approval import Approvals
from vok_tui.game.start_options import StartOptions
from vok_tui.levels.equal_level import rate_player
from vok_tui.messages import ShowScoreFromTable
from vok_tui.replay.review import Review
from vok_tui.screens.base.dialog import Dialog
from vok_tui.screens.play_on import PlayOnDialog
from vok_tui.screens.review import ReviewScreen
from vok_tui.screens.shelf import save_details
from vok_tui.table.screen import TableScreen


def folder(path: Path) -> dict[str, tuple[bytes, int]]:
    """Everything beside a save, with its contents and its times."""
    return {other.name: (other.read_bytes(), other.stat().st_mtime_ns) for other in path.parent.iterdir()}


def only(home: Path) -> SaveInfo:
    (row,) = Shelf(home).list_saves(GAMES)
    return row


def review(app: VokApp) -> Review:
    """The review that is shown."""
    assert isinstance(app.screen, ReviewScreen), app.screen
    return app.screen.review


async def look_through(app: VokApp, pilot: Pilot[None]) -> None:
    """Go through a finished game with every key that goes somewhere."""
    at = review(app)
    end = at.node
    await pilot.press("left", "left", "right", "left_square_bracket", "(", ")", "up", "down", "home")
    assert at.node == 0
    await pilot.press("right_square_bracket", "greater_than_sign", "n", "w", "h", "t", "t", "space", "tab", "end")
    assert at.node == end
    await pilot.press("left_square_bracket")
    assert at.node != end


def test_looking_through_a_finished_game_writes_nothing(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    before, row = folder(path), only(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        await look_through(app, pilot)
        assert not review(app).match.peeked
        assert folder(path) == before, "not even a name beside it"

    run(tmp_path, steps)
    assert folder(path) == before
    assert only(tmp_path) == row


def test_looking_through_a_game_that_has_just_ended_writes_nothing(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        at = session(app)
        while not at.shows_end:
            at.switch_to_next_viewer()
            at.answer(at.node, at.choices()[-1].action)
        assert app.opened is not None
        assert app.opened.autosave is not None
        assert app.opened.autosave.path is not None
        before, row = app.opened.autosave.path.read_bytes(), only(tmp_path)
        app.post_message(ShowScoreFromTable(at))
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        await look_through(app, pilot)
        assert app.opened.autosave.path.read_bytes() == before
        assert only(tmp_path) == row

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=(HUMAN,), seed=3))
    assert only(tmp_path).finished


@pytest.mark.parametrize("format_2", [False, True], ids=["of today", "of an older format"])
def test_to_play_on_from_a_step_of_a_finished_game_asks_once_and_goes_on_as_a_new_save(
    tmp_path: Path, format_2: bool
) -> None:
    if format_2:
        (tmp_path / "saves").mkdir()
        path = tmp_path / "saves" / "a.vok"
        old = sorted((Path(__file__).parents[2] / "saves" / "corpus").glob("base-*-finished.vok"))[0]
        path.write_bytes(old.read_bytes())
    else:
        path = make_save(tmp_path, 10_000)
    before, row, setup = path.read_bytes(), only(tmp_path), load(path, GAMES).match.setup

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        at = review(app)
        await pilot.press(*["left_square_bracket"] * 5)
        while at.match.mover(at.node) != 0:
            await pilot.press("left")
        turn, node = at.match.game.turn(at.match.at(at.node)), at.node
        line = [at.match.log.actions[n] for n in at.match.log.path(node)[1:]]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayOnDialog)
        assert all(words in screen_text(app) for words in ("from your game of ", f"turn {turn}"))
        await pilot.press("right", "enter")
        await pilot.pause()
        assert review(app).node == node, "nothing has happened"
        assert [other.path for other in app.shelf.list_saves(GAMES)] == [path]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        now = session(app)
        assert now.match is not at.match
        assert now.match.peeked
        assert not now.has_ended
        played = [now.match.log.actions[n] for n in now.match.log.path(now.node)[1:]]
        assert played == line
        await play_some(app, pilot, 2)
        assert not isinstance(app.screen, (Dialog, PlayOnDialog)), "it has been asked once"

    run(tmp_path, steps)
    assert path.read_bytes() == before
    rows = {other.path: other for other in Shelf(tmp_path).list_saves(GAMES)}
    assert rows.pop(path) == row
    (fresh,) = rows.values()
    assert fresh.origin is not None
    assert fresh.origin.ended == int(row.modified)
    assert "from your game of " in save_details(fresh)
    told = save_dict(fresh)["from"]
    assert told["turn"] == fresh.origin.turn
    assert datetime.fromisoformat(told["ended"]).timestamp() == int(row.modified)
    loaded = load(fresh.path, GAMES)
    assert loaded.match.peeked
    assert loaded.match.setup == setup, "the seed, the cards and the rules are those of the game that it comes from"


def test_the_answer_that_was_given_then_is_no_other_one(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    opened = resume_or_review_game(path, None, Approvals(tmp_path))
    at = opened.session
    end = at.node
    for _ in range(4):
        at.undo()
    stops = 0
    while not at.shows_end:
        was = at.node
        given = next(choice.action for choice in at.choices() if not at.would_start_branch(choice.action))
        assert at.answer(was, given)
        assert at.node > was
        stops += 1
    assert (at.node, stops) == (end, 4)


def test_a_session_takes_no_other_answer_in_a_finished_game(tmp_path: Path) -> None:
    at = resume_or_review_game(make_save(tmp_path, 10_000), None, Approvals(tmp_path)).session
    while not any(at.would_start_branch(choice.action) for choice in at.choices()):
        at.undo()
    before = (at.node, len(at.match.log), at.match.log.head, list(at.match.log.journal))
    assert at.request() is None
    for choice in at.choices():
        assert not at.would_start_branch(choice.action) or not at.answer(at.node, choice.action)
    assert (at.node, len(at.match.log), at.match.log.head, list(at.match.log.journal)) == before


def test_a_finished_game_counts_for_equal_for_ever_and_one_that_goes_on_from_it_does_not(tmp_path: Path) -> None:
    make_save(tmp_path, 10_000)
    shelf = Shelf(tmp_path)
    before = rate_player(shelf.list_saves(GAMES))
    assert before.games == 1
    opened = resume_or_review_game(only(tmp_path).path, None, Approvals(tmp_path))
    at = opened.session
    while not any(at.would_start_branch(choice.action) for choice in at.choices()):
        at.undo()
    other = next(choice.action for choice in at.choices() if at.would_start_branch(choice.action))
    fresh = branch_game(shelf, opened, other, None, Approvals(tmp_path))
    assert rate_player(shelf.list_saves(GAMES)) == before
    match = fresh.session.match
    while not match.is_over:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    assert fresh.autosave is not None
    fresh.autosave.keep(match)
    fresh.autosave.close()
    assert [row.finished for row in shelf.list_saves(GAMES)] == [True, True]
    assert rate_player(shelf.list_saves(GAMES)) == before


@pytest.mark.parametrize("rules", [FIRST_RULES, CURRENT_RULES])
def test_a_game_that_goes_on_from_one_keeps_its_seed_its_rules_its_cards_and_who_took_a_seat(
    tmp_path: Path, rules: int
) -> None:
    shelf = Shelf(tmp_path)
    cards = earlier_catalogue_texts()[0]
    setup = Setup("valley", (Seat("Ann"), Seat("Bea")), 5, Variant("afterlife", cards=cards), rules)
    match = Match(VALLEY, setup)
    with shelf.create(setup, VALLEY, "0.1.0", 1) as file:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        match.change_seat(1, "scribe", 7)
        while not match.is_over:
            match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        file.keep(match)
    opened = resume_or_review_game(file.path, None, Approvals(tmp_path))
    at = opened.session
    while not any(at.would_start_branch(choice.action) for choice in at.choices()):
        at.undo()
    other = next(choice.action for choice in at.choices() if at.would_start_branch(choice.action))
    fresh = branch_game(shelf, opened, other, None, Approvals(tmp_path))
    assert fresh.autosave is not None
    assert fresh.autosave.path is not None
    fresh.autosave.close()
    loaded = load(fresh.autosave.path, GAMES)
    assert (loaded.damage, loaded.with_unknown_cards) == (None, False)
    assert loaded.match.setup == setup
    assert loaded.header.setup.rules == rules
    assert loaded.match.seats == match.seats


def test_lines_that_were_left_during_play_are_listed_and_reached(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        at = session(app)
        first, second = [choice.action for choice in at.choices()][:2]
        at.answer(at.node, first)
        left = at.node
        at.undo()
        at.answer(at.node, second)
        now = at.node
        assert isinstance(app.screen, TableScreen)
        app.screen.show_and_continue()
        await pilot.press("v")
        await pilot.pause()
        assert [row.nodes for row in review(app).rows] == [(now,), (left,)]
        assert review(app).node == now
        await pilot.press("down", "enter")
        await pilot.pause()
        assert session(app).node == left
        await pilot.press("L")
        await pilot.pause()
        await pilot.press("home", "escape")
        await pilot.pause()
        assert session(app).node == left
        assert app.opened is not None
        assert app.opened.autosave is not None
        assert app.opened.autosave.path is not None
        assert load(app.opened.autosave.path, GAMES).match.log.head == left

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=(HUMAN,), seed=3))


def test_lines_that_were_left_are_reached_in_a_finished_game_and_go_on_as_a_new_one(tmp_path: Path) -> None:
    setup = Setup("valley", (Seat("Ann"), Seat("Bea")), 5)
    match = Match(VALLEY, setup)
    match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    left = match.log.head
    match.undo()
    while not match.is_over:
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    with Shelf(tmp_path).create(setup, VALLEY, "0.1.0", 1) as file:
        file.keep(match)
    before = folder(file.path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        assert review(app).node == match.log.head
        await pilot.press("home", "down", "down")
        assert review(app).node == left
        assert folder(file.path) == before
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayOnDialog)
        await pilot.press("enter")
        await pilot.pause()
        played = session(app).match.log
        assert played.actions[1] == match.log.actions[left]

    run(tmp_path, steps)
    assert {row.finished for row in Shelf(tmp_path).list_saves(GAMES)} == {True, False}
    assert file.path.read_bytes() == before[file.path.name][0]


def test_a_game_whose_end_is_damaged_is_mended_and_looked_back_at(tmp_path: Path) -> None:
    path = make_save(tmp_path, 10_000)
    path.write_bytes(path.read_bytes()[:-1])
    opened = resume_or_review_game(path, None, Approvals(tmp_path))
    assert opened.session.has_ended
    assert "entries are there" in opened.note
    assert load(path, GAMES).damage is None
    assert only(tmp_path).finished


def test_a_finished_game_is_looked_back_at_while_somebody_else_has_it_at_the_table(tmp_path: Path) -> None:
    with begin_save(tmp_path, 10_000) as file:
        before = folder(file.path)
        at = resume_or_review_game(file.path, None, Approvals(tmp_path)).session
        at.undo()
        assert at.has_ended
        assert not at.shows_end
        assert folder(file.path) == before
