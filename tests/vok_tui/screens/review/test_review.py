"""A review shows what the viewer may see, goes to any step, and never changes the game."""

import gc

import pytest

from ai.levels import SHABTI
from ai.search.playout import Rng
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.journal import COMMENT, HIDDEN, MAIN_LINE, Annotated
from engine.core.match import Match
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.paired_worlds import CASES, KITS, OCCASIONS, PYRAMID, STOCK, VIEWER, decline_in_secret, match_from
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.game.sitting import Sitting
from vok_tui.game.story import last_public_node
from vok_tui.learning.review import SWING, UNDO, Review, Unit, turn_of_largest_change
from vok_tui.painting.grid import Cell, Grid
from vok_tui.painting.signs import signs_with
from vok_tui.screens.review.paint_page import ReviewPage, paint_page, result_text

SETUP = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", SHABTI), Seat("Cleo", SHABTI)), 7)
SIZES = ((80, 24), (120, 40), (160, 45))


def play_random_moves(moves: int, setup: Setup = SETUP, seed: int = 1) -> Match:
    match, rng = Match(VALLEY, setup), Rng(seed)
    for _ in range(moves):
        if not match.is_over:
            menu = match.state.legal_moves()
            match.play(VALLEY.action(match.state, menu[rng.below(len(menu))]))
    return match


def finished(seed: int = 1) -> Match:
    return play_random_moves(10_000, seed=seed)


def test_walking_through_a_long_game_keeps_few_objects() -> None:
    """Each garbage collection visits every object that is kept, so steps would become slow."""
    review = Review(finished(), 0)
    gc.freeze()  # what other tests have left need not be visited
    before = len(gc.get_objects())
    for node in list(review.current_line)[::2]:
        review.go_to(node)
        review.view()
    gc.collect()
    assert len(review.current_line) > 150
    assert len(gc.get_objects()) - before < 3_000


def pictures(match: Match, kit: object = VALLEY_TABLE) -> list[list[list[Cell]]]:
    """The pages of a review of a running game from the viewer's seat: for each step and size, as a tree."""
    review = Review(match, VIEWER, Sitting(match).shown_path()[-1])
    review_page = ReviewPage(review, VALLEY_TABLE.board(match), VALLEY_TABLE)
    pages = []
    review.go("end", -1)
    while True:
        for width, height in SIZES:
            grid = Grid(width, height)
            paint_page(grid, review_page, signs_with(VALLEY_TABLE.signs, ascii_only=False), colors=True)
            pages.append(grid.rows)
        if not review.go("step", 1):
            return pages


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_the_review_of_a_running_game_does_not_show_who_was_asked_to_react(
    occasion: str,
) -> None:
    active, texts, card = OCCASIONS[occasion]
    seats = Setup("valley", (Seat("Ann", HUMAN), Seat("Nefertari", SHABTI), Seat("Senmut", SHABTI)), 1)
    shown, was_asked = [], []
    for holds in (True, False):
        hand, deck = (f"Urn, {card}", "5 Urn, Shabti") if holds else ("Urn, Shabti", f"5 Urn, {card}")
        rich = "Shabti, Urn, 2 Box of Food, Statue of Anubis"
        hands = ("5 Urn" if active else rich, rich if active else "5 Urn", hand)
        position = table(
            hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Urn", deck), boneyard="Censer", active=active,
            changed=active,
        )  # fmt: skip
        match = match_from(VALLEY, seats, position)
        was_asked.append(False)
        for text in texts:
            match.play(match.game.parse(match.state, text))
            was_asked[-1] = was_asked[-1] or match.game.asks_secretly(match.state)
            decline_in_secret(match)
        shown.append(pictures(match))
    assert was_asked == [True, False]
    assert shown[0] == shown[1]


def test_other_seats_and_hands_are_hidden_until_the_game_is_over() -> None:
    running, over = Review(play_random_moves(40), 0), Review(finished(), 0)
    assert not running.view_from_next_seat()
    assert not running.try_toggle_hands()
    assert (running.viewer, running.shows_all_hands) == (0, False)
    with pytest.raises(ValueError, match="own view"):
        running.view(1)
    assert over.try_toggle_hands()
    assert [over.view_from_next_seat() and over.viewer for _ in range(3)] == [1, 2, 0]
    assert len(over.view(1).mine.hand) == over.view(1).mine.hand_count


def test_all_hands_can_be_shown_in_a_game_without_human_players() -> None:
    setup = Setup("valley", (Seat("Ben", SHABTI), Seat("Cleo", SHABTI)), 7)
    review = Review(play_random_moves(30, setup), NOBODY)
    assert review.try_toggle_hands()
    assert review.view_from_next_seat()


def test_a_game_whose_seat_a_human_took_over_stays_hidden_until_its_end() -> None:
    match = play_random_moves(30, Setup("valley", (Seat("Ben", SHABTI), Seat("Cleo", SHABTI)), 7))
    match.change_seat(0, HUMAN)
    review = Review(match, 0)
    assert not review.try_toggle_hands()
    assert not review.view_from_next_seat()


