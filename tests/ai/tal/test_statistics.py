"""What `vok simulate --game tal --stats` counts."""

from ai.tal.statistics import TalStatistics
from engine.core.game import NOBODY
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.engine.tal.table import offered, order, table

DECLINED = ("lay no more here", "claim nothing", "done")


class Watched:
    """A game whose events are counted."""

    def __init__(self, state: TalState) -> None:
        self.state = state
        self.statistics = TalStatistics()
        self.statistics.begin_game(state)

    def play(self, *answers: str) -> "Watched":
        for answer in answers:
            self.state.apply(TAL.move(self.state, TAL.parse(self.state, answer)))
            self.statistics.take_events()
        return self

    def decline_to_the_end(self) -> dict[str, dict[str, object]]:
        """Lay, claim, move and build nothing more. Returns the rows by their names."""
        while self.state.mover != NOBODY:
            self.play(next(answer for answer in offered(self.state) if answer in DECLINED or answer.endswith("(stay)")))
        self.statistics.end_game(TAL.rewards(self.state))
        return {str(facts["name"]): facts for facts in self.statistics.to_dicts()}


def test_a_pyramid_counts_for_its_class_and_its_site_and_for_the_reward_of_its_owner():
    state = table(
        "building", owners={2: 0, 3: 1}, workers=("2/A", ""), pyramids={2: "kkkk", 3: "kkrr w"}, held=("k",), bag="kkkk"
    )
    facts = Watched(state).play("place a black block at site 2").decline_to_the_end()
    assert facts["small, one colour"] == {
        "name": "small, one colour", "type": "pyramid",
        "completed": 1.0, "points": 12.0, "points_share": 1.0, "won_share": 1.0,
    }  # fmt: skip
    assert facts["small, mixed"]["won_share"] is None, "it was complete before the statistics began"
    assert (facts["site 2, small"]["completed_share"], facts["site 2, small"]["points"]) == (1.0, 12.0)
    assert facts["black"]["built"] == 1.0
    assert (facts["bag empty"]["games_share"], facts["bag empty"]["rounds"]) == (1.0, 2.0)
    assert facts["pharaoh complete"]["games_share"] == 0.0


def test_a_lot_costs_the_bid_that_wins_it_and_an_unsold_one_nothing():
    state = table("bids", lots=("kkrrb", "kkkkw"), bag="k", pharaoh="r" * 30)
    bids = ("lay the 4 beside lot 1", "lay the 1 beside lot 1", "lay no more here", "lay no more here")
    facts = Watched(state).play(*bids, "lay the 3 beside lot 1").decline_to_the_end()
    assert facts["2 alike"] == {"name": "2 alike", "type": "lot", "drawn": 1.0, "sold_share": 1.0, "price": 5.0}
    assert (facts["4 alike"]["sold_share"], facts["4 alike"]["price"]) == (0.0, None)
    assert facts["red"]["given"] == 32.0, "thirty lay there, and two of the lot were left over"


def test_a_site_that_is_claimed_robbed_or_taken_over_is_counted_so():
    state = table(
        "orders",
        overseers=("10/A 11/A", ""),
        workers=("10/B 11/B", ""),
        owners={10: 1, 11: 1},
        pyramids={10: "kr"},
        pharaoh="r" * 30,
    )
    watched = Watched(state).play("stop at 10/A (stay)", "claim nothing", "stop at 11/A (stay)", "claim nothing")
    watched.play(*order("15/B", 15), "stop at 16 (stay)", "claim nothing", "take over site 11", "done", "done")
    facts = watched.play("done", "steal a red block from site 10").decline_to_the_end()
    assert facts["site 15, large"]["claimed_share"] == 1.0
    assert (facts["site 10, large"]["stolen"], facts["red"]["stolen"]) == (1.0, 1.0)
    assert (facts["site 10, large"]["taken_over"], facts["site 11, large"]["taken_over"]) == (0.0, 1.0)
