"""Players on the command line: a wrong one is refused in one sentence with the nearest right word, by every command."""

import pytest

from vok_tui.cli import main
from vok_tui.shared.errors import ExitCode

REFUSALS = {
    "play --level pharoah": 'play: there is no level "pharoah"; did you mean "pharaoh"?',
    "play --level plain": "play: plain plays only in contests; see vok arena --help",
    "play --level handwritten:300": "play: handwritten plays only in contests; see vok arena --help",
    "play --level prophet:100ms": "play: prophet plays only in contests; see vok arena --help",
    "simulate --seats seer,scribe": "simulate: seer plays only in contests; see vok arena --help",
    "play --level scribe:100ms": "play: scribe takes no time budget",
    "play --level priest:0": 'play: after the colon of "priest:0" comes a whole number',
    "play --level nobots:Clever": 'play: nobots:Clever cannot play: there is no module "nobots"',
    "play --time -1": 'play: --time: a whole number from 1 to 600000, not "-1"; see',
    "play --time 300": "--time is for the opponents that --level names, but there are none",
    "play --pace 60": 'play: --pace: a pace is a number of seconds from 0 to 10, not "60"; see vok play --help',
    "play --first 9": 'play: --first: who begins is you, lot or a seat from 1 to 8, not "9"; see vok play --help',
    "arena pharoah scribe": 'arena: there is no level "pharoah"; did you mean "pharaoh"?',
    "arena equal scribe": 'arena: there is no level "equal"',
    "simulate --seats priest:400,scribe": 'simulate: priest plays here with its default budget, not as "priest:400"',
    "simulate --seats mybots:Clever,scribe": 'simulate: there is no level "mybots"',
    "simulate --seats pharoah,scribe": 'there is no level "pharoah"; did you mean "pharaoh"?',
}


def test_a_meaningless_number_of_processes_is_refused_before_the_table_opens(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOK_PROCESSES", "many")
    assert main.run(["play"]) == ExitCode.USAGE
    out, err = capfd.readouterr()
    assert out == ""
    assert "VOK_PROCESSES must be a whole number from 1 to 4, not 'many'" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("line", REFUSALS)
def test_a_meaningless_opponent_is_refused_in_one_sentence(line: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main.run(line.split()) == ExitCode.USAGE
    out, err = capfd.readouterr()
    assert out == ""
    assert REFUSALS[line] in err
    assert err.startswith("vok: ")
    assert err.count("\n") == 1
