"""Hints: the right answers, what is not said where nothing is known, and the process that looks for them."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ai.analysis.analyse import SeenDecision, question_at
from ai.analysis.decision import JudgedAnswer
from ai.analysis.hint import HINT_COMMAND, HINT_SECONDS, Hint, HintNews, HintSearch, cannot_tell_apart, timed_hints
from ai.analysis.reasons import reason_text
from ai.process.pipes import Message
from engine.core.action import Action
from engine.core.game import Seat, Setup
from engine.valley.game import VALLEY
from tests.ai.analysis.matches import begun, board_match, play_first_moves, square
from tests.ai.search.last_turns import solved_questions
from vok_tui.game.process_thinker import AskedProcess, Superseded


def searched(question: SeenDecision, *stages: int, sample_size: int | None = None) -> HintSearch:
    search = HintSearch(question, sample_size=sample_size)
    for simulations in stages:
        for _ in search.run_stage(simulations):
            pass
    return search


def question_with_choice(game: str, moves: int, *, secret: bool | None = None) -> SeenDecision:
    """The first question after so many moves with an open or a secret choice."""
    match = begun(game)
    play_first_moves(match, moves)
    while True:
        if match.state.move_count > 2:
            question = question_at(match, match.log.head)
            if secret is None or all(question.is_concealed(move) == secret for move in question.moves):
                return question
        play_first_moves(match, 1)


def test_the_winning_answer_comes_first_and_without_a_calibration_there_are_no_chances():
    hint = searched(question_at(board_match("xx.oo....", 8), 0), 1200).hint()
    assert hint.answers[0].action == square(2)
    assert [answer.value for answer in hint.answers] == sorted([answer.value for answer in hint.answers], reverse=True)
    assert not hint.has_chances
    assert {answer.chance for answer in hint.answers} == {None}
    assert hint.level_count == 0


@pytest.mark.parametrize("sample_size", [8, 0], ids=["several trees", "one tree"])
def test_two_or_three_open_answers_with_chances_and_none_that_only_pays_in_another_way(sample_size: int):
    question = question_with_choice("valley", 12, secret=False)
    hint = searched(question, 200, 400, sample_size=sample_size).hint()
    assert 2 <= len(hint.answers) <= 3
    assert hint.has_chances
    assert all(answer.chance is not None and answer.margin is not None for answer in hint.answers)
    moves = [question.game.move(question.root, answer.action) for answer in hint.answers]
    kinds = {question.kit.decision_kind(question.root, one, other) for one in moves for other in moves if one != other}
    assert "paying" not in kinds
    assert 1 <= hint.level_count <= len(hint.answers)
    assert Hint.from_packed(hint.pack()).pack() == hint.pack()


def test_equally_good_answers_are_in_the_order_of_the_menu():
    question = question_with_choice("valley", 12, secret=False)
    hint = searched(question, 200).hint()
    moves = [question.game.move(question.root, answer.action) for answer in hint.answers[: hint.level_count]]
    places = [list(question.moves).index(move) for move in moves]
    assert places == sorted(places)
    assert len({answer.chance for answer in hint.answers[: hint.level_count]}) == 1
    chances = [answer.chance or 0.0 for answer in hint.answers]
    assert chances == sorted(chances, reverse=True)


def test_more_time_makes_the_estimates_of_the_same_answers_surer():
    question = question_with_choice("valley", 12, secret=False)
    early, late = (searched(question, *stages, sample_size=8) for stages in ((400,), (400, 1600)))
    errors = [sum([answer.error for answer in search.hint().answers]) for search in (early, late)]
    assert errors[1] < errors[0]


def test_a_secret_choice_has_no_best_answer():
    hint = searched(question_with_choice("tal", 0, secret=True), 60).hint()
    assert hint.is_mixed
    assert hint.answers == (), "nothing is clearly bad before it was checked"


def test_a_costly_answer_is_checked_and_costs_at_most_what_the_screening_found():
    question = question_with_choice("valley", 30, secret=False)
    search = searched(question, 400)
    for _ in search.check_costly_answers(0.02, 200, 1):
        pass
    assert search.best not in search.losses
    assert all(0.0 <= loss <= 1.0 for loss in search.losses.values())
    again = searched(question, 400)
    for _ in again.check_costly_answers(0.02, 200, 1):
        pass
    assert again.losses == search.losses
    few = searched(question, 400)
    for _ in few.check_costly_answers(0.02, 100):
        pass
    assert few.losses == {}, "too little work to warn"


def ticking(step: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step


def test_the_stages_come_in_order_and_a_caller_can_stop_between_them():
    question = question_with_choice("valley", 12, secret=False)
    news = timed_hints(question, ticking(0.4).__next__)
    hints = [said.hint for said in news if isinstance(said, HintNews) and not said.hint.reasons]
    assert [hint.stage for hint in hints] == list(range(1, len(HINT_SECONDS) + 1))


def test_a_last_turn_is_solved_as_in_an_analysis_and_all_costs_are_exact():
    setup = Setup("valley", (Seat("Ann"), Seat("Ben")), 1)
    costliest = 0.0
    for state, solved in solved_questions():
        question = SeenDecision(VALLEY, setup, state, 0, True)
        (news,) = [said for said in timed_hints(question, ticking(0.001).__next__) if said is not None]
        hint = news.hint
        assert Hint.from_packed(hint.pack()) == hint
        assert hint.is_solved
        outcomes = {VALLEY.action(state, move): outcome for move, outcome in solved.outcomes.items()}
        best = max(outcomes.values())
        assert [(answer.chance, answer.margin) for answer in hint.answers] == [
            outcomes[answer.action] for answer in hint.answers
        ]
        assert outcomes[hint.answers[0].action] == best
        assert hint.level_count == sum([outcomes[answer.action] == best for answer in hint.answers])
        assert news.losses == {move: best.share - outcome.share for move, outcome in solved.outcomes.items()}
        costliest = max(costliest, *news.losses.values())
    assert costliest == 1.0, "in one of them, the game could still be lost"


def test_a_reason_names_the_answers_of_the_hint():
    from ai.analysis.decision import Reason

    text = reason_text(Reason("taken", "Urn", 1, 4, 30, 40, 4.0), ("Ann", "Bek"), 0, "the first answer", "the last")
    assert text == "After the last, Bek took Urn next in 30 of 40 tries; after the first answer, in 4 of them."


@pytest.mark.nightly(reason="starts a helper", keep="True")
@pytest.mark.parametrize("answers_meanwhile", [True, False])
def test_the_process_sends_hints_until_another_question_comes(answers_meanwhile: bool):
    match = begun("valley")
    play_first_moves(match, 3)
    steps = [match.log.step_to(node).pack() for node in match.log.path(match.log.head)[1:]]
    fields = {**match.setup.pack(), "line": steps, "least": 0.0}

    async def ask() -> list[Message]:
        process, heard, first = AskedProcess(command=HINT_COMMAND), [], asyncio.Event()

        def report(message: Message) -> None:
            heard.append(message)
            if "hint" in message:
                first.set()

        try:
            asked = asyncio.ensure_future(process.ask(fields, report))
            if answers_meanwhile:
                await asyncio.sleep(0)
                other = asyncio.ensure_future(process.ask({**fields, "line": steps[:-1]}, report))
                with pytest.raises(Superseded):
                    await asked
                asked = other
            await first.wait()
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
        finally:
            process.close()
        return [message for message in heard if "hint" in message]

    (message, *_) = asyncio.run(ask())
    hint = Hint.from_packed(message["hint"])
    match.goto(match.log.parents[match.log.head] if answers_meanwhile else match.log.head)
    assert all(isinstance(answer.action, Action) for answer in hint.answers)
    for answer in hint.answers:
        assert match.game.move(match.state, answer.action) in match.state.legal_moves()


def test_answers_whose_gap_is_within_its_error_are_equal():
    best, other = (
        JudgedAnswer(Action("take", (place,)), value, value, 0.0, 0.03, 100) for place, value in enumerate((0.5, 0.46))
    )
    assert cannot_tell_apart(best, other)
    assert not cannot_tell_apart(replace(best, error=0.01), replace(other, error=0.01))
    assert cannot_tell_apart(replace(best, error=0.0), replace(other, value=0.485, error=0.0)), "it does not matter"
