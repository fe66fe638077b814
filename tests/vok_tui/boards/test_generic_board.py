"""A game without a table kit still has a table with question, answers, story, status and score sheet."""

from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from tests.games.kuhn import KUHN
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import SMALL, TableApp, run
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.screens.messages import ShowScoreFromTable


def test_a_game_without_a_kit_can_be_played_to_its_end():
    sitting = Sitting(Match(KUHN, Setup("kuhn", (Seat("Ann", HUMAN), Seat("Bob", HUMAN)), 3)))

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = text(app)
        assert "Kuhn Poker  turn 1" in shown.splitlines()[0]
        assert "Do you bet?" in shown
        assert "Check" in shown
        await pilot.press("enter")
        await pilot.pause()
        assert "It is for Bob to answer" in text(app)
        await pilot.press("y")
        await pilot.pause()
        assert "1 Ann" in text(app), "the log tells what was played"
        for _ in range(4):
            await pilot.press("y" if "I am" in text(app) else "enter")
            await pilot.pause()
            if app.messages:
                break
        assert isinstance(app.messages[0], ShowScoreFromTable)

    run(sitting, test, SMALL)


def test_a_game_without_a_kit_has_a_score_sheet():
    match = Match(KUHN, Setup("kuhn", (Seat("Ann", HUMAN), Seat("Bob", HUMAN)), 3))
    while match.state.mover >= 0:
        match.play(KUHN.action(match.state, match.state.legal_moves()[0]))
    sheet = table_kit_of(KUHN).score_sheet(match.state, None, ("Ann", "Bob"), 0)
    winner = KUHN.rewards(match.state).index(1.0)
    assert sheet.title.startswith(("You win", "Bob wins")[winner])
    assert sheet.won[winner]
    assert sheet.totals[0].cells == tuple(map(str, KUHN.scores(match.state)))
