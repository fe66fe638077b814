"""A save may name a class of any module. Its code runs only after the player allowed it. Here it writes a file if it runs."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.match import Match
from saves import Shelf, Watcher
from tests.process_end import MAX_WAIT_SECONDS
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import begin_save, play_on, run, screen_text, sitting
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.thinker import ExternalBotGone
from vok_tui.screens.app import VokApp
from vok_tui.screens.messages import AfterGameChosen, ShowScoreFromTable

BOT = """
from pathlib import Path
Path("ran").write_text("it ran")

class Bot:
    def __init__(self, game, seat, seed):
        pass

    def choose(self, state, deadline):
        return state.legal_moves()[-1]
"""
NO_BOT = "Who shall play on for Khety?"


def save_with_bot(home: Path, level: str, later_level: str = "") -> Path:
    """A save in which a player of this `level` is asked. With `later_level`, a journal entry changes the level of that seat."""
    setup = Setup("valley", (Seat("Khety", level), Seat("Ann", HUMAN)), 1)
    with Shelf(home).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000) as file:
        match = Match(GAMES["valley"], setup)
        if later_level:
            match.change_seat(0, later_level)
        file.keep(match)
    return file.path


SAVES: dict[str, Callable[[Path], Path]] = {
    "a seat": lambda home: save_with_bot(home, "stranger:Bot"),
    "a seat with a time": lambda home: save_with_bot(home, "stranger:Bot:100ms"),
    "a seat of an equal": lambda home: save_with_bot(home, "equal:stranger:Bot"),
    "an entry": lambda home: save_with_bot(home, "shabti", "stranger:Bot"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The current folder, with a module that a stranger has put there. It is VOK_HOME too."""
    (tmp_path / "stranger.py").write_text(BOT)
    return tmp_path


def has_run(folder: Path) -> bool:
    return (folder / "ran").exists()


@pytest.mark.nightly(reason="starts several programs", keep="an entry-")
@pytest.mark.parametrize(("kind", "line"), [*[(kind, "open {file}") for kind in SAVES], ("an entry", "")])
def test_the_code_of_a_bot_in_a_save_runs_only_after_a_question(folder: Path, kind: str, line: str):
    save = SAVES[kind](folder)
    words = [word.format(file=save) for word in line.split()]  # the folder may have spaces
    with PtyTerminal(folder, *words) as vok:
        vok.see("Do not run it")
        assert "stranger:Bot in ~/stranger.py" in vok.text
        vok.press("\r")
        vok.see(NO_BOT)
    assert not has_run(folder)


@pytest.mark.nightly(reason="starts several programs", instead="test_the_option_trust_bots_is_valid_for_one_save")
def test_an_approval_is_valid_for_this_module_save_and_home_only(folder: Path):
    file = save_with_bot(folder, "stranger:Bot")
    with PtyTerminal(folder, "open", str(file)) as vok:
        vok.see("Do not run it")
        vok.press("\t\r")
        wait_for(vok, folder)
    (folder / "ran").unlink()
    with PtyTerminal(folder) as vok:
        vok.see("Khety")
        assert "Do not run it" not in vok.settle()
    (folder / "stranger.py").write_text(BOT + "\n# more")
    with PtyTerminal(folder) as vok:
        vok.see("Do not run it")
    (folder / "stranger.py").write_text(BOT)
    copy = file.with_name("copy.vok")
    copy.write_bytes(file.read_bytes())
    with PtyTerminal(folder, "open", str(copy)) as vok:
        vok.see("Do not run it")
    with PtyTerminal(folder, "open", str(copy), env={"VOK_HOME": str(folder / "another")}) as vok:
        vok.see("Do not run it")


def wait_for(vok: PtyTerminal, folder: Path) -> None:
    """Wait until the bot has run. The table shows its answer some time later."""
    end = time.monotonic() + MAX_WAIT_SECONDS
    while not has_run(folder):
        vok.read()
        assert time.monotonic() < end, vok.text


