"""The analysis of a whole game: what is analysed, stop and go on, in other processes, and the report."""

import os
import signal
from dataclasses import replace

import pytest

from ai.analysis.analyse import question_at
from ai.analysis.decision import (
    CONFIRMED,
    FORCED,
    PROVISIONAL,
    SOLVED,
    UNSURE,
    AnalysisBudget,
    Decision,
    JudgedAnswer,
    Reason,
)
from ai.analysis.game_analysis import (
    CONFIRMING,
    EXPLAINING,
    JUDGING,
    GameAnalysis,
    engine_key,
    new_analysis,
    nodes_to_analyse,
    run_analysis,
)
from ai.analysis.reasons import (
    IS_OUT,
    Continuation,
    explain_decision,
    reason_text,
    reasons_from,
    z_of,
)
from ai.analysis.report import chances_at_turn_starts, costliest_decisions, seat_report
from ai.analysis.workers import AnalysisFailed, AnalysisWorkers
from ai.kit import AMOUNT, DONE, ENTOMBED, OWNED, Holding
from engine.core.action import Action
from engine.core.match import Match
from tests.ai.analysis.matches import TINY, begun, play_first_moves

MINIMAL = AnalysisBudget(screening=8, comparison=8, confirmation=8, pairs=2, continuation=2)


@pytest.fixture(scope="module")
def short_game() -> Match:
    match = begun("thieves")
    play_first_moves(match, 14)
    return match


def finished(match: Match, analysis: GameAnalysis, processes: int = 0) -> GameAnalysis:
    for _ in run_analysis(match, analysis, processes):
        pass
    return analysis


@pytest.fixture(scope="module")
def whole(short_game: Match) -> GameAnalysis:
    """Its finished analysis. Tests must not change it."""
    return finished(short_game, new_analysis(short_game, MINIMAL))


def test_all_decisions_of_all_seats_with_a_choice_are_analysed(short_game: Match, whole: GameAnalysis):
    choices = [node for node in range(14) if short_game.at(node).move_count > 1]
    assert sorted(whole.decisions) == choices == nodes_to_analyse(short_game)
    assert {decision.seat for decision in whole.decisions.values()} == {0, 1}
    assert FORCED not in {decision.state for decision in whole.decisions.values()}
    assert whole.is_complete(short_game)


def test_an_answer_that_was_taken_back_is_not_analysed():
    match = begun("thieves")
    play_first_moves(match, 4)
    match.goto(2)
    other = match.state.legal_moves()[0]
    match.play(match.game.action(match.state, other))
    assert max(nodes_to_analyse(match)) == 2


def test_a_stopped_analysis_goes_on_with_the_same_results(short_game: Match, whole: GameAnalysis):
    stopped = new_analysis(short_game, MINIMAL)
    steps = run_analysis(short_game, stopped, 0)
    for _ in range(5):
        next(steps)
    steps.close()
    assert len(stopped.decisions) == 5
    assert not stopped.is_complete(short_game)
    stored = GameAnalysis.from_packed(stopped.pack())
    totals = [step.total for step in run_analysis(short_game, stored, 0) if step.phase == JUDGING]
    assert totals == [len(whole.decisions) - 5] * len(totals)
    assert stored == whole


def test_a_forged_file_cannot_ask_for_endless_work(whole: GameAnalysis):
    packed = whole.pack()
    packed["key"][5][0] = 10**12
    with pytest.raises(ValueError, match="more work"):
        GameAnalysis.from_packed(packed)


def test_other_processes_give_the_same_results(short_game: Match, whole: GameAnalysis):
    there = finished(short_game, new_analysis(short_game, MINIMAL), processes=2)
    assert there == whole


def test_the_processes_end_with_the_analysis_and_a_killed_one_is_reported(short_game: Match):
    with AnalysisWorkers(1, short_game, short_game.log.head) as workers:
        jobs = workers.run([{"job": "judge", "index": index, "budget": list(MINIMAL)} for index in range(14)])
        next(jobs)
        (pid,) = workers.pids
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(AnalysisFailed, match="has ended"):
            list(jobs)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_analysis_of_another_game_or_engine_is_told_apart(short_game: Match, whole: GameAnalysis):
    assert whole.fits(short_game)
    other = begun("thieves", seed=4)
    play_first_moves(other, 14)
    assert not whole.fits(other)
    assert engine_key(short_game, MINIMAL) == whole.key
    assert engine_key(short_game, TINY) != whole.key
    assert engine_key(begun("thieves", players=3), MINIMAL) != whole.key


