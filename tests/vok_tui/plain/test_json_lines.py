"""The JSON lines: every line fits the schema, and a program can play a whole game by them."""

import asyncio
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ai.process.pipes import Message
from engine.core.setup import Variant
from engine.games import GAMES
from saves import Shelf
from tests.vok_tui.learning.practised_games import lost_game, own_mistakes
from tests.vok_tui.plain.json_script import (
    DOCS,
    INPUT,
    SCHEMA,
    Client,
    Json,
    Program,
    Script,
    fits,
    of_type,
    talk,
    told,
)
from tests.vok_tui.plain.line_player import new_game
from tests.vok_tui.screens.table.table_helpers import LocalThinker, QuickAdviser
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.coach import Coach
from vok_tui.learning.history import RIGHT
from vok_tui.plain import table_room
from vok_tui.plain.json_lines import BadMessage, JsonLines, wish_of
from vok_tui.plain.pipe import PipeReader
from vok_tui.plain.terminal import converse, run_plain
from vok_tui.shared.errors import ExitCode

GOOD = ({"question": 1, "answer": 1}, {"question": 1, "text": "Ann"}, {"command": "help"}, {"command": "look", "question": 1},
        {"cancel": "a"}, {"cancel": 0})  # fmt: skip
BAD = (
    {}, {"answer": 1}, {"question": 1}, {"question": 1, "answer": True}, {"question": 1, "answer": -1},
    {"question": 1, "answer": "1"}, {"question": 1, "answer": 1.5}, {"question": 1, "answer": None},
    {"question": 0, "answer": 1}, {"question": None, "command": "look"}, {"question": 1, "answer": 1, "command": "undo"},
    {"question": 1, "answer": 1, "text": "a"}, {"command": "look", "line": "look"}, {"line": "look"}, {"text": "a"},
    {"question": 1, "text": "a" * 401}, {"command": 3}, {"cancel": ""}, {"cancel": "a" * 65}, {"cancel": 1, "question": 1},
    {"id": "", "command": "look"}, {"id": -1, "command": "look"}, {"id": None, "command": "look"},
    {"id": [1], "command": "look"}, {"id": 2**53 + 1, "command": "look"},
)  # fmt: skip
NO_MESSAGES = ("nonsense", "[1]", "1", "", "[" * 3000, '{"id": 1, "command": NaN}', '{"id": 1, "answer": 1, "answer": 2}',
               '{"id": 1, "command": "look"} {}')  # fmt: skip


def test_the_schema_of_the_input_and_the_program_take_the_same_messages() -> None:
    for good in ({"id": 1, **wish} for wish in GOOD):
        assert fits(good, INPUT), good
        assert wish_of(json.dumps(good)).id == 1
    for bad in ({"id": 1, **wish} for wish in BAD):
        assert not fits(bad, INPUT), bad
    for text in (*[json.dumps({"id": 1, **wish}) for wish in BAD], *NO_MESSAGES):
        with pytest.raises(BadMessage) as refused:
            wish_of(text)
        assert refused.value.refusal.expected


def test_what_does_not_fit_the_schema_of_the_output_is_noticed(tmp_path: Path) -> None:
    """Each field of each message is required or known to be optional, and no other one fits."""
    messages = told(tmp_path, ["look", "undo"], new_game("thieves", 2, first=1))
    for message in {each["type"]: each for each in messages}.values():
        assert not fits({**message, "more": 1}, SCHEMA)
        for name in message.keys() - {"game", "warning"}:
            assert not fits({key: message[key] for key in message if key != name}, SCHEMA), (message["type"], name)
            assert not fits({**message, name: {"x": 1}}, SCHEMA), (message["type"], name)


class Stubborn(Script):
    """Answers a question that is no longer open, again and again."""

    def wish(self) -> Json | None:
        return {"question": 1, **wish} if (wish := super().wish()) is not None else None


def test_an_answer_to_another_question_is_refused_and_not_played(tmp_path: Path) -> None:
    stubborn = Stubborn([">ruby as key", ">no second", ">no second"])
    assert talk(tmp_path, stubborn, new_game("thieves", 3, first=1)) == 0
    errors = stubborn.all("error")
    assert [(error["code"], error["expected"]) for error in errors] == [("stale_question", '"question": 2')] * 2
    assert len(stubborn.all("question")) == 2, "nothing was played"