@pytest.mark.parametrize("unit", ["step", "turn", "round"])
def test_each_kind_of_step_works_forward_and_back(unit: Unit) -> None:
    review = Review(finished(), 0)
    review.go("end", -1)
    stops = [0]
    while review.go(unit, 1):
        stops.append(review.node)
    back = [review.node]
    while review.go(unit, -1):
        back.append(review.node)
    assert len(stops) > 5
    assert stops[:-1] == sorted(set(back[1:]))[: len(stops) - 1]


def test_a_declined_secret_question_is_not_a_step() -> None:
    for seed in range(1, 12):
        match = finished(seed)
        silent = [node for node in range(len(match.log)) if match.is_reached_by_secret_pass(node)]
        review = Review(match, 0)
        visited = {*review.current_line}
        assert not visited & set(silent)
        if silent:
            return
    raise AssertionError("no game had a secret question")


def game_with_variations() -> Match:
    """A finished game with two variations. The second one branches off earlier."""
    match = finished()
    path, end = match.log.path(match.log.head), match.log.head
    rng = Rng(9)
    for ply in (60, 30):
        match.goto(path[ply])
        for _ in range(8):
            menu = match.state.legal_moves()
            match.play(VALLEY.action(match.state, menu[rng.below(len(menu))]))
    match.goto(end)
    return match


def row_summaries(review: Review) -> list[tuple[int, str, tuple[int, ...]]]:
    return [(row.depth, row.label, row.nodes) for row in review.turns.rows]


def test_visiting_nodes_changes_neither_the_list_nor_the_log() -> None:
    match = game_with_variations()
    review = Review(match, 0)
    before, entries = row_summaries(review), len(match.log.journal)
    assert {depth for depth, _, _ in before} == {0, 1}
    while review.go("row", -1):
        review.go("step", 1)
        review.go("step", -1)
    assert row_summaries(review) == before
    assert len(match.log.journal) == entries


def test_the_list_shows_every_step_of_every_variation_once() -> None:
    match = game_with_variations()
    review = Review(match, 0)
    listed = [node for row in review.turns.rows for node in row.nodes]
    steps = [node for node in range(1, len(match.log)) if not match.is_reached_by_secret_pass(node)]
    assert sorted(listed) == steps


def test_a_folded_variation_is_not_listed_until_it_is_unfolded() -> None:
    review = Review(game_with_variations(), 0)
    before = row_summaries(review)
    inside = next(row.nodes[0] for row in review.turns.rows if row.depth)
    review.go_to(inside)
    assert review.toggle_variations()
    assert review.turns.index_of(inside) == -1
    assert review.turns.index_of(review.node) >= 0
    assert review.toggle_variations()
    assert row_summaries(review) == before


def test_from_within_a_folded_variation_the_listed_turn_that_folds_it_is_unfolded() -> None:
    match = game_with_variations()
    end, leaf = match.log.head, len(match.log) - 1
    inside = next(node for node in reversed(match.log.path(leaf)[:-1]) if match.at(node).move_count > 1)
    match.goto(inside)
    for move in match.state.legal_moves()[:2]:  # one of them is there already
        match.goto(inside)
        match.play(VALLEY.action(match.state, move))
    match.goto(end)
    review = Review(match, 0)
    before = row_summaries(review)
    nested = next(row for row in review.turns.rows if row.depth == 2)
    review.go_to(nested.nodes[0])
    outer = review.line_tree.variation_start(review.step_tree.parents[nested.nodes[0]])
    review.go_to(review.line_tree.main_child(review.step_tree.parents[outer]))
    assert review.toggle_variations()
    review.go_to(nested.nodes[0])
    assert review.toggle_variations()
    assert review.turns.index_of(review.node) >= 0
    assert row_summaries(review) == before


def test_a_promoted_variation_becomes_the_main_line_and_a_hidden_one_a_single_row() -> None:
    match = game_with_variations()
    review = Review(match, 0)
    start = next(row.nodes[0] for row in review.turns.rows if row.depth)
    match.log.annotate(Annotated(MAIN_LINE, start, "", 1))
    review.update_annotations(match.log.annotations)
    assert review.line_tree.variation_start(start) == 0
    other = next(row for row in review.turns.rows if row.depth)
    match.log.annotate(Annotated(HIDDEN, other.nodes[0], "", 1))
    review.update_annotations(match.log.annotations)
    assert [row.is_hidden for row in review.turns.rows if row.nodes[0] == other.nodes[0]] == [True]
    assert sum(row.is_hidden for row in review.turns.rows) == 1


