"""Two example bots for Vok. To try one, run this in its folder:  vok arena mybots:Hoarder shabti"""

import random


class Hoarder:
    """Makes the move that gives it the most points at once; ties are broken at random."""

    def __init__(self, game, seat, seed):
        self.game = game
        self.seat = seat
        self.dice = random.Random(seed)

    def choose(self, state, deadline):
        return max(state.legal_moves(), key=lambda move: (self.points_after(state, move), self.dice.random()))

    def points_after(self, state, move):
        after = state.copy()
        after.apply(move)
        return self.game.scores(after)[self.seat]


class Reader:
    """Decides by the verbs of the legal actions: entombs if it can, else buys, else moves at random."""

    def __init__(self, game, seat, seed):
        self.game = game
        self.dice = random.Random(seed)

    def choose(self, state, deadline):
        actions = [self.game.action(state, move) for move in state.legal_moves()]
        for verb in ("entomb", "buy"):
            with_verb = [action for action in actions if action.verb == verb]
            if with_verb:
                return self.dice.choice(with_verb)
        return self.dice.choice(actions)
