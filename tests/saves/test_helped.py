"""A helped game: the entry is in the file, in every text form and in the label, it stays, and it keeps the game apart."""

from pathlib import Path

import pytest

from engine.core.game import HUMAN, Seat, Setup
from engine.core.journal import Helped
from engine.core.match import Match
from engine.games import GAMES
from saves import Header, SaveFile, load, resume, verify
from saves.format.entries import read_record, write_record
from saves.format.header import write_header
from saves.save_info import read_save_info
from saves.text import read_game, write_game
from tests.saves.heap import APP, CREATED, HEAP, SETUP, play_steps
from tests.saves.raw import play, save
from vok_tui.records.save_list import SaveQuery
from vok_tui.shared.levels import rate_player

HEAPS = {HEAP.name(): HEAP}


def finished_against_a_scribe(*, helped: bool) -> Match:
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "scribe")), 5, "base")
    match = Match(GAMES["valley"], setup)
    while not match.is_over:
        if helped and len(match.log) == 20:
            match.mark_helped()
        match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    return match


def test_a_helped_game_stays_helped_whatever_is_taken_back(tmp_path: Path) -> None:
    match = Match(HEAP, SETUP)
    play_steps(match, [1, 1])
    match.mark_helped()
    match.mark_helped()
    match.goto(0)
    path = tmp_path / "a.vok"
    with SaveFile.create(path, SETUP, HEAP, APP, CREATED) as file:
        file.keep(match)
    loaded = load(path, HEAPS)
    assert loaded.damage is None
    assert loaded.match.log.is_helped
    assert [entry for entry in loaded.match.log.journal if isinstance(entry, Helped)] == [Helped()], "once"
    assert (read_save_info(path, 0, HEAPS).label.helped, verify(path, HEAPS).is_sound) == (1, True)
    file, loaded = resume(path, HEAPS)
    play_steps(loaded.match, [1])
    file.keep(loaded.match)
    file.close()
    assert load(path, HEAPS).match.log.is_helped


def test_the_entry_does_not_change_the_position_and_earlier_versions_skip_its_number(tmp_path: Path) -> None:
    header = write_header(Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP))
    body = write_record(Helped())
    assert body == [77, ""], "from 64 on, a version that does not know a kind keeps it"
    (tmp_path / "a.vok").write_bytes(save(header, play("take", 1), body, play("take", 2)))
    loaded = load(tmp_path / "a.vok", HEAPS)
    assert (loaded.damage, loaded.match.depth(loaded.match.log.head), loaded.match.log.is_helped) == (None, 2, True)


@pytest.mark.parametrize("body", [[77, "x"], [77, "", 0]])
def test_an_entry_that_no_version_writes_is_damage(body: list[object]) -> None:
    with pytest.raises(ValueError, match="no such"):
        read_record(body)


@pytest.mark.parametrize("form", ["text", "json", "line"])
def test_each_text_form_says_that_a_game_is_helped(form: str) -> None:
    match = finished_against_a_scribe(helped=True)
    header = Header(APP, match.game.fingerprint(match.setup), CREATED, match.setup)
    played = read_game(write_game(match, header, form).encode(), GAMES)
    assert (played.fault, played.match.log.is_helped) == (None, True)
    if form != "line":  # a line keeps only that it was so
        before = played.match.log.journal[: played.match.log.journal.index(Helped())]
        assert before[1:] == match.log.journal[: match.log.journal.index(Helped())], "after the same step"


@pytest.mark.parametrize("helped", [False, True])
def test_a_helped_game_is_found_on_the_shelf_and_does_not_move_the_rating(tmp_path: Path, helped: bool) -> None:
    match = finished_against_a_scribe(helped=helped)
    path = tmp_path / "a.vok"
    with SaveFile.create(path, match.setup, match.game, APP, CREATED) as file:
        file.keep(match)
    info = read_save_info(path, 0, GAMES)
    assert rate_player([info], "valley").games == (0 if helped else 1)
    assert len(SaveQuery("helped").sorted_matches([info])) == helped
