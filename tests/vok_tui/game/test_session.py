"""The session: late answers, undo, saving, and the story that a viewer reads."""

import pytest

from ai.levels import SHABTI
from engine.core.action import Action
from engine.core.errors import IllegalAction
from engine.core.game import HUMAN, NOBODY
from engine.core.match import Match
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.table.table_helpers import end_turn, new_game, play, session_at, travel
from vok_tui.game.session import Session

PYRAMID = "Statue of Isis, Boat, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Hapy Canopic Jar, 2 Statue of Thoth"
DECK = "5 Urn, 2 Shabti, 2 Box of Food"


def two_seats(*levels: str) -> Session:
    hands = ("Shabti, Urn, 2 Box of Food", "Urn, Shabti, 2 Box of Food")
    return session_at(table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=(DECK, DECK)), *levels)


def digest(session: Session) -> int:
    return session.match.state.digest()


def action(session: Session, text: str) -> Action:
    return VALLEY.parse(session.match.state, text)


def test_a_late_answer_is_ignored():
    session = two_seats()
    late_answer = (session.node, action(session, "entomb Urn"))
    play(session, "execute Box of Food")
    before = digest(session), len(session.match.log)
    assert not session.answer(*late_answer)
    assert (digest(session), len(session.match.log)) == before


def test_an_answer_that_is_not_offered_changes_nothing():
    session = two_seats()
    before = digest(session)
    with pytest.raises(IllegalAction):
        session.answer(session.node, Action("take", (0,)))
    assert digest(session) == before


def test_undo_returns_to_the_last_question_that_a_human_answered():
    session = two_seats()
    play(session, "buy Boat with Box of Food, Box of Food", "let Tyet Amulet fall")
    last = session.node
    end_turn(session)
    play(session, "entomb Urn", "buy Statue of Isis with Box of Food, Box of Food")
    travel(session, "undo")
    assert session.node == last
    assert session.asks_viewer
    assert session.thinker_request() is None


def test_there_is_nothing_to_undo_at_the_first_question():
    session = two_seats()
    assert not session.can_go("undo")
    travel(session, "undo")
    session.go_to(session.destination_node("turn_start"))
    assert session.node == 0


def test_the_same_answers_after_an_undo_lead_to_the_same_game():
    session = two_seats()
    texts = ("execute Box of Food", "entomb Urn", "end turn", "sacrifice Boat from the pyramid")
    play(session, *texts)
    before = digest(session)
    while session.can_go("undo"):
        travel(session, "undo")
    assert session.node == 0
    play(session, *texts)
    assert digest(session) == before


def test_redo_leads_to_the_next_question_for_a_human():
    session = two_seats()
    end_turn(session)
    play(session, "entomb Shabti")
    end_turn(session)
    end = session.node
    assert session.asks_viewer
    travel(session, "undo")
    assert session.node != end
    travel(session, "redo")
    assert session.node == end
    assert not session.can_redo


def test_another_answer_after_an_undo_starts_a_variation():
    session = two_seats()
    play(session, "entomb Urn")
    first = session.node
    travel(session, "undo")
    play(session, "entomb Shabti")
    second = session.node
    travel(session, "undo")
    assert session.match.log.children[0] == [first, second]
    travel(session, "redo")
    assert session.node == second


def test_back_to_turn_start_leads_first_to_this_turn_then_to_the_one_before():
    session = two_seats()
    play(session, "entomb Urn")
    end_turn(session)
    end_turn(session)
    start = session.node
    play(session, session.choices()[0].text)
    session.go_to(session.destination_node("turn_start"))
    assert session.node == start
    session.go_to(session.destination_node("turn_start"))
    assert session.node == 0


def test_undoing_a_draw_is_peeking_and_undoing_an_entombment_is_not():
    session = two_seats()
    play(session, "entomb Urn")
    travel(session, "undo")
    assert not session.match.peeked
    play(session, "execute Box of Food")
    travel(session, "undo")
    assert session.match.peeked


def test_there_are_no_choices_while_an_opponent_is_asked():
    session = two_seats()
    end_turn(session)
    assert session.mover == 1
    assert session.choices() == []


def test_a_request_can_be_replayed_to_the_position():
    session = new_game(HUMAN, SHABTI)
    end_turn(session)
    request = session.thinker_request()
    assert request is not None
    match = Match(VALLEY, request.setup)
    for step in request.steps:
        match.play_step(step)
    assert match.state.digest() == digest(session)
    assert (request.viewer, request.player.text, request.node) == (1, SHABTI, session.node)


def test_every_answer_is_flushed_to_disk_before_it_is_shown():
    calls: list[tuple[str, int]] = []

    class RecordingFile:
        def keep(self, match: Match) -> None:
            calls.append(("keep", len(match.log.journal)))

        def flush(self) -> None:
            calls.append(("flush", 0))

    match = two_seats().match
    session = Session(match, RecordingFile())
    session.answer(0, action(session, "entomb Urn"))
    assert calls == [("keep", 1), ("flush", 0)]
    travel(session, "undo")
    assert calls[2:] == [("keep", 2), ("flush", 0)]


def test_a_full_disk_does_not_stop_the_game():
    class FullDisk:
        def keep(self, match: Match) -> None:
            raise OSError("no space left")

        def flush(self) -> None: ...

    session = Session(two_seats().match, FullDisk())
    with pytest.raises(OSError, match="no space"):
        session.answer(0, action(session, "entomb Urn"))
    assert session.node == 1


def test_the_story_does_not_name_a_card_that_an_opponent_draws():
    session = two_seats()
    end_turn(session)
    play(session, "execute Box of Food")
    opponent_texts = [sentence.text for turn in session.story() for sentence in turn.sentences if sentence.seat == 1]
    assert opponent_texts == ["Nefertari executes Box of Food.", "Nefertari draws a card."]


def test_the_story_goes_back_with_an_undo():
    session = two_seats()
    play(session, "entomb Urn")
    assert [sentence.text for sentence in session.story()[0].sentences] == ["You entomb Urn."]
    travel(session, "undo")
    assert session.story() == []


def test_the_story_since_your_turn_contains_only_other_seats():
    session = two_seats()
    end_turn(session)
    play(session, "entomb Shabti")
    end_turn(session)
    since = session.story_since_your_turn()
    assert [turn.chapter.seat for turn in since] == [1]
    assert since[0].sentences[0].text == "Nefertari entombs Shabti."
    play(session, session.choices()[0].text)
    assert session.story_since_your_turn() == since


def test_a_second_human_sees_their_cards_only_after_switching_seats():
    session = two_seats(HUMAN, HUMAN)
    session.match.play(action(session, "end turn"))
    session.match.play(action(session, "sacrifice Censer from the pyramid"))
    assert (session.viewer, session.seat_to_take_keyboard) == (0, 1)
    assert session.choices() == []
    session.hand_keyboard_over()
    assert (session.viewer, session.seat_to_take_keyboard) == (1, NOBODY)
    assert session.choices()
