"""Answers that are tried in the analysis of a finished game: variations after its end, which do not change the game."""

from pathlib import Path

import pytest

from engine.core.action import Action
from engine.core.errors import IllegalAction, UnknownNode
from engine.core.game import Seat, Setup
from engine.core.match import Match
from saves import Header, load, verify
from saves.annotate import retract_last_annotation_or_try, write_tried_answer
from saves.format.frames import SEAL_STRUCT
from saves.text import FORMATS, read_game, write_game
from tests.games.tictactoe import TICTACTOE
from tests.saves.heap import APP, CREATED, GAMES, STEPS_TO_END, play_steps, write_closed_save
from tests.saves.raw import PREFIX_BYTES

ONE, THREE = Action("take", (1,)), Action("take", (3,))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_closed_save(tmp_path / "a.vok", STEPS_TO_END)
    return tmp_path / "a.vok"


def game_of(path: Path) -> tuple[object, ...]:
    """Everything about a finished game except its variations."""
    loaded = load(path, GAMES)
    match = loaded.match
    return (
        loaded.damage,
        loaded.finished,
        loaded.label,
        loaded.last_played,
        match.log.head,
        match.state.digest(),
        match.peeked,
    )


def test_a_tried_answer_is_a_variation_and_does_not_change_the_game(path: Path) -> None:
    before, data, nodes = game_of(path), path.read_bytes(), len(load(path, GAMES).match.log)
    write_tried_answer(path, GAMES, 5, ONE)
    write_tried_answer(path, GAMES, nodes, THREE)  # continues the first one
    match = load(path, GAMES).match
    assert match.log.parents[nodes:] == [5, nodes]
    assert match.log.actions[nodes:] == [ONE, THREE]
    assert match.scores(nodes) == tuple(match.game.scores(match.at(nodes)))
    assert game_of(path) == before
    start = PREFIX_BYTES + SEAL_STRUCT.size
    assert path.read_bytes()[start : len(data)] == data[start:], "the earlier entries are unchanged"
    assert verify(path, GAMES).notes == ()


def test_undo_retracts_only_tried_answers(path: Path) -> None:
    before, nodes = game_of(path), len(load(path, GAMES).match.log)
    for _ in range(2):  # the second time after an undo
        write_tried_answer(path, GAMES, 5, ONE)
        assert not write_tried_answer(path, GAMES, nodes, THREE).is_withdrawn(nodes + 1)
        assert retract_last_annotation_or_try(path, GAMES).is_withdrawn(nodes + 1)
        annotations = retract_last_annotation_or_try(path, GAMES)
        assert annotations.is_withdrawn(nodes)
        assert annotations.last_retractable_index() == -1
        assert retract_last_annotation_or_try(path, GAMES).last_retractable_index() == -1
    assert len(load(path, GAMES).match.log) == nodes + 2, "nothing is deleted"
    assert game_of(path) == before


def test_trying_a_played_answer_does_not_make_it_retractable(path: Path) -> None:
    log = load(path, GAMES).match.log
    child = log.children[5][0]
    annotations = write_tried_answer(path, GAMES, 5, log.actions[child])
    assert annotations.last_retractable_index() == -1
    assert not retract_last_annotation_or_try(path, GAMES).is_withdrawn(child)


@pytest.mark.parametrize(
    ("node", "action", "error"),
    [(5, Action("take", (4,)), IllegalAction), (-1, ONE, UnknownNode), (9_999, ONE, UnknownNode)],
)
def test_an_impossible_try_is_refused_and_the_file_stays_unchanged(
    path: Path, node: int, action: Action, error: type[Exception]
) -> None:
    data = path.read_bytes()
    with pytest.raises(error):
        write_tried_answer(path, GAMES, node, action)
    assert load(path, GAMES).damage is None
    assert path.read_bytes()[PREFIX_BYTES + SEAL_STRUCT.size :] == data[PREFIX_BYTES + SEAL_STRUCT.size :]


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "line"])
def test_a_text_of_the_game_has_the_variations_of_the_analysis(form: str) -> None:
    setup = Setup("tictactoe", (Seat("Ann"), Seat("Bob")), 7)
    match = Match(TICTACTOE, setup)
    play_steps(match, [0] * 9)
    assert match.is_over
    for node in (0, 2):
        state = match.at(node)
        match.try_action(node, TICTACTOE.action(state, state.legal_moves()[-1]))
    text = write_game(match, Header(APP, TICTACTOE.fingerprint(setup), CREATED, setup), form)
    read = read_game(text.encode(), {"tictactoe": TICTACTOE})
    assert read.fault is None
    log, other = match.log, read.match.log
    assert (other.parents, other.actions, other.head) == (log.parents, log.actions, log.head)
