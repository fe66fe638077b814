"""Custom cards on the command line, and in a save that is moved to another home."""

import re
import shutil
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.valley.editions import shipped_catalogue
from saves import Shelf, load
from tests.vok_tui.run_vok import RunVok
from vok_tui.cli.game_options import read_custom_cards


@pytest.fixture
def custom_file(vok: RunVok, tmp_path: Path) -> Path:
    """A file of the base cards with a changed name, action and numbers of copies."""
    text = vok("cards", "export", "--edition", "base")[1]
    text = text.replace('name = "Boat"', 'name = "Barque"').replace('"Draw(2)"', '"Draw(3)"')
    text = text.replace("copies = 12 ", "copies = 8 ").replace(
        "copies = 8  # printed\ngold = 2", "copies = 12\ngold = 2"
    )
    path = tmp_path / "custom.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_exported_cards_can_be_changed_checked_and_played(vok: RunVok, custom_file: Path):
    code, out, err = vok("cards", "check", str(custom_file))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"{custom_file} can be played with: 35 kinds, 96 cards of base"
    code, out, _ = vok("simulate", "--games", "2", "--seats", "shabti,shabti", "--cards", str(custom_file))
    assert code == 0
    assert out != vok("simulate", "--games", "2", "--seats", "shabti,shabti")[1]
    assert '"Barque"' in vok("cards", "barque", "--cards", str(custom_file), "--json")[1]


def test_check_prints_every_fault_and_exits_with_1(vok: RunVok, custom_file: Path):
    text = custom_file.read_text().replace('"Draw(3)"', '"Drew(3)"').replace("cost = 7", "cost = 8")
    custom_file.write_text(text)
    code, out, err = vok("cards", "check", str(custom_file))
    assert (code, err) == (1, "")
    assert "Hapy Canopic Jar: action: no part is called 'Drew'; did you mean 'Draw'?\n" in out
    assert out.endswith(f"6 faults in {custom_file}\n")
    code, out, err = vok("play", "--cards", str(custom_file))
    assert (code, out) == (1, "")
    assert "(and 5 more)" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "action", "reason"),
    [
        (("play",), "Take(TwiceIt())", "could never be executed"),
        (("play",), "KeepOne()", "stops in the middle: a part finds nothing to do"),
        (("simulate", "--games", "1"), "KeepOne()", "stops in the middle: a part finds nothing to do"),
    ],
)
def test_cards_that_fail_a_trial_are_refused_by_every_command(
    vok: RunVok, custom_file: Path, command: tuple[str, ...], action: str, reason: str
):
    custom_file.write_text(custom_file.read_text().replace('"Draw(3)"', f'"{action}"', 1))
    assert f"Hapy Canopic Jar: action: {reason}\n" in vok("cards", "check", str(custom_file))[1]
    code, out, err = vok(*command, "--cards", str(custom_file))
    assert (code, out) == (1, "")
    assert f"these cards cannot be played: Hapy Canopic Jar: action: {reason}; vok cards check" in err
    assert err.count("\n") == 1


def test_unplayable_cards_can_still_be_listed(vok: RunVok, custom_file: Path):
    custom_file.write_text(custom_file.read_text().replace('"Draw(3)"', '"KeepOne()"', 1))
    code, out, _ = vok("cards", "hapy", "--cards", str(custom_file))
    assert code == 0
    assert out.startswith("Hapy Canopic Jar: ")


@pytest.mark.parametrize("words", [["check"], ["check", "a", "b"]])
def test_check_takes_one_file(vok: RunVok, words: list[str]):
    assert vok("cards", *words)[0] == 2


def test_a_missing_file_is_reported(vok: RunVok, tmp_path: Path):
    code, _, err = vok("cards", "check", str(tmp_path / "none.toml"))
    assert code == 1
    assert "none.toml cannot be read" in err


