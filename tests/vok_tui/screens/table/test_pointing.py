"""Pointing at cards and choosing them: by key, by cursor and by mouse, with the same result."""

import pytest
from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    PYRAMID,
    STOCK,
    SilentThinker,
    TableApp,
    dealt,
    end_turn,
    new_game,
    play,
    run,
    sentences,
    sitting_at,
)
from vok_tui.coordinator import config
from vok_tui.painting.grid import Target
from vok_tui.screens.messages import LeaveTable, ShowCard


def test_the_key_of_a_card_lists_what_can_be_done_with_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await pilot.pause()
        assert "a Execute Shabti" in text(app)
        assert "t Entomb Shabti" in text(app)

    run(dealt(), test)


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_same_card_again_gives_the_answer_under_the_cursor(by_mouse: bool):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        async def choose() -> None:
            if by_mouse:
                rect = app.table.surface.grid.targets[Target("slot", 0)]
                await pilot.click(offset=(rect.x + 1, rect.y))
            else:
                await pilot.press("z")
            await pilot.pause()

        await choose()
        assert app.table.pointing.pointer.selected is not None
        offered = app.table.pointing.listed_answers[0].action
        assert offered is not None
        await choose()
        assert app.sitting.match.log.step_to(app.sitting.node) == offered

    run(dealt(), test)


def test_a_press_on_one_card_and_a_release_on_another_chooses_nothing():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        rects = [app.table.surface.grid.targets[Target("hand", index)] for index in (0, 1)]
        await pilot.mouse_down(offset=(rects[0].x + 1, rects[0].y))
        await pilot.mouse_up(offset=(rects[1].x + 1, rects[1].y))
        await pilot.pause()
        assert app.table.pointing.pointer.selected is None

    run(dealt(), test)


def test_of_keys_that_were_typed_ahead_all_after_the_first_dropped_one_are_dropped(monkeypatch: pytest.MonkeyPatch):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        asked = app.sitting.node
        monkeypatch.setattr(app.table._typed_ahead, "is_early", lambda _: app.sitting.node != asked)
        await pilot.press("1", "t", "n", "n")
        await pilot.pause()
        assert len(app.sitting.match.log.path(app.sitting.node)) == 2, "only the tomb"
        assert "n came before this question: press it again." in text(app)

    run(dealt(), test)


def test_a_card_that_is_deselected_takes_its_answers_with_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = [str(answer) for answer in app.table.pointing.listed_answers]
        await pilot.press("1")
        await pilot.pause()
        assert "a Execute Shabti" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Execute Shabti" not in text(app)
        assert [str(answer) for answer in app.table.pointing.listed_answers] == before

    run(dealt(), test)


def test_a_question_about_the_discard_pile_does_not_mark_the_hand():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Entomb Urn" in text(app)
        assert " 2 Urn" in text(app)
        assert "•2" not in text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "Space Close" in text(app), "the card of the answer can be read"

    sitting = dealt("Book of the Heavens, Shabti, Urn", discard="2 Urn, 2 Shabti, Boat")
    play(sitting, "execute Book of the Heavens")
    run(sitting, test)


def test_the_key_of_an_answer_gives_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        assert sentences(app) == ["You entomb Urn."]

    run(dealt(), test)


def test_arrows_move_the_cursor_and_enter_chooses():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "▸2 Urn" in text(app)

    run(dealt(), test)


def test_tab_moves_from_area_to_area_and_back():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        areas = []
        for key in ("tab", "tab", "tab", "tab", "shift+tab"):
            await pilot.press(key)
            cursor = app.table.pointing.pointer.cursor
            assert cursor is not None
            areas.append(cursor.area)
        assert areas == ["answer", "set", "seat", "slot", "seat"]

    run(dealt(), test)


def test_every_target_can_be_reached_with_the_arrows():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        targets = {target for target in app.table.surface.grid.targets if target.area != "key"}
        reached: set[Target] = set()
        frontier = [app.table.pointing.pointer.cursor]
        while frontier:
            target = frontier.pop()
            assert target is not None
            if target not in reached:
                reached.add(target)
                for direction in ("up", "down", "left", "right"):
                    app.table.pointing.move_cursor(target)
                    app.table.action_move_cursor(direction)
                    frontier.append(app.table.pointing.pointer.cursor)
        assert reached == targets

    run(dealt(), test)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("x", "Statue of Thoth costs 7, you can lay out 6"),
        ("e", "only the base can be bought"),
        ("4", "no action: it reacts to what opponents do"),
    ],
)
def test_a_card_that_cannot_be_played_says_why(key: str, reason: str):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert reason not in text(app)
        await pilot.press(key)
        await pilot.pause()
        assert reason in text(app)
        assert sentences(app) == []

    run(dealt(), test)


