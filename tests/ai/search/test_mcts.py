"""The search, in games small enough to know the right answer, and in Valley of the Kings."""

from math import log, sqrt
from typing import Any

import pytest

from ai.bots.bot import best_evaluator, start_decision
from ai.levels import Budget
from ai.search.evaluator import TO_GAME_END, Evaluator
from ai.search.mcts import FAIR, KNOWS_CARDS, KNOWS_LUCK, Node, Search, child_key, most_visited
from ai.search.playout import Rng
from engine.core.action import Action, MoveCodec
from engine.core.game import NOBODY, Game, Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.core.moves import VERB_MASK
from engine.tal.game import TAL
from engine.valley.game import VALLEY
from engine.valley.rules.reactions import REACT
from engine.valley.state import DISCARD, ValleyState
from tests.contract.tables import HIDDEN, Table
from tests.engine.valley.table import FULL, act, hand, in_play, tomb
from tests.engine.valley.table import table as valley_table
from tests.games import kuhn, tictactoe
from tests.games.kuhn import KUHN, RANKS, KuhnState
from tests.games.pennies import COINS, PENNIES, PenniesState
from tests.games.tictactoe import TICTACTOE, TicTacToeState
from tests.tables import each_row


class Chips(Evaluator[KuhnState]):
    """Rewards in Kuhn poker by chips, not only by who wins the pot."""

    def rewards(self, state: KuhnState) -> list[float]:
        return [chips / (2 * state.n) for chips in state.chips()]


def searched(
    game: Game[Any], state: State, simulations: int, seed: int = 1, evaluator: Evaluator[Any] | None = None
) -> Search:
    search = Search(game, state, state.mover, seed, evaluator or best_evaluator(game, state))
    search.run(simulations)
    return search


def tree(node: Node) -> Any:
    """All numbers of a tree, for comparison."""
    branches = {branch: tree(child) for branch, child in node.children.items()}
    return (node.move, node.mover, node.visits, node.availability, node.total_reward, branches)


def best(game: Game[Any], state: State, **options: Any) -> Action:
    return game.action(state, searched(game, state, 1500, **options).best())


@pytest.mark.parametrize(
    ("board", "right"),
    [
        ("xx.oo....", 2),  # wins at once
        ("xx.o.....", 2),  # stops a line that would win
        ("x...o...x", 1),  # only the sides do not lose
    ],
)
def test_tictactoe_is_played_perfectly(board: str, right: int) -> None:
    chosen = best(TICTACTOE, TicTacToeState(board)).arguments[0]
    assert chosen == right or (right == 1 and chosen in (1, 3, 5, 7))


class Centre(Evaluator[TicTacToeState]):
    """The second player wants the square in the middle, and the first player nothing."""

    def rewards(self, state: TicTacToeState) -> list[float]:
        return [0.5, 0.9 if state.board[4] == "o" else 0.1]


def tried_answers(judges_untried: bool) -> list[int]:
    """How many answers are tried after each first move that does not take the middle."""
    state = TicTacToeState(".........")
    search = Search(TICTACTOE, state, 0, 1, Centre(TICTACTOE, 0, 0.07), judges_untried=judges_untried)
    search.run(180)
    replies = [node for node in search.root.children.values() if search.game.action(state, node.move).arguments[0] != 4]
    return [len(node.children) for node in replies]


def test_an_untried_move_counts_as_what_it_did_elsewhere_in_the_tree() -> None:
    """So moves that were bad after one first move are not tried again after each other one."""
    assert tried_answers(judges_untried=False) == [8] * 8
    assert sum(tried_answers(judges_untried=True)) < 32


def kuhn_state(mine: str, played: list[str], players: int = 2) -> KuhnState:
    """A position in which the seat to move holds `mine`, and the others hold the lowest of the other cards."""
    rest = [card for card in range(players + 1) if RANKS[card] != mine]
    mover = len(played) % players
    cards = rest[:players]
    cards[mover] = RANKS.index(mine)
    return KuhnState(cards, played)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("rank", "right"), [(-1, "call"), (0, "fold")])
def test_the_highest_card_calls_and_the_lowest_folds(players: int, rank: int, right: str) -> None:
    mine = RANKS[: players + 1][rank]
    state = kuhn_state(mine, ["bet"], players)
    assert best(KUHN, state, evaluator=Chips(KUHN)) == Action(right)


@each_row("table", HIDDEN)
def test_worlds_that_look_the_same_to_the_mover_give_the_same_tree(table: Table) -> None:
    state = table.start(3)
    for step in range(60):
        if state.mover == NOBODY:
            break
        if step in (0, 1, 2, 25, 59):
            world = table.game.determinize(state, state.mover, 77)
            first, second = searched(table.game, state, 12), searched(table.game, world, 12)
            assert tree(first.root) == tree(second.root)
            assert first.best() == second.best()
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(3, step) % len(menu)])


