"""Several catalogues in one process: a game is the same whatever catalogues were used before it."""

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.moves import pack_move
from engine.core.setup import Variant
from engine.valley.base_cards import CARDS, STARTERS
from engine.valley.catalogue.card import Card
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom import write_catalogue
from engine.valley.editions import SHIPPED_CARDS, full_catalogue
from engine.valley.game import VALLEY
from engine.valley.parts.deck import Draw
from engine.valley.parts.hand import Discard, Entomb
from engine.valley.parts.opponents import ByIt, ChooseOpponent, EachOpponent
from engine.valley.parts.tomb import EntombMany
from engine.valley.state import ValleyState
from engine.valley.turn import EXECUTE
from tests.engine.valley.custom.catalogue_edits import changed
from tests.engine.valley.rules.exact_menus import check_not_stuck

EXPORTED = write_catalogue(SHIPPED_CARDS)


def setup(text: str, edition: str, seed: int) -> Setup:
    players = {"solitaire": 1, "both": 5}.get(edition, 2 + seed % 3)
    return Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), seed, Variant(edition, (), text))


def menus(s: ValleyState, seed: int, max_moves: int = 600) -> Iterator[list[int]]:
    """The menus of the first `max_moves` moves of a random game. Asserts at each that the game can continue."""
    for step in range(max_moves):
        check_not_stuck(s)
        if s.mover == NOBODY:
            return
        yield s.legal_moves()
        s.apply(s.menu[seeded_hash(seed, step) % s.move_count])


def menus_of_game(text: str, edition: str, seed: int) -> list[list[int]]:
    return list(menus(VALLEY.start(setup(text, edition, seed)), seed))


@pytest.mark.parametrize("edition", ["base", "afterlife", "mixed", "both", "solitaire"])
def test_exported_cards_play_the_same_games(edition: str) -> None:
    for seed in range(4):
        assert menus_of_game(EXPORTED, edition, seed) == menus_of_game("", edition, seed)


def test_a_game_does_not_depend_on_earlier_catalogues() -> None:
    """The same action on cards with the same name, in one catalogue after the other, and back again."""
    jar = changed("Hapy Canopic Jar", "action", '["Draw(2)", "Entomb(Starters())", "Draw(1)"]')
    texts = [changed("Urn", "gold", str(gold), jar) for gold in (1, 2, 3)]
    first = [menus_of_game(text, "base", 5) for text in texts]
    assert first == [menus_of_game(text, "base", 5) for text in texts]
    assert first[::-1] == [menus_of_game(text + "\n", "base", 5) for text in texts[::-1]]
    one, other = (full_catalogue(("base",), text) for text in texts[:2])
    hands = "[[seat]]\nhand = ['Hapy Canopic Jar', 'Boat']\ndeck = ['Urn', 'Boat']\n[[seat]]\n"
    for cards in (one, other, one):
        s = VALLEY.read_position(f"cards = '''{cards.custom_text}'''\n{hands}")
        assert pack_move(EXECUTE, cards.kind_of["Hapy Canopic Jar"]) not in s.legal_moves(), (
            "there is one card too few to draw"
        )


def small_catalogue(number: int) -> Catalogue:
    """The starters, and one card whose action calls other programs."""
    action = (
        EachOpponent(Discard(), spare=number % 9),
        EntombMany(),
        ChooseOpponent(),
        ByIt(Draw(1 + number % 7)),
        Entomb(),
    )
    card = Card(f"Card {number}", "Set", level=2, copies=2, gold=1, cost=1, text="", action=action)
    return Catalogue([*STARTERS, card])


def test_discarded_catalogues_free_their_memory() -> None:
    def memory_after(first: int, count: int) -> int:
        for number in range(first, first + count):
            assert small_catalogue(number).action_address[len(STARTERS)] > 0
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = memory_after(0, 20)
        assert memory_after(20, 60) < before + 20_000
    finally:
        tracemalloc.stop()


def test_two_catalogues_can_be_used_alternately() -> None:
    tables = [VALLEY.start(setup(text, "base", 3)) for text in ("", write_catalogue({"base": CARDS}))]
    walks = [menus(s, 9) for s in tables]
    for one, other in zip(*walks, strict=True):
        assert one == other
