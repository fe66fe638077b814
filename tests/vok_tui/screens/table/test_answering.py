"""Answering: the keys of answers, and the texts and notes of answers."""

import pytest
from textual.pilot import Pilot

from engine.core.game import HUMAN, NOBODY
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.table import LATER_FULL, act, afterlife, table
from tests.engine.valley.walks import walk
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    NAMES,
    PYRAMID,
    STOCK,
    TableApp,
    dealt,
    play,
    run,
    sentences,
    sitting_at,
)
from vok_tui.boards.valley.board import ValleyBoard
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target


def test_choosing_two_pyramid_cards_swaps_them():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "a", "s")
        await pilot.pause()
        assert "Swap or sacrifice Tyet Amulet?" in text(app)
        await pilot.press("d")
        await pilot.pause()
        assert sentences(app)[-1] == "You swap Statue of Anubis and Tyet Amulet."

    run(dealt(), test)


@pytest.mark.parametrize("verb", ["raze", "swap"])
def test_every_answer_about_the_pyramid_shows_the_keys_that_give_it(verb: str):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "a")
        await pilot.pause()
        answers = app.table._build_scene().answers
        assert all(answer.key for answer in answers)
        answer = [answer for answer in answers if answer.action and answer.action.verb == verb][2]
        await pilot.press(*answer.key.lower().split())
        await pilot.pause()
        log = app.sitting.match.log
        assert log.actions[log.head] == answer.action

    run(dealt(), test)


def test_a_question_that_is_too_long_for_a_line_is_wrapped():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "a")
        await pilot.pause()
        lines = [line[:56] for line in text(app).splitlines()]
        first_line = next(y for y, line in enumerate(lines) if "Shabti: Swap two cards" in line)
        shown = " ".join(line.strip(" ─") for line in lines[first_line : first_line + 2])
        assert shown.startswith("Shabti: Swap two cards of the pyramid, or sacrifice one")

    run(dealt(), test)


def test_the_key_of_a_card_answers_a_question_for_such_a_card():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "b", "d")
        await pilot.pause()
        assert sentences(app)[-1] == "You let Statue of Anubis fall, then Censer."

    run(dealt("4 Box of Food"), test)


def test_a_purchase_with_one_payment_waits_for_enter():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await pilot.pause()
        assert sentences(app) == []
        assert "Enter Buy" in text(app)

    run(dealt("4 Box of Food"), test)


def test_answers_have_no_keys_by_their_place_in_the_list():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.sitting, "execute Shabti")
        app.table.show_and_continue()
        await pilot.pause()
        before = app.sitting.node
        await pilot.press(*"bfghijmovwynatp")
        await pilot.pause()
        assert app.sitting.node == before
        assert {answer.key for answer in app.table._build_scene().answers} >= {"z s", "d e"}, (
            "the keys are those of the cards"
        )

    run(dealt(), test)


def test_typing_narrows_the_list_of_answers_and_enter_chooses():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        play(app.sitting, "execute Shabti")
        app.table.show_and_continue()
        await pilot.press("slash", *"swap isis thx")
        await pilot.pause()
        footer = text(app).splitlines()[-1]
        assert "letters Narrow" in footer
        assert "Esc Back" in footer
        assert "Undo" not in footer, "this key would be typed"
        assert app.table.pointing.listed_answers == ()
        await pilot.press("backspace")
        await pilot.pause()
        assert [answer.text for answer in app.table.pointing.listed_answers] == [
            "Swap Statue of Isis and Statue of Thoth"
        ]
        assert "/swap isis th_" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.table.pointing.listed_answers) > 10
        await pilot.press("slash", *"sacrifice", "down", "enter")
        await pilot.pause()
        assert "sacrifice Statue of Thoth" in sentences(app)[-1]

    run(dealt(), test)


@pytest.mark.parametrize(
    ("key", "sentence"), [("y", "Mummified Cat snatches"), ("o", ""), ("2", "Mummified Cat snatches")]
)
def test_yes_and_no_have_fixed_keys(key: str, sentence: str):
    hands = ("Shabti, Urn, Statue of Anubis", "Mummified Cat, Urn")
    sitting = sitting_at(table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("3 Urn", "3 Urn")), HUMAN, HUMAN)
    play(sitting, "execute Statue of Anubis", "sacrifice Shabti")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        sentences_before = sentences(app)
        assert [answer.key for answer in app.table._build_scene().answers] == ["y", "o"]
        await pilot.press("n", "n")
        await pilot.pause()
        assert sentences(app) == sentences_before, "n does not mean no"
        await pilot.press(key)
        await pilot.pause()
        assert sentence in " ".join(sentences(app)[len(sentences_before) :])
        assert app.sitting.node > 2, "it was answered"

    run(sitting, test)


def test_hand_cards_keep_their_numbers_and_new_ones_come_last():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        def numbers() -> list[tuple[str, str]]:
            scene = app.table._build_scene()
            hand = scene.view.mine.hand
            return [(scene.target_keys[Target("hand", i)], card.face.name) for i, card in enumerate(hand)]

        assert numbers() == [("1", "Shabti"), ("2", "Urn"), ("3", "Box of Food"), ("4", "Mummified Cat")]
        await pilot.press("2", "t")
        await pilot.pause()
        assert numbers() == [("1", "Shabti"), ("3", "Box of Food"), ("4", "Mummified Cat")]
        await pilot.press("3", "a")
        await pilot.pause()
        assert numbers() == [("1", "Shabti"), ("4", "Mummified Cat"), ("5", "Urn")]
        assert "4 Mummified" in text(app)
        await pilot.press("u", "u")
        await pilot.pause()
        assert numbers()[1] == ("2", "Urn"), "undo restores the numbers too"
        await pilot.press("r", "r")
        await pilot.pause()
        assert numbers()[-1] == ("5", "Urn")

    run(dealt(), test)


