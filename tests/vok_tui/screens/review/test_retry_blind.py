"""Trying again shows and judges only what the seat could know: two worlds that look the same to it are the same here."""

import asyncio
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ai.analysis.analyse import analyse_decision, question_at
from ai.analysis.decision import AnalysisBudget
from ai.analysis.hint import HintSearch
from ai.search.playout import Rng
from engine.core.match import Match
from engine.games import GAMES
from saves import Shelf
from tests.vok_tui import grids
from tests.vok_tui.paired_worlds import VIEWER, HeardLines, differ, matches_that_look_alike, setup_of
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.sitting import Sitting
from vok_tui.learning.coach import hint_text
from vok_tui.learning.retry import Retry
from vok_tui.learning.trial import Position, judge_attempt
from vok_tui.plain.conversation import Conversation
from vok_tui.plain.frontend import LineFrontend
from vok_tui.plain.practice_rooms import RetryRoom
from vok_tui.plain.sentences import hint_sentences
from vok_tui.screens.app import VokApp
from vok_tui.screens.table.retry import RetryScreen
from vok_tui.shared.detection import Terminal

TINY = AnalysisBudget(screening=4, comparison=4, confirmation=4, pairs=1, continuation=1)
WORK = 24  # simulations of a hint
PAIRS = 1  # of each game
MAX_MOVES = 9  # of a question, so that judging it takes little time


def position_of(match: Match) -> Position:
    """The question that the match has reached, answered with its last answer."""
    node = match.log.head
    moves = match.state.legal_moves()
    match.play(match.game.action(match.state, moves[-1]))
    decision = analyse_decision(match, node, TINY)
    return Position("a.1", match, decision, TINY, VIEWER, "a game")


def everything_said(retry: Retry) -> list[Any]:
    """What a player is told: before an answer, of answers, of the hints, and of the expected line."""
    trial = retry.trial
    said: list[Any] = [trial.choices(), retry.text()]
    for choice in trial.choices()[:2]:
        trial.go_to(trial.start)
        trial.answer(trial.node, choice.action)
        retry.accept(judge_attempt(retry.position, trial.own_actions()))
        said += [retry.attempts[-1], retry.text(), retry.options]
    retry.go_to(0)
    for _ in range(2):
        retry.give_hint()
        said.append(retry.text())
    retry.go_to(0)
    return [*said, retry.position.lines]


async def everything_painted(app: VokApp, pilot: Pilot[None], retry: Retry) -> list[str]:
    """The screen before an answer, with the answers, and after the first step of the line."""
    app.push_screen(RetryScreen(retry))
    await pilot.pause()
    painted = [grids.text(app)]
    for key in "S1":
        await pilot.press(key)
        await pilot.pause()
        painted.append(grids.text(app))
    return painted


def said_in_lines(match: Match, home: Path) -> list[Any]:
    """What the plain mode says of a position: the table, the hints, a wrong or right answer, all answers, and the line. And what
    the coach at the table says of the same question."""
    heard = HeardLines()
    conversation = Conversation(heard)
    front = LineFrontend(conversation, heard, heard.call, Shelf(home), None, StartOptions(), Preferences())
    retry = Retry([position_of(match)])
    retry.go_to(0)
    conversation.enter(RetryRoom(front.hall, retry))
    for line in ("", "look", "points", "read 1", "hint", "hint", "1", "show", "2"):
        conversation.ask()
        conversation.receive(line)
    sitting = Sitting(match)
    sitting.go_to(retry.decision.node)
    adviser = HintSearch(question_at(match, retry.decision.node))
    for _ in adviser.run_stage(WORK):
        pass
    reader = table_kit_of(GAMES[match.setup.game]).line_reader(match)
    return [*heard.lines, *hint_sentences(hint_text(adviser.hint(), sitting), reader)]


@pytest.mark.nightly(reason="compares several worlds", keep="thieves")
@pytest.mark.parametrize("game", ["thieves", "tal"])
def test_two_worlds_that_look_the_same_sound_the_same_when_they_are_tried_again(game: str, tmp_path: Path) -> None:
    for one, other in islice(worlds_at_questions(game), 1):
        said = said_in_lines(one, tmp_path)
        assert len(said) > 10
        assert said == said_in_lines(other, tmp_path)


def worlds_at_questions(game: str) -> Iterator[tuple[Match, Match]]:
    """Pairs of worlds that look the same at a question to the viewer, and differ for somebody else."""
    for seed in count(4):
        for one, other in matches_that_look_alike(GAMES[game], setup_of(GAMES[game], 2, seed), Rng(seed)):
            if one.state.mover == VIEWER and 1 < one.state.move_count <= MAX_MOVES and differ(one, other):
                yield one, other
                break


def pairs_of(game: str) -> Iterator[list[Retry]]:
    """Such pairs, ready to be tried again."""
    for matches in worlds_at_questions(game):
        retries = [Retry([position_of(match)]) for match in matches]
        for retry in retries:
            retry.go_to(0)
        yield retries


@pytest.mark.nightly(reason="compares several worlds", keep="thieves")
@pytest.mark.parametrize("game", ["valley", "thieves"])
def test_two_worlds_that_look_the_same_are_the_same_when_they_are_tried_again(game: str, tmp_path: Path) -> None:
    async def compare() -> None:
        app = VokApp(StartOptions(new=True), Shelf(tmp_path), Terminal(), LocalThinker(), Preferences())
        async with app.run_test(size=(80, 24)) as pilot:
            for one, other in islice(pairs_of(game), PAIRS):
                assert everything_said(one) == everything_said(other)
                painted = [await everything_painted(app, pilot, retry) for retry in (one, other)]
                assert painted[0] == painted[1]

    asyncio.run(compare())
