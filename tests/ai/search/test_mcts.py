"""The search, on games that are small enough to know the right answer, and on Valley of the Kings."""

from math import log, sqrt
from typing import Any

import pytest

from ai.bots.bot import best_evaluator
from ai.search.evaluator import TO_GAME_END, Evaluator
from ai.search.mcts import FAIR, KNOWS_CARDS, KNOWS_LUCK, Node, Search, child_key, most_visited
from ai.search.playout import Rng
from engine.core.action import Action, MoveCodec
from engine.core.cells.moves import VERB_MASK
from engine.core.game import NOBODY, Game, State
from engine.core.luck import seeded_hash
from engine.valley.game import VALLEY
from engine.valley.rules.reactions import REACT
from engine.valley.state.valley_state import DISCARD, ValleyState
from tests.contract.tables import HIDDEN, Table
from tests.engine.valley.table import FULL, act, hand, in_play, tomb
from tests.engine.valley.table import table as laid
from tests.games import kuhn, tictactoe
from tests.games.kuhn import KUHN, RANKS, KuhnState
from tests.games.pennies import PENNIES, PenniesState
from tests.games.tictactoe import TICTACTOE, TicTacToeState


class Chips(Evaluator[KuhnState]):
    """In Kuhn poker the chips count, not only who wins the pot."""

    def rewards(self, state: KuhnState) -> list[float]:
        return [chips / (2 * state.n) for chips in state.chips()]


def searched(
    game: Game[Any], state: State, simulations: int, seed: int = 1, judge: Evaluator[Any] | None = None
) -> Search:
    search = Search(game, state, state.mover, seed, judge or best_evaluator(game, state))
    search.run(simulations)
    return search


def tree(node: Node) -> Any:
    """All numbers of a tree, for comparison."""
    branches = {branch: tree(child) for branch, child in node.children.items()}
    return (node.move, node.mover, node.visits, node.availability, node.total_reward, branches)


def best(game: Game[Any], state: State, **how: Any) -> Action:
    return game.action(state, searched(game, state, 1500, **how).best())


@pytest.mark.parametrize(
    ("board", "right"),
    [
        ("xx.oo....", 2),  # wins at once
        ("xx.o.....", 2),  # stops a line that would win
        ("x...o...x", 1),  # of the cells, only the sides hold
    ],
)
def test_tictactoe_is_played_as_well_as_it_can_be(board: str, right: int) -> None:
    chosen = best(TICTACTOE, TicTacToeState(board)).arguments[0]
    assert chosen == right or (right == 1 and chosen in (1, 3, 5, 7))


def kuhn_state(mine: str, played: list[str], players: int = 2) -> KuhnState:
    """A position in which the seat to move holds `mine`, and the others hold the lowest of the other cards."""
    rest = [card for card in range(players + 1) if RANKS[card] != mine]
    mover = len(played) % players
    cards = rest[:players]
    cards[mover] = RANKS.index(mine)
    return KuhnState(cards, played)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("place", "right"), [(-1, "call"), (0, "fold")])
def test_the_highest_card_calls_and_the_lowest_folds(players: int, place: int, right: str) -> None:
    mine = RANKS[: players + 1][place]
    state = kuhn_state(mine, ["bet"], players)
    assert best(KUHN, state, judge=Chips(KUHN)) == Action(right)


@pytest.mark.parametrize("table", HIDDEN, ids=str)
def test_worlds_that_look_the_same_to_the_mover_give_the_same_tree_number_for_number(table: Table) -> None:
    state = table.start(3)
    for step in range(60):
        if state.mover == NOBODY:
            break
        if step in (0, 1, 2, 25, 59):
            world = table.game.determinize(state, state.mover, 77)
            one, other = searched(table.game, state, 12), searched(table.game, world, 12)
            assert tree(one.root) == tree(other.root)
            assert one.best() == other.best()
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(3, step) % len(menu)])


def test_worlds_that_differ_in_what_the_mover_holds_give_different_trees() -> None:
    king, jack = kuhn_state("queen", ["bet"]), kuhn_state("jack", ["bet"])
    assert tree(searched(KUHN, king, 50).root) != tree(searched(KUHN, jack, 50).root)


def test_the_seed_decides_the_tree_and_another_one_grows_another() -> None:
    state = kuhn_state("queen", [])
    assert tree(searched(KUHN, state, 200, seed=5).root) == tree(searched(KUHN, state, 200, seed=5).root)
    assert tree(searched(KUHN, state, 200, seed=5).root) != tree(searched(KUHN, state, 200, seed=6).root)


def test_a_search_in_pieces_grows_the_same_tree() -> None:
    state = kuhn_state("queen", [])
    pieces = Search(KUHN, state, 0, 5, best_evaluator(KUHN, state))
    for part in (1, 50, 149):
        pieces.run(part)
    assert tree(pieces.root) == tree(searched(KUHN, state, 200, seed=5).root)


def test_the_position_that_is_searched_stays_as_it_was() -> None:
    state = VALLEY.start(Table(VALLEY, 3).setup(1))
    before, menu = state.digest(), state.legal_moves()
    searched(VALLEY, state, 5)
    assert (state.digest(), state.legal_moves()) == (before, menu)


