"""Players who write with other letters than a to z: their keyboards, and their names on the table."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine import GAMES
from saves import Shelf, load
from tests.vok_tui.grids import text
from tests.vok_tui.pty_terminal import GAME, PtyTerminal
from tests.vok_tui.screens.app_helpers import LARGE, run, sitting
from tests.vok_tui.screens.table.table_helpers import SilentThinker
from vok_tui.coordinator.config import parse_config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.painting.grid import Target
from vok_tui.screens.app import VokApp
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.shortcuts import dead_letter_sentence

HINDI, FRENCH, THAI = "नमस्ते", "Jose\u0301", "กำลัง"


def test_the_first_dead_letter_names_the_setting_that_helps(tmp_path: Path) -> None:
    letters = "тщ"

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        name = app.screen.query(Input).first()
        name.focus()
        await pilot.pause()
        await pilot.press("end", *letters)
        assert name.value.endswith(letters), "a text is typed as it is"
        assert not list(app._notifications)
        await pilot.press("escape", *letters)
        (notice,) = [notification.message for notification in app._notifications]
        assert f'No key is called "{letters[0]}".' in notice
        assert 'layout = "cyrillic"' in notice
        assert "config.toml" in notice

    run(tmp_path, steps, StartOptions(), LARGE)


@pytest.mark.parametrize(
    ("letter", "setting"),
    [("ї", '"cyrillic"'), ("ξ", '"greek"'), ("é", '"azerty"'), ("ש", "below [keys]"), ("한", "below [keys]")],
)
def test_each_alphabet_has_a_setting_that_helps(letter: str, setting: str) -> None:
    assert setting in dead_letter_sentence(letter, "qwerty", "~/config.toml")
    assert dead_letter_sentence("ö", "qwertz", "~/config.toml") == ""


def test_a_letter_with_a_meaning_is_not_explained(tmp_path: Path) -> None:
    config = parse_config('[table]\nlayout = "azerty"\n[keys]\nundo = "ж"')

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        current = sitting(app)
        current.answer(current.node, current.choices()[-1].action)
        await pilot.press("é", "ж", "ö")
        await pilot.pause()
        assert current.node == 0, "the key of the player took the move back"
        assert not list(app._notifications)

    start = StartOptions(new=True, first=1, levels=("shabti",), seed=3, config=config)
    run(tmp_path, steps, start, LARGE, thinker=SilentThinker())


def test_a_letter_does_what_the_key_at_its_place_does(tmp_path: Path) -> None:
    config = parse_config('[table]\nlayout = "greek"')

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, TableScreen)
        pointer = app.screen.pointing.pointer
        for index, letter in enumerate("ζχψ"):
            await pilot.press(letter)
            assert Target("slot", index) in (pointer.selected, pointer.cursor)
            await pilot.press("escape")
        await pilot.press("ω")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert not list(app._notifications)

    start = StartOptions(new=True, first=1, levels=("shabti",), seed=3, config=config)
    run(tmp_path, steps, start, LARGE, thinker=SilentThinker())


def test_a_cyrillic_keyboard_plays_and_names_keep_their_marks(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[table]\nlayout = "cyrillic"\n', encoding="utf-8")
    with PtyTerminal(tmp_path, *GAME, "--seat", HINDI, "--seat", FRENCH) as table:
        table.see("Your hand")
        table.press("т")  # n: end the turn
        table.receive(b"You left the pyramid unchanged")
        table.settle()
        table.press("й")  # q: leave
        assert table.exit_code() == ExitCode.OK
        shown = table.sent.decode()
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    match = load(save.path, GAMES).match
    assert match.log.actions[1].verb == "end"
    assert [seat.name for seat in match.setup.seats] == [HINDI, FRENCH]
    assert FRENCH in shown


def test_marks_do_not_move_what_stands_beside_a_name(tmp_path: Path) -> None:
    pictures: list[str] = []
    plain = ("abcd", "Jose")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        pictures.append(text(app))
        await pilot.press("v")
        await pilot.pause()
        pictures.append(text(app))

    for names in ((THAI, FRENCH), plain):
        start = StartOptions(new=True, first=1, levels=("shabti",), names=names, seed=3, game="thieves")
        run(tmp_path / names[1], steps, start, LARGE, thinker=SilentThinker())
    for marked, unmarked in zip(pictures[:2], pictures[2:], strict=True):
        assert FRENCH in marked
        assert marked.replace(THAI, plain[0]).replace(FRENCH, plain[1]) == unmarked
