"""Pointing at cards and choosing them: by key, by cursor and by mouse, all three the same."""

import pytest
from textual.pilot import Pilot

from ai.bots import SHABTI
from engine.core.rules import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import Silent, Table, at, click, end_turn, new_game, play, run
from vok_tui.messages import LeaveTable, ShowCard
from vok_tui.panes.grid import Thing
from vok_tui.session import Session

PYRAMID = "Statue of Isis, Statue of Thoth, Boat / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine"
HAND = "Box of Food, Mummified Cat, Shabti, Urn"  # as it lies: Shabti, Urn, Box of Food, Mummified Cat


def game(hand: str = HAND, **zones: str) -> Session:
    return at(table(hands=(hand, "Urn"), pyramid=PYRAMID, stock=STOCK, deck="3 Urn", **zones))


def played(app: Table) -> list[str]:
    """The sentences of the chronicle."""
    return [told.text for turn in app.session.chronicle() for told in turn.told]


def test_the_key_of_a_card_lists_what_can_be_done_with_it():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await pilot.pause()
        assert "a Execute Shabti" in text(app)
        assert "t Entomb Shabti" in text(app)

    run(game(), test)


def test_a_purchase_proposes_the_payment_that_loses_least_and_takes_starters_first():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        payments = [line[4:55].split("  ")[0] for line in text(app).splitlines() if " Pay " in line]
        assert payments == [
            "Pay Box of Food, Shabti, Urn",
            "Pay Box of Food, Mummified Cat",
            "Pay Mummified Cat, Shabti, Urn",
        ]

    run(game(), test)


def test_the_same_key_twice_gives_the_first_answer():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("z", "z")
        await pilot.pause()
        assert played(app) == ["You buy Statue of Isis with Box of Food, Shabti and Urn."]

    run(game(), test)


def test_another_payment_is_taken_with_the_arrows():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("z", "down", "enter")
        await pilot.pause()
        assert played(app) == ["You buy Statue of Isis with Box of Food and Mummified Cat."]

    run(game(), test)


def test_the_cards_that_a_payment_lays_out_are_marked():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        assert "◇1 Shabti" in text(app)
        assert "◇4" not in text(app)
        await pilot.press("down")
        await pilot.pause()
        assert "◇1 Shabti" not in text(app)
        assert "◇4 Mummified" in text(app)

    run(game(), test)


def test_the_letter_of_an_answer_gives_it():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        assert played(app) == ["You entomb Urn."]

    run(game(), test)


def test_the_cursor_goes_with_the_arrows_and_enter_chooses():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "▸2 Urn" in text(app)

    run(game(), test)


def test_tab_goes_from_part_to_part_and_back():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        seen = []
        for key in ("tab", "tab", "tab", "tab", "shift+tab"):
            await pilot.press(key)
            cursor = app.table.pointing.pointer.cursor
            assert cursor is not None
            seen.append(cursor.where)
        assert seen == ["answer", "set", "seat", "slot", "seat"]

    run(game(), test)


def test_every_spot_can_be_reached_with_the_arrows():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        wanted = {thing for thing in app.table.surface.grid.spots if thing.where != "key"}
        reached: set[Thing] = set()
        edge = [app.table.pointing.pointer.cursor]
        while edge:
            thing = edge.pop()
            assert thing is not None
            if thing not in reached:
                reached.add(thing)
                for direction in ("up", "down", "left", "right"):
                    app.table.pointing.point(thing)
                    app.table.action_move(direction)
                    edge.append(app.table.pointing.pointer.cursor)
        assert reached == wanted

    run(game(), test)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("x", "costs 7, you can lay out 6"),
        ("e", "only the base can be bought"),
        ("4", "no action: a reaction: it answers what opponents do"),
    ],
)
def test_a_card_says_why_not(key: str, why: str):
    async def test(app: Table, pilot: Pilot[None]) -> None:
        assert why not in text(app)
        await pilot.press(key)
        await pilot.pause()
        if key == "4":  # it can be entombed all the same, so it is chosen; the cursor says why it cannot act
            await pilot.press("escape")
            await pilot.pause()
        assert why in text(app)
        assert played(app) == []

    run(game(), test)


def test_a_card_is_read_in_full_without_leaving_the_move():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("x", "space")
        await pilot.pause()
        shown = " ".join(line[57:].strip() for line in text(app).splitlines())
        for part in (
            "Statue of Thoth", "Statues, a set of 7, level III", "gold 3, cost 7, 2 copies",
            "For the rest of the turn every card in your hand has a gold value of 4.", "Reconstructed: level, gold, cost",
        ):  # fmt: skip
            assert part in shown
        await pilot.press("c")
        await pilot.pause()
        assert "◆c Boat" in text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "Reconstructed" not in text(app)
        assert "◆c Boat" in text(app)

    run(game(), test)


def test_a_set_is_read_kind_by_kind():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab", "space")
        await pilot.pause()
        assert "page 1 of 4" in text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "Outer Sarcophagus" in text(app)
        assert "page 2 of 4" in text(app)

    run(game(), test)


