"""Dominion by PyDominion: two players who buy a random card that they can pay for, or nothing; base cards only. It has no copy
method, so `deepcopy` is measured."""

import copy
import io
import random
from collections.abc import Callable
from typing import Any

from dominion import Game, Player
from loop import measure


class Chance(Player):
    """Buys anything."""

    decisions = 0

    def action_phase(self) -> None:
        """There are no actions among the base cards."""

    def buy_phase(self) -> None:
        deck = self.deck
        while deck.buys > 0:
            Chance.decisions += 1
            card = random.choice([None, *(card for card in deck.game.available_cards if card.cost <= deck.coins)])
            if card is None:
                break
            card.buy(deck)

    def choice(self, card: Any, prompt: str, choices: list[Any]) -> Any:
        del card, prompt
        Chance.decisions += 1
        return random.choice(choices)


def table() -> Game:
    return Game([Chance, Chance], [], io.StringIO())  # what it writes to must be copied too


def play(seed: int) -> int:
    random.seed(seed)
    before = Chance.decisions
    table().play()
    return Chance.decisions - before


def mid_game_copier() -> Callable[[], Any]:
    game = table()
    game.play()
    return lambda: copy.deepcopy(game)


measure(play, mid_game_copier)
