"""The analysis of one decision: the right answers, the states and marks, and that nothing depends on time."""

from dataclasses import replace

import pytest

from ai.analysis.analyse import (
    NoDecision,
    analyse_decision,
    answer_text,
    compare_answers,
    confirm_decision,
    expected_line_position,
    line_texts,
    loss_between,
    question_at,
)
from ai.analysis.decision import (
    CONFIRMED,
    FORCED,
    MAX_LINE_STEPS,
    NO_MATTER,
    PROVISIONAL,
    SOLVED,
    UNSURE,
    AnalysisBudget,
    Decision,
    JudgedAnswer,
    mark_counts,
    none_above_best,
)
from ai.search.evaluator import Evaluator
from ai.search.last_turn import Outcome, SolvedTurn
from ai.search.mcts import Search
from engine.core.game import Setup, State
from engine.core.match import Match
from engine.games import GAMES
from engine.tal.game import TAL
from engine.valley.game import VALLEY
from tests.ai.analysis.matches import TINY, TWO, begun, board_match, play_first_moves, square
from tests.ai.search.last_turns import solved_questions
from tests.ai.search.wide_menus import Ranking, wide_table
from tests.games.tictactoe import TICTACTOE, TicTacToeState
from tests.vok_tui.paired_worlds import match_from

SMALL = AnalysisBudget(screening=400, comparison=150)


def test_the_winning_answer_is_the_best_and_the_line_follows_it():
    decision = analyse_decision(board_match("xx.oo....", 8), 0, SMALL)
    assert decision.best is not None
    assert decision.best.action == square(2)
    assert decision.best.value == 1.0
    assert decision.played_answer.action == square(8)
    assert decision.answer_count == len(decision.answers) == 5


def test_without_a_calibration_there_is_an_order_but_no_chance_and_no_mark():
    decision = analyse_decision(board_match("xx.oo....", 8), 0, SMALL)
    assert not decision.has_chances
    assert (decision.loss, decision.mark, decision.chance) == (0.0, "", None)
    assert decision.answers[0].value > decision.played_answer.value


def test_the_same_budget_gives_the_same_numbers():
    match = begun("valley")
    play_first_moves(match, 6)
    first, again = (analyse_decision(match, 2, TINY) for _ in range(2))
    assert first == again
    assert first.has_chances
    assert first.answers[0].chance is not None
    assert first.answers[0].margin is not None


def test_a_question_with_one_answer_is_forced():
    match = begun("tal")
    while match.state.move_count > 1:
        play_first_moves(match, 1)
    node = match.log.head
    play_first_moves(match, 1)
    decision = analyse_decision(match, node, TINY)
    assert (decision.state, decision.answers, decision.mark) == (FORCED, (), "")


def test_a_question_that_nobody_has_answered_cannot_be_analysed():
    match = begun("valley")
    with pytest.raises(NoDecision, match="nobody has answered"):
        analyse_decision(match, 0, TINY)


def test_a_finished_game_asks_nothing_at_its_end():
    with pytest.raises(NoDecision, match="nobody is asked"):
        question_at(board_match("xx.oo....", 2), 1)


def test_a_tree_of_one_answer_begins_with_it_even_in_a_wide_menu():
    state = wide_table()
    for move in state.legal_moves():
        search = Search(TAL, state, state.mover, 3, Ranking(), first_move=move)
        search.run(4)
        assert [child.move for child in search.root.children.values()] in ([], [move])
        assert search.first is not None
        assert search.first.visits == 4
        made, _ = search.walk_settled(state.copy(), search.rng)
        assert made[0][1] == move


def test_settling_leaves_out_the_moves_that_were_only_tried():
    """After o blocks on 2, x wins by the centre; the mean of the tree also counts the replies that miss it."""
    state = TicTacToeState("xx.o.....")
    block = TICTACTOE.move(state, square(2))
    search = Search(TICTACTOE, state, state.mover, 1, Evaluator(TICTACTOE), first_move=block)
    search.run(600)
    settled = [TICTACTOE.rewards(search.settled_position(deal))[state.mover] for deal in range(100)]
    assert search.first is not None
    assert settled == [0.0] * 100
    assert search.first.mean() > 0.0


def test_answers_are_compared_in_the_same_deals():
    match = begun("valley")
    play_first_moves(match, 4)
    question = question_at(match, 4)
    one, other = question.moves[:2]
    both = compare_answers(question, [one, other], 1, 20)
    swapped = compare_answers(question, [other, one], 1, 20)
    assert both == swapped
    assert compare_answers(question, [one, one], 1, 20) == {one: both[one]}
    assert loss_between(both, one, one) == 0.0


