"""The hint in lines and as JSON: asked about first, said with numbers in words, and refused with a reason."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ai.process.pipes import Message
from engine.core.action import Action
from engine.games import GAMES
from saves import Shelf, load
from tests.vok_tui.plain.json_script import of_type, told
from tests.vok_tui.plain.line_player import hold, new_game, typing
from tests.vok_tui.screens.table.table_helpers import QuickAdviser
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.sitting import Sitting
from vok_tui.learning.coach import NO_HELP, Coach
from vok_tui.plain import table_room
from vok_tui.records.daily import today_in_utc
from vok_tui.records.helped import NOT_IN_DAILY, NOT_IN_SERIOUS

VALLEY = new_game("valley", 5, first=1)


@pytest.fixture(autouse=True)
def _quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick_coach(sitting: Sitting, warn_from: int) -> Coach:
        adviser = QuickAdviser(sitting, {Action("end"): 0.08})
        adviser.may_answer.set()
        return Coach(sitting, warn_from, lambda: adviser)

    monkeypatch.setattr(table_room, "Coach", quick_coach)


def is_helped(home: Path) -> bool:
    return any(load(save.path, GAMES).match.log.is_helped for save in Shelf(home).list_saves(GAMES))


def test_a_hint_is_asked_about_once_and_said_without_numbers_of_a_list(tmp_path: Path) -> None:
    _, transcript = hold(tmp_path, typing(["hint", "no", "hint", "yes", "H"]), VALLEY)
    assert transcript.blocks[1][0].startswith("A hint makes this game helped for good")
    hint = transcript.blocks[4]
    assert hint[0] == "Hint after 1 second."
    assert hint[1].startswith("Best: ")
    assert " in 100, " in " ".join(hint)
    assert not any(line[0].isdigit() for line in hint[: hint.index("Your move?")])
    assert transcript.blocks[5][0] == "Hint after 1 second.", "no question the second time"
    assert is_helped(tmp_path)


def test_a_second_hint_at_the_question_means_yes(tmp_path: Path) -> None:
    _, transcript = hold(tmp_path, typing(["hint", "hint"]), VALLEY)
    assert "Hint after 1 second." in transcript.lines
    assert is_helped(tmp_path)


def test_a_refused_hint_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    hold(tmp_path, typing(["hint", "no", "end"]), VALLEY)
    assert not is_helped(tmp_path)


def test_a_hint_that_says_nothing_about_a_secret_choice_is_no_help(tmp_path: Path) -> None:
    start = new_game("thieves", 5, first=1)
    _, transcript = hold(tmp_path / "lines", typing(["hint", "yes"]), start)
    assert transcript.blocks[1][0].startswith("Secret choice: a hint may only name bad answers")
    assert NO_HELP[0] in transcript.lines
    assert not is_helped(tmp_path / "lines")
    (hint,) = of_type(told(tmp_path / "json", ["hint", ">yes", "menu"], start), "hint")
    assert (hint["secret"], hint["answers"]) == (True, [])
    assert not is_helped(tmp_path / "json")


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (StartOptions(daily=today_in_utc()), NOT_IN_DAILY),
        (replace(VALLEY, config=Config(undo_past_reveals=False)), NOT_IN_SERIOUS),
    ],
)
def test_the_reason_why_there_is_no_hint(tmp_path: Path, start: StartOptions, reason: str) -> None:
    _, transcript = hold(tmp_path, typing(["hint"]), start)
    assert " ".join(reason.split()) in " ".join(transcript.lines)
    assert not is_helped(tmp_path)


@pytest.mark.nightly(
    reason="searches for a hint", instead="test_a_hint_is_asked_about_once_and_said_without_numbers_of_a_list"
)
def test_a_program_gets_the_hint_as_numbers(tmp_path: Path) -> None:
    messages = told(tmp_path, ["hint", ">yes", "menu"], VALLEY)
    hints = of_type(messages, "hint")
    assert len(hints) == 1
    answer = hints[0]["answers"][0]
    assert 0.0 <= answer["chance"] <= 1.0
    question = of_type(messages, "question")[0]
    assert answer["action"] in [each["action"] for each in question["answers"]]


def with_warnings(least: int) -> StartOptions:
    return replace(VALLEY, config=Config(warn_from=least))


def test_an_answer_that_costs_much_can_be_taken_back_before_it_is_played(tmp_path: Path) -> None:
    _, transcript = hold(tmp_path, typing(["end turn", "1", "end turn", "play it", "quit"]), with_warnings(5))
    warning = transcript.blocks[1]
    assert warning[0] == "It costs about 8 in 100: 8 fewer wins in 100 games between equals."
    assert warning[1:] == [
        "Nothing has happened yet.", "End turn: take it back?", "1. Take it back.", "2. Play it all the same.",
    ]  # fmt: skip
    assert transcript.blocks[2][0] == "Your move?", "nothing has happened"
    assert transcript.blocks[3] == warning
    assert any(line.startswith("You left the pyramid unchanged") for line in transcript.blocks[4])
    assert is_helped(tmp_path)


def test_a_program_gets_the_cost_of_a_costly_answer(tmp_path: Path) -> None:
    messages = told(tmp_path, [">end turn", ">take", ">end turn", "repeat"], with_warnings(5))
    questions = [message for message in messages if message["type"] == "question"]
    assert ["warning" in question for question in questions] == [False, True, False, True, True]
    warning = questions[1]["warning"]
    assert warning == {"text": "End turn", "action": {"verb": "end"}, "loss": 0.08, "exact": False}


class OneAfterTheOther(QuickAdviser):
    """Thinks about its first question for ever."""

    running = most_running = 0

    async def ask(self, fields: Message, report: Callable[[Message], None]) -> Message:
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            if not self.asked:
                self.asked.append(fields)
                await asyncio.Event().wait()
            return await super().ask(fields, report)
        finally:
            self.running -= 1


def test_a_hint_is_found_while_the_coach_looks_for_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for warnings has ended before that for the hint begins: its end would drop the newer one."""
    advisers: list[OneAfterTheOther] = []

    def coach(sitting: Sitting, warn_from: int) -> Coach:
        advisers.append(OneAfterTheOther(sitting))
        advisers[-1].may_answer.set()
        return Coach(sitting, warn_from, lambda: advisers[-1])

    monkeypatch.setattr(table_room, "Coach", coach)
    _, transcript = hold(tmp_path, typing(["hint"]), with_warnings(8))
    assert any(block[0] == "Hint after 1 second." for block in transcript.blocks)
    assert [adviser.most_running for adviser in advisers] == [1]


@pytest.mark.parametrize("least", [0, 9])
def test_an_answer_that_costs_less_is_played_at_once(tmp_path: Path, least: int) -> None:
    _, transcript = hold(tmp_path, typing(["end turn", "quit"]), with_warnings(least))
    assert any(line.startswith("You left the pyramid unchanged") for line in transcript.blocks[1])
    assert is_helped(tmp_path) == (least > 0), "silence is a hint too"
