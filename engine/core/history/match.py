"""A match: rules, log and position of one game."""

from collections.abc import Iterator, Set
from typing import Any, Final

from engine.core.action import Action
from engine.core.errors import IllegalAction, ImpossibleRedraw, UnknownNode, UnknownSeat
from engine.core.game import HUMAN, NOBODY, Event, Game, Seat, Setup, State
from engine.core.history.annotations import Annotated, Retracted
from engine.core.history.journal import Entry, MovedHead, Played, Reshuffled, Seated, Tried
from engine.core.history.log import Log, Redraw, Step
from engine.core.history.onlookers import others_learning_from_question, others_seeing_answer
from engine.core.history.redraw import MAX_REDRAWS, redraw_as_text, redrawn_state, split_drawn
from engine.core.seats import SeatSet, contains_seat
from engine.core.story import Chapter

SNAPSHOT_EVERY_PLIES: Final = 40  # a copy of the position is kept at each node whose depth is a multiple of this


class Match:
    """Plays, undoes and jumps. `state` is the position at the head: read it, never change it.

    It keeps copies of some positions, so that `at` replays at most `SNAPSHOT_EVERY_PLIES` actions.
    """

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game: Final = game
        self.setup: Final = setup
        self.log: Final = Log()
        self.state: State = game.start(setup)
        self.peeked = False  # whether a human player took back a step that had shown them something new
        self.public_entry_count = 0  # entries of the journal that everybody may know
        self._humans: Final = [seat for seat, player in enumerate(setup.seats) if player.level == HUMAN]
        self._depth: list[int] = [0]
        self._movers: list[int] = [self.state.mover]
        self._events: list[list[Event]] = [[]]
        self._decisions: list[int] = [0]
        self._secret: list[bool] = [game.asks_secretly(self.state)]
        self._formalities: set[int] = set()
        self._seats_learning: dict[int, SeatSet] = {}  # by node, see `_seats_learning_on_step_to`
        self._chapters: list[Chapter] = [game.chapter(self.state)]
        self._scores: list[tuple[int, ...]] = [tuple(game.scores(self.state))]
        self._snapshots: dict[int, State] = {0: self.state.copy()}
        self._redraw_parts: list[Reshuffled] = []  # the parts read so far of a reshuffle that is being replayed

    def play(self, action: Action) -> int:
        """Answer the question at the head. Returns the new head.

        Raises IllegalAction, and then nothing has changed. The rules are applied before the action is logged, so if they fail,
        the log is still correct.
        """
        state = self.state.copy()
        events, decisions = self._apply(state, self.log.head, action)
        self.state = state
        node = self.log.play(action)
        self.public_entry_count += decisions
        if node == len(self._depth):
            self._add_node(node, state, events, decisions)
        return node

    def try_action(self, node: int, action: Action) -> int:
        """Try an answer at any node of a finished game, as a variation of the analysis. The head does not move. Returns the node
        after the answer. Raises UnknownNode and IllegalAction, and then nothing has changed."""
        self._check_node(node)
        state = self.at(node)
        events, decisions = self._apply(state, node, action)
        child = self.log.try_action(node, action)
        if child == len(self._depth):
            self._add_node(child, state, events, decisions)
        return child

    def _apply(self, state: State, node: int, action: Action) -> tuple[list[Event], int]:
        """Apply an action to `state`, the position at `node`. Returns the events, and 1 if everybody may know of the decision, 0
        for a secret pass. Raises IllegalAction, and then the state has not changed."""
        try:
            move = self.game.move(state, action)
        except ValueError:
            raise IllegalAction(action, node) from None
        if move not in state.legal_moves():
            raise IllegalAction(action, node)
        is_secret_pass = self.game.is_secret_pass(state, move)
        events: list[Event] = []
        state.events = events
        state.apply(move)
        state.events = None
        return events, 0 if is_secret_pass else 1

    def goto(self, node: int) -> None:
        """Move the head to `node`, as undo and redo do. Raises UnknownNode."""
        before = self.log.head
        self.log.goto(node)
        self.public_entry_count += 1
        self.state = self.at(node)
        self.peeked = self.peeked or self.is_peek_for_humans(before, node)

    def reshuffle(self, node: int, seat: int, seed: int) -> None:
        """Go back to a question of a seat, and draw everything again from `seed` that the seat cannot know there. This makes a
        new child of `node`. Raises UnknownNode; ImpossibleRedraw if the seat is not asked there or the position has no text."""
        self._check_node(node)
        self.repeat_redraw(node, seat, redraw_as_text(self.game, self.at(node), seat, seed))

    def repeat_redraw(self, node: int, seat: int, drawn: str) -> None:
        """Reshuffle as recorded earlier. Raises what `reshuffle` raises, and then nothing has changed."""
        state = self._redrawn_state_at(node, seat, drawn)
        texts = split_drawn(drawn)
        for part, text in enumerate(texts):
            self._record_redraw_part(Reshuffled(node, seat, text, part, len(texts)), state, drawn)

    def play_step(self, step: Step) -> None:
        """Play an action, or repeat a reshuffle, at the head. Raises what `play` and `repeat_redraw` raise."""
        if isinstance(step, Redraw):
            self.repeat_redraw(self.log.head, step.seat, step.drawn)
        else:
            self.play(step)

    def undo(self) -> None:
        """Go back to the previous question. Does nothing at the start."""
        if self.log.head:
            self.goto(self.log.parents[self.log.head])

    def redo(self) -> None:
        """Go forward along the variation that was visited last. Does nothing at its end."""
        if self.log.redo_node() != self.log.head:
            self.goto(self.log.redo_node())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The current seats: those of the setup, with all later changes."""
        seats = list(self.setup.seats)
        for _, entry in self.log.seat_changes:
            seats[entry.seat] = Seat(seats[entry.seat].name, entry.level, entry.simulations)
        return tuple(seats)

    def change_seat(self, seat: int, level: str, simulations: int = 0) -> None:
        """Give a seat to a level; its name does not change. Raises UnknownSeat."""
        if not 0 <= seat < self.setup.player_count:
            raise UnknownSeat(seat)
        self.log.change_seat(seat, level, simulations)
        self.public_entry_count += 1

    def replay(self, entry: Entry) -> None:
        """Repeat an entry of a journal. Raises IllegalAction, UnknownNode, UnknownSeat or ImpossibleRedraw."""
        parts, self._redraw_parts = self._redraw_parts, []
        match entry:
            case Played(action):
                self.play(action)
            case MovedHead(node):
                self.goto(node)
            case Reshuffled():
                self._replay_redraw([*parts, entry] if entry.part else [entry])
            case Seated(seat, level, simulations):
                self.change_seat(seat, level, simulations)
            case Annotated():
                self.log.annotate(entry)
            case Retracted(journal_index):
                self.log.retract(journal_index)
            case Tried(node, action):
                self.try_action(node, action)
            case _:
                self.log.append_entry_outside_tree(entry)

    def at(self, node: int) -> State:
        """The position at any node, as a new copy. O(SNAPSHOT_EVERY_PLIES)."""
        actions = []
        while node not in self._snapshots:
            actions.append(self.log.actions[node])
            node = self.log.parents[node]
        state = self._snapshots[node].copy()
        for action in reversed(actions):
            state.apply(self.game.move(state, action))
        return state

    def advance_state(self, parent_state: State, node: int) -> State:
        """The position at a node, made from that of its parent. May change `parent_state`: do not use it afterwards."""
        if node in self.log.redraws:
            return self.at(node)
        parent_state.apply(self.game.move(parent_state, self.log.actions[node]))
        return parent_state

    @property
    def was_ever_reshuffled(self) -> bool:
        """Whether hidden cards were ever drawn again."""
        return bool(self.log.redraws)

    def mover(self, node: int) -> int:
        """The seat that is asked at a node; NOBODY if the game is over there."""
        return self._movers[node]

    def events_on_step_to(self, node: int) -> list[Event]:
        """What happened on the step to `node`, in order."""
        return self._events[node]

    def chapter(self, node: int) -> Chapter:
        """The turn or phase to which a node belongs."""
        return self._chapters[node]

    def scores(self, node: int) -> tuple[int, ...]:
        """The points of each seat at a node that everybody may know; see `Game.scores`."""
        return self._scores[node]

    def depth(self, node: int) -> int:
        """The number of actions that lead to a node."""
        return self._depth[node]

    def public_decision_count(self, node: int) -> int:
        """The number of actions that lead to a node, without secret passes (`Game.is_secret_pass`) and reshuffles. Lists show
        this number."""
        return self._decisions[node]

    def is_reached_by_secret_pass(self, node: int) -> bool:
        """Whether the step to a node was a secret pass, so that only the seat that answered may know of it: see
        `Game.is_secret_pass`."""
        is_decision = self._decisions[node] > self._decisions[self.log.parents[node]]
        return node > 0 and not is_decision and node not in self.log.redraws

    def asks_secretly(self, node: int) -> bool:
        """Whether only the seat that is asked at a node may know of the question."""
        return self._secret[node]

    def is_formality(self, node: int) -> bool:
        """Whether the question at a node is only a formality: see `Game.is_formality`."""
        return node in self._formalities

    def answer_formalities(self, seats: Set[int]) -> None:
        """Answer for these seats as long as one of them is asked and the question is only a formality."""
        while self.state.mover in seats and self.is_formality(self.log.head):
            (move,) = self.state.legal_moves()
            self.play(self.game.action(self.state, move))

    def asks_one_of(self, seats: Set[int], node: int, *, openly: bool) -> bool:
        """Whether one of `seats` is asked at a node. Formalities do not count. With `openly`, formalities count, but secret
        questions do not: a missing formality would show an onlooker that there was no choice."""
        if self._movers[node] not in seats:
            return False
        return not self._secret[node] if openly else node not in self._formalities

    def ancestor_asking_or_self(self, seats: Set[int], node: int, *, openly: bool = False) -> int:
        """The nearest ancestor of a node that asks one of `seats`; see `asks_one_of`. The node itself if there is none."""
        ancestor = node
        while ancestor:
            ancestor = self.log.parents[ancestor]
            if self.asks_one_of(seats, ancestor, openly=openly):
                return ancestor
        return node

    @property
    def is_finished(self) -> bool:
        """Whether the game is finished: the variation that was visited last has ended, wherever the head is now."""
        return self.mover(self.log.last_visited_leaf(self.log.head)) == NOBODY

    @property
    def is_over(self) -> bool:
        return self.state.mover == NOBODY

    def is_peek_for_humans(self, head: int, node: int) -> bool:
        """Whether a human player who goes back from `head` to `node` has seen something that they could not know at `node`."""
        return any(self.is_peek_for(seat, head, node) for seat in self._humans)

    def is_peek_for(self, seat: int, head: int, node: int) -> bool:
        """Whether a jump from `head` to `node` takes back a step on which a seat saw something new: a hidden card, a shuffle,
        or, after its own answer, what another seat answered or was asked. If the jump takes back a reshuffle, it also takes
        back the variation that the reshuffle left. The result depends only on what the seat may know. O(steps)."""
        heads, redraws = [head], set[int]()
        for last_node in heads:
            is_answered = False
            for step in self.steps_taken_back(last_node, node):
                if any(contains_seat(event.reveals_to, seat) for event in self._events[step]):
                    return True
                is_answered = is_answered or contains_seat(self._seats_learning_on_step_to(step), seat)
                if is_answered and self._movers[self.log.parents[step]] == seat:
                    return True
                if step in self.log.redraws and step not in redraws:
                    redraws.add(step)
                    heads.append(self.log.heads_before_redraws[step])
        return False

    def steps_taken_back(self, head: int, node: int) -> Iterator[int]:
        """The nodes whose steps a jump from `head` to `node` takes back, the latest first. O(steps of the jump)."""
        while head != node:
            if self._depth[head] >= self._depth[node]:
                yield head
                head = self.log.parents[head]
            else:
                node = self.log.parents[node]

    def _replay_redraw(self, parts: list[Reshuffled]) -> None:
        """Carry out a reshuffle if these are all its parts; otherwise remember them. Raises ImpossibleRedraw."""
        entry = parts[-1]
        if [(part.node, part.seat, part.part, part.parts) for part in parts] != [
            (entry.node, entry.seat, part, entry.parts) for part in range(entry.part + 1)
        ]:
            raise ImpossibleRedraw("a part of a reshuffle is missing")
        drawn = "".join([part.drawn for part in parts])
        state = self._redrawn_state_at(entry.node, entry.seat, drawn) if entry.is_last_part else self.state
        self._record_redraw_part(entry, state, drawn)
        self._redraw_parts = [] if entry.is_last_part else parts

    def _record_redraw_part(self, entry: Reshuffled, state: State, drawn: str) -> None:
        """Record a part of a reshuffle that leads to `state`; the last part moves the head there."""
        if not entry.is_last_part:
            self.log.append_entry_outside_tree(entry)
            return
        node = self.log.reshuffle(entry, drawn)
        self._snapshots[node] = state.copy()
        self._add_node(node, state, [], 0)
        self.public_entry_count += 1
        self.state = state

    def _redrawn_state_at(self, node: int, seat: int, drawn: str) -> State:
        """The position at a node with the redraw applied. Raises UnknownNode or ImpossibleRedraw."""
        self._check_node(node)
        if len(self.log.redraws) >= MAX_REDRAWS:
            raise ImpossibleRedraw(f"a game can be reshuffled at most {MAX_REDRAWS} times")
        return redrawn_state(self.game, self.at(node), seat, drawn)

    def _check_node(self, node: int) -> None:
        if not 0 <= node < len(self.log):
            raise UnknownNode(node)

    def _add_node(self, node: int, state: State, events: list[Event], decisions: int) -> None:
        """Store what the match knows about a new node."""
        parent = self.log.parents[node]
        self._depth.append(self._depth[parent] + 1)
        self._movers.append(state.mover)
        self._events.append(events)
        self._decisions.append(self._decisions[parent] + decisions)
        self._secret.append(self.game.asks_secretly(state))
        if self.game.is_formality(state):
            self._formalities.add(node)
        self._store_chapter_and_scores(state, parent)
        if self._depth[node] % SNAPSHOT_EVERY_PLIES == 0:
            self._snapshots[node] = state.copy()

    def _seats_learning_on_step_to(self, node: int) -> SeatSet:
        """The seats that learned something from another seat on the step to a node. Computed when needed, because most steps are
        never taken back."""
        if node not in self._seats_learning:
            self._seats_learning[node] = others_seeing_answer(self, node) | others_learning_from_question(self, node)
        return self._seats_learning[node]

    def _store_chapter_and_scores(self, state: State, parent: int) -> None:
        """Store chapter and scores of a new node. If they equal those of its parent, the objects are shared to save memory."""
        chapter, parent_chapter = self.game.chapter(state), self._chapters[parent]
        self._chapters.append(parent_chapter if chapter == parent_chapter else chapter)
        scores, parent_scores = tuple(self.game.scores(state)), self._scores[parent]
        self._scores.append(parent_scores if scores == parent_scores else scores)
