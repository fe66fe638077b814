"""The match: rules, log and position together. A refused action leaves no trace."""

from itertools import pairwise

import pytest

from engine.core.action import Action
from engine.core.errors import EngineError, IllegalAction, UnknownNode, UnknownSeat
from engine.core.game import NOBODY, Seat, Setup
from engine.core.journal import MovedHead, Played, Seated
from engine.core.luck import seeded_hash
from engine.core.match import SNAPSHOT_EVERY_PLIES, Match
from engine.valley.game import VALLEY
from tests.games.kuhn import KUHN
from tests.games.tictactoe import TICTACTOE, TicTacToe, TicTacToeState

ANN_AND_BOB = (Seat("Ann"), Seat("Bob"))


def mark(cell: int) -> Action:
    return Action("mark", (cell,))


def tictactoe(*cells: int) -> Match:
    match = Match(TICTACTOE, Setup("tictactoe", ANN_AND_BOB, 1))
    for cell in cells:
        match.play(mark(cell))
    return match


def valley(moves: int, seed: int = 1) -> Match:
    """A match of Valley of the Kings after this number of random moves."""
    match = Match(VALLEY, Setup("valley", ANN_AND_BOB, seed))
    for step in range(moves):
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, menu[seeded_hash(seed, step) % len(menu)]))
    return match


def test_a_new_match_is_at_its_first_question():
    match = tictactoe()
    assert match.log.head == 0
    assert match.mover(0) == 0
    assert match.depth(0) == 0
    assert match.events_on_step_to(0) == []
    assert not match.is_over


def test_playing_leads_to_the_next_question():
    match = tictactoe()
    assert match.play(mark(4)) == 1
    assert match.state.board == "....x...."
    assert match.mover(1) == 1
    assert [(event.verb, event.seat, event.arguments) for event in match.events_on_step_to(1)] == [("mark", 0, (4,))]


def test_a_match_is_over_when_nobody_is_to_move():
    match = tictactoe(0, 3, 1, 4, 2)
    assert match.is_over
    assert match.mover(match.log.head) == NOBODY
    match.undo()
    assert not match.is_over


@pytest.mark.parametrize("action", [mark(0), mark(9), mark(200), Action("sing"), Action("goto", (0,))], ids=repr)
def test_an_illegal_action_is_refused_and_changes_nothing(action: Action):
    match = tictactoe(0)
    state, before = match.state, match.state.digest()
    with pytest.raises(IllegalAction) as refused:
        match.play(action)
    assert (refused.value.action, refused.value.node) == (action, 1)
    assert isinstance(refused.value, EngineError)
    assert match.state is state
    assert match.state.digest() == before
    assert (match.log.journal, match.log.head, len(match.log)) == ([Played(mark(0))], 1, 2)


def test_a_finished_game_takes_no_action():
    match = tictactoe(0, 3, 1, 4, 2)
    with pytest.raises(IllegalAction):
        match.play(mark(8))


def test_undo_and_redo_walk_the_line():
    match = tictactoe(0, 1)
    match.undo()
    assert match.state.board == "x........"
    match.undo()
    match.undo()
    assert (match.log.head, match.state.board) == (0, ".........")
    match.redo()
    match.redo()
    match.redo()
    assert (match.log.head, match.state.board) == (2, "xo.......")


def test_undo_and_redo_without_effect_are_not_recorded():
    match = tictactoe()
    match.undo()
    match.redo()
    assert match.log.journal == []


def test_redo_follows_the_last_visited_variation():
    match = tictactoe(0, 1)
    match.undo()
    match.play(mark(2))
    match.goto(0)
    match.redo()
    match.redo()
    assert match.state.board == "x.o......"
    match.goto(2)
    match.goto(0)
    match.redo()
    match.redo()
    assert match.state.board == "xo......."


def test_a_jump_to_an_unknown_node_is_refused_and_changes_nothing():
    match = tictactoe(0)
    with pytest.raises(UnknownNode):
        match.goto(7)
    assert (match.log.head, match.log.journal, match.state.board) == (1, [Played(mark(0))], "x........")


def test_each_node_keeps_its_position():
    match = valley(0)
    digests = {0: match.state.digest()}
    for step in range(3 * SNAPSHOT_EVERY_PLIES + 5):
        menu = match.state.legal_moves()
        node = match.play(VALLEY.action(match.state, menu[seeded_hash(9, step) % len(menu)]))
        digests[node] = match.state.digest()
    assert {node: match.at(node).digest() for node in digests} == digests
    match.goto(SNAPSHOT_EVERY_PLIES - 2)
    for step in range(SNAPSHOT_EVERY_PLIES + 3):  # a variation that grows over kept positions of its own
        menu = match.state.legal_moves()
        node = match.play(VALLEY.action(match.state, menu[-1 - seeded_hash(10, step) % len(menu)]))
        digests[node] = match.state.digest()
    assert {node: match.at(node).digest() for node in digests} == digests


def test_changing_a_returned_position_does_not_change_the_match():
    match = valley(SNAPSHOT_EVERY_PLIES + 4)
    for node in (0, SNAPSHOT_EVERY_PLIES, SNAPSHOT_EVERY_PLIES + 2):
        before = match.at(node).digest()
        mine = match.at(node)
        mine.apply(mine.legal_moves()[0])
        assert match.at(node).digest() == before


def test_playing_does_not_change_the_earlier_position():
    match = valley(5)
    state, before = match.state, match.state.digest()
    match.play(VALLEY.action(state, state.legal_moves()[0]))
    assert state.digest() == before


