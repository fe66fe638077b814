"""Session: one game at one table. It owns the match and its save, and knows who sits here; it knows nothing of screens.

Data flows one way: an answer goes in with the node that it answers, the match plays it, the save keeps it, and only then
does anybody see it. An answer to a question that is no longer asked (a thought that an undo overtook, a key that came too
late) falls on the floor.

Once the game is over it never changes: going back in it moves the table alone, neither the match nor the save, and an answer
that was not given then is refused. Such an answer begins another game (see `keeping.branch`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from ai.contestants import bot_of
from engine.core.action import Action
from engine.core.log import SEAT
from engine.core.match import Match
from engine.core.rules import HUMAN, NOBODY, WAITING, Question, State
from vok_tui import equal
from vok_tui.occasions import considered, visible_step
from vok_tui.thinking import Request, Thinker


class Keeper(Protocol):
    """Where the journal goes: `keep` writes what is new in it, `flush` sees it onto the disk."""

    def keep(self, match: Match) -> None: ...

    def flush(self) -> None: ...


@dataclass(frozen=True)
class Choice:
    """An answer that may be given now, and its text."""

    action: Action
    text: str


@dataclass(frozen=True)
class Told:
    """A sentence of the chronicle: what `who` did on the step to `node`. `verb` is that of the event."""

    node: int
    who: int
    verb: str
    text: str


@dataclass(frozen=True)
class Turn:
    """What happened in one turn, told to the viewer. `number` counts all players' turns from 1, `active` is whose it was."""

    number: int
    active: int
    told: tuple[Told, ...]


