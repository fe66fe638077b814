"""Two bots for Vok, to begin with. In this folder:  vok arena mybots:Hoarder shabti"""

import random


class Hoarder:
    """Answers whatever leaves it with the most points at once; among equals, chance decides."""

    def __init__(self, game, seat, seed):
        self.game = game
        self.seat = seat
        self.dice = random.Random(seed)

    def choose(self, state, deadline):
        return max(state.legal_moves(), key=lambda move: (self.worth(state, move), self.dice.random()))

    def worth(self, state, move):
        after = state.copy()
        after.apply(move)
        return self.game.scores(after)[self.seat]


class Reader:
    """Decides by the words of the menu: entombs if it can, else buys, else answers by chance."""

    def __init__(self, game, seat, seed):
        self.game = game
        self.dice = random.Random(seed)

    def choose(self, state, deadline):
        actions = [self.game.action(state, move) for move in state.legal_moves()]
        for verb in ("entomb", "buy"):
            meant = [action for action in actions if action.verb == verb]
            if meant:
                return self.dice.choice(meant)
        return self.dice.choice(actions)