def test_a_review_finds_the_next_purchase_comment_and_text() -> None:
    match = finished()
    review = Review(match, 0)
    review.go("end", -1)
    kind = VALLEY_TABLE.step_kinds[0]
    assert review.go_to_step_kind(kind, 1) == ""
    assert any("buy" in sentence for sentence in review.sentences_and_comment(review.node))
    bought = review.node
    match.log.annotate(Annotated(COMMENT, review.current_line[50], "Here I lost it", 0))
    review.update_annotations(match.log.annotations)
    assert review.go("mark", 1)
    assert review.node == review.current_line[50]
    review.go("end", -1)
    assert review.go_to_text("LOST it")
    assert review.node == review.current_line[50]
    assert review.go_to_step_kind(kind, -1) == ""
    assert review.node >= bought


def test_searching_for_a_purchase_does_not_find_a_payment() -> None:
    review = Review(finished(), 0)
    purchases = {
        sentence.split(" with ")[0]
        for node in review.current_line[1:]
        for sentence in review.sentences_and_comment(node)
        if " buys " in sentence
    }
    payments = {
        purchase
        for purchase in purchases
        for node in review.current_line[1:]
        if all(word in (sentence := " ".join(review.sentences_and_comment(node))) for word in purchase.split())
        and purchase not in sentence
    }
    assert payments
    for purchase in sorted(payments):
        review.go("end", -1)
        assert review.go_to_text(purchase)
        assert purchase in " ".join(review.sentences_and_comment(review.node))


@pytest.mark.parametrize("name", CASES)
def test_a_review_finds_undos_swings_and_the_result_of_every_game(name: str) -> None:
    game, setup = CASES[name]
    match, rng = Match(game, setup), Rng(5)
    while not match.is_over:
        menu = match.state.legal_moves()
        match.play(game.action(match.state, menu[rng.below(len(menu))]))
        if match.depth(match.log.head) == 3 and len(match.log) < 8:
            match.goto(match.log.path(match.log.head)[1])
    review = Review(match, 0)
    assert " won" in result_text(review)
    review.go("end", -1)
    assert review.go_to_step_kind(UNDO, 1) == ""
    assert any("Moves were taken back to here" in sentence for sentence in review.sentences_and_comment(review.node))
    review.go("end", -1)
    points = review.seat_points_by_turn()
    changes = any(
        points_of_seat[turn] != points_of_seat[turn - 1]
        for points_of_seat in points
        for turn in range(1, len(points_of_seat))
    )
    assert ("The largest swing" in review.go_to_step_kind(SWING, 1)) == changes
    assert changes or review.node == 0
    review.go("end", 1)
    swing_text = review.go_to_step_kind(SWING, -1)
    turn = turn_of_largest_change(points, 1, len(points[0]))
    assert review.chapter.number == turn or not turn  # the last turn counts as a turn too
    assert (
        ("of the game" in swing_text and review.chapter.title in swing_text)
        if changes
        else "no step of this kind" in swing_text
    )


def test_a_reshuffled_line_is_reviewed_and_counts_as_an_undo() -> None:
    match, rng = play_random_moves(60), Rng(8)
    node = next(node for node in range(30, 60) if match.mover(node) == 0)
    match.reshuffle(node, 0, 12345)
    branch = match.log.head
    while not match.is_over:
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, menu[rng.below(len(menu))]))
    review = Review(match, 0)
    assert branch in review.current_line
    assert review.line_tree.variation_start(60) > node, "the old line is a variation"
    page = ReviewPage(review, VALLEY_TABLE.board(match), VALLEY_TABLE)
    review.go("end", -1)
    for step in review.current_line[::4]:
        review.go_to(step)
        paint_page(Grid(80, 24), page, signs_with(VALLEY_TABLE.signs, ascii_only=False), colors=True)
    review.go("end", -1)
    assert review.go_to_step_kind(UNDO, 1) == ""
    assert review.node == last_public_node(match, node)
    assert "Moves were taken back to here (1 of 1)." in review.sentences_and_comment(review.node)


def test_a_game_registered_by_a_test_can_be_reviewed() -> None:
    game, setup = CASES["caravans"]
    match, rng = Match(game, setup), Rng(2)
    while not match.is_over:
        menu = match.state.legal_moves()
        match.play(game.action(match.state, menu[rng.below(len(menu))]))
    review = Review(match, 0)
    rounds = [row.chapter.number for row in review.turns.rows]
    assert rounds == sorted(rounds)
    assert review.go_to_turn(2)
    assert review.chapter.number == 2
    kit = KITS["caravans"]
    page = ReviewPage(review, kit.board(match), kit)
    review.try_toggle_hands()
    review.go("end", -1)
    while review.go("step", 1):  # to the last step, where the list is long
        pass
    grid = Grid(80, 24)
    paint_page(grid, page, signs_with(kit.signs, ascii_only=False), colors=True)
    lines = ["".join(char for char, _ in row) for row in grid.rows]
    secrets = kit.board(match).viewer_secrets(review.view(1))
    assert secrets
    left_column = [line[:56].rstrip() for line in lines]
    hands_pane = left_column[left_column.index("Hands") :]  # the hands are the last pane
    assert f" Bob {', '.join(secrets)}" in hands_pane
