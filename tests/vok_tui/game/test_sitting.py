"""The sitting: late answers, undo, saving, and the story that a viewer reads."""

import pytest

from ai.levels import SHABTI
from engine.core.action import Action
from engine.core.errors import IllegalAction
from engine.core.game import HUMAN, NOBODY
from engine.core.match import Match
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.screens.table.table_helpers import end_turn, new_game, play, sitting_at, travel
from vok_tui.game.sitting import Sitting

PYRAMID = "Statue of Isis, Boat, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Hapy Canopic Jar, 2 Statue of Thoth"
DECK = "5 Urn, 2 Shabti, 2 Box of Food"


def two_seats(*levels: str) -> Sitting:
    hands = ("Shabti, Urn, 2 Box of Food", "Urn, Shabti, 2 Box of Food")
    return sitting_at(table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=(DECK, DECK)), *levels)


def digest(sitting: Sitting) -> int:
    return sitting.match.state.digest()


def action(sitting: Sitting, text: str) -> Action:
    return VALLEY.parse(sitting.match.state, text)


def test_a_late_answer_is_ignored():
    sitting = two_seats()
    late_answer = (sitting.node, action(sitting, "entomb Urn"))
    play(sitting, "execute Box of Food")
    before = digest(sitting), len(sitting.match.log)
    assert not sitting.answer(*late_answer)
    assert (digest(sitting), len(sitting.match.log)) == before


def test_an_answer_that_is_not_offered_changes_nothing():
    sitting = two_seats()
    before = digest(sitting)
    with pytest.raises(IllegalAction):
        sitting.answer(sitting.node, Action("take", (0,)))
    assert digest(sitting) == before


def test_undo_returns_to_the_last_question_that_a_human_answered():
    sitting = two_seats()
    play(sitting, "buy Boat with Box of Food, Box of Food", "let Tyet Amulet fall")
    last = sitting.node
    end_turn(sitting)
    play(sitting, "entomb Urn", "buy Statue of Isis with Box of Food, Box of Food")
    travel(sitting, "undo")
    assert sitting.node == last
    assert sitting.asks_viewer
    assert sitting.thinker_request() is None


def test_there_is_nothing_to_undo_at_the_first_question():
    sitting = two_seats()
    assert not sitting.can_go("undo")
    travel(sitting, "undo")
    sitting.go_to(sitting.destination_node("turn_start"))
    assert sitting.node == 0


def test_the_same_answers_after_an_undo_lead_to_the_same_game():
    sitting = two_seats()
    texts = ("execute Box of Food", "entomb Urn", "end turn", "sacrifice Boat from the pyramid")
    play(sitting, *texts)
    before = digest(sitting)
    while sitting.can_go("undo"):
        travel(sitting, "undo")
    assert sitting.node == 0
    play(sitting, *texts)
    assert digest(sitting) == before


def test_redo_leads_to_the_next_question_for_a_human():
    sitting = two_seats()
    end_turn(sitting)
    play(sitting, "entomb Shabti")
    end_turn(sitting)
    end = sitting.node
    assert sitting.asks_viewer
    travel(sitting, "undo")
    assert sitting.node != end
    travel(sitting, "redo")
    assert sitting.node == end
    assert not sitting.can_redo


def test_another_answer_after_an_undo_starts_a_variation():
    sitting = two_seats()
    play(sitting, "entomb Urn")
    first = sitting.node
    travel(sitting, "undo")
    play(sitting, "entomb Shabti")
    second = sitting.node
    travel(sitting, "undo")
    assert sitting.match.log.children[0] == [first, second]
    travel(sitting, "redo")
    assert sitting.node == second


def test_back_to_turn_start_leads_first_to_this_turn_then_to_the_one_before():
    sitting = two_seats()
    play(sitting, "entomb Urn")
    end_turn(sitting)
    end_turn(sitting)
    start = sitting.node
    play(sitting, sitting.choices()[0].text)
    sitting.go_to(sitting.destination_node("turn_start"))
    assert sitting.node == start
    sitting.go_to(sitting.destination_node("turn_start"))
    assert sitting.node == 0


