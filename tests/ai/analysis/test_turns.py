"""Turns: where stretches begin and end, plans that are known by their ends, and what an analysis says of them."""

from dataclasses import replace
from itertools import permutations, takewhile

import pytest

from ai.analysis.analyse import SeenDecision, question_at
from ai.analysis.decision import (
    CONFIRMED,
    INACCURACY_LOSS,
    MAX_LINE_STEPS,
    NO_MATTER_LOSS,
    AnalysisBudget,
    Decision,
    LineStep,
    Plan,
    Reason,
    Turn,
)
from ai.analysis.game_analysis import (
    ENGINE_VERSION,
    FIRST_TURNS_VERSION,
    JUDGING,
    TURNS_VERSION,
    GameAnalysis,
    new_analysis,
    run_analysis,
)
from ai.analysis.plan_words import SEE, plan_texts, steps_in_words, turn_reason_texts, turn_words
from ai.analysis.plans import LONG_TREE, STEP_SIMULATIONS, PlanSearch, Sizes, followed_way, judge_stretch, leaves_open
from ai.analysis.reasons import OUT, TAKEN, continued, moves_of, start_of_turn
from ai.analysis.stretches import Stretch, stretches_on
from ai.kit import DONE, ENTOMBED, MINOR_STEP, OWNED, Holding, kit_of
from ai.search.playout import Rng
from ai.valley.kit import STEP_RANKS
from engine.core.action import Action
from engine.core.events import contains_seat
from engine.core.game import HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from tests.ai.analysis.matches import begun, play_first_moves
from vok_tui.learning.puzzles import FOLDER, read_puzzles

SMALL = AnalysisBudget(screening=8, comparison=12, confirmation=8, pairs=2, continuation=2)


@pytest.fixture(scope="module")
def some_turns() -> Match:
    match = begun("valley")
    play_first_moves(match, 24)
    return match


@pytest.fixture(scope="module")
def whole(some_turns: Match) -> GameAnalysis:
    """Its finished analysis. Tests must not change it."""
    analysis = new_analysis(some_turns, SMALL)
    for _ in run_analysis(some_turns, analysis, 0):
        pass
    return analysis


@pytest.mark.parametrize(("game", "players"), [("valley", 2), ("valley", 3), ("tal", 2)])
def test_nothing_new_is_seen_and_nobody_else_acts_within_a_stretch(game: str, players: int):
    match = begun(game, players=players)
    play_first_moves(match, 60)
    path = match.log.path(match.log.head)
    found = list(stretches_on(match, path))
    assert found
    asked = [node for stretch in found for node in stretch.nodes]
    assert len(set(asked)) == len(asked)
    for stretch in found:
        assert {match.mover(node) for node in stretch.nodes} == {stretch.seat}
        assert len({match.chapter(node) for node in stretch.nodes}) == 1
        for node in stretch.nodes[1:]:  # each is the result of an earlier answer
            assert not any(contains_seat(event.reveals_to, stretch.seat) for event in match.events_on_step_to(node))


def test_the_same_steps_in_another_order_are_the_same_plan():
    match = begun("valley")
    question = question_at(match, 0)
    position, game = question.root, question.game
    (end,) = [move for move in position.legal_moves() if game.action(position, move).verb == "end"]
    entombing = [move for move in position.legal_moves() if game.action(position, move).verb == "entomb"]
    buying = [move for move in position.legal_moves() if game.action(position, move).verb == "buy"]
    compared = 0
    for first in entombing:
        for second in buying:
            ways = []
            for order in permutations((first, second)):
                after = position.copy()
                after.apply(order[0])
                if order[1] in after.legal_moves():
                    ways.append(followed_way(question, [*order, end])[0])
            if len(ways) == 2:
                compared += 1
                assert ways[0].keys[-1] == ways[1].keys[-1]
                assert ways[0].keys[1] != ways[1].keys[1]
    assert compared


