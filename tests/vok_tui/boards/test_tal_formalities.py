"""A question with one answer is answered and recorded without being shown."""

from ai.levels import SHABTI
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.match import Match
from engine.tal.game import TAL
from tests.engine.tal import table as tables
from tests.vok_tui.screens.table.table_helpers import travel
from vok_tui.boards.tal.board_data import TalBoardData
from vok_tui.boards.tal.lesson import PLACE_NAMES, free_spaces
from vok_tui.game.sitting import Sitting

BLANK = "lay a blank beside lot 1"
NO_MORE = "lay no more here"


def sitting_of(*levels: str) -> Sitting:
    return Sitting(Match(TAL, Setup("tal", tuple(Seat(level, level) for level in levels), 3)))


def play(sitting: Sitting, *answers: str) -> None:
    for answer in answers:
        assert sitting.answer(sitting.node, TAL.parse(sitting.state, answer))


def test_the_only_answer_is_given_and_recorded():
    sitting = sitting_of(HUMAN, SHABTI)
    play(sitting, BLANK, BLANK, BLANK)
    before = sitting.match.public_decision_count(sitting.node)
    play(sitting, BLANK)
    assert sitting.match.public_decision_count(sitting.node) == before + 2
    assert sitting.choices()[0].text == "lay the 4 beside lot 2"


def test_undo_and_redo_skip_a_formality():
    sitting = sitting_of(HUMAN, SHABTI)
    play(sitting, BLANK, BLANK, BLANK, BLANK)
    end = sitting.node
    travel(sitting, "undo")
    assert BLANK in [choice.text for choice in sitting.choices()]
    travel(sitting, "redo")
    assert sitting.node == end


def test_a_formality_is_answered_for_any_human_seat():
    sitting = sitting_of(SHABTI, HUMAN)
    while sitting.mover == 0:
        play(sitting, NO_MORE)
    play(sitting, BLANK, BLANK, BLANK, BLANK)
    assert sitting.asks_viewer
    assert len(sitting.choices()) > 1


def test_an_opponent_answers_a_formality_itself():
    """So it takes as long as any other answer of an opponent."""
    sitting = sitting_of(SHABTI, HUMAN)
    play(sitting, BLANK, BLANK, BLANK, BLANK)
    assert sitting.mover == 0
    assert sitting.state.move_count == 1


def test_a_spectator_steps_through_formalities_too():
    sitting = sitting_of(SHABTI, SHABTI)
    play(sitting, BLANK, BLANK, BLANK, BLANK, NO_MORE)
    assert sitting.viewer == NOBODY
    travel(sitting, "undo")
    assert sitting.state.move_count == 1


def test_the_values_of_a_board_are_said_in_words():
    said = TalBoardData().said_value
    assert [said("suns", value) for value in ("0", "2")] == ["no red sun", "2 red suns"]
    assert said("layered", "3") == "3 points if each layer has one colour"
    assert (said("4", "5"), said("sites", "5")) == ("area 4 borders 5", "sites 5")


def test_a_lesson_names_spaces_to_which_a_figure_can_go():
    state = tables.table("workers")
    tables.play(state, "move a worker from 16")
    view = TAL.view(state, state.mover)
    names = free_spaces(view, view.sites, PLACE_NAMES.index("16"))
    answers = [TAL.say(state, TAL.action(state, move)) for move in state.legal_moves()]
    assert names
    assert [name for name in names if f"go to {name[:-1]}/{name[-1].upper()}" not in answers] == []
