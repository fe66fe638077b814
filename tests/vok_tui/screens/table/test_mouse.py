"""The mouse at the table."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.search.playout import Rng
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from tests.vok_tui.grids import text
from tests.vok_tui.screens.app_helpers import run as run_app
from tests.vok_tui.screens.table.table_helpers import LARGE, SilentThinker, TableApp, click, dealt, run, sentences
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.sitting import Sitting
from vok_tui.painting.cursor import MORE
from vok_tui.painting.grid import Target
from vok_tui.screens.app import VokApp
from vok_tui.screens.table.screen import TableScreen
from vok_tui.shared.detection import Terminal

MOUSE_ANSWERS = 6


def test_a_click_chooses_a_card_and_a_click_on_an_answer_gives_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("hand", 1))
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await click(app, pilot, Target("answer", 1))
        await pilot.pause()
        assert sentences(app) == ["You entomb Urn."]

    run(dealt(), test)


def test_the_right_button_opens_and_closes_the_page_of_a_card():
    def is_page_open(app: TableApp) -> bool:
        return "R Redeal" not in text(app)  # the keys of the table make room for those of the page

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("slot", 5), button=3)
        await pilot.pause()
        assert is_page_open(app)
        await click(app, pilot, Target("slot", 5), button=3)
        await pilot.pause()
        assert not is_page_open(app)

    run(dealt(), test)


def test_the_keys_in_the_footer_can_be_clicked():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        ids = [hint.id for hint in app.table._build_scene().footer]
        await click(app, pilot, Target("key", ids.index("undo")))
        await pilot.pause()
        assert app.sitting.node == 0

    run(dealt(), test)


@pytest.mark.parametrize(
    ("remote", "configured", "named"),
    [
        (False, None, {"by a click", "click whatever", "click or drag"}),
        (True, None, set()),
        (True, True, {"by a click", "click whatever", "click to jump"}),
    ],
    ids=["here", "over SSH", "on over SSH"],
)
def test_the_mouse_is_named_only_where_it_works(
    tmp_path: Path, remote: bool, configured: bool | None, named: set[str]
) -> None:
    shown: list[str] = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for keys in ([], ["question_mark", "tab"], ["escape", "v"]):
            await pilot.press(*keys)
            await pilot.pause()
            shown.append(text(app).lower())

    start = StartOptions(new=True, first=1, levels=("shabti",), seed=3, config=Config(mouse=configured))
    run_app(tmp_path, steps, start, LARGE, Terminal(remote=remote), SilentThinker())
    words = " ".join(" ".join(shown).split())
    assert {
        hint for hint in ("by a click", "click whatever", "click or drag", "click to jump") if hint in words
    } == named
    assert named or not re.search(r"\b(click|drag|mouse)", words)


def test_a_click_on_the_sign_of_more_answers_shows_them_and_gives_none(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        for below, last in ((1, "Lay no more here"), (0, "Lay the 4 beside lot 1")):
            assert (last in text(app)) == (Target(MORE, below) not in table.surface.grid.targets)
            while rect := table.surface.grid.targets.get(Target(MORE, below)):
                shown = text(app)
                await pilot.click(offset=(rect.right - 1, rect.y))
                await pilot.pause()
                assert table.sitting.node == 0
                assert text(app) != shown, "each click shows other answers"
            assert last in text(app)

    start = StartOptions(learn="tal", game="tal")
    run_app(tmp_path, steps, start, thinker=SilentThinker())


async def give_by_mouse(app: TableApp, pilot: Pilot[None], wanted: Action) -> None:
    """Give an answer with nothing but clicks: on what it is about, on the signs of more answers, and on the answer."""
    table, node = app.table, app.sitting.node
    pointing = table.pointing

    def listed() -> list[int]:
        return [n for n, answer in enumerate(pointing.listed_answers) if answer.action == wanted]

    if not listed():
        targets = pointing.board.targets_of_action(pointing.question.view, wanted)
        for target in targets:
            if target in table.surface.grid.targets and not listed() and app.sitting.node == node:
                await click(app, pilot, target)
    if app.sitting.node != node:
        return
    assert listed() or wanted.verb == "buy", (wanted, text(app))
    place = Target("answer", listed()[0] if listed() else 0)
    while place not in table.surface.grid.targets:
        first = min(target.index for target in table.surface.grid.targets if target.area == "answer")
        sign = Target(MORE, 0 if place.index < first else 1)
        rect = table.surface.grid.targets[sign]
        await pilot.click(offset=(rect.right - 1, rect.y))
    await pilot.click(offset=(table.surface.grid.targets[place].x + 1, table.surface.grid.targets[place].y))


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_of_a_game_can_be_given_by_clicks_alone(game: str) -> None:
    """Random answers, on the smallest table. A purchase may be paid with any cards: those laid out are another matter."""
    seats = (Seat("Ann", HUMAN), Seat("Merit", HUMAN))
    sitting, rng = Sitting(Match(GAMES[game], Setup(game, seats, 5)), None, SilentThinker()), Rng(2)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(MOUSE_ANSWERS):
            sitting.hand_keyboard_over()
            app.table.show_question()
            await pilot.pause()
            state, node = sitting.match.state, sitting.node
            moves = list(state.legal_moves())
            action = sitting.match.game.action(state, moves[rng.below(len(moves))])
            await give_by_mouse(app, pilot, action)
            path = sitting.match.log.path(sitting.node)
            assert node in path[:-1], (action, text(app))
            given = sitting.match.log.actions[path[path.index(node) + 1]]
            assert given == action or (given.verb == "buy" and given.arguments[0] == action.arguments[0])

    run(sitting, test)