def test_an_early_draw_costs_nothing_as_long_as_the_rest_of_the_best_plan_can_be_played():
    puzzle = next(puzzle for puzzle in read_puzzles(FOLDER) if puzzle.id == "base-1b93e137")  # a retired one
    match, turn = puzzle.match(), puzzle.decision.turn
    assert turn is not None
    *others, draw = turn.best.steps
    budget = AnalysisBudget(screening=8, comparison=90, confirmation=8, pairs=2, continuation=1)
    question = question_at(match, match.log.head)
    assert leaves_open(question, moves_of(question, [draw]), moves_of(question, turn.best.steps))
    assert not leaves_open(question, moves_of(question, others), moves_of(question, turn.best.steps[1:]))
    node = match.log.head
    match.play(draw)
    assert judge_stretch(match, Stretch(puzzle.seat, (node,), match.log.head), budget).loss == 0.0


def test_each_stretch_has_one_decision_with_its_plans(some_turns: Match, whole: GameAnalysis):
    stretches = list(stretches_on(some_turns, some_turns.log.path(some_turns.log.head)))
    assert whole.key.version == TURNS_VERSION
    assert len(whole.decisions) == len(stretches)
    assert whole.is_complete(some_turns)
    assert whole.fits(some_turns)
    assert GameAnalysis.from_packed(whole.pack()).pack() == whole.pack()
    for stretch in stretches:
        (decision,) = [whole.decisions[node] for node in stretch.nodes if node in whole.decisions]
        turn = decision.turn
        assert turn is not None
        assert start_of_turn(some_turns, decision.node, turn) == stretch.start
        assert decision.node == stretch.nodes[turn.start]
        played = [some_turns.log.actions[some_turns.log.last_visited_child(node)] for node in stretch.nodes]
        assert list(turn.played_plan.steps) == played
        assert turn.best.chance == max(plan.chance for plan in turn.plans)
        assert decision.loss <= turn.best.chance - turn.played_plan.chance + 0.001
        if decision.is_marked:
            assert decision.loss >= INACCURACY_LOSS
            assert turn.played_plan not in turn.good


def test_the_best_plan_itself_costs_nothing(some_turns: Match):
    stretch = next(iter(stretches_on(some_turns, some_turns.log.path(some_turns.log.head))))
    question = question_at(some_turns, stretch.start)
    search = PlanSearch(question, Sizes.within(SMALL, question.kit))
    for _ in search.begin():
        pass
    best = next(iter(search.ends.values()))
    match = begun("valley")
    position = match.state
    for move in best.moves:
        match.play(match.game.action(position, move))
        position = match.state
    played = next(iter(stretches_on(match, match.log.path(match.log.head))))
    decision = judge_stretch(match, played, SMALL)
    assert decision.loss == 0.0
    assert decision.turn is not None
    assert decision.turn.fair_loss == 0.0


def test_an_analysis_goes_on_where_it_was_stopped_and_begins_with_the_player(some_turns: Match, whole: GameAnalysis):
    seats = (Seat("Ann", "scribe"), Seat("Ben", HUMAN))
    match = Match(some_turns.game, some_turns.setup.with_seats_and_seed(seats, some_turns.setup.seed))
    play_first_moves(match, 24)
    while not match.is_over:  # only the player's own turns of a game that goes on are analysed
        play_first_moves(match, 1)
    analysis = new_analysis(match, SMALL)
    judged = [
        step.decision.seat for step, _ in zip(run_analysis(match, analysis, 0, (JUDGING,)), range(3), strict=False)
    ]
    assert judged == [1, 1, 1]
    left = len(analysis.todo(match, JUDGING))
    again = GameAnalysis.from_packed(analysis.pack())
    assert len(again.todo(match, JUDGING)) == left
    next(iter(run_analysis(match, again, 0, (JUDGING,))))
    assert len(again.todo(match, JUDGING)) == left - 1
    assert {node: again.decisions[node] for node in analysis.decisions} == analysis.decisions


def test_an_analysis_of_single_answers_stays_readable_and_complete(some_turns: Match):
    """One that an earlier version has made, answer by answer."""
    earlier = new_analysis(some_turns, SMALL)
    earlier.key = earlier.key._replace(version=ENGINE_VERSION)
    for _ in run_analysis(some_turns, earlier, 0, (JUDGING,)):
        pass
    assert all(decision.turn is None for decision in earlier.decisions.values())
    packed = earlier.pack()
    assert all(len(decision) == 13 for decision in packed["decisions"])
    read = GameAnalysis.from_packed(packed)
    assert read.fits(some_turns)
    assert read.todo(some_turns, JUDGING) == []


PLANS = (Plan((), 0.5, 1.0), Plan((), 0.49, 0.5), Plan((), 0.4, -2.0))


