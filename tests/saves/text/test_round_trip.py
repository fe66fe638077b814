"""A game that is written as text and read again is the same game, with its tree, annotations and head."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from saves import Header, Shelf, load, verify
from saves.format.frames import U64_MASK
from saves.text import TextRefused, read_game, write_game
from saves.text.playing import save_played_text_once
from tests.saves.text.random_trees import GAMES, play_on, random_setup, random_tree, tree_of

SEEDS = st.integers(0, 1 << 32)


@pytest.mark.parametrize("form", ["text", "json"])
@given(SEEDS)
@settings(max_examples=10)
def test_a_tree_with_annotations_and_jumps_is_read_as_it_was_written(form: str, seed: int):
    match, header = random_tree(seed)
    text = write_game(match, header, form, ended=1_700_000_500)
    played = read_game(text.encode(), GAMES)
    assert played.fault is None
    assert tree_of(played.match) == tree_of(match)
    assert played.record.header == header
    assert played.record.ended == 1_700_000_500
    again = write_game(played.match, played.record.header, form, ended=1_700_000_500)
    assert again == text, "a second export gives the same text"


@given(SEEDS, st.booleans())
@settings(max_examples=8)
def test_a_line_holds_the_whole_game_and_names_only_on_demand(seed: int, named: bool):
    rng = random.Random(seed)
    setup = random_setup(rng, humans=False)
    match = Match(GAMES[setup.game], setup)
    play_on(match, rng, 300)
    if named:
        match.mark_helped()
    header = Header("0.1.0", match.game.fingerprint(setup), 1_700_000_000, setup)
    line = write_game(match, header, "line", with_names=named)
    assert line.count("\n") == 1
    assert len(line) <= 4_000
    wrapped = "\r\n  ".join([line[start : start + 70] for start in range(0, len(line), 70)])  # as mail does
    for text in (line, wrapped, f"\ufeff\n  {line}"):
        played = read_game(text.encode(), GAMES)
        assert played.fault is None
        assert (played.match.log.actions, played.match.log.parents) == (match.log.actions, match.log.parents)
        assert played.match.state.digest() == match.state.digest()
        assert played.match.log.is_helped == named
        seats = played.match.setup.seats
        assert [(seat.level, seat.simulations) for seat in seats] == [(s.level, s.simulations) for s in setup.seats]
        expected = [seat.name for seat in setup.seats] if named else [f"Player {n}" for n in range(1, len(seats) + 1)]
        assert [seat.name for seat in seats] == expected
        read = played.match.setup
        assert (read.seed, read.rules, read.values) == (setup.seed, setup.rules, setup.values)


def test_a_line_holds_the_path_to_the_head(tmp_path):
    match, header = random_tree(4711)
    match.goto(0)
    play_on(match, random.Random(1), 12)
    end = match.log.path(match.log.head)
    played = read_game(write_game(match, header, "line").encode(), GAMES)
    assert played.match.log.actions[1:] == [match.log.actions[node] for node in end[1:]]


@given(SEEDS)
@settings(max_examples=10)
def test_an_imported_game_is_a_valid_save_of_the_same_tree(tmp_path_factory, seed: int):
    match, header = random_tree(seed)
    shelf = Shelf(tmp_path_factory.mktemp("home"))
    played = read_game(write_game(match, header).encode(), GAMES)
    assert played.fault is None
    path = save_played_text_once(shelf, played).path
    assert save_played_text_once(shelf, played).path == path
    loaded = load(path, GAMES)
    assert (loaded.damage, verify(path, GAMES).notes) == (None, ())
    assert tree_of(loaded.match) == tree_of(match)


@pytest.mark.parametrize("form", ["text", "json", "line"])
def test_an_unfinished_game_with_a_human_is_not_exported(form: str):
    refused = written = 0
    for seed in range(60):
        rng = random.Random(seed)
        setup = random_setup(rng)
        match = Match(GAMES[setup.game], setup)
        play_on(match, rng, rng.choice((2, 400)))
        header = Header("0.1.0", match.game.fingerprint(setup), 1_700_000_000, setup)
        has_human = any(seat.level == HUMAN for seat in setup.seats)
        if has_human and not match.is_over:
            with pytest.raises(TextRefused, match="is not over"):
                write_game(match, header, form)
            refused += 1
        else:
            assert write_game(match, header, form)
            written += 1
    assert refused > 5
    assert written > 5


def test_a_game_continued_after_its_end_is_not_exported():
    rng = random.Random(3)
    setup = random_setup(rng)
    while setup.game != "valley" or all(seat.level != HUMAN for seat in setup.seats):
        setup = random_setup(rng)
    match = Match(GAMES["valley"], setup)
    play_on(match, rng, 2000)
    assert match.is_over
    header = Header("0.1.0", match.game.fingerprint(setup), 1_700_000_000, setup)
    node = next(node for node in range(1, len(match.log)) if match.at(node).move_count > 1)
    match.goto(node)
    assert write_game(match, header), "the head is an earlier position of a finished game"
    others = match.state.legal_moves()
    played = [match.log.actions[child] for child in match.log.children[node]]
    other = next(action for move in others if (action := match.game.action(match.state, move)) not in played)
    match.play(other)
    with pytest.raises(TextRefused):
        write_game(match, header)


@pytest.mark.parametrize("form", ["text", "json", "line"])
def test_a_node_of_an_unknown_entry_is_not_left_out(form: str):
    match, header = random_tree(11)
    log = match.log
    log.parents.append(0)
    log.actions.append(Action("rearranged"))
    log.children.append([])
    with pytest.raises(TextRefused, match="cannot be written as text"):
        write_game(match, header, form)


def test_the_score_says_each_step_in_words():
    match, header = random_tree(11)
    text = write_game(match, header)
    assert all(line == line.rstrip() and len(line) < 600 for line in text.splitlines())
    for node in range(1, len(match.log)):
        if node not in match.log.redraws:
            state = match.at(match.log.parents[node])
            assert f"; {match.game.say(state, match.log.actions[node])}\n" in text


@pytest.mark.parametrize("actions", [0, 5])
def test_a_line_holds_the_reshuffles_on_its_path(actions: int) -> None:
    match = Match(GAMES["caravans"], Setup("caravans", (Seat("Ann", "scribe"), Seat("Ben", "scribe")), 3))
    play_on(match, random.Random(1), actions)
    match.reshuffle(match.log.head, match.mover(match.log.head), 7)
    play_on(match, random.Random(2), actions)
    header = Header("0.1.0", match.game.fingerprint(match.setup) & U64_MASK, 1, match.setup)
    line = write_game(match, header, "line")
    assert line.startswith("vok2:")
    played = read_game(line.encode(), GAMES)
    assert (played.fault, played.match.state.digest()) == (None, match.state.digest())
    assert [*played.match.log.redraws.values()] == [*match.log.redraws.values()]