def test_what_cannot_be_done_is_refused_with_a_code_and_what_was_expected(tmp_path: Path) -> None:
    typed = ["undo", "redo", "hand 99", "read nonsense", "why nonsense", "dance", "help dance", "save", "day 3"]
    messages = told(tmp_path, typed, new_game("thieves", 3, first=1))
    errors = of_type(messages, "error")
    assert [error["code"] for error in errors] == [
        "not_possible", "not_possible", "not_found", "not_found", "not_found", "unknown_command", "not_found", "not_found",
        "unknown_command",
    ]  # fmt: skip
    assert [error["reply_to"] for error in errors] == list(range(1, 10))
    assert all(error["lines"] for error in errors)
    assert "undo" in errors[5]["expected"].split(", ")


@pytest.mark.nightly(reason="plays a whole game", keep="thieves")
@pytest.mark.parametrize("game", ["valley", "thieves", "tal"])
def test_a_program_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    program = Program(2, ("nonsense", '{"id": 1, "question": 1, "answer": 0}'))
    assert talk(tmp_path, program, new_game(game, 2), LocalThinker()) == 0
    assert [message["code"] for message in program.all("error")] == ["not_json", "no_such_answer"]
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.finished
    hello, first = program.messages[0], program.all("question")[0]
    assert game in [each["name"] for each in hello["games"]]
    assert (first["game"]["name"], first["game"]["seat"]) == (game, 1)
    assert all("action" in answer for answer in first["answers"])
    assert {event["game"] for event in program.all("event")} == {game}
    assert program.messages[-1]["type"] == "end"


