"""Undo at the table: the footer shows its cost in advance, and a setting forbids peeking."""

import json

from textual.pilot import Pilot

from engine.core.game import HUMAN
from engine.core.log import unpack_step
from engine.core.match import Match
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import TableApp, new_game, play, run, travel
from vok_tui.game.navigation import FREE, PEEKED
from vok_tui.game.sitting import Sitting
from vok_tui.game.travel import NO_PEEKING, WAITING, why_not_travel
from vok_tui.screens.dialog import Dialog


def footer(app: TableApp) -> str:
    return text(app).splitlines()[-1]


def test_the_footer_shows_the_cost_of_an_undo() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Undo" not in footer(app)
        play(app.sitting, "entomb Shabti")
        app.table.show_and_continue()
        assert "u Undo (free)  H Hint" in footer(app)
        play(app.sitting, "execute Box of Food")
        app.table.show_and_continue()
        assert "u Undo (peeked)  H Hint" in footer(app)
        await pilot.press("u")
        await pilot.pause()
        assert "u Undo (free)  r Redo  H Hint" in footer(app)
        assert "peeked" in text(app).splitlines()[0]

    run(new_game(), test, (100, 24))  # so wide that all of them fit


def test_without_peeking_only_free_moves_can_be_undone() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        sitting = app.sitting
        sitting.may_peek = False
        play(sitting, "entomb Shabti")
        before_draw = sitting.node
        play(sitting, "execute Box of Food")
        after_draw = sitting.node
        app.table.show_and_continue()
        assert "Undo" not in footer(app)
        await pilot.press("u")
        await pilot.pause()
        assert sitting.node == after_draw
        assert NO_PEEKING in text(app)
        sitting.go_to(0)
        assert (sitting.node, sitting.match.peeked) == (after_draw, False)
        assert sitting.undo_kind(before_draw) == PEEKED

    run(new_game(), test)


def test_a_free_undo_stays_possible_without_peeking() -> None:
    sitting = new_game()
    sitting.may_peek = False
    play(sitting, "entomb Shabti")
    assert sitting.undo_kind(0) == FREE
    travel(sitting, "undo")
    assert (sitting.node, sitting.match.peeked) == (0, False)


def test_there_is_no_undo_while_others_may_react() -> None:
    sitting = new_game()
    play(sitting, "entomb Shabti")
    node = sitting.node
    sitting._hold_view_before_step()
    travel(sitting, "undo")
    assert (sitting.node, sitting.can_go("undo")) == (node, False)
    assert why_not_travel(sitting, "undo") == WAITING
    sitting.release_view()
    travel(sitting, "undo")
    assert sitting.node == 0


def test_looking_back_at_a_finished_game_costs_nothing() -> None:
    sitting: Sitting = new_game(HUMAN, "shabti")
    while not sitting.shows_end:
        sitting.match.play(sitting.match.game.action(sitting.state, sitting.state.legal_moves()[-1]))
    assert sitting.undo_kind(sitting.destination_node("undo")) == ""


def test_a_reshuffle_asks_where_to_start_and_redraws_hidden_cards() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        sitting = app.sitting
        play(sitting, "entomb Shabti")
        asked, hand = sitting.node, sitting.view().seats[0].hand
        play(sitting, "execute Box of Food")
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
        assert sitting.match.log.parents[sitting.node] == asked
        assert sitting.view().seats[0].hand == hand
        assert sitting.asks_viewer
        assert not sitting.match.peeked
        assert " redealt" in text(app).splitlines()[0]
        assert "u Undo (peeked)" in footer(app)
        assert "is dealt again" in " ".join(
            sentence.text for chapter in sitting.story() for sentence in chapter.sentences
        )

    run(new_game(), test)


def test_no_reshuffle_with_two_human_players_or_past_a_peek() -> None:
    two_humans = new_game(HUMAN, HUMAN)
    play(two_humans, "entomb Shabti")
    assert not two_humans.may_reshuffle(0)
    two_humans.reshuffle(0)
    assert not two_humans.match.was_ever_reshuffled
    no_peeking = new_game()
    no_peeking.may_peek = False
    play(no_peeking, "entomb Shabti")
    assert no_peeking.may_reshuffle(0)
    play(no_peeking, "execute Box of Food")
    assert not no_peeking.may_reshuffle(0)


def test_an_opponent_can_think_in_a_reshuffled_branch() -> None:
    sitting = new_game()
    play(sitting, "entomb Shabti")
    sitting.reshuffle(0)
    play(sitting, "end turn")
    while sitting.asks_viewer:
        sitting.answer(sitting.node, sitting.choices()[0].action)
    request = sitting.thinker_request()
    assert request is not None
    packed = json.loads(json.dumps([step.pack() for step in request.steps]))
    assert tuple(map(unpack_step, packed)) == request.steps
    match = Match(sitting.match.game, request.setup)
    for step in request.steps:
        match.play_step(step)
    assert match.state.digest() == sitting.state.digest()