def test_a_secret_choice_has_no_best_answer():
    match = begun("tal")
    play_first_moves(match, 1)
    decision = analyse_decision(match, 0, TINY)
    assert decision.is_mixed
    assert decision.best is None
    assert decision.mark in ("", "?")
    assert decision.kind == "bidding"


def marked_decision(match: Match, node: int) -> Decision:
    """The decision at a node, as if the quick pass had found a blunder in its last answer."""
    decision = analyse_decision(match, node, TINY)
    return replace(
        decision, played=len(decision.answers) - 1, loss=0.3, loss_points=9.0, state=PROVISIONAL, is_mixed=False
    )


def test_a_deeper_pass_keeps_the_smaller_loss():
    match = begun("valley")
    play_first_moves(match, 8)
    decision = marked_decision(match, 4)
    confirmed = confirm_decision(match, decision, TINY)
    assert confirmed.loss < decision.loss
    if confirmed.state == UNSURE:
        assert confirmed.mark == "~"
        assert not confirmed.is_marked
    else:
        assert confirmed.state in (CONFIRMED, PROVISIONAL)
    worked = confirmed.answers[0].simulations - decision.answers[0].simulations
    assert worked >= 2 * TINY.confirmation
    unmarked = replace(decision, loss=0.0)
    assert confirm_decision(match, unmarked, TINY) is unmarked


@pytest.mark.parametrize(
    ("loss", "mark"), [(0.0, ""), (0.029, ""), (0.03, "?!"), (0.05, "?"), (0.0999, "?"), (0.1, "??"), (0.9, "??")]
)
def test_the_mark_follows_from_the_loss(loss: float, mark: str):
    decision = Decision(1, 2, 0, "buying", "early", PROVISIONAL, loss=loss, has_chances=True)
    assert decision.mark == mark
    assert replace(decision, state=UNSURE).mark == "~"
    assert mark_counts([decision], 0) == {"??": 0, "?": 0, "?!": 0, "~": 0} | ({mark: 1} if mark else {})


def test_the_expected_line_can_be_played_in_its_own_deal():
    match = begun("valley")
    play_first_moves(match, 10)
    decision = analyse_decision(match, 6, TINY)
    best = decision.answers[0]
    texts = line_texts(match, decision, best)
    assert len(texts) == len(best.line)
    world = expected_line_position(match, decision)
    assert match.game.view(world, decision.seat) == match.game.view(match.at(6), decision.seat)
    assert answer_text(match, decision, best.action) == match.game.say(match.at(6), best.action)


def test_a_packed_decision_keeps_what_is_shown():
    match = begun("thieves")
    play_first_moves(match, 6)
    decision = analyse_decision(match, 3, TINY)
    packed = decision.pack()
    unpacked = Decision.from_packed(packed)
    assert unpacked.pack() == packed
    assert (unpacked.state, unpacked.kind, unpacked.mark) == (decision.state, decision.kind, decision.mark)
    assert unpacked.played_answer.action == decision.played_answer.action
    assert unpacked.loss == pytest.approx(decision.loss, abs=1e-4)


def test_values_that_no_decision_has_are_refused():
    match = begun("thieves")
    play_first_moves(match, 4)
    packed = analyse_decision(match, 3, TINY).pack()
    for place in range(len(packed)):
        for wrong in ("x" * 30, -7, None, 1 << 50, [[]], {}):
            broken = [*packed[:place], wrong, *packed[place + 1 :]]
            try:
                decision = Decision.from_packed(broken)
            except (ValueError, TypeError, KeyError, IndexError, AttributeError):
                continue
            assert 0.0 <= decision.loss <= 1.0
            assert decision.state != "x" * 30
            assert not decision.answers or decision.played_answer


def last_turn_match(state: State, played: int) -> Match:
    """A match that begins with a question in the last turn, after this answer."""
    match = match_from(VALLEY, Setup("valley", TWO, 1), state)
    match.game = GAMES["valley"]  # the registered one has an evaluator, a calibration and words
    match.play(VALLEY.action(state, played))
    return match


def worst_answer(solved: SolvedTurn) -> int:
    return min(solved.outcomes, key=lambda move: solved.outcomes[move])


