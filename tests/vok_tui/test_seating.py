"""Making a setup from start options."""

from ai.value_file import CURRENT_VALUES
from engine.core.game import CURRENT_RULES, HUMAN
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions, setup_arguments
from vok_tui.records.new_game import FIRST_BY_LOT, make_setup, rematch_setup


def names_of(*names: str, levels: tuple[str, ...] = ("scribe", "scribe", "scribe")) -> list[str]:
    return [seat.name for seat in make_setup(names, levels, 1, first=1).seats]


def test_empty_names_get_defaults() -> None:
    assert names_of("", "", "") == ["You", "Khety", "Merit"]


def test_nobody_is_called_you_if_several_humans_play() -> None:
    assert names_of("", "", "", levels=("scribe", HUMAN)) == ["Player 1", "Khety", "Player 3"]


def test_two_seats_never_have_the_same_name() -> None:
    assert len(set(names_of("Khety", "", "Khety", "Khety"))) == 4


def test_names_that_are_equal_after_cleaning_become_different() -> None:
    assert len(set(names_of("Ann", "A\u200bnn"))) == 2


def test_a_dealt_seed_has_sixty_random_bits() -> None:
    seeds = [make_setup(("", ""), ("scribe",), None).seed for _ in range(60)]
    assert len(set(seeds)) == len(seeds)
    for bit in range(60):
        assert 0 < sum(seed >> bit & 1 for seed in seeds) < len(seeds), bit


def test_one_level_applies_to_all_opponents_and_several_to_one_each() -> None:
    assert setup_arguments(StartOptions(players=4, levels=("priest",)))[1] == ["priest"] * 3
    assert setup_arguments(StartOptions(players=4, levels=("priest", "shabti")))[1] == ["priest", "shabti", "scribe"]


def test_the_number_of_seats_follows_from_names_and_levels() -> None:
    assert len(setup_arguments(StartOptions(names=("Ann", "Bea", "Cem")))[0]) == 3
    assert len(setup_arguments(StartOptions(levels=("scribe", "scribe", "shabti")))[0]) == 4
    assert len(setup_arguments(StartOptions())[0]) == 2


def test_a_name_on_the_command_line_overrides_the_configuration() -> None:
    config = Config(name="Ann")
    assert setup_arguments(StartOptions(config=config))[0][0] == "Ann"
    assert setup_arguments(StartOptions(names=("Bea",), config=config))[0][0] == "Bea"


def names_in_seat_order(first: int, seed: int = 1) -> list[str]:
    return [seat.name for seat in make_setup(("Ann", "Bea", "Cem"), ("scribe", HUMAN), seed, first).seats]


def test_the_first_player_gets_the_first_seat_and_the_others_follow_in_order() -> None:
    assert names_in_seat_order(1) == ["Ann", "Bea", "Cem"]
    assert names_in_seat_order(2) == ["Bea", "Cem", "Ann"]
    assert names_in_seat_order(3) == ["Cem", "Ann", "Bea"]


def test_a_player_keeps_the_level_in_any_seat() -> None:
    levels = {seat.name: seat.level for seat in make_setup(("Ann", "Bea", "Cem"), ("scribe", "priest"), 1, 3).seats}
    assert levels == {"Ann": HUMAN, "Bea": "scribe", "Cem": "priest"}


def test_any_player_can_be_drawn_first_and_the_seed_decides() -> None:
    assert {names_in_seat_order(FIRST_BY_LOT, seed)[0] for seed in range(30)} == {"Ann", "Bea", "Cem"}
    assert [names_in_seat_order(FIRST_BY_LOT, seed) for seed in range(9)] == [
        names_in_seat_order(FIRST_BY_LOT, seed) for seed in range(9)
    ]


def test_the_first_player_is_drawn_unless_given() -> None:
    assert setup_arguments(StartOptions())[3] == FIRST_BY_LOT
    assert setup_arguments(StartOptions(first=2))[3] == 2


def test_the_number_of_the_first_player_is_a_minimum_for_the_seats() -> None:
    assert len(setup_arguments(StartOptions(first=3))[0]) == 3


def test_the_next_player_starts_a_rematch() -> None:
    before = make_setup(("Ann", "Bea", "Cem"), ("scribe", "priest"), 1, 1)
    after = rematch_setup(before)
    assert [seat.name for seat in after.seats] == ["Bea", "Cem", "Ann"]
    assert sorted(seat.pack() for seat in after.seats) == sorted(seat.pack() for seat in before.seats)


def test_a_rematch_of_an_older_game_uses_the_current_rules() -> None:
    before = make_setup(("Ann", "Bea"), ("scribe",), 1, 1).with_rules(CURRENT_RULES - 1)
    assert rematch_setup(before).rules == CURRENT_RULES


def test_a_new_game_records_with_which_learned_values_its_opponents_play() -> None:
    new = make_setup(("", ""), ("priest",), 1)
    assert new.values == CURRENT_VALUES
    older = new.with_values("values-1")
    assert rematch_setup(older).values == CURRENT_VALUES
    assert older.with_seats_and_seed(older.seats, 2).values == "values-1", (
        "a game that is continued keeps its opponents"
    )
