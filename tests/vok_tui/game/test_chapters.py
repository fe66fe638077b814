"""The story of a game with rounds and phases instead of turns: headings, and events since the viewer's last answer."""

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.thieves.game import THIEVES
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.table_kit import CARAVANS_TABLE
from tests.vok_tui.screens.table.table_helpers import travel
from vok_tui.game.navigation import FREE, PEEKED
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Target

PHASES = ["round 1, loading", "round 1, spying", "round 1, travelling", "round 2, loading"]


def three_player_sitting(*levels: str) -> Sitting:
    seats = tuple(Seat(name, level) for name, level in zip(("Ann", "Bob", "Eve"), levels, strict=True))
    return Sitting(Match(CARAVANS, Setup("caravans", seats, 3, Variant("base", ("2", "yes")))))


def answer(sitting: Sitting, count: int) -> None:
    """Give the first answer to each of the next questions, for all seats."""
    for _ in range(count):
        sitting.answer(sitting.node, sitting.match.game.action(sitting.state, sitting.state.legal_moves()[0]))


def test_answers_of_all_players_in_one_phase_are_one_chapter():
    sitting = three_player_sitting(HUMAN, "scribe", "scribe")
    answer(sitting, 10)
    assert [chapter.chapter.title for chapter in sitting.story()] == PHASES
    assert {sentence.seat for sentence in sitting.story()[0].sentences} == {0, 1, 2}


def test_the_story_since_your_turn_starts_after_your_last_answer():
    sitting = three_player_sitting(HUMAN, "scribe", "scribe")
    answer(sitting, 3)
    since = sitting.story_since_your_turn()
    assert [chapter.chapter.title for chapter in since] == PHASES[:1]
    assert [sentence.text for sentence in since[0].sentences] == ["Bob loads a card.", "Eve loads a card."]


def test_back_to_turn_start_leads_to_your_question_of_the_phase():
    sitting = three_player_sitting(HUMAN, "scribe", "scribe")
    answer(sitting, 6)
    sitting.go_to(sitting.destination_node("turn_start"))
    assert (sitting.asks_viewer, sitting.match.game.chapter(sitting.state).title) == (True, PHASES[1])
    sitting.go_to(sitting.destination_node("turn_start"))
    assert sitting.match.game.chapter(sitting.state).title == PHASES[0]


def test_undoing_a_look_or_an_open_move_of_an_opponent_is_peeking():
    for texts, peeked in ((["spy on seat 3"], True), (["wait"], False), (["wait", "spy on seat 3"], True)):
        sitting = three_player_sitting(HUMAN, "scribe", "scribe")
        answer(sitting, 3)
        for text in texts:
            sitting.answer(sitting.node, CARAVANS.parse(sitting.state, text))
        assert sitting.undo_kind(sitting.destination_node("undo")) == (PEEKED if peeked else FREE)
        travel(sitting, "undo")
        assert sitting.match.peeked == peeked


def test_a_board_tells_the_gains_and_changed_seats_of_a_chapter():
    sitting = three_player_sitting(HUMAN, "scribe", "scribe")
    board = CARAVANS_TABLE.board(sitting.match)
    turn = 0
    while not sitting.shows_end:
        moves, turn = sitting.state.legal_moves(), turn + 1
        sitting.answer(sitting.node, CARAVANS.action(sitting.state, moves[turn % len(moves)]))
    total = 0
    for chapter in sitting.story():
        before, after = sitting.view_at(chapter.start_node), sitting.view_at(chapter.end_node)
        sentences = board.chapter_details(before, after, chapter, is_chapter_over=True).sentences
        gained = [seat.points - earlier.points for seat, earlier in zip(after.seats, before.seats, strict=True)]
        assert sum(int(sentence.gain or 0) for sentence in sentences) == sum(gained)
        assert {Target("seat", seat) for seat, points in enumerate(gained) if points} <= board.changed_targets(
            before, after
        )
        total += sum(gained)
    assert total > 0


def test_an_event_that_starts_a_chapter_is_under_its_heading():
    seats = (Seat("Ann", HUMAN), Seat("Bob", "shabti"))
    sitting = Sitting(Match(THIEVES, Setup("thieves", seats, 3)))
    while not sitting.shows_end:
        sitting.answer(sitting.node, THIEVES.action(sitting.state, sitting.state.legal_moves()[-1]))
    story = sitting.story()
    headings = {
        chapter.chapter.title for chapter in story for sentence in chapter.sentences if sentence.verb == "opened"
    }
    assert len(headings) > 1, headings
    assert all(heading.endswith("round 1") for heading in headings)
    assert [chapter.sentences[0].verb for chapter in story[1:] if chapter.chapter.title.endswith("round 1")].count(
        "opened"
    ) > 1
    ends = [chapter for chapter in story if chapter.chapter.title.endswith("showdown")]
    assert not any(sentence.verb == "opened" for chapter in ends for sentence in chapter.sentences)