def test_escape_leaves_the_question(folder: Path):
    with PtyTerminal(folder, "open", str(save_with_bot(folder, "stranger:Bot"))) as vok:
        vok.see("Do not run it")
        vok.press("\x1b")
        vok.see("V O K")
    assert not has_run(folder)


def test_the_option_trust_bots_answers_yes(folder: Path):
    with PtyTerminal(folder, "open", str(save_with_bot(folder, "stranger:Bot")), "--trust-bots") as vok:
        vok.see("Khety")
        wait_for(vok, folder)
        assert "Do not run it" not in vok.text


def test_the_option_trust_bots_is_valid_for_one_save(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert "Somebody is playing" in screen_text(app)
        app.coordinator.opener.open(file)
        await pilot.pause()
        assert "stranger:Bot" in screen_text(app)

    with begin_save(folder) as open_save:
        file = save_with_bot(folder, "stranger:Bot")  # after the other one, which would replace a game without moves
        run(folder, steps, StartOptions(path=open_save.path, trust_bots=True))
    assert not has_run(folder)


@pytest.fixture
def vok_in(folder: Path, vok: RunVok, monkeypatch: pytest.MonkeyPatch) -> RunVok:
    """Run a command line without a terminal in this folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    return vok


@pytest.mark.parametrize("kind", SAVES)
def test_the_bot_is_refused_without_a_terminal_and_the_option_is_named(folder: Path, vok_in: RunVok, kind: str):
    file = SAVES[kind](folder)
    for words in (("open", str(file)), ()):
        code, _, err = vok_in(*words)
        assert code == 4
        assert "stranger:Bot in ~/stranger.py" in err
        assert "--trust-bots" in err
        assert err.count("\n") == 1
    assert not has_run(folder)


@pytest.mark.parametrize("kind", SAVES)
def test_other_commands_never_run_the_bot_of_a_save(folder: Path, vok_in: RunVok, kind: str):
    file = SAVES[kind](folder)
    assert vok_in("saves")[0] == 0
    assert vok_in("saves", "--json")[0] == 0
    assert vok_in("verify", str(file))[0] == 0
    assert Watcher(file, GAMES).match.state.mover != NOBODY
    assert not has_run(folder)


def test_a_rematch_does_not_run_a_bot_that_was_not_allowed(folder: Path, monkeypatch: pytest.MonkeyPatch):
    setup = Setup("valley", (Seat("Khety", "stranger:Bot"), Seat("Ann", HUMAN)), 1)
    file = Shelf(folder).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000)
    play_on(file, Match(GAMES["valley"], setup), 2000)
    file.close()
    monkeypatch.chdir(folder)
    thinker = ProcessThinker()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert app.coordinator.current.open_game is not None
        app.screen.post_message(ShowScoreFromTable(app.coordinator.current.open_game.sitting))
        await pilot.pause()
        app.screen.post_message(AfterGameChosen("same_seed"))
        await pilot.pause()
        again = sitting(app)
        assert (again.match.setup, again.node) == (setup, 0)
        request = again.thinker_request()
        assert request is not None
        with pytest.raises(ExternalBotGone, match="is not allowed to run"):
            await thinker.choose(request)

    try:
        run(folder, steps, StartOptions(path=file.path), thinker=thinker)
    finally:
        thinker.close()
    assert not has_run(folder)


def test_a_bot_from_the_command_line_needs_no_question(folder: Path):
    with PtyTerminal(folder, "play", "--level", "stranger:Bot", "--first", "2", "--seed", "1") as vok:
        wait_for(vok, folder)
        vok.see("turn 2, your turn")  # its answers are on disk
        assert "Do not run it" not in vok.settle()
        vok.press("\x03")
        vok.exit_code()
    (folder / "ran").unlink()
    with PtyTerminal(folder) as vok:
        vok.see("Khety")
        assert "Do not run it" not in vok.settle()
