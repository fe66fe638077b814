"""`vok sessions` where no session runs; tests/hosting has the others."""

import json

from tests.vok_tui.run_vok import RunVok
from vok_tui.shared.errors import ExitCode


def test_without_a_session_it_says_so(vok: RunVok) -> None:
    assert vok("sessions") == (ExitCode.OK, "No session runs.\n", "")
    assert json.loads(vok("sessions", "--json")[1]) == []
    code, _, error = vok("sessions", "end")
    assert (code, error) == (ExitCode.FAILED, "vok: no session runs\n")


def test_an_unknown_action_is_refused(vok: RunVok) -> None:
    code, _, error = vok("sessions", "ende")
    assert code == ExitCode.USAGE
    assert 'did you mean "end"' in error