def test_different_cards_of_the_mover_give_different_trees() -> None:
    king, jack = kuhn_state("queen", ["bet"]), kuhn_state("jack", ["bet"])
    assert tree(searched(KUHN, king, 50).root) != tree(searched(KUHN, jack, 50).root)


def test_the_seed_decides_the_tree() -> None:
    state = kuhn_state("queen", [])
    assert tree(searched(KUHN, state, 200, seed=5).root) == tree(searched(KUHN, state, 200, seed=5).root)
    assert tree(searched(KUHN, state, 200, seed=5).root) != tree(searched(KUHN, state, 200, seed=6).root)


def test_a_search_in_pieces_grows_the_same_tree() -> None:
    state = kuhn_state("queen", [])
    pieces = Search(KUHN, state, 0, 5, best_evaluator(KUHN, state))
    for simulations in (1, 50, 149):
        pieces.run(simulations)
    assert tree(pieces.root) == tree(searched(KUHN, state, 200, seed=5).root)


def test_a_search_does_not_change_its_position() -> None:
    state = VALLEY.start(Table(VALLEY, 3).setup(1))
    before, menu = state.digest(), state.legal_moves()
    searched(VALLEY, state, 5)
    assert (state.digest(), state.legal_moves()) == (before, menu)


def test_moves_that_look_the_same_to_the_viewer_share_a_branch() -> None:
    search = searched(PENNIES, PenniesState([]), 300)
    for mine in search.root.children.values():
        assert len(mine.children) == 1
        (theirs,) = mine.children.values()
        assert theirs.availability == theirs.visits == mine.visits - 1


def test_one_of_the_moves_that_look_the_same_is_played_at_random() -> None:
    mine = searched(PENNIES, PenniesState([]), 300).root.children.values()
    assert all(0.5 < child.mean() < 0.8 for child in mine), "each coin wins against two of three"


def test_a_search_does_not_know_a_hidden_coin() -> None:
    guesses = {searched(PENNIES, PenniesState([coin]), 30, seed=9).best() for coin in range(3)}
    assert len(guesses) == 1


def test_a_search_that_knows_all_cards_knows_the_hidden_coin() -> None:
    for coin in range(3):
        state = PenniesState([coin])
        search = Search(PENNIES, state, 1, 9, best_evaluator(PENNIES, state), knowledge=KNOWS_CARDS)
        search.run(30)
        assert PENNIES.action(state, search.best()) == Action("lay", (coin,))


class CrownsWin(Evaluator[PenniesState]):
    """Seat 1 wins by laying a crown, whatever seat 0 lays."""

    def rewards(self, state: PenniesState) -> list[float]:
        return [0.0, 1.0] if COINS[state.laid[1]] == "crown" else [1.0, 0.0]


@pytest.mark.parametrize(("trees", "knows"), [(1, False), (2, True)])
def test_with_a_tree_for_each_seat_the_others_know_what_is_good_for_them(trees: int, knows: bool) -> None:
    search = Search(PENNIES, PenniesState([]), 0, 1, CrownsWin(PENNIES), trees=trees)
    search.run(1000)
    won = sum(total for _, _, total in search.move_stats()) / 1000
    assert (won < 0.3) == knows, "a random coin is no crown two times of three"


def test_with_a_tree_for_each_seat_the_others_do_not_see_secret_moves() -> None:
    search = Search(PENNIES, PenniesState([]), 0, 1, best_evaluator(PENNIES, PenniesState([])), trees=2)
    search.run(300)
    assert len(search.roots[0].children) == len(COINS)
    (mine,) = search.roots[1].children.values()
    assert len(mine.children) == len(COINS)


class RecordsDraws(Evaluator[ValleyState]):
    """Records the cards that a Box of Food has drawn."""

    def __init__(self) -> None:
        super().__init__(VALLEY, 0)
        self.drawn: set[str] = set()

    def rewards(self, state: ValleyState) -> list[float]:
        if in_play(state, 0) == "Box of Food" and not tomb(state, 0):
            self.drawn.add(hand(state, 0))
        return [0.5, 0.5]


@pytest.mark.parametrize(("knowledge", "knows"), [(FAIR, False), (KNOWS_CARDS, False), (KNOWS_LUCK, True)])
def test_only_a_search_that_knows_the_luck_knows_what_will_be_drawn(knowledge: int, knows: bool) -> None:
    state, evaluator = valley_table(hands=("Box of Food", ""), deck="Boat, Censer, Urn, Shabti"), RecordsDraws()
    for seed in range(24):  # three answers, each tried once
        Search(VALLEY, state, 0, seed, evaluator, knowledge=knowledge).run(3)
    act(state, "execute Box of Food")
    assert evaluator.drawn == ({hand(state, 0)} if knows else {"Boat", "Censer", "Urn", "Shabti"})


