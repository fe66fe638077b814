"""External bots: they receive only what their seat may see, and whatever they do, only their own game ends. Every process is
real."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ai.bots.external_bots import ExternalBot, ExternalBotFailed, check_external_bot, is_external_bot
from ai.contest.arena import play_game
from ai.contest.game_runner import GameResult
from engine.core.errors import BadSetup
from engine.core.game import Game, Seat, Setup, State
from engine.games import GAMES
from tests.ai.bots.example_bots import BOT_MODULE
from tests.ai.contest.contests import contest, play_contest
from tests.process_end import has_ended

ROOT = Path(__file__).parents[3]
VALLEY: Game[Any] = GAMES["valley"]
SETUP = Setup("valley", (Seat("a"), Seat("b")), 7)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of a user."""
    (tmp_path / "them.py").write_text(BOT_MODULE)
    for name in ("engine", "ai"):  # other packages with our names
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a stranger')")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def later(plies: int) -> State:
    """A position of the game of SETUP in which seat 0 is to move."""
    state = VALLEY.start(SETUP)
    while plies > 0 or state.mover != 0:
        state.apply(state.menu[state.digest() % state.move_count])
        plies -= 1
    return state


def first_move(guest: ExternalBot, state: State) -> int:
    guest.take_seat(VALLEY, state, 0)
    return guest.choose(state)


# -- what an external bot receives


def test_two_worlds_that_look_the_same_to_its_seat_are_the_same_to_a_guest(folder: Path):
    state = later(60)
    other = VALLEY.determinize(state, 0, 99)
    assert other.digest() != state.digest()
    assert VALLEY.view(other, 0) == VALLEY.view(state, 0)
    notes = []
    for world in (state, other):
        with ExternalBot("them:Diary", 5000) as guest:
            guest.take_seat(VALLEY, world, 0)
            guest.choose(world)
        notes.append((folder / "diary").read_text())
        (folder / "diary").unlink()
    assert notes[0] == notes[1]


def test_a_guest_is_asked_in_the_position_that_its_seat_sees(folder: Path):
    state = later(60)
    with ExternalBot("them:Diary", 5000) as guest:
        guest.take_seat(VALLEY, state, 0)
        assert guest.choose(state) == state.legal_moves()[-1]
    game, seat, _, in_time, position = json.loads((folder / "diary").read_text())
    seen = VALLEY.read_position(position)
    assert (game, seat, in_time) == ("valley", 0, True)
    assert VALLEY.view(seen, 0) == VALLEY.view(state, 0)
    assert seen.legal_moves() == state.legal_moves()


def test_a_guest_plays_a_whole_game_and_plays_it_again(folder: Path):
    job = contest("them:Plays", "shabti").jobs(0)[0]
    first, again = play_game(job), play_game(job)
    assert (first["digest"], first["forfeits"]) == (again["digest"], ["", ""])
    assert sum(first["rewards"]) == 1


# -- what it can do wrong

FAILURES = {
    "Raises": r"it raised ZeroDivisionError: .* \(line \d+ of them.py\)",
    "Leaves": "it raised SystemExit: enough",
    "Ends": "its process has ended with exit code 5",
    "Deaf": "its process was ended by signal 9",
    "Dies": "its process was ended by signal 9",
    "Hungry": "it ran out of memory",
    "Hoards": "it ran out of memory",
    "Wrong": "it answered 12345, which is not a legal move",
    "Sings": r"it answered \['sing', 3\], which is not a legal move",
    "Dumb": "it answered None instead of a move",
    "Speaks": "it answered 'pass', of type str, instead of a move",
    "Boundless": "it raised ValueError: ",
    "Demands": "it raised TypeError: .*3 positional arguments but 4 were given",
}


@pytest.mark.parametrize("who", FAILURES)
def test_a_bot_that_fails_is_reported_with_the_reason_in_one_line(who: str):
    state = later(0)
    with (
        ExternalBot(f"them:{who}", 60_000, memory_megabytes=32) as guest,
        pytest.raises(ExternalBotFailed, match=FAILURES[who]) as failed,
    ):
        first_move(guest, state)
    assert "\n" not in failed.value.reason
    assert str(failed.value) == f"them:{who} has failed: {failed.value.reason}"


def test_a_bot_that_hangs_has_failed_when_its_time_is_up_and_its_process_is_ended():
    with ExternalBot("them:Hangs", 100) as guest:
        guest.take_seat(VALLEY, later(0), 0)
        with pytest.raises(ExternalBotFailed, match="it took longer than 100 ms"):
            guest.choose(later(0))
    with pytest.raises(ProcessLookupError):
        os.kill(guest.pid, 0)


