"""The story of a game with rounds and phases in place of turns: headings, and what came since your own answer."""

from engine.core.game import HUMAN, Seat, Setup
from engine.core.history.match import Match
from engine.core.variant import Variant
from tests.games.caravans.game import CARAVANS
from vok_tui.game.session import Session

PHASES = ["round 1, loading", "round 1, spying", "round 1, travelling", "round 2, loading"]


def three(*levels: str) -> Session:
    seats = tuple(Seat(name, level) for name, level in zip(("Ann", "Bob", "Eve"), levels, strict=True))
    return Session(Match(CARAVANS, Setup("caravans", seats, 3, Variant("base", ("2", "yes")))))


def answer(session: Session, count: int) -> None:
    """The first answer to each of the next questions, whoever is asked."""
    for _ in range(count):
        session.answer(session.node, CARAVANS.action(session.state, session.state.legal_moves()[0]))


def test_answers_of_all_players_in_one_phase_are_one_chapter():
    session = three(HUMAN, "scribe", "scribe")
    answer(session, 10)
    assert [told.chapter.title for told in session.story()] == PHASES
    assert {sentence.seat for sentence in session.story()[0].sentences} == {0, 1, 2}


def test_since_your_turn_is_what_came_after_your_last_answer_in_a_phase_of_all():
    session = three(HUMAN, "scribe", "scribe")
    answer(session, 3)
    since = session.story_since_your_turn()
    assert [told.chapter.title for told in since] == PHASES[:1]
    assert [sentence.text for sentence in since[0].sentences] == ["Bob loads a card.", "Eve loads a card."]


def test_back_to_the_start_of_your_turn_leads_to_your_question_of_the_phase():
    session = three(HUMAN, "scribe", "scribe")
    answer(session, 6)
    session.to_turn_start()
    assert (session.asks_viewer, session.match.game.chapter(session.state).title) == (True, PHASES[1])
    session.to_turn_start()
    assert session.match.game.chapter(session.state).title == PHASES[0]


def test_taking_back_what_only_an_opponent_looked_at_is_no_peeking_and_your_own_look_is():
    for spy, peeked in ((0, True), (1, False)):
        session = three(HUMAN, "scribe", "scribe")
        answer(session, 3)
        for seat in range(spy + 1):
            text = "spy on seat 3" if seat == spy else "wait"
            session.answer(session.node, CARAVANS.parse(session.state, text))
        session.undo()
        assert session.peeked == peeked
