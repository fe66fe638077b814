"""A search with a policy, which makes the moves of the other seats and leaves out moves of the searching seat."""

from ai.search.evaluator import Evaluator
from ai.search.mcts import KNOWS_CARDS, Search, child_key
from engine.core.action import Action
from engine.core.arrays import i64
from tests.games.kuhn import KUHN, RANKS, VERBS, KuhnState

FOLD, CALL, BET = (int(VERBS.encode(Action(verb))) for verb in ("fold", "call", "bet"))


class Cautious(Evaluator[KuhnState]):
    """Everybody folds against a bet, and nobody else bets."""

    def __init__(
        self, searched_verbs: tuple[str, ...] = ("bet", "check", "fold", "call"), infers: bool = False
    ) -> None:
        super().__init__(KUHN, has_policy=True)
        self.searched_verbs = searched_verbs
        self.infers = infers

    def rewards(self, state: KuhnState) -> list[float]:
        return [chips / (2 * state.n) for chips in state.chips()]

    def policy_move(self, state: KuhnState, luck: i64) -> i64:
        return state.menu[0]

    def is_worth_a_node(self, state: KuhnState, move: i64) -> bool:
        return KUHN.action(state, move).verb in self.searched_verbs

    def infer_hidden(self, world: KuhnState, viewer: i64, luck: i64) -> None:
        if self.infers:
            highest = len(RANKS[: world.n + 1]) - 1
            if world.cards[viewer] != highest:
                world.cards[1 - viewer] = highest


def searched(evaluator: Cautious, cards: list[int], knowledge: int = 0) -> Search:
    search = Search(KUHN, KuhnState(cards, []), 0, 7, evaluator, knowledge=knowledge)
    search.run(200)
    return search


def test_other_seats_make_only_the_moves_of_the_policy():
    search = searched(Cautious(), [0, 2])
    assert search.best() == BET  # with the lowest card, because the other seat folds
    after_bet = search.root.children[child_key(BET, 0)]
    assert list(after_bet.children) == [child_key(FOLD, 1)]


def test_a_move_that_is_not_worth_a_node_is_not_searched():
    search = searched(Cautious(("check", "call", "fold")), [0, 2])
    assert [KUHN.action(search.root_state, move).verb for move, _, _ in search.move_stats()] == ["check"]


def test_some_moves_are_searched_even_if_none_is_worth_a_node():
    assert len(searched(Cautious(()), [0, 2]).move_stats()) == 2


def test_inferred_cards_count_only_in_a_fair_search():
    def value_of_checking(evaluator: Cautious, knowledge: int = 0) -> float:
        search = searched(evaluator, [1, 0], knowledge)
        return next(total / visits for move, visits, total in search.move_stats() if move != BET)

    assert value_of_checking(Cautious(infers=True)) < value_of_checking(Cautious())
    values = [value_of_checking(Cautious(infers=infers), KNOWS_CARDS) for infers in (False, True)]
    assert values[0] == values[1]
