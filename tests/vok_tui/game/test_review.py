"""A review shows what may be seen, goes where it is told, and changes nothing of the game."""

import gc
from collections.abc import Callable

import pytest

from ai.bots.levels import SHABTI
from ai.search.playout import Rng
from engine.core.game import HUMAN, NOBODY, Seat, Setup
from engine.core.history.annotations import COMMENT, HIDDEN, MAIN_LINE, Annotated
from engine.core.history.match import Match
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.paired_worlds import match_from
from tests.vok_tui.table.test_paired_worlds import (
    CASES,
    KITS,
    OCCASIONS,
    PYRAMID,
    STOCK,
    VIEWER,
    decline_in_secret,
)
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.game.session import Session
from vok_tui.game.story import last_public_node
from vok_tui.painting.grid import Cell, Grid
from vok_tui.painting.signs import signs_with
from vok_tui.replay.review import Review
from vok_tui.replay.review_kinds import SWING, UNDO, turn_of_largest_change
from vok_tui.review.paint_page import ReviewPage, paint_page, result_text

SETUP = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", SHABTI), Seat("Cleo", SHABTI)), 7)
SIZES = ((80, 24), (120, 40), (160, 45))


def played(moves: int, setup: Setup = SETUP, seed: int = 1) -> Match:
    match, draw = Match(VALLEY, setup), Rng(seed)
    for _ in range(moves):
        if not match.is_over:
            menu = match.state.legal_moves()
            match.play(VALLEY.action(match.state, menu[draw.below(len(menu))]))
    return match


def finished(seed: int = 1) -> Match:
    return played(10_000, seed=seed)


def test_a_walk_through_a_long_game_leaves_little_behind() -> None:
    """What it keeps, every garbage collection walks through: the steps would become slow."""
    review = Review(finished(), 0)
    gc.collect()
    before = len(gc.get_objects())
    for node in list(review.current_line):
        review.go_to(node)
        review.view()
    gc.collect()
    assert len(review.current_line) > 150
    assert len(gc.get_objects()) - before < 6_000


