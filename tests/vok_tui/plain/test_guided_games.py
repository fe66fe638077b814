"""Guided games in lines: one step after the other, each said once, up to the end; left, continued and skipped."""

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.games import GAMES
from saves import Shelf
from tests.vok_tui.learning.lesson_player import LESSONS
from tests.vok_tui.plain.json_script import Client, Json
from tests.vok_tui.plain.line_player import hold, typing
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.coach import NOT_GUIDED
from vok_tui.learning.history import LearningHistory
from vok_tui.plain.conversation import Conversation
from vok_tui.plain.json_lines import JsonLines
from vok_tui.plain.messages import protocol_of
from vok_tui.plain.table_room import TableRoom
from vok_tui.plain.terminal import converse
from vok_tui.shared.errors import ExitCode

SCREEN_WORDS = re.compile(r"\(\d[a-z]\)|\b[rywkb]{4,}\b|drawn line|[Pp]ress |cursor|click")  # that nobody hears


class Pupil(Client):
    """A program that gives the answers of a lesson, one after the other."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.conversation: Conversation | None = None
        self._texts = [text for step in LESSONS[game].steps for text in step.line]

    def wish(self) -> Json | None:
        question = self.question
        if "game" not in question or not self._texts:
            return None
        room = self.conversation.room if self.conversation is not None else None
        assert isinstance(room, TableRoom)
        match, wanted = room.sitting.match, self._texts.pop(0)
        action = protocol_of(match).action(match.game.parse(match.state, wanted))
        for answer in question["answers"]:
            for way in answer.get("ways", [answer]):
                paid = {"cards": way["cards"]} if "cards" in way else {}
                if {**answer.get("action", {}), **paid} == action:
                    return {"answer": way["number"]}
        raise AssertionError(f"{wanted} is not offered: {question['answers']}")


class PupilLines(JsonLines):
    """The lines of a pupil, who looks at the table to know the next answer."""

    def __init__(self, pupil: Pupil) -> None:
        super().__init__(pupil, pupil)
        self._pupil = pupil

    def begin(self, conversation: Conversation) -> None:
        super().begin(conversation)
        self._pupil.conversation = conversation


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_guided_game_says_each_step_once_and_is_finished(tmp_path: Path, game: str) -> None:
    pupil = Pupil(game)
    ends = PupilLines(pupil)
    assert converse(ends, Shelf(tmp_path), StartOptions(learn=game, game=game), LocalThinker(), 0.0) == ExitCode.OK
    lesson = LESSONS[game]
    lines = Counter(line for message in pupil.messages for line in message.get("lines", ()))
    steps = len(lesson.steps)
    assert [lines[f"Step {number} of {steps}: {step.title}."] for number, step in enumerate(lesson.steps, 1)] == [
        1
    ] * steps
    assert not [line for line in lines if SCREEN_WORDS.search(line)]
    asked = [message["text"] for message in pupil.messages if message["type"] == "question"]
    assert [f"You know how to play {GAMES[game].title()}." in text for text in asked].count(True) == 1
    assert LearningHistory(tmp_path).has_finished_lesson(game)
    assert Shelf(tmp_path).list_saves(GAMES) == [], "a guided game is no game of the shelf"


def test_a_guided_game_is_left_continued_and_skipped(tmp_path: Path) -> None:
    start = StartOptions(learn="valley")
    _, first = hold(tmp_path, typing(["hint", "entomb box of food", "undo", "buy anubis box", "quit"]), start)
    assert first.blocks[1] == [NOT_GUIDED]
    assert "Entombed: it scores there." in first.blocks[2]
    assert "Step 2 of 7: crumble." in first.blocks[4]
    assert first.lines[-2] == "Your game is saved; vok plain continues it."
    _, then = hold(tmp_path, typing(["menu", "guided games", "valley", "step", *["skip"] * 6, "quit"]), StartOptions())
    assert "Step 2 of 7: crumble." in then.blocks[0], "it is continued, as the screens do"
    assert "Valley of the Kings: step 2 of 7." in " ".join(then.blocks[2])
    assert "Step 2 of 7: crumble." in then.blocks[3]
    assert set(then.blocks[4]) <= set(then.blocks[3]), "the same again"
    assert "You skipped the guided game of Valley of the Kings." in then.lines
    assert not LearningHistory(tmp_path).has_finished_lesson("valley")
    assert then.answers[0] == "A game against a mason."
