"""A game that was begun before some of its cards were corrected continues with its original cards.

`afterlife-of-1570929486.vok` is such a game, written when that was the fingerprint of the cards: 160 decisions of Ann and a
scribe, unfinished.
"""

import shutil
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.valley.game import VALLEY
from saves import Shelf, Watcher, load, resume
from saves.format.frames import FORMAT_VERSION
from saves.verify import verify

OLD_SAVE = Path(__file__).with_name("afterlife-of-1570929486.vok")
FIRST = 1570929486
SECOND = 3273853151
# Fingerprints of the cards before a correction: edition, players, choices, fingerprint.
EARLIER_FINGERPRINTS = [
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
    """A shelf that holds only that game."""
    shelf = Shelf(tmp_path)
    shelf.folder.mkdir()
    shutil.copy(OLD_SAVE, shelf.folder / "old.vok")
    return shelf


def setup(edition: str, players: int, choices: tuple[str, ...] = (), cards: str = "") -> Setup:
    return Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), 1, Variant(edition, choices, cards))


@pytest.mark.parametrize(("edition", "players", "choices", "fingerprint"), EARLIER_FINGERPRINTS)
def test_the_original_cards_of_every_edition_are_restored(
    edition: str, players: int, choices: tuple[str, ...], fingerprint: int
):
    current = setup(edition, players, choices)
    original = VALLEY.with_original_data(current, fingerprint)
    assert VALLEY.fingerprint(original) == fingerprint
    assert VALLEY.fingerprint(current) != fingerprint
    assert VALLEY.with_current_data(original) == current


def test_cards_without_a_correction_stay_current():
    current = setup("base", 2)
    assert VALLEY.with_original_data(current, VALLEY.fingerprint(current)) == current
    assert VALLEY.with_original_data(current, FIRST) == current


def test_custom_cards_are_not_corrected():
    original = VALLEY.with_original_data(setup("afterlife", 2), FIRST)
    custom = setup("afterlife", 2, (), original.cards.replace("cost = 3", "cost = 4"))
    assert VALLEY.with_original_data(custom, FIRST) == custom
    assert VALLEY.with_current_data(custom) == custom


def test_a_game_with_its_original_cards_opens_and_says_so():
    loaded = load(OLD_SAVE, GAMES)
    assert (loaded.damage, loaded.uses_original_cards, loaded.lacks_original_cards) == (None, True, False)
    assert loaded.match.depth(loaded.match.log.head) == 160
    assert "with its original cards" in str(verify(OLD_SAVE, GAMES))


def test_a_game_with_its_original_cards_can_be_continued(shelf: Shelf):
    path = shelf.folder / "old.vok"
    file, loaded = resume(path, GAMES)
    with file:
        play_first_move(loaded.match)
        file.keep(loaded.match)
    assert file.old_copy == shelf.folder / "old.vok.format-2"
    reloaded = load(path, GAMES)
    assert (reloaded.damage, reloaded.lacks_original_cards, reloaded.version) == (None, False, FORMAT_VERSION)
    assert reloaded.match.setup == loaded.match.setup
    assert reloaded.match.depth(reloaded.match.log.head) == 161


def test_a_damaged_game_keeps_its_original_cards(shelf: Shelf):
    path = shelf.folder / "old.vok"
    path.write_bytes(path.read_bytes()[:-60])
    file, _ = resume(path, GAMES)
    file.close()
    assert file.old_copy is not None
    reloaded = load(path, GAMES)
    assert (reloaded.damage, reloaded.uses_original_cards, reloaded.lacks_original_cards) == (None, True, False)
    assert reloaded.header.fingerprint == FIRST


def test_a_watcher_of_a_damaged_game_follows_it_when_it_continues(shelf: Shelf):
    path = shelf.folder / "old.vok"
    file, loaded = resume(path, GAMES)
    with file:
        play_first_move(loaded.match)
        file.keep(loaded.match)
    path.write_bytes(path.read_bytes() + b"\xc1")  # damage after a label, which is not rewritten
    watcher = Watcher(path, GAMES)
    file, loaded = resume(path, GAMES)
    with file:
        assert file.old_copy is not None
        for _ in range(2):
            play_first_move(loaded.match)
            file.keep(loaded.match)
            assert len(watcher.poll()) == 1
    assert watcher.damage is None
    assert watcher.match.state.digest() == loaded.match.state.digest()


def test_a_game_with_its_original_cards_is_listed_as_unfinished(shelf: Shelf):
    (row,) = shelf.list_saves(GAMES)
    assert (row.damage, row.edition, row.decisions, row.finished) == ("", "afterlife", 160, False)
    assert [seat.level for seat in row.seats] == [HUMAN, "scribe"]
    assert shelf.latest_unfinished(GAMES) == row


def play_first_move(match: Match) -> None:
    match.play(match.game.action(match.state, match.state.legal_moves()[0]))
