"""Whole games as they were once recorded, line by line: every change that a player would notice shows here.

If a change is intended, `python -m tests.playthroughs.record`, or `record_thieves` or `record_tal` beside it, writes the texts
again, in the project's folder. Read the difference.
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


def compare(name: str, played: Iterable[str]) -> None:
    written = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    step = ""
    for line, (was, now) in enumerate(zip([*written, "(nothing)"], [*played, "(nothing)"], strict=False), 1):
        step = was if was[:1].isdigit() else step
        assert now == was, f"line {line} of {name}.txt, at question {step!r}"
