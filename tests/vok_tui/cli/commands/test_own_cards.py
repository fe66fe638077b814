"""The cards of the player's own box: entered card by card, checked, kept, and used by new games."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.setup import Variant
from tests.vok_tui.run_vok import RunVok
from vok_tui.boards.own_data import BadValue, OwnData, own_cards_at_home, parse_values
from vok_tui.coordinator.start_options import StartOptions, setup_arguments
from vok_tui.records.daily import daily_setup, today_in_utc
from vok_tui.records.new_game import make_setup


def enter(home: Path, game: str, **typed: str) -> OwnData:
    own = OwnData(game, home)
    for name, line in typed.items():
        own.enter(own.find(name.replace("_", " ")), line)
    own.save()
    return own


def test_an_owner_enters_cards_line_by_line_and_goes_on_later(
    vok: RunVok, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the typed line to the file, and to the next game."""
    lines = iter(["gold 2", "gold 99", "", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    code, out, _ = vok("cards", "own")
    assert code == 0
    assert "gold: is a whole number from 1 to 9, not 99" in out
    assert "Shabti: gold 1, printed 2" in out
    assert "2 of 66 entered" in out
    lines = iter(["q"])
    assert "3 of 66  Box of Food" in vok("cards", "own")[1]
    shown = json.loads(vok("cards", "own", "show", "--json")[1])
    assert shown["differences"] == ["Shabti: gold 1, printed 2"]
    assert own_cards_at_home("valley").count("gold = 2") > 0
    setup = make_setup(*setup_arguments(StartOptions(own_cards=own_cards_at_home)))
    assert next(card for card in GAMES["valley"].catalogue(setup).cards if card.name == "Shabti").gold == 2


def test_new_games_use_the_own_cards_and_daily_games_do_not(home: Path) -> None:
    enter(home, "valley", shabti="gold 2")
    start = StartOptions(own_cards=own_cards_at_home)
    assert start.new_variant.cards
    assert not StartOptions(own_cards=own_cards_at_home, shipped_cards=True).new_variant.cards
    assert not start.for_game("thieves").new_variant.cards
    assert not daily_setup(today_in_utc(), "valley").cards
    assert start.names_nothing


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_played_with_what_was_entered(home: Path, game: str) -> None:
    typed = {
        "valley": {"box_of_food": "gold 3"},
        "thieves": {"tomb_1": "treasure 4"},
        "tal": {"site_2": "suns 2"},
    }
    own = enter(home, game, **typed[game])
    again = OwnData(game, home)
    assert again.differences == own.differences != []
    assert again.fingerprint == own.fingerprint != OwnData(game, home / "other").fingerprint
    setup = make_setup(
        ["", ""],
        ["shabti"],
        1,
        1,
        StartOptions(game=game).for_game(game).variant._replace(cards=again.setup_data),
        game,
    )
    state = GAMES[game].start(setup)
    for _ in range(10):
        state.apply(state.legal_moves()[0])


def test_only_games_with_the_cards_that_differ_use_the_own_ones(home: Path) -> None:
    """The others stay comparable with those of everybody."""
    own = enter(home, "valley", sphinx="gold 5")
    assert own.setup_data_for("base") == ""
    assert all(own.setup_data_for(edition) for edition in ("afterlife", "mixed", "both", "solitaire", ""))
    start = StartOptions(own_cards=own_cards_at_home)
    assert not start.new_variant.cards
    assert replace(start, variant=Variant("afterlife")).new_variant.cards
    enter(home, "valley", shabti="gold 2")
    assert start.new_variant.cards


@pytest.mark.nightly(
    reason="tries out a whole catalogue", instead="test_new_games_use_the_own_cards_and_daily_games_do_not"
)
def test_another_action_brings_the_text_that_the_reader_shows(home: Path) -> None:
    own = OwnData("valley", home)
    number = own.find("box of food")
    with pytest.raises(BadValue, match="needs another text"):
        own.enter(number, "action Draw(2)")
    assert own.enter(number, "gold 3 action Draw(2) text Draw two cards of the cost that gold pays.") == []
    assert "it does: Draw two cards of the cost that gold pays." in own.pieces[number].line
    own.enter(number, "points 2")
    assert "2 points in the tomb" in own.pieces[number].line
    with pytest.raises(BadValue, match="points"):
        own.enter(number, "points 100")


def test_the_parts_of_an_action_are_typed_with_semicolons() -> None:
    values = {"gold": 1, "action": ["Draw(1)"]}
    parsed = parse_values("gold 2 action SacrificeFromPyramid(); Draw(2)", values)
    assert parsed == {"gold": 2, "action": ["SacrificeFromPyramid()", "Draw(2)"]}


def test_two_owners_who_confirm_the_shipped_values_have_the_same_fingerprint_and_play_the_shipped_cards(
    home: Path,
) -> None:
    own = enter(home, "valley", shabti="", urn="gold 1")
    assert own.fingerprint == OwnData("valley", home / "other").fingerprint
    assert own.setup_data == ""
    assert not own.pieces[own.find("shabti")].open


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("gold x", "a number"),
        ("golt 3", "is none of"),
        ("action Fly(1)", "no part is called"),
        ("copies 3", "cannot be dealt evenly"),
        ("gold", "a number"),
        ("gold 99999999999999999999", "a number"),
        ("action ;", "parts like"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_changes_nothing(home: Path, line: str, word: str) -> None:
    own = OwnData("valley", home)
    before = own.pieces
    with pytest.raises(BadValue, match=word):
        own.enter(own.find("shabti"), line)
    assert own.pieces == before


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[[card]]\nname = 3\n", "x = [" * 3000, "a" * 3_000_000, "card = 3\n"]
)
def test_a_damaged_file_is_one_sentence_and_games_go_on_with_the_shipped_cards(
    vok: RunVok, home: Path, text: str
) -> None:
    (home / "own-cards").mkdir(parents=True)
    (home / "own-cards" / "valley.toml").write_text(text)
    code, _, err = vok("cards", "own", "show")
    assert code == 2
    assert len(err.splitlines()) == 1
    assert own_cards_at_home("valley") == ""


def test_copies_that_other_cards_must_settle_are_kept_but_not_played_with(vok: RunVok, home: Path) -> None:
    code, _, _ = vok("cards", "own", "shabti", "copies", "12")
    assert code == 0
    assert OwnData("valley", home).faults
    assert own_cards_at_home("valley") == ""
    assert vok("cards", "own", "urn", "copies", "16")[0] == 0
    assert not OwnData("valley", home).faults
    assert own_cards_at_home("valley")


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("line", ["x = 1", "bought = 2020-01-01", "printed = 3", "printed = [[1]]", "gold = [1.5]"])
@pytest.mark.parametrize("place", ["above", "inside"])
def test_a_hostile_file_of_own_cards_is_refused_in_a_sentence(home: Path, game: str, line: str, place: str) -> None:
    own = OwnData(game, home)
    own.save()
    text = own.path.read_text()
    first = next(number for number, row in enumerate(text.splitlines()) if row.startswith("["))
    rows = text.splitlines()
    if place == "inside":
        rows = [row for row in rows if not row.startswith(line.partition(" ")[0])]
        first = next(number for number, row in enumerate(rows) if row.startswith("[")) + 1
    own.path.write_text("\n".join([*rows[:first], line, *rows[first:]]))
    if (line, place) == ("x = 1", "inside"):
        assert own_cards_at_home(game) == "", "the check of cards names the unknown field"
        return
    with pytest.raises(BadValue, match="correct it, or move it away"):
        OwnData(game, home)
    assert own_cards_at_home(game) == ""


def test_two_programs_that_enter_different_cards_keep_both(home: Path) -> None:
    first, second = OwnData("valley", home), OwnData("valley", home)
    first.enter(first.find("shabti"), "gold 2")
    second.enter(second.find("urn"), "gold 3")
    first.save()
    second.save()
    assert OwnData("valley", home).differences == ["Shabti: gold 1, printed 2", *second.differences[1:]]
    assert [piece.title for piece in OwnData("valley", home).pieces if not piece.open] == ["Shabti", "Urn"]