def test_opponents_have_keys_where_one_has_to_be_chosen():
    s = afterlife(pyramid=LATER_FULL, hands=("Brain Hook", "Urn", "Axe"))
    act(s, "execute Brain Hook")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "•A Nefertari" in text(app)
        assert "•B Senmut" in text(app)
        await pilot.press("B")
        await pilot.pause()
        assert "Senmut" in sentences(app)[-1] or app.sitting.node == 1

    run(sitting_at(s), test)


def test_payments_differ_in_a_narrow_list():
    hand = "Book of the Heavens, Hapy Canopic Jar, Book of Traversing Eternity, Statue of Bastet, Shabti, Urn"

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "slash")
        await pilot.pause()
        shown = [line[4:44].split("  ")[0] for line in text(app).splitlines() if " Pay " in line]
        assert len(shown) > 3
        assert len(set(shown)) == len(shown)
        assert not any("…" in line for line in shown)
        assert any("Heavens" in line and "Hapy" in line for line in shown)

    run(dealt(hand), test)


def test_a_narrow_answer_drops_words_of_the_question_before_it_cuts_names():
    pyramid = "Book of Traversing Eternity, Tyet Amulet, Boat / Censer, Urn / Shabti"
    sitting = sitting_at(
        table(hands=("Urn, Shabti", "Urn"), pyramid=pyramid, stock="2 Book of Gates", deck=("9 Urn", "9 Urn"))
    )
    play(sitting, "end turn")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = [line[:56].strip() for line in text(app).splitlines()]
        assert "x Sacrifice Tyet Amulet" in shown
        assert any(line.endswith("Sacrifice Book of Traversing Eternity") for line in shown)

    run(sitting, test)


def test_other_keys_do_not_change_the_letters_of_answers():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "b")
        await pilot.pause()
        assert sentences(app)[-1].startswith("You buy Statue of Thoth")
        letters = [answer.key for answer in app.table.pointing.listed_answers]
        assert len(letters) == 2
        await pilot.press("z")
        await pilot.pause()
        assert [answer.key for answer in app.table.pointing.listed_answers] == letters

    run(dealt("4 Box of Food"), test)


def test_an_answer_that_entombs_shows_its_points():
    hand = "Shabti, Statue of Isis, Statue of Thoth, Mummified Cat"
    sitting = sitting_at(
        table(
            hands=(hand, "Urn"), tomb=("Statue of Isis, Statue of Horus", ""), pyramid="Boat, Urn, Urn / Urn, Urn / Urn"
        )
    )
    gains = {
        "Shabti": "+1 point",
        "Statue of Isis": "+0 points",
        "Statue of Thoth": "+5 points",
        "Mummified Cat": "+2 points",
    }

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for i, card in enumerate(app.sitting.view().mine.hand):
            await pilot.press(str(i + 1))
            await pilot.pause()
            (line,) = [line for line in text(app).splitlines() if f"Entomb {card.face.name}" in line]
            assert gains.pop(card.face.name) in line
        assert not gains

    run(sitting, test)


@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("afterlife", 3), ("mixed", 4), ("solitaire", 1)])
def test_the_points_in_the_note_of_an_answer_are_correct(edition: str, players: int):
    verbs_with_points = set()
    for s in walk(players, 1, edition):
        if s.mover == NOBODY:
            break
        mover = int(s.mover)
        board, view = ValleyBoard("", dict(enumerate(s.catalogue.cards))), VALLEY.view(s, mover)
        for move in s.legal_moves()[:40:3]:
            action = VALLEY.action(s, move)
            (answer,) = board.answers(view, [Choice(action, VALLEY.say(s, action))], None, NAMES)
            after = s.copy()
            after.apply(move)
            change = VALLEY.scores(after)[mover] - VALLEY.scores(s)[mover]
            min_points, max_points = points_in_note(answer.note)
            assert min_points <= change <= max_points, answer
            if min_points or max_points:
                verbs_with_points.add(action.verb)
    assert "entomb" in verbs_with_points


def points_in_note(note: str) -> tuple[int, int]:
    """The minimum and maximum points that the note of an answer names."""
    points = [int(word) for word in note.split(" point", maxsplit=1)[0].split(" to ")] if "point" in note else [0]
    return points[0], points[-1]


def test_answers_that_change_the_tomb_indirectly_show_their_points():
    s = afterlife(
        hands=("Brooch, Necklace, Bow, Urn", "Urn"), pyramid=LATER_FULL, tomb=("2 Axe, Serdab", ""), deck="Ring, Sling"
    )
    assert notes(s)["Execute Necklace"] == "+1 to +3 points"
    act(s, "execute Brooch")
    assert {text: note for text, note in notes(s).items() if "Axe" in text or "Sling" in text} == {
        "Take Axe": "+0 points",
        "Take Sling": "+3 points",
    }
    act(s, "take Banquet", "let Dagger fall")
    assert notes(s) == {"Sacrifice Axe": "-0 points", "Sacrifice Banquet": "-1 point", "Sacrifice Serdab": "-1 point"}


def notes(s: ValleyState) -> dict[str, str]:
    """The notes of all answers, by their texts."""
    board = ValleyBoard("", dict(enumerate(s.catalogue.cards)))
    choices = [Choice(action, VALLEY.say(s, action)) for action in [VALLEY.action(s, move) for move in s.legal_moves()]]
    view = VALLEY.view(s, int(s.mover))
    return {answer.text: answer.note for choice in choices for answer in board.answers(view, [choice], None, NAMES)}