def test_any_whole_number_will_do_for_an_answer():
    state = later(0)
    with ExternalBot("them:Counts") as guest:
        guest.take_seat(VALLEY, state, 0)
        assert guest.choose(state) == state.legal_moves()[-1]


def test_what_a_guest_prints_disturbs_nobody():
    state = later(0)
    with ExternalBot("them:Prints") as guest:
        guest.take_seat(VALLEY, state, 0)
        assert guest.choose(state) == state.legal_moves()[0]


def test_a_process_that_a_guest_has_started_ends_with_it(folder: Path):
    state = later(0)
    with ExternalBot("them:Parent") as guest:
        guest.take_seat(VALLEY, state, 0)
        guest.choose(state)
    assert has_ended(int((folder / "child").read_text()))


# -- in a contest


def test_a_guest_that_fails_forfeits_each_game_and_the_contest_goes_on():
    tally = play_contest(contest("them:Raises", "shabti"), 2)
    facts = tally.to_dict()
    assert (facts["games"], facts["wins"], facts["losses"]) == (4, 0, 4)
    assert [(lost["player"], lost["seed"], lost["seat"]) for lost in facts["forfeits"]] == [
        ("them:Raises", 3, 1),
        ("them:Raises", 3, 2),
        ("them:Raises", 4, 1),
        ("them:Raises", 4, 2),
    ]
    assert all("ZeroDivisionError" in lost["reason"] for lost in facts["forfeits"])
    assert facts["margin"] is None, "no game came to its end"


def test_where_three_play_the_others_share_what_one_forfeits():
    result: GameResult = play_game(contest("shabti", "them:Wrong", "shabti").jobs(0)[0])
    assert result["rewards"] == [0.5, 0.0, 0.5]
    assert result["forfeits"][0] == result["forfeits"][2] == ""
    assert "12345" in result["forfeits"][1]


def test_a_contest_is_broken_off_where_the_module_is_another_one(folder: Path):
    job = contest("them:First", "shabti").jobs(0)[0]
    (folder / "them.py").write_text(BOT_MODULE + "\n")
    with pytest.raises(BadSetup, match="the module of them:First differs here from the one"):
        play_game(job)
    (folder / "them.py").unlink()
    with pytest.raises(BadSetup, match='there is no module "them"'):
        play_game(job)


# -- names that are not external bots


def test_a_class_of_a_module_is_told_by_its_name():
    assert all(map(is_external_bot, ("mybots:Clever", "my.bots:Clever", "_m:_C")))
    assert not any(
        map(is_external_bot, ("priest", "priest:100", "priest:100ms", "mybots:", ":Clever", "a/b:C", "a..b:C", "a:b:C"))
    )


REFUSED = {
    "nobody:Clever": 'nobody:Clever cannot play: there is no module "nobody" here or in the environment',
    "them.py:First": 'there is no module "them.py" here or in the environment .name the module, not its file.',
    "them.more:First": 'there is no module "them.more"',
    "them:Clever": 'the module "them" has no class "Clever"; it has First, Diary, Raises',
    "them:json": 'the module "them" has no class "json"',
    "them:Path": r'the class "them:Path" has no method choose\(self, state, deadline\)',
    "needy:Clever": 'the module "needy" needs "numpyy", which is not installed',
    "broken:Clever": 'the module "broken" cannot be imported: SyntaxError: .*line 1',
    "angry:Clever": 'the module "angry" cannot be imported: SystemExit: go away .line 1 of angry.py.',
    "../them:First": 'an external bot is named module:Class, as in mybots:Clever, not "../them:First"',
    "/etc/passwd:First": "is named module:Class",
    "them:First:": "is named module:Class",
    "them:__import__('os')": "is named module:Class",
}


@pytest.mark.parametrize("name", REFUSED)
def test_who_is_no_guest_is_refused_in_a_sentence(folder: Path, name: str):
    (folder / "needy.py").write_text("import numpyy")
    (folder / "broken.py").write_text("class Clever(:")
    (folder / "angry.py").write_text("raise SystemExit('go away')")
    with pytest.raises(BadSetup, match=REFUSED[name]) as refused:
        check_external_bot(name)
    assert "\n" not in str(refused.value)


def test_the_bots_of_the_manual_play(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT / "docs" / "bots")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    for name in ("mybots:Hoarder", "mybots:Reader"):
        result = play_game(contest(name, "shabti").jobs(0)[0])
        assert result["forfeits"] == ["", ""]
        assert sum(result["decisions"]) > 20