def test_the_footer_shows_only_keys_that_do_something():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Undo" not in text(app)
        assert "Back" not in text(app)
        await pilot.press("2", "t")
        await pilot.pause()
        assert "u Undo" in text(app)
        assert "Redo" not in text(app)
        await pilot.press("u")
        await pilot.pause()
        assert "r Redo" in text(app)

    run(dealt(), test)


def test_a_configured_key_replaces_the_key_of_an_answer():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        app.set_keymap(dict(config.parse_config('[keys]\nhand_1 = "t"\nundo = "f4"').keys))
        app.table.on_screen_resume()
        await pilot.press("t")
        await pilot.pause()
        assert "◆t Shabti" in text(app)
        assert "a Execute Shabti" in text(app)
        assert "  Entomb Shabti" in text(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert sentences(app) == ["You entomb Shabti."]

    run(dealt(), test)


def test_choosing_a_card_lists_the_swaps_with_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.sitting, "execute Shabti")
        app.table.show_and_continue()
        await pilot.press("e")
        await pilot.pause()
        answers = [answer.text for answer in app.table.pointing.listed_answers]
        assert len(answers) == 6
        assert all("Censer" in answer for answer in answers)

    run(dealt(), test)


def test_a_long_list_scrolls_with_the_cursor():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.sitting, "execute Shabti")
        app.table.show_and_continue()
        await pilot.pause()
        last = app.table.pointing.listed_answers[-1].text
        assert last not in text(app)
        await pilot.press(*["down"] * (len(app.table.pointing.listed_answers) - 1))
        await pilot.pause()
        assert last in text(app)

    run(dealt(), test)


def test_no_card_can_be_chosen_while_an_opponent_is_asked():
    sitting = dealt()
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = sitting.node
        await pilot.press("1", "1", "enter", "z", "z", "b", "n", "a", "t", "y", "o", "space", "slash", "A")
        assert app.table.pointing.pointer.selected is None
        await pilot.pause()
        assert sitting.node == before

    run(sitting, test)


def test_no_hand_is_visible_between_two_human_players():
    sitting = sitting_at(table(hands=("Boat", "Censer, Urn"), pyramid=PYRAMID, stock=STOCK, active=1), HUMAN, HUMAN)
    sitting.viewer = 0

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "space", "l", "escape", "escape")
        await pilot.pause()
        hand = "\n".join(text(app).splitlines()[10:])
        assert "Boat" not in hand
        assert "Censer" not in hand
        await pilot.press("enter")
        await pilot.pause()
        assert "Censer" in "\n".join(text(app).splitlines()[10:])
        assert sitting.viewer == 1

    run(sitting, test)


def test_moving_the_cursor_changes_few_cells():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = app.table.surface.grid
        await pilot.press("right")
        await pilot.pause()
        changed = sum(rect.width for rect in app.table.surface.grid.changed_rects(before))
        assert 0 < changed <= 300, "two cards, and the text of the one under the cursor"

    run(new_game(HUMAN, SHABTI, thinker=SilentThinker()), test)


def test_the_terminal_cursor_is_at_the_active_card():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("down")
        await pilot.pause()
        rect = app.table.surface.grid.targets[Target("hand", 1)]
        assert app.cursor_position == (rect.x, rect.y)

    run(dealt(), test)


def test_the_table_posts_messages_to_leave_and_to_show_a_card():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", "k", "m")
        await pilot.pause()
        card, leave = app.messages
        assert isinstance(card, ShowCard)
        assert card.card_name == "Censer"
        assert isinstance(leave, LeaveTable)

    run(dealt(), test)


def test_names_are_shown_without_interpreting_markup():
    sitting = dealt()
    sitting.names = ("[bold red]Ann[/]", "[b]墓の谷[/b]")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "[b]墓の谷" in text(app)

    run(sitting, test)