def test_replaying_the_same_moves_draws_the_same_cards():
    match = valley(40)
    digest, head = match.state.digest(), match.log.head
    match.goto(10)
    for node in match.log.path(head)[11:]:
        match.play(match.log.actions[node])
    assert (match.log.head, match.state.digest()) == (head, digest)


def test_the_events_of_a_node_do_not_depend_on_how_it_is_reached():
    match = valley(30)
    events = [[repr(event) for event in match.events_on_step_to(node)] for node in range(31)]
    assert any(events)
    match.goto(0)
    match.goto(30)
    assert [[repr(event) for event in match.events_on_step_to(node)] for node in range(31)] == events


def test_replaying_a_journal_gives_the_same_position_and_tree():
    match = valley(25)
    match.goto(12)
    match.undo()
    match.redo()
    match.goto(25)
    again = Match(match.game, match.setup)
    for entry in match.log.journal:
        again.replay(entry)
    assert again.state.digest() == match.state.digest()
    assert (again.log.head, again.log.children) == (match.log.head, match.log.children)


def test_a_journal_that_does_not_fit_is_refused():
    match = tictactoe(0)
    with pytest.raises(IllegalAction):
        match.replay(Played(mark(0)))
    with pytest.raises(UnknownNode):
        match.replay(MovedHead(5))
    with pytest.raises(UnknownSeat, match="no seat 2"):
        match.replay(Seated(2, "scribe", 0))


def kuhn(*verbs: str) -> Match:
    match = Match(KUHN, Setup("kuhn", ANN_AND_BOB, 1))
    for verb in verbs:
        match.play(Action(verb))
    return match


def test_undoing_a_move_that_showed_nothing_is_not_peeking():
    match = kuhn("check")
    match.undo()
    match.redo()
    assert not match.peeked


def test_undoing_a_move_that_showed_something_is_a_permanent_peek():
    match = kuhn("bet", "call")
    assert not match.peeked
    match.undo()
    assert match.peeked
    match.redo()
    assert match.peeked


def test_jumping_back_past_something_shown_is_a_peek():
    match = kuhn("bet", "call")
    match = Match(match.game, match.setup)
    match.play(Action("check"))
    match.undo()
    match.play(Action("bet"))
    match.play(Action("call"))
    match.goto(1)
    assert match.peeked


def test_moving_forward_along_the_line_is_not_peeking():
    match = kuhn("bet", "call")
    match.goto(2)
    assert not match.peeked


def test_the_last_question_to_a_seat_is_found_on_the_path():
    match = tictactoe(0, 1, 2)
    assert match.ancestor_asking_or_self({0}, match.log.head) == 2
    assert match.ancestor_asking_or_self({1}, match.log.head) == 1
    assert match.ancestor_asking_or_self({0, 1}, match.log.head) == 2
    match.goto(0)
    assert match.ancestor_asking_or_self({0}, match.log.head) == 0
    match.goto(1)
    assert match.ancestor_asking_or_self({1}, match.log.head) == 1


class FormalStart(TicTacToe):
    """Tic-tac-toe whose first question has one answer and is only a formality."""

    def start(self, setup: Setup) -> TicTacToeState:
        state = super().start(setup)
        state.move_count = 1
        return state

    def is_formality(self, state: TicTacToeState) -> bool:
        return state.move_count == 1


def test_a_formality_is_answered_for_the_player_even_at_the_start():
    match = Match(FormalStart(), Setup("tictactoe", ANN_AND_BOB, 1))
    match.answer_formalities({0, 1})
    assert (match.log.depths[match.log.head], match.is_formality(0), match.is_formality(1)) == (1, True, False)
    assert match.ancestor_asking_or_self({0, 1}, 1) == 1


def test_changing_a_seat_is_not_a_move_and_replays_with_the_journal():
    match = tictactoe(4)
    node, digest = match.log.head, match.state.digest()
    match.change_seat(1, "scribe", 3)
    assert (match.log.head, match.state.digest()) == (node, digest)
    assert match.seats == (match.setup.seats[0], Seat(match.setup.seats[1].name, "scribe", 3))
    match.undo()
    assert match.seats[1].level == "scribe"
    again = tictactoe()
    for entry in match.log.journal:
        again.replay(entry)
    assert again.seats == match.seats
    assert again.log.journal == match.log.journal


def test_an_unknown_seat_cannot_be_changed():
    match = tictactoe()
    for seat in (-1, len(match.setup.seats)):
        with pytest.raises(UnknownSeat):
            match.change_seat(seat, "scribe")
    assert match.log.journal == []


def test_without_a_human_nobody_peeks():
    match = Match(VALLEY, Setup("valley", (Seat("Ann", "scribe"), Seat("Bob", "scribe")), 3))
    while match.game.turn(match.state) < 3:
        match.play(VALLEY.action(match.state, match.state.legal_moves()[-1]))
    match.goto(0)
    assert not match.peeked


def test_the_moves_of_a_turn_are_counted_from_its_beginning():
    match = valley(0)
    counted = []
    for _ in range(40):
        counted.append((match.chapter(match.log.head), match.chapter_moves(match.log.head)))
        match.play(match.game.action(match.state, match.state.legal_moves()[0]))
    assert counted[0][1] == 0
    for (before, moves), (chapter, more) in pairwise(counted):
        assert more == (moves + 1 if chapter == before else 0)