def test_the_chronicle_opens_over_the_cards_and_scrolls_no_further_than_its_beginning():
    session = new_game(HUMAN, SHABTI, thinker=Silent())
    for _ in range(12):
        end_turn(session)

    async def test(app: Table, pilot: Pilot[None]) -> None:
        first = " 1 Ann"
        assert first not in text(app)
        await pilot.press("l", *["pageup"] * 20)
        await pilot.pause()
        assert text(app).splitlines()[2].startswith(" " + first)
        await pilot.press("down")
        await pilot.pause()
        assert first not in "\n".join(text(app).splitlines()[:4])
        await pilot.press("escape")
        await pilot.pause()
        assert "Your hand" in text(app)

    run(session, test)


def test_a_click_chooses_and_a_click_on_an_answer_gives_it():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await click(app, pilot, Thing("hand", 1))
        await pilot.pause()
        assert "◆2 Urn" in text(app)
        await click(app, pilot, Thing("answer", 1))
        await pilot.pause()
        assert played(app) == ["You entomb Urn."]

    run(game(), test)


def test_the_right_button_reads():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await click(app, pilot, Thing("slot", 5), button=3)
        await pilot.pause()
        assert "costs 2 less" in " ".join(line[57:].strip() for line in text(app).splitlines())
        await click(app, pilot, Thing("slot", 5), button=3)
        await pilot.pause()
        assert "Reconstructed" not in text(app)

    run(game(), test)


def test_the_last_line_can_be_clicked():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("2", "t")
        await pilot.pause()
        labels = [label for _, label, _ in app.table._footer()]
        await click(app, pilot, Thing("key", labels.index("Undo")))
        await pilot.pause()
        assert app.session.node == 0

    run(game(), test)


def test_the_last_line_names_only_keys_that_do_something():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        assert "Undo" not in text(app)
        assert "Back" not in text(app)
        await pilot.press("2", "t")
        await pilot.pause()
        assert "u Undo" in text(app)
        assert "Redo" not in text(app)
        await pilot.press("u")
        await pilot.pause()
        assert "r Redo" in text(app)

    run(game(), test)


def test_a_key_that_was_moved_is_shown_and_works_and_no_answer_takes_it():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        app.set_keymap({"hand_1": "t", "undo": "f1"})
        app.table.on_screen_resume()
        await pilot.press("t")
        await pilot.pause()
        assert "◆t Shabti" in text(app)
        assert "b Entomb Shabti" in text(app)

    run(game(), test)


def test_a_swap_is_chosen_by_one_of_its_cards():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        play(app.session, "execute Shabti")
        app.table.arrive()
        await pilot.press("e")
        await pilot.pause()
        answers = [answer.text for answer in app.table.pointing.answers]
        assert len(answers) == 6
        assert all("Censer" in answer for answer in answers)

    run(game(), test)


def test_long_lists_follow_the_cursor():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        play(app.session, "execute Shabti")
        app.table.arrive()
        await pilot.pause()
        last = app.table.pointing.answers[-1].text
        assert last not in text(app)
        await pilot.press(*["down"] * (len(app.table.pointing.answers) - 1))
        await pilot.pause()
        assert last in text(app)

    run(game(), test)


def test_no_card_can_be_chosen_while_an_opponent_is_asked():
    session = game()
    end_turn(session)

    async def test(app: Table, pilot: Pilot[None]) -> None:
        before = session.node
        await pilot.press("1", "1", "enter", "z", "z", "n", "a", "t")
        await pilot.pause()
        assert session.node == before

    run(session, test)


def test_between_two_people_no_hand_can_be_seen_or_chosen():
    session = at(table(hands=("Boat", "Censer, Urn"), pyramid=PYRAMID, stock=STOCK, active=1), HUMAN, HUMAN)
    session.viewer = 0

    async def test(app: Table, pilot: Pilot[None]) -> None:
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
    async def test(app: Table, pilot: Pilot[None]) -> None:
        before = app.table.surface.grid
        await pilot.press("right")
        await pilot.pause()
        assert 0 < sum(rect.width for rect in app.table.surface.grid.changes(before)) <= 200

    run(new_game(HUMAN, SHABTI, thinker=Silent()), test)


def test_the_real_cursor_stands_at_the_active_card():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("down")
        await pilot.pause()
        rect = app.table.surface.grid.spots[Thing("hand", 1)]
        assert app.cursor_position == (rect.x, rect.y)

    run(game(), test)


def test_the_way_out_and_to_all_cards_is_told_to_the_app():
    async def test(app: Table, pilot: Pilot[None]) -> None:
        await pilot.press("e", "k", "m")
        await pilot.pause()
        card, leave = app.heard
        assert isinstance(card, ShowCard)
        assert card.name_of_card == "Censer"
        assert isinstance(leave, LeaveTable)

    run(game(), test)


def test_names_are_shown_as_they_are():
    session = game()
    session.names = ("[bold red]Ann[/]", "[b]墓の谷[/b]")

    async def test(app: Table, pilot: Pilot[None]) -> None:
        assert "[b]墓の谷" in text(app)

    run(session, test)
