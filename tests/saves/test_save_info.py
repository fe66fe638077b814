"""How the list shows overlong saves and winners."""

import os

import msgpack
import pytest

from saves import Header
from saves.format.header import write_header
from tests.saves.heap import APP, CREATED, GAMES, HEAP, SETUP, STEPS_TO_END, Unplayable, write_closed_save
from tests.saves.raw import extended, goto, save, sealed

HEADER = Header(APP, HEAP.fingerprint(SETUP), CREATED, SETUP)


def test_an_overlong_file_without_a_label_is_listed_without_a_replay(shelf):
    data = extended(save(write_header(HEADER), goto(0)), msgpack.packb(goto(0)), 20_000)
    (shelf.folder / "open.vok").write_bytes(data)
    (shelf.folder / "closed.vok").write_bytes(sealed(data))
    (shelf.folder / "endless.vok").write_bytes(data)
    os.truncate(shelf.folder / "endless.vok", 10_000_000_000)
    rows = shelf.list_saves({"heap": Unplayable()})
    assert len(rows) == 3
    for row in rows:
        assert "too long for the list" in row.unread
        assert row.damage == "", "nothing seems wrong with it"
        assert (row.game, row.seats, row.finished) == ("heap", SETUP.seats, False)


def test_an_overlong_closed_save_is_listed_by_its_label(shelf):
    data = extended(save(write_header(HEADER), goto(0)), msgpack.packb(goto(0)), 100_000)
    label = [66, "The long evening\nat home", 7, 0, 0, 0, 0, 0, 2, 30, 12]
    (shelf.folder / "a.vok").write_bytes(sealed(extended(data, msgpack.packb(label), 1)))
    (row,) = shelf.list_saves({"heap": Unplayable()})
    assert (row.damage, row.scores, row.label.name, row.label.note) == ("", (30, 12), "The long evening", "at home")
    (shelf.folder / "a.vok").write_bytes((shelf.folder / "a.vok").read_bytes()[:-1])
    (row,) = shelf.list_saves({"heap": Unplayable()})
    assert "too long for the list" in row.damage


def test_the_winners_are_those_of_the_rules(shelf):
    write_closed_save(shelf.folder / "a.vok", STEPS_TO_END)
    write_closed_save(shelf.folder / "b.vok", [0])
    best = max(shelf.list_saves(GAMES)[1].scores)
    for row in shelf.list_saves(GAMES):
        expected = tuple(seat for seat, score in enumerate(row.scores) if score == best) if row.finished else ()
        assert row.winners == expected
        older = row._replace(label=row.label._replace(winner_bits=0))
        assert older.winners == expected, "a label of an older version"


@pytest.mark.parametrize("is_sealed", [False, True])
def test_an_overlong_file_that_is_visibly_damaged_is_listed_as_damaged(shelf, is_sealed):
    data = extended(save(write_header(HEADER), goto(0)), msgpack.packb(goto(0)), 20_000)
    data = sealed(data) if is_sealed else data
    (shelf.folder / "cut.vok").write_bytes(data[:-3])
    (shelf.folder / "changed.vok").write_bytes(data[:100_000] + b"?" + data[100_001:])
    rows = shelf.list_saves({"heap": Unplayable()})
    assert len(rows) == 2
    for row in rows:
        assert "too long for the list" in row.damage
        assert row.unread == ""
