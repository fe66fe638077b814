"""The question pane: no text is cut while lines are free."""

import pytest

from engine.core.action import Action
from engine.valley.editions import AFTERLIFE, BASE, shipped_catalogue
from vok_tui.painting.grid import Brush, Grid, Rect
from vok_tui.painting.signs import UNICODE_SIGNS
from vok_tui.panes.question import paint_question
from vok_tui.panes.scene import Answer, Scene, TargetHint

WIDTH, HEIGHT = 56, 8  # at 80x24
LONG = "Offering Chapel: Which card of your discard pile do you entomb, or do you leave all of them where they lie until the end"


def pane_text(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> str:
    """The text of the pane, with its lines joined."""
    grid = Grid(width, height)
    paint_question(Brush(grid, Rect(0, 0, width, height)), scene)
    rows = ["".join([char for char, _ in row]).replace("─", " ") for row in grid.rows]
    return " ".join(" ".join(rows).split())


def answers(count: int) -> tuple[Answer, ...]:
    return tuple([Answer(f"Answer {i}", Action("pass", ())) for i in range(count)])


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_card_text_is_complete_where_the_answers_leave_space(count: int):
    for card in shipped_catalogue(BASE, AFTERLIFE).cards:
        card_text, obstacle = f"{card.name}: {card.text}", "no action: nothing lies in your discard pile"
        shown = pane_text(Scene(None, (), UNICODE_SIGNS, "Act?", answers(count), hint=TargetHint(card_text, obstacle)))
        assert card_text in shown
        assert obstacle in shown


def test_a_long_question_takes_several_lines():
    shown = pane_text(Scene(None, (), UNICODE_SIGNS, LONG, answers(3)))
    assert LONG in shown
    assert "Answer 2" in shown


def test_texts_that_do_not_fit_end_with_an_ellipsis():
    shown = pane_text(Scene(None, (), UNICODE_SIGNS, LONG * 9, answers(3), hint=TargetHint("word " * 99)))
    assert shown.count("…") == 2
    assert "Answer 0" in shown
    assert UNICODE_SIGNS.down in shown


@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("height", [HEIGHT, HEIGHT - 1])
def test_the_card_text_is_complete_beside_a_tip(count: int, height: int):
    card_text = (
        "Offering Table: Reaction: when an opponent's action would make you lose cards, show this card and lose none."
    )
    shown = pane_text(
        Scene(None, (), UNICODE_SIGNS, "Act?", answers(count), hint=TargetHint(card_text), tip="Tip: act."),
        height=height,
    )
    assert card_text in shown
    assert ("Tip: act." in shown) == (height == HEIGHT), "a low pane leaves the tip out"
    assert all(answer.text in shown for answer in answers(count))


def test_answers_that_are_cut_show_where_they_differ():
    start = "Repeat the action of the card that lies in the middle of the pyramid, the"
    listed = tuple([Answer(f"{start} {name}", Action("pass", ())) for name in ("Urn", "Boat")])
    shown = pane_text(Scene(None, (), UNICODE_SIGNS, "Act?", listed))
    assert "… Urn" in shown
    assert "… Boat" in shown
