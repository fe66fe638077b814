"""The table in other editions: all seats and sets fit, and cards show which game they are from."""

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.valley.game import VALLEY
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.mid_game import assert_matches_picture
from tests.vok_tui.screens.table.table_helpers import LARGE, SMALL, SilentThinker, TableApp, run
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Target

NAMES = ("Ann", "Nefertari", "Senmut", "Khety", "Merit", "Ankhu")
HUGE = (200, 60)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


def sitting(edition: str, players: int, moves: int = 0) -> Sitting:
    """A game after some moves, seen from the first seat."""
    seats = tuple(Seat(name, "shabti" if place else HUMAN) for place, name in enumerate(NAMES[:players]))
    match = Match(VALLEY, Setup("valley", seats, 3, edition))
    for step in range(moves):
        menu = match.state.legal_moves()
        match.play(VALLEY.action(match.state, menu[step * 7 % len(menu)]))
    return Sitting(match, None, SilentThinker())


@SIZES
def test_six_players_with_all_cards_of_both_games(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, sitting("both", 6, 150), size)


@SIZES
def test_a_mixed_game_of_five(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, sitting("mixed", 5, 100), size)


@SIZES
def test_solitaire_against_the_robbers(snapshot: Snapshot, size: tuple[int, int]):
    assert_matches_picture(snapshot, sitting("solitaire", 1, 40), size)


@pytest.mark.parametrize("size", [LARGE, (160, 45), HUGE], ids=["120x40", "160x45", "200x60"])
def test_the_tombs_of_five_opponents_fit_beside_ten_sets(size: tuple[int, int]):
    game = sitting("both", 6, 150)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = text(app).splitlines()
        bottom = 0
        for seat in range(1, 6):
            rect = app.table.surface.grid.targets[Target("seat", seat)]
            shown = "\n".join([line[rect.x : rect.right] for line in lines[rect.y : rect.bottom]])
            assert NAMES[seat] in shown
            tomb = game.view().seats[seat]
            assert f"·{sum(face.set == 'starter' for face in tomb.other_artifacts)}" in shown or "starter" in shown
            assert rect.y >= bottom
            bottom = rect.bottom
        assert sum("Log" in line for line in lines[:-1]) == 1

    run(game, test, size)


def test_a_card_can_be_read_completely_beside_many_opponents():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("c", "space")
        await pilot.pause()
        shown = " ".join(" ".join(line[75:] for line in text(app).splitlines()).split())
        assert "copies, counts in its set" in shown
        assert "Then take the card with the highest cost." in shown

    run(sitting("both", 6), test, LARGE)


def test_a_mixed_game_shows_the_sign_of_the_game_before_the_set():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "│ †☾ Weapons " in text(app)
        assert "†☾ Weapons 0/6 " in text(app)

    run(sitting("mixed", 2), test, LARGE)


def test_a_mixed_table_explains_the_signs_of_its_games_first():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab")  # to the end of the turn
        await pilot.pause()
        lines = text(app).splitlines()
        first = next(y for y, line in enumerate(lines) if "Point at something to read it here." in line) + 2
        assert "☼      from Valley of the Kings" in lines[first]
        assert "☾      from Afterlife" in lines[first + 1]

    run(sitting("mixed", 2), test, HUGE)


def test_the_page_of_a_set_in_solitaire_has_no_line_about_others():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab", "space")
        await pilot.pause()
        assert "0 of 3 kinds" in text(app)
        assert "Others" not in text(app)

    run(sitting("solitaire", 1), test)


def test_a_finished_solitaire_game_has_no_sign_of_victory():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "the game is over" in text(app)
        assert "✓" not in text(app)

    game = sitting("solitaire", 1)
    while not game.shows_end:
        game.answer(game.node, game.choices()[-1].action)
    run(game, test)
