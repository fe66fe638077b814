"""The evaluator of the best levels: which hidden cards it infers, which moves it tries, and how a search plays with it."""

import pytest

from ai.bots.bot import Bot
from ai.levels import Budget
from ai.search.mcts import Search
from ai.thieves.guided import GuidedEvaluator
from engine.core.game import NOBODY
from engine.core.luck import seeded_hash
from engine.thieves.game import THIEVES
from engine.thieves.state import LAID_CARDS, ThievesState, laid_half, laid_kind
from tests.contract.thieves_census import thieves_pieces
from tests.engine.thieves.table import new_game, offered, play, table, view_of


def searched(state: ThievesState, simulations: int = 400, seed: int = 1) -> Search:
    search = Search(
        THIEVES, state, int(state.mover), seed, GuidedEvaluator(THIEVES, state.pieces, int(state.seat_count))
    )
    search.run(simulations)
    return search


def text_of(state: ThievesState, move: int) -> str:
    return THIEVES.say(state, THIEVES.action(state, move))


@pytest.mark.parametrize("players", [2, 5])
def test_inferring_hidden_cards_keeps_what_the_viewer_sees(players: int):
    for seed in range(3):
        state = new_game(players, seed)
        evaluator = GuidedEvaluator(THIEVES, state.pieces, int(state.seat_count), honest_share=0.5, bluff_share=0.3)
        for step in range(80):
            if state.mover == NOBODY:
                break
            menu = state.legal_moves()
            state.apply(menu[seeded_hash(seed, step) % len(menu)])
            viewer = step % players
            world = THIEVES.determinize(state, viewer, step)
            evaluator.infer_hidden(world, viewer, step)
            assert view_of(world, viewer) == view_of(state, viewer)
            assert thieves_pieces(world) == thieves_pieces(state)


def test_a_face_down_card_is_usually_inferred_to_help():
    state = table(("1 key/2 lamp", "2 lamp/2 sword"), laid=("", "2 key/1 lamp down"), round_=2)
    counts = []
    for honest in (0.0, 1.0):
        evaluator = GuidedEvaluator(THIEVES, state.pieces, int(state.seat_count), honest_share=honest)
        helping = 0
        for seed in range(100):
            world = THIEVES.determinize(state, 0, seed)
            evaluator.infer_hidden(world, 0, seed)
            laid = world.cells[LAID_CARDS + 6]
            half = state.pieces.cards[laid_kind(laid)].half(int(laid_half(laid)))
            helping += half.symbol in (2, 3, 4)  # shield, sword, ruby
        counts.append(helping)
    assert counts[0] < 75 < 85 < counts[1]


def test_two_cards_are_tried_in_one_order_only():
    state = table(("2 shield/2 sword, 3 shield/1 lamp", ""))
    first, second = "play 2 shield (not 2 sword) face up", "play 3 shield (not 1 lamp) face up"
    orders = 0
    for earlier, later in ((first, second), (second, first)):
        after = state.copy()
        play(after, earlier)
        move = THIEVES.move(after, THIEVES.parse(after, later))
        orders += GuidedEvaluator(THIEVES, state.pieces, int(state.seat_count)).is_worth_a_node(after, move)
    assert orders == 1


def test_a_useless_card_is_not_laid_face_up():
    state = table(("1 key/2 lamp, 3 shield/1 lamp", "2 shield/1 key"))
    tried = {text_of(state, move) for move, _, _ in searched(state).move_stats()}
    assert {"escape", "hide", "play 3 shield (not 1 lamp) face up", "play 3 shield (not 1 lamp) face down"} <= tried
    assert not [text for text in tried if text.startswith(("play 1 key", "play 2 lamp")) and text.endswith("up")]
    assert len(tried) < len(offered(state)) - 3


def test_the_last_thief_lays_the_card_that_wins():
    state = table(
        ("2 shield/2 sword", "3 shield/1 lamp, 1 key/2 lamp"),
        laid=("2 shield/1 key", ""),
        round_=3,
        guardians={"Sand Djinn": 4},
        community="1 key/1 lamp",
    )
    play(state, "hide")
    assert text_of(state, searched(state).best()) == "play 3 shield (not 1 lamp) face up"


def test_a_thief_without_a_chance_escapes():
    state = table(
        ("1 key/2 lamp", "2 key/1 lamp"),
        laid=("3 shield/1 lamp, 3 shield/1 key, 3 sword/1 key, 3 sword/1 lamp", ""),
        round_=3,
        guardians={"Skeleton": 3},
        community="1 key/1 lamp",
    )
    play(state, "hide")
    assert text_of(state, searched(state).best()) == "escape"


def test_a_player_with_seven_opponents_does_not_wait_long():
    state = new_game(8)
    own = Bot(THIEVES, 0, "pharaoh", Budget()).start_move(state, 1).budget
    assert 7 * 10 * own.milliseconds <= 15_000  # an escape, the rest of the tomb, and the beginning of the next one
    assert Bot(THIEVES, 0, "pharaoh", Budget(0, 900)).start_move(state, 1).budget.milliseconds == 900


def test_weaker_levels_overlook_more_moves():
    state = table(("2 shield/2 sword, 3 shield/1 lamp, 2 key/2 shield, 3 sword/1 lamp", "2 shield/1 key"))
    tried = []
    for level in ("priest", "vizier", "pharaoh"):
        searches = [choose_with(state, level, seed) for seed in range(12)]
        tried.append(sum(len(search.move_stats()) for search in searches))
    assert tried[0] < tried[1] < tried[2]


def choose_with(state: ThievesState, level: str, seed: int) -> Search:
    pending = Bot(THIEVES, 0, level, Budget(60)).start_move(state, seed)
    while not pending.done:
        pending.step()
    assert pending.search is not None
    return pending.search
