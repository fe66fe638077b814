"""Every Vok from the first release on opens, replays, reviews and exports the saves that an earlier one wrote (docs/saves.md).

`promised/RELEASE` holds saves of each game: finished and unfinished ones, with variations, reshuffles, notes, a seat that changed
hands and custom cards. Their `index.json` says how they stand. These files never change; `record_promised` writes
those of the next release.
"""

import json
from datetime import date
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from engine import GAMES
from engine.core.errors import BadSetup
from engine.core.game import Seat, Setup
from engine.core.match import Match
from saves import Header, MadeBeforeRelease, Shelf, load, resume, verify
from saves.format.frames import PREFIX_STRUCT, SEAL_STRUCT
from saves.format.header import write_header
from saves.save_info import read_save_info
from saves.text import TextRefused, read_game, write_game
from saves.text.record import header_from
from tests.saves.raw import play, save, sealed
from tests.saves.record_promised import PROMISED, description
from vok_tui.records.daily import daily_streak, days_played

INDEX: dict[Path, dict[str, Any]] = {
    folder / name: fields
    for folder in sorted(PROMISED.iterdir())
    for name, fields in json.loads((folder / "index.json").read_text(encoding="utf-8")).items()
}
SAVES = sorted(INDEX)
WITHOUT_SEAL = PREFIX_STRUCT.size + SEAL_STRUCT.size


def test_each_release_has_its_saves():
    assert {path for folder in PROMISED.iterdir() for path in folder.glob("*.vok")} == set(INDEX)
    kinds = {path.stem.partition("-")[0] for path in SAVES}
    assert kinds == set(GAMES)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_promised_save_is_opened_replayed_and_exported(path: Path):
    before = path.read_bytes()
    report = verify(path, GAMES)
    assert (report.damage, report.notes) == (None, ())
    match = report.match
    assert description(match) == INDEX[path]
    for node in range(0, len(match.log), 60):
        match.game.view(match.at(node), 0)
    if match.is_finished:  # the text of an open game would reveal what is hidden
        form = "text" if match.setup.cards else "line"
        again = read_game(write_game(match, report.header, form).encode(), GAMES)
        assert again.match.state.digest() == match.state.digest()
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", [path for path in SAVES if not INDEX[path]["over"]], ids=lambda path: path.stem)
def test_going_on_with_a_promised_save_only_appends(path: Path, tmp_path: Path):
    copy = tmp_path / path.name
    copyfile(path, copy)
    file, loaded = resume(copy, GAMES)
    with file:
        match = loaded.match
        match.play(match.game.action(match.state, match.state.legal_moves()[0]))
        file.keep(match)
    old, new = path.read_bytes(), copy.read_bytes()
    assert new[WITHOUT_SEAL : len(old)] == old[WITHOUT_SEAL:]
    assert len(new) > len(old)
    assert load(copy, GAMES).match.log.head == match.log.head
    assert [found.name for found in tmp_path.iterdir()] == [copy.name]


SCORES = (40, 31)
OLD_SETUP = Setup("valley", (Seat("Ann"), Seat("Bob", "priest", 40)), 20261127003, rules=3)


def old_save(version: int, *, over: bool = True) -> bytes:
    """A closed save of this format and of rules 3, with a label: a daily game of 27 November 2026."""
    header = write_header(Header("0.1.0", 1, 1_795_737_600, OLD_SETUP))
    label = [66, "the name", 93, 20, int(over), 0, 0, 1_795_740_000, len(SCORES), *SCORES, 1]
    return sealed(save({**header, "format": version}, play("end"), label, version=version), 1_795_740_000)


@pytest.mark.parametrize(
    "data", [old_save(4), old_save(3), b"\x8aVOK\r\n\x00\x00...."], ids=["rules 3", "format 3", "format 0"]
)
def test_an_older_save_is_listed_and_answered_with_one_sentence_and_never_changed(tmp_path: Path, data: bytes):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    path = shelf.folder / "old.vok"
    path.write_bytes(data)
    (info,) = shelf.list_saves(GAMES)
    assert (info.path, info.damage, info.is_too_old, info.can_be_opened) == (path, "", True, False)
    assert info.unread.count("before the first release") == 1
    for use in (load, resume, verify):
        with pytest.raises(MadeBeforeRelease, match="before the first release") as refused:
            use(path, GAMES)
        assert "\n" not in str(refused.value)
        assert "damaged" not in str(refused.value)
    assert shelf.latest_unfinished(GAMES) is None
    assert path.read_bytes() == data
    assert [found.name for found in shelf.folder.iterdir()] == [path.name]


def test_an_older_game_keeps_its_date_and_result_in_the_list(tmp_path: Path):
    path = tmp_path / "old.vok"
    path.write_bytes(old_save(4))
    info = read_save_info(path, 0.0, GAMES)
    assert (info.finished, info.scores, info.winners, info.last_played) == (True, SCORES, (0,), 1_795_740_000)
    assert (info.edition, [seat.name for seat in info.seats], info.label.name) == ("base", ["Ann", "Bob"], "the name")


def test_a_daily_game_of_older_rules_keeps_its_day_its_result_and_the_streak(tmp_path: Path):
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    (shelf.folder / "old.vok").write_bytes(old_save(4))
    days = days_played(shelf.list_saves(GAMES), {})
    assert days == {date(2026, 11, 27): True}
    assert daily_streak(days, date(2026, 11, 28)).now == 1


def test_an_older_game_that_was_not_over_is_not_continued(tmp_path: Path):
    path = tmp_path / "old.vok"
    path.write_bytes(old_save(4, over=False))
    info = read_save_info(path, 0.0, GAMES)
    assert (info.finished, info.goes_on, info.turn) == (False, False, 20)


def test_the_rules_of_an_older_game_are_refused_with_a_sentence():
    with pytest.raises(BadSetup, match="before the first release"):
        Match(GAMES["valley"], OLD_SETUP)
    text = write_header(Header("0.1.0", 1, 0, OLD_SETUP))
    with pytest.raises(TextRefused, match="before the first release"):
        header_from({key: value for key, value in text.items() if key != "format"})
