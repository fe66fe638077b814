"""Names that users know stay valid: options, key names, JSON fields and the words of positions, as in the first version that had
them. New ones may be added. Verbs and levels in saves: tests/saves/promised; words of custom cards:
tests/engine/valley/custom."""

import json
from pathlib import Path
from shutil import copy

import pytest

from engine import GAMES
from engine.core.game import State
from tests.vok_tui.run_vok import RunVok
from vok_tui.coordinator import config

SAVE = next((Path(__file__).parents[1] / "saves" / "promised").rglob("*.vok"))
POSITIONS = sorted((Path(__file__).parent / "promised_positions").glob("*.toml"))
OPTIONS = {
    "play": "--cards --edition --first --level --new --pace --players --seat --seed --sets --time --version",
    "saves": "--json",
    "simulate": "--cards --edition --games --json --seats --seed --sets --stats",
    "arena": "--cards --edition --games --json --scheduler --seed --sets --simulations --sprt --state --time --workers",
    "ladder": "--cards --edition --games --json --players --scheduler --seed --sets --state --workers",
    "bench": "--json --quick",
    "cards": "--cards --edition --json",
}
KEY_NAMES = """
ask_back ask_before ask_choose ask_next cards cards_back cards_find choice_left choice_right choose
chronicle continue cursor_down cursor_left cursor_right cursor_up hand_1 hand_10 hand_2 hand_3 hand_4 hand_5
hand_6 hand_7 hand_8 hand_9 help help_back help_down help_page_down help_page_up help_turn help_up keys
leave let_go log_first log_last log_page_down log_page_up new next_part open palette part_before
pyramid_base_1 pyramid_base_2 pyramid_base_3 pyramid_middle_1 pyramid_middle_2 pyramid_top read redo rematch
review same_seed score_back score_choose score_left score_new score_right score_start setup_back setup_down setup_start
setup_up shelf_back shelf_open start_choose start_down start_left start_right start_screen start_up suspend
table_cards turn_start undo
act answer_no answer_now answer_yes buy end_turn entomb narrow next_step opponent_1 opponent_2 opponent_3 opponent_4 opponent_5
opponent_6 opponent_7 other_payment
"""
FIELDS = {
    "simulate --games 1 --seats shabti,shabti --stats": (
        "decisions digest edition games mean_scores seats sets shared wins cards cards.card cards.edition cards.offered "
        "cards.bought cards.executed cards.entombed_copies cards.taken_copies cards.in_winners_tombs cards.first_buyer_wins "
        "cards.points cards.verdict"
    ),
    "cards urn": "copies cost edition gold level name printed set text vp",
    "saves": "file game edition seats seats.name seats.level turn decisions scores when finished damaged",
    "arena shabti shabti --games 2 --workers 1": (
        "blocks elo elo_high elo_low forfeits games losses margin ms_per_decision players seeds shared sprt wins"
    ),
    "ladder shabti priest:1 --games 2 --workers 1": (
        "contests contests.elo contests.games contests.players edition levels levels.above levels.above.elo levels.elo "
        "levels.elo_high levels.elo_low levels.games levels.level levels.ms_per_decision players seed"
    ),
}


def fields(value: object, prefix: str = "") -> set[str]:
    """The names of all fields of JSON values, with the names of the fields that contain them."""
    if isinstance(value, list):
        return {name for item in value for name in fields(item, prefix)}
    if not isinstance(value, dict):
        return set()
    return {prefix + name for name in value} | {
        inner for name, item in value.items() for inner in fields(item, f"{prefix}{name}.")
    }


@pytest.mark.parametrize("command", OPTIONS)
def test_an_option_keeps_its_name(command: str, vok: RunVok) -> None:
    code, out, _ = vok(command, "--help")
    assert code == 0
    assert not [option for option in OPTIONS[command].split() if option not in out]


def test_a_key_keeps_its_name_in_the_configuration() -> None:
    for name in KEY_NAMES.split():
        assert config.parse_config(f'[keys]\n{name} = "f19"').keys == {name: "f19"}


@pytest.mark.parametrize("line", FIELDS)
def test_a_field_keeps_its_name_in_json(line: str, vok: RunVok, home: Path) -> None:
    (home / "saves").mkdir(parents=True, exist_ok=True)
    copy(SAVE, home / "saves")
    code, out, _ = vok(*line.split(), "--json")
    assert code == 0
    assert not set(FIELDS[line].split()) - fields(json.loads(out))


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_position_keeps_its_words(path: Path) -> None:
    game, text = GAMES["valley"], path.read_text(encoding="utf-8")
    state: State = game.read_position(text)
    written = game.write_position(state)
    assert {line.partition(" =")[0] for line in text.splitlines()} <= {
        line.partition(" =")[0] for line in written.splitlines()
    }
    assert game.write_position(game.read_position(written)) == written
