"""Practice in lines: the same positions, answers and schedule as on the screen, for people and for programs."""

import io
import json
import os
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from saves import Shelf
from saves.analysis_file import read_analysis, write_analysis
from tests.vok_tui.learning.practised_games import Clock, lost_game
from tests.vok_tui.plain.json_script import of_type, told
from tests.vok_tui.plain.line_player import said
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import ANSWERED, MISSED, RIGHT, SHOWN, LearningHistory, read_history
from vok_tui.learning.schedule import schedule_of
from vok_tui.plain.conversation import MAX_TYPED_CHARS
from vok_tui.plain.json_lines import MAX_MESSAGE_CHARS, JsonLines
from vok_tui.plain.pipe import PipeReader
from vok_tui.plain.terminal import TextLines, converse
from vok_tui.shared.errors import ExitCode, UsageError
from vok_tui.shared.parser import Parser


def test_a_session_in_lines_is_answered_shown_and_ended(tmp_path: Path) -> None:
    lost_game(tmp_path)
    typed = [
        "look",
        "hint",
        "show",
        "2",
        "next",
        "end turn",
        "1",
        "undo",
        "show",
        "next",
        "show",
        "next",
        "1",
        "menu",
        "quit",
    ]
    blocks = said(tmp_path, typed, StartOptions(practise=("", "")))
    first = "\n".join(blocks[0])
    assert "Practise 1 of 3: turn " in first
    assert "That cost " in first
    assert "Your hand, " in first, "the table is read"
    assert blocks[2][0].startswith("The best plan begins with")
    assert blocks[3][0] == "The plans."
    assert "It comes back tomorrow." in blocks[3]
    assert any(line.startswith("You ") for line in blocks[4]), "the best plan, on the table"
    assert any(line.startswith("Not yet: ") for line in blocks[7])
    assert blocks[8][0] == "Taken back."
    assert "The session is over." in blocks[12][0]
    outcomes = [record.outcome for record in read_history(tmp_path) if record.done == ANSWERED]
    assert outcomes == [SHOWN, "missed", SHOWN]


def test_what_was_missed_comes_back_the_next_day_and_what_is_missed_again_comes_back_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(LearningHistory.__init__, "__defaults__", (clock,))
    lost_game(tmp_path)
    wish = StartOptions(practise=("", ""))
    evening = said(tmp_path, ["end turn", "1", "2", "execute box of food", "menu", "quit"], wish)
    assert evening[2][1].startswith("Not yet: ")
    assert evening[4][1] == "Right."
    assert evening[4][2:4] == ["The turn goes on; what comes now stays open.", "It comes back tomorrow."]
    clock.pass_days(1)
    assert "1 position is due" in " ".join(said(tmp_path, ["practise", "menu", "quit"], StartOptions())[1])
    morning = said(tmp_path, ["execute box of food", "1", "end turn", "1", "menu", "quit"], wish)
    assert "Practise 1 of 3: turn 5" in " ".join(morning[0]), "the same position"
    assert morning[1][1] == "Right."
    assert morning[4][1].startswith("Not yet: ")
    records = [record for record in read_history(tmp_path) if record.done == ANSWERED]
    assert [record.outcome for record in records] == [MISSED, RIGHT, MISSED]
    assert records[0].what == records[1].what != records[2].what
    scheduled = schedule_of(records, clock())
    assert clock() < scheduled[records[2].what].due < scheduled[records[1].what].due


def test_from_the_start_a_drill_can_be_chosen(tmp_path: Path) -> None:
    lost_game(tmp_path)
    blocks = said(tmp_path, ["practise", "drill stop valley", "show", "leave", "menu", "quit"], StartOptions())
    assert "Nothing is due; 3 new positions, up to" in " ".join(blocks[1])
    assert blocks[2][1].startswith("Drill: when to stop 1 of 3: turn ")
    assert blocks[4][:2] == ["The drill is over.", "1 position: 1 shown."]
    assert 'In your games, "when to stop" cost' in " ".join(blocks[4])


def test_a_pipe_has_a_line_when_its_end_has_come_or_nobody_writes() -> None:
    reading, writing = os.pipe()
    reader = PipeReader(reading, "utf-8")
    assert not reader.has_line(400)
    os.write(writing, "one\nzwölf\n".encode() + b"\xff\nlonger than it may be\nlast")
    assert reader.has_line(400)
    assert [reader.readline(400) for _ in range(3)] == ["one\n", "zwölf\n", "\ufffd\n"]
    assert not reader.has_line(10), "it is longer"
    assert [reader.readline(10), reader.readline(10), reader.readline(10)] == ["longer tha", "n it may b", "e\n"]
    assert not reader.has_line(400), "somebody may write the end of the line"
    os.close(writing)
    assert reader.has_line(400)
    assert reader.readline(400) == "last"
    assert not reader.has_line(400)
    assert reader.readline(400) == ""
    os.close(reading)


