"""A table for tests: sittings from positions, an app that shows only the table, and opponents that answer at once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from textual import on
from textual.app import App
from textual.pilot import Pilot
from textual.theme import Theme

from ai.analysis.analyse import question_at
from ai.analysis.hint import HintSearch
from ai.bots import bot
from ai.levels import SHABTI
from ai.process.pipes import Message
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.table import table
from vok_tui.game.navigation import Destination
from vok_tui.game.sitting import Sitting
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.painting.grid import Target
from vok_tui.screens.messages import LeaveTable, ShowCard, ShowScoreFromTable, TableMessage
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.shortcuts import EVERYWHERE, bindings
from vok_tui.terminal import theme
from vok_tui.terminal.app import follow_no_color

NAMES = ("Ann", "Nefertari", "Senmut", "Khety")
SMALL = (80, 24)
LARGE = (120, 40)
PYRAMID = "Statue of Isis, Statue of Thoth, Boat / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine"
HAND = "Box of Food, Mummified Cat, Shabti, Urn"  # sorted: Shabti, Urn, Box of Food, Mummified Cat


class LocalThinker:
    """A thinker that computes in this process."""

    def __init__(self) -> None:
        self.asked: list[Request] = []

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        self.asked.append(request)
        game = GAMES[request.setup.game]
        match = Match(game, request.setup)
        for step in request.steps:
            match.play_step(step)
        seed = bot.decision_seed(request.setup.seed, len(request.steps), request.viewer)
        move = bot.choose(game, match.state, request.viewer, request.player.level, request.player.budget, seed)
        return game.action(match.state, move)

    def hurry(self) -> None: ...


class SilentThinker:
    """An opponent that never decides."""

    def hurry(self) -> None: ...

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        await asyncio.Event().wait()
        raise AssertionError


class TableApp(App[None]):
    """An app with only a table. `messages` are those that the table posted."""

    BINDINGS = bindings(EVERYWHERE)

    def __init__(
        self,
        sitting: Sitting,
        ascii_only: bool = False,
        colours: str = theme.VOK_THEME,
        pace: float = 0.0,
        reaction: float = 0.0,
    ) -> None:
        no_color = colours == theme.NO_COLOR_THEME
        super().__init__(ansi_color=True if no_color else None)
        follow_no_color(self, no_color)
        self.sitting = sitting
        self.ascii_only = ascii_only
        self.pace = pace
        self.reaction = reaction
        self.messages: list[TableMessage] = []
        for known in theme.THEMES:
            self.register_theme(known)
        self.theme = colours

    def get_theme(self, theme_name: str) -> Theme | None:
        theme_found = super().get_theme(theme_name)
        return theme.with_vok_colors(theme_found) if theme_found is not None else None

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.sitting, self.pace, self.reaction))

    @on(ShowScoreFromTable)
    @on(LeaveTable)
    @on(ShowCard)
    def _collect_message(self, message: TableMessage) -> None:
        self.messages.append(message)

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.screen, TableScreen)
        return self.screen


def setup(levels: Iterable[str], seed: int = 1) -> Setup:
    """Seats with the usual names."""
    return Setup("valley", tuple(Seat(name, level) for name, level in zip(NAMES, levels, strict=False)), seed)


def new_game(*levels: str, seed: int = 1, thinker: Any = None) -> Sitting:
    """A game at its first move."""
    return Sitting(Match(VALLEY, setup(levels or (HUMAN, SHABTI), seed)), None, thinker or LocalThinker())


def sitting_at(position: ValleyState, *levels: str, thinker: Any = None) -> Sitting:
    """A sitting that starts at `position`. Only the first seat is human unless `levels` is given."""
    levels = levels or (HUMAN, *[SHABTI] * (position.seat_count - 1))
    match = Match(VALLEY, setup(levels))
    match.state = position
    match._snapshots = {0: position.copy()}
    match._facts = [match._facts_of(position)]
    return Sitting(match, None, thinker or SilentThinker())


def dealt(hand: str = HAND, **zones: str) -> Sitting:
    """A sitting in which the first player is about to play `hand`."""
    return sitting_at(table(hands=(hand, "Urn"), pyramid=PYRAMID, stock=STOCK, deck="3 Urn", **zones))


def sentences(app: TableApp) -> list[str]:
    """The sentences of the story."""
    return [sentence.text for turn in app.sitting.story() for sentence in turn.sentences]


def play(sitting: Sitting, *texts: str) -> None:
    """Give these answers, for all seats."""
    for text in texts:
        sitting.match.play(VALLEY.parse(sitting.match.state, text))
    sitting.hand_keyboard_over()


def travel(sitting: Sitting, to: Destination) -> None:
    """Undo or redo, as the keys do."""
    sitting.go_to(sitting.destination_node(to))


def offered_actions(sitting: Sitting) -> list[Action]:
    """All legal actions, for any seat that is asked."""
    state = sitting.match.state
    return [VALLEY.action(state, move) for move in state.legal_moves()]


def end_turn(sitting: Sitting) -> None:
    """End the current turn, giving the first answer to every question."""
    active_seat = sitting.view().active
    play(sitting, "end turn")
    while sitting.view().active == active_seat and not sitting.shows_end:
        sitting.match.play(offered_actions(sitting)[0])
    sitting.hand_keyboard_over()


def run(
    sitting: Sitting,
    test: Callable[[TableApp, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    **options: Any,
) -> None:
    """Run a test on a table of this size."""

    async def run_app() -> None:
        app = TableApp(sitting, **options)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await test(app, pilot)

    asyncio.run(run_app())


async def settle(app: TableApp, pilot: Pilot[None]) -> None:
    """Play until a human is asked or the game is over."""
    while app.sitting.thinker_request() is not None:
        await pilot.pause()
    await pilot.pause()


async def click(app: TableApp, pilot: Pilot[None], target: Target, button: int = 1) -> None:
    """Click on the middle of a target."""
    rect = app.table.surface.grid.targets[target]
    await pilot.click(offset=(rect.x + rect.width // 2, rect.y + rect.height // 2), button=button)


WORK = 300  # simulations of a stage


class QuickAdviser:
    """Thinks in this process about the question of a sitting, with little work. `losses` are what answers cost.
    Nothing is answered before `may_answer` is set."""

    def __init__(self, sitting: Sitting, losses: dict[Action, float] | None = None) -> None:
        self.asked: list[Message] = []
        self.may_answer = asyncio.Event()
        self.closed = False
        self._sitting = sitting
        self._losses = losses or {}

    async def ask(self, fields: Message, report: Callable[[Message], None]) -> Message:
        self.asked.append(fields)
        await self.may_answer.wait()
        match = self._sitting.match
        search = HintSearch(question_at(match, match.log.head))
        for _ in search.run_stage(WORK):
            pass
        losses = [[action.pack(), loss] for action, loss in self._losses.items()]
        report({"hint": search.hint().pack(), "losses": losses})
        return {"hinted": True}

    def close(self) -> None:
        self.closed = True
