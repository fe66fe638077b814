"""A game that was begun before numbers of its cards were corrected goes on with the cards that it was begun with.

`afterlife-of-1570929486.vok` is such a game, as it was written when that was the fingerprint of the cards: 160 decisions of Ann
and a scribe, unfinished.
"""

import shutil
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.history.match import Match
from engine.core.variant import Variant
from engine.valley.game import VALLEY
from saves import Shelf, Watcher, load, resume
from saves.format.frames import FORMAT_VERSION
from saves.verify import verify

OLD = Path(__file__).with_name("afterlife-of-1570929486.vok")
FIRST = 1570929486
SECOND = 3273853151
# Fingerprints of the cards before a correction: edition, players, choices, fingerprint.
BEFORE = [
    ("afterlife", 2, (), FIRST),
    ("both", 5, (), 4150212058),
    ("solitaire", 1, (), FIRST),
    ("mixed", 2, (), 2099781897),
    ("mixed", 2, ("afterlife",) * 6, FIRST),
    ("base", 2, (), 2536228495),
    ("afterlife", 2, (), SECOND),
    ("both", 5, (), 826922417),
    ("mixed", 2, ("afterlife",) * 6, SECOND),
]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A shelf with only that game on it."""
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    shutil.copy(OLD, shelf.folder / "old.vok")
    return shelf


def setup(edition: str, players: int, choices: tuple[str, ...] = (), cards: str = "") -> Setup:
    return Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), 1, Variant(edition, choices, cards))


@pytest.mark.parametrize(("edition", "players", "choices", "before"), BEFORE)
def test_the_earlier_cards_of_every_edition_can_be_had_again(
    edition: str, players: int, choices: tuple[str, ...], before: int
):
    today = setup(edition, players, choices)
    begun = VALLEY.with_original_data(today, before)
    assert VALLEY.fingerprint(begun) == before
    assert VALLEY.fingerprint(today) != before
    assert VALLEY.with_current_data(begun) == today


def test_cards_that_were_not_corrected_are_those_of_today():
    today = setup("base", 2)
    assert VALLEY.with_original_data(today, VALLEY.fingerprint(today)) == today
    assert VALLEY.with_original_data(today, FIRST) == today


def test_cards_of_a_house_stay_what_they_are():
    begun = VALLEY.with_original_data(setup("afterlife", 2), FIRST)
    house = setup("afterlife", 2, (), begun.cards.replace("cost = 3", "cost = 4"))
    assert VALLEY.with_original_data(house, FIRST) == house
    assert VALLEY.with_current_data(house) == house


def test_it_opens_whole_and_says_with_which_cards_it_is_played():
    loaded = load(OLD, GAMES)
    assert (loaded.damage, loaded.with_original_cards, loaded.with_unknown_cards) == (None, True, False)
    assert loaded.match.depth(loaded.match.log.head) == 160
    assert "with its original cards" in str(verify(OLD, GAMES))


def test_it_is_played_on_under_its_name_and_opens_again(shelf: Shelf):
    path = shelf.folder / "old.vok"
    file, loaded = resume(path, GAMES)
    with file:
        first(loaded.match)
        file.keep(loaded.match)
    assert file.old_copy == shelf.folder / "old.vok.format-2"
    again = load(path, GAMES)
    assert (again.damage, again.with_unknown_cards, again.version) == (None, False, FORMAT_VERSION)
    assert again.match.setup == loaded.match.setup
    assert again.match.depth(again.match.log.head) == 161


def test_of_a_damaged_one_the_readable_part_stays_a_game_with_the_earlier_cards(shelf: Shelf):
    path = shelf.folder / "old.vok"
    path.write_bytes(path.read_bytes()[:-60])
    file, _ = resume(path, GAMES)
    file.close()
    assert file.old_copy is not None
    again = load(path, GAMES)
    assert (again.damage, again.with_original_cards, again.with_unknown_cards) == (None, True, False)
    assert again.header.fingerprint == FIRST


def test_who_looks_on_at_a_damaged_one_follows_it_when_it_is_played_on(shelf: Shelf):
    path = shelf.folder / "old.vok"
    file, loaded = resume(path, GAMES)
    with file:
        first(loaded.match)
        file.keep(loaded.match)
    path.write_bytes(path.read_bytes() + b"\xc1")  # behind a label, which is not written anew
    watcher = Watcher(path, GAMES)
    file, loaded = resume(path, GAMES)
    with file:
        assert file.old_copy is not None
        for _ in range(2):
            first(loaded.match)
            file.keep(loaded.match)
            assert len(watcher.poll()) == 1
    assert watcher.damage is None
    assert watcher.match.state.digest() == loaded.match.state.digest()


def test_the_list_believes_its_label_and_offers_it_to_be_played_on(shelf: Shelf):
    (row,) = shelf.list_saves(GAMES)
    assert (row.damage, row.edition, row.decisions, row.finished) == ("", "afterlife", 160, False)
    assert [seat.level for seat in row.seats] == [HUMAN, "scribe"]
    assert shelf.latest_unfinished(GAMES) == row


def first(match: Match) -> None:
    """Give the first answer that is offered."""
    match.play(match.game.action(match.state, match.state.legal_moves()[0]))