def test_moves_that_look_the_same_to_the_viewer_are_one_branch_counted_once() -> None:
    search = searched(PENNIES, PenniesState([]), 300)
    for mine in search.root.children.values():
        assert len(mine.children) == 1
        (theirs,) = mine.children.values()
        assert theirs.availability == theirs.visits == mine.visits - 1


def test_of_moves_that_look_the_same_to_the_viewer_chance_plays_one() -> None:
    mine = searched(PENNIES, PenniesState([]), 300).root.children.values()
    assert all(0.5 < child.mean() < 0.8 for child in mine), "each coin wins against two of three"


def test_a_hidden_coin_is_guessed_and_not_known() -> None:
    guesses = {searched(PENNIES, PenniesState([coin]), 30, seed=9).best() for coin in range(3)}
    assert len(guesses) == 1


def test_who_peeks_at_all_cards_knows_the_hidden_coin() -> None:
    for coin in range(3):
        state = PenniesState([coin])
        search = Search(PENNIES, state, 1, 9, best_evaluator(PENNIES, state), knowledge=KNOWS_CARDS)
        search.run(30)
        assert PENNIES.action(state, search.best()) == Action("lay", (coin,))


class Drawing(Evaluator[ValleyState]):
    """Records what a Box of Food has drawn."""

    def __init__(self) -> None:
        super().__init__(VALLEY, 0)
        self.drawn: set[str] = set()

    def rewards(self, state: ValleyState) -> list[float]:
        if in_play(state, 0) == "Box of Food" and not tomb(state, 0):
            self.drawn.add(hand(state, 0))
        return [0.5, 0.5]


@pytest.mark.parametrize(("peeks", "knows"), [(FAIR, False), (KNOWS_CARDS, False), (KNOWS_LUCK, True)])
def test_only_who_peeks_at_luck_knows_what_will_be_drawn(peeks: int, knows: bool) -> None:
    state, judge = laid(hands=("Box of Food", ""), deck="Boat, Censer, Urn, Shabti"), Drawing()
    for seed in range(24):  # three answers, each tried once
        Search(VALLEY, state, 0, seed, judge, knowledge=peeks).run(3)
    act(state, "execute Box of Food")
    assert judge.drawn == ({hand(state, 0)} if knows else {"Boat", "Censer", "Urn", "Shabti"})


def test_every_mover_is_credited_with_the_own_reward() -> None:
    root = searched(KUHN, kuhn_state("ace", [], players=3), 600).root
    bet = next(child for child in root.children.values() if child.move == kuhn.VERBS.encode(Action("bet")))
    assert bet.mean() == 1  # nobody has a better card
    for reply in bet.children.values():
        assert reply.mover == 1
        assert reply.total_reward == 0


class Snatched(Evaluator[ValleyState]):
    """Knows who has used the Cat, and nothing else."""

    def rewards(self, state: ValleyState) -> list[float]:
        cat = state.catalogue.kind_of["Mummified Cat"]
        return [float(state.has(DISCARD + who, cat)) for who in range(state.seat_count)]


def test_two_seats_who_may_be_asked_the_same_in_different_deals_are_told_apart() -> None:
    held = ("Statue of Anubis, Boat, Urn", "Mummified Cat, Urn", "Mummified Cat, Urn")
    state = laid(hands=held, deck=("Shabti", "3 Mummified Cat, 9 Urn", "3 Mummified Cat, 9 Urn"))
    act(state, "execute Statue of Anubis")
    root = searched(VALLEY, state, 100, judge=Snatched(VALLEY, 0)).root
    answers = [child for branch in root.children.values() for child in branch.children.values()]
    snatches = [child for child in answers if child.move & VERB_MASK == REACT]
    assert {int(child.mover) for child in snatches} == {1, 2}
    assert all(child.total_reward == child.visits for child in snatches), (
        "the reward of each Cat goes to the seat that held it"
    )


def test_after_few_simulations_it_is_not_the_order_of_the_menu_that_decides() -> None:
    chosen = {searched(TICTACTOE, TicTacToeState(), 4, seed=seed).best() for seed in range(12)}
    assert len(chosen) > 4


def test_without_a_simulation_and_among_equals_chance_answers() -> None:
    unthought = [Search(TICTACTOE, TicTacToeState(), 0, seed, Evaluator(TICTACTOE)) for seed in range(12)]
    assert len({search.best() for search in unthought}) > 4
    equals = [(7, 2, 1.0), (8, 1, 1.0), (9, 2, 1.0), (11, 2, 1.0)]
    assert {most_visited(equals, Rng(seed)) for seed in range(20)} == {7, 9, 11}


def test_a_branch_competes_by_how_often_it_could_have_been_chosen() -> None:
    node = Node(0, 0)
    node.visits, node.total_reward, node.availability = 4, 2.0, 100
    assert node.ucb(0.7) == pytest.approx(0.5 + 0.7 * sqrt(log(100) / 4))  # UCB1