@pytest.mark.parametrize("action", [Action("no verb"), Action("buy", (10**6, 0))])
def test_a_decision_with_an_answer_that_nobody_has_is_left_out(short_game: Match, whole: GameAnalysis, action: Action):
    node, stored = next(iter(whole.decisions.items()))
    answers = (replace(stored.answers[0], action=action), *stored.answers[1:])
    changed = replace(whole, decisions={**whole.decisions, node: replace(stored, answers=answers)})
    assert changed.decisions_on_line(short_game).keys() == whole.decisions.keys() - {node}


@pytest.mark.parametrize("kind", ["\x1b[31m", "a" * 21])
def test_a_stored_kind_is_a_word_that_a_terminal_can_show(whole: GameAnalysis, kind: str):
    packed = next(iter(whole.decisions.values())).pack()
    packed[3] = kind
    with pytest.raises(ValueError, match="not a decision"):
        Decision.from_packed(packed)


def decision(node: int, loss: float, kind: str = "buying", seat: int = 0, state: str = CONFIRMED) -> Decision:
    answers = tuple(
        JudgedAnswer(Action("take", (place,)), 0.6 - place / 10, 0.6 - place / 10, 1.0, 0.02, 100) for place in (0, 1)
    )
    return Decision(
        node, 0, seat, kind, "early", state, answers, 2, 1, loss, 5.0, starts_turn=node % 2 == 0, has_chances=True
    )


def analysis_with(short_game: Match, *decisions: Decision) -> GameAnalysis:
    return GameAnalysis(engine_key(short_game, MINIMAL), {one.node: one for one in decisions})


def test_the_report_adds_up_losses_by_seat_and_kind(short_game: Match):
    analysis = analysis_with(
        short_game,
        decision(0, 0.12),
        decision(2, 0.0, "entombing"),
        decision(4, 0.04, "entombing"),
        decision(5, 0.02, state=UNSURE),
        decision(6, 0.3, seat=1),
    )
    report = seat_report(analysis, 0)
    assert (report.decisions, report.marked, report.unsure) == (4, 2, 1)
    assert report.loss_per_decision == pytest.approx(0.18 / 4)
    assert [(kind.kind, kind.decisions) for kind in report.kinds] == [("buying", 2), ("entombing", 2)]
    assert report.kinds[0].per_decision == pytest.approx(0.07)
    assert [one.node for one in costliest_decisions(analysis, [0])] == [0, 4]
    assert [one.node for one in costliest_decisions(analysis, [0, 1], 2)] == [6, 0]
    assert chances_at_turn_starts(analysis, 0) == [(0, 0.6), (2, 0.6), (4, 0.6)]


def test_only_marks_are_confirmed_and_explained(short_game: Match):
    analysis = analysis_with(
        short_game, *[replace(decision(node, node / 100, state=PROVISIONAL)) for node in nodes_to_analyse(short_game)]
    )
    marked = [node for node in analysis.decisions if node >= 3]
    assert analysis.todo(short_game, CONFIRMING) == analysis.todo(short_game, EXPLAINING) == marked


# -- reasons


def continuation(
    own: dict[Holding, float], other: dict[Holding, float], value: float, at_once: dict[Holding, float] | None = None
) -> Continuation:
    return Continuation([at_once or {}, {}], [own, {}], [own, other], value)


