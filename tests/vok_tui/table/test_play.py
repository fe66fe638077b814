"""Playing at the table: whole games by keyboard alone and by mouse alone, and opponents that think while moves are undone."""

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from ai.bots.levels import SCRIBE, SHABTI
from engine.core.action import Action
from engine.core.game import HUMAN
from engine.core.history.match import Match
from saves.errors import SaveError
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import (
    LARGE,
    SMALL,
    LocalThinker,
    SilentThinker,
    TableApp,
    at,
    click,
    end_turn,
    new_game,
    play,
    run,
    sentences,
    settle,
)
from vok_tui.game.session import Session
from vok_tui.game.thinker import ExternalBotGone, ReportProgress, Request, ThinkerFailed, ignore_progress
from vok_tui.messages import ShowScoreFromTable
from vok_tui.painting.grid import Target

MANY = 2000  # more questions than a game can have


def choice_for(app: TableApp) -> Target | None:
    """What a simple player would select: the most expensive purchase, or else a card to entomb, or else nothing."""
    asked = app.table.pointing.question
    if not asked.needs_card_first:
        return None
    purse = [slot for slot in asked.view.pyramid if slot.buyable]
    if purse:
        return Target("slot", max(purse, key=lambda slot: slot.price).slot)
    hand = asked.view.seats[asked.view.viewer].hand
    return Target("hand", 0) if hand and hand[0].entombable else None


def last_line(app: TableApp) -> Target:
    """The answer that entombs, or the last one."""
    answers = app.table.pointing.answers
    for i, answer in enumerate(answers):
        if answer.text.startswith("Entomb"):
            return Target("answer", i)
    return Target("answer", len(answers) - 1)


def last_in_sight(app: TableApp) -> Target:
    """That answer, or the last one above it that can be clicked at."""
    spots = app.table.surface.grid.targets
    return next(one for i in range(last_line(app).index, -1, -1) if (one := Target("answer", i)) in spots)


def way_to(app: TableApp, answer: Target) -> list[str]:
    """The keys that give an answer: its own, else the arrows."""
    key = app.table._build_scene().answers[answer.index].key
    cursor = app.table.pointing.pointer.cursor
    assert key or cursor == Target("answer", 0)
    return key.split() or [*["down"] * answer.index, "enter"]


def test_a_whole_game_by_keyboard_alone():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(MANY):
            await settle(app, pilot)
            if app.session.shows_end:
                break
            thing = choice_for(app)
            if thing is not None:
                await pilot.press(app.table._build_scene().target_keys[thing])
            await pilot.press(*way_to(app, last_line(app)))
        assert app.session.shows_end
        await pilot.pause()
        assert "the game is over" in text(app)
        assert "Enter Score sheet" in text(app).splitlines()[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert [type(message) for message in app.messages] == [ShowScoreFromTable]

    run(new_game(HUMAN, SHABTI, seed=4), test, SMALL)


def test_a_whole_game_by_mouse_alone():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(MANY):
            await settle(app, pilot)
            if app.session.shows_end:
                break
            thing = choice_for(app)
            if thing is not None:
                await click(app, pilot, thing)
            await click(app, pilot, last_in_sight(app))
        assert app.session.shows_end
        await pilot.pause()
        await click(app, pilot, Target("answer", 0))
        await pilot.pause()
        assert [type(message) for message in app.messages] == [ShowScoreFromTable]

    run(new_game(HUMAN, SHABTI, seed=9), test, LARGE)


def opening() -> Session:
    hands = ("Shabti, Urn, 2 Box of Food", "Urn, Shabti, 2 Box of Food")
    pyramid = "Statue of Isis, Boat, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
    return at(
        table(hands=hands, pyramid=pyramid, stock="9 Book of Gates", deck=("9 Urn", "9 Urn")), thinker=SilentThinker()
    )


def test_a_move_can_be_taken_back_while_an_opponent_thinks():
    session = new_game(thinker=SilentThinker())
    end_turn(session)
    before = session.node

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Nefertari is thinking" in text(app)
        await pilot.press("u")
        await pilot.pause()
        assert session.node < before
        assert session.asks_viewer
        assert "thinking" not in text(app)

    run(session, test)


def test_a_step_of_an_opponent_can_be_seen_until_the_next_one_is_asked_for():
    session = new_game(HUMAN, SCRIBE, thinker=LocalThinker())
    end_turn(session)
    hour = 3600.0

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        seen = [session.node]
        while session.request() is not None:
            await pilot.pause()
            assert session.node == seen[-1]
            await pilot.press("down", "enter", "space", "1", "z", "a")
            await pilot.pause()
            assert session.node == seen[-1], "no other key goes on"
            await pilot.press(".")
            await pilot.pause()
            seen.append(session.node)
        assert len(seen) > 2

    run(session, test, pace=hour)


def test_a_move_can_be_taken_back_in_a_pause():
    session = new_game(HUMAN, SCRIBE, thinker=LocalThinker())
    end_turn(session)
    before = session.node

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        await pilot.pause()
        assert session.asks_viewer
        assert session.node < before

    run(session, test, pace=3600.0)


class Late:
    """Answers when it is told to, however often it was cancelled."""

    def __init__(self) -> None:
        self.answers: list[tuple[Request, asyncio.Future[Action]]] = []

    async def choose(self, request: Request, heard: ReportProgress = ignore_progress) -> Action:
        future: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self.answers.append((request, future))
        return await asyncio.shield(future)


def test_a_thought_that_an_undo_overtook_is_dropped():
    session = new_game(thinker=Late())
    end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        thinker = session.thinker
        assert isinstance(thinker, Late)
        while not thinker.answers:
            await pilot.pause()
        request, future = thinker.answers[0]
        thought = session.match.game.action(session.match.state, session.match.state.legal_moves()[0])
        await pilot.press("u")
        await pilot.pause()
        here = session.node
        future.set_result(thought)
        assert not session.answer(request.node, thought)
        await pilot.pause()
        assert session.node == here
        assert len(session.match.log) == request.node + 1

    run(session, test)


def test_back_past_the_turn_of_an_opponent_and_on_again():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "t")
        turn = app.session.view().turn
        while app.session.view().turn == turn or app.session.request() is not None:
            if app.session.asks_viewer:
                await pilot.press(*way_to(app, Target("answer", len(app.table.pointing.answers) - 1)))
            await pilot.pause()
        await settle(app, pilot)
        there = app.session.node
        await pilot.press("u")
        await pilot.pause()
        assert app.session.view().turn == turn
        assert app.session.asks_viewer
        assert "peeked" in text(app).splitlines()[0]
        await pilot.press("U")
        await pilot.pause()
        assert app.session.node == 0
        while app.session.can_redo:
            await pilot.press("r")
            await pilot.pause()
        assert app.session.node == there

    run(new_game(), test)


