"""Files of learned values: a value is read only for its data and its number of players, and damage is reported in a sentence."""

import json

import pytest

from ai.value_file import VALUES_FOLDER, BadValueFile, format_value_file, read_value

FEATURES = ("pace", "wealth")
WEIGHTS = (0.16, 0.25, -1.5, 3.0, 0.001, 12.0)  # three columns
DATA = 77
TEXT = format_value_file(WEIGHTS, FEATURES, DATA, {"edition": "base", "players": 2})


def test_a_value_is_read_only_for_its_data_and_number_of_players():
    assert read_value(TEXT, FEATURES, 3, DATA, 2) == WEIGHTS
    assert read_value(TEXT, FEATURES, 3, DATA, 3) is None
    assert read_value(TEXT, FEATURES, 3, DATA + 1, 2) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        TEXT.replace('"wealth"', '"health"'),
        TEXT.replace("0.16", "NaN"),
        TEXT.replace('"vok value": 1', '"vok value": 2'),
        json.dumps(json.loads(TEXT) | {"weights": {name: [1] for name in FEATURES}}),
    ],
)
def test_a_damaged_value_is_refused_in_one_sentence(text: str):
    assert text != TEXT
    with pytest.raises(BadValueFile) as refused:
        read_value(text, FEATURES, 3, DATA, 2)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("game", ["tal", "thieves"])
def test_shipped_values_are_named_after_their_edition_and_say_how_they_were_made(game: str):
    files = [*VALUES_FOLDER.glob(f"{game}-*.json")]
    assert files
    for file in files:
        fields = json.loads(file.read_text(encoding="utf-8"))
        assert file.name == f"{game}-{fields['edition']}-{fields['players']}.json"
        made = fields["made"]
        assert "simulations" in made
        for games in made.get("rounds", [made]):
            assert {"games", "seed"} <= set(games)
