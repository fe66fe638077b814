"""What `vok simulate --game thieves --stats` counts, in one tomb."""

from engine.thieves.game import THIEVES
from lab.thieves.statistics import ThievesStatistics
from tests.engine.thieves.table import table


def counted_game(*answers: str) -> dict[str, dict[str, object]]:
    """The statistics after these answers in the last round of a tomb, which ends the game."""
    state = table(
        ("2 shield/1 key, 1 sword/2 key", "1 shield/3 lamp"),
        community="",
        round_=3,
        guardians={"Skeleton": 5},
        tombs_left=0,
    )
    statistics = ThievesStatistics()
    statistics.begin_game(state)
    for answer in answers:
        state.apply(THIEVES.move(state, THIEVES.parse(state, answer)))
        statistics.count_new_events()
    assert state.mover < 0
    statistics.end_game(THIEVES.rewards(state))
    return {str(row["piece"]): row for row in statistics.to_dicts()}


def test_plundered_tombs_and_unbeaten_guardians_are_counted_with_their_cards():
    rows = counted_game(
        "play 2 shield (not 1 key) face down", "play 1 sword (not 2 key) face up", "play 1 shield (not 3 lamp) face up"
    )
    assert rows["shield tomb of 3"] == {
        "piece": "shield tomb of 3", "type": "tomb", "stands": 1.0, "won_share": 1.0, "won_with": 2.0
    }  # fmt: skip
    assert (rows["Skeleton"]["stands"], rows["Skeleton"]["won_share"]) == (1.0, 0.0)
    assert (rows["key tomb of 1"]["stands"], rows["key tomb of 1"]["won_share"]) == (0.0, None)
    assert {name: rows["1 key/2 shield"][name] for name in ("played", "down_share", "counted_share", "won_share")} == {
        "played": 1.0, "down_share": 1.0, "counted_share": 1.0, "won_share": 1.0
    }  # fmt: skip
    assert rows["2 key/1 sword"]["won_share"] == 0.0, "it was counted for the Skeleton, which nobody beat"


def test_a_tomb_from_which_all_escape_counts_as_not_plundered():
    rows = counted_game("escape", "escape")
    assert (rows["shield tomb of 3"]["stands"], rows["shield tomb of 3"]["won_share"]) == (1.0, 0.0)
    assert all(rows[name]["played"] == 0.0 for name in rows if rows[name]["type"] == "card")