def test_a_reason_is_a_count_that_differs_significantly():
    match = begun("valley")
    question = question_at(match, 0)
    urn, jar, cat = Holding(ENTOMBED, "Urn"), Holding(OWNED, "Jar"), Holding(OWNED, "Cat")
    pairs = []
    for pair in range(40):
        better = continuation({urn: 1.0, jar: float(pair % 2)}, {cat: float(pair < 5)}, 0.6 + pair % 2 / 10)
        played = continuation({jar: float(pair % 2)}, {cat: float(pair < 30)}, 0.5 + pair % 3 / 10 - 0.1)
        pairs.append((better, played))
    reasons = reasons_from(question, [{}, {}], pairs)
    found = [(reason.kind, reason.name, reason.seat, reason.better, reason.played) for reason in reasons]
    assert found == [(ENTOMBED, "Urn", 0, 40.0, 0.0), ("taken", "Cat", 1, 5.0, 30.0)]
    assert [reason_text(reason, ["Ann", "Ben"], 0) for reason in reasons] == [
        (
            "After the better answer, Urn was in your tomb at the end of the turn in 40 of 40 tries; "
            "after the answer played, in 0 of them."
        ),
        "After the answer played, Ben took Cat next in 30 of 40 tries; after the better answer, in 5 of them.",
    ]


def test_nothing_is_said_if_the_continuations_do_not_favour_the_better_answer():
    question = question_at(begun("valley"), 0)
    urn = Holding(ENTOMBED, "Urn")
    pairs = [(continuation({urn: 1.0}, {}, 0.5), continuation({}, {}, 0.5 + pair % 2 / 10)) for pair in range(40)]
    assert reasons_from(question, [{}, {}], pairs) == []


def test_what_repeats_the_answer_is_not_said():
    question = question_at(begun("valley"), 0)
    urn, jar = Holding(ENTOMBED, "Urn"), Holding(OWNED, "Jar")
    played = continuation({}, {}, 0.5)
    both = [(continuation({urn: 1.0, jar: 1.0}, {}, 0.7 + pair % 2 / 10, {urn: 1.0}), played) for pair in range(40)]
    assert [reason.name for reason in reasons_from(question, [{}, {}], both)] == ["Jar"]
    alone = [(continuation({urn: 1.0}, {}, 0.7 + pair % 2 / 10, {urn: 1.0}), played) for pair in range(40)]
    assert reasons_from(question, [{}, {}], alone) == []


def test_the_largest_effect_is_said_first():
    """Points by a quarter of a narrow lead are less than a card in most of the tries, however sure they are."""
    question = question_at(begun("valley"), 0)
    urn, points = Holding(ENTOMBED, "Urn"), Holding(AMOUNT, "points")
    pairs = [
        (
            continuation({urn: float(pair % 8 > 0), points: 6.5}, {}, 0.7 + pair % 2 / 10),
            continuation({points: 5.0}, {}, 0.5),
        )
        for pair in range(40)
    ]
    assert [reason.name for reason in reasons_from(question, [{}, {}], pairs)] == ["Urn", "points"]


def test_less_of_what_is_bad_is_a_reason_and_more_of_it_for_the_others():
    question = question_at(begun("tal"), 0)
    given = Holding(DONE, "gave {} blocks to the pharaoh", is_bad=True)
    pairs = [
        (
            continuation({given: float(pair % 2)}, {given: 6.0 + pair % 2}, 0.7 + pair % 2 / 10),
            continuation({given: 4.0 + pair % 3}, {given: 1.0}, 0.5),
        )
        for pair in range(40)
    ]
    assert {reason_text(reason, ["Ann", "Ben"], 0) for reason in reasons_from(question, [{}, {}], pairs)} == {
        "After the better answer, you gave 0.5 blocks to the pharaoh on average; after the answer played, 5.0.",
        "After the better answer, Ben gave 6.5 blocks to the pharaoh on average; after the answer played, 1.0.",
    }


@pytest.mark.parametrize(
    ("game", "state", "becomes"),
    [("valley", CONFIRMED, UNSURE), ("tal", CONFIRMED, UNSURE), ("thieves", CONFIRMED, CONFIRMED)]
    + [(game, SOLVED, SOLVED) for game in ("valley", "tal", "thieves")],
)
def test_a_mark_that_playing_on_does_not_favour_is_unsure(game: str, state: str, becomes: str):
    """Two answers that are the same are never better than each other. King of Thieves trusts its trees, a solution is exact."""
    match = begun(game)
    play_first_moves(match, 14)
    node = next(node for node in range(4, 14) if not match.asks_secretly(node) and match.at(node).move_count > 1)
    question = question_at(match, node)
    action = match.game.action(question.root, question.moves[0])
    answers = tuple([JudgedAnswer(action, chance, chance, 0.0, 0.0, 10) for chance in (0.6, 0.5)])
    marked = replace(decision(node, 0.1, state=state), answers=answers, played=1)
    explained = explain_decision(match, marked, replace_pairs(3))
    assert (explained.state, explained.is_marked, explained.reasons) == (becomes, becomes != UNSURE, ())
    assert explained.loss == marked.loss
    assert explained.is_explained