def test_undoing_a_draw_is_peeking_and_undoing_an_entombment_is_not():
    sitting = two_seats()
    play(sitting, "entomb Urn")
    travel(sitting, "undo")
    assert not sitting.match.peeked
    play(sitting, "execute Box of Food")
    travel(sitting, "undo")
    assert sitting.match.peeked


def test_there_are_no_choices_while_an_opponent_is_asked():
    sitting = two_seats()
    end_turn(sitting)
    assert sitting.mover == 1
    assert sitting.choices() == []


def test_a_request_can_be_replayed_to_the_position():
    sitting = new_game(HUMAN, SHABTI)
    end_turn(sitting)
    request = sitting.thinker_request()
    assert request is not None
    match = Match(VALLEY, request.setup)
    for step in request.steps:
        match.play_step(step)
    assert match.state.digest() == digest(sitting)
    assert (request.viewer, request.player.text, request.node) == (1, SHABTI, sitting.node)


def test_every_answer_is_flushed_to_disk_before_it_is_shown():
    calls: list[tuple[str, int]] = []

    class RecordingFile:
        def keep(self, match: Match) -> None:
            calls.append(("keep", len(match.log.journal)))

        def flush(self) -> None:
            calls.append(("flush", 0))

    match = two_seats().match
    sitting = Sitting(match, RecordingFile())
    sitting.answer(0, action(sitting, "entomb Urn"))
    assert calls == [("keep", 1), ("flush", 0)]
    travel(sitting, "undo")
    assert calls[2:] == [("keep", 2), ("flush", 0)]


def test_a_full_disk_does_not_stop_the_game():
    class FullDisk:
        def keep(self, match: Match) -> None:
            raise OSError("no space left")

        def flush(self) -> None: ...

    sitting = Sitting(two_seats().match, FullDisk())
    with pytest.raises(OSError, match="no space"):
        sitting.answer(0, action(sitting, "entomb Urn"))
    assert sitting.node == 1


def test_the_story_does_not_name_a_card_that_an_opponent_draws():
    sitting = two_seats()
    end_turn(sitting)
    play(sitting, "execute Box of Food")
    opponent_texts = [sentence.text for turn in sitting.story() for sentence in turn.sentences if sentence.seat == 1]
    assert opponent_texts == ["Nefertari executes Box of Food.", "Nefertari draws a card."]


def test_the_story_goes_back_with_an_undo():
    sitting = two_seats()
    play(sitting, "entomb Urn")
    assert [sentence.text for sentence in sitting.story()[0].sentences] == ["You entomb Urn."]
    travel(sitting, "undo")
    assert sitting.story() == []


def test_the_story_since_your_turn_contains_only_other_seats():
    sitting = two_seats()
    end_turn(sitting)
    play(sitting, "entomb Shabti")
    end_turn(sitting)
    since = sitting.story_since_your_turn()
    assert [turn.chapter.seat for turn in since] == [1]
    assert since[0].sentences[0].text == "Nefertari entombs Shabti."
    play(sitting, sitting.choices()[0].text)
    assert sitting.story_since_your_turn() == since


def test_a_second_human_sees_their_cards_only_after_switching_seats():
    sitting = two_seats(HUMAN, HUMAN)
    sitting.match.play(action(sitting, "end turn"))
    sitting.match.play(action(sitting, "sacrifice Censer from the pyramid"))
    assert (sitting.viewer, sitting.seat_to_take_keyboard) == (0, 1)
    assert sitting.choices() == []
    sitting.hand_keyboard_over()
    assert (sitting.viewer, sitting.seat_to_take_keyboard) == (1, NOBODY)
    assert sitting.choices()