@pytest.mark.parametrize(
    "damage", [{"start": -1}, {"start": 1000}, {"played": 3}, {"played": -1}, {"plans": ()}, {"plans": PLANS * 4}]
)
def test_a_turn_that_no_analysis_writes_is_refused(whole: GameAnalysis, damage: dict[str, object]):
    decision = replace(next(iter(whole.decisions.values())), turn=Turn(0, PLANS, 2, 0.1, 3.0))
    assert Decision.from_packed(decision.pack()).turn == decision.turn
    broken = replace(decision, turn=replace(decision.turn, **damage))  # type: ignore[type-var, arg-type]
    with pytest.raises(ValueError, match="not a turn"):
        Decision.from_packed(broken.pack())


def test_of_a_long_plan_the_first_steps_are_kept(whole: GameAnalysis):
    decision = next(iter(whole.decisions.values()))
    line = (LineStep(0, Action("take", (1,))),) * (MAX_LINE_STEPS + 4)
    long = replace(decision, loss=0.1, answers=(replace(decision.answers[0], line=line),), played=0)
    assert Decision.from_packed(long.pack()).answers[0].line == line[:MAX_LINE_STEPS]


def test_good_plans_are_within_two_in_a_hundred_of_the_best():
    assert Turn(0, PLANS, 2, 0.1, 3.0).good == [plan for plan in PLANS if plan.chance >= 0.5 - NO_MATTER_LOSS]


def test_only_games_that_declare_it_are_judged_by_turns():
    setup = Setup("thieves", (Seat("Ann"), Seat("Ben")), 1)
    match = Match(GAMES["thieves"], setup)
    play_first_moves(match, 4)
    assert not new_analysis(match, SMALL).judges_turns(match)


def test_steps_that_no_position_offers_are_left_out_and_a_start_that_is_none_ends_at_the_first_question(
    some_turns: Match, whole: GameAnalysis
):
    """A file may say anything that is well formed."""
    decision = next(one for one in whole.decisions.values() if one.seat == 1)
    foreign = (Action("nonsense"), Action("buy", (9, 9)), Action("entomb", (1 << 40,)))
    plans = (Plan(foreign, 0.5, 1.0), Plan(foreign[:1], 0.3, 0.0))
    turn = Turn(40, plans, 1, 0.2, 2.0)
    words = turn_words(some_turns, replace(decision, turn=turn), turn)
    assert words.sentence.startswith("You: ")
    assert turn_words(some_turns, decision, replace(turn, start=0)).sentence.startswith("You: ")


def before_a_look() -> tuple[Match, SeenDecision, Action, Action, Action]:
    """A question with three of its answers: to buy Qebehsenuef; to look at the next cards of the deck, which then is the discard
    pile with that card; and to entomb something."""
    match = begun("valley")
    while len(match.log) < 32:
        moves = match.state.legal_moves()
        match.play(match.game.action(match.state, moves[seeded_hash(3, len(match.log)) % len(moves)]))
    question = question_at(match, match.log.head)
    says = {
        match.game.say(question.root, action): action
        for action in [match.game.action(question.root, move) for move in question.root.legal_moves()]
    }
    buy = next(action for text, action in says.items() if text.endswith("Jar with Box of Food, Shabti, Offering Table"))
    return match, question, buy, says["execute Heart Scarab Amulet"], says["entomb Heart Scarab Amulet"]


def test_only_a_step_that_shows_something_is_followed_by_then_see_what_comes():
    match, question, buy, look, entomb = before_a_look()
    played = Plan((entomb,), 0.3, 0.0)

    def better(*plans: Plan) -> str:
        turn = Turn(0, (*plans, played), len(plans), 0.2, 3.0)
        decision = Decision(match.log.head, 0, question.seat, "buying", "early", CONFIRMED, loss=0.2, turn=turn)
        return turn_words(match, decision, turn).better

    name = "buy Qebehsenuef Canopic Jar"
    then_look = Plan((buy, look), 0.5, 0.0, shows=True)
    assert better(then_look) == f"{name}, execute Heart Scarab Amulet, {SEE}"
    assert better(then_look, Plan((buy, entomb), 0.5, 0.0, shows=True)) == name, "the plans share the purchase alone"


