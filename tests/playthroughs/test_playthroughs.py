"""Recorded whole games, compared line by line: every change that a player would notice shows up here.

If a change is intended, run `python -m tests.playthroughs.record` (or `record_thieves`, `record_tal`) in the project's folder to
write the texts again, and read the diff.
"""

from collections.abc import Iterable

import pytest

from tests.playthroughs import record_tal, record_thieves
from tests.playthroughs.record import GAMES, HERE, record


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_of_the_valley_replays_the_same(name: str):
    compare(name, record(*GAMES[name]))


@pytest.mark.parametrize("name", record_thieves.GAMES)
def test_a_recorded_game_of_thieves_replays_the_same(name: str):
    compare(name, record_thieves.record(*record_thieves.GAMES[name]))


@pytest.mark.parametrize("name", record_tal.GAMES)
def test_a_recorded_game_of_tal_replays_the_same(name: str):
    compare(name, record_tal.record(*record_tal.GAMES[name]))


def compare(name: str, lines: Iterable[str]) -> None:
    recorded = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    step = ""
    for number, (old, new) in enumerate(zip([*recorded, "(nothing)"], [*lines, "(nothing)"], strict=False), 1):
        step = old if old[:1].isdigit() else step
        assert new == old, f"line {number} of {name}.txt, at question {step!r}"
