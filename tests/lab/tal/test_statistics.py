"""What `vok simulate --game tal --stats` counts."""

from engine.core.game import NOBODY
from engine.tal.game import TAL
from engine.tal.state import TalState
from lab.tal.statistics import TalStatistics
from tests.engine.tal.table import offered, order, table

DECLINING_ANSWERS = ("lay no more here", "claim nothing", "done")


class CountedGame:
    """A game of which every event goes into the statistics."""

    def __init__(self, state: TalState) -> None:
        self.state = state
        self.statistics = TalStatistics()
        self.statistics.begin_game(state)

    def play(self, *answers: str) -> "CountedGame":
        for answer in answers:
            self.state.apply(TAL.move(self.state, TAL.parse(self.state, answer)))
            self.statistics.count_new_events()
        return self

    def decline_to_the_end(self) -> dict[str, dict[str, object]]:
        """Play to the end without laying, claiming, moving or building. Returns the rows of the statistics by name."""
        while self.state.mover != NOBODY:
            self.play(
                next(
                    answer for answer in offered(self.state) if answer in DECLINING_ANSWERS or answer.endswith("(stay)")
                )
            )
        self.statistics.end_game(TAL.rewards(self.state))
        return {str(row["name"]): row for row in self.statistics.to_dicts()}


def test_a_pyramid_counts_for_its_class_its_site_and_its_owners_reward():
    state = table(
        "building", owners={2: 0, 3: 1}, workers=("2/A", ""), pyramids={2: "kkkk", 3: "kkrr w"}, held=("k",), bag="kkkk"
    )
    rows = CountedGame(state).play("place a black block at site 2").decline_to_the_end()
    assert rows["small, one colour"] == {
        "name": "small, one colour", "type": "pyramid",
        "completed": 1.0, "points": 12.0, "points_share": 1.0, "won_share": 1.0,
    }  # fmt: skip
    assert rows["small, mixed"]["won_share"] is None, "it was complete before the statistics began"
    assert (rows["site 2, small"]["completed_share"], rows["site 2, small"]["points"]) == (1.0, 12.0)
    assert rows["black"]["built"] == 1.0
    assert (rows["bag empty"]["games_share"], rows["bag empty"]["rounds"]) == (1.0, 2.0)
    assert rows["pharaoh complete"]["games_share"] == 0.0


def test_a_lot_has_the_price_of_its_winning_bid():
    state = table("bids", lots=("kkrrb", "kkkkw"), bag="k", pharaoh="r" * 30)
    bids = ("lay the 4 beside lot 1", "lay the 1 beside lot 1", "lay no more here", "lay no more here")
    rows = CountedGame(state).play(*bids, "lay the 3 beside lot 1").decline_to_the_end()
    assert rows["2 alike"] == {"name": "2 alike", "type": "lot", "drawn": 1.0, "sold_share": 1.0, "price": 5.0}
    assert (rows["4 alike"]["sold_share"], rows["4 alike"]["price"]) == (0.0, None)
    assert rows["red"]["given"] == 32.0, "30 were there before, and 2 of the lot were left over"


def test_claims_thefts_and_takeovers_of_a_site_are_counted():
    state = table(
        "orders",
        overseers=("10/A 11/A", ""),
        workers=("10/B 11/B", ""),
        owners={10: 1, 11: 1},
        pyramids={10: "kr"},
        pharaoh="r" * 30,
    )
    game = CountedGame(state).play("stop at 10/A (stay)", "claim nothing", "stop at 11/A (stay)", "claim nothing")
    game.play(*order("15/B", 15), "stop at 16 (stay)", "claim nothing", "take over site 11", "done", "done")
    rows = game.play("done", "steal a red block from site 10").decline_to_the_end()
    assert rows["site 15, large"]["claimed_share"] == 1.0
    assert (rows["site 10, large"]["stolen"], rows["red"]["stolen"]) == (1.0, 1.0)
    assert (rows["site 10, large"]["taken_over"], rows["site 11, large"]["taken_over"]) == (0.0, 1.0)
