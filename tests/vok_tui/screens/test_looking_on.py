"""Going back and forth in a game that is only watched: played by another process, damaged, or among opponents alone."""

import re
from pathlib import Path

from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN
from saves import resume
from tests.vok_tui import grids
from tests.vok_tui.screens.setting import begin_save, make_save, play_on, run, session
from vok_tui.app import VokApp
from vok_tui.game.autosave import watch_game
from vok_tui.game.start_options import StartOptions
from vok_tui.game.watched import WatchedSession
from vok_tui.replay.review import Review
from vok_tui.screens.review import ReviewScreen
from vok_tui.screens.start import StartScreen


def watching(path: Path) -> WatchedSession:
    """A game that is watched from no seat, without a screen."""
    watched = watch_game(path).watched
    assert watched is not None
    return watched


async def look_on(app: VokApp, pilot: Pilot[None]) -> None:
    """Watch, from no seat, a game that another process plays."""
    await pilot.press("enter")
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


def review(app: VokApp) -> Review:
    assert isinstance(app.screen, ReviewScreen), app.screen
    return app.screen.review


def test_a_spectator_goes_back_and_forth_by_steps_and_turns_and_plays_nothing(
    tmp_path: Path,
) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await look_on(app, pilot)
        shown = review(app)
        line = list(shown.current_line)
        assert len(line) > 3
        assert shown.node == line[-1]
        for node in reversed(line[:-1]):
            await pilot.press("left")
            assert shown.node == node
        assert shown.view().turn == 1
        await pilot.press("end")
        turns = [shown.chapter.number]
        while shown.node:
            await pilot.press("left_square_bracket")
            turns.append(shown.chapter.number)
        assert turns == sorted(turns, reverse=True)
        await pilot.press("end", "enter")
        await pilot.pause()
        assert shown.node == line[-1]
        assert "Watching" in grids.text(app)
        assert not [words for words in ("Play on", "Reshuffle", "Mark it") if words in grids.text(app)]

    with begin_save(tmp_path, 9):
        run(tmp_path, steps)


def test_the_command_to_watch_leads_to_the_review_from_a_seat(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert (review(app).seat, review(app).viewer) == (0, 0)
        assert "only what you may know" in grids.text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    with begin_save(tmp_path, 9) as file:
        run(tmp_path, steps, StartOptions(path=file.path, watch_from=0))


def test_what_is_played_meanwhile_is_followed_again_only_once_the_end_is_reached(tmp_path: Path) -> None:
    path = make_save(tmp_path, 6, HUMAN, HUMAN)
    watched = watching(path)
    watched.undo()
    here, before = watched.node, watched.view()
    file, played = resume(path, GAMES)
    with file:
        play_on(file, played.match, 2)
        assert not watched.poll(), "the table stays where it was"
        assert (watched.node, watched.view()) == (here, before)
        for _ in range(3):
            watched.redo()
        assert watched.node == played.match.log.head
        play_on(file, played.match, 1)
        assert watched.poll()
        assert watched.node == played.match.log.head


def test_what_the_player_takes_back_is_followed_and_can_still_be_seen(tmp_path: Path) -> None:
    path = make_save(tmp_path, 6, HUMAN, HUMAN)
    watched = watching(path)
    end = watched.node
    file, played = resume(path, GAMES)
    with file:
        played.match.undo()
        play_on(file, played.match, 0)
        assert watched.poll()
        assert watched.node == played.match.log.head
        watched.redo()
        assert watched.node == end
        watched.undo()
        play_on(file, played.match, 1)
        assert watched.poll(), "the table stood where the game does, and follows it"
        assert watched.node == played.match.log.head


def test_going_back_in_a_game_that_is_looked_on_at_shows_no_more_than_its_players_showed(tmp_path: Path) -> None:
    watched = watching(make_save(tmp_path, 9))
    while watched.can_undo:
        assert not any(told.text.startswith("You") for turn in watched.story() for told in turn.sentences)
        assert not watched.view().mine.hand
        watched.undo()
    assert not watched.match.peeked


def test_a_game_among_opponents_alone_is_gone_through_and_waits_meanwhile(tmp_path: Path) -> None:
    path = make_save(tmp_path, 110, "shabti", "shabti")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        while session(app).request() is not None:
            await pilot.pause()
        assert session(app).shows_end
        known = len(session(app).match.log)
        await pilot.press("u", "u", "u", "U")
        await pilot.pause()
        here = session(app).node
        assert not session(app).shows_end
        await pilot.press("r")
        await pilot.pause()
        assert session(app).match.log.parents[session(app).node] == here
        await pilot.press("y")
        await pilot.pause()
        assert session(app).shows_end
        assert len(session(app).match.log) == known, "nothing else was played"

    run(tmp_path, steps, StartOptions(path=path))


def test_in_a_game_among_opponents_alone_nobody_is_you_and_no_hand_lies_open(tmp_path: Path) -> None:
    path = make_save(tmp_path, 110, "shabti", "shabti")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        while session(app).request() is not None:
            await pilot.pause()
        await pilot.press("U", "u")
        await pilot.pause()
        assert not session(app).view().mine.hand
        shown = grids.text(app)
        assert "Ann's hand" in shown
        assert "Ann's tomb" in shown
        assert not re.search(r"\byour (last )?(hand|tomb|turn)\b|\byou (began|win)\b", shown.casefold())
        told = [told.text for turn in session(app).story() for told in turn.sentences]
        assert any(text.startswith("Ann ") for text in told)
        assert not any(text.startswith("You") for text in told)

    run(tmp_path, steps, StartOptions(path=path))