def test_every_mover_is_credited_with_its_own_reward() -> None:
    root = searched(KUHN, kuhn_state("ace", [], players=3), 600).root
    bet = next(child for child in root.children.values() if child.move == kuhn.VERBS.encode(Action("bet")))
    assert bet.mean() == 1  # nobody has a better card
    for reply in bet.children.values():
        assert reply.mover == 1
        assert reply.total_reward == 0


class RewardsCatUsers(Evaluator[ValleyState]):
    """Gives a reward to each seat that has used its Cat."""

    def rewards(self, state: ValleyState) -> list[float]:
        cat = state.catalogue.kind_of["Mummified Cat"]
        return [float(state.has(DISCARD + seat, cat)) for seat in range(state.seat_count)]


def test_seats_that_may_be_asked_the_same_have_separate_branches() -> None:
    hands = ("Statue of Anubis, Boat, Urn", "Mummified Cat, Urn", "Mummified Cat, Urn")
    state = valley_table(hands=hands, deck=("Shabti", "3 Mummified Cat, 9 Urn", "3 Mummified Cat, 9 Urn"))
    act(state, "execute Statue of Anubis")
    root = searched(VALLEY, state, 100, evaluator=RewardsCatUsers(VALLEY, 0)).root
    replies = [child for branch in root.children.values() for child in branch.children.values()]
    cat_replies = [child for child in replies if child.move & VERB_MASK == REACT]
    assert {int(child.mover) for child in cat_replies} == {1, 2}
    assert all(child.total_reward == child.visits for child in cat_replies), (
        "the reward of each Cat goes to the seat that held it"
    )


def test_after_few_simulations_the_menu_order_does_not_decide() -> None:
    chosen = {searched(TICTACTOE, TicTacToeState(), 4, seed=seed).best() for seed in range(12)}
    assert len(chosen) > 4


def test_without_simulations_and_among_equals_the_choice_is_random() -> None:
    not_run = [Search(TICTACTOE, TicTacToeState(), 0, seed, Evaluator(TICTACTOE)) for seed in range(12)]
    assert len({search.best() for search in not_run}) > 4
    equals = [(7, 2, 1.0), (8, 1, 1.0), (9, 2, 1.0), (11, 2, 1.0)]
    assert {most_visited(equals, Rng(seed)) for seed in range(20)} == {7, 9, 11}


def test_ucb_uses_the_availability_of_a_branch() -> None:
    node = Node(0, 0)
    node.visits, node.total_reward, node.availability = 4, 2.0, 100
    assert node.ucb(0.7) == pytest.approx(0.5 + 0.7 * sqrt(log(100) / 4))  # UCB1


def test_a_simulation_continues_past_a_forced_move() -> None:
    state = valley_table(hands=("", "Urn, Boat"), changed=1, pyramid="Boat")
    assert state.move_count == 1
    (forced,) = searched(VALLEY, state, 1).root.children.values()
    assert len(forced.children) == 1


class LikesTheCorner(Evaluator[TicTacToeState]):
    """Measures time in marks, and prefers the last corner."""

    def clock(self, state: TicTacToeState) -> int:
        return 9 - state.board.count(".")

    def rewards(self, state: TicTacToeState) -> list[float]:
        return [1.0, 0.0] if state.board[8] == "x" else [0.5, 0.5]


def test_the_better_reward_wins_among_equally_tried_moves() -> None:
    evaluator = LikesTheCorner(TICTACTOE, 0)
    for seed in range(6):  # nine moves, each tried once
        assert searched(TICTACTOE, TicTacToeState(), 9, seed, evaluator).best() == tictactoe.VERBS.encode(
            Action("mark", (8,))
        )


class RecordsPositions(LikesTheCorner):
    """Records the positions that it evaluates."""

    def __init__(self, horizon: int) -> None:
        super().__init__(TICTACTOE, horizon)
        self.evaluated: list[TicTacToeState] = []

    def rewards(self, state: TicTacToeState) -> list[float]:
        self.evaluated.append(state.copy())
        return [0.5, 0.5]


@pytest.mark.parametrize(("horizon", "marks"), [(0, 2), (1, 3), (3, 5)])
def test_an_evaluator_is_called_at_its_horizon_after_the_new_branch(horizon: int, marks: int) -> None:
    evaluator = RecordsPositions(horizon)
    searched(TICTACTOE, TicTacToeState("x........"), 8, evaluator=evaluator)
    assert {evaluator.clock(state) for state in evaluator.evaluated} == {marks}


