"""The code of a bot is found without running it, and only the code that was found is run."""

import py_compile
import shutil
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from ai.bots.bot_source import MAX_SOURCE_FILES, BadBotSource, find_bot_source
from ai.bots.external_bots import NO_CODE, ExternalBot, ExternalBotFailed, ExternalBotUnknown
from engine.core.game import Seat, Setup
from engine.games import GAMES

PLAYS = """
class Plays:
    def __init__(self, game, seat, seed):
        pass

    def choose(self, state, deadline):
        return state.legal_moves()[0]
"""
WRITE_BESIDE_MODULE = "from pathlib import Path\nPath(__file__).with_name('ran').write_text('it ran')\n"
WRITE_MARK = "from pathlib import Path\nPath('ran').write_text('it ran')\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text("import helper\nfrom pack.inner import value\n" + PLAYS)
    (tmp_path / "helper.py").write_text("import further\n")
    (tmp_path / "further.py").write_text("")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("")
    (tmp_path / "pack" / "inner.py").write_text("value = 1\n")
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "deep.py").write_text(PLAYS)
    return tmp_path


def digest(module: str = "bots") -> str:
    source = find_bot_source(module, Path.cwd())
    assert source is not None
    return source.digest


def play(name: str, allowed: str) -> None:
    game = GAMES["valley"]
    state = game.start(Setup("valley", (Seat("a"), Seat("b")), 7))
    with ExternalBot(name, 10_000, allowed_digest=allowed) as bot:
        bot.take_seat(game, state, 0)
        assert bot.choose(state) in state.legal_moves()


def test_a_bot_with_allowed_code_plays():
    play("bots:Plays", digest())
    play("bare.deep:Plays", digest("bare.deep"))


def test_finding_the_source_runs_no_code(folder: Path):
    for path in folder.rglob("*.py"):
        path.write_text(WRITE_BESIDE_MODULE)
    for module in ("bots", "pack.inner", "bare.deep", "pack", "nobody"):
        find_bot_source(module, folder)
    assert not list(folder.rglob("ran"))


CHANGES: dict[str, Callable[[Path], object]] = {
    "the module": lambda folder: (folder / "bots.py").write_text(WRITE_MARK + PLAYS),
    "a module that it imports": lambda folder: (folder / "helper.py").write_text(WRITE_MARK),
    "a module that this module imports": lambda folder: (folder / "further.py").write_text(WRITE_MARK),
    "a package that it imports": lambda folder: (folder / "pack" / "__init__.py").write_text(WRITE_MARK),
    "a part of that package": lambda folder: (folder / "pack" / "inner.py").write_text(WRITE_MARK + "value = 1"),
    "a package in place of the module": lambda folder: shutil.copytree(folder / "pack", folder / "bots"),
    "a package in place of what it imports": lambda folder: shutil.copytree(folder / "pack", folder / "helper"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_code_does_not_run_without_a_new_permission(folder: Path, change: str):
    before = digest()
    CHANGES[change](folder)
    assert digest() != before
    with pytest.raises(ExternalBotUnknown, match='"bots" is not the code that you allowed to run'):
        play("bots:Plays", before)
    assert not (folder / "ran").exists()


def test_no_compiled_file_runs_instead_of_the_source(folder: Path):
    source = folder / "bots.py"
    honest = source.read_text()
    source.write_text(WRITE_MARK + PLAYS)
    planted = py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert planted is not None
    source.write_text(honest)
    (folder / f"bots{sysconfig.get_config_var('EXT_SUFFIX')}").write_bytes(b"no library at all")
    play("bots:Plays", digest())
    assert not (folder / "ran").exists()


@pytest.mark.parametrize("name", ["colorsys", "hidden", "pack.hidden"])
def test_code_that_was_not_examined_is_not_imported(folder: Path, name: str):
    """A module with the name of a standard module, and modules whose names are put together at run time."""
    path = folder.joinpath(*name.split(".")).with_suffix(".py")
    importing_code = f"import sys, pack\ndef import_hidden():\n    __import__({name[:3]!r}\n + {name[3:]!r})\n"
    (folder / "bots.py").write_text(importing_code + PLAYS.replace("        pass", "        import_hidden()"))
    before = digest()
    path.write_text(WRITE_MARK)
    if digest() == before:
        with suppress(ExternalBotFailed):  # the module may be missing
            play("bots:Plays", before)
    assert not (folder / "ran").exists()


def test_code_that_cannot_be_examined_does_not_run(folder: Path):
    for number in range(MAX_SOURCE_FILES + 1):
        (folder / "bare" / f"more{number}.py").write_text(WRITE_MARK)
    with pytest.raises(BadBotSource, match="more than"):
        find_bot_source("bare.more0", folder)
    with pytest.raises(ExternalBotUnknown, match="cannot be examined"):
        play("bare.more0:Plays", NO_CODE)
    assert not (folder / "ran").exists()


def test_a_module_of_the_environment_is_found_without_running_it():
    source = find_bot_source("this", Path.cwd())
    assert source is not None
    assert source.file.name == "this.py"
    with pytest.raises(ExternalBotUnknown, match="is not the code that you allowed"):
        play("this:Zen", "another")
    with pytest.raises(ExternalBotUnknown, match="has no class"):
        play("this:Zen", source.digest)


def test_a_missing_module_is_reported():
    assert find_bot_source("nobody", Path.cwd()) is None
    with pytest.raises(ExternalBotUnknown, match='there is no module "nobody"'):
        play("nobody:Plays", NO_CODE)
