"""Saves that are damaged or open in another process."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN, NOBODY
from saves import load
from saves.format.entries import FIRST_NEUTRAL_KIND
from saves.format.frames import frame_record, pack
from tests.vok_tui import grids
from tests.vok_tui.screens.app_helpers import begin_save, make_save, play_on, play_some, run, screen_text, sitting
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.autosave import watch_game
from vok_tui.learning.review import Review
from vok_tui.screens.app import VokApp
from vok_tui.screens.dialog import Dialog
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.shelf import ShelfScreen
from vok_tui.screens.start import StartScreen
from vok_tui.screens.table.question import question_heading


def review(app: VokApp) -> Review:
    """The game that is watched."""
    assert isinstance(app.screen, ReviewScreen), app.screen
    return app.screen.review


def damage(path: Path) -> None:
    """Change a byte in the last third."""
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 0x10
    path.write_bytes(data)


def test_a_second_process_learns_who_plays_and_can_watch(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Dialog)
        assert "is being played by" in screen_text(app)
        assert "process" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("right", "enter")
        await pilot.pause()
        match, size = review(app).match, file.path.stat().st_size
        head = match.log.head
        await pilot.press("n", "enter", "1", "enter", "u", "U", "r", "plus", "semicolon", "escape", "p", "H")
        assert (match.log.head, match.log.journal, file.path.stat().st_size) == (head, journal, size)

    with begin_save(tmp_path) as file:
        journal = load(file.path, GAMES).match.log.journal
        run(tmp_path, steps)


@pytest.mark.parametrize(("keys", "seat"), [(["right"], 0), (["right", "right"], 2)])
def test_a_spectator_chooses_the_seat_to_watch_from(tmp_path: Path, keys: list[str], seat: int) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert "Whose side" in screen_text(app)
        await pilot.press(*keys, "enter")
        await pilot.pause()
        assert review(app).view().viewer == seat
        assert "covered" not in grids.text(app)

    with begin_save(tmp_path, 5, HUMAN, "shabti", HUMAN):
        run(tmp_path, steps)


def test_a_spectator_without_a_seat_sees_only_public_things(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        watched = review(app)
        hand = {card.face.name for card in watched.match.game.view(watched.match.state, 0).seats[0].hand}
        assert hand
        shown = grids.text(app)
        assert "Ann's hand 5 cards" in shown
        assert "Ann's tomb" in shown
        assert "your turn" not in shown
        assert "covered: you watch from no seat" in shown
        assert not [name for name in hand if f"1 {name}" in shown]
        assert not [
            sentence
            for node in watched.current_line
            for sentence in watched.sentences_and_comment(node)
            if sentence.startswith("You")
        ]
        await pilot.press("w", "h")
        await pilot.pause()
        assert not [name for name in hand if f"1 {name}" in grids.text(app)]
        assert "you see what you may know" in grids.text(app)

    with begin_save(tmp_path, 4):
        run(tmp_path, steps)


def test_a_spectator_sees_new_moves(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        before = review(app).node
        play_on(file, load(file.path, GAMES).match, 4)
        while review(app).node == before:
            await pilot.pause(0.1)

    with begin_save(tmp_path) as file:
        run(tmp_path, steps)


def test_another_game_can_be_chosen_instead_of_watching(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("right", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ShelfScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)

    with begin_save(tmp_path):
        run(tmp_path, steps)


def test_a_damaged_save_names_the_entry_and_opens_up_to_it(tmp_path: Path) -> None:
    path = make_save(tmp_path, 40)
    damage(path)
    readable = load(path, GAMES)
    assert readable.damage is not None

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Dialog)
        assert f"entry {readable.damage.entry}" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert not app._notifications, "the dialog has said it"
        assert sitting(app).match.state.digest() == readable.match.state.digest()
        assert list(path.parent.glob("*.damaged")), "a copy of the whole file is kept"

    run(tmp_path, steps, thinker=SilentThinker())


def test_a_damaged_save_can_be_viewed_without_changing_it(tmp_path: Path) -> None:
    path = make_save(tmp_path, 40)
    damage(path)
    before = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("right", "enter")
        await pilot.pause()
        assert "Whose side" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert review(app).your_seat == NOBODY
        assert "covered: you watch from no seat" in grids.text(app)

    run(tmp_path, steps)
    assert path.read_bytes() == before


def test_a_save_of_a_newer_vok_can_only_be_viewed(tmp_path: Path) -> None:
    path = make_save(tmp_path, 40)
    loaded = load(path, GAMES)
    newer = frame_record(pack([FIRST_NEUTRAL_KIND - 1, ""]), loaded.crc)[0]
    path.write_bytes(path.read_bytes() + newer)
    before = path.read_bytes()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert "update Vok" in screen_text(app)
        assert "Play on" not in screen_text(app)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert review(app).match.state.digest() == loaded.match.state.digest()

    run(tmp_path, steps)
    assert path.read_bytes() == before


def test_a_spectator_sees_who_is_asked_and_not_that_they_think(tmp_path: Path) -> None:
    watched = watch_game(make_save(tmp_path, 1, "shabti", HUMAN)).sitting
    assert watched.mover == 0
    assert question_heading(watched) == f"{watched.names[0]} is asked"


@pytest.mark.parametrize("content", [b"", b"something else entirely", b"\x00" * 400])
def test_a_file_that_is_not_a_save_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "odd.vok").write_bytes(content)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "not a save of Vok" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ShelfScreen)

    run(tmp_path, steps)


def test_leaving_asks_only_while_the_game_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await play_some(app, pilot, 1)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert "not on disk" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        game = sitting(app)
        (tmp_path / "saves").unlink()
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        (save,) = app.shelf.list_saves(GAMES)
        assert save.decisions == game.match.depth(game.node)

    run(tmp_path, steps, StartOptions(new=True, first=1, levels=("shabti",)))


def test_the_save_at_the_table_can_be_opened_again(tmp_path: Path) -> None:
    path = make_save(tmp_path)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        digest = sitting(app).match.state.digest()
        app.coordinator.opener.open(path)
        await pilot.pause()
        assert sitting(app).match.state.digest() == digest

    run(tmp_path, steps, StartOptions(path=path))