def test_a_step_that_hardly_matters_is_named_only_where_nothing_else_differs(monkeypatch: pytest.MonkeyPatch):
    """Such as the order of discards; here to execute a card is made one."""
    match, question, buy, look, entomb = before_a_look()
    assert kit_of(match.game).step_rank(Action("top", (1,))) == MINOR_STEP
    monkeypatch.setitem(STEP_RANKS, "execute", MINOR_STEP)

    def said(best: Plan, played: Plan) -> str:
        turn = Turn(0, (best, played), 1, 0.2, 3.0)
        decision = Decision(match.log.head, 0, question.seat, "buying", "early", CONFIRMED, loss=0.2, turn=turn)
        return turn_words(match, decision, turn).sentence

    assert "execute" not in said(Plan((entomb,), 0.5, 0.0), Plan((buy, look), 0.3, 0.0))
    assert "execute" not in said(Plan((buy, look), 0.5, 0.0), Plan((entomb,), 0.3, 0.0))
    assert "execute Heart Scarab Amulet" in said(Plan((buy, look), 0.5, 0.0), Plan((buy,), 0.3, 0.0))


def test_what_a_plan_has_bought_is_no_reason_though_a_look_sets_it_aside():
    _, question, buy, look, _ = before_a_look()
    moves = moves_of(question, (buy, look))
    assert len(moves) == 2
    piece = Holding(OWNED, "Qebehsenuef Canopic Jar")
    for pair in range(6):
        deal = question.game.determinize(question.root, question.seat, pair)
        assert continued(question, deal, moves, pair, SMALL).at_once[question.seat][piece] >= 1.0


def played_in_tal(*verbs: str) -> Match:
    """A game of Tal in which the first seats lay nothing more and order what is last in their menus, until one of these verbs is
    offered."""
    match = begun("tal")
    while not any(match.game.action(match.state, move).verb in verbs for move in match.state.legal_moves()):
        match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    return match


def test_two_spaces_of_a_site_that_play_the_same_are_one_plan():
    """All ways of one worker, in the phase of the workers."""
    match = played_in_tal("take")
    question = question_at(match, match.log.head)
    take = question.moves[0]
    after = question.root.copy()
    after.apply(take)
    ways = [followed_way(question, [take, move])[0] for move in after.legal_moves()]
    assert len({way.keys[-1] for way in ways}) < len(ways)


def test_steps_of_tal_say_where_a_worker_comes_from_and_what_is_written_for_an_overseer():
    match = played_in_tal("take")
    question = question_at(match, match.log.head)
    taken = question.game.action(question.root, question.moves[0])
    after = question.root.copy()
    after.apply(question.moves[0])
    sent = question.game.action(after, after.legal_moves()[0])
    (step,) = steps_in_words(question, Plan((taken, sent), 0.5, 0.0))
    start = question.game.say(question.root, taken).removeprefix("move a worker from ")
    assert step.words == f"move a worker from {start} to {question.game.say(after, sent).removeprefix('go to ')}"
    match = played_in_tal("claim")
    stopped = match.log.actions[match.log.head]
    question = question_at(match, match.log.parents[match.log.head])
    (claim,) = [
        match.game.action(match.state, move)
        for move in match.state.legal_moves()
        if match.game.action(match.state, move).verb == "claim"
    ][:1]
    (step,) = steps_in_words(question, Plan((stopped, claim), 0.5, 0.0))
    assert step.words.startswith("first overseer to ")
    assert step.words.endswith(f", claiming site {claim.arguments[1] + 1}")


def test_all_steps_of_a_plan_count_as_done():
    """What a builder places with the first answers of a plan, too; and that is no reason, because the plan says it."""
    match, rng = begun("tal", seed=1), Rng(1)
    while (moves := match.state.legal_moves()) and match.game.action(match.state, moves[0]).verb != "build":
        match.play(match.game.action(match.state, moves[rng.below(len(moves))]))
    question = question_at(match, match.log.head)
    two, none = [moves[0], moves[1]], [moves[-1]]
    budget = AnalysisBudget(screening=2, comparison=2, confirmation=2, pairs=1, continuation=1)
    placed = Holding(DONE, "placed {} blocks")
    at_once = [continued(question, question.root, plan, 0, budget).at_once[question.seat] for plan in (two, none)]
    assert [holdings.get(placed, 0.0) for holdings in at_once] == [2.0, 0.0]