def test_what_the_opponents_did_since_your_turn_stands_above_the_answers_and_below_those_about_a_card():
    session = opening()
    end_turn(session)
    play(session, "entomb Urn", "buy Statue of Sobek with Box of Food, Box of Food")
    end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        told = "▌ Nefertari entombs Urn +1 › buys Statue of Sobek"
        assert text(app).index(told) < text(app).index("End turn")
        await pilot.press("1")
        await pilot.pause()
        assert text(app).index(told) > text(app).index("Entomb Urn")

    run(session, test)


def test_a_thinker_that_fails_is_told_of_and_asked_again_on_demand():
    class Weak(LocalThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            if not self.asked:
                self.asked.append(request)
                raise ThinkerFailed("The thinking broke off.")
            return await super().choose(request, report)

    session = new_game(thinker=Weak())
    end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert "Nefertari has not answered" in text(app)
        assert "The thinking broke off." in text(app)
        assert [answer.text for answer in app.table.pointing.answers[:2]] == ["Ask once more", "A scribe plays on"]
        assert not session.asks_viewer
        await pilot.press("enter")
        await settle(app, pilot)
        assert session.asks_viewer
        assert "The thinking broke off." not in text(app)

    run(session, test)


def test_when_a_bot_fails_the_table_asks_who_plays_on_and_the_log_tells_it():
    class Broken(LocalThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            if request.player.name == "mybots:Clever":
                raise ExternalBotGone("mybots:Clever has failed: it raised ValueError.")
            return await super().choose(request, report)

    session = new_game(HUMAN, "mybots:Clever", thinker=Broken())
    end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        shown = text(app)
        assert "it raised ValueError" in shown
        assert "Who shall play on for Nefertari?" in shown
        assert "thinking" not in shown, "who has failed does not think"
        assert app.table.pointing.answers[0].text == "A scribe plays on"
        await pilot.press("enter")
        await settle(app, pilot)
        assert session.asks_viewer
        assert "A scribe plays on for Nefertari." in sentences(app)
        assert session.levels == (HUMAN, SCRIBE)
        await pilot.press("U")
        await pilot.pause()
        assert session.levels == (HUMAN, SCRIBE), "going back does not bring the bot back"

    run(session, test)


def test_a_save_that_cannot_be_written_is_told_of_and_the_game_goes_on(tmp_path: Path):
    class Full:
        def keep(self, match: Match) -> None:
            raise SaveError(tmp_path, "The disk is full.")

        def flush(self) -> None: ...

    session = Session(opening().match, Full(), SilentThinker())

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "t")
        await pilot.pause()
        assert "The disk is full." in text(app)
        assert session.node == 1
        await pilot.press("u")
        await pilot.pause()
        assert session.node == 0

    run(session, test)
