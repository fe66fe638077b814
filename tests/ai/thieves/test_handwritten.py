"""The handwritten values of King of Thieves."""

from ai.thieves.handwritten import HandwrittenThievesEvaluator
from engine.core.game import Seat, Setup
from engine.thieves.game import THIEVES
from engine.thieves.state import TOMB_DUEL


def test_each_thief_in_a_duel_expects_a_part_of_its_prize_and_the_stronger_one_more():
    setup = Setup("thieves", tuple(Seat(name) for name in ("Ann", "Bob", "Eve")), 4)
    state = THIEVES.start(setup)
    evaluator = HandwrittenThievesEvaluator(THIEVES)
    prizes: list[list[float]] = [[], [], []]
    evaluator.append_expected_prizes(state, TOMB_DUEL, [0.0, 6.0, 3.0], prizes)
    assert [len(each) for each in prizes] == [0, 1, 1]
    assert prizes[1][0] > prizes[2][0] >= 0.0
