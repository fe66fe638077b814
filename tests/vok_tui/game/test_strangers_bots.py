"""A save may name a class of any module. Its code runs only after the player has allowed it: here it leaves a mark if it runs."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import GAMES
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.history.match import Match
from saves import Shelf, Watcher
from tests.vok_tui.pty_terminal import MAX_WAIT_SECONDS, PLAIN, PtyTerminal
from tests.vok_tui.screens.setting import begin_save, play_on, run, screen_text, session
from vok_tui.app import VokApp
from vok_tui.game.process_thinker import ProcessThinker
from vok_tui.game.start_options import StartOptions
from vok_tui.game.thinker import ExternalBotGone
from vok_tui.messages import AfterGameChosen, ShowScoreFromTable

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


def a_save(home: Path, level: str, later: str = "") -> Path:
    """A game in which a player with that `level` is asked now; with `later`, the level takes the seat by an entry."""
    setup = Setup("valley", (Seat("Khety", level), Seat("Ann", HUMAN)), 1)
    with Shelf(home).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000) as file:
        match = Match(GAMES["valley"], setup)
        if later:
            match.change_seat(0, later)
        file.keep(match)
    return file.path


SAVES: dict[str, Callable[[Path], Path]] = {
    "a seat": lambda home: a_save(home, "stranger:Bot"),
    "a seat with a time": lambda home: a_save(home, "stranger:Bot:100ms"),
    "a seat of an equal": lambda home: a_save(home, "equal:stranger:Bot"),
    "an entry": lambda home: a_save(home, "shabti", "stranger:Bot"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The current folder of the player, with a module that somebody has put there. The home is the same folder."""
    (tmp_path / "stranger.py").write_text(BOT)
    return tmp_path


def ran(folder: Path) -> bool:
    return (folder / "ran").exists()


@pytest.mark.parametrize(("kind", "line"), [*[(kind, "open {file}") for kind in SAVES], ("an entry", "")])
def test_code_that_a_save_names_runs_only_after_a_question(folder: Path, kind: str, line: str):
    words = line.format(file=SAVES[kind](folder)).split()
    with PtyTerminal(folder, *words) as vok:
        vok.see("Do not run it")
        assert "stranger:Bot in ~/stranger.py" in vok.text
        vok.press("\r")
        vok.see(NO_BOT)
    assert not ran(folder)


def test_the_answer_holds_until_the_module_or_the_save_is_another(folder: Path):
    file = a_save(folder, "stranger:Bot")
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
    while not ran(folder):
        vok.read()
        assert time.monotonic() < end, vok.text


def test_the_question_can_be_left_by_going_back(folder: Path):
    with PtyTerminal(folder, "open", str(a_save(folder, "stranger:Bot"))) as vok:
        vok.see("Do not run it")
        vok.press("\x1b")
        vok.see("V A L L E Y   O F")
    assert not ran(folder)


def test_the_option_answers_yes(folder: Path):
    with PtyTerminal(folder, "open", str(a_save(folder, "stranger:Bot")), "--trust-bots") as vok:
        vok.see("Khety")
        wait_for(vok, folder)
        assert "Do not run it" not in vok.text


def test_the_option_speaks_of_one_save_alone(folder: Path, monkeypatch: pytest.MonkeyPatch):
    file = a_save(folder, "stranger:Bot")
    monkeypatch.chdir(folder)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert "Somebody is playing" in screen_text(app)
        app.open_save(file)
        await pilot.pause()
        assert "stranger:Bot" in screen_text(app)

    with begin_save(folder) as busy:
        run(folder, steps, StartOptions(path=busy.path, trust_bots=True))
    assert not ran(folder)


def say(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vok_tui", *words],
        env={**PLAIN, "VOK_HOME": str(folder), "HOME": str(folder)},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("kind", SAVES)
def test_without_a_terminal_the_answer_is_no_and_the_option_is_named(folder: Path, kind: str):
    file = SAVES[kind](folder)
    for words in (("open", str(file)), ()):
        done = say(folder, *words)
        assert done.returncode == 4
        assert "stranger:Bot in ~/stranger.py" in done.stderr
        assert "--trust-bots" in done.stderr
        assert done.stderr.count("\n") == 1
    assert not ran(folder)


@pytest.mark.parametrize("kind", SAVES)
def test_nothing_else_runs_what_a_save_names(folder: Path, kind: str):
    file = SAVES[kind](folder)
    assert say(folder, "saves").returncode == 0
    assert say(folder, "saves", "--json").returncode == 0
    assert say(folder, "verify", str(file)).returncode == 0
    assert Watcher(file, GAMES).match.state.mover != NOBODY
    assert not ran(folder)


def test_another_game_with_the_same_seats_runs_no_more_than_the_one_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    setup = Setup("valley", (Seat("Khety", "stranger:Bot"), Seat("Ann", HUMAN)), 1)
    file = Shelf(folder).create(setup, GAMES["valley"], "0.1.0", 1_700_000_000)
    play_on(file, Match(GAMES["valley"], setup), 2000)
    file.close()
    monkeypatch.chdir(folder)
    thinker = ProcessThinker()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert app.opened is not None
        app.screen.post_message(ShowScoreFromTable(app.opened.session))
        await pilot.pause()
        app.screen.post_message(AfterGameChosen("same_seed"))
        await pilot.pause()
        again = session(app)
        assert (again.match.setup, again.node) == (setup, 0)
        request = again.request()
        assert request is not None
        with pytest.raises(ExternalBotGone, match="is not allowed to run"):
            await thinker.choose(request)

    try:
        run(folder, steps, StartOptions(path=file.path), thinker=thinker)
    finally:
        thinker.close()
    assert not ran(folder)


def test_what_the_player_types_needs_no_question_now_or_later(folder: Path):
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
