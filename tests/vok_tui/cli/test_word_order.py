"""Options may stand before or behind the word that says what `vok plain` plays."""

import json
from io import StringIO

import pytest

from tests.vok_tui.run_vok import RunVok
from vok_tui.cli.commands import plain
from vok_tui.shared.errors import UsageError
from vok_tui.shared.parser import Parser

VALUES = {
    "players": "3",
    "game": "thieves",
    "seed": "7",
    "first": "lot",
    "pace": "1",
    "levels": "scribe",
    "names": "daily",
}
OTHER_VALUES = {"time": "900", "date": "2026-01-02"}
LINES = [["daily"], ["play"], ["learn"], ["practise"], ["practice"], ["puzzle"], ["open", "game.vok"]]


def parse(*argv: str) -> dict[str, object]:
    parser = Parser("plain", "", argv)
    plain.add_arguments(parser)
    return vars(parser.parse())


def options_of(*line: str) -> list[list[str]]:
    """Every option of a line, with a value if it takes one that a test knows."""
    parser = Parser("plain", "", line)
    plain.add_arguments(parser)
    values = VALUES | OTHER_VALUES
    return [
        [action.option_strings[0], *([] if action.nargs == 0 else [values[action.dest]])]
        for action in parser.declared
        if action.option_strings and action.dest != "version" and (action.nargs == 0 or action.dest in values)
    ]


def test_the_switches_are_those_that_take_no_value() -> None:
    switches = {"--help"}
    for line in LINES:
        parser = Parser("plain", "", line)
        plain.add_arguments(parser)
        switches |= {name for action in parser.declared if action.nargs == 0 for name in action.option_strings}
    assert switches == set(plain.SWITCHES)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_options_before_the_word_mean_the_same_as_behind_it(line: list[str]) -> None:
    options = options_of(*line)
    assert ["--json"] in options
    for option in options:
        assert parse(*option, *line) == parse(*line, *option), option
        if len(option) == 2:
            assert parse("=".join(option), *line) == parse(*line, *option), option


def test_a_value_is_no_command() -> None:
    assert parse("--seat", "daily")["command"] == "play"
    with pytest.raises(UsageError, match="no option"):
        parse("--seed", "3", "daily")


def test_a_program_asks_for_the_daily_game_in_either_order(vok: RunVok, monkeypatch: pytest.MonkeyPatch) -> None:
    first_messages = []
    for line in (["--json", "daily"], ["daily", "--json"]):
        monkeypatch.setattr("sys.stdin", StringIO())
        code, out, err = vok("plain", *line)
        assert (code, err) == (0, "")
        first_messages.append(json.loads(out.splitlines()[0]))
    assert first_messages[0]["type"] == first_messages[1]["type"]
