"""Paying: cards are laid out and taken back by key, cursor and mouse, and only a legal payment is accepted."""

from itertools import combinations

import pytest
from textual.pilot import Pilot

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.table import act, table
from tests.engine.valley.walks import walk
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    NAMES,
    PYRAMID,
    STOCK,
    TableApp,
    click,
    dealt,
    run,
    sentences,
    sitting_at,
)
from vok_tui.boards.valley.board import ValleyBoard
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target

HAND = "Box of Food, Mummified Cat, Shabti, Urn"  # sorted, with gold: Shabti 1, Urn 1, Box of Food 2, Mummified Cat 2


def marks(app: TableApp) -> str:
    """The marks before the cards of the hand."""
    rects, rows = app.table.surface.grid.targets, app.table.surface.grid.rows
    hand = [target for target in rects if target.area == "hand"]
    return "".join(rows[rects[target].y][rects[target].x][0] for target in sorted(hand, key=lambda t: t.index))


def test_choosing_a_card_lays_out_its_best_payment_and_enter_buys():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        assert marks(app) == "◇◇◆◆"
        shown = text(app)
        assert "●●●●  4 of 4 gold, nothing lost" in shown
        assert "Shabti and Urn stay in your hand." in shown
        assert "Mummified Cat   ★ pays 2" in shown
        assert sentences(app) == []
        await pilot.press("enter")
        await pilot.pause()
        assert sentences(app)[:1] == ["You buy Statue of Isis with Box of Food and Mummified Cat."]
        assert len(app.sitting.match.log) == 2, "it is one action"

    run(dealt(HAND), test)


def test_equal_cards_that_stay_are_counted_in_words():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        await pilot.pause()
        assert "Two Urns and Shabti stay in your hand." in text(app) or "Shabti and two Urns stay in" in text(app)

    run(dealt("Box of Food, Mummified Cat, Shabti, Urn, Urn"), test)


def test_keys_lay_out_and_take_back_cards_and_too_little_gold_is_refused():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z", "3")
        await pilot.pause()
        assert marks(app) == "◇◇◇◆"
        assert "●●○○  2 of 4 gold, 2 short" in text(app)
        assert "Enter" not in text(app), "a key that does nothing now is not shown"
        for key in ("enter", "b"):
            await pilot.press(key)
            await pilot.pause()
            assert "2 gold short: lay out more cards." in text(app)
            assert sentences(app) == []
            assert marks(app) == "◇◇◇◆"
        await pilot.press("1", "2", "b")
        await pilot.pause()
        assert sentences(app)[:1] == ["You buy Statue of Isis with Mummified Cat, Shabti and Urn."]

    run(dealt(HAND), test)


def test_an_unneeded_card_is_named_and_nothing_is_bought():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z", "1", "enter")
        await pilot.pause()
        assert "●●●●×  5 of 4 gold: take Shabti back (1)" in text(app)
        assert text(app).count("5 of 4 gold") == 1
        assert "Too many cards are laid out." in text(app)
        assert sentences(app) == []
        await pilot.press("escape", "c", "p")
        await pilot.pause()
        assert "1 lost" in text(app) or "nothing lost" in text(app)

    run(dealt(HAND), test)


def test_the_payment_key_cycles_through_payments_from_the_best():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z")
        payments = []
        for _ in range(4):
            await pilot.pause()
            payments.append(marks(app))
            await pilot.press("p")
        assert payments == ["◇◇◆◆", "◆◆◇◆", "◆◆◆◇", "◇◇◆◆"], "least gold, then the fewest actions, then starters"

    run(dealt(HAND), test)


def test_all_payments_can_be_listed_and_one_is_chosen_from_the_list():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z", "slash")
        await pilot.pause()
        assert len(app.table.pointing.listed_answers) == 3
        await pilot.press(*"shabti", "down")
        await pilot.pause()
        assert "Pay Box of Food, Shabti, Urn" in text(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "4 of 4 gold" in text(app)
        assert len(app.table.pointing.listed_answers) == 1
        await pilot.press("slash", *"shabti", "down", "enter")
        await pilot.pause()
        assert sentences(app)[:1] == ["You buy Statue of Isis with Box of Food, Shabti and Urn."]

    run(dealt(HAND), test)


@pytest.mark.parametrize("size", [(80, 24), LARGE])
def test_cards_can_be_paid_with_the_mouse(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, Target("slot", 0))
        for place in (2, 0, 1):
            await click(app, pilot, Target("hand", place))
        await pilot.pause()
        assert marks(app) == "◆◆◇◆"
        keys = app.table._build_scene().footer
        await click(app, pilot, Target("key", next(i for i, hint in enumerate(keys) if hint.id == "other_payment")))
        await pilot.pause()
        assert marks(app) == "◆◆◆◇"
        await click(app, pilot, Target("answer", 0))
        await pilot.pause()
        assert sentences(app)[:1] == ["You buy Statue of Isis with Box of Food, Shabti and Urn."]

    run(dealt(HAND), test, size)


def test_a_card_without_a_number_is_laid_out_with_cursor_and_enter():
    sitting = sitting_at(table(hands=("11 Urn, Box of Food", "Urn"), pyramid=PYRAMID, stock=STOCK, deck="3 Urn"))

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("z", "1", "2", "3", "4")
        await pilot.pause()
        before = marks(app)
        box = next(i for i, card in enumerate(sitting.view().mine.hand) if card.face.name == "Box of Food")
        app.table.pointing.move_cursor(Target("hand", box))
        app.table.repaint()
        assert "Enter Take back" in text(app) or "Enter Lay out" in text(app)
        await pilot.press("enter")
        await pilot.pause()
        payment = app.table.pointing.answer_list.payment
        assert payment is not None
        assert (Target("hand", box) in payment.cards) == (before[box] != "◆")
        assert sentences(app) == []

    run(sitting, test)


def positions() -> list[ValleyState]:
    """Positions during a turn, also with rebates, gilded cards, and a card with a double value."""
    walked = [s for edition in ("base", "mixed") for s in walk(2, 3, edition) if s.mover != NOBODY][::4]
    thoth = table(hands=("Statue of Thoth, 2 Urn, Box of Food", "Urn"), pyramid=PYRAMID, stock=STOCK, deck="3 Urn")
    act(thoth, "execute Statue of Thoth")
    return [*walked, thoth]


def test_exactly_the_legal_payments_can_be_laid_out():
    checked = 0
    for s in positions():
        actions = [VALLEY.action(s, move) for move in s.legal_moves()]
        buying = [action for action in actions if action.verb == "buy"]
        view = VALLEY.view(s, int(s.mover))
        hand = view.mine.hand
        if not buying or len(hand) > 9:
            continue
        board = ValleyBoard("", dict(enumerate(s.catalogue.cards)))
        choices = [Choice(action, VALLEY.say(s, action)) for action in actions]
        for slot in {action.arguments[0] for action in buying}:
            purchase = board.answers(view, choices, Target("slot", slot), NAMES)[0].purchase
            assert purchase is not None
            reached = set()
            for count in range(len(hand) + 1):
                for places in combinations(range(len(hand)), count):
                    payment = purchase.payment_with(frozenset(Target("hand", i) for i in places))
                    if payment.answer is not None and payment.answer.action is not None:
                        assert payment.paid == payment.price
                        kinds = sorted(hand[i].face.kind for i in places)
                        assert kinds == sorted(payment.answer.action.arguments[1:])
                        reached.add(payment.answer.action)
                    else:
                        assert "short" in payment.sentence or "back" in payment.sentence
            assert reached == {action for action in buying if action.arguments[0] == slot}
            checked += 1
    assert checked > 20