def test_a_token_that_was_not_paid_is_no_reason_but_what_comes_of_it_is():
    question = question_at(begun("thieves"), 0)
    hand, treasure = Holding(AMOUNT, "reputation tokens"), Holding(AMOUNT, "treasure")
    pairs = []
    for pair in range(40):
        better = {hand: 4.0, treasure: 6.0 + pair % 2}
        played = {hand: 3.0, treasure: 5.0}
        pairs.append((continuation(better, {}, 0.8, {hand: 4.0}), continuation(played, {}, 0.5, {hand: 3.0})))
    (reason,) = reasons_from(question, [{}, {}], pairs)
    assert reason.name == "treasure"
    assert reason_text(reason, ["Ann", "Ben"], 0, unit="tomb") == (
        "After the better answer, you had 6.5 treasure on average one tomb later; after the answer played, 5.0 treasure."
    )


def test_a_seat_that_is_out_is_said_to_be_out_and_not_to_have_nothing():
    question = question_at(begun("thieves"), 0)
    treasure = Holding(AMOUNT, "treasure")
    lost = [(continuation({treasure: 8.0}, {}, 0.5), continuation({IS_OUT: 1.0}, {}, 0.0)) for _ in range(40)]
    (reason,) = reasons_from(question, [{}, {}], lost)
    assert reason_text(reason, ["Ann", "Ben"], 0) == (
        "After the answer played, you were out of the game in 40 of 40 tries; after the better answer, in 0 of them."
    )
    won = [(continuation({}, {IS_OUT: 1.0}, 1.0), continuation({}, {treasure: 5.0}, 0.4)) for _ in range(40)]
    (reason,) = reasons_from(question, [{}, {}], won)
    assert reason_text(reason, ["Ann", "Ben"], 0) == (
        "After the better answer, Ben was out of the game in 40 of 40 tries; after the answer played, in 0 of them."
    )


def test_amounts_are_means_over_the_tries():
    question = question_at(begun("valley"), 0)
    points = Holding(AMOUNT, "points")
    pairs = [
        (continuation({points: 8.0 + pair % 3}, {}, 0.7), continuation({points: 5.0 + pair % 2}, {}, 0.5))
        for pair in range(40)
    ]
    (reason,) = reasons_from(question, [{}, {}], pairs)
    assert (reason.kind, reason.better, reason.played) == (AMOUNT, 9.0, 5.5)
    said = (
        "After the better answer, Ann had 9.0 points on average one turn later; after the scribe's answer, 5.5 points."
    )
    assert reason_text(reason, ["Ann", "Ben"], 1, other_words="the scribe's answer") == said, (
        "each number says after which answer"
    )


def test_every_number_of_a_reason_can_be_computed_again():
    match = begun("valley")
    play_first_moves(match, 12)
    one = replace(decision(4, 0.2), answers=(), has_chances=True)
    question = question_at(match, 4)
    actions = [match.game.action(question.root, question.moves[place]) for place in (0, -1)]
    answers = tuple([JudgedAnswer(action, 0.5, 0.5, 0.0, 0.02, 10) for action in actions])
    explained = [explain_decision(match, replace(one, answers=answers), replace_pairs(3)) for _ in range(2)]
    assert explained[0] == explained[1]
    assert explained[0].is_explained
    assert all(isinstance(reason, Reason) and reason.better >= 0 for reason in explained[0].reasons)


def replace_pairs(pairs: int) -> AnalysisBudget:
    return MINIMAL._replace(pairs=pairs)


def test_significance_is_the_mean_in_standard_errors():
    assert z_of([1.0]) == 0.0
    assert z_of([0.0, 0.0, 0.0]) == 0.0
    assert z_of([1.0, 3.0]) == pytest.approx(2.0)