def test_an_evaluator_without_a_horizon_is_called_only_at_the_end() -> None:
    evaluator = RecordsPositions(TO_GAME_END)
    searched(TICTACTOE, TicTacToeState("x........"), 8, evaluator=evaluator)
    assert {state.mover for state in evaluator.evaluated} == {NOBODY}


def test_no_branch_has_more_visits_than_its_availability() -> None:
    def check(node: Node) -> None:
        for child in node.children.values():
            assert 1 <= child.visits <= child.availability
            assert 0 <= child.mean() <= 1
            check(child)

    check(searched(VALLEY, Table(VALLEY, 2).start(2), 60).root)


def tried_moves(missed_share: float, seed: int) -> set[int]:
    """The moves of an empty board that a search with this share of missed moves tries."""
    search = Search(
        TICTACTOE, TicTacToeState(), 0, seed, best_evaluator(TICTACTOE, TicTacToeState()), missed_share=missed_share
    )
    search.run(60)
    return {int(child.move) for child in search.root.children.values()}


def test_another_seed_misses_other_moves() -> None:
    assert len(tried_moves(0, 1)) == 9
    tried = [tried_moves(0.3, seed) for seed in range(8)]
    assert all(0 < len(moves) <= 9 for moves in tried)
    assert min(map(len, tried)) < 9
    assert set.union(*tried) == tried_moves(0, 1)
    assert tried_moves(0.3, 5) == tried[5]


def test_a_search_never_misses_all_moves() -> None:
    assert tried_moves(1.0, 1) == tried_moves(0, 1)


def test_at_the_next_question_of_a_turn_other_moves_are_missed() -> None:
    differences = 0
    for seed in range(16):
        state = valley_table(hands=("Box of Food, Shabti, Urn, Boat, Censer", ""), deck="9 Urn", pyramid=FULL)
        search = Search(VALLEY, state, 0, seed, best_evaluator(VALLEY, state), missed_share=0.5)
        search.run(80)
        before, first = {move for move, _, _ in search.move_stats()}, set(state.legal_moves())
        move_made = VALLEY.move(state, VALLEY.parse(state, "entomb Urn"))
        if move_made in before:
            state.apply(move_made)
            assert search.advance(move_made, state)
            search.run(80)
            both = first & set(state.legal_moves())
            differences += before & both != {move for move, _, _ in search.move_stats()} & both
    assert differences


def test_move_statistics_belong_to_the_current_question() -> None:
    state = VALLEY.start(Table(VALLEY, 2).setup(4))
    search = searched(VALLEY, state, 300)
    move_made = search.best()
    state.apply(move_made)
    assert state.mover == 0
    assert search.advance(move_made, state)
    assert search.move_stats() == []
    search.run(1)
    menu = state.legal_moves()
    moves = [move for move, _, _ in search.move_stats()]
    assert sum(visits for _, visits, _ in search.move_stats()) > 1, "earlier visits of this question count again"
    assert set(moves) <= set(menu)
    assert len(set(moves)) == len(moves)


def test_the_longest_moves_of_all_seats_have_different_keys():
    """A move of eight arguments fills 62 bits, and a seat needs three more."""
    codec = MoveCodec("pay", *[""] * 62, "barter")
    longest = [codec.encode(Action(verb, (126,) * 7 + (last,))) for verb in ("pay", "barter") for last in (62, 126)]
    keys = {child_key(move, seat) for move in longest for seat in range(8)}
    assert len(keys) == len(longest) * 8
    assert all(key > 0 for key in keys)


def test_only_the_best_level_judges_untried_moves_and_only_between_two_players() -> None:
    """The strength of the others was measured without it."""
    found = set()
    for players in (2, 3):
        state = VALLEY.start(Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), 1))
        for level in ("pharaoh", "vizier"):
            pending = start_decision(VALLEY, state, int(state.mover), level, Budget(1), 1)
            pending.finish_with_best()
            search = pending.search
            assert search is not None
            if search.judges_untried:
                found.add((players, level))
    assert found == {(2, "pharaoh")}


def test_with_a_tree_for_each_seat_each_move_is_recorded_once_as_its_mover_made_it() -> None:
    state = TAL.start(Setup("tal", (Seat("a"), Seat("b")), 3))
    pending = start_decision(TAL, state, int(state.mover), "pharaoh", Budget(60), 1)
    while not pending.done:
        pending.step()
    search = pending.search
    assert search is not None
    assert search.judges_untried
    assert len(search.roots) == 2
    own_visits: dict[int, int] = {}
    for seat, root in enumerate(search.roots):
        open_nodes = [root]
        while open_nodes:
            for child in open_nodes.pop().children.values():
                open_nodes.append(child)
                if child.mover == seat:
                    key = child_key(child.move, child.mover)
                    own_visits[key] = own_visits.get(key, 0) + child.visits
    assert {key: record.visits for key, record in search.records.items()} == own_visits