def test_deals_that_go_on_for_another_round_correct_all_plans_of_a_phase():
    """What they find on average holds for all, so the order stays."""
    match = played_in_tal("take")
    search = PlanSearch(question_at(match, match.log.head), Sizes(12, 1, 1, 1))
    for _ in search.begin():
        pass
    before = {key: end.mean().chance for key, end in search.ends.items()}
    for _ in search.refine():
        pass
    corrected = {key: end.mean().chance - before[key] for key, end in search.ends.items()}
    tried = {key: end for key, end in search.ends.items() if end.far}
    common = sum(end.found_further().chance for end in tried.values()) / len(tried)
    assert 1 < len(tried) < len(before)
    assert all(correction == pytest.approx(common) for correction in corrected.values())


@pytest.mark.parametrize(("game", "times"), [("valley", 1), ("tal", LONG_TREE)])
def test_a_larger_tree_looks_for_the_long_ways_of_a_phase(game: str, times: int):
    match = begun(game) if game == "valley" else played_in_tal("take")
    search = PlanSearch(question_at(match, match.log.head), Sizes(STEP_SIMULATIONS, 1, 1, 1))
    steps = list(takewhile(lambda _: not search.found, search.begin()))
    assert sum(steps) == times * STEP_SIMULATIONS


def test_of_a_secret_bid_only_what_was_done_is_said():
    match = begun("tal")
    steps = [match.game.action(match.state, match.state.legal_moves()[0])]
    plans = (Plan((), 0.5, 1.0), Plan(tuple(steps), 0.3, -2.0))
    bid = Decision(0, 0, 0, "bidding", "early", CONFIRMED, is_mixed=True, loss=0.2, turn=Turn(0, plans, 1, 0.2, 3.0))
    assert bid.turn is not None
    words = turn_words(match, bid, bid.turn)
    assert words.sentence == f"You: {match.game.say(match.state, steps[0])}."
    assert bid.best is None


def test_an_earlier_analysis_of_turns_still_judges_turns(some_turns: Match, whole: GameAnalysis):
    earlier = GameAnalysis.from_packed(whole.pack())
    earlier.key = earlier.key._replace(version=FIRST_TURNS_VERSION)
    assert earlier.is_complete(some_turns)


@pytest.mark.parametrize(
    ("kind", "seat", "other", "said"),
    [
        (TAKEN, 1, "otherwise", "Because: otherwise Khety takes Urn next in 10 of 12 tries, with the best plan in 0."),
        (OWNED, 0, "as played", "Because: you have Urn by the end of the turn in 10 of 12 tries, as played in 0."),
        (
            ENTOMBED,
            0,
            "as played",
            "Because: Urn lies in your tomb by the end of the turn in 10 of 12 tries, as played in 0.",
        ),
        (OUT, 1, "otherwise", "Because: Khety is out of the game in 10 of 12 tries, otherwise in 0."),
    ],
)
def test_a_reason_for_a_plan_is_a_sentence_and_the_next_one_says_also(kind: str, seat: int, other: str, said: str):
    numbers = (0.0, 10.0) if kind == TAKEN else (10.0, 0.0)
    reason = Reason(kind, "Urn", seat, *numbers, 12, 10.0)
    texts = turn_reason_texts([reason, reason], ["Ann", "Khety"], 0, other)
    assert texts == [said, said.replace("Because", "Also")]


def test_the_steps_of_the_best_plan_contain_what_all_good_plans_share(some_turns: Match, whole: GameAnalysis):
    said = 0
    for decision in whole.decisions.values():
        turn = decision.turn
        if turn is None or decision.is_mixed or turn.played == 0:
            continue
        turn = replace(turn, plans=(turn.best, turn.best, replace(turn.played_plan, chance=0.0)), played=2)
        texts = plan_texts(some_turns, decision, turn)
        assert "the usual order" not in texts, "an order that does not matter is no step"
        words = turn_words(some_turns, decision, turn)
        if words.is_shared and "times" not in words.better:
            assert words.sentence.partition(". ")[2].startswith("In both good plans: ")
            steps = words.better.removesuffix(f", {SEE}").split(", ")
            assert all(any(text.startswith(step) for text in texts) for step in steps)
            said += 1
    assert said
