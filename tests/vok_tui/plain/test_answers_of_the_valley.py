"""Answers of Valley of the Kings that stand behind others, from what is typed to what is on the disk."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.game import HUMAN, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from engine.valley.game import VALLEY
from saves import Shelf, load
from tests.vok_tui.plain.line_player import hold, typing
from vok_tui.coordinator.start_options import StartOptions


def texts(match: Match) -> list[str]:
    return [VALLEY.say(match.state, VALLEY.action(match.state, move)) for move in match.state.legal_moves()]


def saved_at(home: Path, seed: int, is_wanted: Callable[[list[str]], bool]) -> Path:
    """The save of a game of Afterlife in which Ann is asked the wanted question. Random answers have led there."""
    match = Match(VALLEY, Setup("valley", (Seat("Ann", HUMAN), Seat("Bob", "shabti")), seed, Variant("afterlife")))
    step = 0
    while match.state.mover != 0 or not is_wanted(texts(match)):
        actions = [VALLEY.action(match.state, move) for move in match.state.legal_moves()]
        verbs = sorted({action.verb for action in actions})
        verb = verbs[seeded_hash(seed, step) % len(verbs)]
        fitting = [action for action in actions if action.verb == verb]
        match.play(fitting[seeded_hash(seed, step, 1) % len(fitting)])
        step += 1
    with Shelf(home).create(match.setup, VALLEY, "0.9", 1) as file:
        file.keep(match)
    return file.path


def played_after(path: Path, typed: list[str], home: Path) -> list[tuple[str, tuple[int, ...]]]:
    before = len(load(path, GAMES).match.log.journal)
    hold(home, typing(typed), StartOptions())
    loaded = load(path, GAMES)
    assert loaded.damage is None
    return [(entry.action.verb, entry.action.arguments) for entry in loaded.match.log.journal[before:]]


def test_more_is_paid_than_needed_in_two_answers(tmp_path: Path) -> None:
    path = saved_at(tmp_path, 1, lambda menu: "pay more than needed" in menu)
    match = load(path, GAMES).match
    asked, bought = played_after(path, ["continue", "pay more", "1", "1", "quit"], tmp_path)[:2]
    assert asked == ("overpay", ())
    assert bought[0] == "buy"
    cards, slot, paid = match.state.catalogue, bought[1][0], bought[1][1:]
    price = cards.cost[match.state.cells[137 + slot]]
    assert sum(int(cards.gold[kind]) for kind in paid) - min(int(cards.gold[kind]) for kind in paid) >= price


@pytest.mark.parametrize("typed", ["0", "the usual order"])
def test_one_answer_settles_the_order_of_the_discards(tmp_path: Path, typed: str) -> None:
    path = saved_at(tmp_path, 1, lambda menu: menu[0] == "the usual order" and len(menu) > 3)
    match = load(path, GAMES).match
    hand = match.state.kinds(4)
    assert played_after(path, ["continue", typed, "quit"], tmp_path)[0] == ("pass", ())
    after = load(path, GAMES).match
    assert VALLEY.view(after.state, 1).seats[0].discard_top.kind == hand[0]