def test_a_program_gets_the_analysis_of_a_game_as_fields(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    costliest = own_mistakes(path)[0]
    typed = ["losses", ">review", "turn 1", ">first step", ">next mistake", "best", "line", "quit"]
    messages = told(tmp_path, typed, StartOptions(path=path))
    (losses,) = of_type(messages, "losses")
    assert losses["decisions"][0]["node"] == costliest.node
    assert losses["decisions"][0]["loss"] == costliest.loss
    assert [seat["you"] for seat in losses["seats"]].count(True) == 1
    cost = f"costs {round(100 * costliest.loss)} in 100"
    assert any(cost in line and "You: " in line for line in losses["lines"])
    verdict, best, *lines = of_type(messages, "decision")
    assert len(lines) == bool(costliest.answers[0].line), "a line, if the better plan goes on"
    assert f"the turn {cost}" in verdict["lines"][0]
    decision = verdict["decision"]
    assert all(each["decision"] == decision for each in (best, *lines)), "each has all fields"
    assert (decision["mark"], decision["answers"][decision["played"]]["text"]) == (costliest.mark, "end turn")
    chances = [answer["chance"] for answer in decision["answers"]]
    assert chances == sorted(chances, reverse=True)
    assert all(step["seat"] == 1 for step in decision["answers"][0]["line"])


def test_a_program_gets_positions_attempts_hints_and_solutions_as_fields(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    costliest = own_mistakes(path)[0]
    typed = [">end turn", ">sacrifice mummified cat from the pyramid", "hint", "show", "quit"]
    messages = told(tmp_path, typed, StartOptions(practise=("", "")))
    (position,) = of_type(messages, "position")
    assert (position["place"], position["count"], position["game"]) == (1, 3, "valley")
    assert position["played"]["loss"] == costliest.loss
    (attempt,) = of_type(messages, "attempt")
    assert [answer["verb"] for answer in attempt["answers"]] == ["end", "raze"]
    assert not attempt["right"]
    assert of_type(messages, "position_hint")[0]["number"] == 1
    (solution,) = of_type(messages, "solution")
    assert (solution["outcome"], solution["note"]) == ("missed", "It comes back tomorrow.")
    best = costliest.answers[0].action
    assert solution["plans"][0]["steps"][0]["verb"] == best.verb
    before = messages[: messages.index(attempt)]
    assert of_type(before, "decision") == of_type(before, "solution") == [], "nothing names the best answer"
    answers = of_type(before, "question")[0]["answers"]
    assert solution["plans"][0]["steps"][0] in [each.get("action") for each in answers]


def test_a_program_gets_the_rating_after_a_puzzle(tmp_path: Path) -> None:
    lost_game(tmp_path)  # puzzles of a game that was never played are not rated
    messages = told(tmp_path, ["show", "next", "quit"], StartOptions(puzzle=("", "valley", "", "")))
    first, _ = of_type(messages, "position")
    assert first["played"] is None, "nobody has chosen anything"
    (solution,) = of_type(messages, "solution")
    assert solution["outcome"] != RIGHT
    assert solution["rating"]["change"] < 0
    assert f"{solution['rating']['rating']:,}" in solution["note"]


def test_a_program_gets_a_day_of_the_daily_games_as_fields(tmp_path: Path) -> None:
    (day,) = of_type(told(tmp_path, [">daily games", "quit"], StartOptions()), "day")
    assert (day["game"], day["state"], day["players"], day["streak"]["now"]) == ("valley", "", [], 0)


def test_events_tell_what_happened_and_hide_what_the_seat_may_not_know(tmp_path: Path) -> None:
    class Builder(Program):
        def wish(self) -> Json | str | None:
            return super().wish() if self.question["text"].startswith("Which tablet") else None

    builder = Builder(3)
    assert talk(tmp_path, builder, new_game("tal", 3, first=1), LocalThinker()) == 0
    laid = [message["event"] for message in builder.all("event") if message["event"]["verb"] == "laid"]
    assert {(event["seat"], event["hidden"], None in event["pieces"]) for event in laid} == {
        (1, False, False),
        (2, True, True),
    }
    assert all(event["from"] == {"zone": "tablets", "seat": event["seat"]} for event in laid)
    assert all(event["to"]["zone"] == "lot" for event in laid)
    own = [answer["action"] for answer in builder.all("question")[0]["answers"]]
    assert {"verb": "lay", "lot": 1, "tablet": 4} in own, "lots are counted from 1"


def test_what_is_taken_back_is_an_event_and_the_state_follows(tmp_path: Path) -> None:
    script = Script([">ruby as key", "undo"])
    assert talk(tmp_path, script, new_game("thieves", 3, first=1)) == 0
    events = [message["event"] for message in script.all("event")]
    assert [event["verb"] for event in events] == ["staked", "played_up", "taken_back"]
    assert events[1]["pieces"] == ["1 ruby/2 sword"]
    assert (events[1]["stands_for"], events[1]["from"]) == ("key", {"zone": "hand", "seat": 1})
    assert script.state == script.all("state")[0]["state"]


def test_what_never_changes_is_asked_for_once(tmp_path: Path) -> None:
    class Asking(Script):
        def wish(self) -> Json | None:
            return {"get": self._typed.pop(0)} if self._typed else None

    asking = Asking(["cards", "map", "rules", "commands", "answers"])
    assert talk(tmp_path, asking, new_game("tal", 3, first=1)) == 0
    assert [message["code"] for message in asking.all("error")] == ["not_found"], "Tal has no cards"
    board = asking.all("map")[0]["map"]
    assert board["sites"]["15"]["spaces"]["15/B"] == "16"
    assert asking.all("answers")[0]["answers"] == asking.question["answers"]
    assert asking.all("rules")[0]["sections"]
    assert "undo" in [each["command"] for each in asking.all("commands")[0]["commands"]]


@pytest.mark.parametrize("is_writing", [False, True])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_lines_with_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, is_writing: bool
) -> None:
    class Ended(Client):
        """Is ended while it waits for a message, or in the middle of a line that it writes."""

        def write(self, text: str) -> int:
            if is_writing and '"type":"ready"' in text and not self.sent:
                self.sent += 1
                signal.raise_signal(number)
            return super().write(text)

        def wish(self) -> None:
            signal.raise_signal(number)

    client = Ended()
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", client)
    monkeypatch.setattr(sys, "stdout", client)
    code = run_plain(new_game("thieves", 3, first=1), lambda: None, as_json=True)
    assert code == 128 + number
    assert [message["type"] for message in client.messages][-3:] == ["question", "ready", "end"]
    assert client.messages[-1]["exit_code"] == code


def test_a_signal_in_the_event_loop_ends_what_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ending(QuickAdviser):
        async def ask(self, fields: Message, report: Callable[[Message], None]) -> Message:
            asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGTERM)
            await asyncio.sleep(0)  # the signal comes
            return {"error": "it goes on"}

    client = Script(["hint", ">yes"])
    monkeypatch.setattr(
        table_room, "Coach", lambda sitting, warn_from: Coach(sitting, warn_from, lambda: Ending(sitting))
    )
    monkeypatch.setenv("VOK_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", client)
    monkeypatch.setattr(sys, "stdout", client)
    assert run_plain(new_game("valley", 3, first=1), lambda: None, as_json=True) == ExitCode.TERMINATED
    assert client.messages[-1]["exit_code"] == ExitCode.TERMINATED


class OverPipe:
    """Messages that are all in a pipe before the first is read, and what is written. The pipe stays open."""

    def __init__(self, *messages: Json) -> None:
        reading, writing = os.pipe()
        os.write(writing, "".join([f"{json.dumps(message)}\n" for message in messages]).encode())
        self.reader, self.written, self._writing = PipeReader(reading, "utf-8"), io.StringIO(), writing

    def talk(self, home: Path, start: StartOptions) -> list[Json]:
        try:
            assert converse(JsonLines(self.reader, self.written), Shelf(home), start, None, 0.0) == 0
        finally:
            os.close(self.reader.fileno())
            os.close(self._writing)
        messages = [json.loads(line) for line in self.written.getvalue().splitlines()]
        assert all(fits(message, SCHEMA) for message in messages)
        return messages


