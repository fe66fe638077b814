"""Answering: which keys give an answer at once, which never do, and how answers are worded."""

import pytest
from textual.pilot import Pilot

from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.engine.valley.walks import walk
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import NAMES, TableApp, at, dealt, play, run, sentences
from vok_tui.boards.valley.board import ValleyBoard
from vok_tui.game.story import Choice
from vok_tui.panes.grid import Target


def test_two_cards_of_the_pyramid_one_after_the_other_are_swapped():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "a", "s")
        await pilot.pause()
        assert "Swap or sacrifice Tyet Amulet?" in text(app)
        await pilot.press("d")
        await pilot.pause()
        assert sentences(app)[-1] == "You swap Statue of Anubis and Tyet Amulet."

    run(dealt(), test)


def test_a_question_that_is_too_long_for_a_line_is_wrapped():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "a")
        await pilot.pause()
        lines = [line[:56] for line in text(app).splitlines()]
        at = next(y for y, line in enumerate(lines) if "Shabti: Swap two cards" in line)
        shown = " ".join(line.strip(" ─") for line in lines[at : at + 2])
        assert shown.startswith("Shabti: Swap two cards of the pyramid, or sacrifice one")

    run(dealt(), test)


def test_the_key_of_a_card_is_enough_where_just_such_a_card_is_asked_for():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "x", "d")
        await pilot.pause()
        assert sentences(app)[-1] == "You let Statue of Anubis fall."

    run(dealt("4 Box of Food"), test)


def test_a_purchase_with_one_payment_is_confirmed_and_tells_how():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await pilot.pause()
        assert sentences(app) == []
        assert "x or Enter gives ▸" in text(app)

    run(dealt("4 Box of Food"), test)


def test_an_answer_out_of_sight_is_not_given_by_its_letter():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.session, "execute Shabti")
        app.table.show_position()
        await pilot.pause()
        before, shown = app.session.node, app.table.surface.grid.targets
        hidden = [a.key for i, a in enumerate(app.table.pointing.answers) if Target("answer", i) not in shown]
        assert any(hidden)
        await pilot.press(*filter(None, hidden))
        await pilot.pause()
        assert app.session.node == before

    run(dealt(), test)


def test_the_letter_just_pressed_answers_nothing_in_the_question_that_follows():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "a", "a")
        await pilot.pause()
        assert sentences(app) == ["You execute Shabti."]
        letter = app.table.pointing.answers[0].key
        await pilot.press(letter, letter)
        await pilot.pause()
        assert len(sentences(app)) == 2

    run(dealt(), test)


def test_payments_are_told_apart_where_there_is_little_room():
    hand = "Book of the Heavens, Hapy Canopic Jar, Book of Traversing Eternity, Statue of Bastet, Shabti, Urn"

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await pilot.pause()
        shown = [line[4:44].split("  ")[0] for line in text(app).splitlines() if " Pay " in line]
        assert len(shown) > 3
        assert len(set(shown)) == len(shown)
        assert not any("…" in line for line in shown)
        assert any("Heavens" in line and "Hapy" in line for line in shown)

    run(dealt(hand), test)


def test_where_there_is_little_room_what_the_question_says_goes_before_a_name_is_shortened():
    pyramid = "Book of Traversing Eternity, Tyet Amulet, Boat / Censer, Urn / Shabti"
    session = at(table(hands=("Urn, Shabti", "Urn"), pyramid=pyramid, stock="2 Book of Gates", deck=("9 Urn", "9 Urn")))
    play(session, "end turn")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = text(app)
        assert "Sacrifice Book of Traversing Eternity\n" in shown
        assert "Sacrifice Tyet Amulet\n" in shown

    run(session, test)


def test_the_letters_of_a_question_stay_as_they_are_whatever_else_is_pressed():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "b")
        await pilot.pause()
        assert sentences(app)[-1].startswith("You buy Statue of Thoth")
        letters = [answer.key for answer in app.table.pointing.answers]
        assert len(letters) == 2
        await pilot.press("z")
        await pilot.pause()
        assert [answer.key for answer in app.table.pointing.answers] == letters

    run(dealt("4 Box of Food"), test)


def test_an_answer_that_entombs_tells_what_it_brings():
    hand = "Shabti, Statue of Isis, Statue of Thoth, Mummified Cat"
    session = at(
        table(
            hands=(hand, "Urn"), tomb=("Statue of Isis, Statue of Horus", ""), pyramid="Boat, Urn, Urn / Urn, Urn / Urn"
        )
    )
    gains = {"Shabti": "+1 VP", "Statue of Isis": "+0 VP", "Statue of Thoth": "+5 VP", "Mummified Cat": "+2 VP"}

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for i, card in enumerate(app.session.view().mine.hand):
            await pilot.press(str(i + 1))
            await pilot.pause()
            (line,) = [line for line in text(app).splitlines() if f"Entomb {card.face.name}" in line]
            assert gains.pop(card.face.name) in line
        assert not gains

    run(session, test)


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("mixed", 4), ("solitaire", 1)])
def test_what_an_answer_is_said_to_bring_it_brings(edition: str, players: int):
    told = 0
    for s in walk(players, 1, edition):
        who = int(s.mover)
        actions = [VALLEY.action(s, move) for move in s.legal_moves()]
        entombing = [Choice(action, VALLEY.say(s, action)) for action in actions if action.verb == "entomb"]
        board, view = ValleyBoard("", dict(enumerate(s.catalogue.cards))), VALLEY.view(s, who)
        for choice in entombing:
            (answer,) = board.answers(view, [choice], None, NAMES)
            after = s.copy()
            after.apply(VALLEY.move(s, choice.action))
            assert answer.note == f"+{VALLEY.scores(after)[who] - VALLEY.scores(s)[who]} VP"
            told += 1
    assert told