class Session:
    """The game at the table. `keeper` may be None for a game that nobody keeps (a test, a spectator). `allowed` tells of which
    bots of other people's the code may run, and which code; see `Request`."""

    def __init__(
        self,
        match: Match,
        keeper: Keeper | None = None,
        thinker: Thinker | None = None,
        allowed: Mapping[str, str] | None = None,
    ) -> None:
        self.match: Final = match
        self.thinker: Final = thinker
        self.names: Final = tuple(seat.name for seat in match.setup.seats)
        self.humans: Final = frozenset(i for i, seat in enumerate(match.setup.seats) if seat.level == HUMAN)
        self.viewer = self._first_viewer()  # NOBODY for who looks on from no seat
        self.allowed: Final = dict(allowed or {})
        self._held: int | None = None  # the node that is shown while others may react
        self._keeper = keeper
        self._stand: tuple[int, State] | None = None  # where the table stands, if not where the match does
        self._told: dict[tuple[int, int], Turn] = {}
        self._turns: dict[int, tuple[int, int]] = {}

    # -- what is asked

    @property
    def node(self) -> int:
        """Where the table stands. An answer names the node that it answers."""
        return self.match.log.head if self._stand is None else self._stand[0]

    @property
    def state(self) -> State:
        """The position there: read it, never change it."""
        return self.match.state if self._stand is None else self._stand[1]

    @property
    def looks_on(self) -> bool:
        """Whether nobody here plays, so that the game goes on without whoever sits here."""
        return not self.humans

    @property
    def away(self) -> bool:
        """Whether somebody who looks on has gone back: the table does not stand where the game goes on, and it waits."""
        return self.looks_on and self.can_redo

    @property
    def levels(self) -> tuple[str, ...]:
        """How each seat plays now, or that a person sits there."""
        return tuple(seat.level for seat in self.match.seats)

    @property
    def over(self) -> bool:
        return self.mover == NOBODY

    @property
    def mover(self) -> int:
        """Whose answer is awaited; NOBODY when the game is over."""
        return int(self.state.mover)

    @property
    def asks_here(self) -> bool:
        """Whether the person at the table is asked now."""
        return self.mover in self.humans and self.mover == self.viewer and not self.held

    @property
    def waits_for(self) -> int:
        """The person who should take the seat at the table before the question is shown; NOBODY if the right one sits
        there."""
        return self.mover if self.mover in self.humans and self.mover != self.viewer else NOBODY

    @property
    def covered(self) -> str:
        """Why the cards are covered, "" if they are not."""
        if self.viewer == NOBODY:
            return "covered: you look on from no seat"
        return f"covered until {self.names[self.waits_for]} sits here" if self.waits_for != NOBODY else ""

    @property
    def hushed(self) -> bool:
        """Whether a seat is asked of which nobody here may know. People at one keyboard share what they know."""
        secret = self.mover != self.viewer and self.match.game.asks_secretly(self.state)
        return secret and len(self.humans) < 2

    @property
    def held(self) -> bool:
        """Whether the table waits whether somebody reacts, and shows what was there before."""
        return self._held is not None

    @property
    def gives_occasion(self) -> bool:
        """Whether somebody else may have been asked for a reaction on the step that led here, for all that is known."""
        return len(self.humans) < 2 and (self.hushed or considered(self.match, self.node, self.viewer))

    def hold(self) -> None:
        """Show what was there before the step that others may react to, until `release`."""
        if self._held is None:
            self._held = self.match.log.parents[visible_step(self.match, self.node, self.viewer)]

    def release(self) -> None:
        self._held = None

    def sit(self) -> None:
        """Whoever the question is for takes the seat."""
        if self.waits_for != NOBODY:
            self.viewer = self.waits_for

    def view(self) -> Any:
        """The table as the one who sits here may see it; as all may see it, if nobody does."""
        return self.match.game.view(self.state if self._held is None else self.match.at(self._held), self.viewer)

    def question(self) -> Question:
        if self.held or self.hushed:
            return Question(self.mover, WAITING)
        return self.match.game.question(self.state)

    def choices(self) -> list[Choice]:
        """What the one who sits here may answer, in the order of the menu; empty while others are asked."""
        if not self.asks_here:
            return []
        game, state = self.match.game, self.state
        actions = [game.action(state, move) for move in state.legal_moves()]
        return [Choice(action, game.say(state, action)) for action in actions]

    def request(self) -> Request | None:
        """The decision to ask the thinker for; None while a person is asked, who looks on is away, or the game is finished."""
        if self.finished or self.mover in self.humans or self.away:
            return None
        log, seat = self.match.log, self.match.seats[self.mover]
        line = tuple(log.actions[node] for node in log.line(self.node)[1:])
        level = equal.level_of(seat.level)
        allowed = self.allowed.get(bot_of(level))
        return Request(self.node, self.match.setup, line, self.mover, level, seat.simulations, allowed)

    # -- what is answered and taken back

    def answer(self, node: int, action: Action) -> bool:
        """Give an answer to the question at `node`. False, and nothing has changed, if the table no longer stands there.

        Raises IllegalAction for an answer that was not offered, and whatever the keeper raises if it cannot write: the
        move stands all the same and is written with the next one.
        """
        if node != self.node or self.over or self.branches(action):
            return False
        if self.finished:
            self._go(self._next_stop(self._child(action)))
            return True
        self.match.play(action)
        self._keep()
        return True

    def branches(self, action: Action) -> bool:
        """Whether an answer would make another game of a finished one: it was not given here then."""
        return self.finished and self._child(action) == self.node

    def seat(self, who: int, level: str) -> None:
        """Let a level play on in the place of an opponent of a game that is not over. Raises whatever the keeper raises."""
        self.match.seat(who, level)
        self._told.clear()
        self._keep()

    @property
    def can_undo(self) -> bool:
        return self._before() != self.node

    def undo(self) -> None:
        """Back to the latest question that a person answered, past all that the opponents did since; for who looks on, to the
        latest question of all."""
        self._go(self._before())

    @property
    def can_redo(self) -> bool:
        return bool(self.match.log.children[self.node])

    def redo(self) -> None:
        """Forth along the line that was visited last, to the next question for a person or to the line's end; for who looks
        on, to the next question of all."""
        self._go(self._next_stop(self.match.log.children[self.node][-1]) if self.can_redo else self.node)

    def go_to(self, node: int) -> None:
        """To any node, for instance the end of another line."""
        self._go(node)

    def turn_start(self) -> None:
        """Back to the first question of the turn of the one who sits here; from there, to that of their turn before. For who
        looks on, all turns count."""
        self._go(self._start_of_turn())

    def to_end(self) -> None:
        """Forth to the end of the line that was visited last; of a finished game, to its end."""
        self._go(self.match.log.head if self.finished else self.match.log.tip(self.node))

    @property
    def finished(self) -> bool:
        """Whether the game has come to its end, wherever in it the table stands: it never changes."""
        return self.match.over

    @property
    def peeked(self) -> bool:
        """Whether a move was taken back past something unseen. Among opponents alone nobody gains by that."""
        return self.match.peeked and bool(self.humans)

    # -- what is told

    def chronicle(self) -> list[Turn]:
        """What led here, turn by turn, without a word that the viewer may not know."""
        turns: list[Turn] = []
        for node in self.match.log.line(self.node if self._held is None else self._held)[0 if self._seated(0) else 1 :]:
            step = self._tell(node)
            if turns and (turns[-1].number, turns[-1].active) == (step.number, step.active):
                turns[-1] = Turn(step.number, step.active, turns[-1].told + step.told)
            else:
                turns.append(step)
        return turns

    def told(self, node: int) -> bool:
        """Whether the step to a node can be seen: whether anything is told of it."""
        return bool(self._tell(node).told)

    def since_your_turn(self) -> list[Turn]:
        """The turns of the others since the viewer's own last one; for who sits on no seat, the last turn."""
        turns = self.chronicle()
        if self.viewer == NOBODY:
            return turns[-1:]
        if turns and turns[-1].active == self.viewer and self._turn_at(self.node)[1] == self.viewer:
            turns.pop()
        since: list[Turn] = []
        while turns and turns[-1].active != self.viewer:
            since.insert(0, turns.pop())
        return since

    # -- within

    def _first_viewer(self) -> int:
        if int(self.match.state.mover) in self.humans:
            return int(self.match.state.mover)
        return min(self.humans, default=NOBODY)

    @property
    def _stops(self) -> frozenset[int]:
        """The seats whose questions the keys that go back and forth stop at."""
        return frozenset(range(len(self.names))) if self.looks_on else self.humans

    def _before(self) -> int:
        """The node that `undo` leads to; where there is none, the one where the table stands."""
        return self.match.last_asked(set(self._stops), self.node, self.looks_on)

    def _next_stop(self, node: int) -> int:
        """The first node from here on, along the line that was visited last, at which `undo` would stop; else the line's end."""
        children = self.match.log.children
        while children[node] and not self._is_stop(node):
            node = children[node][-1]
        return node

    def _is_stop(self, node: int) -> bool:
        """Whether undo and redo stop at a node. Who looks on is not shown where a player was asked in secret."""
        return self.match.mover(node) in self._stops and not (self.looks_on and self.match.is_secret(node))

    def _child(self, action: Action) -> int:
        """The node to which an answer led that was given here; where it was not, the one where the table stands."""
        log = self.match.log
        return next((child for child in log.children[self.node] if log.actions[child] == action), self.node)

    def _go(self, node: int) -> None:
        self.release()
        if node == self.node:
            return
        if self.finished:
            self._move_table(node)
        else:
            self.match.goto(node)
            self._keep()

    def _move_table(self, node: int) -> None:
        """Only the table goes: the match, and the file, stay as they are."""
        self._stand = None if node == self.match.log.head else (node, self.match.at(node))

    def _keep(self) -> None:
        if self._keeper is not None:
            self._keeper.keep(self.match)
            self._keeper.flush()

    def _turn_at(self, node: int) -> tuple[int, int]:
        """The number of the turn at a node and whose it is."""
        if node not in self._turns:
            state = self.state if node == self.node else self.match.at(node)
            view = self.match.game.view(state, self.viewer)
            self._turns[node] = (view.turn, view.active)
        return self._turns[node]

    def _start_of_turn(self) -> int:
        """The node that `turn_start` leads to; where there is none, the one where the table stands."""
        whose = self._stops if self.looks_on else {self.viewer}
        asked = [node for node in self.match.log.line(self.node)[:-1] if self.match.mover(node) in whose]
        found = self.node
        for node in reversed(asked):
            if self._turn_at(node)[1] not in whose:
                continue
            if found != self.node and self._turn_at(node) != self._turn_at(found):
                break
            found = node
        return found

    def _tell(self, node: int) -> Turn:
        """The step to a node. What a viewer was told does not change, so it is kept."""
        key = (node, self.viewer)
        if key not in self._told:
            before = self.match.log.parents[node]
            number, active = self._turn_at(before)
            self._told[key] = Turn(number, active, (*self._sentences(node), *self._seated(node)))
        return self._told[key]

    def _seated(self, node: int) -> list[Told]:
        """Who took a seat while the table stood at a node."""
        taken = [entry for at, entry in self.match.log.seated if at == node]
        return [
            Told(
                node,
                entry.what[0],
                "seated",
                f"A {entry.verb.removeprefix(SEAT)} plays on for {self.names[entry.what[0]]}.",
            )
            for entry in taken
        ]

    def _sentences(self, node: int) -> Iterable[Told]:
        for event in self.match.events(node):
            text = self.match.game.tell(self.match.state, event, self.viewer, self.names)
            if text:
                yield Told(node, event.who, event.verb, text)
