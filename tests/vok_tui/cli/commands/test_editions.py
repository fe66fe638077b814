"""Editions on the command line: what is refused, and that every edition can be simulated."""

import json

import pytest

from tests.vok_tui.run_vok import RunVok

REFUSALS = {
    "--players 5": "base cannot be played by 5: base and afterlife are for 2 to 4 players, mixed for 2 to 6, both for 5 or 6,",
    "play --edition both --players 4": "both cannot be played by 4: base and afterlife are for 2 to 4 players",
    "play --edition solitair": 'there is no edition "solitair"; did you mean "solitaire"?',
    "play --edition solitaire --level scribe": "in a game alone there are no opponents: leave out --level",
    "play --sets base,lot": "that is 1, 5 or 6 words, not 2",
    "play --sets ,": 'words with commas, as in base,afterlife,lot,lot,base,lot, not ","',
    "play --edition base --sets lot": "the sets of the edition base are fixed; mixed and solitaire let you choose them",
    "simulate --edition mixed --seats shabti,,shabti": 'there is no level ""',
}


@pytest.mark.parametrize("line", REFUSALS)
def test_options_that_an_edition_does_not_allow_are_refused(vok: RunVok, line: str):
    code, out, err = vok(*line.split())
    assert (code, out) == (2, "")
    assert REFUSALS[line] in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("--edition afterlife", 2),
        ("--sets base,afterlife,lot,base,lot", 2),
        ("--edition both", 5),
        ("--edition solitaire", 1),
    ],
)
def test_games_of_every_edition_are_simulated_reproducibly(vok: RunVok, line: str, seats: int):
    words = ["simulate", "--games", "1", "--json", "--seats", ",".join(["shabti"] * seats), *line.split()]
    first = vok(*words)
    assert first == vok(*words)
    code, out, _ = first
    assert code == 0
    assert len(json.loads(out)["seats"]) == seats
