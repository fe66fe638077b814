"""Whole games as they were once recorded, line by line: every change that a player would notice shows here.

If a change is intended, `python -m tests.playthroughs.record` in the project's folder writes the texts again. Read the
difference.
"""

import pytest

from tests.playthroughs.record import GAMES, HERE, record


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_was_written_down(name: str):
    written = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    step = ""
    for line, (was, now) in enumerate(
        zip([*written, "(nothing)"], [*record(*GAMES[name]), "(nothing)"], strict=False), 1
    ):
        step = was if was[:1].isdigit() else step
        assert now == was, f"line {line} of {name}.txt, at question {step!r}"