def test_a_long_line_keeps_as_many_characters_as_may_be_typed(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("é" * MAX_TYPED_CHARS + "ü" * 5000 + "\nlook\n", encoding="utf-8")
    with path.open("rb") as file:
        lines = TextLines(PipeReader(file.fileno(), "utf-8"), io.StringIO())
        assert [lines.read(), lines.read(), lines.read()] == ["é" * MAX_TYPED_CHARS, "look", None]


def test_the_end_of_a_message_that_is_too_long_is_no_message(tmp_path: Path) -> None:
    path, written = tmp_path / "messages", io.StringIO()
    path.write_bytes(b" " * MAX_MESSAGE_CHARS + b'{"id": 1, "command": "quit"}\n{"id": 2, "command": "menu"}')
    with path.open("rb") as file:
        ends = JsonLines(PipeReader(file.fileno(), "utf-8"), written)
        assert converse(ends, Shelf(tmp_path), StartOptions(), None, 0.0) == ExitCode.OK
    messages = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [message["code"] for message in messages if message["type"] == "error"] == ["too_long"]
    assert [message["reply_to"] for message in messages if message["type"] == "ready"] == [None, None, 2]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_byte_order_mark_costs_no_line(tmp_path: Path, end: str):
    path = tmp_path / "typed"
    path.write_text(end.join(["\ufefflook", "hand", ""]), encoding="utf-8", newline="")
    with path.open() as file:
        reader = PipeReader(file.fileno(), "utf-8")
        assert [reader.readline(400).strip() for _ in range(3)] == ["look", "hand", ""]


def test_a_pipe_that_does_not_wait_is_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with ThreadPoolExecutor(1) as pool:
        line = pool.submit(PipeReader(reading, "utf-8").readline, 400)
        wait([line], 0.1)
        os.write(writing, b"look\n")
        assert line.result() == "look\n"
    os.close(reading)
    os.close(writing)


def test_without_an_analysed_game_it_says_what_to_do(tmp_path: Path) -> None:
    blocks = said(tmp_path, ["menu", "quit"], StartOptions(practise=("", "")))
    assert "finish a game and let it be analysed" in " ".join(blocks[0])


def test_a_program_gets_each_position_with_its_view_and_all_answers(tmp_path: Path) -> None:
    lost_game(tmp_path)
    asked = of_type(told(tmp_path, [">execute shabti", "show"], StartOptions(practise=("", ""))), "question")
    assert (asked[0]["game"]["name"], asked[0]["game"]["seat"]) == ("valley", 1)
    assert all("action" in answer for answer in asked[0]["answers"][:-3])
    assert "game" not in asked[-1], "the position is over"


@pytest.mark.parametrize("step", [["no verb"], ["buy", 126], ["end", 126]])
def test_a_plan_of_an_analysis_is_told_as_far_as_it_can_be_played(tmp_path: Path, step: list[object]) -> None:
    save = lost_game(tmp_path)
    fields = read_analysis(save)
    assert fields is not None
    turns = [decision[13] for decision in fields["decisions"] if len(decision) > 13]
    for plan in [plan for turn in turns for plan in turn[1]]:
        plan[0].append(step)
    write_analysis(save, fields)
    (solution,) = of_type(told(tmp_path, ["show"], StartOptions(practise=("", ""))), "solution")
    assert [[one["verb"] for one in plan["steps"]] for plan in solution["plans"]] == [["execute"], ["end", "raze"]]


def test_the_command_refuses_a_kind_that_no_game_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vok_tui.cli.commands import practise

    monkeypatch.setenv("VOK_HOME", str(tmp_path))

    def options(*argv: str) -> StartOptions:
        parser = Parser("practise", "", argv)
        practise.add_arguments(parser)
        return practise.practice_options(parser.parse())

    with pytest.raises(UsageError, match='no kind "what to entom"; did you mean "what to entomb"'):
        options("what", "to", "entom")
    with pytest.raises(UsageError, match="no game is analysed yet"):
        options("worst")
    lost_game(tmp_path)
    assert options("worst").practise == ("valley", "ending")
    assert options("bidding").practise == ("tal", "bidding"), "the id that is stored"
    for words in (["what to buy"], ["what", "to", "buy"], ["BUY"]):
        assert options(*words).practise == ("valley", "buying")
    assert options("when", "to", "stop", "--game", "tal").practise == ("tal", "ending")
    with pytest.raises(UsageError, match="no kind"):
        options("what", "to")
    assert options().practise == ("", "")
    assert options("--game", "tal").practise == ("tal", "")
    with pytest.raises(UsageError, match="known are: what to bid, what to steal"):
        options("xyz", "--game", "tal")


def test_a_card_can_be_read_while_a_position_is_asked(tmp_path: Path) -> None:
    lost_game(tmp_path)
    blocks = said(tmp_path, ["read shabti", "read xyz", "quit"], StartOptions(practise=("", "")))
    assert blocks[1][0] == "Shabti, Starter, level 1."
    assert blocks[2] == ["Nothing here is called xyz."]
