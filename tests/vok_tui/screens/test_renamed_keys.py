"""With every key renamed in config.toml, no screen and no line names an old one. One walk through all screens, because each start
of an app costs as much as many screens."""

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from textual.pilot import Pilot

from engine.games import GAMES
from saves import Shelf
from tests.vok_tui.grids import text as full_text
from tests.vok_tui.named_keys import KEY_IN_SENTENCE
from tests.vok_tui.screens.app_helpers import make_finished_save, run
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.boards.keymap import all_shortcuts
from vok_tui.coordinator.config import Config, parse_config
from vok_tui.coordinator.player import preferences_of
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.plain.terminal import TextLines, converse
from vok_tui.screens.app import VokApp
from vok_tui.shared.key_names import canonical_key, key_label

SHORTCUTS: Final = list({shortcut.id: shortcut for place in all_shortcuts().values() for shortcut in place}.values())
LETTERS: Final = [chr(code) for code in range(0x100, 0x250) if canonical_key(chr(code))]
NEW_KEYS: Final = {shortcut.id: letter for shortcut, letter in zip(SHORTCUTS, LETTERS, strict=False)}
FIELD_KEYS: Final = re.compile(
    r"Tab, Shift\+Tab|↑ ↓ PgUp PgDn|Backspace Delete|Enter: type it"
)  # of lists and text fields
PLACES: Final = (
    *("new", "daily", "learn", "practise", "puzzle", "goals", "open"),
    *("stats", "settings", "cards", "own", "keys", "signs"),
)


def renamed() -> Config:
    """The configuration in which every shortcut has a letter of its own, which no screen shows otherwise."""
    return parse_config("[keys]\n" + "\n".join([f'{name} = "{letter}"' for name, letter in NEW_KEYS.items()]))


def old_keys(text: str) -> list[str]:
    """The places of a text that name a key as Vok is shipped: in front of its label, or in a sentence."""
    text = FIELD_KEYS.sub("", text)
    labels = {
        f"{key_label(key)} {shortcut.label}"
        for shortcut in SHORTCUTS
        for key in shortcut.keys.split(",")
        if shortcut.label
    }
    found = [label for label in labels if re.search(rf"(?<!\S){re.escape(label)}(?!\w)", text)]
    return found + [line for line in text.splitlines() if KEY_IN_SENTENCE.search(f" {line}")]


def test_no_picture_names_an_old_key(tmp_path: Path) -> None:
    make_finished_save(tmp_path, GAMES.default)
    options = replace(StartOptions(), config=renamed())

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        async def press(*names: str) -> None:
            for name in names:
                await pilot.press(canonical_key(NEW_KEYS[name]))
            await pilot.pause()
            assert old_keys(full_text(app)) == [], names

        for place in PLACES:
            app.action_go(place)
            await pilot.pause()
            assert old_keys(full_text(app)) == [], place
            app.action_go("start")
        for game in GAMES:
            app.coordinator.player.choose_game(game)
            app.action_go("new")
            await press("setup_start", "hand_1")
            await press("help")
            await press("help_back", "lines" if game == GAMES.default else "read")
            app.action_go("start")
        app.action_go("open")
        await press("shelf_open")
        await press("review_score")
        await press("score_curve")

    wishes = replace(preferences_of(options, 0.0), tips=True)
    run(tmp_path, steps, options, (160, 45), notifications=True, preferences=wishes)


def test_no_line_names_an_old_key(tmp_path: Path) -> None:
    for game in GAMES:
        options = replace(StartOptions(game=game, named_game=game, new=True, seed=5), config=renamed())
        said = io.StringIO()
        typed = io.StringIO("look\nhelp\nhelp undo\nrules\nmore\nhand 1\nundo\nmenu\n")
        converse(TextLines(typed, said), Shelf(tmp_path), options, LocalThinker(), 0.0)
        assert GAMES[game].title() in said.getvalue()
        assert old_keys(said.getvalue()) == []
