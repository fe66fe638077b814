"""Settings that are changed in the program hold at once, and are kept, with everything else in the file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.tables import each_row
from tests.vok_tui.grids import grid, text
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, run, sitting
from vok_tui.coordinator.config import Config, load_config
from vok_tui.coordinator.settings import next_choice, setting_rows
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.settings import SettingsScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.terminal.theme import theme_names


def test_a_change_at_the_table_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[table]\npace = 0.45  # mine\n")
    start = StartOptions(new=True, config=load_config(path), config_file=path)

    async def change(app: VokApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        await pilot.press("f2", "down", "down", "right")  # the pace
        assert table.opponents.pace.seconds == 0.6
        await pilot.press("down", "right", "down", "right")  # the mouse, the layout
        assert app.has_mouse
        await pilot.press("down", "right", "down", "right", "down", "down", "right")  # tips, warnings, undo
        assert table.coaching.coach.warn_from == 8
        assert table.pointing.tips is not None
        await pilot.press("down", "down", "right", "escape")
        assert not sitting(app).may_peek
        assert app.ascii_only

    run(tmp_path, change, start, LARGE)
    assert path.read_text().count("# mine") == 1
    kept = load_config(path)
    assert (kept.pace, kept.mouse, kept.layout, kept.tips, kept.warn_from, kept.undo_past_reveals, kept.ascii) == (
        (0.6, True, "qwertz", True, 8, False, True)
    )
    assert kept.keys["answer_yes"] == "z"


def test_the_palette_finds_every_setting(tmp_path: Path) -> None:
    async def find(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"warn")
        await app.workers.wait_for_complete()
        await pilot.press("enter")
        await pilot.pause()
        assert "warn_from in [table]" in text(app)
        titles = "\n".join([command.title.lower() for command in app.get_system_commands(app.screen)])
        for typed in ("warn", "pace", "sett", *[row.label.lower() for row in setting_rows(theme_names())]):
            assert typed in titles

    run(tmp_path, find)


def test_each_row_goes_through_its_choices_and_back() -> None:
    for row in setting_rows(theme_names()):
        choices: Sequence[Any] = row.choices
        config = Config()
        for step in [*[-1] * len(choices), *[1] * len(choices)]:
            before, chosen = row.chosen(config), next_choice(row, config, step)
            place = choices.index(before) + step
            assert chosen == (choices[place] if 0 <= place < len(choices) else before)
            value = getattr(Config(), row.name) if chosen.value is None else chosen.value
            config = Config(**{row.name: value})
    pace = next(row for row in setting_rows(theme_names()) if row.name == "pace")
    assert pace.chosen(Config(pace=0.45)).word == "0.45 s"
    assert [next_choice(pace, Config(pace=0.45), step).word for step in (-1, 1)] == ["0.3 s", "0.6 s"]


@each_row("size", [SMALL, LARGE])
def test_pictures(snapshot: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    pictures = []

    async def take(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", *["down"] * 6)
        assert isinstance(app.screen, SettingsScreen)
        pictures.append(grid(app))

    run(tmp_path, take, StartOptions(config=Config(name="Nora", warn_from=10)), size)
    snapshot.assert_match(pictures[0], f"{size[0]}x{size[1]}.txt")