def pictures(match: Match, kit: object = VALLEY_TABLE) -> list[list[list[Cell]]]:
    """All pages of a review of a running game from the viewer's seat: at each step, at each size, as a tree."""
    review = Review(match, VIEWER, Session(match).shown_path()[-1])
    page = ReviewPage(review, VALLEY_TABLE.board(match), VALLEY_TABLE)
    painted = []
    review.go_to_end(-1)
    while True:
        for width, height in SIZES:
            grid = Grid(width, height)
            paint_page(grid, page, signs_with(VALLEY_TABLE.signs, ascii_only=False), colors=True)
            painted.append(grid.rows)
        if not review.go_steps(1):
            return painted


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_whether_somebody_was_asked_for_a_reaction_changes_nothing_in_the_review_of_a_running_game(
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


def test_other_seats_and_hands_are_closed_until_the_game_is_over() -> None:
    running, over = Review(played(40), 0), Review(finished(), 0)
    assert not running.view_from_next_seat()
    assert not running.try_toggle_hands()
    assert (running.viewer, running.all_hands) == (0, False)
    with pytest.raises(ValueError, match="own view"):
        running.view(1)
    assert over.try_toggle_hands()
    assert [over.view_from_next_seat() and over.viewer for _ in range(3)] == [1, 2, 0]
    assert len(over.view(1).mine.hand) == over.view(1).mine.hand_count


def test_a_game_of_opponents_alone_is_open_before_its_end() -> None:
    setup = Setup("valley", (Seat("Ben", SHABTI), Seat("Cleo", SHABTI)), 7)
    review = Review(played(30, setup), NOBODY)
    assert review.try_toggle_hands()
    assert review.view_from_next_seat()


def test_a_game_in_which_a_person_has_taken_a_seat_is_closed_until_its_end() -> None:
    match = played(30, Setup("valley", (Seat("Ben", SHABTI), Seat("Cleo", SHABTI)), 7))
    match.change_seat(0, HUMAN)
    review = Review(match, 0)
    assert not review.try_toggle_hands()
    assert not review.view_from_next_seat()


@pytest.mark.parametrize("way", ["go_steps", "go_one_turn", "go_one_round"])
def test_each_way_on_is_the_way_back(way: str) -> None:
    review = Review(finished(), 0)
    go: Callable[[int], bool] = getattr(review, way)
    review.go_to_end(-1)
    stops = [0]
    while go(1):
        stops.append(review.node)
    back = [review.node]
    while go(-1):
        back.append(review.node)
    assert len(stops) > 5
    assert stops[:-1] == sorted(set(back[1:]))[: len(stops) - 1]


def test_a_declined_secret_question_is_no_step() -> None:
    for seed in range(1, 12):
        match = finished(seed)
        silent = [node for node in range(len(match.log)) if match.is_reached_by_secret_pass(node)]
        review = Review(match, 0)
        visited = {*review.current_line}
        assert not visited & set(silent)
        if silent:
            return
    raise AssertionError("no game had a secret question")


def branched() -> Match:
    """A finished game with two lines that were left, of which the second leaves earlier."""
    match = finished()
    path, end = match.log.path(match.log.head), match.log.head
    draw = Rng(9)
    for place in (60, 30):
        match.goto(path[place])
        for _ in range(8):
            menu = match.state.legal_moves()
            match.play(VALLEY.action(match.state, menu[draw.below(len(menu))]))
    match.goto(end)
    return match


def shape(review: Review) -> list[tuple[int, str, tuple[int, ...]]]:
    return [(row.depth, row.label, row.nodes) for row in review.rows]


def test_visiting_changes_neither_the_order_of_the_lines_nor_the_log() -> None:
    match = branched()
    review = Review(match, 0)
    before, entries = shape(review), len(match.log.journal)
    assert {depth for depth, _, _ in before} == {0, 1}
    while review.go_to_next_row(-1):
        review.go_steps(1)
        review.go_steps(-1)
    assert shape(review) == before
    assert len(match.log.journal) == entries


def test_the_list_shows_every_step_of_every_line_once() -> None:
    match = branched()
    review = Review(match, 0)
    listed = [node for row in review.rows for node in row.nodes]
    steps = [node for node in range(1, len(match.log)) if not match.is_reached_by_secret_pass(node)]
    assert sorted(listed) == steps


def test_a_folded_line_is_not_listed_and_comes_back() -> None:
    review = Review(branched(), 0)
    before = shape(review)
    inside = next(row.nodes[0] for row in review.rows if row.depth)
    review.go_to(inside)
    assert review.toggle_variations()
    assert review.row_of(inside) == -1
    assert review.row_of(review.node) >= 0
    assert review.toggle_variations()
    assert shape(review) == before


def test_a_promoted_line_is_the_main_one_and_a_hidden_one_is_a_single_row() -> None:
    match = branched()
    review = Review(match, 0)
    start = next(row.nodes[0] for row in review.rows if row.depth)
    match.log.annotate(Annotated(MAIN_LINE, start, "", 1))
    review.update_annotations(match.log.annotations)
    assert review.lines.variation_start(start) == 0
    other = next(row for row in review.rows if row.depth)
    match.log.annotate(Annotated(HIDDEN, other.nodes[0], "", 1))
    review.update_annotations(match.log.annotations)
    assert [row.is_hidden for row in review.rows if row.nodes[0] == other.nodes[0]] == [True]
    assert sum(row.is_hidden for row in review.rows) == 1


def test_the_next_purchase_and_the_next_comment_are_found() -> None:
    match = finished()
    review = Review(match, 0)
    review.go_to_end(-1)
    kind = VALLEY_TABLE.step_kinds[0]
    assert review.go_to_step_kind(kind, 1)
    assert any("buy" in said for said in review.sentences_and_comment(review.node))
    bought = review.node
    match.log.annotate(Annotated(COMMENT, review.current_line[50], "Here I lost it", 0))
    review.update_annotations(match.log.annotations)
    assert review.go_to_mark_or_comment(1)
    assert review.node == review.current_line[50]
    review.go_to_end(-1)
    assert review.go_to_text("LOST it", 1)
    assert review.node == review.current_line[50]
    assert review.go_to_step_kind(kind, -1)
    assert review.node >= bought


def test_a_purchase_is_found_by_its_words_and_not_a_payment_with_the_same_card() -> None:
    review = Review(finished(), 0)
    purchases = {
        said.split(" with ")[0]
        for node in review.current_line[1:]
        for said in review.sentences_and_comment(node)
        if " buys " in said
    }
    payments = {
        purchase
        for purchase in purchases
        for node in review.current_line[1:]
        if all(word in (said := " ".join(review.sentences_and_comment(node))) for word in purchase.split())
        and purchase not in said
    }
    assert payments
    for purchase in sorted(payments):
        review.go_to_end(-1)
        assert review.go_to_text(purchase, 1)
        assert purchase in " ".join(review.sentences_and_comment(review.node))


@pytest.mark.parametrize("name", CASES)
def test_undos_swings_and_the_result_are_told_of_every_game(name: str) -> None:
    game, setup = CASES[name]
    match, draw = Match(game, setup), Rng(5)
    while not match.is_over:
        menu = match.state.legal_moves()
        match.play(game.action(match.state, menu[draw.below(len(menu))]))
        if match.depth(match.log.head) == 3 and len(match.log) < 8:
            match.goto(match.log.path(match.log.head)[1])
    review = Review(match, 0)
    assert " won" in result_text(review)
    review.go_to_end(-1)
    assert review.go_to_step_kind(UNDO, 1)
    assert any("Moves were taken back to here" in said for said in review.sentences_and_comment(review.node))
    review.go_to_end(-1)
    points = review.seat_points_by_turn()
    changes = any(own[turn] != own[turn - 1] for own in points for turn in range(1, len(own)))
    assert review.go_to_step_kind(SWING, 1) == changes
    assert changes or review.node == 0
    review.go_to_end(1)
    told = review.go_to_largest_swing(-1)
    turn = turn_of_largest_change(points, 1, len(points[0]))
    assert review.chapter.number == turn or not turn  # that of the last turn too
    assert ("of the game" in told and review.chapter.title in told) if changes else told == ""


def test_a_reshuffled_line_is_walked_like_any_other_and_counts_as_moves_taken_back() -> None:
    match, draw = played(60), Rng(8)
    node = next(node for node in range(30, 60) if match.mover(node) == 0)
    match.reshuffle(node, 0, 12345)
    branch = match.log.head
    while not match.is_over:
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, menu[draw.below(len(menu))]))
    review = Review(match, 0)
    assert branch in review.current_line
    assert review.lines.variation_start(60) > node, "the line that was left is a variation"
    page = ReviewPage(review, VALLEY_TABLE.board(match), VALLEY_TABLE)
    review.go_to_end(-1)
    while review.go_steps(1):
        paint_page(Grid(80, 24), page, signs_with(VALLEY_TABLE.signs, ascii_only=False), colors=True)
    review.go_to_end(-1)
    assert review.go_to_step_kind(UNDO, 1)
    assert review.node == last_public_node(match, node)
    assert "Moves were taken back to here (1 of 1)." in review.sentences_and_comment(review.node)


def test_a_game_that_vok_does_not_know_is_reviewed_too() -> None:
    game, setup = CASES["caravans"]
    match, draw = Match(game, setup), Rng(2)
    while not match.is_over:
        menu = match.state.legal_moves()
        match.play(game.action(match.state, menu[draw.below(len(menu))]))
    review = Review(match, 0)
    rounds = [row.chapter.number for row in review.rows]
    assert rounds == sorted(rounds)
    assert review.go_to_turn(2)
    assert review.chapter.number == 2
    kit = KITS["caravans"]
    page = ReviewPage(review, kit.board(match), kit)
    review.try_toggle_hands()
    review.go_to_end(-1)
    while review.go_steps(1):  # to the last step, at which the list is long
        pass
    grid = Grid(80, 24)
    paint_page(grid, page, signs_with(kit.signs, ascii_only=False), colors=True)
    lines = ["".join(char for char, _ in row) for row in grid.rows]
    held = kit.board(match).viewer_secrets(review.view(1))
    assert held
    left = [line[:56].rstrip() for line in lines]
    below = left[left.index("Hands") :]  # nothing lies under the hands
    assert f" Bob {', '.join(held)}" in below
