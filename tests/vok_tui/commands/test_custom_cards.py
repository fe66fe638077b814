"""Custom cards from the command line to a save in another home."""

import shutil
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.game import Seat, Setup
from engine.core.history.match import Match
from engine.core.variant import Variant
from engine.valley.editions import shipped_catalogue
from saves import Shelf, load
from tests.vok_tui.say import Say
from vok_tui.cli.game_options import read_custom_cards


@pytest.fixture
def corrected(vok: Say, tmp_path: Path) -> Path:
    """The base game with another name, cost, action and number of copies."""
    text = vok("cards", "export", "--edition", "base")[1]
    text = text.replace('name = "Boat"', 'name = "Barque"').replace('"Draw(2)"', '"Draw(3)"')
    text = text.replace("copies = 12 ", "copies = 8 ").replace(
        "copies = 8  # printed\ngold = 2", "copies = 12\ngold = 2"
    )
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_was_exported_and_corrected_is_sound_and_can_be_played(vok: Say, corrected: Path):
    code, out, err = vok("cards", "check", str(corrected))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"{corrected} can be played with: 35 kinds, 96 cards of base"
    code, out, _ = vok("simulate", "--games", "2", "--seats", "shabti,shabti", "--cards", str(corrected))
    assert code == 0
    assert out != vok("simulate", "--games", "2", "--seats", "shabti,shabti")[1]
    assert '"Barque"' in vok("cards", "barque", "--cards", str(corrected), "--json")[1]


def test_every_fault_is_printed_with_a_count_and_the_code_is_1(vok: Say, corrected: Path):
    text = corrected.read_text().replace('"Draw(3)"', '"Drew(3)"').replace("cost = 7", "cost = 8")
    corrected.write_text(text)
    code, out, err = vok("cards", "check", str(corrected))
    assert (code, err) == (1, "")
    assert "Hapy Canopic Jar: action: no part is called 'Drew'; did you mean 'Draw'?\n" in out
    assert out.endswith(f"6 faults in {corrected}\n")
    code, out, err = vok("play", "--cards", str(corrected))
    assert (code, out) == (1, "")
    assert "(and 5 more)" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "action", "why"),
    [
        (("play",), "Take(TwiceIt())", "could never be executed"),
        (("play",), "KeepOne()", "stops in the middle: a part finds nothing to do"),
        (("simulate", "--games", "1"), "Take(TwiceIt())", "could never be executed"),
        (("arena", "shabti", "shabti", "--games", "2"), "Take(TwiceIt())", "could never be executed"),
    ],
)
def test_what_check_finds_by_trying_is_not_played_with(
    vok: Say, corrected: Path, command: tuple[str, ...], action: str, why: str
):
    corrected.write_text(corrected.read_text().replace('"Draw(3)"', f'"{action}"', 1))
    assert f"Hapy Canopic Jar: action: {why}\n" in vok("cards", "check", str(corrected))[1]
    code, out, err = vok(*command, "--cards", str(corrected))
    assert (code, out) == (1, "")
    assert f"these cards cannot be played: Hapy Canopic Jar: action: {why}; vok cards check" in err
    assert err.count("\n") == 1


def test_cards_that_cannot_be_played_can_still_be_read(vok: Say, corrected: Path):
    corrected.write_text(corrected.read_text().replace('"Draw(3)"', '"KeepOne()"', 1))
    code, out, _ = vok("cards", "hapy", "--cards", str(corrected))
    assert code == 0
    assert out.startswith("Hapy Canopic Jar: ")


@pytest.mark.parametrize("words", [["check"], ["check", "a", "b"]])
def test_check_takes_one_file(vok: Say, words: list[str]):
    assert vok("cards", *words)[0] == 2


def test_a_file_that_is_not_there_is_told_in_a_sentence(vok: Say, tmp_path: Path):
    code, _, err = vok("cards", "check", str(tmp_path / "none.toml"))
    assert code == 1
    assert "none.toml cannot be read" in err


def test_a_save_opens_in_another_home_without_the_file(
    vok: Say, corrected: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    setup = Setup(
        "valley", (Seat("Ann"), Seat("Khety", "scribe")), 7, Variant(cards=read_custom_cards("valley", corrected))
    )
    game = GAMES["valley"]
    match = Match(game, setup)
    with Shelf().create(setup, game, "0.1.0", 1_700_000_000) as file:
        for _ in range(60):
            match.play(game.action(match.state, match.state.legal_moves()[0]))
        file.keep(match)
    corrected.unlink()
    elsewhere = tmp_path / "elsewhere" / "saves"
    elsewhere.mkdir(parents=True)
    moved = Path(shutil.move(file.path, elsewhere / "moved.vok"))
    monkeypatch.setenv("VOK_HOME", str(elsewhere.parent))
    loaded = load(moved, GAMES)
    assert (loaded.damage, loaded.with_unknown_cards) == (None, False)
    assert loaded.match.state.digest() == match.state.digest()
    assert "Barque" in [card.name for card in loaded.match.state.catalogue.cards]
    assert vok("verify", "moved")[0] == 0


def test_a_value_that_was_changed_and_is_still_called_printed_is_asked_about(vok: Say, tmp_path: Path):
    path = tmp_path / "house.toml"
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


def test_one_is_not_told_as_many(vok: Say):
    assert vok("simulate", "--games", "1", "--seats", "shabti,shabti")[1].startswith("1 game, ")
    assert "1 copy\n" in vok("cards", "boat")[1]


def test_a_file_with_many_faults_is_told_of_as_such(vok: Say, tmp_path: Path):
    path = tmp_path / "house.toml"
    path.write_text("[[card]]\n" + "".join(f"nam{number} = 1\n" for number in range(1000)))
    code, out, _ = vok("cards", "check", str(path))
    assert code == 1
    assert out.splitlines()[-1] == f"50 faults in {path}, and perhaps more"
    assert len(out.splitlines()) == 51
