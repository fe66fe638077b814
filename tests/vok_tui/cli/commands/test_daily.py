"""`vok daily` without a terminal: what it prints, and what it refuses."""

import json
from datetime import date
from pathlib import Path

import pytest

from tests.vok_tui.records.finished_games import attempt
from tests.vok_tui.run_vok import RunVok
from vok_tui.records.daily import daily_setup, today_in_utc
from vok_tui.shared.errors import ExitCode

DAY = date(2026, 11, 7)


def test_the_json_describes_the_daily_game_and_the_players_progress(vok: RunVok, home: Path) -> None:
    def printed_fields() -> dict[str, object]:
        fields: dict[str, object] = json.loads(vok("daily", "--date", str(DAY), "--json")[1])
        return fields

    setup = daily_setup(DAY, "valley")
    assert printed_fields() == {
        "date": "2026-11-07",
        "game": "valley",
        "rules": 4,
        "edition": "mixed",
        "seats": ["shabti", "human"],
        "state": "not begun",
        "line": "",
    }
    attempt(home, setup, 1_700_000_100, 5)
    assert printed_fields()["state"] == "goes on"
    attempt(home, setup, 1_700_000_000)
    assert printed_fields()["state"] == "finished"
    assert vok("daily", "--date", str(DAY)) == (0, f"{printed_fields()['line']}\n", "")


def test_without_a_date_the_daily_game_is_that_of_today_in_utc(vok: RunVok) -> None:
    before = today_in_utc()
    assert date.fromisoformat(json.loads(vok("daily", "--json")[1])["date"]) in (before, today_in_utc())


@pytest.mark.parametrize(
    ("text", "message"), [("yesterday", "is written as 2026-11-23"), ("9999-01-01", "begins on that day")]
)
def test_a_wrong_date_is_refused_in_a_sentence(vok: RunVok, text: str, message: str) -> None:
    code, _, err = vok("daily", "--date", text)
    assert code == ExitCode.USAGE
    assert message in err
    assert err.count("\n") == 1


def test_the_daily_game_needs_a_terminal(vok: RunVok) -> None:
    code, _, err = vok("daily")
    assert code == ExitCode.NO_TERMINAL
    assert "terminal" in err
