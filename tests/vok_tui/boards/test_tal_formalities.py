"""A question with one answer is answered and recorded without being shown."""

from ai.levels import SHABTI
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.match import Match
from engine.tal.game import TAL
from tests.vok_tui.screens.table.table_helpers import travel
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
