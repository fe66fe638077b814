"""The game being played: rules, log and position together."""

from typing import Any, Final

from engine.core.action import Action
from engine.core.errors import IllegalAction, UnknownSeat
from engine.core.game import HUMAN, NOBODY, Event, Game, Seat, Setup, State
from engine.core.history.journal import Entry, MovedHead, Played, Seated
from engine.core.history.log import Log
from engine.core.seats import seat_set

SNAPSHOT_EVERY_PLIES: Final = 16  # a copy of the position is kept at each node whose depth is a multiple of this


class Match:
    """Plays, takes back, jumps. `state` is the position at the head: read it, never change it.

    Any node is at most `SNAPSHOT_EVERY_PLIES` actions away from a kept copy, so `at` costs at most that many replays.
    """

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game: Final = game
        self.setup: Final = setup
        self.log: Final = Log()
        self.state: State = game.start(setup)
        self.peeked = False  # whether a step was taken back by which a human player saw something new
        self.moves = 0  # entries of the journal that everybody may know of
        self._humans: Final = seat_set([seat for seat, who in enumerate(setup.seats) if who.level == HUMAN])
        self._depth: list[int] = [0]
        self._movers: list[int] = [self.state.mover]
        self._events: list[list[Event]] = [[]]
        self._decisions: list[int] = [0]
        self._secret: list[bool] = [game.asks_secretly(self.state)]
        self._snapshots: dict[int, State] = {0: self.state.copy()}

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
        state.events = events
        state.apply(move)
        state.events = None
        self.state = state
        node = self.log.play(action)
        self.moves += 0 if silent else 1
        if node == len(self._depth):
            self._depth.append(self._depth[self.log.parents[node]] + 1)
            self._movers.append(state.mover)
            self._events.append(events)
            self._decisions.append(self._decisions[self.log.parents[node]] + (0 if silent else 1))
            self._secret.append(self.game.asks_secretly(state))
            if self._depth[node] % SNAPSHOT_EVERY_PLIES == 0:
                self._snapshots[node] = state.copy()
        return node

    def goto(self, node: int) -> None:
        """Stand on any node; an undo is a goto to a node above. Raises UnknownNode."""
        before = self.log.head
        self.log.goto(node)
        self.moves += 1
        self.state = self.at(node)
        if not self.peeked and self._takes_back_reveal(before, node):
            self.peeked = True

    def undo(self) -> None:
        """Back to the question before this one; at the start, nothing."""
        if self.log.head:
            self.goto(self.log.parents[self.log.head])

    def redo(self) -> None:
        """Forth along the line that was visited last; at its end, nothing."""
        if self.log.redo_node() != self.log.head:
            self.goto(self.log.redo_node())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits there now: as the setup has it, but for those whose seat somebody else took."""
        seats = list(self.setup.seats)
        for _, entry in self.log.seat_changes:
            seats[entry.seat] = Seat(seats[entry.seat].name, entry.level, entry.simulations)
        return tuple(seats)

    def change_seat(self, seat: int, level: str, simulations: int = 0) -> None:
        """Let a level play on at a seat, under the name that stands there. Raises UnknownSeat for a seat that is not there."""
        if not 0 <= seat < self.setup.player_count:
            raise UnknownSeat(seat)
        self.log.change_seat(seat, level, simulations)
        self.moves += 1

    def replay(self, entry: Entry) -> None:
        """Repeat an entry of a journal. Raises IllegalAction, UnknownNode or UnknownSeat."""
        match entry:
            case Played(action):
                self.play(action)
            case MovedHead(node):
                self.goto(node)
            case Seated(seat, level, simulations):
                self.change_seat(seat, level, simulations)
            case _:
                self.log.keep(entry)

    def at(self, node: int) -> State:
        """The position at any node, as a copy that the caller owns."""
        actions = []
        while node not in self._snapshots:
            actions.append(self.log.actions[node])
            node = self.log.parents[node]
        state = self._snapshots[node].copy()
        for action in reversed(actions):
            state.apply(self.game.move(state, action))
        return state

    def mover(self, node: int) -> int:
        """Who is asked at a node; NOBODY where the game is over."""
        return self._movers[node]

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

    def last_node_asking(self, seats: set[int], node: int, openly: bool = False) -> int:
        """The latest node above a node at which one of `seats` was asked, with `openly` in the open; the node itself if there is
        none."""
        ancestor = node
        while ancestor:
            ancestor = self.log.parents[ancestor]
            if self._movers[ancestor] in seats and not (openly and self._secret[ancestor]):
                return ancestor
        return node

    @property
    def is_over(self) -> bool:
        return self.state.mover == NOBODY

    def _takes_back_reveal(self, ancestor: int, node: int) -> bool:
        """Whether going from one node to another takes back something that came to light for a human player."""
        kept_nodes = set(self.log.path(node))
        while ancestor not in kept_nodes:
            for event in self._events[ancestor]:
                if event.reveals_to & self._humans:
                    return True
            ancestor = self.log.parents[ancestor]
        return False
