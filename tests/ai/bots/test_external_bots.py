"""External bots: they receive only what their seat may see, and whatever they do, only their own game ends. Every process is
real."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ai.bots.external_bots import ExternalBot, ExternalBotFailed, check_external_bot, is_external_bot
from engine.core.errors import BadSetup
from engine.core.game import Game, Seat, Setup, State
from engine.games import GAMES
from lab.contest import play_game
from lab.game_runner import GameResultDict
from tests.ai.bots.example_bots import BOT_MODULE
from tests.lab.contests import contest, play_contest
from tests.process_end import has_ended

ROOT = Path(__file__).parents[3]
VALLEY: Game[Any] = GAMES["valley"]
SETUP = Setup("valley", (Seat("a"), Seat("b")), 7)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of a user, with a module of bots and packages that have our names."""
    (tmp_path / "them.py").write_text(BOT_MODULE)
    for name in ("engine", "ai"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong package')")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def position_after(plies: int) -> State:
    """The first position of the game of SETUP, at or after this ply, in which seat 0 is to move."""
    state = VALLEY.start(SETUP)
    while plies > 0 or state.mover != 0:
        state.apply(state.menu[state.digest() % state.move_count])
        plies -= 1
    return state


def first_move(bot: ExternalBot, state: State) -> int:
    bot.take_seat(VALLEY, state, 0)
    return bot.choose(state)


# -- what an external bot receives


def test_a_bot_receives_the_same_for_worlds_that_look_the_same(folder: Path):
    state = position_after(60)
    other = VALLEY.determinize(state, 0, 99)
    assert other.digest() != state.digest()
    assert VALLEY.view(other, 0) == VALLEY.view(state, 0)
    notes = []
    for world in (state, other):
        with ExternalBot("them:Diary", 5000) as bot:
            bot.take_seat(VALLEY, world, 0)
            bot.choose(world)
        notes.append((folder / "diary").read_text())
        (folder / "diary").unlink()
    assert notes[0] == notes[1]


def test_a_bot_receives_the_position_that_its_seat_sees(folder: Path):
    state = position_after(60)
    with ExternalBot("them:Diary", 5000) as bot:
        bot.take_seat(VALLEY, state, 0)
        assert bot.choose(state) == state.legal_moves()[-1]
    game, seat, _, in_time, position = json.loads((folder / "diary").read_text())
    seen = VALLEY.read_position(position)
    assert (game, seat, in_time) == ("valley", 0, True)
    assert VALLEY.view(seen, 0) == VALLEY.view(state, 0)
    assert seen.legal_moves() == state.legal_moves()


def test_a_bot_plays_a_whole_game_and_can_repeat_it(folder: Path):
    job = contest("them:Plays", "shabti").jobs(0)[0]
    first, again = play_game(job), play_game(job)
    assert (first["digest"], first["forfeits"]) == (again["digest"], ["", ""])
    assert sum(first["rewards"]) == 1


# -- how a bot can fail

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


@pytest.mark.parametrize("class_name", FAILURES)
def test_a_failed_bot_is_reported_with_the_reason_in_one_line(class_name: str):
    state = position_after(0)
    with (
        ExternalBot(f"them:{class_name}", 60_000, memory_megabytes=32) as bot,
        pytest.raises(ExternalBotFailed, match=FAILURES[class_name]) as failed,
    ):
        first_move(bot, state)
    assert "\n" not in failed.value.reason
    assert str(failed.value) == f"them:{class_name} has failed: {failed.value.reason}"


def test_a_bot_that_hangs_is_ended_when_its_time_is_up():
    with ExternalBot("them:Hangs", 100) as bot:
        bot.take_seat(VALLEY, position_after(0), 0)
        with pytest.raises(ExternalBotFailed, match="it took longer than 100 ms"):
            bot.choose(position_after(0))
    with pytest.raises(ProcessLookupError):
        os.kill(bot.pid, 0)


def test_any_integer_type_is_accepted_as_an_answer():
    state = position_after(0)
    with ExternalBot("them:Counts") as bot:
        bot.take_seat(VALLEY, state, 0)
        assert bot.choose(state) == state.legal_moves()[-1]


def test_output_of_a_bot_is_ignored():
    state = position_after(0)
    with ExternalBot("them:Prints") as bot:
        bot.take_seat(VALLEY, state, 0)
        assert bot.choose(state) == state.legal_moves()[0]


def test_child_processes_of_a_bot_end_with_it(folder: Path):
    state = position_after(0)
    with ExternalBot("them:Parent") as bot:
        bot.take_seat(VALLEY, state, 0)
        bot.choose(state)
    assert has_ended(int((folder / "child").read_text()))


# -- in a contest


def test_a_failing_bot_forfeits_each_game_and_the_contest_continues():
    tally = play_contest(contest("them:Raises", "shabti"), 2)
    result_fields = tally.to_dict()
    assert (result_fields["games"], result_fields["wins"], result_fields["losses"]) == (4, 0, 4)
    assert [(lost["player"], lost["seed"], lost["seat"]) for lost in result_fields["forfeits"]] == [
        ("them:Raises", 3, 1),
        ("them:Raises", 3, 2),
        ("them:Raises", 4, 1),
        ("them:Raises", 4, 2),
    ]
    assert all("ZeroDivisionError" in lost["reason"] for lost in result_fields["forfeits"])
    assert result_fields["margin"] is None, "no game came to its end"


def test_with_three_players_the_others_share_a_forfeited_game():
    result: GameResultDict = play_game(contest("shabti", "them:Wrong", "shabti").jobs(0)[0])
    assert result["rewards"] == [0.5, 0.0, 0.5]
    assert result["forfeits"][0] == result["forfeits"][2] == ""
    assert "12345" in result["forfeits"][1]


def test_a_contest_stops_when_the_module_of_a_bot_has_changed(folder: Path):
    job = contest("them:First", "shabti").jobs(0)[0]
    (folder / "them.py").write_text(BOT_MODULE + "\n")
    with pytest.raises(BadSetup, match="the module of them:First differs here from the one"):
        play_game(job)
    (folder / "them.py").unlink()
    with pytest.raises(BadSetup, match='there is no module "them"'):
        play_game(job)


# -- names that are not external bots


def test_external_bots_are_recognised_by_their_names():
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
def test_an_unusable_bot_is_refused_with_the_reason(folder: Path, name: str):
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