def test_a_hint_is_cancelled_and_other_messages_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(QuickAdviser):
        async def ask(self, fields: Message, report: Callable[[Message], None]) -> Message:
            for _ in range(200):
                await asyncio.sleep(0)
            return {"error": "it was not cancelled"}

    monkeypatch.setattr(
        table_room, "Coach", lambda sitting, warn_from: Coach(sitting, warn_from, lambda: Slow(sitting))
    )
    pipe = OverPipe(
        {"id": "h", "command": "hint"},
        {"id": "yes", "question": 2, "answer": 1},
        {"id": "wait", "command": "hand"},
        {"id": "early", "cancel": "later"},
        {"id": "stop", "cancel": "yes"},
        {"id": "more", "command": "hint"},
        {"id": "again", "question": 4, "answer": 1},
        {"id": "later", "command": "quit"},
        {"id": "enough", "cancel": "again"},
    )
    messages = pipe.talk(tmp_path, new_game("valley", 3, first=1))
    ends = [(each["reply_to"], each["question"]) for each in of_type(messages, "ready")]
    assert ends == [
        (None, 1), ("h", 2), ("stop", None), ("yes", 3), ("wait", 3), ("early", 3), ("more", 4), ("enough", None), ("again", 5),
        ("later", None),
    ]  # fmt: skip
    stopped = [each["reply_to"] for each in messages if each.get("lines") == ["The search for a hint has stopped."]]
    assert stopped == ["yes", "again"]
    assert [error["code"] for error in of_type(messages, "error")] == ["nothing_to_cancel"]


class ProgramInThread:
    """The program at the other end of two pipes, as `subprocess.Popen` gives it."""

    def __init__(self, command: Sequence[str], **_: object) -> None:
        assert command[:3] == ["vok", "plain", "--json"]
        (reading, to_program), (from_program, writing) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(to_program, "w"), os.fdopen(from_program)
        self._ends = JsonLines(PipeReader(reading, "utf-8"), os.fdopen(writing, "w"))
        self._pool = ThreadPoolExecutor(1)
        home = Path(command[3])
        start = new_game("thieves", 3, variant=Variant("base", ("10", "1", "normal")))  # one tomb
        self._code = self._pool.submit(converse, self._ends, Shelf(home), start, LocalThinker(), 0.0)

    def wait(self) -> int:
        self._pool.shutdown()
        return self._code.result()


def test_the_client_of_the_page_plays_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (DOCS / "protocol.md").read_text().partition("```py\n")[2].partition("```")[0]
    assert code.count("\n") < 60
    random.seed(3)
    monkeypatch.setattr(subprocess, "Popen", ProgramInThread)
    monkeypatch.setattr(sys, "argv", ["client.py", str(tmp_path)])
    values: Json = {}
    with pytest.raises(SystemExit) as ended:
        exec(code, values)
    assert ended.value.code == 0
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.finished
    assert "asked" not in values["state"], "the table of the end, when nobody is asked"


def test_a_purchase_has_a_number_for_each_way_to_pay_and_its_event_names_the_slot(tmp_path: Path) -> None:
    class Buyer(Script):
        def wish(self) -> Json | None:
            ways = self.question["answers"][0].get("ways")
            return {"answer": ways[1]["number"]} if ways and not self.all("event") else None

    buyer = Buyer([])
    assert talk(tmp_path, buyer, new_game("valley", 3, first=1)) == 0
    bought = buyer.all("question")[0]["answers"][0]
    events = {message["event"]["verb"]: message["event"] for message in buyer.all("event")}
    assert bought["action"]["verb"] == "buy"
    assert events["bought"]["from"] == {"zone": "pyramid", "slot": bought["action"]["slot"]}
    assert events["bought"]["paid"] == bought["ways"][1]["cards"]
    assert buyer.state["seats"]["1"]["in_play"] == bought["ways"][1]["cards"]


def test_the_examples_of_the_page_fit_the_schemas() -> None:
    blocks = re.findall(r"(?:^    .*\n)+", (DOCS / "protocol.md").read_text().rpartition("```")[2], re.MULTILINE)
    examples = [json.loads(block) for block in blocks]
    assert [fits(example, INPUT) or fits(example, SCHEMA) for example in examples] == [True, True, True]
