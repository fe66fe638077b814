"""The game being played: rules, log and position together."""

from typing import Any, Final

from engine.core.action import Action
from engine.core.errors import IllegalAction
from engine.core.log import GOTO, SEAT, Log
from engine.core.rules import NOBODY, Event, Game, Seat, Setup, State

EVERY: Final = 16  # a copy of the position is kept at each node whose depth is a multiple of this


class Match:
    """Plays, takes back, jumps. `state` is the position at the head: read it, never change it.

    Any node is at most `EVERY` actions away from a kept copy, so `at` costs at most that many replays.
    """

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game: Final = game
        self.setup: Final = setup
        self.log: Final = Log()
        self.state: State = game.start(setup)
        self.peeked = False
        self.moves = 0  # entries of the journal that everybody may know of
        self._depth: list[int] = [0]
        self._mover: list[int] = [self.state.mover]
        self._events: list[list[Event]] = [[]]
        self._decisions: list[int] = [0]
        self._secret: list[bool] = [game.asks_secretly(self.state)]
        self._kept: dict[int, State] = {0: self.state.copy()}

    def play(self, action: Action) -> int:
        """Answer the question at the head; returns the new head.

        Raises IllegalAction, and then nothing has changed. The rules are applied first and logged second: if a rule breaks,
        the log still tells the truth and `goto` mends the position.
        """
        try:
            move = self.game.move(self.state, action)
        except ValueError:
            raise IllegalAction(action, self.log.head) from None
        if move not in self.state.legal_moves():
            raise IllegalAction(action, self.log.head)
        silent = self.game.is_silent(self.state, move)
        state = self.state.copy()
        events: list[Event] = []
        state.told = events
        state.apply(move)
        state.told = None
        self.state = state
        node = self.log.play(action)
        self.moves += 0 if silent else 1
        if node == len(self._depth):
            self._depth.append(self._depth[self.log.parents[node]] + 1)
            self._mover.append(state.mover)
            self._events.append(events)
            self._decisions.append(self._decisions[self.log.parents[node]] + (0 if silent else 1))
            self._secret.append(self.game.asks_secretly(state))
            if self._depth[node] % EVERY == 0:
                self._kept[node] = state.copy()
        return node

    def goto(self, node: int) -> None:
        """Stand on any node; an undo is a goto to a node above. Raises UnknownNode."""
        before = self.log.head
        self.log.goto(node)
        self.moves += 1
        self.state = self.at(node)
        if not self.peeked and self._unseen_between(before, node):
            self.peeked = True

    def undo(self) -> None:
        """Back to the question before this one; at the start, nothing."""
        if self.log.head:
            self.goto(self.log.parents[self.log.head])

    def redo(self) -> None:
        """Forth along the line that was visited last; at its end, nothing."""
        if self.log.forward() != self.log.head:
            self.goto(self.log.forward())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits there now: as the setup has it, but for those whose seat somebody else took."""
        seats = list(self.setup.seats)
        for _, entry in self.log.seated:
            who, simulations = entry.what
            seats[who] = Seat(seats[who].name, entry.verb.removeprefix(SEAT), simulations)
        return tuple(seats)

    def seat(self, who: int, level: str, simulations: int = 0) -> None:
        """Let a level play on at a seat, under the name that stands there. Raises IllegalAction for a seat that is not there."""
        if not 0 <= who < self.setup.players:
            raise IllegalAction(Action(f"{SEAT}{level}", (who, simulations)), self.log.head)
        self.log.seat(who, level, simulations)
        self.moves += 1

    def enter(self, entry: Action) -> None:
        """Repeat an entry of a journal. Raises IllegalAction or UnknownNode."""
        if entry.verb == GOTO and len(entry.what) == 1:
            self.goto(entry.what[0])
        elif entry.verb.startswith(SEAT) and len(entry.what) == 2:
            self.seat(entry.what[0], entry.verb.removeprefix(SEAT), entry.what[1])
        else:
            self.play(entry)

    def at(self, node: int) -> State:
        """The position at any node, as a copy that the caller owns."""
        way = []
        while node not in self._kept:
            way.append(self.log.actions[node])
            node = self.log.parents[node]
        state = self._kept[node].copy()
        for action in reversed(way):
            state.apply(self.game.move(state, action))
        return state

    def mover(self, node: int) -> int:
        """Who is asked at a node; NOBODY where the game is over."""
        return self._mover[node]

    def events(self, node: int) -> list[Event]:
        """What happened on the step to `node`, in order."""
        return self._events[node]

    def depth(self, node: int) -> int:
        """How many actions lead to a node."""
        return self._depth[node]

    def decisions(self, node: int) -> int:
        """How many actions lead to a node, without those that only their own seats may know of: what a listing tells."""
        return self._decisions[node]

    def is_silent(self, node: int) -> bool:
        """Whether the step to a node is one that only the seat which took it may know of."""
        return node > 0 and self._decisions[node] == self._decisions[self.log.parents[node]]

    def is_secret(self, node: int) -> bool:
        """Whether only the seat that is asked at a node may know of it."""
        return self._secret[node]

    def last_asked(self, seats: set[int], node: int, openly: bool = False) -> int:
        """The latest node above a node at which one of `seats` was asked, with `openly` in the open; the node itself if there is
        none."""
        above = node
        while above:
            above = self.log.parents[above]
            if self._mover[above] in seats and not (openly and self._secret[above]):
                return above
        return node

    @property
    def over(self) -> bool:
        return self.state.mover == NOBODY

    def _unseen_between(self, before: int, node: int) -> bool:
        """Whether going from one node to another takes back something that came to light."""
        kept = set(self.log.line(node))
        while before not in kept:
            for event in self._events[before]:
                if event.reveals:
                    return True
            before = self.log.parents[before]
        return False