def test_a_save_with_custom_cards_opens_without_their_file(
    vok: RunVok, custom_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    setup = Setup(
        "valley", (Seat("Ann"), Seat("Khety", "scribe")), 7, Variant(cards=read_custom_cards("valley", custom_file))
    )
    game = GAMES["valley"]
    match = Match(game, setup)
    with Shelf().create(setup, game, "0.1.0", 1_700_000_000) as file:
        for _ in range(60):
            match.play(game.action(match.state, match.state.legal_moves()[0]))
        file.keep(match)
    custom_file.unlink()
    elsewhere = tmp_path / "elsewhere" / "saves"
    elsewhere.mkdir(parents=True)
    moved = Path(shutil.move(file.path, elsewhere / "moved.vok"))
    monkeypatch.setenv("VOK_HOME", str(elsewhere.parent))
    loaded = load(moved, GAMES)
    assert (loaded.damage, loaded.lacks_original_cards) == (None, False)
    assert loaded.match.state.digest() == match.state.digest()
    assert "Barque" in [card.name for card in loaded.match.state.catalogue.cards]
    assert vok("verify", "moved")[0] == 0


def test_check_warns_of_a_changed_value_that_is_still_called_printed(vok: RunVok, tmp_path: Path):
    path = tmp_path / "custom.toml"
    text = vok("cards", "export", "--edition", "base")[1]
    path.write_text(text, encoding="utf-8")
    assert "printed" not in vok("cards", "check", str(path))[1]
    card = next(card for card in shipped_catalogue("base").cards if "cost" in card.printed and card.cost > 1)
    before, name, after = text.partition(f'name = "{card.name}"')
    assert name
    path.write_text(
        before + name + after.replace(f"cost = {card.cost}", f"cost = {card.cost - 1}", 1), encoding="utf-8"
    )
    code, out, _ = vok("cards", "check", str(path))
    assert code == 0
    assert out.startswith(f"{card.name}: cost: is listed in printed")
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize(
    ("game", "piece", "reconstructed", "value", "changed", "printed"),
    [
        (
            "thieves",
            "Skeleton",
            "nature creature~, symbol sword, strength 2",
            "strength = 2",
            "strength = 3",
            "strength",
        ),
        (
            "thieves",
            "Mummy",
            "nature creature~, symbol sword~, strength 3~",
            "strength = 3",
            "strength = 2",
            "strength",
        ),
        ("thieves", "1 shield/2 sword", "top 1 shield, bottom 2 sword", "", "", ""),
        ("tal", "small pyramid", "one_colour 12~, layered 7~, mixed 3~", "layered = 7", "layered = 8", "layered"),
        ("tal", "site 4", "suns 3~, adjoins 19 19 19 19~", "suns = 3", "suns = 2", "suns"),
    ],
)
def test_marks_belong_to_values_and_an_owner_can_mark_them_printed(
    vok: RunVok, tmp_path: Path, game: str, piece: str, reconstructed: str, value: str, changed: str, printed: str
) -> None:
    def line_of(*options: str) -> str:
        out = vok("cards", "--game", game, *options)[1]
        assert out.splitlines()[-1].startswith("~ reconstructed")
        return next(line for line in out.splitlines() if line.startswith(f"{piece} "))

    assert line_of().endswith(reconstructed)
    text = vok("cards", "export", "--game", game)[1]
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    assert line_of("--cards", str(path)).endswith(reconstructed), "an exported file has the same marks"
    assert "printed" not in vok("cards", "check", "--game", game, str(path))[1]
    if value:
        start = {"small pyramid": "[small]", "site 4": "number = 4\n"}.get(piece, f'name = "{piece}"')
        before, found, after = text.partition(start)
        own = re.sub(r"\nprinted = .*", "", after.partition("\n\n")[0]).replace(value, changed, 1)
        rest = after.partition("\n\n")[2]
        path.write_text(f"{before}{found}{own}\n\n{rest}", encoding="utf-8")
        assert f"{changed.replace(' =', '')}~" in line_of("--cards", str(path)), "changed, and not called printed"
        path.write_text(f'{before}{found}{own}\nprinted = ["{printed}"]\n\n{rest}', encoding="utf-8")
        assert f"{changed.replace(' =', '')}~" not in line_of("--cards", str(path))
        assert f"Printed: {printed}." in vok("cards", "--game", game, "--cards", str(path), *piece.split())[1]
        out = vok("cards", "check", "--game", game, str(path))[1]
        assert ("is listed in printed, but differs" in out) == (piece == "Skeleton")


def test_one_game_and_one_copy_are_singular(vok: RunVok):
    assert vok("simulate", "--games", "1", "--seats", "shabti,shabti")[1].startswith("1 game, ")
    assert "1 copy\n" in vok("cards", "boat")[1]


def test_only_the_first_fifty_faults_are_printed(vok: RunVok, tmp_path: Path):
    path = tmp_path / "custom.toml"
    path.write_text("[[card]]\n" + "".join(f"nam{number} = 1\n" for number in range(1000)))
    code, out, _ = vok("cards", "check", str(path))
    assert code == 1
    assert out.splitlines()[-1] == f"50 faults in {path}, and perhaps more"
    assert len(out.splitlines()) == 51
    path.write_text("[[card]]\nnam = 1\n")
    code, out, _ = vok("cards", "check", str(path))
    assert (code, out.splitlines()[-1]) == (1, f"{len(out.splitlines()) - 1} faults in {path}")
    code, _, err = vok("cards", "check", str(path), str(path))
    assert code == 2
    assert "cards check takes one FILE" in err


def test_a_save_with_cards_that_break_the_game_is_not_opened(vok: RunVok, custom_file: Path, tmp_path: Path):
    text = custom_file.read_text().replace('"Draw(3)"', '"KeepOne()"')
    setup = Setup("valley", (Seat("Ann"), Seat("Bob")), 1, Variant("base", (), text))
    Shelf().create(setup, GAMES["valley"], "0.1.0", 1).close()
    (path,) = Shelf().folder.glob("*.vok")
    data = path.read_bytes()
    code, out, err = vok("replay", str(path))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "stops in the middle" in err
    assert path.read_bytes() == data
