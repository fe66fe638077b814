"""Moving through a game that is only watched: played by another process, damaged, or played by opponents only."""

import re
from pathlib import Path

from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN
from saves import resume
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import begin_save, make_save, play_on, run, sitting
from tests.vok_tui.screens.table.table_helpers import travel
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.autosave import watch_game
from vok_tui.game.sitting import WatchedSitting
from vok_tui.learning.review import Review
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.start import StartScreen


def watched_sitting(path: Path) -> WatchedSitting:
    """A sitting that watches a game from no seat, without a screen."""
    watched = watch_game(path).watched
    assert watched is not None
    return watched


async def watch_from_no_seat(app: VokApp, pilot: Pilot[None]) -> None:
    """By keys, watch a game that another process plays, from no seat."""
    await pilot.press("enter")
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


def review(app: VokApp) -> Review:
    assert isinstance(app.screen, ReviewScreen), app.screen
    return app.screen.review


def test_a_spectator_can_move_by_steps_and_turns_but_not_play(
    tmp_path: Path,
) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await watch_from_no_seat(app, pilot)
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
        assert not [words for words in ("Play on", "Redeal", "Mark it") if words in grids.text(app)]

    with begin_save(tmp_path, 9):
        run(tmp_path, steps)


def test_vok_watch_opens_the_review_from_a_seat(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert (review(app).your_seat, review(app).viewer) == (0, 0)
        assert "only what you may know" in grids.text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    with begin_save(tmp_path, 9) as file:
        run(tmp_path, steps, StartOptions(path=file.path, watch_from=0))


def test_a_spectator_who_went_back_follows_again_from_the_end(tmp_path: Path) -> None:
    path = make_save(tmp_path, 6, HUMAN, HUMAN)
    watched = watched_sitting(path)
    travel(watched, "undo")
    node, before = watched.node, watched.view()
    file, played = resume(path, GAMES)
    with file:
        play_on(file, played.match, 2)
        assert not watched.poll(), "the view stays where it was"
        assert (watched.node, watched.view()) == (node, before)
        for _ in range(3):
            travel(watched, "redo")
        assert watched.node == played.match.log.head
        play_on(file, played.match, 1)
        assert watched.poll()
        assert watched.node == played.match.log.head


def test_a_spectator_follows_an_undo_and_can_still_redo(tmp_path: Path) -> None:
    path = make_save(tmp_path, 6, HUMAN, HUMAN)
    watched = watched_sitting(path)
    end = watched.node
    file, played = resume(path, GAMES)
    with file:
        played.match.undo()
        play_on(file, played.match, 0)
        assert watched.poll()
        assert watched.node == played.match.log.head
        travel(watched, "redo")
        assert watched.node == end
        travel(watched, "undo")
        play_on(file, played.match, 1)
        assert watched.poll(), "the view was at the head of the game, and follows it"
        assert watched.node == played.match.log.head


def test_going_back_shows_a_spectator_nothing_hidden(tmp_path: Path) -> None:
    watched = watched_sitting(make_save(tmp_path, 9))
    while watched.can_go("undo"):
        assert not any(sentence.text.startswith("You") for turn in watched.story() for sentence in turn.sentences)
        assert not watched.view().mine.hand
        travel(watched, "undo")
    assert not watched.match.peeked


def test_a_game_of_opponents_waits_while_the_spectator_goes_back(tmp_path: Path) -> None:
    path = make_save(tmp_path, 110, "shabti", "shabti")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        while sitting(app).thinker_request() is not None:
            await pilot.pause()
        assert sitting(app).shows_end
        log_length = len(sitting(app).match.log)
        await pilot.press("u", "u", "u", "U")
        await pilot.pause()
        node = sitting(app).node
        assert not sitting(app).shows_end
        await pilot.press("r")
        await pilot.pause()
        assert sitting(app).match.log.parents[sitting(app).node] == node
        await pilot.press("y")
        await pilot.pause()
        assert sitting(app).shows_end
        assert len(sitting(app).match.log) == log_length, "nothing else was played"

    run(tmp_path, steps, StartOptions(path=path))


def test_a_game_of_opponents_says_you_to_nobody_and_shows_no_hand(tmp_path: Path) -> None:
    path = make_save(tmp_path, 110, "shabti", "shabti")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        while sitting(app).thinker_request() is not None:
            await pilot.pause()
        await pilot.press("U", "u")
        await pilot.pause()
        assert not sitting(app).view().mine.hand
        shown = grids.text(app)
        assert "Ann's hand" in shown
        assert "Ann's tomb" in shown
        assert not re.search(r"\byour (last )?(hand|tomb|turn)\b|\byou (began|win)\b", shown.casefold())
        texts = [sentence.text for turn in sitting(app).story() for sentence in turn.sentences]
        assert any(text.startswith("Ann ") for text in texts)
        assert not any(text.startswith("You") for text in texts)

    run(tmp_path, steps, StartOptions(path=path))
