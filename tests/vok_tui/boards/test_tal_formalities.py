"""A question with one answer is answered and recorded without being shown."""

from ai.levels import SHABTI
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.match import Match
from engine.tal.game import TAL
from tests.vok_tui.table.table_helpers import travel
from vok_tui.game.session import Session

BLANK = "lay a blank beside lot 1"
NO_MORE = "lay no more here"


def session_of(*levels: str) -> Session:
    return Session(Match(TAL, Setup("tal", tuple(Seat(level, level) for level in levels), 3)))


def play(session: Session, *answers: str) -> None:
    for answer in answers:
        assert session.answer(session.node, TAL.parse(session.state, answer))


def test_the_only_answer_is_given_and_recorded():
    session = session_of(HUMAN, SHABTI)
    play(session, BLANK, BLANK, BLANK)
    before = session.match.public_decision_count(session.node)
    play(session, BLANK)
    assert session.match.public_decision_count(session.node) == before + 2
    assert session.choices()[0].text == "lay the 4 beside lot 2"


def test_undo_and_redo_skip_a_formality():
    session = session_of(HUMAN, SHABTI)
    play(session, BLANK, BLANK, BLANK, BLANK)
    end = session.node
    travel(session, "undo")
    assert BLANK in [choice.text for choice in session.choices()]
    travel(session, "redo")
    assert session.node == end


def test_a_formality_is_answered_for_any_human_seat():
    session = session_of(SHABTI, HUMAN)
    while session.mover == 0:
        play(session, NO_MORE)
    play(session, BLANK, BLANK, BLANK, BLANK)
    assert session.asks_viewer
    assert len(session.choices()) > 1


def test_an_opponent_answers_a_formality_itself():
    """So it takes as long as any other answer of an opponent."""
    session = session_of(SHABTI, HUMAN)
    play(session, BLANK, BLANK, BLANK, BLANK)
    assert session.mover == 0
    assert session.state.move_count == 1


def test_a_spectator_steps_through_formalities_too():
    session = session_of(SHABTI, SHABTI)
    play(session, BLANK, BLANK, BLANK, BLANK, NO_MORE)
    assert session.viewer == NOBODY
    travel(session, "undo")
    assert session.state.move_count == 1
