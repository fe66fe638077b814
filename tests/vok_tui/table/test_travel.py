"""Going back at the table: the footer says before the key is pressed what it costs, and a setting forbids to peek."""

import json

from textual.pilot import Pilot

from engine.core.game import HUMAN
from engine.core.history.log import unpack_step
from engine.core.history.match import Match
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import TableApp, new_game, play, run
from vok_tui.game.session import Session
from vok_tui.game.ways_back import FREE, PEEKED
from vok_tui.screens.base.dialog import Dialog
from vok_tui.table.travel import NO_PEEKING, WAITING, idle_reason


def footer(app: TableApp) -> str:
    return text(app).splitlines()[-1]


def test_the_footer_says_what_an_undo_would_be_before_the_key_is_pressed() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Undo" not in footer(app)
        play(app.session, "entomb Shabti")
        app.table.show_and_continue()
        assert "u Undo free  U Turn free" in footer(app)
        play(app.session, "execute Box of Food")
        app.table.show_and_continue()
        assert "u Undo peeked  U Turn peeked" in footer(app)
        await pilot.press("u")
        await pilot.pause()
        assert "u Undo free  r Redo  U Turn free" in footer(app)
        assert "peeked" in text(app).splitlines()[0]

    run(new_game(), test)


def test_who_wants_no_peeking_takes_back_only_what_is_free() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        session = app.session
        session.may_peek = False
        play(session, "entomb Shabti")
        seen = session.node
        play(session, "execute Box of Food")
        there = session.node
        app.table.show_and_continue()
        assert "Undo" not in footer(app)
        await pilot.press("u")
        await pilot.pause()
        assert session.node == there
        assert NO_PEEKING in text(app)
        session.go_to(0)
        assert (session.node, session.match.peeked) == (there, False)
        assert session.undo_cost(seen) == PEEKED

    run(new_game(), test)


def test_a_free_undo_stays_possible_without_peeking() -> None:
    session = new_game()
    session.may_peek = False
    play(session, "entomb Shabti")
    assert session.undo_cost(0) == FREE
    session.undo()
    assert (session.node, session.match.peeked) == (0, False)


def test_while_others_may_react_nothing_is_taken_back() -> None:
    session = new_game()
    play(session, "entomb Shabti")
    there = session.node
    session.hold_view_before_step()
    session.undo()
    assert (session.node, session.can_undo) == (there, False)
    assert idle_reason(session, "undo") == WAITING
    session.release_view()
    session.undo()
    assert session.node == 0


def test_looking_back_at_a_finished_game_costs_nothing() -> None:
    session: Session = new_game(HUMAN, "shabti")
    while not session.shows_end:
        session.match.play(session.match.game.action(session.state, session.state.legal_moves()[-1]))
    assert session.undo_cost(session.node_of_way("undo")) == ""


def test_a_reshuffle_asks_from_where_on_and_draws_again_what_you_could_not_know() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        session = app.session
        play(session, "entomb Shabti")
        asked, hand = session.node, session.view().seats[0].hand
        play(session, "execute Box of Food")
        app.table.show_and_continue()
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert [option.label for option in app.screen.options] == [
            "Your last answer",
            "Your turn",
            "This question",
            "Stay here",
        ]
        await pilot.press("enter")
        await pilot.pause()
        assert session.match.log.parents[session.node] == asked
        assert session.view().seats[0].hand == hand
        assert session.asks_viewer
        assert not session.match.peeked
        assert " reshuffled" in text(app).splitlines()[0]
        assert "u Undo peeked" in footer(app)
        assert "is drawn again" in " ".join(sentence.text for told in session.story() for sentence in told.sentences)

    run(new_game(), test)


def test_people_at_one_keyboard_and_who_wants_no_peeking_do_not_reshuffle() -> None:
    two = new_game(HUMAN, HUMAN)
    play(two, "entomb Shabti")
    assert not two.may_reshuffle(0)
    two.reshuffle(0)
    assert not two.match.was_ever_reshuffled
    strict = new_game()
    strict.may_peek = False
    play(strict, "entomb Shabti")
    assert strict.may_reshuffle(0)
    play(strict, "execute Box of Food")
    assert not strict.may_reshuffle(0)


def test_an_opponent_thinks_on_in_a_reshuffled_branch() -> None:
    session = new_game()
    play(session, "entomb Shabti")
    session.reshuffle(0)
    play(session, "end turn")
    while session.asks_viewer:
        session.answer(session.node, session.choices()[0].action)
    request = session.request()
    assert request is not None
    packed = json.loads(json.dumps([step.pack() for step in request.steps]))
    assert tuple(map(unpack_step, packed)) == request.steps
    match = Match(session.match.game, request.setup)
    for step in request.steps:
        match.take_step(step)
    assert match.state.digest() == session.state.digest()
