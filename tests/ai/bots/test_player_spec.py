"""Any text of a player can be parsed, and written again."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ai.bots.player_spec import PlayerSpec, parse_player_spec, spec_from_seat_text
from ai.levels import Budget
from engine.core.errors import BadSetup

WORDS = st.sampled_from(
    [
        "priest",
        "scribe",
        "pharaoh",
        "plain",
        "handwritten",
        "equal",
        "mybots",
        "Clever",
        "a.b",
        "7",
        "300ms",
        "0",
        "",
        "x",
        "1e3",
    ]
)


@given(st.lists(WORDS, max_size=5).map(":".join) | st.text(max_size=20), st.integers(-5, 2_000_000))
@example("equal:priest", 30)
@example("equal", 0)
@example("priest:0", 9)
def test_any_player_text_survives_reading_and_writing(text: str, count: int):
    player = spec_from_seat_text(text, count)
    assert spec_from_seat_text(player.text) == player
    seat = player.to_seat("Ann")
    assert spec_from_seat_text(seat.level, seat.simulations) == player


@pytest.mark.parametrize(
    ("text", "simulations", "player"),
    [
        ("priest", 0, PlayerSpec("priest")),
        ("priest", 400, PlayerSpec("priest", Budget(400))),
        ("pharaoh:300ms", 0, PlayerSpec("pharaoh", Budget(0, 300))),
        ("equal:priest", 30, PlayerSpec("priest", Budget(30), adaptive=True)),
        ("mybots:Clever:200ms", 0, PlayerSpec("mybots:Clever", Budget(0, 200))),
    ],
)
def test_players_in_saves_are_read_as_they_were_written(text: str, simulations: int, player: PlayerSpec):
    assert spec_from_seat_text(text, simulations) == player


def test_a_player_of_the_command_line_equals_the_one_of_its_seat():
    for text in ("shabti", "scribe:3", "priest:400", "pharaoh:300ms"):
        player = parse_player_spec(text)
        assert player.to_seat("Ann").level == text
        assert spec_from_seat_text(text) == player


def test_a_level_is_named_with_its_learned_values():
    for text in (
        "pharaoh@ai/weights/values/valley-base-2.json:300",
        "priest@a:b/value.json",
        "pharaoh@values-2:10ms",
        "pharaoh@values-2",
    ):
        player = parse_player_spec(text)
        assert player.text == text
        assert PlayerSpec.from_packed(player.pack()) == player


@pytest.mark.parametrize(
    "text",
    ["pharaoh@", "pharaoh@values-9", "scribe@values-2", "pharaoh@reference-1", "shabti@value.json", "plain@value.json"],
)
def test_learned_values_that_do_not_exist_or_that_a_level_does_not_use_are_refused(text):
    with pytest.raises(BadSetup, match=r"learned values"):
        parse_player_spec(text)
