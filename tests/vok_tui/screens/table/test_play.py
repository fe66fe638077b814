"""Playing at the table by keyboard alone and by mouse alone, and opponents that think while moves are undone."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.bots.player_spec import spec_from_seat_text
from ai.levels import SCRIBE, SHABTI
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from saves.errors import SaveError
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    SMALL,
    LocalThinker,
    SilentThinker,
    TableApp,
    click,
    end_turn,
    new_game,
    offered_actions,
    play,
    run,
    sentences,
    settle,
    sitting_at,
)
from vok_tui.game.sitting import Sitting
from vok_tui.game.thinker import (
    ExternalBotGone,
    ReportProgress,
    Request,
    ThinkerFailed,
    ThinkingProgress,
    ignore_progress,
)
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import TableCommand
from vok_tui.screens.messages import ShowScoreFromTable
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.levels import level_strengths_of, seat_rating

MAX_QUESTIONS = 2000  # more than a game can have


def card_to_select(app: TableApp) -> Target | None:
    """The card that a simple player selects: the most expensive one to buy, else one to entomb, else none."""
    question = app.table.pointing.question
    if not question.needs_card_first:
        return None
    buyable = [slot for slot in question.view.pyramid if slot.buyable]
    if buyable:
        return Target("slot", max(buyable, key=lambda slot: slot.price).slot)
    hand = question.view.seats[question.view.viewer].hand
    return Target("hand", 0) if hand and hand[0].entombable else None


def preferred_answer(app: TableApp) -> Target:
    """The answer that entombs, else the last one."""
    answers = app.table.pointing.listed_answers
    for i, answer in enumerate(answers):
        if answer.text.startswith("Entomb"):
            return Target("answer", i)
    return Target("answer", len(answers) - 1)


def visible_answer(app: TableApp) -> Target:
    """The answer of `preferred_answer`, or the nearest visible one above it."""
    targets = app.table.surface.grid.targets
    return next(
        answer for i in range(preferred_answer(app).index, -1, -1) if (answer := Target("answer", i)) in targets
    )


def keys_for(app: TableApp, answer: Target) -> list[str]:
    """The keys that give an answer: its own keys, else arrows and Enter."""
    key = app.table._build_scene().answers[answer.index].key
    cursor = app.table.pointing.pointer.cursor
    assert key or cursor == Target("answer", 0)
    return key.split() or [*["down"] * answer.index, "enter"]


@pytest.mark.nightly(
    reason="plays a whole game on a screen",
    instead="tests/vok_tui/screens/test_solitaire.py::test_a_solitaire_game_ends_with_a_rank_and_a_record",
)
def test_a_whole_game_can_be_played_by_keyboard():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(MAX_QUESTIONS):
            await settle(app, pilot)
            if app.sitting.shows_end:
                break
            card = card_to_select(app)
            if card is not None:
                await pilot.press(app.table._build_scene().target_keys[card])
            await pilot.press(*keys_for(app, preferred_answer(app)))
        assert app.sitting.shows_end
        await pilot.pause()
        assert "the game is over" in text(app)
        assert "Enter Score sheet" in text(app).splitlines()[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert [type(message) for message in app.messages] == [ShowScoreFromTable]

    run(new_game(HUMAN, SHABTI, seed=4), test, SMALL)


@pytest.mark.nightly(
    reason="plays half a game on a screen",
    instead="tests/vok_tui/screens/table/test_mouse.py::test_every_answer_of_a_game_can_be_given_by_clicks_alone",
)
def test_the_second_half_of_a_game_can_be_played_by_mouse():
    sitting = new_game(HUMAN, SHABTI, seed=9)
    for step in range(120):
        actions = offered_actions(sitting)
        sitting.match.play(actions[seeded_hash(9, step) % len(actions)])
    sitting.hand_keyboard_over()

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(MAX_QUESTIONS):
            await settle(app, pilot)
            if app.sitting.shows_end:
                break
            card = card_to_select(app)
            if card is not None:
                await click(app, pilot, card)
            await click(app, pilot, visible_answer(app))
        assert app.sitting.shows_end
        await pilot.pause()
        await click(app, pilot, Target("answer", 0))
        await pilot.pause()
        assert [type(message) for message in app.messages] == [ShowScoreFromTable]

    run(sitting, test, LARGE)


def opening() -> Sitting:
    hands = ("Shabti, Urn, 2 Box of Food", "Urn, Shabti, 2 Box of Food")
    pyramid = "Statue of Isis, Boat, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
    return sitting_at(
        table(hands=hands, pyramid=pyramid, stock="9 Book of Gates", deck=("9 Urn", "9 Urn")), thinker=SilentThinker()
    )


def test_undo_works_while_an_opponent_thinks():
    sitting = new_game(thinker=SilentThinker())
    end_turn(sitting)
    before = sitting.node

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Nefertari is thinking" in text(app)
        await pilot.press("u")
        await pilot.pause()
        assert sitting.node < before
        assert sitting.asks_viewer
        assert "thinking" not in text(app)

    run(sitting, test)


def test_a_step_of_an_opponent_stays_visible_until_the_next_step_key():
    sitting = new_game(HUMAN, SCRIBE, thinker=LocalThinker())
    end_turn(sitting)
    one_hour = 3600.0

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        nodes = [sitting.node]
        while sitting.thinker_request() is not None:
            await pilot.pause()
            assert sitting.node == nodes[-1]
            await pilot.press("down", "enter", "space", "1", "z", "a")
            await pilot.pause()
            assert sitting.node == nodes[-1], "no other key continues"
            await pilot.press(".")
            await pilot.pause()
            nodes.append(sitting.node)
        assert len(nodes) > 2

    run(sitting, test, pace=one_hour)


def test_undo_works_during_a_pause():
    sitting = new_game(HUMAN, SCRIBE, thinker=LocalThinker())
    end_turn(sitting)
    before = sitting.node

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        await pilot.pause()
        assert sitting.asks_viewer
        assert sitting.node < before

    run(sitting, test, pace=3600.0)


class ManualThinker:
    """A thinker that answers when the test says so, even after it was cancelled."""

    def __init__(self) -> None:
        self.answers: list[tuple[Request, asyncio.Future[Action]]] = []

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        future: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self.answers.append((request, future))
        return await asyncio.shield(future)


def test_an_answer_that_an_undo_superseded_is_dropped():
    sitting = new_game(thinker=ManualThinker())
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        thinker = sitting.thinker
        assert isinstance(thinker, ManualThinker)
        while not thinker.answers:
            await pilot.pause()
        request, future = thinker.answers[0]
        late_action = sitting.match.game.action(sitting.match.state, sitting.match.state.legal_moves()[0])
        await pilot.press("u")
        await pilot.pause()
        node = sitting.node
        future.set_result(late_action)
        assert not sitting.answer(request.node, late_action)
        await pilot.pause()
        assert sitting.node == node
        assert len(sitting.match.log) == request.node + 1

    run(sitting, test)


def test_undo_and_redo_cross_the_turn_of_an_opponent():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "t")
        turn = app.sitting.view().turn
        while app.sitting.view().turn == turn or app.sitting.thinker_request() is not None:
            if app.sitting.asks_viewer:
                await pilot.press(*keys_for(app, Target("answer", len(app.table.pointing.listed_answers) - 1)))
            await pilot.pause()
        await settle(app, pilot)
        end = app.sitting.node
        await pilot.press("u")
        await pilot.pause()
        assert app.sitting.view().turn == turn
        assert app.sitting.asks_viewer
        assert "peeked" in text(app).splitlines()[0]
        await pilot.press("U")
        await pilot.pause()
        assert app.sitting.node == 0
        while app.sitting.can_redo:
            await pilot.press("r")
            await pilot.pause()
        assert app.sitting.node == end

    run(new_game(), test)


def test_the_steps_since_your_turn_are_above_the_answers_but_below_those_of_a_card():
    sitting = opening()
    end_turn(sitting)
    play(sitting, "entomb Urn", "buy Statue of Sobek with Box of Food, Box of Food")
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        steps = "▌ Nefertari entombs Urn +1 › buys Statue of Sobek"
        assert text(app).index(steps) < text(app).index("End turn")
        await pilot.press("1")
        await pilot.pause()
        assert text(app).index(steps) > text(app).index("Entomb Urn")

    run(sitting, test)


def test_a_thinker_that_fails_is_reported_and_can_be_asked_again():
    class FailsOnce(LocalThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            if not self.asked:
                self.asked.append(request)
                raise ThinkerFailed("The thinking broke off.")
            return await super().choose(request, report)

    sitting = new_game(thinker=FailsOnce())
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert "Nefertari has not answered" in text(app)
        assert "The thinking broke off." in text(app)
        assert [answer.text for answer in app.table.pointing.listed_answers[:2]] == [
            "Ask once more",
            "A scribe plays on",
        ]
        assert not sitting.asks_viewer
        for key in ("1", "z", "escape", "x"):  # cards can be looked at, and the answers stay
            await pilot.press(key)
            assert app.table.pointing.listed_answers[0].text == "Ask once more"
        await click(app, pilot, Target("answer", 0))
        await settle(app, pilot)
        assert sitting.asks_viewer
        assert "The thinking broke off." not in text(app)

    run(sitting, test)


def test_when_a_bot_fails_the_table_asks_who_plays_on():
    class FailingBot(LocalThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            if request.player.text == "mybots:Clever":
                raise ExternalBotGone("mybots:Clever has failed: it raised ValueError.")
            return await super().choose(request, report)

    sitting = new_game(HUMAN, "mybots:Clever", thinker=FailingBot())
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        shown = text(app)
        assert "it raised ValueError" in shown
        assert "Who shall play on for Nefertari?" in shown
        assert "thinking" not in shown, "a failed bot does not think"
        assert app.table.pointing.listed_answers[0].text == "A scribe plays on"
        await pilot.press("enter")
        await settle(app, pilot)
        assert sitting.asks_viewer
        assert "A scribe plays on for Nefertari." in sentences(app)
        assert sitting.levels == (HUMAN, SCRIBE)
        await pilot.press("U")
        await pilot.pause()
        assert sitting.levels == (HUMAN, SCRIBE), "undo does not bring the bot back"

    run(sitting, test)


def test_an_opponent_that_a_busy_machine_keeps_from_thinking_says_so_once_and_loses_its_rating():
    class BusyThinker(LocalThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            action = await super().choose(replace(request, player=spec_from_seat_text("shabti")), report)
            if request.player.text == "pharaoh":
                report(ThinkingProgress(12, 1.8, is_short=True))
            return action

    sitting = new_game(HUMAN, "pharaoh", thinker=BusyThinker())
    scale = level_strengths_of("valley", 2)
    assert seat_rating(sitting.match.setup.seats[1], scale) is not None
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert sitting.asks_viewer
        assert sitting.levels == (HUMAN, "pharaoh:300ms")
        assert seat_rating(Seat("", sitting.levels[1]), scale) is None
        assert [note.message for note in app._notifications] == [
            "This machine is too busy for Nefertari: from now on Nefertari decides in 0.3 s, and the game is not rated."
        ]

    run(sitting, test)


def test_a_save_that_cannot_be_written_is_reported_and_the_game_continues(tmp_path: Path):
    class FullDisk:
        def keep(self, match: Match) -> None:
            raise SaveError(tmp_path, "The disk is full.")

        def flush(self) -> None: ...

    sitting = Sitting(opening().match, FullDisk(), SilentThinker())

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "t")
        await pilot.pause()
        assert "The disk is full." in text(app)
        assert sitting.node == 1
        await pilot.press("u")
        await pilot.pause()
        assert sitting.node == 0

    run(sitting, test)


def test_the_table_carries_out_every_command_that_an_answer_may_have() -> None:
    sitting = Sitting(Match(GAMES["valley"], Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "shabti")), 1)))
    assert set(TableScreen(sitting).commands) == {*TableCommand} - {
        TableCommand.RETRY
    }  # which only `RetryScreen` lists