def test_a_last_turn_is_solved_exactly_and_the_lost_game_is_said():
    """The outcomes are those that trying every line finds, see tests/ai/search/test_last_turn.py. The worst answer is played."""
    lost = 0
    for state, solved in solved_questions():
        worst, best = worst_answer(solved), max(solved.outcomes.values())
        match = last_turn_match(state, worst)
        decision = analyse_decision(match, 0, TINY)
        assert decision.state == SOLVED
        rows = question_at(match, 0).distinct_moves([worst])
        exact = sorted([solved.outcomes[move] for move in rows], reverse=True)
        assert set(exact) == set(solved.outcomes.values()), "equal positions are one row"
        assert [(answer.chance, answer.margin, answer.error) for answer in decision.answers] == [
            (*outcome, 0.0) for outcome in exact
        ]
        assert solved.outcomes[VALLEY.move(state, decision.answers[0].action)] == best
        assert decision.loss == best.share - solved.outcomes[worst].share
        assert decision.loss_points == best.margin - solved.outcomes[worst].margin
        assert confirm_decision(match, decision, TINY) is decision
        assert Decision.from_packed(decision.pack()).pack() == decision.pack()
        lost += decision.mark == "??"
    assert lost


def test_the_line_of_a_solved_answer_leads_to_its_outcome():
    for state, solved in solved_questions():
        match = last_turn_match(state, worst_answer(solved))
        decision = analyse_decision(match, 0, TINY)
        for answer in (decision.answers[0], decision.played_answer):
            world = expected_line_position(match, decision)
            for action in (answer.action, *[step.action for step in answer.line]):
                world.apply(match.game.move(world, action))
            if len(answer.line) < MAX_LINE_STEPS:
                points = match.game.scores(world)
                ahead = float(points[decision.seat] - points[1 - decision.seat])
                assert Outcome(match.game.rewards(world)[decision.seat], ahead) == (answer.chance, answer.margin)


def test_what_is_hidden_does_not_matter_to_a_solved_decision():
    for state, solved in solved_questions():
        worlds = [VALLEY.determinize(state, int(state.mover), deal) for deal in (3, 4)]
        decisions = [analyse_decision(last_turn_match(world, worst_answer(solved)), 0, TINY) for world in worlds]
        assert decisions[0].state == SOLVED
        assert replace(decisions[0], digest=0) == replace(decisions[1], digest=0)


def test_a_last_turn_with_more_positions_than_the_budget_allows_is_searched():
    state, solved = max(solved_questions(), key=lambda found: found[1].positions)
    match = last_turn_match(state, worst_answer(solved))
    assert analyse_decision(match, 0, replace_comparison(solved.positions)).state == SOLVED
    searched = analyse_decision(match, 0, replace_comparison(solved.positions // 8))
    assert searched.state in (NO_MATTER, PROVISIONAL)
    assert searched.answers[0].error > 0


def replace_comparison(simulations: int) -> AnalysisBudget:
    return TINY._replace(comparison=simulations)


def test_after_a_deeper_pass_no_answer_is_better_than_the_best():
    """The quick pass was too sure of all answers; only the best and the played one were looked at again. Nor in a stored one."""
    answers = [
        JudgedAnswer(square(place), chance, chance, 20 * chance - 10, 0.02, 100)
        for place, chance in enumerate((0.41, 0.43, 0.39, 0.25))
    ]
    capped = none_above_best(answers)
    assert [answer.chance for answer in capped] == [0.41, 0.41, 0.39, 0.25]
    assert [answer.margin for answer in capped] == sorted([answer.margin or 0.0 for answer in capped], reverse=True)
    assert [answer.action for answer in capped] == [answer.action for answer in answers]
    decision = Decision(1, 2, 0, "buying", "early", CONFIRMED, tuple(answers), 4, 3, 0.16, 4.0, has_chances=True)
    assert [answer.chance for answer in Decision.from_packed(decision.pack()).answers] == [0.41, 0.41, 0.39, 0.25]


def test_answers_that_lead_to_equal_positions_are_one_row():
    """Two spaces of a site beside the same area play the same; of these the one that was played is judged."""
    match = begun("tal")
    while True:
        actions = [match.game.action(match.state, move) for move in match.state.legal_moves()]
        if actions[0].verb == "go":
            break
        match.play(next((action for action in actions if action.verb == "take"), actions[0]))
    question = question_at(match, match.log.head)
    rows = question.distinct_moves()
    assert len(rows) < 0.7 * len(question.moves), "about half of the places differ"
    twin = next(move for move in question.moves if move not in rows)
    assert question.keys[twin] in {question.keys[move] for move in rows}
    chosen = question.distinct_moves([twin])
    assert twin in chosen
    assert len(chosen) == len(rows)
    match.play(match.game.action(match.state, twin))
    decision = analyse_decision(match, match.log.parents[match.log.head], TINY)
    assert decision.answer_count == len(decision.answers) == len(rows)
    assert decision.played_answer.action == match.game.action(question.root, twin)
