"""Reshuffled branches: the cards drawn are in the save, replay the same, and are checked against what the seat knew."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import ImpossibleRedraw
from engine.core.game import NOBODY, Game, Setup
from engine.core.journal import Entry, Reshuffled
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.redraw import MAX_DRAWN_CHARS, MAX_REDRAWS, split_drawn
from saves.errors import BadRedraw
from saves.format.entries import read_record, write_record
from saves.match_reader import load
from saves.save_file import SaveFile
from saves.save_info import read_save_info
from saves.verify import verify
from tests.contract.tables import HIDDEN, Table
from tests.games.kuhn import KUHN
from tests.tables import each_row

GAMES: dict[str, Game[Any]] = {table.game.name(): table.game for table in HIDDEN}


def play_on(match: Match, moves: int, seed: int) -> None:
    for step in range(moves):
        menu = match.state.legal_moves()
        if menu:
            match.play(match.game.action(match.state, menu[seeded_hash(seed, step) % len(menu)]))


def reshuffled(table: Table, seed: int = 1) -> Match:
    """A random game that is reshuffled a few times and continues after that."""
    match = Match(table.game, table.setup(seed))
    for turn in range(4):
        play_on(match, 25, seeded_hash(seed, turn))
        node = seeded_hash(seed, turn, 1) % len(match.log)
        if match.mover(node) != NOBODY and not match.is_over:
            match.reshuffle(node, match.mover(node), seeded_hash(seed, turn, 2) >> 2)
    if not match.is_over:
        play_on(match, 5, seed)
    return match


def write_save(match: Match, path: Path) -> Path:
    with SaveFile.create(path, match.setup, match.game, "tests", 0) as file:
        file.keep(match)
    return path


@pytest.mark.parametrize("table", HIDDEN, ids=str)
def test_a_reshuffled_branch_replays_the_same_after_save_and_load(table: Table, tmp_path: Path) -> None:
    match = reshuffled(table)
    path = write_save(match, tmp_path / "a.vok")
    loaded = load(path, GAMES)
    assert loaded.damage is None
    assert loaded.match.log.journal == match.log.journal
    assert loaded.match.log.redraws == match.log.redraws
    for node in range(len(match.log)):
        assert loaded.match.at(node).digest() == match.at(node).digest()
    assert verify(path, GAMES).is_sound
    assert read_save_info(path, 0, GAMES).label.reshuffled == match.was_ever_reshuffled


@each_row("table", HIDDEN)
def test_a_reshuffle_changes_only_what_the_seat_does_not_see(table: Table) -> None:
    match = reshuffled(table)
    game, different = match.game, False
    for node, redraw in match.log.redraws.items():
        before, after = match.at(match.log.parents[node]), match.at(node)
        assert (after.mover, after.legal_moves()) == (before.mover, before.legal_moves())
        assert game.view(after, redraw.seat) == game.view(before, redraw.seat)
        assert table.census(after) == table.census(before)
        different = different or after.digest() != before.digest()
    assert different or len(match.log) < 30


def test_a_replay_reads_the_cards_drawn_from_the_save() -> None:
    """A later version may deal differently."""
    match = reshuffled(HIDDEN[-1])
    game = match.game
    other_dealing: Any = type(
        "OtherDealing",
        (type(game),),
        {"determinize": lambda self, state, viewer, seed: game.determinize(state, viewer, 99)},
    )
    again = Match(other_dealing(), match.setup)
    for entry in match.log.journal:
        again.replay(entry)
    assert again.log.redraws
    assert again.state.digest() == match.state.digest()


def valley(players: int = 3) -> Match:
    table = next(table for table in HIDDEN if table.game.name() == "valley" and table.players == players)
    match = Match(table.game, table.setup(2))
    play_on(match, 30, 5)
    while match.mover(match.log.head) != 0:
        play_on(match, 1, len(match.log))
    match.reshuffle(match.log.head, 0, 7)
    return match


def redraw_at_head(match: Match) -> dict[str, Any]:
    return dict(json.loads(match.log.redraws[match.log.head].drawn))


IMPOSSIBLE = {
    "a card too many": lambda drawn: drawn["seat"]["2"]["hand"].append("Urn"),
    "another card than those in the game": lambda drawn: drawn["seat"]["2"]["hand"].__setitem__(0, "Anubis"),
    "an unknown card": lambda drawn: drawn["seat"]["2"]["hand"].__setitem__(0, "No such card"),
    "the seat's own hand": lambda drawn: drawn["seat"].update({"0": {"hand": ["Urn"]}}),
    "points": lambda drawn: drawn["seat"].update({"0": {"tomb": ["Urn", "Urn"]}}),
    "the turn": lambda drawn: drawn.update({"turn": 40}),
    "whose turn it is": lambda drawn: drawn.update({"active": 1}),
    "luck out of range": lambda drawn: drawn.update({"luck": [-1] * 7}),
    "a missing seat": lambda drawn: drawn["seat"].update({"9": {"hand": []}}),
    "an unknown table": lambda drawn: drawn.update({"nothing": {"a": 1}}),
    "a missing hand": lambda drawn: drawn["seat"]["2"].update({"hand": None}),
    "a number in place of a list": lambda drawn: drawn["seat"]["2"].update({"hand": 1.5}),
    "nothing in place of a card": lambda drawn: drawn["seat"]["2"]["hand"].__setitem__(0, None),
    "a table in place of a card": lambda drawn: drawn["seat"]["2"]["hand"].__setitem__(0, {"hand": []}),
    "no number": lambda drawn: drawn.update({"luck": [float("nan")] * 7}),
    "deep lists": lambda drawn: drawn.update({"stack": json.loads("[" * 300 + "]" * 300)}),
}


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_an_impossible_redraw_is_refused_in_one_sentence(change: str, tmp_path: Path) -> None:
    match = valley()
    drawn = redraw_at_head(match)
    IMPOSSIBLE[change](drawn)
    text = json.dumps(drawn, separators=(",", ":"))
    forged = Match(match.game, match.setup)
    for entry in match.log.journal[:-1]:
        forged.replay(entry)
    digest, nodes = forged.state.digest(), len(forged.log)
    with pytest.raises(ImpossibleRedraw):
        forged.repeat_redraw(forged.log.head, 0, text)
    assert (forged.state.digest(), len(forged.log)) == (digest, nodes)

    last = match.log.journal[-1]
    assert isinstance(last, Reshuffled)
    match.log.journal[-1] = replace(last, drawn=text)
    path = write_save(match, tmp_path / "a.vok")
    loaded = load(path, GAMES)
    assert isinstance(loaded.damage, BadRedraw)
    assert (loaded.match.state.digest(), len(loaded.match.log)) == (digest, nodes)
    sentence = str(verify(path, GAMES))
    assert "contains an impossible reshuffle in entry" in sentence
    assert sentence.count("\n") == 0


@pytest.mark.parametrize(
    "drawn", ["", "[]", "{", "7", "[" * 3000, "x" * (MAX_DRAWN_CHARS + 1), '{"luck":1e999}', '"ß"']
)
def test_a_redraw_with_an_invalid_text_is_refused(drawn: str) -> None:
    match = valley()
    with pytest.raises(ImpossibleRedraw):
        match.repeat_redraw(match.log.parents[match.log.head], 0, drawn)


def test_only_the_seat_to_move_can_reshuffle() -> None:
    match = valley()
    with pytest.raises(ImpossibleRedraw):
        match.reshuffle(match.log.head, 1, 3)


def test_a_long_redraw_is_written_in_parts_and_takes_effect_with_the_last(tmp_path: Path) -> None:
    match = valley()
    entry = match.log.journal.pop()
    assert isinstance(entry, Reshuffled)
    half = len(entry.drawn) // 2
    parts = [
        replace(entry, drawn=text, part=part, parts=2)
        for part, text in enumerate((entry.drawn[:half], entry.drawn[half:]))
    ]
    again = Match(match.game, match.setup)
    for before in match.log.journal:
        again.replay(before)
    head = again.log.head
    again.replay(parts[0])
    assert again.log.head == head
    with pytest.raises(ImpossibleRedraw):
        again.replay(replace(parts[1], node=0))
    for part in parts:
        again.replay(part)
    assert again.state.digest() == match.state.digest()
    loaded = load(write_save(again, tmp_path / "a.vok"), GAMES)
    assert (loaded.damage, loaded.match.state.digest()) == (None, match.state.digest())
    assert split_drawn("x" * 4500) == ["x" * 2000, "x" * 2000, "x" * 500]


def test_older_versions_cannot_skip_a_reshuffle() -> None:
    entry: Entry = Reshuffled(3, 1, '{"luck":1}')
    body = write_record(entry)
    assert body == [3, '{"luck":1}', 3, 1, 0, 1]
    assert read_record(body) == entry
    for wrong in ([3, "", 3, 1, 1, 1], [3, "", 3, 9, 0, 1], [3, "", 3, 1, 0, 0], [3, "", 3, 1, 0, 4], [3, "", 3]):
        with pytest.raises(ValueError, match=r"number|unpack"):
            read_record(wrong)


def test_the_number_of_reshuffles_is_limited() -> None:
    match = Match(KUHN, Setup("kuhn", Table(KUHN, 2).setup(1).seats, 1))
    for seed in range(MAX_REDRAWS):
        match.reshuffle(0, 0, seed)
    with pytest.raises(ImpossibleRedraw):
        match.reshuffle(0, 0, 1)


def test_undoing_a_reshuffle_is_peeking_but_reshuffling_is_not() -> None:
    match = valley(2)
    start = match.log.head
    play_on(match, 12, 3)
    assert match.is_peek_for_humans(match.log.head, start)
    later = match.log.head
    match.reshuffle(start, 0, 11)
    assert not match.peeked
    assert match.is_peek_for_humans(match.log.head, start)
    assert not match.is_peek_for_humans(match.log.head, later)
    match.goto(later)
    assert not match.peeked
    match.reshuffle(start, 0, 12)
    match.goto(start)
    assert match.peeked
