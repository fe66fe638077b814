"""Pointing at cards and choosing them: by key, by cursor and by mouse, with the same result."""

import pytest
from textual.pilot import Pilot

from ai.bots.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import (
    PYRAMID,
    STOCK,
    SilentThinker,
    TableApp,
    at,
    dealt,
    end_turn,
    new_game,
    play,
    run,
    sentences,
)
from vok_tui.messages import LeaveTable, ShowCard
from vok_tui.painting.grid import Target
from vok_tui.settings import config


def test_the_key_of_a_card_lists_what_can_be_done_with_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await pilot.pause()
        assert "a Execute Shabti" in text(app)
        assert "t Entomb Shabti" in text(app)

    run(dealt(), test)


@pytest.mark.parametrize("key", ["z", "2"])
def test_the_same_key_again_lets_the_card_go(key: str):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert app.table.pointing.pointer.selected is not None
        await pilot.press(key)
        await pilot.pause()
        assert app.table.pointing.pointer.selected is None
        assert sentences(app) == []

    run(dealt(), test)


def test_a_card_of_the_discard_pile_that_is_asked_for_is_not_marked_in_the_hand():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Entomb Urn" in text(app)
        assert " 2 Urn" in text(app)
        assert "•2" not in text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "Space Close" in text(app), "what the answer is about can be read all the same"

    session = dealt("Book of the Heavens, Shabti, Urn", discard="2 Urn, 2 Shabti, Boat")
    play(session, "execute Book of the Heavens")
    run(session, test)


def test_the_letter_of_an_answer_gives_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        assert sentences(app) == ["You entomb Urn."]

    run(dealt(), test)


def test_the_cursor_goes_with_the_arrows_and_enter_chooses():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "▸2 Urn" in text(app)

    run(dealt(), test)


def test_tab_goes_from_part_to_part_and_back():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        seen = []
        for key in ("tab", "tab", "tab", "tab", "shift+tab"):
            await pilot.press(key)
            cursor = app.table.pointing.pointer.cursor
            assert cursor is not None
            seen.append(cursor.area)
        assert seen == ["answer", "set", "seat", "slot", "seat"]

    run(dealt(), test)


def test_every_spot_can_be_reached_with_the_arrows():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        wanted = {thing for thing in app.table.surface.grid.targets if thing.area != "key"}
        reached: set[Target] = set()
        edge = [app.table.pointing.pointer.cursor]
        while edge:
            thing = edge.pop()
            assert thing is not None
            if thing not in reached:
                reached.add(thing)
                for direction in ("up", "down", "left", "right"):
                    app.table.pointing.move_cursor(thing)
                    app.table.action_move_cursor(direction)
                    edge.append(app.table.pointing.pointer.cursor)
        assert reached == wanted

    run(dealt(), test)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("x", "Statue of Thoth costs 7, you can lay out 6"),
        ("e", "only the base can be bought"),
        ("4", "no action: a reaction: it answers what opponents do"),
    ],
)
def test_a_card_says_why_not(key: str, why: str):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert why not in text(app)
        await pilot.press(key)
        await pilot.pause()
        assert why in text(app)
        assert sentences(app) == []

    run(dealt(), test)


def test_the_last_line_names_only_keys_that_do_something():
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


def test_a_key_that_was_moved_is_shown_and_works_and_the_answer_that_had_it_gives_it_up():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        app.set_keymap(dict(config.parse('[keys]\nhand_1 = "t"\nundo = "f4"').keys))
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


def test_a_swap_is_chosen_by_one_of_its_cards():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.session, "execute Shabti")
        app.table.show_and_continue()
        await pilot.press("e")
        await pilot.pause()
        answers = [answer.text for answer in app.table.pointing.answers]
        assert len(answers) == 6
        assert all("Censer" in answer for answer in answers)

    run(dealt(), test)


def test_long_lists_follow_the_cursor():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.session, "execute Shabti")
        app.table.show_and_continue()
        await pilot.pause()
        last = app.table.pointing.answers[-1].text
        assert last not in text(app)
        await pilot.press(*["down"] * (len(app.table.pointing.answers) - 1))
        await pilot.pause()
        assert last in text(app)

    run(dealt(), test)


def test_no_card_can_be_chosen_while_an_opponent_is_asked():
    session = dealt()
    end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = session.node
        await pilot.press("1", "1", "enter", "z", "z", "b", "n", "a", "t", "y", "o", "space", "slash", "A")
        assert app.table.pointing.pointer.selected is None
        await pilot.pause()
        assert session.node == before

    run(session, test)


def test_between_two_people_no_hand_can_be_seen_or_chosen():
    session = at(table(hands=("Boat", "Censer, Urn"), pyramid=PYRAMID, stock=STOCK, active=1), HUMAN, HUMAN)
    session.viewer = 0

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "space", "l", "escape", "escape")
        await pilot.pause()
        hand = "\n".join(text(app).splitlines()[10:])
        assert "Boat" not in hand
        assert "Censer" not in hand
        await pilot.press("enter")
        await pilot.pause()
        assert "Censer" in "\n".join(text(app).splitlines()[10:])
        assert session.viewer == 1

    run(session, test)


def test_a_step_of_the_cursor_touches_little_of_the_screen():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        before = app.table.surface.grid
        await pilot.press("right")
        await pilot.pause()
        changed = sum(rect.width for rect in app.table.surface.grid.changed_rects(before))
        assert 0 < changed <= 300, "two cards, and the text of the one under the cursor"

    run(new_game(HUMAN, SHABTI, thinker=SilentThinker()), test)


def test_the_real_cursor_stands_at_the_active_card():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("down")
        await pilot.pause()
        rect = app.table.surface.grid.targets[Target("hand", 1)]
        assert app.cursor_position == (rect.x, rect.y)

    run(dealt(), test)


def test_the_way_out_and_to_all_cards_is_told_to_the_app():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", "k", "m")
        await pilot.pause()
        card, leave = app.messages
        assert isinstance(card, ShowCard)
        assert card.card_name == "Censer"
        assert isinstance(leave, LeaveTable)

    run(dealt(), test)


def test_names_are_shown_as_they_are():
    session = dealt()
    session.names = ("[bold red]Ann[/]", "[b]墓の谷[/b]")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "[b]墓の谷" in text(app)

    run(session, test)
