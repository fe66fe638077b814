"""`vok replay`: the table as text, after any turn, as one seat saw it."""

from pathlib import Path

import pytest

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from saves import load
from tests.engine.valley.table import table
from tests.source_tree import ROOT
from tests.vok_tui.run_vok import RunVok
from vok_tui.screens.table.text_for_seat import LAST_TURN, node_after_turn, story_lines, table_lines
from vok_tui.shared.errors import ExitCode

PROMISED = ROOT / "tests" / "saves" / "promised" / "0.9"
FINISHED = str(PROMISED / "valley-afterlife-finished.vok")
UNFINISHED = str(PROMISED / "valley-base-unfinished.vok")

pytestmark = pytest.mark.usefixtures("home")


def test_the_final_table_is_printed_with_the_points(vok: RunVok):
    code, out, err = vok("replay", FINISHED)
    assert (code, err) == (0, "")
    assert "the game is over: you win" in out
    match = load(Path(FINISHED), GAMES).match
    assert str(match.game.scores(match.state)[0]) in out
    assert len(out.splitlines()) <= 24
    assert all(len(line) <= 80 and line == line.rstrip() for line in out.splitlines())


def test_a_turn_shows_the_table_at_its_end(vok: RunVok):
    heads = [vok("replay", FINISHED, "--to", str(turn))[1].splitlines()[0] for turn in (0, 1, 2, 9)]
    assert ["turn 1" in heads[0], "turn 2" in heads[1], "turn 3" in heads[2], "turn 10" in heads[3]] == [True] * 4
    assert vok("replay", FINISHED, "--to", "999")[1] == vok("replay", FINISHED)[1]


def test_a_seat_sees_its_own_hand_and_no_other(vok: RunVok):
    hands = [vok("replay", FINISHED, "--seat", name, "--to", "6")[1].partition("Your hand")[2] for name in ("Ann", "2")]
    assert all(hands)
    assert hands[0] != hands[1]
    assert "Ann" in hands[1]
    assert "Bob" in hands[0]


def test_size_and_characters_can_be_chosen(vok: RunVok):
    _, out, _ = vok("replay", FINISHED, "--size", "120x40", "--to", "9", "--ascii")
    assert out.isascii()
    assert 24 < len(out.splitlines()) <= 40
    assert max(map(len, out.splitlines())) > 80
    for size in ("79x24", "120", "9999x40", "x", "120x40x2"):
        assert vok("replay", FINISHED, "--size", size)[0] == ExitCode.USAGE


def test_an_opponents_cards_stay_hidden_in_an_unfinished_game(vok: RunVok):
    seats = load(Path(UNFINISHED), GAMES).match.setup.seats
    bot = next(seat.name for seat in seats if seat.level != HUMAN)
    code, out, err = vok("replay", UNFINISHED, "--seat", bot)
    assert (code, out) == (1, "")
    assert "is not human" in err
    assert vok("replay", UNFINISHED)[0] == 0


def test_every_old_save_can_be_replayed(vok: RunVok):
    for path in sorted(PROMISED.glob("*.vok"))[::5]:
        match = load(path, GAMES).match
        for turn in (3, LAST_TURN):
            node = node_after_turn(match, 0, turn)
            assert table_lines(match, 0, node, 80, 24)
            assert table_lines(match, -1, node, 80, 24)


PYRAMID = "Statue of Isis, Urn, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Hapy Canopic Jar, 2 Statue of Thoth"
ANSWERS = {
    "a purchase": (["entomb Urn", "buy Statue of Sobek with Box of Food, Box of Food", "end turn"], "Boat"),
    "a sacrifice": (["execute Statue of Anubis", "sacrifice Shabti", "entomb Urn", "end turn"], "Mummified Cat"),
    "a fall after a sacrifice": (
        ["execute Statue of Sobek", "sacrifice Urn from the pyramid", "let Tyet Amulet fall", "entomb Urn", "end turn"],
        "Mummified Cat",
    ),
}


def seen_by(match: Match, seat: int) -> tuple[list[str], list[list[str]]]:
    """The story that a seat reads, and the table that it sees after each turn, at two sizes."""
    nodes = [node_after_turn(match, seat, turn) for turn in (0, 1, 2, LAST_TURN)]
    pictures = [table_lines(match, seat, node, *size) for node in nodes for size in ((80, 24), (120, 40))]
    return list(story_lines(match, seat)), pictures


@pytest.mark.nightly(reason="plays several worlds", keep="a purchase")
@pytest.mark.parametrize("occasion", ANSWERS)
def test_a_secret_question_changes_neither_story_nor_table(occasion: str, monkeypatch: pytest.MonkeyPatch):
    texts, card = ANSWERS[occasion]
    setup = Setup("valley", (Seat("Ann"), Seat("Nefertari", "scribe"), Seat("Senmut", "scribe")), 1)
    seen, was_asked = [], []
    for holds_card in (True, False):
        hand, deck = (f"Urn, {card}", "5 Urn, Shabti") if holds_card else ("Urn, Shabti", f"5 Urn, {card}")
        position = table(
            hands=("5 Urn", "Shabti, Urn, 2 Box of Food, Statue of Anubis, Statue of Sobek", hand),
            pyramid=PYRAMID,
            stock=STOCK,
            deck=("9 Urn", "9 Urn", deck),
            boneyard="Censer",
            active=1,
            changed=1,
        )
        custom_start = type(
            "CustomStart", (type(VALLEY),), {"start": lambda self, setup, position=position: position.copy()}
        )
        match = Match(custom_start(), setup)
        # The game is registered, so that its board is found.
        monkeypatch.setitem(GAMES._loaded, GAMES.place_of("valley").rules, match.game)
        seen.append([])
        was_asked.append(False)
        for text in texts:
            match.play(match.game.parse(match.state, text))
            seen[-1].append(seen_by(match, 0))
            while match.game.asks_secretly(match.state):
                was_asked[-1] = True
                silent = [move for move in match.state.legal_moves() if match.game.is_secret_pass(match.state, move)]
                match.play(match.game.action(match.state, silent[0]))
            seen[-1].append(seen_by(match, 0))
    assert was_asked == [True, False]
    assert seen[0] == seen[1]
    story, pictures = seen[0][-1]
    assert len(story) > 2
    assert "Boneyard" in "".join(pictures[-1])
