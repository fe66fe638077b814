"""Few keys for a round of Tal der Koenige: likely answers come first, and some give several actions at once."""

from textual.pilot import Pilot

from engine.tal.board import PLACE_NAMES
from engine.tal.game import TAL
from engine.tal.state import TalState
from tests.engine.tal.table import new_game, play, table
from tests.vok_tui.boards.tal_boards import board_for, choices
from tests.vok_tui.boards.tal_sitting import NAMES, sitting_at_tal
from tests.vok_tui.grids import text
from tests.vok_tui.learning.lesson_player import LESSONS, LessonPlayer
from tests.vok_tui.screens.table.table_helpers import SMALL, TableApp, click, run
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer


def answers(state: TalState) -> list[Answer]:
    return board_for(state.seat_count).answers(TAL.view(state, state.mover), choices(state), None, NAMES)


def building(held: str, pyramid: str = "") -> TalState:
    """Three workers at a small site of seat 0, and one at a large one."""
    return table(
        "building",
        workers=("8/B 8/C 8/D 15/A",),
        owners={8: 0, 15: 0},
        pyramids={8: pyramid} if pyramid else {},
        held=(held,),
    )


def listed(app: TableApp) -> list[tuple[str, str]]:
    """The key and the text of each listed answer."""
    return [(answer.key, answer.text) for answer in app.table._build_scene().answers]


def test_one_key_places_all_blocks_and_undo_takes_them_back() -> None:
    async def place(app: TableApp, pilot: Pilot[None]) -> None:
        assert listed(app)[0] == ("a", "Place 3 black at site 8, 2 red at site 15")
        start = app.sitting.node
        await pilot.press("a")
        view = app.sitting.view_at(app.sitting.node)
        assert (view.sites[7].layers[0], view.sites[14].layers[0]) == ("kkk", "rr")
        await pilot.press("U")
        assert app.sitting.node == start
        assert not app.sitting.match.peeked

    run(sitting_at_tal(building("kkkrrw")), place)


def test_blocks_that_take_worth_from_a_pyramid_are_left_to_the_player() -> None:
    for pyramid, held, row in (
        ("kk", "kkrrr", "Place 2 black at site 8, 2 red at site 15"),
        ("kkkk", "kkr", "Place 1 black at site 8, 1 black at site 15 +12"),
        ("kr", "rk", "Place all: 1 black, 1 red at site 8"),
        ("", "kkkrr", "Place all: 3 black at site 8, 2 red at site 15"),
    ):
        answer = answers(building(held, pyramid))[0]
        assert f"{answer.text} {answer.note}".strip() == row, (pyramid, held)
    assert not answers(building("r", "kk"))[0].then


def test_a_worker_is_sent_by_the_name_of_its_destination_or_by_a_click() -> None:
    state = table("workers", workers=("16 16 16 16 8/A",), owners={8: 0}, held=("kkkkk",))

    async def send(app: TableApp, pilot: Pilot[None]) -> None:
        assert [words for _, words in listed(app)] == [
            "Move a worker from 16 to 8/B, your site",
            "Move a worker from 16",
            "Move a worker from 8/A",
            "Done",
        ]
        assert listed(app)[0][0] == "8b"
        await pilot.press("1", "0", "a")
        await click(app, pilot, Target("place", PLACE_NAMES.index("17")))
        await pilot.press("enter")
        workers = [PLACE_NAMES[place] for place in app.sitting.view().seats[0].workers]
        assert sorted(workers) == ["10/A", "16", "17", "8/A", "8/B"]

    run(sitting_at_tal(state), send)


def test_after_a_worker_has_moved_the_cursor_is_at_those_that_build_nothing() -> None:
    state = table("workers", workers=("16 16 16 16 16",), owners={8: 0}, held=("k",))
    play(state, "move a worker from 16", "go to 8/B")
    assert answers(state)[0].text == "Move a worker from 16"


def test_all_blanks_are_laid_with_one_key_and_never_by_the_first_answer() -> None:
    async def lay(app: TableApp, pilot: Pilot[None]) -> None:
        assert ("a", "Lay all 4 blanks beside lot 1") in listed(app)[1:]
        await pilot.press("a")
        assert app.sitting.view().lots[0].bids[0].tablets == (0, 0, 0, 0)
        assert "round 1, bids:" not in text(app), "no heading for a phase in which the others have done nothing yet"

    run(sitting_at_tal(new_game(2, 3)), lay)


def test_every_answer_has_a_key() -> None:
    for state in (new_game(2, 3), building("kkkrr"), table("workers"), table("orders"), table("theft")):
        assert [answer.text for answer in answers(state) if not (answer.name or answer.role)] == []


def test_enter_alone_reaches_all_goals_of_the_guided_game() -> None:
    player = LessonPlayer(LESSONS["tal"])
    board = board_for(2)
    while player.match.state.mover == 0:
        view, state = player.view(), player.match.state
        offered = [Choice(action, TAL.say(state, action)) for action in player.choices()]
        for action in board.answers(view, offered, None, NAMES)[0].steps:
            if action in player.choices():
                player.play(action)
        if player.run.at(player.match.log.head).step == len(player.lesson.steps):
            return
    raise AssertionError(f"stopped in step {player.step}")


def test_half_of_the_map_follows_the_cursor_on_a_small_table() -> None:
    async def enlarge(app: TableApp, pilot: Pilot[None]) -> None:
        def shows(name: str) -> bool:
            return any(f"╭─ {name} ─" in "".join([cell for cell, _ in row]) for row in app.table.surface.grid.rows)

        await pilot.press("f", "tab")
        assert shows("22")
        assert not shows("20")
        for _ in range(9):
            await pilot.press("down")
            if shows("20"):
                break
        assert shows("20")
        assert not shows("22")
        assert app.table.pointing.pointer.cursor.area in ("place", "site")
        await pilot.press("f")
        assert not app.table.pointing.board.is_enlarged

    run(sitting_at_tal(new_game(2, 3)), enlarge, SMALL)


def test_the_key_for_half_of_the_map_is_in_the_footer_only_where_it_does_something() -> None:
    async def look(app: TableApp, pilot: Pilot[None]) -> None:
        has_key = "Half map" in [hint.label for hint in app.table._build_scene().footer]
        assert has_key == (app.size.width == SMALL[0])

    for size in (SMALL, (120, 40)):
        run(sitting_at_tal(new_game(2, 3)), look, size)
