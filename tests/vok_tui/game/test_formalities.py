"""A question with one answer that is asked only so that the number of questions tells nothing: it is in the log, and no person is
shown it."""

import pytest

from engine.core.game import HUMAN
from engine.tal.data.board import SITE_COUNT
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.engine.tal.table import table
from tests.vok_tui.boards.tal_session import at_table
from vok_tui.game.session import Session

OWNED = dict.fromkeys(range(1, int(SITE_COUNT) + 1), 1)  # so there is nothing to claim


def answer(session: Session, text: str) -> None:
    assert session.answer(session.node, TAL.parse(session.match.state, text))  # type: ignore[arg-type]


def asked(session: Session) -> str:
    return session.question().text


@pytest.fixture
def orders() -> TalState:
    return table("orders", owners=OWNED)


def test_it_is_answered_and_recorded_at_once(orders: TalState) -> None:
    session = at_table(orders)
    answer(session, "stop at 17")
    assert "second overseer stop" in asked(session)
    log = session.match.log
    assert [log.actions[node].verb for node in log.path(log.head)[1:]] == ["stop", "claim_none"]
    answer(session, "stop at 18")
    assert session.mover == 1
    assert "first overseer stop" in asked(session)


def test_undo_and_redo_pass_it(orders: TalState) -> None:
    session = at_table(orders)
    answer(session, "stop at 17")
    after = session.node
    session.undo()
    assert session.node == 0
    session.redo()
    assert session.node == after


def test_a_question_with_two_answers_is_shown() -> None:
    session = at_table(table("orders", owners={site: 1 for site in OWNED if site != 11}))
    answer(session, "stop at 18")
    assert "first overseer claim" in asked(session)
    assert len(session.choices()) == 2


def test_of_an_opponent_it_is_asked_as_every_other_question(orders: TalState) -> None:
    session = at_table(orders, HUMAN, "shabti")
    for text in ("stop at 17", "stop at 18"):
        answer(session, text)
    assert session.mover == 1
    answer(session, "stop at 17")
    assert session.mover == 1
    assert "first overseer claim" in asked(session)
    assert session.request() is not None