def test_where_there_was_nothing_to_choose_the_walk_goes_on_to_a_branch_that_tells_something() -> None:
    state = laid(hands=("", "Urn, Boat"), changed=1, pyramid="Boat")
    assert state.move_count == 1
    (ending,) = searched(VALLEY, state, 1).root.children.values()
    assert len(ending.children) == 1


class LikesTheCorner(Evaluator[TicTacToeState]):
    """Counts marks, and prefers the corner."""

    def clock(self, state: TicTacToeState) -> int:
        return 9 - state.board.count(".")

    def rewards(self, state: TicTacToeState) -> list[float]:
        return [1.0, 0.0] if state.board[8] == "x" else [0.5, 0.5]


def test_among_equally_tried_moves_the_better_reward_decides() -> None:
    judge = LikesTheCorner(TICTACTOE, 0)
    for seed in range(6):  # nine moves, each tried once
        assert searched(TICTACTOE, TicTacToeState(), 9, seed, judge).best() == tictactoe.VERBS.encode(
            Action("mark", (8,))
        )


class Listening(LikesTheCorner):
    """Records what it was asked about."""

    def __init__(self, horizon: int) -> None:
        super().__init__(TICTACTOE, horizon)
        self.asked: list[TicTacToeState] = []

    def rewards(self, state: TicTacToeState) -> list[float]:
        self.asked.append(state.copy())
        return [0.5, 0.5]


@pytest.mark.parametrize(("horizon", "marks"), [(0, 2), (1, 3), (3, 5)])
def test_a_judge_is_asked_as_far_beyond_the_new_branch_as_its_horizon_says(horizon: int, marks: int) -> None:
    judge = Listening(horizon)
    searched(TICTACTOE, TicTacToeState("x........"), 8, judge=judge)
    assert {judge.clock(state) for state in judge.asked} == {marks}


def test_a_judge_without_a_horizon_is_asked_at_the_end_alone() -> None:
    judge = Listening(TO_GAME_END)
    searched(TICTACTOE, TicTacToeState("x........"), 8, judge=judge)
    assert {state.mover for state in judge.asked} == {NOBODY}


def test_no_branch_is_tried_more_often_than_it_could_be() -> None:
    def check(node: Node) -> None:
        for child in node.children.values():
            assert 1 <= child.visits <= child.availability
            assert 0 <= child.mean() <= 1
            check(child)

    check(searched(VALLEY, Table(VALLEY, 2).start(2), 60).root)


def thought_of(overlooks: float, seed: int) -> set[int]:
    """The moves of an empty board that a search tries."""
    search = Search(
        TICTACTOE, TicTacToeState(), 0, seed, best_evaluator(TICTACTOE, TicTacToeState()), missed_share=overlooks
    )
    search.run(60)
    return {int(child.move) for child in search.root.children.values()}


def test_a_search_that_misses_moves_considers_others_with_another_seed() -> None:
    assert len(thought_of(0, 1)) == 9
    thoughts = [thought_of(0.3, seed) for seed in range(8)]
    assert all(0 < len(moves) <= 9 for moves in thoughts)
    assert min(map(len, thoughts)) < 9
    assert set.union(*thoughts) == thought_of(0, 1)
    assert thought_of(0.3, 5) == thoughts[5]


def test_nobody_overlooks_everything() -> None:
    assert thought_of(1.0, 1) == thought_of(0, 1)


def test_at_the_next_question_of_a_turn_other_moves_are_overlooked() -> None:
    changed_mind = 0
    for seed in range(16):
        state = laid(hands=("Box of Food, Shabti, Urn, Boat, Censer", ""), deck="9 Urn", pyramid=FULL)
        search = Search(VALLEY, state, 0, seed, best_evaluator(VALLEY, state), missed_share=0.5)
        search.run(80)
        before, first = {move for move, _, _ in search.move_stats()}, set(state.legal_moves())
        made = VALLEY.move(state, VALLEY.parse(state, "entomb Urn"))
        if made in before:
            state.apply(made)
            assert search.advance(made, state)
            search.run(80)
            both = first & set(state.legal_moves())
            changed_mind += before & both != {move for move, _, _ in search.move_stats()} & both
    assert changed_mind


def test_of_the_next_question_nothing_counts_as_tried_that_was_tried_of_another() -> None:
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    search = searched(VALLEY, state, 300)
    made = search.best()
    state.apply(made)
    assert state.mover == 0
    assert search.advance(made, state)
    assert search.move_stats() == []
    search.run(1)
    menu = state.legal_moves()
    moves = [move for move, _, _ in search.move_stats()]
    assert sum(visits for _, visits, _ in search.move_stats()) > 1, "what was tried of this one before counts again"
    assert set(moves) <= set(menu)
    assert len(set(moves)) == len(moves)


def test_the_longest_moves_of_all_seats_have_keys_of_their_own():
    """A move of eight arguments fills 62 bits, and a seat needs three more."""
    codec = MoveCodec("pay", *[""] * 62, "barter")
    longest = [codec.encode(Action(verb, (126,) * 7 + (last,))) for verb in ("pay", "barter") for last in (62, 126)]
    keys = {child_key(move, seat) for move in longest for seat in range(8)}
    assert len(keys) == len(longest) * 8
    assert all(key > 0 for key in keys)
